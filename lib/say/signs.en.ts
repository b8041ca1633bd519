// English headlines of the network or of one chain: short sentences, the same on every surface.

import type {
  ChainSignName,
  SendAnswer,
  Sign,
  SignLineName,
  SignName,
  Trouble,
} from "../protocol/model/network-status.ts";
import { capitalize } from "./figures.en.ts";
import { moreHaltsText } from "./messages.en.ts";
import { doNotSendText, joinWords, shortHaltTimeText } from "./phrases.en.ts";
import { stopWords } from "./stops.en.ts";
import { NOT_CHECKED } from "./unread.en.ts";

/** The headline without its lines, as "14 of 16 chains are open". */
export function signWord(name: SignName): string {
  switch (name.id) {
    case "all_halted":
      return name.isBefore ? "Halted when last read" : "Halted";
    case "sources_disagree":
      return "Sources disagree";
    case "not_checked":
      return NOT_CHECKED;
    case "chain":
      return chainAnswers[name.answer](name);
    case "network_open":
      return openCountText(name.openCount, name.chainCount);
  }
}

const cannotSay = (what: string) => `We cannot say: ${what}`;

const chainAnswers: Readonly<Record<SendAnswer, (name: ChainSignName) => string>> = {
  yes: ({ chain, onlyTicker }) => `Yes, you can send ${onlyTicker ?? `from ${chain}`} now`,
  quote_first: ({ chain }) =>
    `Only with a quote: a swap from ${chain} may meet a halt that is scheduled`,
  refunds_wait: ({ chain }) => `Only if you can wait: payouts and refunds on ${chain} wait`,
  refunds_halt_soon: ({ chain }) =>
    `Only if you can wait: payouts and refunds on ${chain} halt soon`,
  refunds_disputed: ({ chain }) => cannotSay(`sources disagree on payouts and refunds on ${chain}`),
  refunds_not_checked: ({ chain }) => cannotSay(`payouts and refunds on ${chain} are not checked`),
  halted: ({ chain, isBefore }) =>
    `No, ${chain} ${isBefore ? "was halted when last read" : "is halted"}`,
  halts_soon: ({ chain }) => `No, ${chain} halts too soon for a swap`,
  sources_disagree: ({ chain }) => cannotSay(`sources disagree on ${chain}`),
  not_checked: ({ chain }) => cannotSay(`${chain} is not checked`),
  not_listed: ({ chain }) => `No, ${chain} is not listed`,
};

function openCountText(openCount: number, chainCount: number): string {
  if (openCount === 0) return "No chain is fully open";
  return openCount === chainCount
    ? `All ${chainCount} chains are open`
    : `${openCount} of ${chainCount} chains ${openCount === 1 ? "is" : "are"} open`;
}

/** What stands first in a headline: its word, with "Do not send." where nobody may. */
export function signText({ name, isForbidding }: Pick<Sign, "name" | "isForbidding">): string {
  const word = signWord(name);
  return isForbidding ? `${word}. ${doNotSendText}` : `${word}.`;
}

/** The whole headline: "14 of 16 chains are open. Litecoin is halted. Payouts on XRP wait." */
export const headline = (sign: Sign): string =>
  [signText(sign), ...sign.lines.map(({ name }) => signLineText(name))].join(" ");

const MAX_NAMES = 3;

/** Up to three names, or how many there are: "Bitcoin and Litecoin", "8 chains". */
function namesOrCount(names: readonly string[] | "every", noun: string): string {
  if (names === "every") return `every ${noun}`;
  return names.length > MAX_NAMES ? `${names.length} ${noun}s` : joinWords(names);
}

const troubleTexts: Readonly<Record<Trouble, (chains: string, verb: string) => string>> = {
  halted: (chains, verb) => `${chains} ${verb} halted.`,
  sources_disagree: (chains) => `Sources disagree on ${chains}.`,
  payouts_wait: (chains) => `Payouts on ${chains} wait.`,
  not_listed: (chains, verb) => `${chains} ${verb} not listed.`,
  not_checked: (chains, verb) => `${chains} ${verb} not checked.`,
};

/** One trouble in one sentence: "Litecoin is halted." */
export function signLineText(sign: SignLineName): string {
  switch (sign.id) {
    case "trouble": {
      const isPlural = sign.chains !== "every" && sign.chains.length > 1;
      const verb = isPlural ? "are" : "is";
      return capitalize(troubleTexts[sign.trouble](namesOrCount(sign.chains, "chain"), verb));
    }
    case "assets_halted":
      return `Swaps of ${namesOrCount(sign.assets, "asset")} are halted.`;
    case "assets_disputed":
      return `Sources disagree on swaps of ${namesOrCount(sign.assets, "asset")}.`;
    case "parts_wait":
      return "Swaps of several parts wait.";
    case "parts_disputed":
      return "Sources disagree on swaps of several parts.";
    case "no_form":
      return `We do not know how to send from ${namesOrCount(sign.chains, "chain")}.`;
    case "coming": {
      const { subject, verb } = stopWords(sign.halt.stop);
      return `${subject} ${verb} ${shortHaltTimeText(sign.halt, sign.nowMs)}.`;
    }
    case "more_coming":
      return `${moreHaltsText(sign.count)}.`;
  }
}
