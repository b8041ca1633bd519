// Callers that waited for the same answer continue one by one, each in its own turn of the event loop. Other requests are answered
// in between.

let last = Promise.resolve();

/** Resolves in a turn of the event loop in which no other caller goes on, in the order of the calls. */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
