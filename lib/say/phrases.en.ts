// English phrases that several texts share.
import type { ChainNames, NamedHalt } from "../protocol/model/messages.ts";
import type { Doubt } from "../protocol/model/reasons.ts";
import type { PayoutEnd } from "../protocol/model/verdicts.ts";
import {
  capitalize,
  formatDistance,
  formatDuration,
  formatRoughSpan,
  formatWhen,
} from "./figures.en.ts";

const MAX_LISTED_NAMES = 6;

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function shortList(names: readonly string[]): string {
  const unnamedCount = names.length - MAX_LISTED_NAMES;
  return joinWords(
    unnamedCount > 0 ? [...names.slice(0, MAX_LISTED_NAMES), `${unnamedCount} more`] : names,
  );
}

export const chainList = (chains: ChainNames) =>
  chains === "every" ? "every chain" : shortList(chains);

export const doubtWords: Readonly<Record<Doubt, string>> = {
  sources_disagree: "sources disagree",
  not_listed: "not listed",
  not_checked: "not checked",
};

export const doNotSendText = "Do not send.";
export const notToSendText = "Do not send funds based on this answer.";
export const candidatesText = (names: readonly string[], moreCount: number) =>
  `Candidates: ${JSON.stringify(names)}${moreCount === 0 ? "" : ` and ${moreCount} more`}.`;
export const askAgainText = (seconds: number) => `Ask again in ${formatDuration(seconds)}.`;

/** When a halt starts: "in 20 minutes (07:01 UTC)", or "at block 28140000" if no time is known. */
export function haltTimeText(
  { height, timeMs }: Pick<NamedHalt, "height" | "timeMs">,
  nowMs: number,
): string {
  return timeMs === null ? `at block ${height}` : formatWhen(Math.max(timeMs, nowMs), nowMs);
}

/** `haltTimeText` without the time of day: "in 20 minutes". */
export function shortHaltTimeText(
  { height, timeMs }: Pick<NamedHalt, "height" | "timeMs">,
  nowMs: number,
): string {
  return timeMs === null ? `at block ${height}` : formatDistance(Math.max(timeMs, nowMs), nowMs);
}

export const payoutsAreHalted = (chainText?: string) =>
  `payouts${chainText === undefined ? "" : ` on ${chainText}`} are halted`;
export const payoutsHalted = (chainText: string) => `${capitalize(payoutsAreHalted(chainText))}.`;
export const payoutsNotChecked = (chainText: string) =>
  `We could not check whether payouts on ${chainText} run.`;

/** Which payments may be lost in the end. */
type MayBeLost = boolean | "refunds";

export function payoutWaits(
  sentenceStart: string,
  payoutEnd: PayoutEnd,
  mayBeLost: MayBeLost = false,
): string {
  if (payoutEnd.afterSeconds === "unknown")
    return `${sentenceStart}. We could not check for how long the network tries.`;
  return payoutEnd.afterSeconds === "never"
    ? `${sentenceStart} with no end date.`
    : `${sentenceStart} until they run again. ${payoutEndText(payoutEnd, mayBeLost)}`;
}

/**
 * Says when the network stops trying to pay. Null if "never" or not known. `mayBeLost`: perhaps
 * nothing is swapped back. Refunds of deposits that were no swap go to the treasury, and after a
 * payment to an affiliate the rest is not swapped back.
 */
export function payoutEndText(
  { afterSeconds, isSwappedBack }: PayoutEnd,
  mayBeLost: MayBeLost,
): string | null {
  if (typeof afterSeconds !== "number") return null;
  const endingText = isSwappedBack ? swapBackTexts[`${mayBeLost}`] : "stops trying for good";
  return `About ${formatRoughSpan(afterSeconds)} after a payment is planned, the network ${endingText}.`;
}

const swapBackTexts: Readonly<Record<`${MayBeLost}`, string>> = {
  true: "stops trying. Then the money may not come back",
  false: "tries to swap it back, perhaps for less",
  refunds: "tries to swap a payout back, perhaps for less. A refund may not come back then",
};

const MAX_LISTED_ASSETS = 3;

const poolPredicates = {
  available: ["is available", "are available"],
  liquidity: ["takes new liquidity", "take new liquidity"],
};

export function disagreementText(
  assets: readonly string[],
  topic: keyof typeof poolPredicates | "list" = "list",
): string {
  const unnamedCount = assets.length - MAX_LISTED_ASSETS;
  const namesText = assets.slice(0, MAX_LISTED_ASSETS).join(", ");
  const moreText = unnamedCount > 0 ? ` and ${unnamedCount} more` : "";
  const isPlural = assets.length > 1;
  const poolsText = isPlural ? "these pools" : "this pool";
  const missingText =
    topic === "list"
      ? `list ${poolsText}`
      : `say that ${poolsText} ${poolPredicates[topic][isPlural ? 1 : 0]}`;
  return `Our sources disagree about ${namesText}${moreText}: not all of them ${missingText}.`;
}
