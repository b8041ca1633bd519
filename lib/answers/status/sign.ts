// The sign of the network or of one chain, and the advice below it.

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
  /** The only chain of the reading; null for the network. */
  readonly chain: string | null;
  /** What is wrong with the query of a page. */
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
  const state = signShapeOf(reading, context);
  const { adviceBelow } = signTexts(reading);
  const mayBeSent =
    trading.verdict === "open" && (chain === null || state === "open" || state === "warned");
  const board: Blocks = [
    lines.length > 0 && {
      list: lines.map((line) => ({ state: line.state, text: signLineText(line.name) })),
    },
    adviceBelow !== "" && { text: adviceBelow },
    mayBeSent && { text: statusWords.again },
  ];
  const page: Blocks = [
    ...complaints.map((text) => ({ note: "halted" as const, blocks: [{ text }] })),
    {
      sign: {
        state,
        label: boardLabel,
        text: headline(sign),
        isSample: source === "sample",
      },
      blocks: board,
    },
  ];
  return {
    box: {},
    tag: "header" as const,
    blocks: [{ title: title ?? statusTitle(context), as: "page" as const, blocks: page }],
  };
}

interface AdvicePart {
  readonly message: Message;
  readonly code: WarningCode | null;
}

/** Advice that the sign itself says. */
const openIds: readonly MessageId[] = ["chain_open", "network_open"];

/** Warnings that a line of the sign says in short. */
const codesOfLines: readonly WarningCode[] = [
  "halted",
  "sources_disagree",
  "signing_halted",
  "not_checked",
  "halt_scheduled",
];

interface SignTexts {
  /** What the sign says below its lines. */
  readonly adviceBelow: string;
  /** All messages of `adviceBelow`. */
  readonly messagesBelow: readonly Message[];
  /** Advice that the lines shorten. */
  readonly troubles: string;
}

/** Scheduled halts have a list of their own, which also says what they mean. */
export function signTexts({ sign, advice, chains }: NetworkReading): SignTexts {
  const { name, lines = [] } = sign;
  const hasLines = lines.length > 0;
  const hasHaltList = chains.some(({ scheduled }) => scheduled.length > 0);
  const isInHaltList = ({ code }: AdvicePart) => hasHaltList && code === "halt_scheduled";
  const isInLines = ({ code }: AdvicePart) =>
    hasLines && code !== null && codesOfLines.includes(code);
  const textOf = (part: AdvicePart) =>
    (isInHaltList(part) && say(part.message).meaning) || textBelow(signWord(name), part.message);
  const parts = advice.map(
    (part): AdvicePart => ("message" in part ? part : { message: part, code: null }),
  );
  const shown = parts.filter(
    (part) => !openIds.includes(part.message.id) && !(hasLines && isInHaltList(part)),
  );
  const below = shown.filter((part) => !isInLines(part));
  const textBelowLines = below.map(textOf).join(" ");
  const isBarred = lines.some(({ state }) => state === "halted" || state === "unknown");
  return {
    adviceBelow: isBarred ? `${statusWords.barred} ${textBelowLines}` : textBelowLines,
    messagesBelow: below.flatMap(({ message }) => partsOf(message)),
    troubles: shown.filter(isInLines).map(textOf).join(" "),
  };
}
