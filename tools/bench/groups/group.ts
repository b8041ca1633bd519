// What a group of measurements hands to the report.
import type { Spread } from "../statistics.ts";

export interface Measured {
  readonly name: string;
  /** A value a round. */
  readonly requestsPerSecond: number[];
  readonly p50Ms: number[];
  readonly p99Ms: number[];
  /** Processor time of the server for one request; empty where it cannot be told. */
  readonly cpuMicroseconds: number[];
  bytesPerAnswer: number;
}

/** A ratio within one run, and what was asked of it; `target` null where it is for information. */
export interface Ratio {
  readonly name: string;
  readonly value: Spread;
  readonly target: number | null;
}

export interface Comparison {
  readonly title: string;
  /** Ours first. */
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
  /** Statements that hold or do not. */
  readonly checks?: readonly { readonly name: string; readonly holds: boolean; readonly seen: string }[];
  /** What was not measured, and why. */
  readonly skipped?: readonly { readonly name: string; readonly reason: string }[];
}

export interface Pace {
  /** Code is compiled as it is used: every contender answers so often before anything is counted. */
  readonly warmRequests: number;
  readonly rounds: number;
  readonly seconds: number;
}
