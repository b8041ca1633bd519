// Messages in English: whole sentences. No upstream text is in them but codes of chains.
import { ORDINARY_ACCOUNT, TOKEN_ARGUMENTS } from "../protocol/model/deposit-shape.ts";
import type {
  ComingHalts,
  HaltEffect,
  HaltedDeposit,
  NamedHalt,
  ResendRisk,
  WordsOfMessages,
} from "../protocol/model/messages.ts";
import { doubtOf, type Reason } from "../protocol/model/reasons.ts";
import { disagreementText } from "../protocol/values/asset-match.ts";
import { capitalize, formatAge } from "../protocol/values/figure-text.ts";
import {
  askAgainText,
  chainList,
  doubtWords,
  haltTimeText,
  payoutsHalted,
  payoutWaits,
  shortList,
} from "./phrases.en.ts";
import { plainReason, sentenceOf } from "./reason-text.ts";
import { stopWords } from "./stops.en.ts";

export const ROUTER_CALL = `depositWithExpiry(vault, ${TOKEN_ARGUMENTS}, memo, expiration in Unix seconds)`;

const DO_NOT_SEND_FUNDS = "Do not send funds.";
const SOURCES_DISAGREE = "Our sources disagree there.";
const doNotSwap = (what: string) => `Do not swap from or to ${what}.`;

const effects: Readonly<Record<HaltEffect, string>> = {
  change: "Nobody knows what becomes of a swap that is under way then.",
  swaps: "What is not swapped before such a halt waits, is refunded or is rejected.",
  chain: "While a chain stands still, no deposit is seen and nothing is paid out there.",
  payouts: "What is not paid out before payouts halt waits until they run again.",
};

/** "Trading on Dogecoin halts in 20 minutes (07:01 UTC)." */
export function comingHaltText(halt: NamedHalt, nowMs: number): string {
  const { subject, verb } = stopWords(halt.stop);
  return `${subject} ${verb} ${haltTimeText(halt, nowMs)}.`;
}

function comingHaltsText({ halts, moreCount, nowMs }: ComingHalts): string {
  const named = halts.map((halt) => comingHaltText(halt, nowMs));
  return [...named, ...(moreCount > 0 ? [`${moreHaltsText(moreCount)}.`] : [])].join(" ");
}

export const moreHaltsText = (count: number) =>
  `${count} more ${count === 1 ? "is" : "are"} scheduled`;

const alternatives: Readonly<Record<HaltedDeposit["others"], string>> = {
  open: "Wait, or use another chain.",
  halted: "Wait until trading runs again.",
  unknown: "Wait. We could not check whether another chain is open.",
};

function alternativeText({ isForGood, others }: HaltedDeposit): string {
  if (!isForGood) return alternatives[others];
  return `Trading there has ended for good.${others === "open" ? " Use another chain." : ""}`;
}

const fates: Readonly<Record<Exclude<HaltedDeposit["fate"], "refunded">, string>> = {
  rejected:
    "The network rejects a deposit sent now. The amount stays with the sender, who pays only the network fee.",
  unseen:
    "The network does not watch this chain now. It sees no deposit and pays nothing out there until the halt ends.",
  not_swapped:
    "A deposit sent now is not swapped. Once the pool is empty, it is not refunded either.",
  not_known:
    "How far the halt goes is not known. A deposit sent now may be refunded, or not be seen until the chain runs again.",
};
const refunds: Readonly<Record<HaltedDeposit["refunds"], string>> = {
  open: "",
  halted: " The refund waits until payouts run again.",
  unknown: " We could not check whether the refund is paid out now.",
};

function fateText({ fate, dust, refunds: state }: HaltedDeposit): string {
  if (fate !== "refunded") return fates[fate];
  const dropped =
    dust === "dropped" ? " If less than the dust threshold would be left, nothing comes back." : "";
  return `A deposit sent now is refunded, and the refund costs the outbound fee.${dropped}${refunds[state]}`;
}

const resendRisks: Readonly<Record<ResendRisk, string>> = {
  unseen: "A deposit that is not seen yet may still arrive.",
  not_final: "This swap is not final.",
  unchecked: "Nothing is known of this swap now. Ask later.",
};

function doubtText(reason: Reason) {
  const sign = capitalize(doubtWords[doubtOf(reason)]);
  return {
    fact: `${sign}: ${plainReason(reason)}.`,
    below: { sign, text: sentenceOf(reason) },
  };
}

export const messages: WordsOfMessages = {
  sample_data: "Sample data: do not send.",
  one_node: "Only one node is configured, so no second source confirms this.",
  one_operator: "All our nodes have one operator, so no second source confirms this.",
  outvoted: {
    fact: "One of three sources tells other facts than the two that agree.",
    meaning: "Their facts stand here.",
  },
  outvoted_halt: ({ chains }) => ({
    fact: `One of three sources says that trading on ${chainList(chains)} is halted.`,
    meaning: "Two others agree that it is not.",
  }),
  outvoted_pool: ({ asset }) =>
    `One of three sources tells other facts of the ${asset} pool than the two that agree.`,

  doubt: ({ reason, retrySeconds }) => ({
    ...doubtText(reason),
    meaning: `${DO_NOT_SEND_FUNDS} ${askAgainText(retrySeconds)}`,
  }),
  not_listed: ({ reason }) => ({
    ...doubtText(reason),
    meaning: "Do not send there.",
  }),
  halted_before: ({ retrySeconds }) => ({
    fact: "Trading was halted when last read.",
    meaning: `${DO_NOT_SEND_FUNDS} ${askAgainText(retrySeconds)}`,
  }),
  every_chain_halted: { fact: "Trading on every chain is halted.", meaning: DO_NOT_SEND_FUNDS },

  chains_halted: ({ chains }) => ({
    fact: doNotSwap(chainList(chains)),
    meaning: "Trading there is halted.",
  }),
  chains_disputed: ({ chains }) => ({
    fact: doNotSwap(chainList(chains)),
    meaning: SOURCES_DISAGREE,
  }),
  chains_not_checked: ({ chains }) => ({
    fact: doNotSwap(chainList(chains)),
    meaning: "Trading or payouts there are not checked.",
  }),
  payouts_wait: ({ chains, end }) => ({
    fact: payoutsHalted(chainList(chains)),
    meaning: payoutWaits("They wait", end),
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
  halts_scheduled: (coming) => ({
    fact: comingHaltsText(coming),
    meaning: coming.effects.map((effect) => effects[effect]).join(" "),
  }),
  liquidity_disputed: ({ assets }) => disagreementText(assets, "liquidity"),
  pools_unlisted: ({ assets }) => ({
    fact: disagreementText(assets),
    meaning: "The list leaves them out.",
  }),
  pools_disputed: ({ assets }) => disagreementText(assets, "available"),

  chain_halted: (deposit) => ({
    fact: "Do not send.",
    meaning: `${fateText(deposit)} ${alternativeText(deposit)}`,
  }),
  chain_payouts_wait: ({ isTrading }) =>
    `Payouts and refunds on this chain wait.${isTrading ? " Send only if you can wait." : ""}`,
  chain_liquidity_paused: ({ isElseOpen }) =>
    `Nobody can add or withdraw liquidity now.${isElseOpen ? " Swaps and payouts go on." : ""}`,
  chain_halted_before: ({ seconds, reason }) => {
    const when =
      seconds === null ? "Halted when last read" : `Halted when last read, ${formatAge(seconds)}`;
    return `${when}. We cannot check right now.${reason === null ? "" : ` ${sentenceOf(reason)}`}`;
  },

  nothing_read: "Nothing was read. See error.",
  swap_final: ({ isUnsuccessful }) =>
    `This is final: ${isUnsuccessful ? "to try again, get a new quote" : "it will not change"}.`,
  no_need_to_ask: "There is no need to ask again.",
  ask_later: "Ask again later.",
  do_not_resend: ({ why }) => ({ fact: "Do not send again.", meaning: resendRisks[why] }),
  swap_not_confirmed: "Only one source says so: no second one has confirmed it yet.",
  swap_payouts_wait: ({ isPlanned }) => ({
    fact: payoutsHalted("the chain that pays out"),
    meaning: isPlanned ? "The payout waits." : "A payout would wait.",
  }),
  ask_again: ({ seconds }) => askAgainText(seconds),
  chain_open: ({ chain }) => `${chain} is open.`,
  network_open: "The network is open.",
  read_address: "Read the deposit address right before you send.",
  ask_for_quote: "Depths and prices change with each block. Ask for a quote before a swap.",
  no_address_now: {
    fact: DO_NOT_SEND_FUNDS,
    meaning: "No deposit address can be given now. Each chain has its reason.",
  },
  no_address_for: ({ reason }) => `Do not send: ${plainReason(reason)}.`,
  native_chain:
    "The protocol's own chain has no deposit address. Ask for a quote's memo, and send a MsgDeposit.",
  send_to_addresses: ({ how, hasNative, hasRouter }) => {
    const account = how === null ? ` From a chain with a router, send ${ORDINARY_ACCOUNT}.` : "";
    const routed = hasRouter
      ? `${account} Never transfer a token to the address of a chain with a router. Approve the router for the amount, then call its ${ROUTER_CALL}.`
      : "";
    return `Send only to an address of this answer, before its send_before. The transaction must hold the memo that get_swap_quote gives. ${how ?? "Ask for one chain to read how its deposit must look."} Where the address is null, do not send${hasNative ? ", but for a MsgDeposit on the protocol's own chain" : ""}. Never use an address again. Pay the stated gas_rate or more: a late deposit may meet a retired vault, and be lost.${routed}`;
  },

  plain: (said) => said,
};
