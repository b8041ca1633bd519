// Where one node is configured nobody can contradict it: every answer says so. Where two are, none does.

import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import { warnOf } from "../../lib/protocol/model/envelope.ts";
import { message } from "../../lib/protocol/model/messages.ts";
import { goodInput, runTool } from "../mcp/run-tool.ts";
import { createWorld } from "../support/world.ts";

const text = "Only one node is configured, so no second source confirms this.";

for (const { name } of tools)
  for (const nodes of [1, 2]) {
    test(`${name} with ${nodes} nodes`, async () => {
      const world = createWorld({ nodes });
      const answer = await runTool(name, goodInput[name], world.network);
      const { warnings } = answer.structured as { warnings: { code: string }[] };
      expect(warnings.filter(({ code }) => code === "one_source")).toEqual(
        nodes === 1 ? [{ code: "one_source", text }] : [],
      );
      expect(answer.text.includes(text)).toBe(nodes === 1);
    });
  }

const gateway = { node0: "https://a.gateway.test/one", node1: "https://b.gateway.test/two" };

test("two nodes of one operator are one source", async () => {
  const told = async (urls: Readonly<Record<string, string>>) => {
    const { warnings } = await createWorld({ nodes: 2, urls }).network.getStatus();
    return warnings.filter(({ code }) => code === "one_source");
  };
  expect(await told(gateway)).toEqual([warnOf("one_source")(message("one_operator"))]);
  expect(await told({ ...gateway, node1: "https://b.other.test" })).toEqual([]);
});

test("each address says how many nodes name it", async () => {
  for (const nodes of [1, 2, 3]) {
    const { chains } = await createWorld({ nodes }).network.getInbounds();
    const btc = chains.find(({ chain }) => chain === "BTC");
    expect(btc).toMatchObject({ address: "btcvault1", sourcesAgreeing: Math.min(nodes, 2) });
    expect(chains.find(({ chain }) => chain === "THOR")).toMatchObject({
      address: null,
      sourcesAgreeing: null,
    });
  }
});
