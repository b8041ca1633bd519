// Verify: how many requests to one host stand open at a time, and that none is sent while that host has asked for a pause.

export interface Gate {
  /** Does the work when there is room for it, in the order of asking. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>;
  /** No work begins for so long, and from then on one at a time. */
  narrow(pauseMs: number): void;
}

export function createGate(width: number, sleep: (ms: number) => Promise<unknown>): Gate {
  const waiting: (() => void)[] = [];
  let room = width;
  let open = 0;
  let pause: Promise<unknown> = Promise.resolve();
  return {
    async pass(work) {
      if (open < room) open++;
      else await new Promise<void>((enter) => waiting.push(enter));
      try {
        await pause;
        return await work();
      } finally {
        // Whoever waits takes the place over: nobody who comes now is before them.
        const next = open > room ? undefined : waiting.shift();
        if (next) next();
        else open--;
      }
    },
    narrow(pauseMs) {
      room = 1;
      pause = Promise.all([pause, sleep(pauseMs)]);
    },
  };
}
