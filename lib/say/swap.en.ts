// What a swap's state means, in English: a row a state. No upstream text enters a sentence.

import {
  GIVE_UP_AFTER_MS,
  type Parts,
  type RefundCause,
  type RefundWait,
  refundCause,
  type Situation,
  type SwapState,
  stateRows,
} from "../protocol/model/swap.ts";
import { capitalize, formatSpan, formatWholePercent } from "./figures.en.ts";
import {
  payoutEnds,
  payoutsAreHalted,
  payoutsHalted,
  payoutsNotChecked,
  payoutWaits,
} from "./phrases.en.ts";

/** "2 hours". */
export const GIVE_UP_AFTER = formatSpan(GIVE_UP_AFTER_MS / 1000);

export const explainSwap = (now: Situation) => explain(now, false);

/** Without the headline and the time left, which are shown beside it. */
export const explainBelow = (now: Situation) => explain({ ...now, secondsLeft: null }, true);

function explain(now: Situation, isBelow: boolean): string {
  const isOnlyIndexers = now.doubt === "node_unread" && now.state !== "unavailable";
  const sentences = [
    ...(now.doubt === "unconfirmed" ? claimSentences(now) : stateSentences(now, isBelow)),
    now.isForgotten ? FORGOTTEN : null,
    isOnlyIndexers ? "Only the indexer says so: the node could not be read." : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

const claimSentences = (now: Situation): readonly string[] => [
  claimText(now),
  "Where the money is now is not confirmed.",
];

function stateSentences(now: Situation, isBelow: boolean): readonly (string | null)[] {
  const { text, money } = stateWords[now.state];
  const headed: Headed = (clause, before = "") =>
    isBelow && before === "" ? capitalize(clause) : `${before}${swapHeadline(now)}: ${clause}`;
  return [
    text(now, headed),
    timeLeftText(now) ?? lateText(now),
    money?.(now) ?? null,
    ...circumstances(now),
  ];
}

function claimText(now: Situation): string {
  const claim = now.claimed && stateWords[now.claimed].claim?.(now);
  return `${claim ?? "One source says this transaction is not a swap."} No second source has confirmed it yet.`;
}

const FORGOTTEN =
  "Only the indexer tells of this swap. The nodes keep no record of it any more, and nothing more will come.";

/** Never success before a payout to the recipient is shown. */
export function swapHeadline(now: HeadlineFacts): string {
  if (now.doubt === "unconfirmed") return "Not confirmed by a second source yet";
  return stateWords[now.state].headline(now);
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

const isHeld = ({ signing }: Pick<Situation, "signing">) => signing === "halted";
type Payment = Pick<Situation, "refundExpected" | "refundWait">;
function paidOut({ refundExpected, refundWait }: Payment): string {
  if (refundWait === null) return refundExpected ? "refunded" : "paid out";
  return refundWait === "native" ? "paid out" : "paid out and refunded";
}
const paymentOf = ({ refundExpected, refundWait }: Payment) =>
  refundExpected && refundWait === null ? "refund" : "payout";
const on = (chain: string | null) => (chain === null ? "" : ` on ${chain}`);

const NAME_THE_CHAIN = " If you know the chain that it was sent on, name it.";
const UNSEEN =
  "The id may be wrong, or that of a payout, or the deposit may be too new or too small. Its chain may also be halted. This does not mean that the deposit failed.";

/** Puts the headline before a clause, and `before` in front of both. */
type Headed = (clause: string, before?: string) => string;

interface StateWords {
  readonly headline: (now: HeadlineFacts) => string;
  readonly claim?: (now: Situation) => string;
  readonly text: (now: Situation, headed: Headed) => string;
  readonly money?: (now: Situation) => string | null;
  /** What the text of a refund or rejection does not say. */
  readonly reason?: string;
  /** A step that is not done, where the state says why. */
  readonly stopped?: (terminal: boolean) => StepWords;
  readonly processed?: (terminal: boolean) => string;
}

/** `wait`: null where nothing is waited for. */
interface StepWords {
  readonly status: "skipped" | "unknown";
  readonly word: string;
  readonly text: string;
  readonly wait?: null;
}

const plannedWords: Pick<StateWords, "headline" | "claim" | "money"> = {
  headline(now) {
    if (now.doubt === "not_classifiable") return "A payout was sent, not known to whom";
    if (now.doubt === "payout_unseen")
      return `${now.refundExpected ? "Refund" : "Payout"} not shown yet`;
    const headline = `Waiting to be ${paidOut(now)}`;
    return isHeld(now) ? `${headline}: ${payoutsAreHalted()}` : headline;
  },
  claim: ({ isRefundClaimed }) =>
    `One source says a ${isRefundClaimed ? "refund" : "payout"} is planned.`,
  money: ({ doubt }) => (doubt === null ? "The network holds the money." : null),
};

export const stateWords: Readonly<Record<SwapState, StateWords>> = {
  unknown: {
    headline({ doubt, paidFor }) {
      if (doubt === "not_a_swap") return "Not a swap";
      if (paidFor) return "Not seen as a deposit";
      return doubt === "given_up" ? "Still not seen" : "Not seen yet";
    },
    text(now, headed) {
      if (now.doubt === "not_a_swap")
        return "The network processed this transaction, but its memo asks for no swap.";
      if (now.paidFor)
        return `${headed("an indexer names this as the id of a payout.")} The deposit of that swap is ${now.paidFor}. Ask for that id.`;
      const start =
        now.doubt === "given_up"
          ? `Not seen in ${GIVE_UP_AFTER}.`
          : headed("the network does not know this id.");
      const hint = now.sourceChainName === null ? NAME_THE_CHAIN : "";
      return `${start} ${UNSEEN}${hint}`;
    },
    money({ doubt, paidFor }) {
      if (doubt === "not_a_swap") return "What became of its money is not judged here.";
      if (paidFor) return null;
      return "The explorer of its chain shows whether the money left the sender.";
    },
  },
  observing: {
    headline: () => "Seen by some nodes",
    claim: () => "One source has seen the deposit.",
    text: () => "Some nodes of the network have seen the deposit. More of them must see it.",
    money: () => "The money was sent to the network's vault.",
  },
  confirming: {
    headline: () => "Waiting for confirmations",
    claim: () => "One source says the deposit waits for confirmations.",
    text: ({ sourceChainName }) =>
      `The network has seen the deposit and waits for confirmations${on(sourceChainName)}. A larger deposit waits longer.`,
    money: () => "The network holds the money. Nothing is swapped yet.",
  },
  swapping: {
    headline({ order, limitOrder }) {
      if (order?.status === "partly_filled") return "Limit order partly filled";
      return limitOrder ? "Limit order open" : "Swapping";
    },
    claim: () => "One source says the deposit is being swapped.",
    text: progressText,
    money: () => "The network holds the money.",
  },
  outbound_scheduled: {
    ...plannedWords,
    text: (now) =>
      isHeld(now)
        ? heldText(now)
        : `${depositText(now)} ${waitsText(now, false)} Large payouts wait longer.`,
  },
  outbound_signing: {
    ...plannedWords,
    text(now) {
      if (now.doubt === "not_classifiable") {
        return "A payout was sent, but this record does not show to whom. The swap counts as paid out once a payout to the recipient is known.";
      }
      if (now.doubt === "payout_unseen") {
        return `${depositText(now)} The network counts this deposit as over, but shows no ${paymentOf(now)}. Its chain may have reversed the deposit.`;
      }
      return isHeld(now) ? heldText(now) : `${depositText(now)} ${waitsText(now, true)}`;
    },
  },
  done: {
    headline: ({ shown }) =>
      shown.has("swap") ? "Paid out" : "Recorded as paid out, no payout shown",
    claim: () => "One source says this swap is paid out.",
    text({ shown, isPaidNatively, payoutChainName }, headed) {
      if (!shown.has("swap"))
        return "Recorded as paid out, but no payout to the recipient is shown.";
      if (isPaidNatively) return headed(`the payout${on(payoutChainName)} was made.`);
      return headed(
        `the payout${on(payoutChainName)} was sent. The receiving wallet shows when it arrives.`,
      );
    },
  },
  refunded: {
    headline: ({ shown }) =>
      shown.has("refund") ? "Refunded" : "Recorded as refunded, no refund shown",
    claim: () => "One source says this deposit was refunded.",
    text(now, headed) {
      if (!now.shown.has("refund")) {
        return "Recorded as refunded, but no refund is shown. Fees may have taken the whole amount.";
      }
      return headed("the deposit was sent back. It was not swapped.", orderEnd(now));
    },
    reason: "",
  },
  partially_refunded: {
    headline: () => "Partly refunded",
    claim: () => "One source says this swap is partly paid out and partly refunded.",
    text: (now, headed) =>
      headed(`${swappedParts(now)} swapped and paid out, the rest sent back.`, orderEnd(now)),
    reason: "",
  },
  failed: {
    headline: () => "Failed",
    claim: () => "One source says the network rejected this transaction.",
    text: (_, headed) => headed("the network rejected the transaction. Nothing was swapped."),
    money: () => "Look at the sender's balance: the money is normally still there.",
    reason: "Its chain shows whether the amount left the sender.",
    stopped: () => ({
      status: "skipped",
      word: "did not happen",
      text: "The network rejected the transaction.",
    }),
  },
  dropped: {
    headline: ({ refundExpected }) => `${refundExpected ? "Refund" : "Payout"} no longer tried`,
    text: (now) =>
      `${depositText(now)} No ${paymentOf(now)} is recorded, and the network no longer tries.`,
    money: droppedText,
    stopped: () => ({
      status: "skipped",
      word: "given up",
      text: "The network no longer tries to sign it.",
    }),
  },
  no_output: {
    headline: ({ terminal }) => (terminal ? "Nothing to pay out" : "No payout seen so far"),
    claim: () => "One source says there is nothing to pay out.",
    text(now) {
      if (!now.terminal)
        return "The deposit was processed, and no payout is seen so far. One may still be planned.";
      return `The deposit was processed, and there is nothing to pay out. ${nothingText(now)}`;
    },
    stopped: (terminal) =>
      terminal
        ? { status: "skipped", word: "nothing to pay out", text: "No payout follows." }
        : {
            status: "unknown",
            word: "none seen so far",
            text: "A payout may still be planned.",
            wait: null,
          },
    processed: (terminal) =>
      terminal ? "It was processed, and nothing is to be paid out." : "It was processed.",
  },
  unavailable: {
    headline: () => "Not checked",
    text: () =>
      "The state of this swap could not be checked. This says nothing about the swap itself.",
    money: () => "Where the money is now is not known here.",
  },
};

const SENDER = "of the sender, or of the refund address in the memo.";
const BALANCES = `Look at the balances of the recipient and ${SENDER}`;
const TEAM = "If the money did not arrive, show this id to the network's team.";

/** THORNode, `manager_slasher_current.go`. If attempts never end, its vault was retired. */
function droppedText({
  payoutEnd: { isSwappedBack, afterSeconds },
  refundExpected,
}: Situation): string {
  if (!isSwappedBack || afterSeconds === "never") return `${BALANCES} ${TEAM}`;
  return refundExpected
    ? `The network may have sent the money to its treasury. Look at the balance ${SENDER} ${TEAM}`
    : `The network usually swaps such money back, at any price. ${BALANCES} ${TEAM}`;
}

function circumstances(now: Situation): (string | null)[] {
  const { phase } = stateRows[now.state];
  const isAhead = (phase === "unseen" || phase === "inbound") && now.doubt !== "not_a_swap";
  return [
    ...(isAhead ? [memolessText(now), haltedText(now)] : []),
    refundAddressText(now),
    phase === "pools" ? queueText(now) : null,
    phase === "outbound" && now.doubt !== "not_classifiable" ? signingText(now) : null,
  ];
}

function refundAddressText(now: Situation): string | null {
  const { state, refundExpected, unusedRefundAddress } = now;
  const { phase, back } = stateRows[state];
  const mayGoBack = refundExpected || phase === "inbound" || back !== undefined;
  if (unusedRefundAddress === "no_swap" && mayGoBack) {
    return "The memo is no swap, so the network does not use its refund address. A refund goes to the sender.";
  }
  if (unusedRefundAddress !== "sender") return null;
  return `The refund ${refundExpected ? "goes" : "went"} to the sender, not to the refund address in the memo. The network uses that address only if memo and address are valid.`;
}

const UNFILLED = "What is not swapped when the order expires is refunded.";

function progressText({ limitOrder, order, streaming, isRestSoldLast }: Situation): string {
  if (order?.status === "partly_filled" && order.filledBps !== null) {
    return `The limit order is partly filled: ${formatWholePercent(order.filledBps)} of the deposit is swapped. The rest waits for its price. ${UNFILLED}`;
  }
  if (limitOrder)
    return `The limit order is open. It is swapped when the pools reach its price. ${UNFILLED}`;
  if (streaming) return `The swap is running: ${partsText(streaming, isRestSoldLast)}`;
  return "The deposit is confirmed and is being swapped.";
}

function partsText({ count, quantity, failed }: Parts, isRestSoldLast = false): string {
  const progress = `${count} of ${quantity} parts are done`;
  if (!failed) return `${progress}.`;
  const restText = isRestSoldLast
    ? "The last part tries what they did not swap. What is left then is refunded."
    : "What they did not swap is refunded at the end.";
  return `${progress}, and ${failed} of them failed. ${restText}`;
}

const endedText = (chain: string | null) => `Trading${on(chain)} has ended for good.`;

/** A swap in the queue keeps its place: a halt only sends back deposits that arrive during it. */
function queueText({
  haltedChain,
  isEnded,
  isPartsPaused,
  streaming,
  limitOrder,
}: Situation): string | null {
  const stays = "What is swapped stays swapped.";
  const goesOn = `${stays} The rest waits, and goes on`;
  // THORNode lets the rest wait, and MAYAChain fails each part.
  if (isEnded)
    return `${endedText(haltedChain)} ${stays} Nobody knows whether the rest is swapped or refunded.`;
  if (haltedChain !== null)
    return `Trading on ${haltedChain} is halted now. ${goesOn} when trading opens again.`;
  if (!isPartsPaused || (!streaming && !limitOrder)) return null;
  return `Swaps of several parts wait on the whole network. ${goesOn} when the pause ends.`;
}

function orderEnd({ order }: Situation): string {
  if (order?.status === "expired") return "The limit order expired. ";
  return order?.status === "cancelled" ? "The limit order was cancelled. " : "";
}

function swappedParts({ streaming }: Situation): string {
  if (streaming === null || streaming.failed === null) return "a part was";
  const { count, quantity, failed } = streaming;
  return `${count - failed} of ${quantity} parts were`;
}

function nothingText(now: Situation): string {
  if (now.isBookedBack) {
    return `${orderEnd(now)}A trade or secured asset that goes back is booked on its account, without a record here. Look at its balance.`;
  }
  return "Usually the amount did not cover the fees, or too little was left of it.";
}

function heldText(now: Situation): string {
  const payment = paymentOf(now);
  const { payoutChainName, payoutEnd, refundWait } = now;
  const sentences = [
    depositText(now),
    payoutsHalted(payoutChainName ?? "that chain"),
    payoutWaits(`The ${payment} waits`, payoutEnd, payment === "refund"),
    ...(isWaiting(refundWait) ? [refundWaitText(now, refundWait)] : []),
  ];
  return sentences.join(" ");
}

const isWaiting = (wait: Situation["refundWait"]): wait is RefundWait =>
  wait !== null && wait !== "native";

function waitsText(now: Situation, isBeingSigned: boolean): string {
  const { payoutChainName, refundWait } = now;
  if (!isWaiting(refundWait)) {
    const signing = isBeingSigned ? ", and is being signed" : "";
    return `It waits to be ${paidOut(now)}${on(payoutChainName)}${signing}.`;
  }
  const payoutWait = `The payout waits${on(payoutChainName)}`;
  if (refundWait.signing !== "open") return `${payoutWait}. ${refundWaitText(now, refundWait)}`;
  const signing = isBeingSigned ? " while they are signed" : "";
  return `${payoutWait}, and the refund on ${refundWait.chainName}${signing}.`;
}

function refundWaitText(now: Situation, { chainName, signing }: RefundWait): string {
  if (signing === "open") return `The refund waits on ${chainName}.`;
  if (signing === "unknown")
    return `The refund waits on ${chainName}. ${payoutsNotChecked(chainName)}`;
  return `${payoutsHalted(chainName)} ${payoutWaits("The refund waits", now.payoutEnd, true)}`;
}

function depositText({ state, refundExpected, shown, isWholeBack, limitOrder }: Situation): string {
  if (!refundExpected) return "The deposit is swapped.";
  const goes = goesBack(state);
  if (shown.has("swap")) return `A part of the deposit is swapped, and the rest ${goes}.`;
  // A fill of an order that is too small to be paid out is in no record.
  return isWholeBack && !limitOrder
    ? `The deposit ${goes}.`
    : `The deposit, or a part of it, ${goes}.`;
}

export const goesBack = (state: SwapState) =>
  state === "dropped" ? "was to go back" : "goes back";

function timeLeftText({ secondsLeft }: Situation): string | null {
  return secondsLeft === null
    ? null
    : `About ${formatSpan(secondsLeft)} of this wait were left when read.`;
}

function lateText({ secondsLate, ...now }: Situation): string | null {
  if (!secondsLate) return null;
  const late = `When read, the ${paymentOf(now)} was about ${formatSpan(secondsLate)} late.`;
  // During a halt, `heldText` has said this already.
  const ends = isHeld(now) ? null : payoutEnds(now.payoutEnd, paymentOf(now) === "refund");
  return ends === null ? late : `${late} ${ends}`;
}

function memolessText({ isMemoless, isMemolessHalted }: Situation): string | null {
  if (!isMemoless) return null;
  if (!isMemolessHalted)
    return "The deposit has no memo of its own. The network looks up the memo that was stored for it.";
  return "The deposit has no memo of its own, and the network does not look up stored memos now. It is likely to be refunded.";
}

/** A deposit during a trading halt is sent back. During a halt of its chain it is not even seen. */
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
    "The swap would have paid less than the limit in its memo. Prices had moved, or the limit was too close to the price.",
  order_expired: "The limit order reached its end before its price came.",
  order_cancelled: "The sender cancelled the limit order.",
  halted: "Trading between these assets was halted when the deposit arrived.",
  below_fees: "The amount did not cover the fees.",
  no_pool: "The network had no pool for one of the two assets.",
  bad_memo:
    "The memo could not be carried out. It was empty or misspelt, or its address belongs to another chain. If it is no swap, its refund address is not used: the refund goes to the sender.",
};

/** Null where the network's reason matches no known one. */
export function refundCauseText(reason: string | null): string | null {
  const cause = reason === null ? null : refundCause(reason);
  return cause && refundCauses[cause];
}
