// get_swap_status: the sign, the steps and the payments. It asks again by itself until the swap is over.
import { useEffect } from "react";
import { trackWords } from "@/lib/site/live/track/words.ts";
import type { PlainViews } from "@/lib/site/live/views/plain.ts";
import { Instant } from "../parts/instant.tsx";
import { Note } from "../parts/note.tsx";
import { Reason } from "../track/reason.tsx";
import { Steps } from "../track/steps.tsx";
import { SwapSign, When } from "../track/swap-sign.tsx";
import { Payments } from "../track/tables.tsx";
import { Actions, type Shown } from "./view-parts.tsx";

/** How long an answer may be awaited before what is shown counts as old. */
const LATE_MS = 20_000;
const FAILURE_PAUSE_S = 30;

export function SwapView(shown: Shown<PlainViews["swap"]>) {
  const { view: swap, readMs, nowMs, links, hasFailed, isAsking, ask } = shown;
  const { chain, reason, pollSeconds, stale } = swap;
  const dueMs = pollSeconds === null ? null : readMs + 1000 * Math.max(pollSeconds, hasFailed ? FAILURE_PAUSE_S : 0);
  usePoll(dueMs, ask && !isAsking ? ask : null, hasFailed);
  const isLate = dueMs !== null && (hasFailed || nowMs > dueMs + LATE_MS);
  const page = `${links.track}?${new URLSearchParams({ txid: swap.txid, ...(chain !== null && { chain }) })}`;
  return (
    <main className="view swap track" data-stale={isLate ? "" : undefined}>
      <h1 className="unseen">Where a swap stands</h1>
      <div role="status">
        <SwapSign swap={{ ...swap, stale: isLate ? trackWords.stale : stale }} />
      </div>
      {isLate && (
        <Note>
          <p>
            <strong>{trackWords.stale}.</strong> {trackWords.notCurrent} <Instant at={swap.readAt} />.
          </p>
        </Note>
      )}
      <When swap={swap} />
      <Actions shown={shown} page={page} />
      <section>
        <h2>{trackWords.steps}</h2>
        {swap.steps.length === 0 ? <p>{trackWords.noSteps}</p> : <Steps steps={swap.steps} />}
      </section>
      {reason && <Reason reason={reason} quote={links.quote} />}
      <section>
        <h2>{trackWords.payments}</h2>
        <Payments rows={swap.payments} />
      </section>
    </main>
  );
}

/** Asks at `dueMs`, while the view can be seen. */
function usePoll(dueMs: number | null, ask: (() => void) | null, hasFailed: boolean): void {
  const canAsk = ask !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is another function at each look at the clock, and asks the same
  useEffect(() => {
    if (dueMs === null || !ask) return;
    const look = () => {
      if (!document.hidden && Date.now() >= dueMs) ask();
    };
    // A failed question left the old answer in place, so its time is counted anew.
    const timer = setTimeout(look, Math.max(hasFailed ? FAILURE_PAUSE_S * 1000 : 0, dueMs - Date.now()));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [dueMs, canAsk, hasFailed]);
}
