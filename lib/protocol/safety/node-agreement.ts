// Decides whether two nodes contradict each other. A missing answer contradicts nothing.

import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import { type NodeEvidence, rowsOf } from "./evidence.ts";
import { FRESH_MS } from "./freshness.ts";

/** Gas rates and fees of nodes may differ by this much, because they change with each block. */
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
    isNearTime(a, b) &&
    (a.mimir === null || b.mimir === null || hasSameVotes(a.mimir, b.mimir)) &&
    (!a.rows?.length || !b.rows?.length || hasSameRows(a, b))
  );
}

/** A node may repeat old answers of another node with a new time. So times are compared too. */
function isNearTime({ block: a }: NodeEvidence, { block: b }: NodeEvidence): boolean {
  return a === null || b === null || Math.abs(a.timeMs - b.timeMs) <= FRESH_MS;
}

export function findPair<T>(
  items: readonly T[],
  isPair: (first: T, second: T) => boolean,
): readonly [T, T] | null {
  for (const [index, first] of items.entries()) {
    const second = items.slice(index + 1).find((item) => isPair(first, item));
    if (second !== undefined) return [first, second];
  }
  return null;
}

/**
 * True if two nodes state equal mimir values. A missing value equals a negative value, because some
 * node releases omit negative values.
 */
function hasSameVotes(a: Mimir, b: Mimir): boolean {
  const hasSameValue = (name: string) =>
    Math.max(a[name] ?? -1, -1) === Math.max(b[name] ?? -1, -1);
  return Object.keys(a).every(hasSameValue) && Object.keys(b).every(hasSameValue);
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
  const hasSameValue = (field: (typeof fixedFields)[number]) =>
    (a[field] ?? "") === (b[field] ?? "");
  return (
    fixedFields.every(hasSameValue) &&
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
