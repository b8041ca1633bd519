// The labels and hints of a quote's fields, for /quote and the fee guide.
import type { QuoteFieldName } from "./view.ts";

export const quoteLabels: Readonly<Record<QuoteFieldName, string>> = {
  from: "You send",
  to: "You receive",
  amount: "Amount to send",
  destination: "Receiving address",
  refund_address: "Refund address",
  tolerance: "Refund me if I get less by more than",
  tolerance_bps: "Refund me if fees and price impact exceed",
  target_out: "Limit order: receive at least",
};
export const quoteHints: Readonly<Record<QuoteFieldName, string>> = {
  from: "An asset: BTC, bitcoin, eth.usdc",
  to: "An asset on the chain where you want it",
  amount: "In whole units: 0.05. In dollars: choose USD, or write $500",
  destination:
    "Optional: of your own wallet, no exchange and no contract. With it you get the memo and the deposit address, if it is safe to send.",
  refund_address:
    "Optional, on the chain that you send from: where a refund goes. Left out: to the address that sends. Give one if a relayer signs for you.",
  tolerance: "Optional, in per cent, such as 0.5. Left out, it is 3 %. With 0 there is no limit.",
  tolerance_bps:
    "Your link asks for it, instead of the limit above. In hundredths of a percent of the price before fees: 300 is 3 %.",
  target_out:
    "Optional, in whole units of what you receive. Your deposit then waits for this amount instead of being swapped now. Leave the tolerance empty.",
};
/** Where the hints have no space. */
export const quoteExamples = { from: "BTC", to: "ETH", amount: "0.05" } as const;
