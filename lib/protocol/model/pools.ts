// The readings of pools, with depths and prices. Depths are in base units.

import type { Agreed } from "./agreed.ts";
import type { DatedEnvelope, Money } from "./envelope.ts";
import type { Reason } from "./reasons.ts";
import type { Judgement } from "./verdicts.ts";

export type PoolStatus = "available" | "staged" | "suspended" | "other";

export interface PoolReading {
  readonly asset: string;
  readonly chain: string;
  readonly status: PoolStatus;
  readonly trading: Judgement;
  /** US dollars times 1e8 for one whole unit of the asset. */
  readonly priceUsd: bigint | null;
  /** The smallest depth that a node states. Null if nodes differ much, or if implausible. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  readonly nativeAsset: string;
  readonly depthUsd: bigint | null;
  readonly outboundFee: Money | null;
  /** Why a figure is null, why trading is unknown, or that the asset's name is odd. */
  readonly reason: Reason | null;
}

export interface PoolsReading extends DatedEnvelope {
  /** US dollars times 1e8 for one whole unit of the native asset, which has no pool. */
  readonly nativePriceUsd: bigint | null;
  /** Deepest native side first, then unknown depths. Assets not layer-1, or with a very long ticker, come last. */
  readonly pools: readonly PoolReading[];
  /**
   * Assets whose pool only one node lists. These pools are not in `pools`, but a short asset name
   * in a request can mean one of these assets.
   */
  readonly doubtedAssets: readonly string[];
}
