import type { NextConfig } from "next";
import { config } from "./lib/config.ts";
import { cacheControl } from "./lib/http/cache.ts";
import { commonHeaders, documentHeaders } from "./lib/http/security-headers.ts";
import { formatHttpDate } from "./lib/http/validators.ts";
import { readBuildStamp } from "./lib/runtime/build-stamp.ts";
import { hostRedirects } from "./lib/site/registry/hosts.ts";
import { findResource, type PagePath, resourcePaths } from "./lib/site/registry/resources.ts";
import { updatedAt } from "./lib/site/registry/updated.ts";
import { tokenCountsFile } from "./lib/site/serve/token-counts.ts";

const settings = config();
const { siteUrl, indexable, distDir, standalone } = settings;
const pages = resourcePaths.filter((path): path is PagePath => findResource(path).kind === "page");

/** Vary is for the platform's own cache; under `next start` Next overwrites it, and `lib/runtime/server/next-response-fixes.ts` puts it back. */
function pageHeaderRule(page: PagePath) {
  const updated = updatedAt(page);
  return [
    { key: "Cache-Control", value: cacheControl[findResource(page).cache] },
    { key: "Vary", value: "Accept" },
    ...(updated ? [{ key: "Last-Modified", value: formatHttpDate(updated) }] : []),
  ];
}

function headerFields(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

const nextConfig: NextConfig = {
  distDir,
  ...(standalone ? { output: "standalone" as const } : {}),
  poweredByHeader: false,
  // Next would answer POST /mcp/ with a redirect, on which clients drop the body; pages have redirects of their own below.
  skipTrailingSlashRedirect: true,
  // No page has an image that Next would scale: its address would spend our processor on strangers' wishes, and write them to the log.
  images: { unoptimized: true },
  // Compression belongs to the front: here it would drop Content-Length and put one strong ETag on two encodings.
  compress: false,
  // Preloads stand in the page: as a header they would carry a live page's nonce, and HEAD would differ from GET.
  reactMaxHeadersLength: 0,
  // What would scale them is a third of a self-contained build.
  outputFileTracingExcludes: { "**": ["**/node_modules/{sharp,@img}/**"] },
  outputFileTracingIncludes: { "/**": ["./content/**", tokenCountsFile(distDir)] },
  // Equal sources and settings are the same build: Next would draw an id by lot, and every page names it.
  generateBuildId: () => readBuildStamp(settings),
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        ...headerFields(commonHeaders(siteUrl)),
        ...(indexable ? [] : [{ key: "X-Robots-Tag", value: "noindex" }]),
      ],
    },
    // Neither a handler of ours nor the middleware answers these.
    ...["/_next/:path*", "/:path*/opengraph-image", "/apple-icon"].map((source) => ({
      source,
      headers: headerFields(documentHeaders),
    })),
    ...pages.map((source) => ({
      source,
      headers: pageHeaderRule(source),
    })),
  ],
  redirects: async () => [
    ...hostRedirects().map(({ source, host, destination }) => ({
      source,
      has: [{ type: "host" as const, value: host.replaceAll(".", "\\.") }],
      destination,
      permanent: true,
    })),
    ...pages.filter((path) => path !== "/").map((path) => ({ source: `${path}/`, destination: path, permanent: true })),
  ],
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [],
    // The middleware sees no single-representation address, so a missing one of these ends here.
    fallback: [
      { source: "/_next/:path*", destination: "/not-found.json" },
      { source: "/.well-known/:path*", destination: "/not-found.json" },
      { source: "/:path*.(json|xml|atom|txt|svg|js)", destination: "/not-found.json" },
      { source: "/:path*/opengraph-image", destination: "/not-found.json" },
      { source: "/:path*.md", destination: "/not-found.md" },
    ],
  }),
};

export default nextConfig;
