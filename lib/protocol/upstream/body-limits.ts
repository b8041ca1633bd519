// Limits the size of each answer of a node or indexer. Of a large block, only `header` is read.

const KB = 1024;

/**
 * Maximum bytes of a body, by endpoint: ten times the largest recorded body (2021 to 2026, main
 * networks and regtest), rounded up to a multiple of 64 KB. A comment names the largest body.
 */
const maxBytesByEndpoint: ReadonlyMap<string, number> = new Map([
  ["mimir", 64 * KB], // largest body: 4,420 bytes (thornode/mimir/2024-03)
  ["inbound_addresses", 64 * KB], // largest body: 5,987 bytes (regtest-3.17/switch__switch)
  ["lastblock", 64 * KB], // largest body: 1,073 bytes (regtest-3.17/switch__invalid)
  ["pools", 320 * KB], // largest body: 27,840 bytes (thornode/pools/2025)
  ["network", 64 * KB], // largest body: 559 bytes (thornode/network/2025-04)
  ["outbound_fees", 128 * KB], // largest body: 7,476 bytes (regtest-3.17/lab__twin-a)
  ["queue", 64 * KB], // largest body: 116 bytes (regtest-3.17)
  // The queue is long after a halt, but no recording shows this. Allows `MAX_ROWS.payouts` rows.
  ["queue/outbound", 1024 * KB],
  ["queue/scheduled", 1024 * KB],
  ["constants", 64 * KB], // largest body: 4,560 bytes (regtest-3.17/tcy__tcy-fund-fees)
  ["quote/swap", 64 * KB], // largest body: 1,463 bytes (regtest-3.17/lab__twin-a)
  ["quote/limit", 64 * KB], // largest body: 834 bytes (regtest-3.17/lab__twin-a)
  ["tx/status", 64 * KB], // largest body: 2,928 bytes (regtest-3.17/swaps__multiple-affiliates)
  ["v2/health", 64 * KB], // largest body: 281 bytes (midgard/health/2022-07)
  ["v2/pools", 256 * KB], // largest body: 25,822 bytes (midgard/pools/2024-03)
  ["v2/actions", 384 * KB], // largest body: 36,816 bytes (midgard/actions/2022-10, 50 rows)
  // 4 MB is an estimate, because no recording contains a whole block.
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
