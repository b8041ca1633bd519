// The pools of a chain that take no new liquidity, by the halt parameters of the network.
import type { NetworkReading } from "../../protocol/model/network-status.ts";
import { pausedPoolOf } from "../../protocol/safety/halt-keys.ts";

export type LiquidityPauses = Pick<NetworkReading, "haltParameters" | "disputedPauses">;

/** `disputed`: pools that one node reports as paused and other nodes do not. */
export function pausedPoolsOf(
  chain: string,
  { haltParameters, disputedPauses = [] }: LiquidityPauses,
): { readonly paused: readonly string[]; readonly disputed: readonly string[] } {
  const isOnChain = (asset: string) => asset.startsWith(`${chain}.`);
  const pausedAssets = Object.entries(haltParameters).flatMap(([parameter, { inForce }]) =>
    inForce ? (pausedPoolOf(parameter) ?? []) : [],
  );
  return { paused: pausedAssets.filter(isOnChain), disputed: disputedPauses.filter(isOnChain) };
}
