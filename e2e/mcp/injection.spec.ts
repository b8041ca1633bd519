// 500 hostile texts from upstreams, each as a memo, as a reason, and in one other place of every kind of answer.
// Where a text is repeated, it is data: a JSON member, a code span in Markdown, `<code>` in a page.
import { expect, test } from "@playwright/test";
import type { Nodes } from "mdast";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { quoteWord } from "../../lib/mcp/tools/text.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { readSaid, type Said } from "../said/surfaces.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { parseMarkdown } from "../support/markdown-nodes.ts";
import { countRuns } from "../support/runs.ts";
import { createWorld, type World } from "../support/world.ts";
import { paidSwap, txid } from "./run-tool.ts";

const destination = `0x${"1".repeat(40)}`;
const input = { from: "BTC", to: "ETH", amount: "1", destination };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Number of texts in an answer. */
function countTexts(body: Json): number {
  if (typeof body === "string") return 1;
  return typeof body === "object" && body !== null
    ? Object.values(body).reduce<number>((sum, value) => sum + countTexts(value), 0)
    : 0;
}

/** The answer with `text` in place number `at`, and as the name of one more member of its objects. */
function poison(body: Json, text: string, at: number): Json {
  let left = at;
  const put = (value: Json): Json => {
    if (typeof value === "string") return left-- === 0 ? text : value;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, put(member)]));
  };
  const poisoned = put(body);
  return typeof poisoned === "object" && !Array.isArray(poisoned)
    ? { ...poisoned, [text]: 1 }
    : poisoned;
}

const refundAction = (reason: string) => {
  const leg = (id: string, amount: string) => {
    return { address: "bc1qsender", coins: [{ asset: "BTC.BTC", amount }], txID: id };
  };
  const action = {
    date: "1799999000000000000",
    height: "24999900",
    type: "refund",
    status: "success",
    pools: ["BTC.BTC"],
    in: [leg(txid, "5000000")],
    out: [leg("B".repeat(64), "4000000")],
    metadata: { refund: { networkFees: [], memo: "m", reason } },
  };
  return { actions: [action], count: "1" };
};

/** Two nodes and an indexer that know a swap which goes back. */
function createSwapWorld(memo: string | undefined, reason: string): World {
  const world = createWorld({ nodes: 2 });
  const { out_txs: paid, ...swap } = paidSwap(memo);
  const coin = { asset: "ETH.ETH", amount: "5" };
  const refunded = {
    ...swap,
    planned_out_txs: [{ chain: "ETH", to_address: destination, coin, refund: true }],
    out_txs: paid.map((out) => ({ ...out, memo: "REFUND:" })),
  };
  for (const name of ["node0", "node1"]) world.scripts[name] = { [txid]: refunded };
  world.scripts.indexer0 = { actions: refundAction(reason) };
  return world;
}

/** Each answer holds another text, starting with number `first`, in another place each time. */
function createPoisoned(first: number) {
  const world = createSwapWorld(undefined, "r");
  const used = new Map<string, string>();
  world.rewrite = (body, path) => {
    const number = first + (used.has(path) ? [...used.keys()].indexOf(path) : used.size);
    const text = hostileTexts[number % hostileTexts.length] as string;
    used.set(path, text);
    return poison(body as Json, text, number % Math.max(1, countTexts(body as Json)));
  };
  return { world, used };
}

/** Controls except line feed, format characters, half characters, private use, separators, invisible characters. */
const hidden = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const mark = /canary/i;

/** The texts of tools themselves contain none of these. */
const markup = /^(?:link|image|linkReference|imageReference|definition|heading|html|delete)$/;

/** The addresses of the public nodes and indexers that a preset names, where they answer for one transaction. */
const isOwnUrl = (url: string) =>
  Object.values(presets).some(({ nodeUrls, indexerUrls }) =>
    [...nodeUrls, ...indexerUrls].some((base) => url.startsWith(`${base}/`) && !mark.test(url)),
  );

/** Reads equal texts once: many networks give the same answer. */
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

const findInText = remember((text) => {
  const nodes = parseMarkdown(text);
  const node = nodes.find((one) => markup.test(one.type) && !("url" in one && isOwnUrl(one.url)));
  return node ? `a ${node.type} in ${text}` : findProse(nodes);
});

const findInBlock = remember((text) => {
  const nodes = parseMarkdown(text);
  for (const node of nodes) {
    if (node.type === "html") return `markup in Markdown: ${node.value}`;
    if ("url" in node && mark.test(node.url)) return `a link to ${node.url}`;
  }
  return findProse(nodes);
});

/** Block by block, because most are the same in every document. Nothing that is open at a blank line hides what follows it. */
const findInMarkdown = (text: string) => firstFault(text.split(/\n\n(?=\S)/), findInBlock);

function firstFault<T>(values: readonly T[], find: (value: T) => string | null): string | null {
  for (const value of values) {
    const fault = find(value);
    if (fault !== null) return fault;
  }
  return null;
}

/** Members that repeat untrusted text and say so. Every other text has fixed values. */
const quoting = new Set(["memo", "refund_reason"]);

function findInJson(value: unknown, name = ""): string | null {
  if (typeof value === "string")
    return mark.test(value) && !quoting.has(name) ? `${name}: ${value}` : null;
  if (typeof value !== "object" || value === null) return null;
  return firstFault(Object.entries(value), ([key, member]) =>
    mark.test(key) ? `a member ${key}` : findInJson(member, Array.isArray(value) ? name : key),
  );
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
  return firstFault(node.childNodes, (child) => findInHtml(child, node.nodeName));
}

/** The part of an output where untrusted text is not data; null if there is none. */
function findFault({ page, tools, documents }: Said): string | null {
  const answers = Object.values(tools);
  const json = [...answers.map(({ structured }) => structured), ...Object.values(documents)];
  const texts = answers.map(({ text }) => text);
  const all = [...texts, ...json.map((value) => JSON.stringify(value))];
  if (page) all.push(page.markdown, page.html);
  const seen = all.find((output) => hidden.test(output));
  if (seen !== undefined) return `a hidden character in ${JSON.stringify(seen)}`;
  if (json.some((value) => JSON.stringify(value).includes('"code":"internal"')))
    return "a fault of ours";
  return (
    firstFault(texts, findInText) ??
    firstFault(json, (value) => findInJson(value)) ??
    (page ? (findInMarkdown(page.markdown) ?? findInHtml(parse(page.html))) : null)
  );
}

/** The kinds of answers of one network. A text is put into each in turn. */
const STEP = 5;
/** Each fifth text is one of each attack, and one of each disguise. */
const PARTS = 5;
const readStride = () => Math.max(1, Math.floor(PARTS / countRuns(PARTS)));
/** Longer texts are refused with the answer that holds them. */
const MAX_CHARACTERS = 1_000;

test("hostile texts in any place stay data", { tag: "@long" }, async () => {
  test.setTimeout(600_000);
  for (let first = 0; first < hostileTexts.length; first += STEP * readStride()) {
    const { world, used } = createPoisoned(first);
    for (const question of [
      { about: "status" },
      { about: "inbounds" },
      { about: "assets" },
      { about: "quote", input },
      { about: "swap", txid },
    ] as const) {
      const fault = findFault(await readSaid(world, question));
      if (fault) throw new Error(`${fault}\n${JSON.stringify([...used], null, 1)}`);
    }
    expect(used.size).toBeGreaterThanOrEqual(STEP);
  }
});

test("a hostile memo and a hostile reason appear only as data", { tag: "@long" }, async () => {
  test.setTimeout(600_000);
  const texts = hostileTexts.filter((_, at) => at % readStride() === 0);
  let repeated = 0;
  for (const text of texts) {
    const said = await readSaid(createSwapWorld(text, text), { about: "swap", txid });
    const fault = findFault(said);
    if (fault) throw new Error(`${fault}\n${JSON.stringify(text)}`);
    const answer = said.tools.get_swap_status?.structured;
    const { in: deposit, refund_reason: reason } = (answer ?? {}) as {
      readonly in: { readonly memo: string } | null;
      readonly refund_reason: string | null;
    };
    // An answer with so long a text is refused. And agents get what a known reason means, in our words.
    if (text.length > MAX_CHARACTERS) expect([deposit, reason]).toEqual([null, null]);
    else if (mark.test(deposit?.memo ?? "")) repeated += 1;
    expect(reason ?? "").not.toMatch(mark);
  }
  // If letters stand between those of CANARY, it cannot be found. The total proves that some were found.
  expect(repeated).toBe(texts.filter((text) => text.length <= MAX_CHARACTERS).length);
});

test("a name that Markdown would link becomes a code span, other plain names do not", () => {
  for (const name of ["WWW.CANARY-1", "www.canary.example"])
    expect(findInText(`pools: ${quoteWord(name)}|1`)).toBeNull();
  const plain = ["BTC.BTC", "ETH.USDC-0XA0B8", "WWW"];
  expect(plain.map(quoteWord)).toEqual(plain);
});

test("the corpus has 500 different texts, each with the mark", () => {
  expect(new Set(hostileTexts).size).toBe(500);
  const shown = hostileTexts.map((text) => text.replace(new RegExp(hidden, "gu"), ""));
  expect(shown.filter((text) => !mark.test(text))).toEqual([]);
});
