// llms.txt and llms-full.txt.
import { type Group, judge } from "../row.ts";
import {
  findResource,
  findTwinUrl,
  getLinks,
  isLive,
  mediaType,
  needResource,
  type Resource,
  readMarkdown,
  type Site,
} from "../site.ts";
import { readEntries } from "./crawlers.ts";

const MAX_CHARACTERS = 30_000;
const MAX_FULL = 40_000;
const sections = ["When to use this", "Docs", "Pricing", "API", "MCP", "Skills", "Optional"];

const needLlms = (site: Site, origin = site.origin) => needResource(site, "/llms.txt", origin);

export function readLlms(site: Site, origin = site.origin) {
  return readMarkdown(needLlms(site, origin)).document;
}

/** Addresses that llms.txt lists, on any of the origins. */
function listLinked(site: Site): ReadonlySet<string> {
  return new Set(site.origins.flatMap((origin) => readLlms(site, origin).links));
}

/** A page counts as listed if its twin is. */
function findDocumentUrl(site: Site, loc: string): string {
  const resource = site.resources.find((one) => one.url === loc);
  return (resource && mediaType(resource.answer) === "text/html" ? findTwinUrl(resource) : null) ?? loc;
}

/** Addresses in the XML or Markdown sitemaps. The XML may leave out what search engines should not index. */
function listMapped(site: Site): ReadonlySet<string> {
  const locs = site.origins.flatMap((origin) => readEntries(site, origin)).map(({ loc }) => loc);
  const map = findResource(site, "/sitemap.md");
  const linked = map
    ? readMarkdown(map).document.links.filter((url) => site.resources.some((one) => one.url === url && isDocument(one)))
    : [];
  return new Set([...locs, ...linked]);
}

function findSitemapGaps(site: Site): readonly string[] {
  const linked = listLinked(site);
  return [...listMapped(site)]
    .filter((loc) => !linked.has(loc) && !linked.has(findDocumentUrl(site, loc)))
    .filter((loc) => site.origins.includes(new URL(loc).origin))
    .map((loc) => `${loc} is in the sitemap alone`);
}

/** Documents for readers. Sitemaps and llms files are lists themselves. */
function isDocument({ path, answer }: Resource): boolean {
  return answer.status === 200 && mediaType(answer) === "text/markdown" && !path.startsWith("/sitemap");
}

/** The page that a twin names as its other form. */
function findPageUrl({ answer }: Resource): string {
  return getLinks(answer).find(({ rel, type }) => rel === "alternate" && type === "text/html")?.href ?? "";
}

function findLlmsGaps(site: Site): readonly string[] {
  const mapped = listMapped(site);
  return site.resources
    .filter(
      (one) => one.sources.has("llms.txt") && isDocument(one) && !mapped.has(one.url) && !mapped.has(findPageUrl(one)),
    )
    .map(({ label }) => `${label} is in llms.txt alone`);
}

function findFormFaults(site: Site): readonly string[] {
  const { text } = needLlms(site).answer;
  const { headings, levels, quote, items } = readLlms(site);
  const faults: string[] = [];
  if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1) faults.push("not one H1 at the top");
  if (levels.some((level) => level > 2)) faults.push("a heading below the second level");
  if (quote === null) faults.push("no block quote with a summary");
  const lacking = sections.filter((name) => !headings.includes(name));
  if (lacking.length > 0) faults.push(`no section ${lacking.join(", ")}`);
  const bare = items.find(({ rest }) => !/^: \S/.test(rest));
  if (bare) faults.push(`no note behind ${bare.name}`);
  if (items.length === 0) faults.push("no list of links");
  if (!/pricing/i.test(text)) faults.push("the word pricing does not occur");
  if (!/text\/markdown/.test(text)) faults.push("it does not say that Markdown can be asked for");
  return faults;
}

function findFullFaults(site: Site): readonly string[] {
  const full = needResource(site, "/llms-full.txt").answer.text;
  const faults: string[] = [];
  if (!full.startsWith("# ")) faults.push("does not open with an H1");
  if (full.length > MAX_FULL) faults.push(`${full.length} characters`);
  if (/^---\ntitle:/m.test(full)) faults.push("holds a block of front matter");
  const documents = readLlms(site).links.filter((url) =>
    site.resources.some((one) => one.url === url && isDocument(one) && !isLive(one)),
  );
  const places = documents.map((url) => [url, full.indexOf(`${url}\n`)] as const);
  faults.push(...places.filter(([, at]) => at < 0).map(([url]) => `${url} is not named as a source`));
  const order = places.map(([, at]) => at).filter((at) => at >= 0);
  if (order.some((at, index) => at < (order[index - 1] ?? 0))) faults.push("not in the order of llms.txt");
  return faults;
}

export const llms: Group = {
  title: "llms.txt",
  checks: [
    {
      id: "llms.form",
      what: "llms.txt has one H1, a summary, sections with lists of links and notes, and says that Markdown can be asked for",
      todo: "Follow llmstxt.org; write every item as `- [name](address): note`.",
      run: (site) => judge(findFormFaults(site), `${readLlms(site).items.length} items`),
    },
    {
      id: "llms.absolute",
      what: "Every address in llms.txt is absolute",
      todo: "Write the configured origin before each path.",
      run: (site) =>
        judge(
          site.origins.flatMap((origin) =>
            readLlms(site, origin)
              .anchors.filter(({ href }) => !/^https?:\/\//.test(href))
              .map(({ href }) => href),
          ),
          `${readLlms(site).anchors.length} addresses`,
        ),
    },
    {
      id: "llms.size",
      what: `llms.txt has at most ${MAX_CHARACTERS.toLocaleString("en")} characters`,
      todo: "List less, or shorten the notes.",
      run: (site) => {
        const { length } = needLlms(site).answer.text;
        return judge(length <= MAX_CHARACTERS ? [] : [`${length} characters`], `${length} characters`);
      },
    },
    {
      id: "llms.covers-sitemap",
      what: "Every document of the sitemaps is in llms.txt, a page by its Markdown",
      todo: "Derive both from one list.",
      run: (site) => judge(findSitemapGaps(site), "the same documents"),
    },
    {
      id: "llms.in-sitemap",
      what: "Every Markdown document of llms.txt is in a sitemap, itself or by its page",
      todo: "Derive both from one list.",
      run: (site) => judge(findLlmsGaps(site), "the same documents"),
    },
    {
      id: "llms.full",
      what: `llms-full.txt has or names every document of llms.txt that is not live, in that order by its address, in ${MAX_FULL.toLocaleString("en")} characters, without front matter`,
      todo: "Build it from the bytes of the documents, in the order of llms.txt.",
      run: (site) =>
        judge(findFullFaults(site), `${needResource(site, "/llms-full.txt").answer.text.length} characters`),
    },
    {
      id: "llms.sitemap-md",
      what: "sitemap.md links every document of the sitemap",
      todo: "Derive it from the same list as sitemap.xml.",
      run: (site) => {
        const { links } = readMarkdown(needResource(site, "/sitemap.md")).document;
        const entries = readEntries(site);
        return judge(
          entries.filter(({ loc }) => loc.startsWith(`${site.origin}/`) && !links.includes(loc)).map(({ loc }) => loc),
          `${entries.length} documents`,
        );
      },
    },
  ],
};
