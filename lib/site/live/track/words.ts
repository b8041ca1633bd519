// The fixed sentences of /track, for people and for Markdown alike.

export const trackWords = {
  lead: "Paste the id of the transaction that you sent. The answer is read from the network itself and dated. Nothing here signs or sends.",
  error: "Not understood",
  stale: "Not fresh",
  notCurrent: "Not current: a newer reading was due and has not come. This is what was read at",
  asks: "This page asks by itself while it is in view.",
  readAt: "Read at",
  again: "Ask again",
  address: "To come back to this swap:",
  another: "Track another",
  samples: "Sample transactions",
  samplesLead: "This is the sample network: its transactions are invented, and on no explorer. Each shows one state.",
  steps: "The way of a swap",
  noSteps: "No step could be read. That says nothing about the swap itself.",
  payments: "What was sent and what comes out",
  fees: "Fees",
  noFees: "Fees are known once the swap was made.",
  details: "Details",
  quote: "The network's own words, quoted as data and not checked here:",
  noQuote: "The network's own words for it could not be read.",
  cause: "Words like these usually mean:",
  newQuote: "Get a quote",
  refunds: "What a refund means",
  refundsText:
    "The network sends a deposit back when it cannot swap it: trading is halted, the memo cannot be carried out, or the swap would pay less than the limit in the memo. What goes back goes to the address that it came from, or to the refund address that the memo names, less the fee of sending it. A refund is not a payout, and a swap can be refunded in part.",
  unseen: "When nothing is seen",
  unseenText:
    "An id that the network has not seen is not a failed swap: the deposit may be too young or below the dust threshold, its chain may be halted, or the id may be wrong. Do not send again before it is known.",
} as const;
