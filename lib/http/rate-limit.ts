// The interface of a rate limit: which client a request counts for, and whether it is allowed.

export interface RateLimitDecision {
  readonly allowed: boolean;
  /** Time until the bucket is full again, after this take; from 0 to `WINDOW_MS`. */
  readonly debtMs: number;
}

export interface RateLimiter {
  /** Messages a minute, which is also the largest burst. */
  readonly limit: number;
  /** Takes all of `messages` from the client's bucket or none; never throws. */
  take(client: string, messages: number): Promise<RateLimitDecision>;
}

export interface RateLimit {
  readonly limiter: RateLimiter;
  /** The client that a request counts for. */
  readonly toClient: (headers: Pick<Headers, "get">) => string;
}
