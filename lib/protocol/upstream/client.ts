// The one place that sends requests to nodes and indexers; a request costs at most one retry, on another provider.
import type { ZodType, z } from "zod";
import { onceFor } from "../values/once.ts";
import { isUnusableAnswer, ShapeError, UpstreamError } from "./errors.ts";
import { createRetryBudget, type RetryBudget } from "./limits.ts";
import type { Answer, GetOptions, Provider, Transport } from "./provider.ts";
import { endpointName } from "./url.ts";

/**
 * Follows no redirect. Next patches `fetch`: `no-store` keeps an answer out of Next's cache, and a
 * signal keeps React from giving one answer to two calls. Connecting has no limit of its own: the
 * signal ends it.
 */
export const httpTransport: Transport = (url, init) =>
  fetch(url, {
    headers: { ...init.headers, "accept-encoding": "gzip" },
    signal: init.signal,
    redirect: "manual",
    cache: "no-store",
  });

/**
 * What the failures of a provider may cost elsewhere is earned by the answers to requests that
 * began with it. Questions have a budget of their own: clients take no retry from the facts.
 */
const budgets = onceFor((_: Provider) => ({
  facts: createRetryBudget(),
  questions: createRetryBudget(),
}));

const budgetOf = (provider: Provider, { isQuestion = false }: GetOptions): RetryBudget =>
  budgets(provider)[isQuestion ? "questions" : "facts"];

/**
 * The first usable answer, in the order given, degraded providers last: no caller pays for finding
 * out that a dead provider is still dead while another answers. A skipped provider costs nothing; a
 * failed one is followed by at most one retry, on another. Where it could not be read, the retry
 * is taken from the budget. A refusal by the node is its answer and is not retried.
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
    const budget =
      failed && !isUnusableAnswer(failed.error) ? budgetOf(failed.provider, options) : null;
    if (budget && !budget.spend()) break;
    try {
      const answer = await provider.get(path, schema, options);
      budgetOf(failed?.provider ?? provider, options).earn();
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
export function inAskingOrder(
  providers: readonly Provider[],
  schema: ZodType,
): readonly Provider[] {
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
  const budget = budgetOf(provider, options);
  const answer = await provider.get(path, schema, { ...options, mayRetry: budget.spend });
  budget.earn();
  return answer;
}

/** A retry elsewhere can help where the provider failed to answer, or answered what its kind does not say. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof UpstreamError && error.fault !== "aborted" && error.refusal === null;
}
