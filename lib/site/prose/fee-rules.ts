// Sentences of the fee guide that differ from protocol to protocol.

import type { Preset } from "../../protocol/values/chains.ts";

/**
 * Taken from the files `manager_gas_current.go` and `querier_quotes.go` of THORNode 3.17 and
 * mayanode 1.124.
 */
export const feeRules = {
  THORChain: {
    fee_native_payouts:
      "A payout in RUNE has no outbound fee since version 3.17. The same is true of synth, trade and secured assets.",
    fee_native_refunds:
      "A refund on THORChain itself is free. So is one of a synth, trade or secured asset.",
    fee_outbound_multiplier:
      "Each asset has a multiplier of its own. It falls as the fees of that asset bring more than its payouts cost.",
    fee_smallest_amount:
      "(outbound fee + dust threshold) of the more expensive side × 3 × (1 + affiliate share)",
  },
  MAYAChain: {
    fee_native_payouts:
      "A payout in CACAO costs a flat fee. A payout in a synth or trade asset costs what that fee is worth in the asset.",
    fee_native_refunds:
      "A refund on MAYAChain itself costs what a payout there costs. One of a trade asset is free.",
    fee_outbound_multiplier:
      "All assets have one multiplier. It falls as all outbound fees bring more than all payouts cost.",
    fee_smallest_amount: [
      "larger of the two outbound fees × 4",
      "with an affiliate, at least: flat fee of a payout in CACAO × 2 × 10000 / affiliate bps",
      "between two assets on MAYAChain itself: outbound fee of the asset that you send × 2",
    ].join("\n"),
  },
} satisfies Readonly<Record<Preset["protocol"], Readonly<Record<string, string>>>>;
