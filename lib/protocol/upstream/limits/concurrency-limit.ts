// How many calls one provider gets at a time; the rest wait in line, and a line that is too long is refused.

/** Gives a taken slot back. Call it once. */
export type Release = () => void;

export function createConcurrencyLimit(limits: { readonly inFlight: number; readonly waiting: number }) {
  let free = limits.inFlight;
  const line: Array<() => void> = [];

  const release = () => {
    const next = line.shift();
    if (next) next();
    else free += 1;
  };

  return {
    /** Null where no slot is free. */
    take(): Release | null {
      if (free === 0) return null;
      free -= 1;
      return release;
    },
    /** Resolves when a slot was given back, with null where the line is full. Rejects with the signal's reason when it aborts before. */
    wait(signal: AbortSignal): Promise<Release | null> {
      if (line.length >= limits.waiting) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener("abort", leave);
          resolve(release);
        };
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          reject(signal.reason);
        };
        line.push(enter);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}
