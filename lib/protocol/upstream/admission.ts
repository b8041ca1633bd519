// Admits or refuses each call to a node or indexer. A client's request (a quote, a transaction)
// must not block a call for network data (halts, pools, fees).
import type { ZodType } from "zod";
import { onceFor } from "../values/once.ts";
import { BUDGET_SPENT, createCallBudget } from "./call-budget.ts";
import { type BreakerLimits, type CallOutcome, createBreaker } from "./circuit-breaker.ts";
import { type CallError, isRefusal, isUnusableAnswer, UpstreamError } from "./errors.ts";

export type RecordResult = (error: CallError | null) => void;

export interface Admission {
  /**
   * Admits a call for network data. Only the results of these calls open or close the circuit
   * breaker.
   * @throws UpstreamError "skipped" while the breaker is open or paused.
   */
  admitNetworkCall(endpoint: string): RecordResult;
  /**
   * Admits a call for a client's request. Such a call is never the probe of the circuit breaker.
   * @throws UpstreamError "skipped" while calls for network data fail repeatedly or are throttled,
   * or if clients have used up their calls. `isSpare`: half of these calls are not for this one.
   */
  admitClientCall(endpoint: string, schema: ZodType, isSpare?: boolean): RecordResult;
  isDegraded(schema: ZodType): boolean;
}

export interface AdmissionSetup {
  readonly now: () => number;
  readonly random?: (() => number) | undefined;
  readonly clientCallsPerMinute?: number | undefined;
}

export function createAdmission(limits: BreakerLimits, setup: AdmissionSetup): Admission {
  const { now, random = Math.random, clientCallsPerMinute } = setup;
  const breaker = createBreaker(limits, now, random);
  const clientCallBudget =
    clientCallsPerMinute === undefined ? null : createCallBudget(clientCallsPerMinute, now);
  // Counts consecutive failures of clients' requests, by schema. Clients choose these requests, so
  // their failures must not open the circuit breaker for network data.
  const failureCounterOf = onceFor((_: ZodType) => ({ count: 0 }));

  return {
    admitNetworkCall(endpoint) {
      const { waitMs, isProbe } = breaker.admit();
      if (waitMs > 0) throw new UpstreamError("skipped", endpoint, { retryAfterMs: waitMs });
      return (error) => {
        if (error instanceof UpstreamError) {
          const { status, retryAfterMs } = error;
          if (status === 429 || status === 503) breaker.backOff(retryAfterMs);
          if (status === 429) clientCallBudget?.empty();
        }
        breaker.recordOutcome(isProbe, outcomeOf(error));
      };
    },
    admitClientCall(endpoint, schema, isSpare = false) {
      if (breaker.isDegraded()) throw new UpstreamError("skipped", endpoint);
      const waitMs = clientCallBudget?.[isSpare ? "takeSpare" : "take"]() ?? 0;
      if (waitMs > 0)
        throw new UpstreamError("skipped", endpoint, { retryAfterMs: waitMs, code: BUDGET_SPENT });
      return (error) => {
        if (error instanceof UpstreamError && error.status === 429) clientCallBudget?.empty();
        const failureCounter = failureCounterOf(schema);
        if (error === null || isRefusal(error)) failureCounter.count = 0;
        else if (outcomeOf(error) !== "ignored") failureCounter.count += 1;
      };
    },
    isDegraded: (schema) =>
      breaker.isDegraded() || failureCounterOf(schema).count >= limits.breakerFailures,
  };
}

/**
 * What a call shows about the provider's health. An unusable answer, such as 404 for a missing
 * endpoint, counts as "alive", because other endpoints of the provider may work.
 */
function outcomeOf(error: CallError | null): CallOutcome {
  if (!(error instanceof UpstreamError) || isUnusableAnswer(error)) return "alive";
  const { fault, status } = error;
  const isUnrelatedToHealth = fault === "aborted" || fault === "skipped" || status === 429;
  return isUnrelatedToHealth ? "ignored" : "failed";
}
