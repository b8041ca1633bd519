// Judges the network and its chains. `open` needs fresh, complete data on which the nodes agree.
// If a node reports a halt, the verdict is `halted`, or `unknown` if fewer operators than the
// quorum report it and a fresh node denies it.

import { because, type Reason } from "../model/reasons.ts";
import type { ChainJudgement, Judgement } from "../model/verdicts.ts";
import { findDoubt, findRowDoubt } from "./doubts.ts";
import {
  agreedHeight,
  countSources,
  type Evidence,
  listChainCodes,
  listDatedNodes,
  listFreshNodes,
  type NodeEvidence,
  rowsOf,
  type Verdicts,
} from "./evidence.ts";
import { gasAssetOf, type HaltKey, keysOfChain, networkKeys, ragnarokKey } from "./halt-keys.ts";
import { listVaultAlarms } from "./halt-parameters.ts";
import { findActiveHalts, isInForce } from "./halts-in-force.ts";
import { decideVerdict, judgeKeys } from "./judgements.ts";
import { findScheduleDoubt, findScheduled } from "./scheduled-halts.ts";

/** Flags that a chain's row in `inbound_addresses` must state. No flag follows from the others. */
const tradingFlags = ["halted", "global_trading_paused", "chain_trading_paused"] as const;
const liquidityFlags = [...tradingFlags, "chain_lp_actions_paused"] as const;
type Flag = (typeof liquidityFlags)[number];

export function verdictsOf(evidence: Evidence): Verdicts {
  const alarmReason = findAlarmReason(evidence, [networkKeys.alarm, ...listVaultAlarms(evidence)]);
  const chainJudgements = new Map(
    listChainCodes(evidence).map((chain) => [chain, judgeChain(evidence, chain, alarmReason)]),
  );
  return {
    network: judgeNetwork(evidence, [...chainJudgements.values()], alarmReason),
    chains: chainJudgements,
    blockTimeMs: freshBlockTimeMs(evidence),
    height: agreedHeight(evidence),
  };
}

/** Time of the oldest block of the nodes with fresh data. Null if no node has fresh data. */
function freshBlockTimeMs(evidence: Evidence): number | null {
  const blockTimesMs = listFreshNodes(evidence).map(({ block }) => block.timeMs);
  return blockTimesMs.length === 0 ? null : Math.min(...blockTimesMs);
}

function findAlarmReason(evidence: Evidence, alarmKeys: readonly HaltKey[]): Reason | null {
  const activeKey = alarmKeys.find((key) => nodesWithKeyOn(evidence, key).length > 0);
  return activeKey === undefined ? null : because("vault_alarm", { parameter: activeKey.name });
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
  const openChains = chains.flatMap(({ chain, trading }) =>
    trading.verdict === "open" ? chain : [],
  );
  const isNativeOpen = openChains.includes(nativeChain);
  const isAnyOtherOpen = openChains.some((chain) => chain !== nativeChain);
  const tradingHaltKeys = [networkKeys.trading, ...networkKeys.standstill];
  const activeHalts = findActiveHalts(evidence, (node, isKeyOn) => [
    ...tradingHaltKeys.filter(isKeyOn).map(({ name }) => name),
    ...findGlobalPause(node),
  ]);
  const doubtReason =
    findDoubt(evidence, true) ??
    findScheduleDoubt(evidence, tradingHaltKeys) ??
    alarmReason ??
    (isAnyOtherOpen ? null : because("no_chain_open", { isNativeOpen }));
  return decideVerdict(evidence, activeHalts, evidence.previousVerdicts?.network, doubtReason);
}

function judgeChain(
  evidence: Evidence,
  chain: string,
  networkAlarmReason: Reason | null,
): ChainJudgement {
  const { quorum, preset, previousVerdicts } = evidence;
  const earlierJudgements = previousVerdicts?.chains.get(chain);
  const chainHaltKeys = keysOfChain(chain);
  const ragnarokHaltKey = ragnarokKey(gasAssetOf(preset, chain));
  const ragnarokSourceCount = countSources(nodesWithKeyOn(evidence, ragnarokHaltKey));
  // A ragnarok ends trading permanently, so at least `quorum` operators must report it.
  const isRagnarokConfirmed = ragnarokSourceCount >= quorum;
  const standstillHaltKeys = [...networkKeys.standstill, ...chainHaltKeys.standstill];
  const tradingHaltKeys = [
    networkKeys.trading,
    chainHaltKeys.trading,
    ...standstillHaltKeys,
    ...(isRagnarokConfirmed ? [ragnarokHaltKey] : []),
  ];
  const signingHaltKeys = [networkKeys.signing, chainHaltKeys.signing];
  const liquidityHaltKeys = [networkKeys.liquidity, chainHaltKeys.liquidity, ...tradingHaltKeys];
  const doubtReasons: ChainDoubts = {
    alarmReason: networkAlarmReason ?? findAlarmReason(evidence, [chainHaltKeys.alarm]),
    ragnarokReason:
      ragnarokSourceCount > 0 && !isRagnarokConfirmed ? because("end_disputed") : null,
  };
  const judgeAction = (
    keys: readonly HaltKey[],
    flags: readonly Flag[],
    earlierJudgement: Judgement | undefined,
  ) =>
    decideVerdict(
      evidence,
      findHaltsOfChain(evidence, chain, keys, flags),
      earlierJudgement,
      findChainDoubt(evidence, chain, keys, flags, doubtReasons),
    );

  const tradingJudgement = judgeAction(tradingHaltKeys, tradingFlags, earlierJudgements?.trading);
  return {
    chain,
    trading: tradingJudgement,
    deposits: tradingJudgement,
    // No flag in `inbound_addresses` reports a halt of signing, so only halt parameters decide.
    signing: judgeKeys(
      evidence,
      [...signingHaltKeys, ...standstillHaltKeys],
      earlierJudgements?.signing,
    ),
    // A halt of trading also stops liquidity actions. A pause of liquidity stops nothing else.
    liquidity: judgeAction(liquidityHaltKeys, liquidityFlags, earlierJudgements?.liquidity),
    scheduled: findScheduled(evidence, [
      ...signingHaltKeys,
      ...liquidityHaltKeys,
      networkKeys.alarm,
    ]),
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
  readonly ragnarokReason: Reason | null;
}

function findChainDoubt(
  evidence: Evidence,
  chain: string,
  keys: readonly HaltKey[],
  flags: readonly Flag[],
  doubtReasons: ChainDoubts,
): Reason | null {
  // The native chain has no row in `inbound_addresses`, so the check of rows is skipped.
  if (chain === evidence.preset.nativeChain)
    return (
      findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys) ?? doubtReasons.alarmReason
    );
  return (
    findDoubt(evidence, true) ??
    findRowDoubt(evidence, chain, flags) ??
    findScheduleDoubt(evidence, keys) ??
    doubtReasons.alarmReason ??
    doubtReasons.ragnarokReason
  );
}

function findGlobalPause({ rows }: NodeEvidence): ["global_trading_paused"] | [] {
  return rows?.some((row) => row.global_trading_paused === true) ? ["global_trading_paused"] : [];
}
