// The five tools as descriptors: exact shapes, fields, complete texts, and failures that say what to do.

import { expect, test } from "@playwright/test";
import Ajv2020 from "ajv/dist/2020.js";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { inputJsonSchema, outputJsonSchema } from "../../../../lib/mcp/tools/json-schema.ts";
import type { Tool, ToolAnswer } from "../../../../lib/mcp/tools/tool.ts";
import { type Reason, withCode } from "../../../../lib/protocol/model/reason.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { formatDuration } from "../../../../lib/protocol/values/figure-text.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { agreed } from "../../../support/agreed.ts";
import { createWorld } from "../../protocol/network-world.ts";
import {
  createFakeNetwork,
  failedNetwork,
  fresh,
  inbounds,
  pools,
  poolsReading,
  quote,
  swap,
  txid,
} from "../fake-network.ts";
import { countTokens } from "../token-counts.ts";

const network = createFakeNetwork();
const goodInput: Record<string, Record<string, unknown>> = {
  list_pools: {},
  get_network_status: {},
  get_inbound_addresses: {},
  get_swap_quote: { from: "BTC", to: "ETH", amount: "1" },
  get_swap_status: { txid },
};
const findTool = (name: string) => tools.find((tool) => tool.name === name) as Tool;
const run = (name: string, input: unknown = goodInput[name], from: Network = network): Promise<ToolAnswer> =>
  findTool(name).run(from, input, { networkName: "thorchain" });

/** Every key path, list items as []: the shape without values. */
function listPaths(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => listPaths(item, `${path}[]`)))];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => listPaths(item, path ? `${path}.${key}` : key));
}

const envelopeKeys = ["network", "source", "as_of", "freshness", "warnings", "advice"];
const bodyKeys: Record<string, string[]> = {
  list_pools: ["total", "pools"],
  get_network_status: [
    "state",
    "trading",
    "halted_by",
    "chains",
    "unchecked_chains",
    "outbound_fees",
    "fees",
    "halt_parameters",
    "queue",
    "providers",
  ],
  get_inbound_addresses: ["chains"],
  get_swap_quote: [
    "from",
    "to",
    "amount",
    "trading",
    "halted_by",
    "expected_amount_out",
    "min_received",
    "sent_usd",
    "received_usd",
    "total_cost_bps",
    "price_impact_bps",
    "fees",
    "inbound_gas_estimate",
    "streaming",
    "affiliate_floor_bps",
    "order",
    "recommended_min_amount",
    "dust_threshold",
    "seconds",
    "send_before",
    "memo",
    "inbound_address",
    "router",
    "sources_agreeing",
    "withheld",
  ],
  get_swap_status: [
    "txid",
    "state",
    "terminal",
    "refund_expected",
    "doubt",
    "explanation",
    "stages",
    "in",
    "out",
    "refund_reason",
    "order",
    "node_url",
    "indexer_url",
    "fees",
    "started_at",
    "estimated_seconds_left",
    "next_poll_seconds",
    "signing",
    "decided_by",
  ],
};
const poolKeys = [
  "asset",
  "chain",
  "status",
  "trading",
  "halted_by",
  "price_usd",
  "asset_depth",
  "native_depth",
  "native_asset",
  "depth_usd",
  "outbound_fee",
  "reason",
];

test("a swap that was not quoted has no way to run: null, never one part", async () => {
  const answers = [
    await run("get_swap_quote", goodInput.get_swap_quote, failedNetwork),
    await run("get_swap_quote", {}),
  ];
  const untold = { mode: null, interval: null, quantity: null, applied: null };
  for (const { structured, isError } of answers) {
    expect(isError).toBe(true);
    expect(structured.streaming).toEqual(untold);
  }
});

test("a failed quote says why it has no memo as its error does", async () => {
  const broken = createFakeNetwork({ getQuote: () => Promise.reject(new UpstreamError("reset", "/")) });
  const input = goodInput.get_swap_quote;
  for (const { structured } of [
    await run("get_swap_quote", input, failedNetwork),
    await run("get_swap_quote", {}),
    await run("get_swap_quote", input, broken),
  ]) {
    const { code, hint, retry_after_seconds } = structured.error as Record<string, unknown>;
    expect(structured).toMatchObject({ memo: null, withheld: { code, text: hint, retry_after_seconds } });
  }
});

test("the tools have a fixed order", () => {
  expect(tools.map((tool) => tool.name)).toEqual(Object.keys(bodyKeys));
});

for (const { name } of tools) {
  test(`${name}: the members have a fixed order, on success, after a failed reading and on bad input`, async () => {
    const keys = [...envelopeKeys, ...(bodyKeys[name] as string[])];
    expect(Object.keys((await run(name)).structured)).toEqual(keys);
    const withError = [...envelopeKeys, "error", ...(bodyKeys[name] as string[])];
    expect(Object.keys((await run(name, goodInput[name], failedNetwork)).structured)).toEqual(withError);
    expect(Object.keys((await run(name, { nonsense: 1 })).structured)).toEqual(withError);
  });

  test(`${name}: every answer fits the advertised output schema`, async () => {
    const validate = new Ajv2020({ strict: false }).compile(outputJsonSchema(findTool(name).outputSchema));
    for (const answer of [
      await run(name),
      await run(name, goodInput[name], failedNetwork),
      await run(name, { nonsense: 1 }),
    ]) {
      expect(validate(answer.structured), JSON.stringify(validate.errors)).toBe(true);
      expect(findTool(name).outputSchema.safeParse(answer.structured).success).toBe(true);
    }
  });

  test(`${name}: the text has every figure and every word of the structured answer`, async () => {
    const { structured, text } = await run(name);
    // An address may name the transaction by the id that the text has said.
    const said = text.replaceAll("\\", "").replaceAll("{txid}", String(structured.txid));
    const missing: unknown[] = [];
    JSON.stringify(structured, (_, value: unknown) => {
      const plain = typeof value === "string" || typeof value === "number";
      if (plain && !said.includes(String(value))) missing.push(value);
      return value;
    });
    expect(missing).toEqual([]);
  });

  test(`${name}: after a failed reading, the error's text is sufficient by itself`, async () => {
    const { structured, text, isError } = await run(name, goodInput[name], failedNetwork);
    expect(isError).toBe(true);
    const error = structured.error as { code: string; hint: string; retry_after_seconds: number | null };
    expect(structured).toMatchObject({
      freshness: "unknown",
      as_of: { height: null, block_time: null, age_seconds: null },
    });
    for (const part of [error.code, error.hint, "o not send funds"]) expect(text).toContain(part);
    if (error.retry_after_seconds !== null)
      expect(text).toContain(`Ask again in ${formatDuration(error.retry_after_seconds)}`);
    expect(JSON.stringify(structured)).not.toContain('"open"');
    expect(text).not.toMatch(/\bopen\b/);
  });

  test(`${name}: no thrown text leaves the tool`, async () => {
    const faults: unknown[] = [];
    const secret = () => Promise.reject(new UpstreamError("reset", "/secret-path", { cause: new Error("10.1.2.3") }));
    const broken: Network = {
      getStatus: secret,
      getPools: secret,
      getInbounds: secret,
      getQuote: secret,
      getSwap: secret,
    };
    const answer = await findTool(name).run(broken, goodInput[name], {
      networkName: "thorchain",
      reportFault: (fault) => faults.push(fault),
    });
    expect(answer.isError).toBe(true);
    expect(answer.structured.error).toMatchObject({ code: "internal", retry_after_seconds: 10 });
    if (name === "get_swap_status") expect(answer.structured.next_poll_seconds).toBe(10);
    expect(JSON.stringify(answer)).not.toMatch(/secret|10\.1\.2\.3|reset|UpstreamError|GET/);
    expect(faults).toHaveLength(1);
    expect(answer.text).toContain((faults[0] as { id: string }).id);
  });

  test(`${name}: bad input is refused without a reading, with the valid values`, async () => {
    let calls = 0;
    const counting = new Proxy(network, {
      get: (target, key: keyof Network) => {
        calls += 1;
        return target[key];
      },
    });
    const { structured, text, isError } = await run(name, { ...goodInput[name], "<b>x": 1 }, counting);
    expect(isError).toBe(true);
    expect(structured.error).toMatchObject({ code: "invalid_arguments", retry_after_seconds: null });
    for (const key of Object.keys(findTool(name).inputSchema.shape)) expect(text).toContain(key);
    expect(text).not.toContain("<b>");
    for (const input of [[], "x", 5]) expect((await run(name, input, counting)).isError).toBe(true);
    expect(calls).toBe(0);
  });

  test(`${name}: on the sample network the text says so`, async () => {
    const sample = { ...fresh, network: "sample", source: "sample" } as const;
    const sampled = createFakeNetwork({
      getStatus: async () => ({ ...(await network.getStatus()), ...sample }),
      getPools: async () => ({ ...poolsReading, ...sample }),
      getInbounds: async () => ({ ...inbounds, ...sample }),
      getQuote: async () => ({ ...quote, ...sample }),
      getSwap: async () => ({ ...swap, ...sample }),
    });
    const { structured, text } = await run(name, goodInput[name], sampled);
    expect(structured).toMatchObject({ network: "sample", source: "sample" });
    expect(text).toContain("sample data");
  });
}

test("list_pools: a pool has exactly the documented keys, with exact amounts", async () => {
  const { structured } = await run("list_pools");
  expect(structured.total).toBe(40);
  const rows = structured.pools as Record<string, unknown>[];
  expect(rows).toHaveLength(10);
  for (const row of rows) expect(Object.keys(row)).toEqual(poolKeys);
  expect(rows[0]).toEqual({
    asset: "BTC.BTC",
    chain: "BTC",
    status: "available",
    trading: "open",
    halted_by: [],
    price_usd: "85164.12",
    asset_depth: "812.13456789",
    native_depth: "48211004.12345678",
    native_asset: "THOR.RUNE",
    depth_usd: "138328010.11",
    outbound_fee: { amount: "0.00001103", asset: "BTC.BTC", usd: "0.94" },
    reason: null,
  });
  expect(rows[5]).toMatchObject({ price_usd: null, depth_usd: null, outbound_fee: { usd: null } });
  expect(rows[6]).toMatchObject({ outbound_fee: null });
});

for (const [input, expected] of [
  [{ asset: "BTC" }, ["BTC.BTC"]],
  [{ asset: "eth.usdc" }, ["ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48"]],
  [{ chain: "gaia" }, ["GAIA.ATOM"]],
  [{ asset: "BTC", chain: "ETH" }, []],
  [{ status: "staged" }, [pools[40]?.asset]],
  [{ status: "suspended" }, []],
] as const) {
  test(`list_pools ${JSON.stringify(input)} returns ${expected.length}`, async () => {
    const { structured, isError } = await run("list_pools", input);
    expect(isError).toBe(false);
    expect(structured.total).toBe(expected.length);
    expect((structured.pools as { asset: string }[]).map((pool) => pool.asset)).toEqual(expected);
  });
}

test("list_pools: total counts before limit, and is null if nothing was read", async () => {
  const all = (await run("list_pools", { status: "all", limit: 200 })).structured;
  expect([all.total, (all.pools as unknown[]).length]).toEqual([41, 41]);
  const few = (await run("list_pools", { limit: 2 })).structured;
  expect([few.total, (few.pools as unknown[]).length]).toEqual([40, 2]);
  expect((await run("list_pools", {}, failedNetwork)).structured.total).toBeNull();
});

test("list_pools: with fields, only asset and the named keys remain, in the text too", async () => {
  const { structured, text } = await run("list_pools", { limit: 3, fields: ["price_usd"] });
  for (const pool of structured.pools as object[]) expect(Object.keys(pool)).toEqual(["asset", "price_usd"]);
  expect(Object.keys(structured)).toEqual([...envelopeKeys, "total", "pools"]);
  expect(text).not.toContain("depth");
});

test("get_network_status: has exactly the documented shape", async () => {
  const { structured, isError } = await run("get_network_status");
  expect(isError).toBe(false);
  const { chains, ...rest } = structured as { chains: Record<string, unknown>[] };
  expect(chains.find((chain) => chain.chain === "BTC")).toEqual({
    chain: "BTC",
    trading: "open",
    deposits: "open",
    signing: "open",
    liquidity: "halted",
    halted_by: ["PAUSELPBTC"],
    scheduled: [
      { parameter: "HALTBTCTRADING", value: 28140000, height: 28140000, estimated_time: "2026-11-20T11:08:00Z" },
    ],
    reason: null,
    outbound_fee: { amount: "0.0000112", asset: "BTC.BTC", usd: "0.95" },
    dust_threshold: "0.00002",
    gas_rate: "11",
    gas_rate_units: "satsperbyte",
    block_time_seconds: 600,
    last_observed_height: 922016,
  });
  expect(chains.find((chain) => chain.chain === "GAIA")?.halted_by).toEqual(["HALTGAIATRADING", "HALTGAIACHAIN"]);
  expect(chains[0]).toMatchObject({
    chain: "THOR",
    dust_threshold: null,
    gas_rate: null,
    reason: "native_chain: send a MsgDeposit",
  });
  expect(rest).toMatchObject({
    network: "thorchain",
    source: "live",
    as_of: { height: 28135243, block_time: "2026-11-20T03:12:30Z", age_seconds: 5 },
    freshness: "fresh",
    trading: "open",
    halted_by: [],
    fees: {
      native_transaction: { amount: "0.02", asset: "THOR.RUNE", usd: "0.03" },
      native_outbound: { amount: "0.02", asset: "THOR.RUNE", usd: "0.03" },
      outbound_multiplier_bps: 100,
      minimum_slip_bps: { l1: 10, synth: 10, trade: 0, secured: 5, derived: null, stable: 3 },
    },
    halt_parameters: { PAUSELPBTC: { value: 1, in_force: true }, HALTBTCTRADING: { value: 28140000, in_force: false } },
    queue: { swap: 0, outbound: 12, internal: 3, scheduled_outbound_value: "1204.5" },
    providers: [
      { kind: "node", ok: true, height: 28135243, lag_blocks: 0 },
      { kind: "indexer", ok: false, height: 28135242, lag_blocks: 1 },
    ],
  });
  expect(Object.keys((rest as { outbound_fees: object }).outbound_fees)).toEqual(chains.map((chain) => chain.chain));
});

test("get_swap_quote: the sender's network fee is said to be in no total, by the text, the description and the schema", async () => {
  const { text } = await run("get_swap_quote");
  expect(text).toContain("network fee, on top of the total: inbound_gas_estimate 0.0000056 BTC.BTC (usd 0.48)");
  const { description, outputSchema } = findTool("get_swap_quote");
  expect(description).toContain("The sender's network fee, inbound_gas_estimate, comes on top.");
  expect(outputJsonSchema(outputSchema).properties).toMatchObject({
    inbound_gas_estimate: { description: "Network fee, on top of total_cost_bps" },
    seconds: { description: "total: confirmation, then the longer of the other two" },
  });
});

test("a halt has one form in every tool: the names in force", async () => {
  const world = createWorld();
  world.mimir.HALTBTCTRADING = 1;
  const rowOf = async (name: string, key: string, input: object) => {
    const { structured } = await run(name, input, world.network);
    return (structured[key] as Record<string, unknown>[])[0];
  };
  const chain = await rowOf("get_network_status", "chains", { chain: "BTC" });
  const pool = await rowOf("list_pools", "pools", { chain: "BTC" });
  const inbound = await rowOf("get_inbound_addresses", "chains", { chain: "BTC" });
  const quoted = await run("get_swap_quote", { from: "BTC", to: "ETH", amount: "1" }, world.network);
  expect([chain?.halted_by, pool?.halted_by, quoted.structured.halted_by]).toEqual([
    ["HALTBTCTRADING"],
    ["HALTBTCTRADING"],
    ["HALTBTCTRADING"],
  ]);
  expect(inbound?.reason).toBe("halted: HALTBTCTRADING");
});

test("get_network_status: who asks about a halted chain reads its halt first, and not that the network is open", async () => {
  const world = createWorld();
  world.mimir.HALTBTCTRADING = 1;
  const { structured, text } = await run("get_network_status", { chain: "btc" }, world.network);
  expect(structured).toMatchObject({ state: "halted", trading: "open", chains: [{ chain: "BTC", trading: "halted" }] });
  const lines = text.split("\n");
  const lineOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
  expect(lines[0]).toContain("Do not swap from or to Bitcoin. Trading there is halted.");
  expect(lines[1]).toBe("state halted");
  expect(lineOf("chains")).toBe(2);
  expect(lineOf("network: trading open, halted_by none")).toBeGreaterThan(2);
  const whole = await run("get_network_status", {}, world.network);
  expect(whole.text.split("\n").slice(1, 3)).toEqual(["state partly_halted", "network: trading open, halted_by none"]);
});

test("get_network_status: with fields, only the envelope and the named keys remain, in the text too", async () => {
  for (const field of bodyKeys.get_network_status as string[]) {
    const { structured, text } = await run("get_network_status", { fields: [field] });
    expect(Object.keys(structured)).toEqual([...envelopeKeys, field]);
    expect(text.split("\n")[1]).toMatch(new RegExp(`^(network: )?${field}\\b`));
  }
  const fees = await run("get_network_status", { fields: ["outbound_fees"] });
  expect(fees.text).toContain("BTC 0.0000112 BTC.BTC (usd 0.95)");
});

for (const [name, legal] of [
  ["get_network_status", bodyKeys.get_network_status as string[]],
  ["list_pools", poolKeys],
] as const) {
  test(`${name}: an unknown or empty fields is an error; for an unknown key it lists the valid ones`, async () => {
    const { structured, text, isError } = await run(name, { fields: ["nonsense"] });
    expect(isError).toBe(true);
    expect(structured.error).toMatchObject({ code: "invalid_arguments", candidates: legal });
    expect(text).toContain(legal.join(", "));
    expect(text).not.toContain("nonsense");
    expect((await run(name, { fields: [] })).isError).toBe(true);
    const schema = inputJsonSchema(findTool(name).inputSchema) as {
      properties: { fields: { items: { enum: string[] } } };
    };
    expect(schema.properties.fields.items.enum).toEqual(legal);
  });
}

test("get_inbound_addresses: takes one chain in any case; for an unknown one the error lists the valid ones", async () => {
  const { structured } = await run("get_inbound_addresses", { chain: " btc " });
  expect(structured.chains).toEqual([
    {
      chain: "BTC",
      trading: "open",
      deposits: "open",
      signing: "open",
      address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      router: null,
      gas_rate: "4",
      gas_rate_units: "satsperbyte",
      dust_threshold: "0.00001",
      send_before: "2026-11-20T03:12:36Z",
      sources_agreeing: 2,
      reason: null,
    },
  ]);
  const wrong = await run("get_inbound_addresses", { chain: "FOO" });
  expect(wrong.isError).toBe(true);
  expect(wrong.structured.error).toMatchObject({ code: "unknown_chain", candidates: ["BTC", "GAIA"] });
  expect(wrong.text).toContain("BTC, GAIA");
  const unread = await run("get_inbound_addresses", { chain: "BTC" }, failedNetwork);
  expect(unread.structured.error).toMatchObject({ code: "stale" });
});

test("get_swap_quote: arguments reach the network, and figures keep their meaning", async () => {
  const asked: unknown[] = [];
  const asking = createFakeNetwork({
    getQuote: async (request) => {
      asked.push(request);
      return quote;
    },
  });
  const input = { from: "BTC", to: "eth", amount: "1.50", destination: "0x11", tolerance_bps: 300 };
  const { structured } = await run("get_swap_quote", { ...input, streaming: { interval: 1, quantity: 0 } }, asking);
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
      { kind: "liquidity", amount: "0.03851603", asset: "ETH.ETH", usd: "121.40", bps: 17.59 },
      { kind: "outbound", amount: "0.006", asset: "ETH.ETH", usd: "18.91", bps: 2.74 },
      { kind: "affiliate", amount: null, asset: null, usd: null, bps: null },
    ],
    recommended_min_amount: "0.00004412",
    seconds: { inbound_confirmation: 1200, swap: 6, outbound_delay: 180, total: 1386 },
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
    await run("get_swap_quote", { ...liquidity, refund_address: "bc1q", streaming }, asking);
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
    const refused = await run("get_swap_quote", { ...input, amount });
    expect(refused.structured.error, String(amount)).toMatchObject({ code: "invalid_arguments" });
  }
});

test("get_swap_quote: the least fee that is listed for an affiliate's name and pair, that none is, or why it is not known", async () => {
  const said = "The network lists";
  const rows: readonly (readonly [bps: number | null, reason: Reason | null, floor: number | string, line: string])[] =
    [
      [12, null, 12, `${said} a minimum swap fee of 12 bps (0.12 %) for this affiliate name and pair.`],
      [null, null, "none", `${said} no minimum swap fee in force for this affiliate name and pair.`],
      [null, withCode("unreadable")("it was not read"), "unknown", "see warnings"],
    ];
  for (const [bps, reason, floor, line] of rows) {
    const affiliateFloor = { bps: bps === null ? null : agreed(bps), reason };
    const asking = createFakeNetwork({ getQuote: async () => ({ ...quote, affiliateFloor }) });
    const { structured, text } = await run("get_swap_quote", { from: "BTC", to: "ETH", amount: "1" }, asking);
    expect(structured.affiliate_floor_bps).toEqual(floor);
    expect(text).toContain(`affiliate_floor_bps ${floor}: ${line}`);
    expect(countTokens(text)).toBeLessThanOrEqual(450);
  }
  const plain = await run("get_swap_quote", { from: "BTC", to: "ETH", amount: "1" });
  expect([plain.structured.affiliate_floor_bps, plain.text.includes("affiliate_floor")]).toEqual([null, false]);
});

test("get_swap_quote: with a memo and how to send it, the text stays within its budget", async () => {
  const { network: live } = createWorld({ nodes: 2 });
  const destination = "0x8b1f6c2e9d4a7350f1e2c3b4a5968778695a4b3c";
  const { structured, text } = await run("get_swap_quote", { from: "BTC", to: "ETH", amount: "1", destination }, live);
  expect(structured.memo).toContain(destination);
  expect(text).toContain("OP_RETURN");
  // The vault of this network has a short address.
  const vault = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  expect(countTokens(text.replace(String(structured.inbound_address), vault))).toBeLessThanOrEqual(450);
});

test("get_swap_quote: target_out asks for a limit order, whose price of now and lifetime stand in answer and text", async () => {
  const world = createWorld({ nodes: 2 });
  world.mimir.ENABLEADVSWAPQUEUE = 1;
  const destination = `0xde57${"0".repeat(36)}`;
  const input = { from: "BTC", to: "ETH", amount: "1", destination, target_out: "18" };
  const { structured, text } = await run("get_swap_quote", input, world.network);
  expect(structured).toMatchObject({
    expected_amount_out: "18",
    min_received: "18",
    order: { market_out: "17.39654", ttl_blocks: 43_200, ttl_seconds: 259_200 },
    memo: `=<:ETH.ETH:${destination}:1800000000/43200/0`,
    seconds: { inbound_confirmation: 1200, swap: null, outbound_delay: null, total: null },
  });
  expect(text).toContain("order: market_out 17.39654, ttl_blocks 43200, ttl_seconds 259200");
  expect((await run("get_swap_quote", { ...input, target_out: "1e8" })).structured.error).toMatchObject({
    code: "invalid_arguments",
    argument: "target_out",
  });
});

test("candidates are in the error and in the text", async () => {
  const { structured, text } = await run("get_swap_quote", goodInput.get_swap_quote, failedNetwork);
  expect(structured.error).toMatchObject({ code: "ambiguous_asset", candidates: ["ETH.USDC", "AVAX.USDC"] });
  expect(text).toContain('["ETH.USDC","AVAX.USDC"]');
  const refusing = createFakeNetwork({
    getQuote: () => Promise.reject(new InputError("invalid_asset", "Write CHAIN.SYMBOL.", ["BTC.BTC"])),
  });
  const refused = await run("get_swap_quote", goodInput.get_swap_quote, refusing);
  expect(refused.structured.error).toEqual({
    code: "invalid_asset",
    hint: "Write CHAIN.SYMBOL.",
    retry_after_seconds: null,
    candidates: ["BTC.BTC"],
  });
});

test("get_swap_status: stages keep their own members, and upstream text is in code spans only", async () => {
  const { structured, text } = await run("get_swap_status", { txid, chain: "btc" });
  expect(structured.stages).toEqual([
    { stage: "observed", done: true },
    { stage: "confirmed", done: true },
    { stage: "swapped", done: true, streaming: { count: 7, quantity: 9, in: null, out: null, failed: null } },
    { stage: "outbound_scheduled", done: false, seconds_left: 120 },
    { stage: "outbound_signed", done: false },
  ]);
  expect(listPaths(structured.in)).toEqual(["chain", "asset", "amount", "from", "memo"]);
  expect(listPaths(structured.out)).toEqual(["[].kind", "[].chain", "[].asset", "[].amount", "[].to", "[].txid"]);
  expect(text).toContain(`memo \`${swap.in?.memo}\`\n`);
});

test("get_swap_status: the text of a swap in parts says how much they were, where that is known", async () => {
  const progress = { count: 1, quantity: 4, asset: "ETH.ETH", failed: 0 };
  const textOf = async (moved: { in: bigint | null; out: bigint | null }) => {
    const stages = [{ stage: "swapped", done: false, streaming: { ...progress, ...moved } } as const];
    const network = createFakeNetwork({ getSwap: async () => ({ ...swap, stages }) });
    return (await run("get_swap_status", { txid }, network)).text;
  };
  expect(await textOf({ in: 25_000_000n, out: 676_104_420n })).toContain(
    "stages: swapped waiting 1 of 4 (in 0.25, out 6.7610442)\n",
  );
  expect(await textOf({ in: null, out: null })).toContain("stages: swapped waiting 1 of 4\n");
});

test("get_swap_status: an open stage is waiting, or not done if the swap is over", async () => {
  const stagesOf = async (terminal: boolean) => {
    const over = createFakeNetwork({ getSwap: async () => ({ ...swap, state: "failed", terminal }) });
    return (await run("get_swap_status", { txid }, over)).text.split("\n").find((line) => line.startsWith("stages:"));
  };
  expect(await stagesOf(false)).toMatch(/outbound_scheduled waiting.*outbound_signed waiting$/);
  expect(await stagesOf(true)).toMatch(/swapped done.*outbound_scheduled not done.*outbound_signed not done$/);
});

const quoted = { from: "BTC", to: "ETH", amount: "1" };
const refusals: [name: string, tool: string, input: unknown, hint: string][] = [
  [
    "one that is missing",
    "get_swap_quote",
    { from: "BTC", to: "ETH" },
    'amount is missing (Whole units of from: "0.05").',
  ],
  ["another that is missing", "get_swap_status", {}, "txid is missing (Inbound transaction id)."],
  [
    "another type",
    "get_swap_quote",
    { ...quoted, amount: 1 },
    'amount must be a string: put it in quotes (Whole units of from: "0.05").',
  ],
  [
    "another grammar",
    "get_swap_quote",
    { ...quoted, amount: "1,5" },
    'amount must be a decimal string such as "0.05".',
  ],
  [
    "a member that is missing",
    "get_swap_quote",
    { ...quoted, streaming: { interval: 1 } },
    "streaming.quantity is missing.",
  ],
  ["no object", "get_swap_quote", { ...quoted, streaming: [] }, "streaming must be single, rapid or an object."],
  ["no whole number", "list_pools", { limit: 1.5 }, "limit must be a whole number (Default 10)."],
  ["too small", "list_pools", { limit: 0 }, "limit must be at least 1."],
  ["too large", "list_pools", { limit: 201 }, "limit must be at most 200."],
  ["too long", "list_pools", { chain: "x".repeat(13) }, "chain must have at most 12 characters."],
  ["an empty list", "list_pools", { fields: [] }, "fields must not be empty."],
  ["no arguments at all", "list_pools", [], "arguments must be an object."],
  [
    "no legal value",
    "list_pools",
    { status: "open" },
    "status is not a legal value. The legal ones are: available, staged, suspended, all.",
  ],
  [
    "an unknown one",
    "get_swap_status",
    { txid, Chains: 1 },
    "Unknown argument Chains. The legal ones are: txid, chain.",
  ],
  [
    "an unknown one that is no word",
    "get_swap_status",
    { txid, "send to bc1": 1, [`a${"b".repeat(24)}`]: 1 },
    "Unknown argument. The legal ones are: txid, chain.",
  ],
  [
    "an unknown member",
    "get_swap_quote",
    { ...quoted, streaming: { interval: 1, quantity: 1, parts: 2 } },
    "streaming: unknown member parts.",
  ],
];
for (const [name, tool, input, hint] of refusals) {
  test(`${tool}: ${name} is refused with the hint: ${hint}`, async () => {
    const { structured, text } = await run(tool, input);
    expect(structured.error).toMatchObject({ code: "invalid_arguments", hint });
    expect(text).toContain(`error invalid_arguments: ${hint}`);
  });
}

test("the text lists valid values once", async () => {
  for (const [tool, input] of [
    ["list_pools", { status: "open" }],
    ["list_pools", { fields: ["nonsense"] }],
    ["list_pools", { chain: "FOO" }],
  ] as const) {
    const { structured, text } = await run(tool, input);
    const { candidates } = structured.error as { candidates: string[] };
    expect(text).toContain(candidates.join(", "));
    expect(text).not.toContain("Candidates");
  }
});

test("the caller's abort reaches the network, and the call is cancelled", async () => {
  let seen: AbortSignal | undefined;
  const silent = createFakeNetwork({
    getStatus: (options) => {
      seen = options?.signal;
      return new Promise((_, reject) => seen?.addEventListener("abort", () => reject(seen?.reason)));
    },
  });
  const tool = findTool("get_network_status");
  const caller = new AbortController();
  const ended = tool.run(silent, {}, { networkName: "thorchain", signal: caller.signal });
  await expect.poll(() => seen).toBeDefined();
  caller.abort();
  expect((await ended).structured.error).toMatchObject({ code: "cancelled" });
  expect(seen?.aborted).toBe(true);
});

test("descriptions are plain text on one line", () => {
  for (const tool of tools) {
    expect(tool.description).toMatch(/^[\x20-\x7e]+$/);
    expect(tool.title.length).toBeLessThan(60);
  }
});

test("an argument of another kind is named with its meaning, whether or not it is optional", async () => {
  const rows: readonly (readonly [tool: string, input: object, hint: string])[] = [
    [
      "get_swap_quote",
      { from: "BTC", to: "ETH", amount: 1 },
      'amount must be a string: put it in quotes (Whole units of from: "0.05").',
    ],
    [
      "list_pools",
      { fields: "price_usd" },
      "fields must be a list (Only these keys of a pool; asset is always given).",
    ],
    ["get_network_status", { chain: 1 }, "chain must be a string: put it in quotes (Only this chain's row: BTC)."],
  ];
  for (const [name, input, hint] of rows) {
    expect((await run(name, { ...input })).structured.error).toMatchObject({ code: "invalid_arguments", hint });
  }
});
