// What a swap would pay and cost, and how it would be sent. Amounts are base units (bigint).

import type { Agreed } from "./agreed.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { GasRate } from "./network-status.ts";
import type { Judgement, Reason, Verdict } from "./verdicts.ts";

export interface QuoteRequest {
  /** As people write assets: `BTC`, `eth.usdc`, `ETH.USDC-0XA0B8…`. */
  readonly from: string;
  readonly to: string;
  /** A strict decimal string in whole units of `from`; or `amountUsd`, one in US dollars. Exactly one of both. */
  readonly amount?: string | undefined;
  readonly amountUsd?: string | undefined;
  readonly destination?: string | undefined;
  /** Blocks between the parts, and how many parts; a quantity of 0 leaves that to the network. Left out: as the network splits by itself. */
  readonly streaming?: { readonly interval: number; readonly quantity: number } | undefined;
  /** How far the output may fall short of the price before fees. */
  readonly toleranceBps?: number | undefined;
  /** How far it may fall short of the expected output; 0 sets no limit. */
  readonly liquidityToleranceBps?: number | undefined;
  /** Of a limit order: the least output, a strict decimal string in whole units of `to`. It takes the place of a tolerance. */
  readonly targetOut?: string | undefined;
  /** Where a refund goes; the sender's own address when left out. */
  readonly refundAddress?: string | undefined;
  /** A name or address that takes a part of the output. */
  readonly affiliate?: string | undefined;
  readonly affiliateBps?: number | undefined;
}

export const feeKinds = ["liquidity", "outbound", "affiliate"] as const;

export interface QuoteFee {
  readonly kind: (typeof feeKinds)[number];
  /** In the target asset, the largest that a source states; null when one of them did not say. */
  readonly amount: (Money & { readonly base: Agreed<bigint> }) | null;
  readonly bps: number | null;
}

export interface Withheld {
  readonly code: string;
  readonly text: string;
  /** After so long the same question may have another answer; null where it will not. */
  readonly retryAfterSeconds: number | null;
}

/** The deposit is refunded; a part is refunded while others are paid out; an order waits. */
export const belowLimits = ["refund", "refund_parts", "wait"] as const;
export type BelowLimit = (typeof belowLimits)[number];

/** Whether to send a swap that may be sent: nothing is wrong, a warning must be accepted first, or do not send. */
export type AdviceLevel = "none" | "warned" | "forbidden";

/** What a swap costs, where that is not known, and of an order, whose prices nobody knows before it is filled. */
export const unknownCosts = {
  /** What all fees and the price impact take together, and the price impact alone: in the asset received, and of the amount sent. */
  totalCost: null as Money | null,
  totalCostBps: null as number | null,
  priceImpact: null as Money | null,
  priceImpactBps: null as number | null,
};

/**
 * A quote is never cached: nobody should send after `sendBeforeMs`, for the caller who asked. Each figure is the worst that a source states:
 * the smallest output, the largest fee, the latest time, the earliest expiry. `seconds` are null where one did not say.
 */
export interface QuoteReading extends Envelope, GasRate, Readonly<typeof unknownCosts> {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`; null where it was asked for in dollars, and nothing could be verified. */
  readonly amount: bigint | null;
  /** Of an amount that was asked for in dollars: how many, and the agreed price of one unit, both in 1e8. */
  readonly converted: {
    readonly usd: bigint;
    readonly priceUsd: bigint;
    /** When the pools were asked for the price, in epoch milliseconds. */
    readonly pricedAtMs: number | null;
  } | null;
  readonly trading: Judgement;
  /**
   * Base units of `to`, after all protocol fees, before the sender's own inbound gas. Where the pools do not bear the amount, it is what
   * comes out if nobody refills them between the parts; of a limit order, the limit in the memo, before the fees on its payout.
   */
  readonly expectedAmountOut: Agreed<bigint> | null;
  /** What the network quotes where the pools do not bear it: what comes out at best; null elsewhere. */
  readonly bestCaseOut: Agreed<bigint> | null;
  /** What lies between the two, in bps of the amount sent. */
  readonly thinPoolLossBps: number | null;
  /** Where the amount is too large for the pools, or in parts more than half of that: what they bear, in base units of `from`; null where it is not known. */
  readonly sensibleMaxAmount: bigint | null;
  /**
   * What is paid at least if all parts of the swap run, by the limit in the memo; what would bring less is refunded. Base units of `to`;
   * null without a memo or a limit.
   */
  readonly minReceived: Agreed<bigint> | null;
  /** The same by the limit that a memo would have, where there is none yet; else null. */
  readonly plannedMinimum: bigint | null;
  /** What becomes of a swap, or of each of its parts, that would bring less than the limit; null where no limit holds. */
  readonly belowLimit: BelowLimit | null;
  /** What a refund costs: the outbound fee of what is sent; null where it is not known. */
  readonly refundFee: Money | null;
  /** Of a limit order, whose output is what it waits for: what the network pays now, and how long it rests. Null for a swap. */
  readonly order: {
    readonly marketOut: Agreed<bigint>;
    readonly ttlBlocks: Agreed<number>;
    readonly ttlSeconds: number;
  } | null;
  /** By the prices of the pools, in 1e8 a US dollar. */
  readonly sentUsd: bigint | null;
  readonly receivedUsd: bigint | null;
  /** Each fee's part of the amount sent. */
  readonly feeShares: readonly { readonly kind: QuoteFee["kind"]; readonly bps: number | null }[];
  /** What the network would do; null where it gave no quote. `isApplied` is false where parts were asked for and there is one. */
  readonly streaming: {
    readonly mode: "single" | "rapid" | "spaced" | null;
    /** Blocks between the parts; 0 of rapid parts, of which at least one runs in each block, and of one part. */
    readonly interval: number | null;
    readonly quantity: number | null;
    readonly isApplied: boolean | null;
  };
  readonly fees: readonly QuoteFee[];
  /** What the sender's wallet pays its chain, on top of the amount, within a factor of two; null where that is not known. */
  readonly inboundGasEstimate: Money | null;
  readonly slipBps: number | null;
  readonly totalBps: number | null;
  /** Base units of `from`. */
  readonly recommendedMinAmount: Agreed<bigint> | null;
  /** Base units of `from`. */
  readonly dustThreshold: Agreed<bigint> | null;
  readonly maxStreamingQuantity: number | null;
  /**
   * By the name of a figure: whether all sources state it, or some. One that is null is disputed, or left out by one. `absent`: there is none
   * of this swap. `waits`: of a time, none while swaps in parts wait.
   */
  readonly statedBy: Readonly<Record<string, "all" | "some" | "absent" | "waits">>;
  /** As the network states them. The payout delay runs beside the swap, so the total is less than the sum. */
  readonly seconds: {
    readonly inboundConfirmation: number | null;
    /** Of all parts; 0 where there is one. */
    readonly swap: number | null;
    readonly outboundDelay: number | null;
    readonly total: number | null;
  };
  readonly sendBeforeMs: number | null;
  /** Written here from the request, and equal in meaning to what each source wrote. */
  readonly memo: Agreed<string> | null;
  readonly inboundAddress: Agreed<string> | null;
  /** Of a token of an EVM chain that is sent: its contract, and its decimals where the nodes state them. Null of anything else. */
  readonly token: { readonly contract: string; readonly decimals: number | null } | null;
  /** The contract to call for a token; null where there is none, and without an address. */
  readonly router: Agreed<string> | null;
  /** The nodes' own words on the deposit, as far as they say the same: data for people, never an instruction. Null without a memo. */
  readonly networkNotes: Agreed<string> | null;
  /** How many nodes name the address. */
  readonly sourcesAgreeing: number | null;
  /** Why memo or address is withheld, or the figures too; null otherwise. */
  readonly reason: Reason | null;
  /** Why there is no memo, and what to do; null where there is one. */
  readonly withheld: Withheld | null;
  /** Why a deposit of this size would be lost, or half of it and more; null when it would not. */
  readonly sizeFault: Reason | null;
  readonly adviceLevel: AdviceLevel;
  /** Steps of whole sentences: what the deposit must look like. Null where nothing is to be sent. */
  readonly howToSend: readonly string[] | null;
  /** Of the chain that pays out: `seconds.total` is null where it does not sign. */
  readonly payoutSigning: Verdict;
}

/** All but what its advice says, and when it may be believed. */
export type QuoteBody = Omit<
  QuoteReading,
  keyof Envelope | "adviceLevel" | "howToSend" | "payoutSigning" | "withheld"
>;

/** Why a figure of a quote is null. */
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

/** `figure`: as `statedBy` names it. */
export function whyUnknown({ statedBy, payoutSigning }: QuoteReading, figure: string): UnknownCode {
  if (figure === "total" && payoutSigning !== "open")
    return payoutSigning === "halted" ? "payouts_halted" : "payouts_not_checked";
  if (statedBy[figure] === "waits") return "parts_wait";
  if (statedBy[figure] === "absent") return "none";
  if (statedBy[figure] === "all") return "sources_differ";
  return statedBy[figure] === "some" ? "one_source" : "not_stated";
}

/** In dollars as a part of the total, so that the parts add up. */
export function feeWorth(
  fee: { readonly amount: Money | null } | undefined,
  { totalCost }: Pick<QuoteReading, "totalCost">,
): Money | null {
  if (!fee?.amount) return null;
  const { asset, base, usd } = fee.amount;
  const isPart = totalCost !== null && totalCost.base > 0n && totalCost.usd !== null;
  return { asset, base, usd: isPart ? ((totalCost.usd ?? 0n) * base) / totalCost.base : usd };
}
