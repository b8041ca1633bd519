// The readings that leave the protocol folder: types and their smallest helpers. This file: what every reading has, and amounts.

import type { NetworkName } from "../values/chains.ts";
import type { Reason } from "./reason.ts";
import type { Clock } from "./verdicts.ts";
import type { Warning } from "./warning.ts";

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
  /** Sentences of our own: what is to be known of this answer, and what to do now. */
  readonly advice: string;
  readonly failure: Failure | null;
  /** Until then a new reading would say the same, its age in seconds included. Absent where an answer may not be cached. */
  readonly cacheUntilMs?: number;
}
