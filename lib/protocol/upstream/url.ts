// Where a path lies below a base URL, and how errors name it: without host, base or query.

/** Joins, never replaces: a base URL may carry a path. @throws TypeError on a path that leaves the base. */
export function joinUrl(base: URL, path: string): URL {
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  // What would begin a fragment is part of the path.
  const url = path.startsWith("/") ? new URL(`${base.origin}${prefix}${path.replaceAll("#", "%23")}`) : null;
  if (!url?.pathname.startsWith(`${prefix}/`)) throw new TypeError("path leaves its base URL");
  return url;
}

/**
 * Who runs an upstream, as far as its name tells: the end of a host's name, so that a gateway's node and indexer are one witness. Of two
 * owners under one public suffix (`co.uk`) it makes one, which costs a question more. An address or a name of this machine is its own.
 */
export function operatorOf(base: URL): string {
  const labels = base.hostname.replace(/\.$/, "").split(".");
  const isName = labels.length > 1 && !/^\d*$/.test(labels.at(-1) ?? "");
  return isName ? labels.slice(-2).join(".") : base.href;
}

/** The path as errors name it: without the query, which may hold a person's address. */
export function endpointName(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
