// Sets one deadline for all calls to nodes and indexers that serve one request.
import { setMaxListeners } from "node:events";
import { UpstreamError } from "./errors.ts";

export const READING_LIMIT_MS = 8_000;

/** The longest delay of a timer that we expect in a busy process. */
const LATENESS_MS = 2_000;

/**
 * True if a duration is from 0 to its limit plus `LATENESS_MS`. Timers end work at the limit, so
 * false means that this process was suspended or its clock changed: the age of data is unknown.
 */
export function isWithin(durationMs: number, limitMs: number): boolean {
  return durationMs >= 0 && durationMs <= limitMs + LATENESS_MS;
}

/** Signals of calls that ended because this process was suspended. */
export const interruptedSignals = new WeakSet<AbortSignal>();

/**
 * Runs `work` with a signal that aborts at the deadline, or when the caller's signal aborts.
 * @throws the reason of `callerSignal` if that signal aborted, even if `work` returned a value.
 */
export async function withDeadline<T>(
  callerSignal: AbortSignal | undefined,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted();
  const controller = new AbortController();
  // Each upstream call adds a listener, and Node warns above ten listeners.
  setMaxListeners(0, controller.signal);
  const abortWithCaller = () => controller.abort(callerSignal?.reason);
  const deadlineTimer = setTimeout(
    () => controller.abort(new UpstreamError("timeout", "/")),
    deadlineMs,
  );
  callerSignal?.addEventListener("abort", abortWithCaller, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(deadlineTimer);
    callerSignal?.removeEventListener("abort", abortWithCaller);
    callerSignal?.throwIfAborted();
  }
}

/** Waits for `call`. Rejects when `signal` aborts, even if the transport ignores the signal. */
export function untilAborted<T>(signal: AbortSignal, call: Promise<T>, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAborted = () =>
      reject(isAbandoned(signal) ? new UpstreamError("aborted", path) : signal.reason);
    if (signal.aborted) rejectAborted();
    signal.addEventListener("abort", rejectAborted, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", rejectAborted));
  });
}

/** True if callers cancelled the call. False if the call runs, or if our time limit ended it. */
export function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof UpstreamError);
}
