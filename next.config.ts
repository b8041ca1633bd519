import type { NextConfig } from "next";
import { config } from "./lib/config.ts";
import { cacheControl } from "./lib/http/cache.ts";
import { documentHeaders, partPathHeaders } from "./lib/http/security-headers.ts";
import { formatHttpDate } from "./lib/http/validators.ts";
import { readBuildStamp } from "./lib/runtime/build-stamp.ts";
import { CHAIN_PAGE, listChainForms } from "./lib/site/registry/chain-pages.ts";
import { hostRedirects, swapSiteRewrites, trackRedirects } from "./lib/site/registry/hosts.ts";
import { getServed } from "./lib/site/registry/published.ts";
import {
  findResource,
  isPart,
  isStablePath,
  type PagePath,
  type ResourcePath,
  resourcePaths,
} from "./lib/site/registry/resources.ts";
import { updatedAt } from "./lib/site/registry/updated.ts";
import { isFramed, siteHeaders } from "./lib/site/serve/page-policy.ts";

const settings = config();
const { distDir } = settings;
const pages = resourcePaths.filter((path): path is PagePath => findResource(path).kind === "page");

/** No handler and no middleware answers these. */
const fileSources = ["/_next/:path*", "/:path*/opengraph-image", "/apple-icon", "/favicon.ico"];
const AGENT_RULES = "/:asked([Aa][Gg][Ee][Nn][Tt][Ss]\\.[Mm][Dd])";

/** Next's own server overwrites the `Vary` of a page (vercel/next.js#85999). */
function pageFields(page: PagePath) {
  const updated = updatedAt(page);
  return [
    { key: "Cache-Control", value: cacheControl[findResource(page).cache] },
    { key: "Vary", value: "Accept" },
    ...(updated ? [{ key: "Last-Modified", value: formatHttpDate(updated) }] : []),
  ];
}

/** By the requested address: Markdown at a page's address is kept as long as the page. */
function documentHeaderRule(path: ResourcePath) {
  return {
    source: path,
    headers: [{ key: "Cache-Control", value: cacheControl[findResource(path).cache] }],
  };
}

function headerFields(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

/** Next adds the parameter `asked` to the query. */
function missingDocuments(folder: string) {
  return [
    { source: `${folder}:asked(.*\\.(?:json|xml|txt|svg|js))`, destination: "/not-found.json" },
    { source: `${folder}:asked(.*\\.md)`, destination: "/not-found.md" },
  ];
}

const nextConfig: NextConfig = {
  distDir,
  poweredByHeader: false,
  // `npm run check` checks types once for all builds.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Builds have different settings: storing a 120 MB cache costs more time than it saves.
    turbopackFileSystemCacheForBuild: false,
    // Source maps, which nobody reads, would be two thirds of a build and a sixth of its time.
    turbopackSourceMaps: false,
    // Otherwise a missing address gets the cache time of a document that differs only in case.
    caseSensitiveRoutes: true,
    // In development, Next would repeat an upstream's old answer after a change of the code.
    serverComponentsHmrCache: false,
  },
  // Next would redirect POST /mcp/, and clients drop its body. Pages have redirects below.
  skipTrailingSlashRedirect: true,
  // The optimizer's address would let strangers use our processor and fill our log.
  images: { unoptimized: true },
  // The proxy compresses. Next would drop Content-Length and give two encodings one strong ETag.
  compress: false,
  // Preload headers would contain a live page's nonce, and HEAD would differ from GET.
  reactMaxHeadersLength: 0,
  // The image optimizer would be a third of a function's bundle.
  outputFileTracingExcludes: { "**": ["**/node_modules/{sharp,@img}/**"] },
  outputFileTracingIncludes: {
    "/**": ["./content/**"],
    "/pricing/now": ["./app/styles/*.css"],
    "/mcp": ["./app/styles/*.css", "./app/mcp/view.js"],
  },
  // A random id, as Next makes it, would change every page of an equal build.
  generateBuildId: () => readBuildStamp(settings),
  headers: async () => [
    {
      source: "/:path*",
      headers: headerFields(siteHeaders()),
    },
    ...fileSources.map((source) => ({ source, headers: headerFields(documentHeaders) })),
    ...resourcePaths
      .filter(isPart)
      .map((source) => ({ source, headers: headerFields(partPathHeaders(isFramed(source))) })),
    { ...documentHeaderRule("/AGENTS.md"), source: AGENT_RULES },
    // An unpublished document answers 404, which must not be cached.
    ...getServed("all").filter(isStablePath).map(documentHeaderRule),
    ...pages.map((source) => ({ source, headers: pageFields(source) })),
    { source: CHAIN_PAGE, headers: pageFields("/status") },
  ],
  redirects: async () => [
    ...hostRedirects().map(({ source, host, destination }) => ({
      source,
      has: [{ type: "host" as const, value: host.replaceAll(".", "\\.") }],
      destination,
      permanent: true,
    })),
    ...pages
      .filter((path) => path !== "/")
      .map((path) => ({ source: `${path}/`, destination: path, permanent: true })),
    { source: `${CHAIN_PAGE}/`, destination: "/status/:chain", permanent: true },
    ...trackRedirects().map((redirect) => ({ ...redirect, permanent: true })),
  ],
  rewrites: async () => ({
    beforeFiles: swapSiteRewrites(),
    // A folder of `app` cannot have a name with a variable part.
    afterFiles: [
      ...listChainForms().map(({ source, form }) => ({
        source,
        destination: `/status/:chain/${form}`,
      })),
      // Otherwise a chain's page would answer these: the middleware matches none of them.
      ...missingDocuments("/status/"),
    ],
    fallback: [
      // Two folders that differ only in case cannot exist on every disk.
      { source: AGENT_RULES, destination: "/AGENTS.md" },
      // The middleware does not match these addresses, so missing ones need a rewrite.
      { source: "/:asked(_next(?:/.*)?)", destination: "/not-found.json" },
      { source: "/:asked(\\.well-known(?:/.*)?)", destination: "/not-found.json" },
      ...missingDocuments("/"),
      {
        source: "/:asked((?:.*/)?(?:opengraph-image|favicon\\.ico))",
        destination: "/not-found.json",
      },
    ],
  }),
};

export default nextConfig;
