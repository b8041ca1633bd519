// Headers and error responses that operations share. A spec compares each with what is sent.
import { cacheControl } from "../../../http/cache.ts";
import {
  invalidQuestion,
  methodNotAllowed,
  notAcceptable,
  queryTooLong,
  tooManyRequests,
  unanswered,
} from "../../../http/problem.ts";
import { allowedMethods, type ResourcePath } from "../../registry/resources.ts";

export type Json = Record<string, unknown>;
type Kind = "schemas" | "headers" | "responses" | "parameters";

export function ref(kind: Kind, name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example,
});
const count = (description: string, example: number) => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});
const always = (header: Json) => ({ ...header, required: true });

const cacheHeader = (name: keyof typeof cacheControl, description: string) =>
  always({ description, schema: { type: "string", const: cacheControl[name] } });

export const headers = {
  Allow: always(text("The methods that this address answers.", "GET, HEAD, OPTIONS")),
  AllowPost: always(text("The method that this address answers.", "POST")),
  ContentLength: always(count("Bytes of the body.", 4096)),
  ContentLocation: text("Address of the Markdown.", "/pricing.md"),
  Document: cacheHeader("document", "A document: five minutes, then while it is asked for again."),
  ETag: always(
    text(
      "Strong validator of the bytes: send it back in If-None-Match.",
      '"hsD2FtXj5BPUzE7UOvdUEp0LKgYzRVjr"',
    ),
  ),
  LastModified: always(text("When the content last changed.", "Fri, 20 Nov 2026 07:15:00 GMT")),
  Link: always(
    text(
      "Typed links to related resources (RFC 8288).",
      '<https://example.org/llms.txt>; rel="describedby"',
    ),
  ),
  MarkdownLength: count("Bytes of the body, of the Markdown representation alone.", 4096),
  MarkdownTokens: count("Tokens (o200k) of the Markdown, where they were measured.", 812),
  Negotiated: cacheHeader(
    "negotiated",
    "One address, two representations: a cache asks again each time.",
  ),
  NoStore: cacheHeader("live", "Never stored: the answer is of this moment."),
  OriginalTokens: count("Tokens (o200k) of the same page's HTML, where they were measured.", 6840),
  RateLimit: text(
    "Messages left (r) and seconds (t), where messages are counted.",
    '"messages";r=119;t=1',
  ),
  RateLimitPolicy: text(
    "Messages (q) in a window of seconds (w), where they are counted.",
    '"messages";q=120;w=60',
  ),
  RetryAfter: always(text("Seconds to wait.", "7")),
  Slow: cacheHeader("slow", "Changes seldom: one hour."),
  Vary: always(text("Contains Accept: the address has two representations.", "Accept")),
  WholeLength: count(
    "Bytes of the body, where all of it was there before the first was sent.",
    512,
  ),
};

export const cacheHeaderOf = {
  negotiated: "Negotiated",
  document: "Document",
  slow: "Slow",
  live: "NoStore",
} as const;

const problem = async (description: string, extra: Json, response: Response) => ({
  description,
  headers: {
    "Cache-Control": ref("headers", "NoStore"),
    "Content-Length": ref("headers", "ContentLength"),
    ...extra,
  },
  content: {
    "application/problem+json": {
      schema: ref("schemas", "Problem"),
      example: await response.json(),
    },
  },
});

async function readableProblem(
  type: "text/html" | "text/markdown" | "text/plain",
  description: string,
  extra: Json,
  response: Response,
) {
  const problemResponse = await problem(description, extra, response);
  return {
    ...problemResponse,
    content: { ...problemResponse.content, [type]: { schema: { type: "string" } } },
  };
}

export async function getResponses(): Promise<Json> {
  const requestOf = (path: ResourcePath) => new Request(new URL(path, "http://localhost"));
  return {
    Unchanged: {
      description:
        "The validator still matches: no body, and the headers of 200 but Content-Length.",
    },
    NotAllowed: await readableProblem(
      "text/plain",
      "Of any method but those in Allow. Without a body it may be a short text.",
      { Allow: ref("headers", "Allow") },
      methodNotAllowed(requestOf("/llms.txt"), allowedMethods("/llms.txt")),
    ),
    NotAcceptable: await problem(
      "The Accept header excludes both representations.",
      { Link: ref("headers", "Link"), Vary: ref("headers", "Vary") },
      notAcceptable(requestOf("/pricing"), "/pricing", "/pricing.md"),
    ),
    Refused: await readableProblem(
      "text/markdown",
      "Change the question. The JSON of a tool has the members of its answer too. A page as HTML is 200, with its form.",
      { "Content-Length": ref("headers", "MarkdownLength") },
      invalidQuestion(requestOf("/track.md"), "Write the id of a transaction."),
    ),
    NoAnswerNow: await problem(
      "Ask the same again later. The members of the answer are there too.",
      { "Retry-After": ref("headers", "RetryAfter") },
      unanswered(requestOf("/quote.json"), {
        code: "halted",
        hint: "Do not send.",
        waitSeconds: 60,
      }),
    ),
    QueryTooLong: await readableProblem(
      "text/html",
      "The query is longer than this page reads.",
      {},
      queryTooLong(requestOf("/quote")),
    ),
    OverLimit: await readableProblem(
      "text/html",
      "The client is above its limit.",
      { "Retry-After": ref("headers", "RetryAfter") },
      tooManyRequests(requestOf("/track"), 7),
    ),
  };
}
