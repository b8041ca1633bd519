// What /track says, as plain data: the facts in words and the formatted figures, for HTML and Markdown.

import { getSwapStatus } from "../../../mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import { plainReason } from "../../../protocol/model/reason.ts";
import type { SwapReading } from "../../../protocol/model/swap.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { possibleTxLinks } from "../../../protocol/values/explorers.ts";
import { formatDuration } from "../../../protocol/values/figure-text.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { absoluteUrl, hrefOf } from "../../registry/links.ts";
import { paceText, pageAdvice, pagePollSeconds, stepSecondsLeft } from "./pace.ts";
import type { TrackQuery } from "./query.ts";
import { type ReasonWords, reasonWords } from "./reason-words.ts";
import { type Cell, detailRows, type Figure, feeRows, figureRows, paymentRows, type Row } from "./rows.ts";
import { generalTimeline, swapTimeline, type TimelineStep } from "./timeline.ts";
import { trackWords } from "./words.ts";

/** The look of the sign. It follows from the state and adds nothing to the headline. */
export type Tone = "done" | "moving" | "held" | "refund" | "stopped" | "unknown";

interface SampleRow {
  readonly txid: string;
  readonly href: string;
  readonly state: string;
  readonly title: string;
}

export interface TrackView {
  /** The parts of the title before the page's name. Empty without a question. */
  readonly title: readonly string[];
  readonly form: {
    readonly action: string;
    readonly typed: TrackQuery["typed"];
    readonly errors: TrackQuery["errors"];
    readonly chains: readonly { readonly code: string; readonly name: string }[];
    /** The tool of the same question for agents in the page, with the descriptions of its two arguments. */
    readonly tool: {
      readonly name: string;
      readonly description: string;
      readonly txid: string;
      readonly chain: string;
    };
  };
  readonly swap: SwapView | null;
  /** The steps of any swap. Empty when a swap is shown. */
  readonly steps: readonly TimelineStep[];
  /** Only on the sample network. */
  readonly samples: readonly SampleRow[];
  readonly links: Readonly<Record<"track" | "json" | "quote" | "status", string>>;
}

export interface SwapView {
  readonly txid: string;
  /** The address of this page for this id. */
  readonly self: string;
  /** The same address in full. */
  readonly address: string;
  readonly tone: Tone;
  readonly headline: string;
  readonly explanation: string;
  readonly advice: string;
  readonly figures: readonly Figure[];
  readonly isSample: boolean;
  /** Why the reading may be out of date; null when it is fresh. */
  readonly stale: string | null;
  /** How long the swap still takes. */
  readonly wait: string;
  /** ISO 8601 instant of the reading. */
  readonly readAt: string;
  /** Null when no further reading is useful. */
  readonly pollSeconds: number | null;
  readonly pace: string;
  /** Empty when nothing could be read. */
  readonly steps: readonly TimelineStep[];
  readonly payments: readonly Row[];
  readonly fees: readonly Row[];
  readonly reason: (ReasonWords & { readonly quote: string | null }) | null;
  readonly details: readonly (readonly [label: string, value: Cell])[];
  readonly explorers: string;
  /** Where the deposit may be looked up while its chain is not known. */
  readonly lookups: readonly { readonly chain: string; readonly name: string; readonly href: string }[];
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

export interface TrackFacts {
  readonly preset: Preset;
  readonly query: TrackQuery;
  readonly reading: SwapReading | null;
  readonly readAtMs: number;
  readonly samples: readonly Omit<SampleRow, "href">[];
}

export function trackView({ preset, query, reading, readAtMs, samples }: TrackFacts): TrackView {
  const track = hrefOf("/track");
  const chain = query.asked?.chain ?? null;
  const swap = reading && swapView(reading, { preset, chain, track, readAtMs });
  return {
    title: trackTitle(query, swap),
    form: {
      action: track,
      typed: query.typed,
      errors: query.errors,
      chains: preset.chains.map(({ code, name }) => ({ code, name })),
      tool,
    },
    swap,
    steps: reading ? [] : generalTimeline(preset),
    samples: reading ? [] : samples.map((row) => ({ ...row, href: depositAddress(track, row.txid, null) })),
    links: { track, json: hrefOf("/track.json"), quote: hrefOf("/quote"), status: hrefOf("/status") },
  };
}

function trackTitle({ errors }: TrackQuery, swap: SwapView | null): string[] {
  if (swap) return [...(swap.stale === null ? [] : [trackWords.stale]), swap.headline];
  return errors.txid === null && errors.chain === null ? [] : [trackWords.error];
}

interface SwapContext {
  readonly preset: Preset;
  readonly chain: string | null;
  readonly track: string;
  readonly readAtMs: number;
}

function swapView(reading: SwapReading, { preset, chain, track, readAtMs }: SwapContext): SwapView {
  const reason = reasonWords(reading);
  const { clock } = reading;
  return {
    txid: reading.txid,
    self: depositAddress(track, reading.txid, chain),
    address: depositAddress(absoluteUrl("/track"), reading.txid, chain),
    tone: stateTone(reading),
    headline: reading.headline,
    explanation: reading.explanation,
    advice: pageAdvice(reading),
    figures: figureRows(reading),
    isSample: reading.source === "sample",
    stale:
      clock.reason &&
      `The newest block of the network is too old (${plainReason(clock.reason)}). The swap may be further than this.`,
    wait: waitView(reading),
    readAt: toIsoTime(readAtMs) ?? "",
    pollSeconds: pagePollSeconds(reading),
    pace: paceText(reading),
    steps: swapTimeline(reading, { preset, chain }),
    payments: paymentRows(reading, chain, preset),
    fees: feeRows(reading),
    reason: reason && { ...reason, quote: reading.refundReason },
    details: [...detailRows(reading, preset), ["This answer", jsonCell(reading.txid, chain)]],
    explorers: explorerNote(preset),
    lookups: (reading.in?.chain ?? chain) === null ? possibleTxLinks(reading.txid, preset) : [],
  };
}

function jsonCell(txid: string, chain: string | null): Cell {
  return { text: "JSON", link: { name: "/track.json", href: depositAddress(hrefOf("/track.json"), txid, chain) } };
}

function depositAddress(track: string, txid: string, chain: string | null): string {
  return `${track}?${new URLSearchParams({ txid, ...(chain === null ? {} : { chain }) })}`;
}

/** The tones of states that need no other fact. */
const tones: Partial<Record<SwapReading["state"], Tone>> = {
  done: "done",
  refunded: "refund",
  partially_refunded: "refund",
  failed: "stopped",
  unknown: "unknown",
  unavailable: "unknown",
};

function stateTone({ state, terminal, signing }: SwapReading): Tone {
  if (state === "no_output") return terminal ? "stopped" : "unknown";
  const isPaying = state === "outbound_scheduled" || state === "outbound_signing";
  return tones[state] ?? (isPaying && signing === "halted" ? "held" : "moving");
}

function waitView(reading: SwapReading): string {
  const { state, terminal, refundExpected, estimatedSecondsLeft } = reading;
  if (terminal) return "Nothing is left to wait for.";
  if (state === "unavailable") return "How long this takes is not known: nothing could be read.";
  if (estimatedSecondsLeft !== null) {
    const what = refundExpected ? "refund" : "payout";
    return `When read, it was about ${formatDuration(estimatedSecondsLeft)} to the ${what}.`;
  }
  const left = reading.streamingLeft?.seconds ?? stepSecondsLeft(reading);
  if (left)
    return `When read, about ${formatDuration(left)} of this step were left. The steps after it are not timed yet.`;
  return "How long this takes is not known: the network has not timed it.";
}

function explorerNote({ network, protocol }: Preset): string {
  if (network === "sample") return "Sample transactions are invented: they are on no explorer.";
  return `Explorers are websites of others, not of ${protocol}. They may show something newer or older.`;
}
