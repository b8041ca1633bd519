// /track: the query, the form, and an open swap for its script. The query's text is kept as typed.

import type { AnswerContext } from "../../../answers/answer-context.ts";
import {
  type SwapContext,
  swapBlocks,
  swapStaleness,
  swapTone,
  toStep,
} from "../../../answers/swap/blocks.ts";
import { depositHref } from "../../../answers/swap/links.ts";
import { generalTimeline } from "../../../answers/swap/timeline.ts";
import {
  code,
  line,
  link,
  type MarkdownBlock,
  paragraph,
  strong,
} from "../../../markdown/nodes.ts";
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import { getSwapStatus } from "../../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import type { SwapReading } from "../../../protocol/model/swap.ts";
import { parseSwapMemo } from "../../../protocol/swap/memo.ts";
import { parseAsset, tickerOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { parseChain, parseTypedTxid } from "../../../protocol/values/txid.ts";
import { type Blocks, box, part, section } from "../../../render/blocks.ts";
import { formatAmount } from "../../../say/figures.en.ts";
import { inputText } from "../../../say/input.en.ts";
import { cardText } from "../../../say/quote-form.en.ts";
import { swapHeadline } from "../../../say/swap.en.ts";
import { trackWords } from "../../../say/track.en.ts";
import { hrefOf } from "../../registry/links.ts";
import { type IconName, toneIcons } from "../state-icon.ts";

type TrackQuery = ReturnType<typeof parseTrackQuery>;

/** `errors.form`: unknown arguments. `lookup`: null without a question, or with an error. */
export function parseTrackQuery(query: URLSearchParams, preset: Preset) {
  const written = (name: string) => [...new Set(query.getAll(name))].join(" ");
  const txid = written("txid");
  const chain = written("chain").trim();
  const typed = { txid, chain };
  const faults = listNameFaults(query, Object.keys(getSwapStatus.inputSchema.shape));
  const isField = (name: string) => Object.hasOwn(typed, name);
  const faultOf = (field: string) => faults.find(({ name }) => name === field)?.text ?? null;
  const unknown = faults.flatMap(({ name, text }) => (isField(name) ? [] : text));
  const form = unknown.length === 0 ? null : unknown.join(" ");
  if (!query.has("txid"))
    return { typed, errors: { txid: null, chain: faultOf("chain"), form }, lookup: null };
  const code = queryResult(() => (chain === "" ? null : parseChain(chain, preset)));
  const id = queryResult(() => parseTypedTxid(txid, code.value ?? null, preset));
  const errors = { txid: faultOf("txid") ?? id.error, chain: faultOf("chain") ?? code.error, form };
  const isComplete = faults.length === 0 && id.value !== undefined && code.value !== undefined;
  const lookup = isComplete ? { txid: id.value, chain: code.value } : null;
  return { typed, errors, lookup };
}

function queryResult<T>(parse: () => T): { readonly value?: T; readonly error: string | null } {
  try {
    return { value: parse(), error: null };
  } catch (error) {
    if (error instanceof InputError) return { error: inputText(error.fault) };
    throw error;
  }
}

const { properties } = inputJsonSchema(getSwapStatus.inputSchema) as {
  readonly properties: Readonly<Record<"txid" | "chain", { readonly description: string }>>;
};
const tool = {
  name: getSwapStatus.name,
  description: getSwapStatus.description,
  txid: properties.txid.description,
  chain: properties.chain.description,
};

interface TrackFacts extends AnswerContext {
  readonly query: TrackQuery;
  /** Null where nothing was asked. */
  readonly reading: SwapReading | null;
  readonly samples: readonly Readonly<Record<"txid" | "state" | "title", string>>[];
}

/** What the script of the page needs to read a swap again. */
export interface OpenSwap {
  /** Root-relative, with the question. */
  readonly self: string;
  readonly icon: IconName;
  /** Seconds; null once there is nothing more to read. */
  readonly pollSeconds: number | null;
  /** ISO 8601. */
  readonly readAt: string;
  readonly blocks: Blocks;
}

export type TrackPage = ReturnType<typeof trackPage>;

export function trackPage({ preset, nowMs, query, reading, samples }: TrackFacts) {
  const chain = query.lookup?.chain ?? null;
  const swap = reading && openSwap(reading, { preset, nowMs, chain });
  return {
    isRefused: isRefused(query),
    /** Before the page's own title. */
    title: trackTitle(query, reading),
    form: {
      action: hrefOf("/track"),
      typed: query.typed,
      errors: query.errors,
      chains: preset.chains.map(({ code, name }) => ({ code, name })),
      tool,
    },
    swap,
    blocks: pageBlocks(swap, query, preset, reading === null ? samples : []),
  };
}

function openSwap(reading: SwapReading, context: SwapContext): OpenSwap {
  return {
    self: depositHref("/track", reading.txid, context.chain),
    icon: swapIcon(reading),
    pollSeconds: reading.nextPollSeconds,
    readAt: toIsoTime(context.nowMs) ?? "",
    blocks: swapBlocks(reading, context),
  };
}

export const swapIcon = (reading: SwapReading): IconName =>
  swapStaleness(reading) === null ? toneIcons[swapTone(reading)] : "stale";

const isRefused = ({ errors }: TrackQuery) => Object.values(errors).some((error) => error !== null);

function trackTitle(query: TrackQuery, reading: SwapReading | null): string[] {
  if (reading === null) return isRefused(query) ? [trackWords.error] : [];
  const staleness = swapStaleness(reading) === null ? [] : [trackWords.stale];
  return [...staleness, swapHeadline(reading.situation), ...swapName(reading)];
}

/** "0.05 BTC → ETH"; empty where one of both is not known. */
function swapName({ in: sent, out }: SwapReading): string[] {
  const bought =
    out.find(({ kind }) => kind === "swap")?.asset ?? parseSwapMemo(sent?.memo ?? "")?.target ?? "";
  if (sent === null || parseAsset(bought) === null) return [];
  return [cardText(formatAmount({ base: sent.amount, asset: sent.asset }), tickerOf(bought))];
}

function pageBlocks(
  swap: OpenSwap | null,
  query: TrackQuery,
  preset: Preset,
  samples: TrackFacts["samples"],
): Blocks<"swap" | "form"> {
  const form = part("form", askNodes(query, preset));
  const top: Blocks<"swap" | "form"> = swap
    ? [{ part: "swap", blocks: swap.blocks }, section(trackWords.another, form)]
    : [{ text: trackWords.lead, className: "lead" }, form];
  const general = box(
    { className: "columns" },
    section(trackWords.steps, { steps: generalTimeline(preset).map(toStep) }),
    box(
      { className: "side" },
      section(trackWords.refunds, { text: trackWords.refundsText }),
      section(trackWords.unseen, { text: trackWords.unseenText }),
    ),
  );
  const sampleList = samples.map(
    ({ txid, state, title }) =>
      line`${link(title, depositHref("/track", txid, null))}: ${state} ${code(txid)}`,
  );
  const examples = section(
    trackWords.samples,
    { text: trackWords.samplesLead },
    { list: sampleList, className: "samples" },
  );
  const blocks = [...top, sampleList.length > 0 && examples, !swap && general];
  return [{ title: trackWords.title, as: "page", blocks }];
}

function askNodes({ errors }: TrackQuery, preset: Preset): MarkdownBlock[] {
  const problems = [errors.form, errors.txid, errors.chain].filter((error) => error !== null);
  const codes = preset.chains.map((chain) => chain.code).join(", ");
  return [
    ...problems.map((problem) => paragraph(line`${strong(`${trackWords.error}:`)} ${problem}`)),
    paragraph(
      line`Ask by ${code(`${hrefOf("/track")}?txid=…`)}, with or without 0x. The explorer's address of a transaction works too. ${code("&chain=")} is optional: ${code(codes)}. The same answer as JSON, for an id alone, is at ${code(hrefOf("/track.json"))}.`,
    ),
  ];
}
