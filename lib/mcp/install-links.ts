// Links that open an editor and add this MCP server to it.

/** Cursor's format: the configuration as JSON in base64. */
export function cursorInstallLink(name: string, endpointUrl: string): string {
  const configuration = Buffer.from(JSON.stringify({ url: endpointUrl })).toString("base64");
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config: configuration })}`;
}

/** VS Code's format: the server as JSON, percent-encoded. */
export function vsCodeInstallLink(name: string, endpointUrl: string): string {
  const server = { name, type: "http", url: endpointUrl };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;
}
