// One deadline for all that a request costs. It ends the upstream calls; the caller's own abort does too, and is told apart.
import { setMaxListeners } from "node:events";
import { UpstreamError } from "./errors.ts";

/** All that one reading of the network may take. */
export const READING_LIMIT_MS = 8_000;

/** A busy process notices the end of a limit late, by less than this. */
const LATENESS_MS = 2_000;

/**
 * Whether what took so long by the clock kept to a limit on a timer. If not, the process stood still meanwhile, or its clock was set:
 * nobody knows how old is what it read.
 */
export function isWithin(tookMs: number, limitMs: number): boolean {
  return tookMs >= 0 && tookMs <= limitMs + LATENESS_MS;
}

/** Of readings: one of their calls ended because this process stood still. */
export const interrupted = new WeakSet<AbortSignal>();

/**
 * Runs `work` with a signal that aborts at the deadline or with the caller's.
 * @throws the caller's reason when the caller went away, whatever `work` made of it.
 */
export async function withDeadline<T>(
  caller: AbortSignal | undefined,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  // Each of a reading's calls listens, and there are more of them than Node takes for a leak.
  setMaxListeners(0, controller.signal);
  const leave = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new UpstreamError("timeout", "/")), deadlineMs);
  caller?.addEventListener("abort", leave, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", leave);
    caller?.throwIfAborted();
  }
}

/** Rejects at the abort even where the transport does not listen to its signal. `name`: the path of the call. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(isLeft(signal) ? new UpstreamError("aborted", name) : signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** True when the callers went away, false when our own limit ended the call. */
export function isLeft(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof UpstreamError);
}
