// Whether two nodes say the same of safety and of costs. They may be some blocks apart.

import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import { type NodeEvidence, rowsOf } from "./evidence.ts";

/** Rates of gas, and what follows from them, move with each block. */
const MOVING_PERCENT = 10n;

const fixedFields = [
  "address",
  "router",
  "halted",
  "global_trading_paused",
  "chain_trading_paused",
  "chain_lp_actions_paused",
  "gas_rate_units",
  "dust_threshold",
] as const;

/** Whether neither says anything that the other contradicts. What one of them left out contradicts nothing. */
export function areAlike(a: NodeEvidence, b: NodeEvidence): boolean {
  return (
    (a.mimir === null || b.mimir === null || hasSameVotes(a.mimir, b.mimir)) &&
    (!a.rows?.length || !b.rows?.length || hasSameRows(a, b))
  );
}

/** A release lists a negative vote or leaves it out: both mean that there is none. */
function hasSameVotes(a: Mimir, b: Mimir): boolean {
  const isSame = (name: string) => Math.max(a[name] ?? -1, -1) === Math.max(b[name] ?? -1, -1);
  return Object.keys(a).every(isSame) && Object.keys(b).every(isSame);
}

function hasSameRows(a: NodeEvidence, b: NodeEvidence): boolean {
  const chains = new Set([...(a.rows ?? []), ...(b.rows ?? [])].map(({ chain }) => chain));
  return [...chains].every((chain) => {
    const [ofA, ofB] = [rowsOf(a, chain), rowsOf(b, chain)];
    return ofA.length === ofB.length && ofA.every((row, index) => isSameRow(row, ofB[index] as InboundAddress));
  });
}

function isSameRow(a: InboundAddress, b: InboundAddress): boolean {
  // A router that is left out is none.
  const isSame = (field: (typeof fixedFields)[number]) => (a[field] ?? "") === (b[field] ?? "");
  return (
    fixedFields.every(isSame) && isNearAmount(a.outbound_fee, b.outbound_fee) && isNearRate(a.gas_rate, b.gas_rate)
  );
}

function isNearAmount(a: bigint | null | undefined, b: bigint | null | undefined): boolean {
  if (a == null || b == null) return a === b;
  const [less, more] = a < b ? [a, b] : [b, a];
  return (more - less) * 100n <= more * MOVING_PERCENT;
}

function isNearRate(a: string | undefined, b: string | undefined): boolean {
  const read = (rate: string | undefined) => (/^\d{1,30}$/.test(rate ?? "") ? BigInt(rate as string) : undefined);
  return a === b || isNearAmount(read(a), read(b));
}
