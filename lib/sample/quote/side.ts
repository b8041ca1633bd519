// One side of a swap: the asset in its parts, the chain it moves on and the pool behind it.
import { type AssetParts, formatAsset, parseAsset } from "../../protocol/values/assets.ts";
import { NATIVE, NATIVE_CHAIN } from "./native.ts";
import { type QuotePool, type QuoteRow, type QuoteState, Refusal } from "./state.ts";

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
  const asked = parseAsset(named.includes(".") || /[/~-]/.test(named) ? named : `${NATIVE_CHAIN}.${named}`);
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
    .filter(({ parts }) => parts?.chain === chain && parts.ticker === ticker && parts.symbol.endsWith(contract ?? ""))
    .sort((a, b) => (a.pool.balanceRune < b.pool.balanceRune ? 1 : -1));
  return matches[0]?.parts?.symbol ?? symbol;
}

/** The name in a memo: without the contract, or with the shortest end of it that no other pool of the ticker shares. */
export function memoAsset(state: QuoteState, { parts, asset, pool, isRune }: Side): string {
  if (isRune) return "r";
  if (parts.kind === "layer1" && pool?.shortCode) return pool.shortCode;
  const { contract } = parts;
  if (contract === null) return asset;
  const others = [...state.pools.values()].flatMap((one) => {
    const other = parseAsset(one.asset);
    const isRival = other?.chain === parts.chain && other.ticker === parts.ticker && other.symbol !== parts.symbol;
    return isRival && one.status === "Available" ? [other.contract ?? ""] : [];
  });
  if (others.length === 0) return formatAsset({ ...parts, symbol: parts.ticker });
  for (let start = contract.length - 1; start > 0; start--) {
    const end = contract.slice(start);
    if (!others.some((other) => other.endsWith(end)))
      return formatAsset({ ...parts, symbol: `${parts.ticker}-${end}` });
  }
  return asset;
}
