// The answer for a missing address: always 404, never stored, with links to documents.
import { notFound } from "../../http/problem.ts";
import {
  type ReadyAnswer,
  requestedPath,
  textAnswer,
  toResponse,
} from "../../http/ready-answer.ts";
import { heading, link, list, paragraph } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { absoluteUrl, hrefOf } from "../registry/links.ts";
import {
  findResource,
  missingPaths,
  NEGOTIATED_HEADER,
  type ResourcePath,
} from "../registry/resources.ts";

const notFoundLinks: readonly ResourcePath[] = [
  "/quote",
  "/status",
  "/track",
  "/index.md",
  "/llms.txt",
  "/sitemap.xml",
];
export const MISSING_HEADING = "Page not found";
export const MISSING_LEAD = "This address holds no page and no document. Start from one of these:";

export function getNotFoundLinks() {
  return notFoundLinks.map((path) => ({ href: hrefOf(path), label: findResource(path).title }));
}

export function publishMissing(form: "problem" | "markdown") {
  const handle = (request: Request): Response =>
    toResponse(
      request,
      form === "problem"
        ? notFound(missingPath(request))
        : missingMarkdown(request.headers.has(NEGOTIATED_HEADER)),
    );
  return {
    GET: handle,
    HEAD: handle,
    OPTIONS: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
  };
}

/**
 * The path that the client requested. Vercel rewrites `url`, and its query parameter `asked` has
 * the requested path.
 */
function missingPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const matchedPath = pathname === missingPaths[0] ? searchParams.get("asked") : null;
  return matchedPath === null ? requestedPath(request) : `/${encodeURI(matchedPath)}`;
}

let missingText: string | undefined;

export function missingMarkdown(isNegotiated: boolean): ReadyAnswer {
  missingText ??= writeMarkdown([
    heading(1, MISSING_HEADING),
    paragraph(MISSING_LEAD),
    list(notFoundLinks.map((path) => link(findResource(path).title, absoluteUrl(path)))),
  ]);
  return textAnswer(404, `${missingText}\n`, {
    "Content-Type": "text/markdown; charset=utf-8",
    ...(isNegotiated && { Vary: "Accept" }),
  });
}
