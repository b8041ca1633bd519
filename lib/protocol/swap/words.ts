// What a swap's state means, in sentences of our own. No upstream text enters a sentence.
import type { LimitOrder, SwapOut, SwapState } from "../model/swap.ts";
import type { Verdict } from "../model/verdicts.ts";
import { formatSpan } from "../values/figure-text.ts";

/** What changes the sentence within a state. Chain names come from the preset. */
export interface Situation {
  readonly state: SwapState;
  readonly terminal: boolean;
  readonly refundExpected: boolean;
  readonly signing: Verdict;
  /** Name of the chain that the payout goes to ("Ethereum"), or null. */
  readonly payoutChainName: string | null;
  /** Name of the chain that the deposit came from, or that the payout goes to, where trading on it is halted ("Bitcoin"), else null. */
  readonly haltedChain: string | null;
  readonly streaming: { readonly count: number; readonly quantity: number } | null;
  /** Swaps of several parts wait on the whole network. */
  readonly isPartsPaused: boolean;
  readonly limitOrder: boolean;
  readonly order: LimitOrder | null;
  /** What goes back of the deposit is booked on an account of the network, and shows in no record of payouts. */
  readonly isBookedBack: boolean;
  /** Kinds of the payouts that the answer shows. */
  readonly shown: ReadonlySet<SwapOut["kind"]>;
  readonly secondsLeft: number | null;
  /** Why the state could not be more exact. */
  readonly doubt:
    | "not_a_swap"
    | "not_classifiable"
    | "payout_unseen"
    | "given_up"
    | "node_unread"
    | "unconfirmed"
    | null;
  /** The outcome that one source claims and no second one bears out; null unless `doubt` is "unconfirmed". */
  readonly claimed: SwapState | null;
}

/** One to three plain sentences, complete in themselves. */
export function explainSwap(now: Situation): string {
  if (now.doubt === "unconfirmed") return `${claimText(now.claimed)} A second source has not confirmed it yet.`;
  const about = now.doubt === "node_unread" && now.state !== "unavailable";
  return about ? `${stateSentence(now)} This is the indexer's word: the node could not be read.` : stateSentence(now);
}

/** The state in a few words, as a heading says it. Never success before a payout to the recipient is shown. */
export function swapHeadline(now: Situation): string {
  const what = now.refundExpected ? "Refund" : "Payout";
  const isHeld = now.signing === "halted";
  if (now.doubt === "unconfirmed") return "Not confirmed by a second source yet";
  switch (now.state) {
    case "unknown":
      if (now.doubt === "not_a_swap") return "Not a swap";
      return now.doubt === "given_up" ? "Still not seen" : "Not seen yet";
    case "observing":
      return "Seen by some nodes";
    case "confirming":
      return "Waiting for confirmations";
    case "swapping":
      if (now.order?.status === "partly_filled") return "Limit order partly filled";
      return now.limitOrder ? "Limit order open" : "Swapping";
    case "outbound_scheduled":
      return isHeld ? `${what} scheduled, signing is halted` : `${what} scheduled`;
    case "outbound_signing":
      if (now.doubt === "not_classifiable") return "A payout was sent, not known to whom";
      if (now.doubt === "payout_unseen") return `${what} not shown yet`;
      return isHeld ? `${what} waits: signing is halted` : `${what} being signed`;
    case "done":
      return now.shown.has("swap") ? "Paid out" : "Recorded as done, no payout shown";
    case "refunded":
      return now.shown.has("refund") ? "Refunded" : "Recorded as refunded, no refund shown";
    case "partially_refunded":
      return "Partly paid out, partly refunded";
    case "failed":
      return "Rejected by the network";
    case "no_output":
      return now.terminal ? "Nothing is paid out" : "No payout seen so far";
    case "unavailable":
      return "Could not be read";
  }
}

function claimText(claimed: SwapState | null): string {
  switch (claimed) {
    case "done":
      return "One source says this swap is paid out.";
    case "refunded":
      return "One source says this deposit was refunded.";
    case "partially_refunded":
      return "One source says this swap is partly paid out and partly refunded.";
    case "failed":
      return "One source says the network rejected this transaction.";
    default:
      return "One source says this transaction is not a swap.";
  }
}

function stateSentence(now: Situation): string {
  const payout = now.refundExpected ? "refund" : "payout";
  const where = now.payoutChainName === null ? "" : ` to ${now.payoutChainName}`;
  switch (now.state) {
    case "unknown":
      if (now.doubt === "not_a_swap") return "This transaction was processed, but its memo is not that of a swap.";
      if (now.doubt === "given_up") return `Still unknown after two hours. ${unseen}`;
      return `Not seen yet. ${unseen}${halted(now)}`;
    case "observing":
      return `Seen by some nodes of the network, not yet by enough of them.${halted(now)}`;
    case "confirming":
      return `Seen by the network, which now waits for confirmations on the source chain; larger deposits wait longer. Nothing has been swapped yet.${remaining(now)}${halted(now)}`;
    case "swapping":
      return `${progressText(now)}${waitsInQueue(now)}`;
    case "outbound_scheduled":
      return `${swapped(now)} The ${payout}${where} is scheduled; large payouts wait longer.${remaining(now)}${held(now)}`;
    case "outbound_signing":
      if (now.doubt === "not_classifiable") {
        return "A payout was sent, but this record does not show whose it is. It counts as done only when a payout to the recipient is known.";
      }
      if (now.doubt === "payout_unseen") {
        return `${swapped(now)} The network counts the ${payout}${where} as signed, but shows no transaction of it. A ${payout} that its chain reversed is sent again.`;
      }
      if (now.signing === "halted") return `${swapped(now)} ${waitingText(payout, now.payoutChainName)}`;
      return `${swapped(now)} The ${payout}${where} is being signed and sent.${held(now)}`;
    case "done":
      if (!now.shown.has("swap")) return "Recorded as done, but no payout to the recipient is shown.";
      return `Done: the payout${where} was sent. Confirmations on that chain are not watched here.`;
    case "refunded":
      if (!now.shown.has("refund")) {
        return `Recorded as refunded, but no refund payout is shown: fees may have taken the whole amount.${open(now)}`;
      }
      return `${orderEnd(now)}Refunded: the deposit was sent back, less fees. It was not swapped for the recipient.${open(now)}`;
    case "partially_refunded":
      return `${orderEnd(now)}Partly swapped: one part was paid out and the rest was refunded, less fees.${open(now)}`;
    case "failed":
      return "Failed: the network rejected the transaction, and nothing was swapped.";
    case "no_output":
      return now.terminal
        ? `The deposit was processed and nothing is to be paid out. ${nothingText(now)}`
        : "The deposit was processed and no payout is to be seen so far. One may still be planned.";
    case "unavailable":
      return "The swap's state could not be read. This says nothing about the swap itself.";
  }
}

function progressText({ limitOrder, order, streaming }: Situation): string {
  if (order?.status === "partly_filled" && order.filledBps !== null) {
    return `The limit order is partly filled: ${Math.floor(order.filledBps / 100)} % of the deposit is swapped. The rest waits for its price.`;
  }
  if (limitOrder) return "The limit order is open: it is swapped when its price is reached.";
  if (streaming) return `The swap is running: ${streaming.count} of ${streaming.quantity} parts are done.`;
  return "The deposit is confirmed and the swap is running.";
}

/** What is in the queue keeps its place: only a deposit that arrives during a halt is sent back. */
function waitsInQueue({ haltedChain, isPartsPaused, streaming, limitOrder }: Situation): string {
  const goesOn = "What is swapped stays swapped, the rest waits and goes on";
  if (haltedChain !== null) return ` Trading on ${haltedChain} is halted now. ${goesOn} when trading opens again.`;
  if (!isPartsPaused || (!streaming && !limitOrder)) return "";
  return ` Swaps in several parts are paused on the whole network. ${goesOn} when the pause ends.`;
}

function orderEnd({ order }: Situation): string {
  if (order?.status === "expired") return "The limit order expired. ";
  return order?.status === "cancelled" ? "The limit order was cancelled. " : "";
}

function nothingText(now: Situation): string {
  if (now.isBookedBack) {
    return `${orderEnd(now)}A trade or secured asset that goes back is booked on its account, without a record here: look at its balance.`;
  }
  return "Usually the amount did not cover the fees, or less than the dust threshold was left of it.";
}

const unseen =
  "The id may be wrong, the deposit may be too young or below the dust threshold, or the source chain may be halted. This does not mean that it failed.";

function swapped(now: Situation): string {
  return now.refundExpected ? "The deposit, or a part of it, is to be refunded." : "Swapped.";
}

function waitingText(payout: string, chain: string | null): string {
  const [where, on] = chain === null ? ["", "on that chain"] : [` to ${chain}`, `on ${chain}`];
  return `The ${payout}${where} waits: signing ${on} is halted. It is not lost.`;
}

function remaining(now: Situation): string {
  return now.secondsLeft === null
    ? ""
    : ` About ${formatSpan(now.secondsLeft)} of this wait were left when it was read.`;
}

/** A deposit that is seen while trading is halted is sent back; while its whole chain is halted it is not even seen. */
function halted({ haltedChain }: Situation): string {
  if (haltedChain === null) return "";
  return ` Trading on ${haltedChain} is halted now: while that lasts the deposit is not swapped, and it may wait or be sent back.`;
}

function held(now: Situation): string {
  if (now.signing === "halted") return " Signing is halted on that chain: the payout waits and is not lost.";
  return now.signing === "unknown" ? " Whether that chain signs payouts now is not known." : "";
}

function open(now: Situation): string {
  return now.terminal ? "" : " Not final yet.";
}
