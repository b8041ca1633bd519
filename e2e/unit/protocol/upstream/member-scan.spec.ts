// The one member that is read of a large body: found wherever it stands and however the body is cut, and never kept beyond its limit.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createMemberScan } from "../../../../lib/protocol/upstream/member-scan.ts";

const LIMIT = 1_000;

function scan(text: string, partBytes = text.length + 1): string | null {
  const bytes = Buffer.from(text);
  const member = createMemberScan("header", LIMIT);
  for (let at = 0; at < bytes.byteLength; at += partBytes)
    member.add(bytes.subarray(at, at + partBytes));
  return member.found()?.toString() ?? null;
}

for (const [what, text, found] of [
  ["first", '{"header":{"a":1},"b":2}', '{"a":1}'],
  [
    "last, with gaps",
    '{"b":[{"header":{"x":1}}], "header" :\n {"a":{"b":"}"}} }',
    '{"a":{"b":"}"}}',
  ],
  ["deeper only", '{"b":{"header":{"x":1}}}', null],
  ["a value of that name", '{"b":"header","c":{}}', null],
  ["in a string", '{"b":"\\"header\\":{}","c":{}}', null],
  ["no object", '{"header":[1]}', null],
  ["a longer name", '{"headers":{}}', null],
  ["after each kind of gap", '{"header"\t\r\n :\r\t{"a":1}}', '{"a":1}'],
  ["after what is no gap", '{"header"\u0001:{"a":1}}', null],
  ["another name as long", '{"footer":{"a":1}}', null],
  ["a name with another beginning", '{"xeader":{"a":1}}', null],
  ["a name with another end", '{"headex":{"a":1}}', null],
  ["a shorter name", '{"head":{}}', null],
  ["twice", '{"header":{"a":1},"header":{"a":2}}', '{"a":1}'],
  ["cut off", '{"header":{"a":1', null],
  [
    "as long as its limit",
    `{"header":{"a":"${"b".repeat(LIMIT - 8)}"}}`,
    `{"a":"${"b".repeat(LIMIT - 8)}"}`,
  ],
  ["longer than its limit", `{"header":{"a":"${"b".repeat(LIMIT - 7)}"}}`, null],
] as const) {
  test(`a member ${what}`, () => {
    for (const partBytes of [1, 2, 3, 7, text.length]) expect(scan(text, partBytes)).toBe(found);
  });
}

test("a member of any object is found where JSON.parse finds it, in parts of any length", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("a", "b", "header", '"', "\\"), fc.jsonValue({ maxDepth: 4 })),
      fc.integer({ min: 1, max: 40 }),
      (object, partBytes) => {
        const { header } = object;
        const text =
          typeof header === "object" &&
          header !== null &&
          !Array.isArray(header) &&
          JSON.stringify(header);
        const isFound = text !== false && Buffer.byteLength(text) <= LIMIT;
        expect(scan(JSON.stringify(object), partBytes)).toBe(isFound ? text : null);
      },
    ),
  );
});
