// get_swap_quote: what is asked of the network, what a quote tells, and why one has no memo.
import { expect, test } from "@playwright/test";
import { outputJsonSchema } from "../../../../lib/mcp/tools/shapes.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { createWorld } from "../../../support/world.ts";
import { createFakeNetwork, failedNetwork, quote } from "../fake-network.ts";
import { findTool, goodInput, runTool } from "../run-tool.ts";
import { countTokens } from "../token-counts.ts";

test("get_swap_quote: arguments reach the network, and figures keep their meaning", async () => {
  const asked: unknown[] = [];
  const asking = createFakeNetwork({
    getQuote: async (request) => {
      asked.push(request);
      return quote;
    },
  });
  const input = { from: "BTC", to: "eth", amount: "1.50", destination: "0x11", tolerance_bps: 300 };
  const { structured } = await runTool(
    "get_swap_quote",
    { ...input, streaming: { interval: 1, quantity: 0 } },
    asking,
  );
  expect(asked).toEqual([
    {
      from: "BTC",
      to: "eth",
      amount: "1.50",
      destination: "0x11",
      streaming: { interval: 1, quantity: 0 },
      toleranceBps: 300,
    },
  ]);
  expect(structured).toMatchObject({
    amount: "1",
    expected_amount_out: "17.39654",
    fees: [
      { kind: "liquidity", amount: "0.03851603", asset: "ETH.ETH", usd: "152.46", bps: 17.59 },
      { kind: "outbound", amount: "0.006", asset: "ETH.ETH", usd: "23.75", bps: 2.74 },
      { kind: "affiliate", amount: null, asset: null, usd: null, bps: null },
    ],
    recommended_min_amount: "0.00004412",
    seconds: { inbound_confirmation: 1200, swap: 0, outbound_delay: 180, total: 1380 },
    send_before: "2026-11-20T03:27:30Z",
  });
  for (const [streaming, asksFor] of [
    ["single", { interval: 1, quantity: 1 }],
    ["rapid", undefined],
  ] as const) {
    asked.length = 0;
    const liquidity = {
      from: "BTC",
      to: "eth",
      amount: "1",
      liquidity_tolerance_bps: 0,
      affiliate: "t",
      affiliate_bps: 5,
    };
    await runTool("get_swap_quote", { ...liquidity, refund_address: "bc1q", streaming }, asking);
    expect(asked).toEqual([
      {
        from: "BTC",
        to: "eth",
        amount: "1",
        liquidityToleranceBps: 0,
        refundAddress: "bc1q",
        affiliate: "t",
        affiliateBps: 5,
        ...(asksFor && { streaming: asksFor }),
      },
    ]);
  }
  for (const amount of ["1e8", "-1", "1,5", "", ".5", "1 BTC", 1]) {
    const refused = await runTool("get_swap_quote", { ...input, amount });
    expect(refused.structured.error, String(amount)).toMatchObject({ code: "invalid_arguments" });
  }
});

test("a swap that was not quoted has no way to run: null, never one part", async () => {
  const answers = [
    await runTool("get_swap_quote", goodInput.get_swap_quote, failedNetwork),
    await runTool("get_swap_quote", {}),
  ];
  const untold = { mode: null, interval: null, quantity: null, applied: null };
  for (const { structured, isError } of answers) {
    expect(isError).toBe(true);
    expect(structured.streaming).toEqual(untold);
  }
});

test("a failed quote says why it has no memo as its error does", async () => {
  const broken = createFakeNetwork({
    getQuote: () => Promise.reject(new UpstreamError("reset", "/")),
  });
  const input = goodInput.get_swap_quote;
  for (const { structured } of [
    await runTool("get_swap_quote", input, failedNetwork),
    await runTool("get_swap_quote", {}),
    await runTool("get_swap_quote", input, broken),
  ]) {
    const { code, hint, retry_after_seconds } = structured.error as Record<string, unknown>;
    expect(structured).toMatchObject({
      memo: null,
      withheld: { code, text: hint, retry_after_seconds },
    });
  }
});

test("get_swap_quote: the total leaves out the wallet's network fee, by the answer, the text and the description", async () => {
  const { structured, text } = await runTool("get_swap_quote");
  expect(structured).toMatchObject({ total_cost_usd: "156.74", total_cost_bps: 22.71 });
  expect(text).toContain(", total_cost_usd 156.74, trading open");
  expect(text).toContain("inbound_gas_estimate 0.0000056 BTC.BTC (usd 0.48)\n");
  const { description, outputSchema } = findTool("get_swap_quote");
  expect(description).toContain("total_cost_usd; the wallet's network fee comes on top.");
  expect(outputJsonSchema(outputSchema).properties).toMatchObject({
    expected_amount_out: { description: "If nobody refills the pools; of orders, the limit" },
    seconds: {
      description: "0: within a block",
    },
  });
});

test("get_swap_quote: with a memo and how to send it, the text stays within its budget", async () => {
  const { network: live } = createWorld({ nodes: 2 });
  const destination = "0x8b1f6c2e9d4a7350f1e2c3b4a5968778695a4b3c";
  const { structured, text } = await runTool(
    "get_swap_quote",
    { from: "BTC", to: "ETH", amount: "1", destination },
    live,
  );
  expect(structured.memo).toContain(destination);
  expect(text).toContain("OP_RETURN");
  // The vault of this network has a short address.
  const vault = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  expect(countTokens(text.replace(String(structured.inbound_address), vault))).toBeLessThanOrEqual(
    450,
  );
});

test("get_swap_quote: target_out asks for a limit order, whose price of now and lifetime stand in answer and text", async () => {
  const world = createWorld({ nodes: 2 });
  world.mimir.ENABLEADVSWAPQUEUE = 1;
  const destination = `0xde57${"0".repeat(36)}`;
  const input = { from: "BTC", to: "ETH", amount: "1", destination, target_out: "18" };
  const { structured, text } = await runTool("get_swap_quote", input, world.network);
  expect(structured).toMatchObject({
    expected_amount_out: "18",
    min_received: "17.994",
    order: { market_out: "17.39654", ttl_blocks: 43_200, ttl_seconds: 259_200 },
    memo: `=<:ETH.ETH:${destination}:1800000000/43200/0`,
    seconds: { inbound_confirmation: 1200, swap: null, outbound_delay: null, total: null },
  });
  expect(text).toContain(
    "The network would pay 17.39654 ETH now. It expires about 3 days after your deposit.",
  );
  expect(
    (await runTool("get_swap_quote", { ...input, target_out: "1e8" })).structured.error,
  ).toMatchObject({
    code: "invalid_arguments",
    argument: "target_out",
  });
});
