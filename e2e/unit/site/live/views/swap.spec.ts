// A view reads codes, not words. What it says of an answer: sentences.spec.ts.
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
