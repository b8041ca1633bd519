// Keeps each reading within a deadline. Reads again if the process stood still meanwhile.

import type { Envelope } from "./model/envelope.ts";
import type { Clock } from "./model/verdicts.ts";
import { FACTS_LAST_MS } from "./safety/facts.ts";
import { yieldToEventLoop } from "./turns.ts";
import { interruptedSignals, isWithin, withDeadline } from "./upstream/deadline.ts";
import { UpstreamError } from "./upstream/errors.ts";

const MAX_READINGS = 2;

interface PunctualSetup {
  readonly now: () => number;
  readonly deadlineMs: number;
  /** How long a page may show the reading, in ms. This time counts as age of the reading. */
  readonly shownMs: number;
  readonly oldestFactAtMs: Pick<WeakMap<Clock, number>, "get">;
}

type DatedReading = Pick<Envelope, "clock">;

export function createPunctualReader({ now, deadlineMs, shownMs, oldestFactAtMs }: PunctualSetup) {
  const judgedAtMsOf = ({ clock }: DatedReading) =>
    clock.blockTimeMs === null || clock.ageMs === null
      ? null
      : clock.blockTimeMs + clock.ageMs - shownMs;

  return async <T extends DatedReading>(
    callerSignal: AbortSignal | undefined,
    read: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 0; attempt < MAX_READINGS; attempt += 1) {
      const startMs = now();
      let wasInterrupted = false;
      const reading = await withDeadline(callerSignal, deadlineMs, (signal) =>
        read(signal).finally(() => {
          wasInterrupted = interruptedSignals.has(signal);
        }),
      );
      await yieldToEventLoop();
      const endMs = now();
      const judgementAgeMs = endMs - (judgedAtMsOf(reading) ?? endMs);
      const isInTime = isWithin(endMs - startMs, deadlineMs) && isWithin(judgementAgeMs, 0);
      const oldestFactAgeMs = endMs - (oldestFactAtMs.get(reading.clock) ?? endMs);
      if (isInTime && !wasInterrupted && oldestFactAgeMs <= FACTS_LAST_MS) return reading;
    }
    // The process is too slow. An aborted signal gives a reading in which everything is unknown.
    return read(AbortSignal.abort(new UpstreamError("timeout", "/")));
  };
}
