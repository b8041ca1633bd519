// Site room: the prose documents, whole. HTML and Markdown of a page are made from one body, so they cannot say different things.
import { fillPlaceholders, readContent } from "../markdown/documents.ts";
import { toFrontMatter, toListItem } from "../markdown/write.ts";
import { VERSION } from "./identity.ts";
import { toUrl } from "./links.ts";
import { getPlaceholders } from "./placeholders.ts";
import { type ProsePath, type ResourcePath, type SourceName, sources, toResource } from "./resources.ts";

const placeholders = await getPlaceholders();

const bodies = new Map<SourceName, string>();

/** The filled prose of a source, with the pointer to llms.txt behind its first heading; a skill stays as it is in the file. */
export function getProseBody(name: SourceName): string {
  const known = bodies.get(name);
  if (known !== undefined) return known;
  const { file } = sources[name];
  const body = file.startsWith("skills/") ? readContent(file) : toBody(readContent(file));
  bodies.set(name, body);
  return body;
}

function toBody(content: string): string {
  const filled = fillPlaceholders(content, placeholders);
  const pointer = `Index of every document: [llms.txt](${toUrl("/llms.txt")}).`;
  return filled.replace(/^(# .+)\n/, (_line, heading: string) => `${heading}\n\n${pointer}\n`);
}

/** What every page and Markdown document ends with links to: the ways to everything else. */
const waysOn: readonly ResourcePath[] = ["/sitemap.md", "/sitemap.xml", "/llms.txt"];

export function getSitemapLinks(): readonly { readonly path: ResourcePath; readonly title: string }[] {
  return waysOn.map((path) => ({ path, title: toResource(path).title }));
}

/** The bytes of a Markdown document: front matter from the registry, the prose, the closing list of documents. */
export function getMarkdown(path: ProsePath): string {
  const resource = toResource(path);
  const name = resource.source as SourceName;
  if (sources[name].file.startsWith("skills/")) return getProseBody(name);
  const canonical = (resource.page ?? resource.aliasOf ?? path) as ResourcePath;
  const frontMatter = toFrontMatter({
    title: resource.title,
    description: resource.description,
    canonical: toUrl(canonical),
    last_updated: sources[name].updated,
    doc_version: VERSION,
  });
  const links = getSitemapLinks().map((link) => `- [${link.title}](${toUrl(link.path)})`);
  return `${frontMatter}\n${getProseBody(name)}\n## Sitemap\n\n${links.join("\n")}\n`;
}

/** One line of a list of resources, as llms.txt and the pages print it. */
export function toResourceItem(path: ResourcePath): string {
  const { title, description } = toResource(path);
  return toListItem(title, toUrl(path), description);
}
