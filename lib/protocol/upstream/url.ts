// Joins a path to a base URL, removes a path's query, and finds the operator of an upstream.

/**
 * Appends `path` to a base URL, which may have a path of its own.
 * @throws TypeError if the result is not below the base URL.
 */
export function joinUrl(base: URL, path: string): URL {
  const basePath = base.pathname.replace(/(?<!\/)\/+$/, "");
  // "#" is encoded, because it belongs to the path and must not start a fragment.
  const url = path.startsWith("/")
    ? new URL(`${base.origin}${basePath}${path.replaceAll("#", "%23")}`)
    : null;
  if (!url?.pathname.startsWith(`${basePath}/`)) throw new TypeError("path leaves its base URL");
  return url;
}

/**
 * Guesses who runs a node or indexer: "localhost", an IPv4 address, an IPv6 /64, or the last two
 * labels of a host name. A setting such as `NODE_URLS=acme=https://…` replaces the guess.
 */
export function operatorOf(base: URL): string {
  const host = base.hostname.replace(/\.$/, "");
  if (host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host))
    return "localhost";
  if (host.startsWith("[")) return `${ipv6Prefix(host.slice(1, -1))}::/64`;
  const hostLabels = host.split(".");
  return /^\d*$/.test(hostLabels.at(-1) ?? "") ? host : hostLabels.slice(-2).join(".");
}

function ipv6Prefix(address: string): string {
  const [start = "", end] = address.split("::");
  const startGroups = hexGroupsOf(start);
  const endGroups = hexGroupsOf(end ?? "");
  const zeroGroupCount = end === undefined ? 0 : 8 - startGroups.length - endGroups.length;
  const zeroGroups = Array<string>(zeroGroupCount).fill("0");
  return [...startGroups, ...zeroGroups, ...endGroups].slice(0, 4).join(":");
}

const hexGroupsOf = (hexText: string) => hexText.split(":").filter(Boolean);

/** Removes the query for logs and errors, because the query may contain a person's address. */
export function endpointName(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
