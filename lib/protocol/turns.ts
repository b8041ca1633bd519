// Whoever waited for the same answer goes on in a turn of their own, so that other requests are answered in between.

const waiting: (() => void)[] = [];

/** Resolves in a turn of the event loop in which no other caller goes on, in the order of the calls. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}
