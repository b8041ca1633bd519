// English sentences of all messages. Only names in them, as of chains, come from the network.

import type {
  ChainNames,
  ComingHalts,
  HaltEffect,
  HaltedDeposit,
  MessageParams,
  NamedHalt,
  OnePartGain,
  OrderFacts,
  ResendRisk,
  SmallPools,
  WordsOfMessages,
} from "../protocol/model/messages.ts";
import { type Doubt, doubtOf, type Reason } from "../protocol/model/reasons.ts";
import {
  depositWords,
  LATE_RISK_TEXT,
  missingMemoTexts,
  ONLY_ON_ITS_CHAIN,
  ORDINARY_ACCOUNT,
  onlyOnText,
  TOKEN_ARGUMENTS,
} from "./deposits.en.ts";
import {
  capitalize,
  formatAge,
  formatBpsAsPercent,
  formatDuration,
  formatPercent,
} from "./figures.en.ts";
import { inputText } from "./input.en.ts";
import {
  askAgainText,
  chainList,
  disagreementText,
  doNotSendText,
  doubtWords,
  haltTimeText,
  payoutsHalted,
  payoutsNotChecked,
  payoutWaits,
  shortList,
} from "./phrases.en.ts";
import { plainReason, sentenceOf } from "./reason-text.ts";
import { costText } from "./reasons.en.ts";
import { memoRefusalText, refusalText } from "./refusals.en.ts";
import { sendingText } from "./sending.en.ts";
import { haltReasonText, stopWords } from "./stops.en.ts";

export const ROUTER_CALL = `depositWithExpiry(vault, ${TOKEN_ARGUMENTS}, memo, expiration in Unix seconds)`;

const DO_NOT_SEND_FUNDS = "Do not send funds.";
const SOURCES_DISAGREE = "Our sources disagree there.";
const doNotSwap = (subjectText: string) => `Do not swap to or from ${subjectText}.`;

const doNotSwapOn = (chains: ChainNames) =>
  doNotSwap(chains === "every" ? "any chain" : chainList(chains));

const effectTexts: Readonly<Record<HaltEffect, string>> = {
  change: "Nobody knows what becomes of a swap that is under way then.",
  swaps: "What is not swapped before such a halt waits, is refunded or is rejected.",
  chain: "While a chain stands still, no deposit is seen and nothing is paid out there.",
  payouts: "What is not paid out before payouts halt waits until they run again.",
  refunds: "A refund after that would wait until payouts there run again.",
  after_swap: "This swap should be done before.",
};

export function comingHaltText(halt: NamedHalt, nowMs: number): string {
  const { subject, verb } = stopWords(halt.stop);
  return `${subject} ${verb} ${haltTimeText(halt, nowMs)}.`;
}

function comingHaltsText({ halts, moreCount, nowMs }: ComingHalts): string {
  const sentences = halts.map((halt) => comingHaltText(halt, nowMs));
  if (moreCount > 0) sentences.push(`${moreHaltsText(moreCount)}.`);
  return sentences.join(" ");
}

export const moreHaltsText = (count: number) =>
  `${count} more ${count === 1 ? "is" : "are"} scheduled`;

const alternativeTexts: Readonly<Record<HaltedDeposit["others"], string>> = {
  open: "Wait, or use another chain.",
  halted: "Wait until trading runs again.",
  unknown: "Wait. We could not check whether another chain is open.",
};

function alternativeText({ isForGood, others }: HaltedDeposit): string {
  if (!isForGood) return alternativeTexts[others];
  return `Trading there has ended for good.${others === "open" ? " Use another chain." : ""}`;
}

const fateTexts: Readonly<Record<Exclude<HaltedDeposit["fate"], "refunded">, string>> = {
  rejected:
    "The network rejects a deposit sent now. The amount stays with the sender, who pays only the network fee.",
  unseen:
    "The network does not watch this chain now. It sees no deposit and pays nothing out there until the halt ends.",
  not_swapped:
    "A deposit sent now is not swapped. Once the pool is empty, it is not refunded either.",
  not_known:
    "How far the halt goes is not known. A deposit sent now may be refunded, or not be seen until the chain runs again.",
};
const refundWaitTexts: Readonly<Record<HaltedDeposit["refunds"], string>> = {
  open: "",
  halted: " The refund waits until payouts run again.",
  unknown: " We could not check whether the refund is paid out now.",
};

function fateText({ fate, dust, refunds }: HaltedDeposit): string {
  if (fate !== "refunded") return fateTexts[fate];
  const dustText = dust === "dropped" ? " A small one would not come back at all." : "";
  return `Your deposit would come back, minus the outbound fee.${dustText}${refundWaitTexts[refunds]}`;
}

const resendRiskTexts: Readonly<Record<ResendRisk, string>> = {
  unseen: "A deposit that is not seen yet may still arrive.",
  not_final: "This swap is not final.",
  unchecked: "Nothing is known of this swap now. Ask later.",
};

function doubtText(reason: Reason) {
  const doubtWord = capitalize(doubtWords[doubtOf(reason)]);
  return {
    fact: `${doubtWord}: ${plainReason(reason)}.`,
    below: { sign: doubtWord, text: sentenceOf(reason) },
  };
}

const uncheckedSwapTexts: Readonly<Record<Doubt, string>> = {
  not_listed: "The network does not list the chain of one of these assets.",
  sources_disagree: "Our sources disagree, so we cannot check now whether this swap is open.",
  not_checked: "We cannot check now whether this swap is open.",
};
const remedyTexts = {
  larger: "A larger amount loses a smaller share.",
  smaller: "A smaller amount loses a smaller share.",
} as const;

const effectsText = (comingHalts: ComingHalts) =>
  comingHalts.effects.map((effect) => effectTexts[effect]).join(" ");

function orderText({ leastText, affiliateBps, nowText, isMet, stepBps, ttlSeconds }: OrderFacts) {
  const affiliateText =
    affiliateBps === 0 ? "" : ` and the affiliate's ${formatBpsAsPercent(affiliateBps)}`;
  const filledText = isMet ? ", so it may be filled at once" : "";
  const coarsePriceText =
    stepBps === null
      ? ""
      : ` Prices are compared in steps here: it may wait for one ${formatBpsAsPercent(stepBps)} better.`;
  return {
    fact: `This limit order waits until the swap brings at least ${leastText}, before the outbound fee${affiliateText}.`,
    meaning: `The network would pay ${nowText} now${filledText}.${coarsePriceText} It expires about ${formatDuration(ttlSeconds)} after your deposit. What is not filled then is refunded, less any outbound fee.`,
  };
}

function smallPoolsText({ sent, taken, mostText, forecast, isInParts }: SmallPools) {
  const meaningTexts = [
    ...(sent === null ? [] : [`The amount is worth ${formatPercent(sent)} of a pool's side.`]),
    ...(taken === null ? [] : [`The payout takes ${formatPercent(taken)} of what a pool holds.`]),
    mostText === null ? "A smaller amount loses less." : sizeText(mostText, isInParts),
  ];
  return { fact: smallPoolsFact(isInParts, forecast), meaning: meaningTexts.join(" ") };
}

const sizeText = (mostText: string, isInParts: boolean) =>
  isInParts
    ? `Above ${mostText}, this pair loses more than 1 % if nobody refills its pools.`
    : `Up to ${mostText}, the pools of this pair are large enough.`;

function smallPoolsFact(isInParts: boolean, forecast: SmallPools["forecast"]): string {
  if (!isInParts) return "The pools are small for this amount.";
  if (forecast === null) return "The pools are small: expect to receive less than quoted.";
  const { leastText, mostText } = forecast;
  return `The pools are small: about ${leastText} comes out, and up to ${mostText} if somebody refills them between parts.`;
}

function onePartText(gain: OnePartGain): string {
  const adviceText = "Ask for one part: it would run now";
  if (!("amountText" in gain)) {
    return gain.is === "same"
      ? `${adviceText}, at the same cost.`
      : `${adviceText}. What that costs more could not be read.`;
  }
  const percentText =
    gain.costBps === null ? "" : ` (${formatBpsAsPercent(gain.costBps)} of the amount sent)`;
  return `${adviceText}, and bring about ${gain.amountText} ${gain.is}${percentText}.`;
}

function sendToAddressesText(deposit: MessageParams<"send_to_addresses">) {
  const { protocol, form, hasNative, hasRouter } = deposit;
  const exceptionText = hasNative ? ", but for a MsgDeposit on the protocol's own chain" : "";
  const sentences = [
    "Send only to an address of this answer, before its send_before.",
    form === null ? ONLY_ON_ITS_CHAIN : onlyOnText(form.shape, form.chainName),
    "The transaction must hold the memo that get_swap_quote gives.",
    missingMemoTexts[protocol],
    form === null
      ? "Ask for one chain to read how its deposit must look."
      : depositWords(form.shape).howText,
    `Where the address is null, do not send${exceptionText}.`,
    "Never use an address again.",
    "Pay the stated gas_rate or more.",
    LATE_RISK_TEXT,
    hasRouter && form === null ? `From a chain with a router, send ${ORDINARY_ACCOUNT}.` : null,
    hasRouter ? "Never transfer a token to the address of a chain with a router." : null,
    hasRouter ? `Approve the router for the amount, then call its ${ROUTER_CALL}.` : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

export const messages: WordsOfMessages = {
  sample_data: "Sample data: do not send.",
  one_node: "Only one node is configured, so no second source confirms this.",
  one_operator: "All our nodes have one operator, so no second source confirms this.",
  outvoted: {
    fact: "Two of three sources agree, and their facts stand here.",
    meaning: "The third says otherwise.",
  },
  outvoted_halt: ({ chains }) => ({
    fact: `One of three sources says that trading on ${chainList(chains)} is halted.`,
    meaning: "Two others agree that it is not.",
  }),
  outvoted_pool: ({ asset }) =>
    `Two of three sources agree about the ${asset} pool. The third says otherwise.`,

  doubt: ({ reason, retrySeconds }) => ({
    ...doubtText(reason),
    meaning: `${DO_NOT_SEND_FUNDS} ${askAgainText(retrySeconds)}`,
  }),
  not_listed: ({ reason }) => ({
    ...(reason.code === "not_listed" ? { fact: sentenceOf(reason) } : doubtText(reason)),
    meaning: "Do not send there.",
  }),
  halted_before: ({ retrySeconds }) => ({
    fact: "Trading was halted when last read.",
    meaning: `${DO_NOT_SEND_FUNDS} ${askAgainText(retrySeconds)}`,
  }),
  every_chain_halted: { fact: "Trading on every chain is halted.", meaning: DO_NOT_SEND_FUNDS },

  chains_halted: ({ chains }) => ({
    fact: doNotSwapOn(chains),
    meaning: "Trading there is halted.",
  }),
  chains_disputed: ({ chains }) => ({
    fact: doNotSwapOn(chains),
    meaning: SOURCES_DISAGREE,
  }),
  chains_not_listed: ({ chains }) => ({
    fact: doNotSwapOn(chains),
    meaning: `The network does not list ${chains !== "every" && chains.length === 1 ? "it" : "them"} now.`,
  }),
  chains_not_checked: ({ chains }) => ({
    fact: doNotSwapOn(chains),
    meaning: "We could not check trading, payouts or fees there.",
  }),
  payouts_wait: ({ chains, end }) => ({
    fact: payoutsHalted(chainList(chains)),
    meaning: payoutWaits("They wait", end, "refunds"),
  }),
  assets_halted: ({ assets }) => ({
    fact: doNotSwap(shortList(assets)),
    meaning: `Swaps of ${assets.length === 1 ? "it" : "them"} are halted.`,
  }),
  assets_disputed: ({ assets }) => ({
    fact: doNotSwap(shortList(assets)),
    meaning: SOURCES_DISAGREE,
  }),
  parts_wait: {
    fact: "Swaps of several parts wait with no end date.",
    meaning: "A swap in one part runs.",
  },
  parts_disputed: {
    fact: "Do not swap in several parts.",
    meaning: "One of our sources says that such swaps wait, and another says that they run.",
  },
  halts_scheduled: (comingHalts) => ({
    fact: comingHaltsText(comingHalts),
    meaning: effectsText(comingHalts),
  }),
  liquidity_disputed: ({ assets }) => disagreementText(assets, "liquidity"),
  pools_unlisted: ({ assets }) => ({
    fact: disagreementText(assets),
    meaning: "The list leaves them out.",
  }),
  pools_disputed: ({ assets }) => disagreementText(assets, "available"),

  chain_halted: (deposit) => ({
    fact: doNotSendText,
    meaning: `${fateText(deposit)} ${alternativeText(deposit)}`,
  }),
  chain_payouts_wait: ({ isTrading, end }) => {
    const start = "Payouts and refunds on this chain wait";
    const waitText = end === null ? `${start}.` : payoutWaits(start, end, "refunds");
    return `${waitText}${isTrading ? " Send only if you can wait." : ""}`;
  },
  chain_liquidity_paused: ({ isElseOpen }) =>
    `Nobody can add or withdraw liquidity now.${isElseOpen ? " Swaps and payouts go on." : ""}`,
  chain_halted_before: ({ seconds, reason }) => {
    const whenText =
      seconds === null ? "Halted when last read" : `Halted when last read, ${formatAge(seconds)}`;
    const reasonText = reason === null ? "" : ` ${sentenceOf(reason)}`;
    return `${whenText}. We cannot check right now.${reasonText}`;
  },

  nothing_read: "Nothing was read. See error.",
  swap_final: ({ isUnsuccessful }) =>
    `This is final: ${isUnsuccessful ? "to try again, get a new quote" : "it will not change"}.`,
  no_need_to_ask: "There is no need to ask again.",
  ask_later: "Ask again later.",
  do_not_resend: ({ why }) => ({ fact: "Do not send again.", meaning: resendRiskTexts[why] }),
  swap_not_confirmed: "Only one source says so: no second one has confirmed it yet.",
  swap_payouts_wait: ({ isPlanned }) => ({
    fact: payoutsHalted("the chain that pays out"),
    meaning: isPlanned ? "The payout waits." : "A payout would wait.",
  }),
  ask_again: ({ seconds }) => askAgainText(seconds),
  chain_open: ({ chain }) => `${chain} is open.`,
  network_open: "The network is open.",
  ask_quote_first:
    "Ask for a quote with a destination right before you send. It has an address if its swap is done before a halt.",
  read_address: "Read the deposit address right before you send.",
  ask_for_quote: "Depths and prices change with each block. Ask for a quote before a swap.",
  no_address_now: {
    fact: DO_NOT_SEND_FUNDS,
    meaning: "No deposit address can be given now. Each chain has its reason.",
  },
  no_address_for: ({ reason }) => `Do not send: ${plainReason(reason)}.`,
  native_chain:
    "The protocol's own chain has no deposit address. Ask for a quote's memo, and send a MsgDeposit.",
  send_to_addresses: sendToAddressesText,

  swap_halted: { fact: doNotSendText, meaning: "This swap is halted now." },
  swap_not_checked: ({ doubt }) => ({ fact: doNotSendText, meaning: uncheckedSwapTexts[doubt] }),
  do_not_send: ({ reason, halts }) => {
    const factText = `Do not send: ${plainReason(reason)}.`;
    if (halts === null) return factText;
    return { fact: `${factText} ${comingHaltsText(halts)}`, meaning: effectsText(halts) };
  },
  limit_order: orderText,
  pools_small: smallPoolsText,
  parts_would_wait: ({ isDisputed, parts, onePart }) => {
    const partCountText = parts ?? "several";
    return {
      fact: isDisputed
        ? `One of our sources says that swaps of several parts wait now, and this one has ${partCountText}.`
        : `Swaps of several parts wait now, with no end date, and this one has ${partCountText}.`,
      meaning: onePart && onePartText(onePart),
    };
  },
  not_split: "The network does not split a swap of this size: it runs in one part.",
  no_price_limit: {
    fact: "This memo sets no minimum: the swap runs at any price.",
    meaning: "With a tolerance, a worse swap is refunded instead.",
  },
  wide_tolerance: ({ bps }) => ({
    fact: `Your tolerance is ${formatBpsAsPercent(bps)}: a swap at a far worse price still runs.`,
    meaning: "With a smaller one, it is refunded instead.",
  }),
  costly: ({ cost, isOrder, remedy }) => ({
    fact: isOrder ? `At its limit, ${costText(cost)}.` : `${capitalize(costText(cost))}.`,
    meaning: remedy && remedyTexts[remedy],
  }),
  payment_would_wait: ({ payment, chains, end, mayBeLost }) => ({
    fact: payoutsHalted(chainList(chains)),
    meaning: `${payoutWaits(`A ${payment} would wait`, end, mayBeLost)} Send only if you can wait.`,
  }),
  payouts_not_checked: ({ chains }) => payoutsNotChecked(chainList(chains)),
  outvoted_quote: "Two of three sources agree on this quote. The third quotes otherwise.",
  no_quote: ({ isSample }) => (isSample ? "There is no quote." : "Do not send. There is no quote."),
  quote_refused: ({ code }) => refusalText(code),
  memo_refused: ({ code, optional }) => memoRefusalText(code, optional),
  amount_refused: ({ hasMinimum }) =>
    `The amount does not cover the fees, or is so small that the network ignores it. Ask for a larger one${hasMinimum ? ": the recommended minimum or more" : ""}.`,
  affiliate_share_refused: ({ mostBps }) =>
    `The network allows an affiliate at most ${mostBps} bps. Ask with a smaller affiliate_bps.`,
  halted_by_stops: ({ stops }) => `Do not send. ${haltReasonText(stops)}.`,
  quote_unavailable: ({ seconds }) =>
    `Do not send. The network gave no quote. ${askAgainText(seconds)}`,
  estimate_only:
    "An estimate only. Ask again with a receiving address to get the memo, right before sending.",
  give_destination: "Give the receiving address to get a memo.",
  send_deposit: ({ sending, hasWarnings }) =>
    `${hasWarnings ? "Only if you accept that: " : ""}${sendingText(sending)}`,

  bad_input: ({ fault }) => inputText(fault),
  call_ended: "The caller ended the call.",
  own_fault: ({ id }) => `This server failed. Quote ${id} when you report it.`,
};
