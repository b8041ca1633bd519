// What a swap costs by the depths of the pools: the parts add up to the total, and the dollars of the parts to those of the whole.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  depthsOf,
  lossBps,
  quoteWorth,
  type WorthSources,
} from "../../../../lib/protocol/market/swap-worth.ts";
import { agreed, agreedMoney } from "../../../support/agreed.ts";
import { countRuns } from "../../../support/runs.ts";

const pool = (asset: string, assetDepth: bigint | null, nativeDepth: bigint | null) => ({
  asset,
  assetDepth,
  nativeDepth,
});
const sources: WorthSources = {
  nativeAsset: "THOR.RUNE",
  prices: new Map([
    ["BTC.BTC", 8_000_000_000_000n],
    ["ETH.ETH", 400_000_000_000n],
    ["THOR.RUNE", 100_000_000n],
  ]),
  pools: [
    pool("BTC.BTC", agreed(10n ** 11n), agreed(80_000n * 10n ** 11n)),
    pool("ETH.ETH", agreed(10n ** 11n), agreed(4_000n * 10n ** 11n)),
  ],
};
const fee = (kind: "liquidity" | "outbound" | "affiliate", base: bigint | null) => ({
  kind,
  amount: base === null ? null : agreedMoney({ asset: "ETH.ETH", base, usd: null }),
});
const fees = [fee("liquidity", 4_000_000n), fee("outbound", 1_000_000n), fee("affiliate", 0n)];
const asked = {
  from: "BTC.BTC",
  to: "ETH.ETH",
  amount: 100_000_000n,
  expectedAmountOut: 1_990_000_000n,
  fees,
};

test("1 BTC of 80,000 dollars buys 20 ETH of 4,000: what is missing is the total cost, and what no fee takes the price impact", () => {
  expect(quoteWorth(asked, sources)).toEqual({
    sentUsd: 8_000_000_000_000n,
    receivedUsd: 7_960_000_000_000n,
    totalCost: { asset: "ETH.ETH", base: 10_000_000n, usd: 40_000_000_000n },
    totalCostBps: 50,
    priceImpact: { asset: "ETH.ETH", base: 5_000_000n, usd: 20_000_000_000n },
    priceImpactBps: 25,
    feeShares: [
      { kind: "liquidity", bps: 20 },
      { kind: "outbound", bps: 5 },
      { kind: "affiliate", bps: 0 },
    ],
  });
});

test("a share is told to the nearest hundredth of a basis point", () => {
  const bpsOf = (base: bigint) =>
    quoteWorth({ ...asked, fees: [fee("outbound", base)] }, sources).feeShares[0]?.bps;
  // One hundredth is 2,000 units.
  expect([999n, 1_000n, 2_999n, 3_000n].map(bpsOf)).toEqual([0, 0.01, 0.01, 0.02]);
  expect(lossBps(asked, 3_000n, sources)).toBe(0.02);
  expect(lossBps(asked, 3_000n, { ...sources, pools: null })).toBeNull();
});

test("what is not known is null, and nothing is made of it", () => {
  const unknown = { totalCost: null, totalCostBps: null, priceImpact: null, priceImpactBps: null };
  const lost = fees.map(({ kind }) => ({ kind, bps: null }));
  const withPools = (pools: WorthSources["pools"]) => quoteWorth(asked, { ...sources, pools });
  const [btc] = sources.pools ?? [];
  for (const pools of [
    null,
    [],
    [btc],
    [btc, pool("ETH.ETH", null, null)],
    [btc, pool("ETH.ETH", agreed(1n), agreed(0n))],
  ]) {
    const worth = withPools(pools as WorthSources["pools"]);
    expect(worth).toMatchObject({ ...unknown, feeShares: lost, sentUsd: 8_000_000_000_000n });
    expect(worth.receivedUsd).toBe(7_960_000_000_000n);
  }
  expect(
    withPools([pool("BTC.BTC", agreed(0n), agreed(1n)), sources.pools?.[1] as never]),
  ).toMatchObject(unknown);
  expect(quoteWorth({ ...asked, amount: 0n }, sources)).toMatchObject(unknown);
  // A fee that nobody stated may be any part of the rest.
  const worth = quoteWorth(
    { ...asked, fees: [...fees.slice(0, 2), fee("affiliate", null)] },
    sources,
  );
  expect(worth).toMatchObject({ totalCostBps: 50, priceImpact: null, priceImpactBps: null });
  // Without a price there are no dollars, and the parts stand.
  const unpriced = quoteWorth(asked, { ...sources, prices: new Map() });
  expect(unpriced).toMatchObject({
    sentUsd: null,
    receivedUsd: null,
    totalCostBps: 50,
    totalCost: { usd: null },
  });
});

test("a gain is a matter of seconds: what the fees take is the least that a swap costs. A large one means that depths and quote do not fit", () => {
  const of = (expectedAmountOut: bigint, some = fees) =>
    quoteWorth({ ...asked, expectedAmountOut, fees: some }, sources);
  // 20 dollars of 80,000: above 1,995,000,000 the output alone would tell less.
  const least = {
    totalCost: { base: 5_000_000n, usd: 20_000_000_000n },
    totalCostBps: 25,
    priceImpactBps: 0,
  };
  for (const out of [1_995_000_001n, 2_000_003_000n, 2_015_000_000n]) {
    expect(of(out), String(out)).toMatchObject({ ...least, receivedUsd: 7_980_000_000_000n });
  }
  // More may be taken than what is known.
  const unknown = { totalCostBps: null, totalCost: null, priceImpact: null };
  expect(of(2_000_003_000n, [fee("liquidity", null)])).toMatchObject(unknown);
  const inPart = [...fees, fee("affiliate", null)];
  expect(of(1_995_000_000n, inPart)).toMatchObject({ totalCostBps: 25, priceImpact: null });
  // The fees take all that is sent at most.
  const allTaken = { totalCostBps: 10_000, receivedUsd: 0n, priceImpactBps: 0 };
  expect(of(1n, [fee("outbound", 2_000_000_000n)])).toMatchObject(allTaken);
  expect(of(1n, [fee("outbound", 2_000_000_001n)])).toMatchObject({
    ...unknown,
    receivedUsd: 4_000n,
  });
  expect(of(2_015_002_000n)).toMatchObject(unknown);
});

test("a form of an asset is worth its layer-1 asset, and to its own layer-1 asset one for one", () => {
  const forms = quoteWorth({ ...asked, from: "BTC~BTC", to: "ETH/ETH" }, sources);
  expect(forms).toMatchObject({ totalCostBps: 50, sentUsd: 8_000_000_000_000n });
  const same = {
    ...asked,
    from: "ETH.ETH",
    to: "ETH~ETH",
    expectedAmountOut: 99_000_000n,
    fees: [],
  };
  expect(quoteWorth(same, { ...sources, pools: [] })).toMatchObject({ totalCostBps: 100 });
  const rune = { ...asked, from: "THOR.RUNE", amount: 8_000_000_000_000n };
  expect(quoteWorth(rune, sources)).toMatchObject({ totalCostBps: 50 });
});

test("a cheap token's cost has more digits than its price in dollars", () => {
  // 0.0000011431 USD, recorded for a token of MAYAChain in 2024: 114 of 1e-8.
  const mog = "ETH.MOG-0XAAEE1A9723AADB7AFA2810263653A34BA2C21C7A";
  const pools = [
    ...(sources.pools ?? []),
    pool(mog, agreed(10n ** 20n), agreed(114_310_000_000_000n)),
  ];
  const sold = {
    ...asked,
    from: mog,
    amount: 87_481_410_200_332_400n,
    expectedAmountOut: 24_875_000n,
    fees: [],
  };
  expect(quoteWorth(sold, { ...sources, pools }).totalCostBps).toBeCloseTo(50, 1);
});

test("the parts always add up to the total, in the asset and to a dollar's smallest part", () => {
  const base = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(
      fc.tuple(base, base, base),
      fc.bigInt({ min: 1n, max: 2n * 10n ** 9n }),
      ([a, b, c], out) => {
        const some = [fee("liquidity", a), fee("outbound", b), fee("affiliate", c)];
        const worth = quoteWorth({ ...asked, expectedAmountOut: out, fees: some }, sources);
        if (worth.totalCost === null || worth.priceImpact === null) return;
        expect(a + b + c + worth.priceImpact.base).toBe(worth.totalCost.base);
        const apart =
          (worth.sentUsd ?? 0n) - (worth.receivedUsd ?? 0n) - (worth.totalCost.usd ?? 0n);
        expect([0n, 1n]).toContain(apart);
      },
    ),
    { numRuns: countRuns(300) },
  );
});

test("depths are those of the pool behind any form, and none where a side is not known", () => {
  const pools = [
    pool("BTC.BTC", 5n, 7n),
    pool("ETH.ETH", null, 7n),
    pool("LTC.LTC", 5n, null),
    pool("DOGE.DOGE", 0n, 0n),
  ];
  const rows: [asset: string, depths: ReturnType<typeof depthsOf>][] = [
    ["BTC.BTC", { asset: 5n, native: 7n }],
    ["BTC~BTC", { asset: 5n, native: 7n }],
    ["ETH.ETH", null],
    ["LTC/LTC", null],
    ["DOGE.DOGE", { asset: 0n, native: 0n }],
    ["THOR.RUNE", null],
  ];
  for (const [asset, depths] of rows) expect(depthsOf(asset, pools), asset).toEqual(depths);
});
