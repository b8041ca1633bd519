// Judged facts → the rows of a reading. Nothing is decided here. Unknown facts are null.

import type { ChainCosts } from "./market/agreement.ts";
import { readOutboundFee } from "./market/costs.ts";
import { readGasRate } from "./market/gas.ts";
import type { Market } from "./market/market.ts";
import type { AgreedPool } from "./market/pool-agreement.ts";
import type { ChainReading, InboundReading } from "./model/network-status.ts";
import type { PoolReading, PoolStatus } from "./model/pools.ts";
import { because } from "./model/reasons.ts";
import type { ChainJudgement } from "./model/verdicts.ts";
import { rowsOf } from "./safety/evidence.ts";
import { judgePool } from "./safety/halts.ts";
import { findGasFault, gateInbound, judgeDeposits } from "./safety/inbound-gate.ts";
import type { Safety } from "./safety/safety.ts";
import { decimalsOf, usdOfUnits } from "./values/amounts.ts";
import { parseAsset } from "./values/assets.ts";

export function toChainReading(
  judged: ChainJudgement,
  safety: Safety,
  market: Market,
): ChainReading {
  const { preset } = safety.evidence;
  const chainRow = preset.chains.find((chain) => chain.code === judged.chain);
  const costs = market.chainCosts?.get(judged.chain);
  const outboundFee = chainRow ? readOutboundFee(market, chainRow.gasAsset) : null;
  const statedFees = safety.evidence.nodes.flatMap(
    (node) => rowsOf(node, judged.chain)[0]?.outbound_fee ?? [],
  );
  const isFeeDisputed = statedFees.length > 1 && costs?.outboundFee === null;
  const feeReason =
    findGasFault(safety.evidence, judged.chain) ??
    (isFeeDisputed ? because("outbound_fees_differ") : because("outbound_fee_not_stated"));
  const deposits = judgeDeposits(safety.evidence, judged);
  const doubtedJudgement = [judged.trading, deposits, judged.signing, judged.liquidity].find(
    (judgement) => judgement.reason !== null,
  );
  const isNative = judged.chain === preset.nativeChain;
  // The native chain is its own block clock.
  const height = isNative
    ? safety.evidence.clock.height
    : (market.observedHeights.get(judged.chain) ?? null);
  return {
    ...judged,
    deposits,
    native: isNative,
    reason: doubtedJudgement?.reason ?? (outboundFee ? null : feeReason),
    outboundFee,
    dustThreshold: costs?.dustThreshold ?? null,
    gasAsset: chainRow?.gasAsset ?? null,
    ...readGasRate(costs, chainRow?.family),
    blockSeconds: chainRow?.blockSeconds ?? null,
    lastObservedHeight: safety.doubt === null ? height : null,
  };
}

export function toInboundReading(
  judged: ChainJudgement,
  safety: Safety,
  costs?: ChainCosts,
): InboundReading {
  const { evidence, verdicts } = safety;
  const { chain, trading, signing } = judged;
  const chainRow = evidence.preset.chains.find(({ code }) => code === chain);
  return {
    chain,
    trading,
    deposits: judgeDeposits(evidence, judged),
    signing,
    ...gateInbound(evidence, verdicts, chain),
    ...readGasRate(costs, chainRow?.family),
    dustThreshold: costs?.dustThreshold ?? null,
    gasAsset: chainRow?.gasAsset ?? null,
  };
}

const poolStatuses: readonly PoolStatus[] = ["available", "staged", "suspended"];

export function toPoolReading(pool: AgreedPool, safety: Safety, market: Market): PoolReading {
  const { preset } = safety.evidence;
  const { asset, assetDepth, nativeDepth } = pool;
  const priceUsd = market.prices.get(asset) ?? null;
  const nativePrice = market.prices.get(preset.nativeAsset);
  const depthUsd =
    priceUsd === null || nativePrice === undefined || assetDepth === null || nativeDepth === null
      ? null
      : usdOfUnits(assetDepth, decimalsOf(asset), priceUsd) +
        usdOfUnits(nativeDepth, decimalsOf(preset.nativeAsset), nativePrice);
  const trading = judgePool(safety.evidence, safety.verdicts, pool);
  return {
    asset,
    chain: asset.split(/[./~-]/, 1)[0] as string,
    status: poolStatuses.find((status) => status === pool.status?.toLowerCase()) ?? "other",
    trading,
    priceUsd,
    assetDepth,
    nativeDepth,
    nativeAsset: preset.nativeAsset,
    depthUsd,
    outboundFee: readOutboundFee(market, asset),
    reason: pool.doubt ?? (trading.verdict === "unknown" ? trading.reason : null),
  };
}

const MAX_TICKER_CHARS = 16;
/** Nobody fills a pool to more than this many times all others together. */
const MAX_DEPTH_RATIO = 10n;

/** Odd names go last. A depth that the other pools contradict becomes null. */
export function rankPools(pools: readonly PoolReading[]): PoolReading[] {
  const totalUsd = pools.reduce((sum, { depthUsd }) => sum + (depthUsd ?? 0n), 0n);
  const isImplausible = ({ depthUsd }: PoolReading) => {
    const ownUsd = depthUsd ?? 0n;
    const othersUsd = totalUsd - ownUsd;
    return othersUsd > 0n && ownUsd > MAX_DEPTH_RATIO * othersUsd;
  };
  const checked = pools.map((pool): PoolReading => {
    if (isImplausible(pool))
      return { ...pool, ...unknownDepth, reason: because("depth_implausible") };
    return hasOddName(pool) ? { ...pool, reason: because("odd_asset_name") } : pool;
  });
  return [...checked.filter((pool) => !hasOddName(pool)), ...checked.filter(hasOddName)];
}

const unknownDepth = { assetDepth: null, nativeDepth: null, depthUsd: null };

function hasOddName({ asset }: PoolReading): boolean {
  const parts = parseAsset(asset);
  return parts?.kind !== "layer1" || parts.ticker.length > MAX_TICKER_CHARS;
}
