// This folder holds HTTP rules: negotiation, validators, problem details, headers, rate limit. It does not know Next.
// This file: how long caches may keep a response. Only documents
// may be served stale; a halt, quote or address never is.

export const cacheControl = {
  negotiated: "public, max-age=0, must-revalidate",
  document: "public, max-age=300, stale-while-revalidate=86400",
  slow: "public, max-age=3600",
  live: "no-store",
} as const;

/** The platform's cache ends with its deployment. */
export const deploymentHeaders: Readonly<Record<string, string>> = { "Vercel-CDN-Cache-Control": "max-age=31536000" };

/** How long the platform's cache may give one live answer to all who ask. It reads this field and sends it to nobody. */
export const EDGE_SECONDS = 1;
export const edgeHeaders: Readonly<Record<string, string>> = { "Vercel-CDN-Cache-Control": `max-age=${EDGE_SECONDS}` };
