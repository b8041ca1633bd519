// What halts, payouts, liquidity and doubts mean, and what to do: each sentence once, everywhere.
// The only upstream text in them are chain codes.

import { plainReason, reasonClause } from "../../say/reason-text.ts";
import type { Failure } from "../model/envelope.ts";
import type { HaltParameter } from "../model/network-status.ts";
import { isSameReason, type Reason } from "../model/reasons.ts";
import {
  type ChainJudgement,
  type Judgement,
  type PayoutEnd,
  questions,
  type ScheduledHalt,
} from "../model/verdicts.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset } from "../values/chains.ts";
import {
  capitalize,
  formatDistance,
  formatDuration,
  formatSpan,
  formatWhen,
} from "../values/figure-text.ts";
import { gasAssetOf, keysOfChain, networkKeys, pausedPoolOf, ragnarokKey } from "./halt-keys.ts";
import { findStop, isFlag, type Stop } from "./halt-names.ts";

const MAX_NAMED_HALTS = 3;
const UNAVAILABLE_RETRY_SECONDS = 15;

export const tradingHalted = (who: string) => `Trading on ${who} is halted.`;
export const payoutsAreHalted = (who?: string) =>
  `payouts${who === undefined ? "" : ` on ${who}`} are halted`;
export const payoutsHalted = (who: string) => `${capitalize(payoutsAreHalted(who))}.`;
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
  const back = mayBeLost
    ? "stops trying. Then the money may not come back"
    : "tries to swap it back, at any price";
  const then = isSwappedBack ? back : "stops trying for good";
  return `About ${formatSpan(afterSeconds)} after a payment is planned, the network ${then}.`;
}

export const payoutsNotChecked = (who: string) =>
  `We could not check whether payouts on ${who} run.`;

function comingHaltsMeaning(
  halts: readonly ScheduledHalt[],
  { chains, assets, preset }: HaltContext,
): string {
  const kinds = halts.map(({ parameter }) => kindOf(findStop(parameter, chains, preset, assets)));
  return [...new Set(kinds)].map((kind) => comingHaltMeanings[kind]).join(" ");
}

const kindOf = ({ stops, verb }: Stop): keyof typeof comingHaltMeanings => {
  if (verb === "is due") return "change";
  if (!stops.includes("signing")) return "swaps";
  return stops.includes("trading") ? "whole" : "payouts";
};

const comingHaltMeanings = {
  change: "Nobody knows what becomes of a swap that is under way then.",
  swaps: "What is not swapped before such a halt waits, is refunded or is rejected.",
  whole: "While a chain stands still, no deposit is seen and nothing is paid out there.",
  payouts: "What is not paid out before payouts halt waits until they run again.",
} as const;

/** "Sources disagree: our two sources are 40 blocks apart." */
function doubtText(reason: Reason): string {
  return `${capitalize(doubtWord(reason))}: ${plainReason(reason)}.`;
}

export function askAgainText(seconds: number): string {
  return `Ask again in ${formatDuration(seconds)}.`;
}

/** `seconds` until the next try, where the answer has a pace of its own. */
export function failureOf(reason: Reason, seconds: number = retrySecondsOf(reason)): Failure {
  const { code } = reason;
  return {
    code,
    reason,
    hint: `Do not send funds. ${askAgainText(seconds)}`,
    retryAfterSeconds: seconds,
  };
}

function retrySecondsOf({ code }: Reason): number {
  return code === "upstream_unavailable" ? UNAVAILABLE_RETRY_SECONDS : PROTOCOL_BLOCK_SECONDS;
}

export function hintText({ reason, hint }: Pick<Failure, "reason" | "hint">): string {
  return reason ? doubtParts(reason, hint).join(" ") : hint;
}

export const doubtParts = (reason: Reason, hint = failureOf(reason).hint) =>
  [doubtText(reason), hint] as const;

/** "Trading on Dogecoin halts in 20 minutes (07:01 UTC)." `context`: what the halts may be about. */
export function scheduledHaltsParts(
  halts: readonly ScheduledHalt[],
  context: HaltContext,
): HaltsParts | null {
  if (halts.length === 0) return null;
  const sentences = scheduledHaltLines(halts, context).map((sentence) => `${sentence}.`);
  return [sentences.join(" "), comingHaltsMeaning(halts, context)];
}

export type HaltsParts = readonly [when: string, meaning: string];

interface HaltContext {
  readonly chains: readonly string[];
  readonly assets?: readonly string[];
  readonly preset: Preset;
  readonly nowMs: number;
}

/** Without full stops. `isShort`: without the time of day. */
export function scheduledHaltLines(
  halts: readonly ScheduledHalt[],
  { chains, assets, preset, nowMs }: HaltContext,
  isShort = false,
): string[] {
  const lines = halts.slice(0, MAX_NAMED_HALTS).map((halt) => {
    const { subject, verb } = findStop(halt.parameter, chains, preset, assets);
    return `${subject} ${verb} ${haltTimeText(halt, nowMs, isShort)}`;
  });
  const unnamedCount = halts.length - MAX_NAMED_HALTS;
  return [
    ...lines,
    ...(unnamedCount > 0
      ? [`${unnamedCount} more ${unnamedCount === 1 ? "is" : "are"} scheduled`]
      : []),
  ];
}

/** "in 20 minutes (07:01 UTC)"; "at block 28140000" where no block time is known. */
export function haltTimeText(
  { height, estimatedTimeMs }: ScheduledHalt,
  nowMs: number,
  isShort = false,
): string {
  const format = isShort ? formatDistance : formatWhen;
  return estimatedTimeMs === null
    ? `at block ${height}`
    : format(Math.max(estimatedTimeMs, nowMs), nowMs);
}

/** Chains in the same state have equal notes but for `chain`. */
export interface ChainNote {
  readonly chain: string;
  readonly state: "halted" | "unknown";
  readonly stops: "sending" | "payouts" | "liquidity";
  readonly what: string;
  readonly haltedBy: readonly string[];
  readonly sentences: readonly string[];
  /** `sentences` in two parts, where nobody should send. */
  readonly parts: readonly [fact: string, meaning: string] | null;
}

export function chainNote(
  chain: ChainJudgement,
  network: Judgement,
  preset: Preset,
): ChainNote | null {
  const candidates = [
    ["sending", chain.trading, "halted"],
    ["payouts", chain.signing, "payouts wait"],
    ["liquidity", chain.liquidity, "liquidity paused"],
  ] as const;
  const [stops, judgement, halted] = candidates.find(([, { verdict }]) => verdict !== "open") ?? [];
  if (stops === undefined) return null;
  const isHalted = judgement.verdict === "halted";
  const subject = stops === "sending" ? "" : `${stops} `;
  const parts = tradingParts(chain, alternativeText(chain, network, preset), preset);
  const sentences = chainSentences(chain, parts?.join(" ") ?? null);
  return {
    chain: chain.chain,
    state: isHalted ? "halted" : "unknown",
    stops,
    what: isHalted ? halted : `${subject}${doubtWord(judgement.reason)}`,
    haltedBy: listHalts(chain),
    sentences,
    parts: parts && [parts[0], [parts[1], ...sentences.slice(1)].join(" ")],
  };
}

export function doubtWord(
  reason: Reason | null,
): "sources disagree" | "not listed" | "not checked" {
  if (reason?.code === "not_listed") return "not listed";
  return reason?.code === "providers_disagree" ? "sources disagree" : "not checked";
}

/** `parameters` adds those that pause new liquidity of the chain's pools. */
export function listHalts(
  chain: ChainJudgement,
  parameters: Readonly<Record<string, HaltParameter>> = {},
): string[] {
  const pools = Object.entries(parameters).flatMap(([name, { inForce }]) =>
    inForce && pausedPoolOf(name)?.startsWith(`${chain.chain}.`) ? [name] : [],
  );
  return [...new Set([...questions.flatMap((question) => chain[question].haltedBy), ...pools])];
}

function chainSentences(chain: ChainJudgement, tradingText: string | null): string[] {
  const { trading, signing, liquidity } = chain;
  const isHalted = trading.verdict === "halted";
  const sentences = [
    tradingText,
    ...(isHalted
      ? []
      : [signingText(signing, trading), liquidityText(liquidity, [trading, signing])]),
  ];
  const distinct = [...new Set(sentences.filter((sentence) => sentence !== null))];
  const repeated = questions
    .map((question) => chain[question])
    .find(({ verdict, reason }) => verdict === "halted" && reason);
  if (!repeated?.reason) return distinct;
  const doubts = (isHalted ? [] : [trading, signing, liquidity]).flatMap(({ verdict, reason }) =>
    verdict === "unknown" ? withCauses(reason) : [],
  );
  return [...distinct, repeatedText(repeated.reason, doubts)];
}

const withCauses = (reason: Reason): Reason[] => [
  reason,
  ...(reason.cause ? withCauses(reason.cause) : []),
];

function repeatedText(reason: Reason, doubts: readonly Reason[]): string {
  const { cause } = reason;
  const [when, why] = cause ? [reasonClause(reason), cause] : ["halted when last read", reason];
  const isRepeated = doubts.some((doubt) => isSameReason(doubt, why));
  return `${capitalize(when)}. We cannot check right now.${isRepeated ? "" : ` ${capitalize(plainReason(why))}.`}`;
}

/** Suggests another chain only where one may be open. */
function alternativeText(
  { chain, trading }: ChainJudgement,
  network: Judgement,
  preset: Preset,
): string {
  if (isForGood(trading.haltedBy, chain, preset)) {
    return `Trading there has ended for good.${network.verdict === "open" ? " Use another chain." : ""}`;
  }
  return alternatives[network.verdict];
}

export function isForGood(haltedBy: readonly string[], chain: string, preset: Preset): boolean {
  return haltedBy.includes(ragnarokKey(gasAssetOf(preset, chain)).name);
}

const alternatives: Readonly<Record<Judgement["verdict"], string>> = {
  open: "Wait, or use another chain.",
  halted: "Wait until trading runs again.",
  unknown: "Wait. We could not check whether another chain is open.",
};

function tradingParts(
  chain: ChainJudgement,
  alternative: string,
  preset: Preset,
): readonly [string, string] | null {
  const { trading } = chain;
  if (trading.verdict === "open") return null;
  if (trading.verdict === "unknown") return uncheckedParts(trading.reason);
  return ["Do not send.", haltMeaning(chain, alternative, preset)];
}

function haltMeaning(
  { chain, trading, signing }: ChainJudgement,
  alternative: string,
  preset: Preset,
): string {
  const isNative = chain === preset.nativeChain;
  // MAYAChain's `handler_deposit.go` checks this key by its name.
  if (
    isNative &&
    (preset.haltedDeposit === "rejected" || trading.haltedBy.includes(`HALT${chain}CHAIN`))
  ) {
    return `The network rejects a deposit sent now. The amount stays with the sender, who pays only the network fee. ${alternative}`;
  }
  if (!isNative && isStandstill(trading.haltedBy, chain)) {
    return `The network does not watch this chain now. It sees no deposit and pays nothing out there until the halt ends. ${alternative}`;
  }
  // THORNode and mayanode, `helpers.go` (refundTx): nothing is refunded from an empty pool.
  if (isForGood(trading.haltedBy, chain, preset)) {
    return `A deposit sent now is not swapped. Once the pool is empty, it is not refunded either. ${alternative}`;
  }
  if (mayStandStill(trading.haltedBy, chain)) {
    return `How far the halt goes is not known. A deposit sent now may be refunded, or not be seen until the chain runs again. ${alternative}`;
  }
  const dropped =
    preset.dustPayout === "dropped"
      ? " If less than the dust threshold would be left, nothing comes back."
      : "";
  const refund = `A deposit sent now is refunded, and the refund costs the outbound fee.${dropped}`;
  if (signing.verdict === "halted")
    return `${refund} The refund waits until payouts run again. ${alternative}`;
  if (signing.verdict === "unknown")
    return `${refund} We could not check whether the refund is paid out now. ${alternative}`;
  return `${refund} ${alternative}`;
}

function signingText(signing: Judgement, trading: Judgement): string | null {
  if (signing.verdict === "open") return null;
  if (signing.verdict === "unknown") return uncheckedText(signing.reason);
  const waits = "Payouts and refunds on this chain wait.";
  return trading.verdict === "open" ? `${waits} Send only if you can wait.` : waits;
}

function liquidityText(liquidity: Judgement, others: readonly Judgement[]): string | null {
  if (liquidity.verdict === "open") return null;
  if (liquidity.verdict === "unknown") return uncheckedText(liquidity.reason);
  const paused = "Nobody can add or withdraw liquidity now.";
  return others.every((judgement) => judgement.verdict === "open")
    ? `${paused} Swaps and payouts go on.`
    : paused;
}

/** The caller drops repeated sentences, so questions with one reason have one sentence. */
const uncheckedText = (reason: Reason) => uncheckedParts(reason).join(" ");

/** Only a new release of the protocol adds a chain. */
const uncheckedParts = (reason: Reason) =>
  reason.code === "not_listed" ? doubtParts(reason, "Do not send there.") : doubtParts(reason);

export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Deposits are then not seen, so they are not refunded either. */
function isStandstill(haltedBy: readonly string[], chain: string): boolean {
  const keys = [...networkKeys.whole, ...keysOfChain(chain).whole].map((key) => key.name);
  return haltedBy.some((name) => keys.includes(name));
}

/**
 * No known parameter is in force, or the chain's flag is set without the parameter that sets it.
 * Flags alone do not tell the two kinds of halt apart.
 */
function mayStandStill(haltedBy: readonly string[], chain: string): boolean {
  const isNamed = haltedBy.some((name) => !isFlag(name));
  return (
    !isNamed ||
    (haltedBy.includes("chain_trading_paused") &&
      !haltedBy.includes(keysOfChain(chain).trading.name))
  );
}
