// What a swap would pay and cost, and how it would be sent. Amounts are base units (bigint).

import type { Agreed } from "./agreed.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { Reason } from "./reason.ts";
import type { Judgement, Verdict } from "./verdicts.ts";

export interface QuoteRequest {
  /** As people write assets: `BTC`, `eth.usdc`, `ETH.USDC-0XA0B8…`. */
  readonly from: string;
  readonly to: string;
  /** A strict decimal string in whole units of `from`. */
  readonly amount: string;
  readonly destination?: string;
  readonly streaming?: { readonly interval: number; readonly quantity: number };
  readonly toleranceBps?: number;
}

export interface QuoteFee {
  readonly kind: "liquidity" | "outbound" | "affiliate";
  /** In the target asset, the largest that a source states; null when one of them did not say. */
  readonly amount: (Money & { readonly base: Agreed<bigint> }) | null;
  readonly bps: number | null;
}

/** Whether to send a swap that may be sent: nothing is wrong, a warning must be accepted first, or do not send. */
export type AdviceLevel = "none" | "warned" | "forbidden";

/**
 * A quote is never cached: it is valid until `expiresAtMs`, for the caller who asked. Each figure is the worst that a source states:
 * the smallest output, the largest fee, the latest time, the earliest expiry. `seconds` are null where one did not say.
 */
export interface QuoteReading extends Envelope {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  readonly trading: Judgement;
  /** Base units of `to`, after all protocol fees, before the sender's own inbound gas. */
  readonly expectedAmountOut: Agreed<bigint> | null;
  readonly fees: readonly QuoteFee[];
  readonly inboundGasEstimate: Money | null;
  readonly slipBps: number | null;
  readonly totalBps: number | null;
  /** Base units of `from`. */
  readonly recommendedMinAmount: Agreed<bigint> | null;
  /** Base units of `from`. */
  readonly dustThreshold: Agreed<bigint> | null;
  readonly maxStreamingQuantity: number | null;
  readonly seconds: {
    readonly inboundConfirmation: number | null;
    readonly swap: number | null;
    readonly streaming: number | null;
    readonly outboundDelay: number | null;
    readonly total: number | null;
  };
  readonly expiresAtMs: number | null;
  /** Written here from the request, and equal in meaning to what each source wrote. */
  readonly memo: Agreed<string> | null;
  readonly inboundAddress: Agreed<string> | null;
  /** Why memo or address is withheld, or the figures too; null otherwise. */
  readonly reason: Reason | null;
  /** Why a deposit of this size would be lost, or half of it and more; null when it would not. */
  readonly sizeFault: Reason | null;
  readonly adviceLevel: AdviceLevel;
  /** Of the chain that pays out: `seconds.total` is null where it does not sign. */
  readonly payoutSigning: Verdict;
}
