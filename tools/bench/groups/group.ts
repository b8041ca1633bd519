// The result of one group of measurements, as the report takes it.
import type { Spread } from "../statistics.ts";

export interface Measured {
  readonly name: string;
  /** One value per round. */
  readonly requestsPerSecond: number[];
  readonly p50Ms: number[];
  readonly p99Ms: number[];
  /** CPU time of the server per request. Empty if the system does not tell it. */
  readonly cpuMicroseconds: number[];
  bytesPerAnswer: number;
}

/** A ratio within one run, and its target. `target` is null for a ratio without one. */
export interface Ratio {
  readonly name: string;
  readonly value: Spread;
  readonly target: number | null;
}

export interface Comparison {
  readonly title: string;
  /** Ours is first. */
  readonly measured: readonly Measured[];
  readonly ratios: readonly Ratio[];
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly note?: string;
}

export interface Outcome {
  readonly comparisons?: readonly Comparison[];
  readonly tables?: readonly Table[];
  /** Statements that are true or false. */
  readonly checks?: readonly { readonly name: string; readonly holds: boolean; readonly seen: string }[];
  /** What was not measured, and why. */
  readonly skipped?: readonly { readonly name: string; readonly reason: string }[];
}

export interface Pace {
  /** Requests before counting begins, because code is compiled as it is used. */
  readonly warmRequests: number;
  readonly rounds: number;
  readonly seconds: number;
}
