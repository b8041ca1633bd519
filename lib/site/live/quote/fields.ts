// The labels and hints of a quote's fields, for /quote and the fee guide.
import type { QuoteFieldName } from "./view.ts";

export const quoteLabels: Readonly<Record<QuoteFieldName, string>> = {
  from: "You send",
  to: "You receive",
  amount: "Amount to send",
  destination: "Receiving address",
  liquidity_tolerance_bps: "Tolerance in bps",
};
export const quoteHints: Readonly<Record<QuoteFieldName, string>> = {
  from: "An asset: BTC, bitcoin, eth.usdc",
  to: "An asset on the chain where you want it",
  amount: "In whole units of what you send: 0.05",
  destination:
    "Optional: where the swap pays out. With it, the memo and the inbound address are shown, if it is safe to send.",
  liquidity_tolerance_bps:
    "Optional: your deposit is refunded if you would receive less than expected by more than this. 100 bps is 1 %. Left out: 300 bps. 0 sets no limit.",
};
