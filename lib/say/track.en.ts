// English texts of the page /track: titles, figures, tables and steps.
import type { LimitOrder, SwapOut, SwapReading } from "../protocol/model/swap.ts";
import { capitalize } from "./figures.en.ts";
import { payoutsAreHalted } from "./phrases.en.ts";

export const trackWords = {
  title: "Track a swap",
  lead: "Paste the id of the transaction that you sent, or of the payout. The answer is read from the network and says when. This page signs and sends nothing.",
  error: "Not understood",
  stale: "Out of date",
  notCurrent: "Not current: a newer check was due and has not come. This was checked at",
  nextCheck: (wait: string) => `Next check due in ${wait}.`,
  noNextCheck: "No further check is planned. Ask again by hand.",
  checkedAt: "Checked at",
  again: "Check now",
  comeBack: "Come back to this swap",
  address: "Keep this link:",
  another: "Track another",
  samples: "All sample transactions",
  everyState: "Every state in turn",
  samplesLead: "This is the sample network: its transactions are invented, and on no explorer.",
  steps: "The steps of a swap",
  stepsOfSwap: "Steps",
  noSteps: "No step could be read. That says nothing about the swap itself.",
  payments: "What was sent and what comes out",
  lookup: "Look for the deposit",
  lookupText: "The explorer of the chain that you sent on shows the deposit:",
  fees: "Fees",
  details: "Details",
  newQuote: "get a new quote",
  refunds: "What a refund means",
  refundsText:
    "The network sends a deposit back when it cannot swap it. Trading may be halted, the memo may be wrong, or the price may be below the limit in the memo. The money goes back to the sender, or to the refund address in the memo. The network uses that address only if it can read the memo as a swap. A refund costs the outbound fee of its chain, if it has one. A swap can also be refunded in part.",
  unseen: "When nothing is seen",
  unseenText:
    "An id that is not seen yet has not failed. The deposit may be too new or too small, its chain may be halted, or the id may be wrong. Do not send again.",
  neverReuse: "Never reuse an old address or memo:",
} as const;

export const staleSwapText = (reason: string) =>
  `${capitalize(reason)}. The swap may be further than this.`;

export const sampleExplorersText = "Sample transactions are invented: they are on no explorer.";
export const explorersText = (protocol: string) =>
  `Explorers are websites of others, not of ${protocol}. They may show something newer or older.`;

export const refundTexts = {
  cause: (clause: string) => `Why: ${clause}`,
  quote: "An indexer's words, quoted and not checked here:",
  causeNotKnown: "Why: not known. No confirmed reason is on record.",
  noFee: "A refund costs no outbound fee.",
  fee: "A refund costs the outbound fee.",
  reasonAlone: "The records name a reason for a refund, but none is planned or made yet.",
} as const;

export const swapFigures = {
  sent: "Sent",
  askedFor: "Asked for",
  recipient: "To the recipient",
  forRecipient: "For the recipient",
  refund: "Refund",
  goingTo: "Going to",
  isItYours: (address: string) => `${address}. Is it yours?`,
  paidTo: "Paid to",
  sentBackTo: "Sent back to",
  startedAt: "On record since",
  nothing: "nothing",
  notKnownYet: "not known yet",
  notShown: "not shown",
  today: (amount: string, worth: string) => `${amount}, ${worth} today`,
  refundOf: (refundAmount: string, sentAmount: string, costWorth: string) =>
    `${refundAmount} of ${sentAmount}${costWorth && `, ${costWorth} less`}`,
  order: "Limit order",
  price: "Price asked",
  priceFor: (price: string, ticker: string) => `${price} for 1 ${ticker}`,
  filled: "Filled",
  ends: "Ends about",
  timeLeft: "Time left",
  timeLeftWhenChecked: "Time left when checked",
} as const;

export const awaitedTexts = {
  nodes: "More nodes must see the deposit first.",
  confirmations: "Its chain must confirm the deposit first.",
  parts: "The pools are still swapping it.",
  delay: "It is sent in a later block.",
  signature: "The network must sign it first.",
} as const;
export const orderAwaitsPrice = "It is swapped only at its price.";

const withWhy = (text: string, whySentence: string | null) =>
  whySentence === null ? text : `${text}. ${whySentence}`;
export const timeLeftTexts = {
  stopped: "not known: it is stopped now",
  payoutsHalted: `not known: ${payoutsAreHalted()} now`,
  unknown: (whySentence: string | null) => withWhy("not known", whySentence),
  about: (time: string, output: OutputWords, whySentence: string | null) =>
    withWhy(`about ${time} to the ${output}`, whySentence),
  atLeast: (time: string, output: OutputWords, whySentence: string | null) =>
    withWhy(`at least ${time} to the ${output}`, whySentence),
  untilConfirmed: (time: string, chain: string | null, output: OutputWords) =>
    `about ${time} until ${chain ?? "its chain"} confirms your deposit, then the swap and the ${output}`,
};

export const paymentHeads = ["What", "Amount", "Chain", "Address", "Transaction"] as const;
/** The head says "today's price", because no record has the price on the day of the swap. */
export const feeHeads = ["Fee", "Amount", "Value at today's price"] as const;
export const detailHeads = ["Fact", "Value"] as const;

export const paymentNames: Readonly<Record<SwapOut["kind"], string>> = {
  swap: "Payout to the recipient",
  refund: "Refund",
  affiliate: "Share of an affiliate, not the recipient's",
};
export const noPaymentId = (protocol: string) =>
  `none: ${protocol} pays on its own chain without one`;
export const notSentYet = "not sent yet";

export const feeNames = {
  liquidity: "Liquidity fee, to the pools",
  outbound: "Outbound fee, to the network",
} as const;

export const detailNames = {
  depositAsNamed: "Deposit, as an indexer names it",
  txid: "Transaction id",
  decidedBy: "Told by",
  payouts: "Payouts",
  memo: "Memo, as it was sent",
  nodeRecord: "Record of a node",
  indexerRecord: "Record of an indexer",
  asJson: "This answer",
} as const;
export const deciderTexts: Readonly<Record<"node" | "indexer" | "nobody", string>> = {
  node: "a node of the network",
  indexer: "the indexer",
  nobody: "nobody: no source could be read",
};
export const payoutsOnText = (signing: SwapReading["signing"], chain: string) =>
  `${signing === "unknown" ? "not checked" : signing} on ${chain}`;

export type OutputWords = "payout" | "refund" | "payout and refund" | "payout or refund";

export const stepWords = {
  observed: {
    name: () => "Seen",
    text: "Enough nodes of the network must see the deposit.",
  },
  confirmed: { name: () => "Confirmed", text: "The chain of the deposit confirms it." },
  swapped: { name: () => "Swapped", text: "The pools swap it." },
  outbound_scheduled: {
    name: (output: OutputWords) => `${capitalize(output)} planned`,
    text: "The network plans the block in which it sends the money.",
  },
  outbound_signed: {
    name: (output: OutputWords) => `${capitalize(output)} sent`,
    text: "The network signs the transaction and sends it.",
  },
  destination: {
    name: (output: OutputWords) => `${capitalize(output)} confirmed`,
    text: "The chain that the money goes to confirms it.",
  },
} as const;

export const stepStatusWords = {
  done: "done",
  ahead: "to come",
  now: "now",
  waits: "waits",
  notShown: "not shown",
  notSeenYet: "not seen yet",
  doesNotApply: "does not apply",
  notNeeded: "not needed",
  inPart: "in part",
  didNotHappen: "did not happen",
  refundDecided: "refund decided",
  processed: "processed",
  sent: "sent",
} as const;

export const unknownHaltEnd = "Nobody knows when the halt ends.";

export const stepTexts = {
  notASwap: "This transaction is not a swap.",
  missing: (output: OutputWords) => `The records show no ${output}.`,
  paysItself: (protocol: string) => `${protocol} pays on its own chain by itself.`,
  arrived: (output: OutputWords, protocol: string) =>
    `The ${output} arrived on ${protocol} itself.`,
  unclear: "A payout was sent, but the record does not show whose it is.",
  partsWait: "What is swapped stays swapped. The rest waits.",
  waitsForSigning: (output: OutputWords) =>
    `The ${output} waits while ${payoutsAreHalted("that chain")}.`,
  order: ({ status }: LimitOrder) =>
    status === "partly_filled"
      ? "Some of the deposit is swapped. The rest waits for the price of the order."
      : "The limit order waits until the pools reach its price.",
  inPart: (goesBackText: string) => `Some of the deposit was swapped. The rest ${goesBackText}.`,
  notSwapped: (goesBackText: string) => `The deposit was not swapped. It ${goesBackText}.`,
  refundDecided: (goesBackText: string) => `The deposit, or a part of it, ${goesBackText}.`,
  wentBack: "was sent back",
  walletShows: (chains: string) => `The receiving wallet on ${chains} shows when it arrives.`,
  thatChain: "that chain",
} as const;

/**
 * Texts on how long a step takes. `interval`: text such as "Bitcoin makes a block about every 10
 * minutes". Null if the chain is not known. In `signed`, also null on the network's own chain.
 */
export const stepWaits = {
  blockInterval: (chain: string, seconds: string) =>
    `${chain} makes a block about every ${seconds}`,
  seen: (interval: string | null) =>
    interval === null
      ? "Nodes see it once it is in a block of its chain."
      : `Nodes see it once it is in a block: ${interval}.`,
  native: (protocol: string) => `Deposits on ${protocol} itself need no further block.`,
  confirmed: (interval: string | null) =>
    `Larger deposits wait for more blocks${interval === null ? "" : `: ${interval}`}.`,
  price: "Nobody knows when the pools reach that price.",
  swapped: (protocol: string, seconds: string) =>
    `A swap takes one block, and a swap split into parts takes many. ${protocol} makes a block about every ${seconds}.`,
  planned:
    "Small amounts are not delayed. Larger ones are, and the network says how long once it has planned them.",
  signed: (interval: string | null, blocks: number, period: string) =>
    `${interval === null ? "" : `Once signed, it needs a block: ${interval}. `}A transaction that is not signed after ${blocks} blocks, about ${period}, goes to other signers.`,
  destination: (interval: string | null) =>
    interval === null ? "How long that takes depends on that chain." : `${interval}.`,
} as const;
