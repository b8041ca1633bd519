// One deadline for all upstream calls of a request, told apart from an abort by the caller.
import { setMaxListeners } from "node:events";
import { UpstreamError } from "./errors.ts";

export const READING_LIMIT_MS = 8_000;

/** How late a busy process may notice that a timer has ended. */
const LATENESS_MS = 2_000;

/**
 * False where the process stood still, or its clock was set: the age of its data is then unknown.
 */
export function isWithin(durationMs: number, limitMs: number): boolean {
  return durationMs >= 0 && durationMs <= limitMs + LATENESS_MS;
}

/** Signals of readings in which a call ended because this process stood still. */
export const interruptedSignals = new WeakSet<AbortSignal>();

/**
 * Runs `work` with a signal that aborts at the deadline or with the caller's.
 * @throws the caller's reason when the caller went away, whatever `work` returned.
 */
export async function withDeadline<T>(
  callerSignal: AbortSignal | undefined,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted();
  const controller = new AbortController();
  // Every upstream call adds a listener: more than Node's warning limit of ten.
  setMaxListeners(0, controller.signal);
  const abortWithCaller = () => controller.abort(callerSignal?.reason);
  const timer = setTimeout(() => controller.abort(new UpstreamError("timeout", "/")), deadlineMs);
  callerSignal?.addEventListener("abort", abortWithCaller, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener("abort", abortWithCaller);
    callerSignal?.throwIfAborted();
  }
}

/** Rejects at the abort, even if the transport ignores the signal. */
export function untilAborted<T>(signal: AbortSignal, call: Promise<T>, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAborted = () =>
      reject(isAbandoned(signal) ? new UpstreamError("aborted", path) : signal.reason);
    if (signal.aborted) rejectAborted();
    signal.addEventListener("abort", rejectAborted, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", rejectAborted));
  });
}

/** True when the callers went away, false when our own limit ended the call. */
export function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof UpstreamError);
}
