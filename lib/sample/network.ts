// The chains and pools of the sample network. Both follow from the chains of a preset.
import type { Preset } from "../protocol/values/chains.ts";
import { type SampleChain, sampleChains } from "./chains.ts";
import { type PoolRow, poolRows } from "./pools.ts";

export interface SampleNetwork {
  readonly chains: readonly SampleChain[];
  readonly pools: readonly PoolRow[];
  readonly preset: Preset;
}

export function createSampleNetwork(preset: Preset): SampleNetwork {
  const chains = sampleChains(preset);
  return { chains, pools: poolRows(chains, preset), preset };
}
