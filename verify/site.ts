// A deployment as discovered. Every check reads this value, and uses its fetcher for further requests.
import { STATUS } from "./addresses.ts";
import type { Answer, Fetcher } from "./fetcher.ts";
import { Missing } from "./missing.ts";
import { type FrontMatter, parseFrontMatter } from "./parse/front-matter.ts";
import { type HtmlDocument, parseHtml } from "./parse/html.ts";
import { type Link, parseLinkHeader } from "./parse/link-header.ts";
import { type MarkdownDocument, parseMarkdown } from "./parse/markdown.ts";

/** Who named an address. */
export const sources = [
  "known address",
  "robots.txt",
  "sitemap",
  "Link header",
  "llms.txt",
  "llms-full.txt",
  "api-catalog",
  "ai-catalog",
  "server card",
  "skills index",
  "openapi",
  "plugin manifest",
  "status",
  "page",
  "Markdown",
  "asset",
] as const;
export type Source = (typeof sources)[number];

/** An address of the site's own origins, with its answer to a plain GET. */
export interface Resource {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  /** Its name in rows: the path, or the full address on the second origin. */
  readonly label: string;
  readonly sources: ReadonlySet<Source>;
  /** Media types that other documents claim for it. */
  readonly claims: readonly { readonly type: string; readonly by: Source }[];
  readonly answer: Answer;
}

export interface Site {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly swap: string | null;
  readonly origins: readonly string[];
  readonly fetcher: Fetcher;
  readonly resources: readonly Resource[];
  /** Addresses of other origins, with who named them. */
  readonly external: ReadonlyMap<string, ReadonlySet<Source>>;
  readonly followExternal: boolean;
  readonly startedAt: Date;
}

/** Media type without parameters, in lower case. */
export function mediaType(answer: Answer): string {
  return (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

export function findResource(site: Site, path: string, origin = site.origin): Resource | null {
  return site.resources.find((one) => one.origin === origin && one.path === path && one.answer.status === 200) ?? null;
}

/** @throws Missing if it is not published. */
export function needResource(site: Site, path: string, origin = site.origin): Resource {
  const found = findResource(site, path, origin);
  if (!found) throw new Missing(`${path} is not published`);
  return found;
}

/** The answer to a query is a view of an address. It must answer, but is not a page or document of its own. */
function isView({ path }: Pick<Resource, "path">): boolean {
  return path.includes("?");
}

/** HTML pages that answer 200. */
export function getPages(site: Site): readonly Resource[] {
  return site.resources.filter(
    (one) => one.answer.status === 200 && mediaType(one.answer) === "text/html" && !isView(one),
  );
}

/** Everything else that answers 200, except what only browsers load. */
export function getDocuments(site: Site): readonly Resource[] {
  return site.resources.filter(
    (one) =>
      one.answer.status === 200 &&
      mediaType(one.answer) !== "text/html" &&
      !isView(one) &&
      [...one.sources].some((source) => source !== "asset"),
  );
}

/** Pages and documents alike. */
export function getPublished(site: Site): readonly Resource[] {
  return [...getPages(site), ...getDocuments(site)];
}

/** Answers no GET, but has POST in `Allow`. */
export function isEndpoint({ answer }: Resource): boolean {
  return answer.status === 405 && /\bPOST\b/.test(answer.headers.allow ?? "");
}

/** A status document is always live. A page or document is live if it forbids storing. */
export function isLive(resource: Resource): boolean {
  return isStatus(resource) || /\bno-store\b/i.test(resource.answer.headers["cache-control"] ?? "");
}

export function isStatus({ answer, path }: Resource): boolean {
  return path === STATUS || mediaType(answer) === "application/health+json";
}

export function getLinks({ headers }: Answer): readonly Link[] {
  return parseLinkHeader(headers.link ?? "");
}

export interface Twins {
  readonly page: Resource;
  readonly twin: Resource;
}

/** The Markdown address that a page names in its Link header or its head. */
export function findTwinUrl(page: Resource): string | null {
  const links = [...getLinks(page.answer), ...readHtml(page).links];
  const found = links.find(({ rel, type }) => rel === "alternate" && type === "text/markdown");
  return found ? new URL(found.href, page.url).href : null;
}

/** Pages whose Markdown twin answers. */
export function getTwins(site: Site): readonly Twins[] {
  return getPages(site).flatMap((page) => {
    const url = findTwinUrl(page);
    const twin = site.resources.find((one) => one.url === url && one.answer.status === 200);
    return twin ? [{ page, twin }] : [];
  });
}

interface Parsed<Value> {
  readonly text: string;
  readonly value: Value;
}

/** The last text of each address, parsed. A second run reads mostly the same texts. */
const htmlDocuments = new Map<string, Parsed<HtmlDocument>>();
const markdownDocuments = new Map<string, Parsed<Markdown>>();

export interface Markdown {
  readonly frontMatter: FrontMatter | null;
  readonly body: string;
  readonly document: MarkdownDocument;
}

export function readHtml({ answer, url }: Pick<Resource, "answer" | "url">): HtmlDocument {
  return remember(htmlDocuments, url, answer.text, () => parseHtml(answer.text, url));
}

export function readMarkdown({ answer, url }: Pick<Resource, "answer" | "url">): Markdown {
  return remember(markdownDocuments, url, answer.text, () => {
    const frontMatter = parseFrontMatter(answer.text);
    const body = frontMatter?.body ?? answer.text;
    return { frontMatter, body, document: parseMarkdown(body, url) };
  });
}

function remember<Value>(known: Map<string, Parsed<Value>>, url: string, text: string, make: () => Value): Value {
  const last = known.get(url);
  if (last?.text === text) return last.value;
  const value = make();
  known.set(url, { text, value });
  return value;
}
