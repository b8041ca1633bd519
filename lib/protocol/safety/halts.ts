// The judgement. An `open` needs fresh, whole facts on which the nodes agree. One fact that says
// halted ends it: `halted` where no whole node contradicts, else `unknown`.

import type { ChainJudgement, Judgement, Reason } from "../model/verdicts.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { layer1Asset, parseAsset, payoutChainOf } from "../values/assets.ts";
import {
  combine,
  countSources,
  decideVerdict,
  type Evidence,
  findDoubt,
  findFired,
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
import { chainReasons, nodeReasons, poolReasons } from "./reasons.ts";

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
  const key = keys.find((one) =>
    listDatedNodes(evidence).some((node) => isInForce(evidence.preset, node, one)),
  );
  return key === undefined ? null : nodeReasons.alarm(key.name);
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
  const fired = findFired(evidence, (node, isKeyOn) => [
    ...keys.filter(isKeyOn).map((key) => key.name),
    ...findGlobalPause(node),
  ]);
  const doubt =
    findDoubt(evidence, true) ??
    findScheduleDoubt(evidence, keys) ??
    alarm ??
    (isAnyOpen ? null : chainReasons.noneOpen);
  return decideVerdict(evidence, fired, evidence.previous?.network, doubt);
}

function judgeChain(
  evidence: Evidence,
  chain: string,
  networkAlarm: Reason | null,
): ChainJudgement {
  const { preset } = evidence;
  const previous = evidence.previous?.chains.get(chain);
  const isNative = chain === preset.nativeChain;
  const own = keysOfChain(chain);
  const whole = [...networkKeys.whole, ...own.whole];
  const end = ragnarokKey(gasAssetOf(preset, chain));
  const enders = countSources(
    listDatedNodes(evidence).filter((node) => isInForce(preset, node, end)),
  );
  // A chain's end is final, so it takes two sources.
  const isEnded = enders >= evidence.quorum;
  const tradingKeys = [networkKeys.trading, own.trading, ...whole, ...(isEnded ? [end] : [])];
  const signingKeys = [networkKeys.signing, own.signing];
  const liquidityKeys = [networkKeys.liquidity, own.liquidity, ...tradingKeys];
  const alarm = networkAlarm ?? findAlarm(evidence, [own.alarm]);

  const judgeBy = (
    keys: readonly HaltKey[],
    flags: readonly Flag[],
    before: Judgement | undefined,
  ) => {
    const fired = findFired(evidence, (node, isKeyOn) => [
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
      (needsRow && enders > 0 && !isEnded ? nodeReasons.endDisputed : null);
    return decideVerdict(evidence, fired, before, doubt);
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
  const sides = assets.flatMap((asset) =>
    judgeSide(evidence, verdicts, asset, pools ? pools.get(layer1Asset(asset) ?? asset) : null),
  );
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
  return judgeKeys(evidence, [PARTS_PAUSE]).reason === nodeReasons.haltDisputed;
}

export function findMemolessHalt(evidence: Evidence): readonly string[] {
  return judgeKeys(evidence, [MEMOLESS_HALT]).haltedBy;
}

function judgeKeys(evidence: Evidence, keys: readonly HaltKey[]): Judgement {
  const fired = findFired(evidence, (_, isKeyOn) => keys.filter(isKeyOn).map((key) => key.name));
  return decideVerdict(
    evidence,
    fired,
    undefined,
    findDoubt(evidence, false) ?? findScheduleDoubt(evidence, keys),
  );
}

/** A halt that one node alone schedules is neither reported nor ignored. */
const findScheduleDoubt = (evidence: Evidence, keys: readonly HaltKey[]): Reason | null =>
  isScheduleDisputed(evidence, keys) ? nodeReasons.schedulesApart : null;

/** `pool`: undefined where the asset has none, null where pools were not read. */
function judgeSide(
  evidence: Evidence,
  verdicts: Verdicts,
  written: string,
  pool: PoolStatusReport | null | undefined,
) {
  const asset = layer1Asset(written);
  // A synth, trade or secured asset is halted with its layer-1 chain.
  const chain = verdicts.chains.get(parseAsset(written)?.chain ?? "");
  if (asset === null || !chain) return [unknownJudgement(poolReasons.chainNotListed)];
  const own = judgeKeys(evidence, assetHaltKeys(evidence.preset.haltRule, asset));
  const row = asset === evidence.preset.nativeAsset ? [] : [judgePoolRow(evidence, pool)];
  return [chain.trading, own, ...row];
}

function judgePoolRow(evidence: Evidence, pool: PoolStatusReport | null | undefined): Judgement {
  if (!pool) return unknownJudgement(pool === null ? poolReasons.unread : poolReasons.none);
  const doubt = findDoubt(evidence, false) ?? pool.doubt ?? null;
  const fresh = [
    ...(pool.trading_halted === true ? ["trading_halted"] : []),
    ...(pool.status?.toLowerCase() === "available" ? [] : ["pool_status"]),
  ];
  return decideVerdict(
    evidence,
    { fresh: doubt === null ? fresh : [], aged: [], undated: [] },
    undefined,
    doubt,
  );
}
