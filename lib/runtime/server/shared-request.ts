// Which requests may get a response that was made for another client, and which Next redirects.
import type { IncomingMessage } from "node:http";

/**
 * The host of a GET or HEAD for one of `hosts`. Null for any other request, and for those of
 * Next's router, which asks a page's address for parts of the page.
 */
export function findSharedHost({ method, headers }: IncomingMessage, hosts: readonly string[]): string | null {
  const { host } = headers;
  if ((method !== "GET" && method !== "HEAD") || host === undefined || !hosts.includes(host)) return null;
  return Object.keys(headers).some((name) => /^(?:rsc$|next-|x-nextjs)/.test(name)) ? null : host;
}

/** Hosts and paths that Next redirects to the other host, as `name/path`. */
export type Redirected = ReadonlySet<string>;

/** `host`: as in `Host`, with or without its port. */
export function isRedirected(redirected: Redirected, host: string, path: string): boolean {
  return redirected.has(host.replace(/:\d+$/, "") + path);
}
