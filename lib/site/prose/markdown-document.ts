// The parts that every Markdown document has: front matter from the registry, the link to llms.txt, the sitemap at the end.

import { config } from "../../config.ts";
import { heading, type Line, line, link, list } from "../../markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../markdown/write.ts";
import { VERSION } from "../../version.ts";
import { parseChainPath } from "../registry/chain-pages.ts";
import { absoluteUrl } from "../registry/links.ts";
import { findResource, isResourcePath, type ResourcePath } from "../registry/resources.ts";

/** The links at the end of every page and Markdown document. */
const footerLinks: readonly ResourcePath[] = ["/sitemap.md", "/sitemap.xml", "/llms.txt"];

export function getSitemapLinks(): readonly {
  readonly path: ResourcePath;
  readonly title: string;
}[] {
  return footerLinks.map((path) => ({ path, title: findResource(path).title }));
}

// Made once per process, since live pages are made for each request.
const pointer = writeLine(
  line`Index of every document: ${link("llms.txt", absoluteUrl("/llms.txt"))}.`,
);
const sitemap = writeMarkdown([
  heading(2, "Sitemap"),
  list(getSitemapLinks().map(({ path, title }) => link(title, absoluteUrl(path)))),
]);

/** Adds the link to llms.txt behind the first heading. */
export function withPointer(body: string): string {
  return body.replace(/^(# .+)\n/, (_line, first: string) => `${first}\n\n${pointer}\n`);
}

/** Matches a code span or block, or the beginning of a root-relative link whose bracket is not escaped. */
const codeOrLink = /(?<![`\\])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<!\\)\]\((\/[^\s)#?]*)/g;

/**
 * Writes root-relative links in full, since a copied document has no address of its own. Code and escaped text stay as they are.
 * @throws Error when nothing is published at a link's address.
 */
export function withWholeAddresses(body: string): string {
  return body.replace(codeOrLink, (found, _quotes, path: string | undefined) => {
    if (path === undefined) return found;
    if (isResourcePath(path)) return `](${absoluteUrl(path)}`;
    if (parseChainPath(path)?.chain) return `](${config().swapUrl}${path}`;
    throw new Error(`a document links to ${path}, which is not published`);
  });
}

/** What the head of a document says of it. */
export type DocumentHead = Readonly<Record<"title" | "description" | "canonical", string>>;

export function getDocumentHead(path: ResourcePath): DocumentHead {
  const { title, description, page, aliasOf } = findResource(path);
  return { title, description, canonical: absoluteUrl((page ?? aliasOf ?? path) as ResourcePath) };
}

/** The bytes of a Markdown document. `updated` is the ISO date or instant of its content; null when that is unknown. */
export function markdownDocument(head: DocumentHead, updated: string | null, body: string): string {
  const frontMatter = writeFrontMatter({
    ...head,
    ...(updated === null ? {} : { last_updated: updated }),
    doc_version: VERSION,
  });
  return `${frontMatter}\n${body}\n${sitemap}\n`;
}

/** The same of a body that is made for each request, with whole addresses and the link to llms.txt. */
export function liveMarkdown(
  head: DocumentHead,
  observedAtMs: number | null,
  body: string,
): string {
  const observed = observedAtMs === null ? null : new Date(observedAtMs).toISOString();
  return markdownDocument(head, observed, withPointer(withWholeAddresses(body)));
}

/** One line of a list of resources: "[title](address): description". */
export function resourceItem(path: ResourcePath): Line {
  const { title, description } = findResource(path);
  return line`${link(title, absoluteUrl(path))}: ${description}`;
}

/** Scalars in double quotes, in the given order. */
function writeFrontMatter(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n`;
}
