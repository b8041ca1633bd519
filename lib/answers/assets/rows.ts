// Rows of /assets, the deepest pool first. Each row shows the worse state of pool and chain.

import type { Money } from "../../protocol/model/envelope.ts";
import type { NetworkReading } from "../../protocol/model/network-status.ts";
import type { PoolStatus, PoolsReading } from "../../protocol/model/pools.ts";
import { because, type Reason } from "../../protocol/model/reasons.ts";
import type { Judgement } from "../../protocol/model/verdicts.ts";
import { listAssets, uniqueAssetName } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { exampleHref, hasOddName, isExamplePool } from "../quote-examples.ts";
import { type AnswerCell, assetAnswers, notCheckedCell } from "../status/chain-answers.ts";

export interface AssetRow {
  readonly asset: string;
  readonly chain: string;
  readonly longName: string;
  /** Link to an example quote. Null if the asset does not trade now, or has no known price. */
  readonly exampleHref: string | null;
  readonly trading: Judgement;
  readonly send: AnswerCell;
  readonly receive: AnswerCell;
  /** Status of the asset's pool. Null for the native asset, which has no pool of its own. */
  readonly poolStatus: PoolStatus | null;
  readonly depthUsd: bigint | null;
  readonly outboundFee: Money | null;
  readonly reason: Reason | null;
}

export function listAssetRows(
  status: NetworkReading,
  { failure, pools, nativePriceUsd }: PoolsReading,
  preset: Preset,
  nowMs: number,
): readonly AssetRow[] {
  if (failure) return [];
  const nativeChainReading = status.chains.find(({ chain }) => chain === preset.nativeChain);
  const nativeAssetFacts = nativeChainReading && {
    asset: preset.nativeAsset,
    chain: nativeChainReading.chain,
    status: null,
    trading: nativeChainReading.trading,
    priceUsd: nativePriceUsd,
    depthUsd: null,
    outboundFee: status.nativeOutboundFee,
    reason: null,
  };
  const availablePools = pools.filter((pool) => pool.status === "available" && !hasOddName(pool));
  const pooledAssets = listAssets(pools);
  const examplePools = availablePools.filter(isExamplePool);
  return [...(nativeAssetFacts ? [nativeAssetFacts] : []), ...availablePools].map((assetFacts) => {
    const { asset, depthUsd, outboundFee, reason } = assetFacts;
    const chainReading = status.chains.find(({ chain }) => chain === assetFacts.chain);
    const worseTrading = worseJudgement(
      assetFacts.trading,
      chainReading?.trading ?? notListedJudgement(status.trading),
    );
    const [send, receive] = chainReading
      ? assetAnswers(chainReading, worseTrading, preset, nowMs)
      : [notCheckedCell, notCheckedCell];
    return {
      asset,
      chain: assetFacts.chain,
      longName: uniqueAssetName(asset, pooledAssets, preset),
      exampleHref:
        worseTrading.verdict === "open" && assetFacts.priceUsd !== null
          ? exampleHref(asset, examplePools)
          : null,
      trading: worseTrading,
      send,
      receive,
      poolStatus: assetFacts.status,
      depthUsd,
      outboundFee,
      reason,
    };
  });
}

function worseJudgement(a: Judgement, b: Judgement): Judgement {
  const judgements = [a, b];
  return (
    judgements.find(({ verdict }) => verdict === "halted") ??
    judgements.find(({ verdict }) => verdict === "unknown") ??
    a
  );
}

const notListedJudgement = ({ reason }: Judgement): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason: reason ?? because("asset_chain_not_listed"),
});
