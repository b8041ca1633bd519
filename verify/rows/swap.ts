// Two sites on two hosts: each serves its own pages and redirects the others permanently.
import { knownOfSwap } from "../addresses.ts";
import { Missing } from "../missing.ts";
import { type Check, every, type Group, judge, type Outcome } from "../row.ts";
import { findResource, getPages, readHtml, type Site } from "../site.ts";
import { readEntries } from "./crawlers.ts";

function withSwap(run: (site: Site, swap: string) => Outcome | Promise<Outcome>): Check["run"] {
  return (site) => {
    if (site.swap === null) throw new Missing("one origin: --swap was not given");
    return run(site, site.swap);
  };
}

/** Every address in one site's sitemap, requested on the other host. */
function everyMoved(site: Site, from: string, to: string) {
  const paths = readEntries(site, to)
    .map(({ loc }) => new URL(loc).pathname)
    .filter((path) => path !== "/");
  return every(paths, "addresses", async (path) => {
    const { status, headers } = await site.fetcher.get({ url: `${from}${path}` });
    return status === 308 && headers.location === `${to}${path}`
      ? null
      : `${from}${path}: ${status} to ${headers.location ?? "nowhere"}`;
  });
}

export const swap: Group = {
  title: "Two hosts",
  checks: [
    {
      id: "swap.own",
      what: `The swap site has ${knownOfSwap.join(", ")} of its own`,
      todo: "Serve them on the swap origin, about its own part.",
      run: withSwap((site, origin) =>
        every(knownOfSwap, "addresses", (path) => (findResource(site, path, origin) ? null : `${origin}${path}`)),
      ),
    },
    {
      id: "swap.root",
      what: "The swap site's root leads to /developers for good (308)",
      todo: "Redirect / to /developers on the swap host.",
      run: withSwap(async (site, origin) => {
        const { status, headers } = await site.fetcher.get({ url: `${origin}/` });
        const target = headers.location ? new URL(headers.location, `${origin}/`).href : "nowhere";
        return judge(status === 308 && target === `${origin}/developers` ? [] : [`${status} to ${target}`], "308");
      }),
    },
    {
      id: "swap.website-paths",
      what: "The swap host sends every address of the website's sitemap to the website (308)",
      todo: "Redirect permanently, to the absolute address.",
      run: withSwap((site, origin) => everyMoved(site, origin, site.origin)),
    },
    {
      id: "swap.swap-paths",
      what: "The website's host sends every address of the swap site's sitemap to the swap site (308)",
      todo: "Redirect permanently, to the absolute address.",
      run: withSwap((site, origin) => everyMoved(site, site.origin, origin)),
    },
    {
      id: "swap.links",
      what: "Links from one site to the other are absolute",
      todo: "Write the other origin before the path.",
      run: withSwap((site) =>
        every(getPages(site), "pages", (page) => {
          const relative = readHtml(page).anchors.filter(
            ({ href }) => !/^[a-z][a-z0-9+.-]*:/i.test(href) && !href.startsWith("#"),
          );
          const moved = relative.find(({ href }) => {
            const { origin, pathname } = new URL(href, page.url);
            return site.resources.some(
              (one) => one.origin === origin && one.path === pathname && one.answer.status === 308,
            );
          });
          return moved ? `${page.label}: ${moved.href}` : null;
        }),
      ),
    },
  ],
};
