import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  type Depths,
  doubleSwap,
  priceSlipBps,
  swapLeg,
} from "../../../../lib/protocol/market/fees.ts";

// Depths of 2024-03, every number 1e8.
const btc: Depths = { asset: 127968365638n, native: 1146799980853764n };
const eth: Depths = { asset: 1220816983876n, native: 625897832323009n };
const ONE = 100000000n;

test.describe("a worked example at recorded depths, to the last integer", () => {
  const swap = doubleSwap(ONE, btc, eth, 0n);
  const floored = doubleSwap(ONE, btc, eth, 10n);
  const small = doubleSwap(ONE / 100n, btc, eth, 10n);
  const rows: [string, bigint, bigint][] = [
    ["leg 1 output", swap.source.output, 894760010351n],
    ["leg 1 fee", swap.source.liquidityFee, 699204061n],
    ["leg 1 slip, bps", swap.source.slipBps, 8n],
    ["leg 2 output", swap.target.output, 1740254900n],
    ["leg 2 fee", swap.target.liquidityFee, 2487802n],
    ["leg 2 slip, bps", swap.target.slipBps, 14n],
    ["output of both legs", swap.output, 1740254900n],
    ["liquidity fee of both legs", swap.liquidityFee, 3851603n],
    ["slip of both legs, bps", swap.slipBps, 22n],
    ["floor of 10 bps: leg 1 fee", floored.source.liquidityFee, 895459214n],
    ["floor of 10 bps: leg 1 output", floored.source.output, 894563755199n],
    ["floor of 10 bps: leg 1 slip", floored.source.slipBps, 10n],
    ["floor of 10 bps: leg 2 fee", floored.target.liquidityFee, 2486713n],
    ["floor of 10 bps: leg 2 output", floored.target.output, 1739874285n],
    ["floor of 10 bps: leg 2 slip", floored.target.slipBps, 14n],
    ["0.01 BTC, floor: leg 1 output", small.source.output, 8952558100n],
    ["0.01 BTC, floor: leg 1 fee", small.source.liquidityFee, 8961519n],
    ["0.01 BTC, floor: leg 2 output", small.target.output, 17444300n],
    ["0.01 BTC, floor: leg 2 fee", small.target.liquidityFee, 17461n],
    ["0.01 BTC without the floor", doubleSwap(ONE / 100n, btc, eth, 0n).output, 17478853n],
    ["each of ten sub-swaps", doubleSwap(ONE / 10n, btc, eth, 0n).output, 174718929n],
  ];
  for (const [name, got, want] of rows) test(`${name} = ${want}`, () => expect(got).toBe(want));
});

test("slip is rounded half up, and nothing in is no slip", () => {
  expect(priceSlipBps(1n, 19_999n)).toBe(1n); // 0.5 bps
  expect(priceSlipBps(1n, 20_000n)).toBe(0n); // just below
  expect(priceSlipBps(1n, 1n)).toBe(5_000n);
  expect(priceSlipBps(0n, 0n)).toBe(0n);
});

test("a floor counts only above the slip, both in whole bps", () => {
  const pool = { asset: 99_904n, native: 1_000_000_000n }; // 96 in: 9.6 bps, which counts as 10
  const free = { output: 959_078n, liquidityFee: 921n, slipBps: 10n };
  expect(swapLeg(96n, pool, "to_native", 0n)).toEqual(free);
  expect(swapLeg(96n, pool, "to_native", 10n)).toEqual(free);
  expect(swapLeg(96n, pool, "to_native", 11n)).toEqual({
    output: 958_944n,
    liquidityFee: 1_056n,
    slipBps: 11n,
  });
  expect(swapLeg(96n, { asset: pool.native, native: pool.asset }, "from_native", 10n)).toEqual(
    free,
  );
  expect(swapLeg(0n, pool, "to_native", 11n)).toEqual({
    output: 0n,
    liquidityFee: 0n,
    slipBps: 11n,
  });
  const empty = { asset: 0n, native: 0n };
  expect(swapLeg(0n, empty, "to_native", 0n)).toEqual({
    output: 0n,
    liquidityFee: 0n,
    slipBps: 0n,
  });
});

test("what comes out is cut to the decimals of the pool's asset, in RUNE as well, and the fee is not", () => {
  const pool = { asset: 99_904n, native: 1_000_000_000n };
  const [cut, whole] = [6, 8].map((decimals) => ({ ...pool, decimals }));
  expect(swapLeg(96n, cut as Depths, "to_native", 0n)).toMatchObject({
    output: 959_000n,
    liquidityFee: 921n,
  });
  expect(swapLeg(96n, cut as Depths, "to_native", 11n)).toMatchObject({
    output: 958_900n,
    liquidityFee: 1_056n,
  });
  expect(swapLeg(96n, whole as Depths, "to_native", 0n)).toMatchObject({
    output: 959_078n,
    liquidityFee: 921n,
  });
});

test.describe("rules that hold for any pool", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 18n });
  const depths = fc.record({ asset: amount, native: amount });
  const direction = fc.constantFrom("to_native", "from_native");
  const floor = fc.bigInt({ min: 0n, max: 500n });
  const outputDepth = (pool: Depths, way: string) =>
    way === "to_native" ? pool.native : pool.asset;
  const inputDepth = (pool: Depths, way: string) =>
    way === "to_native" ? pool.asset : pool.native;

  test("the output never reaches beyond the depth", () => {
    fc.assert(
      fc.property(amount, depths, direction, floor, (x, pool, way, floorBps) => {
        const leg = swapLeg(x, pool, way, floorBps);
        expect(leg.output >= 0n && leg.output < outputDepth(pool, way)).toBe(true);
      }),
    );
  });
  test("output and fee are x·Y / (x + X), within one unit of rounding; exactly, with a floor", () => {
    fc.assert(
      fc.property(amount, depths, direction, floor, (x, pool, way, floorBps) => {
        const leg = swapLeg(x, pool, way, floorBps);
        const lost =
          (x * outputDepth(pool, way)) / (x + inputDepth(pool, way)) -
          leg.output -
          leg.liquidityFee;
        expect(lost >= 0n && lost <= 1n).toBe(true);
        if (floorBps > priceSlipBps(x, inputDepth(pool, way))) expect(lost).toBe(0n);
      }),
    );
  });
  test("more in gives no less out, while the deposit is below the depth", () => {
    const pair = fc.tuple(depths, direction, fc.double({ min: 0, max: 1, noNaN: true }), amount);
    fc.assert(
      fc.property(pair, floor, ([pool, way, share, more], floorBps) => {
        const depth = inputDepth(pool, way);
        const least = (depth * BigInt(Math.floor(share * 1000))) / 1000n;
        const most = least + (more % (depth - least + 1n));
        const outputs = [least, most].map((x) => swapLeg(x, pool, way, floorBps).output);
        // Rounding down twice may lose one unit.
        expect((outputs[1] as bigint) + 1n >= (outputs[0] as bigint)).toBe(true);
      }),
    );
  });
  test("the slip paid for is never below the floor, and a floor never gives more", () => {
    fc.assert(
      fc.property(amount, depths, direction, floor, (x, pool, way, floorBps) => {
        const leg = swapLeg(x, pool, way, floorBps);
        const slip = priceSlipBps(x, inputDepth(pool, way));
        expect([slip, floorBps]).toContain(leg.slipBps);
        expect(leg.slipBps >= slip && leg.slipBps >= floorBps).toBe(true);
        expect(leg.output <= swapLeg(x, pool, way, 0n).output + 1n).toBe(true);
      }),
    );
  });
  test("two pools give what one after the other gives, and both fees", () => {
    fc.assert(
      fc.property(amount, depths, depths, floor, (x, source, target, floorBps) => {
        const both = doubleSwap(x, source, target, floorBps);
        const first = swapLeg(x, source, "to_native", floorBps);
        const second = swapLeg(first.output, target, "from_native", floorBps);
        expect(both.output).toBe(second.output);
        expect(both.slipBps).toBe(first.slipBps + second.slipBps);
        expect(both.liquidityFee).toBe(
          (first.liquidityFee * target.asset) / target.native + second.liquidityFee,
        );
      }),
    );
  });
});
