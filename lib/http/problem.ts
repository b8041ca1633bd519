// The problems that the site answers with. They show no stack trace, no upstream and no raw input.
import {
  type Fields,
  type Problem,
  type ProblemRequest,
  problemResponse,
} from "./problem-response.ts";
import { documentHeaders } from "./security-headers.ts";

export function methodNotAllowed(
  request: Request,
  allowedMethods: readonly string[],
  otherWayText = "",
): Response {
  const allowHeader = allowedMethods.join(", ");
  const problem = {
    status: 405,
    code: "method_not_allowed",
    title: "Method not allowed",
    detail: "This resource does not answer that method.",
    hint: `Use one of: ${allowHeader}.${otherWayText && ` ${otherWayText}`}`,
  };
  return problemResponse(request, problem, { Allow: allowHeader });
}

export function allowedOptions(allowedMethods: readonly string[]): Response {
  const allowHeader = allowedMethods.join(", ");
  return new Response(null, {
    status: 204,
    headers: {
      Allow: allowHeader,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": allowHeader,
      "Access-Control-Allow-Headers": "*",
      ...documentHeaders,
      "Cache-Control": "no-store",
    },
  });
}

export function notAcceptable(request: Request, pagePath: string, markdownPath: string): Response {
  const alternates = [
    { type: "text/html", href: pagePath },
    { type: "text/markdown", href: markdownPath },
  ];
  const problem = {
    status: 406,
    code: "not_acceptable",
    title: "Not acceptable",
    detail: "This page exists as HTML and as Markdown. The Accept header excludes both.",
    hint: "Send Accept: text/html or Accept: text/markdown, or ask for the Markdown address.",
    alternates,
  };
  const linkValues = alternates.map(
    ({ type, href }) => `<${href}>; rel="alternate"; type="${type}"`,
  );
  return problemResponse(request, problem, { Vary: "Accept", Link: linkValues.join(", ") });
}

/** Longest query with its "?". All valid arguments of a live page fit, even percent-encoded. */
export const MAX_QUERY_CHARACTERS = 600;

/** A page's answer that is no answer: its problem, and the headers that go with it. */
export interface PageRefusal {
  readonly problem: Problem;
  readonly headers: Fields;
}

export const problemText = ({ detail, hint }: Problem): string => `${detail} ${hint}`;

export function refusalResponse(request: Request, { problem, headers }: PageRefusal): Response {
  return problemResponse(request, problem, headers);
}

/** Loads the address again when an answer may come, also without scripts. For HTML alone. */
export function refreshField({ "Retry-After": waitSeconds }: Fields): Fields {
  return waitSeconds === undefined ? {} : { Refresh: waitSeconds };
}

export const queryTooLong: PageRefusal = {
  problem: {
    status: 414,
    code: "query_too_long",
    title: "Query too long",
    detail: `A question has at most ${MAX_QUERY_CHARACTERS} characters, counted from the question mark of its address.`,
    hint: "Shorten it: write each asset, amount, address or transaction id alone.",
  },
  headers: { Vary: "Accept" },
};

export function tooManyRequests(waitSeconds: number): PageRefusal {
  return {
    problem: {
      status: 429,
      code: "rate_limited",
      title: "Too many requests",
      detail: "Too many questions from your connection.",
      hint: `Ask again in ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"}.`,
    },
    headers: { "Retry-After": String(waitSeconds), Vary: "Accept" },
  };
}

export function unknownChain(chainCodes: readonly string[]): PageRefusal {
  return {
    problem: {
      status: 404,
      code: "unknown_chain",
      title: "No such chain",
      detail: "This network has no chain of that name.",
      hint: `Write one of these behind /status/: ${chainCodes.join(", ")}. All chains together stand at /status.`,
    },
    headers: { Vary: "Accept" },
  };
}

interface Unanswered extends Pick<Problem, "code" | "hint"> {
  readonly waitSeconds: number | null;
}

export function unanswered(
  request: Request,
  { code, hint, waitSeconds }: Unanswered,
  answer: object = {},
): Response {
  if (waitSeconds === null) {
    const problem = { status: 400, code, title: "No answer", detail: hint, hint };
    return problemResponse(request, { ...problem, ...answer, ...problem });
  }
  const detail = "The same question may be answered later.";
  const problem = { status: 503, code, title: "No answer now", detail, hint };
  return problemResponse(
    request,
    { ...problem, ...answer, ...problem },
    { "Retry-After": String(waitSeconds) },
  );
}

export function invalidQuestion(hint: string): PageRefusal {
  return {
    problem: {
      status: 400,
      code: "invalid_question",
      title: "Not understood",
      detail: "The query of this address was not understood.",
      hint,
    },
    headers: {},
  };
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
