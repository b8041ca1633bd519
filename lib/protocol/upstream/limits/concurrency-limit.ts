// How many calls one provider gets at a time; the rest wait in line, and a line that is too long is refused.

/** A taken slot: call it once to give the slot back. */
type Release = () => void;

/** Resolves with a release; null when the line is full. Rejects with the signal's reason when it aborts while waiting. */
export type Acquire = (signal: AbortSignal) => Promise<Release | null>;

export function createConcurrencyLimit(limits: { readonly inFlight: number; readonly waiting: number }): Acquire {
  let free = limits.inFlight;
  const line: Array<() => void> = [];

  const release = () => {
    const next = line.shift();
    if (next) next();
    else free += 1;
  };

  return (signal) => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve(release);
    }
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
  };
}
