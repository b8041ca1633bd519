// A client of one node or indexer: shares equal calls, caches recent answers, limits calls.
import type { ZodType, z } from "zod";
import { onceFor } from "../values/once.ts";
import type { Answer } from "./answer.ts";
import { type Call, readAnswer } from "./call.ts";
import { interruptedSignals } from "./deadline.ts";
import { UpstreamError } from "./errors.ts";
import { createSingleFlight } from "./single-flight.ts";
import { createUpstream, laneOf, type UpstreamSetup } from "./upstream.ts";
import { operatorOf } from "./url.ts";

export interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Maximum age of a cached answer, in ms. 0 or absent: the answer is not cached. */
  readonly keepMs?: number | undefined;
  /** True: joins an equal call that is already running. Default: true if `keepMs` is above 0. */
  readonly isShared?: boolean | undefined;
  /** True: a client chose the request (a quote, a transaction). The call has separate limits. */
  readonly isClientCall?: boolean | undefined;
  /** Called after a brief failure, such as a reset or 502. True: the call is made again. */
  readonly mayRetry?: (() => boolean) | undefined;
}

export interface Provider {
  readonly kind: "node" | "indexer";
  readonly index: number;
  /** Who runs the upstream. Two upstreams of one operator count as one independent source. */
  readonly operator: string;
  /**
   * `path` includes the query. Calls are equal if `path`, `schema` and `isClientCall` are equal.
   * @throws UpstreamError ("skipped": no call was made), ShapeError, or the signal's reason.
   */
  get<T extends ZodType>(
    path: string,
    schema: T,
    options?: GetOptions,
  ): Promise<Answer<z.output<T>>>;
  isDegraded(schema: ZodType): boolean;
}

interface ProviderSetup extends UpstreamSetup, Pick<Provider, "kind" | "index"> {
  readonly operator?: string | undefined;
}

export function createProvider(setup: ProviderSetup): Provider {
  const { kind, index, now } = setup;
  const upstream = createUpstream(setup);
  const singleFlight = createSingleFlight();
  let schemaCount = 0;
  const schemaNumberOf = onceFor((_: ZodType) => {
    schemaCount += 1;
    return schemaCount;
  });

  return {
    kind,
    index,
    operator: setup.operator ?? operatorOf(upstream.base),
    isDegraded: upstream.admission.isDegraded,
    async get<T extends ZodType>(
      path: string,
      schema: T,
      options: GetOptions = {},
    ): Promise<Answer<z.output<T>>> {
      const { signal, keepMs = 0, isShared = keepMs > 0, isClientCall = false, mayRetry } = options;
      signal?.throwIfAborted();
      const callKey = `${isClientCall ? "client" : "network"} ${schemaNumberOf(schema)} ${path}`;
      const { keptAnswers } = laneOf(upstream, isClientCall);
      const keptAnswer = keepMs > 0 ? keptAnswers.find(callKey, keepMs, now()) : undefined;
      if (keptAnswer instanceof Error) throw keptAnswer;
      if (keptAnswer) return keptAnswer as Answer<z.output<T>>;
      const call: Call = {
        path,
        schema,
        isClientCall,
        keepKey: keepMs > 0 ? callKey : null,
        maxAgeMs: isClientCall ? 0 : keepMs,
      };
      const callOnce = () =>
        singleFlight<Answer<z.output<T>>>(isShared ? callKey : Symbol(path), signal, (controller) =>
          readAnswer(upstream, call, controller),
        );
      try {
        return await callOnce().catch((error: unknown) => {
          if (signal?.aborted || !isTransient(error) || !mayRetry?.()) throw error;
          return callOnce();
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
