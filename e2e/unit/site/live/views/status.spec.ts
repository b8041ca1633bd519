// What a view takes for an answer of a tool. What it says of one: sentences.spec.ts.
import { expect, test } from "@playwright/test";
import { getNetworkStatus } from "../../../../../lib/mcp/tools/get-network-status.ts";
import { isAnswer } from "../../../../../lib/site/live/views/envelope.ts";
import { isWholeStatus } from "../../../../../lib/site/live/views/status.ts";
import { readScene } from "../status/scenes.ts";

test("an answer of some facts is not taken for a whole one", async () => {
  const { network } = await readScene("open");
  const { structured } = await getNetworkStatus.run(network, { fields: ["queue"] }, { networkName: "thorchain" });
  expect(isAnswer(structured) && !isWholeStatus(structured)).toBe(true);
  expect(isAnswer({ network: "thorchain" })).toBe(false);
  expect(isAnswer(null)).toBe(false);
});
