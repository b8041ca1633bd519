// How long caches may keep an answer. stale-while-revalidate is for documents alone, never for what holds a halt, a quote or an address.

export const cacheControl = {
  negotiated: "public, max-age=0, must-revalidate",
  document: "public, max-age=300, stale-while-revalidate=86400",
  slow: "public, max-age=3600",
  live: "no-store",
} as const;
