// Folder http: negotiation, validators, problems, headers and rate limit. It does not know Next.
// This file: how long caches may keep a response.

export const cacheControl = {
  negotiated: "public, max-age=0, must-revalidate",
  document: "public, max-age=300, stale-while-revalidate=86400",
  slow: "public, max-age=3600",
  live: "no-store",
} as const;

/** Seconds for which one live answer may be sent to several clients. */
export const SHARED_SECONDS = 1;

/**
 * Only the cache in front of Next obeys this header (RFC 9213): that of `npm start` or of the
 * hosting platform. All other caches obey `Cache-Control`.
 */
export const SHARED_CACHE_FIELD = "CDN-Cache-Control";

export function sharedFor(seconds: number): Readonly<Record<string, string>> {
  return { [SHARED_CACHE_FIELD]: `max-age=${seconds}` };
}
