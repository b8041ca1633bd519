// The one place that sends requests to nodes and indexers; a request costs at most one retry, on another provider.
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Dispatcher } from "undici";
// Not the whole package: its `fetch`, mocks and caches take longer to load than all of this site.
import Agent from "undici/lib/dispatcher/agent.js";
import type { ZodType, z } from "zod";
import { onceFor } from "../values/once.ts";
import { ShapeError, UpstreamError } from "./errors.ts";
import { createRetryBudget, type RetryBudget } from "./limits.ts";
import type { Answer, GetOptions, Provider, Transport } from "./provider.ts";
import { endpointName } from "./url.ts";

const CONNECT_MS = 1_000;

/** Follows no redirect, keeps no answer and no cookie. `fetch` and streams do the same at several times the cost. */
export function createHttpTransport(connectMs: number): Transport {
  const dispatcher = new Agent({ connect: { timeout: connectMs } });
  return ({ origin, pathname, search }, { headers, signal }) =>
    new Promise((resolve, reject) => {
      const body = createBody();
      let leave: () => void = () => undefined;
      signal.addEventListener("abort", () => leave(), { once: true });
      const request = {
        origin,
        path: `${pathname}${search}`,
        method: "GET" as const,
        headers: { "accept-encoding": "gzip", ...headers },
      };
      dispatcher.dispatch(request, {
        onRequestStart(controller) {
          leave = () => controller.abort(signal.reason);
          if (signal.aborted) leave();
        },
        onResponseStart(controller, status, fields) {
          // What comes before the response says nothing of it.
          if (status < 200) return;
          const isZipped = /^(?:x-)?gzip$/i.test(String(fields["content-encoding"] ?? ""));
          const parts = body.read(controller);
          resolve({
            status,
            headers: { get: (name) => fields[name]?.toString() ?? null },
            // The reader of the body gets the error.
            body: isZipped ? pipeline(parts, createGunzip(), () => undefined) : parts,
          });
        },
        onResponseData: (controller, part) => body.add(part, controller),
        onResponseEnd: () => body.end(null),
        onResponseError(_, error) {
          reject(error);
          body.end(error);
        },
      });
    });
}

/** The sender waits while this much has come that nobody has read. */
const UNREAD_BYTES = 64 * 1024;

/** The parts of one body, for one reader. Whoever stops reading lets go of the connection. */
function createBody() {
  const parts: Buffer[] = [];
  let unreadBytes = 0;
  let ended: { readonly error: Error | null } | null = null;
  let wake: () => void = () => undefined;

  /** Null while nothing is there to read. */
  function take(controller: Dispatcher.DispatchController): IteratorResult<Buffer, undefined> | null {
    const part = parts.shift();
    if (part) {
      unreadBytes -= part.byteLength;
      if (unreadBytes <= UNREAD_BYTES) controller.resume();
      return { done: false, value: part };
    }
    if (ended?.error) throw ended.error;
    return ended && { done: true, value: undefined };
  }

  return {
    add(part: Buffer, controller: Dispatcher.DispatchController): void {
      parts.push(part);
      unreadBytes += part.byteLength;
      if (unreadBytes > UNREAD_BYTES) controller.pause();
      wake();
    },
    end(error: Error | null): void {
      ended = { error };
      wake();
    },
    // A generator does the same with three times as many promises.
    read(controller: Dispatcher.DispatchController): AsyncIterable<Buffer> {
      const next = () =>
        new Promise<IteratorResult<Buffer, undefined>>((resolve, reject) => {
          wake = () => {
            try {
              const taken = take(controller);
              if (taken) {
                wake = () => undefined;
                resolve(taken);
              }
            } catch (error) {
              reject(error);
            }
          };
          wake();
        });
      const leave = async () => {
        if (!ended) controller.abort(new Error("not read to its end"));
        return { done: true, value: undefined } as const;
      };
      return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
    },
  };
}

export const httpTransport: Transport = createHttpTransport(CONNECT_MS);

/** The same upstreams, in the plane of what clients ask. */
export function forQuestions(providers: readonly Provider[]): readonly Provider[] {
  return providers.map((provider) => provider.questions);
}

/** One budget a provider: what its failures may cost elsewhere is earned by the answers to requests that began with it. */
const budgetOf = onceFor((_: Provider) => createRetryBudget());

/**
 * The first usable answer, in the order given, degraded providers last: no caller pays for finding out that a dead provider is
 * still dead while another answers. A skipped provider costs nothing; a failed one is followed by at most one retry, on another,
 * within the budget. A refusal by the node is its answer and is not retried.
 * @throws the failure that decided; UpstreamError "skipped" with the shortest wait when no provider could be asked.
 */
export async function firstOf<T extends ZodType>(
  providers: readonly Provider[],
  path: string,
  schema: T,
  options: GetOptions = {},
): Promise<Answer<z.output<T>> & { readonly provider: Provider }> {
  let failed: { provider: Provider; error: unknown } | null = null;
  let skipped: UpstreamError | null = null;
  for (const provider of inAskingOrder(providers, schema)) {
    const budget: RetryBudget | null = failed && budgetOf(failed.provider);
    if (budget && !budget.spend()) break;
    try {
      const answer = await provider.get(path, schema, options);
      budgetOf(failed?.provider ?? provider).earn();
      return { provider, ...answer };
    } catch (error) {
      if (error instanceof UpstreamError && error.fault === "skipped") {
        budget?.giveBack();
        if (!skipped || (error.retryAfterMs ?? 0) < (skipped.retryAfterMs ?? 0)) skipped = error;
      } else if (failed || options.signal?.aborted || !isRetryable(error)) {
        throw error;
      } else {
        failed = { provider, error };
      }
    }
  }
  throw failed?.error ?? skipped ?? new UpstreamError("skipped", endpointName(path));
}

/** As given, but those that failed of late stand behind the others. */
export function inAskingOrder(providers: readonly Provider[], schema: ZodType): readonly Provider[] {
  const degraded = providers.filter((provider) => provider.isDegraded(schema));
  return [...providers.filter((one) => !degraded.includes(one)), ...degraded];
}

/**
 * One provider's own answer. A failure that came quickly is tried once more on the same provider, within its budget: where two
 * providers must agree, another one's answer is no help.
 */
export async function getWithRetry<T extends ZodType>(
  provider: Provider,
  path: string,
  schema: T,
  options: GetOptions = {},
): Promise<Answer<z.output<T>>> {
  const budget = budgetOf(provider);
  try {
    const answer = await provider.get(path, schema, options);
    budget.earn();
    return answer;
  } catch (error) {
    if (options.signal?.aborted || !isPassing(error) || !budget.spend()) throw error;
    return provider.get(path, schema, options);
  }
}

/** A connection that broke or a gateway that failed, as happens to a healthy upstream now and then. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return ["reset", "not_json"].includes(error.fault) || [500, 502, 504].includes(error.status ?? 0);
}

/** A retry elsewhere can help where the provider failed to answer, or answered what its kind does not say. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof UpstreamError && error.fault !== "aborted" && error.refusal === null;
}
