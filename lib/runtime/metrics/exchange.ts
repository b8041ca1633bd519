// Measures one served request. Clients cannot create labels: an unknown value has a fixed label.
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseChainPath } from "../../site/registry/chain-pages.ts";
import { chainFormEnds } from "../../site/registry/chain-paths.ts";
import { httpMethods, isDrawnImage, isResourcePath } from "../../site/registry/resources.ts";
import { amendHead } from "../internals/response-hooks.ts";
import { recordSeconds } from "./instruments.ts";

const knownMethods: ReadonlySet<string> = new Set(httpMethods);
const representations = new Map([
  ["", "none"],
  ["text/html", "html"],
  ["text/markdown", "markdown"],
  ["application/problem+json", "problem"],
]);

/** Call this before the request is served and before anything changes the response. */
export function measureExchange(request: IncomingMessage, response: ServerResponse): void {
  const startMs = performance.now();
  const { method = "", url = "" } = request;
  let type = "";
  amendHead(response, (head) => {
    type = contentTypeOf(head.at(-1)) ?? `${response.getHeader("content-type") ?? ""}`;
    return head;
  });
  response.once("close", () => {
    const { statusCode, headersSent, writableFinished } = response;
    const fault = statusCode >= 500 ? String(statusCode) : writableFinished ? null : "aborted";
    recordSeconds("http.server.request.duration", (performance.now() - startMs) / 1000, {
      "http.request.method": knownMethods.has(method) ? method : "_OTHER",
      "http.route": routeLabel(url.split("?")[0] ?? ""),
      "url.scheme": "http",
      "signpost.representation": representations.get(type.split(";")[0] ?? "") ?? "document",
      ...(headersSent && { "http.response.status_code": statusCode }),
      ...(fault && { "error.type": fault }),
    });
  });
}

function routeLabel(path: string): string {
  if (isResourcePath(path)) return path;
  const asked = parseChainPath(path);
  if (asked?.chain) return `/status/{chain}${asked.form === null ? "" : chainFormEnds[asked.form]}`;
  if (path.startsWith("/_next/")) return "/_next/*";
  const page = path.replace(/\/[^/]*$/, "") || "/";
  return isDrawnImage(path) && isResourcePath(page) ? path : "unregistered";
}

/** Reads headers that were given to `writeHead`, as an object or a flat list. The response does not show them. */
function contentTypeOf(headers: unknown): string | null {
  if (typeof headers !== "object" || headers === null) return null;
  const fields = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  const place = fields.findIndex((name, index) => index % 2 === 0 && /^content-type$/i.test(name));
  return place < 0 ? null : `${fields[place + 1]}`;
}
