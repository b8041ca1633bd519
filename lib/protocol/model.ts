// Protocol room: the judged facts that every page, document and tool reads. Amounts are base units (bigint) beside their asset.
import type { NetworkName } from "./chains.ts";

/** The code of a chain, as the networks write it. */
export const CHAIN_CODE = /^[A-Z0-9]{2,12}$/;

export type Verdict = "open" | "halted" | "unknown";
export type Freshness = "fresh" | "stale" | "unknown";

/** A verdict with its grounds: a `halted` names what is in force, an `unknown` says why. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Exact names of the parameters and row flags in force, in a stable order; empty unless halted. */
  readonly haltedBy: readonly string[];
  /** Code with words ("stale: block is 42 s old"); null when open and when halted by fresh data. */
  readonly reason: string | null;
}

/** What the block clock says: how old the newest block is, and whether an `open` may be believed. Times are epoch milliseconds. */
export interface Clock {
  readonly freshness: Freshness;
  readonly height: number | null;
  readonly blockTimeMs: number | null;
  readonly ageMs: number | null;
  /** Code with words when not fresh; null when fresh. */
  readonly reason: string | null;
}

export interface Money {
  readonly asset: string;
  /** Base units of `asset`; see `toDecimals`. */
  readonly base: bigint;
  /** US dollars in 1e8, or null where no price is known. */
  readonly usd: bigint | null;
}

/** A halt whose height is ahead: reported, not in force. */
export interface ScheduledHalt {
  readonly parameter: string;
  readonly value: number;
  readonly height: number;
  /** Approximate, at the protocol's block time. */
  readonly estimatedTimeMs: number | null;
}

/** What is asked of a chain. */
export const questions = ["trading", "deposits", "signing", "liquidity"] as const;
export type Question = (typeof questions)[number];

export interface ChainJudgement extends Readonly<Record<Question, Judgement>> {
  readonly chain: string;
  readonly scheduled: readonly ScheduledHalt[];
}

export interface ChainReading extends ChainJudgement {
  readonly native: boolean;
  /** Why something about this chain is unknown or withheld; null otherwise. */
  readonly reason: string | null;
  readonly outboundFee: Money | null;
  /** In the chain's gas asset. */
  readonly dustThreshold: bigint | null;
  readonly gasAsset: string | null;
  readonly gasRate: string | null;
  readonly gasRateUnits: string | null;
  readonly blockSeconds: number | null;
  readonly lastObservedHeight: number | null;
}

/** Why an answer could not be verified. `hint` says what to do and holds no upstream text. */
export interface Failure {
  readonly code: string;
  readonly hint: string;
  readonly retryAfterSeconds: number | null;
  /** Nearest legal values, where that helps. */
  readonly candidates?: readonly string[];
}

/** What stands first in every answer. A reading with a `failure` has the same shape, with `unknown`, null and empty lists. */
export interface Envelope {
  readonly network: NetworkName;
  readonly source: "live" | "sample";
  readonly clock: Clock;
  /** One or two sentences of our own: what to do now. */
  readonly advice: string;
  readonly failure: Failure | null;
  /** Until when a new reading would say the same, its age in seconds too; absent: not for a moment. */
  readonly sameUntilMs?: number;
}

export interface ProviderReading {
  readonly kind: "node" | "indexer";
  readonly ok: boolean;
  readonly height: number | null;
  readonly lagBlocks: number | null;
  /** When the height was received, by our clock in epoch milliseconds; null where it was not read. */
  readonly observedAtMs: number | null;
}

export interface HaltParameter {
  readonly value: number;
  readonly inForce: boolean;
}

export interface NetworkReading extends Envelope {
  readonly trading: Judgement;
  readonly chains: readonly ChainReading[];
  readonly nativeTransactionFee: Money | null;
  readonly nativeOutboundFee: Money | null;
  readonly outboundMultiplierBps: number | null;
  readonly minimumSlipBps: Readonly<Record<"l1" | "synth" | "trade" | "secured" | "derived", number | null>>;
  /** Known keys in force or scheduled, nothing else. */
  readonly haltParameters: Readonly<Record<string, HaltParameter>>;
  readonly queue: { swap: number; outbound: number; internal: number; scheduledOutboundValue: bigint | null } | null;
  readonly providers: readonly ProviderReading[];
}

export type PoolStatus = "available" | "staged" | "suspended" | "other";

export interface PoolReading {
  readonly asset: string;
  readonly chain: string;
  readonly status: PoolStatus;
  readonly trading: Judgement;
  /** US dollars (1e8) a whole unit. */
  readonly priceUsd: bigint | null;
  readonly assetDepth: bigint;
  readonly nativeDepth: bigint;
  readonly nativeAsset: string;
  readonly depthUsd: bigint | null;
  readonly outboundFee: Money | null;
}

export interface PoolsReading extends Envelope {
  /** US dollars (1e8) a whole unit of the native asset, which has no pool of its own. */
  readonly nativePriceUsd: bigint | null;
  /** Deepest first by native depth, then by asset. */
  readonly pools: readonly PoolReading[];
}

/** One row of inbound addresses, already gated: `address` and `router` are null unless it is safe to send now. */
export interface InboundReading {
  readonly chain: string;
  readonly trading: Judgement;
  readonly deposits: Judgement;
  readonly signing: Judgement;
  readonly address: string | null;
  readonly router: string | null;
  readonly gasRate: string | null;
  readonly gasRateUnits: string | null;
  readonly dustThreshold: bigint | null;
  readonly gasAsset: string | null;
  readonly validUntilMs: number | null;
  readonly reason: string | null;
}

export interface InboundsReading extends Envelope {
  readonly chains: readonly InboundReading[];
}

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
  /** In the target asset; null when the node did not say. */
  readonly amount: Money | null;
  readonly bps: number | null;
}

/** Whether a swap that may be sent should be: nothing speaks against it, something must be accepted first, or it should not. */
export type Heed = "none" | "warned" | "forbidden";

/** A quote is never kept: it is valid to `expiresAtMs` for the caller who asked. `seconds` are null where the node did not say. */
export interface QuoteReading extends Envelope {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  readonly trading: Judgement;
  /** Base units of `to`, after all protocol fees, before the sender's own inbound gas. */
  readonly expectedAmountOut: bigint | null;
  readonly fees: readonly QuoteFee[];
  readonly inboundGasEstimate: Money | null;
  readonly slipBps: number | null;
  readonly totalBps: number | null;
  /** Base units of `from`. */
  readonly recommendedMinAmount: bigint | null;
  /** Base units of `from`. */
  readonly dustThreshold: bigint | null;
  readonly maxStreamingQuantity: number | null;
  readonly seconds: {
    readonly inboundConfirmation: number | null;
    readonly swap: number | null;
    readonly streaming: number | null;
    readonly outboundDelay: number | null;
    readonly total: number | null;
  };
  readonly expiresAtMs: number | null;
  readonly memo: string | null;
  readonly inboundAddress: string | null;
  readonly reason: string | null;
  readonly heed: Heed;
  /** Of the chain that pays out: `seconds.total` is null where it does not sign. */
  readonly payoutSigning: Verdict;
}

export const swapStates = [
  "unknown",
  "observing",
  "confirming",
  "swapping",
  "outbound_scheduled",
  "outbound_signing",
  "done",
  "refunded",
  "partially_refunded",
  "failed",
  "no_output",
  "unavailable",
] as const;
export type SwapState = (typeof swapStates)[number];

export interface SwapStage {
  readonly stage: "observed" | "confirmed" | "swapped" | "outbound_scheduled" | "outbound_signed";
  readonly done: boolean;
  /** Sub-swaps executed of all, on `swapped` only. */
  readonly streaming?: { readonly count: number; readonly quantity: number } | null;
  readonly secondsLeft?: number | null;
}

/** Parts to come, each `intervalBlocks` of the protocol after the one before. */
export interface StreamingLeft {
  readonly parts: number;
  readonly intervalBlocks: number;
  readonly seconds: number;
}

export interface SwapLeg {
  readonly chain: string;
  readonly asset: string;
  /** Base units of `asset`. */
  readonly amount: bigint;
  /** Sender of `in`, recipient of `out`; cleaned upstream text. */
  readonly address: string | null;
}

export interface SwapOut extends SwapLeg {
  readonly kind: "swap" | "refund" | "affiliate";
  readonly txid: string | null;
}

export interface SwapReading extends Envelope {
  /** As `parseTxid` gives it. */
  readonly txid: string;
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly refundExpected: boolean;
  /** The state in a few words, without a full stop. */
  readonly headline: string;
  readonly explanation: string;
  readonly stages: readonly SwapStage[];
  readonly in: (SwapLeg & { readonly memo: string | null }) | null;
  readonly out: readonly SwapOut[];
  /** The network's own words: untrusted, cleaned data. */
  readonly refundReason: string | null;
  readonly liquidityFee: Money | null;
  readonly outboundFees: readonly Money[];
  readonly startedAtMs: number | null;
  readonly estimatedSecondsLeft: number | null;
  /** What is left of a streaming swap, an estimate; null where the node does not give all that it follows from. */
  readonly streamingLeft: StreamingLeft | null;
  readonly nextPollSeconds: number | null;
  /** The chain that the payout (or the refund) goes to: of the one that is not sent yet, where there are several. */
  readonly payoutChain: string | null;
  /** Verdict of signing on that chain. */
  readonly signing: Verdict;
  readonly decidedBy: "node" | "indexer" | null;
}

/** The caller's abort reaches every upstream call made for it. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** `chain` keeps that chain alone; the advice is about what is kept. */
export interface InboundsOptions extends ReadOptions {
  readonly chain?: string;
}

/**
 * The one reader of the protocol. Upstream trouble never throws: it is a reading with `failure`, `unknown` and null.
 * Bad input throws InputError; the caller's abort rejects with the signal's reason.
 */
export interface Network {
  getStatus(options?: ReadOptions): Promise<NetworkReading>;
  getPools(options?: ReadOptions): Promise<PoolsReading>;
  getInbounds(options?: InboundsOptions): Promise<InboundsReading>;
  getQuote(request: QuoteRequest, options?: ReadOptions): Promise<QuoteReading>;
  getSwap(txid: string, chain: string | null, options?: ReadOptions): Promise<SwapReading>;
}
