// Assets as memos write them → known assets.

import {
  type AssetParts,
  formatAsset,
  type KnownAsset,
  listKnownParts,
  parseAsset,
  payoutChainOf,
} from "./assets.ts";
import type { Preset } from "./chains.ts";

/**
 * Reads a short code (`b`), `ETH.USDT`, `ARB.TGT-341`, or a symbol of the native chain (`RUNE`).
 */
export function memoMatcher(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): (asset: string) => boolean {
  // Searched at the first use: most matchers are never asked.
  let target: AssetParts | null | undefined;
  return (asset) => {
    if (target === undefined) target = memoTarget(written, known, preset);
    const parts = parseAsset(asset);
    return target !== null && parts !== null && isForm(parts, target);
  };
}

function isForm(parts: AssetParts, { chain, separator, ticker, contract }: AssetParts): boolean {
  if (parts.chain !== chain || parts.separator !== separator || parts.ticker !== ticker)
    return false;
  return contract === null || (parts.contract?.endsWith(contract) ?? false);
}

/** A memo may carry only the end of a contract. A shorter end does not identify one. */
const MIN_CONTRACT_CHARS = 3;

/** Null where several assets match: a node would choose by depth, and depths change. */
export function matchMemoAsset(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const named = known.filter(
    (entry) => hasShortCode(entry, written) || isNativeSymbol(entry, written, preset),
  );
  const [namedAsset, ...otherNamed] = named;
  if (namedAsset) return otherNamed.length === 0 ? namedAsset.asset.toUpperCase() : null;
  const parts = parseAsset(written);
  if (!parts) return null;
  const matches = listKnownParts(known).filter(
    ({ chain, ticker, contract }) =>
      chain === parts.chain && ticker === parts.ticker && isContractEnd(parts.contract, contract),
  );
  const [match, ...others] = matches;
  if (!match || others.length > 0) return null;
  return formatAsset({ ...match, separator: parts.separator });
}

function isContractEnd(written: string | null, contract: string | null): boolean {
  if (written === null || written === contract) return true;
  return written.length >= MIN_CONTRACT_CHARS && (contract?.endsWith(written) ?? false);
}

export function memoChain(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): string | null {
  const target = memoTarget(written, known, preset);
  return target && payoutChainOf(formatAsset(target), preset);
}

function memoTarget(
  written: string,
  known: readonly KnownAsset[],
  preset: Preset,
): AssetParts | null {
  const [shorthand, ...others] = known.filter((entry) => hasShortCode(entry, written));
  if (others.length > 0) return null;
  const native = known.find((entry) => isNativeSymbol(entry, written, preset));
  return parseAsset(shorthand?.asset ?? native?.asset ?? written);
}

const hasShortCode = ({ shortCode }: KnownAsset, written: string) =>
  shortCode?.toLowerCase() === written.toLowerCase();

/** "RUNE" is THOR.RUNE. */
const isNativeSymbol = ({ asset }: KnownAsset, written: string, { nativeChain }: Preset) =>
  asset.toUpperCase() === `${nativeChain}.${written}`.toUpperCase();
