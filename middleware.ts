import { type NextRequest, NextResponse } from "next/server";
import { config as readConfig } from "./lib/config.ts";
import { cacheControl } from "./lib/http/cache.ts";
import { toResponse } from "./lib/http/ready-answer.ts";
import { countQuestion } from "./lib/runtime/client-limit.ts";
import { decide, type RequestDecision } from "./lib/runtime/decide.ts";
import { formatLinks } from "./lib/site/registry/links.ts";
import { findResource, isResourcePath, NEGOTIATED_HEADER } from "./lib/site/registry/resources.ts";
import { getPageHeaders, livePageHeaders, siteHeaders } from "./lib/site/serve/page-policy.ts";

/** Chooses HTML or Markdown for a page. Answers missing addresses and forbidden methods. */
export function middleware(request: NextRequest): Response {
  const { method, headers, nextUrl } = request;
  const { pathname: path, search } = nextUrl;
  const response = toNext(request, decide({ method, headers, path, search }, countQuestion));
  // An answer that is made here reaches no route that would set these headers.
  for (const [name, value] of Object.entries(siteHeaders(path))) response.headers.set(name, value);
  return response;
}

function toNext(request: NextRequest, decision: RequestDecision): Response {
  switch (decision.kind) {
    case "answer":
      return toResponse(request, decision.answer);
    case "markdown":
      return rewriteToMarkdown(request, decision.path);
    case "live_page":
      return showLivePage(request, decision);
    case "unbuilt_page":
      return rewriteToMissingPage(request);
    case "pass":
      return pass(request);
  }
}

function pass(request: NextRequest): Response {
  const headers = new Headers(request.headers);
  headers.delete(NEGOTIATED_HEADER);
  return NextResponse.next({ request: { headers } });
}

function showLivePage(
  request: NextRequest,
  { path, links }: Extract<RequestDecision, { kind: "live_page" }>,
): Response {
  const pageHeaders = livePageHeaders(path);
  const headers = new Headers(request.headers);
  headers.delete(NEGOTIATED_HEADER);
  headers.set("Content-Security-Policy", pageHeaders["Content-Security-Policy"]);
  return NextResponse.next({
    request: { headers },
    headers: { ...pageHeaders, Link: formatLinks(links), Vary: "Accept" },
  });
}

function rewriteToMarkdown(request: NextRequest, path: string): Response {
  const { pathname } = request.nextUrl;
  // Stable documents ignore the query. Live documents set Content-Location themselves.
  const isStable = isResourcePath(path) && findResource(path).cache !== "live";
  const search = isStable ? "" : request.nextUrl.search;
  const headers = new Headers(request.headers);
  headers.set(NEGOTIATED_HEADER, pathname);
  return NextResponse.rewrite(new URL(`${path}${search}`, request.url), {
    request: { headers },
    headers: { Vary: "Accept", ...(isStable && { "Content-Location": path }) },
  });
}

/** In development, where any script may run. Otherwise Next would show its own page for errors. */
function rewriteToMissingPage(request: NextRequest): Response {
  return NextResponse.rewrite(new URL("/not-found", request.url), {
    headers: {
      ...getPageHeaders(null, readConfig().inProduction ? [] : null),
      "Cache-Control": cacheControl.live,
      Vary: "Accept",
    },
  });
}

// Next reads this literal at build time. A browser's GET of a stable page matches no row, so the
// platform calls no function. `e2e/architecture.spec.ts` checks the rows against the registry.
export const config = {
  runtime: "nodejs",
  matcher: [
    // Removes this header of clients. First row: Vercel also tries later rows after a rewrite,
    // and the rewritten request has this header from us.
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "x-signpost-negotiated" }] },
    "/((?!_next/|mcp/?$|mcp/server-card$|(?:pricing|status|assets|track)/now$|embed/(?:status|quote)$|\\.well-known/|(?:.*/)?(?:opengraph-image|apple-icon|favicon\\.ico)$|.*\\.(?:md|txt|json|xml|svg|js)$|(?:pricing|developers|developers/api|developers/mcp|developers/webhooks|legal|privacy|)$).*)",
    // Percent-encoded paths: Next would match a route, but then find nothing to serve.
    "/((?!_next/)(?=.*%).*)",
    // Stable pages, unless `Accept` has text/html in lower case and without parameters (browsers).
    {
      source:
        "/(pricing|developers|developers/api|developers/mcp|developers/webhooks|legal|privacy)?",
      missing: [
        {
          type: "header",
          key: "accept",
          value:
            "(?!.*(?:text/markdown|text/html[ \\t]*;|[A-Z]))(?:.*,)?[ \\t]*text/html[ \\t]*(?:,.*)?",
        },
      ],
    },
    // Requests other than a simple GET. Not /mcp: a middleware would truncate a long message.
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "content-type" }] },
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "content-length" }] },
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "transfer-encoding" }] },
    {
      source: "/((?!_next/|mcp/?$).*)",
      has: [{ type: "header", key: "access-control-request-method" }],
    },
  ],
};
