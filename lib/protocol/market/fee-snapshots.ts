// Recorded figures of the main networks, as data, for worked examples. Dated and historic: never a quote, never shown as current.

import type { NetworkName, Preset } from "../values/chains.ts";
import type { Depths } from "./fees.ts";

/** One chain's row of `inbound_addresses`, its vault left out. */
export interface SnapshotChain {
  readonly code: string;
  readonly gasAsset: string;
  /** 1e8 of the gas asset. */
  readonly outboundFee: bigint;
  readonly gasRate: string;
  readonly gasRateUnits: string;
  readonly outboundSize: string;
}

export interface FeeSnapshot extends Pick<Preset, "protocol" | "nativeChain" | "nativeAsset"> {
  /** Month of the answers. Neither their block nor their time was recorded. */
  readonly month: string;
  /** Where the figures come from: the calls, and who published the answers. */
  readonly source: string;
  readonly pools: Readonly<Record<string, Depths>>;
  /** The pool whose asset stands for one US dollar. */
  readonly dollarAsset: string;
  readonly chains: readonly SnapshotChain[];
  /** Base units of the native asset: what sending it or being paid in it costs. */
  readonly nativeFee: bigint;
  /** The swaps of the examples: amounts in base units, small to large. */
  readonly examples: readonly {
    readonly from: string;
    readonly to: string;
    readonly amounts: readonly [bigint, bigint, bigint];
  }[];
}

const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";

/** [chain, gas asset, outbound fee, gas rate, units, outbound size] */
type Row = readonly [string, string, bigint, string, string, string];

function snapshotChain([code, gasAsset, outboundFee, gasRate, gasRateUnits, outboundSize]: Row): SnapshotChain {
  return { code, gasAsset, outboundFee, gasRate, gasRateUnits, outboundSize };
}

const thorchain: FeeSnapshot = {
  protocol: "THORChain",
  nativeChain: "THOR",
  nativeAsset: "THOR.RUNE",
  month: "March 2024",
  source:
    "node API `/thorchain/pools` and `/thorchain/inbound_addresses`, native fee from `/thorchain/constants` of 2024, published by the xchainjs/xchainjs-lib project",
  pools: {
    "BTC.BTC": { asset: 127_968_365_638n, native: 1_146_799_980_853_764n },
    "ETH.ETH": { asset: 1_220_816_983_876n, native: 625_897_832_323_009n },
    [USDC]: { asset: 1_256_037_216_048_756n, native: 165_111_010_255_012n },
    "BSC.BNB": { asset: 1_290_913_384_624n, native: 82_254_245_258_144n },
    "LTC.LTC": { asset: 5_931_079_941_027n, native: 69_982_009_182_259n },
    "BCH.BCH": { asset: 2_200_713_912_021n, native: 124_549_997_581_411n },
    "DOGE.DOGE": { asset: 3_324_994_761_374_573n, native: 77_534_210_575_661n },
    "GAIA.ATOM": { asset: 15_860_461_547_554n, native: 28_462_296_623_199n },
    "AVAX.AVAX": { asset: 21_825_875_779_007n, native: 123_291_741_092_307n },
  },
  dollarAsset: USDC,
  chains: (
    [
      ["BTC", "BTC.BTC", 14_000n, "21", "satsperbyte", "1000"],
      ["ETH", "ETH.ETH", 600_000n, "90", "gwei", "100000"],
      ["BSC", "BSC.BNB", 400_000n, "70", "gwei", "80000"],
      ["LTC", "LTC.LTC", 1_053_737n, "66", "satsperbyte", "250"],
      ["BCH", "BCH.BCH", 176_208n, "30", "satsperbyte", "1500"],
      ["DOGE", "DOGE.DOGE", 500_000_000n, "750000", "satsperbyte", "1000"],
      ["GAIA", "GAIA.ATOM", 8_072_600n, "600000", "uatom", "1"],
      ["AVAX", "AVAX.AVAX", 1_824_930n, "70", "nAVAX", "100000"],
    ] as const
  ).map(snapshotChain),
  nativeFee: 2_000_000n,
  examples: [
    { from: "BTC.BTC", to: "ETH.ETH", amounts: [500_000n, 10_000_000n, 500_000_000n] },
    { from: "ETH.ETH", to: USDC, amounts: [10_000_000n, 300_000_000n, 10_000_000_000n] },
    { from: "THOR.RUNE", to: "BTC.BTC", amounts: [5_000_000_000n, 100_000_000_000n, 5_000_000_000_000n] },
  ],
};

const mayachain: FeeSnapshot = {
  protocol: "MAYAChain",
  nativeChain: "MAYA",
  nativeAsset: "MAYA.CACAO",
  month: "March 2024",
  source:
    "indexer API `/v2/pools`, node API `/mayachain/inbound_addresses` and `/mayachain/mimir`, published by the xchainjs/xchainjs-lib project",
  pools: {
    "BTC.BTC": { asset: 13_391_894_764n, native: 93_859_427_818_958_516n },
    "ETH.ETH": { asset: 120_935_910_778n, native: 48_069_697_387_638_497n },
    [USDC]: { asset: 23_902_756_687_437n, native: 2_425_131_518_611_021n },
    "DASH.DASH": { asset: 1_431_515_842_062n, native: 5_928_570_052_375_596n },
    "THOR.RUNE": { asset: 235_468_907_839_401n, native: 185_207_903_739_677_239n },
    "KUJI.KUJI": { asset: 16_133_649_566_438n, native: 7_703_488_603_887_996n },
  },
  dollarAsset: USDC,
  chains: (
    [
      ["BTC", "BTC.BTC", 52_500n, "52", "satsperbyte", "1000"],
      ["ETH", "ETH.ETH", 840_000n, "100", "gwei", "80000"],
      ["DASH", "DASH.DASH", 5_412n, "12", "satsperbyte", "451"],
      ["THOR", "THOR.RUNE", 3_000_000n, "2000000", "rune", "1"],
      ["KUJI", "KUJI.KUJI", 300_000n, "300000", "ukuji", "1"],
    ] as const
  ).map(snapshotChain),
  nativeFee: 5_000_000_000n,
  examples: [
    { from: "BTC.BTC", to: "ETH.ETH", amounts: [500_000n, 10_000_000n, 500_000_000n] },
    { from: "ETH.ETH", to: USDC, amounts: [10_000_000n, 100_000_000n, 1_000_000_000n] },
    {
      from: "MAYA.CACAO",
      to: "BTC.BTC",
      amounts: [4_000_000_000_000n, 100_000_000_000_000n, 3_000_000_000_000_000n],
    },
  ],
};

/** The sample network has no history, so it shows THORChain's, under that name. */
export const feeSnapshots: Readonly<Record<NetworkName, FeeSnapshot>> = { sample: thorchain, thorchain, mayachain };
