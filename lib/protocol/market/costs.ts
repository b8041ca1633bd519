// What the network charges now, each figure as the nodes agree on it.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import { type NetworkReading, type OwnSlip, slipKinds } from "../model/network-status.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { keyPart } from "../safety/halt-keys.ts";
import { payoutChainOf } from "../values/assets.ts";
import { PROTOCOL_BLOCK_SECONDS, type Preset, SIGNING_PERIOD_BLOCKS } from "../values/chains.ts";
import type { AgreedParameters, ChainCosts, NetworkFigures } from "./agreement.ts";
import { type Prices, priceAmount } from "./prices.ts";

/** Fee sources; null where one was not read from enough nodes. */
export interface CostSources {
  readonly preset: Preset;
  /** Of `costParameters`, as voted. */
  readonly votes: AgreedParameters;
  /** Of `costParameters`, by default. */
  readonly defaults: AgreedParameters;
  /** By chain code. */
  readonly chainCosts: ReadonlyMap<string, ChainCosts> | null;
  readonly network: NetworkFigures | null;
  /** By asset, in its base units. */
  readonly outboundFees: ReadonlyMap<string, Agreed<bigint> | null> | null;
  readonly prices: Prices;
}

/**
 * What one outbound of an asset costs, in that asset, as the nodes state it: of a gas asset in the row of its chain, of a token in
 * THORChain's list, of the native asset there or in `/network`. Null where they state none, or not alike.
 */
export function readOutboundFee(sources: CostSources, asset: string): Money | null {
  const { preset, prices } = sources;
  const base =
    payoutChainOf(asset, preset) === preset.nativeChain
      ? readNativePayout(sources, asset)
      : readExternalPayout(sources, asset);
  return base === null ? null : priceAmount(prices, asset, base);
}

/** Where no rate of gas is known, the list has 0. */
function readExternalPayout(
  { preset, chainCosts, outboundFees }: CostSources,
  asset: string,
): Agreed<bigint> | null {
  const chain = preset.chains.find(({ gasAsset }) => gasAsset === asset);
  const stated = chain ? chainCosts?.get(chain.code)?.outboundFee : outboundFees?.get(asset);
  return stated || null;
}

/** On THORChain payouts and refunds of what lives there are free since 3.17, of every form: its list has 0 for RUNE. */
function readNativePayout(
  { preset, network, outboundFees }: CostSources,
  asset: string,
): Agreed<bigint> | null {
  if (preset.nativeChain === "MAYA")
    return asset === preset.nativeAsset ? (network?.nativeOutboundFee ?? null) : null;
  const listed = outboundFees?.get(preset.nativeAsset) ?? null;
  return asset === preset.nativeAsset || listed === 0n ? listed : null;
}

const NATIVE_FEE_KEY = "NATIVETRANSACTIONFEE";

/** What a message on the protocol's own chain costs: `/network` on THORChain, a parameter on MAYAChain. */
export function readNativeTransactionFee({
  preset,
  network,
  votes,
  prices,
}: CostSources): Money | null {
  const voted = votes.get(NATIVE_FEE_KEY);
  const isVoted = preset.nativeChain === "MAYA" && typeof voted === "number" && voted >= 0;
  const base = isVoted ? BigInt(voted) : network?.nativeTransactionFee;
  return base == null ? null : priceAmount(prices, preset.nativeAsset, base);
}

const slipKeys: Readonly<Record<(typeof slipKinds)[number], string>> = {
  l1: "L1SLIPMINBPS",
  synth: "SYNTHSLIPMINBPS",
  trade: "TRADEACCOUNTSSLIPMINBPS",
  secured: "SECUREDASSETSLIPMINBPS",
  derived: "DERIVEDSLIPMINBPS",
  stable: "STABLESLIPMINBPS",
};

const ATTEMPTS_KEY = "MAXOUTBOUNDATTEMPTS";
const PERIOD_KEY = "SIGNINGTRANSACTIONPERIOD";

export const costParameters: readonly string[] = [
  NATIVE_FEE_KEY,
  ATTEMPTS_KEY,
  PERIOD_KEY,
  ...Object.values(slipKeys),
];

type Voted = Pick<CostSources, "preset" | "votes">;

/** `otherwise` where no vote is in force; null where the nodes differ, or were not read. */
function readVote({ votes }: Voted, key: string, otherwise: number | null): number | null {
  const voted = votes.get(key);
  if (voted === undefined) return null;
  return voted === "unset" || voted < 0 ? otherwise : voted;
}

/** After how many blocks a payout goes to other signers; null where it is not known. MAYAChain goes by the constant alone. */
export function readSigningPeriod(sources: Voted): number | null {
  if (sources.preset.nativeChain === "MAYA") return SIGNING_PERIOD_BLOCKS;
  // A node refuses a period of 0, and tries nothing again.
  return readVote(sources, PERIOD_KEY, SIGNING_PERIOD_BLOCKS) || null;
}

export function readPayoutEnd(sources: Voted): PayoutEnd {
  const isSwappedBack = sources.preset.nativeChain === "THOR";
  const attempts = readVote(sources, ATTEMPTS_KEY, sources.preset.outboundAttempts);
  if (attempts === 0) return { afterSeconds: "never", isSwappedBack };
  const period = readSigningPeriod(sources);
  if (attempts === null || period === null) return { afterSeconds: "unknown", isSwappedBack };
  return { afterSeconds: attempts * period * PROTOCOL_BLOCK_SECONDS, isSwappedBack };
}

/**
 * The least slip a pool charges, in bps: the voted value, else the constant of that name. MAYAChain adds a fee and has no floor.
 * A 0 for swaps between two dollar assets leaves them with the value of their kind.
 */
export function readMinimumSlip(sources: CostSources): NetworkReading["minimumSlipBps"] {
  const read = (key: string): number | null => {
    if (sources.preset.nativeChain === "MAYA") return null;
    const constant = sources.defaults.get(key);
    return readVote(sources, key, typeof constant === "number" ? constant : null);
  };
  const l1 = read(slipKeys.l1);
  const stable = read(slipKeys.stable);
  return {
    l1,
    synth: read(slipKeys.synth),
    trade: read(slipKeys.trade),
    secured: read(slipKeys.secured),
    derived: read(slipKeys.derived),
    stable: stable === 0 ? l1 : stable,
  };
}

/**
 * The least slips that hold for one pool's asset alone (THORNode since 3.20): `L1SLIPMINBPS-ETH-USDC-0XA0…`. Null is not known: nodes differ,
 * or the value is 0, of which no source says what follows.
 */
export function readOwnSlips(
  { nodes, quorum, preset }: Evidence,
  assets: readonly string[],
): readonly OwnSlip[] {
  const told = nodes.flatMap((node) => (isWhole(node) && node.mimir !== null ? [node.mimir] : []));
  if (preset.nativeChain === "MAYA") return [];
  return slipKinds.flatMap((kind) =>
    assets.flatMap((asset): OwnSlip[] => {
      const values = told.map((mimir) =>
        Math.max(mimir[`${slipKeys[kind]}-${keyPart(asset)}`] ?? -1, -1),
      );
      if (values.every((value) => value < 0)) return [];
      const agreed = agreeOn(values, quorum);
      return [{ asset, kind, bps: agreed || null }];
    }),
  );
}
