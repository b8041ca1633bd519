// The readings of pools, with depths and prices. Depths are in base units.

import type { Agreed } from "./agreed.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { Reason } from "./reasons.ts";
import type { Judgement } from "./verdicts.ts";

export type PoolStatus = "available" | "staged" | "suspended" | "other";

export interface PoolReading {
  readonly asset: string;
  readonly chain: string;
  readonly status: PoolStatus;
  readonly trading: Judgement;
  /** US dollars times 1e8 for one whole unit. */
  readonly priceUsd: bigint | null;
  /** The smaller of two nodes' depths. Null if the two depths differ too much. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  readonly nativeAsset: string;
  readonly depthUsd: bigint | null;
  readonly outboundFee: Money | null;
  /** Why a figure is null, why trading is unknown, or that the asset's name is odd. */
  readonly reason: Reason | null;
}

export interface PoolsReading extends Envelope {
  /** US dollars times 1e8 for one whole unit of the native asset, which has no pool. */
  readonly nativePriceUsd: bigint | null;
  /** Sorted by native depth, deepest first. Pools with odd names come last. */
  readonly pools: readonly PoolReading[];
  /** Assets whose pool only one node lists: not shown, but a short name can mean one of them. */
  readonly doubtedAssets: readonly string[];
}
