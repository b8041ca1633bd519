// Parts of every Markdown document: front matter, the link to llms.txt, the sitemap.

import { config } from "../../config.ts";
import { heading, type Line, line, link, list } from "../../markdown/nodes.ts";
import { writeLine, writeMarkdown } from "../../markdown/write.ts";
import { VERSION } from "../../version.ts";
import { parseChainPath } from "../registry/chain-pages.ts";
import { absoluteUrl } from "../registry/links.ts";
import { findResource, isResourcePath, type ResourcePath } from "../registry/resources.ts";

const footerLinks: readonly ResourcePath[] = ["/sitemap.md", "/sitemap.xml", "/llms.txt"];

export function getSitemapLinks(): readonly {
  readonly path: ResourcePath;
  readonly title: string;
}[] {
  return footerLinks.map((path) => ({ path, title: findResource(path).title }));
}

const indexLine = writeLine(
  line`Index of every document: ${link("llms.txt", absoluteUrl("/llms.txt"))}.`,
);
const sitemapMarkdown = writeMarkdown([
  heading(2, "Sitemap"),
  list(getSitemapLinks().map(({ path, title }) => link(title, absoluteUrl(path)))),
]);

export function withIndexLine(body: string): string {
  return body.replace(/^(# .+)\n/, (_match, title: string) => `${title}\n\n${indexLine}\n`);
}

/** Matches the start of a link: `](/path`. Also matches Markdown code, to skip links inside it. */
const codeOrLinkPattern = /(?<![`\\])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<!\\)\]\((\/[^\s)#?]*)/g;

/** Makes root-relative links absolute, so that links work in a copied document. */
export function withWholeAddresses(body: string): string {
  return body.replace(codeOrLinkPattern, (match, _backticks, path: string | undefined) => {
    if (path === undefined) return match;
    if (isResourcePath(path)) return `](${absoluteUrl(path)}`;
    if (parseChainPath(path)?.chain) return `](${config().swapUrl}${path}`;
    throw new Error(`a document links to ${path}, which is not published`);
  });
}

type DocumentHead = Readonly<Record<"title" | "description" | "canonical", string>>;

export function getDocumentHead(path: ResourcePath): DocumentHead {
  const { title, description, page, aliasOf } = findResource(path);
  return { title, description, canonical: absoluteUrl((page ?? aliasOf ?? path) as ResourcePath) };
}

export function markdownDocument(head: DocumentHead, updated: string | null, body: string): string {
  const frontMatter = writeFrontMatter({
    ...head,
    ...(updated === null ? {} : { last_updated: updated }),
    doc_version: VERSION,
  });
  return `${frontMatter}\n${body}\n${sitemapMarkdown}\n`;
}

export function liveMarkdown(
  head: DocumentHead,
  observedAtMs: number | null,
  body: string,
): string {
  const observedAt = observedAtMs === null ? null : new Date(observedAtMs).toISOString();
  return markdownDocument(head, observedAt, withIndexLine(withWholeAddresses(body)));
}

export function resourceItem(path: ResourcePath): Line {
  const { title, description } = findResource(path);
  return line`${link(title, absoluteUrl(path))}: ${description}`;
}

function writeFrontMatter(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n`;
}
