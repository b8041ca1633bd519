import { type NextRequest, NextResponse } from "next/server";
import { cacheControl } from "./lib/http/cache.ts";
import { negotiate } from "./lib/http/negotiate.ts";
import {
  allowedOptions,
  methodNotAllowed,
  notAcceptable,
  notFound,
  unknownChain,
} from "./lib/http/problem.ts";
import { refuseQuestion } from "./lib/runtime/client-limit.ts";
import {
  type ChainAddress,
  chainUrl,
  listChainCodes,
  listChainLinks,
  parseChainPath,
} from "./lib/site/registry/chain-pages.ts";
import { chainPath } from "./lib/site/registry/chain-paths.ts";
import { absoluteUrl, formatLinks, type Link, listLinks } from "./lib/site/registry/links.ts";
import {
  allowedMethods,
  findResource,
  isCardPath,
  isResourcePath,
  type LivePagePath,
  NEGOTIATED_HEADER,
  type ResourcePath,
  usualSpelling,
} from "./lib/site/registry/resources.ts";
import {
  getMissingPageHeaders,
  livePageHeaders,
  siteHeaders,
} from "./lib/site/serve/page-policy.ts";

/** Negotiates pages, and answers unregistered addresses and other methods. See `config` below. */
export function middleware(request: NextRequest): Response {
  const response = decide(request);
  // An answer of the middleware passes no route that would set these headers.
  for (const [name, value] of Object.entries(siteHeaders())) response.headers.set(name, value);
  return response;
}

function decide(request: NextRequest): Response {
  const pathname = usualSpelling(request.nextUrl.pathname);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const choice = negotiate(request.headers.get("accept"));
  const asked = isResourcePath(pathname) ? null : parseChainPath(pathname);
  if (asked !== null) return answerChain(request, asked);
  if (!isResourcePath(pathname)) {
    if (choice === "none" || !isRead) return notFound(request, { Vary: "Accept" });
    if (choice === "markdown") return rewriteToMarkdown(request, "/not-found.md");
    // Next has its own pages here: /_global-error with status 500, and /404, cacheable for a year.
    const headers = {
      ...getMissingPageHeaders(),
      "Cache-Control": cacheControl.live,
      Vary: "Accept",
    };
    return NextResponse.rewrite(new URL("/not-found", request.url), {
      request: { headers: withoutConditions(request) },
      headers,
    });
  }
  const { twin, cache } = findResource(pathname);
  // Live documents answer every method themselves.
  if (!isRead && (twin !== undefined || cache !== "live")) return answerOther(request, pathname);
  if (!twin) return pass(request);
  if (choice === "none") return notAcceptable(request, pathname, twin);
  if (choice === "markdown") return rewriteToMarkdown(request, twin);
  if (cache !== "live") return pass(request);
  const refusal = refuseQuestion(request, pathname);
  return refusal ?? showLivePage(request, pathname as LivePagePath, listLinks(pathname));
}

/** The other forms of a chain's page answer every method themselves. */
function answerChain(request: NextRequest, { chain, form }: ChainAddress): Response {
  const choice = negotiate(request.headers.get("accept"));
  if (form !== null) return pass(request);
  if (chain === null)
    return unknownChain(request, listChainCodes(), {
      isForPeople: /text\/html/i.test(request.headers.get("accept") ?? ""),
      headers: { Vary: "Accept" },
    });
  const allowed = allowedMethods("/status");
  if (request.method === "OPTIONS") return allowedOptions(allowed);
  if (!allowed.includes(request.method)) return methodNotAllowed(request, allowed);
  const [page, twin] = [chainPath(chain.code), chainPath(chain.code, "md")];
  if (request.nextUrl.pathname !== page) return NextResponse.redirect(chainUrl(chain.code), 308);
  if (choice === "none") return notAcceptable(request, page, twin);
  if (choice === "markdown") return rewriteToMarkdown(request, twin);
  return (
    refuseQuestion(request, "/status") ??
    showLivePage(request, "/status", listChainLinks(chain.code))
  );
}

/** With these headers Next would answer 304 for a missing page. */
function withoutConditions(request: NextRequest): Headers {
  const headers = new Headers(request.headers);
  for (const name of ["if-none-match", "if-modified-since"]) headers.delete(name);
  return headers;
}

function answerOther(request: NextRequest, path: ResourcePath): Response {
  const allowed = allowedMethods(path);
  if (request.method === "OPTIONS") return allowedOptions(allowed);
  // Some clients take the card's address for the endpoint and POST their messages here.
  return methodNotAllowed(
    request,
    allowed,
    isCardPath(path) ? `POST JSON-RPC messages to ${absoluteUrl("/mcp")}.` : "",
  );
}

function pass(request: NextRequest): Response {
  const headers = new Headers(request.headers);
  headers.delete(NEGOTIATED_HEADER);
  return NextResponse.next({ request: { headers } });
}

function showLivePage(request: NextRequest, path: LivePagePath, links: readonly Link[]): Response {
  const page = livePageHeaders(path);
  const headers = new Headers(request.headers);
  headers.delete(NEGOTIATED_HEADER);
  headers.set("Content-Security-Policy", page["Content-Security-Policy"] ?? "");
  return NextResponse.next({
    request: { headers },
    headers: { ...page, Link: formatLinks(links), Vary: "Accept" },
  });
}

/** The mark names the requested address to the handler. */
function rewriteToMarkdown(request: NextRequest, path: string): Response {
  const { pathname } = request.nextUrl;
  // Stable documents ignore the query. Live ones set Content-Location, except in a refusal.
  const isStable = isResourcePath(path) && findResource(path).cache !== "live";
  const search = isStable ? "" : request.nextUrl.search;
  const headers = new Headers(request.headers);
  headers.set(NEGOTIATED_HEADER, pathname);
  const location = isStable ? { "Content-Location": path } : {};
  return NextResponse.rewrite(new URL(`${path}${search}`, request.url), {
    request: { headers },
    headers: { Vary: "Accept", ...location },
  });
}

// Next reads these literals at build time. A browser's GET of a stable page matches none of them,
// so it calls no function. `e2e/architecture.spec.ts` checks them against the registry.
export const config = {
  runtime: "nodejs",
  matcher: [
    // A client may not set this mark. First, because a platform also tries the rows below a match.
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "x-signpost-negotiated" }] },
    "/((?!_next/|mcp/?$|mcp/server-card$|(?:pricing|status|assets|track)/now$|\\.well-known/|(?:.*/)?(?:opengraph-image|apple-icon|favicon\\.ico)$|.*\\.(?:md|txt|json|xml|svg|js)$|(?:pricing|developers|developers/api|developers/mcp|developers/webhooks|legal|)$).*)",
    // Percent-encoded spellings: Next would match a route and then find nothing to serve.
    "/((?!_next/)(?=.*%).*)",
    // Stable pages, unless `Accept` has lower-case text/html without parameters, as browsers send.
    {
      source: "/(pricing|developers|developers/api|developers/mcp|developers/webhooks|legal)?",
      missing: [
        {
          type: "header",
          key: "accept",
          value:
            "(?!.*(?:text/markdown|text/html[ \\t]*;|[A-Z]))(?:.*,)?[ \\t]*text/html[ \\t]*(?:,.*)?",
        },
      ],
    },
    // Not a simple GET. Without the endpoint: a middleware would truncate a long message.
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "content-type" }] },
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "content-length" }] },
    { source: "/((?!_next/|mcp/?$).*)", has: [{ type: "header", key: "transfer-encoding" }] },
    {
      source: "/((?!_next/|mcp/?$).*)",
      has: [{ type: "header", key: "access-control-request-method" }],
    },
  ],
};
