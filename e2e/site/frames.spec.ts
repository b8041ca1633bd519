// A frame for other sites warns of all that the page warns of, in every named state of the network.
import { expect, test } from "@playwright/test";
import { statusBlocks } from "../../lib/answers/status/blocks.ts";
import type { Blocks } from "../../lib/render/blocks.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
import { statusWords } from "../../lib/say/status.en.ts";
import { statusFrame } from "../../lib/site/live/status/frame.ts";
import { states } from "../said/all-states.ts";

const linesOf = (blocks: Blocks) =>
  blocksMarkdown(blocks)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** The page up to its table of chains, and what it says of its sources. */
function warningLines(blocks: Blocks): readonly string[] {
  const titles: readonly unknown[] = [statusWords.chains, statusWords.answers];
  const tableAt = blocks.findIndex(
    (block) => block && "title" in block && titles.includes(block.title),
  );
  expect(tableAt).toBeGreaterThan(0);
  return linesOf(blocks.slice(0, tableAt));
}

for (const [name, { setting, questions }] of Object.entries(states)) {
  const asked = questions.filter(({ about }) => about === "status" || about === "chain");
  if (asked.length === 0) continue;
  test(`${name} is told whole in a frame`, async () => {
    for (const question of asked) {
      const { network, preset, nowMs } = await setting();
      const chain = question.about === "chain" ? question.chain : null;
      const reading = await network.getStatus(chain === null ? {} : { chain });
      const page = statusBlocks(reading, { preset, nowMs, chain, complaints: [] });
      const query = new URLSearchParams(chain === null ? {} : { chain });
      const origin = "https://swap.example";
      const frame = await statusFrame({ network, preset, origin, now: () => nowMs }, query);
      if ("faults" in frame) throw new Error(frame.faults.join(" "));
      expect(linesOf(frame.blocks)).toEqual(expect.arrayContaining([...warningLines(page)]));
    }
  });
}
