// 500 hostile texts from upstreams, each as a memo, as a reason, and in one other place of every kind of answer.
// Where a text is repeated, it is data: a JSON member, a code span in Markdown, `<code>` in a page.
import { expect, test } from "@playwright/test";
import type { Nodes } from "mdast";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { isPlainWord } from "../../lib/answers/text.ts";
import { hostileTexts } from "../fixtures/hostile-texts.ts";
import type { Question } from "../said/state.ts";
import { readSaid, type Said } from "../said/surfaces.ts";
import { parseMarkdown } from "../support/markdown-nodes.ts";
import { countRuns } from "../support/runs.ts";
import {
  action,
  deposit,
  kept,
  legs,
  planned,
  RECIPIENT,
  scriptSwap,
  sent,
  stages,
  TXID,
} from "../support/transactions.ts";
import { createWorld, type World } from "../support/world.ts";

/** The body with `hostile` in one place, and as the name of one more member. */
function poison(body: unknown, hostile: string, place: number): unknown {
  const json = JSON.stringify(body);
  let texts = 0;
  const replaceText = (at: number) =>
    JSON.parse(json, (_, value) => (typeof value === "string" && texts++ === at ? hostile : value));
  replaceText(-1);
  const at = place % Math.max(1, texts);
  texts = 0;
  const poisoned = replaceText(at);
  const isObject = typeof poisoned === "object" && !Array.isArray(poisoned);
  return isObject ? { ...poisoned, [hostile]: 1 } : poisoned;
}

/** Two nodes and an indexer that know a swap which goes back. */
function createSwapWorld(memo?: string, reason = "r"): World {
  const world = createWorld({ nodes: 2 });
  const plans = { planned_out_txs: [planned.refund], out_txs: [sent.refund] };
  const metadata = { refund: { networkFees: [], memo: "m", reason } };
  scriptSwap(world, {
    nodes: kept(stages.signing, { tx: deposit(memo), ...plans }),
    actions: [action("refund", [legs.refund], { metadata })],
  });
  return world;
}

/** Each answer holds another text, starting with number `first`, in another place each time. */
function createPoisoned(first: number) {
  const world = createSwapWorld();
  const used = new Map<string, string>();
  world.rewrite = (body, path) => {
    const number = first + (used.has(path) ? [...used.keys()].indexOf(path) : used.size);
    const text = hostileTexts[number % hostileTexts.length] ?? "";
    used.set(path, text);
    return poison(body, text, number);
  };
  return { world, used };
}

/** Controls except line feed, format characters, half characters, private use, separators, invisible characters. */
const hidden = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const mark = /canary/i;

const isFault = (node: Nodes) =>
  node.type === "html" ||
  (node.type === "text" && mark.test(node.value)) ||
  ("url" in node && mark.test(node.url)) ||
  ("alt" in node && mark.test(node.alt ?? ""));
/** Most texts and blocks are the same in many answers. Each is read once. */
const faultsByText = new Map<string, Nodes | undefined>();
function findInMarkdown(text: string): Nodes | undefined {
  if (!faultsByText.has(text)) faultsByText.set(text, parseMarkdown(text).find(isFault));
  return faultsByText.get(text);
}

/** Members that repeat untrusted text and say so. Every other text has fixed values. */
const quoting = /"(?:memo|refund_reason)":"(?:[^"\\]|\\.)*"/g;

type HtmlNode = DefaultTreeAdapterTypes.Node;
function findInHtml(node: HtmlNode, element = ""): unknown {
  if ("value" in node) return mark.test(node.value) && element !== "code" && node.value;
  if ("data" in node) return mark.test(node.data) && node.data;
  const attributes = "attrs" in node ? node.attrs : [];
  const attribute = attributes.find(({ name, value }) => mark.test(name + value));
  if (attribute || !("childNodes" in node)) return attribute;
  return node.childNodes.map((child) => findInHtml(child, node.nodeName)).find(Boolean);
}

/** What of the answers is a hidden character, a fault of ours, or untrusted text that is not data. */
function listFaults({ page, tools, documents }: Said): unknown[] {
  const answers = Object.values(tools);
  const texts = answers.map(({ text }) => text);
  const json = [...answers.map(({ structured }) => structured), ...Object.values(documents)];
  const written = json.map((value) => JSON.stringify(value));
  const { markdown = "", html = "" } = page ?? {};
  return [
    ...[...texts, ...written, markdown, html].filter((text) => hidden.test(text)),
    ...written.filter((text) => text.includes('"code":"internal"')),
    ...written.filter((text) => mark.test(text.replace(quoting, ""))),
    ...texts.map(findInMarkdown),
    // Nothing that is open at a blank line hides what follows it.
    ...markdown.split(/\n\n(?=\S)/).map(findInMarkdown),
    findInHtml(parse(html)),
  ].filter(Boolean);
}

/** Each fifth text is one of each attack, and one of each disguise. */
const PARTS = 5;
const readStride = () => Math.max(1, Math.floor(PARTS / countRuns(PARTS)));
const questions: readonly Question[] = [
  { about: "status" },
  { about: "inbounds" },
  { about: "assets" },
  { about: "quote", input: { from: "BTC", to: "ETH", amount: "1", destination: RECIPIENT } },
  { about: "swap", txid: TXID },
];

test("hostile texts in any place stay data", { tag: "@long" }, async () => {
  test.setTimeout(600_000);
  for (let first = 0; first < hostileTexts.length; first += questions.length * readStride()) {
    const { world, used } = createPoisoned(first);
    for (const question of questions)
      expect(listFaults(await readSaid(world, question)), [...used].join("\n")).toEqual([]);
    expect(used.size).toBeGreaterThanOrEqual(questions.length);
  }
});

/** Longer texts are refused with the answer that holds them. */
const MAX_CHARACTERS = 1_000;

test("a hostile memo and a hostile reason appear only as data", { tag: "@long" }, async () => {
  test.setTimeout(600_000);
  for (const text of hostileTexts.filter((_, at) => at % readStride() === 0)) {
    const said = await readSaid(createSwapWorld(text, text), { about: "swap", txid: TXID });
    expect(listFaults(said), text).toEqual([]);
    // Agents get what a known reason means, in our words. A memo is repeated, or too long.
    const answer = Object(said.tools.get_swap_status?.structured);
    expect(answer.refund_reason ?? "").not.toMatch(mark);
    expect(answer.in?.memo ?? "CANARY is too long").toMatch(mark);
    expect(answer.in === null).toBe(text.length > MAX_CHARACTERS);
  }
});

test("a name that Markdown would link is no plain word, other names are", () => {
  const plain = ["BTC.BTC", "ETH.USDC-0XA0B8", "WWW"];
  const links = ["WWW.CANARY-1", "www.canary.example", "BTC.`BTC", "a b"];
  expect([...plain, ...links].filter(isPlainWord)).toEqual(plain);
});

test("the corpus has 500 different texts, each with the mark", () => {
  expect(new Set(hostileTexts).size).toBe(500);
  const isMarked = (text: string) => mark.test(text.replace(new RegExp(hidden, "gu"), ""));
  expect(hostileTexts.filter((text) => !isMarked(text))).toEqual([]);
});
