// Finds a client's address. Trusts a header only from the platform, a known proxy or our server.
import { ipv6Groups, ipv6Network, mappedIpv4 } from "../protocol/values/ip-address.ts";

/** Request header with the address of the socket's peer. `bin/server.ts` overwrites a client's. */
export const PEER_HEADER = "x-signpost-peer";

export interface AddressRules {
  readonly onVercel: boolean;
  /** Number of proxies in front of this server that append to X-Forwarded-For. 0: ignore it. */
  readonly trustedHops: number;
}

export const UNKNOWN_CLIENT = "unknown";

/**
 * Returns an address such as "203.0.113.7" or "2001:db8:1:2::/64". An IPv6 address is cut to its
 * /64 network, because one household or host has a whole /64.
 */
export function findClientAddress(
  headers: Pick<Headers, "get">,
  peer: string | null,
  rules: AddressRules,
): string {
  if (rules.onVercel)
    return toClientAddress(headers.get("x-vercel-forwarded-for")) ?? UNKNOWN_CLIENT;
  const hopAddresses =
    rules.trustedHops > 0 ? (headers.get("x-forwarded-for") ?? "").split(",") : [];
  return (
    toClientAddress(hopAddresses.at(-rules.trustedHops)) ?? toClientAddress(peer) ?? UNKNOWN_CLIENT
  );
}

const ipv4Grammar = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function toClientAddress(addressText: string | null | undefined): string | null {
  const address = addressText?.trim().toLowerCase() ?? "";
  if (address.length > 80) return null;
  const bareAddress =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address)?.[1] ??
    /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ??
    address;
  if (ipv4Grammar.test(bareAddress)) return bareAddress;
  const groups = ipv6Groups(bareAddress.replace(/%[\w.-]+$/, ""));
  if (!groups) return null;
  return mappedIpv4(groups) ?? ipv6Network(groups);
}
