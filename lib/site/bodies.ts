// Site room: what each document says, one line a resource; a registered document without a line does not compile.
import { createPageBridge } from "../mcp/page-bridge.ts";
import { toAiCatalog } from "./ai-catalog.ts";
import { toAiPlugin } from "./ai-plugin.ts";
import { toUrl } from "./links.ts";
import { toLlms, toLlmsFull } from "./llms.ts";
import { toLogo } from "./logo.ts";
import { toOpenApi } from "./openapi.ts";
import { getMarkdown } from "./prose.ts";
import { type BodyPath, type ProsePath, resources } from "./resources.ts";
import { toRobots } from "./robots.ts";
import { toServerCard } from "./server-card.ts";
import { toSitemap } from "./sitemap.ts";
import { toSkillsIndex } from "./skills.ts";
import { toStatus } from "./status.ts";

type Body = () => string | Promise<string>;

const generated: Record<Exclude<BodyPath, ProsePath>, Body> = {
  "/.well-known/agent-skills/index.json": toSkillsIndex,
  "/.well-known/ai-catalog.json": toAiCatalog,
  "/.well-known/mcp/server-card.json": toServerCard,
  "/.well-known/ai-plugin.json": toAiPlugin,
  "/openapi.json": toOpenApi,
  "/.well-known/status": toStatus,
  "/robots.txt": toRobots,
  "/llms.txt": toLlms,
  "/llms-full.txt": toLlmsFull,
  "/sitemap.xml": toSitemap,
  "/logo.svg": () => toLogo(),
  "/webmcp.js": () => createPageBridge(toUrl("/mcp")),
};

/** The text of a document: prose from content/, everything else from its generator. */
export async function getBody(path: BodyPath): Promise<string> {
  return resources[path].kind === "prose"
    ? getMarkdown(path as ProsePath)
    : generated[path as keyof typeof generated]();
}
