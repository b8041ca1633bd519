// Files for directories that list this deployment: the entry for the public MCP registry, and a
// plugin for coding agents in the format of Claude Code.
import { config } from "../../config.ts";
import { code, heading, line, link, list, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { exampleQuestions } from "../../mcp/prompts/example-questions.ts";
import { tools } from "../../mcp/tools/all.ts";
import { loopbackHosts } from "../../variables.ts";
import { absoluteUrl } from "../registry/links.ts";
import { type ProsePath, resourcePaths } from "../registry/resources.ts";
import { serverIdentity, serverListing } from "./server-card.ts";

const REGISTRY_SCHEMA =
  "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** Where directories look for the icon of a plugin. */
export const PLUGIN_ICON = "plugin/.claude-plugin/icon.png";

/**
 * The text of each file by its path. The program `mcp-publisher` sends `server.json` to the MCP
 * registry. The folder `plugin` is the content of a repository from which agents install.
 * @throws Error if the deployment is not public, or shows sample data.
 */
export async function listingFiles(
  readSkill: (path: ProsePath) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const { siteUrl, network } = config();
  if (!siteUrl.startsWith("https://") || loopbackHosts.has(new URL(siteUrl).hostname))
    throw new Error(`SITE_URL is ${siteUrl}, and directories list public https addresses only`);
  if (network === "sample")
    throw new Error("NETWORK is sample, and invented data do not belong in a directory");
  const { name, description, ...identity } = serverIdentity();
  const plugin = { name, description };
  const server = { type: "http", url: absoluteUrl("/mcp") };
  return {
    "server.json": jsonText({ ...serverListing(REGISTRY_SCHEMA), ...repositoryOfServer() }),
    "plugin/.claude-plugin/marketplace.json": jsonText({
      name,
      description,
      owner: owner(),
      plugins: [{ ...plugin, source: "./" }],
    }),
    "plugin/.claude-plugin/plugin.json": jsonText({
      ...plugin,
      version: identity.version,
      author: owner(),
      homepage: absoluteUrl("/developers/mcp"),
      privacyPolicyUrl: absoluteUrl("/privacy"),
      ...repositoryOfPlugin(),
      license: "MIT",
      keywords: ["mcp", "swap", "cross-chain", network],
    }),
    "plugin/.mcp.json": jsonText({ mcpServers: { [name]: server } }),
    "plugin/README.md": pluginReadme(description),
    ...(await skillFiles(readSkill)),
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

function repositoryOfServer() {
  const { repositoryUrl } = config();
  if (repositoryUrl === null) return {};
  const [source] = new URL(repositoryUrl).hostname.split(".");
  return { repository: { url: repositoryUrl, source } };
}

function repositoryOfPlugin() {
  const { repositoryUrl } = config();
  return repositoryUrl === null ? {} : { repository: repositoryUrl };
}

const SKILL_FOLDER = "/.well-known/agent-skills/";

async function skillFiles(readSkill: (path: ProsePath) => Promise<string>) {
  const skillPaths = resourcePaths.filter(
    (path): path is ProsePath => path.startsWith(SKILL_FOLDER) && path.endsWith("/SKILL.md"),
  );
  const files: Record<string, string> = {};
  for (const path of skillPaths)
    files[`plugin/skills/${path.slice(SKILL_FOLDER.length)}`] = await readSkill(path);
  return files;
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
