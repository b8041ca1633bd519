// Callers that waited for the same answer continue one by one, each in its own turn of the event loop. Other requests are answered
// in between.

const line: Array<() => void> = [];

/** Resolves in a turn of the event loop in which no other caller goes on, in the order of the calls. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve);
    if (line.length === 1) setImmediate(callNext);
  });
}

/** Runs as long as somebody waits. */
function callNext(): void {
  line.shift()?.();
  if (line.length > 0) setImmediate(callNext);
}
