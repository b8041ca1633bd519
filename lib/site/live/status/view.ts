// /status as plain data. A fact that was not read is shown as such, never left out.

import { listNameFaults } from "../../../mcp/tools/arguments.ts";
import type { Money, Warning, WarningCode } from "../../../protocol/model/envelope.ts";
import type { MessageId } from "../../../protocol/model/messages.ts";
import type {
  ChainNote,
  ChainReading,
  NetworkReading,
  ProviderReading,
} from "../../../protocol/model/network-status.ts";
import { doubtOf, isSameReason, type Reason } from "../../../protocol/model/reasons.ts";
import { isChange } from "../../../protocol/model/stops.ts";
import type {
  ChainJudgement,
  Clock,
  Judgement,
  Question,
  ScheduledHalt,
} from "../../../protocol/model/verdicts.ts";
import { chainNote } from "../../../protocol/safety/chain-note.ts";
import { FRESH_MS, toSeconds } from "../../../protocol/safety/freshness.ts";
import { pausedPoolOf } from "../../../protocol/safety/halt-keys.ts";
import { isHaltSoon } from "../../../protocol/safety/halt-parameters.ts";
import { isHaltTooSoon } from "../../../protocol/safety/send-before.ts";
import { findStop } from "../../../protocol/safety/stops.ts";
import { assetName } from "../../../protocol/values/assets.ts";
import {
  chainName,
  PROTOCOL_BLOCK_SECONDS,
  type Preset,
  shortChainName,
} from "../../../protocol/values/chains.ts";
import {
  formatAmount,
  formatDollars,
  formatDuration,
  formatInstant,
  formatWhen,
  NOT_KNOWN,
  toIsoTime,
} from "../../../protocol/values/figure-text.ts";
import { rateText } from "../../../say/deposits.en.ts";
import { messageText, say, textBelow } from "../../../say/message-text.ts";
import { comingHaltText } from "../../../say/messages.en.ts";
import { noteTextBelow, noteWord } from "../../../say/notes.en.ts";
import { doubtWords, joinWords, shortHaltTimeText } from "../../../say/phrases.en.ts";
import { plainReason } from "../../../say/reason-text.ts";
import { headline, signLineText, signWord } from "../../../say/signs.en.ts";
import { chainSignShape, signShapes } from "../sign-shape.ts";
import { groupBy } from "./groups.ts";
import { haltStarts } from "./halts-in-force.ts";

const MOST_EXCEPTED = 2;

export type StatusView = ReturnType<typeof statusView>;

/** `chain`: the only chain of the reading. `unknownArguments`: complaints about the query. */
export function statusView(
  reading: NetworkReading,
  preset: Preset,
  readMs: number,
  unknownArguments: readonly string[] = [],
  chain: string | null = null,
) {
  const { clock, sign, chains } = reading;
  const observedMs = clock.blockTimeMs ?? readMs;
  const isOpen = reading.trading.verdict === "open";
  const scheduled = scheduledHalts(chains, preset).map(({ name, halt }) =>
    comingHaltText({ ...timed(halt), stop: name }, readMs),
  );
  const shape = chain === null ? signShapes[sign.state] : chainSignShape(sign.state);
  const texts = signTexts(reading, scheduled.length > 0);
  const ofHalts = reading.warnings.find(isOfHalts);
  const meaning = ofHalts && say(ofHalts.message).meaning;
  return {
    sample: reading.source === "sample",
    title: chain === null ? "Network status" : `${chainName(chain, preset)} status`,
    chain,
    unknownArguments,
    sign: { text: headline(sign), shape },
    ...texts,
    /** Null where nothing is to be sent anyway. */
    again:
      isOpen && (chain === null || shape === "open" || shape === "warned")
        ? "Look here again right before you send."
        : null,
    block: blockView(clock),
    clockReason:
      clock.reason && !isReasonTold(reading, clock.reason) ? plainReason(clock.reason) : null,
    readAt: formatInstant(readMs),
    day: toIsoTime(readMs)?.slice(0, 10) ?? "",
    sources: sourcesText(reading),
    chains: chains.map((one) => toChainRow(one, reading, preset, readMs)),
    // On one chain's page, the sign already says all of its note.
    notes: listNotes(reading, preset).filter(
      ({ text }) => chain === null || !texts.told.includes(text),
    ),
    scheduled,
    haltStarts: haltStarts(reading, preset, readMs),
    scheduledMeans: `${meaning && sign.lines ? `${meaning} ` : ""}Times are estimates. A ${preset.protocol} block takes about ${formatDuration(PROTOCOL_BLOCK_SECONDS)}.`,
    unusableNodes: countUnusableNodes(reading.providers),
    /** Epoch milliseconds. What says not to send ages from its reading, not from the block. */
    aging: { observedMs, agesFromMs: isOpen ? observedMs : readMs, readMs, freshMs: FRESH_MS },
  };
}

/** /status and /assets take no arguments: the answer must not seem to be about one. */
export function unknownArguments(query: URLSearchParams, shown = "every chain"): readonly string[] {
  return listNameFaults(query, []).map(({ text }) => `${text} This page shows ${shown}.`);
}

/** A failed reading's advice says why, except where trading was halted before. */
const isReasonTold = ({ failure, trading }: NetworkReading, reason: Reason) =>
  isSameReason(failure?.reason ?? null, reason) && trading.verdict !== "halted";

const lined: readonly WarningCode[] = [
  "halted",
  "sources_disagree",
  "signing_halted",
  "not_checked",
  "halt_scheduled",
];
const isOfHalts = ({ code }: Warning) => code === "halt_scheduled";
const BARRED = "Do not swap from or to what is halted or not checked.";

/**
 * `told`: what the sign says below its lines. `troubles`: advice that the lines shorten.
 * `isListed`: scheduled halts have their own list, which also says what they mean.
 */
function signTexts({ sign, advice }: NetworkReading, isListed: boolean) {
  const { name, lines = [] } = sign;
  const parts = advice.map((part) => ("message" in part ? part : { message: part, code: null }));
  const isTold = ({ code }: (typeof parts)[number]) => isListed && code === "halt_scheduled";
  const isSaid = ({ message }: (typeof parts)[number]) => openIds.includes(message.id);
  const isLined = ({ code }: (typeof parts)[number]) =>
    lines.length > 0 && code !== null && lined.includes(code);
  const shown = parts.filter((part) => !isSaid(part) && !(lines.length > 0 && isTold(part)));
  const textOf = (part: (typeof parts)[number]) =>
    (isTold(part) && say(part.message).meaning) || textBelow(signWord(name), part.message);
  const others = shown
    .filter((part) => !isLined(part))
    .map(textOf)
    .join(" ");
  const isBarred = lines.some(({ state }) => state === "halted" || state === "unknown");
  return {
    lines: lines.map((line) => ({ state: line.state, text: signLineText(line.name) })),
    told: isBarred ? `${BARRED} ${others}` : others,
    troubles: shown.filter(isLined).map(textOf).join(" "),
  };
}

/** The sign says the same. */
const openIds: readonly MessageId[] = ["chain_open", "network_open"];

/** As messages have it. */
const timed = ({ height, estimatedTimeMs: timeMs }: ScheduledHalt) => ({ height, timeMs });

function blockView({ height, blockTimeMs, ageMs }: Clock) {
  if (height === null || blockTimeMs === null || ageMs === null) return null;
  const when = formatWhen(blockTimeMs, blockTimeMs + 1000 * Math.max(0, toSeconds(ageMs)));
  return { height: String(height), when };
}

/** Pools that take no liquidity: certain ones, then those that one source alone reports. */
function listPausedPools(
  { chain }: ChainReading,
  { haltParameters, disputedPauses }: NetworkReading,
  preset: Preset,
) {
  const inForce = Object.entries(haltParameters).filter(([, parameter]) => parameter.inForce);
  const paused = inForce.flatMap(([name]) => pausedPoolOf(name) ?? []);
  const named = (assets: readonly string[]) =>
    assets
      .filter((asset) => asset.startsWith(`${chain}.`))
      .map((asset) => assetName(asset, preset));
  return [named(paused), named(disputedPauses ?? [])] as const;
}

function toChainRow(chain: ChainReading, reading: NetworkReading, preset: Preset, readMs: number) {
  return {
    chain: chain.chain,
    /** The network may list a chain that we do not know yet. */
    hasPage: preset.chains.some(({ code }) => code === chain.chain),
    name: chainName(chain.chain, preset),
    answers: chainAnswers(chain, preset, readMs, ...listPausedPools(chain, reading, preset)),
    outboundFee: moneyText(chain.outboundFee),
    dustThreshold: chain.native ? "none" : dustText(chain),
    gasRate: gasRateText(chain),
    blockTime: chain.blockSeconds === null ? NOT_KNOWN : formatDuration(chain.blockSeconds),
  };
}

/** "0.00001103 BTC ($0.93)", for a cost. */
export function moneyText(money: Money | null): string {
  if (money === null) return NOT_KNOWN;
  return `${formatAmount(money, undefined, { bound: "least" })} (${money.usd === null ? "price not known" : formatDollars(money.usd)})`;
}

function dustText({ dustThreshold: base, gasAsset: asset }: ChainReading): string {
  return formatAmount(base === null || asset === null ? null : { base, asset }, undefined, {
    bound: "least",
  });
}

function gasRateText({ native, ...rate }: ChainReading): string {
  if (native) return "a flat fee";
  return rateText(rate) ?? NOT_KNOWN;
}

const chainRank = ({ stops, state }: ChainNote) =>
  2 * ["sending", "payouts", "liquidity"].indexOf(stops) + (state === "halted" ? 0 : 1);

function listNotes(reading: NetworkReading, preset: Preset) {
  const notes = reading.chains
    .map((chain) => chainNote(chain, reading.trading, preset))
    .filter((note) => note !== null);
  const alike = groupBy(notes, ({ state, stops, doubt, messages }) =>
    JSON.stringify([state, stops, doubt, messages]),
  );
  return [...alike.values()]
    .sort(([a], [b]) => chainRank(a) - chainRank(b))
    .map((group) => toNote(group, reading, preset));
}

function toNote(
  group: readonly [ChainNote, ...ChainNote[]],
  { chains }: NetworkReading,
  preset: Preset,
) {
  const [first] = group;
  const who = groupName(group, chains, preset);
  // `warned`: sending still works, but payouts wait or liquidity is paused.
  const state: ChainNote["state"] | "warned" =
    first.state === "halted" && first.stops !== "sending" ? "warned" : first.state;
  return {
    state,
    title: `${who}: ${noteWord(first)}`,
    text: noteTextBelow(first),
  };
}

/** "Litecoin and Dogecoin", or the shorter "Every chain except Cosmos Hub". */
function groupName(
  group: readonly ChainNote[],
  chains: readonly ChainReading[],
  preset: Preset,
): string {
  const nameAll = (all: readonly { readonly chain: string }[]) =>
    joinWords(all.map(({ chain }) => shortChainName(chain, preset)));
  const others = chains.filter(({ chain }) => group.every((note) => note.chain !== chain));
  if (group.length > 1 && others.length === 0) return "Every chain";
  return others.length <= MOST_EXCEPTED && group.length > others.length + 1
    ? `Every chain except ${nameAll(others)}`
    : nameAll(group);
}

/** Each parameter once, soonest first, with the chains that it halts. */
export function scheduledHalts(chains: readonly ChainReading[], preset: Preset) {
  const halts = new Map(
    chains.flatMap(({ scheduled }) => scheduled.map((halt) => [halt.parameter, halt] as const)),
  );
  return [...halts.values()]
    .sort((a, b) => a.height - b.height)
    .map((halt) => {
      const halted = chains.filter(({ scheduled }) =>
        scheduled.some(({ parameter }) => parameter === halt.parameter),
      );
      const codes = halted.map(({ chain }) => chain);
      return { ...findStop(halt.parameter, codes, preset), halt, chains: codes };
    });
}

function countUnusableNodes(providers: readonly ProviderReading[]): number | null {
  const nodes = providers.filter(({ kind }) => kind === "node");
  return nodes.length > 0 && nodes.every(({ ok }) => !ok) ? nodes.length : null;
}

function sourcesText({ providers, warnings }: NetworkReading): string {
  const told = warnings
    .filter(({ code }) => code === "one_source" || code === "outvoted")
    .map(({ message }) => messageText(message));
  return [sourceCounts(providers), ...told].join(" ");
}

function sourceCounts(providers: readonly ProviderReading[]): string {
  const count = (kind: ProviderReading["kind"]) => {
    const all = providers.filter((provider) => provider.kind === kind);
    return `${all.filter((provider) => provider.ok).length} of ${all.length} ${kind}${all.length === 1 ? "" : "s"}`;
  };
  return providers.length === 0
    ? "No source was read."
    : `Read from ${count("node")} and ${count("indexer")}.`;
}

export interface AnswerCell {
  readonly state: "open" | "halted" | "warned" | "unknown" | "scheduled";
  /** "no, halted". */
  readonly word: string;
  readonly detail: string;
}

const said = (state: AnswerCell["state"], start: "yes" | "no", detail: string): AnswerCell => ({
  state,
  word: `${start}, ${detail}`,
  detail,
});
const neither = (state: AnswerCell["state"], word: string): AnswerCell => ({
  state,
  word,
  detail: word,
});
export const notChecked = neither("unknown", doubtWords[doubtOf(null)]);

export const asked = ["Can I send?", "Can I receive?", "Can I add liquidity?"] as const;

/**
 * A halt scheduled before a swap can be done is a no. `pausedPools`: asset names of paused pools.
 * `disputedPools`: pools that only one source reports as paused.
 */
export function chainAnswers(
  chain: ChainJudgement,
  preset: Preset,
  nowMs: number,
  pausedPools: readonly string[] = [],
  disputedPools: readonly string[] = [],
): readonly [send: AnswerCell, receive: AnswerCell, liquidity: AnswerCell] {
  const { trading, deposits, signing, liquidity } = chain;
  const soonestOf = (about: readonly Question[]) =>
    chain.scheduled
      .filter(({ parameter }) =>
        findStop(parameter, [chain.chain], preset).stops.some((one) => about.includes(one)),
      )
      .sort((a, b) => a.height - b.height)[0];
  // The list of scheduled halts beside the table has the time of day.
  const comingText = (halt?: ScheduledHalt) => {
    if (!halt) return "";
    const { name } = findStop(halt.parameter, [chain.chain], preset);
    return `${isChange(name) ? "change" : "halts"} ${shortHaltTimeText(timed(halt), nowMs)}`;
  };
  const answer = (
    judged: readonly (readonly [Judgement, AnswerCell])[],
    about: readonly Question[],
  ): AnswerCell => {
    const halted = judged.find(([{ verdict }]) => verdict === "halted");
    if (halted) return halted[1];
    const doubted = judged.find(([{ verdict }]) => verdict === "unknown");
    if (doubted) return neither("unknown", doubtWords[doubtOf(doubted[0].reason)]);
    const soonest = soonestOf(about);
    const isDoubted = about === send && deposits.verdict === "unknown";
    const isWithheld = isDoubted && deposits.reason.code === "halts_soon";
    if (isDoubted && !isWithheld) return neither("unknown", doubtWords[doubtOf(deposits.reason)]);
    const isMissed = about !== liquidityOnly && soonest && isHaltTooSoon(soonest, nowMs);
    if (isWithheld || isMissed) return said("halted", "no", "halts soon");
    if (!soonest) return { state: "open", word: "yes", detail: "open" };
    return said(isHaltSoon(soonest, nowMs) ? "scheduled" : "open", "yes", comingText(soonest));
  };
  const halted = said("halted", "no", "halted");
  const add = answer([[liquidity, said("halted", "no", "paused")]], liquidityOnly);
  const isOpen = add.state === "open" || add.state === "scheduled";
  const pools = [
    ...(pausedPools.length > 0 ? [`not to ${joinWords(pausedPools)}`] : []),
    ...(disputedPools.length > 0 ? [`sources disagree on ${joinWords(disputedPools)}`] : []),
  ];
  const parts = [...pools, comingText(soonestOf(liquidityOnly))].filter((part) => part !== "");
  return [
    answer([[trading, halted]], send),
    answer(
      [
        [trading, halted],
        [signing, said("warned", "no", "payouts wait")],
      ],
      ["trading", "signing"],
    ),
    pools.length > 0 && isOpen
      ? neither(disputedPools.length > 0 ? "unknown" : "warned", parts.join(", "))
      : add,
  ];
}

const send: readonly Question[] = ["trading"];
const liquidityOnly: readonly Question[] = ["liquidity"];
