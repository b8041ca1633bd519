// Finds a chain's row. Separate from the rows, so that a browser script need not load all rows.

import type { Chain } from "./chain-rows.ts";

export function findChainRow(
  code: string | null | undefined,
  { chains }: { readonly chains: readonly Chain[] },
): Chain | undefined {
  return chains.find((chain) => chain.code === code);
}
