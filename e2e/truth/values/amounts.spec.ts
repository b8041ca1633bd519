// Amounts in base units, as programs write them, as people type them, and as figures are shown.
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
  unitsOfUsd,
  usdOfUnits,
} from "../../../lib/protocol/values/amounts.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import * as instants from "../../../lib/protocol/values/instants.ts";
import { parseTypedAmount } from "../../../lib/protocol/values/typed-amount.ts";
import * as figures from "../../../lib/say/figures.en.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { rowsOf } from "../../support/rows.ts";

test("an amount is a strict decimal string, no finer than the asset", () => {
  const nines = "9".repeat(30);
  const ones = "1".repeat(30);
  const rows = rowsOf(`
    12.34 | 8 | 1234000000
    0 | 8 | 0
    007 | 0 | 7
    0.00000001 | 8 | 1
    1.000000000000 | 8 | 100000000
    1.0 | 0 | 1
    ${nines} | 0 | ${nines}
    0.${ones} | 30 | ${ones}
    0.000000001 | 8 | null`);
  for (const [text = "", decimals, base] of rows)
    expect(String(parseUnits(text, Number(decimals))), text).toBe(base);
  const refused = ["", ".5", "1.", "-1", "+1", "1e3", "1,5", "1_000", " 1", "1 ", "0x10", "1.2.3"];
  for (const text of [...refused, "١", "x1", "1x", `9${nines}`, `0.1${ones}`, "a\n1", "1\n2"])
    expect(parseUnits(text, 40), text).toBeNull();
});

test("what is shown is read back as the same amount", () => {
  const base = fc.bigInt({ min: 0n, max: 10n ** 24n });
  fc.assert(
    fc.property(base, fc.integer({ min: 0, max: 18 }), (amount, decimals) =>
      expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount),
    ),
  );
});

test("CACAO and MAYA have their own decimals, and quotients round down or half up", () => {
  const assets = ["BTC.BTC", "THOR.RUNE", "ETH.USDC-0XA0", "MAYA.CACAO", "MAYA.MAYA"];
  expect(assets.map(decimalsOf)).toEqual([8, 8, 8, 10, 4]);
  expect([mulDiv(7n, 3n, 2n), mulDiv(2n, 3n, 7n)]).toEqual([10n, 0n]);
  const halves = [divRound(5n, 2n), divRound(4n, 3n), divRound(5n, 3n), divRound(0n, 9n)];
  expect(halves).toEqual([3n, 1n, 2n, 0n]);
  const cut = [10, 8, 7, 6, 0].map((decimals) => cutToDecimals(1_299_999_999n, decimals));
  expect(cut.join(" ")).toBe("1299999999 1299999999 1299999990 1299999900 1200000000");
  expect(usdOfUnits(150_000_000n, 8, 6_174_000_000_000n)).toBe(9_261_000_000_000n);
  expect([usdOfUnits(15_000n, 4, 30_000_000n), usdOfUnits(1n, 8, 99_999_999n)]).toEqual([
    45_000_000n,
    0n,
  ]);
  expect(unitsOfUsd(9_261_000_000_000n, 8, 6_174_000_000_000n)).toBe(150_000_000n);
  expect(unitsOfUsd(10n, 4, 30_000n)).toBe(3n);
});

const { formatAmount } = figures;
const bigOrNull = (cell: string) => (cell === "null" ? null : BigInt(cell));
const msOf = (cell: string) =>
  cell === "null" ? null : cell.includes("T") ? Date.parse(cell) : Number(cell);
const NOW_MS = Date.parse("2026-11-20T06:51:00Z");

const shown: Record<string, [write: (cell: string) => string | null, rows: string]> = {
  "units of eight decimals": [
    (cell) => formatUnits(BigInt(cell), 8),
    `1050000000 = 10.5; 100000000 = 1; 0 = 0; -1 = -0.00000001`,
  ],
  "dollars for programs, two digits below one cent": [
    (cell) => formatUsd(BigInt(cell)),
    `0 = 0.00; 150000000 = 1.50; 123456789 = 1.23; 123500000 = 1.24; 1500000 = 0.02;
    1000000 = 0.01; 999999 = 0.01; 994999 = 0.0099; 100000 = 0.001; 7 = 0.00000007;
    -123456 = -0.0012`,
  ],
  "a price: six significant digits, and the cents at least": [
    (cell) => formatPrice(BigInt(cell)),
    `8516412345678 = 85164.12; 123456789 = 1.23457; 12345678 = 0.123457; 1234 = 0.00001234;
    0 = 0.00`,
  ],
  "dollars for people": [
    (cell) => figures.formatDollars(bigOrNull(cell)),
    `424266000000 = $4,242.66; 123456789012345678 = $1,234,567,890.12; 99999500000 = $1,000.00;
    1000000 = $0.01; 999999 = < $0.01; 1 = < $0.01; -999999 = < $0.01; -1000000 = -$0.01;
    0 = $0.00; null = not known`,
  ],
  "the worth of an amount": [
    (cell) => figures.formatWorth(bigOrNull(cell)),
    `424266000000 = $4,242.66; null = price not known`,
  ],
  "about, in a sentence": [figures.aboutText, `$0.01 = about $0.01; < $0.01 = less than $0.01`],
  "whole dollars": [
    (cell) => figures.formatWholeDollars(BigInt(cell)),
    `999 = $999; 20000 = $20,000`,
  ],
  "whole per cent of basis points, rounded down": [
    (cell) => figures.formatWholePercent(Number(cell)),
    `9899 = 98 %; 10000 = 100 %`,
  ],
  "per cent of hundredths of a basis point": [
    (cell) => figures.formatPercent(bigOrNull(cell)),
    `2000 = 0.20 %; 30000 = 3 %; 123456700 = 12,345.67 %; 12345 = 1.23 %; 2650 = 0.27 %;
    9999950 = 1,000 %; 100 = 0.01 %; 99 = < 0.01 %; 1 = < 0.01 %; -99 = < 0.01 %; -100 = -0.01 %;
    0 = 0 %; null = not known`,
  ],
  "per cent of basis points": [
    (cell) => figures.formatBpsAsPercent(cell === "null" ? null : Number(cell)),
    `300 = 3 %; 12.34 = 0.12 %; 0.4 = < 0.01 %; null = not known`,
  ],
  "bitcoin, eight digits": [
    (cell) => formatAmount({ asset: "BTC.BTC", base: BigInt(cell) }),
    `5000000 = 0.05 BTC; 119549000000 = 1,195.49 BTC; 123456789 = 1.2345679 BTC;
    1 = 0.00000001 BTC; 0 = 0 BTC; -123456789 = -1.2345679 BTC; 99999999999 = 1,000 BTC`,
  ],
  "an amount by its asset": [
    (cell) => formatAmount({ asset: cell, base: 12_345_678_901n }),
    `ETH.USDC-0XA0B8 = 123.45679 USDC; MAYA.CACAO = 1.2345679 CACAO; BTC~BTC = 123.45679 BTC~BTC`,
  ],
  "an amount by its asset and chain": [
    (cell) => formatAmount({ asset: cell, base: 12_345_678_901_234_567n }, presets.thorchain),
    `ETH.USDC-0XA0B8 = 123,456,789 USDC on Ethereum; BASE.ETH = 123,456,789 ETH on Base;
    MAYA.CACAO = 1,234,567.9 MAYA.CACAO; BTC~BTC = 123,456,789 BTC~BTC; BTC.BTC = 123,456,789 BTC;
    BTC.BTC-1 = 123,456,789 BTC on Bitcoin; nonsense = 123,456,789 nonsense`,
  ],
  "a wait, rounded up": [
    (cell) => figures.formatDuration(Number(cell)),
    `0 = 0 seconds; 0.26 = 0.26 seconds; 1 = 1 second; 59 = 59 seconds; 60 = 1 minute;
    61.2 = 62 seconds; 119 = 119 seconds; 120 = 2 minutes; 371.2 = 7 minutes; 3600 = 1 hour;
    3601 = 61 minutes; 7200 = 2 hours; 7259 = 2 hours 1 minute; 172801 = 2 days 1 hour`,
  ],
  "a span, rounded down": [
    (cell) => figures.formatSpan(Number(cell)),
    `-1 = 0 seconds; 1.9 = 1 second; 119.9 = 119 seconds; 120 = 2 minutes; 895.7 = 14 minutes;
    7199 = 119 minutes; 11159 = 3 hours 5 minutes; 172799 = 47 hours 59 minutes;
    187200 = 2 days 4 hours; 2595600 = 30 days 1 hour`,
  ],
  "an age": [(cell) => figures.formatAge(Number(cell)), `150 = 2 minutes ago`],
  "an instant": [
    (cell) => figures.formatInstant(msOf(cell)),
    `1795144350999 = 2026-11-20 03:12 UTC; 253402300800000 = not known; null = not known`,
  ],
  "an instant for programs": [
    (cell) => instants.toIsoTime(msOf(cell)),
    `0 = 1970-01-01T00:00:00Z; 1795144350999 = 2026-11-20T03:12:30Z; -1 = null; NaN = null;
    253402300799000 = 9999-12-31T23:59:59Z; 253402300800000 = null; null = null`,
  ],
  "a time from 06:51 on": [
    (cell) => figures.formatWhen(msOf(cell), NOW_MS),
    `2026-11-20T07:01:00Z = in 10 minutes (07:01 UTC); null = not known;
    2026-11-20T06:49:00Z = 2 minutes ago (06:49 UTC); 253402300800000 = not known;
    2026-11-20T06:51:00Z = now (06:51 UTC); 2026-11-20T06:50:59.5Z = now (06:50 UTC);
    2026-11-21T00:00:00Z = in 17 hours (2026-11-21 00:00 UTC);
    2026-11-18T06:51:00Z = 2 days ago (2026-11-18 06:51 UTC)`,
  ],
};
for (const [what, [write, table]] of Object.entries(shown))
  test(`${what} as it is shown`, () => {
    const rows = table.split(";").map((row) => row.trim().split(" = "));
    for (const [cell = "", text] of rows) expect(String(write(cell)), cell).toBe(text);
  });

test("what nobody stated is not known", () => {
  const texts = [figures.formatDollars(undefined), formatAmount(null), formatAmount(undefined)];
  expect(texts).toEqual(["not known", "not known", "not known"]);
});

test("an amount of eight digits is exact, and no other is more than half of its last digit off", () => {
  const asset = fc.constantFrom("BTC.BTC", "MAYA.CACAO");
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), asset, (base, asset) => {
      const decimals = decimalsOf(asset);
      const unit = 10n ** BigInt(Math.max(0, Math.min(String(base).length - 8, decimals)));
      const [near, least, most] = ([undefined, "least", "most"] as const).map((bound) => {
        const [figure = ""] = formatAmount({ base, asset }, undefined, bound && { bound }).split(
          " ",
        );
        return parseUnits(figure.replaceAll(",", ""), decimals) ?? -1n;
      }) as [bigint, bigint, bigint];
      const apart = near > base ? near - base : base - near;
      expect(2n * apart <= unit, `${base} → ${near}`).toBe(true);
      expect(least >= base && least < base + unit, `${base} → at least ${least}`).toBe(true);
      expect(most <= base && most > base - unit, `${base} → at most ${most}`).toBe(true);
    }),
  );
});

/** `1000.5`, `0.05 unit BTC`, `1.5 or 1500`, `? 1 or 1000`, `! zero`. */
function readingOf(text: string): string {
  const typed = parseTypedAmount(text);
  if (typed.kind === "refused") return `! ${typed.fault}`;
  const unit = typed.unit === null ? "" : ` unit ${typed.unit}`;
  if (typed.kind === "ambiguous") return `? ${typed.readings.join(" or ")}${unit}`;
  return `${typed.amount}${typed.grouped === null ? "" : ` or ${typed.grouped}`}${unit}`;
}

const ones = "1".repeat(30);
const typedRows: Readonly<Record<string, string>> = {
  "as the strict grammar has it": `0.125 = 0.125; 007 = 7; 1234.567 = 1234.567; .5 = 0.5;
    +0.5 = 0.5; \t 0.05\t = 0.05; ${ones}.${ones} = ${ones}.${ones}`,
  "with a point, which may have been meant to part thousands": `1.000 = 1 or 1000;
    12.345 = 12.345 or 12345; 0.500 = 0.5`,
  "with a comma alone": `,5 = 0.5; 0,500 = 0.5; 1,5 = 1.5; 1,2345 = 1.2345; 1,00 = 1;
    1234,567 = 1234.567; 12,345 = ? 12.345 or 12345; 1,000 BTC = ? 1 or 1000 unit BTC`,
  "with both marks, of which the last is the decimal mark": `1,000.500 = 1000.5;
    1,234,567.89 = 1234567.89; 1.234.567,89 = 1234567.89`,
  "with a mark that occurs twice, which is none": `1.000.000 = 1000000; 1,00,000 = 100000;
    12,34,567.8 = 1234567.8`,
  "with marks that only ever part thousands": `1 000 = 1000; 1 000,500 = 1000.5;
    1\u00a0000\u00a0000 = 1000000; 1\u202f234,5 = 1234.5; 1\u2009234.5 = 1234.5; 1'000 = 1000;
    1’000.25 = 1000.25; 1_000_000 = 1000000`,
  "as machines write it": `5e-2 = 0.05; 1.5E3 = 1500; .5e+1 = 5;
    1e-8 BTC = 0.00000001 unit BTC`,
  "with the unit behind": `\t1.50 BTC\t = 1.5 unit BTC; 0.05btc = 0.05 unit btc;
    1 000,5 eth.usdc = 1000.5 unit eth.usdc; 5e = 5 unit e;
    10 ETH.USDC-0xA0b8…eB48 = 10 unit ETH.USDC-0xA0b8…eB48`,
  "of nothing": `= ! empty; \u00a0 = ! empty; 0,00 = ! zero; 0e5 = ! zero`,
  "below zero": `-5 = ! negative; −0.5 = ! negative; – 5 BTC = ! negative; --5 = ! negative`,
  "without its end": `5. = ! incomplete; 1, = ! incomplete; 1,000. = ! incomplete`,
  "with groups that no convention has": `1 00 = ! bad_groups; 1  000 = ! bad_groups;
    0 500 = ! bad_groups; 1.00.000 = ! bad_groups; 1 000'000 = ! bad_groups;
    1,000.5,3 = ! bad_groups; 1.5,000 = ! bad_groups; 1,0000,000 = ! bad_groups;
    0.000 05 = ! bad_groups; 5..10 = ! bad_groups`,
  "that is none": `1/2 = ! not_a_number; ½ = ! not_a_number; $5 = ! not_a_number;
    BTC = ! not_a_number; 5 BTC ETH = ! not_a_number; ٥ = ! not_a_number;
    1\u200b000 = ! not_a_number; \u202e50.0 = ! not_a_number; 0XFF = ! not_decimal;
    0b11 = ! not_decimal`,
  "that is too long": `1e99 = ! too_long; 1e-31 = ! too_long; ${ones}1 = ! too_long;
    0.${ones}1 = ! too_long; ${"1".repeat(161)} = ! too_long`,
};
for (const [what, table] of Object.entries(typedRows))
  test(`an amount ${what} is read as people mean it`, () => {
    for (const row of table.split(/;\s*/)) {
      const [, typed = "", reading] = /^(.*?) ?= (.*)$/s.exec(row) ?? [];
      expect(readingOf(typed), row).toBe(reading);
    }
  });

/** How the world writes numbers: what parts thousands, then what the fraction. */
const conventions = [",.", ".,", " ,", " .", "\u202f,", "'.", "',", "’.", "_.", "_,"].map(
  ([thousands = "", decimal = ""]) => {
    const groups = `[1-9]\\d{0,2}(?:[${thousands}]\\d{3})+`;
    return { thousands, form: new RegExp(`^(${groups}|\\d*)(?:[${decimal}](\\d+))?$`) };
  },
);

/** Every number that a text is under some convention, each as it is written strictly. */
function readingsOf(text: string): Set<string> {
  const found = conventions.flatMap(({ thousands, form }) => {
    const match = form.exec(text);
    if (!match || text === "") return [];
    const whole = (match[1] ?? "").replaceAll(thousands, "").replace(/^0+(?=\d)/, "") || "0";
    const fraction = (match[2] ?? "").replace(/0+$/, "");
    return [fraction === "" ? whole : `${whole}.${fraction}`];
  });
  return new Set(found);
}

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: least, maxLength: most });
const mark = { arbitrary: fc.constantFrom(".", ",", " ", "'", "_"), weight: 2 };
const figure = fc
  .array(fc.oneof({ arbitrary: digits(1, 4), weight: 3 }, mark), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.join("").trim());

test("a text that two conventions read differently is asked, or says both", () => {
  fc.assert(
    fc.property(figure, (text) => {
      const typed = parseTypedAmount(text);
      const readings = readingsOf(text);
      readings.delete("0");
      if (typed.kind === "ambiguous") expect(new Set(typed.readings)).toEqual(readings);
      if (typed.kind !== "amount") return;
      const isIndian = /^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/.test(text);
      const read = [typed.amount, ...(typed.grouped === null ? [] : [typed.grouped])];
      if (!isIndian) expect(new Set(read)).toEqual(readings);
      if (typed.grouped !== null) expect(text).toMatch(/^\d+\.\d+$/);
    }),
    { numRuns: 5_000 },
  );
});

test("any text at all is answered, and an amount is one that the strict parser takes", () => {
  const odd = fc.string({ unit: anyCharacter, maxLength: 40 });
  fc.assert(
    fc.property(fc.oneof(odd, figure, fc.string({ maxLength: 200 })), (text) => {
      const typed = parseTypedAmount(text);
      if (typed.kind === "refused") return;
      const amounts = typed.kind === "amount" ? [typed.amount, typed.grouped] : typed.readings;
      for (const amount of amounts)
        if (amount !== null) expect(parseUnits(amount, 30), text).toBeGreaterThan(0n);
    }),
    { numRuns: 2_000 },
  );
});
