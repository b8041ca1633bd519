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

/** In any case of its letters. */
const AGENT_RULES = "/:asked([Aa][Gg][Ee][Nn][Tt][Ss]\\.[Mm][Dd])";

/** Next's own server overwrites the `Vary` of a page (vercel/next.js#85999). */
function pageHeaderRule(page: PagePath) {
  const updated = updatedAt(page);
  return [
    { key: "Cache-Control", value: cacheControl[findResource(page).cache] },
    { key: "Vary", value: "Accept" },
    ...(updated ? [{ key: "Last-Modified", value: formatHttpDate(updated) }] : []),
  ];
}

/** By the address that was asked for: as the other form of a page, a document is kept like the page. */
function documentHeaderRule(path: ResourcePath) {
  return {
    source: path,
    headers: [{ key: "Cache-Control", value: cacheControl[findResource(path).cache] }],
  };
}

function headerFields(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

/** Next adds what was asked for to the query. */
function missingDocuments(folder: string) {
  return [
    { source: `${folder}:asked(.*\\.(?:json|xml|txt|svg|js))`, destination: "/not-found.json" },
    { source: `${folder}:asked(.*\\.md)`, destination: "/not-found.md" },
  ];
}

const nextConfig: NextConfig = {
  distDir,
  poweredByHeader: false,
  // `npm run check` checks types, once for all builds.
  typescript: { ignoreBuildErrors: true },
  // To keep 120 MB for the next build takes longer than that build would save: each has settings of its own.
  // Nothing reads source maps. They would be two thirds of a build, and a sixth of its time.
  // An address in other letters is another one. Else a missing one would be kept like the document that its rule is for.
  // In development, Next would give an upstream's old answer again after a change of the code.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    caseSensitiveRoutes: true,
    serverComponentsHmrCache: false,
  },
  // Next would redirect POST /mcp/, and clients drop the body then. Pages have their own redirects below.
  skipTrailingSlashRedirect: true,
  // No page needs the image optimizer. Its address would let strangers use our processor and write to our log.
  images: { unoptimized: true },
  // The proxy compresses. Here compression would drop Content-Length and give two encodings the same strong ETag.
  compress: false,
  // Preloads are in the page. In a header they would contain the nonce of a live page, and HEAD would differ from GET.
  reactMaxHeadersLength: 0,
  // The image optimizer would be a third of a function's bundle.
  outputFileTracingExcludes: { "**": ["**/node_modules/{sharp,@img}/**"] },
  outputFileTracingIncludes: { "/**": ["./content/**"], "/pricing/now": ["./app/styles/*.css"] },
  // Equal sources and settings get the same id. Next's random id would change every page.
  generateBuildId: () => readBuildStamp(settings),
  headers: async () => [
    {
      source: "/:path*",
      headers: headerFields(siteHeaders()),
    },
    // Neither our handlers nor the middleware answer these.
    ...["/_next/:path*", "/:path*/opengraph-image", "/apple-icon", "/favicon.ico"].map(
      (source) => ({
        source,
        headers: headerFields(documentHeaders),
      }),
    ),
    ...resourcePaths
      .filter(isPart)
      .map((source) => ({ source, headers: headerFields(partPathHeaders(isFramed(source))) })),
    { ...documentHeaderRule("/AGENTS.md"), source: AGENT_RULES },
    // One that is not published here answers 404, which nobody may keep.
    ...getServed("all").filter(isStablePath).map(documentHeaderRule),
    ...pages.map((source) => ({ source, headers: pageHeaderRule(source) })),
    { source: CHAIN_PAGE, headers: pageHeaderRule("/status") },
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
    // A folder of `app` cannot have a name with a part that changes.
    afterFiles: [
      ...listChainForms().map(({ source, form }) => ({
        source,
        destination: `/status/:chain/${form}`,
      })),
      // Else the page of a chain would answer for them, and the middleware matches none of them.
      ...missingDocuments("/status/"),
    ],
    fallback: [
      // People and agents write it small. A folder of that name could not stand beside the other on every disk.
      { source: AGENT_RULES, destination: "/AGENTS.md" },
      // The middleware does not match these addresses, so missing ones need a rewrite.
      // Next adds what was asked for to the query.
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
