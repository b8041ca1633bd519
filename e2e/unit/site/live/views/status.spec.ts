// A view says of an answer what /status says of the reading that it was made from, in every state of the network.
import { expect, test } from "@playwright/test";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import { isAnswer, type ViewAnswer } from "../../../../../lib/site/live/views/envelope.ts";
import { answeredStatus, isWholeStatus } from "../../../../../lib/site/live/views/status.ts";
import { readScene, sceneNames } from "../status/scenes.ts";

async function askTool(reading: unknown, input: object = {}): Promise<ViewAnswer> {
  const network = { getStatus: async () => reading } as unknown as Network;
  const { structured } = await getNetworkStatus.run(network, input, { networkName: "thorchain" });
  const text = JSON.parse(JSON.stringify(structured));
  if (!isAnswer(text)) throw new Error("no answer");
  return text;
}

for (const name of sceneNames)
  test(`${name}: the same sign, chains and scheduled halts`, async () => {
    const { reading, nowMs, view: page } = await readScene(name);
    const answer = await askTool(reading);
    if (!isWholeStatus(answer)) throw new Error("not whole");
    const view = answeredStatus(answer, nowMs);
    const { sign, advice, sample, scheduled, sources } = page;
    expect(view).toMatchObject({ sign, advice, sample, scheduled, sources });
    const cells = ({ chains }: typeof page) => chains.map(({ chain, name: full, answers }) => [chain, full, answers]);
    expect(cells(view)).toEqual(cells(page));
    expect(view.block?.height).toBe(page.block?.height);
  });

test("an answer of some facts is not taken for a whole one", async () => {
  const { reading } = await readScene("open");
  expect(isWholeStatus(await askTool(reading, { fields: ["queue"] }))).toBe(false);
  expect(isAnswer({ network: "thorchain" })).toBe(false);
  expect(isAnswer(null)).toBe(false);
});
