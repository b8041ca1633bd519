// A page and the view of the tool's answer to the same question, sentence by sentence.
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Shown } from "../../../../../app/views/view-parts.tsx";
import type { EnvelopeAnswer } from "../../../../../lib/mcp/tools/envelope.ts";
import type { ToolAnswer } from "../../../../../lib/mcp/tools/tool.ts";
import { isAnswer, type ViewAnswer } from "../../../../../lib/site/live/views/envelope.ts";
import { squeeze } from "../../../../support/markdown-nodes.ts";
import { isTold } from "../../../mcp/text-scenes.ts";
import { parseMarkup, type Tree, treeText } from "../../pages/markup-tree.ts";

type IsMeant = (tree: Tree) => boolean;

/** What one of the two says and the other does not. */
export interface Rule {
  readonly sentence: RegExp;
  readonly why: string;
}

const onlyInViews: readonly Rule[] = [
  { sentence: /^(Swap quote|Network status|Where a swap stands)$/, why: "the page has a title of its own" },
  { sentence: /^For a newer answer, ask in the conversation\.$/, why: "the page has a link for it" },
  { sentence: /^[\w./~-]+ to [\w./~-]+$/, why: "the page has the whole names among its details" },
];

const onlyOnPages: readonly Rule[] = [
  {
    sentence: /^The network did not say into how many parts|^So we cannot compare/,
    why: "the answer does not hold it",
  },
  { sentence: /^The network does not split a swap of this size/, why: "the answer does not hold it" },
  {
    sentence: / (the most|as much as any other way, and (is|are) the fastest)\.$/,
    why: "a view compares when asked to",
  },
  { sentence: /^(An indexer's|The network's) own words/, why: "an indexer's words are for people, and in no answer" },
  { sentence: /^Look here again right before you send\.$/, why: "a view says where to ask again" },
];

const apart = new Set(["quote-ways"]);
/** Of parts that a view has as well: what it has only once its reader asks for it, or never. */
const isApart: IsMeant = ({ tag, props }) =>
  tag === "details" || tag === "blockquote" || props.id === "again" || apart.has(props.class ?? "");

/**
 * Each sentence of the view that the page lacks, and of the page's parts that the view has too, each that the view lacks.
 * @param isShared names those parts.
 */
export function listDifferences(page: string, view: string, isShared: IsMeant, rules: readonly Rule[] = []): string[] {
  const [ofPage, ofView, shared] = [listSentences(page), listSentences(view), listSentences(page, isShared, isApart)];
  const lacking = (all: readonly string[], others: readonly string[], allowed: readonly Rule[], where: string) =>
    all
      .filter((one) => !others.some((other) => isSame(one, other)))
      .filter((one) => ![...allowed, ...rules].some(({ sentence }) => sentence.test(one)))
      .map((one) => `only ${where}: ${one}`);
  return [
    ...lacking(ofView, ofPage, onlyInViews, "in the view"),
    ...lacking(shared, ofView, onlyOnPages, "on the page"),
  ];
}

const DOLLARS = /(?:< )?\$([\d,]+\.\d\d)/g;
const centsIn = (text: string) => [...text.matchAll(DOLLARS)].map(([, usd = ""]) => Number(usd.replace(/[,.]/g, "")));

/** An answer has whole cents, so a total that a view makes of two of them may be one beside. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.replace(DOLLARS, "$") !== other.replace(DOLLARS, "$")) return false;
  const others = centsIn(other);
  return centsIn(one).every((cent, at) => Math.abs(cent - (others[at] ?? 0)) <= 1);
}

const single = ["p", "h1", "h2", "h3", "h4", "li", "td", "th", "pre", "dt", "dd", "summary"];
const blocks = new Set([...single, "div", "section", "header", "main", "dl", "ol", "ul", "table", "details"]);

/** What is read as one: a row of a table, and a figure with its name. */
const isUnit = (tree: Tree, parent: Tree) => tree.tag === "tr" || (tree.tag === "div" && parent.tag === "dl");
const isLeft: IsMeant = ({ tag, props }) => ["svg", "form", "button"].includes(tag) || "hidden" in props;
const SENTENCE_END = /(?<=[.!?]) (?=[A-Z\d])/;

/** Each once: of the blocks that `isMeant` names, without those that are apart. */
function listSentences(html: string, isMeant: IsMeant = ({ tag }) => tag === "root", isOut?: IsMeant): string[] {
  const root = parseMarkup(html, (tree) => isLeft(tree) || isOut?.(tree) === true);
  return [...new Set(findTrees(root, isMeant).flatMap(listBlocks))];
}

function findTrees(tree: Tree, isMeant: IsMeant): Tree[] {
  if (isMeant(tree)) return [tree];
  return tree.children.flatMap((child) => (typeof child === "string" ? [] : findTrees(child, isMeant)));
}

function listBlocks(tree: Tree): string[] {
  const { class: name, "data-state": state, "data-tone": tone } = tree.props;
  // The look of a sign is a sentence too.
  const found = name === "signboard" ? [`The sign looks ${tone ?? state}`, ""] : [""];
  for (const child of tree.children) {
    if (typeof child === "string") found[found.length - 1] += child;
    else if (isUnit(child, tree)) found.push(child.children.map(treeText).join(" "), "");
    else if (blocks.has(child.tag) || hasBlocks(child)) found.push(...listBlocks(child), "");
    else found[found.length - 1] += treeText(child);
  }
  return found.flatMap((text) => squeeze(text).split(SENTENCE_END)).filter((text) => text !== "");
}

const hasBlocks = (tree: Tree): boolean =>
  tree.children.some((child) => typeof child === "object" && (blocks.has(child.tag) || hasBlocks(child)));

const ORIGIN = "https://swap.example";
const links = { quote: `${ORIGIN}/quote`, status: `${ORIGIN}/status`, track: `${ORIGIN}/track` };

/** As a host without any permission shows it at the moment of the answer. */
export function renderView(
  View: (shown: Shown) => ReactNode,
  { structured }: ToolAnswer,
  { nowMs, input = {} }: { readonly nowMs: number; readonly input?: Readonly<Record<string, unknown>> },
): string {
  const asked = { isAsking: false, hasFailed: false, ask: null, call: null, open: null };
  const shown = { answer: toReceived(structured), meta: {}, readMs: nowMs, nowMs, links, input, ...asked };
  return renderToStaticMarkup(createElement(View, shown));
}

/** An answer on the other side of the wire. @throws Error where it is none of ours. */
function toReceived(structured: unknown): ViewAnswer {
  const answer: unknown = JSON.parse(JSON.stringify(structured));
  if (!isAnswer(answer)) throw new Error("no answer of ours");
  return answer;
}

/** Warnings and verdicts of an answer that its text leaves out. */
export function untoldIn({ structured, text }: ToolAnswer): string[] {
  const answer = structured as EnvelopeAnswer & { readonly [Key in "state" | "trading"]?: unknown };
  const { warnings, error } = answer;
  const verdicts = [answer.state, answer.trading].filter((word) => typeof word === "string");
  return [
    ...warnings
      .filter((warning) => !isTold(warning, text))
      .map((warning) => `no warning ${warning.code}: ${warning.text}`),
    ...verdicts.filter((word) => !error && !new RegExp(`\\b${word}\\b`).test(text)).map((word) => `no verdict ${word}`),
    ...(error && !text.includes(error.code) ? [`no error ${error.code}`] : []),
  ];
}
