// Where a path lies below a base URL, and how errors name it: without host, base or query.

/** Joins, never replaces: a base URL may carry a path. @throws TypeError on a path that leaves the base. */
export function joinUrl(base: URL, path: string): URL {
  const [pathname = "", ...query] = path.split("?");
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  const url = new URL(base);
  url.pathname = `${prefix}${pathname}`;
  url.search = query.join("?");
  url.hash = "";
  if (!pathname.startsWith("/") || !url.pathname.startsWith(`${prefix}/`))
    throw new TypeError("path leaves its base URL");
  return url;
}

/** The path as errors name it: without the query, which may hold a person's address. */
export function endpointName(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
