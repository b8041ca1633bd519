// English texts on what each state of a swap means. No text of a node or an indexer is inserted.

import {
  GIVE_UP_AFTER_MS,
  MAX_POLL_SECONDS,
  type Parts,
  type RefundCause,
  type RefundWait,
  refundCause,
  type Situation,
  type SwapOut,
  type SwapState,
  stateRows,
} from "../protocol/model/swap.ts";
import { capitalize, formatSpan, formatWholePercent } from "./figures.en.ts";
import {
  payoutEndText,
  payoutsAreHalted,
  payoutsHalted,
  payoutsNotChecked,
  payoutWaits,
} from "./phrases.en.ts";

export const GIVE_UP_AFTER_TEXT = formatSpan(GIVE_UP_AFTER_MS / 1000);
export const MAX_POLL_TEXT = formatSpan(MAX_POLL_SECONDS);

export const explainSwap = (swap: Situation) => explain(swap, false);

/** The text below the headline, which it does not repeat. */
export const explainBelow = (swap: Situation) => explain(swap, true);

function explain(swap: Situation, isBelowSign: boolean): string {
  const isOnlyFromIndexer = swap.doubt === "node_unread" && swap.state !== "unavailable";
  const sentences = [
    ...(swap.doubt === "unconfirmed" ? claimSentences(swap) : stateSentences(swap, isBelowSign)),
    swap.isForgotten ? FORGOTTEN_TEXT : null,
    // On the page the sentence stands apart, since the next poll asks for the deposit.
    isBelowSign ? null : paymentIdText(swap),
    isOnlyFromIndexer ? "Only the indexer says so: the node could not be read." : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

/** Null if the requested id is that of the deposit. */
export const paymentIdText = ({ requestedPayment }: Situation): string | null =>
  requestedPayment === undefined ? null : paymentIdTexts[requestedPayment];

const paymentIdTexts: Readonly<Record<SwapOut["kind"], string>> = {
  swap: "The id that was asked for is that of this swap's payout.",
  refund: "The id that was asked for is that of this swap's refund.",
  affiliate: "The id that was asked for is that of an affiliate's share in this swap.",
};

const claimSentences = (swap: Situation): readonly string[] => [
  claimText(swap),
  "Where the money is now is not confirmed.",
];

function stateSentences(swap: Situation, isBelowSign: boolean): readonly (string | null)[] {
  const { text, moneyText } = stateWords[swap.state];
  const withHeadline: WithHeadline = (clause, leadText = "") =>
    isBelowSign && leadText === ""
      ? capitalize(clause)
      : `${leadText}${swapHeadline(swap)}: ${clause}`;
  return [
    text(swap, withHeadline),
    lateText(swap),
    moneyText?.(swap) ?? null,
    ...circumstanceTexts(swap),
  ];
}

function claimText(swap: Situation): string {
  const claimSentence = swap.claimed && stateWords[swap.claimed].claimText?.(swap);
  return `${claimSentence ?? "One source says this transaction is not a swap."} No second source has confirmed it yet.`;
}

const FORGOTTEN_TEXT =
  "Only the indexer still has a record of this swap: the nodes no longer keep one. Nothing more will come.";

/** The headline, such as "Paid out". "Paid out" needs a record of a payment to the recipient. */
export function swapHeadline(swap: HeadlineFacts): string {
  if (swap.doubt === "unconfirmed") return "Not confirmed by a second source yet";
  return stateWords[swap.state].headline(swap);
}

type HeadlineFacts = Pick<
  Situation,
  | "state"
  | "terminal"
  | "refundExpected"
  | "refundWait"
  | "signing"
  | "limitOrder"
  | "order"
  | "shown"
  | "doubt"
  | "paidFor"
>;

const arePayoutsHalted = ({ signing }: Pick<Situation, "signing">) => signing === "halted";
type Payment = Pick<Situation, "refundExpected" | "refundWait">;
function paidOutText({ refundExpected, refundWait }: Payment): string {
  if (refundWait === null) return refundExpected ? "refunded" : "paid out";
  return refundWait === "native" ? "paid out" : "paid out and refunded";
}
const paymentName = ({ refundExpected, refundWait }: Payment) =>
  refundExpected && refundWait === null ? "refund" : "payout";
const onChainText = (chain: string | null) => (chain === null ? "" : ` on ${chain}`);

const NAME_CHAIN_TEXT = " If you know the chain that it was sent on, name it.";
const UNSEEN_TEXT =
  "That does not mean that the deposit failed. It may be too new or too small, or its chain may be halted. The id may be wrong, or that of a payout.";

/**
 * Makes a sentence: `leadText`, the headline, a colon and the clause. If the headline stands above
 * and there is no `leadText`, the sentence is only the clause.
 */
type WithHeadline = (clause: string, leadText?: string) => string;

interface StateWords {
  readonly headline: (swap: HeadlineFacts) => string;
  readonly claimText?: (swap: Situation) => string;
  readonly text: (swap: Situation, withHeadline: WithHeadline) => string;
  readonly moneyText?: (swap: Situation) => string | null;
  readonly stoppedStep?: (isTerminal: boolean) => StepWords;
  readonly processedText?: (isTerminal: boolean) => string;
}

interface StepWords {
  readonly status: "skipped" | "unknown";
  readonly word: string;
  readonly text: string;
  readonly wait?: null;
}

const plannedWords: Pick<StateWords, "headline" | "claimText" | "moneyText"> = {
  headline(swap) {
    if (swap.doubt === "not_classifiable") return "A payout was sent, not known to whom";
    if (swap.doubt === "payout_unseen")
      return `${swap.refundExpected ? "Refund" : "Payout"} not shown yet`;
    const headline = `Waiting to be ${paidOutText(swap)}`;
    return arePayoutsHalted(swap) ? `${headline}: ${payoutsAreHalted()}` : headline;
  },
  claimText: ({ isRefundClaimed }) =>
    `One source says a ${isRefundClaimed ? "refund" : "payout"} is planned.`,
  moneyText: ({ doubt }) => (doubt === null ? "The network holds the money." : null),
};

export const stateWords: Readonly<Record<SwapState, StateWords>> = {
  unknown: {
    headline({ doubt, paidFor }) {
      if (doubt === "not_a_swap") return "Not a swap";
      if (paidFor) return "Not seen as a deposit";
      return doubt === "given_up" ? "Still not seen" : "Not seen yet";
    },
    text(swap, withHeadline) {
      if (swap.doubt === "not_a_swap")
        return "The network processed this transaction, but its memo asks for no swap.";
      if (swap.paidFor)
        return `${withHeadline("an indexer names this as the id of a payout or refund.")} The deposit of that swap is ${swap.paidFor}. Ask for that id.`;
      const startSentence =
        swap.doubt === "given_up"
          ? `Not seen in ${GIVE_UP_AFTER_TEXT}.`
          : withHeadline("the network does not know this id.");
      const chainHint = swap.sourceChainName === null ? NAME_CHAIN_TEXT : "";
      return `${startSentence} ${UNSEEN_TEXT}${chainHint}`;
    },
    moneyText({ doubt, paidFor }) {
      if (doubt === "not_a_swap") return "What became of its money is not judged here.";
      if (paidFor) return null;
      return "The explorer of its chain shows whether the money left the sender.";
    },
  },
  observing: {
    headline: () => "Seen by some nodes",
    claimText: () => "One source has seen the deposit.",
    text: () => "Some nodes of the network have seen the deposit. More of them must see it.",
    moneyText: () => "The money was sent to the network's vault.",
  },
  confirming: {
    headline: () => "Waiting for confirmations",
    claimText: () => "One source says the deposit waits for confirmations.",
    text: ({ sourceChainName, countedBlocks }) =>
      `The network has seen the deposit and waits for confirmations${onChainText(sourceChainName)}. ${countText(countedBlocks)}A larger deposit waits longer.`,
    moneyText: () => "The network holds the money. Nothing is swapped yet.",
  },
  swapping: {
    headline({ order, limitOrder }) {
      if (order?.status === "partly_filled") return "Limit order partly filled";
      return limitOrder ? "Limit order open" : "Swapping";
    },
    claimText: () => "One source says the deposit is being swapped.",
    text: progressText,
    moneyText: () => "The network holds the money.",
  },
  outbound_scheduled: {
    ...plannedWords,
    text: (swap) =>
      arePayoutsHalted(swap)
        ? heldText(swap)
        : `${depositText(swap)} ${waitsText(swap, false)} Large payouts wait longer.`,
  },
  outbound_signing: {
    ...plannedWords,
    text(swap) {
      if (swap.doubt === "not_classifiable") {
        return "A payout was sent, but this record does not show to whom. The swap counts as paid out once a payout to the recipient is known.";
      }
      if (swap.doubt === "payout_unseen") {
        return `${depositText(swap)} The network counts this deposit as over, but shows no ${paymentName(swap)}. Its chain may have reversed the deposit.`;
      }
      return arePayoutsHalted(swap)
        ? heldText(swap)
        : `${depositText(swap)} ${waitsText(swap, true)}`;
    },
  },
  done: {
    headline: ({ shown }) =>
      shown.has("swap") ? "Paid out" : "Recorded as paid out, no payout shown",
    claimText: () => "One source says this swap is paid out.",
    text({ shown, isPaidNatively, payoutChainName }, withHeadline) {
      if (!shown.has("swap"))
        return "Recorded as paid out, but no payout to the recipient is shown.";
      if (isPaidNatively)
        return withHeadline(`the payout${onChainText(payoutChainName)} was made.`);
      return withHeadline(
        `the payout${onChainText(payoutChainName)} was sent. The receiving wallet shows when it arrives.`,
      );
    },
  },
  refunded: {
    headline: ({ shown }) =>
      shown.has("refund") ? "Refunded" : "Recorded as refunded, no refund shown",
    claimText: () => "One source says this deposit was refunded.",
    text(swap, withHeadline) {
      if (!swap.shown.has("refund")) {
        return "Recorded as refunded, but no refund is shown. Fees may have taken the whole amount.";
      }
      return withHeadline("the deposit was sent back. It was not swapped.", orderEndText(swap));
    },
  },
  partially_refunded: {
    headline: () => "Partly refunded",
    claimText: () => "One source says this swap is partly paid out and partly refunded.",
    text: (swap, withHeadline) =>
      withHeadline(
        `${swappedPartsText(swap)} swapped and paid out, the rest sent back.`,
        orderEndText(swap),
      ),
  },
  failed: {
    headline: () => "Failed",
    claimText: () => "One source says the network rejected this transaction.",
    text: (_, withHeadline) =>
      withHeadline("the network rejected the transaction. Nothing was swapped."),
    moneyText: () => "Look at the sender's balance: the money is normally still there.",
    stoppedStep: () => ({
      status: "skipped",
      word: "did not happen",
      text: "The network rejected the transaction.",
    }),
  },
  dropped: {
    headline: ({ refundExpected }) => `${refundExpected ? "Refund" : "Payout"} no longer tried`,
    text: (swap) =>
      `${depositText(swap)} No ${paymentName(swap)} is recorded, and the network no longer tries.`,
    moneyText: droppedText,
    stoppedStep: () => ({
      status: "skipped",
      word: "given up",
      text: "The network no longer tries to sign it.",
    }),
  },
  no_output: {
    headline: ({ terminal }) => (terminal ? "Nothing to pay out" : "No payout seen so far"),
    claimText: () => "One source says there is nothing to pay out.",
    text(swap) {
      if (!swap.terminal)
        return "The deposit was processed, and no payout is seen so far. One may still be planned.";
      return `The deposit was processed, and there is nothing to pay out. ${noOutputText(swap)}`;
    },
    stoppedStep: (isTerminal) =>
      isTerminal
        ? { status: "skipped", word: "nothing to pay out", text: "No payout follows." }
        : {
            status: "unknown",
            word: "none seen so far",
            text: "A payout may still be planned.",
            wait: null,
          },
    processedText: (isTerminal) =>
      isTerminal ? "It was processed, and nothing is to be paid out." : "It was processed.",
  },
  unavailable: {
    headline: () => "Not checked",
    text: () =>
      "The state of this swap could not be checked. This says nothing about the swap itself.",
    moneyText: () => "Where the money is now is not known here.",
  },
};

const SENDER_TEXT = "of the sender, or of the refund address in the memo.";
const BALANCES_TEXT = `Look at the balances of the recipient and ${SENDER_TEXT}`;
const TEAM_TEXT = "If the money did not arrive, show this id to the network's team.";

/**
 * Says where the money may be after the network gave a payout up. If the network tries without end
 * ("never"), a payout is dropped only because the vault of the payout was retired. See THORNode's
 * `manager_slasher_current.go`.
 */
function droppedText({
  payoutEnd: { isSwappedBack, afterSeconds },
  refundExpected,
}: Situation): string {
  if (!isSwappedBack || afterSeconds === "never") return `${BALANCES_TEXT} ${TEAM_TEXT}`;
  return refundExpected
    ? `The network may have sent the money to its treasury. Look at the balance ${SENDER_TEXT} ${TEAM_TEXT}`
    : `The network usually swaps such money back, perhaps for less. ${BALANCES_TEXT} ${TEAM_TEXT}`;
}

function circumstanceTexts(swap: Situation): (string | null)[] {
  const { phase } = stateRows[swap.state];
  const isBeforeSwap = (phase === "unseen" || phase === "inbound") && swap.doubt !== "not_a_swap";
  return [
    ...(isBeforeSwap ? [memolessText(swap), haltedText(swap)] : []),
    refundAddressText(swap),
    phase === "pools" ? queueText(swap) : null,
    phase === "outbound" && swap.doubt !== "not_classifiable" ? signingText(swap) : null,
  ];
}

function refundAddressText(swap: Situation): string | null {
  const { state, refundExpected, unusedRefundAddress } = swap;
  const { phase, back } = stateRows[state];
  const mayBeRefunded = refundExpected || phase === "inbound" || back !== undefined;
  if (unusedRefundAddress === "no_swap" && mayBeRefunded) {
    return "The memo is no swap, so the network does not use its refund address. A refund goes to the sender.";
  }
  if (unusedRefundAddress !== "sender") return null;
  return `The refund ${refundExpected ? "goes" : "went"} to the sender, not to the refund address in the memo. The network uses that address only if memo and address are valid.`;
}

const countText = (countedBlocks: Situation["countedBlocks"]) =>
  countedBlocks
    ? `It counts from block ${countedBlocks.fromHeight} to block ${countedBlocks.toHeight}. `
    : "";

const UNFILLED_TEXT = "What is not swapped when the order expires is refunded.";

function progressText({ limitOrder, order, streaming, isRestSoldLast }: Situation): string {
  if (order?.status === "partly_filled" && order.filledBps !== null) {
    return `The limit order is partly filled: ${formatWholePercent(order.filledBps)} of the deposit is swapped. The rest waits for its price. ${UNFILLED_TEXT}`;
  }
  if (limitOrder)
    return `The limit order is open. It is swapped when the pools reach its price. ${UNFILLED_TEXT}`;
  if (streaming) return `The swap is running: ${partsText(streaming, isRestSoldLast)}`;
  return "The deposit is confirmed and is being swapped.";
}

function partsText({ count, quantity, failed }: Parts, isRestSoldLast = false): string {
  const doneCountText = `${count} of ${quantity} parts are done`;
  if (!failed) return `${doneCountText}.`;
  const restText = isRestSoldLast
    ? "The last part tries what they did not swap. What is left then is refunded."
    : "What they did not swap is refunded at the end.";
  return `${doneCountText}, and ${failed} of them failed. ${restText}`;
}

const endedText = (chain: string | null) => `Trading${onChainText(chain)} has ended for good.`;

/** Says why a running swap waits. A halt refunds new deposits, but a running swap only waits. */
function queueText({
  haltedChain,
  isEnded,
  isPartsPaused,
  streaming,
  limitOrder,
}: Situation): string | null {
  const swappedPartText = "What is swapped stays swapped.";
  const restWaitsText = `${swappedPartText} The rest waits, and goes on`;
  // If trading has ended for good, THORNode lets the other parts of a swap wait, but in mayanode
  // they fail. So the text does not say what becomes of these parts.
  if (isEnded)
    return `${endedText(haltedChain)} ${swappedPartText} Nobody knows whether the rest is swapped or refunded.`;
  if (haltedChain !== null)
    return `Trading on ${haltedChain} is halted now. ${restWaitsText} when trading opens again.`;
  if (!isPartsPaused || (!streaming && !limitOrder)) return null;
  return `Swaps of several parts wait on the whole network. ${restWaitsText} when the pause ends.`;
}

function orderEndText({ order }: Situation): string {
  if (order?.status === "expired") return "The limit order expired. ";
  return order?.status === "cancelled" ? "The limit order was cancelled. " : "";
}

function swappedPartsText({ streaming }: Situation): string {
  if (streaming === null || streaming.failed === null) return "a part was";
  const { count, quantity, failed } = streaming;
  return `${count - failed} of ${quantity} parts were`;
}

function noOutputText(swap: Situation): string {
  if (swap.isBookedBack) {
    return `${orderEndText(swap)}A trade or secured asset that goes back is booked on its account, without a record here. Look at its balance.`;
  }
  return "Usually the amount did not cover the fees, or too little was left of it.";
}

function heldText(swap: Situation): string {
  const payoutOrRefund = paymentName(swap);
  const { payoutChainName, payoutEnd, refundWait } = swap;
  const sentences = [
    depositText(swap),
    payoutsHalted(payoutChainName ?? "that chain"),
    payoutWaits(`The ${payoutOrRefund} waits`, payoutEnd, payoutOrRefund === "refund"),
    ...(isRefundWaiting(refundWait) ? [refundWaitText(swap, refundWait)] : []),
  ];
  return sentences.join(" ");
}

const isRefundWaiting = (refundWait: Situation["refundWait"]): refundWait is RefundWait =>
  refundWait !== null && refundWait !== "native";

function waitsText(swap: Situation, isBeingSigned: boolean): string {
  const { payoutChainName, refundWait } = swap;
  if (!isRefundWaiting(refundWait)) {
    const signingPhrase = isBeingSigned ? ", and is being signed" : "";
    return `It waits to be ${paidOutText(swap)}${onChainText(payoutChainName)}${signingPhrase}.`;
  }
  const payoutWaitText = `The payout waits${onChainText(payoutChainName)}`;
  if (refundWait.signing !== "open")
    return `${payoutWaitText}. ${refundWaitText(swap, refundWait)}`;
  const signingPhrase = isBeingSigned ? " while they are signed" : "";
  return `${payoutWaitText}, and the refund on ${refundWait.chainName}${signingPhrase}.`;
}

function refundWaitText(swap: Situation, { chainName, signing }: RefundWait): string {
  if (signing === "open") return `The refund waits on ${chainName}.`;
  if (signing === "unknown")
    return `The refund waits on ${chainName}. ${payoutsNotChecked(chainName)}`;
  return `${payoutsHalted(chainName)} ${payoutWaits("The refund waits", swap.payoutEnd, true)}`;
}

function depositText({ state, refundExpected, shown, isWholeBack, limitOrder }: Situation): string {
  if (!refundExpected) return "The deposit is swapped.";
  const goesBackText = goesBack(state);
  if (shown.has("swap")) return `A part of the deposit is swapped, and the rest ${goesBackText}.`;
  return isWholeBack && !limitOrder
    ? `The deposit ${goesBackText}.`
    : `The deposit, or a part of it, ${goesBackText}.`;
}

export const goesBack = (state: SwapState) =>
  state === "dropped" ? "was to go back" : "goes back";

function lateText({ late, ...now }: Situation): string | null {
  if (!late) return null;
  const lateSentence = `When checked, the ${paymentName(now)} was late by ${late.blocks} blocks of the network, about ${formatSpan(late.seconds)}.`;
  // If payouts are halted, `heldText` already says when the network stops trying to pay.
  const payoutEndSentence = arePayoutsHalted(now)
    ? null
    : payoutEndText(now.payoutEnd, paymentName(now) === "refund");
  return payoutEndSentence === null ? lateSentence : `${lateSentence} ${payoutEndSentence}`;
}

function memolessText({ isMemoless, isMemolessHalted }: Situation): string | null {
  if (!isMemoless) return null;
  if (!isMemolessHalted)
    return "The deposit has no memo of its own. The network looks up the memo that was stored for it.";
  return "The deposit has no memo of its own, and the network does not look up stored memos now. It is likely to be refunded.";
}

/**
 * Says that a deposit "may wait or be sent back". A halt of trading sends the deposit back. If the
 * whole chain is halted, the deposit waits, because nodes do not see it.
 */
function haltedText({ haltedChain, isEnded }: Situation): string | null {
  if (haltedChain === null) return null;
  if (isEnded)
    return `${endedText(haltedChain)} The deposit is not swapped: it may wait or be sent back.`;
  return `Trading on ${haltedChain} is halted now. Until trading opens again the deposit is not swapped: it may wait or be sent back.`;
}

function signingText({ signing, payoutChainName }: Situation): string | null {
  if (signing !== "unknown") return null;
  return payoutsNotChecked(payoutChainName ?? "that chain");
}

const refundCauses: Readonly<Record<RefundCause, string>> = {
  below_limit:
    "the swap would probably have paid less than the limit in its memo. Prices may have moved, or the limit was too close to the price.",
  order_expired: "the limit order probably ended before all of it was swapped.",
  order_cancelled: "the sender probably cancelled the limit order.",
  halted: "trading was probably halted when your deposit arrived.",
  below_fees: "the amount probably did not cover the fees.",
  no_pool: "the network probably had no pool for one of the two assets.",
  bad_memo:
    "the network could probably not carry out the memo. The memo may be empty or misspelt, or its address may belong to another chain.",
};

/**
 * What the reason for a refund probably is, by an indexer's words. Begins with a lower-case letter.
 * Null if the words are no known ones, or are those of a limit order and the swap is none.
 */
export function refundCauseClause(
  reason: string | null,
  { limitOrder }: Pick<Situation, "limitOrder">,
): string | null {
  const cause = reason === null ? null : refundCause(reason);
  const isOfOrders = cause === "order_expired" || cause === "order_cancelled";
  return cause === null || (isOfOrders && !limitOrder) ? null : refundCauses[cause];
}

export function refundCauseText(
  reason: string | null,
  situation: Pick<Situation, "limitOrder">,
): string | null {
  const clause = refundCauseClause(reason, situation);
  return clause && capitalize(clause);
}
