// What a deposit costs the sender's wallet: rate × size in the chain's gas asset, and nothing where a unit's scale is not certain.
import { expect, test } from "@playwright/test";
import type { ChainCosts } from "../../../../lib/protocol/market/agreement.ts";
import type { CostSources } from "../../../../lib/protocol/market/costs.ts";
import { gasAmount, inboundGas } from "../../../../lib/protocol/market/costs.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";

const rows: [
  what: string,
  rate: string | undefined,
  units: string | undefined,
  size: string | undefined,
  base: bigint | null,
][] = [
  ["250 bytes of a UTXO chain, whatever its payouts take", "4", "satsperbyte", "1000", 1_000n],
  ["the same without a size", "4", "satsperbyte", undefined, 1_000n],
  // 1 gwei is a tenth of 1e-8.
  ["a size of the chain, in gwei", "20", "gwei", "80000", 160_000n],
  ["in the unit of Avalanche", "20", "nAVAX", "80000", 160_000n],
  // 1 mwei is a thousandth of it.
  ["in mwei", "20", "mwei", "80000", 160n],
  ["rounded down", "19", "gwei", "1", 1n],
  ["less than one unit is no cost that is known", "9", "gwei", "1", null],
  ["a rate of 0 is none", "0", "satsperbyte", "1000", null],
  ["a size of 0 is none", "20", "gwei", "0", null],
  ["no size", "20", "gwei", undefined, null],
  ["a size that is no number", "20", "gwei", "80k", null],
  ["a size behind something else", "20", "gwei", "x80000", null],
  ["a size of ten digits", "1", "gwei", "1000000000", 100_000_000n],
  ["a size of eleven", "1", "gwei", "10000000000", null],
  ["no rate", undefined, "gwei", "80000", null],
  ["a rate that is no whole number", "2.5", "gwei", "80000", null],
  ["a rate behind something else", "x2", "gwei", "80000", null],
  ["a rate of 20 digits", "1".repeat(20), "satsperbyte", undefined, BigInt("1".repeat(20)) * 250n],
  ["a rate of 21", "1".repeat(21), "satsperbyte", undefined, null],
  ["no unit", "20", undefined, "80000", null],
  ["a unit of no certain scale", "20", "uatom", "80000", null],
];
for (const [what, rate, units, outboundSize, base] of rows) {
  test(`${what}: ${base}`, () => expect(gasAmount({ rate, units, outboundSize })).toBe(base));
}

const sources = (
  costs: Partial<ChainCosts> = {},
  chainCosts: CostSources["chainCosts"] | undefined = undefined,
): CostSources => ({
  preset: presets.thorchain,
  votes: new Map(),
  defaults: new Map(),
  chainCosts:
    chainCosts === undefined
      ? new Map([
          [
            "ETH",
            {
              chain: "ETH",
              dustThreshold: null,
              outboundFee: null,
              gasRate: agreed("20"),
              gasRateUnits: agreed("gwei"),
              outboundSize: agreed("80000"),
              ...costs,
            },
          ],
        ])
      : chainCosts,
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
const unstated = { rate: undefined, units: undefined };

test("what the quote states comes before what the chain's row states, each on its own", () => {
  const gas = (quoted: Parameters<typeof inboundGas>[2], costs?: Partial<ChainCosts>) =>
    inboundGas(sources(costs), "ETH", quoted)?.base ?? null;
  expect(gas(unstated)).toBe(160_000n);
  expect(gas({ rate: "10", units: undefined })).toBe(80_000n);
  expect(gas({ rate: undefined, units: "mwei" })).toBe(160n);
  expect(gas({ rate: "10", units: "gwei" }, { gasRate: null, gasRateUnits: null })).toBe(80_000n);
  expect(gas({ rate: "10", units: "gwei" }, { outboundSize: null })).toBeNull();
  expect(gas(unstated, { gasRate: null })).toBeNull();
  expect(gas(unstated, { gasRateUnits: null })).toBeNull();
});

test("the cost is in the chain's gas asset, with its worth", () => {
  expect(inboundGas(sources(), "ETH", unstated)).toEqual({ asset: "ETH.ETH", base: 160_000n, usd: 640_000_000n });
  expect(inboundGas(sources(), "BASE", { rate: "4", units: "satsperbyte" }), "no price of it is known").toEqual({
    asset: "BASE.ETH",
    base: 1_000n,
    usd: null,
  });
  expect(inboundGas(sources({}, null), "ETH", { rate: "4", units: "satsperbyte" })?.base).toBe(1_000n);
  expect(inboundGas(sources({}, null), "ETH", unstated)).toBeNull();
});

test("on Zcash the rate is the fee of a whole transaction, whatever its unit says", () => {
  // THORNode and mayanode report a size of 1 there, and as its rate what 10 to 15 inputs cost.
  const unit = { gasRate: agreed("112500"), gasRateUnits: agreed("satsperbyte") };
  const gas = (outboundSize: "1" | null, quoted: Parameters<typeof inboundGas>[2] = unstated) => {
    const size = outboundSize && agreed(outboundSize);
    const row = { dustThreshold: null, outboundFee: null, ...unit, outboundSize: size };
    return inboundGas(sources({}, new Map([["ZEC", row]])), "ZEC", quoted)?.base ?? null;
  };
  expect([gas("1"), gas("1", { rate: "75000", units: "satsperbyte" }), gas(null)]).toEqual([112_500n, 75_000n, null]);
});

test("a message on the protocol's own chain has its fixed fee, and an unknown chain none", () => {
  expect(inboundGas(sources(), "THOR", { rate: "4", units: "satsperbyte" })).toEqual({
    asset: "THOR.RUNE",
    base: 2_000_000n,
    usd: null,
  });
  expect(inboundGas(sources(), "ZZZ", { rate: "4", units: "satsperbyte" })).toBeNull();
});
