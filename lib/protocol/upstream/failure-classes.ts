// What one failure says about a provider. One caller's unusual question must never block a provider for other callers.

import { ShapeError, type UpstreamError } from "./errors.ts";
import type { CallOutcome } from "./limits/breaker.ts";

export interface FailureClasses {
  readonly provider: CallOutcome;
  readonly reading: CallOutcome;
}

/**
 * What a failure teaches about the provider as a whole and about this kind of reading. `refused`: what the provider's own refusal says of
 * the reading. It may lie in what a client asked; facts of safety are asked for in one way, so there it is a failure.
 */
export function classifyFailure(error: ShapeError | UpstreamError, refused: CallOutcome): FailureClasses {
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
