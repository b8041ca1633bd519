// Builds the MCP server card (SEP-2127), and what it has in common with other lists of the server.
import { config } from "../../config.ts";
import { tools } from "../../mcp/tools/all.ts";
import { capabilities, protocolVersions, serverName } from "../../mcp/transport/identity.ts";
import { VERSION } from "../../version.ts";
import { absoluteUrl } from "../registry/links.ts";

const DESCRIPTION =
  "Read-only facts about cross-chain swaps: fees, halts and pools, dated to the block.";

export function serverCard(): string {
  const mcpUrl = absoluteUrl("/mcp");
  const { remotes, ...listing } = serverListing(
    "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  );
  const card = {
    ...listing,
    remotes: remotes.map((remote) => ({ ...remote, supportedProtocolVersions: protocolVersions })),
    serverInfo: serverIdentity(),
    serverUrl: mcpUrl,
    transport: { type: "streamable-http", endpoint: mcpUrl },
    capabilities,
    tools: tools.map(({ name, description }) => ({ name, description })),
  };
  return `${JSON.stringify(card, null, 2)}\n`;
}

/** What the server card and `server.json` have in common. */
export function serverListing($schema: string) {
  const { name, ...identity } = serverIdentity();
  return {
    $schema,
    name: `${reverseDomain(config().siteUrl)}/${name}`,
    ...identity,
    remotes: [{ type: "streamable-http", url: absoluteUrl("/mcp") }],
  };
}

/**
 * The server's `serverInfo`, with the optional members of MCP 2025-11-25. The MCP registry refuses a
 * `description` of more than 100 characters.
 */
export function serverIdentity() {
  const { siteName, network } = config();
  return {
    name: serverName(siteName),
    version: VERSION,
    title: siteName,
    description: network === "sample" ? `Sample data. ${DESCRIPTION}` : DESCRIPTION,
    websiteUrl: absoluteUrl("/"),
    icons: [{ src: absoluteUrl("/logo.svg"), mimeType: "image/svg+xml" }],
  };
}

function reverseDomain(origin: string): string {
  const { hostname } = new URL(origin);
  return hostname.includes(":") ? "localhost" : hostname.split(".").reverse().join(".");
}
