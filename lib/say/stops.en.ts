// What a parameter stops, in English: within a sentence, as its subject, and with its verb.
import type { StopName, SwitchId } from "../protocol/model/stops.ts";
import { capitalize } from "./figures.en.ts";

interface StopWords {
  /** "Trading on Litecoin", "Payouts on every chain". */
  readonly subject: string;
  /** Within a sentence: "Litecoin", "payouts on Litecoin". */
  readonly shortSubject: string;
  /** What the subject does once the halt begins: "Trading on Litecoin halts". */
  readonly verb: keyof typeof nowVerbs;
}

/** The words for a halt in force, by the verb for a halt to come. */
const nowVerbs = {
  halts: "is halted",
  halt: "are halted",
  stop: "are halted",
  "is paused": "is paused",
  ends: "has ended for good",
  "is due": "is due",
} as const;

/** For a stop whose subject is `shortSubject` with a capital letter. */
const wordsOf = (shortSubject: string, verb: StopWords["verb"]): StopWords => ({
  subject: capitalize(shortSubject),
  shortSubject,
  verb,
});

const switchSubjects: Readonly<Record<SwitchId, string>> = {
  swaps_from_synths: "swaps from synths",
  swaps_to_synths: "swaps to synths",
  trade_assets: "swaps of trade assets (off unless voted on)",
  swaps_to_trade_assets: "swaps to trade assets",
  swaps_from_trade_assets: "swaps from trade assets",
  secured_assets: "swaps of secured assets",
  swaps_of_tcy: "swaps of TCY",
  memoless_deposits: "deposits whose memo is a reference",
  swaps_in_parts: "swaps of several parts",
};

const EVERY_CHAIN = "every chain";

export function stopWords(stopName: StopName): StopWords {
  switch (stopName.id) {
    case "trading":
    case "trading_for_good": {
      const shortSubject = stopName.chain ?? EVERY_CHAIN;
      const verb = stopName.id === "trading" ? "halts" : "ends";
      return { subject: `Trading on ${shortSubject}`, shortSubject, verb };
    }
    case "chain": {
      const shortSubject = stopName.chain ?? EVERY_CHAIN;
      return { subject: `${capitalize(shortSubject)} as a whole`, shortSubject, verb: "halts" };
    }
    case "payouts":
      return wordsOf(`payouts on ${stopName.chain ?? EVERY_CHAIN}`, "halt");
    case "liquidity":
      return wordsOf(`liquidity on ${stopName.chain ?? EVERY_CHAIN}`, "is paused");
    case "router": {
      const shortSubject = `the router on ${stopName.chain}`;
      return { subject: `A change of ${shortSubject}`, shortSubject, verb: "is due" };
    }
    case "network_state":
      return wordsOf("a change of the network's state", "is due");
    case "compromised_vault":
      return wordsOf("a vault that may be compromised", "stop");
    case "new_liquidity":
      return wordsOf(`new liquidity of ${stopName.asset}`, "stop");
    case "swaps":
      return wordsOf(`swaps of ${stopName.asset}`, "stop");
    case "unknown":
      return { subject: stopName.parameter, shortSubject: stopName.parameter, verb: "stop" };
    default:
      return wordsOf(switchSubjects[stopName.id], "stop");
  }
}

/** "Trading on Litecoin is halted". */
export function stoppedText(stopName: StopName): string {
  const { subject, verb } = stopWords(stopName);
  return `${subject} ${nowVerbs[verb]}`;
}

/** "Trading on Litecoin is halted; Swaps of TCY are halted", without a full stop. */
export function haltGroundsText(stops: readonly StopName[]): string {
  const groundTexts = [...new Set(stops.map(groundText))];
  return groundTexts.length === 0
    ? "The network says that this swap is halted"
    : groundTexts.join("; ");
}

function groundText(stopName: StopName): string {
  const { subject, verb } = stopWords(stopName);
  return `${subject} ${verb === "stop" ? "are" : "is"} halted`;
}
