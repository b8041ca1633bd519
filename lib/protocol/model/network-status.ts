// The state of the network as a whole, chain by chain.

import type { Agreed } from "./agreed.ts";
import type { Envelope, Money } from "./envelope.ts";
import {
  type ChainJudgement,
  codedReason,
  type Judgement,
  questions,
  type Reason,
} from "./verdicts.ts";

/** What a deposit on a chain should pay at least, in the unit that wallets print; all null where that is not known. */
export interface GasRate {
  readonly gasRate: Agreed<string> | null;
  /** "sat", "gwei" or a ticker. */
  readonly gasRateUnits: string | null;
  readonly gasRatePer: "byte" | "gas" | "transaction" | null;
}

export interface ChainReading extends ChainJudgement, GasRate {
  readonly native: boolean;
  /** Why something about this chain is unknown or withheld; null otherwise. */
  readonly reason: Reason | null;
  readonly outboundFee: Money | null;
  /** In the chain's gas asset. */
  readonly dustThreshold: Agreed<bigint> | null;
  readonly gasAsset: string | null;
  readonly blockSeconds: number | null;
  readonly lastObservedHeight: number | null;
}

export interface ProviderReading {
  readonly kind: "node" | "indexer";
  /** Who runs it. Those of one operator are one source. */
  readonly operator: string;
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

/** The longer of the queues that the nodes tell. */
export interface QueueReading {
  readonly swap: number | null;
  readonly outbound: number | null;
  readonly internal: number | null;
  /** Base units of the native asset. */
  readonly scheduledOutboundValue: Agreed<bigint> | null;
}

/** By which the network sets the least slip of a swap; `stable` is between two dollar assets. */
export const slipKinds = ["l1", "synth", "trade", "secured", "derived", "stable"] as const;
type SlipKind = (typeof slipKinds)[number];

/** A least slip of one pool's asset, in place of that of its kind; null where it is not known. */
export interface OwnSlip {
  readonly asset: string;
  readonly kind: SlipKind;
  readonly bps: Agreed<number> | null;
}

export interface NetworkReading extends Envelope {
  readonly trading: Judgement;
  readonly sign: Sign;
  readonly chains: readonly ChainReading[];
  readonly nativeTransactionFee: Money | null;
  readonly nativeOutboundFee: Money | null;
  readonly outboundMultiplierBps: number | null;
  /** Of all assets but those of `ownSlips`. */
  readonly minimumSlipBps: Readonly<Record<SlipKind, number | null>>;
  /** Null where the pools or the votes were not read. */
  readonly ownSlips: readonly OwnSlip[] | null;
  /** Known keys in force or scheduled, nothing else. */
  readonly haltParameters: Readonly<Record<string, HaltParameter>>;
  /** Assets whose pools take no new liquidity by one source alone. Left out of a failed reading. */
  readonly disputedPauses?: readonly string[];
  /** Null where too few nodes told it; a part of it is null where they are too far apart. */
  readonly queue: QueueReading | null;
  readonly providers: readonly ProviderReading[];
}

/**
 * So that an outage is told once, and not again for every chain. `unchecked`: codes; none where the reading did not fail, since then each
 * chain has a reason of its own.
 */
export function splitChains({ failure, trading, chains }: NetworkReading) {
  if (!failure) return { known: chains, unchecked: [] };
  const isUnchecked = (chain: ChainReading) =>
    questions.every((question) => chain[question].verdict === "unknown") &&
    chain.scheduled.length === 0 &&
    chain.outboundFee === null &&
    chain.dustThreshold === null &&
    chain.gasRate === null &&
    chain.lastObservedHeight === null &&
    isSame(chain.reason, trading.reason);
  return {
    known: chains.filter((chain) => !isUnchecked(chain)),
    unchecked: chains.filter(isUnchecked).map(({ chain }) => chain),
  };
}

function isSame(one: Reason | null, other: Reason | null): boolean {
  return (one && codedReason(one)) === (other && codedReason(other));
}

/** Worst first: what is known to be halted stands before a doubt about another chain. `open` alone is green. */
export const signStates = [
  "halted",
  "partly_halted",
  "sources_disagree",
  "payouts_wait",
  "swaps_wait",
  "halts_soon",
  "not_checked",
  "warned",
  "open",
] as const;
export type SignState = (typeof signStates)[number];

export interface Sign {
  readonly state: SignState;
  /** What is so, without a reason and a full stop: "Litecoin is halted". */
  readonly word: string;
  /** The same in one line, with what not to do: "Not checked. Do not send." Elsewhere it is the word alone. */
  readonly headline: string;
  /** Of an open network with several chains: its troubles, worst first, then how many chains are open. Empty where all are. */
  readonly lines?: readonly SignLine[];
}

export interface SignLine {
  readonly state: "halted" | "warned" | "unknown" | "scheduled" | "open";
  /** "Litecoin: halted". */
  readonly text: string;
}

/** The headline with its full stop: of two sentences, it has one. */
export const signSentence = ({ word, headline }: Sign) =>
  headline === word ? `${headline}.` : headline;

/** One row of inbound addresses, already gated: `address` and `router` are null unless it is safe to send now. */
export interface InboundReading extends GasRate {
  readonly chain: string;
  readonly trading: Judgement;
  readonly deposits: Judgement;
  readonly signing: Judgement;
  readonly address: Agreed<string> | null;
  readonly router: Agreed<string> | null;
  readonly dustThreshold: Agreed<bigint> | null;
  readonly gasAsset: string | null;
  readonly sendBeforeMs: number | null;
  /** How many nodes name this address and router; null where none is given. */
  readonly sourcesAgreeing: number | null;
  readonly reason: Reason | null;
}

export interface InboundsReading extends Envelope {
  readonly chains: readonly InboundReading[];
}
