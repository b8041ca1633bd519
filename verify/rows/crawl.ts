// A crawler that follows every link that it may follow comes to an end.
import { mayCrawl } from "../parse/robots.ts";
import { fail, type Group, type Outcome, pass } from "../row.ts";
import { mediaType, readHtml, readMarkdown, type Site } from "../site.ts";
import { readRobots } from "./crawlers.ts";

/** Links from the first page to the last one that is read. */
const DEPTH = 10;
/** Some times the addresses of a site of this kind. */
const MAX_CRAWLED = 300;

/** From each origin's first page, by all links that neither robots.txt nor the link itself forbids. */
async function crawlAll(site: Site): Promise<Outcome> {
  const robots = new Map(site.origins.map((origin) => [origin, readRobots(site, origin)]));
  const known = new Set(site.origins.map((origin) => `${origin}/`));
  let level = [...known];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEPTH) return fail(`${level.length} new addresses ${DEPTH} links deep, such as ${level[0]}`);
    const links = await Promise.all(level.map((url) => listLinks(site, url)));
    level = [];
    for (const url of links.flat()) {
      const { origin, pathname, search } = new URL(url);
      const own = robots.get(origin);
      if (known.has(url) || !own || !mayCrawl(own, `${pathname}${search}`)) continue;
      known.add(url);
      level.push(url);
      if (known.size > MAX_CRAWLED) return fail(`more than ${MAX_CRAWLED} addresses, such as ${url}`);
    }
  }
  return pass(`${known.size} addresses`);
}

export const crawl: Group = {
  title: "Crawl",
  checks: [
    {
      id: "crawl.ends",
      what: `A crawler that follows every link that it may follow, ${DEPTH} links deep, comes to an end`,
      todo: "Disallow the addresses of computed questions in robots.txt, and mark links to them as nofollow.",
      run: crawlAll,
    },
  ],
};

async function listLinks(site: Site, url: string): Promise<readonly string[]> {
  const answer = await site.fetcher.get({ url });
  const type = mediaType(answer);
  const hrefs =
    type === "text/html"
      ? readHtml({ answer, url }).anchors.flatMap(({ href, isFollowed }) => (isFollowed ? href : []))
      : type === "text/markdown"
        ? readMarkdown({ answer, url }).document.anchors.map(({ href }) => href)
        : [];
  return hrefs.flatMap((href) => {
    if (!URL.canParse(href, url)) return [];
    const address = new URL(href, url);
    address.hash = "";
    return address.href;
  });
}
