// Amounts, shares and times as people and programs read them.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { decimalsOf, parseUnits } from "../../../../lib/protocol/values/amounts.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
  formatAge,
  formatAmount,
  formatBpsAsPercent,
  formatDollars,
  formatDuration,
  formatInstant,
  formatPercent,
  formatSpan,
  formatWhen,
  formatWholeDollars,
  formatWholePercent,
  toIsoTime,
} from "../../../../lib/protocol/values/figure-text.ts";

function table<Row>(
  name: string,
  write: (row: Row) => string,
  rows: readonly (readonly [row: Row, text: string])[],
) {
  for (const [row, text] of rows)
    test(`${name}: ${String(row)} → ${text}`, () => expect(write(row)).toBe(text));
}

table<bigint | null | undefined>("dollars", formatDollars, [
  [424_266_000_000n, "$4,242.66"],
  [100_000_000n, "$1.00"],
  [123_456_789_012_345_678n, "$1,234,567,890.12"],
  [99_999_500_000n, "$1,000.00"],
  [1_000_000n, "$0.01"],
  [999_999n, "< $0.01"],
  [1n, "< $0.01"],
  [-1n, "< $0.01"],
  [-999_999n, "< $0.01"],
  [-1_000_000n, "-$0.01"],
  [-120_000_000n, "-$1.20"],
  [0n, "$0.00"],
  [null, "not known"],
  [undefined, "not known"],
]);

table<bigint>("whole dollars", formatWholeDollars, [
  [0n, "$0"],
  [999n, "$999"],
  [20_000n, "$20,000"],
  [1_000_000n, "$1,000,000"],
]);

table<number>("basis points as whole percent, rounded down", formatWholePercent, [
  [9_899, "98 %"],
  [10_000, "100 %"],
  [100, "1 %"],
  [99, "0 %"],
]);

table<bigint | null>("percent", formatPercent, [
  [1_600n, "0.16 %"],
  [2_000n, "0.20 %"],
  [30_000n, "3 %"],
  [1_000_000n, "100 %"],
  [123_456_700n, "12,345.67 %"],
  [12_345n, "1.23 %"],
  [2_650n, "0.27 %"],
  [9_999_950n, "1,000 %"],
  [100n, "0.01 %"],
  [99n, "< 0.01 %"],
  [1n, "< 0.01 %"],
  [-99n, "< 0.01 %"],
  [-100n, "-0.01 %"],
  [-1_600n, "-0.16 %"],
  [0n, "0 %"],
  [null, "not known"],
]);

table<number | null>("basis points as percent", formatBpsAsPercent, [
  [16, "0.16 %"],
  [300, "3 %"],
  [12.34, "0.12 %"],
  [0.4, "< 0.01 %"],
  [0, "0 %"],
  [null, "not known"],
]);

const usdc = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const amounts: [asset: string, base: bigint, ticker: string, named: string][] = [
  ["BTC.BTC", 5_000_000n, "0.05 BTC", "0.05 BTC"],
  ["BTC.BTC", 119_549_000_000n, "1,195.49 BTC", "1,195.49 BTC"],
  ["BTC.BTC", 123_456_789n, "1.2345679 BTC", "1.2345679 BTC"],
  ["BTC.BTC", 12_345_678n, "0.12345678 BTC", "0.12345678 BTC"],
  ["BTC.BTC", 1n, "0.00000001 BTC", "0.00000001 BTC"],
  ["BTC.BTC", 0n, "0 BTC", "0 BTC"],
  ["BTC.BTC", -5_000_000n, "-0.05 BTC", "-0.05 BTC"],
  ["BTC.BTC", -123_456_789n, "-1.2345679 BTC", "-1.2345679 BTC"],
  ["BTC.BTC", 99_999_999_999n, "1,000 BTC", "1,000 BTC"],
  [usdc, 12_345_678_901_234_567n, "123,456,789 USDC", "123,456,789 USDC on Ethereum"],
  ["BASE.ETH", 174_118_929n, "1.7411893 ETH", "1.7411893 ETH on Base"],
  ["MAYA.CACAO", 12_345_678_901n, "1.2345679 CACAO", "MAYA.CACAO"],
  ["BTC~BTC", 5_000_000n, "0.05 BTC~BTC", "0.05 BTC~BTC"],
];
for (const [asset, base, ticker, named] of amounts)
  test(`${base} of ${asset} → ${ticker}`, () => {
    expect(formatAmount({ base, asset })).toBe(ticker);
    expect(formatAmount({ base, asset }, presets.thorchain)).toContain(named);
  });

test("an amount that nobody stated is not known", () => {
  expect(formatAmount(null)).toBe("not known");
  expect(formatAmount(undefined, presets.sample)).toBe("not known");
});

test("an amount of at most eight digits is exact, and no other is more than half of its last digit off", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.constantFrom("BTC.BTC", "MAYA.CACAO"),
      (base, asset) => {
        const decimals = decimalsOf(asset);
        const unit = 10n ** BigInt(Math.max(0, Math.min(String(base).length - 8, decimals)));
        const read = (text: string) =>
          parseUnits(text.split(" ", 1)[0]?.replaceAll(",", "") ?? "", decimals) ?? -1n;
        const [near, least, most] = [{}, { bound: "least" }, { bound: "most" }].map((rounding) =>
          read(formatAmount({ base, asset }, undefined, rounding as { bound?: "least" | "most" })),
        ) as [bigint, bigint, bigint];
        const apart = near > base ? near - base : base - near;
        expect(2n * apart <= unit, `${base} → ${near}`).toBe(true);
        expect(least >= base && least < base + unit, `${base} → at least ${least}`).toBe(true);
        expect(most <= base && most > base - unit, `${base} → at most ${most}`).toBe(true);
      },
    ),
  );
});

table<number>("a wait, rounded up", formatDuration, [
  [0, "0 seconds"],
  [0.26, "0.26 seconds"],
  [1, "1 second"],
  [1.5, "1.5 seconds"],
  [59, "59 seconds"],
  [61.2, "62 seconds"],
  [119, "119 seconds"],
  [120, "2 minutes"],
  [371.2, "7 minutes"],
  [600, "10 minutes"],
  [60, "1 minute"],
  [3600, "1 hour"],
  [3601, "61 minutes"],
  [7_200, "2 hours"],
  [7_259, "2 hours 1 minute"],
  [172_800, "2 days"],
  [172_801, "2 days 1 hour"],
]);

table<number>("a span, rounded down", formatSpan, [
  [0, "0 seconds"],
  [-1, "0 seconds"],
  [1.9, "1 second"],
  [119.9, "119 seconds"],
  [120, "2 minutes"],
  [895.7, "14 minutes"],
  [7_199, "119 minutes"],
  [7_200, "2 hours"],
  [11_159, "3 hours 5 minutes"],
  [172_799, "47 hours 59 minutes"],
  [187_200, "2 days 4 hours"],
  [86_400 * 30 + 3_600, "30 days 1 hour"],
]);

table<number>("an age", formatAge, [
  [150, "2 minutes ago"],
  [1, "1 second ago"],
]);

table<number | null>("an instant", formatInstant, [
  [0, "1970-01-01 00:00 UTC"],
  [1_795_144_350_999, "2026-11-20 03:12 UTC"],
  [253_402_300_799_000, "9999-12-31 23:59 UTC"],
  [253_402_300_800_000, "not known"],
  [-1, "not known"],
  [Number.NaN, "not known"],
  [null, "not known"],
]);

const NOW_MS = Date.parse("2026-11-20T06:51:00Z");
const at = (text: string) => Date.parse(text);
table<number | null>("a time from 06:51 on", (timeMs) => formatWhen(timeMs, NOW_MS), [
  [at("2026-11-20T07:01:00Z"), "in 10 minutes (07:01 UTC)"],
  [at("2026-11-20T06:49:00Z"), "2 minutes ago (06:49 UTC)"],
  [at("2026-11-20T06:51:00Z"), "now (06:51 UTC)"],
  [at("2026-11-20T06:50:59.5Z"), "now (06:50 UTC)"],
  [at("2026-11-20T06:51:30Z"), "in 30 seconds (06:51 UTC)"],
  [at("2026-11-21T00:00:00Z"), "in 17 hours (2026-11-21 00:00 UTC)"],
  [at("2026-11-18T06:51:00Z"), "2 days ago (2026-11-18 06:51 UTC)"],
  [253_402_300_800_000, "not known"],
  [null, "not known"],
]);

const rows: [timeMs: number | null, iso: string | null][] = [
  [0, "1970-01-01T00:00:00Z"],
  [1_795_144_350_999, "2026-11-20T03:12:30Z"],
  [253_402_300_799_000, "9999-12-31T23:59:59Z"],
  [253_402_300_800_000, null],
  [-1, null],
  [Number.NaN, null],
  [null, null],
];
for (const [timeMs, iso] of rows)
  test(`${timeMs} ms → ${iso}`, () => expect(toIsoTime(timeMs)).toBe(iso));
