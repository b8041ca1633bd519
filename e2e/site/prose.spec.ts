// The prose pages and the code agree: examples are real answers, tables have every member, and numbers are those of the code.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { toString as toText } from "mdast-util-to-string";
import { EnvelopeShape } from "../../lib/answers/envelope.ts";
import { prompts } from "../../lib/mcp/prompts/prompts.ts";
import { toolReference } from "../../lib/mcp/reference.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { inputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import { protocolVersions } from "../../lib/mcp/transport/identity.ts";
import { InboundAddresses } from "../../lib/protocol/upstream/network-schemas.ts";
import { Actions, QuoteSwap, Stages, TxStatus } from "../../lib/protocol/upstream/schemas.ts";
import { networkNames, presets } from "../../lib/protocol/values/chains.ts";
import { EXAMPLE_TIME, getExamples } from "../../lib/site/prose/examples.ts";
import { feeRules } from "../../lib/site/prose/fee-rules.ts";
import { contentSignalList, getPlaceholders } from "../../lib/site/prose/placeholders.ts";
import { messageCost, pageCost } from "../../lib/site/registry/message-costs.ts";
import { getPublished } from "../../lib/site/registry/published.ts";
import { DEFAULT_RATE_LIMIT } from "../../lib/variables.ts";
import { parseMarkdown } from "../support/markdown-nodes.ts";
import { root } from "../support/root.ts";

const folder = `${root}content/`;
const read = (file: string) => readFileSync(`${folder}${file}`, "utf8");
const placeholder = /\{\{([a-z_]+)\}\}/g;
const between = (text: string, start: string, end: string) =>
  text.split(start)[1]?.split(end)[0] ?? "";
const listCode = (text: string) => parseMarkdown(text).filter((node) => node.type === "code");
const readJson = (example: string) =>
  JSON.parse(listCode(example).find(({ lang }) => lang === "json")?.value ?? "");

test("examples have the same bytes at any time, and no payable address", async () => {
  const first = await getExamples();
  const [{ now }, { random }] = [Date, Math];
  try {
    Object.assign(Date, { now: () => now() + 400 * 86_400_000 });
    Object.assign(Math, { random: () => 0.999 });
    expect(await getExamples()).toEqual(first);
  } finally {
    Object.assign(Date, { now });
    Object.assign(Math, { random });
  }
  const payable =
    /\b(bc1|ltc1|thor1|cosmos1|bitcoincash:|[13][1-9A-HJ-NP-Za-km-z]{25,34}\b)|0x[\da-fA-F]{40}/;
  for (const [name, text] of Object.entries(first)) {
    expect(text, name).not.toMatch(payable);
    for (const [, address] of text.matchAll(/"(?:to_)?address": "([^"]*)"/g))
      expect(address).toMatch(/^sample-/);
  }
});

test("every placeholder has a value, and every example and rule of fees is in a document", async () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = files.filter((file) => file.endsWith(".md")).map(read);
  const used = new Set([...texts.join().matchAll(placeholder)].map(([, name]) => name));
  const values = await getPlaceholders();
  expect([...used].filter((name) => !(`${name}` in values))).toEqual([]);
  const examples = Object.keys(await getExamples());
  expect(examples.filter((name) => !used.has(name))).toEqual([]);
  const rules = [...used].filter((name) => name?.startsWith("fee_")).sort();
  for (const network of networkNames)
    expect(Object.keys(feeRules[presets[network].protocol]).sort()).toEqual(rules);
  const own = Object.values(feeRules).map((one) => Object.values(one).join());
  expect(new Set(own).size).toBe(own.length);
});

test("the examples are what the page of the API says of them, in the shapes that this site reads", async () => {
  const examples = await getExamples();
  const swapOf = (name: "scheduled" | "unknown" | "refunded" | "affiliate") =>
    readJson(examples[`example_tx_${name}`]);
  expect(TxStatus.parse(swapOf("scheduled"))).toMatchObject({
    stages: { outbound_delay: { completed: false } },
    planned_out_txs: [{ refund: false }],
  });
  expect(swapOf("unknown").stages).toEqual({
    inbound_observed: { final_count: 0, completed: false },
  });
  expect(swapOf("refunded")).toMatchObject({
    planned_out_txs: [{ refund: true }],
    out_txs: [{ memo: expect.stringMatching(/^REFUND:/) }],
  });
  expect(swapOf("affiliate")).toMatchObject({ out_txs: [{ id: "0".repeat(64), chain: "THOR" }] });
  const { actions } = Actions.parse(readJson(examples.example_actions));
  expect(actions).toMatchObject([{ type: "refund", status: "success" }]);
  const rows = InboundAddresses.parse(readJson(examples.example_inbound));
  expect(rows.map(({ halted }) => halted)).toEqual([false, true]);
  const { fees, expiry = 0 } = QuoteSwap.parse(readJson(examples.example_quote));
  const parts = [fees.affiliate, fees.outbound, fees.liquidity].map((part) => BigInt(part ?? 0));
  expect(parts.reduce((sum, part) => sum + part)).toBe(BigInt(fees.total ?? 0));
  expect(expiry * 1_000).toBeGreaterThan(Date.parse(EXAMPLE_TIME));
});

test("every member that the page of the API names is in a schema or a parameter, and every stage has a row", async () => {
  const page = between(read("developers/api.md"), "## tx/status", "## This site");
  const stages = [...between(page, "### Each stage", "###").matchAll(/^\| `([a-z_]+)` \|/gm)];
  expect(stages.map((match) => match[1])).toEqual(Object.keys(Stages.shape));
  const examples = Object.values(await getExamples());
  const schemas = [TxStatus, Actions, InboundAddresses, QuoteSwap].map((schema) =>
    JSON.stringify(schema.toJSONSchema({ io: "input", unrepresentable: "any" })),
  );
  const known = [...examples, ...schemas].join();
  const parameters = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map((match) => match[1]).join();
  const isKnown = (word: string) =>
    known.includes(`"${word}"`) ||
    parameters.includes(`\`${word}\``) ||
    tools.some(({ name }) => name === word);
  const names = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word = ""]) => word);
  expect([names.filter((word) => !isKnown(word)), names.length > 20]).toEqual([[], true]);
});

test("the reference has a row for each argument of a tool, and names each key of its answer", () => {
  const sections = toolReference(tools).split(/^### /m).slice(1);
  for (const [at, tool] of tools.entries()) {
    const nodes = parseMarkdown(`### ${sections[at]}`);
    const rows = nodes.flatMap((node) =>
      node.type === "tableRow" ? [node.children.map((cell) => toText(cell))] : [],
    );
    const told = new Map(rows.map(([name = "", , , what]) => [name, what]));
    for (const [name, { description }] of Object.entries(
      inputJsonSchema(tool.inputSchema).properties,
    ))
      expect(told.get(name), `${tool.name}: ${name}`).toBe(description ?? "");
    expect(toText(nodes.find((node) => node.type === "paragraph"))).toBe(tool.description);
    const [, answer = ""] = sections[at]?.split("Answer, below the envelope: ") ?? [];
    const keys = Object.keys(tool.outputSchema.shape);
    const below = keys.filter((key) => !Object.hasOwn(EnvelopeShape.shape, key));
    expect(below.filter((key) => !answer.includes(`\`${key}\``))).toEqual([]);
  }
});

test("the page of MCP names the envelope, the versions and the prompts, and its setups are complete", async () => {
  const values = await getPlaceholders();
  const page = read("developers/mcp.md").replace(placeholder, (_, key) => values[key] ?? "");
  const { shape } = EnvelopeShape;
  const members = Object.keys({ ...shape, ...shape.as_of.shape });
  for (const name of [...members, ...protocolVersions, ...prompts.map((one) => one.name)])
    expect(page).toContain(`\`${name}\``);
  const installs = listCode(between(page, "## Connect", "## Every answer"));
  expect(installs.map(({ value }) => value)).toEqual([
    `npx add-mcp ${values.origin}/mcp --name ${values.site_slug}`,
    `npx skills add ${values.origin}`,
  ]);
  const readme = readFileSync(join(root, "README.md"), "utf8");
  for (const { value } of installs) expect(readme).toContain(`\n- \`${value}\`\n`);
  const [, config = ""] = /\(cursor:[^)]*[?&]config=([^&)]+)/.exec(page) ?? [];
  expect(readme).toContain(`name=${values.site_slug}&config=${config})`);
  const cursor = JSON.parse(Buffer.from(decodeURIComponent(config), "base64").toString());
  const [, server = ""] = /\(vscode:mcp\/install\?([^)]+)\)/.exec(page) ?? [];
  expect(readme).toContain(`url=${encodeURIComponent(`vscode:mcp/install?${server}`)})`);
  const url = `${values.origin}/mcp`;
  expect([cursor, JSON.parse(decodeURIComponent(server))]).toEqual([
    { url },
    { name: values.site_slug, type: "http", url },
  ]);
  const setups = listCode(page.slice(page.indexOf("## Connect by hand")));
  expect(setups.length).toBeGreaterThan(5);
  for (const { lang, value } of setups) {
    expect(value).toContain(`${values.origin}/mcp`);
    if (lang === "json")
      expect(Object.keys(JSON.parse(value))[0]).toMatch(/^(mcpServers|servers)$/);
  }
  const body = /-d '(.+)'/.exec(setups.at(-1)?.value ?? "")?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({ jsonrpc: "2.0", id: 1, method: "tools/list" });
});

test("the table of resources lists every published address once", async () => {
  const { resources: table = "" } = await getPlaceholders();
  const [, , ...rows] = table.split("\n");
  const links = /\[([^\]]+)\]\(|`(?:https?:\/\/[^/]+)?(\/[^`]+)`/g;
  const listed = [...rows.join("\n").matchAll(links)].map(([, link, code]) => link ?? code);
  expect(listed.sort()).toEqual([...getPublished("all")].sort());
});

test("the rules for agents name the limit of the configuration, and what the limiter counts", async () => {
  const { rate_limit: text = "" } = await getPlaceholders();
  const costOf = (name: string, given: object) =>
    messageCost({ method: "tools/call", params: { name, arguments: given } });
  const numbers = (pattern: RegExp) => pattern.exec(text)?.slice(1).map(Number);
  expect(numbers(/may send (\d+) messages a minute/)).toEqual([DEFAULT_RATE_LIMIT]);
  expect(numbers(/A quote counts (\d+), and a limit order (\d+)\./)).toEqual([
    costOf("get_swap_quote", {}),
    costOf("get_swap_quote", { target_out: "1" }),
  ]);
  const [page, swap] = [pageCost("/quote", "?amount=1"), costOf("get_swap_status", { txid: "0" })];
  const told = numbers(/`\/quote` counts (\d+), and a swap's status (\d+)\./);
  expect(told).toEqual([page, swap]);
  expect(pageCost("/quote", "?amount_usd=1"), "dollars cost the same").toBe(page);
  for (const path of ["/track", "/track.md", "/track.json"] as const)
    expect(pageCost(path, "?txid=0")).toBe(swap);
  const signals = contentSignalList("search=yes, ai-train=no, use=reference").trim().split("\n");
  expect(signals.map((line) => /(?<= may )\S+/.exec(line)?.[0])).toEqual(["be", "not", "index,"]);
  for (const use of ["immediate", "reference", "full"])
    expect(contentSignalList(`use=${use}`), use).toMatch(/: AI systems may /);
});
