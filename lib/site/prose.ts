// Site room: the prose documents, whole. HTML and Markdown of a page are made from one body, so they cannot say different things.
import { config } from "../config.ts";
import { fillPlaceholders, readContent } from "../markdown/documents.ts";
import { toFrontMatter, toListItem, toTable } from "../markdown/write.ts";
import { serverName } from "../mcp/identity.ts";
import { tools } from "../mcp/tools/all.ts";
import { VERSION } from "./identity.ts";
import { toUrl } from "./links.ts";
import { type ProsePath, type ResourcePath, resourcePaths, type SourceName, sources, toResource } from "./resources.ts";

/** What `{{name}}` in content/ stands for. */
function toPlaceholders(): Readonly<Record<string, string>> {
  const { siteUrl, swapUrl, siteName, contactEmail, network, preset } = config();
  const external = preset.chains.filter((chain) => !chain.native);
  return {
    origin: siteUrl,
    swap_origin: swapUrl,
    site_name: siteName,
    site_slug: serverName(siteName),
    protocol: preset.protocol,
    network,
    segment: preset.segment,
    native_asset: preset.nativeAsset,
    docs_url: preset.docsUrl,
    contact: contactEmail ? `Contact: <${contactEmail}>.` : "This deployment names no contact.",
    sample_note:
      network === "sample"
        ? "This deployment shows the **sample** network: invented data for trying the interfaces. Never send funds by it."
        : "",
    tools: tools.map(({ name, description }) => `- \`${name}\`: ${toFirstSentence(description)}`).join("\n"),
    block_times: toTable(
      ["Chain", "Code", "Approximate block time (s)"],
      external.map((chain) => [chain.name, chain.code, String(chain.blockSeconds)]),
    ),
  };
}

function toFirstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

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
  const filled = fillPlaceholders(content, toPlaceholders());
  const pointer = `Index of every document: [llms.txt](${toUrl("/llms.txt")}).`;
  return filled.replace(/^(# .+)\n/, (_line, heading: string) => `${heading}\n\n${pointer}\n`);
}

/** The documents that every page and Markdown document ends with links to. */
export function getSitemapLinks(): readonly { readonly path: ResourcePath; readonly title: string }[] {
  return resourcePaths
    .filter((path) => toResource(path).section !== undefined && toResource(path).kind === "prose")
    .map((path) => ({ path, title: toResource(path).title }));
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
