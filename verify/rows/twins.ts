// Markdown twins: their form, and whether they state the same as the page.
import { findMissing, listNumbers } from "../parse/facts.ts";
import { every, type Group } from "../row.ts";
import {
  findTwinUrl,
  getLinks,
  getPages,
  getTwins,
  isLive,
  type Resource,
  readHtml,
  readMarkdown,
  type Site,
  type Twins,
} from "../site.ts";

const facts = ["headings", "cells", "links", "numbers"] as const;
type Fact = (typeof facts)[number];
const frontMatterNames = ["title", "description", "canonical", "last_updated", "doc_version"];
const undatedNames = frontMatterNames.filter((name) => name !== "last_updated");
/** Maximum difference between the clocks of two computers. */
const CLOCK_MS = 60_000;
const MAX_CHARACTERS = 20_000;
const CHEAP_TOKENS = 600;
/** The first heading and the link to llms.txt must be within this many characters of the body. */
const NEAR_TOP = 300;

function everyTwin(site: Site, fault: (twins: Twins) => string | null | Promise<string | null>) {
  return every(getTwins(site), "twins", async (twins) => {
    const seen = await fault(twins);
    return seen === null ? null : `${twins.twin.label}: ${seen}`;
  });
}

/** A live page may change between two requests, so it is compared again with both answers of one moment. */
async function findParityFault(site: Site, twins: Twins, kind: Fact): Promise<string | null> {
  let fault = findFactFault(twins, kind);
  for (let attempt = 0; fault !== null && isLive(twins.page) && attempt < 2; attempt++) {
    const [page, twin] = await Promise.all(
      [twins.page, twins.twin].map(async (one) => ({ ...one, answer: await site.fetcher.send({ url: one.url }) })),
    );
    if (page && twin) fault = findFactFault({ page, twin }, kind);
  }
  return fault;
}

/** Twins, and Markdown documents with front matter that have no page. */
function getMarkdown(site: Site): readonly Resource[] {
  const twins = getTwins(site).map(({ twin }) => twin);
  const others = site.resources.filter(
    (one) => one.answer.status === 200 && /\.md$/.test(one.path) && !/\/agent-skills\/|\/sitemap\.md$/.test(one.path),
  );
  return [...new Set([...twins, ...others])];
}

function findFrontMatterFault(resource: Resource): string | null {
  const { frontMatter } = readMarkdown(resource);
  if (!frontMatter) return "no front matter";
  if (frontMatter.unreadable.length > 0) return `not a plain scalar: ${frontMatter.unreadable[0]}`;
  const names = [...frontMatter.entries.keys()];
  const updated = frontMatter.entries.get("last_updated");
  // A live document has the date of its observation, or no date without one.
  const wanted = isLive(resource) && updated === undefined ? undatedNames : frontMatterNames;
  if (names.join() !== wanted.join()) return `has ${names.join(", ")}`;
  if (updated === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(updated) || Number.isNaN(Date.parse(updated)))
    return `last_updated ${updated}`;
  if (Date.parse(updated) > Date.now() + CLOCK_MS) return `last_updated ${updated} is in the future`;
  return frontMatter.entries.get("title") ? null : "empty title";
}

function findCanonicalFault({ page, twin }: Twins): string | null {
  const named = {
    "front matter": readMarkdown(twin).frontMatter?.entries.get("canonical"),
    "Link of the twin": getLinks(twin.answer).find(({ rel }) => rel === "canonical")?.href,
    "Link of the page": getLinks(page.answer).find(({ rel }) => rel === "canonical")?.href,
    "head of the page": readHtml(page).links.find(({ rel }) => rel === "canonical")?.href,
  };
  const wrong = Object.entries(named).find(([, href]) => href !== page.url);
  return wrong ? `${wrong[0]} says ${wrong[1] ?? "nothing"}, not ${page.url}` : null;
}

/**
 * The page states everything that Markdown states, as often. Markdown states at least once what the page's
 * main part states, because a page may repeat itself. The page's link to its own twin does not count.
 */
function findFactFault({ page, twin }: Twins, kind: Fact): string | null {
  if (isLive(page) && kind !== "headings") return null;
  const { document, frontMatter } = readMarkdown(twin);
  const html = readHtml(page);
  const ofMarkdown = document[kind];
  const lost = findMissing(ofMarkdown, html.all[kind]);
  if (lost.length > 0) return `the page lacks ${shown(lost)}`;
  const block = [...(frontMatter?.entries.values() ?? [])].flatMap(listNumbers);
  const also = kind === "numbers" ? block : kind === "links" ? [twin.url] : [];
  const added = findMissing([...new Set(html.main[kind])], [...ofMarkdown, ...also]);
  return added.length === 0 ? null : `Markdown lacks ${shown(added)}`;
}

const shown = (facts: readonly string[]) =>
  facts
    .slice(0, 3)
    .map((fact) => JSON.stringify(fact.slice(0, 80)))
    .join(", ");

/** A token is at most a byte, and rarely less than an eighth of the bytes. */
function isPlausible(tokens: number, bytes: number): boolean {
  return tokens <= bytes && tokens >= bytes / 12;
}

function findTokenFault({ page, twin }: Twins): string | null {
  const [own, original] = ["x-markdown-tokens", "x-original-tokens"].map((name) => twin.answer.headers[name]);
  if (own === undefined && original === undefined) return null;
  if (!/^\d+$/.test(own ?? "")) return `x-markdown-tokens ${own ?? "absent"}`;
  if (!isPlausible(Number(own), twin.answer.bytes.byteLength))
    return `x-markdown-tokens ${own} for ${twin.answer.bytes.byteLength} bytes`;
  if (original === undefined) return null;
  if (!/^\d+$/.test(original)) return `x-original-tokens ${original}`;
  const bytes = page.answer.bytes.byteLength;
  return isPlausible(Number(original), bytes) ? null : `x-original-tokens ${original} for a page of ${bytes} bytes`;
}

const parity = facts.map((kind) => ({
  id: `twins.${kind}`,
  what: `A page and its twin have the same ${kind === "cells" ? "table cells" : kind}${kind === "headings" ? "" : " (live pages aside)"}`,
  todo: "Make both representations from one source.",
  run: (site: Site) => everyTwin(site, (twins) => findParityFault(site, twins, kind)),
}));

export const twins: Group = {
  title: "Markdown twins",
  checks: [
    {
      id: "twins.exist",
      what: "Every page names a Markdown twin that answers",
      todo: 'Publish the twin and name it: rel="alternate" with type="text/markdown", in Link and in the head.',
      run: (site) => {
        const known = new Set(getTwins(site).map(({ page }) => page));
        return every(getPages(site), "pages", (page) =>
          known.has(page) ? null : `${page.label}: ${findTwinUrl(page) ?? "names none"}`,
        );
      },
    },
    {
      id: "twins.front-matter",
      what: `Markdown opens with front matter: ${frontMatterNames.join(", ")}, plain scalars, a date that is past`,
      todo: "Write exactly these five members in this order.",
      run: (site) =>
        every(getMarkdown(site), "documents", (resource) => {
          const fault = findFrontMatterFault(resource);
          return fault === null ? null : `${resource.label}: ${fault}`;
        }),
    },
    {
      id: "twins.canonical",
      what: "Front matter, both Link fields and the page's head agree on one canonical address: the page",
      todo: "Derive all four from the page's configured address.",
      run: (site) => everyTwin(site, findCanonicalFault),
    },
    {
      id: "twins.page",
      what: 'A twin links back to its page: rel="alternate", type="text/html"',
      todo: "Add the relation to the twin's Link field.",
      run: (site) =>
        everyTwin(site, ({ page, twin }) => {
          const back = getLinks(twin.answer).find(({ rel, type }) => rel === "alternate" && type === "text/html");
          return back?.href === page.url ? null : `names ${back?.href ?? "none"}`;
        }),
    },
    {
      id: "twins.pointer",
      what: "A visible pointer to /llms.txt stands near the top",
      todo: "Link /llms.txt right behind the first heading.",
      run: (site) =>
        every(getMarkdown(site), "documents", (resource) => {
          const pointer = readMarkdown(resource).document.anchors.find(({ href }) => /\/llms\.txt$/.test(href));
          return pointer && pointer.offset <= NEAR_TOP ? null : resource.label;
        }),
    },
    {
      id: "twins.heading",
      what: `One heading of the first level, within ${NEAR_TOP} characters`,
      todo: "Begin the document with its one H1.",
      run: (site) =>
        every(getMarkdown(site), "documents", (resource) => {
          const { document } = readMarkdown(resource);
          const count = document.levels.filter((level) => level === 1).length;
          if (document.levels[0] !== 1 || count !== 1) return `${resource.label}: ${count} headings of the first level`;
          return document.firstHeadingAt <= NEAR_TOP ? null : `${resource.label}: at ${document.firstHeadingAt}`;
        }),
    },
    {
      id: "twins.size",
      what: `At most ${MAX_CHARACTERS.toLocaleString("en")} characters`,
      todo: "Split the document.",
      run: (site) =>
        every(getMarkdown(site), "documents", ({ label, answer }) =>
          answer.text.length <= MAX_CHARACTERS ? null : `${label}: ${answer.text.length}`,
        ),
    },
    {
      id: "twins.sitemap",
      what: "Markdown closes with a section Sitemap that links on",
      todo: "End the document with `## Sitemap` and links.",
      run: (site) =>
        every(getMarkdown(site), "documents", (resource) =>
          /\n## Sitemap\n[\s\S]*\]\(/.test(resource.answer.text) ? null : resource.label,
        ),
    },
    {
      id: "twins.code",
      what: "Fenced code names its language",
      todo: "Write the language behind the fence; `text` where there is none.",
      run: (site) =>
        every(getMarkdown(site), "documents", (resource) =>
          readMarkdown(resource).document.languages.includes(null) ? resource.label : null,
        ),
    },
    ...parity,
    {
      id: "twins.tokens",
      what: "Token counts, where sent, are whole numbers that fit the size",
      todo: "Count the served bytes with a tokenizer when the document is built.",
      run: (site) =>
        every(
          getTwins(site).filter(
            ({ twin }) => "x-markdown-tokens" in twin.answer.headers || "x-original-tokens" in twin.answer.headers,
          ),
          "twins with token counts",
          (pair) => {
            const fault = findTokenFault(pair);
            return fault === null ? null : `${pair.twin.label}: ${fault}`;
          },
        ),
    },
    {
      id: "twins.budget",
      what: `The Markdown of / and /pricing costs at most a fifth of the page, or ${CHEAP_TOKENS} tokens`,
      todo: "Shorten the Markdown.",
      run: (site) =>
        every(
          getTwins(site).filter(
            ({ page, twin }) => /^\/(pricing)?$/.test(page.path) && "x-markdown-tokens" in twin.answer.headers,
          ),
          "twins with token counts",
          ({ twin }) => {
            const [own = 0, original = 0] = ["x-markdown-tokens", "x-original-tokens"].map((name) =>
              Number(twin.answer.headers[name]),
            );
            return own <= CHEAP_TOKENS || own <= original / 5 ? null : `${twin.label}: ${own} of ${original} tokens`;
          },
        ),
    },
  ],
};
