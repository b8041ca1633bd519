// Arguments that a tool refuses, before it reads anything: which one, and with which legal values. And what those that it takes ask for.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { tools } from "../../lib/mcp/tools/all.ts";
import { inputJsonSchema } from "../../lib/mcp/tools/shapes.ts";
import type { QuoteRequest } from "../../lib/protocol/model/quote.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { root } from "../support/root.ts";
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

interface Members {
  readonly properties: Readonly<Record<string, { readonly items?: Members }>>;
}
/** The members of every answer in their order, as the committed surface has them. */
const surface = JSON.parse(readFileSync(`${root}e2e/fixtures/mcp-surface.json`, "utf8"));
const listed: readonly { name: string; outputSchema: Members }[] = surface.tools;
const membersOf = (name: string) =>
  listed.find((tool) => tool.name === name)?.outputSchema.properties ?? {};
const statusKeys = Object.keys(membersOf("get_network_status"));
const envelopeKeys = statusKeys.slice(0, statusKeys.indexOf("error"));
const fieldsOf = {
  get_network_status: statusKeys.slice(envelopeKeys.length + 1),
  list_pools: Object.keys(membersOf("list_pools").pools?.items?.properties ?? {}),
};

const unread = createNetworkOf(() => Promise.reject(new Error("nothing may be read")));
const QUOTE = "get_swap_quote";
const quoted = { from: "BTC", to: "ETH", amount: "1" };
const ordered = { from: "BTC", to: "ETH", target_out: "1" };
/** `says`: what the hint must name besides the argument. */
const refusals: readonly (readonly [
  what: string,
  tool: string,
  input: unknown,
  argument: string | undefined,
  says: string,
])[] = [
  ["one that is missing", QUOTE, { from: "BTC", amount: "1" }, "to", "missing"],
  ["another that is missing", "get_swap_status", {}, "txid", "missing"],
  ["a number for a text", QUOTE, { ...quoted, amount: 1 }, "amount", "quotes"],
  ["another grammar", QUOTE, { ...quoted, amount: "1,5" }, "amount", "0.05"],
  ["an exponent", QUOTE, { ...quoted, amount: "1e8" }, "amount", "0.05"],
  ["a sign", QUOTE, { ...quoted, amount: "-1" }, "amount", "0.05"],
  ["nothing before the point", QUOTE, { ...quoted, amount: ".5" }, "amount", "0.05"],
  ["a unit", QUOTE, { ...quoted, amount: "1 BTC" }, "amount", "0.05"],
  ["no amount", QUOTE, { ...quoted, amount: "" }, "amount", "0.05"],
  ["an order's exponent", QUOTE, { ...ordered, target_out: "1e8" }, "target_out", "0.05"],
  ["no object", QUOTE, { ...quoted, streaming: [] }, "streaming", "single, rapid or an object"],
  ["two values", QUOTE, { ...quoted, amount: ["1", "2"] }, "amount", "given once"],
  [
    "a member that is missing",
    QUOTE,
    { ...quoted, streaming: { interval: 1 } },
    "streaming",
    "streaming.quantity is missing",
  ],
  [
    "an unknown member",
    QUOTE,
    { ...quoted, streaming: { interval: 1, quantity: 1, parts: 2 } },
    "streaming",
    "unknown member parts.",
  ],
  ["no list", "list_pools", { fields: "price_usd" }, "fields", "a list"],
  ["an empty list", "list_pools", { fields: [] }, "fields", "empty"],
  ["a wrong type of what is optional", "get_network_status", { chain: 1 }, "chain", "a string"],
  ["no whole number", "list_pools", { limit: 1.5 }, "limit", "a whole number (Default 10)"],
  ["too small", "list_pools", { limit: 0 }, "limit", "at least 1."],
  ["too large", "list_pools", { limit: 201 }, "limit", "at most 200."],
  ["too long", "list_pools", { chain: "x".repeat(13) }, "chain", "at most 12 characters."],
  ["a list of arguments", "list_pools", [], undefined, "arguments"],
  ["a text for arguments", "list_pools", "x", undefined, "arguments"],
  [
    "no legal value",
    "list_pools",
    { status: "open" },
    "status",
    "available, staged, suspended, all",
  ],
];
for (const [what, tool, input, argument, says] of refusals)
  test(`${tool}: ${what} is refused, ${argument}: ${says}`, async () => {
    const { structured, text, isError } = await runTool(tool, input, unread);
    const error = structured.error as { code: string; hint: string };
    expect([isError, error.code]).toEqual([true, "invalid_arguments"]);
    expect(structured.error).toMatchObject({ retry_after_seconds: null });
    if (argument !== undefined) expect(structured.error).toMatchObject({ argument });
    expect(error.hint.startsWith(argument ?? "arguments")).toBe(true);
    expect(error.hint).toContain(says);
    expect(text).toContain(`error invalid_arguments: ${error.hint}`);
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
    const { structured } = await runTool("get_swap_status", { txid, [written]: 1 }, unread);
    const { code, hint } = structured.error as { code: string; hint: string };
    const isWord = /^[a-z_]{1,24}$/i.test(written);
    expect([code, hint.includes(written)]).toEqual(["invalid_arguments", isWord]);
    expect(/Did you mean (\w+)/.exec(hint)?.[1] ?? null).toBe(meant);
    expect(hint).toContain("txid, chain");
  });

for (const { name } of tools)
  test(`${name}: an unknown argument is refused with all that are legal, and not repeated`, async () => {
    const { text, isError } = await runTool(name, { ...goodInput[name], "<b>x": 1 }, unread);
    expect([isError, text.includes("<b>")]).toEqual([true, false]);
    for (const key of Object.keys(findTool(name).inputSchema.shape)) expect(text).toContain(key);
  });

for (const [name, legal] of Object.entries(fieldsOf)) {
  test(`${name}: an unknown field is refused with the legal ones, named once`, async () => {
    const { structured, text } = await runTool(name, { fields: ["nonsense"] }, unread);
    expect(structured.error).toMatchObject({ code: "invalid_arguments", candidates: legal });
    expect(text.split(legal.join(", "))).toHaveLength(2);
    expect(text).not.toMatch(/nonsense|Candidates/);
    const { properties } = inputJsonSchema(findTool(name).inputSchema);
    expect(properties.fields).toMatchObject({ items: { enum: legal } });
  });

  for (const field of legal)
    test(`${name}: with the field ${field} nothing else remains`, async () => {
      const { structured, text } = await runTool(name, { fields: [field] });
      if (name === "get_network_status") {
        expect(Object.keys(structured)).toEqual([...envelopeKeys, field]);
        return expect(text.split("\n")[1]).toMatch(new RegExp(`^(network: )?${field}\\b`));
      }
      expect(Object.keys(structured)).toEqual([...envelopeKeys, "total", "pools"]);
      const keys = field === "asset" ? ["asset"] : ["asset", field];
      for (const pool of structured.pools as object[]) expect(Object.keys(pool)).toEqual(keys);
      const others = legal.filter((key) => !keys.includes(key));
      expect(others.filter((key) => new RegExp(`\\b${key}\\b`).test(text))).toEqual([]);
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
const staged = "ETH.USDC-0XA0B8";
for (const [input, total, shown] of [
  [{}, 42, 10],
  [{ limit: 2 }, 42, 2],
  [{ status: "all", limit: 200 }, 43, 43],
  [{ asset: "BTC" }, 1, ["BTC.BTC"]],
  [{ asset: "eth.eth" }, 1, ["ETH.ETH"]],
  [{ chain: "btc" }, 1, ["BTC.BTC"]],
  [{ asset: "BTC", chain: "ETH" }, 0, []],
  [{ status: "staged" }, 1, [staged]],
  [{ status: "suspended" }, 0, []],
] as const)
  test(`list_pools ${JSON.stringify(input)}: ${shown} of ${total}`, async () => {
    const { structured, isError } = await runTool("list_pools", input, createManyPools());
    const pools = structured.pools as { asset: string }[];
    const assets = typeof shown === "number" ? pools.length : pools.map(({ asset }) => asset);
    expect([isError, structured.total, assets]).toEqual([false, total, shown]);
  });

for (const name of ["list_pools", "get_network_status", "get_inbound_addresses"])
  test(`${name}: a chain may be written in any case, and an unknown one is refused with those that are`, async () => {
    const { structured } = await runTool(name, { chain: " btc " });
    const rows = (structured.chains ?? structured.pools) as { chain: string }[];
    expect(rows.map(({ chain }) => chain)).toEqual(["BTC"]);
    const wrong = await runTool(name, { chain: "FOO" });
    expect(wrong.structured.error).toMatchObject({
      code: "unknown_chain",
      candidates: expect.arrayContaining(["BTC", "ETH"]),
    });
    expect(wrong.text).not.toContain("Candidates");
  });

const pair = { from: "BTC", to: "eth" };
for (const [what, input, asked] of [
  ["a quote", { amount: "1.50", destination: "0x11" }, { amount: "1.50", destination: "0x11" }],
  ["a tolerance", { amount: "1", tolerance_bps: 300 }, { amount: "1", toleranceBps: 300 }],
  [
    "all that can be",
    {
      amount: "1",
      liquidity_tolerance_bps: 0,
      affiliate: "t",
      affiliate_bps: 5,
      refund_address: "bc1q",
    },
    {
      amount: "1",
      liquidityToleranceBps: 0,
      affiliate: "t",
      affiliateBps: 5,
      refundAddress: "bc1q",
    },
  ],
  [
    "parts",
    { amount: "1", streaming: { interval: 1, quantity: 0 } },
    { amount: "1", streaming: { interval: 1, quantity: 0 } },
  ],
  [
    "one part",
    { amount: "1", streaming: "single" },
    { amount: "1", streaming: { interval: 1, quantity: 1 } },
  ],
  ["rapid", { amount: "1", streaming: "rapid" }, { amount: "1" }],
  ["dollars", { amount_usd: "500" }, { amountUsd: "500" }],
  ["an order", { amount: "1", target_out: "18" }, { amount: "1", targetOut: "18" }],
] as const)
  test(`${QUOTE}: ${what} is asked of the network as it was written`, async () => {
    const { network } = createHealthyWorld();
    const got: QuoteRequest[] = [];
    const getQuote: Network["getQuote"] = (request, options) => {
      got.push(request);
      return network.getQuote(quoted, options);
    };
    await runTool(QUOTE, { ...pair, ...input }, { ...network, getQuote });
    expect(got).toEqual([{ ...pair, ...asked }]);
  });
