// The sign of a network or a chain, in English: at most a few words, without a full stop.

import type { Sign, SignLineName, SignName, Trouble } from "../protocol/model/network-status.ts";
import { capitalize } from "./figures.en.ts";
import { moreHaltsText } from "./messages.en.ts";
import { chainList, haltTimeText, shortHaltTimeText, shortList } from "./phrases.en.ts";
import { stopWords } from "./stops.en.ts";
import { NOT_CHECKED } from "./unread.en.ts";

/** "Litecoin is halted". */
export function signWord(name: SignName): string {
  switch (name.id) {
    case "chain_halted":
      return `${name.chain} ${name.isBefore ? "was halted when last read" : "is halted"}`;
    case "all_halted":
      return name.isBefore ? "Halted when last read" : "Halted";
    case "sources_disagree":
      return "Sources disagree";
    case "not_checked":
      return NOT_CHECKED;
    case "parts_wait":
      return "Swaps of several parts wait";
    case "parts_disputed":
      return "Sources disagree on swaps of several parts";
    case "halts_soon":
      return `Halts soon: ${stopWords(name.halt.stop).short} ${haltTimeText(name.halt, name.nowMs)}`;
    case "trouble":
      return troubleWord(name);
    case "assets_halted":
      return `Swaps of ${assetCount(name.assets)} are halted`;
    case "assets_disputed":
      return `Sources disagree on swaps of ${assetCount(name.assets)}`;
    case "open":
      return `${name.chain ?? "The network"} is open`;
  }
}

/** "Not checked. Do not send."; elsewhere the word alone. */
export function headline({ name, isForbidding }: Pick<Sign, "name" | "isForbidding">): string {
  const word = signWord(name);
  return isForbidding ? `${word}. Do not send.` : word;
}

function troubleWord({ trouble, chains }: Extract<SignName, { id: "trouble" }>): string {
  const isMany = chains !== "every" && chains.length > 1;
  const who = isMany ? `${chains.length} chains` : chainList(chains);
  const is = isMany ? "are" : "is";
  const words: Readonly<Record<Trouble, string>> = {
    halted: `${who} ${is} halted`,
    sources_disagree: `Sources disagree on ${who}`,
    payouts_wait: `Payouts wait on ${who}`,
    not_checked: `${who} ${is} not checked`,
  };
  return capitalize(words[trouble]);
}

const assetCount = (assets: readonly string[]) =>
  assets.length === 1 ? shortList(assets) : `${assets.length} assets`;

const troubles: Readonly<Record<Trouble, string>> = {
  halted: "halted",
  sources_disagree: "sources disagree",
  payouts_wait: "payouts wait",
  not_checked: "not checked",
};

/** "Litecoin: halted", below the sign. */
export function signLineText(name: SignLineName): string {
  switch (name.id) {
    case "trouble":
      return `${capitalize(chainList(name.chains))}: ${troubles[name.trouble]}`;
    case "assets_halted":
      return `${shortList(name.assets)}: swaps halted`;
    case "assets_disputed":
      return `${shortList(name.assets)}: sources disagree`;
    case "parts_disputed":
      return "Swaps of several parts: sources disagree";
    case "coming": {
      const { subject, verb } = stopWords(name.halt.stop);
      return `${subject} ${verb} ${shortHaltTimeText(name.halt, name.nowMs)}`;
    }
    case "more_coming":
      return moreHaltsText(name.count);
    case "others_open":
      return `${name.count} ${name.count === 1 ? "other" : "others"}: open`;
  }
}
