// Limits concurrent calls. More calls wait in a queue. A full queue refuses calls.

export type Release = () => void;

export interface ConcurrencyLimit {
  take(): Release | null;
  wait(signal: AbortSignal): Promise<Release | null>;
}

export function createConcurrencyLimit(maxInFlight: number, maxWaiting: number): ConcurrencyLimit {
  let freeSlotCount = maxInFlight;
  const queue: (() => void)[] = [];

  const release = () => {
    const startNext = queue.shift();
    if (startNext) startNext();
    else freeSlotCount += 1;
  };

  return {
    take() {
      if (freeSlotCount === 0) return null;
      freeSlotCount -= 1;
      return release;
    },
    wait(signal) {
      if (queue.length >= maxWaiting) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const start = () => {
          signal.removeEventListener("abort", abandon);
          resolve(release);
        };
        const abandon = () => {
          queue.splice(queue.indexOf(start), 1);
          reject(signal.reason);
        };
        queue.push(start);
        signal.addEventListener("abort", abandon, { once: true });
      });
    },
  };
}
