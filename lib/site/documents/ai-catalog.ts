// Generators of the documents that are derived from the registry, one file for each. Prose of `content/` does not belong here.
// The AI catalog (AI Catalog 1.0, also valid as ARD 0.9 and 0.91) lists the MCP server, the OpenAPI description and the skills.
import { config } from "../../config.ts";
import { serverName } from "../../mcp/transport/identity.ts";
import { absoluteUrl } from "../registry/links.ts";
import { mediaTypeOf, resources } from "../registry/resources.ts";
import { skills } from "./skills.ts";

export function aiCatalog(): string {
  const { siteUrl, siteName, network, preset } = config();
  const domain = new URL(siteUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, "");
  const slug = serverName(siteName);
  const urn = (kind: string, name: string) => `urn:air:${domain}:${kind}:${name}`;
  const catalog = {
    specVersion: "1.0",
    host: {
      displayName: siteName,
      identifier: urn("host", slug),
      documentationUrl: absoluteUrl("/llms.txt"),
      logoUrl: absoluteUrl("/logo.svg"),
    },
    entries: [
      {
        identifier: urn("mcp", slug),
        displayName: `${siteName} MCP server`,
        type: resources["/.well-known/mcp/server-card.json"].mediaType,
        url: absoluteUrl("/.well-known/mcp/server-card.json"),
        description: `${network === "sample" ? "Sample data, invented. " : ""}Read-only MCP server for ${preset.protocol}: network status, halts, pools and fees, each answer dated to the block.`,
        representativeQueries: [
          `Is ${preset.protocol} trading halted on Bitcoin right now?`,
          "What does the network charge for an outbound to Ethereum?",
          "Which pools are deepest?",
        ],
      },
      {
        identifier: urn("openapi", slug),
        displayName: `${siteName} OpenAPI description`,
        type: mediaTypeOf("/openapi.json"),
        url: absoluteUrl("/openapi.json"),
        description: resources["/openapi.json"].description,
        representativeQueries: ["Which resources does this site publish?", "How is the MCP endpoint called over HTTP?"],
      },
      ...skills.map((skill) => ({
        identifier: urn("skill", skill.name),
        displayName: skill.title,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: absoluteUrl(skill.path),
        description: skill.summary,
        representativeQueries: skill.queries,
      })),
    ],
  };
  return `${JSON.stringify(catalog, null, 2)}\n`;
}
