// IP addresses: the groups of an IPv6 address, its network, and the IPv4 address that it maps.

const GROUP_COUNT = 8;

/** The eight groups of an IPv6 address without brackets and zone. Null for any other text. */
export function ipv6Groups(address: string): readonly number[] | null {
  if (!/^[0-9a-f:.]+$/.test(address) || !URL.canParse(`http://[${address}]`)) return null;
  const canonicalAddress = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [frontGroups = [], backGroups] = canonicalAddress
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  if (backGroups === undefined) return frontGroups.map(parseGroup);
  const zeroCount = GROUP_COUNT - frontGroups.length - backGroups.length;
  const zeroGroups = Array<string>(zeroCount).fill("0");
  return [...frontGroups, ...zeroGroups, ...backGroups].map(parseGroup);
}

const parseGroup = (group: string) => Number.parseInt(group, 16);

/** Such as "203.0.113.7" for the groups of "::ffff:203.0.113.7" (RFC 4291, 2.5.5.2). */
export function mappedIpv4(groups: readonly number[]): string | null {
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (!isMapped) return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** The network of one household or host, such as "2001:db8:0:1::/64". */
export function ipv6Network(groups: readonly number[]): string {
  const prefixGroups = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefixGroups.join(":")}::/64`;
}
