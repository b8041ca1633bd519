// This folder is the composition root: it makes the network, the rate limit, the store, the history and the metrics.
// This file: the body of each stable document, one line per resource. A document without a line does not compile.
import { config } from "../config.ts";
import { createPageBridge } from "../mcp/page-bridge.ts";
import { presets } from "../protocol/values/chains.ts";
import { aiCatalog } from "../site/documents/ai-catalog.ts";
import { aiPlugin } from "../site/documents/ai-plugin.ts";
import { apiCatalog } from "../site/documents/api-catalog.ts";
import { manifestJson, openSearchXml } from "../site/documents/browser-files.ts";
import { llmsFullTxt, llmsTxt } from "../site/documents/llms.ts";
import { logoSvg } from "../site/documents/logo.ts";
import { openApiDocument } from "../site/documents/openapi/openapi.ts";
import { robotsTxt } from "../site/documents/robots.ts";
import { securityTxt } from "../site/documents/security.ts";
import { serverCard } from "../site/documents/server-card.ts";
import { sitemapMarkdown, sitemapXml } from "../site/documents/sitemap.ts";
import { skillsIndex } from "../site/documents/skills.ts";
import { createExampleNetwork } from "../site/prose/examples.ts";
import { getMarkdown } from "../site/prose/prose.ts";
import { absoluteUrl } from "../site/registry/links.ts";
import type { Scope } from "../site/registry/published.ts";
import { isProsePath, type ProsePath, type StableBodyPath } from "../site/registry/resources.ts";
import { readOfflineWorker } from "../site/serve/view-files.ts";

type Body = (scope: Scope) => string | Promise<string>;

const generated: Record<Exclude<StableBodyPath, ProsePath>, Body> = {
  "/.well-known/agent-skills/index.json": skillsIndex,
  "/.well-known/ai-catalog.json": aiCatalog,
  "/.well-known/api-catalog": apiCatalog,
  "/.well-known/mcp/server-card.json": serverCard,
  "/.well-known/ai-plugin.json": aiPlugin,
  "/.well-known/security.txt": securityTxt,
  "/openapi.json": (scope) => openApiDocument(scope, getMcpExchanges),
  "/robots.txt": robotsTxt,
  "/llms.txt": llmsTxt,
  "/llms-full.txt": llmsFullTxt,
  "/sitemap.xml": sitemapXml,
  "/sitemap.md": sitemapMarkdown,
  "/logo.svg": () => logoSvg(),
  "/manifest.json": manifestJson,
  "/offline-worker.js": readOfflineWorker,
  "/quote/opensearch.xml": () => openSearchXml("/quote"),
  "/track/opensearch.xml": () => openSearchXml("/track"),
  "/webmcp.js": () => createPageBridge(absoluteUrl("/mcp")),
};

/** The text of a stable document: prose from content/, or generated. */
export async function getBody(path: StableBodyPath, scope: Scope): Promise<string> {
  return isProsePath(path) ? getMarkdown(path) : generated[path as Exclude<StableBodyPath, ProsePath>](scope);
}

/** Imported lazily: no other document needs the MCP server. */
async function getMcpExchanges() {
  const { getExchanges } = await import("../mcp/server-exchange.ts");
  return getExchanges({
    network: createExampleNetwork(),
    networkName: presets.sample.network,
    siteName: config().siteName,
    endpointUrl: absoluteUrl("/mcp"),
    cardUrl: absoluteUrl("/.well-known/mcp/server-card.json"),
  });
}
