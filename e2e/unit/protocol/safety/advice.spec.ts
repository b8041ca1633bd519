// Advice is about what is shown, and the sample network never tells anybody to send.
import { expect, test } from "@playwright/test";
import { sampleWalk } from "../../../../lib/sample/transactions.ts";
import { findTool, runTool } from "../../../mcp/run-tool.ts";
import { chainHalt, tradingHalt } from "../../../support/halt-key.ts";
import { createSampleNetwork } from "../../../support/sample-network.ts";
import { createWorld, toBlock } from "../../../support/world.ts";
import { NOW } from "../../sample/sample-client.ts";

test("get_inbound_addresses: the advice is about the chains that are shown", async () => {
  const answer = async (
    chain?: string,
    change: (world: ReturnType<typeof createWorld>) => void = () => undefined,
  ) => {
    const world = createWorld();
    world.mimir[tradingHalt("LTC")] = 1;
    change(world);
    const input = chain === undefined ? {} : { chain };
    return (await runTool("get_inbound_addresses", input, world.network)).structured;
  };
  const ask = async (...asked: Parameters<typeof answer>) =>
    String((await answer(...asked)).advice);
  expect(await ask()).toMatch(/^Send only to an address of this answer/);
  expect(await ask("btc")).toMatch(/^Send only to an address of this answer/);
  expect(await ask("LTC")).toMatch(
    /^Do not send\. A deposit sent now is refunded, .* Wait, or use another chain\.$/,
  );
  const stands = (world: ReturnType<typeof createWorld>) => (world.mimir[chainHalt("BTC")] = 1);
  expect(await ask("BTC", stands)).toMatch(
    /^Do not send\. The network does not watch this chain now\. It sees no deposit/,
  );
  expect((await answer("LTC")).warnings).toMatchObject([
    { code: "halted" },
    { code: "one_source" },
  ]);
  expect(await ask("THOR")).toMatch(/own chain has no deposit address/);
  expect(await ask("ETH")).toMatch(
    /Approve the router.*depositWithExpiry\(vault, token, amount in its decimals, memo, expiration in Unix/,
  );
  expect(await ask("BTC")).not.toMatch(/depositWithExpiry/);

  const soon = (world: ReturnType<typeof createWorld>) =>
    (world.mimir[tradingHalt("BTC")] = toBlock(world).height + 700);
  expect(await ask("BTC", soon)).toMatch(
    /^Do not send: a halt or change of the network is scheduled that some swap sent now may meet\. Ask for a quote with a destination.* Trading on Bitcoin halts in 70 minutes \(09:10 UTC\)\. What is not .* is rejected\.$/,
  );
  expect(await ask("ETH", soon)).toMatch(
    /^Trading on Bitcoin halts in 70 minutes \(09:10 UTC\)\. What is not swapped.*is rejected\. Send only/,
  );
  const late = (world: ReturnType<typeof createWorld>) =>
    (world.mimir[tradingHalt("BTC")] = toBlock(world).height + 14_402);
  expect(await ask("BTC", late)).not.toMatch(/halts in/);
  const due = (world: ReturnType<typeof createWorld>) =>
    (world.mimir[tradingHalt("BTC")] = toBlock(world).height + 300);
  expect(await ask("BTC", due)).toMatch(
    /^Do not send: a halt or change of the network is scheduled that a swap sent now may meet\. Trading on Bitcoin halts in 30 minutes \(08:30 UTC\)\. What is not .* is rejected\.$/,
  );
});

test("on the sample network every advice begins with a warning and none tells to send", async () => {
  for (const isDead of [false, true]) {
    const fail = () => Promise.reject(new TypeError("fetch failed"));
    const network = createSampleNetwork({ now: () => NOW, ...(isDead && { transport: fail }) });
    const eth = { from: "BTC", to: "ETH", amount: "1" };
    const calls: [tool: string, input: object][] = [
      ["list_pools", {}],
      ["list_pools", { chain: "NOPE" }],
      ["get_network_status", {}],
      ["get_inbound_addresses", {}],
      ["get_inbound_addresses", { chain: "ETH" }],
      ["get_inbound_addresses", { chain: "LTC" }],
      ["get_swap_quote", eth],
      ["get_swap_quote", { ...eth, destination: "sample-eth-recipient" }],
      ["get_swap_quote", { ...eth, destination: "sample-eth-recipient", tolerance_bps: 300 }],
      [
        "get_swap_quote",
        { ...eth, destination: "sample-eth-recipient", streaming: { interval: 1, quantity: 0 } },
      ],
      [
        "get_swap_quote",
        { ...eth, destination: "sample-eth-recipient", streaming: { interval: 2, quantity: 5000 } },
      ],
      [
        "get_swap_quote",
        { from: "RUNE", to: "ETH", amount: "1000", destination: "sample-eth-recipient" },
      ],
      [
        "get_swap_quote",
        { from: "ETH.USDC", to: "BTC", amount: "1000", destination: "sample-btc-recipient" },
      ],
      ["get_swap_quote", { from: "BTC", to: "LTC", amount: "1" }],
      ["get_swap_status", { txid: sampleWalk.txid }],
      ["get_swap_status", { txid: "nonsense" }],
    ];
    for (const [name, input] of calls) {
      const answer = await findTool(name).run(network, input, { networkName: "sample" });
      const advice = String(answer.structured.advice);
      expect(advice, JSON.stringify([name, input])).toMatch(/^Sample data: do not send\./);
      expect(advice.replace(/do not send/gi, ""), JSON.stringify([name, input])).not.toMatch(
        /\bsend/i,
      );
      if (!isDead && "destination" in input)
        expect(answer.structured.memo, JSON.stringify(input)).not.toBeNull();
    }
  }
});
