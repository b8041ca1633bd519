// Problem details (RFC 9457), and texts with a status: answers that need no representation.
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

export type Fields = Readonly<Record<string, string>>;

/** A whole answer as plain data: `npm start` sends it without Next. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Fields;
  /** Empty for an answer without a body. */
  readonly body: string;
}

export const openHeaders: Fields = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Link, Content-Location, x-markdown-tokens, x-original-tokens",
  ...documentHeaders,
  "X-Content-Type-Options": "nosniff",
};

/** `requestedPath` is the path that the client requested. It becomes the problem's `instance`. */
export function problemAnswer(
  requestedPath: string,
  problem: Problem,
  headers: Fields = {},
): ReadyAnswer {
  const body = { type: "about:blank", ...problem, ...problemInstance(requestedPath) };
  return textAnswer(problem.status, `${JSON.stringify(body)}\n`, {
    "Content-Type": "application/problem+json",
    ...headers,
  });
}

function problemInstance(requestedPath: string): { instance?: string } {
  return /^\/(?!\/)[\w.~%!$&'()*+,;=:@/-]{0,199}$/.test(requestedPath)
    ? { instance: requestedPath }
    : {};
}

export function textAnswer(status: number, body: string, headers: Fields): ReadyAnswer {
  return { status, body, headers: { ...openHeaders, "Cache-Control": "no-store", ...headers } };
}

/** The path that the client requested, before a rewrite to Markdown. */
export function requestedPath({ url, headers }: Pick<Request, "url" | "headers">): string {
  return headers.get(NEGOTIATED_HEADER) ?? new URL(url).pathname;
}

export function toResponse(
  { method }: Pick<Request, "method">,
  { status, headers, body }: ReadyAnswer,
): Response {
  return new Response(method === "HEAD" || body === "" ? null : body, { status, headers });
}
