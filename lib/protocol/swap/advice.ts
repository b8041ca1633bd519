// What to do about a swap, in our own words: when to ask again, when to stop, and that nothing is to be sent twice.

import { type Advice, forbidOf, type Warning, warnOf } from "../model/envelope.ts";
import { type SwapReading, stateRows } from "../model/swap.ts";
import { factAdvice } from "../safety/advice.ts";
import { askAgainText, payoutsHalted } from "../safety/sentences.ts";

export const DO_NOT_RESEND = "Do not send again.";

/** Money that is under way, or not seen yet, may still arrive: a second deposit would be a second swap. */
export const forbidResending = (why: string): Warning =>
  forbidOf("do_not_resend")(DO_NOT_RESEND, why);

type SwapState = Pick<SwapReading, "state" | "doubt" | "terminal" | "nextPollSeconds" | "signing">;

/** `isOneSource`: a second source was there to ask, and does not bear the state out. */
export function swapAdvice(swap: SwapState, isOneSource: boolean): Advice {
  const { state, terminal, nextPollSeconds, signing } = swap;
  if (terminal)
    return factAdvice(
      `This is final: ${isMissed(swap) ? "to try again, get a new quote" : "it will not change"}.`,
    );
  const isPlanned = stateRows[state].phase === "outbound";
  const waits = isPlanned ? "The payout waits." : "A payout would wait.";
  return {
    lead: nextPollSeconds === null ? laterText(swap) : askAgainText(nextPollSeconds),
    warnings: [
      forbidResending(
        state === "unknown"
          ? "A deposit that is not seen yet may still arrive."
          : "This swap is not final.",
      ),
      ...(isOneSource
        ? [warnOf("one_source")("Only one source says so: no second one has confirmed it yet.")]
        : []),
      ...(signing === "halted" && state !== "dropped"
        ? [warnOf("signing_halted")(payoutsHalted("the chain that pays out"), waits)]
        : []),
    ],
    act: null,
  };
}

/** What one indexer alone tells of an old swap stays as it is. */
const laterText = ({ doubt }: SwapState) =>
  doubt === "unconfirmed" ? "There is no need to ask again." : "Ask again later.";

/** Not all of the deposit was swapped. */
function isMissed({ state }: SwapState): boolean {
  return stateRows[state].phase === "outcome" && state !== "done";
}
