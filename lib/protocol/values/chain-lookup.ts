// Finds the row of a chain. Apart from the rows: a script that names assets must not load them.

import type { Chain } from "./chain-rows.ts";

export function findChainRow(
  code: string | null | undefined,
  { chains }: { readonly chains: readonly Chain[] },
): Chain | undefined {
  return chains.find((chain) => chain.code === code);
}
