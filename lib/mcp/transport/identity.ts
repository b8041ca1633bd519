// Who the server is and which protocol versions it serves; the server card and the wire say the same because both read this.

/** Newest first: the stateless era, then the 2025 era. */
export const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** What the server offers; no list ever changes, and nothing can be subscribed to. */
export const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
} as const;

/** `serverInfo.name`: the site's name in lower case, words joined by hyphens. */
export function serverName(siteName: string): string {
  return siteName.toLowerCase().replace(/ +/g, "-");
}
