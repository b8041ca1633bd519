// Equal calls under way share one call, which ends when its last caller aborts.

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly waiters: Waiter[];
}

/**
 * Joins the call with this key, or starts it. A symbol key is never shared.
 * A key must determine its result type. Rejects with the signal's reason when that aborts.
 */
export function createSingleFlight() {
  // Not a Map: its old tables keep their entries alive until V8 collects the whole heap.
  const flights: Record<string | symbol, Flight | undefined> = Object.create(null);

  function launch(
    key: string | symbol,
    startCall: (controller: AbortController) => Promise<unknown>,
  ): Flight {
    const flight: Flight = { controller: new AbortController(), waiters: [] };
    flights[key] = flight;
    startCall(flight.controller).then(
      (value) => {
        remove(key, flight);
        for (const waiter of flight.waiters) waiter.resolve(value);
      },
      (error) => {
        remove(key, flight);
        for (const waiter of flight.waiters) waiter.reject(error);
      },
    );
    return flight;
  }

  function remove(key: string | symbol, flight: Flight): void {
    if (flights[key] === flight) delete flights[key];
  }

  return <T>(
    key: string | symbol,
    signal: AbortSignal | undefined,
    startCall: (controller: AbortController) => Promise<T>,
  ) => {
    if (signal?.aborted) return Promise.reject<T>(signal.reason);
    const flight = flights[key] ?? launch(key, startCall);
    return new Promise<T>((resolve, reject) => {
      const abandon = () => {
        flight.waiters.splice(flight.waiters.indexOf(waiter), 1);
        if (flight.waiters.length === 0) {
          // Removed first: a new caller must not join a call that is being aborted.
          remove(key, flight);
          flight.controller.abort();
        }
        reject(signal?.reason);
      };
      const removeListener = () => signal?.removeEventListener("abort", abandon);
      const waiter: Waiter = {
        resolve(value) {
          removeListener();
          resolve(value as T);
        },
        reject(error) {
          removeListener();
          reject(error);
        },
      };
      flight.waiters.push(waiter);
      signal?.addEventListener("abort", abandon, { once: true });
    });
  };
}
