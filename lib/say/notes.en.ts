// English texts on what is wrong with a chain. Each has a short form and one in sentences.
import type { ChainNote } from "../protocol/model/network-status.ts";
import { capitalize } from "./figures.en.ts";
import { messageText, textBelow } from "./message-text.ts";
import { doubtWords } from "./phrases.en.ts";

const haltWords: Readonly<Record<ChainNote["stops"], string>> = {
  sending: "halted",
  payouts: "payouts wait",
  liquidity: "liquidity paused",
};

export function noteWord({ stops, doubt }: Pick<ChainNote, "stops" | "doubt">): string {
  if (doubt === null) return haltWords[stops];
  return `${stops === "sending" ? "" : `${stops} `}${doubtWords[doubt]}`;
}

export const noteText = (note: ChainNote) =>
  `${capitalize(noteWord(note))}. ${noteTextBelow(note)}`;

export function noteTextBelow(note: ChainNote): string {
  const [firstMessage, ...otherMessages] = note.messages;
  return [
    textBelow(capitalize(noteWord(note)), firstMessage),
    ...otherMessages.map(messageText),
  ].join(" ");
}
