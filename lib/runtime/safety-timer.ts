// Reads the safety facts by time while somebody asks, so that no client chooses the moment of a reading, and few wait for one.

import { RENEW_AHEAD_MS, SAFETY_KEEP_MS } from "../protocol/safety/node-reading.ts";

/** A little after the facts may be renewed: a timer that comes a millisecond early would renew nothing. */
export const TIMER_MS = SAFETY_KEEP_MS - RENEW_AHEAD_MS + 50;
/** A site that nobody asks makes no upstream calls. */
export const ASKED_MS = 60_000;

export interface SafetyTimer {
  /** Tells the timer that somebody asks now. */
  noteQuestion(): void;
}

interface SafetyTimerSetup {
  readonly read: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Runs the work once, later. */
  readonly schedule?: (work: () => void, delayMs: number) => void;
}

export function createSafetyTimer({ read, now, schedule = scheduleInBackground }: SafetyTimerSetup): SafetyTimer {
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
    noteQuestion() {
      askedMs = now();
      if (isRunning) return;
      isRunning = true;
      next();
    },
  };
}

/** A waiting timer does not keep the process alive. */
function scheduleInBackground(work: () => void, delayMs: number): void {
  setTimeout(work, delayMs).unref();
}
