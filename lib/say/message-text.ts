// A message in words: alone, below a sign, and as advice.
import type { Envelope, Failure } from "../protocol/model/envelope.ts";
import type { Message, MessageParams, Said } from "../protocol/model/messages.ts";
import { messages } from "./messages.en.ts";

export function say({ id, params }: Message): Said {
  if (id === "together") return sayTogether(params as MessageParams<"together">);
  const words = messages[id] as Said | string | ((params: object) => Said | string);
  const said = typeof words === "function" ? words(params) : words;
  return typeof said === "string" ? { fact: said } : said;
}

function sayTogether({ messages: [first, ...others] }: MessageParams<"together">): Said {
  const said = say(first);
  const meanings = [said.meaning, ...others.map(messageText)].filter(Boolean);
  return { ...said, meaning: meanings.join(" ") };
}

/** All of it, as one paragraph. */
export function messageText(message: Message): string {
  const { fact, meaning } = say(message);
  return meaning ? `${fact} ${meaning}` : fact;
}

/** Below a sign, without the words that stand there. */
export function textBelow(sign: string, message: Message): string {
  const { fact, below, meaning } = say(message);
  const start = below?.sign === sign ? below.text : fact;
  return meaning ? `${start} ${meaning}` : start;
}

const paragraphOf = (all: readonly Message[]) => all.map(messageText).join(" ");

export const adviceText = (advice: Envelope["advice"]): string =>
  paragraphOf(advice.map((part) => ("message" in part ? part.message : part)));

export const hintText = ({ hint }: Pick<Failure, "hint">): string => messageText(hint);
