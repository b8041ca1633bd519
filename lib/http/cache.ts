// Folder http: negotiation, validators, problems, headers and rate limit. It does not know Next.
// This file: how long caches may keep a response.

export const cacheControl = {
  negotiated: "public, max-age=0, must-revalidate",
  document: "public, max-age=300, stale-while-revalidate=86400",
  slow: "public, max-age=3600",
  live: "no-store",
  /** Never changes while the server runs, and yet no cache may keep it. */
  unstored: "no-store",
} as const;

/** Seconds for which one live answer may be sent to several clients. */
export const SHARED_SECONDS = 1;

/**
 * Caches in front of the site obey this header (RFC 9213): that of `npm start`, which removes it,
 * and that of the hosting platform. Browsers obey `Cache-Control`.
 */
export const SHARED_CACHE_FIELD = "CDN-Cache-Control";

export function sharedFor(seconds: number): Readonly<Record<string, string>> {
  return { [SHARED_CACHE_FIELD]: `max-age=${seconds}` };
}
