// What is said of one swap on /track and beside a tool's answer: the sign's tone, the time left, and why it may be out of date.
import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { clockReasons } from "../../../../../lib/protocol/safety/reasons.ts";
import { payoutsAreHalted } from "../../../../../lib/protocol/safety/sentences.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { capitalize } from "../../../../../lib/protocol/values/figure-text.ts";
import { swapSummary } from "../../../../../lib/site/live/track/swap-summary.ts";
import { NOW_MS } from "../../../../fixtures/swap-bodies.ts";
import { findReading, readings } from "./readings.ts";

const swapping = findReading("swapping");
const of = (changes: Partial<SwapReading>, preset = presets.thorchain) =>
  swapSummary({ ...swapping, ...changes }, { preset, chain: null, readAtMs: NOW_MS });

const unknown = (value: string) => ({ label: "Time left", value });
const timed = (value: string) => ({ label: "Time left when read", value });

test("what a halt or a pause stops is told as held, without a time", () => {
  const stopped = of({ held: true, estimatedSecondsLeft: 42 });
  expect([stopped.tone, stopped.figures.at(-1)]).toEqual([
    "held",
    unknown("not known: it is stopped now"),
  ]);
  expect(of({ held: false }).tone).toBe("moving");
  expect(of({ state: "done", held: false }).tone).toBe("done");
});

test.describe("one figure says how long until the money is sent, and what that waits for", () => {
  const left = 420;
  const rows: readonly [name: string, changes: Partial<SwapReading>, figure: object | undefined][] =
    [
      ["nothing read", { state: "unavailable" }, unknown("not known")],
      ["no payout is planned yet", { state: "no_output" }, unknown("not known")],
      [
        "a payout was sent, not known to whom",
        { state: "outbound_signing", doubt: "not_classifiable" },
        unknown("not known"),
      ],
      ["not timed", {}, unknown("not known. The pools are still swapping it.")],
      [
        "timed",
        { estimatedSecondsLeft: left },
        timed("about 7 minutes to the payout. The pools are still swapping it."),
      ],
      [
        "payouts are halted",
        { estimatedSecondsLeft: left, signing: "halted" },
        unknown(`not known: ${payoutsAreHalted()} now`),
      ],
      [
        "a refund, timed",
        { state: "outbound_scheduled", estimatedSecondsLeft: left, refundExpected: true },
        timed("about 7 minutes to the refund. It is sent in a later block."),
      ],
      [
        "parts failed",
        { estimatedSecondsLeft: left, refundExpected: true },
        timed("about 7 minutes to the payout and refund. The pools are still swapping it."),
      ],
      [
        "one step is timed",
        { state: "confirming", stages: [{ stage: "confirmed", done: false, secondsLeft: left }] },
        timed("over 7 minutes to the payout. Its chain must confirm the deposit first."),
      ],
      [
        "parts are timed",
        { stages: [{ stage: "swapped", done: false, secondsLeft: 48 }] },
        timed("over 48 seconds to the payout. The pools are still swapping it."),
      ],
    ];
  for (const [name, changes, figure] of rows)
    test(name, () => expect(of(changes).figures.at(-1)).toEqual(figure));
  test("final", () =>
    expect(JSON.stringify(of({ terminal: true, estimatedSecondsLeft: left }))).not.toContain(
      "minutes",
    ));
});

test("a late block is told, but not where nothing could be read", () => {
  const { clock } = findReading("stale");
  expect(of({ clock }).stale).toBe(
    `${capitalize(clockReasons.late(42).text)}. The swap may be further than this.`,
  );
  expect(of({ clock, state: "unavailable" }).stale).toBeNull();
  expect(of({}).stale).toBeNull();
});

test("the explanation does not say the headline again", () => {
  const untimed = readings.filter(([, , { stages }]) =>
    stages.every(({ secondsLeft }) => !secondsLeft),
  );
  const rows = untimed.map(
    ([, , reading]) => [reading.explanation.split(`${reading.headline}: `), reading] as const,
  );
  for (const [[start, told = ""], { explanation, ownExplanation }] of rows)
    expect(ownExplanation).toBe(
      start === "" ? told.charAt(0).toUpperCase() + told.slice(1) : explanation,
    );
  expect(rows.filter(([[start]]) => start === "").length).toBeGreaterThan(3);
});

test("explorers are others' websites, and sample data is on none of them", () => {
  expect(of({}).explorers).toBe(
    "Explorers are websites of others, not of THORChain. They may show something newer or older.",
  );
  const sample = of({ source: "sample" }, presets.sample);
  expect(sample.explorers).toBe("Sample transactions are invented: they are on no explorer.");
  expect([of({}).isSample, sample.isSample]).toEqual([false, true]);
});
