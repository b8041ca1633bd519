// This folder holds HTTP rules: negotiation, validators, problem details, headers, rate limit. It does not know Next.
// This file: how long caches may keep a response. Only documents
// may be served stale; a halt, quote or address never is.

export const cacheControl = {
  negotiated: "public, max-age=0, must-revalidate",
  document: "public, max-age=300, stale-while-revalidate=86400",
  slow: "public, max-age=3600",
  live: "no-store",
} as const;

/** How long one live answer may be given to all who ask, by the platform's cache or by our server. */
export const SHARED_SECONDS = 1;

/** The field for a cache of ours alone (RFC 9213): it may keep what `Cache-Control` keeps from all others. */
export const SHARED_CACHE_FIELD = "CDN-Cache-Control";

/** For an answer that is the same for all who ask within `seconds`. */
export function sharedFor(seconds: number): Readonly<Record<string, string>> {
  return { [SHARED_CACHE_FIELD]: `max-age=${seconds}` };
}
