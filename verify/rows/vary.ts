// Caches are told that Accept decides, and cannot send one form to readers of the other.
import type { Answer } from "../fetcher.ts";
import { every, type Group, judge } from "../row.ts";
import { isLive, mediaType, type Site, type Twins } from "../site.ts";
import { ask, everyPage, HTML, MARKDOWN, MISSING_PAGE, needHome, show, variesByAccept } from "./representations.ts";

function findVaryFault(answer: Answer): string | null {
  return variesByAccept(answer) ? null : `${answer.method} ${show(answer)} has Vary ${answer.headers.vary ?? "absent"}`;
}

/** In the order of a shared cache: the form that comes first must not be sent for the other. */
async function findOrderFault(site: Site, { page }: Twins): Promise<string | null> {
  for (const order of [
    [MARKDOWN, HTML],
    [HTML, MARKDOWN],
  ]) {
    for (const accept of order) {
      const answer = await site.fetcher.send({ url: page.url, headers: { Accept: accept } });
      if (mediaType(answer) !== accept) return `${accept} got ${show(answer)} after ${order.join(", ")}`;
    }
  }
  return null;
}

async function findCrossedFault(site: Site, { page }: Twins): Promise<string | null> {
  const [html, markdown] = await Promise.all([ask(site, page.url, HTML), ask(site, page.url, MARKDOWN)]);
  if (html.headers.etag === markdown.headers.etag) return `both have ETag ${html.headers.etag}`;
  for (const [accept, tag] of [
    [MARKDOWN, html.headers.etag],
    [HTML, markdown.headers.etag],
  ] as const) {
    const crossed = await site.fetcher.get({
      url: page.url,
      headers: { Accept: accept, "If-None-Match": tag ?? '"none"' },
    });
    if (crossed.status !== 200) return `${accept} got ${crossed.status} for the other one's ETag`;
  }
  return null;
}

export const vary: Group = {
  title: "Vary",
  checks: [
    {
      id: "vary.html",
      what: "The HTML half says Vary: Accept",
      todo: "Add Accept to Vary on the HTML answer: a cache that stored it would give it to Markdown clients.",
      run: (site) => everyPage(site, async ({ page }) => findVaryFault(await ask(site, page.url, HTML))),
    },
    {
      id: "vary.markdown",
      what: "The Markdown half says Vary: Accept",
      todo: "Add Accept to Vary on the Markdown answer: a cache that stored it would give it to browsers.",
      run: (site) => everyPage(site, async ({ page }) => findVaryFault(await ask(site, page.url, MARKDOWN))),
    },
    {
      id: "vary.head",
      what: "HEAD says Vary: Accept on both halves",
      todo: "Send with HEAD what GET sends.",
      run: (site) =>
        everyPage(site, async ({ page }) => {
          const answers = await Promise.all([HTML, MARKDOWN].map((accept) => ask(site, page.url, accept, "HEAD")));
          return answers.map(findVaryFault).find((fault) => fault !== null) ?? null;
        }),
    },
    {
      id: "vary.304",
      what: "304 says Vary: Accept on both halves",
      todo: "Send Vary with 304: a cache updates its stored answer from it.",
      run: (site) =>
        everyPage(site, async ({ page }) => {
          if (isLive(page)) return null;
          for (const accept of [HTML, MARKDOWN]) {
            const { etag } = (await ask(site, page.url, accept)).headers;
            const short = await site.fetcher.get({
              url: page.url,
              headers: { Accept: accept, "If-None-Match": etag ?? "*" },
            });
            const fault =
              short.status === 304 ? findVaryFault(short) : `${accept} got ${short.status} for its own ETag`;
            if (fault) return fault;
          }
          return null;
        }),
    },
    {
      id: "vary.404",
      what: "A missing page that caches may keep says Vary: Accept in each form",
      todo: "Add Accept to Vary on negotiated 404 answers.",
      run: (site) =>
        every([HTML, MARKDOWN, "application/json"], "forms", async (accept) => {
          const answer = await ask(site, `${site.origin}${MISSING_PAGE}`, accept);
          return answer.headers["cache-control"]?.includes("no-store") ? null : findVaryFault(answer);
        }),
    },
    {
      id: "vary.order",
      what: "The order of requests changes nothing: Markdown then HTML, HTML then Markdown",
      todo: "Key shared caches by Accept, or keep negotiated answers out of them.",
      run: async (site) =>
        judge(
          [await findOrderFault(site, needHome(site))].filter((one) => one !== null),
          "both orders",
        ),
    },
    {
      id: "vary.tags",
      what: "Both halves have an ETag of their own, and one never stands for the other",
      todo: "Make each representation's ETag from its own bytes, and compare If-None-Match with the chosen one's.",
      run: (site) => everyPage(site, (twins) => (isLive(twins.page) ? null : findCrossedFault(site, twins))),
    },
  ],
};
