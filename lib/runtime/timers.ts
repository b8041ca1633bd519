// What this process reads by time. While somebody asks, the safety facts every few seconds, so that no client chooses the moment of a
// reading, and few wait for one. For the history, the network once a minute, whether or not somebody asks: by a timer, or as the platform calls.

import { createHash, timingSafeEqual } from "node:crypto";
import { cacheControl } from "../http/cache.ts";
import { notFound, unauthorized } from "../http/problem.ts";
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

export const CHECK_MS = 60_000;

/** Runs `check` a minute from now and each minute after. A check that is slow delays the next one; one that fails ends none. */
export function checkEachMinute(check: () => Promise<void>, schedule: Schedule = scheduleInBackground): void {
  schedule(() => {
    check()
      .catch(() => {})
      .finally(() => checkEachMinute(check, schedule));
  }, CHECK_MS);
}

interface CronSetup {
  /** What the platform sends as a bearer token; null where none is configured. */
  readonly secret: string | null;
  /** Reads the network once. */
  readonly check: () => Promise<void>;
}

/** The platform's call that checks the network once. Without a secret the address does not exist. */
export async function answerCron(request: Request, { secret, check }: CronSetup): Promise<Response> {
  if (secret === null) return notFound(request);
  const given = request.headers.get("authorization");
  if (given === null || !isSame(given, `Bearer ${secret}`)) return unauthorized(request);
  await check();
  return new Response(null, { status: 204, headers: { "Cache-Control": cacheControl.live } });
}

/** In constant time: digests have one length, whatever was sent. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
