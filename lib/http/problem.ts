// The problems that the site answers with. They show no stack trace, no upstream and no raw input.
import {
  type Fields,
  type Problem,
  problemAnswer,
  type ReadyAnswer,
  requestedPath,
  toResponse,
} from "./ready-answer.ts";
import { documentHeaders } from "./security-headers.ts";

export function badRequest(): ReadyAnswer {
  return problemAnswer("", {
    status: 400,
    code: "bad_request",
    title: "Bad request",
    detail: "The address or the Host of this request is not valid.",
    hint: "Send one Host, a name or an address with an optional port, and a path.",
  });
}

/** Of a request for a host that is not served here (RFC 9110, 15.5.20). */
export function misdirected(origins: readonly string[]): ReadyAnswer {
  return problemAnswer("", {
    status: 421,
    code: "misdirected_request",
    title: "Misdirected request",
    detail: "This server does not serve the host that you asked for.",
    hint: `Ask ${[...new Set(origins)].join(" or ")}.`,
  });
}

export function methodNotAllowed(
  path: string,
  allowedMethods: readonly string[],
  otherWayText = "",
): ReadyAnswer {
  const allowHeader = allowedMethods.join(", ");
  const problem = {
    status: 405,
    code: "method_not_allowed",
    title: "Method not allowed",
    detail: "This resource does not answer that method.",
    hint: `Use one of: ${allowHeader}.${otherWayText && ` ${otherWayText}`}`,
  };
  return problemAnswer(path, problem, { Allow: allowHeader });
}

export function allowedOptions(allowedMethods: readonly string[]): ReadyAnswer {
  const allowHeader = allowedMethods.join(", ");
  return {
    status: 204,
    body: "",
    headers: {
      Allow: allowHeader,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": allowHeader,
      "Access-Control-Allow-Headers": "*",
      ...documentHeaders,
      "Cache-Control": "no-store",
    },
  };
}

export function notAcceptable(pagePath: string, markdownPath: string): ReadyAnswer {
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
  return problemAnswer(pagePath, problem, { Vary: "Accept", Link: linkValues.join(", ") });
}

/** Longest query with its "?". All valid arguments of a live page fit, even percent-encoded. */
export const MAX_QUERY_CHARACTERS = 600;

/** The refusals of which the build makes pages. */
export type BuiltRefusalCode = "query_too_long" | "rate_limited" | "unknown_chain";

/** A page's answer that is no answer: its problem, and the headers that go with it. */
export interface PageRefusal<Code extends string = string> {
  readonly problem: Problem & { readonly code: Code };
  /** Seconds after which the same question may be answered. Null if it never will be. */
  readonly waitSeconds: number | null;
  readonly headers: Fields;
}

export const problemText = ({ detail, hint }: Problem): string => `${detail} ${hint}`;

export function refusalAnswer(path: string, { problem, headers }: PageRefusal): ReadyAnswer {
  return problemAnswer(path, problem, headers);
}

export function refusalResponse(request: Request, refusal: PageRefusal): Response {
  return toResponse(request, refusalAnswer(requestedPath(request), refusal));
}

/** Loads the address again when an answer may come, also without scripts. For HTML alone. */
export function refreshField({ waitSeconds }: PageRefusal): Fields {
  return waitSeconds === null ? {} : { Refresh: String(waitSeconds) };
}

export const queryTooLong: PageRefusal<"query_too_long"> = {
  problem: {
    status: 414,
    code: "query_too_long",
    title: "Query too long",
    detail: `A question has at most ${MAX_QUERY_CHARACTERS} characters, counted from the question mark of its address.`,
    hint: "Shorten it: write each asset, amount, address or transaction id alone.",
  },
  waitSeconds: null,
  headers: { Vary: "Accept" },
};

export function tooManyRequests(waitSeconds: number): PageRefusal<"rate_limited"> {
  return {
    problem: {
      status: 429,
      code: "rate_limited",
      title: "Too many requests",
      detail: "Too many questions from your connection.",
      hint: `Ask again in ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"}.`,
    },
    waitSeconds,
    headers: { "Retry-After": String(waitSeconds), Vary: "Accept" },
  };
}

export function unknownChain(chainCodes: readonly string[]): PageRefusal<"unknown_chain"> {
  return {
    problem: {
      status: 404,
      code: "unknown_chain",
      title: "No such chain",
      detail: "This network has no chain of that name.",
      hint: `Write one of these behind /status/: ${chainCodes.join(", ")}. All chains together stand at /status.`,
    },
    waitSeconds: null,
    headers: { Vary: "Accept" },
  };
}

interface Unanswered extends Pick<Problem, "code" | "hint"> {
  readonly waitSeconds: number | null;
}

export function unanswered(
  path: string,
  { code, hint, waitSeconds }: Unanswered,
  answer: object = {},
): ReadyAnswer {
  if (waitSeconds === null) {
    const problem = { status: 400, code, title: "No answer", detail: hint, hint };
    return problemAnswer(path, { ...problem, ...answer, ...problem });
  }
  const detail = "The same question may be answered later.";
  const problem = { status: 503, code, title: "No answer now", detail, hint };
  return problemAnswer(
    path,
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
    waitSeconds: null,
    headers: {},
  };
}

export function notFound(path: string, headers: Fields = {}): ReadyAnswer {
  const problem = {
    status: 404,
    code: "not_found",
    title: "Not found",
    detail: "Nothing is published at this address.",
    hint: "See /llms.txt for what is published, or /sitemap.xml for the pages.",
  };
  return problemAnswer(path, problem, headers);
}
