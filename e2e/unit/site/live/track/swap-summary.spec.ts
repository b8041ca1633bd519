// What is said of one swap on /track and beside a tool's answer: the sign's tone, the wait, and why it may be out of date.
import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { swapSummary } from "../../../../../lib/site/live/track/swap-summary.ts";
import { NOW_MS } from "../../../../fixtures/swap-bodies.ts";
import { findReading } from "./readings.ts";

const swapping = findReading("swapping");
const of = (changes: Partial<SwapReading>, preset = presets.thorchain) =>
  swapSummary({ ...swapping, ...changes }, { preset, chain: null, readAtMs: NOW_MS });

test("what a halt or a pause stops is told as held, without a time", () => {
  const stopped = of({ held: true, estimatedSecondsLeft: 42 });
  expect([stopped.tone, stopped.wait]).toEqual(["held", "How long this takes is not known: it is stopped now."]);
  expect(of({ held: false }).tone).toBe("moving");
  expect(of({ state: "done", held: false }).tone).toBe("done");
});

test.describe("how long it takes", () => {
  const rows: readonly [name: string, changes: Partial<SwapReading>, wait: string][] = [
    ["final", { terminal: true, estimatedSecondsLeft: 60 }, "Nothing is left to wait for."],
    ["nothing read", { state: "unavailable" }, "How long this takes is not known: nothing could be read."],
    ["not timed", {}, "How long this takes is not known: the network gives no time."],
    ["timed", { estimatedSecondsLeft: 420 }, "When read, it was about 7 minutes to the payout."],
    [
      "a refund, timed",
      { estimatedSecondsLeft: 420, refundExpected: true },
      "When read, it was about 7 minutes to the refund.",
    ],
    [
      "one step is timed",
      { stages: [{ stage: "confirmed", done: false, secondsLeft: 420 }] },
      "When read, about 7 minutes of this step were left. The steps after it are not timed yet.",
    ],
    [
      "parts are timed",
      { stages: [{ stage: "swapped", done: false, secondsLeft: 48 }] },
      "When read, about 48 seconds of this step were left. The steps after it are not timed yet.",
    ],
  ];
  for (const [name, changes, wait] of rows) test(name, () => expect(of(changes).wait).toBe(wait));
});

test("a late block is told, but not where nothing could be read", () => {
  const { clock } = findReading("stale");
  expect(of({ clock }).stale).toBe("The newest block is 42 seconds old. The swap may be further than this.");
  expect(of({ clock, state: "unavailable" }).stale).toBeNull();
  expect(of({}).stale).toBeNull();
});

test("the explanation does not begin with the headline again", () => {
  const told = (explanation: string) => of({ headline: "Swapping", explanation }).explanation;
  expect(told("Swapping: the pools swap it.")).toBe("The pools swap it.");
  expect(told("The pools swap it. Swapping: now.")).toBe("The pools swap it. Swapping: now.");
});

test("explorers are others' websites, and sample data is on none of them", () => {
  expect(of({}).explorers).toBe(
    "Explorers are websites of others, not of THORChain. They may show something newer or older.",
  );
  const sample = of({ source: "sample" }, presets.sample);
  expect(sample.explorers).toBe("Sample transactions are invented: they are on no explorer.");
  expect([of({}).isSample, sample.isSample]).toEqual([false, true]);
});
