// Finds what halts one swap: its chains, assets and pools, and switches of the whole network.

import { because, type Reason } from "../model/reasons.ts";
import type { Judgement } from "../model/verdicts.ts";
import type { Pool } from "../upstream/network-schemas.ts";
import { layer1Asset, parseAsset, payoutChainOf } from "../values/assets.ts";
import { findDoubt } from "./doubts.ts";
import type { Evidence, Verdicts } from "./evidence.ts";
import {
  assetHaltKeys,
  formHaltKeys,
  keysOfChain,
  MEMOLESS_HALT,
  PARTS_PAUSE,
} from "./halt-keys.ts";
import { combineJudgements, decideVerdict, judgeKeys, unknownJudgement } from "./judgements.ts";

/**
 * What the nodes report about one pool. `status` is null if the nodes report different statuses.
 * `doubt` is the reason why the pool cannot be judged `open`.
 */
interface PoolStatusReport extends Pick<Pool, "asset" | "trading_halted"> {
  readonly status: string | null;
  readonly doubt?: Reason | null;
}

export function judgePool(
  evidence: Evidence,
  verdicts: Verdicts,
  pool: PoolStatusReport,
): Judgement {
  return combineJudgements(judgeSide(evidence, verdicts, pool.asset, pool));
}

/**
 * Judges a swap from one asset to another. `pools` maps each layer-1 asset to the report of its
 * pool, and is null if the pools could not be read.
 */
export function judgePair(
  evidence: Evidence,
  verdicts: Verdicts,
  assets: readonly [from: string, to: string],
  pools: ReadonlyMap<string, PoolStatusReport> | null,
): Judgement {
  const { haltRule, nativeChain } = evidence.preset;
  const sideJudgements = assets.flatMap((asset) => {
    const poolReport = pools ? pools.get(layer1Asset(asset) ?? asset) : null;
    return judgeSide(evidence, verdicts, asset, poolReport);
  });
  // The native asset and all synths, trade assets and secured assets are deposited on the native
  // chain, so a halt of that whole chain also halts the swap.
  const isNativeDeposit = payoutChainOf(assets[0], evidence.preset) === nativeChain;
  const swapHaltKeys = [
    ...formHaltKeys(haltRule, ...assets),
    ...(isNativeDeposit ? keysOfChain(nativeChain).standstill : []),
  ];
  return combineJudgements([...sideJudgements, judgeKeys(evidence, swapHaltKeys)]);
}

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

function judgeSide(
  evidence: Evidence,
  verdicts: Verdicts,
  asset: string,
  pool: PoolStatusReport | null | undefined,
): Judgement[] {
  const { haltRule, nativeAsset } = evidence.preset;
  const poolAsset = layer1Asset(asset);
  const chainJudgement = verdicts.chains.get(parseAsset(asset)?.chain ?? "");
  if (poolAsset === null) return [unknownJudgement(because("pools_unreadable"))];
  if (!chainJudgement) return [unknownJudgement(because("asset_chain_not_listed"))];
  const assetJudgement = judgeKeys(evidence, assetHaltKeys(haltRule, poolAsset));
  const poolJudgements = poolAsset === nativeAsset ? [] : [judgePoolRow(evidence, pool)];
  return [chainJudgement.trading, assetJudgement, ...poolJudgements];
}

function judgePoolRow(evidence: Evidence, pool: PoolStatusReport | null | undefined): Judgement {
  if (!pool)
    return unknownJudgement(pool === null ? because("pools_unreadable") : because("no_pool"));
  const doubtReason = findDoubt(evidence, false) ?? pool.doubt ?? null;
  const closedFlags = [
    ...(pool.trading_halted === true ? ["trading_halted"] : []),
    ...(pool.status?.toLowerCase() === "available" ? [] : ["pool_status"]),
  ];
  const haltNamesByAge = { fresh: doubtReason === null ? closedFlags : [], aged: [], undated: [] };
  return decideVerdict(evidence, haltNamesByAge, undefined, doubtReason);
}
