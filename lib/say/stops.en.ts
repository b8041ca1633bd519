// What a parameter stops, in English: within a sentence, as its subject, and with its verb.
import type { StopName, SwitchId } from "../protocol/model/stops.ts";
import { capitalize } from "./figures.en.ts";

interface StopWords {
  /** "Trading on Litecoin", "Payouts on every chain". */
  readonly subject: string;
  /** Within a sentence: "Litecoin", "payouts on Litecoin". */
  readonly short: string;
  /** What it will do. */
  readonly verb: keyof typeof nowVerbs;
}

/** What it does now, by what it will do. */
const nowVerbs = {
  halts: "is halted",
  halt: "are halted",
  stop: "are halted",
  "is paused": "is paused",
  ends: "has ended for good",
  "is due": "is due",
} as const;

/** "payouts on Litecoin": the subject is the same, with a capital. */
const asNamed = (short: string, verb: StopWords["verb"]): StopWords => ({
  subject: capitalize(short),
  short,
  verb,
});

const switches: Readonly<Record<SwitchId, string>> = {
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

export function stopWords(name: StopName): StopWords {
  switch (name.id) {
    case "trading":
    case "trading_for_good": {
      const short = name.chain ?? EVERY_CHAIN;
      const verb = name.id === "trading" ? "halts" : "ends";
      return { subject: `Trading on ${short}`, short, verb };
    }
    case "chain": {
      const short = name.chain ?? EVERY_CHAIN;
      return { subject: `${capitalize(short)} as a whole`, short, verb: "halts" };
    }
    case "payouts":
      return asNamed(`payouts on ${name.chain ?? EVERY_CHAIN}`, "halt");
    case "liquidity":
      return asNamed(`liquidity on ${name.chain ?? EVERY_CHAIN}`, "is paused");
    case "router": {
      const short = `the router on ${name.chain}`;
      return { subject: `A change of ${short}`, short, verb: "is due" };
    }
    case "network_state":
      return asNamed("a change of the network's state", "is due");
    case "compromised_vault":
      return asNamed("a vault that may be compromised", "stop");
    case "new_liquidity":
      return asNamed(`new liquidity of ${name.asset}`, "stop");
    case "swaps":
      return asNamed(`swaps of ${name.asset}`, "stop");
    case "unknown":
      return { subject: name.parameter, short: name.parameter, verb: "stop" };
    default:
      return asNamed(switches[name.id], "stop");
  }
}

/** "Trading on Litecoin is halted". */
export function stoppedText(name: StopName): string {
  const { subject, verb } = stopWords(name);
  return `${subject} ${nowVerbs[verb]}`;
}

/** "Trading on Litecoin is halted; Swaps of TCY are halted", without a full stop. */
export function haltGrounds(stops: readonly StopName[]): string {
  const grounds = [...new Set(stops.map(stoppedGround))];
  return grounds.length === 0 ? "The network says that this swap is halted" : grounds.join("; ");
}

function stoppedGround(name: StopName): string {
  const { subject, verb } = stopWords(name);
  return `${subject} ${verb === "stop" ? "are" : "is"} halted`;
}
