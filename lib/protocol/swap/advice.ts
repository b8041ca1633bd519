// Advises what to do about a swap: when to ask again, and not to send twice.

import { type Advice, forbidOf, type Warning, warnOf } from "../model/envelope.ts";
import { type Message, message, type ResendRisk } from "../model/messages.ts";
import { type SwapReading, stateRows } from "../model/swap.ts";
import { factAdvice } from "../safety/advice.ts";

export const forbidResending = (risk: ResendRisk): Warning =>
  forbidOf("do_not_resend")(message("do_not_resend", { why: risk }));

type AdvisedSwap = Pick<
  SwapReading,
  "state" | "doubt" | "terminal" | "nextPollSeconds" | "signing"
>;

export function swapAdvice(swap: AdvisedSwap, hasOneSource: boolean): Advice {
  const { state, terminal, signing: signingVerdict } = swap;
  if (terminal)
    return factAdvice(message("swap_final", { isUnsuccessful: isSwapUnsuccessful(swap) }));
  const isPayoutPlanned = stateRows[state].phase === "outbound";
  return {
    lead: pollMessage(swap),
    warnings: [
      forbidResending(state === "unknown" ? "unseen" : "not_final"),
      ...(hasOneSource ? [warnOf("one_source")(message("swap_not_confirmed"))] : []),
      ...(signingVerdict === "halted" && state !== "dropped"
        ? [warnOf("signing_halted")(message("swap_payouts_wait", { isPlanned: isPayoutPlanned }))]
        : []),
    ],
    act: null,
  };
}

function pollMessage({ doubt, nextPollSeconds }: AdvisedSwap): Message {
  if (nextPollSeconds !== null) return message("ask_again", { seconds: nextPollSeconds });
  return message(doubt === "unconfirmed" ? "no_need_to_ask" : "ask_later");
}

function isSwapUnsuccessful({ state }: AdvisedSwap): boolean {
  return stateRows[state].phase === "outcome" && state !== "done";
}
