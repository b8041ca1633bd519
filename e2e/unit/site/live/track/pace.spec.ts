// When /track reads again: after the node's countdown, not minutes later, with words that stay true meanwhile.
import { expect, test } from "@playwright/test";
import { warnOf } from "../../../../../lib/protocol/model/envelope.ts";
import type { SwapState } from "../../../../../lib/protocol/model/swap.ts";
import { payoutsHalted } from "../../../../../lib/protocol/safety/sentences.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import {
  paceText,
  pageAdvice,
  swapSummary,
} from "../../../../../lib/site/live/track/swap-summary.ts";
import { currentStage } from "../../../../../lib/site/live/track/timeline.ts";
import { parseTrackQuery, trackView } from "../../../../../lib/site/live/track/view.ts";
import * as bodies from "../../../../fixtures/swap-bodies.ts";
import { createReading } from "./readings.ts";

const { at, body, NOW_MS, out, plan, plannedBody, scheduled, sentBody, signing, swapping } = bodies;

const counting = (seconds: number) =>
  createReading({
    node: body({
      ...at.confirming,
      inbound_confirmation_counted: { remaining_confirmation_seconds: seconds },
    }),
  });
const delayed = (seconds: number) =>
  createReading({
    node: body(
      { ...scheduled, outbound_delay: { remaining_delay_seconds: seconds } },
      { planned: [plan.user] },
    ),
  });

const preset = presets.thorchain;

test.describe("the next reading of the page is the tool's", () => {
  const rows: [name: string, reading: ReturnType<typeof counting>, text: string][] = [
    ["48 s of confirmations left", counting(48), "The next reading is due about 54 seconds later."],
    ["a payout in 20 s", delayed(20), "The next reading is due about 10 seconds later."],
    [
      "not timed",
      createReading({ node: body(swapping) }),
      "The next reading is due about 6 seconds later.",
    ],
    ["final", createReading({ node: sentBody(out.user) }), ""],
    [
      "none is planned",
      { ...delayed(20), nextPollSeconds: null },
      "No further reading is planned. Ask again by hand.",
    ],
  ];
  for (const [name, reading, text] of rows) {
    test(name, () => {
      expect(paceText(reading)).toBe(text);
      const { pollSeconds } = swapSummary(reading, { preset, chain: null, readAtMs: NOW_MS });
      expect(pollSeconds).toBe(reading.nextPollSeconds);
    });
  }
});

test("a swap waits for its first stage that is not done, and what goes back waits for no swap", () => {
  const stages = delayed(20).stages;
  const current = (refundExpected: boolean, state: SwapState = "outbound_scheduled") =>
    currentStage({
      stages: stages.map((one) => ({
        ...one,
        done: one.stage === "observed" || one.stage === "confirmed",
      })),
      state,
      refundExpected,
    })?.stage ?? null;
  expect([current(false), current(true), current(true, "refunded")]).toEqual([
    "swapped",
    "outbound_scheduled",
    null,
  ]);
  expect(currentStage({ stages: [], state: "unavailable", refundExpected: false })).toBeNull();
});

test("the advice repeats nothing: not to send again, that payouts are halted, when to ask again", () => {
  const resend = warnOf("do_not_resend")("Do not send again.", "This swap is not final.");
  const held = warnOf("signing_halted")(
    `${payoutsHalted("the chain that pays out")} The payout waits.`,
  );
  const warnings = [resend, held];
  const advice = ["Ask again in 6 seconds.", ...warnings];
  const waiting = createReading({ node: plannedBody(signing, plan.user) }, { warnings, advice });
  expect(waiting.nextPollSeconds).not.toBe(6);
  expect(pageAdvice(waiting)).toBe("Ask again in 6 seconds.");
  const own = { ...waiting, nextPollSeconds: 6 };
  expect(pageAdvice(own)).toBe("");
  expect(pageAdvice({ ...own, state: "outbound_scheduled" })).toBe("");
  expect(pageAdvice({ ...own, state: "swapping" })).toBe(held.text);
  expect(pageAdvice({ ...waiting, warnings: [resend], advice: [resend] })).toBe("");
  const told = (reading: typeof waiting) =>
    swapSummary(reading, { preset, chain: null, readAtMs: NOW_MS }).resend;
  expect(told(waiting)).toBe("This swap is not final.");
  expect(told({ ...waiting, warnings: [held] })).toBeNull();
});

test("the time left stands in one figure, which says when it was read", () => {
  for (const reading of [counting(48), delayed(20)]) {
    const query = parseTrackQuery(new URLSearchParams({ txid: reading.txid }), preset);
    const { swap } = trackView({ preset, query, reading, readAtMs: NOW_MS, samples: [] });
    const { explanation, advice, steps = [], figures = [] } = swap ?? {};
    expect(figures.at(-1)).toMatchObject({
      label: "Time left when read",
      value: expect.stringMatching(/\b(48|32) seconds/),
    });
    expect(JSON.stringify([explanation, advice, steps, figures.slice(0, -1)])).not.toMatch(
      /\b\d+ (second|minute)s?\b(?! of)/,
    );
  }
});
