// The sample network at one height, as the quotes need it.
import { LRUCache } from "lru-cache";
import type { Preset } from "../protocol/values/chains.ts";
import { onceFor } from "../protocol/values/once.ts";
import type { SampleChain } from "./chains.ts";
import { blockTimeMs } from "./clock.ts";
import { AFFILIATE_NAME, constants, isTradingHalted, mimirBody } from "./mimir.ts";
import { type PoolRow, samplePools } from "./pools.ts";
import { NATIVE_CHAIN, type QuoteState } from "./quote/state.ts";

export const inCapitals = (settings: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name.toUpperCase(), value]));
const builtIn = inCapitals(constants.int_64_values);

/** Hundredths of a percent of the gas that a payout is charged: the fees of an asset that brought in too much are lowered. */
const feeMultipliers: Readonly<Record<string, bigint>> = {
  "BTC.BTC": 2_757n,
  "DOGE.DOGE": 5_000n,
  "GAIA.ATOM": 4_000n,
};
const FULL_MULTIPLIER = 10_000n;

/** Made once for the last heights: those of now, and of the days on which the sample swaps began. */
const statesOf = onceFor((sample: SampleNetwork) => {
  return new LRUCache<number, QuoteState>({
    max: 8,
    memoMethod: (height) => stateAt(sample, height),
  });
});

export function sampleState(sample: SampleNetwork, height: number): QuoteState {
  return statesOf(sample).memo(height);
}

function stateAt(sample: SampleNetwork, height: number): QuoteState {
  const pools = new Map(samplePools(sample.pools, height).map((pool) => [pool.asset, pool]));
  return {
    height,
    time: Math.floor(blockTimeMs(height) / 1000),
    pools,
    rows: new Map(sample.chains.map((chain) => [chain.code, chain])),
    settings: { ...builtIn, ...mimirBody(sample.chains, height) },
    feeMultiplierBps: new Map(
      [...pools.keys()].map((asset) => [asset, feeMultipliers[asset] ?? FULL_MULTIPLIER]),
    ),
    isHalted: (chain) => isTradingHalted(height, chain),
    addressChains: (text) => addressChains(sample, text),
    names: new Set([AFFILIATE_NAME]),
    notes: (source) =>
      source === NATIVE_CHAIN
        ? "Sample network: broadcast a MsgDeposit with the memo on the native chain."
        : "Sample network: this address is a placeholder. Nothing can be sent to it.",
  };
}

/** A placeholder names its chain. Any other text is an address of each chain whose form it has. */
function addressChains({ preset }: SampleNetwork, text: string): readonly string[] {
  const named = /^sample-([a-z0-9]+)-[a-z-]+$/.exec(text)?.[1]?.toUpperCase();
  return preset.chains
    .filter(({ code, addressForm }) => code === named || addressForm.test(text))
    .map(({ code }) => code);
}

export interface SampleNetwork {
  readonly chains: readonly SampleChain[];
  readonly pools: readonly PoolRow[];
  readonly preset: Preset;
}
