// Route handlers of parts: HTML inside another page. An open page loads its parts again and again.

import { type PageRefusal, refreshField, refusalResponse } from "../http/problem.ts";
import { type ReadyAnswer, textAnswer, toResponse } from "../http/ready-answer.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { withoutReadTime } from "../site/live/read-part.ts";
import { allowedMethods, findResource, type PartPath } from "../site/registry/resources.ts";
import { getPartPolicy } from "../site/serve/page-policy.ts";
import { countQuestion, toLimitedRequest } from "./client-limit.ts";
import { readHandlers, sharedCacheFields } from "./handlers.ts";

/** Seconds after which a frame on another site loads its answer again, without a script. */
const OPEN_FRAME_REFRESH_SECONDS = 60;

/** HTML of a part, or why there is none. */
type RenderPart = (query: URLSearchParams) => Promise<string | PageRefusal>;
/** A part in a frame shows why it has no figures. Without this, problem details answer. */
type RenderRefusal = (refusal: PageRefusal, query: URLSearchParams) => Promise<string>;

export function publishPart(path: PartPath, render: RenderPart, renderRefusal?: RenderRefusal) {
  const { mediaType, cache, framedBy } = findResource(path);
  return readHandlers(allowedMethods(path), async (request) => {
    const { searchParams } = new URL(request.url);
    const isOpenFrame = framedBy === "anyone";
    const refuse = async (refusal: PageRefusal) => {
      if (!renderRefusal) return refusalResponse(request, refusal);
      const bodyHtml = await renderRefusal(refusal, searchParams);
      return toResponse(request, refusedPart(path, refusal, partDocument(path, bodyHtml)));
    };
    const refusal = countQuestion(toLimitedRequest(request), path);
    if (refusal) return refuse(refusal);
    const part = await render(searchParams);
    if (typeof part !== "string") return refuse(part);
    const cacheHeaders = sharedCacheFields(searchParams);
    const representation = createRepresentation({
      text: partDocument(path, part),
      mediaType,
      updated: null,
      cache,
      headers: {
        ...getPartPolicy(path).headers,
        ...cacheHeaders,
        ...(isOpenFrame && { Refresh: String(OPEN_FRAME_REFRESH_SECONDS) }),
      },
      tagSource: withoutReadTime(part),
    });
    const mayBeCached = Object.keys(cacheHeaders).length > 0;
    return reply(mayBeCached ? withoutConditions(request) : request, representation);
  });
}

/**
 * Copies a request without headers such as If-None-Match, so that the reply is never a 304. The
 * shared cache in front of Next needs the whole answer, and compares ETags of clients itself.
 */
function withoutConditions({ url, method }: Request): Request {
  return new Request(url, { method });
}

/** The answer of a framed part that is refused: `html` is its whole document. */
export function refusedPart(path: PartPath, refusal: PageRefusal, html: string): ReadyAnswer {
  return textAnswer(refusal.problem.status, html, {
    "Content-Type": findResource(path).mediaType,
    ...refusal.headers,
    ...refreshField(refusal),
    ...getPartPolicy(path).headers,
  });
}

export function partDocument(path: PartPath, bodyHtml: string): string {
  const { title, framedBy } = findResource(path);
  const { style } = getPartPolicy(path);
  const styleElement = style === null ? "" : `<style>${style}</style>`;
  // No other site may show in its frame what a link leads to.
  const baseElement = framedBy === "anyone" ? '<base target="_blank">' : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${baseElement}${styleElement}</head><body>${bodyHtml}</body></html>\n`;
}
