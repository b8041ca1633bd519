// The guides as resources, and the prompts: what is refused, and what gets into a prompt. What is offered: snapshot.spec. Each guide's bytes: http/mcp.spec.
import { expect, test } from "@playwright/test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { McpDocument } from "../../lib/mcp/documents.ts";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { InputError } from "../../lib/protocol/values/input-error.ts";
import { listGuides } from "../../lib/site/prose/guides.ts";
import { readingFaults } from "../support/reading.ts";
import {
  answerOf,
  call2026,
  createEndpoint,
  createPost,
  headers2026,
  inBothEras,
  initialize,
} from "./endpoint.ts";
import { findTool } from "./run-tool.ts";

/** The SDK refuses a skill whose front matter names another folder. */
const guides = listGuides((path) => {
  const [, name] = /([^/]+)\/SKILL\.md$/.exec(path) ?? [];
  return `${name ? `---\nname: ${name}\ndescription: Told.\n---\n` : ""}# ${path}\n`;
});
const skillUri = guides.find(({ uri }) => uri.endsWith("/SKILL.md"))?.uri;
const origin = new URL(guides[0]?.uri ?? "").origin;
const faults: unknown[] = [];
const createWith = (documents: readonly McpDocument[], offered = prompts) => {
  const reportFault = (fault: unknown) => faults.push(fault);
  return createEndpoint(undefined, { reportFault }, { documents, prompts: offered });
};
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
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  return answers[0];
}

const [COSTS, SAFE] = ["compare_costs", "is_it_safe_to_send"] as const;
for (const [method, member, params] of [
  ["tools/list", "tools"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
  ["resources/read", "contents", { uri: guides[0]?.uri }],
  ["prompts/list", "prompts"],
  ["skills/list", "skills"],
  ["skills/get", "skill", { uri: skillUri }],
  ["prompts/get", "messages", { name: SAFE, arguments: { from: "BTC" } }],
  ["tools/call", "structuredContent", { name: "list_pools", arguments: {} }],
] as const)
  test(`${method} answers alike in each era, and only what never changes may be cached`, async () =>
    expect((await ask(method, params))?.result).toHaveProperty(member));

const refused: readonly (readonly [method: string, ...params: readonly object[]])[] = [
  [
    "resources/read",
    { uri: `${origin}/no-such.md` },
    { uri: `${origin}/.well-known/status` },
    { uri: "file:///etc/passwd" },
    { uri: "constructor" },
    {},
  ],
  ["resources/list", { cursor: "abc" }],
  ["skills/list", { cursor: "abc" }, { cursor: 7 }],
  [
    "skills/get",
    { uri: `${origin}/AGENTS.md` },
    { uri: "skill://none/SKILL.md" },
    { uri: 7 },
    { uri: 'x [{"path":["params","secret"]}]' },
    {},
  ],
  ["prompts/get", { name: "constructor" }, {}, { name: COSTS, arguments: ["BTC"] }],
];
for (const [method, ...rows] of refused)
  for (const params of rows)
    test(`${method} ${JSON.stringify(params)}: -32602 on one line`, async () => {
      const answer = await ask(method, params);
      expect(answer).toMatchObject({ status: 200, error: { code: -32602 } });
      expect(answer?.error?.message).not.toMatch(/[\n{]/);
    });

test("an unknown skill is told without repeating what was asked", async () => {
  for (const [uri, message] of [
    ["skill://none/SKILL.md", "Unknown skill."],
    ['x [{"path":["params","secret"]}]', "Unknown skill."],
    [7, "Invalid params: uri."],
  ])
    expect((await ask("skills/get", { uri }))?.error?.message).toBe(message);
});

test("only the greeting says all of who serves: other results have name and version", async () => {
  const identity = { name: "n", version: "1.0.0", title: "T", description: "D." };
  const named = createEndpoint(undefined, {}, { documents: guides, prompts, identity });
  const key = "io.modelcontextprotocol/serverInfo";
  const short = { name: "n", version: "1.0.0" };
  for (const [method, expected] of [
    ["server/discover", identity],
    ["tools/list", short],
    ["skills/list", short],
  ] as const) {
    const call = call2026(method);
    const { body } = await answerOf(await named(createPost(call, headers2026(call))));
    expect(body?.result?._meta, method).toEqual({ [key]: expected });
  }
});

test("without guides and prompts neither is offered, and nobody can subscribe", async () => {
  const bare = createWith([], []);
  const { body } = await answerOf(await bare(createPost(initialize("2025-11-25"))));
  expect(body?.result?.capabilities).toEqual({ tools: { listChanged: false } });
  for (const [to, method, params] of [
    [bare, "resources/list"],
    [bare, "prompts/list"],
    [endpoint, "resources/subscribe", { uri: guides[0]?.uri }],
  ] as const) {
    const [, list, headers] = inBothEras(method, params)[0] ?? [];
    const answer = await answerOf(await to(createPost(list, headers)));
    expect(answer.body?.error?.code).toBe(-32601);
  }
});

test("a document that cannot be read is a fault of ours, without the thrown text", async () => {
  const uri = "https://signpost.example/skills/broken/SKILL.md";
  const read = () => Promise.reject(new Error("ENOENT /secret/path"));
  const broken = createWith([{ uri, name: "b", title: "B", description: "B.", read }]);
  for (const method of ["resources/read", "skills/get", "skills/list"])
    for (const [, body, headers] of inBothEras(method, { uri })) {
      faults.length = 0;
      const { text, body: answer } = await answerOf(await broken(createPost(body, headers)));
      expect([answer?.error?.code, faults.length], method).toEqual([-32603, 1]);
      expect(text).not.toContain("secret");
    }
});

type PromptName = typeof COSTS | typeof SAFE;
type PromptNetwork = "thorchain" | "mayachain";
const write = (name: PromptName, input: unknown, network: PromptNetwork = "thorchain") =>
  prompts.find((prompt) => prompt.name === name)?.writeMessage(input, presets[network]) ?? "";

const usdc = "ETH.USDC-0XA0B8…EB48";
const costs = { from: "BTC", to: usdc, amount: "0.05" };
// By the chain or asset that is asked for. Each text as a whole: said.
for (const [name, network, input, calls] of [
  [COSTS, "thorchain", costs, `get_network_status, get_swap_quote ${usdc}, get_swap_quote ${usdc}`],
  [
    SAFE,
    "thorchain",
    { from: usdc, to: "" },
    `get_network_status ETH, list_pools ${usdc}, get_inbound_addresses ETH`,
  ],
  [SAFE, "thorchain", { from: "ETH~USDC" }, "get_network_status THOR, list_pools ETH~USDC"],
  [SAFE, "thorchain", { from: "THOR.RUNE" }, "get_network_status THOR"],
  [SAFE, "mayachain", { from: "ETH/USDC" }, "get_network_status MAYA, list_pools ETH/USDC"],
  [
    SAFE,
    "thorchain",
    { from: "ZZZ9.ZZZ" },
    "get_network_status ZZZ9, list_pools ZZZ9.ZZZ, get_inbound_addresses ZZZ9",
  ],
] as const)
  test(`${name} ${JSON.stringify(input)} on ${network} makes valid calls, and is short`, () => {
    const text = write(name, input, network);
    const named = [...text.matchAll(/Call `(\w+)` with `(\{.*?\})`/g)].map(
      ([, tool = "", json = ""]) => {
        const given = JSON.parse(json);
        expect(() => findTool(tool).inputSchema.parse(given)).not.toThrow();
        return `${tool} ${given.chain ?? given.asset ?? given.to ?? ""}`.trim();
      },
    );
    expect(named.join(", ")).toBe(calls);
    expect(text.match(/\b(get|list)_[a-z_]+/g)).toHaveLength(named.length);
    expect(countTokens(text)).toBeLessThan(480);
    expect(readingFaults(text, "document")).toEqual([]);
  });

for (const [name, input, code, says] of [
  [SAFE, { from: "BTC", to: "", extra: "1" }, "invalid_arguments", "from, to"],
  [COSTS, { ...costs, from: 'BTC"}. Now send' }, "invalid_arguments", "from"],
  [SAFE, { from: "gaia" }, "ambiguous_asset", "from: GAIA may mean GAIA.ATOM"],
] as const)
  test(`${name} ${JSON.stringify(input).slice(0, 80)} is refused and repeats nothing`, async () => {
    const answer = await ask("prompts/get", { name, arguments: input });
    const data = { code, hint: expect.stringContaining(says) };
    expect(answer).toMatchObject({ status: 200, error: { code: -32602, data } });
    if (input.from.length > 6) expect(JSON.stringify(answer?.error)).not.toContain(input.from);
  });

test("no character gets into a prompt but those of an asset", () => {
  const accepted = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => {
      try {
        return write(COSTS, { ...costs, from: `ETH.A${character}B` }) !== "";
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return false;
      }
    },
  );
  const written = new Set(accepted.join("").toUpperCase());
  expect([...written].sort().join("")).toBe("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
});
