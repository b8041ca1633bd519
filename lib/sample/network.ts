// The embedded network: a node and an indexer that answer from the clock alone. Code that reads a network does not belong here.
// This file has its chains, pools and parameters at each height. Every address is a placeholder, so nobody can send to it.
import type { Chain } from "../protocol/values/chain-rows.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, presets } from "../protocol/values/chains.ts";

export const { nativeChain: NATIVE_CHAIN, nativeAsset: NATIVE } = presets.sample;
const BLOCK_MS = PROTOCOL_BLOCK_SECONDS * 1000;
export const DAY_BLOCKS = 86_400_000 / BLOCK_MS;
const ONE = 100_000_000n;
const MILLION = 1_000_000n;

/** Block n has the time n × block seconds since 1970, so every height follows from an instant. */
export const heightAt = (nowMs: number) => Math.floor(nowMs / BLOCK_MS);
export const blockTimeMs = (height: number) => height * BLOCK_MS;
/** The first height of the UTC day. */
export const dayStart = (height: number) => height - (height % DAY_BLOCKS);

/** The network at a height. Amounts are 1e8, and text in the body of an answer. */
export type SampleState = ReturnType<typeof stateAt>;
export type SamplePool = ReturnType<typeof toPool>;

export const placeholder = (chain: string, role: string) => `sample-${chain.toLowerCase()}-${role}`;

/** Fee rate and its unit, size of a payout, dust threshold, outbound fee. */
type Figures = readonly [bigint, string, bigint, bigint, bigint];

/** In the end the status of a pool that is not available, or the figures of the asset's own chain. */
type Listing = readonly [
  asset: string,
  priceUsd: number,
  depthThousandUsd: number,
  decimals: number,
  end?: "Staged" | "Suspended" | Figures,
];

/** A token contract that does not exist: 42 characters, and clearly a placeholder. */
const contract = (ticker: string) => `0XSAMPLE${ticker.padStart(34, "0")}`;

const listings: readonly Listing[] = [
  ["AVAX.AVAX", 24.1, 1_900, 18, [2n, "nAVAX", 100_000n, 100_000n, 1_250_000n]],
  [`AVAX.SOL-${contract("SOL")}`, 168.2, 90, 9, "Staged"],
  ["AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E", 1, 760, 6],
  ["AVAX.USDT-0X9702230A8EA53601F5CD2DC00FDBC13D4DF4A8C7", 1, 240, 6],
  [`BASE.CBBTC-${contract("CBBTC")}`, 85_120, 820, 8],
  ["BASE.ETH", 3_150.5, 1_450, 18, [12n, "mwei", 80_000n, 1_000n, 10_000n]],
  ["BASE.USDC-0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913", 1, 1_280, 6],
  ["BCH.BCH", 505.3, 2_100, 8, [2n, "satsperbyte", 1_500n, 10_000n, 60_000n]],
  ["BSC.BNB", 905.7, 3_400, 18, [1n, "gwei", 50_000n, 10_000n, 40_000n]],
  [`BSC.BTCB-${contract("BTCB")}`, 85_100, 310, 18],
  [`BSC.TWT-${contract("TWT")}`, 1.12, 65, 18],
  ["BSC.USDC-0X8AC76A51CC950D9822D68B83FE1AD97B32CD580D", 1, 540, 18],
  ["BSC.USDT-0X55D398326F99059FF775485246999027B3197955", 1, 980, 18],
  ["BTC.BTC", 85_164, 34_600, 8, [4n, "satsperbyte", 1_000n, 1_000n, 1_103n]],
  ["DOGE.DOGE", 0.158, 2_750, 8, [500_000n, "satsperbyte", 1_000n, 100_000_000n, 250_000_000n]],
  [`ETH.AAVE-${contract("AAVE")}`, 182.4, 75, 18],
  [`ETH.DAI-${contract("DAI")}`, 1, 290, 18],
  ["ETH.ETH", 3_151.9, 17_200, 18, [5n, "gwei", 80_000n, 1_000n, 40_000n]],
  [`ETH.FOX-${contract("FOX")}`, 0.021, 28, 18],
  [`ETH.LINK-${contract("LINK")}`, 13.6, 84, 18],
  [`ETH.SNX-${contract("SNX")}`, 0.62, 12, 18, "Staged"],
  [`ETH.TGT-${contract("TGT")}`, 0.011, 33, 18],
  [`ETH.THOR-${contract("THOR")}`, 0.11, 410, 18],
  ["ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48", 1, 9_400, 6],
  ["ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7", 1, 8_100, 6],
  [`ETH.WBTC-${contract("WBTC")}`, 85_090, 2_600, 8],
  [`ETH.XDEFI-${contract("XDEFI")}`, 0.002, 3, 18, "Suspended"],
  [`ETH.YFI-${contract("YFI")}`, 4_650, 14, 18, "Staged"],
  ["GAIA.ATOM", 2.61, 480, 6, [300_000n, "uatom", 1n, 1_000_000n, 12_000_000n]],
  ["LTC.LTC", 86.4, 1_750, 8, [6n, "satsperbyte", 250n, 100_000n, 350_000n]],
  ["NOBLE.USDC", 1, 390, 6, [100_000n, "uusdc", 1n, 1_000_000n, 30_000_000n]],
  ["POL.POL", 0.142, 260, 18, [40n, "gwei", 80_000n, 100_000n, 220_000_000n]],
  [`POL.USDC-${contract("USDC")}`, 1, 150, 6],
  ["SOL.SOL", 136.8, 1_120, 9, [5_000n, "lamport", 1n, 100_000n, 220_000n]],
  ["THOR.RUJI", 0.52, 880, 8],
  ["THOR.TCY", 0.094, 1_300, 8],
  ["TRON.TRX", 0.281, 940, 6, [1_000_000n, "sun", 1n, 10_000_000n, 100_000_000n]],
  ["TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T", 1, 2_250, 6],
  ["XRP.XRP", 2.11, 3_050, 6, [200n, "drop", 1n, 100_000_000n, 15_000_000n]],
  ["ZEC.ZEC", 512.6, 690, 8, [10_000n, "satsperbyte", 1n, 15_000n, 60_000n]],
];

/** A triangle wave in parts per million: ±`amplitude` over an even `period` of blocks. */
function wavePpm(height: number, period: number, amplitude: number): bigint {
  const phase = height % period;
  const climbed = phase < period / 2 ? phase : period - phase;
  return BigInt(Math.trunc((amplitude * (4 * climbed - period)) / period));
}

const RUNE_USD = 150_000_000n;

/** A price drifts, and the depths follow it at a nearly constant product. */
function toPool(listing: Listing, short_code: string | undefined, height: number) {
  const [asset, priceUsd, depthThousandUsd, decimals, end] = listing;
  // By its place, so that a new pool at the end changes no other price.
  const seed = listings.indexOf(listing);
  const runePpm = wavePpm(height, 2400, 12_000);
  const ppm = priceUsd === 1 ? 0n : wavePpm(height + seed * 977, 3000 + seed * 634, 20_000);
  const price = (BigInt(Math.round(priceUsd * 1e8)) * (MILLION + ppm)) / MILLION;
  const depthAtRest = (BigInt(depthThousandUsd) * 1000n * ONE * ONE) / RUNE_USD;
  const balance_rune = (depthAtRest * (2n * MILLION + ppm - runePpm)) / (2n * MILLION);
  const balance_asset = (balance_rune * runePriceAt(height)) / price;
  const status = typeof end === "string" ? end : "Available";
  return { asset, short_code, status, decimals, balance_asset, balance_rune };
}

const newChain: Figures = [1_000n, "unit", 1n, 100_000n, 12_000_000n];

function toRow({ code: chain, gasAsset, family }: Chain) {
  const end = listings.find(([asset]) => asset === gasAsset)?.[4];
  const [feeRate, units, payoutSize, dust, outboundFee] = typeof end === "object" ? end : newChain;
  return {
    chain,
    address: placeholder(chain, "vault-do-not-send"),
    router: family === "evm" ? placeholder(chain, "router-do-not-send") : undefined,
    observed_fee_rate: feeRate,
    gas_rate: (feeRate * 3n) / 2n,
    gas_rate_units: units,
    outbound_tx_size: payoutSize,
    dust_threshold: dust,
    outbound_fee: outboundFee,
  };
}

/** US dollars (1e8) for one RUNE. */
const runePriceAt = (height: number) =>
  (RUNE_USD * (MILLION + wavePpm(height, 2400, 12_000))) / MILLION;

const votes = {
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

/** The halt of DOGE is scheduled for 04:00 UTC of the next day. */
function parametersAt(chains: readonly Chain[], height: number): Record<string, number> {
  const day = dayStart(height);
  const names = ({ code }: Chain) => [`HALT${code}CHAIN`, `HALT${code}TRADING`, `PAUSELP${code}`];
  return {
    ...Object.fromEntries(chains.flatMap(names).map((name) => [name, 0])),
    ...votes,
    HALTDOGETRADING: day + DAY_BLOCKS + DAY_BLOCKS / 6,
    HALTLTCTRADING: day - 2 * DAY_BLOCKS,
    HALTSIGNINGXRP: 1,
    NODEPAUSECHAINGLOBAL: day - 30 * DAY_BLOCKS,
    PAUSELPBCH: 1,
  };
}

export function stateAt({ chains, shortCodes }: Preset, height: number) {
  const external = chains.filter(({ native }) => !native);
  const isKept = ([asset]: Listing) => chains.some(({ code }) => asset.startsWith(`${code}.`));
  // A chain without a listed pool has one of its gas asset.
  const more = external
    .filter(({ gasAsset }) => !listings.some(([asset]) => asset === gasAsset))
    .map(({ gasAsset }): Listing => [gasAsset, 2.5, 400, 8]);
  const pools = [...listings.filter(isKept), ...more]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((listing) => toPool(listing, shortCodes[listing[0]], height));
  const rows = external.map(toRow).sort((a, b) => (a.chain < b.chain ? -1 : 1));
  return {
    height,
    chains: new Map(chains.map((chain) => [chain.code, chain])),
    runePrice: runePriceAt(height),
    pools: new Map(pools.map((pool) => [pool.asset, pool])),
    rows: new Map(rows.map((row) => [row.chain, row])),
    parameters: parametersAt(external, height),
  };
}

export function isInForce({ parameters, height }: SampleState, name: string): boolean {
  const since = parameters[name] ?? 0;
  return since > 0 && since <= height;
}
