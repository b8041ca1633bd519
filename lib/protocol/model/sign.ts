// The sign of a reading: what matters first to somebody who sends now.

/** Worst first: what is known to be halted stands before a doubt about another chain. `open` alone is green. */
export const signStates = [
  "halted",
  "partly_halted",
  "sources_disagree",
  "payouts_wait",
  "swaps_wait",
  "halts_soon",
  "not_checked",
  "warned",
  "open",
] as const;
export type SignState = (typeof signStates)[number];

export interface Sign {
  readonly state: SignState;
  /** One line without a reason: "Litecoin is halted". It ends in a full stop only where it is two sentences. */
  readonly headline: string;
  /** Of an open network with several chains: its troubles, worst first, then how many chains are open. Empty where all are. */
  readonly lines?: readonly SignLine[];
}

export interface SignLine {
  readonly state: "halted" | "warned" | "unknown" | "scheduled" | "open";
  /** "Litecoin: halted". */
  readonly text: string;
}
