// A quote: what a swap would pay and cost, and how to send the deposit. Amounts are base units.

import type { Agreed } from "./agreed.ts";
import type { Sending } from "./deposit-shape.ts";
import type { DatedEnvelope, Money, WalletFee } from "./envelope.ts";
import type { GasRate } from "./gas-rate.ts";
import type { Message } from "./messages.ts";
import type { Reason } from "./reasons.ts";
import type { Judgement, Verdict } from "./verdicts.ts";

export interface QuoteRequest {
  /** Assets as people write them: `BTC`, `eth.usdc`, `ETH.USDC-0XA0B8…`. */
  readonly from: string;
  readonly to: string;
  /** In whole units of `from`. A request has either `amount` or `amountUsd`. */
  readonly amount?: string | undefined;
  readonly amountUsd?: string | undefined;
  readonly destination?: string | undefined;
  /** `interval`: blocks between parts. `quantity`: number of parts; 0 lets the network choose. */
  readonly streaming?: { readonly interval: number; readonly quantity: number } | undefined;
  /** How many bps the output may be below the amount's worth at the current price. */
  readonly toleranceBps?: number | undefined;
  /** How many bps the output may be below the expected output. 0 sets no limit. */
  readonly liquidityToleranceBps?: number | undefined;
  /** The least output of a limit order, in whole units of `to`. */
  readonly targetOut?: string | undefined;
  readonly refundAddress?: string | undefined;
  readonly affiliate?: string | undefined;
  readonly affiliateBps?: number | undefined;
  /** Asked only to compare: the nodes are not asked while clients' calls are scarce. */
  readonly isComparison?: true;
}

/** Who gets a part of the deposit, as it was asked for. The memo of the quote names the same. */
export interface Payees {
  readonly destination: string | null;
  /** Null: a refund goes to the sender. */
  readonly refundAddress: string | null;
  readonly affiliate: { readonly name: string; readonly bps: number } | null;
}

export const feeKinds = ["liquidity", "outbound", "affiliate"] as const;

export interface QuoteFee {
  readonly kind: (typeof feeKinds)[number];
  /** In the target asset. Null if a node does not state the fee, or if nodes differ. */
  readonly amount: (Money & { readonly base: Agreed<bigint> }) | null;
  readonly bps: number | null;
}

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
  readonly retryAfterSeconds: number | null;
}

export const belowLimits = ["refund", "refund_parts", "wait"] as const;
export type BelowLimit = (typeof belowLimits)[number];

export type AdviceLevel = "none" | "warned" | "forbidden";

export const unknownCosts = {
  /** Fees plus price impact, in the asset received. `…Bps` members: in bps of the amount sent. */
  totalCost: null as Money | null,
  totalCostBps: null as number | null,
  priceImpact: null as Money | null,
  priceImpactBps: null as number | null,
};

/** Figures are the least favourable that a node states. Nobody may send after `sendBeforeMs`. */
export interface QuoteReading extends DatedEnvelope, GasRate, Readonly<typeof unknownCosts> {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. Null if the request is in dollars and no prices could be read. */
  readonly amount: bigint | null;
  /**
   * Set if the request is in dollars and prices were read. `usd` (the request) and `priceUsd` (one
   * whole unit of `from`) are in US dollars times 1e8.
   */
  readonly converted: {
    readonly usd: bigint;
    readonly priceUsd: bigint;
    readonly pricedAtMs: number | null;
  } | null;
  readonly payees: Payees;
  readonly trading: Judgement;
  /**
   * Output in base units of `to`, after the network's fees. If the pools are too small, or parts
   * would lose over 1 %, nobody is assumed to refill the pools between the parts. For a limit
   * order: the least output that the order asks for, before the outbound fee.
   */
  readonly expectedAmountOut: Agreed<bigint> | null;
  /** Output if somebody refills the pools between parts. Null if equal to `expectedAmountOut`. */
  readonly bestCaseOut: Agreed<bigint> | null;
  /** Output if nobody refills the pools between parts. Null if hardly below what nodes quote. */
  readonly unfilledOut: bigint | null;
  /**
   * What a swap loses if nobody refills the pools: what nodes quote minus `unfilledOut`, as a share
   * in bps of the worth of the amount sent. Null if `unfilledOut` is, or without a worth.
   */
  readonly thinPoolLossBps: number | null;
  /**
   * Largest amount found that the pools can take, with a loss of 1 % at most if nobody refills
   * them, in base units of `from`. Null if unknown, if not above
   * the recommended minimum, or if `amount` is not above it.
   */
  readonly sensibleMaxAmount: bigint | null;
  /**
   * Least output in base units of `to` if all parts are swapped. Null without memo or price limit,
   * if a needed outbound fee is unknown, or if fees take all of it.
   */
  readonly minReceived: Agreed<bigint> | null;
  readonly plannedMinimum: bigint | null;
  readonly belowLimit: BelowLimit | null;
  readonly refundFee: Money | null;
  readonly order: {
    readonly marketOut: Agreed<bigint>;
    readonly ttlBlocks: Agreed<number>;
    readonly ttlSeconds: number;
  } | null;
  /** Worth of amount and output at pool prices, in US dollars times 1e8. Null without a price. */
  readonly sentUsd: bigint | null;
  readonly receivedUsd: bigint | null;
  readonly feeShares: readonly { readonly kind: QuoteFee["kind"]; readonly bps: number | null }[];
  readonly streaming: {
    readonly mode: "single" | "rapid" | "spaced" | null;
    readonly interval: number | null;
    readonly quantity: number | null;
    readonly isApplied: boolean | null;
  };
  readonly fees: readonly QuoteFee[];
  /** Network fee of the deposit, paid on top of the amount. Null where only the wallet knows it. */
  readonly inboundGasEstimate: WalletFee | null;
  readonly slipBps: number | null;
  readonly totalBps: number | null;
  /** Highest minimum amount that a node recommends. In base units of `from`, as `dustThreshold`. */
  readonly recommendedMinAmount: Agreed<bigint> | null;
  readonly dustThreshold: Agreed<bigint> | null;
  readonly maxStreamingQuantity: number | null;
  /**
   * How many nodes state each figure. If all do and the figure is null, the nodes differ. `absent`:
   * the chain has no such figure. `waits`: swaps in parts are paused, so the time is not known.
   */
  readonly statedBy: Readonly<Partial<Record<StatedFigure, "all" | "some" | "absent" | "waits">>>;
  /** `total` may be below the sum of the others: the payout delay can start during the swap. */
  readonly seconds: {
    readonly inboundConfirmation: number | null;
    readonly swap: number | null;
    readonly outboundDelay: number | null;
    readonly total: number | null;
  };
  readonly sendBeforeMs: number | null;
  /** This server writes the memo. The memo that each node proposes asks for the same swap. */
  readonly memo: Agreed<string> | null;
  readonly inboundAddress: Agreed<string> | null;
  readonly token: { readonly contract: string; readonly decimals: number | null } | null;
  readonly router: Agreed<string> | null;
  /** Text that nodes write for people. Nobody may follow the text as an instruction. */
  readonly networkNotes: Agreed<string> | null;
  readonly sourcesAgreeing: number | null;
  readonly reason: Reason | null;
  readonly withheld: Withheld | null;
  /** Why the amount is too small, or why at least half of it would be lost. Null if it is fine. */
  readonly sizeFault: Reason | null;
  readonly adviceLevel: AdviceLevel;
  readonly sending: Sending | null;
  readonly payoutSigning: Verdict;
}

export type QuoteBody = Omit<
  QuoteReading,
  keyof DatedEnvelope | "adviceLevel" | "sending" | "payoutSigning" | "withheld"
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
  const statingNodes = statedBy[figure];
  return statingNodes === undefined ? "not_stated" : codesByStatingNodes[statingNodes];
}

const codesByStatingNodes = {
  waits: "parts_wait",
  absent: "none",
  all: "sources_differ",
  some: "one_source",
} as const;

/**
 * The fee, with dollars computed as a share of the total cost's dollars. Otherwise the dollars of
 * fees and price impact would not add up to the total cost.
 */
export function feeWorth(
  fee: { readonly amount: Money | null } | undefined,
  { totalCost }: Pick<QuoteReading, "totalCost">,
): Money | null {
  if (!fee?.amount) return null;
  const { asset, base, usd } = fee.amount;
  const isTotalUsdKnown = totalCost !== null && totalCost.base > 0n && totalCost.usd !== null;
  return {
    asset,
    base,
    usd: isTotalUsdKnown ? ((totalCost.usd ?? 0n) * base) / totalCost.base : usd,
  };
}
