// Content of the page /track in its order. Code that judges a swap belongs in lib/protocol/swap.

import { code, type Line, line, link, strong } from "../../markdown/nodes.ts";
import type { Warning } from "../../protocol/model/envelope.ts";
import type { Message } from "../../protocol/model/messages.ts";
import { type SwapReading, stateRows, type Tone } from "../../protocol/model/swap.ts";
import { askedAsset } from "../../protocol/swap/memo.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { possibleTxLinks } from "../../protocol/values/explorer-links.ts";
import { type Blocks, box, disclosure, section } from "../../render/blocks.ts";
import { asOfText, sourceTexts } from "../../say/as-of.en.ts";
import { formatDuration, formatInstant } from "../../say/figures.en.ts";
import { adviceText, say } from "../../say/message-text.ts";
import { plainReason } from "../../say/reason-text.ts";
import { explainBelow, paymentIdText, swapHeadline } from "../../say/swap.en.ts";
import {
  explorersText,
  sampleExplorersText,
  staleSwapText,
  trackWords,
} from "../../say/track.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import { quoteHref } from "../quote-links.ts";
import { toneStates } from "../sign-shape.ts";
import { causeBlocks, refundCostText } from "./cause.ts";
import { swapFacts, swapRecordFacts } from "./figures.ts";
import { depositChain, depositHref, depositUrl } from "./links.ts";
import { detailTable, feeTable, paymentTable } from "./tables.ts";
import { swapTimeline, type TimelineContext, type TimelineStep } from "./timeline.ts";

export interface SwapContext extends AnswerContext, TimelineContext {}

export function swapTone({ state, terminal, held }: SwapReading): Tone {
  const { tone, finalTone } = stateRows[state];
  return (terminal && finalTone) || (tone ?? (held ? "held" : "moving"));
}

/** Null for a final state: however old the reading is, nothing follows it. */
export const swapStaleness = ({ state, terminal, clock }: SwapReading): string | null =>
  terminal || state === "unavailable" || clock.reason === null
    ? null
    : staleSwapText(plainReason(clock.reason));

/**
 * The content of the page: the answer in one box, and the rest folded. The browser script
 * `watchSwap` finds the boxes by their ids, and replaces each box that has changed.
 */
export function swapBlocks(reading: SwapReading, requestContext: SwapContext): Blocks {
  const chain = depositChain(reading, requestContext.chain);
  const context = { ...requestContext, chain };
  const idText = paymentIdText(reading.situation);
  return [
    idText !== null && { text: idText },
    box(
      { id: "parts" },
      box({ id: "board", "data-part": "mark", role: "status" }, signBlock(reading, context)),
      quietBox("when", ...whenBlocks(reading, context)),
      readingBox(reading, context),
      box(
        { className: "folds" },
        stepsSection(reading, context),
        paymentsSection(reading, context),
        lookupSection(reading, context),
        feesSection(reading),
        detailsSection(reading, context),
      ),
    ),
    {
      ...disclosure(
        trackWords.comeBack,
        box(
          { className: "comeback" },
          { text: line`${trackWords.address} ${code(depositUrl(reading.txid, chain))}` },
        ),
      ),
      rank: "page",
    },
  ];
}

function stepsSection(reading: SwapReading, context: SwapContext) {
  const steps = swapTimeline(reading, context).map(toStep);
  const stepsBlock = steps.length === 0 ? { text: trackWords.noSteps } : { steps };
  // Of a deposit that nobody has seen, no step is promised.
  const isFolded = reading.terminal || reading.state === "unknown";
  const toSection = isFolded ? disclosure : section;
  return { ...toSection(trackWords.stepsOfSwap, stepsBlock), rank: 3 as const };
}

function paymentsSection(reading: SwapReading, { preset, chain }: SwapContext) {
  if (reading.in === null && reading.out.length === 0) return false;
  const table = paymentTable(reading, chain, preset);
  return disclosure(
    trackWords.payments,
    { ...markedBox("payments", { table, as: "tickets" }), rank: 2 },
    explorersNote(reading, preset),
  );
}

function explorersNote({ network }: SwapReading, { protocol }: Preset) {
  return {
    text: network === "sample" ? sampleExplorersText : explorersText(protocol),
    className: "quiet",
    rank: "page" as const,
  };
}

function feesSection(reading: SwapReading) {
  const table = feeTable(reading);
  if (table === null) return false;
  return {
    ...disclosure(trackWords.fees, markedBox("fees", { table, isNamed: false })),
    rank: 3 as const,
  };
}

function detailsSection(reading: SwapReading, { preset, chain }: SwapContext) {
  const table = detailTable(reading, chain, preset);
  const tableBox = quietBox("details", { table, isNamed: false });
  return { ...disclosure(trackWords.details, tableBox), rank: 3 as const };
}

const readingBox = (reading: SwapReading, { preset }: SwapContext) =>
  quietBox("block", {
    text: [asOfText(reading, preset), ...sourceTexts(reading)].join(" "),
    className: "meta",
  });

/**
 * Boxes of the page that the browser script `watchSwap` keeps up to date. The script highlights a
 * change in a marked box, but not in a quiet box.
 */
const markedBox = (id: string, ...blocks: Blocks) => box({ id, "data-part": "mark" }, ...blocks);
const quietBox = (id: string, ...blocks: Blocks) => box({ id, "data-part": "quiet" }, ...blocks);

export const toStep = ({ step, name, status, word, text, wait }: TimelineStep) => ({
  id: step,
  name,
  status,
  word,
  text: [text, wait].filter(Boolean).join(" "),
});

/**
 * Links to look up the deposit in an explorer of each chain that can have such a transaction id.
 * If the client named the chain, of that chain alone. False if the network knows the deposit.
 */
function lookupSection(reading: SwapReading, { preset, chain }: SwapContext) {
  if (reading.in !== null) return false;
  const txLinks = possibleTxLinks(reading.txid, preset).filter(
    ({ chainCode }) => chain === null || chainCode === chain,
  );
  if (txLinks.length === 0) return false;
  const txLinkLines = txLinks.map(
    (txLink) => line`${txLink.chainName}: ${link(txLink.name, txLink.href)}`,
  );
  return {
    ...disclosure(
      trackWords.lookup,
      quietBox("lookups", { text: trackWords.lookupText }, { list: txLinkLines }),
      explorersNote(reading, preset),
    ),
    rank: "page" as const,
  };
}

function signBlock(reading: SwapReading, { preset }: SwapContext): Blocks[number] {
  const { situation, source } = reading;
  const tone = swapTone(reading);
  const resendWarning = reading.warnings.find(({ code: warning }) => warning === "do_not_resend");
  const adviceNote = adviceBelowText(reading);
  const figures = swapFacts(reading, preset);
  const facts = figures.length === 0 ? [] : [...figures, ...swapRecordFacts(reading)];
  const costText = refundCostText(reading);
  return {
    sign: {
      state: toneStates[tone],
      tone,
      text: swapHeadline(situation),
      isSample: source === "sample",
      ...(swapStaleness(reading) !== null && { isOld: true as const }),
    },
    blocks: [
      resendWarning !== undefined && { text: resendLine(resendWarning) },
      { text: explainBelow(situation) },
      ...causeBlocks(reading),
      costText !== null && { text: costText },
      adviceNote !== "" && { text: adviceNote },
      isRepeatable(reading) && { text: newQuoteLine(reading, preset), rank: "page" },
      facts.length > 0 && { facts },
    ],
  };
}

/** True if the swap is over, and its sender may want to try again. */
const isRepeatable = ({ state, terminal }: SwapReading): boolean =>
  terminal && (stateRows[state].back !== undefined || state === "failed");

function newQuoteLine({ in: deposit }: SwapReading, preset: Preset): Line {
  const to = askedAsset(deposit?.memo, preset);
  const href = quoteHref(deposit === null || to === null ? {} : { from: deposit.asset, to });
  return line`${trackWords.neverReuse} ${link(trackWords.newQuote, href)}.`;
}

function resendLine({ message }: Warning): Line {
  const { fact, meaning } = say(message);
  return line`${strong(fact)} ${meaning ?? ""}`;
}

function adviceBelowText(reading: SwapReading): string {
  const isPayoutPlanned = stateRows[reading.state].phase === "outbound";
  const isShownAbove = (advicePart: Message | Warning): boolean => {
    if (!("message" in advicePart)) return advicePart.id === "ask_again";
    return (
      advicePart.code === "do_not_resend" ||
      (isPayoutPlanned && advicePart.code === "signing_halted")
    );
  };
  return adviceText(reading.advice.filter((part) => !isShownAbove(part)));
}

function whenBlocks(reading: SwapReading, { chain, nowMs }: SwapContext): Blocks {
  const stalenessText = swapStaleness(reading);
  const checkedAtText = `${trackWords.checkedAt} ${formatInstant(nowMs)}.`;
  const againLink = link(trackWords.again, depositHref("/track", reading.txid, chain));
  const nextCheckNote = nextCheckText(reading);
  return [
    stalenessText !== null && {
      note: "unknown",
      blocks: [{ text: line`${strong(`${trackWords.stale}.`)} ${stalenessText}` }],
    },
    { text: checkedAtText, className: "when", rank: 3 },
    nextCheckNote !== null && { text: nextCheckNote, className: "when", rank: 1 },
    !reading.terminal && { text: againLink, className: "when", linkId: "again", rank: "page" },
  ];
}

function nextCheckText({ terminal, nextPollSeconds }: SwapReading): string | null {
  if (terminal) return null;
  return nextPollSeconds === null
    ? trackWords.noNextCheck
    : trackWords.nextCheck(formatDuration(nextPollSeconds));
}
