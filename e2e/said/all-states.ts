// Every named state, by subject, and the scenes that are alike.
import type { Alike, Question, States } from "./state.ts";
import { networkScenes, networkStates } from "./states/network.ts";
import { otherStates } from "./states/others.ts";
import { questionScenes } from "./states/questions.ts";
import { quoteScenes, quoteStates } from "./states/quotes.ts";
import { swapScenes, swapStates } from "./states/swaps.ts";

export const states: States = { ...networkStates, ...quoteStates, ...swapStates, ...otherStates };

export const alike: Readonly<Record<string, Alike>> = {
  ...networkScenes,
  ...quoteScenes,
  ...questionScenes,
  ...swapScenes,
};

/** The state in which nothing is wrong: what others say like it is not repeated in their texts. */
export function findBase(name: string, about: Question["about"]): string {
  if (about === "swap") return "deposit-paid-out";
  if (name.startsWith("maya-") && name !== "maya-nothing-is-halted")
    return "maya-nothing-is-halted";
  return about === "quote" ? "quote-that-may-be-sent" : "nothing-is-halted";
}
