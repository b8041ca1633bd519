// The English texts of a quote: headline, figures, tables and titles of sections.
import type { WalletFee } from "../protocol/model/envelope.ts";
import type { SignState } from "../protocol/model/network-status.ts";
import type { BelowLimit, Payees, UnknownCode } from "../protocol/model/quote.ts";
import {
  aboutText,
  capitalize,
  formatBpsAsPercent,
  formatDollars,
  inSentence,
} from "./figures.en.ts";
import { doNotSendText, payoutsAreHalted } from "./phrases.en.ts";

export const quoteWords = {
  answer: "Answer",
  link: "Link to this quote",
  linkHint: "Safe to share: your address is not in this link.",
  deposit: "How to send it",
  costs: "What it costs",
  comparison: "One swap or several parts",
  details: "Details",
  sampleDeposit: "Sample data: do not send. On a real network you would do this:",
  memo: "Memo",
  address: (chain: string) => `Deposit address on ${chain}`,
  router: "Router, to call",
  // Not called "deposit address": a token sent to the vault without the router call would be lost.
  vault: "Vault, for that call",
  nodesNotes: "The nodes' own words on such a deposit, quoted as data and not checked here:",
  again: "Try again",
  againWithAddress: "Try again, with your address",
} as const;

export const quoteSignWords: Readonly<Record<SignState, string>> & { readonly not_listed: string } =
  {
    halted: "Halted",
    partly_halted: "Halted",
    sources_disagree: "Sources disagree",
    payouts_wait: "Payouts wait",
    swaps_wait: "Swaps wait",
    halts_soon: "Halts soon",
    not_checked: "Not checked",
    warned: "Warning",
    open: "Open",
    not_listed: "Not listed",
  };

export const pairText = (from: string, to: string) => `${from} to ${to}`;
export const unnamedPairText = "this pair";

/** The rest of a headline after its first word. In full: "Open: you can swap BTC to ETH now." */
export const quoteSignTexts = {
  refused: (pair: string) => `${pair} trades now, but there is no quote for this.`,
  forbidden: (pair: string) => `${pair} trades now, but do not send this.`,
  payoutsWait: (ticker: string | undefined) => `you would wait for your ${ticker ?? "payout"}.`,
  swapsWait: "you would wait for your swap.",
  haltsSoon: (pair: string) => `you can swap ${pair} now, but a halt is scheduled.`,
  open: (pair: string) => `you can swap ${pair} now.`,
  warned: (warningText: string | undefined) =>
    `open, but ${warningText ?? "read the warning first"}.`,
  halted: (pair: string) => `${pair} does not trade now.`,
  notListed: (pair: string) => `the network does not offer ${pair} now.`,
  notChecked: (pair: string) => `we cannot check now whether ${pair} trades.`,
};

export const warnedTexts: Readonly<Record<string, string>> = {
  thin_pool: "the pools are small for this amount",
  costly: "the total cost is high",
  no_price_limit: "no minimum holds",
  wide_tolerance: "your tolerance is wide",
  one_source: "only one source says so",
};

/** Warns of tokens with the same name on one chain, because one of the tokens may be a fake. */
export const sharedNameText = (name: string, asset: string) =>
  `More than one asset is called ${name}. This quote is for ${asset}.`;

export const sendTexts = {
  forbidden: doNotSendText,
  sample: "Do not send: this is sample data.",
  estimate: {
    transfer:
      "This is an estimate. Sending needs a wallet that can add a memo. Give a receiving address right before you send.",
    router:
      "This is an estimate. Sending needs a wallet or app that makes such swaps. Give a receiving address right before you send.",
    msgDeposit:
      "This is an estimate. Sending needs a wallet or app that makes such deposits. Give a receiving address right before you send.",
  },
  warned: {
    transfer: "Send only if you accept the warning above, with a wallet that adds the memo.",
    router:
      "Send only if you accept the warning above, with a wallet or app that makes such swaps.",
    msgDeposit:
      "Send only if you accept the warning above, with a wallet or app that makes such deposits.",
  },
  open: {
    transfer: "You can send now, with a wallet that adds the memo.",
    router: "You can send now, with a wallet or app that makes such swaps.",
    msgDeposit: "You can send now, with a wallet or app that makes such deposits.",
  },
} as const;

/** Who is paid, so that people check it: somebody else may have made the link or the call. */
export function payeeTexts({ destination, refundAddress, affiliate }: Payees): string[] {
  const addressTexts = [
    destination === null ? null : `This quote pays ${destination}.`,
    refundAddress === null ? null : `A refund goes to ${refundAddress}.`,
  ].filter((text) => text !== null);
  const checkText = addressTexts.length > 1 ? checkTexts.both : checkTexts.one;
  return [
    ...(addressTexts.length > 0 ? [[...addressTexts, checkText].join(" ")] : []),
    ...(affiliate === null ? [] : [affiliateText(affiliate)]),
  ];
}

const checkTexts = {
  one: "Check that the address is yours: a link or an assistant may have filled it in.",
  both: "Check that both addresses are yours: a link or an assistant may have filled them in.",
} as const;

const affiliateText = ({ name, bps }: NonNullable<Payees["affiliate"]>) =>
  `The affiliate ${name} takes ${formatBpsAsPercent(bps)} of this swap.`;

export const addDestinationText = (chain: string) =>
  `Add your ${chain} address to see where to send.`;
export const noDepositText = (reasonText: string | null) =>
  `There is no memo and no deposit address. ${reasonText ?? "None was given."}`;

export const otherDirectionText = (pair: string | null) =>
  `Other direction${pair === null ? "" : `: ${pair}`}`;

export const figureLabels = {
  sent: "You send",
  received: "You receive",
  cost: "Total cost",
  minimum: "Minimum received",
  time: "Time",
} as const;

/** Confirmations of the payout come on top. */
export const toPayoutText = (time: string) => `${time} to the payout`;
/** Of parts that run one a block: fewer run when many swaps wait, so their time is a best case. */
export const atLeastText = (time: string) => `at least ${time}`;

/** `worth`: null if no price is known. */
export const receivedWorthText = (worth: string | null, mostText: string) =>
  `${worth === null ? "" : `${worth} `}if nobody refills the pools between parts, up to ${mostText} if somebody does`;

export const refilledWorthText = (worth: string | null, leastText: string) =>
  `${worth === null ? "" : `${worth}, `}${aboutText(leastText)} if nobody refills the pools between parts`;

export const costShareText = (share: string) => `${share} of the amount sent`;
export const unknownCostText = (walletFee: string) => `We do not know every price. ${walletFee}.`;
export function walletFeeText(fee: WalletFee | null): string {
  if (fee === null || fee.usd === null)
    return "The network fee that your wallet shows comes on top";
  const sizeText = fee.forBytes === null ? "" : ` for ${fee.forBytes} bytes`;
  return `Your wallet's network fee, ${aboutText(formatDollars(fee.usd))}${sizeText}, comes on top`;
}

/** What a refund costs: a fee such as "$0.93", no fee, or not known. */
export type RefundCost = { readonly feeText: string } | "none" | "unknown";

interface BelowLimitFacts {
  readonly belowLimit: BelowLimit;
  /** If the first part of a swap fails, mayanode ends the whole swap. */
  readonly isFirstPartDecisive: boolean;
  readonly sentTicker: string;
  readonly refundTo: "sender" | "refund_address";
  readonly refundCost: RefundCost;
  readonly doesRefundWait: boolean;
}

/** What happens to the deposit if the swap would bring less than the minimum. */
export const belowLimitText = (facts: BelowLimitFacts): string =>
  facts.doesRefundWait ? `${refundText(facts)} Refunds wait now.` : refundText(facts);

const refundVerbs: Readonly<Record<BelowLimitFacts["refundTo"], string>> = {
  sender: "comes back",
  refund_address: "goes to the refund address",
};

function refundText(facts: BelowLimitFacts): string {
  const { belowLimit, isFirstPartDecisive, sentTicker, refundTo, refundCost } = facts;
  if (belowLimit === "refund")
    return `If you would get less, your ${sentTicker} ${refundVerbs[refundTo]}${minusCostText(refundCost)}.`;
  const costText = refundCostText(refundCost);
  if (belowLimit === "wait")
    return `While the swap would bring less, the order waits. At its end it is refunded. ${costText}`;
  const firstPartText = isFirstPartDecisive
    ? " If the first part would bring less, the whole deposit is refunded."
    : "";
  return `It counts only if every part is swapped. A part that would bring less is refunded, and the others are paid out.${firstPartText} ${costText}`;
}

function minusCostText(cost: RefundCost): string {
  if (cost === "none") return "";
  return cost === "unknown"
    ? ", minus a fee that is not known"
    : `, minus ${aboutText(cost.feeText)}`;
}

function refundCostText(cost: RefundCost): string {
  if (cost === "none") return "A refund costs no outbound fee.";
  if (cost === "unknown") return "What a refund costs is not known.";
  return `A refund costs ${aboutText(cost.feeText)}.`;
}

export const minimumTexts = {
  none: "no minimum",
  noneNote: "The swap runs at any price. With a tolerance, a worse swap is refunded.",
  unknownNote: "The memo sets a limit. What the fees leave of it is not known.",
  fixedByMemo: "This amount becomes fixed when a memo can be given.",
  fixedByAddress: "Add your address to fix this amount.",
} as const;

export const costKinds = ["liquidity", "price_impact", "affiliate", "outbound"] as const;
export type CostKind = (typeof costKinds)[number];

export const costNames: Readonly<Record<CostKind, readonly [name: string, who: string]>> = {
  liquidity: ["Liquidity fee", "To the pools."],
  price_impact: ["Price impact", "Not a fee: your own swap moves the price."],
  affiliate: ["Affiliate fee", "To the app that you use, if it takes one."],
  outbound: ["Outbound fee", "To the network, for the payout."],
};

export const costTable = {
  name: "Every part of the cost",
  heads: ["Cost", "Amount", "Worth", "Of the amount sent", "Who takes it"],
  total: "Total cost",
  totalNote: "Already taken from what you receive.",
} as const;

export const costNotes = {
  noBar: "We do not know every part for certain, so there is no bar.",
  shares:
    "Percentages are of the amount sent, by the prices of the pools now. Figures are rounded.",
  approval: "Approving the token is a separate transaction, with its own network fee.",
} as const;

export const unknownTexts: Readonly<Record<UnknownCode, string>> = {
  sources_differ: "Our sources differ.",
  one_source: "One of our sources did not state it.",
  not_stated: "The network did not state it.",
  // Not "with no end date": the network may stop waiting, and swap the payout back.
  payouts_halted: `${capitalize(payoutsAreHalted())}.`,
  payouts_not_checked: "We cannot check now whether payouts are signed.",
  parts_wait: "Swaps of several parts wait now, with no end date.",
  no_price: "We do not know every price.",
  wallet_shows: "Your wallet shows it.",
  order: "Nobody knows it before the order is filled.",
  none: "There is none.",
};

/** Shown in place of "0 seconds": a node states 0 seconds for a step that takes one block. */
export const oneBlockText = "one block";

export const timeTable = {
  name: "How long it takes",
  heads: ["Step", "Time", "What happens"],
  confirmation: "Confirmation",
  confirmationNote: (chain: string) => `${chain} confirms your deposit.`,
  swap: "Swap",
  delay: "Payout delay",
  delayNote: "It runs at the same time as the swap: the longer of the two counts.",
  total: "In all",
  totalNote: (chain: string) => `Confirmations on ${chain} come on top.`,
  someChain: "The chain",
} as const;

export const swapStepTexts = {
  onePart: "The pools swap it in one part.",
  asItGoes: "The pools swap it.",
  rapid: (parts: number | null) =>
    `The pools swap it in ${partsText(parts)}: one in each block, fewer when many swaps wait.`,
  apart: (parts: number | null) => `The pools swap it in ${partsText(parts)}, blocks apart.`,
};
const partsText = (parts: number | null) => (parts === null ? "several parts" : `${parts} parts`);

export const limitTable = {
  name: "Limits",
  heads: ["Limit", "Value", "What it means"],
  minimum: "Recommended minimum",
  minimumNote: "Below this amount, fees may take everything, even from a refund.",
  dust: "Dust threshold",
  dustNote: "Send more than this. The network ignores a smaller deposit.",
  noDust: "none",
  noDustNote: "The protocol's own chain ignores no deposit for its size.",
  parts: "Parts at most",
  partsNote: "This swap may be split into at most this many parts.",
} as const;

export const tokenTable = {
  name: "The token that you send",
  heads: ["What", "Value"],
  contract: "Contract",
  decimals: "Decimals",
  unknownDecimals: "not known: read them from the contract",
} as const;

export type Way = "parts" | "one";

export const wayCostTexts: Readonly<Record<Way, (verb: string, cost: string) => string>> = {
  parts: (verb, cost) => `In parts it ${verb} ${aboutText(cost)}.`,
  one: (verb, cost) => `In one part it ${verb} ${inSentence(cost)}.`,
};
export const costVerbs = { chosen: "costs", other: "would cost" } as const;

export const unknownWayTexts: Readonly<Record<Way, string>> = {
  parts: "What it would cost in parts is not known.",
  one: "What it would cost in one part is not known.",
};

export const otherWayLabels: Readonly<Record<Way, string>> = {
  parts: "Quote it as the network splits it",
  one: "Quote it in one part",
};

interface RefusalWords {
  readonly title: string;
  /** Says what to do. Left out if another text, such as a hint, already says what to do. */
  readonly text?: string;
}

export const refusalWords: Readonly<Record<string, RefusalWords>> = {
  halted: { title: "No quote: this swap is halted.", text: "Ask again when it trades." },
  amount_too_small: { title: "No quote: the amount is too small." },
  limit_not_met: { title: "No quote within this tolerance." },
  invalid_destination: { title: "No quote: the receiving address does not fit." },
  no_destination: { title: "No quote: this asset needs a receiving address." },
  invalid_asset: {
    title: "No quote: the network does not swap one of these assets.",
    text: "Choose both from the list of assets.",
  },
  form_disabled: { title: "No quote: the network has this form of the asset switched off." },
  trade_asset_only: { title: "No quote: a trade asset is swapped for trade assets only." },
  pool_not_available: {
    title: "No quote: the pool of one of these assets is not available.",
    text: "Choose both from the list of assets.",
  },
  pool_too_shallow: { title: "No quote: the pools cannot hold this amount." },
  invalid_affiliate: { title: "No quote: the network knows no such affiliate." },
  invalid_affiliate_bps: { title: "No quote: the affiliate's part is too large." },
  memo_not_parsed: { title: "No quote: the network cannot read the memo of this swap." },
  invalid_refund_address: { title: "No quote: the refund address does not fit." },
  limit_orders_off: {
    title: "No quote: the network takes no limit orders now.",
    text: "Ask without target_out for a swap at the current price.",
  },
};
export const refusalTexts = {
  otherAmountTitle: "No quote: the network refuses this amount.",
  otherTitle: "No quote.",
  writeAddress: (chain: string) => `Write your ${chain} address.`,
  otherAmount: (leastText: string) =>
    `The network recommends at least ${leastText}, and your amount is not below it. The amount may be too large for the pools. Ask for another amount.`,
  tooSmall: (leastText: string | null) =>
    `The amount does not cover the fees, or is so small that the network ignores it. Ask for a larger one. ${leastText === null ? "We know of no minimum" : `The network recommends at least ${leastText}`}.`,
} as const;
