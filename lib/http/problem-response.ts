// Turns a problem into a response: problem details (RFC 9457), or a plain page for people.
import { NEGOTIATED_HEADER } from "../site/registry/resources.ts";
import { documentHeaders, PLAIN_STYLE } from "./security-headers.ts";

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  readonly alternates?: readonly { readonly type: string; readonly href: string }[];
}

export type ProblemRequest = Pick<Request, "url" | "method" | "headers">;
export type Fields = Readonly<Record<string, string>>;

export const openHeaders: Fields = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Link, Content-Location, x-markdown-tokens, x-original-tokens",
  ...documentHeaders,
  "X-Content-Type-Options": "nosniff",
};

export function problemResponse(
  request: ProblemRequest,
  problem: Problem,
  headers: Fields = {},
): Response {
  const body = { type: "about:blank", ...problem, ...problemInstance(request) };
  return textResponse(
    problem.status,
    `${JSON.stringify(body)}\n`,
    { "Content-Type": "application/problem+json", ...headers },
    request.method === "HEAD",
  );
}

function problemInstance({ url, headers }: ProblemRequest): { instance?: string } {
  const pathname = headers.get(NEGOTIATED_HEADER) ?? new URL(url).pathname;
  return /^\/(?!\/)[\w.~%!$&'()*+,;=:@/-]{0,199}$/.test(pathname) ? { instance: pathname } : {};
}

export const linkHtml = (href: string, label: string) => `<a href="${href}">${label}</a>`;
// An empty href is a link to the address that the browser shows, so a click loads it again.
const TRY_AGAIN = linkHtml("", "Try again");

export function plainPageResponse(
  request: ProblemRequest,
  problem: Problem,
  headers: Fields = {},
  links = TRY_AGAIN,
): Response {
  return textResponse(
    problem.status,
    `${plainPage(problem, links)}\n`,
    { "Content-Type": "text/html; charset=utf-8", ...headers },
    request.method === "HEAD",
  );
}

function plainPage({ status, title, detail, hint }: Problem, links: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${PLAIN_STYLE}</style><title>${status} ${title}</title><main><h1>${title}</h1><p>${detail}<p>${hint}<p>${links}</main></html>`;
}

export function textResponse(
  status: number,
  body: string,
  headers: Fields,
  isHead: boolean,
): Response {
  const allHeaders = { ...openHeaders, "Cache-Control": "no-store", ...headers };
  return new Response(isHead ? null : body, { status, headers: allHeaders });
}
