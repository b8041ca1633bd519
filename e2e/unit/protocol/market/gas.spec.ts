// What a sender pays the chain, as the rows of the nodes state it: in the units of wallets, and nothing where it cannot be known.
import { expect, test } from "@playwright/test";
import type { ChainCosts } from "../../../../lib/protocol/market/agreement.ts";
import type { CostSources } from "../../../../lib/protocol/market/costs.ts";
import { readGasRate, readWalletFee } from "../../../../lib/protocol/market/gas.ts";
import type { Chain } from "../../../../lib/protocol/values/chain-rows.ts";
import { type Preset, presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";

type Stated = readonly [rate: string | null, units: string | null, size: string | null];

const costsOf = ([rate, units, size]: Stated): ChainCosts => ({
  dustThreshold: null,
  outboundFee: null,
  gasRate: rate === null ? null : agreed(rate),
  gasRateUnits: units === null ? null : agreed(units),
  outboundSize: size === null ? null : agreed(size),
});

const told: readonly [
  family: Chain["family"],
  stated: Stated,
  rate: readonly [string, string, string] | null,
][] = [
  ["bitcoin", ["6", "satsperbyte", "1000"], ["6", "sat", "byte"]],
  ["utxo", ["10", "duffsperbyte", "451"], ["10", "duff", "byte"]],
  ["evm", ["120", "gwei", "80000"], ["120", "gwei", "gas"]],
  ["evm", ["4", "nAVAX", "100000"], ["4", "gwei", "gas"]],
  ["evm", ["22", "mwei", "100000"], ["0.022", "gwei", "gas"]],
  ["evm", ["1500", "centigwei", "80000"], ["15", "gwei", "gas"]],
  ["xrp", ["45", "drop", "1"], ["0.000045", "XRP", "transaction"]],
  ["cosmos", ["281250", "uatom", "1"], ["0.28125", "ATOM", "transaction"]],
  ["cosmos", ["150000", "uusdc", "1"], ["0.15", "USDC", "transaction"]],
  ["solana", ["5000", "lamport", "1"], ["0.000005", "SOL", "transaction"]],
  // A row that counts parts of a transaction: nobody knows how many a deposit has.
  ["cosmos", ["15", "uatom", "1000"], null],
  ["cosmos", ["15", "uatom", null], null],
  // The rate is of a whole transaction, whatever its unit says.
  ["zcash", ["112500", "satsperbyte", "1"], ["0.001125", "ZEC", "transaction"]],
  ["zcash", ["1000", "satsperbyte", "3"], ["0.00003", "ZEC", "transaction"]],
  ["zcash", ["112500", "satsperbyte", null], null],
  // What a vault pays, and units that do not count what they say.
  ["tron", ["38081700", "sun", "1"], null],
  ["thorchain", ["3000000", "rune", "1"], null],
  ["cosmos", ["300000", "ukuji", "1"], null],
  [undefined, ["1125000000", "costunits", "1"], null],
  ["bitcoin", ["0", "satsperbyte", "1000"], null],
  ["bitcoin", [null, "satsperbyte", "1000"], null],
  ["bitcoin", ["6", null, "1000"], null],
  // Names that any object has.
  ["bitcoin", ["6", "constructor", "1000"], null],
  ["bitcoin", ["6", "__proto__", "1000"], null],
];
for (const [family, stated, rate] of told) {
  test(`a rate of ${stated.join(" ")} on ${family}: ${rate?.join(" ") ?? "not known"}`, () => {
    const [gasRate = null, gasRateUnits = null, gasRatePer = null] = rate ?? [];
    expect(readGasRate(costsOf(stated), family)).toEqual({ gasRate, gasRateUnits, gasRatePer });
  });
}

test("a chain that no row tells of has no rate", () => {
  expect(readGasRate(undefined, "bitcoin").gasRate).toBeNull();
});

const sources = (preset: Preset, code: string, stated: Stated): CostSources => ({
  preset,
  votes: new Map(),
  defaults: new Map(),
  chainCosts: new Map([[code, costsOf(stated)]]),
  network: {
    nativeTransactionFee: agreed(2_000_000n),
    nativeOutboundFee: null,
    outboundMultiplierBps: null,
    nativePriceUsd: null,
    isPriceHalted: false,
  },
  outboundFees: null,
  prices: new Map([["ETH.ETH", 400_000_000_000n]]),
});
const walletFee = (
  asset: string,
  stated: Stated,
  memoBytes = 0,
  preset: Preset = presets.thorchain,
) => {
  const code = asset.split(".", 1)[0] as string;
  const chain = preset.chains.find((one) => one.code === code);
  return readWalletFee(sources(preset, code, stated), chain, asset, memoBytes);
};

test("a wallet's fee is known of Bitcoin's kin by 250 bytes, of an EVM gas asset by its gas, and of Zcash", () => {
  const rows: readonly [asset: string, stated: Stated, memoBytes: number, base: bigint | null][] = [
    ["BTC.BTC", ["4", "satsperbyte", "1000"], 60, 1_000n],
    ["LTC.LTC", ["4", "satsperbyte", "250"], 0, 1_000n],
    // 21,000 gas at 20 gwei are 420,000 gwei: 0.00042 ETH.
    ["ETH.ETH", ["20", "gwei", "100000"], 0, 42_000n],
    // 16 gas a byte.
    ["ETH.ETH", ["20", "gwei", "100000"], 50, 43_600n],
    ["AVAX.AVAX", ["20", "nAVAX", "100000"], 0, 42_000n],
    // Rounded up: 46.2.
    ["POL.POL", ["22", "mwei", "100000"], 0, 47n],
    // The fee for Ethereum comes on top there.
    ["BASE.ETH", ["22", "mwei", "100000"], 0, null],
    ["BTC.BTC", ["4", "toString", "1000"], 0, null],
    ["ZEC.ZEC", ["112500", "satsperbyte", "1"], 60, 112_500n],
    ["ETH.USDC-0XA0", ["20", "gwei", "100000"], 0, null],
    ["XRP.XRP", ["45", "drop", "1"], 0, null],
    ["SOL.SOL", ["5000", "lamport", "1"], 0, null],
    ["GAIA.ATOM", ["281250", "uatom", "1"], 0, null],
    ["TRON.TRX", ["38081700", "sun", "1"], 0, null],
    ["BTC.BTC", ["0", "satsperbyte", "1000"], 0, null],
    ["BTC.BTC", [null, "satsperbyte", "1000"], 0, null],
    ["BTC.BTC", ["4", "gwei", "1000"], 0, null],
    ["ETH.ETH", ["4", "satsperbyte", "1000"], 0, null],
  ];
  for (const [asset, stated, memoBytes, base] of rows)
    expect(walletFee(asset, stated, memoBytes)?.base ?? null, `${asset} ${stated}`).toBe(base);
});

test("mayanode's centigwei are hundredths of a gwei, and a rollup's fee is not known", () => {
  const stated = ["1500", "centigwei", "80000"] as const;
  expect(walletFee("ETH.ETH", stated, 0, presets.mayachain)?.base).toBe(31_500n);
  expect(walletFee("ARB.ETH", stated, 0, presets.mayachain)).toBeNull();
});

test("it has its worth, on the protocol's own chain it is the fixed fee, and an unknown chain has none", () => {
  expect(walletFee("ETH.ETH", ["20", "gwei", "100000"])).toEqual({
    asset: "ETH.ETH",
    base: 42_000n,
    usd: 168_000_000n,
  });
  expect(walletFee("THOR.RUNE", [null, null, null])).toEqual({
    asset: "THOR.RUNE",
    base: 2_000_000n,
    usd: null,
  });
  expect(walletFee("ZZZ.ZZZ", ["4", "satsperbyte", "1000"])).toBeNull();
});
