// The skills, followed literally on the sample network: their calls, the failures and states that they name, every word in code.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tools } from "../../lib/mcp/tools/all.ts";
import { swapDoubts, swapStates } from "../../lib/protocol/model/swap.ts";
import type { Transport } from "../../lib/protocol/upstream/transport.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { sampleTransactions, sampleWalk } from "../../lib/sample/transactions.ts";
import { createSampleTransport } from "../../lib/sample/transport.ts";
import { depositRows } from "../../lib/say/deposits.en.ts";
import { getPlaceholders } from "../../lib/site/prose/placeholders.ts";
import { isResourcePath } from "../../lib/site/registry/resources.ts";
import { root } from "../support/root.ts";
import { createSampleNetwork } from "../support/sample-network.ts";

const NOW = Date.UTC(2026, 10, 20, 3, 12, 33);
const content = (name: string) => readFileSync(`${root}content/${name}.md`, "utf8");
const names = readdirSync(`${root}content/skills/`).sort();
const skillOf = (name: string) => content(`skills/${name}/SKILL`);
const [cost = "", before = "", watch = ""] = names.map(skillOf);

type Row = Readonly<Record<string, unknown>>;
interface Call {
  readonly name: string;
  readonly arguments: Row;
}

/** The sample network with its own clock. Paths that match `down` cannot be reached. */
function createDesk({ nowMs = NOW, down = /^$/ } = {}) {
  const clock = { nowMs };
  const now = () => clock.nowMs;
  const sample = createSampleTransport(now);
  const transport: Transport = async (url, init) => {
    if (down.test(url.pathname)) throw new TypeError("fetch failed");
    return sample(url, init);
  };
  const network = createSampleNetwork({ now, transport });
  const ask = async ({ name, arguments: args }: Call) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const { isError, structured } = await tool.run(network, args, { networkName: "sample" });
    return { isError, facts: structured as Row, error: structured.error as Row | undefined };
  };
  return { clock, ask };
}

const quoteOf = (more: Row): Call => ({
  name: "get_swap_quote",
  arguments: { from: "BTC", to: "ETH", amount: "1", ...more },
});
const swapOf = (txid: string, more: Row = {}): Call => ({
  name: "get_swap_status",
  arguments: { txid, ...more },
});

/** Each call is a tool's name with a block of arguments; each curl has the same as a message. */
function listCalls(skill: string): Call[] {
  const pattern = /MCP call: tool `([a-z_]+)`, arguments[^\n]*\n\n```json\n([\s\S]*?)\n```/g;
  return [...skill.matchAll(pattern)].map(([, name = "", args = ""]) => ({
    name,
    arguments: JSON.parse(args),
  }));
}

/** The rows of a table: the code spans of the first cell, and all cells. */
function listRows(skill: string, heading: string) {
  const section = skill.split(heading)[1]?.split(/\n#/)[0] ?? "";
  return [...section.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, line = ""]) => {
    const cells = line.split(" | ");
    return { first: cells[0]?.match(/(?<=`)[^`|, ]+(?=`)/g) ?? [], cells };
  });
}

const id = "1".repeat(64);
const failures: Readonly<Record<string, { call: Call; down?: RegExp }>> = {
  halted: { call: quoteOf({ to: "LTC" }) },
  amount_too_small: { call: quoteOf({ amount: "0.000005" }) },
  ambiguous_asset: { call: quoteOf({ from: "USDC", to: "BTC" }) },
  invalid_asset: { call: quoteOf({ to: "usd" }) },
  invalid_destination: { call: quoteOf({ destination: "nobody" }) },
  limit_not_met: { call: quoteOf({ tolerance_bps: 1 }) },
  invalid_arguments: { call: quoteOf({ amount: "1,5" }) },
  unavailable: { call: quoteOf({}), down: /quote/ },
  upstream_unavailable: { call: quoteOf({}), down: /pools$/ },
  invalid_txid: { call: swapOf("0xnothing") },
  invalid_chain: { call: swapOf(id, { chain: "NOPE" }) },
};

for (const name of names) {
  const skill = skillOf(name);
  test(`${name}: it is complete, within its budget, and what it points to exists`, () => {
    const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
    const lines = head.split("\n").map((line) => /^([a-z-]+): (.+)$/.exec(line)?.slice(1) ?? []);
    expect(lines.map(([key]) => key)).toEqual(["name", "description", "license"]);
    expect(lines[0]?.[1]).toBe(name);
    // A plain YAML scalar ends at ": " and at " #".
    expect(lines[1]?.[1]).toMatch(/^(?!["'[{&*!|>%@`])(?!.*(?:: | #)).{1,1024}$/);
    expect(countTokens(body)).toBeLessThan(5_000);
    const headings = [...body.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(["When to use", "When not to use", "Steps", "Failure handling"]);
    const paths = [...body.matchAll(/`(\/[a-z][^`\s]*)`/g)].map((match) => match[1] ?? "");
    expect(paths.filter((path) => !isResourcePath(path))).toEqual([]);
    const others = [...body.matchAll(/\b(?:skills?|and) ([a-z]+(?:-[a-z]+){2,})\b/g)];
    expect(others.filter(([, other = ""]) => !names.includes(other))).toEqual([]);
  });

  test(`${name}: its calls succeed, and its curl bodies are the same calls`, async () => {
    const calls = listCalls(skill);
    expect(calls).toHaveLength(skill.match(/MCP call:/g)?.length ?? 0);
    const curls = [...skill.matchAll(/-d '(.+)'/g)].map(([, body = ""]) => JSON.parse(body));
    expect(curls).toHaveLength(skill.match(/"\$SITE\/mcp"/g)?.length ?? 0);
    for (const { params, ...message } of curls) {
      expect(message).toMatchObject({ jsonrpc: "2.0", method: "tools/call" });
      expect(calls).toContainEqual(params);
    }
    for (const call of calls)
      expect((await createDesk().ask(call)).facts).toMatchObject({ freshness: "fresh" });
  });

  test(`${name}: every word in code is a key, a value, an argument or a tool`, () => {
    const ofErrors = "error code hint candidates retry_after_seconds network verdict";
    const known = new Set([
      ...[...tools.map((tool) => tool.name), ...Object.keys(failures), ...ofErrors.split(" ")],
      // Only the server makes the status document, and its own specs check it.
      ...["null", "pass", "warn", "fail"],
    ]);
    for (const tool of tools.filter((one) => skill.includes(`\`${one.name}\``))) {
      const schemas = [tool.inputSchema.toJSONSchema(), tool.outputSchema.toJSONSchema()];
      for (const [, word = ""] of JSON.stringify(schemas).matchAll(/"([a-z_]+)"/g)) known.add(word);
    }
    const prose = skill.replace(/^```[\s\S]*?^```$/gm, "");
    const words = [...prose.matchAll(/`([a-z]+(?:[._][a-z]+)*)`/g)].flatMap(([, path = ""]) =>
      path.split("."),
    );
    expect(words.length).toBeGreaterThan(10);
    expect(words.filter((word) => !known.has(word))).toEqual([]);
  });
}

test("each failure that a skill names happens as described", async () => {
  const rows = [cost, watch].flatMap((skill) => listRows(skill, "## Failure handling"));
  const named = rows.flatMap(({ first, cells }) =>
    first.filter((word) => word in failures).map((code) => [code, cells.join()] as const),
  );
  expect(new Set(named.map(([code]) => code))).toEqual(new Set(Object.keys(failures)));
  for (const [code, told] of named) {
    const { call, ...faults } = failures[code] as (typeof failures)[string];
    const { isError, error, facts } = await createDesk(faults).ask(call);
    expect([isError, error?.code]).toEqual([true, code]);
    if (told.includes("candidates")) expect(error?.candidates, code).toHaveProperty("length");
    if (told.includes("retry_after")) expect(error?.retry_after_seconds, code).toBeGreaterThan(0);
    if (told.includes("halted_by")) expect(facts.halted_by).toContain("HALTLTCTRADING");
  }
  const unread = await createDesk({ down: /tx\/status|actions/ }).ask(swapOf(id));
  expect(unread.facts).toMatchObject({ state: "unavailable", terminal: false });
  expect(unread.error?.retry_after_seconds).toBe(unread.facts.next_poll_seconds);
});

const states = listRows(watch, "### 2. Read the state");

/** Steps 4 and 5, on a clock that jumps by each waiting time. */
async function follow(txid: string, startMs = NOW) {
  const { clock, ask } = createDesk({ nowMs: startMs });
  for (;;) {
    const { facts } = await ask(swapOf(txid));
    const seconds = (clock.nowMs - startMs) / 1_000;
    if (facts.next_poll_seconds === null || seconds > 100_000) return { seconds, facts };
    expect(facts.next_poll_seconds).toBeGreaterThanOrEqual(6);
    clock.nowMs += Number(facts.next_poll_seconds) * 1_000;
  }
}

test("a swap is watched to its end: the table has every state, and marks the final ones", async () => {
  expect(states.map(({ first }) => first[0])).toEqual([...swapStates]);
  const isFinal = new Map(states.map(({ first, cells }) => [first[0], cells[1]]));
  for (const { txid, state } of sampleTransactions) {
    const { facts } = await createDesk().ask(swapOf(txid));
    expect(facts.state).toBe(state);
    const final = isFinal.get(state);
    if (final !== "when `terminal`") expect(facts.terminal, state).toBe(final === "yes");
    // Of what is unknown only a transaction that is no swap is final, and the sample has none.
    if (final !== "no" && state !== "unknown")
      expect((await follow(txid)).facts).toMatchObject({ state, terminal: true });
  }
  const end = { state: "done", terminal: true };
  for (const startMs of [NOW, NOW + 60_000, NOW + 150_000])
    expect((await follow(sampleWalk.txid, startMs)).facts).toMatchObject(end);
  const { seconds, facts } = await follow(sampleTransactions[0]?.txid ?? "");
  expect(facts).toMatchObject({ state: "unknown", terminal: false });
  expect(Math.abs(seconds - 7_350)).toBeLessThanOrEqual(150);
});

// The rule of polling: http/documents.
test("what several documents say of deposits comes from one place", async () => {
  const { deposit_shapes: table = "" } = await getPlaceholders();
  for (const text of [before, content("agents")]) expect(text).toContain("\n{{deposit_shapes}}\n");
  for (const { name, codes, howText } of depositRows(presets.sample))
    expect(table).toContain(`| ${name}: ${codes.join(", ")} | ${howText} |`);
  for (const preset of Object.values(presets)) {
    const codes = depositRows(preset).flatMap((row) => row.codes);
    expect(new Set(codes)).toEqual(new Set(preset.chains.map(({ code }) => code)));
  }
  const [, doubt = ""] = /^- `doubt`.*With `(\w+)`/m.exec(watch) ?? [];
  expect(swapDoubts as readonly string[]).toContain(doubt);
});

/** Where a document alone says it: what may lose money if it is told otherwise. */
const documentSentences: readonly (readonly [document: string, sentence: string])[] = [
  ["agents", "above the dust threshold of its chain: a smaller one is not seen"],
  ["agents", "the source amount and the target exactly as the queue has them now"],
  ["agents", "`figures: withheld`: the quote has none"],
  ["pricing", "Each block swaps one part, and fewer when many swaps wait."],
  ["pricing", "Each part is tested after its share of that fee."],
  ["pricing", "The limit of parts is tested before both."],
  ["skills/estimate-a-swaps-cost/SKILL", "So `seconds` of mode `rapid` are at least that."],
  ["skills/watch-a-swap/SKILL", "If `doubt` is `not_a_swap`, it is seen and final"],
];
for (const [document, sentence] of documentSentences)
  test(`${document} says: ${sentence}`, () => {
    expect(content(document)).toContain(sentence);
  });
