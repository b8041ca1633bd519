// Name, capabilities and protocol versions of the server, for the endpoint and the server card.

export const VIEW_EXTENSION = "io.modelcontextprotocol/ui";
export const VIEW_MEDIA_TYPE = "text/html;profile=mcp-app";

/** MCP versions, newest first. Only the first has no sessions and no `initialize` request. */
export const protocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

export const capabilities = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
  extensions: { [VIEW_EXTENSION]: { mimeTypes: [VIEW_MEDIA_TYPE] as string[] } },
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
