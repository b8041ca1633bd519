// A page and the view of the tool's answer to the same question, sentence by sentence.
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { QuoteView } from "../../../../../app/views/quote-view.tsx";
import { StatusView } from "../../../../../app/views/status-view.tsx";
import { SwapView } from "../../../../../app/views/swap-view.tsx";
import { AnswerAlone, type Shown } from "../../../../../app/views/view-parts.tsx";
import type { EnvelopeAnswer } from "../../../../../lib/mcp/tools/envelope.ts";
import type { Tool, ToolAnswer } from "../../../../../lib/mcp/tools/tool.ts";
import type { Network } from "../../../../../lib/protocol/network.ts";
import type { Preset } from "../../../../../lib/protocol/values/chains.ts";
import { plainView } from "../../../../../lib/site/live/views/plain.ts";
import { squeeze } from "../../../../support/markdown-nodes.ts";
import { isTold } from "../../../mcp/text-scenes.ts";
import { parseMarkup, type Tree, treeText } from "../../pages/markup-tree.ts";

type IsMeant = (tree: Tree) => boolean;

const onlyInViews = [
  // The page has a title of its own, a link for a newer answer, and the whole names among its details.
  /^(Swap quote|Network status|Where a swap stands)$/,
  /^For a newer answer, ask in the conversation\.$/,
  /^[\w./~-]+ to [\w./~-]+$/,
];

const onlyOnPages = [
  // A view has a title of its own, compares ways when asked to, quotes no indexer, and says where to ask again.
  /\) status$/,
  / (the most|as much as any other way, and (is|are) the fastest)\.$/,
  /^(An indexer's|The network's) own words/,
  /^Look here again right before you send\.$/,
];

const apart = new Set(["quote-ways"]);
/** Of parts that a view has as well: what it has only once its reader asks for it, or never. */
const isApart: IsMeant = ({ tag, props }) =>
  tag === "details" || tag === "blockquote" || props.id === "again" || apart.has(props.class ?? "");

/**
 * Each sentence of the view that the page lacks, and of the page's parts that the view has too, each that the view lacks.
 * @param isShared names those parts.
 */
export function listDifferences(page: string, view: string, isShared: IsMeant): string[] {
  const [ofPage, ofView, shared] = [listSentences(page), listSentences(view), listSentences(page, isShared, isApart)];
  const lacking = (all: readonly string[], others: readonly string[], allowed: readonly RegExp[], where: string) =>
    all
      .filter((one) => !others.includes(one) && !allowed.some((sentence) => sentence.test(one)))
      .map((one) => `only ${where}: ${one}`);
  return [
    ...lacking(ofView, ofPage, onlyInViews, "in the view"),
    ...lacking(shared, ofView, onlyOnPages, "on the page"),
  ];
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

export const ORIGIN = "https://swap.example";
const links = { quote: `${ORIGIN}/quote`, status: `${ORIGIN}/status`, track: `${ORIGIN}/track` };

const components = { get_swap_quote: QuoteView, get_network_status: StatusView, get_swap_status: SwapView } as const;

interface Asked {
  readonly network: Network;
  readonly preset: Preset;
  readonly nowMs: number;
}
type Members = Readonly<Record<string, unknown>>;

/** A tool's answer, and the plain view beside it; undefined where nothing was read. */
export async function askPlain(tool: Tool, asked: Asked, input: Members = {}, wanted: Members = {}) {
  const { network, preset, nowMs } = asked;
  const setup = { network, preset, now: () => nowMs, origin: ORIGIN };
  const { meta, ...answer } = await tool.run(network, input, {
    networkName: preset.network,
    readMeta: async (reading, parsed) => ({
      plain: await plainView(tool.view ?? "swap", reading, parsed, wanted, setup),
    }),
  });
  return { answer, plain: meta?.plain };
}

/** A tool's answer, and its view as a host without any permission shows it at that moment. */
export async function askTool(tool: Tool, asked: Asked, input: Members = {}, deviceMs = asked.nowMs) {
  const { answer, plain } = await askPlain(tool, asked, input);
  // On the other side of the wire.
  const received = JSON.parse(JSON.stringify({ view: plain, answer: answer.structured }));
  const alone = { isAsking: false, hasFailed: false, ask: null, open: null, meta: {}, links, input };
  const shown = { ...received, ...alone, readMs: deviceMs, nowMs: deviceMs } as Shown;
  const View = components[tool.name as keyof typeof components] as (shown: Shown) => ReactNode;
  const element = plain
    ? createElement(View, shown)
    : createElement(AnswerAlone, { shown, title: tool.title, page: ORIGIN });
  return { answer, view: renderToStaticMarkup(element) };
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
