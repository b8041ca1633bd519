// Checks `Host` and `Origin` against DNS rebinding. Pure. No forwarded header is read.
import { loopbackHosts } from "../../config.ts";

const name = String.raw`(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{1,5})?`;
const hostGrammar = new RegExp(`^${name}$`, "i");
const originGrammar = new RegExp(`^[a-z][a-z0-9+.-]*://${name}$`, "i");

/**
 * Whether this `Host` and `Origin` are served. The host must be configured or loopback. A public host serves
 * every origin, because there is no cookie, login or private data. A local host serves only itself and loopback.
 */
export function isTrustedCaller(host: string | null, origin: string | null, hostnames: ReadonlySet<string>): boolean {
  const hostname = hostGrammar.exec(host ?? "")?.[1]?.toLowerCase();
  if (hostname === undefined || !(hostnames.has(hostname) || loopbackHosts.has(hostname))) return false;
  if (origin === null || !isLocal(hostname)) return true;
  const caller = originGrammar.exec(origin)?.[1]?.toLowerCase();
  return caller !== undefined && (caller === hostname || loopbackHosts.has(caller));
}

const privateRanges =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[f[cd][0-9a-f]{2}:|\[fe[89ab][0-9a-f]:)/;

function isLocal(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith(".local") || privateRanges.test(hostname);
}
