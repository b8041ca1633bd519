// The foot of a live page: the network, the block and its age, or why there is none.
import { expect, test } from "@playwright/test";
import type { Clock } from "../../../../lib/protocol/model/verdicts.ts";
import { clockReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { asOfText } from "../../../../lib/site/live/as-of.ts";
import { quote } from "../../mcp/fake-network.ts";

const preset = presets.thorchain;
const textOf = (clock: Partial<Clock>, source: "live" | "sample" = "live") =>
  asOfText({ ...quote, source, clock: { ...quote.clock, ...clock } }, preset);

test("the block has its height, its time and its age, and the network its name", () => {
  const block = { height: 25_000_000, blockTimeMs: Date.UTC(2027, 0, 15, 8), ageMs: 4_000 };
  const made = "It was made 2027-01-15 08:00 UTC, 4 seconds before this answer.";
  expect(textOf(block)).toBe(`Read from THORChain at block 25000000. ${made}`);
  expect(textOf(block, "sample")).toMatch(
    /^Read from the sample network \(invented data\) at block /,
  );
});

test("a block that was not read has a reason", () => {
  const none = "Read from THORChain. No block could be checked.";
  expect(textOf({ height: null })).toBe(none);
  expect(textOf({ ageMs: null })).toBe(none);
  expect(textOf({ height: null, reason: clockReasons.unread })).toMatch(
    /^Read from THORChain\. No block could be checked\. ./,
  );
});
