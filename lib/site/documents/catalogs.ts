// This folder generates documents from the registry. Code in lib/site/prose reads `content/`.
// This file: catalogs of APIs and skills for programs, each in a public format.

import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { config } from "../../config.ts";
import { exampleQuestions } from "../../mcp/prompts/example-questions.ts";
import { serverName } from "../../mcp/transport/identity.ts";
import { getMarkdown } from "../prose/prose.ts";
import { absoluteUrl } from "../registry/links.ts";
import type { Scope } from "../registry/published.ts";
import {
  mediaTypeOf,
  type ProsePath,
  type ResourcePath,
  resources,
} from "../registry/resources.ts";

type SkillPath = Extract<ProsePath, `/.well-known/agent-skills/${string}`>;

const exampleQueries: Readonly<Record<SkillPath, readonly string[]>> = {
  "/.well-known/agent-skills/read-the-network-before-sending/SKILL.md": [
    "Is it safe to send my deposit now?",
    "Is this chain halted, and what should I do?",
  ],
  "/.well-known/agent-skills/estimate-a-swaps-cost/SKILL.md": [
    "What will it cost to swap 0.5 BTC to ETH?",
    "Is a streaming swap cheaper for this amount?",
  ],
  "/.well-known/agent-skills/watch-a-swap/SKILL.md": [
    "Where is my swap?",
    "Why was my swap refunded?",
  ],
};

export const skills = (Object.keys(exampleQueries) as SkillPath[]).map((path) => ({
  path,
  name: path.split("/").at(-2) as string,
  title: resources[path].title,
  summary: resources[path].description,
  queries: exampleQueries[path],
}));

/**
 * The list of agent skills in the format Agent Skills Discovery 0.2.0. A digest is the SHA-256
 * hash of the file that the site serves.
 */
export async function skillsIndex(): Promise<string> {
  const skillIndex = {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: await Promise.all(
      skills.map(async ({ path, name }) => {
        const { frontmatter, resources: files } = await skillEntry(name, {
          "SKILL.md": getMarkdown(path),
        });
        const [file] = files === "dynamic" ? [] : files;
        return {
          name: frontmatter.name,
          type: "skill-md",
          description: frontmatter.description,
          url: path,
          digest: file?.digest,
        };
      }),
    ),
  };
  return `${JSON.stringify(skillIndex, null, 2)}\n`;
}

/**
 * A document in the format AI Catalog 1.0, with the identifiers of 0.9.0, the candidate for 1.0:
 * `urn:air:{publisher}:{name}:{kind}`. Also valid in the format ARD, versions 0.9 and 0.91.
 */
export function aiCatalog(): string {
  const { siteUrl, siteName, network, preset } = config();
  const domain = new URL(siteUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, "");
  const slug = serverName(siteName);
  const urnOf = (name: string, kind: string) => `urn:air:${domain}:${name}:${kind}`;
  const catalog = {
    specVersion: "1.0",
    host: {
      displayName: siteName,
      identifier: domain,
      documentationUrl: absoluteUrl("/llms.txt"),
      logoUrl: absoluteUrl("/logo.svg"),
    },
    entries: [
      {
        identifier: urnOf(slug, "mcp"),
        displayName: `${siteName} MCP server`,
        type: resources["/mcp/server-card"].mediaType,
        url: absoluteUrl("/mcp/server-card"),
        description: `${network === "sample" ? "Sample data, invented. " : ""}Read-only MCP server for ${preset.protocol}: network status, halts, pools and fees, each answer dated to the block.`,
        representativeQueries: exampleQuestions(preset.protocol),
      },
      {
        identifier: urnOf(slug, "openapi"),
        displayName: `${siteName} OpenAPI description`,
        type: mediaTypeOf("/openapi.json"),
        url: absoluteUrl("/openapi.json"),
        description: resources["/openapi.json"].description,
        representativeQueries: [
          "Which resources does this site publish?",
          "How is the MCP endpoint called over HTTP?",
        ],
      },
      ...skills.map((skill) => ({
        identifier: urnOf(skill.name, "skill"),
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

export function aiPlugin(): string {
  const { siteName, contactEmail, network, preset } = config();
  const manifest = {
    schema_version: "v1",
    name_for_human: siteName,
    name_for_model: siteName.toLowerCase().replace(/[^a-z0-9]+/g, "_"),
    description_for_human:
      "What a cross-chain swap costs and whether it is safe to send now. Read-only.",
    description_for_model: `${network === "sample" ? "SAMPLE DATA, invented: never act on it. " : ""}Read-only facts about swaps on ${preset.protocol}: network status, halts, pools and fees, each dated to the block. Live facts come from the MCP server at ${absoluteUrl("/mcp")} and from ${absoluteUrl("/.well-known/status")}; a verdict other than open means: do not send funds. This manifest is a legacy format: prefer MCP.`,
    auth: { type: "none" },
    api: { type: "openapi", url: absoluteUrl("/openapi.json", "swap") },
    logo_url: absoluteUrl("/logo.svg"),
    ...(contactEmail ? { contact_email: contactEmail } : {}),
    legal_info_url: absoluteUrl("/privacy"),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * A link set (RFC 9264) that lists the APIs (RFC 9727). The first anchor is the list itself. Each
 * other anchor is one API, with links to its description and status (RFC 8631).
 */
export function apiCatalog(): string {
  const { siteUrl, swapUrl } = config();
  const typedLink = (path: ResourcePath, scope?: Scope) => ({
    href: absoluteUrl(path, scope),
    type: mediaTypeOf(path),
  });
  const statusLinks = [typedLink("/.well-known/status")];
  const siteScopes: readonly (readonly [anchor: string, scope: Scope])[] = [
    [`${siteUrl}/`, "all"],
    ...(swapUrl === siteUrl ? [] : [[absoluteUrl("/developers"), "swap"] as const]),
  ];
  const linkset = [
    {
      anchor: absoluteUrl("/.well-known/api-catalog"),
      item: [
        ...siteScopes.map(([, scope]) => typedLink("/openapi.json", scope)),
        { href: absoluteUrl("/mcp") },
      ],
    },
    ...siteScopes.map(([anchor, scope]) => ({
      anchor,
      "service-desc": [typedLink("/openapi.json", scope)],
      "service-doc": [typedLink("/developers/api")],
      status: statusLinks,
    })),
    {
      anchor: absoluteUrl("/mcp"),
      "service-desc": [typedLink("/mcp/server-card")],
      "service-doc": [typedLink("/developers/mcp")],
      status: statusLinks,
    },
  ];
  return `${JSON.stringify({ linkset }, null, 2)}\n`;
}
