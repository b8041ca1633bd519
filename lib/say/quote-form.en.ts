// English texts of the form on /quote: labels, hints, and errors in the input.

import type { QuoteFieldName } from "../protocol/values/quote-fields.ts";
import type { AmountFault } from "../protocol/values/typed-amount.ts";
import { aboutText } from "./figures.en.ts";

export const quotePageWords = {
  title: "Quote a swap",
  change: "Change this quote",
  lead: [
    "You send one asset and receive another, on its own chain. Ask what you receive, what it costs and how long it takes.",
    "Each answer is read from the network at that moment. Nothing is signed or sent here.",
  ],
  problems: "Correct this",
  examples: "Try one",
  noExamples: "No pair is known to trade now.",
} as const;

export const examplesText = (worth: string) =>
  `Pairs that trade now, each worth ${aboutText(worth)}:`;
export const examplesUnreadText = (reasonText: string) => `No examples now. ${reasonText}`;

export const choiceText = (name: string, depth: string | null) =>
  depth === null ? name : `${name}, pool of ${depth}`;

export const roughAmount = (amount: string) => `≈ ${amount}`;
export const amountOf = (amount: string, asset: string) => `${amount} ${asset}`;
export const dollarsOf = (dollars: string, asset: string) => `${dollars} of ${asset}`;
export const cardText = (sent: string, asset: string) => `${sent} → ${asset}`;
export const abovePoolsText = (amount: string) => `${amount} is more than the pools can swap.`;
export const farAbovePoolsText = (amount: string) =>
  `${amount} is far more than the pools can swap at a fair price.`;
export const unusualWorthText = (amount: string, worth: string) =>
  `${amount} is worth ${aboutText(worth)}.`;
export const smallWorthText = (worth: string) => `${worth} is very little for a swap.`;
export const meantAmountText = (amount: string) => `Did you mean ${amount}?`;
export const askForText = (amount: string) => `Ask for ${amount}`;

export const convertedText = (
  amount: string,
  dollars: string,
  price: string,
  asset: string,
  priceAge: string | null,
) => {
  const priceAgeText = priceAge === null ? "" : `, a price of ${priceAge}`;
  return `${amount}. Converted from ${dollars} at ${price} for 1 ${asset}${priceAgeText}.`;
};
export const keepAmountText = (conversionText: string) => `${conversionText} To keep this amount:`;

export const quoteLabels: Readonly<Record<QuoteFieldName, string>> = {
  from: "You send",
  to: "You receive",
  amount: "Amount to send",
  destination: "Receiving address",
  refund_address: "Refund address",
  tolerance: "Refund me if I get less by more than",
  tolerance_bps: "Refund me if fees and price impact exceed",
};
export const quoteHints: Readonly<Record<QuoteFieldName, string>> = {
  from: "An asset: BTC, bitcoin, eth.usdc",
  to: "An asset on the chain where you want it",
  amount: "In whole units: 0.05. In dollars: choose USD, or write $500",
  destination:
    "Optional. An address of your own wallet, not of an exchange or a contract. With it you see where to send, if it is safe.",
  refund_address:
    "Optional. Where a refund goes, on the chain that you send from. Without one, it goes to the sending address. Give one if an app signs for you. It seldom fits into a memo on Bitcoin.",
  tolerance: "Optional, in per cent, such as 0.5. Without one, it is 3 %.",
  tolerance_bps:
    "Your link asks for it, instead of the limit above. In hundredths of a percent of the price before fees: 300 is 3 %.",
};
/** The amount is in dollars, the first unit on the homepage. */
export const quoteExamples = { from: "BTC", to: "ETH", amount: "500" } as const;

const exampleText = "for example 0.05";
export const amountErrors: Readonly<Record<AmountFault, string>> = {
  empty: `Write how much to send, ${exampleText} or $500.`,
  euros: "We do not read euros. Write dollars or what you send, for example $500 or 0.05.",
  not_a_number: `Write a number with the digits 0 to 9, ${exampleText}.`,
  bad_groups:
    "The digits are not in groups of three. Write it without marks between thousands, for example 1000.5.",
  incomplete:
    "The number ends with a point or a comma. Write the digits behind it, or leave it out.",
  negative: `Write an amount above zero, ${exampleText}.`,
  zero: `Write an amount above zero, ${exampleText}.`,
  not_decimal: `This is not written in decimal. Write a number with the digits 0 to 9, ${exampleText}.`,
  too_long: "Too large or too fine: write fewer digits before or behind the decimal point.",
};

export const formErrors = {
  tooLong: "What is written here is too long.",
  jsonOnly: (name: string) =>
    `This page takes no ${name}, which changes a quote. Ask /quote.json with it, or leave it out.`,
  noAsset: (example: string) => `Name an asset, for example ${example}.`,
  longAsset: (maxCharacters: number) => `An asset's name has at most ${maxCharacters} characters.`,
  unknownAsset: (protocol: string) =>
    `${protocol} has no asset of this name. Write for example BTC, or USDC on Ethereum.`,
  whichAsset: (ticker: string, hasSeveralChains: boolean) =>
    `Which ${ticker}? Choose ${hasSeveralChains ? "its chain" : "one"}.`,
  unit: "The unit is usd, for US dollars. Leave it out for what you send.",
  twoAmounts: "Write one amount: in dollars, or of what you send.",
  twoUnits: "Write one unit: dollars, or what you send.",
  otherUnit: (ticker: string | null) =>
    ticker === null
      ? `You send another asset. Write its amount, ${exampleText}.`
      : `You send ${ticker}. Write its amount, ${exampleText} ${ticker}.`,
  ambiguous: (decimalReading: string, groupedReading: string) =>
    `This may be ${decimalReading} or ${groupedReading}. Choose one, or write it without the comma.`,
  tooLarge: (maxDigits: number) =>
    `Too large: write at most ${maxDigits} digits before the decimal point.`,
  belowLeast: (decimals: number, leastText: string) =>
    `The network counts ${decimals} decimals of an amount: this is less than the least, ${leastText}.`,
  tooFine: (decimals: number, writtenDecimals: number) =>
    `The network counts ${decimals} decimals of an amount, and this has ${writtenDecimals}. Cut to what it counts:`,
  readAs: (amount: string, groupedReading: string) =>
    `Read as ${amount}: a point is the decimal point here. If you meant ${groupedReading}:`,
  longAddress: (maxCharacters: number) => `An address has at most ${maxCharacters} characters.`,
  linkTolerance: (maxBps: number) =>
    `The link counts hundredths of a percent, from 0 to ${maxBps}. Write per cent here: 3 or 0.5.`,
  priceTolerance: (maxBps: number) => `Write a whole number from 0 to ${maxBps}. 100 is 1 %.`,
  twoTolerances: "Give one tolerance: these count from different figures, or in different units.",
  tolerance: "Write per cent from 0.01 to 99.99, with at most two decimals: 3 or 0.5.",
  zeroTolerance:
    "0 would mean no limit at all. Write per cent above 0, such as 0.5, or leave it out for 3 %.",
  streaming: (maxBlocks: number) =>
    `Write the blocks between the parts, from 0 to ${maxBlocks}: 1. Their number may follow: 1/5. One part is 1/1.`,
} as const;
