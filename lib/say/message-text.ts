// Turns a message into text: alone, below a headline, and as advice.

import type { Envelope, Failure } from "../protocol/model/envelope.ts";
import type { Message, MessageParams, Wording } from "../protocol/model/messages.ts";
import { wordsFor } from "../protocol/values/word-rows.ts";
import { messages } from "./messages.en.ts";

export function say({ id, params }: Message): Wording {
  if (id === "together") return sayTogether(params as MessageParams<"together">);
  const wording = wordsFor<Wording | string>(messages[id], params);
  return typeof wording === "string" ? { fact: wording } : wording;
}

function sayTogether({
  messages: [firstMessage, ...otherMessages],
}: MessageParams<"together">): Wording {
  const firstWording = say(firstMessage);
  const meaningTexts = [firstWording.meaning, ...otherMessages.map(messageText)].filter(Boolean);
  return { ...firstWording, meaning: meaningTexts.join(" ") };
}

export const partsOf = (message: Message): readonly Message[] =>
  message.id === "together" ? (message.params as MessageParams<"together">).messages : [message];

export function messageText(message: Message): string {
  const { fact, meaning } = say(message);
  return meaning ? `${fact} ${meaning}` : fact;
}

/**
 * The text of a message for the place below a headline. If the message has a shorter text for a
 * headline that contains `signWord`, that text replaces the first sentence.
 */
export function textBelow(signWord: string, message: Message): string {
  const { fact, below, meaning } = say(message);
  const startText = below?.sign === signWord ? below.text : fact;
  return meaning ? `${startText} ${meaning}` : startText;
}

const adviceTexts = (advice: Envelope["advice"]): string[] =>
  advice.map((advicePart) =>
    messageText("message" in advicePart ? advicePart.message : advicePart),
  );

export const adviceText = (advice: Envelope["advice"]): string => adviceTexts(advice).join(" ");

/** Texts of the advice and the warnings. A warning that is also in the advice appears once. */
export const adviceAndWarnings = ({ advice, warnings }: Envelope): string[] =>
  adviceTexts([...new Set([...advice, ...warnings])]);

export const hintText = ({ hint }: Pick<Failure, "hint">): string => messageText(hint);
