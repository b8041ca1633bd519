// The headline box of the network or of one chain, with the advice below the headline.

import type { WarningCode } from "../../protocol/model/envelope.ts";
import type { Message, MessageId } from "../../protocol/model/messages.ts";
import type { NetworkReading } from "../../protocol/model/network-status.ts";
import type { Blocks } from "../../render/blocks.ts";
import { boardLabel } from "../../say/board.en.ts";
import { partsOf, say, textBelow } from "../../say/message-text.ts";
import { headline, signLineText, signWord } from "../../say/signs.en.ts";
import { chainStatusTitle, statusWords } from "../../say/status.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import { chainSignShape, type SignShape, signShapes } from "../sign-shape.ts";

export interface StatusContext extends AnswerContext {
  /** Code of the chain that the page is about. Null if the page is about the whole network. */
  readonly chain: string | null;
  /** Sentences on what is wrong with the query parameters of the page. */
  readonly complaints: readonly string[];
}

export const signShapeOf = (
  { sign }: NetworkReading,
  { chain }: Pick<StatusContext, "chain">,
): SignShape => (chain === null ? signShapes[sign.state] : chainSignShape(sign.state));

const statusTitle = ({ chain, preset }: Pick<StatusContext, "chain" | "preset">) =>
  chain === null ? statusWords.title : chainStatusTitle(chain, preset);

export function signBlock(reading: NetworkReading, context: StatusContext, title?: string) {
  const { sign, trading, source } = reading;
  const { lines = [] } = sign;
  const { chain, complaints } = context;
  const signShape = signShapeOf(reading, context);
  const { adviceBelowText } = signTexts(reading);
  const isSendingPossible =
    trading.verdict === "open" &&
    (chain === null || signShape === "open" || signShape === "warned");
  const boxBlocks: Blocks = [
    lines.length > 0 && {
      list: lines.map((line) => ({ state: line.state, text: signLineText(line.name) })),
    },
    adviceBelowText !== "" && { text: adviceBelowText },
    isSendingPossible && { text: statusWords.again },
  ];
  const headerBlocks: Blocks = [
    ...complaints.map((text) => ({ note: "halted" as const, blocks: [{ text }] })),
    {
      sign: {
        state: signShape,
        label: boardLabel,
        text: headline(sign),
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

interface SignTexts {
  readonly adviceBelowText: string;
  readonly messagesBelow: readonly Message[];
  /** Full text of the warnings that the headline box says in short, as in "Litecoin: halted". */
  readonly troubleText: string;
}

/**
 * Splits the advice into the text below the headline and the text further down. The box has either
 * lines, which name scheduled halts, or a text on what such halts mean.
 */
export function signTexts({ sign, advice, chains }: NetworkReading): SignTexts {
  const { name, lines = [] } = sign;
  const hasLines = lines.length > 0;
  const hasScheduledHalts = chains.some(({ scheduled }) => scheduled.length > 0);
  const isInHaltList = ({ code }: AdvicePart) => hasScheduledHalts && code === "halt_scheduled";
  const isInLines = ({ code }: AdvicePart) =>
    hasLines && code !== null && codesInLines.includes(code);
  const adviceTextOf = (part: AdvicePart) =>
    (isInHaltList(part) && say(part.message).meaning) || textBelow(signWord(name), part.message);
  const adviceParts = advice.map(
    (part): AdvicePart => ("message" in part ? part : { message: part, code: null }),
  );
  const shownAdvice = adviceParts.filter(
    (part) => !openMessageIds.includes(part.message.id) && !(hasLines && isInHaltList(part)),
  );
  const adviceBelow = shownAdvice.filter((part) => !isInLines(part));
  const textBelowLines = adviceBelow.map(adviceTextOf).join(" ");
  const hasHaltedOrUnknownLine = lines.some(
    ({ state }) => state === "halted" || state === "unknown",
  );
  return {
    adviceBelowText: hasHaltedOrUnknownLine
      ? `${statusWords.doNotSwapHalted} ${textBelowLines}`
      : textBelowLines,
    messagesBelow: adviceBelow.flatMap(({ message }) => partsOf(message)),
    troubleText: shownAdvice.filter(isInLines).map(adviceTextOf).join(" "),
  };
}
