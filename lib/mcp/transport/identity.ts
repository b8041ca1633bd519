// Name, capabilities and protocol versions of the server, for the endpoint and the server card.

/** Newest first: the stateless era, then the 2025 era. */
export const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** Lists never change, and there are no subscriptions. */
export const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
} as const;

/** "My Site" → "my-site". */
export function serverName(siteName: string): string {
  return siteName.toLowerCase().replace(/ +/g, "-");
}

export const staticMethods = [
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
] as const;
