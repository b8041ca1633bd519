// Reads which address a request asks for, and of which site.
import type { IncomingMessage } from "node:http";
import { parseHostname } from "../lib/http/host.ts";
import { loopbackHosts } from "../lib/variables.ts";

/**
 * The requested URL (RFC 9112, 3.2), without "." and "..". Null if it is none, or if Host is
 * anything but a host and a port.
 */
export function parseTarget({ url = "", headersDistinct }: IncomingMessage): URL | null {
  const [host = "", ...otherHosts] = headersDistinct.host ?? [];
  if (otherHosts.length > 0 || parseHostname(host) === null) return null;
  const absoluteUrl = url.startsWith("/") ? `http://${host}${url}` : url;
  if (!/^https?:\/\//i.test(absoluteUrl) || !URL.canParse(absoluteUrl)) return null;
  const target = new URL(absoluteUrl);
  return target.username === "" && target.password === "" ? target : null;
}

interface Hosts {
  readonly siteUrl: string;
  readonly swapUrl: string;
  /** Names that are served beside those of the sites, as is the address to listen on. */
  readonly hostnames: readonly string[];
}

export interface ServedHost {
  /** Of a site, such as "example.org:8443"; of this machine, its name alone. */
  readonly host: string;
  readonly hostname: string;
}

/**
 * Finds the host that a request means. A proxy may drop the port, and a check of this
 * machine comes by a loopback name or by the address that the server listens on. Null if the host
 * is not served.
 */
export function createHostFinder({ siteUrl, swapUrl, hostnames }: Hosts) {
  const siteUrls = [new URL(siteUrl), new URL(swapUrl)];
  const ownHostnames: ReadonlySet<string> = new Set([...loopbackHosts, ...hostnames]);
  return ({ host, hostname: hostnameAsSent }: URL): ServedHost | null => {
    const hostname = hostnameAsSent.replace(/\.$/, "");
    const site =
      siteUrls.find((one) => one.host === host) ??
      siteUrls.find((one) => one.hostname === hostname);
    return site ?? (ownHostnames.has(hostname) ? { host: hostname, hostname } : null);
  };
}
