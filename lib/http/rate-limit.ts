// What a rate limit is to those who ask it: whose bucket, and whether there is room.
import type { RateLimitDecision } from "./rate-limit-bucket.ts";

export interface RateLimiter {
  /** Messages a minute, and the most at once. */
  readonly limit: number;
  /** Takes all of `messages` from the client's bucket or none; never throws. */
  take(client: string, messages: number): Promise<RateLimitDecision>;
}

export interface RateLimit {
  readonly limiter: RateLimiter;
  /** Whose bucket a request draws on. */
  readonly toClient: (headers: Headers) => string;
}
