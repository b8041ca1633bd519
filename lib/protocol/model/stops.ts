// What a halt parameter stops: an id with the parameters of its text. The texts are in `lib/say`.

import type { Question } from "./verdicts.ts";

/** `chain`: display name of the chain. Null means every chain. */
interface OfChain {
  readonly id: "trading" | "chain" | "payouts" | "liquidity";
  readonly chain: string | null;
}

export type SwitchId =
  | "swaps_from_synths"
  | "swaps_to_synths"
  | "trade_assets"
  | "swaps_to_trade_assets"
  | "swaps_from_trade_assets"
  | "secured_assets"
  | "swaps_of_tcy"
  | "memoless_deposits"
  | "swaps_in_parts";

export type StopName =
  | OfChain
  | { readonly id: "trading_for_good" | "router"; readonly chain: string }
  | { readonly id: "network_state" | "compromised_vault" }
  | { readonly id: SwitchId }
  | { readonly id: "new_liquidity" | "swaps"; readonly asset: string }
  | { readonly id: "unknown"; readonly parameter: string };

export interface Stop {
  readonly stops: readonly Question[];
  readonly name: StopName;
}

/** A change halts nothing, but may affect a swap that is under way. */
export const isChange = ({ id }: StopName) => id === "router" || id === "network_state";
