import { type NextRequest, NextResponse } from "next/server";
import { cacheControl } from "./lib/http/cache.ts";
import { methodNotAllowed, notAcceptable, notFound } from "./lib/http/problem.ts";
import { refuseQuestion } from "./lib/runtime/live-limit.ts";
import { getChoice } from "./lib/runtime/server/negotiation.ts";
import { linkHeader } from "./lib/site/registry/links.ts";
import {
  allowedMethods,
  findResource,
  isPrivatePath,
  isResourcePath,
  NEGOTIATED_HEADER,
  type ResourcePath,
} from "./lib/site/registry/resources.ts";
import { getPageHeaders, siteHeaders } from "./lib/site/serve/page-policy.ts";

/** Answers a page's address in HTML or Markdown, and an unregistered address with a 404 in the same form. */
export async function middleware(request: NextRequest): Promise<Response> {
  const response = await decide(request);
  // What it answers itself may pass no route that sets them.
  for (const [name, value] of Object.entries(siteHeaders())) response.headers.set(name, value);
  return response;
}

async function decide(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  const head = request.method === "HEAD";
  const choice = getChoice(request.headers);
  if (isPrivatePath(pathname)) return NextResponse.next();
  if (!isResourcePath(pathname)) {
    if (choice === "none") return notFound(request, { Vary: "Accept" });
    if (choice === "markdown") return rewriteToMarkdown(request, "/not-found.md");
    // Next has its own pages for some of these: /_global-error with status 500, and /404, which may be cached for a year.
    const headers = { ...getPageHeaders(pathname), "Cache-Control": cacheControl.live, Vary: "Accept" };
    return NextResponse.rewrite(new URL("/not-found", request.url), { headers });
  }
  const { twin } = findResource(pathname);
  if (!twin) return NextResponse.next();
  if (!head && request.method !== "GET" && request.method !== "OPTIONS")
    return methodNotAllowed(request, allowedMethods(pathname));
  if (choice === "none") return notAcceptable(request, pathname, twin);
  if (choice === "markdown" || request.method === "OPTIONS") return rewriteToMarkdown(request, twin);
  const refusal = await refuseQuestion(request, pathname);
  if (refusal) return refusal;
  return showPage(request, pathname);
}

function showPage(request: NextRequest, path: ResourcePath): Response {
  const page = getPageHeaders(path);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", page["Content-Security-Policy"] ?? "");
  return NextResponse.next({
    request: { headers },
    headers: { ...page, Link: linkHeader(path), Vary: "Accept" },
  });
}

function rewriteToMarkdown(request: NextRequest, path: string): Response {
  const headers = new Headers(request.headers);
  headers.set(NEGOTIATED_HEADER, request.nextUrl.pathname);
  return NextResponse.rewrite(new URL(`${path}${request.nextUrl.search}`, request.url), { request: { headers } });
}

// Next reads this literal at build time. It matches all addresses except the MCP endpoint, Next's assets and documents with one form.
export const config = {
  runtime: "nodejs",
  matcher: [
    "/((?!_next/|mcp/?$|mcp/server-card$|pricing/now$|\\.well-known/|(?:.*/)?(?:opengraph-image|apple-icon)$|.*\\.(?:md|txt|json|xml|atom|svg|js)$).*)",
  ],
};
