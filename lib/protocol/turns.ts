// Callers that waited for the same answer continue one by one, each in its own turn of the event
// loop, so that other requests are answered in between.

const queue: Array<() => void> = [];

/** Resolves in the order of the calls. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve);
    if (queue.length === 1) setImmediate(resolveNext);
  });
}

function resolveNext(): void {
  queue.shift()?.();
  if (queue.length > 0) setImmediate(resolveNext);
}
