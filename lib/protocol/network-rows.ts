// Builds the chain and pool rows of a reading. A value that is not known becomes null.

import type { ChainCosts } from "./market/agreement.ts";
import { outboundFeeOf } from "./market/costs.ts";
import { gasRateOf } from "./market/gas.ts";
import type { Market } from "./market/market.ts";
import type { AgreedPool } from "./market/pool-agreement.ts";
import type { ChainReading, InboundReading } from "./model/network-status.ts";
import type { PoolReading, PoolStatus } from "./model/pools.ts";
import { because, type Reason } from "./model/reasons.ts";
import type { ChainJudgement } from "./model/verdicts.ts";
import { type Evidence, rowsOf } from "./safety/evidence.ts";
import { judgePool } from "./safety/halts.ts";
import { findGasFault, gateInbound, isQuoteNeeded, judgeDeposits } from "./safety/inbound-gate.ts";
import type { Safety } from "./safety/safety.ts";
import { sendAnswer } from "./safety/send-answer.ts";
import { decimalsOf, usdOfUnits } from "./values/amounts.ts";
import { parseAsset } from "./values/assets.ts";
import { findChainRow } from "./values/chain-lookup.ts";

export function toChainReading(
  judgement: ChainJudgement,
  { evidence, doubt }: Safety,
  market: Market,
): ChainReading {
  const { preset } = evidence;
  const { chain, trading, signing, liquidity } = judgement;
  const chainRow = findChainRow(chain, preset);
  const chainCosts = market.chainCosts?.get(chain);
  const outboundFee = chainRow ? outboundFeeOf(market, chainRow.gasAsset) : null;
  const depositJudgement = judgeDeposits(evidence, judgement);
  const firstWithReason = [trading, depositJudgement, signing, liquidity].find(
    ({ reason }) => reason,
  );
  const isNativeChain = chain === preset.nativeChain;
  const chainHeight = isNativeChain
    ? evidence.clock.height
    : (market.observedHeights.get(chain) ?? null);
  return {
    ...judgement,
    deposits: depositJudgement,
    sending: sendAnswer(
      { ...judgement, deposits: depositJudgement },
      preset,
      evidence.nowMs,
      isQuoteNeeded(evidence),
    ),
    native: isNativeChain,
    reason:
      firstWithReason?.reason ??
      (outboundFee ? null : unknownFeeReason(chain, evidence, chainCosts)),
    outboundFee,
    dustThreshold: chainCosts?.dustThreshold ?? null,
    gasAsset: chainRow?.gasAsset ?? null,
    ...gasRateOf(chainCosts, chainRow?.family),
    blockSeconds: chainRow?.blockSeconds ?? null,
    lastObservedHeight: doubt === null ? chainHeight : null,
  };
}

function unknownFeeReason(
  chain: string,
  evidence: Evidence,
  costs: ChainCosts | undefined,
): Reason {
  const statedOutboundFees = evidence.nodes.flatMap(
    (node) => rowsOf(node, chain)[0]?.outbound_fee ?? [],
  );
  const isFeeDisputed = statedOutboundFees.length > 1 && costs?.outboundFee === null;
  return (
    findGasFault(evidence, chain) ??
    because(isFeeDisputed ? "outbound_fees_differ" : "outbound_fee_not_stated")
  );
}

export function toInboundReading(
  judgement: ChainJudgement,
  { evidence, verdicts }: Safety,
  costs: ChainCosts | undefined,
): InboundReading {
  const { chain, trading, signing } = judgement;
  const chainRow = findChainRow(chain, evidence.preset);
  return {
    chain,
    trading,
    deposits: judgeDeposits(evidence, judgement),
    signing,
    ...gateInbound(evidence, verdicts, chain),
    ...gasRateOf(costs, chainRow?.family),
    dustThreshold: costs?.dustThreshold ?? null,
    gasAsset: chainRow?.gasAsset ?? null,
  };
}

const poolStatuses: readonly PoolStatus[] = ["available", "staged", "suspended"];

export function toPoolReading(pool: AgreedPool, safety: Safety, market: Market): PoolReading {
  const { nativeAsset } = safety.evidence.preset;
  const { asset, assetDepth, nativeDepth } = pool;
  const assetSideUsd = worthInUsd(asset, assetDepth, market);
  const nativeSideUsd = worthInUsd(nativeAsset, nativeDepth, market);
  const tradingJudgement = judgePool(safety.evidence, safety.verdicts, pool);
  return {
    asset,
    chain: asset.split(/[./~-]/, 1)[0] as string,
    status: poolStatuses.find((status) => status === pool.status?.toLowerCase()) ?? "other",
    trading: tradingJudgement,
    priceUsd: market.prices.get(asset) ?? null,
    assetDepth,
    nativeDepth,
    nativeAsset,
    depthUsd: assetSideUsd === null || nativeSideUsd === null ? null : assetSideUsd + nativeSideUsd,
    outboundFee: outboundFeeOf(market, asset),
    reason: pool.doubt ?? (tradingJudgement.verdict === "unknown" ? tradingJudgement.reason : null),
  };
}

function worthInUsd(asset: string, amountBase: bigint | null, { prices }: Market): bigint | null {
  const priceUsd = prices.get(asset);
  return amountBase === null || priceUsd === undefined
    ? null
    : usdOfUnits(amountBase, decimalsOf(asset), priceUsd);
}

const MAX_TICKER_CHARS = 16;
/** A pool worth over ten times all other pools together is implausible: its depths become null. */
const MAX_DEPTH_RATIO = 10n;

export function rankPools(pools: readonly PoolReading[]): PoolReading[] {
  const totalDepthUsd = pools.reduce((sum, { depthUsd }) => sum + (depthUsd ?? 0n), 0n);
  const hasImplausibleDepth = ({ depthUsd }: PoolReading) => {
    const poolDepthUsd = depthUsd ?? 0n;
    const otherDepthsUsd = totalDepthUsd - poolDepthUsd;
    return otherDepthsUsd > 0n && poolDepthUsd > MAX_DEPTH_RATIO * otherDepthsUsd;
  };
  const checkedPools = pools.map((pool): PoolReading => {
    if (hasImplausibleDepth(pool))
      return { ...pool, ...unknownDepth, reason: because("depth_implausible") };
    return hasOddName(pool) ? { ...pool, reason: because("odd_asset_name") } : pool;
  });
  return checkedPools.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** 0: the depth is known. 1: it is not. 2: the name is odd. Within a rank the order stays. */
function rankOf(pool: PoolReading): number {
  if (hasOddName(pool)) return 2;
  return pool.nativeDepth === null ? 1 : 0;
}

const unknownDepth = { assetDepth: null, nativeDepth: null, depthUsd: null };

function hasOddName({ asset }: PoolReading): boolean {
  const parsedAsset = parseAsset(asset);
  return parsedAsset?.kind !== "layer1" || parsedAsset.ticker.length > MAX_TICKER_CHARS;
}
