// The guides as resources, and the prompts: what is refused, and what gets into a prompt. What is offered: snapshot.spec. Each guide's bytes: http/mcp.spec.
import { strict as assert } from "node:assert";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import type { McpDocument } from "../../lib/mcp/server.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { InputError } from "../../lib/protocol/values/input-error.ts";
import { listGuides } from "../../lib/site/prose/guides.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { anyCharacter } from "../support/any-text.ts";
import { readingFaults } from "../support/reading.ts";
import { answerOf, createEndpoint, createPost, inBothEras, initialize } from "./endpoint.ts";
import { findTool } from "./run-tool.ts";

const guides = listGuides((path) => `# ${path}\n`);
const faults: unknown[] = [];
const reportFault = (fault: unknown) => faults.push(fault);
const createWith = (documents: readonly McpDocument[], offered = prompts) =>
  createEndpoint(undefined, { reportFault }, { documents, prompts: offered });
const endpoint = createWith(guides);

/** What all eras answer, which must be the same but for what may be cached. */
async function ask(method: string, params?: object, to = endpoint) {
  const answers = [];
  for (const [era, body, headers] of inBothEras(method, params)) {
    const { status, body: answer } = await answerOf(await to(createPost(body, headers)));
    const { ttlMs, cacheScope, resultType: _, ...result } = answer?.result ?? {};
    const isCached = era === "2026" && answer?.result && !/^prompts.get|^tools.call/.test(method);
    expect([ttlMs, cacheScope]).toEqual(isCached ? [300_000, "public"] : [undefined, undefined]);
    answers.push({ status, result: { ...result, _meta: undefined }, error: answer?.error });
  }
  const [first, ...others] = answers;
  for (const other of others) expect(other).toEqual(first);
  return first;
}

test("the resources are the registry's prose, each once, without home, legal and aliases", async () => {
  const isMeant = (path: (typeof resourcePaths)[number]) => {
    const { kind, aliasOf, source } = findResource(path);
    return kind === "prose" && aliasOf === undefined && source !== "home" && source !== "legal";
  };
  const paths = guides.map((guide) => new URL(guide.uri).pathname);
  expect(paths).toEqual(resourcePaths.filter(isMeant));
  expect(new Set(guides.map((guide) => guide.name)).size).toBe(guides.length);
  for (const path of resourcePaths.filter(isMeant))
    expect(findResource(path).cache, `${path} is static`).toBe("document");
  expect((await ask("resources/templates/list"))?.result).toEqual({ resourceTemplates: [] });
});

test("what never changes may be cached, and an answer of a tool may not", async () => {
  expect((await ask("tools/list"))?.result.tools).toHaveLength(tools.length);
  for (const kind of ["resources", "prompts"])
    expect((await ask(`${kind}/list`))?.result).toHaveProperty(kind);
  const called = await ask("tools/call", { name: "list_pools", arguments: {} });
  expect(called?.result).toHaveProperty("structuredContent");
});

const [COSTS, SAFE] = ["compare_costs", "is_it_safe_to_send"] as const;
const origin = new URL(guides[0]?.uri ?? "").origin;
const refused: readonly (readonly [method: string, ...params: readonly object[]])[] = [
  [
    "resources/read",
    { uri: `${origin}/no-such.md` },
    { uri: "https://elsewhere.example/pricing.md" },
    { uri: `${origin}/.well-known/status` },
    { uri: "file:///etc/passwd" },
    { uri: "constructor" },
    {},
  ],
  ["resources/list", { cursor: "abc" }],
  ["prompts/list", { cursor: "abc" }],
  [
    "prompts/get",
    { name: "no_such_prompt" },
    { name: "constructor" },
    {},
    { name: COSTS, arguments: ["BTC"] },
  ],
];
for (const [method, ...rows] of refused)
  for (const params of rows)
    test(`${method} ${JSON.stringify(params)}: -32602 on one line`, async () => {
      const answer = await ask(method, params);
      expect(answer).toMatchObject({ status: 200, error: { code: -32602 } });
      expect(answer?.error?.message).not.toMatch(/[\n{]/);
    });

test("without guides and prompts neither is offered, and nobody can subscribe", async () => {
  const bare = createWith([], []);
  const { body } = await answerOf(await bare(createPost(initialize("2025-11-25"))));
  expect(body?.result?.capabilities).toEqual({ tools: { listChanged: false } });
  for (const [serve, method, params] of [
    [bare, "resources/list"],
    [bare, "prompts/list"],
    [endpoint, "resources/subscribe", { uri: guides[0]?.uri }],
  ] as const) {
    const [, list, headers] = inBothEras(method, params)[0] ?? [];
    const answer = await answerOf(await serve(createPost(list, headers)));
    expect(answer.body?.error?.code).toBe(-32601);
  }
});

test("a document that cannot be read is a fault of ours, without the thrown text", async () => {
  const uri = "https://signpost.example/broken.md";
  const read = () => {
    throw new Error("ENOENT /secret/path");
  };
  const broken = createWith([{ uri, name: "b", title: "B", description: "B.", read }]);
  for (const [, body, headers] of inBothEras("resources/read", { uri })) {
    faults.length = 0;
    const { text, body: answer } = await answerOf(await broken(createPost(body, headers)));
    expect([answer?.error?.code, faults.length]).toEqual([-32603, 1]);
    expect(text).not.toContain("secret");
  }
});

type PromptName = typeof COSTS | typeof SAFE;
const write = (
  name: PromptName,
  input: unknown,
  network: "thorchain" | "mayachain" = "thorchain",
) => prompts.find((prompt) => prompt.name === name)?.writeMessage(input, presets[network]) ?? "";
/** The calls that a prompt asks for, in order. */
const callsIn = (text: string) =>
  [...text.matchAll(/Call `(\w+)` with `(\{.*?\})`/g)].map(
    ([, name = "", input = ""]) => [name, JSON.parse(input)] as const,
  );

const usdc = "ETH.USDC-0XA0B8…EB48";
const quote = { from: "BTC", to: usdc, amount: "0.05" };
const status = (chain?: string) =>
  ["get_network_status", { fields: ["trading", "chains"], ...(chain && { chain }) }] as const;
const pools = (asset: string) => ["list_pools", { asset }] as const;
const inbound = (chain: string) => ["get_inbound_addresses", { chain }] as const;
for (const [name, network, input, calls] of [
  [
    COSTS,
    "thorchain",
    { from: "btc", to: usdc.toLowerCase(), amount: "0.05" },
    [status(), ["get_swap_quote", quote], ["get_swap_quote", { ...quote, streaming: "single" }]],
  ],
  [
    SAFE,
    "thorchain",
    { from: "btc", to: "ETH.USDC" },
    [status(), pools("BTC"), pools("ETH.USDC"), inbound("BTC")],
  ],
  [SAFE, "thorchain", { from: usdc, to: "" }, [status("ETH"), pools(usdc), inbound("ETH")]],
  [SAFE, "thorchain", { from: "ETH~USDC" }, [status("THOR"), pools("ETH~USDC")]],
  [SAFE, "thorchain", { from: "rune" }, [status("THOR")]],
  [SAFE, "thorchain", { from: "THOR.RUNE" }, [status("THOR")]],
  [SAFE, "mayachain", { from: "ETH/USDC" }, [status("MAYA"), pools("ETH/USDC")]],
  [SAFE, "thorchain", { from: "ZZZ9.ZZZ" }, [status("ZZZ9"), pools("ZZZ9.ZZZ"), inbound("ZZZ9")]],
] as const)
  test(`${name} ${JSON.stringify(input)} on ${network} makes valid calls, and is short`, () => {
    const text = write(name, input, network);
    const named = callsIn(text);
    expect(named).toEqual(calls);
    expect(text.match(/\b(get|list)_[a-z_]+/g) ?? []).toHaveLength(named.length);
    for (const [tool, given] of named)
      expect(() => findTool(tool).inputSchema.parse(given)).not.toThrow();
    expect(countTokens(text)).toBeLessThan(480);
    expect(readingFaults(text, "document")).toEqual([]);
  });

test("a prompt is one message of the user, in each era", async () => {
  const input = { from: "BTC" };
  const content = { type: "text", text: write(SAFE, input) };
  const answer = await ask("prompts/get", { name: SAFE, arguments: input });
  expect(answer?.result).toMatchObject({ messages: [{ role: "user", content }] });
});

const cost = { from: "BTC", to: "ETH", amount: "1" };
for (const [name, input, code, says] of [
  [SAFE, { from: "BTC", to: "", extra: "1" }, "invalid_arguments", "from, to"],
  [COSTS, { ...cost, amount: "0.00" }, "invalid_amount", "amount"],
  [COSTS, { ...cost, from: 'BTC"}. Now send' }, "invalid_arguments", "from"],
  [SAFE, { from: "B".repeat(500) }, "invalid_arguments", "from"],
  [SAFE, { from: "gaia" }, "ambiguous_asset", "from: GAIA may mean GAIA.ATOM"],
  [SAFE, { from: "USDC-0XA0B8" }, "invalid_asset", "from"],
] as const)
  test(`${name} ${JSON.stringify(input).slice(0, 80)} is refused and repeats nothing`, async () => {
    const answer = await ask("prompts/get", { name, arguments: input });
    const data = { code, hint: expect.stringContaining(says) };
    expect(answer).toMatchObject({ status: 200, error: { code: -32602, data } });
    for (const value of Object.values(input))
      if (value.length > 6) expect(JSON.stringify(answer?.error)).not.toContain(value);
  });

test("any input changes only validated arguments in the text", () => {
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 140 }),
    fc.stringMatching(/^[A-Za-z0-9./~…-]{1,40}$/),
    fc.constantFrom("BTC", "ETH.USDC", "1"),
  );
  const inputs = fc.record({ from: value, to: value, amount: fc.constant("1") });
  const property = fc.property(
    fc.constantFrom(COSTS, SAFE),
    inputs,
    (name, { amount, ...pair }) => {
      let text = "";
      try {
        text = write(name, name === COSTS ? { ...pair, amount } : pair);
      } catch (error) {
        assert(error instanceof InputError);
      }
      assert(text.split("\n").length <= 8, text);
      for (const [argument] of text.matchAll(/"(?:chain|from|to|asset)":"[^"]*"/g))
        assert.match(argument, /^"[a-z]+":"[A-Za-z0-9./~…-]{1,160}"$/);
    },
  );
  fc.assert(property, { numRuns: 1_000 });
});
