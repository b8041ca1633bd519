// The judgement. An `open` needs fresh, whole facts on which the nodes agree. One fact that says
// halted ends it: `halted` where no whole node contradicts, else `unknown`.

import { because, type Reason } from "../model/reasons.ts";
import type { ChainJudgement, Judgement } from "../model/verdicts.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { layer1Asset, parseAsset, payoutChainOf } from "../values/assets.ts";
import {
  combine,
  countSources,
  decideVerdict,
  type Evidence,
  findActiveHalts,
  findDoubt,
  findRowDoubt,
  isInForce,
  listChainCodes,
  listDatedNodes,
  type NodeEvidence,
  rowsOf,
  topHeight,
  unknownJudgement,
  type Verdicts,
} from "./evidence.ts";
import {
  assetHaltKeys,
  formHaltKeys,
  gasAssetOf,
  type HaltKey,
  keysOfChain,
  MEMOLESS_HALT,
  networkKeys,
  PARTS_PAUSE,
  ragnarokKey,
} from "./halt-keys.ts";
import { findScheduled, isScheduleDisputed, listVaultAlarms } from "./halt-parameters.ts";

/** All three must be present: none follows from the others. */
const tradingFlags = ["halted", "global_trading_paused", "chain_trading_paused"] as const;
const liquidityFlags = [...tradingFlags, "chain_lp_actions_paused"] as const;
type Flag = (typeof liquidityFlags)[number];

export function judge(evidence: Evidence): Verdicts {
  const alarm = findAlarm(evidence, [networkKeys.alarm, ...listVaultAlarms(evidence)]);
  const chains = new Map(
    listChainCodes(evidence).map((chain) => [chain, judgeChain(evidence, chain, alarm)]),
  );
  const { blockTimeMs } = evidence.clock;
  const network = judgeNetwork(evidence, [...chains.values()], alarm);
  return { network, chains, blockTimeMs, height: topHeight(evidence) };
}

function findAlarm(evidence: Evidence, keys: readonly HaltKey[]): Reason | null {
  const alarm = keys.find((key) =>
    listDatedNodes(evidence).some((node) => isInForce(evidence.preset, node, key)),
  );
  return alarm === undefined ? null : because("vault_alarm", { parameter: alarm.name });
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
    ...keys.filter(isKeyOn).map((key) => key.name),
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
  const { preset } = evidence;
  const previous = evidence.previous?.chains.get(chain);
  const isNative = chain === preset.nativeChain;
  const chainKeys = keysOfChain(chain);
  const whole = [...networkKeys.whole, ...chainKeys.whole];
  const ragnarok = ragnarokKey(gasAssetOf(preset, chain));
  const endingNodes = listDatedNodes(evidence).filter((node) => isInForce(preset, node, ragnarok));
  const ragnarokSources = countSources(endingNodes);
  // A chain's end is final, so it takes two sources.
  const isEnded = ragnarokSources >= evidence.quorum;
  const tradingKeys = [
    networkKeys.trading,
    chainKeys.trading,
    ...whole,
    ...(isEnded ? [ragnarok] : []),
  ];
  const signingKeys = [networkKeys.signing, chainKeys.signing];
  const liquidityKeys = [networkKeys.liquidity, chainKeys.liquidity, ...tradingKeys];
  const alarm = networkAlarm ?? findAlarm(evidence, [chainKeys.alarm]);

  const judgeBy = (
    keys: readonly HaltKey[],
    flags: readonly Flag[],
    before: Judgement | undefined,
  ) => {
    const active = findActiveHalts(evidence, (node, isKeyOn) => [
      ...keys.filter(isKeyOn).map((key) => key.name),
      ...flags.filter((flag) => rowsOf(node, chain).some((row) => row[flag] === true)),
      ...(isNative && flags.length > 0 ? findGlobalPause(node) : []),
    ]);
    // The native chain has no row, and rows do not show signing: mimir alone decides.
    const needsRow = flags.length > 0 && !isNative;
    const doubt =
      findDoubt(evidence, needsRow) ??
      (needsRow ? findRowDoubt(evidence, chain, flags) : null) ??
      findScheduleDoubt(evidence, keys) ??
      (flags.length > 0 ? alarm : null) ??
      (needsRow && ragnarokSources > 0 && !isEnded ? because("end_disputed") : null);
    return decideVerdict(evidence, active, before, doubt);
  };

  const trading = judgeBy(tradingKeys, tradingFlags, previous?.trading);
  return {
    chain,
    trading,
    // A deposit on a chain whose trading is halted is refunded less fees: both have one answer.
    deposits: trading,
    signing: judgeBy([...signingKeys, ...whole], [], previous?.signing),
    // A halt of trading refuses liquidity too. A pause of liquidity halts nothing else.
    liquidity: judgeBy(liquidityKeys, liquidityFlags, previous?.liquidity),
    scheduled: findScheduled(evidence, [...signingKeys, ...liquidityKeys, networkKeys.alarm]),
  };
}

/** Any row counts: the native chain has none of its own. */
function findGlobalPause({ rows }: NodeEvidence): ["global_trading_paused"] | [] {
  return rows?.some((row) => row.global_trading_paused === true) ? ["global_trading_paused"] : [];
}

/** `status` is null where the nodes differ. `doubt`: why the pool cannot be `open`. */
interface PoolStatusReport extends Pick<Pool, "asset" | "trading_halted"> {
  readonly status: string | null;
  readonly doubt?: Reason | null;
}

export function judgePool(
  evidence: Evidence,
  verdicts: Verdicts,
  pool: PoolStatusReport,
): Judgement {
  return combine(judgeSide(evidence, verdicts, pool.asset, pool));
}

/** `pools` by layer-1 asset; null when they were not read. */
export function judgePair(
  evidence: Evidence,
  verdicts: Verdicts,
  assets: readonly [from: string, to: string],
  pools: ReadonlyMap<string, PoolStatusReport> | null,
): Judgement {
  const { haltRule, nativeChain } = evidence.preset;
  const sides = assets.flatMap((asset) => {
    const pool = pools ? pools.get(layer1Asset(asset) ?? asset) : null;
    return judgeSide(evidence, verdicts, asset, pool);
  });
  // A synth, trade or secured asset is deposited on the native chain.
  const isNativeDeposit = payoutChainOf(assets[0], evidence.preset) === nativeChain;
  const keys = [
    ...formHaltKeys(haltRule, ...assets),
    ...(isNativeDeposit ? keysOfChain(nativeChain).whole : []),
  ];
  return combine([...sides, judgeKeys(evidence, keys)]);
}

/** Rows, pools and quotes do not show it. */
export function findPartsPause(evidence: Evidence): readonly string[] {
  return judgeKeys(evidence, [PARTS_PAUSE]).haltedBy;
}

export const arePartsPaused = (evidence: Evidence): boolean =>
  findPartsPause(evidence).length > 0 || isPartsPauseDisputed(evidence);

export function isPartsPauseDisputed(evidence: Evidence): boolean {
  return judgeKeys(evidence, [PARTS_PAUSE]).reason?.id === "halt_disputed";
}

export function findMemolessHalt(evidence: Evidence): readonly string[] {
  return judgeKeys(evidence, [MEMOLESS_HALT]).haltedBy;
}

function judgeKeys(evidence: Evidence, keys: readonly HaltKey[]): Judgement {
  const active = findActiveHalts(evidence, (_, isKeyOn) =>
    keys.filter(isKeyOn).map((key) => key.name),
  );
  const doubt = findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys);
  return decideVerdict(evidence, active, undefined, doubt);
}

/** A halt that one node alone schedules is neither reported nor ignored. */
const findScheduleDoubt = (evidence: Evidence, keys: readonly HaltKey[]): Reason | null =>
  isScheduleDisputed(evidence, keys) ? because("schedules_differ") : null;

/** `pool`: undefined where the asset has none, null where pools were not read. */
function judgeSide(
  evidence: Evidence,
  verdicts: Verdicts,
  asset: string,
  pool: PoolStatusReport | null | undefined,
): Judgement[] {
  const { haltRule, nativeAsset } = evidence.preset;
  const layer1 = layer1Asset(asset);
  // A synth, trade or secured asset is halted with its layer-1 chain.
  const chain = verdicts.chains.get(parseAsset(asset)?.chain ?? "");
  if (layer1 === null || !chain) return [unknownJudgement(because("asset_chain_not_listed"))];
  const byKeys = judgeKeys(evidence, assetHaltKeys(haltRule, layer1));
  const byPool = layer1 === nativeAsset ? [] : [judgePoolRow(evidence, pool)];
  return [chain.trading, byKeys, ...byPool];
}

function judgePoolRow(evidence: Evidence, pool: PoolStatusReport | null | undefined): Judgement {
  if (!pool)
    return unknownJudgement(pool === null ? because("pools_unreadable") : because("no_pool"));
  const doubt = findDoubt(evidence, false) ?? pool.doubt ?? null;
  const flags = [
    ...(pool.trading_halted === true ? ["trading_halted"] : []),
    ...(pool.status?.toLowerCase() === "available" ? [] : ["pool_status"]),
  ];
  const active = { fresh: doubt === null ? flags : [], aged: [], undated: [] };
  return decideVerdict(evidence, active, undefined, doubt);
}
