// The sign: one word for the worst trouble of somebody who sends now, on every page and tool.
// `open` only where a deposit sent now would be swapped and paid out.

import { signsOfWarnings, type Warning, type WarningCode, warnOf } from "../model/envelope.ts";
import { type ChainNames, type Message, message, type NamedHalt } from "../model/messages.ts";
import {
  type Sign,
  type SignLine,
  type SignLineName,
  type SignName,
  type SignState,
  signStates,
  type Trouble,
} from "../model/network-status.ts";
import { doubtOf } from "../model/reasons.ts";
import type { ChainJudgement, Judgement, PayoutEnd, ScheduledHalt } from "../model/verdicts.ts";
import { assetName } from "../values/assets.ts";
import { type Preset, shortChainName } from "../values/chains.ts";
import { haltsScheduled, nameHalts } from "./coming-halts.ts";
import { type AssetHalts, isHaltSoon } from "./halt-parameters.ts";
import { findStop } from "./stops.ts";

const statesOfWarnings: Readonly<Record<WarningCode, SignState | null>> = signsOfWarnings;

export function signState(
  trading: Judgement,
  warnings: readonly Pick<Warning, "code">[],
): SignState {
  if (trading.verdict === "halted") return "halted";
  if (trading.verdict === "unknown") {
    return doubtOf(trading.reason) === "sources_disagree" ? "sources_disagree" : "not_checked";
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

interface TroubleRow {
  readonly id: Trouble;
  readonly code: WarningCode;
  readonly shape: SignLine["state"];
  readonly isAffected: (chain: ChainJudgement) => boolean;
  readonly message: (chains: ChainNames, facts: NetworkFacts) => Message;
}

const doubtsOf = ({ trading, signing }: ChainJudgement) =>
  [trading, signing].find(({ verdict }) => verdict === "unknown")?.reason ?? null;
const isHalted = ({ trading }: ChainJudgement) => trading.verdict === "halted";
const isDisputed = (chain: ChainJudgement) => doubtOf(doubtsOf(chain)) === "sources_disagree";

/** Worst first. */
const troubles: readonly TroubleRow[] = [
  {
    id: "halted",
    code: "halted",
    shape: "halted",
    isAffected: isHalted,
    message: (chains) => message("chains_halted", { chains }),
  },
  {
    id: "sources_disagree",
    code: "sources_disagree",
    shape: "unknown",
    isAffected: isDisputed,
    message: (chains) => message("chains_disputed", { chains }),
  },
  {
    id: "payouts_wait",
    code: "signing_halted",
    shape: "warned",
    isAffected: (chain) => !isHalted(chain) && chain.signing.verdict === "halted",
    message: (chains, { payoutEnd: end }) => message("payouts_wait", { chains, end }),
  },
  {
    id: "not_checked",
    code: "not_checked",
    shape: "unknown",
    isAffected: (chain) => doubtsOf(chain) !== null && !isDisputed(chain),
    message: (chains) => message("chains_not_checked", { chains }),
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
  const chainWarnings = troubles.flatMap((trouble) => {
    const affected = chains.filter(trouble.isAffected);
    if (affected.length === 0) return [];
    return warnOf(trouble.code)(trouble.message(chainNames(affected, chains, preset), facts));
  });
  const coming = comingHalts(facts);
  const warnings = [
    ...chainWarnings,
    ...assetWarnings(assetHalts, preset),
    ...(facts.isPartsPaused ? [partsWait] : []),
    ...(facts.isPartsDisputed ? [partsDisputed] : []),
    ...(coming.length === 0
      ? []
      : [warnOf("halt_scheduled")(haltsScheduled(coming, haltContext(facts)))]),
  ];
  const rank = ({ code }: Warning) => signStates.indexOf(statesOfWarnings[code] ?? "warned");
  return warnings.sort((a, b) => rank(a) - rank(b));
}

const partsWait = warnOf("parts_wait")(message("parts_wait"));
const partsDisputed = warnOf("sources_disagree")(message("parts_disputed"));

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
  return { ...signName(facts), ...(isListed && { lines: signLines(facts) }) };
}

/**
 * The warnings in short, without paused swaps of several parts. The last line counts the chains
 * that no other line names.
 */
function signLines(facts: NetworkFacts): SignLine[] {
  const { chains, assetHalts, preset } = facts;
  const groups = troubles.map(({ id, shape, isAffected }) => {
    return { id, shape, affected: chains.filter(isAffected) };
  });
  const coming = comingHalts(facts);
  const isComing = ({ scheduled }: ChainJudgement) =>
    scheduled.some(({ parameter }) => coming.some((halt) => halt.parameter === parameter));
  const others = chains.filter(
    (chain) => !isComing(chain) && !groups.some(({ affected }) => affected.includes(chain)),
  );
  const { halts, moreCount, nowMs } = nameHalts(coming, haltContext(facts));
  const line = (state: SignLine["state"], name: SignLineName, isShown = true): SignLine[] =>
    isShown ? [{ state, name }] : [];
  const assetLine = (
    state: SignLine["state"],
    id: "assets_halted" | "assets_disputed",
    assets: readonly string[] = [],
  ) => line(state, { id, assets: assetNames(assets, preset) }, assets.length > 0);
  const lines = [
    ...groups.flatMap(({ affected, shape, id: trouble }) => {
      const names = chainNames(affected, chains, preset);
      return line(shape, { id: "trouble", trouble, chains: names }, affected.length > 0);
    }),
    ...assetLine("halted", "assets_halted", assetHalts.halted),
    ...assetLine("unknown", "assets_disputed", assetHalts.disputed),
    ...line("unknown", { id: "parts_disputed" }, facts.isPartsDisputed),
    // The list of scheduled halts has the time of day.
    ...halts.flatMap((halt) => line("scheduled", { id: "coming", halt, nowMs })),
    ...line("scheduled", { id: "more_coming", count: moreCount }, moreCount > 0),
  ];
  const count = others.length;
  if (lines.length === 0 || count === 0) return lines;
  return [...lines, ...line("open", { id: "others_open", count })];
}

function signName(facts: NetworkFacts): Sign {
  const { network, chains, preset } = facts;
  const [chain, ...others] = chains;
  const isSingle = chain !== undefined && others.length === 0;
  const name = isSingle ? shortChainName(chain.chain, preset) : null;
  if (isSingle && isHalted(chain) && network.verdict !== "halted") {
    const isBefore = chain.trading.reason !== null;
    return forbidding("halted", { id: "chain_halted", chain: name ?? "", isBefore });
  }
  const state = signState(network, network.verdict === "open" ? networkWarnings(facts) : []);
  if (state === "halted")
    return forbidding(state, { id: "all_halted", isBefore: network.reason !== null });
  if (network.verdict === "unknown") {
    const id = state === "sources_disagree" ? state : "not_checked";
    return forbidding(state, { id });
  }
  if (state === "swaps_wait") return plain(state, { id: "parts_wait" });
  if (state === "halts_soon") {
    const { halts, nowMs } = nameHalts(comingHalts(facts), haltContext(facts));
    return plain(state, { id: "halts_soon", halt: halts[0] as NamedHalt, nowMs });
  }
  const trouble = troubles.find(({ code }) => statesOfWarnings[code] === state);
  if (!trouble) return plain(state, { id: "open", chain: name });
  const affected = chains.filter(trouble.isAffected);
  if (affected.length === 0) return assetSign(state, facts);
  const names = chainNames(affected, chains, preset);
  return plain(state, { id: "trouble", trouble: trouble.id, chains: names });
}

/** No chain is concerned, but some assets, or all swaps of several parts. */
function assetSign(state: SignState, { assetHalts, preset }: NetworkFacts): Sign {
  const { halted, disputed = [] } = assetHalts;
  if (state !== "sources_disagree")
    return plain(state, { id: "assets_halted", assets: assetNames(halted, preset) });
  return plain(
    state,
    disputed.length === 0
      ? { id: "parts_disputed" }
      : { id: "assets_disputed", assets: assetNames(disputed, preset) },
  );
}

const plain = (state: SignState, name: SignName): Sign => ({ state, name, isForbidding: false });
const forbidding = (state: SignState, name: SignName): Sign => ({
  state,
  name,
  isForbidding: true,
});

/** The chain is open, but such a deposit would be refunded. */
export function assetWarnings({ halted, disputed = [] }: AssetHalts, preset: Preset): Warning[] {
  const warn = (
    code: "halted" | "sources_disagree",
    id: "assets_halted" | "assets_disputed",
    assets: readonly string[],
  ) =>
    assets.length === 0 ? [] : [warnOf(code)(message(id, { assets: assetNames(assets, preset) }))];
  return [
    ...warn("halted", "assets_halted", halted),
    ...warn("sources_disagree", "assets_disputed", disputed),
  ];
}

const assetNames = (assets: readonly string[], preset: Preset) =>
  assets.map((asset) => assetName(asset, preset));

export function chainNames(
  chains: readonly ChainJudgement[],
  all: readonly ChainJudgement[],
  preset: Preset,
): ChainNames {
  if (chains.length > 1 && chains.length === all.length) return "every";
  return chains.map(({ chain }) => shortChainName(chain, preset));
}
