// What an answer is written with, besides its reading.
import type { Preset } from "../protocol/values/chains.ts";

export interface AnswerContext {
  readonly preset: Preset;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}
