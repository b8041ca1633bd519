// One upstream behind hard limits: time, size, calls at once, pauses and breakers. What it keeps is never older than asked.
import { LRUCache } from "lru-cache";
import type { ZodType, z } from "zod";
import { VERSION } from "../../version.ts";
import { onceFor } from "../values/once.ts";
import { parseAnswer, transportError, type UpstreamResponse } from "./answer.ts";
import { interrupted, isLeft, isWithin, scheduleInBackground, untilAborted } from "./deadline.ts";
import { ShapeError, UpstreamError } from "./errors.ts";
import {
  type Breaker,
  type BreakerLimits,
  BUDGET_SPENT,
  type CallBudget,
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
  /** An answer asked for less than this long ago may be given again. 0 or absent: nothing is kept. See also `renewAheadMs`. */
  readonly keepMs?: number | undefined;
  /** Join an equal call under way although nothing is kept. Implied by `keepMs`. */
  readonly share?: boolean | undefined;
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
  get<T extends ZodType>(path: string, schema: T, options?: GetOptions): Promise<Answer<z.output<T>>>;
  /** True from the opening of a breaker or a demanded pause until the next good answer, for this kind of reading. */
  isDegraded(schema: ZodType): boolean;
  /**
   * The same upstream for what a client asks: quotes, transactions. It has breakers, pauses, slots and a budget of its own, so that no
   * question of a client can take the upstream from the readings that safety rests on.
   */
  readonly questions: Provider;
}

export interface Limits extends BreakerLimits {
  /** One call in all: waiting in line, connecting, headers and body. */
  readonly attemptMs: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly keptAnswers: number;
  readonly keptBytes: number;
}

const defaultLimits: Limits = {
  attemptMs: 2_500,
  inFlight: 16,
  waiting: 256,
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

/** Per schema, that is per kind of reading: one endpoint of a wrong shape must not cost the provider's other endpoints. */
interface Reading {
  readonly id: number;
  readonly breaker: Breaker;
}
interface Kept {
  readonly askedAtMs: number;
  /** Whether it will be asked for anew before its end. */
  isRenewed: boolean;
  readonly bytes: number;
  /** Or that the upstream has no such endpoint. */
  readonly answer: Answer<unknown> | UpstreamError;
}

/**
 * Fewer at a time than for safety: an upstream that is slow for clients stays quick for the readings that judge it. Failures put it behind
 * others and close it to nobody: they may lie in what one client asks.
 */
const questionLimits: Partial<Limits> = { inFlight: 8, waiting: 64, breakerOpenMs: 0 };

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
  /**
   * A kept answer that was given again is asked for anew this long before its end, so that few wait for the next one. Readings of safety
   * only. 0 or absent: never.
   */
  readonly renewAheadMs?: number | undefined;
  /** Runs the work once, later. */
  readonly schedule?: ((work: () => void, delayMs: number) => void) | undefined;
  /** Told of every call, and of every one that was not made. */
  readonly watch?: ((call: UpstreamCall) => void) | undefined;
}

/** `now` in epoch milliseconds rules ages, pauses and breakers; one call's own limit runs on a real timer. `random` is uniform in [0, 1). */
export function createProvider(setup: ProviderSetup): Provider {
  const { questionCallsPerMinute: calls, now } = setup;
  const budget = calls === undefined ? noBudget : createCallBudget(calls, now);
  const { isDown, ...safety } = createPlane(setup, {
    take: () => 0,
    isShared: true,
    refused: "failed",
    pause: ({ whole }, { status, retryAfterMs }) => {
      whole.backOff(retryAfterMs);
      if (status === 429) budget.empty();
    },
  });
  const plane = createPlane(
    { ...setup, renewAheadMs: 0, limits: { ...questionLimits, ...setup.limits } },
    {
      take: budget.take,
      isShared: false,
      refused: "alive",
      pause: ({ reading }, { retryAfterMs }) => reading.backOff(retryAfterMs),
    },
  );
  const questions: Provider = {
    ...safety,
    isDegraded: (schema) => isDown() || plane.isDegraded(schema),
    // What safety has found dead is not asked again for each client. The other way round nothing is concluded.
    get: (path, schema, options) =>
      isDown() ? Promise.reject(new UpstreamError("skipped", endpointName(path))) : plane.get(path, schema, options),
    get questions() {
      return questions;
    },
  };
  return { ...safety, questions };
}

const noBudget: CallBudget = { take: () => 0, empty: () => undefined };

/** What the two planes do each in its own way. */
interface PlaneRules {
  readonly take: CallBudget["take"];
  /** Whether what is kept may come from another process. */
  readonly isShared: boolean;
  /** What the provider's refusal says of a reading. */
  readonly refused: CallOutcome;
  /** The upstream answered 429 or 503: what is left alone so long as it asks. */
  readonly pause: (breakers: Readonly<Record<"whole" | "reading", Breaker>>, error: UpstreamError) => void;
}

interface Call {
  readonly path: string;
  readonly schema: ZodType;
  /** The key of its answer; null where nothing is kept. */
  readonly keepAs: string | null;
  /** The greatest age of another process's answer; 0 where the call is to be made. */
  readonly maxAgeMs: number;
}

/** Called once, with the error of a call or null. */
type Settle = (error: UpstreamCall["error"]) => void;
const answered: FailureClasses = { provider: "alive", reading: "alive" };

type Plane = ReturnType<typeof planeOf>;

/** What the calls of one plane share. */
function planeOf(setup: ProviderSetup, rules: PlaneRules) {
  const { transport, now, random = Math.random, watch } = setup;
  const limits: Limits = { ...defaultLimits, ...setup.limits };
  const breaker = createBreaker(limits, now, random);
  let readingCount = 0;
  const readingOf = onceFor((_: ZodType): Reading => {
    readingCount += 1;
    return { id: readingCount, breaker: createBreaker(limits, now, random) };
  });
  const kept = new LRUCache<string, Kept>({
    max: limits.keptAnswers,
    maxSize: limits.keptBytes,
    sizeCalculation: (entry) => entry.bytes + 1,
  });
  return {
    ...{ transport, now, watch, rules, limits, breaker, readingOf, kept },
    base: new URL(setup.baseUrl),
    slots: createConcurrencyLimit(limits),
  };
}

/** One plane of a provider: its own breakers, slots, pauses and kept answers. */
function createPlane(setup: ProviderSetup, rules: PlaneRules) {
  const { now, renewAheadMs = 0, schedule = scheduleInBackground } = setup;
  const plane = planeOf(setup, rules);
  const { breaker, kept, readingOf } = plane;
  const singleFlight = createSingleFlight();

  return {
    kind: setup.kind,
    index: setup.index,
    operator: setup.operator ?? operatorOf(plane.base),
    isDown: () => breaker.isDegraded(),
    isDegraded: (schema: ZodType) => breaker.isDegraded() || readingOf(schema).breaker.isDegraded(),
    async get<T extends ZodType>(path: string, schema: T, options: GetOptions = {}): Promise<Answer<z.output<T>>> {
      const { signal, keepMs = 0, share = keepMs > 0 } = options;
      signal?.throwIfAborted();
      const key = `${readingOf(schema).id} ${path}`;
      const known = keepMs > 0 ? kept.get(key) : undefined;
      const ageMs = known ? now() - known.askedAtMs : Number.POSITIVE_INFINITY;
      // One that is due for renewal is as good as none.
      const maxAgeMs = rules.isShared ? Math.max(0, keepMs - renewAheadMs) : 0;
      const asked: Call = { path, schema, keepAs: keepMs > 0 ? key : null, maxAgeMs };
      const ask = (by: AbortSignal | undefined) =>
        singleFlight(share ? key : Symbol(path), by, (controller) => call(plane, asked, controller)).catch((error) => {
          if (by && error instanceof UpstreamError && error.fault === "aborted") interrupted.add(by);
          throw error;
        });
      // An age below zero means that the clock was set back: how old the answer is cannot be told.
      if (!known || ageMs < 0 || ageMs >= keepMs) return (await ask(signal)).answer as Answer<z.output<T>>;
      if (known.answer instanceof UpstreamError) throw known.answer;
      if (renewAheadMs > 0 && !known.isRenewed) {
        known.isRenewed = true;
        // After a failure the old answer is not given any more.
        const renew = () => kept.get(key) === known && ask(undefined).catch(() => kept.delete(key));
        schedule(renew, Math.max(0, keepMs - renewAheadMs - ageMs));
      }
      return known.answer as Answer<z.output<T>>;
    },
  };
}

/** One call through slot, breakers and transport. Always rejects with an UpstreamError or a ShapeError. */
async function call(plane: Plane, asked: Call, controller: AbortController): Promise<Kept> {
  const { path, schema, keepAs, maxAgeMs } = asked;
  const { transport, limits, now, kept, watch } = plane;
  const url = joinUrl(plane.base, path);
  const { signal } = controller;
  const name = endpointName(path);
  const timer = setTimeout(() => controller.abort(new UpstreamError("timeout", name)), limits.attemptMs);
  const begunAtMs = now();
  let startMs: number | null = null;
  let release: Release | null = null;
  let settle: Settle = () => undefined;
  const finish = (error: UpstreamCall["error"], skewMs: number | null = null) => {
    settle(error);
    const seconds = startMs === null ? null : (performance.now() - startMs) / 1000;
    watch?.({ path: name, seconds, error, skewMs });
  };
  try {
    // No call is made when the line is too long or does not move in time: "skipped", like a closed breaker.
    release = plane.slots.take() ?? (await plane.slots.wait(signal).catch(() => null));
    if (!release) throw new UpstreamError(isLeft(signal) ? "aborted" : "skipped", name);
    settle = admit(plane, plane.readingOf(schema).breaker, name);
    const ownAskedAtMs = now();
    startMs = performance.now();
    const init = { headers: requestHeaders, signal, ...(maxAgeMs > 0 && { maxAgeMs }) };
    const exchange = transport(url, init).then(async (response) => {
      return { response, ...(await parseAnswer(response, name, limits, now())) };
    });
    const { response, value, bytes, serverDateMs, height } = await untilAborted(signal, exchange, name);
    if (!isWithin(now() - begunAtMs, limits.attemptMs)) throw new UpstreamError("timeout", name);
    const { askedAtMs, receivedAtMs } = response.readEarlier ?? { askedAtMs: ownAskedAtMs, receivedAtMs: now() };
    const answer = { value: parseShape(schema, name, value), askedAtMs, receivedAtMs, serverDateMs, height };
    response.accept?.();
    if (response.readEarlier) startMs = null;
    finish(null, serverDateMs === null ? null : serverDateMs - receivedAtMs);
    const fetched = { askedAtMs, isRenewed: false, bytes, answer };
    if (keepAs !== null) kept.set(keepAs, fetched);
    return fetched;
  } catch (cause) {
    const failure = cause instanceof ShapeError ? cause : transportError(cause, name);
    // A process that stood still learnt nothing about the upstream.
    const error = isWithin(now() - begunAtMs, limits.attemptMs) ? failure : new UpstreamError("aborted", name);
    finish(error);
    if (keepAs !== null && error instanceof UpstreamError && error.status === 501) {
      kept.set(keepAs, { askedAtMs: now(), isRenewed: true, bytes: 0, answer: error });
    }
    // Lets go of a body that nobody will read.
    controller.abort();
    throw error;
  } finally {
    release?.();
    clearTimeout(timer);
  }
}

/**
 * Asks both breakers and the budget. What is returned tells the breakers how the call ended.
 * @throws UpstreamError "skipped"
 */
function admit({ breaker, rules }: Plane, reading: Breaker, name: string): Settle {
  const whole = breaker.admit();
  if (whole.waitMs > 0) throw new UpstreamError("skipped", name, { retryAfterMs: whole.waitMs });
  const part = reading.admit();
  const settle: Settle = (error) => {
    const told = error === null ? answered : classifyFailure(error, rules.refused);
    if (error instanceof UpstreamError && (error.status === 429 || error.status === 503)) {
      rules.pause({ whole: breaker, reading }, error);
    }
    breaker.settle(whole.probe, told.provider);
    reading.settle(part.probe, told.reading);
  };
  const budgetMs = part.waitMs > 0 ? 0 : rules.take();
  if (part.waitMs + budgetMs === 0) return settle;
  const skipped = new UpstreamError("skipped", name, {
    retryAfterMs: part.waitMs + budgetMs,
    code: budgetMs > 0 ? BUDGET_SPENT : null,
  });
  settle(skipped);
  throw skipped;
}

/** What one failure says about a provider. One caller's unusual question must never block a provider for other callers. */
interface FailureClasses {
  readonly provider: CallOutcome;
  readonly reading: CallOutcome;
}

/**
 * What a failure teaches about the provider as a whole and about this kind of reading. `refused`: what the provider's own refusal says of
 * the reading. It may lie in what a client asked; facts of safety are asked for in one way, so there it is a failure.
 */
function classifyFailure(error: ShapeError | UpstreamError, refused: CallOutcome): FailureClasses {
  const misfit: FailureClasses = { provider: "alive", reading: "failed" };
  if (error instanceof ShapeError) return misfit;
  switch (error.fault) {
    case "aborted":
    case "skipped":
      return { provider: "ignored", reading: "ignored" };
    case "too_large":
    case "not_json":
      return misfit;
    case "status":
      // "Not implemented": it knows the endpoint no more than a 404 does, and lives.
      if (error.status === 501) return { provider: "alive", reading: "alive" };
      if (error.refusal !== null) return { provider: "alive", reading: refused };
      if (error.status === 429) return { provider: "ignored", reading: "ignored" };
      if (error.status === 401 || error.status === 403 || (error.status ?? 0) >= 500) break;
      return misfit;
    default:
      break;
  }
  return { provider: "failed", reading: "ignored" };
}
