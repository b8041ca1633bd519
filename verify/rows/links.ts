// Every address that the site names must answer, and must be named where agents look for it.
import { expected } from "../addresses.ts";
import { MAX_EXTERNAL, MAX_RESOURCES } from "../discover.ts";
import { type Check, every, fail, type Group, judge, pass, skip } from "../row.ts";
import {
  findResource,
  getLinks,
  getPages,
  isEndpoint,
  mediaType,
  needResource,
  type Resource,
  readHtml,
  type Site,
  type Source,
  sources,
} from "../site.ts";

function findFault(resource: Resource): string | null {
  const { answer, label } = resource;
  if (answer.status === 200 || isEndpoint(resource)) return null;
  if (answer.status === 0) return answer.text;
  const location = answer.headers.location ? ` to ${answer.headers.location}` : "";
  return `${label} answers ${answer.status}${location}`;
}

/** One row per place that names addresses, so the report shows where a dead one is. */
function createLinkCheck(source: Source): Check {
  return {
    id: `links.${source.toLowerCase().replace(/[^a-z]+/g, "-")}`,
    what: `Every own address that is named by ${phrases[source] ?? source} answers 200, without a redirect`,
    todo: "Correct the address where it is named, or publish what it promises.",
    run: (site) =>
      every(
        site.resources.filter((one) => one.sources.has(source)),
        "addresses",
        findFault,
      ),
  };
}

const phrases: Partial<Record<Source, string>> = {
  sitemap: "the sitemap",
  "Link header": "a Link field",
  "api-catalog": "the API catalog",
  "ai-catalog": "the AI catalog",
  "server card": "the server card",
  "skills index": "the skills index",
  openapi: "the OpenAPI description",
  "plugin manifest": "the plugin manifest",
  status: "the status document",
  page: "an HTML page",
  Markdown: "a Markdown document",
  asset: "a page as script, style or image",
};

const relations: Readonly<Record<string, string | null>> = {
  canonical: null,
  alternate: "text/markdown",
  describedby: "text/plain",
  "api-catalog": null,
  "service-desc": "application/json",
  "service-doc": "text/html",
  status: null,
  "ai-catalog": "application/ai-catalog+json",
  ard: null,
};

function findRelationFaults(site: Site): readonly string[] {
  const home = findResource(site, "/");
  const links = home ? getLinks(home.answer) : [];
  return Object.entries(relations).flatMap(([rel, type]) => {
    const link = links.find((one) => one.rel === rel);
    if (!link) return [`no rel="${rel}"`];
    if (type !== null && link.type !== type) return [`rel="${rel}" has type ${link.type ?? "none"}, not ${type}`];
    return /^https?:/.test(link.href) ? [] : [`rel="${rel}" is not absolute: ${link.href}`];
  });
}

async function followExternal(site: Site) {
  const urls = [...site.external.keys()];
  if (!site.followExternal) return skip(`${urls.length} addresses of others, listed below; --external asks them`);
  if (urls.length >= MAX_EXTERNAL)
    return fail(`${MAX_EXTERNAL} addresses of others or more: only so many are looked at`);
  return every(urls, "addresses of others", async (url) => {
    const answer = await site.fetcher.get({ url }).catch((error: Error) => error);
    if (answer instanceof Error) return `${url}: ${answer.message}`;
    // Sites that reject programs answer 401, 403 or 429. Their links are not dead.
    const { status } = answer;
    return status === 404 || status === 410 || status >= 500 ? `${url} answers ${status}` : null;
  });
}

/** Another row reports the dead address. This one checks only addresses that exist. */
function findFragmentFaults(site: Site): readonly string[] {
  const pages = new Map(getPages(site).map((page) => [page.url, page]));
  return [...pages.values()].flatMap((page) =>
    readHtml(page).anchors.flatMap(({ href }) => {
      if (!URL.canParse(href, page.url)) return [`${page.label}: ${href} is no address`];
      const url = new URL(href, page.url);
      const id = decodeURIComponent(url.hash.slice(1));
      url.hash = "";
      const target = pages.get(url.href);
      return id === "" || !target || readHtml(target).ids.has(id) ? [] : [`${page.label}: ${href} has no target`];
    }),
  );
}

export const links: Group = {
  title: "Links",
  checks: [
    {
      id: "links.base",
      what: "The base address answers 200 as HTML",
      todo: "Serve an HTML page at /.",
      run: (site) => {
        const home = site.resources.find((one) => one.path === "/");
        const seen = home ? `${home.answer.status} ${mediaType(home.answer)}` : "no answer";
        return judge(seen === "200 text/html" ? [] : [`/ answers ${seen}`], seen);
      },
    },
    {
      id: "links.known",
      what: `What agents try without being told is there: ${expected.join(", ")}`,
      todo: "Publish it.",
      run: (site) =>
        every(expected, "addresses", (path) => (findResource(site, path) ? null : `${path} does not answer 200`)),
    },
    {
      id: "links.count",
      what: `Everything named is checked: no more than ${MAX_RESOURCES} addresses`,
      todo: "Name fewer addresses, or check parts of the site apart.",
      run: ({ resources }) =>
        judge(
          resources.length < MAX_RESOURCES ? [] : [`${resources.length} addresses: the rest was not asked`],
          `${resources.length} own addresses`,
        ),
    },
    {
      id: "links.relations",
      what: "Link on / names every way in: api-catalog, service-desc, service-doc, status, describedby, alternate, canonical, ai-catalog, ard",
      todo: "Send one Link field on / with each relation, its address absolute and its media type (RFC 8288, RFC 8631, RFC 9727).",
      run: (site) => judge(findRelationFaults(site), `${Object.keys(relations).length} relations`),
    },
    {
      id: "links.field-size",
      what: "A Link field is shorter than 2 KB",
      todo: "Name only the relations of this resource.",
      run: (site) =>
        every(site.resources, "fields", ({ label, answer }) => {
          const size = answer.headers.link?.length ?? 0;
          return size < 2048 ? null : `${label}: ${size} characters`;
        }),
    },
    ...sources.filter((source) => source !== "known address").map(createLinkCheck),
    {
      id: "links.fragments",
      what: "Every #fragment of a page's link has its element",
      todo: "Correct the fragment, or give the element that id.",
      run: (site) => judge(findFragmentFaults(site), `${getPages(site).length} pages checked`),
    },
    {
      id: "links.external",
      what: "Addresses of other sites answer",
      todo: "Correct or remove the address.",
      run: followExternal,
    },
    {
      id: "links.origin",
      what: "The documents name the base address as their own",
      todo: "Configure the deployment with this origin, or verify the origin that it names.",
      run: (site) => {
        const own = site.resources.filter((one) => [...one.sources].some((by) => by !== "known address")).length;
        const canonical = readHtml(needResource(site, "/")).links.find(({ rel }) => rel === "canonical");
        if (canonical?.href === `${site.origin}/`) return pass(`${own} own addresses are named`);
        return judge([`/ calls itself ${canonical?.href ?? "nothing"}, not ${site.origin}/`], "");
      },
    },
  ],
};
