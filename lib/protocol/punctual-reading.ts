// Readings within a deadline. A process that stood still while it read reads once more.

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
  /** How long the reading may be shown: this counts into its age. */
  readonly shownMs: number;
  readonly oldestFactAtMs: Pick<WeakMap<Clock, number>, "get">;
}

type Timed = Pick<Envelope, "clock">;

export function createPunctualReader({ now, deadlineMs, shownMs, oldestFactAtMs }: PunctualSetup) {
  /** Null where the reading's clock could not be read. */
  const judgedAtMs = ({ clock }: Timed) =>
    clock.blockTimeMs === null || clock.ageMs === null
      ? null
      : clock.blockTimeMs + clock.ageMs - shownMs;

  return async <T extends Timed>(
    callerSignal: AbortSignal | undefined,
    read: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    for (let count = 0; count < MAX_READINGS; count += 1) {
      const startMs = now();
      let isInterrupted = false;
      const reading = await withDeadline(callerSignal, deadlineMs, (signal) =>
        read(signal).finally(() => {
          isInterrupted = interruptedSignals.has(signal);
        }),
      );
      await yieldToEventLoop();
      const endMs = now();
      const sinceJudgedMs = endMs - (judgedAtMs(reading) ?? endMs);
      const isPunctual = isWithin(endMs - startMs, deadlineMs) && isWithin(sinceJudgedMs, 0);
      // Facts that were young enough when judged may be too old by now.
      const oldestFactAgeMs = endMs - (oldestFactAtMs.get(reading.clock) ?? endMs);
      if (isPunctual && !isInterrupted && oldestFactAgeMs <= FACTS_LAST_MS) return reading;
    }
    // The process is too slow to read anything in time, so everything is unknown.
    return read(AbortSignal.abort(new UpstreamError("timeout", "/")));
  };
}
