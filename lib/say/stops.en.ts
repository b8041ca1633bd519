// English texts on what a halt parameter stops: subject, short name and verb.
import type { StopName, SwitchId } from "../protocol/model/stops.ts";
import { capitalize } from "./figures.en.ts";

interface StopWords {
  /** What halts, as the beginning of a sentence: "Trading on Litecoin". */
  readonly subject: string;
  /** Verb after `subject` for a scheduled halt: "halts" in "Trading on Litecoin halts". */
  readonly verb: keyof typeof verbsInForce;
}

/** Left: the verb for a scheduled halt. Right: the verb for the same halt in force. */
const verbsInForce = {
  halts: "is halted",
  halt: "are halted",
  stop: "are halted",
  "is paused": "is paused",
  ends: "has ended for good",
  "is due": "is due",
} as const;

const wordsOf = (subject: string, verb: StopWords["verb"]): StopWords => ({
  subject: capitalize(subject),
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

export function stopWords(stop: StopName): StopWords {
  switch (stop.id) {
    case "trading":
    case "trading_for_good": {
      const verb = stop.id === "trading" ? "halts" : "ends";
      return { subject: `Trading on ${stop.chain ?? EVERY_CHAIN}`, verb };
    }
    case "chain":
      return wordsOf(`${stop.chain ?? EVERY_CHAIN} as a whole`, "halts");
    case "payouts":
      return wordsOf(`payouts on ${stop.chain ?? EVERY_CHAIN}`, "halt");
    case "liquidity":
      return wordsOf(`liquidity on ${stop.chain ?? EVERY_CHAIN}`, "is paused");
    case "router":
      return { subject: `A change of the router on ${stop.chain}`, verb: "is due" };
    case "network_state":
      return wordsOf("a change of the network's state", "is due");
    case "compromised_vault":
      return wordsOf("a vault that may be compromised", "stop");
    case "new_liquidity":
      return wordsOf(`new liquidity of ${stop.asset}`, "stop");
    case "swaps":
      return wordsOf(`swaps of ${stop.asset}`, "stop");
    case "unknown":
      return { subject: stop.parameter, verb: "stop" };
    default:
      return wordsOf(switchSubjects[stop.id], "stop");
  }
}

export function stoppedText(stop: StopName): string {
  const { subject, verb } = stopWords(stop);
  return `${subject} ${verbsInForce[verb]}`;
}

export function haltReasonText(stops: readonly StopName[]): string {
  const reasonTexts = [...new Set(stops.map(stoppedText))];
  return reasonTexts.length === 0
    ? "The network says that this swap is halted"
    : reasonTexts.join("; ");
}
