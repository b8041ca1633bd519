// Reads the state of the whole network, its pools and its deposit addresses.

import {
  assetSlipsOf,
  minimumSlipsOf,
  nativeTransactionFeeOf,
  outboundFeeOf,
  payoutEndOf,
} from "./market/costs.ts";
import {
  agreeCosts,
  dropStalePools,
  findOutvotedPoolWarning,
  type Market,
  readMarket,
  renewPools,
} from "./market/market.ts";
import { type Warning, warnOf } from "./model/envelope.ts";
import type { InboundReading, InboundsReading, NetworkReading } from "./model/network-status.ts";
import type { PoolsReading } from "./model/pools.ts";
import { because } from "./model/reasons.ts";
import type { ChainJudgement, PayoutEnd } from "./model/verdicts.ts";
import { rankPools, toChainReading, toInboundReading, toPoolReading } from "./network-rows.ts";
import { inboundsAdvice, networkAdvice, poolsAdvice } from "./safety/advice.ts";
import { chainNote } from "./safety/chain-note.ts";
import type { Evidence } from "./safety/evidence.ts";
import { scheduledHaltsMessage } from "./safety/halt-message.ts";
import { compareHaltParameters, findAssetHalts } from "./safety/halt-parameters.ts";
import { findPartsPause, isPartsPauseDisputed } from "./safety/halts.ts";
import { currentDepositShape, wayOfEverySwap } from "./safety/inbound-gate.ts";
import { assetWarnings, chainNames } from "./safety/network-warnings.ts";
import { paymentWarning } from "./safety/payment-warning.ts";
import { type ReaderSetup, type Safety, withOutvotedWarning } from "./safety/safety.ts";
import { findComingHalts } from "./safety/scheduled-halts.ts";
import { LONGEST_USE_MS, noticeMs } from "./safety/send-before.ts";
import { findServedChains, networkSign } from "./safety/sign.ts";
import { chainCodeOf, type Preset, parseKnownChain, shortChainName } from "./values/chains.ts";

export async function readStatus(
  setup: ReaderSetup,
  chainText: string | undefined,
  signal: AbortSignal,
): Promise<NetworkReading> {
  const { preset, safetyReader, toEnvelope, toDoubted } = setup;
  const earlierSafety = await safetyReader.read(signal);
  const market = await readMarket(setup, earlierSafety, signal, "status");
  const renewedSafety = await safetyReader.renew(earlierSafety, signal);
  const safety = withOutvotedWarning(renewedSafety, findOutvotedPoolWarning(market));
  const { evidence, doubt } = safety;
  const { network } = safety.verdicts;
  const shownMarket = doubt === null ? market : withoutFigures(market);
  const chains = filterByChain(safety, chainText, preset).map((judgement) =>
    toChainReading(judgement, safety, shownMarket),
  );
  const servedChains = chainText ? chains : findServedChains(chains, market.pools);
  const poolAssets = market.pools?.map((pool) => pool.asset) ?? [];
  const assetHalts = findAssetHalts(evidence, servedChains, poolAssets);
  const networkFacts = {
    network,
    chains: servedChains,
    assetHalts,
    isPartsPaused: findPartsPause(evidence).length > 0,
    isPartsDisputed: isPartsPauseDisputed(evidence),
    payoutEnd: payoutEndOf(market),
    preset,
    nowMs: evidence.nowMs,
  };
  const verdictMembers = {
    trading: network,
    sign: networkSign(networkFacts),
    providers: safety.providers,
    chains,
  };
  if (doubt !== null) return { ...toDoubted(safety, doubt), ...verdictMembers, ...unknownFigures };
  return {
    ...toEnvelope(safety, networkAdvice(networkFacts), null),
    ...verdictMembers,
    nativeTransactionFee: nativeTransactionFeeOf(market),
    nativeOutboundFee: outboundFeeOf(market, preset.nativeAsset),
    // Null on THORChain: each asset has its own multiplier, and no endpoint lists the multipliers.
    outboundMultiplierBps:
      preset.nativeChain === "MAYA" ? toSafeNumber(market.network?.outboundMultiplierBps) : null,
    minimumSlipBps: minimumSlipsOf(market),
    ownSlips: market.pools && assetSlipsOf(evidence, poolAssets),
    haltParameters: compareHaltParameters(evidence, poolAssets),
    disputedPauses: assetHalts.pauseDisputedAssets ?? [],
    queue: market.queue,
  };
}

export async function readPools(setup: ReaderSetup, signal: AbortSignal): Promise<PoolsReading> {
  const { preset, safetyReader, toEnvelope, toDoubted } = setup;
  const earlierSafety = await safetyReader.read(signal);
  const earlierMarket = await readMarket(setup, earlierSafety, signal);
  const renewedMarket = await renewPools(earlierMarket, earlierSafety, signal, setup);
  const renewedSafety = await safetyReader.renew(earlierSafety, signal);
  const market = dropStalePools(renewedMarket, setup.now(), renewedSafety);
  const safety = withOutvotedWarning(renewedSafety, findOutvotedPoolWarning(market));
  if (safety.doubt !== null || !market.pools) {
    const doubtedEnvelope = toDoubted(safety, safety.doubt ?? because("pools_not_read"));
    return { ...doubtedEnvelope, nativePriceUsd: null, pools: [], doubtedAssets: [] };
  }
  const nativePriceUsd = market.prices.get(preset.nativeAsset) ?? null;
  const poolReadings = rankPools(market.pools.map((pool) => toPoolReading(pool, safety, market)));
  const disputedAssets = market.pools.flatMap(({ asset, status }) =>
    status === null ? asset : [],
  );
  const { doubtedAssets } = market;
  const advice = poolsAdvice(safety.verdicts.network, doubtedAssets, disputedAssets);
  return {
    nativePriceUsd,
    pools: poolReadings,
    doubtedAssets,
    ...toEnvelope(safety, advice, null),
  };
}

export async function readInbounds(
  setup: ReaderSetup,
  chainText: string | undefined,
  signal: AbortSignal,
): Promise<InboundsReading> {
  const { preset, safetyReader, toEnvelope, toDoubted } = setup;
  const safety = await safetyReader.read(signal);
  const judgements = filterByChain(safety, chainText, preset);
  const { chainCosts, votes } = agreeCosts(safety.evidence);
  const knownCosts = safety.doubt === null ? chainCosts : null;
  const inboundReadings = judgements.map((judgement) =>
    toInboundReading(judgement, safety, knownCosts?.get(judgement.chain)),
  );
  if (safety.doubt !== null) return { ...toDoubted(safety, safety.doubt), chains: inboundReadings };
  // Shortly before a halt, the address of a chain is null, but its warnings are still needed.
  const warnedChainCodes = inboundReadings
    .filter(({ address, reason }) => address !== null || reason?.code === "halts_soon")
    .map(({ chain }) => chain);
  const warnedJudgements = judgements.filter(({ chain }) => warnedChainCodes.includes(chain));
  const payoutEnd = payoutEndOf({ preset, votes });
  const warnings = [
    ...refundWarnings(judgements, inboundReadings, { payoutEnd, preset }),
    ...assetWarnings(findAssetHalts(safety.evidence, warnedJudgements, []), preset),
    ...(warnedChainCodes.length > 0 ? scheduledHaltWarnings(safety.evidence) : []),
  ];
  const [onlyChain] = inboundReadings.length === 1 ? warnedChainCodes : [];
  const form = onlyChain === undefined ? null : depositForm(safety.evidence, onlyChain);
  const { network } = safety.verdicts;
  const [firstJudgement] = judgements;
  const isOneChain = judgements.length === 1;
  const note = firstJudgement && isOneChain ? chainNote(firstJudgement, network, preset) : null;
  return {
    ...toEnvelope(
      safety,
      inboundsAdvice(network, inboundReadings, warnings, { protocol: preset.protocol, form }, note),
      null,
    ),
    chains: inboundReadings,
  };
}

function depositForm(evidence: Evidence, chain: string) {
  const shape = currentDepositShape(evidence, chain);
  return shape && { shape, chainName: shortChainName(chain, evidence.preset) };
}

/** Of the chains whose address is told. */
function refundWarnings(
  judgements: readonly ChainJudgement[],
  readings: readonly InboundReading[],
  { payoutEnd, preset }: { readonly payoutEnd: PayoutEnd; readonly preset: Preset },
): Warning[] {
  const hasAddress = ({ chain }: ChainJudgement) =>
    readings.some((reading) => reading.chain === chain && reading.address !== null);
  return (["halted", "unknown"] as const).flatMap((signing) => {
    const affected = judgements.filter(
      (judgement) => judgement.signing.verdict === signing && hasAddress(judgement),
    );
    if (affected.length === 0) return [];
    const chains = chainNames(affected, judgements, preset);
    return paymentWarning({ payment: "refund", chains, signing, payoutEnd, mayBeLost: true }) ?? [];
  });
}

function scheduledHaltWarnings(evidence: Evidence): Warning[] {
  const { nowMs, preset } = evidence;
  const way = wayOfEverySwap(evidence);
  const comingHalts = findComingHalts(evidence, way, nowMs + LONGEST_USE_MS + noticeMs(way));
  if (comingHalts.length === 0) return [];
  return [warnOf("halt_scheduled")(scheduledHaltsMessage(comingHalts, { ...way, preset, nowMs }))];
}

/** Keeps only the requested chain. Throws for an unknown chain, but not if the reading failed. */
function filterByChain(
  { verdicts, doubt }: Safety,
  chainText: string | undefined,
  { chains: chainRows }: Preset,
): ChainJudgement[] {
  const judgements = [...verdicts.chains.values()];
  if (chainText === undefined) return judgements;
  const chainCodes = judgements.map(({ chain }) => chain);
  const chainCode =
    doubt === null
      ? parseKnownChain(chainText, chainCodes, chainRows)
      : chainCodeOf(chainText, chainRows);
  return judgements.filter(({ chain }) => chain === chainCode);
}

const unknownFigures = {
  nativeTransactionFee: null,
  nativeOutboundFee: null,
  outboundMultiplierBps: null,
  minimumSlipBps: {
    l1: null,
    synth: null,
    trade: null,
    secured: null,
    derived: null,
    stable: null,
  },
  ownSlips: null,
  haltParameters: {},
  queue: null,
} as const;

function withoutFigures(market: Market): Market {
  return { ...market, chainCosts: null, votes: new Map(), network: null, outboundFees: null };
}

function toSafeNumber(value: bigint | null | undefined): number | null {
  return value == null || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value);
}
