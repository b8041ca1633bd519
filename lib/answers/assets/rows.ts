// The assets that can be swapped, chain by chain. A row shows the worse of its pool and its chain.

import type { NetworkReading } from "../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../protocol/model/pools.ts";
import { because } from "../../protocol/model/reasons.ts";
import type { Judgement } from "../../protocol/model/verdicts.ts";
import { longAssetName } from "../../protocol/values/assets.ts";
import type { Preset } from "../../protocol/values/chains.ts";
import { chainAnswers, notChecked } from "../status/chain-answers.ts";

export type AssetRow = ReturnType<typeof listAssetRows>[number];

/** Empty where the pools could not be read. */
export function listAssetRows(
  status: NetworkReading,
  { failure, pools }: PoolsReading,
  preset: Preset,
  nowMs: number,
) {
  if (failure) return [];
  const native = status.chains.find(({ chain }) => chain === preset.nativeChain);
  const nativeRow = native && {
    asset: preset.nativeAsset,
    chain: native.chain,
    status: null,
    trading: native.trading,
    depthUsd: null,
    outboundFee: status.nativeOutboundFee,
    reason: null,
  };
  const available = pools.filter(
    (pool) => pool.status === "available" && pool.reason?.code !== "odd_asset_name",
  );
  const rankOf = ({ chain }: { readonly chain: string }) => {
    const index = preset.chains.findIndex(({ code }) => code === chain);
    return index < 0 ? preset.chains.length : index;
  };
  return [...(nativeRow ? [nativeRow] : []), ...available]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ asset, chain: code, status: pool, trading: own, depthUsd, outboundFee, reason }) => {
      const chain = status.chains.find((reading) => reading.chain === code);
      const trading = worse(own, chain?.trading ?? notListed(status.trading));
      const [send, receive] = chain
        ? chainAnswers({ ...chain, trading }, preset, nowMs)
        : [notChecked, notChecked];
      return {
        asset,
        chain: code,
        name: longAssetName(asset, preset),
        trading,
        send,
        receive,
        pool,
        depthUsd,
        outboundFee,
        reason,
      };
    });
}

function worse(a: Judgement, b: Judgement): Judgement {
  const both = [a, b];
  return (
    both.find(({ verdict }) => verdict === "halted") ??
    both.find(({ verdict }) => verdict === "unknown") ??
    a
  );
}

const notListed = ({ reason }: Judgement): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason: reason ?? because("asset_chain_not_listed"),
});
