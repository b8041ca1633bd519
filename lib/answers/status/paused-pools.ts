// The pools of a chain that take no new liquidity, by the halt parameters of the network.
import type { NetworkReading } from "../../protocol/model/network-status.ts";
import { pausedPoolOf } from "../../protocol/safety/halt-keys.ts";

export function pausedPoolsOf(
  chain: string,
  haltParameters: NetworkReading["haltParameters"],
): string[] {
  return Object.entries(haltParameters)
    .flatMap(([parameter, { inForce }]) => (inForce ? (pausedPoolOf(parameter) ?? []) : []))
    .filter((asset) => asset.startsWith(`${chain}.`));
}
