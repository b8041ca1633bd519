// One call to an upstream: it waits for a slot, is admitted, made in time, and reported.
import type { ZodType } from "zod";
import { VERSION } from "../../version.ts";
import type { Settle } from "./admission.ts";
import { type Answer, type ParsedResponse, readResponse } from "./answer.ts";
import type { Release } from "./concurrency-limit.ts";
import { isAbandoned, isWithin, untilAborted } from "./deadline.ts";
import { type CallError, isUnusableAnswer, ShapeError, UpstreamError } from "./errors.ts";
import { parseShape } from "./parse-shape.ts";
import type { UpstreamResponse } from "./transport.ts";
import { transportError } from "./transport-error.ts";
import { laneOf, type Upstream } from "./upstream.ts";
import { endpointName, joinUrl } from "./url.ts";

const requestHeaders = {
  accept: "application/json",
  "cache-control": "no-cache",
  "user-agent": `Signpost/${VERSION} (+read-only)`,
  "x-client-id": "signpost",
};

export interface Call {
  readonly path: string;
  readonly schema: ZodType;
  readonly isQuestion: boolean;
  /** Null: the answer is not kept. */
  readonly keptKey: string | null;
  /** Oldest answer of another process that will do. */
  readonly maxAgeMs: number;
}

export async function readAnswer<T>(
  upstream: Upstream,
  call: Call,
  controller: AbortController,
): Promise<Answer<T>> {
  const { now, limits, admission } = upstream;
  const { path, schema, isQuestion, keptKey } = call;
  const { slots, kept } = laneOf(upstream, isQuestion);
  const { signal } = controller;
  const url = joinUrl(upstream.base, path);
  const name = endpointName(path);
  const report = createReport(upstream, name);
  const abortLate = () => controller.abort(new UpstreamError("timeout", name));
  const timer = setTimeout(abortLate, limits.attemptMs);
  const begunAtMs = now();
  const isInTime = () => isWithin(now() - begunAtMs, limits.attemptMs);
  let release: Release | null = null;
  try {
    // Skipped where the queue is full or does not move in time.
    release = slots.take() ?? (await slots.wait(signal).catch(() => null));
    if (!release) throw new UpstreamError(isAbandoned(signal) ? "aborted" : "skipped", name);
    report.start(isQuestion ? admission.admitQuestion(name, schema) : admission.admitFact(name));
    const askedAtMs = now();
    const receiving = receive(upstream, url, name, signal, call.maxAgeMs);
    const received = await untilAborted(signal, receiving, name);
    if (!isInTime()) throw new UpstreamError("timeout", name);
    const answer = toAnswer<T>(received, schema, name, { askedAtMs, receivedAtMs: now() });
    const { response, parsed } = received;
    report.answered(answer, response.readEarlier === undefined);
    if (keptKey !== null)
      kept.keep(keptKey, { askedAtMs: answer.askedAtMs, bytes: parsed.bytes, answer });
    return answer;
  } catch (cause) {
    const failure = cause instanceof ShapeError ? cause : transportError(cause, name);
    // A process that stood still learnt nothing about the upstream.
    const error = isInTime() ? failure : new UpstreamError("aborted", name);
    report.failed(error);
    // A failed question is not kept: a client waits, and asks again at once.
    if (keptKey !== null && !isQuestion && isUnusableAnswer(error))
      kept.keep(keptKey, { askedAtMs: now(), bytes: 0, answer: error });
    // Ends the download of a body that nobody will read.
    controller.abort();
    throw error;
  } finally {
    release?.();
    clearTimeout(timer);
  }
}

interface Received {
  readonly response: UpstreamResponse;
  readonly parsed: ParsedResponse;
}

async function receive(
  { transport, limits, now }: Upstream,
  url: URL,
  name: string,
  signal: AbortSignal,
  maxAgeMs: number,
): Promise<Received> {
  const init = { headers: requestHeaders, signal, ...(maxAgeMs > 0 && { maxAgeMs }) };
  const response = await transport(url, init);
  return { response, parsed: await readResponse(response, name, limits.backOffMaxMs, now()) };
}

/** @throws ShapeError */
function toAnswer<T>(
  { response, parsed }: Received,
  schema: ZodType,
  name: string,
  ownTimes: Pick<Answer<T>, "askedAtMs" | "receivedAtMs">,
): Answer<T> {
  const { askedAtMs, receivedAtMs } = response.readEarlier ?? ownTimes;
  const { serverDateMs, height } = parsed;
  const value = parseShape(schema, name, parsed.value) as T;
  response.accept?.();
  return { value, askedAtMs, receivedAtMs, serverDateMs, height };
}

/** Tells the admission and the watcher how a call ended. */
function createReport({ watch }: Upstream, name: string) {
  let startMs: number | null = null;
  let settle: Settle = () => undefined;
  const secondsSinceStart = () => (startMs === null ? null : (performance.now() - startMs) / 1000);

  return {
    start(settleAdmitted: Settle): void {
      settle = settleAdmitted;
      startMs = performance.now();
    },
    answered({ serverDateMs, receivedAtMs }: Answer<unknown>, isOwnCall: boolean): void {
      settle(null);
      const skewMs = serverDateMs === null ? null : serverDateMs - receivedAtMs;
      const seconds = isOwnCall ? secondsSinceStart() : null;
      watch?.({ path: name, seconds, error: null, skewMs });
    },
    failed(error: CallError): void {
      settle(error);
      watch?.({ path: name, seconds: secondsSinceStart(), error, skewMs: null });
    },
  };
}
