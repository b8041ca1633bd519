// Content of the page /track in its order. Code that judges a swap belongs in lib/protocol/swap.

import { code, type Line, line, link, strong } from "../../markdown/nodes.ts";
import type { Warning } from "../../protocol/model/envelope.ts";
import type { Message } from "../../protocol/model/messages.ts";
import { type SwapReading, stateRows, type Tone } from "../../protocol/model/swap.ts";
import { possibleTxLinks } from "../../protocol/values/explorer-links.ts";
import { type Blocks, box, section } from "../../render/blocks.ts";
import { asOfText, sourceTexts } from "../../say/as-of.en.ts";
import { formatDuration, formatInstant } from "../../say/figures.en.ts";
import { adviceText, say } from "../../say/message-text.ts";
import { plainReason } from "../../say/reason-text.ts";
import { explainBelow, swapHeadline } from "../../say/swap.en.ts";
import {
  explorersText,
  nextReadingText,
  noNextReadingText,
  sampleExplorersText,
  staleSwapText,
  trackWords,
} from "../../say/track.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import { toneStates } from "../sign-shape.ts";
import { swapFacts } from "./figures.ts";
import { depositHref, depositUrl } from "./links.ts";
import { refundBlock } from "./refund.ts";
import { detailTable, feeTable, paymentTable } from "./tables.ts";
import { swapTimeline, type TimelineContext, type TimelineStep } from "./timeline.ts";

export interface SwapContext extends AnswerContext, TimelineContext {}

export function swapTone({ state, terminal, held }: SwapReading): Tone {
  const { tone, finalTone } = stateRows[state];
  return (terminal && finalTone) || (tone ?? (held ? "held" : "moving"));
}

export const swapStaleness = ({ state, clock: { reason } }: SwapReading): string | null =>
  state === "unavailable" || reason === null ? null : staleSwapText(plainReason(reason));

/**
 * The content of the page. The browser script `watchSwap` finds the boxes by their ids, and
 * replaces each box that has changed.
 */
export function swapBlocks(reading: SwapReading, context: SwapContext): Blocks {
  const { preset, chain } = context;
  return [
    box(
      { id: "parts" },
      box({ id: "board", "data-part": "mark", role: "status" }, signBlock(reading)),
      quietBox("when", ...whenBlocks(reading, context)),
      box(
        { className: "columns" },
        stepsSection(reading, context),
        box(
          { className: "side" },
          markedBox("reason", refundBlock(reading)),
          paymentsSection(reading, context),
        ),
        feesSection(reading),
      ),
      detailsSection(reading, context),
      quietBox("block", {
        text: [asOfText(reading, preset), ...sourceTexts(reading)].join(" "),
        className: "meta",
      }),
    ),
    {
      ...box(
        { className: "comeback" },
        { text: line`${trackWords.address} ${code(depositUrl(reading.txid, chain))}` },
      ),
      rank: "page",
    },
  ];
}

function stepsSection(reading: SwapReading, context: SwapContext) {
  const steps = swapTimeline(reading, context).map(toStep);
  const stepsBlock = steps.length === 0 ? { text: trackWords.noSteps } : { steps };
  return { ...section(trackWords.steps, stepsBlock), rank: 3 as const };
}

function paymentsSection(reading: SwapReading, { preset, chain }: SwapContext) {
  const table = paymentTable(reading, chain, preset);
  const isSample = reading.network === "sample";
  return section(
    trackWords.payments,
    { ...markedBox("payments", { table, as: "tickets" }), rank: 2 },
    { ...quietBox("lookups", ...txLinkBlocks(reading, { preset, chain })), rank: "page" },
    {
      text: isSample ? sampleExplorersText : explorersText(preset.protocol),
      className: "quiet",
      rank: "page",
    },
  );
}

function feesSection(reading: SwapReading) {
  const table = feeTable(reading);
  const feesBlock =
    table === null ? { text: trackWords.noFees } : { table, isNamed: false as const };
  return { ...section(trackWords.fees, markedBox("fees", feesBlock)), rank: 3 as const };
}

function detailsSection(reading: SwapReading, { preset, chain }: SwapContext) {
  const table = detailTable(reading, chain, preset);
  return {
    ...section(trackWords.details, quietBox("details", { table, isNamed: false })),
    rank: 3 as const,
  };
}

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
 * Empty if the chain of the deposit is known.
 */
function txLinkBlocks(reading: SwapReading, { preset, chain }: TimelineContext): Blocks {
  if ((reading.in?.chain ?? chain) !== null) return [];
  const txLinks = possibleTxLinks(reading.txid, preset);
  const txLinkLines = txLinks.map(
    (txLink) => line`${txLink.chain}: ${link(txLink.name, txLink.href)}`,
  );
  return txLinkLines.length === 0 ? [] : [{ text: trackWords.lookup }, { list: txLinkLines }];
}

function signBlock(reading: SwapReading): Blocks[number] {
  const { situation, source } = reading;
  const tone = swapTone(reading);
  const resendWarning = reading.warnings.find(({ code: warning }) => warning === "do_not_resend");
  const adviceNote = adviceBelowText(reading);
  const facts = swapFacts(reading);
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
      adviceNote !== "" && { text: adviceNote },
      facts.length > 0 && { facts },
    ],
  };
}

function resendLine({ message }: Warning): Line {
  const { fact, meaning } = say(message);
  return line`${strong(fact)} ${meaning ?? ""}`;
}

function adviceBelowText({ state, advice }: SwapReading): string {
  const isPayoutPlanned = stateRows[state].phase === "outbound";
  const isShownAbove = (advicePart: Message | Warning): boolean => {
    if (!("message" in advicePart)) return advicePart.id === "ask_again";
    return (
      advicePart.code === "do_not_resend" ||
      (isPayoutPlanned && advicePart.code === "signing_halted")
    );
  };
  return adviceText(advice.filter((part) => !isShownAbove(part)));
}

function whenBlocks(reading: SwapReading, { chain, nowMs }: SwapContext): Blocks {
  const stalenessText = swapStaleness(reading);
  const refreshNote = nextReadingNote(reading);
  const readAtText = `${trackWords.readAt} ${formatInstant(nowMs)}.`;
  const againLink = link(trackWords.again, depositHref("/track", reading.txid, chain));
  return [
    stalenessText !== null && {
      note: "unknown",
      blocks: [{ text: line`${strong(`${trackWords.stale}.`)} ${stalenessText}` }],
    },
    {
      text: refreshNote === "" ? readAtText : line`${readAtText} ${refreshNote} ${againLink}`,
      className: "when",
      linkId: "again",
      rank: refreshNote === "" ? 3 : 1,
    },
  ];
}

function nextReadingNote({ terminal, nextPollSeconds }: SwapReading): string {
  if (terminal) return "";
  if (nextPollSeconds === null) return noNextReadingText;
  return nextReadingText(formatDuration(nextPollSeconds));
}
