// Amounts as people type them: one reading, two readings and a question, or a refusal; and never a reading that no convention has.
import { strict as assert } from "node:assert";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { parseUnits } from "../../../../lib/protocol/values/amounts.ts";
import { parseTypedAmount } from "../../../../lib/protocol/values/typed-amount.ts";
import { anyCharacter } from "../../../support/any-text.ts";

/** "1000.5", "0.05 unit BTC", "1.5 or 1500", "? 1 | 1000", "! zero". */
function toLine(text: string): string {
  const typed = parseTypedAmount(text);
  if (typed.kind === "refused") return `! ${typed.fault}`;
  const unit = typed.unit === null ? "" : ` unit ${typed.unit}`;
  if (typed.kind === "ambiguous") return `? ${typed.readings.join(" | ")}${unit}`;
  return `${typed.amount}${typed.grouped === null ? "" : ` or ${typed.grouped}`}${unit}`;
}

const rows: readonly (readonly [typed: string, read: string])[] = [
  // As the strict grammar has it.
  ["1", "1"],
  ["0.05", "0.05"],
  ["1.2345", "1.2345"],
  ["0.125", "0.125"],
  ["1234.567", "1234.567"],
  ["007", "7"],
  ["00.50", "0.5"],
  [".5", "0.5"],
  ["+0.5", "0.5"],
  ["  0.05\t", "0.05"],
  // A point alone is the decimal point; where it may have been meant to part thousands, the page says so.
  ["1.000", "1 or 1000"],
  ["1.500", "1.5 or 1500"],
  ["12.345", "12.345 or 12345"],
  ["0.500", "0.5"],
  // A comma alone.
  ["0,05", "0.05"],
  [",5", "0.5"],
  ["0,500", "0.5"],
  ["1,5", "1.5"],
  ["1,2345", "1.2345"],
  ["1234,567", "1234.567"],
  ["1,000", "? 1 | 1000"],
  ["12,345", "? 12.345 | 12345"],
  ["999,000", "? 999 | 999000"],
  ["1,000 BTC", "? 1 | 1000 unit BTC"],
  // Both marks: the last is the decimal mark.
  ["1,000.5", "1000.5"],
  ["1.000,5", "1000.5"],
  ["1,000.500", "1000.5"],
  ["1,234,567.89", "1234567.89"],
  ["1.234.567,89", "1234567.89"],
  // A mark that occurs twice cannot be a decimal mark.
  ["1,000,000", "1000000"],
  ["1.000.000", "1000000"],
  ["1,00,000", "100000"],
  ["12,34,567.8", "1234567.8"],
  // Marks that only ever part thousands.
  ["1 000", "1000"],
  ["1 000,5", "1000.5"],
  ["1 000.5", "1000.5"],
  ["1 000,500", "1000.5"],
  ["1\u00a0000\u00a0000", "1000000"],
  ["1\u202f234,5", "1234.5"],
  ["1\u2009234.5", "1234.5"],
  ["1'000", "1000"],
  ["1’000.25", "1000.25"],
  ["1_000_000", "1000000"],
  // As machines write small and large numbers.
  ["5e-2", "0.05"],
  ["1.5E3", "1500"],
  [".5e+1", "5"],
  ["1e-8 BTC", "0.00000001 unit BTC"],
  // With the unit behind.
  ["0.05 BTC", "0.05 unit BTC"],
  ["0.05btc", "0.05 unit btc"],
  ["1 000,5 eth.usdc", "1000.5 unit eth.usdc"],
  ["10 ETH.USDC-0xA0b8…eB48", "10 unit ETH.USDC-0xA0b8…eB48"],
  ["2k", "2 unit k"],
  ["5e", "5 unit e"],
  // Nothing that may be a number, or one that is not whole.
  ["", "! empty"],
  [" \u00a0", "! empty"],
  ["0", "! zero"],
  ["0,00", "! zero"],
  ["0e5", "! zero"],
  ["-5", "! negative"],
  ["−0.5", "! negative"],
  ["– 5 BTC", "! negative"],
  ["5.", "! incomplete"],
  ["1,", "! incomplete"],
  ["1,000.", "! incomplete"],
  ["1,00", "1"],
  ["1 00", "! bad_groups"],
  ["1  000", "! bad_groups"],
  ["0 500", "! bad_groups"],
  ["1.00.000", "! bad_groups"],
  ["1 000'000", "! bad_groups"],
  ["1,000.5,3", "! bad_groups"],
  ["1.5,000", "! bad_groups"],
  ["1,0000,000", "! bad_groups"],
  ["0.000 05", "! bad_groups"],
  ["192.168.0.1", "! bad_groups"],
  ["1/2", "! not_a_number"],
  ["½", "! not_a_number"],
  ["5 %", "! not_a_number"],
  ["$5", "! not_a_number"],
  ["BTC", "! not_a_number"],
  ["5 BTC ETH", "! not_a_number"],
  ["5..10", "! bad_groups"],
  ["--5", "! negative"],
  ["٥", "! not_a_number"],
  ["５", "! not_a_number"],
  ["1\u200b000", "! not_a_number"],
  ["\u202e50.0", "! not_a_number"],
  ["NaN", "! not_a_number"],
  ["Infinity", "! not_a_number"],
  ["0x10", "! not_decimal"],
  ["0XFF", "! not_decimal"],
  ["0b11", "! not_decimal"],
  ["1e99", "! too_long"],
  ["1e-31", "! too_long"],
  ["1".repeat(31), "! too_long"],
  [`${"1".repeat(30)}.${"1".repeat(30)}`, `${"1".repeat(30)}.${"1".repeat(30)}`],
  [`0.${"1".repeat(31)}`, "! too_long"],
  ["1".repeat(161), "! too_long"],
];
for (const [typed, read] of rows) {
  test(`${JSON.stringify(typed.slice(0, 40))} is read as ${read.slice(0, 60)}`, () =>
    expect(toLine(typed)).toBe(read));
}

/** How the world writes numbers: what parts thousands, and what the fraction. */
const conventions: readonly (readonly [thousands: string, decimal: string])[] = [
  [",", "."],
  [".", ","],
  [" ", ","],
  [" ", "."],
  ["\u202f", ","],
  ["'", "."],
  ["'", ","],
  ["’", "."],
  ["_", "."],
  ["_", ","],
];
const toPattern = (mark: string) => mark.replace(/[.]/g, "\\.");

/** Every number that a text is under some convention, each as it is written strictly. */
function toReadings(text: string): Set<string> {
  const found = conventions.flatMap(([thousands, decimal]) => {
    const groups = `[1-9]\\d{0,2}(?:${toPattern(thousands)}\\d{3})+`;
    const match = new RegExp(`^(${groups}|\\d*)(?:${toPattern(decimal)}(\\d+))?$`).exec(text);
    if (!match || text === "") return [];
    const whole = (match[1] ?? "").replaceAll(thousands, "").replace(/^0+(?=\d)/, "") || "0";
    const fraction = (match[2] ?? "").replace(/0+$/, "");
    return [fraction === "" ? whole : `${whole}.${fraction}`];
  });
  return new Set(found);
}

const digits = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(..."0123456789"), { minLength: least, maxLength: most })
    .map((all) => all.join(""));
const figure = fc
  .array(
    fc.oneof(
      { arbitrary: digits(1, 4), weight: 3 },
      { arbitrary: fc.constantFrom(".", ",", " ", "'", "_"), weight: 2 },
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => parts.join("").trim());

test("a text that two conventions read differently is asked, or is the strict grammar's and says so", () => {
  fc.assert(
    fc.property(figure, (text) => {
      const typed = parseTypedAmount(text);
      const readings = toReadings(text);
      readings.delete("0");
      if (typed.kind === "ambiguous") assert.deepEqual(new Set(typed.readings), readings);
      if (typed.kind !== "amount") return;
      const isIndian = /^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/.test(text);
      const said = new Set([typed.amount, ...(typed.grouped === null ? [] : [typed.grouped])]);
      if (!isIndian) assert.deepEqual(said, readings);
      if (typed.grouped !== null) assert.match(text, /^\d+\.\d+$/);
    }),
    { numRuns: 20_000 },
  );
});

test("a number in any convention is read back, unless it is one that must be asked", () => {
  const whole = digits(1, 15).map((text) => text.replace(/^0+(?=\d)/, ""));
  fc.assert(
    fc.property(
      whole,
      digits(0, 12),
      fc.constantFrom(...conventions),
      (w, f, [thousands, decimal]) => {
        const text = w.replace(/\B(?=(\d{3})+$)/g, thousands) + (f === "" ? "" : `${decimal}${f}`);
        const strict = f.replace(/0+$/, "") === "" ? w : `${w}.${f.replace(/0+$/, "")}`;
        const typed = parseTypedAmount(text);
        if (typed.kind === "refused") return assert.deepEqual([strict, typed.fault], ["0", "zero"]);
        if (typed.kind === "ambiguous") return assert(typed.readings.includes(strict), strict);
        assert([typed.amount, typed.grouped].includes(strict), strict);
        if (typed.grouped === null) assert.equal(typed.amount, strict);
      },
    ),
    { numRuns: 5_000 },
  );
});

test("any text at all is answered, and an amount is one that the strict parser takes", () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    figure,
    fc.string({ maxLength: 200 }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const read = parseTypedAmount(typed);
      const amounts =
        read.kind === "amount"
          ? [read.amount, read.grouped]
          : read.kind === "ambiguous"
            ? read.readings
            : [];
      for (const amount of amounts) {
        if (amount !== null) assert((parseUnits(amount, 30) ?? 0n) > 0n, amount);
      }
    }),
    { numRuns: 10_000 },
  );
});

test("a strict amount stands as it is, spaces around it and a unit behind it change nothing", () => {
  fc.assert(
    fc.property(
      digits(1, 12),
      digits(1, 12),
      fc.constantFrom("", " BTC", "eth"),
      (whole, fraction, unit) => {
        const strict = `${whole}.${fraction}`;
        const typed = parseTypedAmount(` ${strict}${unit} `);
        if (typed.kind !== "amount")
          return assert.deepEqual(typed, { kind: "refused", fault: "zero" });
        assert.equal(parseUnits(typed.amount, 12), parseUnits(strict, 12));
        assert.equal(typed.unit, unit.trim() || null);
      },
    ),
  );
});
