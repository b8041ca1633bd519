// Arguments that a tool refuses before it reads anything, and what those that it takes ask for. Whole refusals as text: said.
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import { inputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import type { QuoteRequest } from "../../lib/protocol/model/quote.ts";
import { poolBody } from "../support/wire.ts";
import { toPools } from "../support/world.ts";
import {
  createHealthyWorld,
  createNetworkOf,
  findTool,
  goodInput,
  runTool,
  txid,
} from "./run-tool.ts";

const unread = createNetworkOf(() => Promise.reject(new Error("nothing may be read")));
/** The hint of a refusal, which stands in the text too. */
async function readRefusal(tool: string, input: unknown, error: object = {}): Promise<string> {
  const { structured, text, isError } = await runTool(tool, input, unread);
  expect(isError).toBe(true);
  const hint = expect.any(String);
  expect(structured.error).toMatchObject({ code: "invalid_arguments", hint, ...error });
  const [, said = ""] = /^error invalid_arguments\b.*\n\n(.*)$/.exec(text) ?? [];
  expect(said.startsWith(Object(structured.error).hint)).toBe(true);
  return said;
}

const QUOTE = "get_swap_quote";
const sides = { from: "BTC", to: "ETH" };
const streamed = (streaming: unknown) => ({ ...sides, amount: "1", streaming });
const amounts = ["1,5", "1e8", "-1", ".5", "1 BTC", ""];
type Refusal = readonly [tool: string, input: unknown, argument: string, says: string];
const refusals: readonly Refusal[] = [
  [QUOTE, { from: "BTC", amount: "1" }, "to", "missing"],
  ["get_swap_status", {}, "txid", "missing"],
  [QUOTE, { ...sides, amount: 1 }, "amount", "quotes"],
  ...amounts.map((amount): Refusal => [QUOTE, { ...sides, amount }, "amount", "0.05"]),
  [QUOTE, { ...sides, amount: ["1", "2"] }, "amount", "given once"],
  [QUOTE, streamed([]), "streaming", "single, rapid or an object"],
  [QUOTE, streamed({ interval: 1 }), "streaming", "streaming.quantity is missing"],
  [QUOTE, streamed({ interval: 1, quantity: 1, parts: 2 }), "streaming", "unknown member parts."],
  ["list_pools", { fields: "price_usd" }, "fields", "a list"],
  ["list_pools", { fields: [] }, "fields", "empty"],
  ["get_network_status", { chain: 1 }, "chain", "a string"],
  ["list_pools", { limit: 1.5 }, "limit", "a whole number (Default 10)"],
  ["list_pools", { limit: 0 }, "limit", "at least 1."],
  ["list_pools", { limit: 201 }, "limit", "at most 200."],
  ["list_pools", { chain: "x".repeat(13) }, "chain", "at most 12 characters."],
  ["list_pools", { status: "open" }, "status", "available, staged, suspended, all"],
  ["list_pools", [], "arguments", "arguments"],
];
for (const [tool, input, argument, says] of refusals)
  test(`${tool} ${JSON.stringify(input)} is refused, ${argument}: ${says}`, async () => {
    const named = argument !== "arguments" && { argument };
    const hint = await readRefusal(tool, input, { retry_after_seconds: null, ...named });
    expect(hint.startsWith(argument)).toBe(true);
    expect(hint).toContain(says);
  });

for (const [written, meant] of [
  ["Chains", "chain"],
  ["tx_hash", "txid"],
  ["id", "txid"],
  ["txi", "txid"],
  ["ttxid", "txid"],
  ["min", null],
  ["ch", null],
  ["send to bc1", null],
  [`a${"b".repeat(24)}`, null],
] as const)
  test(`an unknown argument "${written}" means ${meant}, and is repeated only as a word`, async () => {
    const hint = await readRefusal("get_swap_status", { txid, [written]: 1 });
    expect(hint.includes(written)).toBe(/^[a-z_]{1,24}$/i.test(written));
    expect(/Did you mean (\w+)/.exec(hint)?.[1] ?? null).toBe(meant);
    expect(hint).toContain("txid, chain");
  });

for (const { name, inputSchema } of tools)
  test(`${name}: an unknown argument is refused with all that are legal, and not repeated`, async () => {
    const hint = await readRefusal(name, { ...goodInput[name], "<b>x": 1 });
    expect(hint).not.toContain("<b>");
    for (const key of Object.keys(inputSchema.shape)) expect(hint).toContain(key);
  });

for (const name of ["get_network_status", "list_pools"]) {
  const { properties } = inputJsonSchema(findTool(name).inputSchema);
  const legal: readonly string[] = Object(properties.fields).items.enum;
  test(`${name}: an unknown field is refused with the legal ones, named once`, async () => {
    const hint = await readRefusal(name, { fields: ["nonsense"] }, { candidates: legal });
    expect(hint.split(legal.join(", "))).toHaveLength(2);
    expect(hint).not.toMatch(/nonsense|Candidates/);
  });

  for (const field of legal)
    test(`${name}: with the field ${field} nothing else remains`, async () => {
      const { structured, text } = await runTool(name, { fields: [field] });
      const kept = name === "list_pools" ? ["asset", field] : [field];
      const lost = legal.filter((key) => !kept.includes(key));
      for (const row of [structured.pools ?? structured].flat()) {
        expect(row).toHaveProperty(field);
        expect(lost.filter((key) => Object.hasOwn(row, key))).toEqual([]);
      }
      const written = text.split("\n").slice(1).join("\n");
      expect(
        lost.filter((key) => key !== "chain" && new RegExp(`^${key}\\b`, "m").test(written)),
      ).toEqual([]);
    });
}

/** Forty pools more of Ethereum, one of them staged. */
function createManyPools() {
  const world = createHealthyWorld();
  const more = Array.from({ length: 40 }, (_, index) =>
    poolBody("thorchain", `ETH.COIN${index}-0XA${index}`, ["100", "500", "8"]),
  );
  const pools = [...toPools(world), ...more];
  for (const name of ["node0", "node1"]) world.scripts[name] = { ...world.scripts[name], pools };
  return world.network;
}
for (const [input, total, shown] of [
  [{}, 42, 10],
  [{ limit: 2 }, 42, 2],
  [{ status: "all", limit: 200 }, 43, 43],
  [{ asset: "eth.eth" }, 1, ["ETH.ETH"]],
  [{ chain: "btc" }, 1, ["BTC.BTC"]],
  [{ status: "staged" }, 1, ["ETH.USDC-0XA0B8"]],
  [{ status: "suspended" }, 0, []],
] as const)
  test(`list_pools ${JSON.stringify(input)}: ${shown} of ${total}`, async () => {
    const { structured, isError } = await runTool("list_pools", input, createManyPools());
    const assets = [structured.pools].flat().map((pool) => Object(pool).asset);
    expect([isError, structured.total]).toEqual([false, total]);
    expect(typeof shown === "number" ? assets.length : assets).toEqual(shown);
  });

for (const name of ["list_pools", "get_network_status", "get_inbound_addresses"])
  test(`${name}: a chain may be written in any case, an unknown one is refused`, async () => {
    const { structured } = await runTool(name, { chain: " btc " });
    expect(structured.chains ?? structured.pools).toEqual([
      expect.objectContaining({ chain: "BTC" }),
    ]);
    const wrong = await runTool(name, { chain: "FOO" });
    expect(wrong.structured.error).toMatchObject({
      code: "unknown_chain",
      candidates: expect.arrayContaining(["BTC", "ETH"]),
    });
    expect(wrong.text).not.toContain("Candidates");
  });

for (const [input, asked] of [
  [{ destination: "0x11" }, { destination: "0x11" }],
  [{ tolerance_bps: 300 }, { toleranceBps: 300 }],
  [
    { liquidity_tolerance_bps: 0, affiliate: "t", affiliate_bps: 5, refund_address: "bc1q" },
    { liquidityToleranceBps: 0, affiliate: "t", affiliateBps: 5, refundAddress: "bc1q" },
  ],
  [{ streaming: { interval: 1, quantity: 0 } }, { streaming: { interval: 1, quantity: 0 } }],
  [{ streaming: "single" }, { streaming: { interval: 1, quantity: 1 } }],
  [{ streaming: "rapid" }, {}],
  [
    { amount: undefined, amount_usd: "500" },
    { amount: undefined, amountUsd: "500" },
  ],
  [{ target_out: "18" }, { targetOut: "18" }],
] as const)
  test(`${QUOTE} ${JSON.stringify(input)} asks the network as it was written`, async () => {
    const { network } = createHealthyWorld();
    const requests: QuoteRequest[] = [];
    await runTool(
      QUOTE,
      { ...sides, to: "eth", amount: "1.50", ...input },
      {
        ...network,
        getQuote: (request, options) => {
          requests.push(request);
          return network.getQuote({ ...sides, amount: "1" }, options);
        },
      },
    );
    expect(requests).toEqual([{ ...sides, to: "eth", amount: "1.50", ...asked }]);
  });
