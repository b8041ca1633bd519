// A form says how long its answer may take, so that nobody asks again or leaves too early.
import { expect, test } from "@playwright/test";
import { READING_LIMIT_MS } from "../../../../lib/protocol/upstream/deadline.ts";
import { askingText, COMPARISON_MS } from "../../../../lib/site/live/asking.ts";

test("a swap is one reading; a quote is three and a short comparison", () => {
  expect(askingText("/track")).toBe(
    `Asking the network: at most ${READING_LIMIT_MS / 1000} seconds.`,
  );
  const quoteMs = 3 * READING_LIMIT_MS + COMPARISON_MS;
  expect(askingText("/quote")).toBe(`Asking the network: at most ${quoteMs / 1000} seconds.`);
});
