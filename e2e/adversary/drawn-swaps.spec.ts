// One operator that lies, is late or is silent about a swap, drawn by lot: what is told without a doubt is true.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { emptySwapTally, runSwapScript, swapScripts } from "../model/swap-script.ts";
import { countRuns } from "../support/runs.ts";

test("what is told of a swap without a doubt is true, whatever one operator says", {
  tag: "@long",
}, async () => {
  const numRuns = countRuns(3_400, 20);
  test.setTimeout(60_000 + numRuns * 500);
  const tally = { ...emptySwapTally };
  await fc.assert(
    fc.asyncProperty(swapScripts, (script) => runSwapScript(script, tally)),
    { numRuns },
  );
  test.info().annotations.push({
    type: "liar",
    description: `${numRuns} scripts, ${JSON.stringify(tally)}`,
  });
  // With honest sources alone, nothing may be doubted for longer than a block.
  expect(tally.honestDoubts, JSON.stringify(tally)).toBeLessThanOrEqual(tally.honest / 100);
});
