// The only file that sends requests to nodes and indexers. A budget limits the retries.
import type { ZodType, z } from "zod";
import { onceFor } from "../values/once.ts";
import type { Answer } from "./answer.ts";
import { isUnusableAnswer, ShapeError, UpstreamError } from "./errors.ts";
import type { GetOptions, Provider } from "./provider.ts";
import { createRetryBudget, type RetryBudget } from "./retry-budget.ts";
import type { Transport } from "./transport.ts";
import { endpointName } from "./url.ts";

/**
 * Next replaces the global `fetch`. `no-store` keeps Next from caching the answer. React shares one
 * answer between equal calls of `fetch`, but not if the calls have a signal.
 */
export const httpTransport: Transport = (url, init) =>
  fetch(url, {
    headers: { ...init.headers, "accept-encoding": "gzip" },
    signal: init.signal,
    redirect: "manual",
    cache: "no-store",
  });

/** Each provider has two budgets, so that clients cannot use up the retries for network data. */
const retryBudgetsOf = onceFor((_: Provider) => ({
  networkCalls: createRetryBudget(),
  clientCalls: createRetryBudget(),
}));

const retryBudgetOf = (provider: Provider, { isClientCall = false }: GetOptions): RetryBudget =>
  retryBudgetsOf(provider)[isClientCall ? "clientCalls" : "networkCalls"];

/**
 * Returns the first usable answer. Retries at most once, on another provider, but not after a
 * node's refusal. Providers that failed recently come last.
 * @throws the last failure. If no call was made: UpstreamError "skipped" with the shortest wait.
 */
export async function firstOf<T extends ZodType>(
  providers: readonly Provider[],
  path: string,
  schema: T,
  options: GetOptions = {},
): Promise<Answer<z.output<T>> & { readonly provider: Provider }> {
  let firstFailure: { provider: Provider; error: unknown } | null = null;
  let skippedError: UpstreamError | null = null;
  for (const provider of inAskingOrder(providers, schema)) {
    const retryBudget =
      firstFailure && !isUnusableAnswer(firstFailure.error)
        ? retryBudgetOf(firstFailure.provider, options)
        : null;
    if (retryBudget && !retryBudget.spend()) break;
    try {
      const answer = await provider.get(path, schema, options);
      retryBudgetOf(firstFailure?.provider ?? provider, options).earn();
      return { provider, ...answer };
    } catch (error) {
      if (error instanceof UpstreamError && error.fault === "skipped") {
        retryBudget?.giveBack();
        if (!skippedError || (error.retryAfterMs ?? 0) < (skippedError.retryAfterMs ?? 0))
          skippedError = error;
      } else if (firstFailure || options.signal?.aborted || !isRetryable(error)) {
        throw error;
      } else {
        firstFailure = { provider, error };
      }
    }
  }
  throw firstFailure?.error ?? skippedError ?? new UpstreamError("skipped", endpointName(path));
}

export function inAskingOrder(
  providers: readonly Provider[],
  schema: ZodType,
): readonly Provider[] {
  const degradedProviders = providers.filter((provider) => provider.isDegraded(schema));
  const healthyProviders = providers.filter((provider) => !degradedProviders.includes(provider));
  return [...healthyProviders, ...degradedProviders];
}

/**
 * Gets an answer, and retries a brief failure once on the same provider. Callers compare answers of
 * several providers, so an answer of another provider would not help.
 */
export async function getWithRetry<T extends ZodType>(
  provider: Provider,
  path: string,
  schema: T,
  options: GetOptions = {},
): Promise<Answer<z.output<T>>> {
  const retryBudget = retryBudgetOf(provider, options);
  const answer = await provider.get(path, schema, { ...options, mayRetry: retryBudget.spend });
  retryBudget.earn();
  return answer;
}

function isRetryable(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof UpstreamError && error.fault !== "aborted" && error.refusal === null;
}
