// Path → route handlers of live documents, which are made for each request.

import { config } from "../config.ts";
import { edgeHeaders } from "../http/cache.ts";
import { allowedOptions, invalidQuestion, methodNotAllowed } from "../http/problem.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { tools } from "../mcp/tools/all.ts";
import { queryArguments } from "../mcp/tools/arguments.ts";
import { InputError } from "../protocol/values/input-error.ts";
import { sayingOf } from "../site/live/refreshed-part.ts";
import { linkHeader } from "../site/registry/links.ts";
import {
  allowedMethods,
  findResource,
  type httpMethods,
  isToolAnswer,
  type LivePath,
  type LiveTextPath,
  type PartPath,
  type ToolAnswerPath,
} from "../site/registry/resources.ts";
import { getPartPolicy } from "../site/serve/page-policy.ts";
import { refuseQuestion } from "./client-limit.ts";
import { getLiveBody } from "./live-bodies.ts";
import { getNetwork } from "./network.ts";

type Handler = (request: Request) => Promise<Response>;
type Method = (typeof httpMethods)[number];

/** The route handlers of a live document: GET and HEAD, OPTIONS with 204, anything else 405 with `Allow`. */
export function publish(path: LivePath): Record<Method, Handler> {
  return answerReads(allowedMethods(path), async (request: Request) => {
    // Negotiated requests count here too, not in the middleware, which counts those for pages.
    const refusal = await refuseQuestion(request, path);
    if (refusal) return refusal;
    if (isToolAnswer(path)) return replyOfTool(request, path);
    const { search, searchParams } = new URL(request.url);
    const link = linkHeader(path);
    const { mediaType, cache, page } = findResource(path);
    const text = await getLiveBody(path as LiveTextPath, searchParams).catch((error) => {
      if (error instanceof InputError) return error;
      throw error;
    });
    if (text instanceof InputError) return invalidQuestion(request, text.hint);
    const headers = {
      ...(link ? { Link: link } : {}),
      ...sharedHeaders(searchParams),
      // The same at both addresses, since the platform keeps it for both.
      ...(page !== undefined && { "Content-Location": `${path}${search}` }),
    };
    return reply(request, createRepresentation({ text, mediaType, updated: null, cache, headers }));
  });
}

/** The same of a part of a page, whose body `render` makes as HTML without a script. One that is framed has a style, and shows a refusal. */
export function publishPart(
  path: PartPath,
  render: (query: URLSearchParams) => Promise<string>,
): Record<Method, Handler> {
  const { title, mediaType, cache } = findResource(path);
  return answerReads(allowedMethods(path), async (request: Request) => {
    const { style, headers } = getPartPolicy(path);
    const refusal = await refuseQuestion(request, path);
    if (refusal) {
      // Set, not spread: the names differ in case, and both policies would be sent.
      for (const [name, value] of Object.entries(headers)) refusal.headers.set(name, value);
      return refusal;
    }
    const { searchParams } = new URL(request.url);
    const body = await render(searchParams);
    const text = partDocument({ title, style: style === null ? "" : `<style>${style}</style>`, body });
    const shared = sharedHeaders(searchParams);
    const options = { text, mediaType, updated: null, cache, headers: { ...headers, ...shared } } as const;
    // The platform compares tags itself, with a whole answer.
    const asked = Object.keys(shared).length === 0 ? request : new Request(request.url, { method: request.method });
    return reply(asked, createRepresentation({ ...options, tagged: sayingOf(body) }));
  });
}

/** Arguments of a question that name somebody who asks. The id of a transaction is public. */
const personal = ["destination", "refund_address", "affiliate"];

/** For the platform's cache: the same answer goes to all who ask within a second, unless the question names somebody. */
export function sharedHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  return config().onVercel && !personal.some((name) => query.has(name)) ? edgeHeaders : {};
}

function partDocument({ title, style, body }: Readonly<Record<"title" | "style" | "body", string>>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${style}</head><body>${body}</body></html>\n`;
}

/** `get` answers GET and HEAD. */
export function answerReads<Get extends (...given: never[]) => Promise<Response>>(
  allowed: readonly string[],
  get: Get,
) {
  const refuse: Handler = async (request) => methodNotAllowed(request, allowed);
  const options: Handler = async () => allowedOptions(allowed);
  return { GET: get, HEAD: get, OPTIONS: options, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
}

/**
 * The structured answer of a tool by a plain GET, always of one shape: 400 where another question is needed, 503 where the same one may
 * be answered later. Without any query nothing was asked, so nothing is refused: the address that every list names says what is missing.
 */
async function replyOfTool(request: Request, path: ToolAnswerPath): Promise<Response> {
  const resource = findResource(path);
  const tool = tools.find(({ name }) => name === resource.tool);
  if (!tool) throw new Error(`${path} has no tool`);
  const { search, searchParams } = new URL(request.url);
  const input = queryArguments(tool.inputSchema, searchParams);
  const { structured } = await tool.run(getNetwork(), input, { networkName: config().network, signal: request.signal });
  const { mediaType } = resource;
  return replyStructured(request, structured, { mediaType, link: linkHeader(path), isAsked: search !== "" });
}

/** `isAsked`: whether an answer that could not be given is refused. */
export function replyStructured(
  request: Request,
  structured: Record<string, unknown>,
  { mediaType, link, isAsked }: Readonly<{ mediaType: string; link: string; isAsked: boolean }>,
): Response {
  const { error } = structured as { error?: { retry_after_seconds: number | null } };
  const retrySeconds = error?.retry_after_seconds ?? null;
  const headers = {
    ...(link ? { Link: link } : {}),
    ...(retrySeconds === null ? {} : { "Retry-After": String(retrySeconds) }),
    ...(error === undefined ? sharedHeaders(new URL(request.url).searchParams) : {}),
  };
  const text = `${JSON.stringify(structured)}\n`;
  const representation = createRepresentation({ text, mediaType, updated: null, cache: "live", headers });
  const isAnswer = error === undefined || !isAsked;
  return reply(request, representation, isAnswer ? 200 : retrySeconds === null ? 400 : 503);
}
