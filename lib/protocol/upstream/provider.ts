// A node or an indexer: shares equal calls, keeps young answers, and limits what it is asked.
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
  /** How old a kept answer may be. 0 or absent: the answer is not kept. */
  readonly keepMs?: number | undefined;
  /** Joins an equal call under way, even if no answer is kept. Implied by `keepMs`. */
  readonly isShared?: boolean | undefined;
  /**
   * A client chose the subject: a quote, a transaction. Such a call takes nothing that facts of
   * safety need, and its failure proves nothing against the provider.
   */
  readonly isQuestion?: boolean | undefined;
  /** Called after a failure that even a healthy upstream has now and then. True: call again. */
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
  /** True: callers prefer other providers. Failed questions with this schema count too. */
  isDegraded(schema: ZodType): boolean;
}

interface ProviderSetup extends UpstreamSetup, Pick<Provider, "kind" | "index"> {
  readonly operator?: string | undefined;
}

/**
 * `now` returns epoch milliseconds, for ages, pauses and the breaker. The time limit of one call
 * uses a real timer.
 */
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
      const { signal, keepMs = 0, isShared = keepMs > 0, isQuestion = false, mayRetry } = options;
      signal?.throwIfAborted();
      const key = `${isQuestion ? "question" : "fact"} ${schemaNumberOf(schema)} ${path}`;
      const { keptAnswers } = laneOf(upstream, isQuestion);
      const keptAnswer = keepMs > 0 ? keptAnswers.find(key, keepMs, now()) : undefined;
      if (keptAnswer instanceof Error) throw keptAnswer;
      if (keptAnswer) return keptAnswer as Answer<z.output<T>>;
      const call: Call = {
        path,
        schema,
        isQuestion,
        keepKey: keepMs > 0 ? key : null,
        maxAgeMs: isQuestion ? 0 : keepMs,
      };
      const callOnce = () =>
        singleFlight<Answer<z.output<T>>>(isShared ? key : Symbol(path), signal, (controller) =>
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
