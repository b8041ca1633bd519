// A view says of an answer what /track says of the reading that it was made from, in every state of a swap.
import { expect, test } from "@playwright/test";
import { getSwapStatus } from "../../../../../lib/mcp/tools/get-swap-status.ts";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { presets } from "../../../../../lib/protocol/values/chains.ts";
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
  test(`${name}: the same sign, steps and payments`, async () => {
    const page = swapSummary(reading, { preset: presets.thorchain, chain: null, readAtMs: READ_MS });
    const view = answeredSwap(await askTool(reading), null, READ_MS);
    const { txid, tone, headline, explanation, advice, isSample, payments, fees, reason, pollSeconds, pace } = page;
    expect(view).toMatchObject({
      txid,
      tone,
      headline,
      explanation,
      advice,
      isSample,
      payments,
      fees,
      // An indexer's own words are for people who read the page, and not in the answer.
      reason: reason && { ...reason, quote: null },
      pollSeconds,
      pace,
    });
    const marks = ({ steps }: typeof page) => steps.map(({ step, status, word }) => [step, status, word]);
    expect(marks(view)).toEqual(marks(page));
    expect(view.stale === null).toBe(page.stale === null);
    // What is bought by a limit order is not in the answer, so its price has no unit and is left out.
    const told = page.figures.filter(({ label }) => label !== "Price asked" && label !== "Time left when read");
    expect(view.figures).toEqual(expect.arrayContaining(told));
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
