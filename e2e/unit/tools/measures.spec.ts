// The measures of `npm run check`: what they count, and that they only fall.
import { expect, test } from "@playwright/test";
import { listRises, lowered, measure } from "../../../tools/architecture/measures.ts";

const long = (start: string, lines: number) => `${start}\n${"  work();\n".repeat(lines - 2)}}\n`;

const measureOf = (files: Readonly<Record<string, string>>) => measure(new Map(Object.entries(files)));

test("lines and files are counted by folder, and helpers of specs apart", () => {
  const found = measureOf({ "lib/a.ts": "a\nb\n", "app/a.css": "a\n", "e2e/a.spec.ts": "a\n", "e2e/b.ts": "b\nc\n" });
  expect(found).toMatchObject({
    "lines of lib": 2,
    "lines of app": 1,
    "lines of e2e": 3,
    "files of e2e": 2,
    "lines of e2e outside specs": 2,
  });
});

test("a function is long from its first line to its last, whatever stands beside it", () => {
  const longOf = (text: string) => measureOf({ "lib/a.ts": text })["top-level functions over 80 lines"];
  const starts = ["function f() {", "export async function f(\n  a: A,\n): B {", "export const f = (a: A) => {"];
  for (const start of starts) {
    const own = start.split("\n").length - 1;
    expect(longOf(long(start, 80 - own)), start).toBe(0);
    expect(longOf(long(start, 81 - own)), start).toBe(1);
  }
  expect(longOf(`function f() {}\n${long("const x = {", 90)}`), "a table is no function").toBe(0);
  expect(measureOf({ "e2e/a.ts": long("function f() {", 90) })["top-level functions over 80 lines"]).toBe(0);
});

test("an exported function has one importer where one shipped file names it", () => {
  const lonely = (files: Readonly<Record<string, string>>) =>
    measureOf({ "lib/a/a.ts": "export function one() {}\n\nexport const two = (a: A) => a;\n", ...files })[
      "exported functions with one importer"
    ];
  const imports = (names: string, from = "../a/a.ts") => `import { ${names} } from "${from}";\n`;
  expect(lonely({})).toBe(0);
  expect(lonely({ "lib/b/b.ts": imports("one, two") })).toBe(2);
  expect(lonely({ "lib/b/b.ts": imports("one"), "app/c.tsx": imports("one", "@/lib/a/a.ts") })).toBe(0);
  expect(lonely({ "lib/b/b.ts": imports("one"), "e2e/c.ts": imports("one", "../lib/a/a.ts") })).toBe(1);
  expect(lonely({ "lib/b/b.ts": imports("one", "./a.ts") }), "another file of this name").toBe(0);
});

test("casts, states and parameters are counted where they stand", () => {
  const found = measureOf({
    "lib/a.ts": 'a as QuoteReading["memo"], b as ChainReading["gasRate"]\nno_output\n',
    "lib/sample/a.ts": "no_output\n",
    "e2e/a.spec.ts": "HALTBTCTRADING HALTBTCTRADING\n",
  });
  expect(found).toMatchObject({
    "casts to members of readings": 2,
    "files that name a swap's state": 1,
    "specs that spell HALTBTCTRADING": 1,
  });
});

test("a number that rises is named, one that falls is taken over, and a new measure is set by hand", () => {
  const held = { a: 5, b: 5 };
  expect(listRises(held, { a: 5, b: 4 })).toEqual([]);
  expect(listRises(held, { a: 6, b: 5, c: 1 })).toEqual(["a: 6, at most 5.", "c: 1, at most nothing."]);
  expect(lowered(held, { a: 6, b: 4 })).toEqual({ a: 5, b: 4 });
});
