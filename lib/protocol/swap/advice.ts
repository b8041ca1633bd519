// What to do about a swap, in our own words: when to ask again, when to stop, and that nothing is to be sent twice.
import type { SwapReading } from "../model/swap.ts";
import { type Warning, warnOf } from "../model/warning.ts";
import { type Advice, factAdvice } from "../safety/advice.ts";

/** The one rule for programs. Every document that tells it takes it from here. */
export const POLL_RULE =
  "Ask again after `next_poll_seconds`, never sooner. Stop when `terminal` is true or `next_poll_seconds` is null.";

export function askAgainText(seconds: number): string {
  return `Ask again in ${seconds} s.`;
}

type SwapState = Pick<SwapReading, "state" | "terminal" | "nextPollSeconds" | "signing">;

/** `isOneSource`: a second source was there to ask, and does not bear the state out. */
export function swapAdvice(swap: SwapState, isOneSource: boolean): Advice {
  const { state, terminal, nextPollSeconds, signing } = swap;
  if (terminal) return factAdvice(`This is final: stop asking.${again(swap)}`);
  const isPlanned = state === "outbound_scheduled" || state === "outbound_signing";
  const waits = `Payouts on its chain are halted: ${isPlanned ? "the payout waits, it is not lost" : "a payout would wait"}.`;
  return {
    lead: nextPollSeconds === null ? "Ask again later." : askAgainText(nextPollSeconds),
    warnings: [
      resendWarning(swap),
      ...(isOneSource ? [warnOf("one_source")("Only one source says so: no second one has confirmed it yet.")] : []),
      ...(signing === "halted" ? [warnOf("signing_halted")(waits)] : []),
    ],
    act: null,
  };
}

/** Money that is under way, or not seen yet, may still arrive: a second deposit would be a second swap. */
function resendWarning({ state }: SwapState): Warning {
  const why = state === "unknown" ? "a deposit that is not seen yet may still arrive" : "this swap is not final";
  return warnOf("do_not_resend")(`Do not send again: ${why}.`);
}

function again({ state }: SwapState): string {
  const isOver = state === "refunded" || state === "partially_refunded" || state === "failed";
  return isOver ? " To try again, ask for a new quote." : "";
}
