// What the network charges now, each figure as the nodes agree on it. And what a deposit costs the sender's wallet: an estimate.

import { type Agreed, agreeOn } from "../model/agreed.ts";
import type { Money } from "../model/envelope.ts";
import { type NetworkReading, type OwnSlip, slipKinds } from "../model/network-status.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { keyPart } from "../safety/halt-keys.ts";
import { parseAsset, payoutChainOf } from "../values/assets.ts";
import type { ChainFamily } from "../values/chain-rows.ts";
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

/** What one outbound of an asset costs, in that asset: the list of fees first, then the row of a gas asset's chain. */
export function readOutboundFee(sources: CostSources, asset: string): Money | null {
  const { preset, chainCosts, prices } = sources;
  const chain = preset.chains.find((known) => known.gasAsset === asset);
  // For a chain with a gas rate, a fee of 0 means that no rate is known.
  const base = isOfNativeChain(asset, preset)
    ? readNativePayout(sources, asset)
    : sources.outboundFees?.get(asset) || (chain && chainCosts?.get(chain.code)?.outboundFee) || null;
  return base === null ? null : priceAmount(prices, asset, base);
}

const isOfNativeChain = (asset: string, preset: Preset) => payoutChainOf(asset, preset) === preset.nativeChain;

/** A listed 0 is 0: such payouts are free since THORNode 3.17, of every asset, while `/network` still names the fee of before. */
function readNativePayout({ preset, network, outboundFees }: CostSources, asset: string): Agreed<bigint> | null {
  const listed = outboundFees?.get(preset.nativeAsset) ?? null;
  if (asset === preset.nativeAsset) return listed ?? network?.nativeOutboundFee ?? null;
  return listed === 0n ? listed : null;
}

/** By how much the network's recommended minimum exceeds what a payout costs. The rules are those of /pricing. */
export const minimumFactor = { THORChain: 3n, MAYAChain: 4n } as const;

/**
 * What the network recommends to send at least of a pool's asset where the payout costs no more than a refund would. Another payout asks for
 * more, as its quote says. Null where the fee or the dust threshold is not known, or a refund is free: then the other asset decides.
 */
export function readSmallestAmount(sources: CostSources, asset: string): Money | null {
  const { preset, chainCosts, prices } = sources;
  const fee = readOutboundFee(sources, asset)?.base ?? null;
  const chain = preset.chains.find(({ code }) => code === parseAsset(asset)?.chain);
  // The network adds it as it is, to a token's fee as well.
  const dust = (chain && chainCosts?.get(chain.code)?.dustThreshold) ?? null;
  if (!fee || dust === null) return null;
  const factor = minimumFactor[preset.protocol];
  // MAYAChain leaves the threshold out, and ignores what is not above it.
  const ofFee = fee * factor;
  const least = preset.nativeChain === "THOR" ? ofFee + dust * factor : ofFee > dust ? ofFee : dust + 1n;
  return priceAmount(prices, asset, least);
}

const NATIVE_FEE_KEY = "NATIVETRANSACTIONFEE";

/** What a message on the protocol's own chain costs: `/network` on THORChain, a parameter on MAYAChain. */
export function readNativeTransactionFee({ preset, network, votes, prices }: CostSources): Money | null {
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

/** Any value but 1 ends the least fees by name and pair. THORNode 3.20 has them off where nobody voted; what others do is not known. */
export const DYNAMIC_FEES_KEY = "L1DYNAMICFEEENABLED";

export const costParameters: readonly string[] = [
  NATIVE_FEE_KEY,
  ATTEMPTS_KEY,
  PERIOD_KEY,
  DYNAMIC_FEES_KEY,
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
export function readOwnSlips({ nodes, quorum, preset }: Evidence, assets: readonly string[]): readonly OwnSlip[] {
  const told = nodes.flatMap((node) => (isWhole(node) && node.mimir !== null ? [node.mimir] : []));
  if (preset.nativeChain === "MAYA") return [];
  return slipKinds.flatMap((kind) =>
    assets.flatMap((asset): OwnSlip[] => {
      const values = told.map((mimir) => Math.max(mimir[`${slipKeys[kind]}-${keyPart(asset)}`] ?? -1, -1));
      if (values.every((value) => value < 0)) return [];
      const agreed = agreeOn(values, quorum);
      return [{ asset, kind, bps: agreed || null }];
    }),
  );
}

/** Of mayanode, whose rates count 0.00000001 of the asset, not what these words say: common/chain.go, the scanners of THOR and KUJI. */
const misnamedUnits: readonly string[] = ["rune", "ukuji"];

/**
 * Whether a rate in this unit says what a sender would read. On Zcash the rate is the fee of a whole transaction, whatever its unit says:
 * THORNode, `utxo/client_internal.go` (sendNetworkFeeFromBlock); mayanode, `zcash/client.go` (sendNetworkFee).
 */
export const isPlainUnit = (unit: string, family: ChainFamily | undefined) =>
  /^[A-Za-z]{1,24}$/.test(unit) && !misnamedUnits.includes(unit) && family !== "zcash";

/** A gas rate with its unit; both null where either is not plain, or not agreed on. */
export function readGasRate(costs: ChainCosts | undefined, family: ChainFamily | undefined) {
  const { gasRate = null, gasRateUnits = null } = costs ?? {};
  const isPlain = gasRate !== null && gasRateUnits !== null && isPlainUnit(gasRateUnits, family);
  return isPlain ? { gasRate, gasRateUnits } : { gasRate: null, gasRateUnits: null };
}

/** A deposit with a memo, two outputs and few inputs. */
const UTXO_BYTES = 250n;

/** Unit → the divisor from rate × size to 1e8 of the gas asset, and the size: fixed, or the chain's own outbound size. */
const units: Readonly<Record<string, { readonly divisor: bigint; readonly size: bigint | "outbound" }>> = {
  satsperbyte: { divisor: 1n, size: UTXO_BYTES },
  sats: { divisor: 1n, size: "outbound" },
  gwei: { divisor: 10n, size: "outbound" },
  nAVAX: { divisor: 10n, size: "outbound" },
  mwei: { divisor: 10_000n, size: "outbound" },
};

/** The cost of the inbound transaction in the source chain's gas asset. Rates of other units are stated in no certain scale. */
export function inboundGas(
  sources: CostSources,
  chain: string,
  quoted: { readonly rate: string | undefined; readonly units: string | undefined },
): Money | null {
  const known = sources.preset.chains.find((one) => one.code === chain);
  if (!known) return null;
  if (known.native) return readNativeTransactionFee(sources);
  const costs = sources.chainCosts?.get(chain);
  const units = quoted.units ?? costs?.gasRateUnits ?? undefined;
  const base = gasAmount({
    rate: quoted.rate ?? costs?.gasRate ?? undefined,
    units: known.family === "zcash" && units === "satsperbyte" ? "sats" : units,
    outboundSize: costs?.outboundSize ?? undefined,
  });
  return base === null ? null : priceAmount(sources.prices, known.gasAsset, base);
}

/** Rate × size in 1e8 of the gas asset, from the texts that a node states; null where one is missing or of no certain scale. */
export function gasAmount(stated: {
  readonly rate: string | undefined;
  readonly units: string | undefined;
  readonly outboundSize: string | undefined;
}): bigint | null {
  const rate = stated.rate ?? "";
  const unit = units[stated.units ?? ""];
  const size = unit?.size === "outbound" ? transactionSize(stated.outboundSize ?? "") : unit?.size;
  if (!unit || !size || !/^\d{1,20}$/.test(rate)) return null;
  const base = (BigInt(rate) * size) / unit.divisor;
  return base > 0n ? base : null;
}

function transactionSize(text: string): bigint | null {
  return /^\d{1,10}$/.test(text) ? BigInt(text) : null;
}
