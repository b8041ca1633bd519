// Reads Host (RFC 9112, 3.2): a name or an address, and a port.

/** Matches a host such as "example.org." or "[::1]:3000". The first group is its name. */
export const hostPattern = String.raw`(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{1,5})?`;
const hostGrammar = new RegExp(`^${hostPattern}$`, "i");

/** The name of a host in lower case, without its port and its last dot. Null for any other text. */
export function parseHostname(host: string): string | null {
  return hostGrammar.exec(host)?.[1]?.toLowerCase() ?? null;
}
