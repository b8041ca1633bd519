// Shape and colour of the headline box. For a network, a chain or a quote, green means: a deposit
// sent now would be swapped and paid out. For a swap, green means that it is recorded as paid out.
import type { SendAnswer, SignState } from "../protocol/model/network-status.ts";
import type { Tone } from "../protocol/model/swap.ts";
import type { State } from "../render/blocks.ts";

/**
 * States of the headline box. Each has a colour and an icon. `open`: green. `halted`: red octagon.
 * `costly`: red triangle. `warned`: amber triangle. `unknown`: amber diamond.
 */
export type SignShape = Exclude<State, "scheduled" | "stale">;

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

/**
 * For each tone of a swap: the state that gives the headline box its colour. The tones "moving" and
 * "refund" have colours of their own. `toneIcons` gives the icon.
 */
export const toneStates: Readonly<Record<Tone, State>> = {
  done: "open",
  moving: "scheduled",
  held: "warned",
  refund: "unknown",
  stopped: "halted",
  unknown: "unknown",
};

/** Of one chain, whose headline answers whether to send: a "no" for a coming halt is red. */
export const chainSignShape = (state: SignState, answer: SendAnswer): SignShape =>
  answer === "halts_soon" ? "halted" : signShapes[state];

const COSTLY_BPS = 1_000;

export const quoteShape = (state: SignState, totalCostBps: number | null): SignShape =>
  state === "warned" && totalCostBps !== null && totalCostBps >= COSTLY_BPS
    ? "costly"
    : signShapes[state];
