// What a node knows when it is asked for a quote. This folder answers `quote/swap` and `quote/limit` as THORNode 3.17 to 3.20 does with
// the advanced swap queue on. It is pure: the same state and question always give the same answer.

import { type AssetParts, formatAsset, parseAsset } from "../../protocol/values/assets.ts";
import type { ChainFamily } from "../../protocol/values/chain-rows.ts";
import { presets } from "../../protocol/values/chains.ts";

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
  readonly family?: ChainFamily | undefined;
  readonly observedFeeRate: bigint;
  readonly gasRate: bigint;
  readonly gasRateUnits: string;
  readonly outboundTxSize: bigint;
  readonly dustThreshold: bigint;
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

export const { nativeChain: NATIVE_CHAIN, nativeAsset: NATIVE } = presets.sample;

export interface Side {
  readonly parts: AssetParts;
  readonly asset: string;
  /** The layer-1 asset behind it, which is the name of its pool. */
  readonly layer1: string;
  /** The layer-1 chain that the asset is of. */
  readonly chain: string;
  /** The chain on which it moves: synths, trade and secured assets move on the native one. */
  readonly payoutChain: string;
  readonly isRune: boolean;
  readonly pool: QuotePool | null;
  /** Of the layer-1 chain. */
  readonly row: QuoteRow | null;
}

/** Reads an asset by its name, its short code, or without the contract: then the deepest pool of that ticker. */
export function findSide(state: QuoteState, text: string, which: "from" | "to"): Side {
  const named = findShortCode(state, text) ?? text;
  const asked = parseAsset(
    named.includes(".") || /[/~-]/.test(named) ? named : `${NATIVE_CHAIN}.${named}`,
  );
  if (!asked) throw new Refusal(`bad ${which} asset: invalid symbol`);
  const parts = { ...asked, symbol: fullSymbol(state, asked) };
  const asset = formatAsset(parts);
  const layer1 = formatAsset({ ...parts, separator: "." });
  return {
    parts,
    asset,
    layer1,
    chain: parts.chain,
    payoutChain: parts.kind === "layer1" ? parts.chain : NATIVE_CHAIN,
    isRune: asset === NATIVE,
    pool: state.pools.get(layer1) ?? null,
    row: state.rows.get(parts.chain) ?? null,
  };
}

function findShortCode(state: QuoteState, text: string): string | null {
  if (text === "r") return NATIVE;
  return [...state.pools.values()].find((pool) => pool.shortCode === text)?.asset ?? null;
}

function fullSymbol(state: QuoteState, { chain, symbol, ticker, contract }: AssetParts): string {
  if (state.pools.has(`${chain}.${symbol}`)) return symbol;
  const matches = [...state.pools.values()]
    .map((pool) => ({ pool, parts: parseAsset(pool.asset) }))
    .filter(
      ({ parts }) =>
        parts?.chain === chain && parts.ticker === ticker && parts.symbol.endsWith(contract ?? ""),
    )
    .sort((a, b) => (a.pool.balanceRune < b.pool.balanceRune ? 1 : -1));
  return matches[0]?.parts?.symbol ?? symbol;
}
