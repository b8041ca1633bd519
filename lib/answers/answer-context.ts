// Data that every answer needs besides the network's data: the network and the current time.
import type { Preset } from "../protocol/values/chains.ts";

export interface AnswerContext {
  readonly preset: Preset;
  readonly nowMs: number;
}
