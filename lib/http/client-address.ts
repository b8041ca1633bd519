// The client of a request. A header counts only if the platform, a trusted proxy or we set it.

/** The address of the socket's peer. Our server overwrites what a client sent in this header. */
export const PEER_HEADER = "x-signpost-peer";

export interface AddressRules {
  readonly onVercel: boolean;
  /** Proxies in front of this server that append to X-Forwarded-For; 0 ignores the header. */
  readonly trustedHops: number;
}

/** All clients without a known address share one bucket. */
export const UNKNOWN_CLIENT = "unknown";

/**
 * Returns "203.0.113.7", "2001:db8:1:2::/64" or `UNKNOWN_CLIENT`.
 * One household or host has a whole /64, so a /64 counts as one client.
 */
export function findClientAddress(
  headers: Pick<Headers, "get">,
  peer: string | null,
  rules: AddressRules,
): string {
  if (rules.onVercel)
    return rateLimitSubject(headers.get("x-vercel-forwarded-for")) ?? UNKNOWN_CLIENT;
  const hops = rules.trustedHops > 0 ? (headers.get("x-forwarded-for") ?? "").split(",") : [];
  return rateLimitSubject(hops.at(-rules.trustedHops)) ?? rateLimitSubject(peer) ?? UNKNOWN_CLIENT;
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function rateLimitSubject(text: string | null | undefined): string | null {
  const address = text?.trim().toLowerCase() ?? "";
  if (address.length > 80) return null;
  const withoutPort =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address)?.[1] ??
    /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ??
    address;
  if (ipv4.test(withoutPort)) return withoutPort;
  const groups = ipv6Groups(withoutPort.replace(/%[\w.-]+$/, ""));
  if (!groups) return null;
  const isMappedIpv4 = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMappedIpv4)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

/** Eight numbers. The URL parser validates the address and writes an IPv4 tail as two groups. */
function ipv6Groups(address: string): number[] | null {
  if (!/^[0-9a-f:.]+$/.test(address) || !URL.canParse(`http://[${address}]`)) return null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], tail] = canonical.split("::").map((part) => part.split(":").filter(Boolean));
  const missing = tail === undefined ? 0 : 8 - front.length - tail.length;
  return [...front, ...Array<string>(missing).fill("0"), ...(tail ?? [])].map((group) =>
    Number.parseInt(group, 16),
  );
}
