// Route handlers of parts: HTML inside another page. An open page loads its parts again and again.

import { type PageRefusal, refreshField, refusalResponse } from "../http/problem.ts";
import { textResponse } from "../http/problem-response.ts";
import { createRepresentation, reply } from "../http/reply.ts";
import { withoutReadTime } from "../site/live/read-part.ts";
import { allowedMethods, findResource, type PartPath } from "../site/registry/resources.ts";
import { getPartPolicy } from "../site/serve/page-policy.ts";
import { countQuestion } from "./client-limit.ts";
import { readHandlers, sharedCacheFields } from "./handlers.ts";

/** Seconds after which a frame on another site loads its answer again, without a script. */
const OPEN_FRAME_REFRESH_SECONDS = 60;

/** HTML of a part, or why there is none. */
type RenderPart = (query: URLSearchParams) => Promise<string | PageRefusal>;
/** A part in a frame shows why it has no figures. Without this, problem details answer. */
type RenderRefusal = (refusal: PageRefusal, query: URLSearchParams) => Promise<string>;

export function publishPart(path: PartPath, render: RenderPart, renderRefusal?: RenderRefusal) {
  const { title, mediaType, cache, framedBy } = findResource(path);
  return readHandlers(allowedMethods(path), async (request) => {
    const { style: partStyle, headers } = getPartPolicy(path);
    const { searchParams } = new URL(request.url);
    const isOpenFrame = framedBy === "anyone";
    const toDocument = (bodyHtml: string) =>
      partDocument({ title, style: partStyle, bodyHtml, opensTabs: isOpenFrame });
    const refuse = async (refusal: PageRefusal) => {
      if (!renderRefusal) return refusalResponse(request, refusal);
      return textResponse(
        refusal.problem.status,
        toDocument(await renderRefusal(refusal, searchParams)),
        {
          "Content-Type": mediaType,
          ...refusal.headers,
          ...refreshField(refusal.headers),
          ...headers,
        },
        request.method === "HEAD",
      );
    };
    const refusal = countQuestion(request, path);
    if (refusal) return refuse(refusal);
    const part = await render(searchParams);
    if (typeof part !== "string") return refuse(part);
    const cacheHeaders = sharedCacheFields(searchParams);
    const representation = createRepresentation({
      text: toDocument(part),
      mediaType,
      updated: null,
      cache,
      headers: {
        ...headers,
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

interface PartDocument {
  readonly title: string;
  readonly style: string | null;
  readonly bodyHtml: string;
  /** True if each link opens a new tab: no other site may show in its frame what a link leads to. */
  readonly opensTabs: boolean;
}

function partDocument({ title, style, bodyHtml, opensTabs }: PartDocument): string {
  const styleElement = style === null ? "" : `<style>${style}</style>`;
  const baseElement = opensTabs ? '<base target="_blank">' : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${baseElement}${styleElement}</head><body>${bodyHtml}</body></html>\n`;
}
