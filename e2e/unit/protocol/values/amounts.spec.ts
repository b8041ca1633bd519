import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  cutToDecimals,
  decimalsOf,
  divRound,
  formatPrice,
  formatUnits,
  formatUsd,
  mulDiv,
  parseUnits,
  priceInUsd,
  unitsOfUsd,
} from "../../../../lib/protocol/values/amounts.ts";

test("every asset has eight decimals, but CACAO ten and MAYA four", () => {
  const assets = ["BTC.BTC", "THOR.RUNE", "ETH.USDC-0XA0", "MAYA.CACAO", "MAYA.MAYA"];
  expect(assets.map(decimalsOf)).toEqual([8, 8, 8, 10, 4]);
});

test.describe("an amount is a strict decimal string", () => {
  const read: [text: string, decimals: number, base: bigint][] = [
    ["1", 8, 100_000_000n],
    ["0.05", 8, 5_000_000n],
    ["12.34", 8, 1_234_000_000n],
    ["0", 8, 0n],
    ["007", 0, 7n],
    ["0.00000001", 8, 1n],
    ["1.50", 1, 15n],
    ["1.000000000000", 8, 100_000_000n],
    ["1.0", 0, 1n],
    ["1.0000001", 10, 10_000_001_000n],
    ["9".repeat(30), 0, BigInt("9".repeat(30))],
    [`0.${"1".repeat(30)}`, 30, BigInt("1".repeat(30))],
  ];
  for (const [text, decimals, base] of read) {
    test(`"${text}" at ${decimals} decimals is ${base}`, () =>
      expect(parseUnits(text, decimals)).toBe(base));
  }
  const refused = [
    "",
    ".5",
    "1.",
    "-1",
    "+1",
    "1e3",
    "1,5",
    "1_000",
    " 1",
    "1 ",
    "0x10",
    "1.2.3",
    "١",
    "x1",
    "1x",
  ];
  for (const text of [...refused, "9".repeat(31), `0.${"1".repeat(31)}`, "a\n1", "1\n2"]) {
    test(`${JSON.stringify(text)} is none`, () => expect(parseUnits(text, 30)).toBeNull());
  }
  test("what is finer than the asset is refused, not cut off", () => {
    expect(parseUnits("0.000000001", 8)).toBeNull();
    expect(parseUnits("0.1", 0)).toBeNull();
  });
});

test("an amount is shown in whole units without trailing zeros", () => {
  const shown: [base: bigint, decimals: number, text: string][] = [
    [1_050_000_000n, 8, "10.5"],
    [100_000_000n, 8, "1"],
    [1n, 8, "0.00000001"],
    [12_345_678n, 8, "0.12345678"],
    [0n, 8, "0"],
    [10n, 0, "10"],
    [-150n, 2, "-1.5"],
    [-1n, 2, "-0.01"],
  ];
  for (const [base, decimals, text] of shown) expect(formatUnits(base, decimals)).toBe(text);
});

test("what is shown is read back as the same amount", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.integer({ min: 0, max: 18 }),
      (base, decimals) => {
        expect(parseUnits(formatUnits(base, decimals), decimals)).toBe(base);
      },
    ),
  );
});

test("a division rounds down, or half up where it says so", () => {
  expect([mulDiv(7n, 3n, 2n), mulDiv(2n, 3n, 7n)]).toEqual([10n, 0n]);
  expect([divRound(5n, 2n), divRound(4n, 3n), divRound(5n, 3n), divRound(0n, 9n)]).toEqual([
    3n,
    1n,
    2n,
    0n,
  ]);
});

test("an amount in 1e8 is cut to the decimals of an asset that has fewer, never rounded up", () => {
  const amount = 1_299_999_999n;
  expect([10, 8, 7, 6, 0].map((decimals) => cutToDecimals(amount, decimals))).toEqual([
    ...[amount, amount, 1_299_999_990n, 1_299_999_900n, 1_200_000_000n],
  ]);
});

test("US dollars have two places, or two significant figures below one cent", () => {
  const shown: [usd: bigint, text: string][] = [
    [0n, "0.00"],
    [100_000_000n, "1.00"],
    [150_000_000n, "1.50"],
    [123_456_789n, "1.23"],
    [123_500_000n, "1.24"],
    [6_174_000_000_000n, "61740.00"],
    [1_000_000n, "0.01"],
    [1_400_000n, "0.01"],
    [1_500_000n, "0.02"],
    [999_999n, "0.01"],
    [994_999n, "0.0099"],
    [123_456n, "0.0012"],
    [100_000n, "0.001"],
    [12n, "0.00000012"],
    [7n, "0.00000007"],
    [-150_000_000n, "-1.50"],
    [-123_456n, "-0.0012"],
  ];
  for (const [usd, text] of shown) expect(formatUsd(usd), `${usd}`).toBe(text);
});

test("a value in US dollars is units times price, at the asset's own decimals, rounded down, and back", () => {
  expect(priceInUsd(150_000_000n, 8, 6_174_000_000_000n)).toBe(9_261_000_000_000n);
  expect(priceInUsd(15_000n, 4, 30_000_000n)).toBe(45_000_000n);
  expect(priceInUsd(1n, 8, 99_999_999n)).toBe(0n);
  expect(unitsOfUsd(9_261_000_000_000n, 8, 6_174_000_000_000n)).toBe(150_000_000n);
  expect(unitsOfUsd(10n, 4, 30_000n)).toBe(3n);
});

test("a price has six significant digits, and the cents at least", () => {
  const shown: [usd: bigint, text: string][] = [
    [8_516_412_345_678n, "85164.12"],
    [123_456_789n, "1.23457"],
    [100_000_000n, "1.00"],
    [12_345_678n, "0.123457"],
    [1_234_567n, "0.0123457"],
    [1_234n, "0.00001234"],
    [1n, "0.00000001"],
    [0n, "0.00"],
  ];
  for (const [usd, text] of shown) expect(formatPrice(usd), `${usd}`).toBe(text);
});
