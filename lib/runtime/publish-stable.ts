// Folder runtime connects all other folders: it makes the network and the rate limit.
// This file: handlers of documents without live data. They run when the site is built. Later,
// `bin/record-headers.ts` adds token counts as headers, and `next.config.ts` adds Cache-Control.
import { config } from "../config.ts";
import { notFound } from "../http/problem.ts";
import { requestedPath, toResponse } from "../http/ready-answer.ts";
import { createRepresentation } from "../http/reply.ts";
import { createPageBridge } from "../mcp/page-bridge.ts";
import { presets } from "../protocol/values/chains.ts";
import { logoSvg, manifestJson, openSearchXml } from "../site/documents/browser-files.ts";
import { aiCatalog, aiPlugin, apiCatalog, skillsIndex } from "../site/documents/catalogs.ts";
import {
  openaiAppsChallenge,
  robotsTxt,
  securityTxt,
  sitemapMarkdown,
  sitemapXml,
} from "../site/documents/crawler-files.ts";
import { llmsFullTxt, llmsTxt } from "../site/documents/llms.ts";
import { openApiDocument } from "../site/documents/openapi/openapi.ts";
import { openApiIndex } from "../site/documents/openapi/short-index.ts";
import { serverCard } from "../site/documents/server-card.ts";
import { createExampleNetwork } from "../site/prose/examples.ts";
import { getMarkdown } from "../site/prose/prose.ts";
import { listSwapDocuments } from "../site/registry/hosts.ts";
import { absoluteUrl, linkHeader } from "../site/registry/links.ts";
import { getServed, type Scope } from "../site/registry/published.ts";
import {
  bodyPath,
  findResource,
  isCardPath,
  isProsePath,
  type ProsePath,
  type StableBodyPath,
  type StablePath,
} from "../site/registry/resources.ts";
import { updatedAt } from "../site/registry/updated.ts";

/** Members that a handler may read. It runs during the build, where `method` throws in Node 24+. */
type BuildRequest = Pick<Request, "url" | "headers">;

/**
 * Creates the handler of a document. If the swap site has its own host, `next.config.ts` rewrites
 * requests for that host to routes that use the scope `swap`.
 */
export function publishStable(
  path: StablePath,
  scope: Scope = defaultScope(),
): (request: BuildRequest) => Promise<Response> {
  const isPublished =
    scope === "swap" ? listSwapDocuments().includes(path) : getServed("all").includes(path);
  return async (request) => {
    if (!isPublished) return toResponse({ method: "GET" }, notFound(requestedPath(request)));
    const linkValue = linkHeader(path);
    const { bytes, headers } = createRepresentation({
      text: await getBody(bodyPath(path), scope),
      mediaType: findResource(path).mediaType,
      updated: updatedAt(path),
      cache: null,
      headers: {
        ...(linkValue && { Link: linkValue }),
        ...(isCardPath(path) && cardAccessHeaders),
      },
    });
    return new Response(bytes, { headers });
  };
}

/** The MCP server card's own CORS headers (SEP-2127). */
const cardAccessHeaders = {
  "Access-Control-Allow-Methods": "GET",
  "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
};

type GeneratedPath = Exclude<StableBodyPath, ProsePath>;

const generators: Record<GeneratedPath, (scope: Scope) => string | Promise<string>> = {
  "/.well-known/agent-skills/index.json": skillsIndex,
  "/.well-known/ai-catalog.json": aiCatalog,
  "/.well-known/api-catalog": apiCatalog,
  "/.well-known/mcp/server-card.json": serverCard,
  "/.well-known/ai-plugin.json": aiPlugin,
  "/.well-known/security.txt": securityTxt,
  "/.well-known/openai-apps-challenge": openaiAppsChallenge,
  "/openapi.json": (scope) => openApiDocument(scope, getMcpExchanges),
  "/index.json": openApiIndex,
  "/robots.txt": robotsTxt,
  "/llms.txt": llmsTxt,
  "/llms-full.txt": llmsFullTxt,
  "/sitemap.xml": sitemapXml,
  "/sitemap.md": sitemapMarkdown,
  "/logo.svg": () => logoSvg(),
  "/manifest.json": manifestJson,
  "/quote/opensearch.xml": () => openSearchXml("/quote"),
  "/track/opensearch.xml": () => openSearchXml("/track"),
  "/webmcp.js": () => createPageBridge(absoluteUrl("/mcp")),
};

/** @public keeps this export: `bin/site-modules.ts` loads this file at run time, by its path. */
export async function getBody(path: StableBodyPath, scope: Scope): Promise<string> {
  return isProsePath(path) ? getMarkdown(path) : generators[path as GeneratedPath](scope);
}

async function getMcpExchanges() {
  const { createExchanges } = await import("../mcp/server-exchange.ts");
  return createExchanges({
    network: createExampleNetwork(),
    networkName: presets.sample.network,
    siteName: config().siteName,
    endpointUrl: absoluteUrl("/mcp"),
    cardUrl: absoluteUrl("/mcp/server-card"),
  });
}

function defaultScope(): Scope {
  const { siteUrl, swapUrl } = config();
  return siteUrl === swapUrl ? "all" : "website";
}
