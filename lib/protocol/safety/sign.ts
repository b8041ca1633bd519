// The sign: one word for the worst trouble of somebody who sends now, on every page and tool.
// `open` only where a deposit sent now would be swapped and paid out.

import { signsOfWarnings, type Warning, type WarningCode, warnOf } from "../model/envelope.ts";
import { type Sign, type SignLine, type SignState, signStates } from "../model/network-status.ts";
import type { ChainJudgement, Judgement, PayoutEnd, ScheduledHalt } from "../model/verdicts.ts";
import { assetName } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { capitalize } from "../values/figure-text.ts";
import { findStop, shortChainName } from "./halt-names.ts";
import { type AssetHalts, isHaltSoon } from "./halt-parameters.ts";
import {
  doubtWord,
  haltTimeText,
  joinWords,
  payoutsHalted,
  payoutWaits,
  scheduledHaltLines,
  scheduledHaltsParts,
} from "./sentences.ts";

const MAX_NAMED = 6;
const statesOfWarnings: Readonly<Record<WarningCode, SignState | null>> = signsOfWarnings;

export function signState(
  trading: Judgement,
  warnings: readonly Pick<Warning, "code">[],
): SignState {
  if (trading.verdict === "halted") return "halted";
  if (trading.verdict === "unknown") {
    return doubtWord(trading.reason) === "sources disagree" ? "sources_disagree" : "not_checked";
  }
  const states = warnings.map(({ code }) => statesOfWarnings[code]);
  return signStates.find((state) => states.includes(state)) ?? "open";
}

export interface NetworkFacts {
  readonly network: Judgement;
  readonly chains: readonly ChainJudgement[];
  readonly assetHalts: AssetHalts;
  readonly isPartsPaused: boolean;
  /** One source says that they wait, and another that they run. */
  readonly isPartsDisputed?: boolean;
  readonly payoutEnd: PayoutEnd;
  readonly preset: Preset;
  readonly nowMs: number;
}

interface Trouble {
  readonly code: WarningCode;
  readonly shape: SignLine["state"];
  readonly word: string;
  readonly isAffected: (chain: ChainJudgement) => boolean;
  /** `is`: "is", or "are" for more than one. */
  readonly headline: (who: string, is: string) => string;
  readonly parts: (who: string, facts: NetworkFacts) => readonly [fact: string, meaning: string];
}

const doubtOf = ({ trading, signing }: ChainJudgement) =>
  [trading, signing].find(({ verdict }) => verdict === "unknown")?.reason ?? null;
const isHalted = ({ trading }: ChainJudgement) => trading.verdict === "halted";

const doNotSwap = (what: string) => `Do not swap from or to ${what}.`;
const SOURCES_DISAGREE = "Our sources disagree there.";

const troubles: readonly Trouble[] = [
  {
    code: "halted",
    shape: "halted",
    word: "halted",
    isAffected: isHalted,
    headline: (who, is) => `${who} ${is} halted`,
    parts: (who) => [doNotSwap(who), "Trading there is halted."],
  },
  {
    code: "sources_disagree",
    shape: "unknown",
    word: "sources disagree",
    isAffected: (chain) =>
      doubtOf(chain) !== null && doubtWord(doubtOf(chain)) === "sources disagree",
    headline: (who) => `Sources disagree on ${who}`,
    parts: (who) => [doNotSwap(who), SOURCES_DISAGREE],
  },
  {
    code: "signing_halted",
    shape: "warned",
    word: "payouts wait",
    isAffected: (chain) => !isHalted(chain) && chain.signing.verdict === "halted",
    headline: (who) => `Payouts wait on ${who}`,
    parts: (who, { payoutEnd }) => [payoutsHalted(who), payoutWaits("They wait", payoutEnd)],
  },
  {
    code: "not_checked",
    shape: "unknown",
    word: "not checked",
    isAffected: (chain) =>
      doubtOf(chain) !== null && doubtWord(doubtOf(chain)) !== "sources disagree",
    headline: (who, is) => `${who} ${is} not checked`,
    parts: (who) => [doNotSwap(who), "Trading or payouts there are not checked."],
  },
];

/** Leaves out chains that the network does not list and that have no pool. */
export function findServedChains(
  chains: readonly ChainJudgement[],
  pools: readonly { readonly asset: string }[] | null,
): ChainJudgement[] {
  if (pools === null) return [...chains];
  const pooled = new Set(pools.map(({ asset }) => asset.slice(0, asset.indexOf("."))));
  return chains.filter(
    ({ chain, trading }) => trading.reason?.code !== "not_listed" || pooled.has(chain),
  );
}

export function networkWarnings(facts: NetworkFacts): Warning[] {
  const { chains, assetHalts, preset } = facts;
  const chainWarnings = troubles.flatMap(({ code, isAffected, parts }) => {
    const affected = chains.filter(isAffected);
    if (affected.length === 0) return [];
    return warnOf(code)(...parts(chainNames(affected, chains, preset), facts));
  });
  const scheduled = scheduledHaltsParts(comingHalts(facts), haltContext(facts));
  const warnings = [
    ...chainWarnings,
    ...assetWarnings(assetHalts, preset),
    ...(facts.isPartsPaused ? [partsWait] : []),
    ...(facts.isPartsDisputed ? [partsDisputed] : []),
    ...(scheduled === null ? [] : [warnOf("halt_scheduled")(...scheduled)]),
  ];
  const rank = ({ code }: Warning) => signStates.indexOf(statesOfWarnings[code] ?? "warned");
  return warnings.sort((a, b) => rank(a) - rank(b));
}

const partsWait = warnOf("parts_wait")(
  "Swaps of several parts wait with no end date.",
  "A swap in one part runs.",
);
const partsDisputed = warnOf("sources_disagree")(
  "Do not swap in several parts.",
  "One of our sources says that such swaps wait, and another says that they run.",
);

const haltContext = ({ chains, assetHalts, preset, nowMs }: NetworkFacts) => {
  return { chains: chains.map(({ chain }) => chain), assets: assetHalts.assets, preset, nowMs };
};

/** Halts of trading and payouts, each parameter once, soonest first. */
function comingHalts({ chains, assetHalts, preset, nowMs }: NetworkFacts): ScheduledHalt[] {
  const ofChains = chains.flatMap(({ chain, scheduled }) =>
    scheduled.filter((halt) => {
      const { stops } = findStop(halt.parameter, [chain], preset);
      return (stops.includes("trading") || stops.includes("signing")) && isHaltSoon(halt, nowMs);
    }),
  );
  const ofAssets = assetHalts.scheduled.filter((halt) => isHaltSoon(halt, nowMs));
  const halts = new Map([...ofChains, ...ofAssets].map((halt) => [halt.parameter, halt]));
  return [...halts.values()].sort((a, b) => a.height - b.height);
}

/** For one chain, its own halt is the whole answer. */
export function networkSign(facts: NetworkFacts): Sign {
  const isListed = facts.network.verdict === "open" && facts.chains.length > 1;
  return { ...signHeadline(facts), ...(isListed && { lines: signLines(facts) }) };
}

/**
 * The warnings in short, without paused swaps of several parts. The last line counts the chains
 * that no other line names.
 */
function signLines(facts: NetworkFacts): SignLine[] {
  const { chains, assetHalts, preset } = facts;
  const groups = troubles.map(({ shape, word, isAffected }) => {
    return { shape, word, affected: chains.filter(isAffected) };
  });
  const coming = comingHalts(facts);
  const isComing = ({ scheduled }: ChainJudgement) =>
    scheduled.some(({ parameter }) => coming.some((halt) => halt.parameter === parameter));
  const others = chains.filter(
    (chain) => !isComing(chain) && !groups.some(({ affected }) => affected.includes(chain)),
  );
  const lineOf = (state: SignLine["state"], what: string, assets: readonly string[] = []) =>
    assets.length === 0 ? [] : [{ state, text: `${assetNamesText(assets, preset)}: ${what}` }];
  const lines: SignLine[] = [
    ...groups.flatMap(({ affected, shape, word }) => {
      const names = capitalize(chainNames(affected, chains, preset));
      return affected.length === 0 ? [] : { state: shape, text: `${names}: ${word}` };
    }),
    ...lineOf("halted", "swaps halted", assetHalts.halted),
    ...lineOf("unknown", "sources disagree", assetHalts.disputed),
    ...(facts.isPartsDisputed
      ? [{ state: "unknown" as const, text: "Swaps of several parts: sources disagree" }]
      : []),
    // The list of scheduled halts has the time of day.
    ...scheduledHaltLines(coming, haltContext(facts), true).map((text) => ({
      state: "scheduled" as const,
      text,
    })),
  ];
  const count = others.length;
  if (lines.length === 0 || count === 0) return lines;
  return [...lines, { state: "open", text: `${count} ${count === 1 ? "other" : "others"}: open` }];
}

function signHeadline(facts: NetworkFacts): Sign {
  const { network, chains, preset, nowMs } = facts;
  const [chain, ...others] = chains;
  const isSingle = chain !== undefined && others.length === 0;
  if (isSingle && isHalted(chain) && network.verdict !== "halted") {
    const when = chain.trading.reason === null ? "is halted" : "was halted when last read";
    return forbidding("halted", `${shortChainName(chain.chain, preset)} ${when}`);
  }
  const state = signState(network, network.verdict === "open" ? networkWarnings(facts) : []);
  if (state === "halted")
    return forbidding(state, `Halted${network.reason === null ? "" : " when last read"}`);
  if (network.verdict === "unknown") {
    return forbidding(state, state === "sources_disagree" ? "Sources disagree" : "Not checked");
  }
  if (state === "swaps_wait") return plain(state, "Swaps of several parts wait");
  if (state === "halts_soon") {
    const [soonest] = comingHalts(facts) as [ScheduledHalt];
    const context = haltContext(facts);
    const { short } = findStop(soonest.parameter, context.chains, preset, context.assets);
    return plain(state, `Halts soon: ${short} ${haltTimeText(soonest, nowMs)}`);
  }
  const trouble = troubles.find(({ code }) => statesOfWarnings[code] === state);
  if (!trouble)
    return plain(
      state,
      `${isSingle ? shortChainName(chain.chain, preset) : "The network"} is open`,
    );
  const affected = chains.filter(trouble.isAffected);
  if (affected.length === 0) return assetHeadline(state, facts);
  const isMany = affected.length > 1 && affected.length < chains.length;
  const who = isMany ? `${affected.length} chains` : chainNames(affected, chains, preset);
  return plain(state, capitalize(trouble.headline(who, isMany ? "are" : "is")));
}

/** No chain is concerned, but some assets, or all swaps of several parts. */
function assetHeadline(state: SignState, { assetHalts, preset }: NetworkFacts): Sign {
  const { halted, disputed = [] } = assetHalts;
  if (state !== "sources_disagree")
    return plain(state, capitalize(`${swapsOf(halted, preset)} are halted`));
  const what = disputed.length === 0 ? "swaps of several parts" : swapsOf(disputed, preset);
  return plain(state, `Sources disagree on ${what}`);
}

const plain = (state: SignState, word: string): Sign => ({ state, word, headline: word });
const forbidding = (state: SignState, word: string): Sign => ({
  state,
  word,
  headline: `${word}. Do not send.`,
});

/** The chain is open, but such a deposit would be refunded. */
export function assetWarnings({ halted, disputed = [] }: AssetHalts, preset: Preset): Warning[] {
  const warn = (code: "halted" | "sources_disagree", assets: readonly string[], why: string) =>
    assets.length === 0 ? [] : [warnOf(code)(doNotSwap(assetNamesText(assets, preset)), why)];
  return [
    ...warn("halted", halted, `Swaps of ${halted.length === 1 ? "it" : "them"} are halted.`),
    ...warn("sources_disagree", disputed, SOURCES_DISAGREE),
  ];
}

const assetNamesText = (assets: readonly string[], preset: Preset) =>
  shortList(assets.map((asset) => assetName(asset, preset)));

function swapsOf(assets: readonly string[], preset: Preset): string {
  return `swaps of ${assets.length === 1 ? assetNamesText(assets, preset) : `${assets.length} assets`}`;
}

/** "every chain", "Litecoin and Dogecoin", "Litecoin, Dogecoin and 5 more". */
export function chainNames(
  chains: readonly ChainJudgement[],
  all: readonly ChainJudgement[],
  preset: Preset,
): string {
  if (chains.length > 1 && chains.length === all.length) return "every chain";
  return shortList(chains.map(({ chain }) => shortChainName(chain, preset)));
}

function shortList(names: readonly string[]): string {
  const unnamedCount = names.length - MAX_NAMED;
  return joinWords(
    unnamedCount > 0 ? [...names.slice(0, MAX_NAMED), `${unnamedCount} more`] : names,
  );
}
