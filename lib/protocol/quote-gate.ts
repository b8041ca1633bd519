// Protocol room: the gate before a quote's memo and address. Neither passes unless the swap is open, whole, dated and large enough to arrive.
import { type KnownAsset, parseAsset, toLayer1, toPayoutChain } from "./assets.ts";
import type { Evidence, Verdicts } from "./evidence.ts";
import { findDueHalt, toInboundGate } from "./inbound-gate.ts";
import type { Judgement, QuoteReading, QuoteRequest } from "./model.ts";
import { RUINOUS_BPS, toFeesShare } from "./quote-advice.ts";
import { toLeastTotalBps, toTotalBps } from "./quote-facts.ts";
import { findMemoFault } from "./quote-memo.ts";
import type { QuoteSwap } from "./schemas.ts";

/** Nodes give 15 minutes. A quote that claims much longer is not believed. */
const LONGEST_MS = 3_600_000;

export interface QuoteCase {
  readonly request: QuoteRequest;
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  readonly quote: QuoteSwap;
  readonly trading: Judgement;
  readonly known: readonly KnownAsset[];
  readonly evidence: Evidence;
  readonly verdicts: Verdicts;
  /** Base units of `from`: the highest that is stated; null where none is. */
  readonly dustThreshold: bigint | null;
  readonly nowMs: number;
}

export interface Sendable extends Pick<QuoteReading, "memo" | "inboundAddress" | "reason"> {
  /** The deposit must be a call of the chain's router: a plain transfer of a token carries no memo. */
  readonly viaRouter: boolean;
}

const withhold = (reason: string): Sendable => ({ memo: null, inboundAddress: null, reason, viaRouter: false });

/** Memo and address of a quote, or why neither may be shown now. Both are null without a destination. */
export function toSendable(asked: QuoteCase): Sendable {
  const { request, from, quote, trading, evidence, verdicts } = asked;
  if (trading.verdict === "halted") return withhold(`halted: ${trading.haltedBy.join(", ")}`);
  if (trading.verdict === "unknown") return withhold(trading.reason ?? "unreadable: the verdict is unknown");
  if (request.destination === undefined) return { memo: null, inboundAddress: null, reason: null, viaRouter: false };
  const fault = findMemoFault(quote.memo, {
    to: asked.to,
    destination: request.destination,
    streaming: request.streaming,
    toleranceBps: request.toleranceBps,
    expectedAmountOut: quote.expected_amount_out,
    outboundFee: quote.fees.outbound ?? 0n,
    maxStreamingQuantity: quote.max_streaming_quantity ?? null,
    known: asked.known,
    preset: evidence.preset,
  });
  if (fault !== null) return withhold(fault);

  const due = findDueHalt(evidence, toPairScope(asked));
  if (due !== null) return withhold(due);
  const memo = quote.memo ?? null;
  const chain = toPayoutChain(from, evidence.preset) ?? "";
  const deposits = verdicts.chains.get(chain)?.deposits;
  if (deposits?.verdict !== "open")
    return withhold(deposits?.reason ?? "unreadable: deposits are not known to be open");
  const gate = toInboundGate(evidence, verdicts, chain);
  if (chain === evidence.preset.nativeChain) {
    const weak = findSizeFault(asked) ?? findExpiryFault(quote, asked.nowMs);
    return weak ? withhold(weak) : { memo, inboundAddress: null, reason: gate.reason, viaRouter: false };
  }
  if (gate.address === null) return withhold(gate.reason ?? "unreadable: the address");
  if (quote.inbound_address !== gate.address || (quote.router || null) !== gate.router) {
    return withhold("providers_disagree: the quote names another inbound address or router");
  }
  const viaRouter = isRouterToken(from, gate.router);
  if (viaRouter && gate.router === null) return withhold("unreadable: no router is named for a token of this chain");
  const weak = findSizeFault(asked) ?? findExpiryFault(quote, asked.nowMs);
  return weak ? withhold(weak) : { memo, inboundAddress: gate.address, reason: null, viaRouter };
}

/** The chains and layer-1 assets whose halts stop a swap: of both sides, and the chains on which they move. */
export function toPairScope({ from, to, evidence }: Pick<QuoteCase, "from" | "to" | "evidence">) {
  const assets = [from, to].flatMap((asset) => toLayer1(asset) ?? []);
  const moves = [from, to].map((asset) => toPayoutChain(asset, evidence.preset) ?? "");
  return { assets, chains: [...assets.map((asset) => asset.split(".", 1)[0] as string), ...moves] };
}

/** Why a deposit of this size would be lost, or half of it and more; null when it would not. */
export function findSizeFault({
  amount,
  to,
  dustThreshold,
  quote,
}: Pick<QuoteCase, "amount" | "to" | "dustThreshold" | "quote">): string | null {
  if (dustThreshold !== null && dustThreshold > 0n && amount <= dustThreshold) {
    return "amount_too_small: the network ignores a deposit that is not above dust_threshold";
  }
  if (quote.expected_amount_out === 0n) return "amount_too_small: nothing would be paid out";
  const least = quote.recommended_min_amount_in ?? null;
  if (least !== null && amount < least) {
    return "amount_too_small: it is below recommended_min_amount, and fees may take all of it, in a refund as well";
  }
  const leastBps = toLeastTotalBps(quote, to);
  return leastBps < RUINOUS_BPS ? null : `fees_too_high: the fees ${toFeesShare(toTotalBps(quote, to), leastBps)}`;
}

/** The instant to which a quote holds; null where the node names none, or one that no node gives. */
export function toExpiry(quote: Pick<QuoteSwap, "expiry">, nowMs: number): number | null {
  const expiresAtMs = quote.expiry === undefined ? null : quote.expiry * 1000;
  return expiresAtMs !== null && expiresAtMs - nowMs <= LONGEST_MS ? expiresAtMs : null;
}

function findExpiryFault(quote: QuoteSwap, nowMs: number): string | null {
  if (quote.expiry === undefined) return "unreadable: the quote does not say when it expires";
  return toExpiry(quote, nowMs) === null ? "unreadable: the quote claims to hold for more than an hour" : null;
}

/** A token of an EVM chain, known by its contract or by the chain's router. */
function isRouterToken(asset: string, router: string | null): boolean {
  const parts = parseAsset(asset);
  return parts?.kind === "layer1" && parts.contract !== null && (router !== null || parts.contract.startsWith("0X"));
}
