// The gas rate of a chain, as the nodes state it.

import type { Agreed } from "./agreed.ts";

export interface GasRate {
  readonly gasRate: Agreed<string> | null;
  /** "sat", "gwei" or a ticker. */
  readonly gasRateUnits: string | null;
  readonly gasRatePer: "byte" | "gas" | "transaction" | null;
}
