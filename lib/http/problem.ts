// Problem details (RFC 9457). A problem never shows a stack, an upstream or raw input.
import { chainPath } from "../site/registry/chain-paths.ts";
import { NEGOTIATED_HEADER, resources } from "../site/registry/resources.ts";
import { documentHeaders, PLAIN_STYLE } from "./security-headers.ts";

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly hint: string;
  readonly instance?: string;
  readonly alternates?: readonly { readonly type: string; readonly href: string }[];
}

export type ProblemRequest = Pick<Request, "url" | "method" | "headers">;

/** Headers of every machine-readable response, errors included. */
export const openHeaders: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Link, Content-Location, x-markdown-tokens, x-original-tokens",
  ...documentHeaders,
  "X-Content-Type-Options": "nosniff",
};

const PROBLEM_TYPE = "application/problem+json";

type Fields = Record<string, string>;

/** `plain`: HTML for people. `links`: HTML that ends that page. */
function problemResponse(
  request: ProblemRequest,
  problem: Problem,
  headers: Fields = {},
  plain = false,
  links?: string,
): Response {
  const [type, text] = plain
    ? ["text/html; charset=utf-8", `${plainPage(problem, links)}\n`]
    : [
        PROBLEM_TYPE,
        `${JSON.stringify({ type: "about:blank", ...problem, ...problemInstance(request) })}\n`,
      ];
  return textResponse(
    problem.status,
    text,
    { "Content-Type": type, ...headers },
    request.method === "HEAD",
  );
}

const link = (path: string, label: string) => `<a href="${path}">${label}</a>`;
// An empty href is the requested address.
const TRY_AGAIN = link("", "Try again");

type Said = Pick<Problem, "status" | "title" | "detail" | "hint">;

export function plainPage({ status, title, detail, hint }: Said, links = TRY_AGAIN) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${PLAIN_STYLE}</style><title>${status} ${title}</title><main><h1>${title}</h1><p>${detail}<p>${hint}<p>${links}</main></html>`;
}

export function textResponse(
  status: number,
  body: string,
  headers: Fields,
  head: boolean,
): Response {
  const allHeaders = { ...openHeaders, "Cache-Control": "no-store", ...headers };
  return new Response(head ? null : body, { status, headers: allHeaders });
}

/** Left out if the path is too long or has characters that no URL path has. */
function problemInstance({ url, headers }: ProblemRequest): { instance?: string } {
  const pathname = headers.get(NEGOTIATED_HEADER) ?? new URL(url).pathname;
  return /^\/(?!\/)[\w.~%!$&'()*+,;=:@/-]{0,199}$/.test(pathname) ? { instance: pathname } : {};
}

/** `instead`: what to do if no other method helps. */
export function methodNotAllowed(
  request: Request,
  allowed: readonly string[],
  instead = "",
): Response {
  const allow = allowed.join(", ");
  const problem = {
    status: 405,
    code: "method_not_allowed",
    title: "Method not allowed",
    detail: "This resource does not answer that method.",
    hint: `Use one of: ${allow}.${instead && ` ${instead}`}`,
  };
  return problemResponse(request, problem, { Allow: allow });
}

export function allowedOptions(allowed: readonly string[]): Response {
  const allow = allowed.join(", ");
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allow,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": allow,
      "Access-Control-Allow-Headers": "*",
      ...documentHeaders,
      "Cache-Control": "no-store",
    },
  });
}

export function notAcceptable(request: Request, page: string, twin: string): Response {
  const alternates = [
    { type: "text/html", href: page },
    { type: "text/markdown", href: twin },
  ];
  const problem = {
    status: 406,
    code: "not_acceptable",
    title: "Not acceptable",
    detail: "This page exists as HTML and as Markdown. The Accept header excludes both.",
    hint: "Send Accept: text/html or Accept: text/markdown, or ask for the Markdown address.",
    alternates,
  };
  const links = alternates.map(({ type, href }) => `<${href}>; rel="alternate"; type="${type}"`);
  return problemResponse(request, problem, { Vary: "Accept", Link: links.join(", ") });
}

/** With "?". All valid values of a live page fit together, even percent-encoded. */
export const MAX_QUERY_CHARACTERS = 600;

export function queryTooLong(request: Request, plain = false): Response {
  const problem = {
    status: 414,
    code: "query_too_long",
    title: "Query too long",
    detail: `This page reads at most ${MAX_QUERY_CHARACTERS} characters of its address from the question mark on.`,
    hint: "Shorten it. Write each asset, amount, address or transaction id alone.",
  };
  return problemResponse(request, problem, { Vary: "Accept" }, plain);
}

export function tooManyRequests(request: Request, seconds: number, plain = false): Response {
  const problem = {
    status: 429,
    code: "rate_limited",
    title: "Too many requests",
    detail: "This client has asked the network more often than the limit allows.",
    hint: `Ask again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  };
  return problemResponse(
    request,
    problem,
    { "Retry-After": String(seconds), Vary: "Accept" },
    plain,
  );
}

export function unknownChain(
  request: Request,
  chains: readonly string[],
  { plain = false, headers = {} }: { readonly plain?: boolean; readonly headers?: Fields } = {},
): Response {
  const detail = "This network has no chain of that name.";
  const linked = chains.map((code) => link(chainPath(code), code.toUpperCase())).join(", ");
  const chainText = plain
    ? { detail, hint: `Its chains: ${linked}.` }
    : {
        detail: `${detail} It has ${chains.join(", ")}.`,
        hint: "Write one of them behind /status/. All chains together stand at /status.",
      };
  const problem = { status: 404, code: "unknown_chain", title: "No such chain", ...chainText };
  const pages = (["/status", "/quote", "/track"] as const).map((path) =>
    link(path, resources[path].label),
  );
  return problemResponse(request, problem, headers, plain, pages.join(" "));
}

/** `waitSeconds`: null if only another question helps. `answer` cannot overwrite a member. */
export function unanswered(
  request: Request,
  {
    code,
    hint,
    waitSeconds,
  }: Pick<Problem, "code" | "hint"> & { readonly waitSeconds: number | null },
  answer: object = {},
): Response {
  const refused = {
    status: 400,
    code,
    title: "No answer",
    detail: "Change the question: see hint.",
    hint,
  };
  if (waitSeconds === null) return problemResponse(request, { ...refused, ...answer, ...refused });
  const later = {
    status: 503,
    title: "No answer now",
    detail: "The same question may be answered later.",
  };
  const problem = { ...refused, ...later };
  return problemResponse(
    request,
    { ...problem, ...answer, ...problem },
    { "Retry-After": String(waitSeconds) },
  );
}

export function invalidQuestion(request: Request, hint: string): Response {
  const detail = "The query of this address was not understood.";
  return problemResponse(request, {
    status: 400,
    code: "invalid_question",
    title: "Not understood",
    detail,
    hint,
  });
}

export function notFound(request: ProblemRequest, headers: Fields = {}): Response {
  const problem = {
    status: 404,
    code: "not_found",
    title: "Not found",
    detail: "Nothing is published at this address.",
    hint: "See /llms.txt for what is published, or /sitemap.xml for the pages.",
  };
  return problemResponse(request, problem, headers);
}
