// 500 hostile texts from upstreams, each as a memo, as a reason, and in one other place of every kind of answer.
// Where a text is repeated, it is data: a JSON member, a code span in Markdown, `<code>` in a page.
import { expect, test } from "@playwright/test";
import type { Nodes } from "mdast";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteDocument } from "../../../app/quote/quote-document.tsx";
import { StatusDocument } from "../../../app/status/status-document.tsx";
import { Track } from "../../../app/track/track.tsx";
import { tools } from "../../../lib/mcp/tools/all.ts";
import { quoteWord } from "../../../lib/mcp/tools/text.ts";
import type { Fault } from "../../../lib/mcp/transport/fault.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { quoteMarkdown } from "../../../lib/site/live/quote/markdown.ts";
import { getQuotePage } from "../../../lib/site/live/quote/page.ts";
import { statusMarkdown } from "../../../lib/site/live/status/blocks.ts";
import { statusDocument } from "../../../lib/site/live/status/document.ts";
import { statusView } from "../../../lib/site/live/status/view.ts";
import { trackMarkdown } from "../../../lib/site/live/track/blocks.ts";
import { parseTrackQuery, trackView } from "../../../lib/site/live/track/view.ts";
import { hostileTexts } from "../../support/hostile-texts.ts";
import { parseMarkdown } from "../../support/markdown-nodes.ts";
import { countRuns } from "../../support/runs.ts";
import { depositBody, paidStages } from "../../support/wire.ts";
import { createWorld, type World } from "../../support/world.ts";

const TXID = "A".repeat(64);
const HEX = `0x${"1".repeat(40)}`;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Number of texts in an answer. */
function countTexts(body: Json): number {
  if (typeof body === "string") return 1;
  return typeof body === "object" && body !== null
    ? Object.values(body).reduce<number>((sum, one) => sum + countTexts(one), 0)
    : 0;
}

/** The answer with `text` in place number `at`, and as the name of one more member of its objects. */
function poison(body: Json, text: string, at: number): Json {
  let left = at;
  const put = (value: Json): Json => {
    if (typeof value === "string") return left-- === 0 ? text : value;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]));
  };
  const poisoned = put(body);
  return typeof poisoned === "object" && !Array.isArray(poisoned)
    ? { ...poisoned, [text]: 1 }
    : poisoned;
}

const swapBody = (memo: string): Json => ({
  tx: { ...depositBody(TXID, memo, "5000000"), to_address: "bc1qvault" },
  planned_out_txs: [
    { chain: "ETH", to_address: HEX, coin: { asset: "ETH.ETH", amount: "5" }, refund: true },
  ],
  out_txs: [
    {
      id: "B".repeat(64),
      chain: "ETH",
      to_address: HEX,
      coins: [{ asset: "ETH.ETH", amount: "5" }],
      memo: "REFUND:",
    },
  ],
  stages: paidStages,
});
const actionBody = (reason: string): Json => ({
  actions: [
    {
      date: "1799999000000000000",
      height: "24999900",
      type: "refund",
      status: "success",
      pools: ["BTC.BTC"],
      in: [{ address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount: "5000000" }], txID: TXID }],
      out: [
        {
          address: "bc1qsender",
          coins: [{ asset: "BTC.BTC", amount: "4000000" }],
          txID: "B".repeat(64),
        },
      ],
      metadata: {
        refund: { networkFees: [], affiliateAddress: "t", affiliateFee: "0", memo: "m", reason },
      },
    },
  ],
  count: "1",
});
const [swap, action] = [swapBody(`=:ETH.ETH:${HEX}`), actionBody("r")];

/** A network whose answers each hold another text, starting with number `first`, in another place each time. */
function createPoisoned(first: number): {
  readonly world: World;
  readonly used: Map<string, string>;
} {
  const world = createSwapWorld(swap, action);
  const used = new Map<string, string>();
  world.rewrite = (body, path) => {
    const number = first + (used.has(path) ? [...used.keys()].indexOf(path) : used.size);
    const text = hostileTexts[number % hostileTexts.length] as string;
    used.set(path, text);
    return poison(body as Json, text, number % Math.max(1, countTexts(body as Json)));
  };
  return { world, used };
}

/** Two nodes and an indexer that know the swap. */
function createSwapWorld(ofNode: Json, ofIndexer: Json): World {
  const world = createWorld({ nodes: 2 });
  for (const name of ["node0", "node1"]) world.scripts[name] = { [TXID]: ofNode };
  world.scripts.indexer0 = { actions: ofIndexer };
  return world;
}

const inputs: Readonly<Record<string, object>> = {
  get_swap_quote: { from: "BTC", to: "ETH", amount: "1", destination: HEX },
  get_swap_status: { txid: TXID },
};

/** Everything that a reader can get from a network, by form. */
interface Outputs {
  readonly texts: readonly string[];
  readonly json: readonly unknown[];
  readonly markdown: readonly string[];
  readonly html: readonly string[];
}

async function runTools(
  world: World,
  names = tools.map(({ name }) => name),
): Promise<Pick<Outputs, "texts" | "json">> {
  const { network, preset } = world;
  const faults: unknown[] = [];
  const options = {
    networkName: preset.network,
    reportFault: ({ error }: Fault) => void faults.push(error),
  };
  const answers = [];
  for (const { name, run } of tools)
    if (names.includes(name)) answers.push(await run(network, inputs[name] ?? {}, options));
  if (faults.length > 0) throw faults[0];
  return {
    texts: answers.map(({ text }) => text),
    json: answers.map(({ structured }) => structured),
  };
}

async function getTrack({ network, preset, nowMs }: World) {
  const query = parseTrackQuery(new URLSearchParams({ txid: TXID }), preset);
  const reading = await network.getSwap(TXID, null);
  return trackView({ preset, query, reading, readAtMs: nowMs, samples: [] });
}

async function getOutputs(world: World): Promise<Outputs> {
  const { network, preset } = world;
  const origin = "https://site.example";
  const answers = await runTools(world);
  const reading = await network.getStatus();
  const status = statusView(reading, preset, world.nowMs);
  const track = await getTrack(world);
  const asked = new URLSearchParams({ from: "BTC", to: "ETH", amount: "1", destination: HEX });
  const { view: quote } = await getQuotePage(
    { network, preset, now: () => world.nowMs, origin },
    asked,
  );
  return {
    texts: answers.texts,
    json: [
      ...answers.json,
      statusDocument(reading, preset, { startedMs: world.nowMs, nowMs: world.nowMs }),
    ],
    markdown: [statusMarkdown(status), trackMarkdown(track), quoteMarkdown(quote, origin)],
    html: [
      renderToStaticMarkup(createElement(StatusDocument, { view: status })),
      renderToStaticMarkup(createElement(Track, { view: track, title: "" })),
      renderToStaticMarkup(createElement(QuoteDocument, { view: quote })),
    ],
  };
}

/** Controls except line feed, format characters, half characters, private use, separators, invisible characters. */
const hidden = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const mark = /canary/i;

/** The texts of tools themselves contain none of these characters. */
const markup = new Set([
  "link",
  "image",
  "linkReference",
  "imageReference",
  "definition",
  "heading",
  "html",
  "delete",
]);

/** The addresses of the public nodes and indexers that a preset names, where they answer for one transaction. */
const isOwnUrl = (url: string) =>
  Object.values(presets).some(({ nodeUrls, indexerUrls }) =>
    [...nodeUrls, ...indexerUrls].some((base) => url.startsWith(`${base}/`) && !mark.test(url)),
  );

const findInText = remember((text) => {
  const nodes = parseMarkdown(text);
  const node = nodes.find((one) => markup.has(one.type) && !("url" in one && isOwnUrl(one.url)));
  return node ? `a ${node.type} in ${text}` : findProse(nodes);
});

/** Reads a document block by block, because most are the same in every document. Nothing that is open at a blank line hides what follows it. */
const findInMarkdown = (text: string) => {
  for (const block of text.split(/\n\n(?=\S)/)) {
    const fault = findInBlock(block);
    if (fault) return fault;
  }
  return null;
};

const findInBlock = remember((text) => {
  const nodes = parseMarkdown(text);
  for (const node of nodes) {
    if (node.type === "html") return `markup in Markdown: ${node.value}`;
    if ("url" in node && mark.test(node.url)) return `a link to ${node.url}`;
  }
  return findProse(nodes);
});

/** Reads equal texts once: many networks give the same answer to a tool. */
function remember(find: (text: string) => string | null): (text: string) => string | null {
  const found = new Map<string, string | null>();
  return (text) => {
    const fault = found.has(text) ? (found.get(text) as string | null) : find(text);
    found.set(text, fault);
    return fault;
  };
}

/** A memo is in a code span. No other untrusted text may be read as our sentence. */
function findProse(nodes: readonly Nodes[]): string | null {
  const node = nodes.find((one) => one.type === "text" && mark.test(one.value));
  return node ? `prose: ${JSON.stringify(node)}` : null;
}

/** Members that repeat untrusted text and say so. Every other text has fixed values. */
const quoting = new Set(["memo", "refund_reason"]);

function findInJson(value: unknown, name = ""): string | null {
  if (typeof value === "string")
    return mark.test(value) && !quoting.has(name) ? `${name}: ${value}` : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, one] of Object.entries(value)) {
    if (mark.test(key)) return `a member ${key}`;
    const fault = findInJson(one, Array.isArray(value) ? name : key);
    if (fault) return fault;
  }
  return null;
}

type HtmlNode = DefaultTreeAdapterTypes.Node;

function findInHtml(node: HtmlNode, element = ""): string | null {
  if ("value" in node)
    return mark.test(node.value) && element !== "code" ? `in <${element}>: ${node.value}` : null;
  if ("data" in node) return mark.test(node.data) ? `a comment: ${node.data}` : null;
  const attribute =
    "attrs" in node && node.attrs.find(({ name, value }) => mark.test(name + value));
  if (attribute) return `${attribute.name} of <${node.nodeName}>: ${attribute.value}`;
  if (!("childNodes" in node)) return null;
  for (const child of node.childNodes) {
    const fault = findInHtml(child, node.nodeName);
    if (fault) return fault;
  }
  return null;
}

/** The part of an output where untrusted text is not data; null if there is none. */
function findFault({ texts, json, markdown, html }: Outputs): string | null {
  const all = [...texts, ...json.map((one) => JSON.stringify(one)), ...markdown, ...html];
  const seen = all.find((output) => hidden.test(output));
  if (seen !== undefined) return `a hidden character in ${JSON.stringify(seen)}`;
  const faults = [
    ...texts.map(findInText),
    ...json.map((one) => findInJson(one)),
    ...markdown.map(findInMarkdown),
    ...html.map((one) => findInHtml(parse(one))),
  ];
  return faults.find((fault) => fault !== null) ?? null;
}

/** The kinds of answers of one network. A text is put into each in turn. */
const STEP = 5;
/** Each fifth text is one of each attack, and one of each disguise. */
const PARTS = 5;
const readStride = () => Math.max(1, Math.floor(PARTS / countRuns(PARTS)));
/** Longer texts are refused with the answer that holds them. */
const MOST_CHARACTERS = 1_000;

test("hostile texts in any place stay data", { tag: "@long" }, async () => {
  test.setTimeout(600_000);
  for (let first = 0; first < hostileTexts.length; first += STEP * readStride()) {
    const { world, used } = createPoisoned(first);
    const fault = findFault(await getOutputs(world));
    if (fault) throw new Error(`${fault}\n${JSON.stringify([...used], null, 1)}`);
    expect(used.size).toBeGreaterThanOrEqual(STEP);
  }
});

test("a hostile memo and a hostile reason appear only as data", { tag: "@long" }, async () => {
  test.setTimeout(600_000);
  let repeated = 0;
  const wrong: string[] = [];
  const texts = hostileTexts.filter((_, at) => at % readStride() === 0);
  for (const text of texts) {
    const world = createSwapWorld(swapBody(text), actionBody(text));
    const reading = await world.network.getSwap(TXID, null);
    const read = { ...world, network: { ...world.network, getSwap: async () => reading } };
    const track = await getTrack(read);
    const outputs = {
      ...(await runTools(read, ["get_swap_status"])),
      markdown: [trackMarkdown(track)],
      html: [renderToStaticMarkup(createElement(Track, { view: track, title: "" }))],
    };
    const fault = findFault(outputs);
    if (fault) throw new Error(`${fault}\n${JSON.stringify(text)}`);
    const { in: sent, refund_reason: reason } = outputs.json[0] as {
      in: { memo: string } | null;
      refund_reason: string | null;
    };
    // An answer with so long a text is refused.
    if (text.length > MOST_CHARACTERS && (sent ?? reason) !== null) wrong.push(text);
    else if (mark.test(sent?.memo ?? "")) repeated++;
    // Agents get what a known reason means, in our words.
    if (mark.test(reason ?? "")) wrong.push(`${reason}`);
  }
  expect(wrong).toEqual([]);
  // If letters stand between those of CANARY, it cannot be found. The total proves that some were found.
  expect(repeated).toBe(texts.filter((text) => text.length <= MOST_CHARACTERS).length);
});

test("a name that Markdown would link becomes a code span, other plain names do not", () => {
  for (const name of ["WWW.CANARY-1", "www.canary.example"])
    expect(findInText(`pools: ${quoteWord(name)}|1`)).toBeNull();
  expect(["BTC.BTC", "ETH.USDC-0XA0B8", "WWW"].map(quoteWord)).toEqual([
    "BTC.BTC",
    "ETH.USDC-0XA0B8",
    "WWW",
  ]);
});

test("the corpus has 500 different texts, each with the mark", () => {
  expect(new Set(hostileTexts).size).toBe(500);
  const unmarked = hostileTexts.filter(
    (text) => !/canary/i.test(text.replace(new RegExp(hidden, "gu"), "")),
  );
  expect(unmarked).toEqual([]);
});
