// The labels and hints of a quote's fields, for /quote and the fee guide.
import type { QuoteFieldName } from "./view.ts";

export const quoteLabels: Readonly<Record<QuoteFieldName, string>> = {
  from: "You send",
  to: "You receive",
  amount: "Amount to send",
  destination: "Receiving address",
  refund_address: "Refund address",
  liquidity_tolerance_bps: "Tolerance below the quote",
  tolerance_bps: "Tolerance below the price before fees",
  target_out: "Limit order: receive at least",
};
export const quoteHints: Readonly<Record<QuoteFieldName, string>> = {
  from: "An asset: BTC, bitcoin, eth.usdc",
  to: "An asset on the chain where you want it",
  amount: "In whole units: 0.05. In dollars: $500",
  destination:
    "Optional: where the swap pays out. With it you get the memo and the deposit address, if it is safe to send.",
  refund_address:
    "Optional, on the chain that you send from: where a refund goes. Left out: to the address that sends. Give one if a relayer signs for you.",
  liquidity_tolerance_bps:
    "Optional, in basis points: 100 is 1 %. If you would receive less than the quote by more than this, your deposit is refunded. Left out: 300. 0 sets no limit.",
  tolerance_bps:
    "Optional, instead of the other one. It counts from the price before fees and price impact, so both must fit into it.",
  target_out:
    "Optional, in whole units of what you receive. Your deposit then waits for this amount instead of being swapped now. Leave the tolerances empty.",
};
