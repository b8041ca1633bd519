// Site room: path → route handlers. A handler serves bytes that were made once; only live answers are made for each request.

import { cacheControl } from "../http/cache.ts";
import { toMethodProblem, toNotFound } from "../http/problem.ts";
import { createRepresentation, type Representation, reply } from "../http/reply.ts";
import { getBody } from "./bodies.ts";
import { toLinkHeader } from "./links.ts";
import { getPublished, type Scope, toScope } from "./published.ts";
import { type BodyPath, type DocumentPath, NEGOTIATED_HEADER, toAllowedMethods, toResource } from "./resources.ts";

type Handler = (request: Request) => Promise<Response>;
type Method = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";

const made = new Map<string, Promise<Representation>>();

/** The route handlers of a registered document: GET and HEAD alike, OPTIONS 204, anything else 405 with `Allow`. */
export function publish(path: DocumentPath): Record<Method, Handler> {
  const allowed = toAllowedMethods(path);
  const get: Handler = async (request) => {
    const negotiated = request.headers.has(NEGOTIATED_HEADER) && toResource(path).page !== undefined;
    const scope = toScope(request.headers.get("host"));
    if (!getPublished("all").includes(path)) return toNotFound(request.method === "HEAD");
    return reply(request, await getRepresentation(path, negotiated, scope));
  };
  const refuse: Handler = async () => toMethodProblem(allowed);
  const options: Handler = async () =>
    new Response(null, {
      status: 204,
      headers: {
        Allow: allowed.join(", "),
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": allowed.join(", "),
        "Access-Control-Allow-Headers": "*",
        "Cache-Control": cacheControl.live,
      },
    });
  return { GET: get, HEAD: get, OPTIONS: options, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
}

/** A failed build of a body is not kept: the next request tries again. */
function getRepresentation(path: DocumentPath, negotiated: boolean, scope: Scope): Promise<Representation> {
  if (toResource(path).cache === "live") return createFor(path, false, scope);
  const key = `${path} ${scope} ${negotiated}`;
  const known = made.get(key);
  if (known) return known;
  const making = createFor(path, negotiated, scope);
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

async function createFor(path: DocumentPath, negotiated: boolean, scope: Scope): Promise<Representation> {
  const resource = toResource(path);
  const text = await getBody((resource.aliasOf ?? path) as BodyPath, scope);
  const link = toLinkHeader(path);
  return createRepresentation({
    text,
    mediaType: resource.mediaType,
    cache: negotiated ? "negotiated" : resource.cache,
    headers: {
      ...(link ? { Link: link } : {}),
      ...(negotiated ? { Vary: "Accept", "Content-Location": path } : {}),
    },
  });
}
