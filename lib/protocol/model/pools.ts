// The readings of pools, with depths and prices. Depths are base units.

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
  /** The smaller of two nodes' depths; null if they differ too much. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  readonly nativeAsset: string;
  readonly depthUsd: bigint | null;
  readonly outboundFee: Money | null;
  /** Why a figure is null, or why it is unknown whether the pool trades. */
  readonly reason: Reason | null;
}

export interface PoolsReading extends Envelope {
  /** US dollars times 1e8 for one whole unit. The native asset has no pool of its own. */
  readonly nativePriceUsd: bigint | null;
  /** Deepest first by native depth, then by asset; odd names last. */
  readonly pools: readonly PoolReading[];
  /** Assets whose pool only one node lists. They are not shown, but make short names ambiguous. */
  readonly doubtedAssets: readonly string[];
}
