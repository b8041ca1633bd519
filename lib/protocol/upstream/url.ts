// Joins a path to a base URL, removes a path's query, and finds the operator of an upstream.
import { ipv6Groups, ipv6Network, mappedIpv4 } from "../values/ip-address.ts";

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
 * Guesses who runs a node or indexer: "localhost" for all of this machine, an IPv4 address, an IPv6
 * /64, or the last two labels of a host name. A setting such as `NODE_URLS=acme=https://…` replaces
 * the guess.
 */
export function operatorOf(base: URL): string {
  const host = base.hostname.replace(/\.$/, "");
  const groups = host.startsWith("[") ? ipv6Groups(host.slice(1, -1)) : null;
  const address = (groups && mappedIpv4(groups)) ?? host;
  if (isThisMachine(address)) return "localhost";
  if (groups && address === host) return ipv6Network(groups);
  const hostLabels = address.split(".");
  return /^\d*$/.test(hostLabels.at(-1) ?? "") ? address : hostLabels.slice(-2).join(".");
}

/** Of an address that a connection takes for loopback: RFC 6761 (6.3), RFC 1122 (3.2.1.3). */
function isThisMachine(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(host);
}

/** Removes the query for logs and errors, because the query may contain a person's address. */
export function endpointName(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
