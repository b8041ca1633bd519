// What a model pays to read: our answers and the node's own, our tools and published ones, pages and their Markdown.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";
import { publishedServers } from "../published.ts";
import { mcpRequest } from "../questions.ts";
import { getAnswer, startSite, startUpstream, withServers } from "../servers.ts";
import type { Outcome, Table } from "./group.ts";

/** The calls to a node and an indexer that give the same facts. */
const sources = {
  list_pools: ["node0/thorchain/pools", "node0/thorchain/outbound_fees"],
  get_network_status: [
    "node0/thorchain/inbound_addresses",
    "node0/thorchain/mimir",
    "node0/thorchain/lastblock",
    "node0/thorchain/network",
    "node0/thorchain/outbound_fees",
    "node0/thorchain/queue",
    "indexer0/v2/health",
  ],
} as const;

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** `recordings`: a folder of recorded answers. Null: the small network of the specs is used. */
export async function countTokens(folder: string, recordings: string | null): Promise<Outcome> {
  const network = recordings === null ? "the specs' small network" : "recorded main network answers";
  const tables = [await answersTable(recordings, network), definitionsTable(folder), await pagesTable()];
  const reason = "--recordings names no folder of recorded answers; the specs' small network stands for them";
  return { tables, skipped: recordings === null ? [{ name: "answers on recorded data", reason }] : [] };
}

function answersTable(recordings: string | null, network: string): Promise<Table> {
  return withServers(async (start) => {
    const upstream = await start(startUpstream(recordings));
    const site = await start(startSite());
    const rows: (string | number)[][] = [];
    for (const [name, paths] of Object.entries(sources) as [keyof typeof sources, readonly string[]][]) {
      const { result } = await (await getAnswer(`${site.origin}/mcp`, mcpRequest(name))).json();
      const raw = await Promise.all(paths.map(async (path) => (await getAnswer(`${upstream.origin}/${path}`)).text()));
      const rawTokens = raw.reduce((sum, text) => sum + count(text), 0);
      const text = count(result.content[0].text);
      const structured = count(JSON.stringify(result.structuredContent));
      rows.push([name, text, structured, rawTokens, (rawTokens / text).toFixed(1), paths.length]);
    }
    const head = ["Tool", "Our text", "Our structured JSON", "Raw JSON", "Raw / our text", "Raw calls"];
    const note = `o200k tokens, on ${network}. Raw is what one node and the indexer answer to the calls that hold the same facts, unjudged; a client reads the text or the structured answer, not both. \`list_pools\` shows ten pools unless it is asked for more.`;
    return { title: "Tokens of answers", head, rows, note };
  });
}

function definitionsTable(folder: string): Table {
  const tools: Tool[] = JSON.parse(readFileSync(join(folder, "tools_list.json"), "utf8")).result.tools;
  const inputs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const countQuoteTokens = (some: readonly Tool[]) =>
    count(JSON.stringify(some.find(({ name }) => name === "get_swap_quote")));
  const ours: (string | number)[][] = [
    [
      "Signpost, all that it lists",
      tools.length,
      count(JSON.stringify(tools)),
      countQuoteTokens(tools),
      "short text and the same as JSON",
      "this run",
    ],
    [
      "Signpost, without output schemas",
      tools.length,
      count(JSON.stringify(inputs)),
      countQuoteTokens(inputs),
      "",
      "this run",
    ],
  ];
  const theirs = publishedServers.map((one) => [
    one.name,
    one.tools,
    one.tokens,
    one.quoteTokens,
    one.answers,
    one.source,
  ]);
  const head = ["Server", "Tools", "Tokens of all", "Of the quote tool", "Answers", "Counted from"];
  const note =
    "o200k tokens of the tool definitions as compact JSON, counted as ours are. Theirs are names, descriptions and input schemas; they publish no output schemas. PaladinFi's stand in its file; LI.FI's were written out of its Go calls as its SDK would list them, without annotations.";
  return { title: "Tokens of definitions", head, rows: [...ours, ...theirs], note };
}

function pagesTable(): Promise<Table> {
  return withServers(async (start) => {
    await start(startUpstream(null));
    const site = await start(startSite());
    const read = async (path: string, accept: string) =>
      count(await (await getAnswer(`${site.origin}${path}`, { headers: { accept } })).text());
    const rows: (string | number)[][] = [];
    for (const path of ["/", "/pricing", "/developers/api", "/status"]) {
      const [html, markdown] = [await read(path, "text/html"), await read(path, "text/markdown")];
      rows.push([path, html, markdown, (html / markdown).toFixed(1)]);
    }
    return {
      title: "Tokens of pages",
      head: ["Page", "HTML", "Markdown", "HTML / Markdown"],
      rows,
      note: "o200k tokens of the same address, asked for in each form.",
    };
  });
}
