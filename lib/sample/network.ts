// What the sample network is made of. All of it follows from the chains of a preset.
import type { Preset } from "../protocol/values/chains.ts";
import { type SampleChain, toSampleChains } from "./chains.ts";
import { type PoolRow, toPoolRows } from "./pools.ts";

export interface SampleNetwork {
  readonly chains: readonly SampleChain[];
  readonly pools: readonly PoolRow[];
}

export function createSampleNetwork(preset: Preset): SampleNetwork {
  const chains = toSampleChains(preset);
  return { chains, pools: toPoolRows(chains, preset.shortCodes) };
}
