// The pools of the sample network, before prices drift, and the costs of each chain.
// Some contract addresses of tokens are real. `contract` makes a placeholder for each other one.

export type SamplePoolStatus = "Available" | "Staged" | "Suspended";

export type Listing = readonly [
  asset: string,
  priceUsd: number,
  depthThousandUsd: number,
  decimals: number,
  status?: SamplePoolStatus,
];

const contract = (ticker: string) => `0XSAMPLE${ticker.padStart(34, "0")}`;

export const listings: readonly Listing[] = [
  ["AVAX.AVAX", 24.1, 1_900, 18],
  [`AVAX.SOL-${contract("SOL")}`, 168.2, 90, 9, "Staged"],
  ["AVAX.USDC-0XB97EF9EF8734C71904D8002F8B6BC66DD9C48A6E", 1, 760, 6],
  ["AVAX.USDT-0X9702230A8EA53601F5CD2DC00FDBC13D4DF4A8C7", 1, 240, 6],
  [`BASE.CBBTC-${contract("CBBTC")}`, 85_120, 820, 8],
  ["BASE.ETH", 3_150.5, 1_450, 18],
  ["BASE.USDC-0X833589FCD6EDB6E08F4C7C32D4F71B54BDA02913", 1, 1_280, 6],
  ["BCH.BCH", 505.3, 2_100, 8],
  ["BSC.BNB", 905.7, 3_400, 18],
  [`BSC.BTCB-${contract("BTCB")}`, 85_100, 310, 18],
  [`BSC.TWT-${contract("TWT")}`, 1.12, 65, 18],
  ["BSC.USDC-0X8AC76A51CC950D9822D68B83FE1AD97B32CD580D", 1, 540, 18],
  ["BSC.USDT-0X55D398326F99059FF775485246999027B3197955", 1, 980, 18],
  ["BTC.BTC", 85_164, 34_600, 8],
  ["DOGE.DOGE", 0.158, 2_750, 8],
  [`ETH.AAVE-${contract("AAVE")}`, 182.4, 75, 18],
  [`ETH.DAI-${contract("DAI")}`, 1, 290, 18],
  ["ETH.ETH", 3_151.9, 17_200, 18],
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
  ["GAIA.ATOM", 2.61, 480, 6],
  ["LTC.LTC", 86.4, 1_750, 8],
  ["NOBLE.USDC", 1, 390, 6],
  ["POL.POL", 0.142, 260, 18],
  [`POL.USDC-${contract("USDC")}`, 1, 150, 6],
  ["SOL.SOL", 136.8, 1_120, 9],
  ["THOR.RUJI", 0.52, 880, 8],
  ["THOR.TCY", 0.094, 1_300, 8],
  ["TRON.TRX", 0.281, 940, 6],
  ["TRON.USDT-TR7NHQJEKQXGTCI8Q8ZY4PL8OTSZGJLJ6T", 1, 2_250, 6],
  ["XRP.XRP", 2.11, 3_050, 6],
  ["ZEC.ZEC", 512.6, 690, 8],
];

/**
 * `feeUnit` is the unit of `feeRate`, such as satoshi per byte. `payoutSize` counts what the rate
 * is for: bytes, gas, or 1 for a whole payout. The last two amounts are in 1e8 of the gas asset.
 */
type ChainCosts = readonly [
  feeRate: bigint,
  feeUnit: string,
  payoutSize: bigint,
  dustThreshold: bigint,
  outboundFee: bigint,
];

const unlistedChainCosts: ChainCosts = [1_000n, "unit", 1n, 100_000n, 12_000_000n];

const costsByGasAsset: Readonly<Record<string, ChainCosts>> = {
  "AVAX.AVAX": [2n, "nAVAX", 100_000n, 100_000n, 1_250_000n],
  "BASE.ETH": [12n, "mwei", 80_000n, 1_000n, 10_000n],
  "BCH.BCH": [2n, "satsperbyte", 1_500n, 10_000n, 60_000n],
  "BSC.BNB": [1n, "gwei", 50_000n, 10_000n, 40_000n],
  "BTC.BTC": [4n, "satsperbyte", 1_000n, 1_000n, 1_103n],
  "DOGE.DOGE": [500_000n, "satsperbyte", 1_000n, 100_000_000n, 250_000_000n],
  "ETH.ETH": [5n, "gwei", 80_000n, 1_000n, 40_000n],
  "GAIA.ATOM": [300_000n, "uatom", 1n, 1_000_000n, 12_000_000n],
  "LTC.LTC": [6n, "satsperbyte", 250n, 100_000n, 350_000n],
  "NOBLE.USDC": [100_000n, "uusdc", 1n, 1_000_000n, 30_000_000n],
  "POL.POL": [40n, "gwei", 80_000n, 100_000n, 220_000_000n],
  "SOL.SOL": [5_000n, "lamport", 1n, 100_000n, 220_000n],
  "TRON.TRX": [1_000_000n, "sun", 1n, 10_000_000n, 100_000_000n],
  "XRP.XRP": [200n, "drop", 1n, 100_000_000n, 15_000_000n],
  "ZEC.ZEC": [10_000n, "satsperbyte", 1n, 15_000n, 60_000n],
};

export const chainCosts = (gasAsset: string): ChainCosts =>
  costsByGasAsset[gasAsset] ?? unlistedChainCosts;
