// HTML pages as a reader without scripts gets them.
import { Missing } from "../missing.ts";
import { every, type Group } from "../row.ts";
import { findResource, getPages, type Resource, readHtml, type Site } from "../site.ts";

const MIN_CHARACTERS = 500;
/** A page that needs a script shows only a name, a menu or a loading text before it runs. */
const SHELL_CHARACTERS = 100;
const landmarks = ["header", "nav", "main", "footer"];
const waysIn = { MCP: /\bMCP\b/, "the API": /\bAPI\b/, "the documentation": /\b(documentation|docs|developers)\b/i };
const metas = ["description", "og:title", "og:description", "og:type", "og:image", "og:url"];

function everyPage(site: Site, fault: (page: Resource) => string | null) {
  return every(getPages(site), "pages", (page) => {
    const seen = fault(page);
    return seen === null ? null : `${page.label}: ${seen}`;
  });
}

export interface Thing {
  readonly "@type": string | readonly string[];
  readonly [member: string]: unknown;
}

/** All items of the JSON-LD blocks. @throws SyntaxError */
export function readThings(page: Resource): readonly Thing[] {
  return readHtml(page).jsonLd.flatMap((block) => {
    const data = JSON.parse(block) as { "@graph"?: Thing[] } & Thing;
    return data["@graph"] ?? [data];
  });
}

function hasThing(page: Resource, ...types: readonly string[]): boolean {
  return readThings(page).some((thing) => [thing["@type"]].flat().some((type) => types.includes(type)));
}

function findThingFault(page: Resource): string | null {
  if (readHtml(page).jsonLd.length !== 1) return `${readHtml(page).jsonLd.length} blocks of JSON-LD`;
  const wanted = [["Organization"], ["WebSite"], ["WebPage"], ["WebAPI", "SoftwareApplication"]];
  if (page.path !== "/") wanted.push(["BreadcrumbList"]);
  const lacking = wanted.find((types) => !hasThing(page, ...types));
  if (lacking) return `no ${lacking.join(" or ")}`;
  const invented = readThings(page).find((thing) =>
    ["offers", "aggregateRating", "address"].some((name) => name in thing),
  );
  if (invented) return `${invented["@type"]} has offers, a rating or an address`;
  const dated = readThings(page).find((thing) => [thing["@type"]].flat().includes("WebPage"));
  return typeof dated?.dateModified === "string" || /\bno-store\b/.test(page.answer.headers["cache-control"] ?? "")
    ? null
    : "WebPage has no dateModified";
}

export const pages: Group = {
  title: "Pages",
  checks: [
    {
      id: "pages.text",
      what: `At least ${MIN_CHARACTERS} characters can be read without scripts`,
      todo: "Render on the server the text of a page that shows next to none without scripts. On one that shows some, say more, or do without the page.",
      run: (site) =>
        everyPage(site, (page) => {
          const { length } = readHtml(page).text;
          if (length >= MIN_CHARACTERS) return null;
          return length < SHELL_CHARACTERS
            ? `${length} characters: next to none`
            : `${length} characters: some, but few`;
        }),
    },
    {
      id: "pages.headings",
      what: "One h1, and no heading level is skipped",
      todo: "Correct the levels of the headings.",
      run: (site) =>
        everyPage(site, (page) => {
          const levels = readHtml(page).headings.map(({ level }) => level);
          const tops = levels.filter((level) => level === 1).length;
          if (tops !== 1) return `${tops} h1`;
          const at = levels.findIndex((level, index) => level > (levels[index - 1] ?? 0) + 1);
          return at < 0 ? null : `h${levels[at - 1] ?? 0} is followed by h${levels[at]}`;
        }),
    },
    {
      id: "pages.landmarks",
      what: "header, nav, main, footer and the language of the document are there",
      todo: "Use these elements, and html lang.",
      run: (site) =>
        everyPage(site, (page) => {
          const { elements, lang } = readHtml(page);
          const lacking = landmarks.filter((name) => !elements.has(name));
          return lacking.length > 0 ? `no ${lacking.join(", ")}` : lang ? null : "no lang";
        }),
    },
    {
      id: "pages.head",
      what: `The head has a title and ${metas.join(", ")}`,
      todo: "Write the missing elements.",
      run: (site) =>
        everyPage(site, (page) => {
          const html = readHtml(page);
          const lacking = metas.filter((name) => !html.metas.get(name));
          if (!html.title) return "no title";
          if (lacking.length > 0) return `no ${lacking.join(", ")}`;
          const relative = ["og:image", "og:url"].find((name) => !/^https?:/.test(html.metas.get(name) ?? ""));
          return relative ? `${relative} is not absolute` : null;
        }),
    },
    {
      id: "pages.relations",
      what: "The head repeats canonical, alternate, describedby and ai-catalog as link elements",
      todo: "Write the relations of the Link field as link elements too.",
      run: (site) =>
        everyPage(site, (page) => {
          const { links } = readHtml(page);
          const lacking = ["canonical", "alternate", "describedby", "ai-catalog"].filter(
            (rel) => !links.some((one) => one.rel === rel),
          );
          return lacking.length === 0 ? null : `no ${lacking.join(", ")}`;
        }),
    },
    {
      id: "pages.pointer",
      what: "A link to /llms.txt stands in the first tenth of the source of each page, for agents that read it from the top",
      todo: "Link /llms.txt first in the body. It may be hidden from people, who find it in the foot of the page.",
      run: (site) =>
        everyPage(site, ({ answer: { text } }) => {
          const body = text.slice(text.indexOf("<body"));
          const at = body.search(/href="[^"]*\/llms\.txt"/);
          return at >= 0 && at * 10 < body.length ? null : at < 0 ? "no link" : "behind the first tenth";
        }),
    },
    {
      id: "pages.json-ld",
      what: "One block of JSON-LD: Organization, WebSite, WebPage with its date, WebAPI, a breadcrumb below the root; no invented offers",
      todo: "Write the block from the same facts as the page.",
      run: (site) => everyPage(site, findThingFault),
    },
    {
      id: "pages.home",
      what: "The home page names MCP, the API and the documentation with links",
      todo: "Name and link them in the visible text of /.",
      run: (site) => {
        const home = findResource(site, "/");
        if (!home) throw new Missing("/ does not answer 200");
        const { anchors } = readHtml(home);
        return every(Object.entries(waysIn), "names", ([name, pattern]) =>
          anchors.some(({ text }) => pattern.test(text)) ? null : `no link names ${name}`,
        );
      },
    },
  ],
};
