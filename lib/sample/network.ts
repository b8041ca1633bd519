// The chains, pools and parameters of the sample network at each height.
import type { Chain } from "../protocol/values/chain-rows.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, presets } from "../protocol/values/chains.ts";
import { chainCosts, type Listing, listings, type SamplePoolStatus } from "./listings.ts";

export const { nativeChain: NATIVE_CHAIN, nativeAsset: NATIVE_ASSET } = presets.sample;
const BLOCK_MS = PROTOCOL_BLOCK_SECONDS * 1000;
export const DAY_BLOCKS = 86_400_000 / BLOCK_MS;
const ONE_COIN = 100_000_000n;
const MILLION = 1_000_000n;

/** In the sample network, block n is made n × `BLOCK_MS` after 1970, so a time gives its height. */
export const heightAt = (nowMs: number) => Math.floor(nowMs / BLOCK_MS);
export const blockTimeMs = (height: number) => height * BLOCK_MS;
/** The height of another chain at the time of a block of the sample network. */
export const chainHeight = (protocolHeight: number, { blockSeconds = 1 }: Partial<Chain> = {}) =>
  Math.floor(blockTimeMs(protocolHeight) / Math.round(blockSeconds * 1000));
/** The height of the first block of the UTC day in which the block of `height` is made. */
export const midnightHeight = (height: number) => height - (height % DAY_BLOCKS);

/** An entry of a node's list `pools`. `balance_asset` and `balance_rune` are in 1e8 units. */
export interface SamplePool {
  readonly asset: string;
  readonly short_code: string | undefined;
  readonly status: SamplePoolStatus;
  readonly decimals: number;
  readonly balance_asset: bigint;
  readonly balance_rune: bigint;
}

export interface InboundRow {
  readonly chain: string;
  readonly address: string;
  readonly router: string | undefined;
  readonly observed_fee_rate: bigint;
  readonly gas_rate: bigint;
  readonly gas_rate_units: string;
  readonly outbound_tx_size: bigint;
  readonly dust_threshold: bigint;
  readonly outbound_fee: bigint;
}

export interface SampleState {
  readonly height: number;
  readonly chains: ReadonlyMap<string, Chain>;
  /** Price of one RUNE in units of 1e-8 US dollars. */
  readonly runePrice: bigint;
  readonly pools: ReadonlyMap<string, SamplePool>;
  readonly inboundRows: ReadonlyMap<string, InboundRow>;
  readonly parameters: Readonly<Record<string, number>>;
}

export const placeholderAddress = (chain: string, role: string) =>
  `sample-${chain.toLowerCase()}-${role}`;

/** A triangle wave from -`amplitudePpm` to `amplitudePpm` (parts per million). Even period only. */
function wavePpm(height: number, periodBlocks: number, amplitudePpm: number): bigint {
  const phaseBlocks = height % periodBlocks;
  const troughDistance = Math.min(phaseBlocks, periodBlocks - phaseBlocks);
  return BigInt(Math.trunc((amplitudePpm * (4 * troughDistance - periodBlocks)) / periodBlocks));
}

const MEAN_RUNE_PRICE_USD = 150_000_000n;

const runeDriftPpm = (height: number) => wavePpm(height, 2400, 12_000);
const runePriceAt = (height: number) =>
  (MEAN_RUNE_PRICE_USD * (MILLION + runeDriftPpm(height))) / MILLION;

function poolAt(listing: Listing, short_code: string | undefined, height: number): SamplePool {
  const [asset, priceUsd, depthThousandUsd, decimals, status = "Available"] = listing;
  // The drift of a price depends on the index of its pool in `listings`. So a pool that is added at
  // the end of `listings` changes no other price.
  const listIndex = listings.indexOf(listing);
  const driftPpm =
    priceUsd === 1 ? 0n : wavePpm(height + listIndex * 977, 3000 + listIndex * 634, 20_000);
  const driftedPriceUsd = (BigInt(Math.round(priceUsd * 1e8)) * (MILLION + driftPpm)) / MILLION;
  const meanRuneDepth =
    (BigInt(depthThousandUsd) * 1000n * ONE_COIN * ONE_COIN) / MEAN_RUNE_PRICE_USD;
  const balance_rune =
    (meanRuneDepth * (2n * MILLION + driftPpm - runeDriftPpm(height))) / (2n * MILLION);
  const balance_asset = (balance_rune * runePriceAt(height)) / driftedPriceUsd;
  return { asset, short_code, status, decimals, balance_asset, balance_rune };
}

function inboundRow({ code: chain, gasAsset, family }: Chain): InboundRow {
  const [feeRate, feeUnit, payoutSize, dustThreshold, outboundFee] = chainCosts(gasAsset);
  return {
    chain,
    address: placeholderAddress(chain, "vault-do-not-send"),
    router: family === "evm" ? placeholderAddress(chain, "router-do-not-send") : undefined,
    observed_fee_rate: feeRate,
    gas_rate: (feeRate * 3n) / 2n,
    gas_rate_units: feeUnit,
    outbound_tx_size: payoutSize,
    dust_threshold: dustThreshold,
    outbound_fee: outboundFee,
  };
}

const constantParameters = {
  ADVSWAPQUEUERAPIDSWAPMAX: 5,
  DERIVEDSLIPMINBPS: 10,
  ENABLEADVSWAPQUEUE: 1,
  L1SLIPMINBPS: 5,
  MAXOUTBOUNDATTEMPTS: 1_000,
  SECUREDASSETSLIPMINBPS: 5,
  STREAMINGLIMITSWAPMAXAGE: 43_200,
  STREAMINGSWAPMAXLENGTH: 14_400,
  STREAMINGSWAPMAXLENGTHNATIVE: 5_256_000,
  STABLESLIPMINBPS: 0,
  SYNTHSLIPMINBPS: 10,
  TRADEACCOUNTSSLIPMINBPS: 0,
};

const haltParameterNames = ({ code }: Chain) => [
  `HALT${code}CHAIN`,
  `HALT${code}TRADING`,
  `PAUSELP${code}`,
];

/** The parameter for DOGE schedules a halt for 04:00 UTC of the day after the next one. */
function parametersAt(chains: readonly Chain[], height: number): Record<string, number> {
  const dayStartHeight = midnightHeight(height);
  return {
    ...Object.fromEntries(chains.flatMap(haltParameterNames).map((name) => [name, 0])),
    ...constantParameters,
    HALTDOGETRADING: dayStartHeight + 2 * DAY_BLOCKS + DAY_BLOCKS / 6,
    HALTLTCTRADING: dayStartHeight - 2 * DAY_BLOCKS,
    HALTSIGNINGXRP: 1,
    NODEPAUSECHAINGLOBAL: dayStartHeight - 30 * DAY_BLOCKS,
    PAUSELPBCH: 1,
  };
}

export function stateAt({ chains, shortCodes }: Preset, height: number): SampleState {
  const externalChains = chains.filter(({ native }) => !native);
  const presetListings = listings.filter(([asset]) =>
    chains.some(({ code }) => asset.startsWith(`${code}.`)),
  );
  const extraGasListings = externalChains
    .filter(({ gasAsset }) => !listings.some(([asset]) => asset === gasAsset))
    .map(({ gasAsset }): Listing => [gasAsset, 2.5, 400, 8]);
  const pools = [...presetListings, ...extraGasListings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((listing) => poolAt(listing, shortCodes[listing[0]], height));
  const inboundRows = externalChains.map(inboundRow).sort((a, b) => (a.chain < b.chain ? -1 : 1));
  return {
    height,
    chains: new Map(chains.map((chain) => [chain.code, chain])),
    runePrice: runePriceAt(height),
    pools: new Map(pools.map((pool) => [pool.asset, pool])),
    inboundRows: new Map(inboundRows.map((row) => [row.chain, row])),
    parameters: parametersAt(externalChains, height),
  };
}

export function isInForce({ parameters, height }: SampleState, name: string): boolean {
  const sinceHeight = parameters[name] ?? 0;
  return sinceHeight > 0 && sinceHeight <= height;
}

export const isHalted = (state: SampleState, chain: string): boolean =>
  isInForce(state, `HALT${chain}TRADING`);
