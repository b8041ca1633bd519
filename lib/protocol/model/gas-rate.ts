// The gas rate of a chain, in the unit that wallets show.

import type { Agreed } from "./agreed.ts";

export interface GasRate {
  readonly gasRate: Agreed<string> | null;
  /** Unit of `gasRate`: "sat", "duff" or "gwei". */
  readonly gasRateUnits: string | null;
  readonly gasRatePer: "byte" | "gas" | null;
}
