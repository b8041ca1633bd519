// The MCP server card (SEP-2127). Tools, versions and the name on the wire come from lib/mcp.
import { config } from "../../config.ts";
import { tools } from "../../mcp/tools/all.ts";
import { capabilities, protocolVersions, serverName } from "../../mcp/transport/identity.ts";
import { VERSION } from "../../version.ts";
import { absoluteUrl } from "../registry/links.ts";

const DESCRIPTION = "Read-only facts about cross-chain swaps: fees, halts and pools, dated to the block.";

export function serverCard(): string {
  const { siteUrl, siteName, network } = config();
  const url = absoluteUrl("/mcp");
  const card = {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reverseDomain(siteUrl)}/${serverName(siteName)}`,
    version: VERSION,
    title: siteName,
    description: network === "sample" ? `Sample data. ${DESCRIPTION}` : DESCRIPTION,
    websiteUrl: absoluteUrl("/"),
    icons: [{ src: absoluteUrl("/logo.svg"), mimeType: "image/svg+xml" }],
    remotes: [{ type: "streamable-http", url, supportedProtocolVersions: protocolVersions }],
    serverInfo: { name: serverName(siteName), version: VERSION },
    serverUrl: url,
    transport: { type: "streamable-http", endpoint: url },
    capabilities,
    tools: tools.map(({ name, description }) => ({ name, description })),
  };
  return `${JSON.stringify(card, null, 2)}\n`;
}

/** https://swap.example.org → org.example.swap */
function reverseDomain(origin: string): string {
  const { hostname } = new URL(origin);
  return hostname.includes(":") ? "localhost" : hostname.split(".").reverse().join(".");
}
