// Chooses state and text of the headline box (`Sign`), which shows the worst trouble for a deposit.
// The state is `open` only if a deposit sent now would be swapped and paid out.

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
  const warningStates = warnings.map(stateOfWarning);
  return signStates.find((state) => warningStates.includes(state)) ?? "open";
}

export function findServedChains(
  chains: readonly ChainJudgement[],
  pools: readonly { readonly asset: string }[] | null,
): ChainJudgement[] {
  if (pools === null) return [...chains];
  const chainCodesWithPool = new Set(pools.map(({ asset }) => asset.slice(0, asset.indexOf("."))));
  return chains.filter(
    ({ chain, trading }) => trading.reason?.code !== "not_listed" || chainCodesWithPool.has(chain),
  );
}

export function networkSign(facts: NetworkFacts): Sign {
  const hasLines = facts.network.verdict === "open" && facts.chains.length > 1;
  return { ...signWithoutLines(facts), ...(hasLines && { lines: signLines(facts) }) };
}

/**
 * Returns one short line for each warning, except for a pause of streaming swaps. The last line
 * counts the chains that no other line mentions.
 */
function signLines(facts: NetworkFacts): SignLine[] {
  const { assetHalts, preset } = facts;
  const scheduledHalts = comingHalts(facts);
  const { halts: namedHalts, moreCount, nowMs } = nameHalts(scheduledHalts, haltContext(facts));
  const lines = [
    ...troubleLines(facts),
    ...assetLines("halted", "assets_halted", assetHalts.haltedAssets, preset),
    ...assetLines("unknown", "assets_disputed", assetHalts.disputedAssets ?? [], preset),
    ...(facts.isPartsDisputed ? [createLine("unknown", { id: "parts_disputed" })] : []),
    ...namedHalts.map((halt) => createLine("scheduled", { id: "coming", halt, nowMs })),
    ...(moreCount > 0 ? [createLine("scheduled", { id: "more_coming", count: moreCount })] : []),
  ];
  const untroubledChainCount = countUntroubledChains(facts, scheduledHalts);
  if (lines.length === 0 || untroubledChainCount === 0) return lines;
  return [...lines, createLine("open", { id: "others_open", count: untroubledChainCount })];
}

const createLine = (state: SignLine["state"], name: SignLineName): SignLine => ({ state, name });

function troubleLines({ chains, preset }: NetworkFacts): SignLine[] {
  return troubles.flatMap(({ id: trouble, lineState, isAffected }) => {
    const affectedChains = chains.filter(isAffected);
    if (affectedChains.length === 0) return [];
    const affectedChainNames = chainNames(affectedChains, chains, preset);
    return createLine(lineState, { id: "trouble", trouble, chains: affectedChainNames });
  });
}

function assetLines(
  state: SignLine["state"],
  id: "assets_halted" | "assets_disputed",
  assets: readonly string[],
  preset: Preset,
): SignLine[] {
  return assets.length === 0 ? [] : [createLine(state, { id, assets: assetNames(assets, preset) })];
}

function countUntroubledChains({ chains }: NetworkFacts, halts: readonly ScheduledHalt[]): number {
  const scheduledParameters = new Set(halts.map(({ parameter }) => parameter));
  const isTroubled = (chain: ChainJudgement) =>
    chain.scheduled.some(({ parameter }) => scheduledParameters.has(parameter)) ||
    troubles.some(({ isAffected }) => isAffected(chain));
  return chains.filter((chain) => !isTroubled(chain)).length;
}

function signWithoutLines(facts: NetworkFacts): Sign {
  const { network, chains, preset } = facts;
  const singleChain = singleChainOf(facts);
  if (singleChain && isTradingHalted(singleChain) && network.verdict !== "halted") {
    const chainName = shortChainName(singleChain.chain, preset);
    const restsOnOldData = singleChain.trading.reason !== null;
    return forbiddingSign("halted", {
      id: "chain_halted",
      chain: chainName,
      isBefore: restsOnOldData,
    });
  }
  const worstState = signState(network, network.verdict === "open" ? networkWarnings(facts) : []);
  if (worstState === "halted")
    return forbiddingSign(worstState, { id: "all_halted", isBefore: network.reason !== null });
  if (network.verdict === "unknown") {
    return forbiddingSign(worstState, {
      id: worstState === "sources_disagree" ? worstState : "not_checked",
    });
  }
  if (worstState === "swaps_wait") return plainSign(worstState, { id: "parts_wait" });
  if (worstState === "halts_soon") return haltsSoonSign(facts);
  const trouble = troubles.find((troubleRow) => stateOfWarning(troubleRow) === worstState);
  if (!trouble) {
    const chainName = singleChain ? shortChainName(singleChain.chain, preset) : null;
    return plainSign(worstState, { id: "open", chain: chainName });
  }
  const affectedChains = chains.filter(trouble.isAffected);
  if (affectedChains.length === 0) return assetSign(worstState, facts);
  const affectedChainNames = chainNames(affectedChains, chains, preset);
  return plainSign(worstState, { id: "trouble", trouble: trouble.id, chains: affectedChainNames });
}

function haltsSoonSign(facts: NetworkFacts): Sign {
  const { halts, nowMs } = nameHalts(comingHalts(facts), haltContext(facts));
  return plainSign("halts_soon", { id: "halts_soon", halt: halts[0] as NamedHalt, nowMs });
}

function assetSign(state: SignState, { assetHalts, preset }: NetworkFacts): Sign {
  const { haltedAssets, disputedAssets = [] } = assetHalts;
  if (state !== "sources_disagree")
    return plainSign(state, { id: "assets_halted", assets: assetNames(haltedAssets, preset) });
  if (disputedAssets.length === 0) return plainSign(state, { id: "parts_disputed" });
  return plainSign(state, { id: "assets_disputed", assets: assetNames(disputedAssets, preset) });
}

const plainSign = (state: SignState, name: SignName): Sign => ({
  state,
  name,
  isForbidding: false,
});
const forbiddingSign = (state: SignState, name: SignName): Sign => ({
  state,
  name,
  isForbidding: true,
});
