// The shape of a sign: green only where a deposit sent now would be swapped and paid out.
import type { SignState } from "../../protocol/model/sign.ts";

/** `warned` is the amber octagon, `unknown` the amber diamond. */
export type SignShape = "open" | "halted" | "warned" | "unknown";

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
