// A reason is written in two ways: with its code for programs, and in words alone for people.
import { expect, test } from "@playwright/test";
import { codedReason, plainReason, reasonCodes } from "../../../../lib/protocol/model/verdicts.ts";
import { clockReasons, haltReasons } from "../../../../lib/protocol/safety/reasons.ts";

for (const code of reasonCodes)
  test(`${code}: with its code, and as people read it`, () => {
    const reason = { code, text: "some words" };
    expect(codedReason(reason)).toBe(`${code}: some words`);
    expect(plainReason(reason)).toBe("some words");
  });

test("the reason behind a reason stands behind it, written in the same way", () => {
  const cause = clockReasons.unread;
  const reason = haltReasons.before(9, cause);
  expect(codedReason(reason)).toBe(
    `stale: halted when last read, 9 seconds ago; no_clock: ${clockReasons.unread.text}`,
  );
  expect(plainReason(reason)).toBe(`halted when last read, 9 seconds ago; ${clockReasons.unread.text}`);
});
