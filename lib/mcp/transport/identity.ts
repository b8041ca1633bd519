// Name, capabilities and protocol versions of the server, for the endpoint and the server card.

export const VIEW_EXTENSION = "io.modelcontextprotocol/ui";
export const VIEW_MEDIA_TYPE = "text/html;profile=mcp-app";

/** MCP versions, newest first. Only the first has no sessions and no `initialize` request. */
export const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

export const viewCapability = { mimeTypes: [VIEW_MEDIA_TYPE] as string[] };

export const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
  extensions: { [VIEW_EXTENSION]: viewCapability, "io.modelcontextprotocol/skills": {} },
} as const;

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

export const skillMethods = ["skills/list", "skills/get"] as const;

/** How long clients of MCP 2026-07-28 may keep what never changes while this server runs. */
export const staticCacheHint = { ttlMs: 300_000, cacheScope: "public" } as const;
