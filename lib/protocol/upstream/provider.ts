// One upstream behind hard limits: time, size, concurrency, pauses and a circuit breaker.
import { LRUCache } from "lru-cache";
import type { ZodType, z } from "zod";
import { VERSION } from "../../version.ts";
import { onceFor } from "../values/once.ts";
import { parseAnswer, transportError, type UpstreamResponse } from "./answer.ts";
import { BUDGET_SPENT, type CallBudget, createCallBudget } from "./call-budget.ts";
import {
  type Breaker,
  type BreakerLimits,
  type CallOutcome,
  createBreaker,
} from "./circuit-breaker.ts";
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
  type Release,
} from "./concurrency-limit.ts";
import { interruptedSignals, isAbandoned, isWithin, untilAborted } from "./deadline.ts";
import { isRefusal, isUnusableAnswer, ShapeError, UpstreamError } from "./errors.ts";
import { parseShape } from "./parse-shape.ts";
import { createSingleFlight } from "./single-flight.ts";
import { endpointName, joinUrl, operatorOf } from "./url.ts";

/** It must not follow redirects, and should end the call when the signal aborts. */
export type Transport<Response extends UpstreamResponse = UpstreamResponse> = (
  url: URL,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    /** Oldest answer of another process that will do. Absent: make the call. */
    maxAgeMs?: number;
  },
) => Promise<Response>;

export interface UpstreamCall {
  readonly path: string;
  /** Null where no call was made, or another process made it. */
  readonly seconds: number | null;
  readonly error: UpstreamError | ShapeError | null;
  readonly skewMs: number | null;
}

/** Shared between callers: treat `value` as read-only. */
export interface Answer<T> {
  readonly value: T;
  /** When the call began, by our clock: the data may be as old as that. */
  readonly askedAtMs: number;
  /** When the whole body had been read, by our clock. */
  readonly receivedAtMs: number;
  readonly serverDateMs: number | null;
  readonly height: number | null;
}

export interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Oldest kept answer that will do. 0 or absent: none is kept. */
  readonly keepMs?: number | undefined;
  /** Join an equal call under way although nothing is kept. Implied by `keepMs`. */
  readonly share?: boolean | undefined;
  /**
   * A client chose the subject: a quote, a transaction. Such a call takes nothing that facts of
   * safety need, and its failure proves nothing against the provider.
   */
  readonly isQuestion?: boolean | undefined;
  /** Called after a failure that a healthy upstream has now and then. True: call once more. */
  readonly mayRetry?: (() => boolean) | undefined;
}

export interface Provider {
  readonly kind: "node" | "indexer";
  readonly index: number;
  /** Two upstreams of one operator count as one witness. */
  readonly operator: string;
  /**
   * `path` ("/thorchain/pools", with its query) is joined to the base URL. Calls are shared by path
   * and schema object.
   * @throws UpstreamError ("skipped": no call was made), ShapeError, or the signal's reason.
   */
  get<T extends ZodType>(
    path: string,
    schema: T,
    options?: GetOptions,
  ): Promise<Answer<z.output<T>>>;
  /** True: a caller with a choice asks another. Counts failed questions of this kind too. */
  isDegraded(schema: ZodType): boolean;
}

export interface Limits extends BreakerLimits {
  /** One whole call: waiting for a slot, connecting, headers and body. */
  readonly attemptMs: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly questionsInFlight: number;
  readonly questionsWaiting: number;
  readonly keptAnswers: number;
  readonly keptBytes: number;
}

const defaultLimits: Limits = {
  attemptMs: 2_500,
  inFlight: 16,
  waiting: 256,
  questionsInFlight: 8,
  questionsWaiting: 64,
  keptAnswers: 256,
  keptBytes: 16 * 1024 * 1024,
  breakerFailures: 3,
  breakerOpenMs: 5_000,
  backOffMinMs: 500,
  backOffMaxMs: 30_000,
};

const requestHeaders = {
  accept: "application/json",
  "cache-control": "no-cache",
  "user-agent": `Signpost/${VERSION} (+read-only)`,
  "x-client-id": "signpost",
};

const UNUSABLE_KEEP_MS = 10_000;

interface CacheEntry {
  readonly askedAtMs: number;
  readonly bytes: number;
  readonly answer: Answer<unknown> | UpstreamError | ShapeError;
}

interface ProviderSetup {
  readonly kind: Provider["kind"];
  readonly index: number;
  readonly baseUrl: string;
  readonly operator?: string | undefined;
  readonly transport: Transport;
  readonly now: () => number;
  readonly limits?: Partial<Limits> | undefined;
  readonly questionCallsPerMinute?: number | undefined;
  readonly random?: (() => number) | undefined;
  readonly watch?: ((call: UpstreamCall) => void) | undefined;
}

/**
 * `now` in epoch milliseconds rules ages, pauses and the breaker; one call's own limit runs on a
 * real timer. `random` is uniform in [0, 1).
 */
export function createProvider(setup: ProviderSetup): Provider {
  const { now } = setup;
  const upstream = createUpstream(setup);
  const { base, breaker, failedQuestions, limits } = upstream;
  const singleFlight = createSingleFlight();
  let schemaCount = 0;
  const schemaNumber = onceFor((_: ZodType) => {
    schemaCount += 1;
    return schemaCount;
  });

  return {
    kind: setup.kind,
    index: setup.index,
    operator: setup.operator ?? operatorOf(base),
    isDegraded: (schema) =>
      breaker.isDegraded() || failedQuestions(schema).inRow >= limits.breakerFailures,
    async get<T extends ZodType>(
      path: string,
      schema: T,
      options: GetOptions = {},
    ): Promise<Answer<z.output<T>>> {
      const { signal, keepMs = 0, share = keepMs > 0, isQuestion = false, mayRetry } = options;
      signal?.throwIfAborted();
      const key = `${isQuestion ? "question" : "fact"} ${schemaNumber(schema)} ${path}`;
      const entry = keepMs > 0 ? laneOf(upstream, isQuestion).cache.get(key) : undefined;
      if (entry && isYoung(entry, now(), keepMs)) {
        if (entry.answer instanceof Error) throw entry.answer;
        return entry.answer as Answer<z.output<T>>;
      }
      const call: Call = {
        path,
        schema,
        isQuestion,
        cacheKey: keepMs > 0 ? key : null,
        maxAgeMs: isQuestion ? 0 : keepMs,
      };
      const attempt = () =>
        singleFlight<Answer<z.output<T>>>(share ? key : Symbol(path), signal, (controller) =>
          readAnswer(upstream, call, controller),
        );
      try {
        return await attempt().catch((error: unknown) => {
          if (signal?.aborted || !isTransient(error) || !mayRetry?.()) throw error;
          return attempt();
        });
      } catch (error) {
        if (signal && error instanceof UpstreamError && error.fault === "aborted")
          interruptedSignals.add(signal);
        throw error;
      }
    },
  };
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return ["reset", "not_json"].includes(error.fault) || [500, 502, 504].includes(error.status ?? 0);
}

/** A negative age means that the clock was set back: the answer's age is unknown. */
function isYoung({ askedAtMs, answer }: CacheEntry, nowMs: number, keepMs: number): boolean {
  const ageMs = nowMs - askedAtMs;
  const maxAgeMs = answer instanceof Error ? Math.min(keepMs, UNUSABLE_KEEP_MS) : keepMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}

interface Call {
  readonly path: string;
  readonly schema: ZodType;
  readonly isQuestion: boolean;
  /** Null: the answer is not kept. */
  readonly cacheKey: string | null;
  readonly maxAgeMs: number;
}

interface Lane {
  readonly slots: ConcurrencyLimit;
  readonly cache: LRUCache<string, CacheEntry>;
}

interface Upstream extends Pick<ProviderSetup, "transport" | "now" | "watch"> {
  readonly limits: Limits;
  readonly base: URL;
  /** Only facts open and close it: clients must not take the provider from the safety judgement. */
  readonly breaker: Breaker;
  readonly questionBudget: CallBudget | null;
  /** By kind. Failed questions only move the provider behind others. */
  readonly failedQuestions: (schema: ZodType) => { inRow: number };
  readonly facts: Lane;
  readonly questions: Lane;
}

function createUpstream(setup: ProviderSetup): Upstream {
  const { transport, now, random = Math.random, watch, questionCallsPerMinute } = setup;
  const limits: Limits = { ...defaultLimits, ...setup.limits };
  const createLane = (inFlight: number, waiting: number): Lane => ({
    slots: createConcurrencyLimit(inFlight, waiting),
    cache: new LRUCache<string, CacheEntry>({
      max: limits.keptAnswers,
      maxSize: limits.keptBytes,
      sizeCalculation: (entry) => entry.bytes + 1,
    }),
  });
  return {
    transport,
    now,
    watch,
    limits,
    base: new URL(setup.baseUrl),
    breaker: createBreaker(limits, now, random),
    questionBudget:
      questionCallsPerMinute === undefined ? null : createCallBudget(questionCallsPerMinute, now),
    failedQuestions: onceFor((_: ZodType) => ({ inRow: 0 })),
    facts: createLane(limits.inFlight, limits.waiting),
    questions: createLane(limits.questionsInFlight, limits.questionsWaiting),
  };
}

/** Questions have their own slots and cache: clients cannot fill those of facts. */
const laneOf = ({ facts, questions }: Upstream, isQuestion: boolean): Lane =>
  isQuestion ? questions : facts;

async function readAnswer<T>(
  upstream: Upstream,
  call: Call,
  controller: AbortController,
): Promise<Answer<T>> {
  const { path, schema, isQuestion, cacheKey, maxAgeMs } = call;
  const { transport, limits, now, watch } = upstream;
  const { slots, cache } = laneOf(upstream, isQuestion);
  const url = joinUrl(upstream.base, path);
  const { signal } = controller;
  const name = endpointName(path);
  const abortLate = () => controller.abort(new UpstreamError("timeout", name));
  const timer = setTimeout(abortLate, limits.attemptMs);
  const begunAtMs = now();
  let startMs: number | null = null;
  let release: Release | null = null;
  let settle: Settle = () => undefined;
  const report = (error: UpstreamCall["error"], skewMs: number | null = null) => {
    settle(error);
    const seconds = startMs === null ? null : (performance.now() - startMs) / 1000;
    watch?.({ path: name, seconds, error, skewMs });
  };
  const keep = (entry: CacheEntry) => cacheKey !== null && cache.set(cacheKey, entry);
  try {
    // Skipped where the queue is full or does not move in time.
    release = slots.take() ?? (await slots.wait(signal).catch(() => null));
    if (!release) throw new UpstreamError(isAbandoned(signal) ? "aborted" : "skipped", name);
    settle = isQuestion ? admitQuestion(upstream, schema, name) : admitFact(upstream, name);
    const calledAtMs = now();
    startMs = performance.now();
    const init = { headers: requestHeaders, signal, ...(maxAgeMs > 0 && { maxAgeMs }) };
    const exchange = transport(url, init).then(async (response) => {
      return { response, parsed: await parseAnswer(response, name, limits, now()) };
    });
    const { response, parsed } = await untilAborted(signal, exchange, name);
    if (!isWithin(now() - begunAtMs, limits.attemptMs)) throw new UpstreamError("timeout", name);
    const times = response.readEarlier ?? { askedAtMs: calledAtMs, receivedAtMs: now() };
    const { value, bytes, serverDateMs, height } = parsed;
    const { askedAtMs, receivedAtMs } = times;
    const answer = {
      value: parseShape(schema, name, value) as T,
      askedAtMs,
      receivedAtMs,
      serverDateMs,
      height,
    };
    response.accept?.();
    if (response.readEarlier) startMs = null;
    report(null, serverDateMs === null ? null : serverDateMs - receivedAtMs);
    keep({ askedAtMs, bytes, answer });
    return answer;
  } catch (cause) {
    const failure = cause instanceof ShapeError ? cause : transportError(cause, name);
    // A process that stood still learnt nothing about the upstream.
    const error = isWithin(now() - begunAtMs, limits.attemptMs)
      ? failure
      : new UpstreamError("aborted", name);
    report(error);
    // A failed question is not kept: a client waits, and asks again at once.
    if (!isQuestion && isUnusableAnswer(error)) keep({ askedAtMs: now(), bytes: 0, answer: error });
    // Ends the download of a body that nobody will read.
    controller.abort();
    throw error;
  } finally {
    release?.();
    clearTimeout(timer);
  }
}

type Settle = (error: UpstreamCall["error"]) => void;

function admitFact({ breaker, questionBudget }: Upstream, name: string): Settle {
  const { waitMs, isProbe } = breaker.admit();
  if (waitMs > 0) throw new UpstreamError("skipped", name, { retryAfterMs: waitMs });
  return (error) => {
    const status = error instanceof UpstreamError ? error.status : null;
    if (status === 429 || status === 503) breaker.backOff((error as UpstreamError).retryAfterMs);
    if (status === 429) questionBudget?.empty();
    breaker.settle(isProbe, outcomeOf(error));
  };
}

/**
 * A question is never the breaker's probe.
 * @throws UpstreamError "skipped" while the breaker is not closed, or the budget is spent.
 */
function admitQuestion(upstream: Upstream, schema: ZodType, name: string): Settle {
  const { breaker, questionBudget } = upstream;
  if (breaker.isDegraded()) throw new UpstreamError("skipped", name);
  const waitMs = questionBudget?.take() ?? 0;
  if (waitMs > 0)
    throw new UpstreamError("skipped", name, { retryAfterMs: waitMs, code: BUDGET_SPENT });
  return (error) => {
    if (error instanceof UpstreamError && error.status === 429) questionBudget?.empty();
    const failed = upstream.failedQuestions(schema);
    if (error === null || isRefusal(error)) failed.inRow = 0;
    else if (outcomeOf(error) !== "ignored") failed.inRow += 1;
  };
}

/** A missing endpoint must not cost the provider's other endpoints anything. */
function outcomeOf(error: UpstreamCall["error"]): CallOutcome {
  if (error === null || isUnusableAnswer(error)) return "alive";
  const { fault, status } = error as UpstreamError;
  const isNoEvidence = fault === "aborted" || fault === "skipped" || status === 429;
  return isNoEvidence ? "ignored" : "failed";
}
