// A reason is written in two ways: with its code for programs, and in words alone for people.
import { expect, test } from "@playwright/test";
import { codedReason, plainReason, reasonCodes } from "../../../../lib/protocol/model/verdicts.ts";

for (const code of reasonCodes)
  test(`${code}: with its code, and as people read it`, () => {
    const reason = { code, text: "some words" };
    expect(codedReason(reason)).toBe(`${code}: some words`);
    expect(plainReason(reason)).toBe("some words");
  });

test("the reason behind a reason stands behind it, written in the same way", () => {
  const cause = { code: "no_clock", text: "too few sources told the time of a block" } as const;
  const reason = { code: "stale", text: "halted when last read, 9 seconds ago", cause } as const;
  expect(codedReason(reason)).toBe(
    "stale: halted when last read, 9 seconds ago; no_clock: too few sources told the time of a block",
  );
  expect(plainReason(reason)).toBe("halted when last read, 9 seconds ago; too few sources told the time of a block");
});
