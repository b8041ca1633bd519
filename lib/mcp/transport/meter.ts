// Counts messages against the rate limit (draft-ietf-httpapi-ratelimit-headers-11).

import { type RateLimit, remainingTokens, WINDOW_MS, waitSeconds } from "../../http/rate-limit.ts";
import { errorMessage, type RequestId } from "./messages.ts";
import { jsonResponse } from "./responses.ts";

export interface Meter {
  take(messageCount: number): boolean;
  toHeaders(): Record<string, string>;
  refuse(id: RequestId | null, messageCount: number): Response;
}

export function createMeter(rateLimit: RateLimit | undefined, headers: Headers): Meter {
  const limiter = rateLimit?.limiter;
  const limitPerMinute = limiter?.limit ?? 0;
  let debtMs: number | null = null;
  let retryAfterSeconds: number | null = null;
  return {
    take(messageCount) {
      if (!rateLimit || !limiter) return true;
      const decision = limiter.take(rateLimit.toClient(headers), messageCount);
      debtMs = decision.debtMs;
      return decision.allowed;
    },
    toHeaders() {
      if (debtMs === null) return {};
      const remainingMessages = remainingTokens(debtMs, limitPerMinute);
      // `t` of the header RateLimit: seconds until the limit allows one more message. After a
      // refusal, `t` equals Retry-After.
      const nextMessageSeconds =
        retryAfterSeconds ?? waitSeconds(debtMs, remainingMessages + 1, limitPerMinute);
      return {
        "RateLimit-Policy": `"messages";q=${limitPerMinute};w=${WINDOW_MS / 1000}`,
        RateLimit: `"messages";r=${remainingMessages};t=${nextMessageSeconds}`,
      };
    },
    refuse(id, messageCount) {
      const secondsToWait = waitSeconds(debtMs ?? WINDOW_MS, messageCount, limitPerMinute);
      retryAfterSeconds = secondsToWait;
      const smallerBatchText = messageCount > limitPerMinute ? " Send a smaller batch." : "";
      const countingRule =
        "Each message of a batch counts. A quote or a swap's status counts as several.";
      const unitText = secondsToWait === 1 ? "second" : "seconds";
      const hint = `A client may send ${limitPerMinute} messages a minute. ${countingRule}${smallerBatchText} Ask again in ${secondsToWait} ${unitText}.`;
      const error = errorMessage(-32000, "Too many messages.", id, {
        code: "rate_limited",
        hint,
        retry_after_seconds: secondsToWait,
      });
      return jsonResponse(429, error, { "Retry-After": String(secondsToWait) });
    },
  };
}
