// Keeps each reading within a deadline. Reads again if the process stood still meanwhile.

import type { DatedEnvelope } from "./model/envelope.ts";
import { FACTS_LAST_MS } from "./safety/freshness.ts";
import { yieldToEventLoop } from "./turns.ts";
import { interruptedSignals, isWithin, withDeadline } from "./upstream/deadline.ts";
import { UpstreamError } from "./upstream/errors.ts";

const MAX_READINGS = 2;

interface PunctualSetup {
  readonly now: () => number;
  readonly deadlineMs: number;
}

type DatedReading = Pick<DatedEnvelope, "judgedAtMs" | "oldestFactAtMs">;

export function createPunctualReader({ now, deadlineMs }: PunctualSetup) {
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
      const judgementAgeMs = endMs - reading.judgedAtMs;
      const isInTime = isWithin(endMs - startMs, deadlineMs) && isWithin(judgementAgeMs, 0);
      const oldestFactAgeMs = endMs - reading.oldestFactAtMs;
      if (isInTime && !wasInterrupted && oldestFactAgeMs <= FACTS_LAST_MS) return reading;
    }
    // The process is too slow. An aborted signal gives a reading in which everything is unknown.
    return read(AbortSignal.abort(new UpstreamError("timeout", "/")));
  };
}
