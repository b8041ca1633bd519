// What we say of a swap, as plain data: the words and figures of /track and of the view beside a tool's answer.

import { refundCause, type SwapReading, stateRows, type Tone } from "../../../protocol/model/swap.ts";
import { plainReason, type Reason } from "../../../protocol/model/verdicts.ts";
import { parseSwapMemo } from "../../../protocol/swap/memo.ts";
import { stateWords } from "../../../protocol/swap/words.ts";
import { parseAsset } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { possibleTxLinks } from "../../../protocol/values/explorers.ts";
import { capitalize, formatAmount } from "../../../protocol/values/figure-text.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { paceText, pageAdvice } from "./pace.ts";
import { type Cell, detailRows, type Figure, feeRows, figureRows, paymentRows, type Row } from "./rows.ts";
import { swapTimeline, type TimelineContext, type TimelineStep } from "./timeline.ts";

/** What is to be said of a swap, wherever it is shown. */
export interface SwapSummary {
  readonly txid: string;
  readonly tone: Tone;
  readonly headline: string;
  /** "0.25 BTC → ETH"; empty where either is not known. */
  readonly name: readonly string[];
  readonly explanation: string;
  /** Why not to send again; null once the swap is final. */
  readonly resend: string | null;
  readonly advice: string;
  readonly figures: readonly Figure[];
  readonly isSample: boolean;
  /** Why the reading may be out of date; null when it is fresh. */
  readonly stale: string | null;
  /** ISO 8601 instant of the reading. */
  readonly readAt: string;
  /** Null when no further reading is useful. */
  readonly pollSeconds: number | null;
  readonly pace: string;
  /** Empty when nothing could be read. */
  readonly steps: readonly TimelineStep[];
  readonly payments: readonly Row[];
  readonly fees: readonly Row[];
  /** `quote`: the network's own words, null where they could not be read. Absent where they are not shown. */
  readonly reason: (ReasonWords & { readonly quote?: string | null }) | null;
  readonly details: readonly (readonly [label: string, value: Cell])[];
  readonly explorers: string;
  /** Where the deposit may be looked up while its chain is not known. */
  readonly lookups: readonly { readonly chain: string; readonly name: string; readonly href: string }[];
}

export function swapSummary(
  reading: SwapReading,
  { preset, chain, readAtMs }: TimelineContext & { readonly readAtMs: number },
): SwapSummary {
  const reason = reasonWords(reading);
  const { clock, state } = reading;
  return {
    txid: reading.txid,
    tone: stateTone(reading),
    headline: reading.headline,
    name: swapName(reading),
    explanation: reading.ownExplanation,
    resend: reading.warnings.find(({ code }) => code === "do_not_resend")?.meaning ?? null,
    advice: pageAdvice(reading),
    figures: figureRows(reading),
    isSample: reading.source === "sample",
    stale: state === "unavailable" ? null : clock.reason && staleText(clock.reason),
    readAt: toIsoTime(readAtMs) ?? "",
    pollSeconds: reading.nextPollSeconds,
    pace: paceText(reading),
    steps: swapTimeline(reading, { preset, chain }),
    payments: paymentRows(reading, chain, preset),
    fees: feeRows(reading),
    reason: reason && { ...reason, quote: reading.refundReason },
    details: detailRows(reading, preset),
    explorers: explorerNote(preset),
    lookups: (reading.in?.chain ?? chain) === null ? possibleTxLinks(reading.txid, preset) : [],
  };
}

export function swapName({ in: sent, out }: SwapReading): string[] {
  const bought = parseAsset(
    out.find(({ kind }) => kind === "swap")?.asset ?? parseSwapMemo(sent?.memo ?? "")?.target ?? "",
  );
  if (sent === null || bought === null) return [];
  return [`${formatAmount({ base: sent.amount, asset: sent.asset })} → ${bought.ticker}`];
}

/** "the newest block is 42 seconds old" */
function staleText(reason: Reason): string {
  return `${capitalize(plainReason(reason))}. The swap may be further than this.`;
}

/** The look of the sign. It adds nothing to the headline. */
function stateTone({ state, terminal, held }: SwapReading): Tone {
  const { tone, finalTone } = stateRows[state];
  return (terminal && finalTone) || (tone ?? (held ? "held" : "moving"));
}

function explorerNote({ network, protocol }: Preset): string {
  if (network === "sample") return "Sample transactions are invented: they are on no explorer.";
  return `Explorers are websites of others, not of ${protocol}. They may show something newer or older.`;
}

export interface ReasonWords {
  readonly heading: string;
  /** What happens to the deposit. */
  readonly meaning: string;
  /** What reasons like the network's usually mean; null where none is known, or none like it. */
  readonly cause: string | null;
  /** What to do. */
  readonly next: string;
}

/** Null for a swap that is neither refunded nor rejected, nor about to be. */
export function reasonWords(reading: SwapReading): ReasonWords | null {
  const { state, terminal, refundReason } = reading;
  const meaning = stateWords[state].reason ?? expectedMeaning(reading);
  if (meaning === null) return null;
  const isFailed = state === "failed";
  return {
    heading: isFailed ? "The rejection" : "The refund",
    meaning: isFailed ? meaning : `${meaning} ${costText(reading)}`.trim(),
    cause: refundReason === null ? null : refundCause(refundReason),
    next: terminal
      ? "To try again, ask for a new quote. Never reuse an old address or memo."
      : "Wait until this is final.",
  };
}

/** The figure is known of a refund that is made. */
function costText({ state, terminal, outboundFees }: SwapReading): string {
  const [fee, ...others] = outboundFees ?? [];
  return stateRows[state].back === "all" && terminal && fee !== undefined && others.length === 0
    ? `The refund cost the outbound fee of ${formatAmount(fee)}.`
    : "A refund costs the outbound fee.";
}

function expectedMeaning({ refundExpected, refundReason, out }: SwapReading): string | null {
  const isPart = out.some((one) => one.kind === "swap");
  if (refundExpected && isPart) return "Some of the deposit was swapped for the recipient. The rest goes back.";
  if (refundExpected) return "The deposit, or a part of it, goes back.";
  return refundReason === null ? null : "The records name a reason for a refund, but none is planned or made yet.";
}
