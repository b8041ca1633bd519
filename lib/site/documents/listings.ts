// Files for directories that list this deployment: the entry for the public MCP registry, and a
// plugin for coding agents in the format of Claude Code.
import { config } from "../../config.ts";
import { code, heading, line, link, list, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { exampleQuestions } from "../../mcp/prompts/example-questions.ts";
import { tools } from "../../mcp/tools/all.ts";
import { loopbackHosts } from "../../variables.ts";
import { getMarkdown } from "../prose/prose.ts";
import { absoluteUrl } from "../registry/links.ts";
import { skills } from "./catalogs.ts";
import { serverIdentity, serverListing } from "./server-card.ts";

const REGISTRY_SCHEMA =
  "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/**
 * Where directories look for the icon of a plugin.
 * @public keeps this export, as that of `listingFiles`.
 */
export const PLUGIN_ICON = "plugin/.claude-plugin/icon.png";

/**
 * The text of each file by its path. The program `mcp-publisher` sends `server.json` to the MCP
 * registry. The folder `plugin` is the content of a repository from which agents install.
 * @throws Error if the deployment is not public, or shows sample data.
 * @public keeps this export: `bin/site-modules.ts` loads this file at run time, by its path.
 */
export function listingFiles(): Readonly<Record<string, string>> {
  const { siteUrl, network, repositoryUrl } = config();
  if (!siteUrl.startsWith("https://") || loopbackHosts.has(new URL(siteUrl).hostname))
    throw new Error(`SITE_URL is ${siteUrl}, and directories list public https addresses only`);
  if (network === "sample")
    throw new Error("NETWORK is sample, and invented data do not belong in a directory");
  const { name, description, version } = serverIdentity();
  const plugin = { name, description };
  const server = { type: "http", url: absoluteUrl("/mcp") };
  return {
    "server.json": jsonText({
      ...serverListing(REGISTRY_SCHEMA),
      ...(repositoryUrl !== null && { repository: registryRepository(repositoryUrl) }),
    }),
    "plugin/.claude-plugin/marketplace.json": jsonText({
      ...plugin,
      owner: owner(),
      plugins: [{ ...plugin, source: "./" }],
    }),
    "plugin/.claude-plugin/plugin.json": jsonText({
      ...plugin,
      version,
      author: owner(),
      homepage: absoluteUrl("/developers/mcp"),
      privacyPolicyUrl: absoluteUrl("/privacy"),
      ...(repositoryUrl !== null && { repository: repositoryUrl }),
      license: "MIT",
      keywords: ["mcp", "swap", "cross-chain", network],
    }),
    "plugin/.mcp.json": jsonText({ mcpServers: { [name]: server } }),
    "plugin/README.md": pluginReadme(description),
    ...Object.fromEntries(
      skills.map((skill) => [`plugin/skills/${skill.name}/SKILL.md`, getMarkdown(skill.path)]),
    ),
  };
}

function pluginReadme(description: string): string {
  const { siteName, preset } = config();
  const blocks = [
    heading(1, siteName),
    paragraph(description),
    paragraph("This plugin adds an MCP server and the skills to use it. No key, no account."),
    list(tools.map(({ name, purpose }) => line`${code(name)}: ${purpose}`)),
    paragraph("Ask, for example:"),
    list(exampleQuestions(preset.protocol)),
    paragraph(
      line`${link("Documentation", absoluteUrl("/developers/mcp"))}, ${link("privacy", absoluteUrl("/privacy"))}, ${link("terms", absoluteUrl("/legal"))}.`,
    ),
  ];
  return `${writeMarkdown(blocks)}\n`;
}

function owner() {
  const { siteName, siteUrl, contactEmail } = config();
  return { name: siteName, url: siteUrl, ...(contactEmail !== null && { email: contactEmail }) };
}

/** The registry's `source` is the name of the host: github or gitlab. */
function registryRepository(url: string) {
  return { url, source: new URL(url).hostname.replace(/\.com$/, "") };
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
