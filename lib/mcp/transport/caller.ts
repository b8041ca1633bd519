// Decides which Host and Origin headers the MCP endpoint accepts.
import { hostPattern, parseHostname } from "../../http/host.ts";
import { loopbackHosts } from "../../variables.ts";

const originGrammar = new RegExp(`^[a-z][a-z0-9+.-]*://${hostPattern}$`, "i");

/**
 * Prevents DNS rebinding by Host and Origin; ignores X-Forwarded-Host. A public host answers pages
 * of every origin, because it has no cookie, login or private data. A local host answers pages of
 * that host or of loopback, and requests without Origin.
 */
export function isTrustedCaller(headers: Headers, hostnames: ReadonlySet<string>): boolean {
  const hostname = parseHostname(headers.get("host") ?? "");
  if (hostname === null || !(hostnames.has(hostname) || loopbackHosts.has(hostname))) return false;
  const origin = headers.get("origin");
  if (origin === null || !isLocal(hostname)) return true;
  const originHostname = originGrammar.exec(origin)?.[1]?.toLowerCase();
  return (
    originHostname !== undefined &&
    (originHostname === hostname || loopbackHosts.has(originHostname))
  );
}

const privateRanges =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[f[cd][0-9a-f]{2}:|\[fe[89ab][0-9a-f]:)/;

function isLocal(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith(".local") || privateRanges.test(hostname);
}
