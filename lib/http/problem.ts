// HTTP room: problem details (RFC 9457). A problem says what is wrong and what to do; never a stack, an upstream or the caller's raw input.
import { LENGTH_HEADER } from "../site/resources.ts";
import { documentHeaders } from "./security-headers.ts";

export interface Problem {
  readonly status: number;
  /** Stable snake_case name of the case. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** What to do next. */
  readonly hint: string;
  /** The path that was asked for; see `toInstance`. */
  readonly instance?: string;
  readonly alternates?: readonly { readonly type: string; readonly href: string }[];
}

/** Headers that every machine-readable answer carries, errors included. */
export const openHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, Content-Location, x-markdown-tokens, x-original-tokens",
  ...documentHeaders,
  "X-Content-Type-Options": "nosniff",
};

/** A problem as a Response: `application/problem+json`, never cached. `head` leaves the body out. */
export function toProblemResponse(problem: Problem, headers: Record<string, string> = {}, head = false): Response {
  const body = `${JSON.stringify({ type: "about:blank", ...problem })}\n`;
  return new Response(head ? null : body, {
    status: problem.status,
    headers: {
      ...openHeaders,
      "Content-Type": "application/problem+json",
      [LENGTH_HEADER]: String(new TextEncoder().encode(body).byteLength),
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}

/** The path of a request as a problem may repeat it: without the query, in URL characters alone, of bounded length; else not at all. */
function toInstance({ url }: Pick<Request, "url">): { instance?: string } {
  const { pathname } = new URL(url);
  return /^\/(?!\/)[\w.~%!$&'()*+,;=:@/-]{0,199}$/.test(pathname) ? { instance: pathname } : {};
}

/** `instead` says what to do where the methods alone do not. */
export function toMethodProblem(request: Request, allowed: readonly string[], instead = ""): Response {
  const allow = allowed.join(", ");
  return toProblemResponse(
    {
      status: 405,
      code: "method_not_allowed",
      title: "Method not allowed",
      detail: "This resource does not answer that method.",
      hint: `Use one of: ${allow}.${instead && ` ${instead}`}`,
      ...toInstance(request),
    },
    { Allow: allow },
  );
}

/** Both representations of a page are excluded by `Accept`. */
export function toNotAcceptable(request: Request, page: string, twin: string): Response {
  return toProblemResponse(
    {
      status: 406,
      code: "not_acceptable",
      title: "Not acceptable",
      detail: "This page exists as HTML and as Markdown; the Accept header excludes both.",
      hint: "Send Accept: text/html or Accept: text/markdown, or ask for the Markdown address.",
      alternates: [
        { type: "text/html", href: page },
        { type: "text/markdown", href: twin },
      ],
      ...toInstance(request),
    },
    {
      Vary: "Accept",
      Link: `<${page}>; rel="alternate"; type="text/html", <${twin}>; rel="alternate"; type="text/markdown"`,
    },
    request.method === "HEAD",
  );
}

/** The client asked too often; `seconds` from now there is room again. */
export function toTooManyRequests(request: Request, seconds: number): Response {
  return toProblemResponse(
    {
      status: 429,
      code: "rate_limited",
      title: "Too many requests",
      detail: "This client has asked the network more often than the limit allows.",
      hint: `Retry after ${seconds} s.`,
      ...toInstance(request),
    },
    { "Retry-After": String(seconds), Vary: "Accept" },
    request.method === "HEAD",
  );
}

export function toNotFound(request: Request, headers: Record<string, string> = {}): Response {
  return toProblemResponse(
    {
      status: 404,
      code: "not_found",
      title: "Not found",
      detail: "Nothing is published at this address.",
      hint: "See /llms.txt for what is published, or /sitemap.xml for the pages.",
      ...toInstance(request),
    },
    headers,
    request.method === "HEAD",
  );
}
