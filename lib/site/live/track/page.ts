// Builds /track: the form, and the swap that the page's script keeps up to date.

import type { AnswerContext } from "../../../answers/answer-context.ts";
import {
  type SwapContext,
  swapBlocks,
  swapStaleness,
  swapTone,
  toStep,
} from "../../../answers/swap/blocks.ts";
import { depositChain, depositHref } from "../../../answers/swap/links.ts";
import { generalTimeline } from "../../../answers/swap/timeline.ts";
import {
  code,
  line,
  link,
  type MarkdownBlock,
  paragraph,
  strong,
} from "../../../markdown/nodes.ts";
import { getSwapStatus } from "../../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import type { SwapReading } from "../../../protocol/model/swap.ts";
import { parseSwapMemo } from "../../../protocol/swap/memo.ts";
import { parseAsset, tickerOf } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { type Blocks, box, disclosure, part } from "../../../render/blocks.ts";
import { formatAmount } from "../../../say/figures.en.ts";
import { cardText } from "../../../say/quote-form.en.ts";
import { swapHeadline } from "../../../say/swap.en.ts";
import { trackWords } from "../../../say/track.en.ts";
import { hrefOf } from "../../registry/links.ts";
import { type IconName, toneIcons } from "../state-icon.ts";
import { noErrors, type TrackQuery, typedTexts } from "./query.ts";

const { properties } = inputJsonSchema(getSwapStatus.inputSchema) as {
  readonly properties: Readonly<Record<"txid" | "chain", { readonly description: string }>>;
};
const toolTexts = {
  name: getSwapStatus.name,
  description: getSwapStatus.description,
  txid: properties.txid.description,
  chain: properties.chain.description,
};

export interface SampleRow extends Readonly<Record<"txid" | "state" | "title", string>> {
  /** True for a transaction that the page offers as an example. */
  readonly isExample: boolean;
}

interface TrackFacts extends AnswerContext {
  readonly query: TrackQuery;
  readonly reading: SwapReading | null;
  readonly samples: readonly SampleRow[];
}

export interface OpenSwap {
  readonly self: string;
  readonly icon: IconName;
  readonly pollSeconds: number | null;
  readonly readAt: string;
  readonly blocks: Blocks;
}

export interface TrackForm extends Pick<TrackQuery, "typed" | "errors"> {
  readonly action: string;
  readonly chains: readonly Readonly<Record<"code" | "name", string>>[];
  readonly tool: typeof toolTexts;
}

export interface TrackPage {
  readonly isRefused: boolean;
  /** Texts before the page's name in the document title: such as the swap's state and assets. */
  readonly title: readonly string[];
  readonly form: TrackForm;
  readonly swap: OpenSwap | null;
  readonly blocks: Blocks<"swap" | "form">;
}

export function trackPage({ preset, nowMs, query, reading, samples }: TrackFacts): TrackPage {
  const chain = query.lookup?.chain ?? null;
  const openSwap = reading && toOpenSwap(reading, { preset, nowMs, chain });
  return {
    isRefused: isRefused(query),
    title: trackTitle(query, reading),
    form: toForm(query, preset),
    swap: openSwap,
    blocks: pageBlocks(openSwap, query, preset, reading === null ? samples : []),
  };
}

const toForm = (
  { typed, errors }: Pick<TrackQuery, "typed" | "errors">,
  preset: Preset,
): TrackForm => ({
  action: hrefOf("/track"),
  typed,
  errors,
  chains: preset.chains.map(({ code, name }) => ({ code, name })),
  tool: toolTexts,
});

/** For a page that reads nothing from the network. */
export const getEmptyTrackForm = (preset: Preset): TrackForm =>
  toForm({ typed: typedTexts(new URLSearchParams()), errors: noErrors }, preset);

function toOpenSwap(reading: SwapReading, context: SwapContext): OpenSwap {
  return {
    self: depositHref("/track", reading.txid, depositChain(reading, context.chain)),
    icon: swapIcon(reading),
    pollSeconds: reading.nextPollSeconds,
    readAt: toIsoTime(context.nowMs) ?? "",
    blocks: swapBlocks(reading, context),
  };
}

const swapIcon = (reading: SwapReading): IconName =>
  swapStaleness(reading) === null ? toneIcons[swapTone(reading)] : "stale";

const isRefused = ({ errors }: TrackQuery) => Object.values(errors).some((error) => error !== null);

function trackTitle(query: TrackQuery, reading: SwapReading | null): string[] {
  if (reading === null) return isRefused(query) ? [trackWords.error] : [];
  const staleTexts = swapStaleness(reading) === null ? [] : [trackWords.stale];
  return [...staleTexts, swapHeadline(reading.situation), ...swapName(reading)];
}

function swapName({ in: deposit, out: payouts }: SwapReading): string[] {
  const boughtAsset =
    payouts.find(({ kind }) => kind === "swap")?.asset ??
    parseSwapMemo(deposit?.memo ?? "")?.target ??
    "";
  if (deposit === null || parseAsset(boughtAsset) === null) return [];
  return [
    cardText(formatAmount({ base: deposit.amount, asset: deposit.asset }), tickerOf(boughtAsset)),
  ];
}

function pageBlocks(
  openSwap: OpenSwap | null,
  query: TrackQuery,
  preset: Preset,
  samples: readonly SampleRow[],
): TrackPage["blocks"] {
  const formPart = part("form", askBlocks(query, preset));
  const topBlocks: TrackPage["blocks"] = openSwap
    ? [{ part: "swap", blocks: openSwap.blocks }, disclosure(trackWords.another, formPart)]
    : [{ text: trackWords.lead, className: "lead" }, formPart];
  const blocks = [
    ...topBlocks,
    ...exampleBlocks(samples),
    !openSwap && generalBox(preset, samples),
  ];
  return [{ title: trackWords.title, as: "page", blocks }];
}

const sampleHref = ({ txid }: SampleRow) => depositHref("/track", txid, null);

function exampleBlocks(samples: readonly SampleRow[]): Blocks {
  const examples = samples.filter(({ isExample }) => isExample);
  if (examples.length === 0) return [];
  return [
    { text: trackWords.samplesLead, className: "quiet" },
    box(
      { className: "examples" },
      { links: examples.map((sample) => ({ label: sample.state, href: sampleHref(sample) })) },
    ),
  ];
}

function generalBox(preset: Preset, samples: readonly SampleRow[]) {
  const sampleLines = samples.map(
    (sample) => line`${link(sample.title, sampleHref(sample))}: ${sample.state}`,
  );
  return box(
    { className: "folds" },
    samples.length > 0 && disclosure(trackWords.samples, { list: sampleLines }),
    disclosure(trackWords.steps, { steps: generalTimeline(preset).map(toStep) }),
    disclosure(trackWords.refunds, { text: trackWords.refundsText }),
    disclosure(trackWords.unseen, { text: trackWords.unseenText }),
  );
}

function askBlocks({ errors }: TrackQuery, preset: Preset): MarkdownBlock[] {
  const errorTexts = [errors.form, errors.txid, errors.chain].filter((error) => error !== null);
  const chainCodes = preset.chains.map((chain) => chain.code).join(", ");
  return [
    ...errorTexts.map((text) => paragraph(line`${strong(`${trackWords.error}:`)} ${text}`)),
    paragraph(
      line`Ask by ${code(`${hrefOf("/track")}?txid=…`)}, with or without 0x. The explorer's address of a transaction works too. ${code("&chain=")} is optional: ${code(chainCodes)}. The same answer as JSON, for an id alone, is at ${code(hrefOf("/track.json"))}.`,
    ),
  ];
}
