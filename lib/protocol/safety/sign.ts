// Chooses state and text of the headline box (`Sign`), which shows the worst trouble for a deposit.
// The state is `open` only if a deposit sent now would be swapped and paid out.

import type { Warning } from "../model/envelope.ts";
import {
  type AnsweredChain,
  type SendAnswer,
  type Sign,
  type SignLine,
  type SignLineName,
  type SignName,
  type SignState,
  signStates,
} from "../model/network-status.ts";
import { doubtOf } from "../model/reasons.ts";
import type { ChainJudgement, Judgement } from "../model/verdicts.ts";
import { onlyTickerOf, type Preset, shortChainName } from "../values/chains.ts";
import { nameHalts } from "./halt-message.ts";
import {
  assetNames,
  chainNames,
  comingHalts,
  haltContext,
  isTradingHalted,
  type NetworkFacts,
  networkWarnings,
  stateOfWarning,
  troubles,
} from "./network-warnings.ts";
import { isPlainlySendable, isSendable } from "./send-answer.ts";

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

export function findServedChains<Chain extends ChainJudgement>(
  chains: readonly Chain[],
  pools: readonly { readonly asset: string }[] | null,
): Chain[] {
  if (pools === null) return [...chains];
  const chainCodesWithPool = new Set(pools.map(({ asset }) => asset.slice(0, asset.indexOf("."))));
  return chains.filter(
    ({ chain, trading }) => trading.reason?.code !== "not_listed" || chainCodesWithPool.has(chain),
  );
}

export function networkSign(facts: NetworkFacts): Sign {
  const { network, chains } = facts;
  const [firstChain] = chains;
  if (network.verdict !== "halted" && firstChain !== undefined && chains.length === 1)
    return chainSign(firstChain, facts);
  const state = signState(network, networkWarnings(facts));
  if (network.verdict !== "open") return forbiddingSign(state, closedName(state, network));
  const openCount = chains.filter(({ sending }) => isPlainlySendable(sending)).length;
  const name = { id: "network_open", openCount, chainCount: chains.length } as const;
  return {
    state,
    name,
    isForbidding: chains.length > 0 && !chains.some(({ sending }) => isSendable(sending)),
    lines: [...troubleLines(facts), ...noFormLines(facts), ...otherLines(facts)],
  };
}

const closedName = (state: SignState, { reason }: Judgement): SignName =>
  state === "halted"
    ? { id: "all_halted", isBefore: reason !== null }
    : { id: state === "sources_disagree" ? state : "not_checked" };

/** A "no" or a doubt decides the state of a chain, whatever else is wrong with it. */
const statesOfAnswers: Readonly<Record<Exclude<SendAnswer, "yes">, SignState>> = {
  quote_first: "halts_soon",
  refunds_wait: "payouts_wait",
  refunds_halt_soon: "halts_soon",
  refunds_disputed: "sources_disagree",
  refunds_not_checked: "not_checked",
  halted: "halted",
  halts_soon: "halts_soon",
  sources_disagree: "sources_disagree",
  not_checked: "not_checked",
  not_listed: "not_checked",
};

function chainSign(chain: AnsweredChain, facts: NetworkFacts): Sign {
  const { network, preset } = facts;
  const isOpen = network.verdict === "open";
  const isHalted = isTradingHalted(chain);
  const state = isHalted ? "halted" : signState(network, isOpen ? networkWarnings(facts) : []);
  if (!isOpen && !isHalted) return forbiddingSign(state, closedName(state, network));
  const { sending: answer } = chain;
  return {
    state: answer === "yes" ? state : statesOfAnswers[answer],
    name: {
      id: "chain",
      chain: shortChainName(chain.chain, preset),
      onlyTicker: onlyTickerOf(chain.chain, preset),
      answer,
      isBefore: isHalted && chain.trading.reason !== null,
    },
    isForbidding: !isSendable(answer),
    lines: isHalted ? [] : otherLines(facts),
  };
}

function troubleLines({ chains, preset }: NetworkFacts): SignLine[] {
  return troubles.flatMap(({ id: trouble, lineState, isAffected }) => {
    const affectedChains = chains.filter(isAffected);
    if (affectedChains.length === 0) return [];
    const affectedChainNames = chainNames(affectedChains, chains, preset);
    return createLine(lineState, { id: "trouble", trouble, chains: affectedChainNames });
  });
}

/** Chains from which nobody can send, because we know no form of a deposit there. */
function noFormLines({ chains, preset }: NetworkFacts): SignLine[] {
  const chainNamesWithoutForm = chains
    .filter(({ deposits }) => deposits.reason?.code === "deposit_not_known")
    .map(({ chain }) => shortChainName(chain, preset));
  return chainNamesWithoutForm.length === 0
    ? []
    : [createLine("unknown", { id: "no_form", chains: chainNamesWithoutForm })];
}

/** One line for each warning that is not about whole chains. */
function otherLines(facts: NetworkFacts): SignLine[] {
  const { assetHalts, preset } = facts;
  const { halts: namedHalts, moreCount, nowMs } = nameHalts(comingHalts(facts), haltContext(facts));
  return [
    ...assetLines("halted", "assets_halted", assetHalts.haltedAssets, preset),
    ...assetLines("unknown", "assets_disputed", assetHalts.disputedAssets ?? [], preset),
    ...(facts.isPartsPaused ? [createLine("warned", { id: "parts_wait" })] : []),
    ...(facts.isPartsDisputed ? [createLine("unknown", { id: "parts_disputed" })] : []),
    ...namedHalts.map((halt) => createLine("scheduled", { id: "coming", halt, nowMs })),
    ...(moreCount > 0 ? [createLine("scheduled", { id: "more_coming", count: moreCount })] : []),
  ];
}

const createLine = (state: SignLine["state"], name: SignLineName): SignLine => ({ state, name });

function assetLines(
  state: SignLine["state"],
  id: "assets_halted" | "assets_disputed",
  assets: readonly string[],
  preset: Preset,
): SignLine[] {
  return assets.length === 0 ? [] : [createLine(state, { id, assets: assetNames(assets, preset) })];
}

const forbiddingSign = (state: SignState, name: SignName): Sign => ({
  state,
  name,
  isForbidding: true,
  lines: [],
});
