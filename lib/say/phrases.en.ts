// Parts of sentences that several messages share, in English.
import type { ChainNames, NamedHalt } from "../protocol/model/messages.ts";
import type { Doubt } from "../protocol/model/reasons.ts";
import type { PayoutEnd } from "../protocol/model/verdicts.ts";
import {
  capitalize,
  formatDistance,
  formatDuration,
  formatSpan,
  formatWhen,
} from "./figures.en.ts";

const MAX_NAMED = 6;

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "Litecoin, Dogecoin and 5 more". */
export function shortList(names: readonly string[]): string {
  const unnamedCount = names.length - MAX_NAMED;
  return joinWords(
    unnamedCount > 0 ? [...names.slice(0, MAX_NAMED), `${unnamedCount} more`] : names,
  );
}

/** "every chain", "Litecoin and Dogecoin". */
export const chainList = (chains: ChainNames) =>
  chains === "every" ? "every chain" : shortList(chains);

export const doubtWords: Readonly<Record<Doubt, string>> = {
  sources_disagree: "sources disagree",
  not_listed: "not listed",
  not_checked: "not checked",
};

export const notToSendText = "Do not send funds based on this answer.";
export const candidatesText = (names: readonly string[]) => `Candidates: ${JSON.stringify(names)}.`;
export const askAgainText = (seconds: number) => `Ask again in ${formatDuration(seconds)}.`;

/** "in 20 minutes (07:01 UTC)"; "at block 28140000" where no block time is known. */
export function haltTimeText(
  { height, timeMs }: Pick<NamedHalt, "height" | "timeMs">,
  nowMs: number,
): string {
  return timeMs === null ? `at block ${height}` : formatWhen(Math.max(timeMs, nowMs), nowMs);
}

/** Without the time of day: "in 20 minutes". */
export function shortHaltTimeText(
  { height, timeMs }: Pick<NamedHalt, "height" | "timeMs">,
  nowMs: number,
): string {
  return timeMs === null ? `at block ${height}` : formatDistance(Math.max(timeMs, nowMs), nowMs);
}

export const payoutsAreHalted = (who?: string) =>
  `payouts${who === undefined ? "" : ` on ${who}`} are halted`;
export const payoutsHalted = (who: string) => `${capitalize(payoutsAreHalted(who))}.`;
export const payoutsNotChecked = (who: string) =>
  `We could not check whether payouts on ${who} run.`;

export function payoutWaits(waits: string, end: PayoutEnd, mayBeLost = false): string {
  if (end.afterSeconds === "unknown")
    return `${waits}. We could not check for how long the network tries.`;
  return end.afterSeconds === "never"
    ? `${waits} with no end date.`
    : `${waits}. ${payoutEnds(end, mayBeLost)}`;
}

/**
 * `mayBeLost`: a refund that was no swap goes to the treasury, and nothing is swapped back where an
 * affiliate was paid.
 */
export function payoutEnds(
  { afterSeconds, isSwappedBack }: PayoutEnd,
  mayBeLost: boolean,
): string | null {
  if (typeof afterSeconds !== "number") return null;
  const swapBack = mayBeLost
    ? "stops trying. Then the money may not come back"
    : "tries to swap it back, at any price";
  const ending = isSwappedBack ? swapBack : "stops trying for good";
  return `About ${formatSpan(afterSeconds)} after a payment is planned, the network ${ending}.`;
}

const MAX_NAMED_ASSETS = 3;

const predicates = {
  available: ["is available", "are available"],
  liquidity: ["takes new liquidity", "take new liquidity"],
};

export function disagreementText(
  assets: readonly string[],
  what: keyof typeof predicates | "list" = "list",
): string {
  const unnamedCount = assets.length - MAX_NAMED_ASSETS;
  const names = assets.slice(0, MAX_NAMED_ASSETS).join(", ");
  const more = unnamedCount > 0 ? ` and ${unnamedCount} more` : "";
  const isMany = assets.length > 1;
  const pools = isMany ? "these pools" : "this pool";
  const missing =
    what === "list" ? `list ${pools}` : `say that ${pools} ${predicates[what][isMany ? 1 : 0]}`;
  return `Our sources disagree about ${names}${more}: not all of them ${missing}.`;
}
