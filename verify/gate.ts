// Limits the parallel requests to one host. While that host has asked for a pause, none is sent.

export interface Gate {
  /** Runs the work when a place is free, in the order of the calls. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
  /** No work begins during the pause. After it, only one request runs at a time. */
  narrow(pauseMs: number): void;
}

export function createGate(width: number, sleep: (ms: number) => Promise<unknown>): Gate {
  const waiting: (() => void)[] = [];
  let limit = width;
  let open = 0;
  let pause: Promise<unknown> = Promise.resolve();
  return {
    async pass(work) {
      if (open < limit) open++;
      else await new Promise<void>((enter) => waiting.push(enter));
      try {
        await pause;
        return await work();
      } finally {
        // A waiting request takes the place directly, before any later one.
        const next = open > limit ? undefined : waiting.shift();
        if (next) next();
        else open--;
      }
    },
    narrow(pauseMs) {
      limit = 1;
      pause = Promise.all([pause, sleep(pauseMs)]);
    },
  };
}
