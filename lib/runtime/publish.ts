// Path → route handlers. Stable documents are made once. Live ones are made for each request.

import { config } from "../config.ts";
import { cacheControl } from "../http/cache.ts";
import { methodNotAllowed, notFound } from "../http/problem.ts";
import { createRepresentation, type Representation, reply } from "../http/reply.ts";
import { documentHeaders, partHeaders } from "../http/security-headers.ts";
import { tools } from "../mcp/tools/all.ts";
import { queryArguments } from "../mcp/tools/arguments.ts";
import { absoluteUrl, linkHeader } from "../site/registry/links.ts";
import { getPublished, type Scope, scopeOf } from "../site/registry/published.ts";
import {
  allowedMethods,
  bodyPath,
  type DocumentPath,
  findResource,
  type httpMethods,
  isToolAnswer,
  NEGOTIATED_HEADER,
  type PartPath,
  type TextPath,
  type ToolAnswerPath,
} from "../site/registry/resources.ts";
import { updatedAt } from "../site/registry/updated.ts";
import { inlineSource } from "../site/serve/page-policy.ts";
import { getTokenHeaders } from "../site/serve/token-counts.ts";
import { readPartStyle } from "../site/serve/view-files.ts";
import { getBody } from "./bodies.ts";
import { refuseQuestion } from "./live-limit.ts";
import { getNetwork } from "./network.ts";

type Handler = (request: Request) => Promise<Response>;
type Method = (typeof httpMethods)[number];

const representations = new Map<string, Promise<Representation>>();

/** The route handlers of a registered document: GET and HEAD, OPTIONS with 204, anything else 405 with `Allow`. */
export function publish(path: DocumentPath): Record<Method, Handler> {
  // Some clients take the card's address for the endpoint's, and POST their messages here.
  const isCard = !isToolAnswer(path) && bodyPath(path) === "/.well-known/mcp/server-card.json";
  const instead = isCard ? `POST JSON-RPC messages to ${absoluteUrl("/mcp")}.` : "";
  return handlersOf(path, instead, async (request) => {
    const negotiated = request.headers.has(NEGOTIATED_HEADER) && findResource(path).page !== undefined;
    const scope = scopeOf(request.headers.get("host"));
    if (!getPublished("all").includes(path)) return notFound(request);
    // Negotiated requests count here too, not in the middleware: on some platforms a client can claim to be negotiated.
    const refusal = await refuseQuestion(request, path);
    if (refusal) return refusal;
    if (isToolAnswer(path)) return replyOfTool(request, path);
    if (findResource(path).cache !== "live") return reply(request, await getRepresentation(path, negotiated, scope));
    return reply(request, await createFor(path, negotiated, scope, new URL(request.url)));
  });
}

/** The same of a part of a page, whose body `render` makes as HTML without a script. A refusal, too, is shown in the frame. */
export function publishPart(path: PartPath, render: () => Promise<string>): Record<Method, Handler> {
  const { title, mediaType, cache } = findResource(path);
  return handlersOf(path, "", async (request) => {
    const style = readPartStyle();
    const headers = partHeaders(inlineSource(style));
    const refusal = await refuseQuestion(request, path);
    if (refusal) {
      const { status, body, headers: given } = refusal;
      return new Response(body, { status, headers: { ...Object.fromEntries(given), ...headers } });
    }
    const text = partDocument({ title, style, body: await render() });
    return reply(request, createRepresentation({ text, mediaType, updated: null, cache, headers }));
  });
}

function partDocument({ title, style, body }: Readonly<Record<"title" | "style" | "body", string>>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>\n`;
}

/** `instead` says what to do if another method does not help. */
function handlersOf(path: DocumentPath | PartPath, instead: string, get: Handler): Record<Method, Handler> {
  const allowed = allowedMethods(path);
  const refuse: Handler = async (request) => methodNotAllowed(request, allowed, instead);
  const options: Handler = async () =>
    new Response(null, {
      status: 204,
      headers: {
        Allow: allowed.join(", "),
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": allowed.join(", "),
        "Access-Control-Allow-Headers": "*",
        ...documentHeaders,
        "Cache-Control": cacheControl.live,
      },
    });
  return { GET: get, HEAD: get, OPTIONS: options, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
}

/** A body that could not be made is not kept: the next request tries again. */
function getRepresentation(path: TextPath, negotiated: boolean, scope: Scope): Promise<Representation> {
  const key = `${path} ${scope} ${negotiated}`;
  const known = representations.get(key);
  if (known) return known;
  const making = createFor(path, negotiated, scope);
  representations.set(key, making);
  making.catch(() => representations.delete(key));
  return making;
}

/** `url`: the request's, for a live document, whose answer depends on the query. */
async function createFor(path: TextPath, negotiated: boolean, scope: Scope, url?: URL): Promise<Representation> {
  const text = await getBody(bodyPath(path), scope, url?.searchParams);
  const resource = findResource(path);
  const link = linkHeader(path);
  return createRepresentation({
    text,
    mediaType: resource.mediaType,
    updated: updatedAt(path),
    cache: negotiated && resource.cache !== "live" ? "negotiated" : resource.cache,
    headers: {
      ...(link ? { Link: link } : {}),
      ...getTokenHeaders(bodyPath(path), text),
      ...(negotiated ? { Vary: "Accept", "Content-Location": `${path}${url?.search ?? ""}` } : {}),
    },
  });
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
  const { structured } = await tool.run(getNetwork(), input, {
    networkName: config().network,
    signal: request.signal,
  });
  const { error } = structured as { error?: { retry_after_seconds: number | null } };
  const retrySeconds = error?.retry_after_seconds ?? null;
  const link = linkHeader(path);
  const representation = createRepresentation({
    text: `${JSON.stringify(structured)}\n`,
    mediaType: resource.mediaType,
    updated: null,
    cache: resource.cache,
    headers: {
      ...(link ? { Link: link } : {}),
      ...(retrySeconds === null ? {} : { "Retry-After": String(retrySeconds) }),
    },
  });
  const isAnswer = error === undefined || search === "";
  return reply(request, representation, isAnswer ? 200 : retrySeconds === null ? 400 : 503);
}
