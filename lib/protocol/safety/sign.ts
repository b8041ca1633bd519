// The sign: one word for the worst trouble of somebody who sends now, on every page and tool.
// `open` only where a deposit sent now would be swapped and paid out.

import type { Warning } from "../model/envelope.ts";
import type { NamedHalt } from "../model/messages.ts";
import {
  type Sign,
  type SignLine,
  type SignLineName,
  type SignName,
  type SignState,
  signStates,
} from "../model/network-status.ts";
import { doubtOf } from "../model/reasons.ts";
import type { ChainJudgement, Judgement, ScheduledHalt } from "../model/verdicts.ts";
import { type Preset, shortChainName } from "../values/chains.ts";
import { nameHalts } from "./halt-message.ts";
import {
  assetNames,
  chainNames,
  comingHalts,
  haltContext,
  isTradingHalted,
  type NetworkFacts,
  networkWarnings,
  singleChainOf,
  stateOfWarning,
  troubles,
} from "./network-warnings.ts";

export function signState(
  trading: Judgement,
  warnings: readonly Pick<Warning, "code">[],
): SignState {
  if (trading.verdict === "halted") return "halted";
  if (trading.verdict === "unknown") {
    return doubtOf(trading.reason) === "sources_disagree" ? "sources_disagree" : "not_checked";
  }
  const states = warnings.map(stateOfWarning);
  return signStates.find((state) => states.includes(state)) ?? "open";
}

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
  const { assetHalts, preset } = facts;
  const coming = comingHalts(facts);
  const { halts, moreCount, nowMs } = nameHalts(coming, haltContext(facts));
  const lines = [
    ...troubleLines(facts),
    ...assetLines("halted", "assets_halted", assetHalts.halted, preset),
    ...assetLines("unknown", "assets_disputed", assetHalts.disputed ?? [], preset),
    ...(facts.isPartsDisputed ? [line("unknown", { id: "parts_disputed" })] : []),
    // The list of scheduled halts has the time of day.
    ...halts.map((halt) => line("scheduled", { id: "coming", halt, nowMs })),
    ...(moreCount > 0 ? [line("scheduled", { id: "more_coming", count: moreCount })] : []),
  ];
  const count = countUntroubled(facts, coming);
  if (lines.length === 0 || count === 0) return lines;
  return [...lines, line("open", { id: "others_open", count })];
}

const line = (state: SignLine["state"], name: SignLineName): SignLine => ({ state, name });

function troubleLines({ chains, preset }: NetworkFacts): SignLine[] {
  return troubles.flatMap(({ id: trouble, shape, isAffected }) => {
    const affected = chains.filter(isAffected);
    if (affected.length === 0) return [];
    const names = chainNames(affected, chains, preset);
    return line(shape, { id: "trouble", trouble, chains: names });
  });
}

function assetLines(
  state: SignLine["state"],
  id: "assets_halted" | "assets_disputed",
  assets: readonly string[],
  preset: Preset,
): SignLine[] {
  return assets.length === 0 ? [] : [line(state, { id, assets: assetNames(assets, preset) })];
}

function countUntroubled({ chains }: NetworkFacts, coming: readonly ScheduledHalt[]): number {
  const parameters = new Set(coming.map(({ parameter }) => parameter));
  const isTroubled = (chain: ChainJudgement) =>
    chain.scheduled.some(({ parameter }) => parameters.has(parameter)) ||
    troubles.some(({ isAffected }) => isAffected(chain));
  return chains.filter((chain) => !isTroubled(chain)).length;
}

function signName(facts: NetworkFacts): Sign {
  const { network, chains, preset } = facts;
  const singleChain = singleChainOf(facts);
  if (singleChain && isTradingHalted(singleChain) && network.verdict !== "halted") {
    const chain = shortChainName(singleChain.chain, preset);
    const isBefore = singleChain.trading.reason !== null;
    return forbidding("halted", { id: "chain_halted", chain, isBefore });
  }
  const state = signState(network, network.verdict === "open" ? networkWarnings(facts) : []);
  if (state === "halted")
    return forbidding(state, { id: "all_halted", isBefore: network.reason !== null });
  if (network.verdict === "unknown") {
    const id = state === "sources_disagree" ? state : "not_checked";
    return forbidding(state, { id });
  }
  if (state === "swaps_wait") return plain(state, { id: "parts_wait" });
  if (state === "halts_soon") return haltsSoonSign(facts);
  const trouble = troubles.find((row) => stateOfWarning(row) === state);
  if (!trouble) {
    const chain = singleChain ? shortChainName(singleChain.chain, preset) : null;
    return plain(state, { id: "open", chain });
  }
  const affected = chains.filter(trouble.isAffected);
  if (affected.length === 0) return assetSign(state, facts);
  const names = chainNames(affected, chains, preset);
  return plain(state, { id: "trouble", trouble: trouble.id, chains: names });
}

function haltsSoonSign(facts: NetworkFacts): Sign {
  const { halts, nowMs } = nameHalts(comingHalts(facts), haltContext(facts));
  return plain("halts_soon", { id: "halts_soon", halt: halts[0] as NamedHalt, nowMs });
}

/** No chain is concerned, but some assets, or all swaps of several parts. */
function assetSign(state: SignState, { assetHalts, preset }: NetworkFacts): Sign {
  const { halted, disputed = [] } = assetHalts;
  if (state !== "sources_disagree")
    return plain(state, { id: "assets_halted", assets: assetNames(halted, preset) });
  if (disputed.length === 0) return plain(state, { id: "parts_disputed" });
  return plain(state, { id: "assets_disputed", assets: assetNames(disputed, preset) });
}

const plain = (state: SignState, name: SignName): Sign => ({ state, name, isForbidding: false });
const forbidding = (state: SignState, name: SignName): Sign => ({
  state,
  name,
  isForbidding: true,
});
