// The sign of the network or of one chain, and the advice below it.

import type { WarningCode } from "../../protocol/model/envelope.ts";
import type { MessageId } from "../../protocol/model/messages.ts";
import type { NetworkReading } from "../../protocol/model/network-status.ts";
import type { Blocks } from "../../render/blocks.ts";
import { boardLabel } from "../../say/board.en.ts";
import { partsOf, say, textBelow } from "../../say/message-text.ts";
import { headline, signLineText, signWord } from "../../say/signs.en.ts";
import { chainStatusTitle, statusWords } from "../../say/status.en.ts";
import type { AnswerContext } from "../answer-context.ts";
import { chainSignShape, type SignShape, signShapes } from "../sign-shape.ts";

/** `chain`: the only chain of the reading. `complaints`: about the query of a page. */
export interface StatusContext extends AnswerContext {
  readonly chain: string | null;
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
  const { chain, complaints } = context;
  const state = signShapeOf(reading, context);
  const { adviceBelow } = signTexts(reading);
  const mayBeSent =
    trading.verdict === "open" && (chain === null || state === "open" || state === "warned");
  const board: Blocks = [
    (sign.lines ?? []).length > 0 && {
      list: (sign.lines ?? []).map((line) => ({
        state: line.state,
        text: signLineText(line.name),
      })),
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

/** The sign says the same. */
const openIds: readonly MessageId[] = ["chain_open", "network_open"];

/** A line of the sign says the same in short. */
const codesOfLines: readonly WarningCode[] = [
  "halted",
  "sources_disagree",
  "signing_halted",
  "not_checked",
  "halt_scheduled",
];

/**
 * `adviceBelow`: what the sign says below its lines, which is all of `messagesBelow`.
 * `troubles`: advice that the lines shorten.
 * Scheduled halts have a list of their own, which also says what they mean.
 */
export function signTexts({ sign, advice, chains }: NetworkReading) {
  const { name, lines = [] } = sign;
  const isListed = chains.some(({ scheduled }) => scheduled.length > 0);
  const parts = advice.map((part) => ("message" in part ? part : { message: part, code: null }));
  const isInList = ({ code }: (typeof parts)[number]) => isListed && code === "halt_scheduled";
  const isLined = ({ code }: (typeof parts)[number]) =>
    lines.length > 0 && code !== null && codesOfLines.includes(code);
  const shown = parts.filter(
    (part) => !openIds.includes(part.message.id) && !(lines.length > 0 && isInList(part)),
  );
  const textOf = (part: (typeof parts)[number]) =>
    (isInList(part) && say(part.message).meaning) || textBelow(signWord(name), part.message);
  const below = shown.filter((part) => !isLined(part));
  const others = below.map(textOf).join(" ");
  const isBarred = lines.some(({ state }) => state === "halted" || state === "unknown");
  return {
    adviceBelow: isBarred ? `${statusWords.barred} ${others}` : others,
    messagesBelow: below.flatMap(({ message }) => partsOf(message)),
    troubles: shown.filter(isLined).map(textOf).join(" "),
  };
}
