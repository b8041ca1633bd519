// What two copies of a part say.
import { expect, test } from "@playwright/test";
import { sayingOf } from "../../../../lib/site/live/read-part.ts";

test("when a copy was made is not part of what it says", () => {
  const copy = (readMs: number, text: string) =>
    `<div data-observed="1" data-read="${readMs}">${text}</div>`;
  expect(sayingOf(copy(1, "open") + copy(1_800_000_000_000, "halted"))).toBe(
    '<div data-observed="1">open</div><div data-observed="1">halted</div>',
  );
});
