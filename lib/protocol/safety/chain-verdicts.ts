// Judges the network and its chains. `open` needs fresh, complete data on which the nodes agree. If
// one node says halted, the verdict is `halted`, or `unknown` if a fresh node denies the halt.

import { because, type Reason } from "../model/reasons.ts";
import type { ChainJudgement, Judgement } from "../model/verdicts.ts";
import { findDoubt, findRowDoubt } from "./doubts.ts";
import {
  countSources,
  type Evidence,
  listChainCodes,
  listDatedNodes,
  type NodeEvidence,
  rowsOf,
  topHeight,
  type Verdicts,
} from "./evidence.ts";
import { gasAssetOf, type HaltKey, keysOfChain, networkKeys, ragnarokKey } from "./halt-keys.ts";
import { listVaultAlarms } from "./halt-parameters.ts";
import { findActiveHalts, isInForce } from "./halts-in-force.ts";
import { decideVerdict, judgeKeys } from "./judgements.ts";
import { findScheduleDoubt, findScheduled } from "./scheduled-halts.ts";

/** A chain's row must state all three flags: no flag follows from the others. */
const tradingFlags = ["halted", "global_trading_paused", "chain_trading_paused"] as const;
const liquidityFlags = [...tradingFlags, "chain_lp_actions_paused"] as const;
type Flag = (typeof liquidityFlags)[number];

export function verdictsOf(evidence: Evidence): Verdicts {
  const alarmReason = findAlarmReason(evidence, [networkKeys.alarm, ...listVaultAlarms(evidence)]);
  const chains = new Map(
    listChainCodes(evidence).map((chain) => [chain, judgeChain(evidence, chain, alarmReason)]),
  );
  const { blockTimeMs } = evidence.clock;
  const network = judgeNetwork(evidence, [...chains.values()], alarmReason);
  return { network, chains, blockTimeMs, height: topHeight(evidence) };
}

function findAlarmReason(evidence: Evidence, alarmKeys: readonly HaltKey[]): Reason | null {
  const alarmKey = alarmKeys.find((key) => nodesWithKeyOn(evidence, key).length > 0);
  return alarmKey === undefined ? null : because("vault_alarm", { parameter: alarmKey.name });
}

function nodesWithKeyOn(evidence: Evidence, key: HaltKey): NodeEvidence[] {
  return listDatedNodes(evidence).filter((node) => isInForce(evidence.preset, node, key));
}

function judgeNetwork(
  evidence: Evidence,
  chains: readonly ChainJudgement[],
  alarmReason: Reason | null,
): Judgement {
  const { nativeChain } = evidence.preset;
  const isAnyChainOpen = chains.some(
    ({ chain, trading }) => chain !== nativeChain && trading.verdict === "open",
  );
  const tradingKeys = [networkKeys.trading, ...networkKeys.standstill];
  const activeHalts = findActiveHalts(evidence, (node, isKeyOn) => [
    ...tradingKeys.filter(isKeyOn).map(({ name }) => name),
    ...findGlobalPause(node),
  ]);
  const doubt =
    findDoubt(evidence, true) ??
    findScheduleDoubt(evidence, tradingKeys) ??
    alarmReason ??
    (isAnyChainOpen ? null : because("no_chain_open"));
  return decideVerdict(evidence, activeHalts, evidence.previousVerdicts?.network, doubt);
}

function judgeChain(
  evidence: Evidence,
  chain: string,
  networkAlarmReason: Reason | null,
): ChainJudgement {
  const { quorum, preset, previousVerdicts } = evidence;
  const earlierJudgements = previousVerdicts?.chains.get(chain);
  const chainKeys = keysOfChain(chain);
  const endKey = ragnarokKey(gasAssetOf(preset, chain));
  const endSourceCount = countSources(nodesWithKeyOn(evidence, endKey));
  // The end of a chain is final, so as many sources as the quorum must report the end.
  const isChainEnded = endSourceCount >= quorum;
  const standstillKeys = [...networkKeys.standstill, ...chainKeys.standstill];
  const tradingKeys = [
    networkKeys.trading,
    chainKeys.trading,
    ...standstillKeys,
    ...(isChainEnded ? [endKey] : []),
  ];
  const signingKeys = [networkKeys.signing, chainKeys.signing];
  const liquidityKeys = [networkKeys.liquidity, chainKeys.liquidity, ...tradingKeys];
  const doubts: ChainDoubts = {
    alarmReason: networkAlarmReason ?? findAlarmReason(evidence, [chainKeys.alarm]),
    endReason: endSourceCount > 0 && !isChainEnded ? because("end_disputed") : null,
  };
  const judgeFlags = (
    keys: readonly HaltKey[],
    flags: readonly Flag[],
    earlierJudgement: Judgement | undefined,
  ) =>
    decideVerdict(
      evidence,
      findHaltsOfChain(evidence, chain, keys, flags),
      earlierJudgement,
      findChainDoubt(evidence, chain, keys, flags, doubts),
    );

  const tradingJudgement = judgeFlags(tradingKeys, tradingFlags, earlierJudgements?.trading);
  return {
    chain,
    trading: tradingJudgement,
    deposits: tradingJudgement,
    // Rows of `inbound_addresses` do not show signing, so only halt parameters decide.
    signing: judgeKeys(evidence, [...signingKeys, ...standstillKeys], earlierJudgements?.signing),
    // A halt of trading also stops liquidity actions. A pause of liquidity stops nothing else.
    liquidity: judgeFlags(liquidityKeys, liquidityFlags, earlierJudgements?.liquidity),
    scheduled: findScheduled(evidence, [...signingKeys, ...liquidityKeys, networkKeys.alarm]),
  };
}

function findHaltsOfChain(
  evidence: Evidence,
  chain: string,
  keys: readonly HaltKey[],
  flags: readonly Flag[],
) {
  const isNativeChain = chain === evidence.preset.nativeChain;
  return findActiveHalts(evidence, (node, isKeyOn) => [
    ...keys.filter(isKeyOn).map(({ name }) => name),
    ...flags.filter((flag) => rowsOf(node, chain).some((row) => row[flag] === true)),
    ...(isNativeChain ? findGlobalPause(node) : []),
  ]);
}

interface ChainDoubts {
  readonly alarmReason: Reason | null;
  readonly endReason: Reason | null;
}

function findChainDoubt(
  evidence: Evidence,
  chain: string,
  keys: readonly HaltKey[],
  flags: readonly Flag[],
  doubts: ChainDoubts,
): Reason | null {
  // The native chain has no row in `inbound_addresses`, so no row is checked.
  if (chain === evidence.preset.nativeChain)
    return findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys) ?? doubts.alarmReason;
  return (
    findDoubt(evidence, true) ??
    findRowDoubt(evidence, chain, flags) ??
    findScheduleDoubt(evidence, keys) ??
    doubts.alarmReason ??
    doubts.endReason
  );
}

function findGlobalPause({ rows }: NodeEvidence): ["global_trading_paused"] | [] {
  return rows?.some((row) => row.global_trading_paused === true) ? ["global_trading_paused"] : [];
}
