// Equal calls under way are one call. A caller that aborts leaves the call to the others. The last one ends it.

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly waiters: Waiter[];
}

/**
 * Joins the call under way with a key, or starts it. A symbol key is never equal to another, so it is never shared. A key must determine
 * its result type. Rejects with the signal's reason when the caller's signal aborts.
 */
export function createSingleFlight() {
  // No Map: the tables that a Map leaves behind as it is filled and emptied keep what was in them alive until V8 collects its whole heap.
  const flights: Record<string | symbol, Flight | undefined> = Object.create(null);

  function launch(key: string | symbol, start: (controller: AbortController) => Promise<unknown>): Flight {
    const flight: Flight = { controller: new AbortController(), waiters: [] };
    flights[key] = flight;
    start(flight.controller).then(
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

  return <T>(key: string | symbol, signal: AbortSignal | undefined, start: (by: AbortController) => Promise<T>) => {
    if (signal?.aborted) return Promise.reject<T>(signal.reason);
    const flight = flights[key] ?? launch(key, start);
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiters.splice(flight.waiters.indexOf(waiter), 1);
        if (flight.waiters.length === 0) {
          // Off the list first: who asks from now on must not join a call that is being torn down.
          remove(key, flight);
          flight.controller.abort();
        }
        reject(signal?.reason);
      };
      const stay = () => signal?.removeEventListener("abort", leave);
      const waiter: Waiter = {
        resolve(value) {
          stay();
          resolve(value as T);
        },
        reject(error) {
          stay();
          reject(error);
        },
      };
      flight.waiters.push(waiter);
      signal?.addEventListener("abort", leave, { once: true });
    });
  };
}
