// One upstream behind hard limits: time, size, calls at once, pauses and a breaker.
// What it keeps is never older than asked.
import { LRUCache } from "lru-cache";
import type { ZodType, z } from "zod";
import { VERSION } from "../../version.ts";
import { onceFor } from "../values/once.ts";
import { parseAnswer, transportError, type UpstreamResponse } from "./answer.ts";
import { interrupted, isLeft, isWithin, untilAborted } from "./deadline.ts";
import { isRefusal, isUnusableAnswer, ShapeError, UpstreamError } from "./errors.ts";
import {
  type BreakerLimits,
  BUDGET_SPENT,
  type CallOutcome,
  createBreaker,
  createCallBudget,
  createConcurrencyLimit,
  createSingleFlight,
  type Release,
} from "./limits.ts";
import { parseShape } from "./parse-shape.ts";
import { endpointName, joinUrl, operatorOf } from "./url.ts";

/** How bytes are fetched. It must not follow redirects, and should let go when the signal aborts. */
export type Transport<Answered extends UpstreamResponse = UpstreamResponse> = (
  url: URL,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    /** Of a fact that all processes need: one that was asked for less than this long ago will do. Absent: the call is to be made. */
    maxAgeMs?: number;
  },
) => Promise<Answered>;

/** One call as its operator sees it. */
export interface UpstreamCall {
  /** The path, without its query. */
  readonly path: string;
  /** From the call to its whole answer or its fault; null where no call was made, also because another process had made it. */
  readonly seconds: number | null;
  readonly error: UpstreamError | ShapeError | null;
  /** The upstream's clock less ours; null where it told none. */
  readonly skewMs: number | null;
}

/** Shared between callers: treat `value` as read-only. */
export interface Answer<T> {
  readonly value: T;
  /** When the call began, by our clock: what it tells may be as old as that. */
  readonly askedAtMs: number;
  /** When the whole body had been read, by our clock. */
  readonly receivedAtMs: number;
  /** The upstream's `Date` header; null when absent or unreadable. */
  readonly serverDateMs: number | null;
  /** Of the state that it is made from, by its header; null where it names none. */
  readonly height: number | null;
}

export interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** An answer asked for less than this long ago may be given again. 0 or absent: none is kept. */
  readonly keepMs?: number | undefined;
  /** Join an equal call under way although nothing is kept. Implied by `keepMs`. */
  readonly share?: boolean | undefined;
  /**
   * A client chose what is asked: a quote, a transaction. The call takes nothing that the facts of
   * safety need, and its failure proves nothing against the provider.
   */
  readonly isQuestion?: boolean | undefined;
  /** Called after a failure that a healthy upstream has now and then. True: call once more. */
  readonly mayRetry?: (() => boolean) | undefined;
}

export interface Provider {
  readonly kind: "node" | "indexer";
  readonly index: number;
  /** Who runs it. Two upstreams of one operator are one witness. */
  readonly operator: string;
  /**
   * Reads `path` ("/thorchain/pools", with its query), joined to the base URL, in the schema's shape.
   * Pass one schema object per endpoint: calls are shared by path and schema.
   * @throws UpstreamError when nothing usable arrived ("skipped": no call was made); ShapeError when the shape is wrong.
   * The caller's own abort rejects with its signal's reason.
   */
  get<T extends ZodType>(
    path: string,
    schema: T,
    options?: GetOptions,
  ): Promise<Answer<z.output<T>>>;
  /** Whether a caller with a choice asks another, also after failed questions of this kind. */
  isDegraded(schema: ZodType): boolean;
}

export interface Limits extends BreakerLimits {
  /** One call in all: waiting in line, connecting, headers and body. */
  readonly attemptMs: number;
  /** Calls at once, and how many may wait for one of them to end. */
  readonly inFlight: number;
  readonly waiting: number;
  /** The same of questions, beside the others. */
  readonly questionsInFlight: number;
  readonly questionsWaiting: number;
  /** Of facts, and as many again of questions. */
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

/** Of a fact, an unusable answer is kept as long as a usable one would be, and at most this long. */
const UNUSABLE_KEEP_MS = 10_000;

interface Kept {
  readonly askedAtMs: number;
  readonly bytes: number;
  readonly answer: Answer<unknown> | UpstreamError | ShapeError;
}

interface ProviderSetup {
  readonly kind: Provider["kind"];
  readonly index: number;
  readonly baseUrl: string;
  /** As configured; else as the address tells. */
  readonly operator?: string | undefined;
  readonly transport: Transport;
  readonly now: () => number;
  readonly limits?: Partial<Limits> | undefined;
  /** How many calls a minute clients' questions may cost. Absent: as many as they do. */
  readonly questionCallsPerMinute?: number | undefined;
  readonly random?: (() => number) | undefined;
  /** Told of every call, and of every one that was not made. */
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
  let schemas = 0;
  const schemaNumber = onceFor((_: ZodType) => {
    schemas += 1;
    return schemas;
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
      const entry = keepMs > 0 ? laneOf(upstream, isQuestion).kept.get(key) : undefined;
      if (entry && isYoung(entry, now(), keepMs)) {
        if (entry.answer instanceof Error) throw entry.answer;
        return entry.answer as Answer<z.output<T>>;
      }
      const request: Call = {
        path,
        schema,
        isQuestion,
        keepAs: keepMs > 0 ? key : null,
        maxAgeMs: isQuestion ? 0 : keepMs,
      };
      const ask = () =>
        singleFlight<Answer<z.output<T>>>(share ? key : Symbol(path), signal, (controller) =>
          call(upstream, request, controller),
        );
      try {
        return await ask().catch((error: unknown) => {
          if (signal?.aborted || !isPassing(error) || !mayRetry?.()) throw error;
          return ask();
        });
      } catch (error) {
        if (signal && error instanceof UpstreamError && error.fault === "aborted")
          interrupted.add(signal);
        throw error;
      }
    },
  };
}

/** A connection that broke, or a gateway that failed. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return ["reset", "not_json"].includes(error.fault) || [500, 502, 504].includes(error.status ?? 0);
}

/** An age below zero means that the clock was set back: how old the answer is cannot be told. */
function isYoung({ askedAtMs, answer }: Kept, nowMs: number, keepMs: number): boolean {
  const ageMs = nowMs - askedAtMs;
  return (
    ageMs >= 0 && ageMs < (answer instanceof Error ? Math.min(keepMs, UNUSABLE_KEEP_MS) : keepMs)
  );
}

interface Call {
  readonly path: string;
  readonly schema: ZodType;
  readonly isQuestion: boolean;
  /** The key of its answer; null where nothing is kept. */
  readonly keepAs: string | null;
  /** The greatest age of another process's answer; 0 where the call is to be made. */
  readonly maxAgeMs: number;
}

type Upstream = ReturnType<typeof createUpstream>;

/** What all calls of one provider share. */
function createUpstream(setup: ProviderSetup) {
  const { transport, now, random = Math.random, watch, questionCallsPerMinute } = setup;
  const limits: Limits = { ...defaultLimits, ...setup.limits };
  const createLane = (inFlight: number, waiting: number) => ({
    slots: createConcurrencyLimit({ inFlight, waiting }),
    kept: new LRUCache<string, Kept>({
      max: limits.keptAnswers,
      maxSize: limits.keptBytes,
      sizeCalculation: (entry) => entry.bytes + 1,
    }),
  });
  return {
    ...{ transport, now, watch, limits },
    base: new URL(setup.baseUrl),
    /** Facts alone open and close it: what clients ask must not take the provider from the judge. */
    breaker: createBreaker(limits, now, random),
    /** Null: as many as are asked. */
    questionBudget:
      questionCallsPerMinute === undefined ? null : createCallBudget(questionCallsPerMinute, now),
    /** By kind. They put the provider behind others, and close it to nobody. */
    failedQuestions: onceFor((_: ZodType) => ({ inRow: 0 })),
    facts: createLane(limits.inFlight, limits.waiting),
    questions: createLane(limits.questionsInFlight, limits.questionsWaiting),
  };
}

/** Slots and kept answers of questions are their own: clients cannot fill those of facts. */
const laneOf = ({ facts, questions }: Upstream, isQuestion: boolean) =>
  isQuestion ? questions : facts;

/** One call through slot, breaker and transport. Rejects with an UpstreamError or a ShapeError. */
async function call<T>(
  upstream: Upstream,
  request: Call,
  controller: AbortController,
): Promise<Answer<T>> {
  const { path, schema, isQuestion, keepAs, maxAgeMs } = request;
  const { transport, limits, now, watch } = upstream;
  const { slots, kept } = laneOf(upstream, isQuestion);
  const url = joinUrl(upstream.base, path);
  const { signal } = controller;
  const name = endpointName(path);
  const timer = setTimeout(
    () => controller.abort(new UpstreamError("timeout", name)),
    limits.attemptMs,
  );
  const begunAtMs = now();
  let startMs: number | null = null;
  let release: Release | null = null;
  let settle: Settle = () => undefined;
  const finish = (error: UpstreamCall["error"], skewMs: number | null = null) => {
    settle(error);
    const seconds = startMs === null ? null : (performance.now() - startMs) / 1000;
    watch?.({ path: name, seconds, error, skewMs });
  };
  const keep = (entry: Kept) => keepAs !== null && kept.set(keepAs, entry);
  try {
    // No call is made when the line is too long or does not move in time: "skipped".
    release = slots.take() ?? (await slots.wait(signal).catch(() => null));
    if (!release) throw new UpstreamError(isLeft(signal) ? "aborted" : "skipped", name);
    settle = isQuestion ? admitQuestion(upstream, schema, name) : admitFact(upstream, name);
    const ownAskedAtMs = now();
    startMs = performance.now();
    const init = { headers: requestHeaders, signal, ...(maxAgeMs > 0 && { maxAgeMs }) };
    const exchange = transport(url, init).then(async (response) => {
      return { response, ...(await parseAnswer(response, name, limits, now())) };
    });
    const { response, value, bytes, serverDateMs, height } = await untilAborted(
      signal,
      exchange,
      name,
    );
    if (!isWithin(now() - begunAtMs, limits.attemptMs)) throw new UpstreamError("timeout", name);
    const { askedAtMs, receivedAtMs } = response.readEarlier ?? {
      askedAtMs: ownAskedAtMs,
      receivedAtMs: now(),
    };
    const answer = {
      value: parseShape(schema, name, value) as T,
      askedAtMs,
      receivedAtMs,
      serverDateMs,
      height,
    };
    response.accept?.();
    if (response.readEarlier) startMs = null;
    finish(null, serverDateMs === null ? null : serverDateMs - receivedAtMs);
    keep({ askedAtMs, bytes, answer });
    return answer;
  } catch (cause) {
    const failure = cause instanceof ShapeError ? cause : transportError(cause, name);
    // A process that stood still learnt nothing about the upstream.
    const error = isWithin(now() - begunAtMs, limits.attemptMs)
      ? failure
      : new UpstreamError("aborted", name);
    finish(error);
    // Of a question it is asked for again at once: a client waits for it.
    if (!isQuestion && isUnusableAnswer(error)) keep({ askedAtMs: now(), bytes: 0, answer: error });
    // Lets go of a body that nobody will read.
    controller.abort();
    throw error;
  } finally {
    release?.();
    clearTimeout(timer);
  }
}

/** Called once, with the error of a call or null. */
type Settle = (error: UpstreamCall["error"]) => void;

/** @throws UpstreamError "skipped" while the breaker is open or the provider asked for a pause. */
function admitFact({ breaker, questionBudget }: Upstream, name: string): Settle {
  const { waitMs, probe } = breaker.admit();
  if (waitMs > 0) throw new UpstreamError("skipped", name, { retryAfterMs: waitMs });
  return (error) => {
    const status = error instanceof UpstreamError ? error.status : null;
    if (status === 429 || status === 503) breaker.backOff((error as UpstreamError).retryAfterMs);
    if (status === 429) questionBudget?.empty();
    breaker.settle(probe, outcomeOf(error));
  };
}

/**
 * Only a fact may find out whether a provider lives again.
 * @throws UpstreamError "skipped" while the breaker is not closed, or where the budget is spent.
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

/** What a call teaches about the provider: an endpoint of no use costs the others nothing. */
function outcomeOf(error: UpstreamCall["error"]): CallOutcome {
  if (error === null || isUnusableAnswer(error)) return "alive";
  const { fault, status } = error as UpstreamError;
  const isUntold = fault === "aborted" || fault === "skipped" || status === 429;
  return isUntold ? "ignored" : "failed";
}
