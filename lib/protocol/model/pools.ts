// The pools, with their depths and prices. Depths are base units (bigint).

import type { Agreed } from "./agreed.ts";
import type { Envelope, Money } from "./envelope.ts";
import type { Judgement, Reason } from "./verdicts.ts";

export type PoolStatus = "available" | "staged" | "suspended" | "other";

export interface PoolReading {
  readonly asset: string;
  readonly chain: string;
  readonly status: PoolStatus;
  readonly trading: Judgement;
  /** US dollars (1e8) a whole unit. */
  readonly priceUsd: bigint | null;
  /** The smaller of what the nodes say; null where they are too far apart. */
  readonly assetDepth: Agreed<bigint> | null;
  readonly nativeDepth: Agreed<bigint> | null;
  readonly nativeAsset: string;
  readonly depthUsd: bigint | null;
  readonly outboundFee: Money | null;
  /** What is wrong with its name or its depth, or in what the sources differ; null where nothing is. */
  readonly reason: Reason | null;
}

export interface PoolsReading extends Envelope {
  /** US dollars (1e8) a whole unit of the native asset, which has no pool of its own. */
  readonly nativePriceUsd: bigint | null;
  /** Deepest first by native depth, then by asset; odd names last. */
  readonly pools: readonly PoolReading[];
  /** Assets of which only one of the compared nodes lists a pool: they are not told, and make a name that fits them ambiguous. */
  readonly doubtedAssets: readonly string[];
}
