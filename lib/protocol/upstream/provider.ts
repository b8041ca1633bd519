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
  /** Maximum age of an answer from the cache, in ms. 0 or absent: the cache is not used. */
  readonly keepMs?: number | undefined;
  /** True: shares an equal call that is already running. Default: true if `keepMs` is above 0. */
  readonly isShared?: boolean | undefined;
  /** True: a client chose the request (a quote, a transaction), so limits for clients apply. */
  readonly isClientCall?: boolean | undefined;
  /** True: the answer would be good to have, so the call is left out if clients' calls are scarce. */
  readonly isSpare?: boolean | undefined;
  /** Called after a brief failure, such as HTTP 502. If it returns true, the call is made again. */
  readonly mayRetry?: (() => boolean) | undefined;
}

export interface Provider {
  readonly kind: "node" | "indexer";
  readonly index: number;
  /** Who runs the node or indexer. Two nodes of one operator do not confirm each other. */
  readonly operator: string;
  /**
   * Gets `path`, which includes the query. A running call or cached answer is shared only between
   * calls with the same `path`, `schema` and `isClientCall`.
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
      const { signal, keepMs = 0, isShared = keepMs > 0, mayRetry } = options;
      const { isClientCall = false, isSpare = false } = options;
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
        isSpare,
        keepKey: keepMs > 0 ? callKey : null,
        maxAgeMs: isClientCall ? 0 : keepMs,
      };
      // Spare calls share among themselves: another call would be left out with them.
      const flightKey = isShared ? `${isSpare ? "spare " : ""}${callKey}` : Symbol(path);
      const callOnce = () =>
        singleFlight<Answer<z.output<T>>>(flightKey, signal, (controller) =>
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
