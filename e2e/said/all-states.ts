// Every named state, by subject, and the scenes that are alike.
import type { Alike, Question, States } from "./state.ts";
import { depositScenes, factScenes } from "./states/deposit-scenes.ts";
import { disagreementStates, doubtScenes } from "./states/disagreement.ts";
import { figureScenes } from "./states/figure-scenes.ts";
import { quoteFormScenes, trackFormScenes } from "./states/form-scenes.ts";
import { badgeScenes, boardScenes, chainScenes, signScenes } from "./states/halt-scenes.ts";
import { mayaStates } from "./states/maya.ts";
import { outageStates, unreadScenes } from "./states/outages.ts";
import {
  assetPageScenes,
  quotePageScenes,
  sizeScenes,
  statusPageScenes,
  swapPageScenes,
} from "./states/page-scenes.ts";
import { promptScenes } from "./states/prompt-scenes.ts";
import { inputScenes, refusalPageScenes, refusalScenes } from "./states/quote-refusals.ts";
import { quoteWarningStates } from "./states/quote-warnings.ts";
import { quoteWithheldStates } from "./states/quote-withheld.ts";
import { recordedStates } from "./states/recorded.ts";
import { sampleStates } from "./states/sample.ts";
import { statusStates } from "./states/status.ts";
import { orderStates, swapDoubtScenes } from "./states/swap-doubts.ts";
import { swapWordScenes } from "./states/swap-words.ts";
import { swapStates } from "./states/swaps.ts";
import { withheldScenes } from "./states/withheld-scenes.ts";

export const states: States = {
  ...statusStates,
  ...outageStates,
  ...disagreementStates,
  ...quoteWarningStates,
  ...quoteWithheldStates,
  ...swapStates,
  ...orderStates,
  ...mayaStates,
  ...sampleStates,
  ...recordedStates,
};

export const alike: Readonly<Record<string, Alike>> = {
  "alike-nothing-read": unreadScenes,
  "alike-doubts-of-a-chain": doubtScenes,
  "alike-halts-of-a-chain": chainScenes,
  "alike-signs": signScenes,
  "alike-quotes-withheld": withheldScenes,
  "alike-figures-not-known": figureScenes,
  "alike-badges": badgeScenes,
  "alike-boards": boardScenes,
  "alike-facts-of-documents": factScenes,
  "alike-ways-to-deposit": depositScenes,
  "alike-refusals-of-nodes": refusalScenes,
  "alike-refusals-on-the-page": refusalPageScenes,
  "alike-prompts": promptScenes,
  "alike-questions-refused": inputScenes,
  "alike-doubts-of-a-swap": swapDoubtScenes,
  "alike-words-of-a-swap": swapWordScenes,
  "alike-forms-of-a-quote": quoteFormScenes,
  "alike-forms-of-a-swap": trackFormScenes,
  "alike-pages-of-all-assets": assetPageScenes,
  "alike-pages-of-a-quote": quotePageScenes,
  "alike-pages-of-a-swap": swapPageScenes,
  "alike-pages-of-the-network": statusPageScenes,
  "alike-tables-of-four-sizes": sizeScenes,
};

/** The state in which nothing is wrong: what others say like it is not repeated in their texts. */
export function findBase(name: string, about: Question["about"]): string {
  if (about === "swap") return "deposit-paid-out";
  if (name.startsWith("maya-") && name !== "maya-nothing-is-halted")
    return "maya-nothing-is-halted";
  return about === "quote" ? "quote-that-may-be-sent" : "nothing-is-halted";
}
