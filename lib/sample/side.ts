// Computes what a swap of two assets through their pools pays. Rounds like THORNode.
import { swapLeg } from "../protocol/market/fees.ts";
import { cutToDecimals, divRound } from "../protocol/values/amounts.ts";
import { formatAsset, parseAsset } from "../protocol/values/assets.ts";
import {
  type InboundRow,
  NATIVE_ASSET,
  NATIVE_CHAIN,
  type SamplePool,
  type SampleState,
} from "./network.ts";

export class NodeRefusal extends Error {}

export const handlerRefusal = (reason: string) =>
  new NodeRefusal(`failed to simulate swap: failed to simulate handler: ${reason}`);

export const parameterValue = (state: SampleState, name: string) =>
  BigInt(state.parameters[name] ?? 0);

/** Returns `allocation` × `part` / `total`, rounded half up, because a node rounds like that. */
export const share = (part: bigint, total: bigint, allocation: bigint) =>
  total === 0n ? 0n : divRound(part * allocation, total);
const runeWorth = (pool: SamplePool | null, amount: bigint) =>
  pool ? share(pool.balance_rune, pool.balance_asset, amount) : amount;
export const assetWorth = (pool: SamplePool | null, runeAmount: bigint) =>
  pool
    ? cutToDecimals(share(pool.balance_asset, pool.balance_rune, runeAmount), pool.decimals)
    : runeAmount;

export interface Side {
  readonly asset: string;
  readonly chain: string;
  readonly gasAsset: string;
  readonly blockSeconds: number;
  readonly isNative: boolean;
  readonly isRune: boolean;
  readonly memoName: string;
  readonly pool: SamplePool | null;
  readonly inboundRow: InboundRow | null;
  readonly dustThreshold: bigint;
}

export function findSide(state: SampleState, assetText: string, role: "from" | "to" = "to"): Side {
  const assetParts = parseAsset(assetText);
  if (!assetParts) throw new NodeRefusal(`bad ${role} asset: invalid symbol`);
  const { chain, kind, ticker } = assetParts;
  if (kind !== "layer1") throw handlerRefusal(`${kind} assets are disabled`);
  const asset = formatAsset(assetParts);
  const isRune = asset === NATIVE_ASSET;
  const pool = state.pools.get(asset) ?? null;
  const inboundRow = state.inboundRows.get(chain) ?? null;
  const { gasAsset = "", blockSeconds = 0 } = state.chains.get(chain) ?? {};
  return {
    asset,
    chain,
    gasAsset,
    blockSeconds,
    isNative: chain === NATIVE_CHAIN,
    isRune,
    memoName: isRune ? "r" : (pool?.short_code ?? `${chain}.${ticker}`),
    pool,
    inboundRow,
    dustThreshold: inboundRow?.dust_threshold ?? 0n,
  };
}

/** Converts an amount of `from.asset` into `to.asset`, at the pools' prices and without fees. */
export function convert(from: Side, to: Side, amount: bigint): bigint {
  if (from.asset === to.asset) return amount;
  if ([from, to].some(({ isRune, pool }) => !isRune && !pool))
    throw new NodeRefusal(
      "failed to calculate min swap amount: fail to convert dest fee to src asset pool does not exist",
    );
  return assetWorth(to.pool, runeWorth(from.pool, amount));
}

/** The fee of one payout in `asset`, in 1e8 units of `asset`. 0 on the native chain. */
export function outboundFee(state: SampleState, { asset, gasAsset, inboundRow }: Side): bigint {
  const pool = state.pools.get(asset);
  const gasPool = state.pools.get(gasAsset);
  if (!inboundRow || !pool || !gasPool) return 0n;
  return pool === gasPool
    ? inboundRow.outbound_fee
    : assetWorth(pool, runeWorth(gasPool, inboundRow.outbound_fee));
}

export interface SwapResult {
  /** The output in 1e8 units of the target asset, before the outbound fee is subtracted. */
  readonly emittedAmount: bigint;
  readonly liquidityFeeRune: bigint;
  readonly outboundFee: bigint;
}

/** Swaps through one or two pools. The liquidity fee is taken out of each pool, as RUNE. */
export function simulateSwap(state: SampleState, from: Side, to: Side, amount: bigint): SwapResult {
  const pools = new Map(state.pools);
  const minSlipBps = parameterValue(state, "L1SLIPMINBPS");
  let emittedAmount = amount;
  let liquidityFeeRune = 0n;
  for (const side of [from, to]) {
    if (side.isRune) continue;
    const isSource = side === from;
    const pool = pools.get(side.asset);
    if (pool?.status !== "Available") throw handlerRefusal(`pool(${pool?.asset}) is not available`);
    const { decimals, balance_asset, balance_rune } = pool;
    const direction = isSource ? "to_native" : "from_native";
    const depths = { asset: balance_asset, native: balance_rune, decimals };
    const { output, liquidityFee } = swapLeg(emittedAmount, depths, direction, minSlipBps);
    const newAssetDepth = balance_asset + (isSource ? emittedAmount : -output);
    const newRuneDepth = balance_rune + (isSource ? -output : emittedAmount);
    const feeRune = isSource ? liquidityFee : share(newRuneDepth, newAssetDepth, liquidityFee);
    pools.set(pool.asset, {
      ...pool,
      balance_asset: newAssetDepth,
      balance_rune: newRuneDepth - feeRune,
    });
    liquidityFeeRune += feeRune;
    emittedAmount = output;
  }
  return { emittedAmount, liquidityFeeRune, outboundFee: outboundFee({ ...state, pools }, to) };
}
