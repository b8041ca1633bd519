// What every answer needs besides what was read: the network's preset and the time.
import type { Preset } from "../protocol/values/chains.ts";

export interface AnswerContext {
  readonly preset: Preset;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}
