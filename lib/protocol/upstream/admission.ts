// Decides which calls may be made. Clients' questions must not block the calls for facts of safety.
import type { ZodType } from "zod";
import { onceFor } from "../values/once.ts";
import { BUDGET_SPENT, createCallBudget } from "./call-budget.ts";
import { type BreakerLimits, type CallOutcome, createBreaker } from "./circuit-breaker.ts";
import { type CallError, isRefusal, isUnusableAnswer, UpstreamError } from "./errors.ts";

/** Reports how an admitted call ended. Null: the upstream answered. */
export type Settle = (error: CallError | null) => void;

export interface Admission {
  /** @throws UpstreamError "skipped" while the breaker is open. Only facts open or close it. */
  admitFact(name: string): Settle;
  /**
   * No question is used to test a provider that was down.
   * @throws UpstreamError "skipped" while the breaker is not closed, or the budget is spent.
   */
  admitQuestion(name: string, schema: ZodType): Settle;
  isDegraded(schema: ZodType): boolean;
}

export interface AdmissionSetup {
  readonly now: () => number;
  /** Uniform in [0, 1). */
  readonly random?: (() => number) | undefined;
  readonly questionCallsPerMinute?: number | undefined;
}

export function createAdmission(limits: BreakerLimits, setup: AdmissionSetup): Admission {
  const { now, random = Math.random, questionCallsPerMinute } = setup;
  const breaker = createBreaker(limits, now, random);
  const questionBudget =
    questionCallsPerMinute === undefined ? null : createCallBudget(questionCallsPerMinute, now);
  // Failed questions put the provider last, but never open the breaker: clients choose questions.
  const questionFailuresOf = onceFor((_: ZodType) => ({ count: 0 }));

  return {
    admitFact(name) {
      const { waitMs, isProbe } = breaker.admit();
      if (waitMs > 0) throw new UpstreamError("skipped", name, { retryAfterMs: waitMs });
      return (error) => {
        if (error instanceof UpstreamError) {
          const { status, retryAfterMs } = error;
          if (status === 429 || status === 503) breaker.backOff(retryAfterMs);
          if (status === 429) questionBudget?.empty();
        }
        breaker.settle(isProbe, outcomeOf(error));
      };
    },
    admitQuestion(name, schema) {
      if (breaker.isDegraded()) throw new UpstreamError("skipped", name);
      const waitMs = questionBudget?.take() ?? 0;
      if (waitMs > 0)
        throw new UpstreamError("skipped", name, { retryAfterMs: waitMs, code: BUDGET_SPENT });
      return (error) => {
        if (error instanceof UpstreamError && error.status === 429) questionBudget?.empty();
        const failuresInRow = questionFailuresOf(schema);
        if (error === null || isRefusal(error)) failuresInRow.count = 0;
        else if (outcomeOf(error) !== "ignored") failuresInRow.count += 1;
      };
    },
    isDegraded: (schema) =>
      breaker.isDegraded() || questionFailuresOf(schema).count >= limits.breakerFailures,
  };
}

/** Counts an endpoint that the provider lacks as alive: its other endpoints stay in use. */
function outcomeOf(error: CallError | null): CallOutcome {
  if (!(error instanceof UpstreamError) || isUnusableAnswer(error)) return "alive";
  const { fault, status } = error;
  const isUnrelatedToHealth = fault === "aborted" || fault === "skipped" || status === 429;
  return isUnrelatedToHealth ? "ignored" : "failed";
}
