// Computes what the network charges now, from figures on which the nodes agree.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import { type NetworkReading, type OwnSlip, slipKinds } from "../model/network-status.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { assetKeyPart } from "../safety/halt-keys.ts";
import { isKeptUntilSwapped, payoutChainOf } from "../values/assets.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { AgreedParameters, ChainCosts, NetworkFigures } from "./agreement.ts";
import { type Prices, priceAmount } from "./prices.ts";

export interface CostSources {
  readonly preset: Preset;
  readonly votes: AgreedParameters;
  readonly defaults: AgreedParameters;
  readonly chainCosts: ReadonlyMap<string, ChainCosts> | null;
  readonly network: NetworkFigures | null;
  readonly outboundFees: ReadonlyMap<string, Agreed<bigint> | null> | null;
  readonly prices: Prices;
}

/**
 * Outbound fee in the asset paid out. The row of a chain states its gas asset's fee (on MAYAChain
 * also RUNE's). `/outbound_fees` states the fee of a token, and of RUNE on THORChain. `/network`
 * states the fee of CACAO.
 */
export function outboundFeeOf(sources: CostSources, asset: string): Money | null {
  const { preset, prices } = sources;
  const feeBase =
    payoutChainOf(asset, preset) === preset.nativeChain
      ? nativePayoutFeeBase(sources, asset)
      : externalPayoutFeeBase(sources, asset);
  return feeBase === null ? null : priceAmount(prices, asset, feeBase);
}

/** Fee of a refund of `asset`, which is paid out as it was sent. */
export const refundFeeOf = (sources: CostSources, asset: string): Money | null =>
  isKeptUntilSwapped(asset, sources.preset)
    ? { base: 0n, asset, usd: 0n }
    : outboundFeeOf(sources, asset);

/** The fee in base units of `asset`. A fee of 0 becomes null: 0 means that no gas rate is known. */
function externalPayoutFeeBase(
  { preset, chainCosts, outboundFees }: CostSources,
  asset: string,
): Agreed<bigint> | null {
  const chainRow = preset.chains.find(({ gasAsset }) => gasAsset === asset);
  const feeBase = chainRow ? chainCosts?.get(chainRow.code)?.outboundFee : outboundFees?.get(asset);
  return feeBase || null;
}

/**
 * Fee of a native payout, in base units of `asset`. If RUNE's fee is 0 (since THORNode 3.17), all
 * native payouts on THORChain are free. Otherwise null for every asset but the native one.
 */
function nativePayoutFeeBase(
  { preset, network, outboundFees }: CostSources,
  asset: string,
): Agreed<bigint> | null {
  if (preset.nativeChain === "MAYA")
    return asset === preset.nativeAsset ? (network?.nativeOutboundFee ?? null) : null;
  const runeFeeBase = outboundFees?.get(preset.nativeAsset) ?? null;
  return asset === preset.nativeAsset || runeFeeBase === 0n ? runeFeeBase : null;
}

const NATIVE_FEE_KEY = "NATIVETRANSACTIONFEE";

export function nativeTransactionFeeOf({
  preset,
  network,
  votes,
  prices,
}: CostSources): Money | null {
  const votedFee = votes.get(NATIVE_FEE_KEY);
  const isFeeVoted = preset.nativeChain === "MAYA" && typeof votedFee === "number" && votedFee >= 0;
  const feeBase = isFeeVoted ? BigInt(votedFee) : network?.nativeTransactionFee;
  return feeBase == null ? null : priceAmount(prices, preset.nativeAsset, feeBase);
}

const slipKeys: Readonly<Record<(typeof slipKinds)[number], string>> = {
  l1: "L1SLIPMINBPS",
  synth: "SYNTHSLIPMINBPS",
  trade: "TRADEACCOUNTSSLIPMINBPS",
  secured: "SECUREDASSETSLIPMINBPS",
  derived: "DERIVEDSLIPMINBPS",
  stable: "STABLESLIPMINBPS",
};

const PAYOUT_ATTEMPTS_KEY = "MAXOUTBOUNDATTEMPTS";
const SIGNING_PERIOD_KEY = "SIGNINGTRANSACTIONPERIOD";

export const costParameters: readonly string[] = [
  NATIVE_FEE_KEY,
  PAYOUT_ATTEMPTS_KEY,
  SIGNING_PERIOD_KEY,
  ...Object.values(slipKeys),
];

type VoteSources = Pick<CostSources, "preset" | "votes">;

/** The voted value, or `fallback` if nobody voted. Null if nodes differ or too few answered. */
function votedValue({ votes }: VoteSources, key: string, fallback: number | null): number | null {
  const vote = votes.get(key);
  if (vote === undefined) return null;
  return vote === "unset" || vote < 0 ? fallback : vote;
}

export function signingPeriodBlocks(sources: VoteSources): number | null {
  if (sources.preset.nativeChain === "MAYA") return SIGNING_PERIOD_BLOCKS;
  // A period of 0 becomes null: a node rejects 0, and then never tries a failed payout again.
  return votedValue(sources, SIGNING_PERIOD_KEY, SIGNING_PERIOD_BLOCKS) || null;
}

export function payoutEndOf(sources: VoteSources): PayoutEnd {
  const isSwappedBack = sources.preset.nativeChain === "THOR";
  const attemptCount = votedValue(sources, PAYOUT_ATTEMPTS_KEY, sources.preset.outboundAttempts);
  if (attemptCount === 0) return { afterSeconds: "never", isSwappedBack };
  const blocksPerAttempt = signingPeriodBlocks(sources);
  if (attemptCount === null || blocksPerAttempt === null)
    return { afterSeconds: "unknown", isSwappedBack };
  return { afterSeconds: attemptCount * blocksPerAttempt * PROTOCOL_BLOCK_SECONDS, isSwappedBack };
}

/**
 * Minimum slips in bps: the voted values, else the nodes' constants. Null on MAYAChain.
 * If the value of `stable` (a swap between two dollar assets) is 0, the `l1` minimum applies.
 */
export function minimumSlipsOf(sources: CostSources): NetworkReading["minimumSlipBps"] {
  const minSlipBpsOf = (key: string): number | null => {
    if (sources.preset.nativeChain === "MAYA") return null;
    const constantBps = sources.defaults.get(key);
    return votedValue(sources, key, typeof constantBps === "number" ? constantBps : null);
  };
  const l1MinSlipBps = minSlipBpsOf(slipKeys.l1);
  const stableMinSlipBps = minSlipBpsOf(slipKeys.stable);
  return {
    l1: l1MinSlipBps,
    synth: minSlipBpsOf(slipKeys.synth),
    trade: minSlipBpsOf(slipKeys.trade),
    secured: minSlipBpsOf(slipKeys.secured),
    derived: minSlipBpsOf(slipKeys.derived),
    stable: stableMinSlipBps === 0 ? l1MinSlipBps : stableMinSlipBps,
  };
}

/**
 * Minimum slips of single assets (THORNode since 3.20). Example: `L1SLIPMINBPS-ETH-USDC-0XA0…`.
 * `bps` is null if nodes differ, or if the value is 0: the effect of 0 is not documented.
 */
export function assetSlipsOf(
  { nodes, quorum, preset }: Evidence,
  assets: readonly string[],
): readonly OwnSlip[] {
  if (preset.nativeChain === "MAYA") return [];
  const nodeMimirs = nodes.flatMap((node) =>
    isWhole(node) && node.mimir !== null ? [node.mimir] : [],
  );
  return slipKinds.flatMap((kind) =>
    assets.flatMap((asset): OwnSlip[] => {
      const parameterName = `${slipKeys[kind]}-${assetKeyPart(asset)}`;
      const nodeVotesBps = nodeMimirs.map((mimir) => Math.max(mimir[parameterName] ?? -1, -1));
      if (nodeVotesBps.every((voteBps) => voteBps < 0)) return [];
      return [{ asset, kind, bps: agreeOn(nodeVotesBps, quorum) || null }];
    }),
  );
}
