// What differs from protocol to protocol in the rules of fees: the sentences of /pricing, by name in content/. THORNode 3.17 and mayanode
// 1.124, `manager_gas_current.go` and `querier_quotes.go` of both.
import { minimumFactor } from "../../protocol/market/costs.ts";
import type { Preset } from "../../protocol/values/chains.ts";

interface FeeRules {
  /** Payouts on the protocol's own chain. */
  readonly fee_native_payouts: string;
  readonly fee_outbound_multiplier: string;
  /** By which the node recommends a minimum. */
  readonly fee_smallest_amount: string;
}

export const feeRules: Readonly<Record<Preset["protocol"], FeeRules>> = {
  THORChain: {
    fee_native_payouts:
      "A payout in RUNE has no outbound fee since version 3.17. The same is true of synth, trade and secured assets.",
    fee_outbound_multiplier:
      "Each asset has a multiplier of its own. It falls as the fees of that asset bring more than its payouts cost.",
    fee_smallest_amount: `(outbound fee + dust threshold) of the more expensive side × ${minimumFactor.THORChain} × (1 + affiliate share)`,
  },
  MAYAChain: {
    fee_native_payouts:
      "A payout in CACAO costs a flat fee. A payout in a synth or trade asset costs what that fee is worth in the asset.",
    fee_outbound_multiplier:
      "All assets have one multiplier. It falls as all outbound fees bring more than all payouts cost.",
    fee_smallest_amount: [
      `larger of the two outbound fees × ${minimumFactor.MAYAChain}`,
      "with an affiliate, at least: flat fee of a payout in CACAO × 2 × 10000 / affiliate bps",
      "between two assets on MAYAChain itself: outbound fee of the asset that you send × 2",
    ].join("\n"),
  },
};
