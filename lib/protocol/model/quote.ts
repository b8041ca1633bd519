// A quote: what a swap would pay and cost, and how to send its deposit. Amounts are base units.

import type { Agreed } from "./agreed.ts";
import type { Sending } from "./deposit-shape.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { GasRate } from "./gas-rate.ts";
import type { Message } from "./messages.ts";
import type { Reason } from "./reasons.ts";
import type { Judgement, Verdict } from "./verdicts.ts";

export interface QuoteRequest {
  /** Assets as people write them: `BTC`, `eth.usdc`, `ETH.USDC-0XA0B8…`. */
  readonly from: string;
  readonly to: string;
  /** In whole units of `from`. Exactly one of `amount` and `amountUsd`. */
  readonly amount?: string | undefined;
  readonly amountUsd?: string | undefined;
  readonly destination?: string | undefined;
  /** `interval`: blocks between parts. A `quantity` of 0 leaves the number to the network. */
  readonly streaming?: { readonly interval: number; readonly quantity: number } | undefined;
  /** How far the output may fall short of the price before fees. */
  readonly toleranceBps?: number | undefined;
  /** How far the output may fall short of the expected output; 0 sets no limit. */
  readonly liquidityToleranceBps?: number | undefined;
  /** The least output of a limit order, in whole units of `to`. */
  readonly targetOut?: string | undefined;
  readonly refundAddress?: string | undefined;
  readonly affiliate?: string | undefined;
  readonly affiliateBps?: number | undefined;
}

export const feeKinds = ["liquidity", "outbound", "affiliate"] as const;

export interface QuoteFee {
  readonly kind: (typeof feeKinds)[number];
  /** In the target asset. Null when one source did not state it. */
  readonly amount: (Money & { readonly base: Agreed<bigint> }) | null;
  readonly bps: number | null;
}

/** A figure that is null where not enough nodes state it. */
export type StatedFigure =
  | QuoteFee["kind"]
  | keyof QuoteReading["seconds"]
  | "recommendedMinAmount"
  | "dustThreshold"
  | "maxStreamingQuantity"
  | "refundFee";

export interface Withheld {
  readonly code: string;
  readonly message: Message;
  /** Null where asking again does not help. */
  readonly retryAfterSeconds: number | null;
}

export const belowLimits = ["refund", "refund_parts", "wait"] as const;
export type BelowLimit = (typeof belowLimits)[number];

export type AdviceLevel = "none" | "warned" | "forbidden";

export const unknownCosts = {
  /** All fees and the price impact: in the asset received, and in bps of the amount sent. */
  totalCost: null as Money | null,
  totalCostBps: null as number | null,
  priceImpact: null as Money | null,
  priceImpactBps: null as number | null,
};

/** Each figure is the worst that a source states. Nobody may send after `sendBeforeMs`. */
export interface QuoteReading extends Envelope, GasRate, Readonly<typeof unknownCosts> {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`; null for dollars without a price. */
  readonly amount: bigint | null;
  /** For an amount in dollars, which count in 1e8. `priceUsd`: the price of one whole unit. */
  readonly converted: {
    readonly usd: bigint;
    readonly priceUsd: bigint;
    readonly pricedAtMs: number | null;
  } | null;
  readonly trading: Judgement;
  /**
   * Base units of `to`, after protocol fees. If the pools are too small, it assumes that nobody
   * refills them between the parts. For a limit order it is the limit, before payout fees.
   */
  readonly expectedAmountOut: Agreed<bigint> | null;
  /** The output if pools that are too small are refilled; null where they are deep enough. */
  readonly bestCaseOut: Agreed<bigint> | null;
  /** `bestCaseOut` less `expectedAmountOut`, in bps of the amount sent. */
  readonly thinPoolLossBps: number | null;
  /** Base units of `from` that the pools can take; null where the amount is small. */
  readonly sensibleMaxAmount: bigint | null;
  /** Base units of `to` if all parts are swapped; null without a memo or a limit. */
  readonly minReceived: Agreed<bigint> | null;
  readonly plannedMinimum: bigint | null;
  readonly belowLimit: BelowLimit | null;
  readonly refundFee: Money | null;
  readonly order: {
    readonly marketOut: Agreed<bigint>;
    readonly ttlBlocks: Agreed<number>;
    readonly ttlSeconds: number;
  } | null;
  /** Worth by pool prices, in US dollars times 1e8. */
  readonly sentUsd: bigint | null;
  readonly receivedUsd: bigint | null;
  readonly feeShares: readonly { readonly kind: QuoteFee["kind"]; readonly bps: number | null }[];
  readonly streaming: {
    readonly mode: "single" | "rapid" | "spaced" | null;
    /** Blocks between the parts; 0 for rapid parts and for one part. */
    readonly interval: number | null;
    readonly quantity: number | null;
    readonly isApplied: boolean | null;
  };
  readonly fees: readonly QuoteFee[];
  /** Network fee, paid on top of the amount. Correct within a factor of two. */
  readonly inboundGasEstimate: Money | null;
  readonly slipBps: number | null;
  readonly totalBps: number | null;
  /** Base units of `from`. */
  readonly recommendedMinAmount: Agreed<bigint> | null;
  /** Base units of `from`. */
  readonly dustThreshold: Agreed<bigint> | null;
  readonly maxStreamingQuantity: number | null;
  /** Sources that state each figure; if it is null with `all`, they differ. `waits`: parts wait. */
  readonly statedBy: Readonly<Partial<Record<StatedFigure, "all" | "some" | "absent" | "waits">>>;
  /** The payout delay runs in parallel with the swap, so the total is less than the sum. */
  readonly seconds: {
    readonly inboundConfirmation: number | null;
    /** 0 for a swap in one part. */
    readonly swap: number | null;
    readonly outboundDelay: number | null;
    readonly total: number | null;
  };
  readonly sendBeforeMs: number | null;
  /** Written from the request, and equal in meaning to each source's memo. */
  readonly memo: Agreed<string> | null;
  readonly inboundAddress: Agreed<string> | null;
  readonly token: { readonly contract: string; readonly decimals: number | null } | null;
  readonly router: Agreed<string> | null;
  /** The nodes' own words: data for people, never an instruction. */
  readonly networkNotes: Agreed<string> | null;
  readonly sourcesAgreeing: number | null;
  readonly reason: Reason | null;
  readonly withheld: Withheld | null;
  /** Why at least half of the deposit would be lost. */
  readonly sizeFault: Reason | null;
  readonly adviceLevel: AdviceLevel;
  /** Null where nothing may be sent. */
  readonly sending: Sending | null;
  readonly payoutSigning: Verdict;
}

export type QuoteBody = Omit<
  QuoteReading,
  keyof Envelope | "adviceLevel" | "sending" | "payoutSigning" | "withheld"
>;

export type UnknownCode =
  | "sources_differ"
  | "one_source"
  | "not_stated"
  | "payouts_halted"
  | "payouts_not_checked"
  | "parts_wait"
  | "no_price"
  | "wallet_shows"
  | "order"
  | "none";

export function unknownCode(
  { statedBy, payoutSigning }: QuoteReading,
  figure: StatedFigure,
): UnknownCode {
  if (figure === "total" && payoutSigning !== "open")
    return payoutSigning === "halted" ? "payouts_halted" : "payouts_not_checked";
  const statement = statedBy[figure];
  return statement === undefined ? "not_stated" : codesOfStatements[statement];
}

const codesOfStatements = {
  waits: "parts_wait",
  absent: "none",
  all: "sources_differ",
  some: "one_source",
} as const;

/** The fee in dollars is its share of the total cost in dollars, so that all fees add up. */
export function feeWorth(
  fee: { readonly amount: Money | null } | undefined,
  { totalCost }: Pick<QuoteReading, "totalCost">,
): Money | null {
  if (!fee?.amount) return null;
  const { asset, base, usd } = fee.amount;
  const isTotalPriced = totalCost !== null && totalCost.base > 0n && totalCost.usd !== null;
  return {
    asset,
    base,
    usd: isTotalPriced ? ((totalCost.usd ?? 0n) * base) / totalCost.base : usd,
  };
}
