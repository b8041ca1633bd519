// Counts messages against the rate limit (draft-ietf-httpapi-ratelimit-headers-11).

import { type RateLimit, remainingTokens, WINDOW_MS, waitSeconds } from "../../http/rate-limit.ts";
import { errorMessage, jsonResponse, type RequestId } from "./messages.ts";

export interface Meter {
  /** False where the messages exceed the limit. */
  take(messages: number): boolean;
  toHeaders(): Record<string, string>;
  /** 429. `messages`: what the body costs. */
  refuse(id: RequestId | null, messages: number): Response;
}

export function createMeter(rateLimit: RateLimit | undefined, headers: Headers): Meter {
  const limiter = rateLimit?.limiter;
  const limit = limiter?.limit ?? 0;
  let debtMs: number | null = null;
  let refusedSeconds: number | null = null;
  return {
    take(messages) {
      if (!rateLimit || !limiter) return true;
      const decision = limiter.take(rateLimit.toClient(headers), messages);
      debtMs = decision.debtMs;
      return decision.allowed;
    },
    toHeaders() {
      if (debtMs === null) return {};
      const remaining = remainingTokens(debtMs, limit);
      // `t` ends when one more message fits. After a refusal it equals Retry-After.
      const windowSeconds = refusedSeconds ?? waitSeconds(debtMs, remaining + 1, limit);
      return {
        "RateLimit-Policy": `"messages";q=${limit};w=${WINDOW_MS / 1000}`,
        RateLimit: `"messages";r=${remaining};t=${windowSeconds}`,
      };
    },
    refuse(id, messages) {
      const seconds = waitSeconds(debtMs ?? WINDOW_MS, messages, limit);
      refusedSeconds = seconds;
      const split = messages > limit ? " Send a smaller batch." : "";
      const counted =
        "Each message of a batch counts. A quote or a swap's status counts as several.";
      const unit = seconds === 1 ? "second" : "seconds";
      const hint = `A client may send ${limit} messages a minute. ${counted}${split} Ask again in ${seconds} ${unit}.`;
      const error = errorMessage(-32000, "Too many messages.", id, {
        code: "rate_limited",
        hint,
        retry_after_seconds: seconds,
      });
      return jsonResponse(429, error, { "Retry-After": String(seconds) });
    },
  };
}
