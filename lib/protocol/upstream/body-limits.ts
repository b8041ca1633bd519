// How many bytes of an answer are read, by the kind of question. Above that an answer is refused, unread where it announces its length.

const KB = 1024;

/**
 * Ten times the largest body of each kind among the recordings (2021 to 2026: main networks, regression suites of THORNode 3.17 and mayanode 1.124), rounded up to the
 * next 64 kB. The comment is that body's size in bytes and its recording.
 */
export const bodyLimits: ReadonlyMap<string, number> = new Map([
  ["mimir", 64 * KB], // 4,420, thornode/mimir/2024-03
  ["inbound_addresses", 64 * KB], // 5,987, regtest-3.17/switch__switch
  ["lastblock", 64 * KB], // 1,073, regtest-3.17/switch__invalid
  ["pools", 320 * KB], // 27,840, thornode/pools/2025
  ["network", 64 * KB], // 559, thornode/network/2025-04
  ["outbound_fees", 128 * KB], // 7,476, regtest-3.17/lab__twin-a
  ["queue", 64 * KB], // 116, regtest-3.17
  // Not recorded with a chain halted for days: as many rows as are read.
  ["queue/outbound", 1024 * KB],
  ["queue/scheduled", 1024 * KB],
  ["constants", 64 * KB], // 4,560, regtest-3.17/tcy__tcy-fund-fees
  ["quote/swap", 64 * KB], // 1,463, regtest-3.17/lab__twin-a
  ["quote/limit", 64 * KB], // 834, regtest-3.17/lab__twin-a
  ["tx/status", 64 * KB], // 2,928, regtest-3.17/swaps__multiple-affiliates
  ["v2/health", 64 * KB], // 281, midgard/health/2022-07
  ["v2/pools", 256 * KB], // 25,822, midgard/pools/2024-03
  ["v2/actions", 384 * KB], // 36,816, midgard/actions/2022-10.swaps_one_pending: a page of 50
  // Not recorded: as many rows as are read, of the longest pairs.
  ["dynamic_l1_fees", 256 * KB],
  // Not recorded whole: all events and transactions of a block, of which the header is read.
  ["block", 4 * KB * KB],
]);

/** The one member that is read of a kind whose body may be large. The rest is not parsed. */
const onlyMembers: ReadonlyMap<string, string> = new Map([["block", "header"]]);

/** Of a kind that is not listed, and of one member. */
const OTHER_BYTES = 64 * KB;

/** A refusal is a sentence. */
export const REFUSAL_BYTES = 16 * KB;

/** Of a path as errors name it: "/thorchain/tx/status/ABC…" and "/mayachain/tx/status/ABC…" are one kind. */
export function maxBodyBytes(path: string): number {
  return findOf(path, bodyLimits) ?? OTHER_BYTES;
}

/** The member whose text alone is parsed, or null where the whole body is. */
export function onlyMember(path: string): { readonly name: string; readonly bytes: number } | null {
  const name = findOf(path, onlyMembers);
  return name === undefined ? null : { name, bytes: OTHER_BYTES };
}

function findOf<T>(path: string, table: ReadonlyMap<string, T>): T | undefined {
  const [first = "", second = "", third = ""] = path.split("/").slice(1);
  const kinds = first === "v2" ? [`v2/${second}`] : [`${second}/${third}`, second];
  return kinds.map((kind) => table.get(kind)).find((found) => found !== undefined);
}
