// What to do about a swap: when to ask again, and that nothing is to be sent twice.

import { payoutsHalted } from "../../say/phrases.en.ts";
import { type Advice, forbidOf, type Warning, warnOf } from "../model/envelope.ts";
import { message, plain } from "../model/messages.ts";
import { type SwapReading, stateRows } from "../model/swap.ts";
import { factAdvice } from "../safety/advice.ts";

export const DO_NOT_RESEND = "Do not send again.";

/** A deposit under way may still arrive, so a second deposit would be a second swap. */
export const forbidResending = (why: string): Warning =>
  forbidOf("do_not_resend")(plain(DO_NOT_RESEND, why));

type AdvisedSwap = Pick<
  SwapReading,
  "state" | "doubt" | "terminal" | "nextPollSeconds" | "signing"
>;

export function swapAdvice(swap: AdvisedSwap, isOneSource: boolean): Advice {
  const { state, terminal, nextPollSeconds, signing } = swap;
  if (terminal)
    return factAdvice(
      plain(
        `This is final: ${isUnsuccessful(swap) ? "to try again, get a new quote" : "it will not change"}.`,
      ),
    );
  const isPlanned = stateRows[state].phase === "outbound";
  const payoutText = isPlanned ? "The payout waits." : "A payout would wait.";
  return {
    lead:
      nextPollSeconds === null
        ? plain(askLaterText(swap))
        : message("ask_again", { seconds: nextPollSeconds }),
    warnings: [
      forbidResending(
        state === "unknown"
          ? "A deposit that is not seen yet may still arrive."
          : "This swap is not final.",
      ),
      ...(isOneSource
        ? [
            warnOf("one_source")(
              plain("Only one source says so: no second one has confirmed it yet."),
            ),
          ]
        : []),
      ...(signing === "halted" && state !== "dropped"
        ? [warnOf("signing_halted")(plain(payoutsHalted("the chain that pays out"), payoutText))]
        : []),
    ],
    act: null,
  };
}

/** One indexer's record of an old swap does not change any more. */
const askLaterText = ({ doubt }: AdvisedSwap) =>
  doubt === "unconfirmed" ? "There is no need to ask again." : "Ask again later.";

function isUnsuccessful({ state }: AdvisedSwap): boolean {
  return stateRows[state].phase === "outcome" && state !== "done";
}
