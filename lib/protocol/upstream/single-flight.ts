// Callers with an equal key share one running call. The call ends when its last caller aborts.

interface Waiter {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Flight {
  readonly controller: AbortController;
  readonly waiters: Waiter[];
}

/** Callers with an equal key must expect one type. An abort rejects only that caller's promise. */
export function createSingleFlight() {
  // Not a Map: V8 keeps deleted entries of a Map in memory until a full garbage collection.
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
      const leaveFlight = () => {
        flight.waiters.splice(flight.waiters.indexOf(waiter), 1);
        if (flight.waiters.length === 0) {
          // The call is removed before the abort, so that no new caller joins an ending call.
          remove(key, flight);
          flight.controller.abort();
        }
        reject(signal?.reason);
      };
      const removeAbortListener = () => signal?.removeEventListener("abort", leaveFlight);
      const waiter: Waiter = {
        resolve(value) {
          removeAbortListener();
          resolve(value as T);
        },
        reject(error) {
          removeAbortListener();
          reject(error);
        },
      };
      flight.waiters.push(waiter);
      signal?.addEventListener("abort", leaveFlight, { once: true });
    });
  };
}
