// Makes one call to a node or indexer: waits for a slot, limits the time, reports the result.
import type { ZodType } from "zod";
import { VERSION } from "../../version.ts";
import type { RecordResult } from "./admission.ts";
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
  readonly isClientCall: boolean;
  readonly isSpare: boolean;
  readonly keepKey: string | null;
  /** An answer of another process may replace the call up to this age, in ms. 0: always call. */
  readonly maxAgeMs: number;
}

export async function readAnswer<T>(
  upstream: Upstream,
  call: Call,
  controller: AbortController,
): Promise<Answer<T>> {
  const { now, limits, admission } = upstream;
  const { path, schema, isClientCall, isSpare, keepKey } = call;
  const { slots, keptAnswers } = laneOf(upstream, isClientCall);
  const { signal } = controller;
  const url = joinUrl(upstream.base, path);
  const endpoint = endpointName(path);
  const reporter = createReporter(upstream, endpoint);
  const abortOnTimeout = () => controller.abort(new UpstreamError("timeout", endpoint));
  const timeoutTimer = setTimeout(abortOnTimeout, limits.attemptMs);
  const attemptStartMs = now();
  const isInTime = () => isWithin(now() - attemptStartMs, limits.attemptMs);
  let releaseSlot: Release | null = null;
  try {
    releaseSlot = slots.take() ?? (await slots.wait(signal).catch(() => null));
    if (!releaseSlot)
      throw new UpstreamError(isAbandoned(signal) ? "aborted" : "skipped", endpoint);
    const { admitNetworkCall, admitClientCall } = admission;
    reporter.start(
      isClientCall ? admitClientCall(endpoint, schema, isSpare) : admitNetworkCall(endpoint),
    );
    const askedAtMs = now();
    const responsePromise = receive(upstream, url, endpoint, signal, call.maxAgeMs);
    const { response, parsedResponse } = await untilAborted(signal, responsePromise, endpoint);
    if (!isInTime()) throw new UpstreamError("timeout", endpoint);
    const callTimes = { askedAtMs, receivedAtMs: now() };
    const answer = toAnswer<T>({ response, parsedResponse }, schema, endpoint, callTimes);
    reporter.answered(answer, response.readEarlier === undefined);
    if (keepKey !== null)
      keptAnswers.keep(keepKey, {
        askedAtMs: answer.askedAtMs,
        byteCount: parsedResponse.byteCount,
        answer,
      });
    return answer;
  } catch (cause) {
    const failure = cause instanceof ShapeError ? cause : transportError(cause, endpoint);
    // Over 2 s late or a negative duration: this process was suspended, or its clock changed. Such
    // a failure says nothing about the node or indexer, so the error becomes "aborted".
    const finalError = isInTime() ? failure : new UpstreamError("aborted", endpoint);
    reporter.failed(finalError);
    // A failed client request is not cached, so that the client can retry at once.
    if (keepKey !== null && !isClientCall && isUnusableAnswer(finalError))
      keptAnswers.keep(keepKey, { askedAtMs: now(), byteCount: 0, answer: finalError });
    // Ends the download, because nobody will read the rest of the body.
    controller.abort();
    throw finalError;
  } finally {
    releaseSlot?.();
    clearTimeout(timeoutTimer);
  }
}

interface RawAndParsedResponse {
  readonly response: UpstreamResponse;
  readonly parsedResponse: ParsedResponse;
}

async function receive(
  { transport, limits, now }: Upstream,
  url: URL,
  endpoint: string,
  signal: AbortSignal,
  maxAgeMs: number,
): Promise<RawAndParsedResponse> {
  const requestInit = { headers: requestHeaders, signal, ...(maxAgeMs > 0 && { maxAgeMs }) };
  const response = await transport(url, requestInit);
  const parsedResponse = await readResponse(response, endpoint, limits.backOffMaxMs, now());
  return { response, parsedResponse };
}

function toAnswer<T>(
  { response, parsedResponse }: RawAndParsedResponse,
  schema: ZodType,
  endpoint: string,
  callTimes: Pick<Answer<T>, "askedAtMs" | "receivedAtMs">,
): Answer<T> {
  const { askedAtMs, receivedAtMs } = response.readEarlier ?? callTimes;
  const { serverDateMs, height } = parsedResponse;
  const value = parseShape(schema, endpoint, parsedResponse.value) as T;
  response.accept?.();
  return { value, askedAtMs, receivedAtMs, serverDateMs, height };
}

function createReporter({ watch }: Upstream, endpoint: string) {
  let startedAtMs: number | null = null;
  let recordResult: RecordResult = () => undefined;
  const secondsSinceStart = () =>
    startedAtMs === null ? null : (performance.now() - startedAtMs) / 1000;

  return {
    start(record: RecordResult): void {
      recordResult = record;
      startedAtMs = performance.now();
    },
    answered({ serverDateMs, receivedAtMs }: Answer<unknown>, isOwnCall: boolean): void {
      recordResult(null);
      const skewMs = serverDateMs === null ? null : serverDateMs - receivedAtMs;
      const callSeconds = isOwnCall ? secondsSinceStart() : null;
      watch?.({ path: endpoint, seconds: callSeconds, error: null, skewMs });
    },
    failed(error: CallError): void {
      recordResult(error);
      watch?.({ path: endpoint, seconds: secondsSinceStart(), error, skewMs: null });
    },
  };
}
