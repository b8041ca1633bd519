// A swap's deposit, memo and payouts, as far as enough sources state them.

import type { SwapOut, SwapReading } from "../model/swap.ts";
import type { PayoutEnd } from "../model/verdicts.ts";
import { cleanTextOrNull } from "../values/clean-text.ts";
import { answeredNodes, type Sources } from "./claim.ts";
import {
  confirmedDeposit,
  confirmedMemo,
  confirmedPayouts,
  type Decision,
  type Transfers,
} from "./final.ts";
import type { SwapInput } from "./input.ts";
import { isMemoless } from "./reference.ts";

export interface SwapTransfers {
  readonly isMemoLookedUp: boolean;
  readonly memoText: string | null;
  readonly deposit: SwapReading["in"];
  readonly out: readonly SwapOut[];
}

export function swapTransfers(
  decision: Decision,
  sources: Sources,
  input: SwapInput,
): SwapTransfers {
  const { preset, quorum, nodeStatus, secondNodeStatus } = input;
  const isMemoLookedUp =
    isMemoless(preset, nodeStatus) && (quorum === 1 || isMemoless(preset, secondNodeStatus));
  const storedMemo = isMemoLookedUp ? (input.storedMemo ?? null) : null;
  const { in: statedDeposit, out } =
    decision.agreedTransfers ?? statedTransfers(decision, sources, input);
  const depositMemo = storedMemo ? cleanTextOrNull(storedMemo) : (statedDeposit?.memo ?? null);
  return {
    isMemoLookedUp,
    memoText: storedMemo ?? confirmedMemo(sources, input),
    deposit: statedDeposit && { ...statedDeposit, memo: depositMemo },
    out,
  };
}

function statedTransfers(
  { state, doubt }: Decision,
  sources: Sources,
  input: SwapInput,
): Transfers {
  const deposit = confirmedDeposit(sources, input);
  if (doubt === "unconfirmed") {
    const isDepositUnseen = answeredNodes(sources).some(({ rule }) => rule === "notSeen");
    return { in: isDepositUnseen ? null : deposit, out: [] };
  }
  const payouts = confirmedPayouts(sources, input);
  return {
    in: deposit,
    out: state === "dropped" ? payouts.filter(({ txid }) => txid !== null) : payouts,
  };
}

/**
 * What happens when the network stops trying to pay. If one payout of the swap was sent, the others
 * are not swapped back to the source asset: `manager_slasher_current.go`.
 */
export function swapPayoutEnd(sources: Sources, { payoutEnd }: SwapInput): PayoutEnd {
  const hasSentOutput = answeredNodes(sources).some(({ outputs }) =>
    outputs.some(({ isSent }) => isSent),
  );
  return hasSentOutput ? { ...payoutEnd, isSwappedBack: false } : payoutEnd;
}
