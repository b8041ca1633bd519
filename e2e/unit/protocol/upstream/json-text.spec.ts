// The look over a text before it is parsed: depth and strings.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { parseJson } from "../../../../lib/protocol/upstream/json-text.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("32 levels are parsed, 33 are not, and brackets in strings are none", () => {
  expect(parseJson(nested(32))).toBeDefined();
  expect(() => parseJson(nested(33))).toThrow("nested too deeply");
  expect(() => parseJson(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`)).toThrow("nested too deeply");
  expect(() => parseJson("[".repeat(32))).not.toThrow("nested too deeply");
  for (const empty of ["[]", "{}"])
    expect(parseJson(`[${Array(40).fill(empty).join()}]`)).toHaveLength(40);
  expect(() => parseJson("[".repeat(1_000_000))).toThrow("nested too deeply");
  const text = JSON.stringify(["[".repeat(100), `\\"${"{".repeat(100)}`, "\\"]);
  expect(parseJson(text)).toEqual(JSON.parse(text));
  for (const broken of ["", "[", '"', '"\\', '{"a":1', "]"])
    expect(() => parseJson(broken), broken).toThrow(SyntaxError);
});

test("what is not nested deeply is parsed as JSON.parse does", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});
