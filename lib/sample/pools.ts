// About forty pools. Prices move slowly and depths follow them at a nearly constant product. All figures are integers in 1e8.
import type { Preset } from "../protocol/values/chains.ts";
import type { SampleChain } from "./chains.ts";
import { NATIVE_CHAIN, type QuotePool } from "./quote/state.ts";

export interface SamplePool extends QuotePool {
  readonly chain: string;
  /** US dollars (1e8) for a whole unit, calculated from the depths as in a node. */
  readonly priceUsd: bigint;
}

const ONE = 100_000_000n;
const MILLION = 1_000_000n;
const RUNE_USD = 150_000_000n;

/** Each pool has its own seed, so a new pool changes no other price. */
type Listing = readonly [
  asset: string,
  price: number,
  depthThousandUsd: number,
  decimals: number,
  seed: number,
  status?: SamplePool["status"],
];

/** The constant figures of a pool. */
export type PoolRow = ReturnType<typeof poolRows>[number];

/** A token contract that does not exist: 42 characters like a real one, and clearly a placeholder. */
const contract = (ticker: string) => `0XSAMPLE${ticker.padStart(34, "0")}`;

const listed: readonly Listing[] = [
  ["AVAX.AVAX", 24.1, 1_900, 18, 0],
  [`AVAX.SOL-${contract("SOL")}`, 168.2, 90, 9, 1, "Staged"],
  ["AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E", 1, 760, 6, 2],
  ["AVAX.USDT-0X9702230A8EA53601F5CD2DC00FDBC13D4DF4A8C7", 1, 240, 6, 3],
  [`BASE.CBBTC-${contract("CBBTC")}`, 85_120, 820, 8, 4],
  ["BASE.ETH", 3_150.5, 1_450, 18, 5],
  ["BASE.USDC-0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913", 1, 1_280, 6, 6],
  ["BCH.BCH", 505.3, 2_100, 8, 7],
  ["BSC.BNB", 905.7, 3_400, 18, 8],
  [`BSC.BTCB-${contract("BTCB")}`, 85_100, 310, 18, 9],
  [`BSC.TWT-${contract("TWT")}`, 1.12, 65, 18, 10],
  ["BSC.USDC-0X8AC76A51CC950D9822D68B83FE1AD97B32CD580D", 1, 540, 18, 11],
  ["BSC.USDT-0X55D398326F99059FF775485246999027B3197955", 1, 980, 18, 12],
  ["BTC.BTC", 85_164, 34_600, 8, 13],
  ["DOGE.DOGE", 0.158, 2_750, 8, 14],
  [`ETH.AAVE-${contract("AAVE")}`, 182.4, 75, 18, 15],
  [`ETH.DAI-${contract("DAI")}`, 1, 290, 18, 16],
  ["ETH.ETH", 3_151.9, 17_200, 18, 17],
  [`ETH.FOX-${contract("FOX")}`, 0.021, 28, 18, 18],
  [`ETH.LINK-${contract("LINK")}`, 13.6, 84, 18, 19],
  [`ETH.SNX-${contract("SNX")}`, 0.62, 12, 18, 20, "Staged"],
  [`ETH.TGT-${contract("TGT")}`, 0.011, 33, 18, 21],
  [`ETH.THOR-${contract("THOR")}`, 0.11, 410, 18, 22],
  ["ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48", 1, 9_400, 6, 23],
  ["ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7", 1, 8_100, 6, 24],
  [`ETH.WBTC-${contract("WBTC")}`, 85_090, 2_600, 8, 25],
  [`ETH.XDEFI-${contract("XDEFI")}`, 0.002, 3, 18, 26, "Suspended"],
  [`ETH.YFI-${contract("YFI")}`, 4_650, 14, 18, 27, "Staged"],
  ["GAIA.ATOM", 2.61, 480, 6, 28],
  ["LTC.LTC", 86.4, 1_750, 8, 29],
  ["NOBLE.USDC", 1, 390, 6, 30],
  ["POL.POL", 0.142, 260, 18, 31],
  [`POL.USDC-${contract("USDC")}`, 1, 150, 6, 32],
  ["SOL.SOL", 136.8, 1_120, 9, 33],
  ["THOR.RUJI", 0.52, 880, 8, 34],
  ["THOR.TCY", 0.094, 1_300, 8, 35],
  ["TRON.TRX", 0.281, 940, 6, 36],
  ["TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T", 1, 2_250, 6, 37],
  ["XRP.XRP", 2.11, 3_050, 6, 38],
  ["ZEC.ZEC", 512.6, 690, 8, 39],
];

/** The listed pools of the chains, and one for each gas asset without a listed pool. Sorted by asset. */
export function poolRows(
  chains: readonly SampleChain[],
  { shortCodes, nativeChain }: Pick<Preset, "shortCodes" | "nativeChain">,
) {
  // What stands on THORChain itself has pools on its own network only.
  const codes = [nativeChain, ...chains.map((chain) => chain.code)].filter(
    (code) => code !== NATIVE_CHAIN || nativeChain === NATIVE_CHAIN,
  );
  const kept = listed.filter(([asset]) => codes.includes(chainOf(asset)));
  const more = chains
    .filter((chain) => !kept.some(([asset]) => asset === chain.gasAsset))
    .map(
      ({ gasAsset, family }): Listing => [
        gasAsset,
        2.5,
        400,
        family === "evm" ? 18 : 8,
        seedOf(gasAsset),
      ],
    );
  return [...kept, ...more]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, price, depthThousandUsd, decimals, seed, status = "Available"]) => ({
      asset,
      chain: chainOf(asset),
      status,
      shortCode: shortCodes[asset] ?? null,
      decimals,
      price,
      depthThousandUsd,
      seed,
    }));
}

function chainOf(asset: string): string {
  return asset.slice(0, asset.indexOf("."));
}

function seedOf(asset: string): number {
  return [...asset].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_009, 7) % 50;
}

/** A triangle wave in parts per million: ±`amplitude` over an even `period` of blocks. */
function wavePpm(height: number, period: number, amplitude: number): bigint {
  const phase = height % period;
  const climbed = phase < period / 2 ? phase : period - phase;
  return BigInt(Math.trunc((amplitude * (4 * climbed - period)) / period));
}

const runePpm = (height: number) => wavePpm(height, 2400, 12_000);

/** US dollars (1e8) for one RUNE. */
export function runePriceAt(height: number): bigint {
  return (RUNE_USD * (MILLION + runePpm(height))) / MILLION;
}

/** Every pool at a height, sorted by asset. */
export function samplePools(rows: readonly PoolRow[], height: number): readonly SamplePool[] {
  const runePrice = runePriceAt(height);
  return rows.map(({ price, depthThousandUsd, seed, ...pool }) => {
    const ppm = price === 1 ? 0n : wavePpm(height + seed * 977, 3000 + seed * 634, 20_000);
    const target = (BigInt(Math.round(price * 1e8)) * (MILLION + ppm)) / MILLION;
    const depthAtRest = (BigInt(depthThousandUsd) * 1000n * ONE * ONE) / RUNE_USD;
    const balanceRune = (depthAtRest * (2n * MILLION + ppm - runePpm(height))) / (2n * MILLION);
    const balanceAsset = (balanceRune * runePrice) / target;
    return {
      ...pool,
      balanceAsset,
      balanceRune,
      priceUsd: (balanceRune * runePrice) / balanceAsset,
    };
  });
}
