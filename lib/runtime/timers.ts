// Reads the safety facts every few seconds while somebody asks, so that no client chooses the moment of a reading, and few wait for one.

import { SAFETY_KEEP_MS } from "../protocol/safety/node-reading.ts";
import { scheduleInBackground } from "../protocol/upstream/deadline.ts";

/** A little after the facts are due: a timer that comes a millisecond early would read nothing new. */
export const TIMER_MS = SAFETY_KEEP_MS + 50;
/** A site that nobody asks makes no upstream calls. */
export const ASKED_MS = 60_000;

/** Runs the work once, later. */
type Schedule = (work: () => void, delayMs: number) => void;

interface SafetyTimerSetup {
  readonly read: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly schedule?: Schedule;
}

export function createSafetyTimer({ read, now, schedule = scheduleInBackground }: SafetyTimerSetup) {
  let askedMs = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  function next(): void {
    schedule(() => {
      // A clock that was set back ends the timer too: the next question starts it again.
      isRunning = Math.abs(now() - askedMs) <= ASKED_MS;
      if (isRunning)
        read()
          .catch(() => {})
          .finally(next);
    }, TIMER_MS);
  }

  return {
    /** Tells the timer that somebody asks now. */
    noteQuestion(): void {
      askedMs = now();
      if (isRunning) return;
      isRunning = true;
      next();
    },
  };
}
