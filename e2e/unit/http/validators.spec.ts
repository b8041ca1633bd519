// RFC 9110, section 13: which condition decides, and what an invalid condition means.
import { expect, test } from "@playwright/test";
import { formatHttpDate, isUnchanged } from "../../../lib/http/validators.ts";

const date = "Fri, 20 Nov 2026 07:15:00 GMT";
const later = "Sat, 21 Nov 2026 00:00:00 GMT";
const earlier = "Fri, 20 Nov 2026 07:14:59 GMT";
const dated = { etag: '"a"', lastModified: date };

const table: readonly [
  what: string,
  tag: string | null,
  since: string | null,
  validators: typeof dated | object,
  unchanged: boolean,
][] = [
  ["no condition", null, null, dated, false],
  ["the tag", '"a"', null, dated, true],
  ["a weak form of the tag", 'W/"a"', null, dated, true],
  ["one of a list", '"b" , W/"a"', null, dated, true],
  ["any", "*", null, dated, true],
  ["another tag", '"b"', null, dated, false],
  ["the tag without quotes", "a", null, dated, false],
  ["an empty field", "", null, dated, false],
  ["the date", null, date, dated, true],
  ["a later date", null, later, dated, true],
  ["an earlier date", null, earlier, dated, false],
  ["another tag and a later date: the tag decides", '"b"', later, dated, false],
  ["the tag and an earlier date: the tag decides", '"a"', earlier, dated, true],
  ["an ISO instant is no HTTP date", null, "2027-01-01T00:00:00Z", dated, false],
  ["a number is no date", null, "99999999999999", dated, false],
  ["words are no date", null, "tomorrow", dated, false],
  ["a date that does not exist", null, "Fri, 99 Foo 2026 07:15:00 GMT", dated, false],
  ["any tag, of a live answer", "*", null, { etag: null, lastModified: null }, false],
  ["a date, of a live answer", null, later, { etag: null, lastModified: null }, false],
];

for (const [what, ifNoneMatch, ifModifiedSince, validators, unchanged] of table) {
  test(`${what}: ${unchanged ? "304" : "200"}`, () => {
    expect(isUnchanged({ ifNoneMatch, ifModifiedSince }, validators as typeof dated)).toBe(
      unchanged,
    );
  });
}

test("an instant is written in the HTTP date format", () => {
  expect(formatHttpDate("2026-11-20T07:15:00Z")).toBe(date);
});
