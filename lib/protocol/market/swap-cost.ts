// What a swap would have cost at a snapshot's figures, layer by layer. The layers and the payout add up to what was sent.
import type { FeeSnapshot, SnapshotChain } from "./fee-snapshots.ts";
import {
  affiliateFeeOf,
  assetWorth,
  type Depths,
  doubleSwap,
  nativeWorth,
  paidOut,
  recommendedMinimum,
  streamedSwap,
  swapLeg,
  tokenOutboundFee,
} from "./fees.ts";
import { gasAmount } from "./inbound-gas.ts";

/** Base units of an asset and their worth in US dollars (1e8). */
export interface Cost {
  readonly asset: string;
  readonly base: bigint;
  readonly usd: bigint;
}

export interface SwapCost {
  readonly sent: Cost;
  /** Paid by the wallet on top of what is sent: gas, or the native fee. */
  readonly inbound: Cost;
  readonly liquidity: Cost;
  /** How far the pools' prices moved against the swap: worth sent − output − liquidity fee. */
  readonly priceImpact: Cost;
  readonly affiliate: Cost;
  readonly outbound: Cost;
  readonly received: Cost;
  /** All layers, in dollars (1e8) and in hundredths of a basis point, rounded down. Pages round only once more, for display. */
  readonly totalUsd: bigint;
  readonly totalCentiBps: bigint;
}

export interface SwapRequest {
  readonly from: string;
  readonly to: string;
  /** Base units of `from`. */
  readonly amount: bigint;
  readonly affiliateBps?: bigint;
  readonly floorBps?: bigint;
  /** Sub-swaps; at unchanged depths. */
  readonly quantity?: bigint;
}

/** @throws RangeError when the snapshot has no pool, chain or certain gas unit for one of the two assets. */
export function swapCost(snapshot: FeeSnapshot, request: SwapRequest): SwapCost {
  const { from, to, amount, affiliateBps = 0n, floorBps = 0n, quantity = 1n } = request;
  const swap = (part: bigint) => swapOutput(snapshot, from, to, part, floorBps);
  const output = streamedSwap(amount, quantity, (part) => swap(part).output);
  const liquidityFee = streamedSwap(amount, quantity, (part) => swap(part).liquidityFee);
  const worth = fromNative(snapshot, to, nativeWorthOf(snapshot, from, amount));
  const affiliateFee = affiliateFeeOf(output, affiliateBps);
  const received = paidOut(output, affiliateBps, payoutFee(snapshot, to));

  const sentUsd = worthInUsd(snapshot, from, amount);
  const cost = (asset: string, base: bigint): Cost => ({ asset, base, usd: worthInUsd(snapshot, asset, base) });
  const inbound = cost(...depositGas(snapshot, from));
  const paid = cost(to, received);
  const totalUsd = inbound.usd + sentUsd - paid.usd;
  return {
    sent: cost(from, amount),
    inbound,
    liquidity: cost(to, liquidityFee),
    priceImpact: cost(to, worth - output - liquidityFee),
    affiliate: cost(to, affiliateFee),
    // An output below the fee is kept whole.
    outbound: cost(to, output - affiliateFee - received),
    received: paid,
    totalUsd,
    totalCentiBps: (totalUsd * 1_000_000n) / sentUsd,
  };
}

function swapOutput(snapshot: FeeSnapshot, from: string, to: string, amount: bigint, floorBps: bigint) {
  if (from === snapshot.nativeAsset) return swapLeg(amount, poolOf(snapshot, to), "from_native", floorBps);
  if (to === snapshot.nativeAsset) return swapLeg(amount, poolOf(snapshot, from), "to_native", floorBps);
  return doubleSwap(amount, poolOf(snapshot, from), poolOf(snapshot, to), floorBps);
}

/** Worth in US dollars (1e8) at the snapshot's pools, without slip. */
export function worthInUsd(snapshot: FeeSnapshot, asset: string, base: bigint): bigint {
  return fromNative(snapshot, snapshot.dollarAsset, nativeWorthOf(snapshot, asset, base));
}

/** Base units of an asset that were worth so many dollars (1e8), without slip. */
export function fromDollars(snapshot: FeeSnapshot, asset: string, usd: bigint): bigint {
  return fromNative(snapshot, asset, nativeWorthOf(snapshot, snapshot.dollarAsset, usd));
}

/** What one payout of an asset costs, in that asset; on its own chain also what a refund of it costs. */
export function payoutFee(snapshot: FeeSnapshot, asset: string): bigint {
  if (asset === snapshot.nativeAsset) return snapshot.nativeFee;
  const { gasAsset, outboundFee } = chainCosts(snapshot, asset);
  if (asset === gasAsset) return outboundFee;
  return tokenOutboundFee(outboundFee, poolOf(snapshot, gasAsset), poolOf(snapshot, asset));
}

/** The wallet's own cost of a deposit, by the recorded rate: asset and base units. */
export function depositGas(snapshot: FeeSnapshot, asset: string): [asset: string, base: bigint] {
  if (asset === snapshot.nativeAsset) return [asset, snapshot.nativeFee];
  const chain = chainCosts(snapshot, asset);
  const base = chainGas(chain);
  if (base === null) throw new RangeError(`no certain gas unit on ${chain.code}`);
  return [chain.gasAsset, base];
}

/** A deposit's gas in 1e8 of the gas asset; null where the scale of the chain's unit is not certain. */
export function chainGas({ gasRate, gasRateUnits, outboundSize }: SnapshotChain): bigint | null {
  return gasAmount({ rate: gasRate, units: gasRateUnits, outboundSize });
}

/** The least deposit that is worth sending, in base units of `from`: the larger outbound fee × `factor`. */
export function leastDeposit(snapshot: FeeSnapshot, from: string, to: string, factor: bigint): bigint {
  const targetFee = nativeWorthOf(snapshot, to, payoutFee(snapshot, to));
  return recommendedMinimum(payoutFee(snapshot, from), fromNative(snapshot, from, targetFee), factor);
}

/** The least size, in whole US dollars, at which a fixed fee (1e8 dollars) is no more than `bps` of it. */
export function breakEven(feeUsd: bigint, bps: bigint): bigint {
  const step = bps * 100_000_000n;
  return (feeUsd * 10_000n + step - 1n) / step;
}

export interface CostPoint {
  /** Whole US dollars sent. */
  readonly dollars: bigint;
  /** The whole cost, as `SwapCost` has it. */
  readonly totalCentiBps: bigint;
}

/** Cost against size. */
export function costPoints(
  snapshot: FeeSnapshot,
  from: string,
  to: string,
  sizes: readonly bigint[],
): readonly CostPoint[] {
  return sizes.map((dollars) => {
    const amount = fromDollars(snapshot, from, dollars * 100_000_000n);
    return { dollars, totalCentiBps: swapCost(snapshot, { from, to, amount }).totalCentiBps };
  });
}

/** The least size up to `most`, in whole US dollars, at which the pools take no less than the fixed fees; `most` where none is. */
export function crossingPoint(snapshot: FeeSnapshot, from: string, to: string, most: bigint): bigint {
  let [low, high] = [1n, most];
  while (low < high) {
    const dollars = (low + high) / 2n;
    const amount = fromDollars(snapshot, from, dollars * 100_000_000n);
    const { inbound, outbound, liquidity, priceImpact } = swapCost(snapshot, { from, to, amount });
    if (liquidity.usd + priceImpact.usd >= inbound.usd + outbound.usd) high = dollars;
    else low = dollars + 1n;
  }
  return low;
}

function nativeWorthOf(snapshot: FeeSnapshot, asset: string, base: bigint): bigint {
  return asset === snapshot.nativeAsset ? base : nativeWorth(base, poolOf(snapshot, asset));
}

function fromNative(snapshot: FeeSnapshot, asset: string, native: bigint): bigint {
  return asset === snapshot.nativeAsset ? native : assetWorth(native, poolOf(snapshot, asset));
}

function poolOf(snapshot: FeeSnapshot, asset: string): Depths {
  const pool = snapshot.pools[asset];
  if (!pool) throw new RangeError(`no pool of ${asset} in the snapshot`);
  return pool;
}

function chainCosts(snapshot: FeeSnapshot, asset: string): SnapshotChain {
  const code = asset.slice(0, asset.indexOf("."));
  const chain = snapshot.chains.find((one) => one.code === code);
  if (!chain) throw new RangeError(`no chain ${code} in the snapshot`);
  return chain;
}
