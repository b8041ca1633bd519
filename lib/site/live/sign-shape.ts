// The shape of a sign: green only where a deposit sent now would be swapped and paid out.
import type { SignState } from "../../protocol/model/network-status.ts";

/** `halted` is the red octagon, `costly` the red triangle, `warned` the amber triangle, `unknown` the amber diamond. */
export type SignShape = "open" | "halted" | "costly" | "warned" | "unknown";

export const signShapes: Readonly<Record<SignState, SignShape>> = {
  open: "open",
  halted: "halted",
  partly_halted: "warned",
  payouts_wait: "warned",
  swaps_wait: "warned",
  halts_soon: "warned",
  warned: "warned",
  sources_disagree: "unknown",
  not_checked: "unknown",
};

/** Of one chain alone: what is partly halted is that chain. */
export const chainSignShape = (state: SignState): SignShape =>
  state === "partly_halted" ? "halted" : signShapes[state];

/** Of the amount sent. */
const COSTLY_BPS = 1_000;

/** The shape of a quote's sign: a warning is red where the swap costs a tenth. `totalBps`: null where it is not known. */
export const quoteShape = (state: SignState, totalBps: number | null): SignShape =>
  state === "warned" && totalBps !== null && totalBps >= COSTLY_BPS ? "costly" : signShapes[state];
