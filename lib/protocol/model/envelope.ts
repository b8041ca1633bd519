// The readings that leave the protocol folder: types and their smallest helpers. This file: what every reading has, warnings among it, and amounts.

import type { NetworkName } from "../values/chains.ts";
import type { Clock, Reason, ReasonCode } from "./verdicts.ts";

export interface Money {
  readonly asset: string;
  /** Base units of `asset`; see `decimalsOf`. */
  readonly base: bigint;
  /** US dollars in 1e8, or null where no price is known. */
  readonly usd: bigint | null;
}

/** Why an answer could not be verified. It holds no upstream text. */
export interface Failure {
  readonly code: string;
  /** What was in doubt; absent where the hint says it too. */
  readonly reason?: Reason;
  /** What to do. */
  readonly hint: string;
  readonly retryAfterSeconds: number | null;
  /** What the caller would have to change, as tools name it; absent where that is nothing, or more than one thing. */
  readonly argument?: string;
  /** Nearest legal values, where that helps. */
  readonly candidates?: readonly string[];
}

/** What stands first in every answer. A reading with a `failure` has the same shape, with `unknown`, null and empty lists. */
export interface Envelope {
  readonly network: NetworkName;
  readonly source: "live" | "sample";
  readonly clock: Clock;
  readonly warnings: readonly Warning[];
  /** What is to be known of this answer, then what to do now: whole sentences of our own. */
  readonly advice: readonly (string | Warning)[];
  readonly failure: Failure | null;
}

/** One text of the sentences of an advice. */
export const adviceText = (sentences: Envelope["advice"]): string =>
  sentences.map((sentence) => (typeof sentence === "string" ? sentence : sentence.text)).join(" ");

/** What each warning makes of the sign while trading is open; null where it does not touch a send. */
export const signsOfWarnings = {
  halted: "partly_halted",
  halt_scheduled: "halts_soon",
  signing_halted: "payouts_wait",
  sources_disagree: "sources_disagree",
  one_source: null,
  outvoted: null,
  stale: "not_checked",
  not_checked: "not_checked",
  thin_pool: "warned",
  costly: "warned",
  amount_small: "warned",
  no_price_limit: "warned",
  streaming_not_applied: "warned",
  parts_wait: "swaps_wait",
  memo_too_long: "warned",
  contract_destination: "warned",
  deposit_not_known: "warned",
  odd_asset_name: "warned",
  limit_order: "warned",
  do_not_resend: "warned",
  sample: null,
} as const;
export type WarningCode = keyof typeof signsOfWarnings;
export const warningCodes = Object.keys(signsOfWarnings) as WarningCode[];

export interface Warning {
  readonly code: WarningCode;
  /** Whole sentences of our own. */
  readonly text: string;
  /** Its two parts: what is so and when, and what that means. Absent where the first is all. */
  readonly fact?: string;
  readonly meaning?: string;
  /** It says not to send. */
  readonly isForbidding?: boolean;
}

/** Facts, warnings, and what to do. Each is whole sentences; only `act` may say to send. */
export interface Advice {
  readonly lead: string | null;
  /** The lead below the warning of sample data, which says not to send already. */
  readonly sampleLead?: string | null;
  readonly warnings: readonly Warning[];
  readonly act: string | null;
}

/** Makes the warnings of one code: `warnOf("costly")("The fees take 12 % of what comes out.")`. */
export const warnOf =
  (code: WarningCode) =>
  (fact: string, meaning: string | null = null): Warning =>
    meaning === null ? { code, text: fact } : { code, text: `${fact} ${meaning}`, fact, meaning };

/** The same, of warnings that say not to send. */
export const forbidOf =
  (code: WarningCode) =>
  (fact: string, meaning: string | null = null): Warning => ({
    ...warnOf(code)(fact, meaning),
    isForbidding: true,
  });

/** The codes of reasons that have a warning of their own; any other reason means that something could not be checked. */
const codesOfReasons: Partial<Readonly<Record<ReasonCode, WarningCode>>> = {
  halted: "halted",
  halts_soon: "halt_scheduled",
  providers_disagree: "sources_disagree",
  one_source: "one_source",
  stale: "stale",
  amount_too_small: "amount_small",
  contract_destination: "contract_destination",
  destination_is_vault: "contract_destination",
  cost_too_high: "costly",
  memo_too_long: "memo_too_long",
  deposit_not_known: "deposit_not_known",
  thin_pool: "thin_pool",
  limit_orders_off: "limit_order",
};

/** Makes the warnings of a reason not to send. */
export const forbidFor = ({ code }: Reason) => forbidOf(codesOfReasons[code] ?? "not_checked");
