// Rules that hold for every tool: the members and the text of an answer, failures that say what to do, and a halt by its names.
import { expect, test } from "@playwright/test";
import Ajv2020 from "ajv/dist/2020.js";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { outputJsonSchema } from "../../../../lib/mcp/tools/shapes.ts";
import type { Network } from "../../../../lib/protocol/network.ts";
import { UpstreamError } from "../../../../lib/protocol/upstream/errors.ts";
import { formatDuration } from "../../../../lib/protocol/values/figure-text.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { tradingHalt } from "../../../support/halt-key.ts";
import { createWorld } from "../../../support/world.ts";
import {
  createFakeNetwork,
  failedNetwork,
  fresh,
  inbounds,
  poolsReading,
  quote,
  swap,
} from "../fake-network.ts";
import { findTool, goodInput, runTool } from "../run-tool.ts";
import { bodyKeys, envelopeKeys } from "./answer-members.ts";

const network = createFakeNetwork();

test("the tools have a fixed order", () => {
  expect(tools.map((tool) => tool.name)).toEqual(Object.keys(bodyKeys));
});

for (const { name } of tools) {
  test(`${name}: the members have a fixed order, on success, after a failed reading and on bad input`, async () => {
    const keys = [...envelopeKeys, ...(bodyKeys[name] as string[])];
    expect(Object.keys((await runTool(name)).structured)).toEqual(keys);
    const withError = [...envelopeKeys, "error", ...(bodyKeys[name] as string[])];
    expect(Object.keys((await runTool(name, goodInput[name], failedNetwork)).structured)).toEqual(
      withError,
    );
    expect(Object.keys((await runTool(name, { nonsense: 1 })).structured)).toEqual(withError);
  });

  test(`${name}: every answer fits the advertised output schema`, async () => {
    const validate = new Ajv2020({ strict: false }).compile(
      outputJsonSchema(findTool(name).outputSchema),
    );
    for (const answer of [
      await runTool(name),
      await runTool(name, goodInput[name], failedNetwork),
      await runTool(name, { nonsense: 1 }),
    ]) {
      expect(validate(answer.structured), JSON.stringify(validate.errors)).toBe(true);
      expect(findTool(name).outputSchema.safeParse(answer.structured).success).toBe(true);
    }
  });

  test(`${name}: the text has every figure and every word of the structured answer`, async () => {
    const { structured, text } = await runTool(name);
    const said = text.replaceAll("\\", "");
    const missing: unknown[] = [];
    JSON.stringify(structured, (key, value: unknown) => {
      const plain = typeof value === "string" || typeof value === "number";
      // Of a figure in dollars and as a share, one is enough.
      const [, name, unit] = /^(.+)_(usd|bps)$/.exec(key) ?? [];
      const forms = [value, structured[`${name}_${unit === "usd" ? "bps" : "usd"}`] ?? value];
      if (plain && !forms.some((form) => said.includes(String(form)))) missing.push(value);
      return value;
    });
    // Of a state that is not in doubt the raw records say no more. A fee is told by its worth, and the minimum is above any dust. What
    // happens below the limit, the number of parts tells.
    const { node_url: node, indexer_url: indexer, fees, dust_threshold: dust } = structured;
    const amounts = Array.isArray(fees) ? fees.map((fee) => fee.amount) : [];
    const { below_limit: below } = structured;
    expect(missing).toEqual(
      [below, ...amounts, dust, node, indexer].filter((value) => value != null),
    );
  });

  test(`${name}: after a failed reading, the error's text is sufficient by itself`, async () => {
    const { structured, text, isError } = await runTool(name, goodInput[name], failedNetwork);
    expect(isError).toBe(true);
    const error = structured.error as {
      code: string;
      hint: string;
      retry_after_seconds: number | null;
    };
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
    const secret = () =>
      Promise.reject(new UpstreamError("reset", "/secret-path", { cause: new Error("10.1.2.3") }));
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
    const { structured, text, isError } = await runTool(
      name,
      { ...goodInput[name], "<b>x": 1 },
      counting,
    );
    expect(isError).toBe(true);
    expect(structured.error).toMatchObject({
      code: "invalid_arguments",
      retry_after_seconds: null,
    });
    for (const key of Object.keys(findTool(name).inputSchema.shape)) expect(text).toContain(key);
    expect(text).not.toContain("<b>");
    for (const input of [[], "x", 5])
      expect((await runTool(name, input, counting)).isError).toBe(true);
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
    const { structured, text } = await runTool(name, goodInput[name], sampled);
    expect(structured).toMatchObject({ network: "sample", source: "sample" });
    expect(text).toContain("sample data");
  });
}

test("a halt has one form in every tool: the names in force", async () => {
  const world = createWorld();
  world.mimir[tradingHalt("BTC")] = 1;
  const rowOf = async (name: string, key: string, input: object) => {
    const { structured } = await runTool(name, input, world.network);
    return (structured[key] as Record<string, unknown>[])[0];
  };
  const chain = await rowOf("get_network_status", "chains", { chain: "BTC" });
  const pool = await rowOf("list_pools", "pools", { chain: "BTC" });
  const inbound = await rowOf("get_inbound_addresses", "chains", { chain: "BTC" });
  const quoted = await runTool(
    "get_swap_quote",
    { from: "BTC", to: "ETH", amount: "1" },
    world.network,
  );
  expect([chain?.halted_by, pool?.halted_by, quoted.structured.halted_by]).toEqual([
    [tradingHalt("BTC")],
    [tradingHalt("BTC")],
    [tradingHalt("BTC")],
  ]);
  expect(inbound?.reason).toBe(`halted: ${tradingHalt("BTC")}`);
});

test("candidates are in the error and in the text", async () => {
  const { structured, text } = await runTool(
    "get_swap_quote",
    goodInput.get_swap_quote,
    failedNetwork,
  );
  expect(structured.error).toMatchObject({
    code: "ambiguous_asset",
    candidates: ["ETH.USDC", "AVAX.USDC"],
  });
  expect(text).toContain('["ETH.USDC","AVAX.USDC"]');
  const refusing = createFakeNetwork({
    getQuote: () =>
      Promise.reject(
        new InputError("invalid_asset", "Write CHAIN.SYMBOL.", { candidates: ["BTC.BTC"] }),
      ),
  });
  const refused = await runTool("get_swap_quote", goodInput.get_swap_quote, refusing);
  expect(refused.structured.error).toEqual({
    code: "invalid_asset",
    hint: "Write CHAIN.SYMBOL.",
    retry_after_seconds: null,
    candidates: ["BTC.BTC"],
  });
});

test("the caller's abort reaches the network, and the call is cancelled", async () => {
  let seen: AbortSignal | undefined;
  const silent = createFakeNetwork({
    getStatus: (options) => {
      seen = options?.signal;
      return new Promise((_, reject) =>
        seen?.addEventListener("abort", () => reject(seen?.reason)),
      );
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
