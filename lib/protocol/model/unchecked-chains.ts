// Splits the chains of a failed reading. Of some chains a fact is known. The others have only the network's reason.
import type { ChainReading, NetworkReading } from "./network-status.ts";
import { codedReason, type Reason } from "./reason.ts";
import { questions } from "./verdicts.ts";

export interface SplitChains {
  readonly known: readonly ChainReading[];
  /** Codes. Empty where the reading did not fail: then each chain has a reason of its own. */
  readonly unchecked: readonly string[];
}

/** So that an outage is told once, and not again for every chain. */
export function splitChains({ failure, trading, chains }: NetworkReading): SplitChains {
  if (!failure) return { known: chains, unchecked: [] };
  const isUnchecked = (chain: ChainReading) =>
    questions.every((question) => chain[question].verdict === "unknown") &&
    chain.scheduled.length === 0 &&
    chain.outboundFee === null &&
    chain.dustThreshold === null &&
    chain.gasRate === null &&
    chain.lastObservedHeight === null &&
    isSame(chain.reason, trading.reason);
  return {
    known: chains.filter((chain) => !isUnchecked(chain)),
    unchecked: chains.filter(isUnchecked).map(({ chain }) => chain),
  };
}

function isSame(one: Reason | null, other: Reason | null): boolean {
  return (one && codedReason(one)) === (other && codedReason(other));
}
