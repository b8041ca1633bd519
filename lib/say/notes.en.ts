// What is wrong with a chain, in English: a few words, then sentences.
import type { ChainNote } from "../protocol/model/network-status.ts";
import { capitalize } from "./figures.en.ts";
import { messageText, textBelow } from "./message-text.ts";
import { doubtWords } from "./phrases.en.ts";

const haltWords: Readonly<Record<ChainNote["stops"], string>> = {
  sending: "halted",
  payouts: "payouts wait",
  liquidity: "liquidity paused",
};

/** "payouts not checked". */
export function noteWord({ stops, doubt }: Pick<ChainNote, "stops" | "doubt">): string {
  if (doubt === null) return haltWords[stops];
  return `${stops === "sending" ? "" : `${stops} `}${doubtWords[doubt]}`;
}

/** "Payouts not checked. Payouts and refunds …" */
export const noteText = (note: ChainNote) =>
  [`${capitalize(noteWord(note))}.`, ...note.messages.map(messageText)].join(" ");

/** Below a title that has the word. */
export function noteTextBelow(note: ChainNote): string {
  const [first, ...others] = note.messages;
  return [textBelow(capitalize(noteWord(note)), first), ...others.map(messageText)].join(" ");
}
