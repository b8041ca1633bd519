// The responses for addresses that publish nothing. They are always 404, never stored, and have links to published documents.
import { notFound, type ProblemRequest, textResponse } from "../../http/problem.ts";
import { heading, link, list, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { absoluteUrl } from "../registry/links.ts";
import { findResource, missingPaths, NEGOTIATED_HEADER, type ResourcePath } from "../registry/resources.ts";

/** The links of the 404 page and of its Markdown twin. */
export const notFoundLinks: readonly ResourcePath[] = [
  "/quote",
  "/status",
  "/track",
  "/index.md",
  "/llms.txt",
  "/sitemap.xml",
];
export const MISSING_HEADING = "Page not found";
export const MISSING_LEAD = "This address holds no page and no document. Start from one of these:";

/** Handlers that answer 404 to every method: a problem for missing data, Markdown for a missing document. */
export function publishMissing(form: "problem" | "markdown") {
  const answer = (request: Request): Response => {
    if (form === "problem") return notFound(withAskedUrl(request));
    return missingMarkdown(request.method === "HEAD", request.headers.has(NEGOTIATED_HEADER));
  };
  return { GET: answer, HEAD: answer, OPTIONS: answer, POST: answer, PUT: answer, PATCH: answer, DELETE: answer };
}

/** Vercel calls the handler with the address of the rewrite, which names what was asked for. */
function withAskedUrl({ url, method, headers }: Request): ProblemRequest {
  const { origin, pathname, searchParams } = new URL(url);
  const asked = pathname === missingPaths[0] ? searchParams.get("asked") : null;
  return { url: asked === null ? url : `${origin}/${encodeURI(asked)}`, method, headers };
}

function missingMarkdown(head: boolean, negotiated: boolean): Response {
  const text = writeMarkdown([
    heading(1, MISSING_HEADING),
    paragraph(MISSING_LEAD),
    list(notFoundLinks.map((path) => link(findResource(path).title, absoluteUrl(path)))),
  ]);
  const headers = { "Content-Type": "text/markdown; charset=utf-8", ...(negotiated && { Vary: "Accept" }) };
  return textResponse(404, `${text}\n`, headers, head);
}
