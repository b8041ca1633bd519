// robots.txt and the sitemap.
import { parseRobots, type Robots } from "../parse/robots.ts";
import { parseSitemap, type Sitemap } from "../parse/sitemap.ts";
import { every, type Group, judge } from "../row.ts";
import { isLive, mediaType, needResource, type Site } from "../site.ts";

/** Crawlers that read only their own group. At least ten must be named. This command judges any site, so it imports no list of ours. */
const aiCrawlers = [
  "GPTBot",
  "ChatGPT-User",
  "OAI-SearchBot",
  "ClaudeBot",
  "Claude-Web",
  "Claude-User",
  "anthropic-ai",
  "Google-Extended",
  "CCBot",
  "PerplexityBot",
  "Applebot-Extended",
  "Amazonbot",
  "Bytespider",
  "meta-externalagent",
  "Omgilibot",
  "cohere-ai",
];
const signal = /^(search|ai-input|ai-train)=(?:yes|no)$/;
const signals = ["ai-input", "ai-train", "search"];
/** A lastmod this close to the request was generated for it. */
const NOW_MS = 5_000;

export function readRobots(site: Site, origin = site.origin): Robots {
  return parseRobots(needResource(site, "/robots.txt", origin).answer.text);
}

/** The sitemaps that robots.txt names, or the default one. */
function readSitemaps(site: Site, origin = site.origin): readonly Sitemap[] {
  const listed = site.resources.filter(
    (one) =>
      one.origin === origin &&
      one.answer.status === 200 &&
      (one.sources.has("robots.txt") || one.path === "/sitemap.xml"),
  );
  if (listed.length === 0) return [parseSitemap(needResource(site, "/sitemap.xml", origin).answer.text)];
  return listed.map(({ answer }) => parseSitemap(answer.text));
}

export function readEntries(site: Site, origin = site.origin) {
  return readSitemaps(site, origin).flatMap(({ kind, entries }) => (kind === "urlset" ? entries : []));
}

export function nameAiCrawlers(site: Site): readonly string[] {
  const named = readRobots(site).groups.flatMap(({ agents }) => agents.map((agent) => agent.toLowerCase()));
  return aiCrawlers.filter((crawler) => named.includes(crawler.toLowerCase()));
}

function everyOrigin(site: Site, fault: (origin: string) => readonly string[]) {
  return judge(
    site.origins.flatMap((origin) => fault(origin).map((one) => (origin === site.origin ? one : `${origin}: ${one}`))),
    "as it should be",
  );
}

function findSignalFaults(site: Site, origin: string): readonly string[] {
  return readRobots(site, origin).groups.flatMap(({ agents, rules }) => {
    const lines = rules.filter(({ name }) => name === "content-signal");
    if (lines.length !== 1) return [`${agents.join(", ")}: ${lines.length} lines`];
    const value = lines[0]?.value ?? "";
    const named = value.split(",").map((part) => signal.exec(part.trim())?.[1] ?? "");
    return named.sort().join() === signals.join() ? [] : [`${agents.join(", ")}: ${value}`];
  });
}

function findLastmodFaults(site: Site, origin: string): readonly string[] {
  const now = site.startedAt.getTime();
  return readEntries(site, origin).flatMap(({ loc, lastmod }) => {
    // A live page's content has no date.
    if (lastmod === null)
      return site.resources.some((one) => one.url === loc && isLive(one)) ? [] : [`${loc} has none`];
    const time = Date.parse(lastmod);
    if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(lastmod) || Number.isNaN(time))
      return [`${loc}: ${lastmod}`];
    if (time > now) return [`${loc}: ${lastmod} is in the future`];
    return lastmod.includes("T") && now - time < NOW_MS ? [`${loc}: ${lastmod} is the moment of the request`] : [];
  });
}

export const crawlers: Group = {
  title: "Robots and sitemap",
  checks: [
    {
      id: "robots.groups",
      what: "robots.txt names at least ten AI crawlers, then every other one",
      todo: "Add a group for each of them, and `User-agent: *` last.",
      run: (site) => {
        const count = nameAiCrawlers(site).length;
        const last = readRobots(site).groups.at(-1)?.agents ?? [];
        const faults = count < 10 ? [`${count} AI crawlers are named`] : [];
        return judge(
          last.includes("*") ? faults : [...faults, "the last group is not *"],
          `${count} AI crawlers and *`,
        );
      },
    },
    {
      id: "robots.allow",
      what: "Every group allows every page and document: only addresses with a query are disallowed",
      todo: "Write `Allow: /` in each group, and no Disallow of a path without `?`.",
      run: (site) =>
        everyOrigin(site, (origin) =>
          readRobots(site, origin).groups.flatMap(({ agents, rules }) => {
            if (rules.some(({ name, value }) => name === "disallow" && value !== "" && !value.includes("?")))
              return [`${agents.join(", ")} is disallowed a path`];
            return rules.some(({ name, value }) => name === "allow" && value === "/")
              ? []
              : [`${agents.join(", ")}: no Allow: /`];
          }),
        ),
    },
    {
      id: "robots.content-signal",
      what: "Every group has one Content-Signal line with search, ai-input, ai-train",
      todo: "Write `Content-Signal: search=yes, ai-input=yes, ai-train=…` in each group.",
      run: (site) => everyOrigin(site, (origin) => findSignalFaults(site, origin)),
    },
    {
      id: "robots.directives",
      what: "robots.txt holds no directive that a validator rejects",
      todo: "Remove the line.",
      run: (site) => everyOrigin(site, (origin) => readRobots(site, origin).unknown),
    },
    {
      id: "robots.sitemap",
      what: "robots.txt names this origin's sitemap by its absolute address",
      todo: "Write `Sitemap: <origin>/sitemap.xml`.",
      run: (site) =>
        everyOrigin(site, (origin) => {
          const named = readRobots(site, origin).sitemaps;
          if (named.length === 0) return ["no Sitemap line"];
          return named.filter((url) => !url.startsWith(`${origin}/`)).map((url) => `${url} is not on ${origin}`);
        }),
    },
    {
      id: "sitemap.form",
      what: "The sitemap is a urlset of the 0.9 namespace with entries",
      todo: "Follow sitemaps.org's 0.9 schema.",
      run: (site) =>
        everyOrigin(site, (origin) =>
          readSitemaps(site, origin).flatMap(({ kind, namespace, entries }) => {
            if (kind !== "urlset") return [`a ${kind}`];
            if (namespace !== "http://www.sitemaps.org/schemas/sitemap/0.9")
              return [`namespace ${namespace ?? "absent"}`];
            return entries.length === 0 ? ["no entries"] : [];
          }),
        ),
    },
    {
      id: "sitemap.origin",
      what: "The sitemap lists addresses of its own origin alone, each once",
      todo: "List absolute addresses from the configured origin.",
      run: (site) =>
        everyOrigin(site, (origin) => {
          const locs = readEntries(site, origin).map(({ loc }) => loc);
          const twice = locs.filter((loc, index) => locs.indexOf(loc) !== index);
          return [...locs.filter((loc) => !loc.startsWith(`${origin}/`)), ...twice.map((loc) => `${loc} twice`)];
        }),
    },
    {
      id: "sitemap.lastmod",
      what: "Every lastmod is the content's date: present (live pages aside), past, and not the moment of the request",
      todo: "Take lastmod from the content, never from the clock.",
      run: (site) => everyOrigin(site, (origin) => findLastmodFaults(site, origin)),
    },
    {
      id: "sitemap.documents",
      what: "The sitemap lists pages and documents for readers, no data",
      todo: "Leave JSON out of the sitemap.",
      run: (site) =>
        every(
          site.resources.filter((one) => one.sources.has("sitemap") && one.answer.status === 200),
          "addresses",
          ({ label, answer }) =>
            /^text\/(html|markdown|plain)$/.test(mediaType(answer)) ? null : `${label} is ${mediaType(answer)}`,
        ),
    },
  ],
};
