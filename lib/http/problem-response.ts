// Turns a problem into a response with problem details (RFC 9457).
import { NEGOTIATED_HEADER } from "../site/registry/resources.ts";
import { documentHeaders } from "./security-headers.ts";

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

export function textResponse(
  status: number,
  body: string,
  headers: Fields,
  isHead: boolean,
): Response {
  const allHeaders = { ...openHeaders, "Cache-Control": "no-store", ...headers };
  return new Response(isHead ? null : body, { status, headers: allHeaders });
}
