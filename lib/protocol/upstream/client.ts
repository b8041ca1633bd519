// The one place that sends requests to nodes and indexers; a request costs at most one retry, on another provider.
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Agent, request } from "undici";
import type { ZodType, z } from "zod";
import { ShapeError, UpstreamError } from "./errors.ts";
import type { Answer, GetOptions, Provider, Transport } from "./provider.ts";
import { createRetryBudget, type RetryBudget } from "./retry-budget.ts";

export {
  type Answer,
  createProvider,
  type GetOptions,
  type Limits,
  type Provider,
  type Transport,
  type UpstreamCall,
} from "./provider.ts";

const CONNECT_MS = 1_000;

/** Follows no redirect, keeps no answer and no cookie. `fetch` does the same at several times the cost. */
export function createHttpTransport(connectMs: number): Transport {
  const dispatcher = new Agent({ connect: { timeout: connectMs } });
  return async (url, { headers, signal }) => {
    const asked = { ...headers, "accept-encoding": "gzip" };
    const { statusCode: status, headers: fields, body } = await request(url, { dispatcher, headers: asked, signal });
    const isZipped = /^(?:x-)?gzip$/i.test(String(fields["content-encoding"] ?? ""));
    return {
      status,
      headers: { get: (name) => fields[name]?.toString() ?? null },
      // Whoever reads hears of a fault.
      body: isZipped ? pipeline(body, createGunzip(), () => undefined) : body,
    };
  };
}

export const httpTransport: Transport = createHttpTransport(CONNECT_MS);

/** The same upstreams, in the plane of what clients ask. */
export function forQuestions(providers: readonly Provider[]): readonly Provider[] {
  return providers.map((provider) => provider.questions);
}

/** One budget a provider: what its failures may cost elsewhere is earned by the answers to requests that began with it. */
const budgets = new WeakMap<Provider, RetryBudget>();
function budgetOf(provider: Provider): RetryBudget {
  const known = budgets.get(provider) ?? createRetryBudget();
  budgets.set(provider, known);
  return known;
}

/**
 * The first usable answer, in the order given, doubted providers last: no caller pays for finding out that a dead provider is
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
  const doubted = providers.filter((provider) => provider.isDegraded(schema));
  for (const provider of [...providers.filter((one) => !doubted.includes(one)), ...doubted]) {
    const budget: RetryBudget | null = failed && budgetOf(failed.provider);
    if (budget && !budget.spend()) break;
    try {
      const answer = await provider.get(path, schema, options);
      budgetOf(failed?.provider ?? provider).earn();
      return { ...answer, provider };
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
  throw failed?.error ?? skipped ?? new UpstreamError("skipped", path.split("?", 1)[0] ?? path);
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

/** A connection that broke or a gateway that stumbled, as it happens to a sound upstream now and then. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  return ["reset", "not_json"].includes(error.fault) || [500, 502, 504].includes(error.status ?? 0);
}

/** A retry elsewhere can help where the provider failed to answer, or answered what its kind does not say. */
function isRetryable(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof UpstreamError && error.fault !== "aborted" && error.refusal === null;
}
