// Callers that waited for the same answer continue one by one, each in its own turn of the event
// loop, so that other requests are answered in between.

const line: Array<() => void> = [];

/** Resolves in the order of the calls. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve);
    if (line.length === 1) setImmediate(callNext);
  });
}

function callNext(): void {
  line.shift()?.();
  if (line.length > 0) setImmediate(callNext);
}
