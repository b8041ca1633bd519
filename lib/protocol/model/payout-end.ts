// What becomes of a payout that nobody signs.

export interface PayoutEnd {
  /** From the final deposit until the network stops trying, whether signing is halted or not. */
  readonly afterSeconds: number | "never" | "unknown";
  /** Whether it then swaps what was not paid out back, at any price; else it does nothing more. */
  readonly isSwappedBack: boolean;
}
