// The look over a text before it is parsed: depth, strings, and the one member of a large body.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { memberText, parseJson } from "../../../../lib/protocol/upstream/json-text.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("32 levels are parsed, 33 are not, and brackets in strings are none", () => {
  expect(parseJson(nested(32))).toBeDefined();
  expect(() => parseJson(nested(33))).toThrow("nested too deeply");
  expect(() => parseJson(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`)).toThrow("nested too deeply");
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

for (const [what, text, found] of [
  ["first", '{"header":{"a":1},"b":2}', '{"a":1}'],
  ["last, with gaps", '{"b":[{"header":{"x":1}}], "header" :\n {"a":{"b":"}"}} }', '{"a":{"b":"}"}}'],
  ["deeper only", '{"b":{"header":{"x":1}}}', null],
  ["a value of that name", '{"b":"header","c":{}}', null],
  ["in a string", '{"b":"\\"header\\":{}","c":{}}', null],
  ["no object", '{"header":[1]}', null],
  ["a longer name", '{"headers":{}}', null],
  ["cut off", '{"header":{"a":1', '{"a":1'],
] as const) {
  test(`a member ${what}`, () => expect(memberText(text, "header")).toBe(found));
}

test("a member of any object is found where JSON.parse finds it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("a", "b", "header", '"'), fc.jsonValue({ maxDepth: 4 })), (object) => {
      const { header } = object;
      const isObject = typeof header === "object" && header !== null && !Array.isArray(header);
      const text = memberText(JSON.stringify(object), "header");
      expect(text).toBe(isObject ? JSON.stringify(header) : null);
    }),
  );
});
