// The verdicts on the network and its chains. An `open` needs fresh, whole facts on which the nodes
// agree. One fact that says halted ends it: `halted` where no whole node denies it, else `unknown`.

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

/** A row must have all three flags: none follows from the others. */
const tradingFlags = ["halted", "global_trading_paused", "chain_trading_paused"] as const;
const liquidityFlags = [...tradingFlags, "chain_lp_actions_paused"] as const;
type Flag = (typeof liquidityFlags)[number];

export function verdictsOf(evidence: Evidence): Verdicts {
  const alarm = findAlarm(evidence, [networkKeys.alarm, ...listVaultAlarms(evidence)]);
  const chains = new Map(
    listChainCodes(evidence).map((chain) => [chain, judgeChain(evidence, chain, alarm)]),
  );
  const { blockTimeMs } = evidence.clock;
  const network = judgeNetwork(evidence, [...chains.values()], alarm);
  return { network, chains, blockTimeMs, height: topHeight(evidence) };
}

function findAlarm(evidence: Evidence, keys: readonly HaltKey[]): Reason | null {
  const alarm = keys.find((key) => nodesWithKeyOn(evidence, key).length > 0);
  return alarm === undefined ? null : because("vault_alarm", { parameter: alarm.name });
}

function nodesWithKeyOn(evidence: Evidence, key: HaltKey): NodeEvidence[] {
  return listDatedNodes(evidence).filter((node) => isInForce(evidence.preset, node, key));
}

function judgeNetwork(
  evidence: Evidence,
  chains: readonly ChainJudgement[],
  alarm: Reason | null,
): Judgement {
  const { nativeChain } = evidence.preset;
  const isAnyOpen = chains.some(
    ({ chain, trading }) => chain !== nativeChain && trading.verdict === "open",
  );
  const keys = [networkKeys.trading, ...networkKeys.whole];
  const active = findActiveHalts(evidence, (node, isKeyOn) => [
    ...keys.filter(isKeyOn).map(({ name }) => name),
    ...findGlobalPause(node),
  ]);
  const doubt =
    findDoubt(evidence, true) ??
    findScheduleDoubt(evidence, keys) ??
    alarm ??
    (isAnyOpen ? null : because("no_chain_open"));
  return decideVerdict(evidence, active, evidence.previous?.network, doubt);
}

function judgeChain(
  evidence: Evidence,
  chain: string,
  networkAlarm: Reason | null,
): ChainJudgement {
  const { quorum, preset, previous } = evidence;
  const earlier = previous?.chains.get(chain);
  const chainKeys = keysOfChain(chain);
  const ragnarok = ragnarokKey(gasAssetOf(preset, chain));
  const ragnarokSources = countSources(nodesWithKeyOn(evidence, ragnarok));
  // A chain's end is final, so it takes two sources.
  const isEnded = ragnarokSources >= quorum;
  const wholeKeys = [...networkKeys.whole, ...chainKeys.whole];
  const tradingKeys = [
    networkKeys.trading,
    chainKeys.trading,
    ...wholeKeys,
    ...(isEnded ? [ragnarok] : []),
  ];
  const signingKeys = [networkKeys.signing, chainKeys.signing];
  const liquidityKeys = [networkKeys.liquidity, chainKeys.liquidity, ...tradingKeys];
  const doubts: ChainDoubts = {
    alarm: networkAlarm ?? findAlarm(evidence, [chainKeys.alarm]),
    end: ragnarokSources > 0 && !isEnded ? because("end_disputed") : null,
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

  const trading = judgeFlags(tradingKeys, tradingFlags, earlier?.trading);
  return {
    chain,
    trading,
    // A deposit on a chain whose trading is halted is refunded less fees: both have one answer.
    deposits: trading,
    // Rows do not show signing.
    signing: judgeKeys(evidence, [...signingKeys, ...wholeKeys], earlier?.signing),
    // A halt of trading refuses liquidity too. A pause of liquidity halts nothing else.
    liquidity: judgeFlags(liquidityKeys, liquidityFlags, earlier?.liquidity),
    scheduled: findScheduled(evidence, [...signingKeys, ...liquidityKeys, networkKeys.alarm]),
  };
}

function findHaltsOfChain(
  evidence: Evidence,
  chain: string,
  keys: readonly HaltKey[],
  flags: readonly Flag[],
) {
  const isNative = chain === evidence.preset.nativeChain;
  return findActiveHalts(evidence, (node, isKeyOn) => [
    ...keys.filter(isKeyOn).map(({ name }) => name),
    ...flags.filter((flag) => rowsOf(node, chain).some((row) => row[flag] === true)),
    ...(isNative ? findGlobalPause(node) : []),
  ]);
}

interface ChainDoubts {
  readonly alarm: Reason | null;
  /** One source alone says that the chain ends. */
  readonly end: Reason | null;
}

function findChainDoubt(
  evidence: Evidence,
  chain: string,
  keys: readonly HaltKey[],
  flags: readonly Flag[],
  doubts: ChainDoubts,
): Reason | null {
  // The native chain has no row.
  if (chain === evidence.preset.nativeChain)
    return findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys) ?? doubts.alarm;
  return (
    findDoubt(evidence, true) ??
    findRowDoubt(evidence, chain, flags) ??
    findScheduleDoubt(evidence, keys) ??
    doubts.alarm ??
    doubts.end
  );
}

/** Any row counts: the native chain has none of its own. */
function findGlobalPause({ rows }: NodeEvidence): ["global_trading_paused"] | [] {
  return rows?.some((row) => row.global_trading_paused === true) ? ["global_trading_paused"] : [];
}
