// A swap, in the order of its page. Judging a swap belongs in lib/protocol/swap.

import { code, type Line, line, link, strong } from "../../markdown/nodes.ts";
import type { Warning } from "../../protocol/model/envelope.ts";
import type { Message } from "../../protocol/model/messages.ts";
import { isInPools, type SwapReading, stateRows, type Tone } from "../../protocol/model/swap.ts";
import { payoutChainOf } from "../../protocol/values/assets.ts";
import { presets } from "../../protocol/values/chains.ts";
import { possibleTxLinks } from "../../protocol/values/explorer-links.ts";
import { type Blocks, box, section } from "../../render/blocks.ts";
import { asOfText, sourceTexts } from "../../say/as-of.en.ts";
import { formatAmount, formatDuration, formatInstant } from "../../say/figures.en.ts";
import { adviceText, say } from "../../say/message-text.ts";
import { plainReason } from "../../say/reason-text.ts";
import {
  explainBelow,
  goesBack,
  refundCauseText,
  stateWords,
  swapHeadline,
} from "../../say/swap.en.ts";
import {
  detailNames,
  explorersText,
  nextReadingText,
  noNextReadingText,
  refundTexts,
  sampleExplorersText,
  staleSwapText,
  trackWords,
} from "../../say/track.en.ts";
import { absoluteUrl, hrefOf } from "../../site/registry/links.ts";
import type { AnswerContext } from "../answer-context.ts";
import { toneStates } from "../sign-shape.ts";
import { swapFacts } from "./figures.ts";
import { detailTable, feeTable, paymentTable } from "./tables.ts";
import { swapTimeline, type TimelineStep } from "./timeline.ts";

export interface SwapContext extends AnswerContext {
  /** Named with the id, for the time before the network has seen the swap. */
  readonly chain: string | null;
}

export function swapTone({ state, terminal, held }: SwapReading): Tone {
  const { tone, finalTone } = stateRows[state];
  return (terminal && finalTone) || (tone ?? (held ? "held" : "moving"));
}

/** Why the reading may be out of date; null where it is not, and where nothing was read. */
export const swapStaleness = ({ state, clock: { reason } }: SwapReading): string | null =>
  state === "unavailable" || reason === null ? null : staleSwapText(plainReason(reason));

/** `watchSwap` relies on the ids and the order of these boxes. */
export function swapBlocks(reading: SwapReading, context: SwapContext): Blocks {
  const { preset, chain } = context;
  const steps = swapTimeline(reading, { preset, chain });
  const fees = feeTable(reading);
  const reason = reasonBlocks(reading);
  const lookups =
    (reading.in?.chain ?? chain) === null ? possibleTxLinks(reading.txid, preset) : [];
  const isSample = reading.network === "sample";
  return [
    box(
      { id: "parts" },
      box({ id: "board", "data-part": "mark", role: "status" }, signBlock(reading)),
      quietBox("when", ...whenBlocks(reading, context)),
      box(
        { className: "columns" },
        {
          ...section(
            trackWords.steps,
            steps.length === 0 ? { text: trackWords.noSteps } : { steps: steps.map(toStep) },
          ),
          rank: 3,
        },
        box(
          { className: "side" },
          markedBox("reason", reason),
          section(
            trackWords.payments,
            {
              ...markedBox("payments", {
                table: paymentTable(reading, chain, preset),
                as: "tickets",
              }),
              rank: 2,
            },
            { ...quietBox("lookups", ...lookupBlocks(lookups)), rank: "page" },
            {
              text: [isSample ? sampleExplorersText : explorersText(preset.protocol)],
              className: "quiet",
              rank: "page",
            },
          ),
        ),
        {
          ...section(
            trackWords.fees,
            markedBox(
              "fees",
              fees === null ? { text: trackWords.noFees } : { table: fees, isNamed: false },
            ),
          ),
          rank: 3,
        },
      ),
      {
        ...section(
          trackWords.details,
          quietBox("details", { table: detailsOf(reading, context), isNamed: false }),
        ),
        rank: 3,
      },
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

/** Changes are highlighted, except in quiet boxes. */
const markedBox = (id: string, ...blocks: Blocks) => box({ id, "data-part": "mark" }, ...blocks);
const quietBox = (id: string, ...blocks: Blocks) => box({ id, "data-part": "quiet" }, ...blocks);

export const toStep = ({ step, name, status, word, text, wait }: TimelineStep) => ({
  id: step,
  name,
  status,
  word,
  text: [text, wait].filter(Boolean).join(" "),
});

function lookupBlocks(lookups: ReturnType<typeof possibleTxLinks>): Blocks {
  const items = lookups.map(({ chain, name, href }) => line`${chain}: ${link(name, href)}`);
  return items.length === 0 ? [] : [{ text: trackWords.lookup }, { list: items }];
}

function signBlock(reading: SwapReading): Blocks[number] {
  const { situation, source } = reading;
  const tone = swapTone(reading);
  const resend = reading.warnings.find(({ code: warning }) => warning === "do_not_resend");
  const advice = adviceBelow(reading);
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
      resend !== undefined && { text: resendLine(resend) },
      { text: explainBelow(situation) },
      advice !== "" && { text: advice },
      facts.length > 0 && { facts },
    ],
  };
}

/** Why not to send again; absent once the swap is final. */
function resendLine({ message }: Warning): Line {
  const { fact, meaning } = say(message);
  return line`${strong(fact)} ${meaning ?? ""}`;
}

/** The advice without what the sign or the pace of reading says. */
function adviceBelow({ state, advice }: SwapReading): string {
  const isPlanned = stateRows[state].phase === "outbound";
  const isSaid = (part: Message | Warning) =>
    "message" in part
      ? part.code === "do_not_resend" || (isPlanned && part.code === "signing_halted")
      : part.id === "ask_again";
  return adviceText(advice.filter((part) => !isSaid(part)));
}

function whenBlocks(reading: SwapReading, { chain, nowMs }: SwapContext): Blocks {
  const staleness = swapStaleness(reading);
  const pace = paceText(reading);
  const at = `${trackWords.readAt} ${formatInstant(nowMs)}.`;
  const again = link(trackWords.again, depositHref("/track", reading.txid, chain));
  return [
    staleness !== null && {
      note: "unknown",
      blocks: [{ text: line`${strong(`${trackWords.stale}.`)} ${staleness}` }],
    },
    {
      text: pace === "" ? at : line`${at} ${pace} ${again}`,
      className: "when",
      linkId: "again",
      rank: pace === "" ? 3 : 1,
    },
  ];
}

function paceText({ terminal, nextPollSeconds }: SwapReading): string {
  if (terminal) return "";
  if (nextPollSeconds === null) return noNextReadingText;
  return nextReadingText(formatDuration(nextPollSeconds));
}

/** False for a swap that is neither refunded nor rejected, nor about to be. */
function reasonBlocks(reading: SwapReading): Blocks[number] {
  const { state, terminal, refundReason } = reading;
  const meaning = stateWords[state].reason ?? expectedMeaning(reading);
  if (meaning === null) return false;
  const isFailed = state === "failed";
  const cause = refundCauseText(refundReason);
  const quoted: Blocks =
    refundReason === null
      ? [{ text: trackWords.noQuote, rank: 3 }]
      : [
          { text: trackWords.quote, rank: 3 },
          { quotation: refundReason, rank: 3 },
        ];
  return section(
    isFailed ? trackWords.rejection : trackWords.refund,
    {
      text: isFailed || state === "dropped" ? meaning : `${meaning} ${costText(reading)}`.trim(),
    },
    ...quoted,
    cause !== null && { text: `${trackWords.cause} ${cause}` },
    {
      text: line`${terminal ? trackWords.tryAgain : trackWords.waitForFinal} ${link(trackWords.newQuote, hrefOf("/quote"))}`,
      rank: 3,
    },
  );
}

/** Exact only for a finished refund. */
function costText({ state, terminal, outboundFees, in: sent, network }: SwapReading): string {
  const [fee, ...others] = outboundFees ?? [];
  if (stateRows[state].back === "all" && terminal && fee !== undefined && others.length === 0)
    return refundTexts.cost(formatAmount(fee, undefined, { bound: "least" }));
  // THORNode, `manager_gas_current.go` (GetAssetOutboundFee).
  const isFree =
    network !== "mayachain" && sent && payoutChainOf(sent.asset, presets[network]) === "THOR";
  return isFree ? refundTexts.noFee : refundTexts.fee;
}

function expectedMeaning({ state, refundExpected, refundReason, out }: SwapReading): string | null {
  if (refundExpected && isInPools({ state })) return refundTexts.failedParts;
  if (refundExpected && out.some(({ kind }) => kind === "swap"))
    return refundTexts.inPart(goesBack(state));
  if (refundExpected) return refundTexts.whole(goesBack(state));
  return refundReason === null ? null : refundTexts.reasonAlone;
}

function detailsOf(reading: SwapReading, { preset, chain }: SwapContext) {
  const { paidFor, txid } = reading;
  const deposit = paidFor && {
    text: paidFor,
    code: true as const,
    link: { name: "/track", href: depositHref("/track", paidFor, null) },
  };
  const asJson = {
    text: "JSON",
    link: { name: "/track.json", href: depositHref("/track.json", txid, chain) },
  };
  return detailTable(reading, preset, {
    before: deposit ? [[detailNames.depositAsNamed, deposit]] : [],
    after: [[detailNames.asJson, asJson]],
  });
}

export const depositHref = (
  path: "/track" | "/track.json",
  txid: string,
  chain: string | null,
): string => withDeposit(hrefOf(path), txid, chain);
const depositUrl = (txid: string, chain: string | null) =>
  withDeposit(absoluteUrl("/track"), txid, chain);

const withDeposit = (track: string, txid: string, chain: string | null) =>
  `${track}?${new URLSearchParams({ txid, ...(chain === null ? {} : { chain }) })}`;
