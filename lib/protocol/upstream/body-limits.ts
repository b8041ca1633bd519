// Limits the size of each upstream answer. Of a large block, only the JSON member `header` is read.

const KB = 1024;

/**
 * Maximum bytes: ten times the largest recorded body (2021 to 2026), rounded up to a multiple of 64
 * kB. Each row's comment: bytes of that body, and name of the recording.
 */
const maxBytesByEndpoint: ReadonlyMap<string, number> = new Map([
  ["mimir", 64 * KB], // 4,420, thornode/mimir/2024-03
  ["inbound_addresses", 64 * KB], // 5,987, regtest-3.17/switch__switch
  ["lastblock", 64 * KB], // 1,073, regtest-3.17/switch__invalid
  ["pools", 320 * KB], // 27,840, thornode/pools/2025
  ["network", 64 * KB], // 559, thornode/network/2025-04
  ["outbound_fees", 128 * KB], // 7,476, regtest-3.17/lab__twin-a
  ["queue", 64 * KB], // 116, regtest-3.17
  // No recording has the long queue after a halt. The limit allows `MAX_ROWS.payouts` rows.
  ["queue/outbound", 1024 * KB],
  ["queue/scheduled", 1024 * KB],
  ["constants", 64 * KB], // 4,560, regtest-3.17/tcy__tcy-fund-fees
  ["quote/swap", 64 * KB], // 1,463, regtest-3.17/lab__twin-a
  ["quote/limit", 64 * KB], // 834, regtest-3.17/lab__twin-a
  ["tx/status", 64 * KB], // 2,928, regtest-3.17/swaps__multiple-affiliates
  ["v2/health", 64 * KB], // 281, midgard/health/2022-07
  ["v2/pools", 256 * KB], // 25,822, midgard/pools/2024-03
  ["v2/actions", 384 * KB], // 36,816, midgard/actions/2022-10.swaps_one_pending: a page of 50
  // An estimate, because no recording contains a whole block.
  ["block", 4 * KB * KB],
]);

const neededMembers: ReadonlyMap<string, string> = new Map([["block", "header"]]);

const DEFAULT_BYTES = 64 * KB;

export function maxBodyBytes(path: string): number {
  return findByPath(path, maxBytesByEndpoint) ?? DEFAULT_BYTES;
}

export function neededMemberOf(
  path: string,
): { readonly name: string; readonly maxBytes: number } | null {
  const memberName = findByPath(path, neededMembers);
  return memberName === undefined ? null : { name: memberName, maxBytes: DEFAULT_BYTES };
}

function findByPath<T>(path: string, valueByEndpoint: ReadonlyMap<string, T>): T | undefined {
  const [root = "", endpoint = "", subEndpoint = ""] = path.split("/").slice(1);
  if (root === "v2") return valueByEndpoint.get(`v2/${endpoint}`);
  return valueByEndpoint.get(`${endpoint}/${subEndpoint}`) ?? valueByEndpoint.get(endpoint);
}
