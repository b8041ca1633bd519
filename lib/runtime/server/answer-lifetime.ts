// Until when a live answer stays the same. While the answer is made, every reading of the network notes how long it holds.
import { AsyncLocalStorage } from "node:async_hooks";
import { getProcessGlobal } from "../internals/process-globals.ts";

/** No live answer is given again after this time. */
export const MAX_LIFETIME_MS = 1_000;

interface DatedReading {
  readonly clock: { readonly blockTimeMs: number | null };
  /** Until then a new reading would say the same; absent where the reading does not tell. */
  readonly cacheUntilMs?: number;
}

interface Lifetime {
  /** Epoch milliseconds; null while nothing was read. */
  untilMs: number | null;
}

const getLifetimes = () => getProcessGlobal("answer-lifetimes", () => new AsyncLocalStorage<Lifetime>());

/** Of one answer: `run` makes it, and `getUntilMs` tells until when it may be given again. */
export function createLifetime(startMs: number) {
  const lifetime: Lifetime = { untilMs: null };
  return {
    run: <Made>(work: () => Made): Made => getLifetimes().run(lifetime, work),
    getUntilMs: (): number => lifetime.untilMs ?? startMs + MAX_LIFETIME_MS,
  };
}

/** The answer that is being made says what this reading says, its age in whole seconds included. */
export function noteReading({ clock, cacheUntilMs }: DatedReading, nowMs: number): void {
  const lifetime = getLifetimes().getStore();
  if (!lifetime) return;
  const untilMs = Math.min(cacheUntilMs ?? nextSecondMs(clock.blockTimeMs, nowMs), nowMs + MAX_LIFETIME_MS);
  lifetime.untilMs = Math.min(lifetime.untilMs ?? untilMs, untilMs);
}

/** When the age passes a whole second: it is shown rounded up. */
function nextSecondMs(blockTimeMs: number | null, nowMs: number): number {
  return blockTimeMs === null ? nowMs + MAX_LIFETIME_MS : nowMs + ((((blockTimeMs - nowMs) % 1_000) + 1_000) % 1_000);
}
