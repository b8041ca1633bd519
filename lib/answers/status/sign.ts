// The headline box of the network or of one chain, with the advice below the headline.

import type { WarningCode } from "../../protocol/model/envelope.ts";
import type { Message, MessageId } from "../../protocol/model/messages.ts";
import type { NetworkReading, SignLine } from "../../protocol/model/network-status.ts";
import type { Blocks } from "../../render/blocks.ts";
import { boardLabel } from "../../say/board.en.ts";
import { partsOf, say, textBelow } from "../../say/message-text.ts";
import { doNotSendText } from "../../say/phrases.en.ts";
import { headline, signLineText, signText, signWord } from "../../say/signs.en.ts";
import { chainStatusTitle, statusWords } from "../../say/status.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import { chainSignShape, type SignShape, signShapes } from "../sign-shape.ts";

export interface StatusContext extends AnswerContext {
  /** Code of the chain that the page is about. Null if the page is about the whole network. */
  readonly chain: string | null;
  /** Sentences on what is wrong with the query parameters of the page. */
  readonly complaints: readonly string[];
}

export const signShapeOf = ({ sign }: NetworkReading): SignShape =>
  sign.name.id === "chain" ? chainSignShape(sign.state, sign.name.answer) : signShapes[sign.state];

const statusTitle = ({ chain, preset }: Pick<StatusContext, "chain" | "preset">) =>
  chain === null ? statusWords.title : chainStatusTitle(chain, preset);

export function signBlock(reading: NetworkReading, context: StatusContext, title?: string) {
  const { sign, trading, source } = reading;
  const { chain, complaints } = context;
  const hasLines = chain === null && sign.lines.length > 0;
  const { adviceBelowText } = signTexts(reading, context);
  const boxBlocks: Blocks = [
    hasLines && {
      list: sign.lines.map(({ state, name }) => ({ state, text: signLineText(name) })),
    },
    adviceBelowText !== "" && { text: adviceBelowText },
    trading.verdict === "open" && !sign.isForbidding && { text: statusWords.again },
  ];
  const headerBlocks: Blocks = [
    ...complaints.map((text) => ({ note: "halted" as const, blocks: [{ text }] })),
    {
      sign: {
        state: signShapeOf(reading),
        label: boardLabel,
        text: hasLines ? signText(sign) : headline(sign),
        isSample: source === "sample",
      },
      blocks: boxBlocks,
    },
  ];
  return {
    box: {},
    tag: "header" as const,
    blocks: [{ title: title ?? statusTitle(context), as: "page" as const, blocks: headerBlocks }],
  };
}

interface AdvicePart {
  readonly message: Message;
  readonly code: WarningCode | null;
}

/** Messages of advice that only repeat the headline, so they are not shown below it. */
const openMessageIds: readonly MessageId[] = ["chain_open", "network_open"];

/** Warnings that the headline box already says in short lines, such as "Litecoin: halted". */
const codesInLines: readonly WarningCode[] = [
  "halted",
  "sources_disagree",
  "signing_halted",
  "not_checked",
  "halt_scheduled",
];

/** Messages on whole chains. Notes tell them in full, chain by chain. */
const messageIdsInNotes: readonly MessageId[] = [
  "chains_halted",
  "chains_disputed",
  "chains_not_listed",
  "chains_not_checked",
  "payouts_wait",
];

interface SignTexts {
  readonly adviceBelowText: string;
  readonly messagesBelow: readonly Message[];
  /** What the headline box says in short, and no note of a chain tells in full. */
  readonly moreTexts: readonly string[];
}

/** Splits the advice into the text below the headline and the texts further down. */
export function signTexts(
  { sign, advice, chains }: NetworkReading,
  { chain }: Pick<StatusContext, "chain">,
): SignTexts {
  const { name, lines, isForbidding } = sign;
  const hasLines = chain === null && lines.length > 0;
  const hasScheduledHalts = chains.some(({ scheduled }) => scheduled.length > 0);
  const isInHaltList = ({ code }: AdvicePart) => hasScheduledHalts && code === "halt_scheduled";
  const isInLines = ({ code }: AdvicePart) =>
    hasLines && code !== null && codesInLines.includes(code);
  const adviceTextOf = (part: AdvicePart) => {
    const { fact, meaning } = say(part.message);
    const isFactAbove = isInHaltList(part) || (isForbidding && fact === doNotSendText);
    return (isFactAbove && meaning) || textBelow(signWord(name), part.message);
  };
  const adviceParts = advice.map(
    (part): AdvicePart => ("message" in part ? part : { message: part, code: null }),
  );
  const isToldAbove = (part: AdvicePart) =>
    openMessageIds.includes(part.message.id) ||
    (hasLines && isInHaltList(part)) ||
    (chain !== null && messageIdsInNotes.includes(part.message.id)) ||
    (isForbidding && part.code === "sample");
  const shownAdvice = adviceParts.filter((part) => !isToldAbove(part));
  const adviceBelow = shownAdvice.filter((part) => !isInLines(part));
  const textBelowLines = adviceBelow.map(adviceTextOf).join(" ");
  const isTroubleSerious = ({ state }: SignLine) => state === "halted" || state === "unknown";
  return {
    adviceBelowText:
      hasLines && lines.some(isTroubleSerious)
        ? `${statusWords.doNotSwapHalted} ${textBelowLines}`
        : textBelowLines,
    messagesBelow: adviceBelow.flatMap(({ message }) => partsOf(message)),
    moreTexts: shownAdvice
      .filter((part) => isInLines(part) && !messageIdsInNotes.includes(part.message.id))
      .map(adviceTextOf),
  };
}
