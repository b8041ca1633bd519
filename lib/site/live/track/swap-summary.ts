// What we say of a swap, as plain data: the words and figures of /track and of the view beside a tool's answer.

import { joinParts, partsOf, type Warning } from "../../../protocol/model/envelope.ts";
import { refundCause, type SwapReading, stateRows, type Tone } from "../../../protocol/model/swap.ts";
import { plainReason, type Reason } from "../../../protocol/model/verdicts.ts";
import { askAgainText } from "../../../protocol/safety/sentences.ts";
import { parseSwapMemo } from "../../../protocol/swap/memo.ts";
import { stateWords } from "../../../protocol/swap/words.ts";
import { parseAsset } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { possibleTxLinks } from "../../../protocol/values/explorers.ts";
import { capitalize, formatAmount, formatDuration } from "../../../protocol/values/figure-text.ts";
import { toIsoTime } from "../../../protocol/values/instants.ts";
import { detailRows, feeRows, figureRows, paymentRows } from "./rows.ts";
import { swapTimeline, type TimelineContext } from "./timeline.ts";

/** What is to be said of a swap, wherever it is shown. */
export type SwapSummary = ReturnType<typeof swapSummary>;

export function swapSummary(
  reading: SwapReading,
  { preset, chain, readAtMs }: TimelineContext & { readonly readAtMs: number },
) {
  const reason = reasonWords(reading);
  const { clock, state } = reading;
  return {
    txid: reading.txid,
    tone: stateTone(reading),
    headline: reading.headline,
    /** "0.25 BTC → ETH"; empty where either is not known. */
    name: swapName(reading),
    explanation: reading.ownExplanation,
    /** Why not to send again; null once the swap is final. */
    resend: reading.warnings.find(({ code }) => code === "do_not_resend")?.meaning ?? null,
    advice: pageAdvice(reading),
    figures: figureRows(reading),
    isSample: reading.source === "sample",
    /** Why the reading may be out of date; null when it is fresh. */
    stale: state === "unavailable" ? null : clock.reason && staleText(clock.reason),
    /** ISO 8601 instant of the reading. */
    readAt: toIsoTime(readAtMs) ?? "",
    /** Null when no further reading is useful. */
    pollSeconds: reading.nextPollSeconds,
    pace: paceText(reading),
    steps: swapTimeline(reading, { preset, chain }),
    payments: paymentRows(reading, chain, preset),
    fees: feeRows(reading),
    /** `quote`: the network's own words, null where they could not be read. */
    reason: reason && { ...reason, quote: reading.refundReason },
    details: detailRows(reading, preset),
    explorers: explorerNote(preset),
    /** Where the deposit may be looked up while its chain is not known. */
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

export type ReasonWords = NonNullable<ReturnType<typeof reasonWords>>;

/** Null for a swap that is neither refunded nor rejected, nor about to be. */
export function reasonWords(reading: SwapReading) {
  const { state, terminal, refundReason } = reading;
  const meaning = stateWords[state].reason ?? expectedMeaning(reading);
  if (meaning === null) return null;
  const isFailed = state === "failed";
  return {
    heading: isFailed ? "The rejection" : "The refund",
    /** What happens to the deposit. */
    meaning: isFailed ? meaning : `${meaning} ${costText(reading)}`.trim(),
    /** What reasons like the network's usually mean; null where none is known, or none like it. */
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

/** This text follows "Read at …", so its time counts from then. */
export function paceText({ terminal, nextPollSeconds }: SwapReading): string {
  // The advice says that it is final.
  if (terminal) return "";
  if (nextPollSeconds === null) return "No further reading is planned. Ask again by hand.";
  return `The next reading is due about ${formatDuration(nextPollSeconds)} later.`;
}

/** The advice without what the sign says by itself, and when to ask again: `paceText` says it. */
export function pageAdvice(reading: SwapReading): string {
  const { state, nextPollSeconds } = reading;
  const isPlanned = stateRows[state].phase === "outbound";
  const again = nextPollSeconds === null ? null : askAgainText(nextPollSeconds);
  const isSaid = (part: string | Warning) =>
    typeof part === "string"
      ? part === again
      : part.code === "do_not_resend" || (isPlanned && part.code === "signing_halted");
  return joinParts(partsOf(reading).filter((part) => !isSaid(part)));
}
