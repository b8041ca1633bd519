// A view reads codes, not words. What it says of an answer: sentences.spec.ts.
import { expect, test } from "@playwright/test";
import { getSwapStatus } from "../../../../../lib/mcp/tools/get-swap-status.ts";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
import { formatDuration } from "../../../../../lib/protocol/values/figure-text.ts";
import { toIsoTime } from "../../../../../lib/protocol/values/instants.ts";
import { stepSecondsLeft } from "../../../../../lib/site/live/track/pace.ts";
import { swapSummary } from "../../../../../lib/site/live/track/swap-summary.ts";
import { answeredSwap } from "../../../../../lib/site/live/views/swap.ts";
import { readings } from "../track/readings.ts";

const READ_MS = Date.UTC(2026, 10, 20, 7, 0);

async function askTool(reading: SwapReading): Promise<Parameters<typeof answeredSwap>[0]> {
  const network = { getSwap: async () => reading } as unknown as Network;
  const { structured } = await getSwapStatus.run(network, { txid: reading.txid }, { networkName: "thorchain" });
  return JSON.parse(JSON.stringify(structured));
}

for (const [name, , reading] of readings)
  test(`${name}: page, tool and view say the same`, async () => {
    const page = swapSummary(reading, { preset: presets.thorchain, chain: null, readAtMs: READ_MS });
    const answer = await askTool(reading);
    const { pollSeconds, pace, wait, figures, details } = page;
    expect(answeredSwap(answer, null, READ_MS)).toMatchObject({ pollSeconds, pace, wait, figures, details });
    const { next_poll_seconds: poll, estimated_seconds_left: left, started_at: started, explanation } = answer;
    const told = reading.estimatedSecondsLeft ?? stepSecondsLeft(reading);
    expect([poll, left, started, explanation]).toEqual([
      page.pollSeconds,
      reading.estimatedSecondsLeft,
      toIsoTime(reading.startedAtMs),
      reading.explanation,
    ]);
    const figure = page.figures.find(({ label }) => label === "Time left when read")?.value ?? null;
    if (told === null || reading.terminal || reading.order) expect(figure).toBeNull();
    else
      expect([page.wait, figure]).toEqual([
        expect.stringContaining(formatDuration(told)),
        expect.stringContaining(formatDuration(told)),
      ]);
  });

test("what a halt or a pause stops is asked for minutes later in page, tool and view, and nobody tells a time", async () => {
  const held = readings.filter(([, , reading]) => reading.held);
  expect(held.map(([name]) => name)).toEqual(["streaming, trading halted", "signing halted"]);
  for (const [name, , reading] of held) {
    const answer = await askTool(reading);
    const page = swapSummary(reading, { preset: presets.thorchain, chain: null, readAtMs: READ_MS });
    const view = answeredSwap(answer, null, READ_MS);
    expect([answer.next_poll_seconds, page.pollSeconds, view.pollSeconds], name).toEqual([300, 300, 300]);
    for (const { pace, wait, figures } of [page, view]) {
      expect(pace).toBe("The next reading is due about 5 minutes later.");
      expect(wait).toBe("How long this takes is not known: it is stopped now.");
      expect(figures.at(-1)).toEqual({ label: "Time left", value: "not known" });
    }
  }
});

test("the sign is read from codes, never from the words of the explanation", async () => {
  for (const [name, , reading] of readings) {
    const other = { ...(await askTool(reading)), explanation: "Other words." };
    const { headline, steps } = swapSummary(reading, { preset: presets.thorchain, chain: null, readAtMs: READ_MS });
    const view = answeredSwap(other, null, READ_MS);
    expect([view.headline, view.steps.map((step) => step.name)], name).toEqual([
      headline,
      steps.map((step) => step.name),
    ]);
  }
});
