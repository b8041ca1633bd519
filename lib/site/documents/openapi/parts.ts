// Headers and error responses that operations share. Tests compare them with real ones.
import { cacheControl } from "../../../http/cache.ts";
import {
  invalidQuestion,
  methodNotAllowed,
  notAcceptable,
  queryTooLong,
  refusalAnswer,
  tooManyRequests,
  unanswered,
} from "../../../http/problem.ts";
import type { ReadyAnswer } from "../../../http/ready-answer.ts";
import type { Scope } from "../../registry/published.ts";
import { allowedMethods } from "../../registry/resources.ts";

export type Json = Record<string, unknown>;
type Kind = "schemas" | "headers" | "responses" | "parameters";

export function ref(kind: Kind, name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example,
});
const countHeader = (description: string, example: number) => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});
const required = (header: Json) => ({ ...header, required: true });

const cacheHeader = (name: keyof typeof cacheControl, description: string) =>
  required({ description, schema: { type: "string", const: cacheControl[name] } });

export const headers = {
  Allow: required(textHeader("The methods that this address answers.", "GET, HEAD, OPTIONS")),
  AllowPost: required(textHeader("The method that this address answers.", "POST")),
  ContentLength: required(countHeader("Bytes of the body.", 4096)),
  ContentLocation: textHeader("Address of the Markdown.", "/pricing.md"),
  Document: cacheHeader("document", "A document: five minutes, then while it is asked for again."),
  ETag: required(
    textHeader(
      "Strong validator of the bytes: send it back in If-None-Match.",
      '"hsD2FtXj5BPUzE7UOvdUEp0LKgYzRVjr"',
    ),
  ),
  LastModified: required(
    textHeader("When the content last changed.", "Fri, 20 Nov 2026 07:15:00 GMT"),
  ),
  Link: required(
    textHeader(
      "Typed links to related resources (RFC 8288).",
      '<https://example.org/llms.txt>; rel="describedby"',
    ),
  ),
  MarkdownLength: countHeader("Bytes of the body, of the Markdown representation alone.", 4096),
  MarkdownTokens: countHeader("Tokens (o200k) of the Markdown, where they were measured.", 812),
  Negotiated: cacheHeader(
    "negotiated",
    "One address, two representations: a cache asks again each time.",
  ),
  NoStore: cacheHeader("live", "Never stored: the answer is of this moment."),
  OriginalTokens: countHeader(
    "Tokens (o200k) of the same page's HTML, where they were measured.",
    6840,
  ),
  RateLimit: textHeader(
    "Messages left (r) and seconds (t), where messages are counted.",
    '"messages";r=119;t=1',
  ),
  RateLimitPolicy: textHeader(
    "Messages (q) in a window of seconds (w), where they are counted.",
    '"messages";q=120;w=60',
  ),
  RetryAfter: required(textHeader("Seconds to wait.", "7")),
  Slow: cacheHeader("slow", "Changes seldom: one hour."),
  Vary: required(textHeader("Contains Accept: the address has two representations.", "Accept")),
  WholeLength: countHeader(
    "Bytes of the body, where all of it was there before the first was sent.",
    512,
  ),
};

export const cacheHeaderOf = {
  negotiated: "Negotiated",
  document: "Document",
  slow: "Slow",
  live: "NoStore",
  unstored: "NoStore",
} as const;

const toProblem = (description: string, extraHeaders: Json, { body }: ReadyAnswer) => ({
  description,
  headers: {
    "Cache-Control": ref("headers", "NoStore"),
    "Content-Length": ref("headers", "ContentLength"),
    ...extraHeaders,
  },
  content: {
    "application/problem+json": {
      schema: ref("schemas", "Problem"),
      example: JSON.parse(body),
    },
  },
});

function readableProblem(
  type: "text/html" | "text/markdown" | "text/plain",
  description: string,
  extra: Json,
  answer: ReadyAnswer,
) {
  const problem = toProblem(description, extra, answer);
  return { ...problem, content: { ...problem.content, [type]: { schema: { type: "string" } } } };
}

/** The examples are of the site that `scope` describes. */
export function getResponses(scope: Scope): Json {
  const page = scope === "swap" ? "/developers/api" : "/pricing";
  return {
    Unchanged: {
      description:
        "The validator still matches: no body, and the headers of 200 but Content-Length.",
    },
    NotAllowed: readableProblem(
      "text/plain",
      "Of any method but those in Allow. Without a body it may be a short text.",
      { Allow: ref("headers", "Allow") },
      methodNotAllowed("/llms.txt", allowedMethods("/llms.txt")),
    ),
    NotAcceptable: toProblem(
      "The Accept header excludes both representations.",
      { Link: ref("headers", "Link"), Vary: ref("headers", "Vary") },
      notAcceptable(page, `${page}.md`),
    ),
    Refused: readableProblem(
      "text/markdown",
      "Change the question. A page as HTML is 200, with its form.",
      { "Content-Length": ref("headers", "MarkdownLength") },
      refusalAnswer("/track.md", invalidQuestion("Write the id of a transaction.")),
    ),
    NoAnswerNow: toProblem(
      "Ask the same again later. The members of the answer are there too.",
      { "Retry-After": ref("headers", "RetryAfter") },
      unanswered("/quote.json", {
        code: "halted",
        hint: "Do not send.",
        waitSeconds: 60,
      }),
    ),
    QueryTooLong: readableProblem(
      "text/html",
      "The query is longer than this page reads.",
      {},
      refusalAnswer("/quote", queryTooLong),
    ),
    OverLimit: readableProblem(
      "text/html",
      "The client is above its limit.",
      { "Retry-After": ref("headers", "RetryAfter") },
      refusalAnswer("/track", tooManyRequests(7)),
    ),
  };
}
