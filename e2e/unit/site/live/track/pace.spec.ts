// When /track reads again: after the node's countdown, not minutes later, with words that stay true meanwhile.
import { expect, test } from "@playwright/test";
import { warnOf } from "../../../../../lib/protocol/model/warning.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { paceText, pageAdvice, pagePollSeconds } from "../../../../../lib/site/live/track/pace.ts";
import { parseTrackQuery } from "../../../../../lib/site/live/track/query.ts";
import { swapSummary } from "../../../../../lib/site/live/track/swap-summary.ts";
import { trackView } from "../../../../../lib/site/live/track/view.ts";
import { at, body, NOW_MS, out, plan, scheduled, signed, signing, swapping } from "../../../../fixtures/swap-bodies.ts";
import { createReading } from "./readings.ts";

const counting = (seconds: number) =>
  createReading({
    node: body({ ...at.confirming, inbound_confirmation_counted: { remaining_confirmation_seconds: seconds } }),
  });
const delayed = (seconds: number) =>
  createReading({
    node: body({ ...scheduled, outbound_delay: { remaining_delay_seconds: seconds } }, { planned: [plan.user] }),
  });

const preset = presets.thorchain;

test.describe("the next reading of the page", () => {
  const rows: [name: string, reading: ReturnType<typeof counting>, tool: number | null, page: number | null][] = [
    ["48 s of confirmations left, on a chain of 10 min", counting(48), 300, 54],
    ["1 s left", counting(1), 300, 7],
    ["counted to its end: the chain's own pace", counting(0), 300, 300],
    ["more left than the tool waits", counting(1_200), 300, 300],
    ["a payout in 20 s", delayed(20), 10, 10],
    ["not timed", createReading({ node: body(swapping) }), 6, 6],
    ["final", createReading({ node: body(signed, { outs: [out.user] }) }), null, null],
  ];
  for (const [name, reading, tool, page] of rows) {
    test(name, () => {
      expect(reading.nextPollSeconds).toBe(tool);
      expect(pagePollSeconds(reading)).toBe(page);
      expect(paceText(reading).includes("when this step should be over")).toBe(page !== tool);
    });
  }
});

test("without a pace of the tool no step sets one", () => {
  const reading = { ...delayed(20), nextPollSeconds: null };
  expect(pagePollSeconds(reading)).toBeNull();
  expect(paceText(reading)).toBe("No further reading is planned. Ask again by hand.");
});

test("a swap that no node has timed is read at the tool's pace", () => {
  const reading = createReading({ node: body(swapping) });
  expect(paceText(reading)).toBe("The next reading is due about 6 seconds later.");
});

test("the sentence, the advice and the script wait equally long", () => {
  const reading = { ...counting(48), advice: "Sample data: do not send. Ask again in 5 minutes." };
  expect(paceText(reading)).toBe("The next reading is due about 54 seconds later, when this step should be over.");
  expect(pageAdvice(reading)).toBe("Sample data: do not send. Ask again in 54 seconds.");
});

test("the sign says itself not to send again, and that payouts are halted: the advice says neither again", () => {
  const resend = warnOf("do_not_resend")("Do not send again. This swap is not final.");
  const held = warnOf("signing_halted")("Payouts on the chain that pays out are halted. The payout waits.");
  const warnings = [resend, held];
  const advice = `Ask again in 6 seconds. ${resend.text} ${held.text}`;
  const waiting = createReading({ node: body(signing, { planned: [plan.user] }) }, { warnings, advice });
  expect(pageAdvice(waiting)).toBe("Ask again in 6 seconds.");
  expect(pageAdvice({ ...waiting, state: "outbound_scheduled" })).toBe("Ask again in 6 seconds.");
  expect(pageAdvice({ ...waiting, state: "swapping" })).toBe(`Ask again in 6 seconds. ${held.text}`);
  expect(pageAdvice({ ...waiting, warnings: [resend], advice: resend.text })).toBe("");
  const told = (reading: typeof waiting) => swapSummary(reading, { preset, chain: null, readAtMs: NOW_MS }).resend;
  expect(told(waiting)).toBe("This swap is not final.");
  expect(told({ ...waiting, warnings: [held] })).toBeNull();
});

test("every remaining time has the moment that it was read", () => {
  for (const reading of [counting(48), delayed(20)]) {
    const query = parseTrackQuery(new URLSearchParams({ txid: reading.txid }), preset);
    const { swap } = trackView({ preset, query, reading, readAtMs: NOW_MS, samples: [] });
    const sentences = [swap?.explanation, swap?.wait, ...(swap?.steps.map(({ wait }) => wait) ?? [])];
    const counted = sentences.filter((text) => /\b(48|20|32) seconds\b/.test(text ?? ""));
    expect(counted).toHaveLength(3);
    for (const text of counted) expect(text).toMatch(/when (it was )?read/i);
    expect(swap?.figures.at(-1)?.label).toBe("Time left when read");
  }
});
