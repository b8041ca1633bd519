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
    const giveSlotToNext = queue.shift();
    if (giveSlotToNext) giveSlotToNext();
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
        const giveSlot = () => {
          signal.removeEventListener("abort", leaveQueue);
          resolve(release);
        };
        const leaveQueue = () => {
          queue.splice(queue.indexOf(giveSlot), 1);
          reject(signal.reason);
        };
        queue.push(giveSlot);
        signal.addEventListener("abort", leaveQueue, { once: true });
      });
    },
  };
}
