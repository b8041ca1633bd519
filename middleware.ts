import { type NextRequest, NextResponse } from "next/server";
import { cacheControl } from "./lib/http/cache.ts";
import { type Choice, negotiate } from "./lib/http/negotiate.ts";
import {
  allowedOptions,
  methodNotAllowed,
  notAcceptable,
  notFound,
  type PageRefusal,
  refusalResponse,
  unknownChain,
} from "./lib/http/problem.ts";
import { countQuestion } from "./lib/runtime/client-limit.ts";
import { REFUSAL_HEADER, shortQuery, writeRefusalField } from "./lib/runtime/refusal-field.ts";
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
  REFUSED_PATH,
  type ResourcePath,
  usualSpelling,
} from "./lib/site/registry/resources.ts";
import { missingPageHeaders } from "./lib/site/serve/missing-page.ts";
import { livePageHeaders, siteHeaders } from "./lib/site/serve/page-policy.ts";

/** Chooses HTML or Markdown for a page. Answers missing addresses and forbidden methods. */
export function middleware(request: NextRequest): Response {
  const response = decide(request);
  // An answer that is made here reaches no route that would set these headers.
  const headers = siteHeaders(request.nextUrl.pathname);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function decide(request: NextRequest): Response {
  const pathname = usualSpelling(request.nextUrl.pathname);
  const choice = negotiate(request.headers.get("accept"));
  if (isResourcePath(pathname)) return answerResource(request, pathname, choice);
  // A rewritten request that Vercel sends through a later row of `matcher`.
  if (pathname === REFUSED_PATH && request.headers.has(REFUSAL_HEADER) && isRead(request))
    return pass(request);
  const chainAddress = parseChainPath(pathname);
  return chainAddress === null
    ? answerMissing(request, choice)
    : answerChain(request, chainAddress, choice);
}

const isRead = ({ method }: NextRequest) => method === "GET" || method === "HEAD";

function answerResource(request: NextRequest, path: ResourcePath, choice: Choice): Response {
  const { twin, cache } = findResource(path);
  const isLive = cache === "live";
  // The routes of live documents answer every method themselves.
  if (!isRead(request) && (twin !== undefined || !isLive)) return answerOtherMethod(request, path);
  if (!twin) return pass(request);
  if (choice === "none") return notAcceptable(request, path, twin);
  if (choice === "markdown") return rewriteToMarkdown(request, twin);
  if (!isLive) return pass(request);
  const refusal = countQuestion(request, path);
  if (refusal) return refuse(request, path as LivePagePath, refusal);
  return showLivePage(request, path as LivePagePath, listLinks(path));
}

function answerMissing(request: NextRequest, choice: Choice): Response {
  if (choice === "none" || !isRead(request)) return notFound(request, { Vary: "Accept" });
  if (choice === "markdown") return rewriteToMarkdown(request, "/not-found.md");
  // Otherwise Next shows its own pages: /_global-error (status 500), and /404 (cached for a year).
  const headers = {
    ...missingPageHeaders(),
    "Cache-Control": cacheControl.live,
    Vary: "Accept",
  };
  return NextResponse.rewrite(new URL("/not-found", request.url), {
    request: { headers: withoutConditions(request) },
    headers,
  });
}

function answerChain(
  request: NextRequest,
  { chain, form }: ChainAddress,
  choice: Choice,
): Response {
  if (form !== null) return pass(request);
  if (chain === null) return refuse(request, "/status", unknownChain(listChainCodes()));
  const allowed = allowedMethods("/status");
  if (request.method === "OPTIONS") return allowedOptions(allowed);
  if (!allowed.includes(request.method)) return methodNotAllowed(request, allowed);
  const [page, twin] = [chainPath(chain.code), chainPath(chain.code, "md")];
  if (request.nextUrl.pathname !== page) return NextResponse.redirect(chainUrl(chain.code), 308);
  if (choice === "none") return notAcceptable(request, page, twin);
  if (choice === "markdown") return rewriteToMarkdown(request, twin);
  const refusal = countQuestion(request, "/status");
  if (refusal) return refuse(request, "/status", refusal);
  return showLivePage(request, "/status", listChainLinks(chain.code));
}

/** Answers with problem details, or with a page where the request is a browser's. */
function refuse(request: NextRequest, path: LivePagePath, refusal: PageRefusal): Response {
  const isForPeople = /text\/html/i.test(request.headers.get("accept") ?? "");
  if (!isForPeople || !isRead(request)) return refusalResponse(request, refusal);
  const headers = new Headers(request.headers);
  headers.set(REFUSAL_HEADER, writeRefusalField(refusal, path));
  const query = shortQuery(request.nextUrl.searchParams);
  return NextResponse.rewrite(new URL(`${REFUSED_PATH}?${query}`, request.url), {
    request: { headers },
  });
}

/** With conditional headers, Next would answer 304 instead of 404 for a missing page. */
function withoutConditions(request: NextRequest): Headers {
  const headers = new Headers(request.headers);
  for (const name of ["if-none-match", "if-modified-since"]) headers.delete(name);
  return headers;
}

function answerOtherMethod(request: NextRequest, path: ResourcePath): Response {
  const allowed = allowedMethods(path);
  if (request.method === "OPTIONS") return allowedOptions(allowed);
  // Some clients POST their messages to the address of the server card, not to the endpoint.
  const alternative = isCardPath(path) ? `POST JSON-RPC messages to ${absoluteUrl("/mcp")}.` : "";
  return methodNotAllowed(request, allowed, alternative);
}

function pass(request: NextRequest): Response {
  const headers = new Headers(request.headers);
  headers.delete(NEGOTIATED_HEADER);
  return NextResponse.next({ request: { headers } });
}

function showLivePage(request: NextRequest, path: LivePagePath, links: readonly Link[]): Response {
  const pageHeaders = livePageHeaders(path);
  const headers = new Headers(request.headers);
  headers.delete(NEGOTIATED_HEADER);
  headers.set("Content-Security-Policy", pageHeaders["Content-Security-Policy"] ?? "");
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
