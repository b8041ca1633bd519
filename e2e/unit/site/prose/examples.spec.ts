// The developer pages: every example is a real answer, equal on each build, and matches the text around it.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { toString as toText } from "mdast-util-to-string";
import { codeBlock } from "../../../../lib/markdown/nodes.ts";
import { writeMarkdown } from "../../../../lib/markdown/write.ts";
import { prompts } from "../../../../lib/mcp/prompts/prompts.ts";
import { toolReference } from "../../../../lib/mcp/reference.ts";
import { tools } from "../../../../lib/mcp/tools/all.ts";
import { EnvelopeShape } from "../../../../lib/mcp/tools/envelope.ts";
import { inputJsonSchema, outputJsonSchema } from "../../../../lib/mcp/tools/shapes.ts";
import { protocolVersions } from "../../../../lib/mcp/transport/identity.ts";
import { InboundAddresses } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { Actions, QuoteSwap, Stages, TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import { EXAMPLE_TIME, formatJson, getExamples } from "../../../../lib/site/prose/examples.ts";
import { readGuides } from "../../../../lib/site/prose/guides.ts";
import { getPlaceholders, resourceTable } from "../../../../lib/site/prose/placeholders.ts";
import { getPublished } from "../../../../lib/site/registry/published.ts";
import { findResource } from "../../../../lib/site/registry/resources.ts";
import { createEndpoint, createPost, inBothEras } from "../../../mcp/endpoint.ts";
import { parseMarkdown } from "../../../support/markdown-nodes.ts";
import { root } from "../../../support/root.ts";

const content = `${root}content/`;
const read = (file: string) => readFileSync(`${content}${file}`, "utf8");
const placeholder = /\{\{([a-z_]+)\}\}/g;
const pages = ["index", "api", "mcp"] as const;

/** A public address of usual length, so that budgets fit a real deployment. */
const ORIGIN = "https://signpost.example-network.org";

async function fill(name: (typeof pages)[number]): Promise<string> {
  const values = await getPlaceholders();
  const filled = read(`developers/${name}.md`).replace(
    placeholder,
    (_match, key: string) => values[key] ?? "",
  );
  return filled.replaceAll(values.origin as string, ORIGIN).replace(/\n{3,}/g, "\n\n");
}

const listCodeBlocks = (text: string) => parseMarkdown(text).filter((node) => node.type === "code");

/** The JSON of the fenced block in an example. */
function readJson(example: string) {
  const block = listCodeBlocks(example).find(({ lang }) => lang === "json");
  return JSON.parse(block?.value ?? "");
}

test("the bytes are the same at any time and with any random numbers", async () => {
  const first = await getExamples();
  const clock = Date.now;
  const dice = Math.random;
  try {
    Date.now = () => clock() + 400 * 86_400_000;
    Math.random = () => 0.999;
    expect(await getExamples()).toEqual(first);
  } finally {
    Date.now = clock;
    Math.random = dice;
  }
});

test("every placeholder of content/ has a value, and every example is in a document", async () => {
  const files = readdirSync(content, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md"),
  );
  const used = new Set(
    files.flatMap((file) => [...read(file).matchAll(placeholder)].map((match) => match[1])),
  );
  const values = await getPlaceholders();
  for (const name of used) expect(values, String(name)).toHaveProperty(String(name));
  for (const name of Object.keys(await getExamples())) expect(used, name).toContain(name);
});

test("no example has a payable address", async () => {
  const examples = await getExamples();
  for (const [name, text] of Object.entries(examples)) {
    expect(text, name).not.toMatch(
      /\b(bc1|ltc1|thor1|cosmos1|bitcoincash:|[13][1-9A-HJ-NP-Za-km-z]{25,34}\b)/,
    );
    // Asset names contain contracts of tokens, in capitals.
    expect(text, name).not.toMatch(/0x[0-9a-fA-F]{40}/);
    for (const [address] of text.matchAll(/"(?:to_)?address": "([^"]*)"/g))
      expect(address).toContain('"sample-');
  }
});

test("tx/status: the page's statements about its examples are true", async () => {
  const examples = await getExamples();
  const scheduled = readJson(examples.example_tx_scheduled);
  expect(TxStatus.parse(scheduled).stages.outbound_delay?.completed).toBe(false);
  expect(scheduled.stages.outbound_signed.completed).toBe(false);
  expect(scheduled.planned_out_txs[0].refund).toBe(false);

  expect(examples.example_tx_unknown).toContain("answers HTTP 200:");
  expect(readJson(examples.example_tx_unknown)).toEqual({
    stages: { inbound_observed: { final_count: 0, completed: false } },
  });

  const refunded = readJson(examples.example_tx_refunded);
  expect(refunded.stages).toEqual({
    swap_finalised: { completed: true },
    outbound_signed: { completed: true },
  });
  expect(refunded.planned_out_txs[0].refund).toBe(true);
  expect(refunded.out_txs[0].memo).toMatch(/^REFUND:/);

  const affiliate = readJson(examples.example_tx_affiliate);
  expect(affiliate.out_txs).toHaveLength(1);
  expect(affiliate.out_txs[0]).toMatchObject({ id: "0".repeat(64), chain: "THOR" });
  expect(affiliate.out_txs[0].to_address).toContain("affiliate");
  expect(affiliate.stages.outbound_signed.completed).toBe(false);

  const table = read("developers/api.md").split("### Each stage")[1]?.split("###")[0] ?? "";
  const stages = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1]);
  expect(stages).toEqual(Object.keys(Stages.shape));
  const words = [...table.matchAll(/`([a-z_]+)`/g)].map((match) => match[1] as string);
  const known = JSON.stringify(
    Object.values(Stages.toJSONSchema({ io: "input" }).properties ?? {}),
  );
  for (const word of words.filter((word) => !stages.includes(word)))
    expect(known, word).toContain(`"${word}"`);
});

test("actions, inbound_addresses and quotes: the page's statements about its examples are true", async () => {
  const examples = await getExamples();
  const { actions } = readJson(examples.example_actions);
  expect(Actions.safeParse(readJson(examples.example_actions)).success).toBe(true);
  expect(actions[0]).toMatchObject({ type: "refund", status: "success" });
  expect(actions[0].date).toMatch(/^\d{19}$/);

  const rows = readJson(examples.example_inbound);
  expect(InboundAddresses.safeParse(rows).success).toBe(true);
  expect(rows.map((row: { chain: string; halted: boolean }) => [row.chain, row.halted])).toEqual([
    ["BTC", false],
    ["LTC", true],
  ]);
  expect(examples.example_inbound).toMatch(/\(2 of \d+ rows, shortened\)/);

  const quote = readJson(examples.example_quote);
  expect(QuoteSwap.safeParse(quote).success).toBe(true);
  const { affiliate, outbound, liquidity, total } = quote.fees;
  expect(BigInt(affiliate) + BigInt(outbound) + BigInt(liquidity)).toBe(BigInt(total));
  expect(quote.expiry * 1000).toBeGreaterThan(Date.parse(EXAMPLE_TIME));
  expect(examples.example_quote_refused).toContain("answers HTTP 400:");
});

test("every member that the page names is in its examples, in the schemas or a parameter", async () => {
  const examples = await getExamples();
  const page = read("developers/api.md").split("## tx/status")[1]?.split("## This site")[0] ?? "";
  const words = new Set(
    [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map((match) => match[1] as string),
  );
  const parameters = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map((match) => match[1]).join(" ");
  const schemas = [TxStatus, Actions, InboundAddresses, QuoteSwap].map((schema) =>
    JSON.stringify(schema.toJSONSchema({ io: "input", unrepresentable: "any" })),
  );
  const known = [...Object.values(examples), ...schemas].join(" ");
  const missing = [...words].filter(
    (word) =>
      !known.includes(`"${word}"`) &&
      !parameters.includes(`\`${word}\``) &&
      !tools.some((t) => t.name === word),
  );
  expect(missing).toEqual([]);
});

test("the page names each resource and each prompt with its arguments, like the lists of the endpoint", async () => {
  const read = async (kind: "resources" | "prompts", documents = readGuides(() => "")) => {
    const [, body, headers] = inBothEras(`${kind}/list`)[0] ?? ["", {}, {}];
    const response = await createEndpoint(
      undefined,
      {},
      { documents, prompts },
    )(createPost(body, headers));
    return ((await response.json()) as { result: Record<string, Listed[]> }).result[kind] ?? [];
  };
  const section =
    (await fill("mcp")).split("\n## Resources and prompts\n")[1]?.split("\n## ")[0] ?? "";
  const resources = await read("resources");
  expect(section).toContain(`: ${resources.map(({ name }) => `\`${name}\``).join(", ")}.\n`);
  const listed = await read("prompts");
  expect(section.split("\n").filter((line) => line.startsWith("- "))).toEqual(
    listed.map(({ name, title, arguments: args = [] }) => {
      const names = args.map((one) => `\`${one.name}\`${one.required ? "" : " optional"}`);
      return `- \`${name}\` (${names.join(", ")}): ${title}`;
    }),
  );
  expect([resources.length > 2, listed.length]).toEqual([true, 2]);
});

test("the reference names every argument and key of every tool", () => {
  const sections = toolReference(tools).split(/^### /m).slice(1);
  expect(sections.map((section) => section.split("\n")[0])).toEqual(tools.map((tool) => tool.name));
  tools.forEach((tool, index) => {
    const nodes = parseMarkdown(`### ${sections[index]}`);
    // Escapes are right if the page shows exactly the text of tools/list.
    expect(toText(nodes.find((node) => node.type === "paragraph"))).toBe(tool.description);
    const rows = nodes
      .filter((node) => node.type === "tableRow")
      .map((row) => row.children.map((cell) => toText(cell)));
    const input = inputJsonSchema(tool.inputSchema) as Schema;
    const names = listArguments(input, "");
    expect(rows.slice(1).map(([name]) => name)).toEqual(names.map(([name]) => name));
    names.forEach(([, , description], row) => {
      expect(rows[row + 1]?.[3]).toBe(description);
    });
    const needed = rows.slice(1).map((row) => row[2] !== "no");
    expect(needed).toEqual(names.map(([, required]) => required));
    const output = Object.keys((outputJsonSchema(tool.outputSchema) as Schema).properties ?? {});
    const below = output.filter((key) => !Object.hasOwn(EnvelopeShape.shape, key));
    const answer = sections[index]?.split("Answer, below the envelope: ")[1] ?? "";
    for (const key of below) expect(answer, `${tool.name}: ${key}`).toContain(`\`${key}\``);
    const fields =
      (input.properties?.fields as { items?: { enum?: string[] } } | undefined)?.items?.enum ?? [];
    for (const key of fields)
      expect(answer, `fields of ${tool.name}: ${key}`).toContain(`\`${key}\``);
  });
});

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly arguments?: readonly { readonly name: string; readonly required?: boolean }[];
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}
function listArguments(
  schema: Schema,
  prefix: string,
): [name: string, required: boolean, description: string][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    [`${prefix}${name}`, schema.required?.includes(name) ?? false, property.description ?? ""],
    ...listArguments(property, `${prefix}${name}.`),
  ]);
}

test("the MCP page names the envelope and the served versions, and its setups are complete", async () => {
  const page = await fill("mcp");
  const envelope = page.split("## Every answer")[1]?.split("##")[0] ?? "";
  const error = ["code", "hint", "retry_after_seconds", "candidates"];
  for (const key of [
    ...Object.keys(EnvelopeShape.shape),
    ...Object.keys(EnvelopeShape.shape.as_of.shape),
    ...error,
  ])
    expect(envelope).toContain(`\`${key}\``);
  for (const version of protocolVersions) expect(page).toContain(`\`${version}\``);
  const connect = listCodeBlocks(page.split("## Connect")[1]?.split("## Every answer")[0] ?? "");
  expect(connect.map(({ lang }) => lang)).toEqual([
    "sh",
    "json",
    "json",
    "toml",
    "json",
    "json",
    "sh",
  ]);
  for (const { lang, value = "" } of connect) {
    expect(value).toContain(`${ORIGIN}/mcp`);
    if (lang === "json")
      expect(Object.keys(JSON.parse(value))[0]).toMatch(/^(mcpServers|servers)$/);
  }
  const body = /-d '(.+)'/.exec(connect.at(-1)?.value ?? "")?.[1] ?? "";
  expect(JSON.parse(body)).toEqual({ jsonrpc: "2.0", id: 1, method: "tools/list" });
});

test("the table of resources lists every published address once", () => {
  const rows = resourceTable().split("\n").slice(2);
  const listed = rows.flatMap((row) => [
    ...[...row.matchAll(/\[([^\]]+)\]\(/g)].map((match) => match[1]),
    ...[...row.matchAll(/`(?:https?:\/\/[^/]+)?(\/[^`]+)`/g)].map((match) => match[1]),
  ]);
  expect(listed.sort()).toEqual([...getPublished("all")].sort());
  expect(rows.filter((row) => row.includes("(POST, "))).toEqual([
    expect.stringContaining("/mcp` |"),
  ]);
  for (const path of getPublished("all"))
    if (findResource(path).cache === "live") expect(listed).toContain(path);
});

/** Front matter, the link to llms.txt and the closing list of documents, which `prose.ts` adds. */
const ADDED = 2_000;

test("each page keeps its budget and its shape", async () => {
  for (const name of pages) {
    const page = await fill(name);
    const toDo = `${name}: shorten content/ or the generated tables in it, where a new resource is a row`;
    expect(page.length + ADDED, toDo).toBeLessThanOrEqual(20_000);
    expect(page.search(/^# /m), name).toBe(0);
    const nodes = parseMarkdown(page);
    const depths = nodes.filter((node) => node.type === "heading").map((node) => node.depth);
    expect(depths.filter((depth) => depth === 1)).toHaveLength(1);
    depths.forEach((depth, index) => {
      expect(depth - (depths[index - 1] ?? 0), `${name}: heading ${index}`).toBeLessThanOrEqual(1);
    });
    for (const block of nodes.filter((node) => node.type === "code"))
      expect(block.lang, name).toBeTruthy();
    expect(nodes.filter((node) => node.type === "html")).toEqual([]);
  }
  expect((await fill("index")).length).toBeLessThan(3_500);
});

test("the content of a code block cannot end it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("```", "````", "`", "~~~", "a", "{", "\n", " "), { maxLength: 30 }),
      (parts) => {
        const text = parts.join("").trimEnd();
        const [, ...nodes] = parseMarkdown(writeMarkdown([codeBlock("text", text)]));
        expect(nodes).toMatchObject([{ type: "code", lang: "text", value: text }]);
      },
    ),
  );
});

test("compact JSON is the same JSON, on one line if it fits", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 120 }), (value, width) => {
      expect(JSON.parse(formatJson(value, width))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(formatJson({ a: [1, 2], b: {} })).toBe('{ "a": [1, 2], "b": {} }');
  expect(formatJson({ a: [1, 2], b: "x" }, 12)).toBe('{\n  "a": [1, 2],\n  "b": "x"\n}');
});
