// Equal calls under way are one call. A caller that aborts leaves the call to the others. The last one ends it.

interface Flight {
  readonly controller: AbortController;
  readonly result: Promise<unknown>;
  waiters: number;
}

/** Joins the call under way with this key, or starts it. A symbol key is never equal to another, so it is never shared. */
export type SingleFlight = <T>(
  key: string | symbol,
  signal: AbortSignal | undefined,
  start: (controller: AbortController) => Promise<T>,
) => Promise<T>;

/** A key must determine its result type. Rejects with the signal's reason when the caller's signal aborts. */
export function createSingleFlight(): SingleFlight {
  const flights = new Map<string | symbol, Flight>();

  function launch(key: string | symbol, start: (controller: AbortController) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const flight: Flight = { controller, result: start(controller), waiters: 0 };
    flights.set(key, flight);
    // Before any waiter hears of it.
    const land = () => void (flights.get(key) === flight && flights.delete(key));
    flight.result.then(land, land);
    return flight;
  }

  return <T>(key: string | symbol, signal: AbortSignal | undefined, start: (c: AbortController) => Promise<T>) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const flight = flights.get(key) ?? launch(key, start);
    flight.waiters += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiters -= 1;
        if (flight.waiters === 0) {
          // Off the list first: who asks from now on must not join a call that is being torn down.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        }
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      const stay = () => signal?.removeEventListener("abort", leave);
      flight.result.then(
        (value) => {
          stay();
          resolve(value as T);
        },
        (error) => {
          stay();
          reject(error);
        },
      );
    });
  };
}
