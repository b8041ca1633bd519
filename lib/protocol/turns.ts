// Callers that waited for the same answer continue in separate turns of the event loop. In between,
// the server answers other requests.

const queue: Array<() => void> = [];

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
