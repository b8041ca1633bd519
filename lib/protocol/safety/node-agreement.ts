// Decides whether two nodes contradict each other. A missing answer contradicts nothing.

import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import { type NodeEvidence, rowsOf } from "./evidence.ts";

/** Accepts gas rates and fees that differ by this much: such values change with each block. */
const TOLERANCE_PERCENT = 10n;

const fixedFields = [
  "address",
  "router",
  "halted",
  "global_trading_paused",
  "chain_trading_paused",
  "chain_lp_actions_paused",
  "gas_rate_units",
  "outbound_tx_size",
  "dust_threshold",
] as const;

export function areNodesAlike(a: NodeEvidence, b: NodeEvidence): boolean {
  return (
    (a.mimir === null || b.mimir === null || hasSameVotes(a.mimir, b.mimir)) &&
    (!a.rows?.length || !b.rows?.length || hasSameRows(a, b))
  );
}

export function findPair<T>(
  items: readonly T[],
  isPair: (a: T, b: T) => boolean,
): readonly [T, T] | null {
  for (const [index, a] of items.entries()) {
    const b = items.slice(index + 1).find((item) => isPair(a, item));
    if (b !== undefined) return [a, b];
  }
  return null;
}

/** A missing value equals a negative value: some node releases leave out negative values. */
function hasSameVotes(a: Mimir, b: Mimir): boolean {
  const isSame = (name: string) => Math.max(a[name] ?? -1, -1) === Math.max(b[name] ?? -1, -1);
  return Object.keys(a).every(isSame) && Object.keys(b).every(isSame);
}

function hasSameRows(a: NodeEvidence, b: NodeEvidence): boolean {
  const chainCodes = new Set([...(a.rows ?? []), ...(b.rows ?? [])].map(({ chain }) => chain));
  return [...chainCodes].every((chain) => {
    const [rowsA, rowsB] = [rowsOf(a, chain), rowsOf(b, chain)];
    return (
      rowsA.length === rowsB.length &&
      rowsA.every((row, index) => isSameRow(row, rowsB[index] as InboundAddress))
    );
  });
}

function isSameRow(a: InboundAddress, b: InboundAddress): boolean {
  const isSame = (field: (typeof fixedFields)[number]) => (a[field] ?? "") === (b[field] ?? "");
  return (
    fixedFields.every(isSame) &&
    isNearAmount(a.outbound_fee, b.outbound_fee) &&
    isNearRate(a.gas_rate, b.gas_rate)
  );
}

function isNearAmount(a: bigint | null | undefined, b: bigint | null | undefined): boolean {
  if (a == null || b == null) return a === b;
  const [less, more] = a < b ? [a, b] : [b, a];
  return (more - less) * 100n <= more * TOLERANCE_PERCENT;
}

function isNearRate(a: string | undefined, b: string | undefined): boolean {
  return a === b || isNearAmount(parseRate(a), parseRate(b));
}

function parseRate(rateText = ""): bigint | undefined {
  return /^\d{1,30}$/.test(rateText) ? BigInt(rateText) : undefined;
}
