// HTTP rules: negotiation, validators, problem details, headers, rate limit. They do not know Next.
// This file: how long caches may keep a response. A halt, quote or address is never served stale.

export const cacheControl = {
  negotiated: "public, max-age=0, must-revalidate",
  document: "public, max-age=300, stale-while-revalidate=86400",
  slow: "public, max-age=3600",
  live: "no-store",
} as const;

/** How long the platform's cache or our server may repeat one live answer. */
export const SHARED_SECONDS = 1;

/** RFC 9213: our own cache may keep what `Cache-Control` forbids all others to keep. */
export const SHARED_CACHE_FIELD = "CDN-Cache-Control";

export function sharedFor(seconds: number): Readonly<Record<string, string>> {
  return { [SHARED_CACHE_FIELD]: `max-age=${seconds}` };
}
