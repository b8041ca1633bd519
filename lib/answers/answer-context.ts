// What every answer needs besides what was read.
import type { Preset } from "../protocol/values/chains.ts";

export interface AnswerContext {
  readonly preset: Preset;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}
