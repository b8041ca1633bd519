// English headlines for the network or a chain: a few words without a full stop.

import type { Sign, SignLineName, SignName, Trouble } from "../protocol/model/network-status.ts";
import { capitalize } from "./figures.en.ts";
import { moreHaltsText } from "./messages.en.ts";
import { chainList, haltTimeText, shortHaltTimeText, shortList } from "./phrases.en.ts";
import { stopWords } from "./stops.en.ts";
import { NOT_CHECKED } from "./unread.en.ts";

export function signWord(sign: SignName): string {
  switch (sign.id) {
    case "chain_halted":
      return `${sign.chain} ${sign.isBefore ? "was halted when last read" : "is halted"}`;
    case "all_halted":
      return sign.isBefore ? "Halted when last read" : "Halted";
    case "sources_disagree":
      return "Sources disagree";
    case "not_checked":
      return NOT_CHECKED;
    case "parts_wait":
      return "Swaps of several parts wait";
    case "parts_disputed":
      return "Sources disagree on swaps of several parts";
    case "halts_soon":
      return `Halts soon: ${stopWords(sign.halt.stop).shortName} ${haltTimeText(sign.halt, sign.nowMs)}`;
    case "trouble":
      return troubleWord(sign);
    case "assets_halted":
      return `Swaps of ${assetCount(sign.assets)} are halted`;
    case "assets_disputed":
      return `Sources disagree on swaps of ${assetCount(sign.assets)}`;
    case "open":
      return `${sign.chain ?? "The network"} is open`;
  }
}

export function headline({ name, isForbidding }: Pick<Sign, "name" | "isForbidding">): string {
  const word = signWord(name);
  return isForbidding ? `${word}. Do not send.` : word;
}

function troubleWord({ trouble, chains }: Extract<SignName, { id: "trouble" }>): string {
  const hasSeveralChains = chains !== "every" && chains.length > 1;
  const chainsText = hasSeveralChains ? `${chains.length} chains` : chainList(chains);
  const verb = hasSeveralChains ? "are" : "is";
  const wordsByTrouble: Readonly<Record<Trouble, string>> = {
    halted: `${chainsText} ${verb} halted`,
    sources_disagree: `Sources disagree on ${chainsText}`,
    payouts_wait: `Payouts wait on ${chainsText}`,
    not_checked: `${chainsText} ${verb} not checked`,
  };
  return capitalize(wordsByTrouble[trouble]);
}

const assetCount = (assets: readonly string[]) =>
  assets.length === 1 ? shortList(assets) : `${assets.length} assets`;

const troubleWords: Readonly<Record<Trouble, string>> = {
  halted: "halted",
  sources_disagree: "sources disagree",
  payouts_wait: "payouts wait",
  not_checked: "not checked",
};

/** A line below the headline, such as "Litecoin: halted". */
export function signLineText(sign: SignLineName): string {
  switch (sign.id) {
    case "trouble":
      return `${capitalize(chainList(sign.chains))}: ${troubleWords[sign.trouble]}`;
    case "assets_halted":
      return `${shortList(sign.assets)}: swaps halted`;
    case "assets_disputed":
      return `${shortList(sign.assets)}: sources disagree`;
    case "parts_disputed":
      return "Swaps of several parts: sources disagree";
    case "coming": {
      const { subject, verb } = stopWords(sign.halt.stop);
      return `${subject} ${verb} ${shortHaltTimeText(sign.halt, sign.nowMs)}`;
    }
    case "more_coming":
      return moreHaltsText(sign.count);
    case "others_open":
      return `${sign.count} ${sign.count === 1 ? "other" : "others"}: open`;
  }
}
