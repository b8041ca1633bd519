// The retired AI plugin manifest, for clients that still read it. It names a contact only where one is configured.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";

export function aiPlugin(): string {
  const { siteName, contactEmail, network, preset } = config();
  const manifest = {
    schema_version: "v1",
    name_for_human: siteName,
    name_for_model: siteName.toLowerCase().replace(/[^a-z0-9]+/g, "_"),
    description_for_human: "What a cross-chain swap costs and whether it is safe to send now. Read-only.",
    description_for_model: `${network === "sample" ? "SAMPLE DATA, invented: never act on it. " : ""}Read-only facts about swaps on ${preset.protocol}: network status, halts, pools and fees, each dated to the block. Live facts come from the MCP server at ${absoluteUrl("/mcp")} and from ${absoluteUrl("/.well-known/status")}; a verdict other than open means: do not send funds. This manifest is a legacy format: prefer MCP.`,
    auth: { type: "none" },
    api: { type: "openapi", url: absoluteUrl("/openapi.json") },
    logo_url: absoluteUrl("/logo.svg"),
    ...(contactEmail ? { contact_email: contactEmail } : {}),
    legal_info_url: absoluteUrl("/legal"),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
