import type { NextConfig } from "next";
import { config } from "./lib/config.ts";
import { cacheControl } from "./lib/http/cache.ts";
import { documentHeaders, partPathHeaders } from "./lib/http/security-headers.ts";
import { formatHttpDate } from "./lib/http/validators.ts";
import { readBuildStamp } from "./lib/runtime/build-stamp.ts";
import { CHAIN_PAGE, listChainForms } from "./lib/site/registry/chain-pages.ts";
import {
  hostRedirects,
  swapSiteRewrites,
  trackRedirects,
  trackRewrites,
} from "./lib/site/registry/hosts.ts";
import { getServed } from "./lib/site/registry/published.ts";
import {
  dataEnds,
  findResource,
  isPart,
  isStablePath,
  openFramePaths,
  type PagePath,
  type ResourcePath,
  resourcePaths,
} from "./lib/site/registry/resources.ts";
import { updatedAt } from "./lib/site/registry/updated.ts";
import { siteHeaders } from "./lib/site/serve/page-policy.ts";

const settings = config();
const { distDir } = settings;
const pages = resourcePaths.filter((path): path is PagePath => findResource(path).kind === "page");

const framedPaths = resourcePaths.filter((path) => findResource(path).framedBy !== undefined);
/** A later rule can change a header, and take none away. So the rule for all leaves these out. */
const openFramePattern = openFramePaths.map((path) => path.slice(1)).join("|");

/** Files for which neither a handler nor the middleware sets headers. */
const fileSources = ["/_next/:path*", "/:path*/opengraph-image", "/apple-icon", "/favicon.ico"];
const AGENT_RULES = "/:asked([Aa][Gg][Ee][Nn][Tt][Ss]\\.[Mm][Dd])";

/** Next's server overwrites this `Vary` (vercel/next.js#85999). `npm start` sets `Vary` again. */
function pageFields(page: PagePath) {
  const updated = updatedAt(page);
  return [
    { key: "Cache-Control", value: cacheControl[findResource(page).cache] },
    { key: "Vary", value: "Accept" },
    ...(updated ? [{ key: "Last-Modified", value: formatHttpDate(updated) }] : []),
  ];
}

/** For the requested address: Markdown at a page's address has the cache time of the page. */
function documentHeaderRule(path: ResourcePath) {
  return {
    source: path,
    headers: [{ key: "Cache-Control", value: cacheControl[findResource(path).cache] }],
  };
}

function headerFields(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

/** Rewrites to a 404 document. Next adds the matched `asked` to the query. */
function missingDocuments(folder: string) {
  return [
    { source: `${folder}:asked(.*\\.(?:${dataEnds}))`, destination: "/not-found.json" },
    { source: `${folder}:asked(.*\\.md)`, destination: "/not-found.md" },
  ];
}

const nextConfig: NextConfig = {
  distDir,
  poweredByHeader: false,
  // `npm run check` checks types once for all builds.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Builds have different settings: writing a 120 MB cache takes more time than the cache saves.
    turbopackFileSystemCacheForBuild: false,
    // Nobody uses source maps: two thirds of a build's size, and a sixth of its time.
    turbopackSourceMaps: false,
    // Otherwise the missing /LLMS.TXT gets the cache time of /llms.txt.
    caseSensitiveRoutes: true,
    // Otherwise, in development, Next repeats an old upstream answer after the code changes.
    serverComponentsHmrCache: false,
  },
  // Next would redirect POST /mcp/, and clients drop the body. `redirects` below handles pages.
  skipTrailingSlashRedirect: true,
  // The address of an image optimizer would let strangers use our processor and fill our log.
  images: { unoptimized: true },
  // The proxy compresses. Next would drop Content-Length and use one strong ETag for two encodings.
  compress: false,
  // No preload headers: they contain a live page's nonce, so HEAD would differ from GET.
  reactMaxHeadersLength: 0,
  // Without the image optimizer, which would be a third of a function's bundle.
  outputFileTracingExcludes: { "**": ["**/node_modules/{sharp,@img}/**"] },
  outputFileTracingIncludes: {
    "/**": ["./content/**"],
    ...Object.fromEntries(framedPaths.map((path) => [path, ["./app/styles/*.css"]])),
    "/mcp": ["./app/styles/*.css", "./app/mcp/view.js"],
  },
  // Next's default id is random: every page would differ in two builds of the same code.
  generateBuildId: () => readBuildStamp(settings),
  headers: async () => [
    { source: `/:path((?!(?:${openFramePattern})$).*)`, headers: headerFields(siteHeaders(null)) },
    ...framedPaths.map((source) => ({ source, headers: headerFields(siteHeaders(source)) })),
    ...fileSources.map((source) => ({ source, headers: headerFields(documentHeaders) })),
    ...resourcePaths
      .filter(isPart)
      .map((source) => ({ source, headers: headerFields(partPathHeaders) })),
    { ...documentHeaderRule("/AGENTS.md"), source: AGENT_RULES },
    // Only published documents: an unpublished document answers 404, which must not be cached.
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
    // Rewrites, because a folder of `app` cannot have a name like `[chain].md`.
    afterFiles: [
      ...listChainForms().map(({ source, form }) => ({
        source,
        destination: `/status/:chain/${form}`,
      })),
      ...trackRewrites(),
      // Otherwise the page of a chain would answer: the middleware does not match these addresses.
      ...missingDocuments("/status/"),
    ],
    fallback: [
      // A rewrite for /agents.md: on some disks two folders cannot differ only in case.
      { source: AGENT_RULES, destination: "/AGENTS.md" },
      // The middleware does not match these addresses, so rewrites answer 404 for missing files.
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
