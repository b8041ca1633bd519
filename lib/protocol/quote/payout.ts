// Computes the least payout of a swap that meets the price limit of its memo.

import type { Evidence } from "../safety/evidence.ts";
import { parseAsset, payoutChainOf } from "../values/assets.ts";
import type { QuoteSubject } from "./subject.ts";

interface PayoutTerms {
  /** The limit in the memo. All amounts are base units of the target. */
  readonly limit: bigint;
  readonly outboundFee: bigint | null;
  readonly affiliateBps: number;
  readonly limitHolds: "before_fee" | "after_fee" | "after_all";
}

/**
 * The least payout that meets the limit. Null if an outbound fee is needed but unknown. THORNode
 * checks the limit before the affiliate's share: `swap_current.go`, `manager_txout_current.go`. In
 * a swap in parts it checks each part after its share of the outbound fee since 3.17, and before it
 * in older versions. So the fee is taken off here: a lower bound for both.
 */
export function minPayout({
  limit,
  outboundFee,
  affiliateBps,
  limitHolds,
}: PayoutTerms): bigint | null {
  if (limitHolds === "after_all" || (limitHolds === "after_fee" && affiliateBps === 0))
    return limit;
  if (outboundFee === null) return null;
  const minGrossOutput = limitHolds === "after_fee" ? limit + outboundFee : limit;
  const affiliateShare = (minGrossOutput * BigInt(affiliateBps) + 9_999n) / 10_000n;
  return minGrossOutput - affiliateShare - outboundFee;
}

export interface PayoutContext
  extends Pick<QuoteSubject, "request" | "to" | "figures" | "outboundFee"> {
  readonly evidence: Pick<Evidence, "preset">;
}

export function payoutTerms(context: PayoutContext): Omit<PayoutTerms, "limit"> {
  const { outboundFee, request } = context;
  return {
    outboundFee,
    affiliateBps: request.affiliateBps ?? 0,
    limitHolds: limitMoment(context),
  };
}

/**
 * The fees after which the limit is checked. mayanode checks a swap in one part after all fees, but
 * for a trade asset before the affiliate's share: `manager_txout_current.go`
 * (cachedTryAddTxOutItem).
 */
function limitMoment({ to, figures, evidence }: PayoutContext): PayoutTerms["limitHolds"] {
  const { preset } = evidence;
  const { mode, quantity } = figures.streaming;
  if (preset.limitHolds === "after_all") {
    if (mode !== "single") return "before_fee";
    return parseAsset(to)?.kind === "trade" ? "after_fee" : "after_all";
  }
  const isTargetNative = payoutChainOf(to, preset) === preset.nativeChain;
  return quantity === 1 && !isTargetNative ? "after_fee" : "before_fee";
}
