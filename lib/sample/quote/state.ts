// What a node knows when it is asked for a quote. This folder answers `quote/swap` and `quote/limit` as THORNode 3.17 to 3.20 does with
// the advanced swap queue on. It is pure: the same state and question always give the same answer.

import type { ChainFamily } from "../../protocol/values/chain-rows.ts";

/** A row of `pools`. Depths are 1e8. */
export interface QuotePool {
  readonly asset: string;
  readonly status: "Available" | "Staged" | "Suspended";
  /** The short name in memos. */
  readonly shortCode: string | null;
  readonly decimals: number;
  readonly balanceAsset: bigint;
  readonly balanceRune: bigint;
}

/** A row of `inbound_addresses`. Amounts are 1e8 of the gas asset. */
export interface QuoteRow {
  readonly chain: string;
  readonly address: string;
  /** Empty where the chain has none. */
  readonly router: string;
  readonly gasAsset: string;
  readonly blockSeconds: number;
  readonly family: ChainFamily | undefined;
  readonly observedFeeRate: bigint;
  readonly gasRate: bigint;
  readonly gasRateUnits: string;
  readonly outboundTxSize: bigint;
  readonly dustThreshold: bigint;
}

/** The least fee of an affiliate's name and a pair, in bps. */
export interface DynamicFee {
  readonly name: string;
  /** In alphabetical order. */
  readonly pair: readonly [string, string];
  readonly bps: number;
  /** Only "active" is applied. */
  readonly whitelisted: "no" | "active" | "monitor";
}

export interface QuoteState {
  readonly height: number;
  /** Unix seconds of the block. */
  readonly time: number;
  /** By asset, the layer-1 name. */
  readonly pools: ReadonlyMap<string, QuotePool>;
  /** By chain. The native chain has none. */
  readonly rows: ReadonlyMap<string, QuoteRow>;
  /** Constants under their names in capitals, each replaced by the parameter of the same name. */
  readonly settings: Readonly<Record<string, number>>;
  /** By asset, as in `outbound_fees`. */
  readonly feeMultiplierBps: ReadonlyMap<string, bigint>;
  /** Whether trading of a chain's assets is halted, by itself or with all. */
  readonly isHalted: (chain: string) => boolean;
  /** The chains of which a text is an address. Empty where it is none. */
  readonly addressChains: (text: string) => readonly string[];
  /** Names of the name service. */
  readonly names: ReadonlySet<string>;
  /** Rows of `dynamic_l1_fees`. */
  readonly dynamicFees: readonly DynamicFee[];
  /** What a depositor on a chain and a recipient on another have to know. */
  readonly notes: (sourceChain: string, targetChain: string) => string;
}

/** A refusal with the node's words. */
export class Refusal extends Error {}

/** A refusal that the node answers with HTTP 500. */
export class UnknownRequest extends Error {}

/** A parameter or constant, and 0 where there is none of that name. */
export function setting(state: Pick<QuoteState, "settings">, key: string): number {
  return state.settings[key] ?? 0;
}
