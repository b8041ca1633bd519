// The agent skills, followed literally: their calls and curl bodies on
// the sample network, every failure that they name, every word in code.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { depositRows } from "../../../../lib/protocol/model/deposit-shape.ts";
import { swapDoubts, swapStates } from "../../../../lib/protocol/model/swap.ts";
import type { Transport } from "../../../../lib/protocol/upstream/provider.ts";
import { payoutChainOf } from "../../../../lib/protocol/values/assets.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { parseTxid } from "../../../../lib/protocol/values/txid.ts";
import { sampleTransactions, sampleWalk } from "../../../../lib/sample/transactions.ts";
import { createSampleTransport } from "../../../../lib/sample/transport.ts";
import { getPlaceholders } from "../../../../lib/site/prose/placeholders.ts";
import { isResourcePath, resourcePaths } from "../../../../lib/site/registry/resources.ts";
import { findTool } from "../../../mcp/run-tool.ts";
import { root } from "../../../support/root.ts";
import { createSampleNetwork } from "../../../support/sample-network.ts";

const NOW = Date.UTC(2026, 10, 20, 3, 12, 33);
const folder = `${root}content/skills/`;
const names = readdirSync(folder).sort();
const read = (name: string) => readFileSync(`${folder}${name}/SKILL.md`, "utf8");

interface Row {
  readonly [key: string]: unknown;
}
interface Call {
  readonly name: string;
  readonly arguments: Row;
}
type Answer = { readonly isError: boolean; readonly facts: Row };

/** The sample network with its own clock. Paths that match `down` cannot be reached. */
function createDesk(options: { nowMs?: number; down?: RegExp } = {}) {
  const clock = { nowMs: options.nowMs ?? NOW };
  const now = () => clock.nowMs;
  const sample = createSampleTransport(now);
  const transport: Transport = async (url, init) => {
    if (options.down?.test(url.pathname)) throw new TypeError("fetch failed");
    return sample(url, init);
  };
  const network = createSampleNetwork({ now, transport });
  const ask = async ({ name, arguments: args }: Call): Promise<Answer> => {
    const { isError, structured } = await findTool(name).run(network, args, {
      networkName: "sample",
    });
    return { isError, facts: structured };
  };
  return { clock, ask };
}

const quoteOf = (args: Row): Call => ({ name: "get_swap_quote", arguments: args });
const swapOf = (txid: string, more: Row = {}): Call => ({
  name: "get_swap_status",
  arguments: { txid, ...more },
});
const errorOf = ({ facts }: Answer) => facts.error as Row & { code: string; candidates?: string[] };

/** The calls that a skill writes as a tool's name with a JSON block of arguments. */
function listToolCalls(skill: string): Call[] {
  const pattern = /MCP call: tool `([a-z_]+)`, arguments[^\n]*\n\n```json\n([\s\S]*?)\n```/g;
  return [...skill.matchAll(pattern)].map(([, name = "", args = ""]) => ({
    name,
    arguments: JSON.parse(args),
  }));
}

/** The calls that a skill writes as curl. */
function listCurlCalls(skill: string): Call[] {
  return [...skill.matchAll(/-d '(.+)'/g)].map(([, body = ""]) => {
    const message = JSON.parse(body);
    expect(message).toMatchObject({ jsonrpc: "2.0", method: "tools/call" });
    return message.params;
  });
}

/** First cells of a table's rows, each code span separately. */
function listRows(skill: string, heading: string): { first: string[]; cells: string[] }[] {
  const section = skill.split(heading)[1]?.split(/\n#/)[0] ?? "";
  return [...section.matchAll(/^\| (.+) \|$/gm)].slice(2).map(([, line = ""]) => {
    const cells = line.split(" | ");
    return {
      first: [...(cells[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word),
      cells,
    };
  });
}

/** Every path of keys, without list indexes: `seconds.total`, and also `total`. */
function addPaths(value: unknown, path: readonly string[], paths: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) addPaths(item, path, paths);
  else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      const whole = [...path, key];
      for (let from = 0; from < whole.length; from += 1) paths.add(whole.slice(from).join("."));
      addPaths(inner, whole, paths);
    }
  }
}

/** Every failure of a quote. */
const quoteFailures: Readonly<Record<string, { call: Call; down?: RegExp }>> = {
  halted: { call: quoteOf({ from: "BTC", to: "LTC", amount: "1" }) },
  amount_too_small: { call: quoteOf({ from: "BTC", to: "ETH", amount: "0.000005" }) },
  ambiguous_asset: { call: quoteOf({ from: "USDC", to: "BTC", amount: "100" }) },
  invalid_asset: { call: quoteOf({ from: "BTC", to: "usd", amount: "1" }) },
  invalid_destination: {
    call: quoteOf({ from: "BTC", to: "ETH", amount: "1", destination: "nobody" }),
  },
  limit_not_met: { call: quoteOf({ from: "BTC", to: "ETH", amount: "1", tolerance_bps: 1 }) },
  invalid_arguments: { call: quoteOf({ from: "BTC", to: "ETH", amount: "1,5" }) },
  unavailable: { call: quoteOf({ from: "BTC", to: "ETH", amount: "1" }), down: /quote/ },
  upstream_unavailable: { call: quoteOf({ from: "BTC", to: "ETH", amount: "1" }), down: /pools$/ },
};
/** Every failure of a status. */
const swapFailures: typeof quoteFailures = {
  invalid_txid: { call: swapOf("0xnothing") },
  invalid_chain: { call: swapOf("1".repeat(64), { chain: "NOPE" }) },
  upstream_unavailable: { call: swapOf("1".repeat(64)), down: /tx\/status|actions/ },
};
const provoke = ({ call, down }: (typeof quoteFailures)[string]) =>
  createDesk(down ? { down } : {}).ask(call);

test("three skills, each complete and within its budget", () => {
  expect(names).toEqual([
    "estimate-a-swaps-cost",
    "read-the-network-before-sending",
    "watch-a-swap",
  ]);
  for (const name of names) {
    const skill = read(name);
    const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
    const lines = head.split("\n").map((line) => /^([a-z-]+): (.+)$/.exec(line)?.slice(1) ?? []);
    expect(lines.map(([key]) => key)).toEqual(["name", "description", "license"]);
    expect(lines[0]?.[1]).toBe(name);
    const description = lines[1]?.[1] ?? "";
    expect(description.length).toBeLessThanOrEqual(1024);
    // A plain YAML scalar ends at ": " and at " #".
    expect(description).not.toMatch(/: | #|^["'[{&*!|>%@`]/);
    expect(body.split("\n").length).toBeLessThan(500);
    expect(countTokens(body)).toBeLessThan(5_000);
    const headings = [...body.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(["When to use", "When not to use", "Steps", "Failure handling"]);
    for (const [, path = ""] of body.matchAll(/`(\/[a-z][^`\s]*)`/g))
      expect(isResourcePath(path), path).toBe(true);
    for (const [other] of body.matchAll(/\b[a-z]+(?:-[a-z]+){2,}\b/g)) {
      expect(
        resourcePaths.some((path) => path.includes(`/${other}/`)) || other === "text-event-stream",
        other,
      ).toBe(true);
    }
  }
});

for (const name of names) {
  test(`${name}: its calls and its curl bodies succeed`, async () => {
    const skill = read(name);
    const calls = listToolCalls(skill);
    expect(calls.length).toBeGreaterThan(0);
    expect((skill.match(/MCP call:/g) ?? []).length).toBe(calls.length);
    const curls = listCurlCalls(skill);
    expect(curls.length).toBe((skill.match(/"\$SITE\/mcp"/g) ?? []).length);
    for (const curl of curls) expect(calls).toContainEqual(curl);
    const { ask } = createDesk();
    for (const call of calls) {
      const answer = await ask(call);
      expect(answer, JSON.stringify(call)).toMatchObject({
        isError: false,
        facts: { freshness: "fresh" },
      });
    }
  });

  test(`${name}: every word in code is a key, a value, an argument or a tool`, async () => {
    const skill = read(name);
    const known = new Set<string>(tools.map((tool) => tool.name));
    const calls = listToolCalls(skill);
    const used = tools.filter((tool) => skill.includes(`\`${tool.name}\``));
    const { ask } = createDesk();
    const swaps = calls.some((call) => call.name === "get_swap_status") ? sampleTransactions : [];
    for (const call of [...calls, ...swaps.map(({ txid }) => swapOf(txid))])
      addPaths((await ask(call)).facts, [], known);
    for (const failure of [...Object.values(quoteFailures), ...Object.values(swapFailures)]) {
      const error = errorOf(await provoke(failure));
      addPaths({ error }, [], known);
      known.add(error.code);
    }
    for (const tool of used) {
      const schemas = JSON.stringify([
        tool.inputSchema.toJSONSchema(),
        tool.outputSchema.toJSONSchema(),
      ]);
      for (const [, values = ""] of schemas.matchAll(/"enum":\[([^\]]*)\]/g)) {
        for (const [, value = ""] of values.matchAll(/"([^"]*)"/g)) known.add(value);
      }
      for (const [, key = ""] of schemas.matchAll(/"([a-z_]+)":\{/g)) known.add(key);
    }
    known.add("null");
    // Only the server makes the status document, and its own specs check it.
    if (skill.includes("/.well-known/status"))
      for (const word of ["network.verdict", "pass", "warn", "fail"]) known.add(word);
    const prose = skill.replace(/^```[\s\S]*?^```$/gm, "");
    const words = [...prose.matchAll(/`([a-z]+(?:[._][a-z]+)*)`/g)].map(([, word = ""]) => word);
    expect(words.length).toBeGreaterThan(10);
    expect([...new Set(words)].filter((word) => !known.has(word))).toEqual([]);
  });
}

test("estimate-a-swaps-cost: each failure that it names happens as described", async () => {
  const rows = listRows(read("estimate-a-swaps-cost"), "## Failure handling");
  const codes = rows.flatMap(({ first }) => first).filter((word) => !word.includes("."));
  expect(codes.sort()).toEqual(Object.keys(quoteFailures).sort());
  for (const code of codes) {
    const failure = quoteFailures[code];
    if (!failure) throw new Error(`${code} is not provoked here`);
    const answer = await provoke(failure);
    expect(answer.isError, code).toBe(true);
    const error = errorOf(answer);
    expect(error.code).toBe(code);
    expect(String(error.hint).length, code).toBeGreaterThan(10);
    const doing = rows.find(({ first }) => first.includes(code))?.cells.join() ?? "";
    if (doing.includes("error.candidates"))
      expect(error.candidates?.length, code).toBeGreaterThan(0);
    if (doing.includes("retry_after_seconds"))
      expect(error.retry_after_seconds, code).toBeGreaterThan(0);
    if (doing.includes("halted_by")) expect(answer.facts.halted_by).toContain("HALTLTCTRADING");
  }
});

test("estimate-a-swaps-cost: the layers exist, and parts cost no less time but less price impact than one swap", async () => {
  const { ask } = createDesk();
  const answers = await Promise.all(listToolCalls(read("estimate-a-swaps-cost")).map(ask));
  const [inParts, single] = answers as [Answer, Answer];
  const layers = listRows(read("estimate-a-swaps-cost"), "### 3. Name every layer").map(
    ({ cells }) => cells[1] ?? "",
  );
  expect(layers[0]).toBe("`inbound_gas_estimate`");
  expect(single.facts.inbound_gas_estimate).toMatchObject({ asset: "BTC.BTC" });
  const kinds = (single.facts.fees as Row[]).map((fee) => fee.kind);
  expect(
    layers
      .slice(1)
      .map((cell) => /`kind` `([a-z]+)`/.exec(cell)?.[1])
      .sort(),
  ).toEqual([...kinds].sort());
  for (const fee of single.facts.fees as Row[])
    expect(Object.keys(fee)).toEqual(["kind", "amount", "asset", "usd", "bps"]);
  const outOf = (answer: Answer) => Number(answer.facts.expected_amount_out);
  const secondsOf = (answer: Answer) => (answer.facts.seconds as Row).total as number;
  expect(outOf(inParts)).toBeGreaterThan(outOf(single));
  expect(secondsOf(inParts)).toBeGreaterThanOrEqual(secondsOf(single));

  const small = { from: "BTC", to: "ETH", amount: "0.0005" };
  const [one, many] = await Promise.all([
    ask(quoteOf(small)),
    ask(quoteOf({ ...small, streaming: "single" })),
  ]);
  for (const answer of [one, many]) expect((answer.facts.streaming as Row).quantity).toBe(1);
  expect((inParts.facts.streaming as Row).mode).toBe("rapid");
  expect((single.facts.streaming as Row).mode).toBe("single");
  expect(many.facts.expected_amount_out).toBe(one.facts.expected_amount_out);
});

/** What the "Final" column of the skill says about a state. */
function finalText(state: string): string {
  const row = listRows(read("watch-a-swap"), "### 2. Read the state").find(
    ({ first }) => first[0] === state,
  );
  return row?.cells[1] ?? "missing";
}

test("watch-a-swap: its table has every state, and marks the final ones correctly", async () => {
  const states = listRows(read("watch-a-swap"), "### 2. Read the state").map(
    ({ first }) => first[0],
  );
  expect(states).toEqual([...swapStates]);
  const openEnded = ["dropped", "no_output"];
  const { ask } = createDesk();
  for (const { txid, shows } of sampleTransactions) {
    const { facts } = await ask(swapOf(txid));
    expect(facts.state).toBe(shows);
    const final = finalText(shows);
    if (!openEnded.includes(shows)) expect(facts.terminal, shows).toBe(final === "yes");
    if (facts.terminal) expect(facts.next_poll_seconds, shows).toBeNull();
    else expect(facts.next_poll_seconds, shows).toBeGreaterThanOrEqual(6);
  }
  for (const state of openEnded) expect(finalText(state)).toBe("when `terminal`");
});

/** Steps 4 and 5 of the skill, literally, on a clock that jumps by each waiting time. */
async function follow(txid: string, startMs = NOW) {
  const { clock, ask } = createDesk({ nowMs: startMs });
  const states: unknown[] = [];
  for (;;) {
    const { facts } = await ask(swapOf(txid));
    if (states.at(-1) !== facts.state) states.push(facts.state);
    const seconds = (clock.nowMs - startMs) / 1000;
    if (facts.terminal || facts.next_poll_seconds === null) return { states, seconds, facts };
    if (facts.state === "unknown" && seconds >= 7_200) return { states, seconds, facts };
    if (seconds > 100_000) throw new Error(`never ends: ${states.join(", ")}`);
    clock.nowMs += (facts.next_poll_seconds as number) * 1000;
  }
}

test("every document tells the one rule of polling", () => {
  for (const name of [
    "agents",
    "developers/index",
    "developers/webhooks",
    "skills/watch-a-swap/SKILL",
  ]) {
    expect(readFileSync(`${root}content/${name}.md`, "utf8"), name).toContain("{{poll_rule}}");
  }
});

test("watch-a-swap: its steps end with a documented result", async () => {
  for (const { txid, shows } of sampleTransactions.filter((one) =>
    /yes|when/.test(finalText(one.shows)),
  )) {
    const { states, facts } = await follow(txid);
    expect([states.at(-1), facts.terminal]).toEqual([shows, true]);
  }
  for (const startMs of [NOW, NOW + 60_000, NOW + 150_000]) {
    const { states, facts } = await follow(sampleWalk.txid, startMs);
    expect([states.at(-1), facts.terminal]).toEqual(["done", true]);
  }
});

test("watch-a-swap: an unknown id is given up after two hours, and not called failed", async () => {
  const [unknown] = sampleTransactions;
  const { states, seconds, facts } = await follow(unknown?.txid ?? "");
  expect(states).toEqual(["unknown"]);
  expect(facts).toMatchObject({ terminal: false, next_poll_seconds: null });
  expect(seconds).toBeGreaterThanOrEqual(7_200);
  expect(seconds).toBeLessThanOrEqual(7_200 + 300);
});

test("watch-a-swap: its statements on refunds, signing, streaming and the indexer are true", async () => {
  const { ask } = createDesk();
  const factsOf = async (number: number) =>
    (await ask(swapOf(sampleTransactions[number - 1]?.txid ?? ""))).facts;
  expect(await factsOf(8)).toMatchObject({
    refund_expected: true,
    terminal: false,
    out: [{ kind: "refund" }],
  });
  expect(await factsOf(9)).toMatchObject({
    signing: "halted",
    terminal: false,
    estimated_seconds_left: null,
  });
  expect(await factsOf(7)).toMatchObject({
    terminal: false,
    out: [{ kind: "affiliate" }, { kind: "swap", txid: null }],
  });
  expect(await factsOf(14)).toMatchObject({ decided_by: "indexer", state: "failed" });
  const stages = (await factsOf(5)).stages as Row[];
  expect(stages.find((stage) => stage.stage === "swapped")?.streaming).toMatchObject({
    count: 1,
    quantity: 16,
  });
});

test("watch-a-swap: each failure that it names happens as described", async () => {
  const rows = listRows(read("watch-a-swap"), "## Failure handling");
  for (const code of ["invalid_txid", "invalid_chain"]) {
    expect(rows.filter(({ first }) => first[0] === "error.code" && first[1] === code)).toHaveLength(
      1,
    );
    const answer = await provoke(swapFailures[code] as (typeof quoteFailures)[string]);
    expect([answer.isError, errorOf(answer).code]).toEqual([true, code]);
  }
  const chain = errorOf(
    await provoke(swapFailures.invalid_chain as (typeof quoteFailures)[string]),
  );
  expect(chain.candidates).toContain("BTC");
  for (const down of [/tx\/status|actions/, /./]) {
    const answer = await createDesk({ down }).ask(swapOf("1".repeat(64)));
    expect(answer).toMatchObject({
      isError: true,
      facts: { state: "unavailable", terminal: false },
    });
    expect(answer.facts.next_poll_seconds).toBeGreaterThan(0);
    expect(errorOf(answer).retry_after_seconds, "one wait").toBe(answer.facts.next_poll_seconds);
  }
});

test("read-the-network-before-sending: its steps find what they look for", async () => {
  const skill = read("read-the-network-before-sending");
  const { ask } = createDesk();
  const [network, pools] = await Promise.all(listToolCalls(skill).map(ask));
  expect(network?.facts).toMatchObject({
    network: "sample",
    source: "sample",
    trading: "open",
    halted_by: [],
  });
  const chains = network?.facts.chains as Row[];
  for (const word of ["deposits", "trading", "signing", "scheduled", "liquidity"]) {
    expect(
      listRows(skill, "### 3. Check both chains").some(({ first }) => first.includes(word)),
    ).toBe(true);
    for (const chain of chains) expect(chain, word).toHaveProperty(word);
  }
  expect(chains.find(({ chain }) => chain === "LTC")).toMatchObject({
    deposits: "halted",
    trading: "halted",
  });
  expect(chains.find(({ chain }) => chain === "XRP")).toMatchObject({
    deposits: "open",
    signing: "halted",
  });
  expect(chains.find(({ chain }) => chain === "DOGE")?.scheduled).toHaveLength(1);
  expect(chains.find(({ chain }) => chain === "BCH")).toMatchObject({
    liquidity: "halted",
    deposits: "open",
  });
  expect(pools?.facts.pools).toEqual([
    { asset: "BTC.BTC", status: "available", trading: "open", halted_by: [] },
  ]);
});

test("an asset of another form moves on the protocol's own chain, and the skill says so", () => {
  const agents = readFileSync(`${root}content/agents.md`, "utf8");
  const [, order = ""] = /^## Call order$([\s\S]*?)^## /m.exec(agents) ?? [];
  const chains =
    read("read-the-network-before-sending").split("### 3. Check both chains")[1]?.split("\n#")[0] ??
    "";
  for (const { network, nativeChain } of Object.values(presets)) {
    for (const separator of ["/", "~", "-"]) {
      expect(payoutChainOf(`BTC${separator}BTC`, presets[network])).toBe(nativeChain);
      for (const text of [order, chains]) {
        const sentence =
          text.split("\n").find((line) => line.includes("the protocol's own chain")) ?? "";
        for (const word of [separator, "trading", "deposits", "signing"])
          expect(sentence).toContain(`\`${word}\``);
        expect(sentence).toMatch(new RegExp(`own chain \\([^)]*\\b${nativeChain}\\b`));
      }
    }
  }
  const pools = order.split("\n").find((line) => line.includes("`list_pools`"));
  expect(pools).toContain("whatever its form");
  // What a quote warns of, no other answer does: a thin pool, a high cost, parts that wait.
  for (const tool of ["get_network_status", "get_swap_quote"]) {
    const step = order.split("\n").find((line) => new RegExp(`^\\d+\\. \`${tool}\``).test(line));
    expect(step).toContain("of `warnings` first");
  }
});

test("watch-a-swap: an end that one source alone claims is told as not confirmed", () => {
  const sentence = read("watch-a-swap")
    .split("\n")
    .find((line) => line.startsWith("- `doubt`"));
  const [, code = ""] = /With `(\w+)`/.exec(sentence ?? "") ?? [];
  expect(swapDoubts as readonly string[]).toContain(code);
  expect(sentence).toContain("one source alone");
});

test("watch-a-swap: a Solana signature keeps its case, as in the tool", () => {
  const sentence =
    read("watch-a-swap")
      .split("\n")
      .find((line) => line.includes("Either case")) ?? "";
  expect(sentence).toContain("a Solana signature (87 or 88 base58 characters) keeps its case");
  for (const length of [87, 88]) {
    const signature = "aB".repeat(44).slice(0, length);
    expect(parseTxid(signature, null, presets.thorchain)).toBe(signature);
  }
});

test("watch-a-swap: the skill says why the indexer may decide", () => {
  const sentence = read("watch-a-swap")
    .split("\n")
    .find((line) => line.startsWith("- `decided_by` `indexer`"));
  for (const why of [
    "could not be read",
    "does not know the id",
    "leaves the outcome open",
    "shows a refund",
  ])
    expect(sentence).toContain(why);
});

test("how a deposit looks: the skill and the rules for agents have the rows of the network that is served", async () => {
  const { deposit_shapes: table = "" } = await getPlaceholders();
  for (const text of [
    read("read-the-network-before-sending"),
    readFileSync(`${root}content/agents.md`, "utf8"),
  ])
    expect(text).toContain("\n{{deposit_shapes}}\n");
  for (const { name, codes, how } of depositRows(presets.sample)) {
    expect(table).toContain(`| ${name}: ${codes.join(", ")} | ${how} |`);
  }
});

test("each network has its own rows of deposits, and those that nobody checked stand last, without a memo", () => {
  const rows = (network: "thorchain" | "mayachain") =>
    depositRows(presets[network]).map(({ name, codes }) => `${name}: ${codes.join(" ")}`);
  expect(rows("mayachain")).toEqual([
    "Bitcoin: BTC",
    "Dash: DASH",
    "Zcash: ZEC",
    "EVM chains, gas asset: ETH ARB",
    "EVM chains, token: ETH ARB",
    "Cosmos chains: KUJI",
    "THORChain: THOR",
    "The protocol's own chain: MAYA",
    "Not checked: XRD ADA",
  ]);
  expect(rows("thorchain")).toEqual([
    "Bitcoin and similar chains: BTC BCH DOGE",
    "Litecoin: LTC",
    "Zcash: ZEC",
    "EVM chains, gas asset: ETH BSC AVAX BASE POL",
    "EVM chains, token: ETH BSC AVAX BASE POL",
    "Solana: SOL",
    "Cosmos chains: GAIA NOBLE",
    "XRP Ledger: XRP",
    "TRON: TRON",
    "The protocol's own chain: THOR",
  ]);
});
