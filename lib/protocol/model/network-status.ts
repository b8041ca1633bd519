// The readings of the whole network: the state of its chains, and its deposit addresses.

import type { Agreed } from "./agreed.ts";
import type { DatedEnvelope, Money } from "./envelope.ts";
import type { GasRate } from "./gas-rate.ts";
import type { ChainNames, Message, NamedHalt } from "./messages.ts";
import { type Doubt, doubts, isSameReason, type Reason } from "./reasons.ts";
import { type ChainJudgement, type Judgement, questions } from "./verdicts.ts";

/** A chain with the answer whether to send from it. */
export interface AnsweredChain extends ChainJudgement {
  readonly sending: SendAnswer;
}

export interface ChainReading extends AnsweredChain, GasRate {
  readonly native: boolean;
  readonly reason: Reason | null;
  readonly outboundFee: Money | null;
  readonly dustThreshold: Agreed<bigint> | null;
  readonly gasAsset: string | null;
  readonly blockSeconds: number | null;
  readonly lastObservedHeight: number | null;
}

export interface ProviderReading {
  readonly kind: "node" | "indexer";
  readonly operator: string;
  readonly ok: boolean;
  readonly height: number | null;
  readonly lagBlocks: number | null;
  /** When this server received the height, in epoch ms. Null if no height was read. */
  readonly observedAtMs: number | null;
}

export interface HaltParameter {
  readonly value: number;
  readonly inForce: boolean;
}

/** Number of items in each queue: the largest that a node states. Null if nodes differ too much. */
export interface QueueReading {
  readonly swap: number | null;
  readonly outbound: number | null;
  readonly internal: number | null;
  /** Total worth of the scheduled payouts, in base units of the native asset. */
  readonly scheduledOutboundValue: Agreed<bigint> | null;
}

/** Kinds of swaps with a minimum slip of their own. `stable`: between two dollar assets. */
export const slipKinds = ["l1", "synth", "trade", "secured", "derived", "stable"] as const;
type SlipKind = (typeof slipKinds)[number];

export interface OwnSlip {
  readonly asset: string;
  readonly kind: SlipKind;
  readonly bps: Agreed<number> | null;
}

export interface NetworkReading extends DatedEnvelope {
  readonly trading: Judgement;
  readonly sign: Sign;
  readonly chains: readonly ChainReading[];
  readonly nativeTransactionFee: Money | null;
  readonly nativeOutboundFee: Money | null;
  readonly outboundMultiplierBps: number | null;
  readonly minimumSlipBps: Readonly<Record<SlipKind, number | null>>;
  readonly ownSlips: readonly OwnSlip[] | null;
  readonly haltParameters: Readonly<Record<string, HaltParameter>>;
  /** Pools that one node reports as paused, and another denies. Absent in a failed reading. */
  readonly disputedPauses?: readonly string[];
  readonly queue: QueueReading | null;
  readonly providers: readonly ProviderReading[];
}

export function splitChains({ failure, trading, chains }: NetworkReading) {
  if (!failure) return { checked: chains, unchecked: [] };
  const isUnchecked = (chain: ChainReading) =>
    questions.every((question) => chain[question].verdict === "unknown") &&
    chain.scheduled.length === 0 &&
    chain.outboundFee === null &&
    chain.dustThreshold === null &&
    chain.gasRate === null &&
    chain.lastObservedHeight === null &&
    isSameReason(chain.reason, trading.reason);
  return {
    checked: chains.filter((chain) => !isUnchecked(chain)),
    unchecked: chains.filter(isUnchecked).map(({ chain }) => chain),
  };
}

/** States of the headline box of a page, from worst to best. */
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

/**
 * May a deposit from a chain be sent now? `refunds_…`: it is swapped, but payouts and refunds on
 * this chain wait, will wait or are in doubt. `halts_soon`: a halt would come before the swap's end.
 * `quote_first`: a halt would come before the end of some swaps, and only a quote tells of which.
 */
export const sendAnswers = [
  "yes",
  "quote_first",
  "refunds_wait",
  "refunds_halt_soon",
  "refunds_disputed",
  "refunds_not_checked",
  "halted",
  "halts_soon",
  ...doubts,
] as const;
export type SendAnswer = (typeof sendAnswers)[number];

export type SignName =
  | { readonly id: "all_halted"; readonly isBefore: boolean }
  | { readonly id: "sources_disagree" | "not_checked" }
  | ChainSignName
  | { readonly id: "network_open"; readonly openCount: number; readonly chainCount: number };

export interface ChainSignName {
  readonly id: "chain";
  /** Short display name, such as "Litecoin". */
  readonly chain: string;
  /** Ticker of the chain's only asset, such as "LTC". Null if the chain has several. */
  readonly onlyTicker: string | null;
  readonly answer: SendAnswer;
  /** True if a halt rests on what was read earlier. */
  readonly isBefore: boolean;
}

export type Trouble = "halted" | "sources_disagree" | "payouts_wait" | "not_listed" | "not_checked";

export interface Sign {
  readonly state: SignState;
  readonly name: SignName;
  readonly isForbidding: boolean;
  /** One for each trouble beside the name, the worst first. None unless the network is open. */
  readonly lines: readonly SignLine[];
}

export interface SignLine {
  readonly state: "halted" | "warned" | "unknown" | "scheduled";
  readonly name: SignLineName;
}

export type SignLineName =
  | { readonly id: "trouble"; readonly trouble: Trouble; readonly chains: ChainNames }
  | { readonly id: "assets_halted" | "assets_disputed"; readonly assets: readonly string[] }
  | { readonly id: "parts_wait" | "parts_disputed" }
  | { readonly id: "no_form"; readonly chains: readonly string[] }
  | { readonly id: "coming"; readonly halt: NamedHalt; readonly nowMs: number }
  | { readonly id: "more_coming"; readonly count: number };

export interface ChainNote {
  readonly chain: string;
  readonly state: "halted" | "unknown";
  readonly stops: "sending" | "payouts" | "liquidity";
  readonly doubt: Doubt | null;
  readonly haltedBy: readonly string[];
  readonly messages: readonly [Message, ...Message[]];
}

/** `address` and `router` are set only while it is safe to send. */
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
  readonly sourcesAgreeing: number | null;
  readonly reason: Reason | null;
}

export interface InboundsReading extends DatedEnvelope {
  readonly chains: readonly InboundReading[];
}
