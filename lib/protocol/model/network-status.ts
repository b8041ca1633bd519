// The state of the network as a whole, chain by chain.

import type { Agreed } from "./agreed.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { Reason } from "./reason.ts";
import type { Sign } from "./sign.ts";
import type { ChainJudgement, Judgement } from "./verdicts.ts";

export interface ChainReading extends ChainJudgement {
  readonly native: boolean;
  /** Why something about this chain is unknown or withheld; null otherwise. */
  readonly reason: Reason | null;
  readonly outboundFee: Money | null;
  /** In the chain's gas asset. */
  readonly dustThreshold: Agreed<bigint> | null;
  readonly gasAsset: string | null;
  readonly gasRate: Agreed<string> | null;
  readonly gasRateUnits: Agreed<string> | null;
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
  /** Null where too few nodes told it; a part of it is null where they are too far apart. */
  readonly queue: QueueReading | null;
  readonly providers: readonly ProviderReading[];
}
