// Arguments that a tool refuses before it reads anything, and what `list_pools` takes. Whole refusals as text: said.
import { expect, test } from "@playwright/test";
import { inputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { poolsWith, scriptNodes } from "../support/changes.ts";
import { TXID } from "../support/transactions.ts";
import { poolBody } from "../support/wire.ts";
import { createHealthyWorld, createNetworkOf, findTool, runTool } from "./run-tool.ts";

const unread = createNetworkOf(() => Promise.reject(new Error("nothing may be read")));
/** The hint of a refusal, which stands in the text too. */
async function readRefusal(tool: string, input: unknown, error: object = {}): Promise<string> {
  const { structured, text, isError } = await runTool(tool, input, unread);
  expect(isError).toBe(true);
  const hint = String(Object(structured.error).hint);
  const code = "invalid_arguments";
  expect(structured.error).toMatchObject({ code, hint, retry_after_seconds: null, ...error });
  expect(text).toMatch(/^error invalid_arguments\b/);
  expect(text).toContain(`\n\n${hint}`);
  expect(text, "the hint names the legal values").not.toContain("Candidates");
  return hint;
}

const QUOTE = "get_swap_quote";
const sides = { from: "BTC", to: "ETH" };
const streamed = (streaming: unknown) => ({ ...sides, amount: "1", streaming });
type Refusal = readonly [tool: string, input: unknown, argument: string, says: string];
const refusals: readonly Refusal[] = [
  [QUOTE, { from: "BTC", amount: "1" }, "to", "missing"],
  [QUOTE, { ...sides, amount: 1 }, "amount", "quotes"],
  ...["1,5", "1e8", "-1", ".5", "1 BTC", ""].map(
    (amount): Refusal => [QUOTE, { ...sides, amount }, "amount", "0.05"],
  ),
  [QUOTE, { ...sides, amount: ["1", "2"] }, "amount", "given once"],
  [QUOTE, streamed([]), "streaming", "single, rapid or an object"],
  [QUOTE, streamed({ interval: 1 }), "streaming", "streaming.quantity is missing"],
  [QUOTE, streamed({ interval: 1, quantity: 1, parts: 2 }), "streaming", "unknown member parts."],
  ["list_pools", { fields: "price_usd" }, "fields", "a list"],
  ["list_pools", { fields: [] }, "fields", "empty"],
  ["get_network_status", { chain: 1 }, "chain", "a string"],
  ["list_pools", { limit: 1.5 }, "limit", "a whole number (Default 10)"],
  ["list_pools", { limit: 0 }, "limit", "at least 1 (Default 10)."],
  ["list_pools", { limit: 201 }, "limit", "at most 200 (Default 10)."],
  ["list_pools", { chain: "x".repeat(13) }, "chain", "at most 12 characters (Chain code: ETH)."],
  ["list_pools", [], "arguments", "arguments"],
];
for (const [tool, input, argument, says] of refusals)
  test(`${tool} ${JSON.stringify(input)} is refused, ${argument}: ${says}`, async () => {
    const hint = await readRefusal(tool, input, argument === "arguments" ? {} : { argument });
    expect(hint.startsWith(argument)).toBe(true);
    expect(hint).toContain(says);
  });

test("an unknown value is refused with the legal ones", async () => {
  const candidates = ["available", "staged", "suspended", "all"];
  const named = { argument: "status", candidates };
  expect(await readRefusal("list_pools", { status: "nonsense" }, named)).toBe(
    `status is not a legal value. The legal ones are: ${candidates.join(", ")}.`,
  );
});

for (const [written, meant] of [
  ["Chains", "chain"],
  ["tx_hash", "txid"],
  ["txi", "txid"],
  ["ttxid", "txid"],
  ["min", null],
  ["ch", null],
  ["send to bc1", null],
  [`a${"b".repeat(24)}`, null],
] as const)
  test(`an unknown argument "${written}" means ${meant}, and is repeated only as a word`, async () => {
    const hint = await readRefusal("get_swap_status", { txid: TXID, [written]: 1 });
    expect(hint.includes(written)).toBe(/^[a-z_]{1,24}$/i.test(written));
    expect(/Did you mean (\w+)/.exec(hint)?.[1] ?? null).toBe(meant);
    expect(hint).toContain("txid, chain");
  });

for (const [name, always] of [
  ["get_network_status", []],
  ["list_pools", ["asset"]],
] as const)
  test(`${name}: of the fields that may be asked for, only that one is told`, async () => {
    const { properties } = inputJsonSchema(findTool(name).inputSchema);
    const legal: readonly string[] = Object(properties.fields).items.enum;
    const { network } = createHealthyWorld();
    for (const field of legal) {
      const { structured } = await runTool(name, { fields: [field] }, network);
      for (const row of [structured.pools ?? structured].flat()) {
        const told = legal.filter((key) => Object.hasOwn(Object(row), key));
        expect(new Set(told)).toEqual(new Set([...always, field]));
      }
    }
  });

for (const [input, total, shown] of [
  [{}, 42, 10],
  [{ limit: 2 }, 42, 2],
  [{ status: "all", limit: 200 }, 43, 43],
  [{ asset: "eth.eth" }, 1, ["ETH.ETH"]],
  [{ chain: " btc " }, 1, ["BTC.BTC"]],
  [{ status: "staged" }, 1, ["ETH.USDC-0XA0B8"]],
] as const)
  test(`list_pools ${JSON.stringify(input)}: ${shown} of ${total}`, async () => {
    const world = createHealthyWorld();
    const more = Array.from({ length: 40 }, (_, index) =>
      poolBody("thorchain", `ETH.COIN${index}-0XA${index}`, ["100", "500", "8"]),
    );
    scriptNodes(world, { pools: poolsWith(world, {}, more) });
    const { structured, isError } = await runTool("list_pools", input, world.network);
    const assets = [structured.pools].flat().map((pool) => Object(pool).asset);
    expect([isError, structured.total]).toEqual([false, total]);
    expect(typeof shown === "number" ? assets.length : assets).toEqual(shown);
  });

test("list_pools: an unknown chain is refused with the known ones", async () => {
  const { structured, text } = await runTool("list_pools", { chain: "FOO" });
  const candidates = expect.arrayContaining(["BTC", "ETH"]);
  expect(structured.error).toMatchObject({ code: "unknown_chain", candidates });
  expect(text).not.toContain("Candidates");
});

for (const [written, value, told] of [
  ["slippage", 3, "3 would be 0.03 %."],
  ["slippage", "300", "300 would be 3 %."],
  ["min_out", "17.5", "300 are 3 %."],
  ["slippage", { toString: 1 }, "300 are 3 %."],
] as const)
  test(`${QUOTE} ${written} ${JSON.stringify(value)}: the hint says what the number would mean`, async () => {
    const hint = await readRefusal(QUOTE, {
      from: "BTC",
      to: "ETH",
      amount: "1",
      [written]: value,
    });
    const hintStart = "Did you mean liquidity_tolerance_bps? It is in basis points:";
    expect(hint).toContain(`${hintStart} ${told}`);
  });

for (const [input, request] of [
  [{ amount: undefined, amount_usd: "$500" }, { amountUsd: "500" }],
  [{ streaming: "single" }, { streaming: { interval: 1, quantity: 1 } }],
  [{ tolerance_bps: 300 }, { toleranceBps: 300 }],
] as const)
  test(`${QUOTE} ${JSON.stringify(input)} asks the network for ${JSON.stringify(request)}`, async () => {
    const { network } = createHealthyWorld();
    const requests: unknown[] = [];
    const getQuote: Network["getQuote"] = (quoteRequest, options) => {
      requests.push(quoteRequest);
      return network.getQuote(quoteRequest, options);
    };
    await runTool(QUOTE, { ...sides, amount: "1", ...input }, { ...network, getQuote });
    expect(requests).toMatchObject([request]);
  });
