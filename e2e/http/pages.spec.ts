// Each page as a reader without scripts gets it, and each Markdown document: its form, and that both say the same.
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { settings, urlOf } from "../support/forms.ts";
import { parseMarkdown, readMarkdown } from "../support/markdown-nodes.ts";
import { parseMarkup, readMarkup, type Tree, treeText, walk } from "../support/markup-tree.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
const markdownPaths = resourcePaths.filter((path) =>
  /^(?!\/sitemap|\/\.well-known).*\.md$/.test(path),
);

const readPage = async (url: string) => (await ask(url, { headers: { accept: "text/html" } })).text;
const valuesOf = (all: readonly Tree[], tag: string, key: string, value: string) =>
  new Map(
    all.flatMap((one) => (one.tag === tag ? [[one.props[key] ?? "", one.props[value] ?? ""]] : [])),
  );

for (const page of pages)
  test(`${page} is complete without a script, and its head says what it is`, async () => {
    const html = await readPage(urlOf(page));
    const root = parseMarkup(html);
    const all = [...walk(root)];
    expect(treeText(root).replace(/\s+/g, " ").length).toBeGreaterThanOrEqual(500);
    const levels = all.flatMap(({ tag }) => /^h([1-6])$/.exec(tag)?.[1] ?? []).map(Number);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    const landmarks = ["header", "nav", "main", "footer"];
    expect(all.map(({ tag }) => tag)).toEqual(expect.arrayContaining(landmarks));
    expect(html).toMatch(/<html lang="en"/);

    expect(all.find(({ tag }) => tag === "title")?.children.join("")).toBeTruthy();
    expect(valuesOf(all, "meta", "name", "content").get("description")).toBeTruthy();
    const trialTokens = all.flatMap(({ props }) =>
      props["http-equiv"] === "origin-trial" ? props.content : [],
    );
    if (settings.originTrialToken !== null)
      expect(trialTokens.join()).toBe(settings.originTrialToken);
    const graph = valuesOf(all, "meta", "property", "content");
    for (const name of ["og:title", "og:description", "og:type"])
      expect(graph.get(name), name).toBeTruthy();
    for (const name of ["og:image", "og:url"]) expect(graph.get(name), name).toMatch(/^https?:/);
    const relations = valuesOf(all, "link", "rel", "href");
    expect(relations.get("canonical")).toBe(urlOf(page));
    for (const relation of ["alternate", "describedby", "ai-catalog", "ard"])
      expect(relations.get(relation)).toBeTruthy();
    // Agents that read a page from the top find the list of documents first.
    const body = html.slice(html.indexOf("<body"));
    expect(body.search(/href="[^"]*\/llms\.txt"/) * 10).toBeLessThan(body.length);
    expect(body).toMatch(/href="[^"]*\/llms\.txt"/);

    const [[, data = ""] = [], ...others] = html.matchAll(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
    );
    expect(others).toEqual([]);
    const things: readonly Record<string, unknown>[] = JSON.parse(data)["@graph"];
    const types = things.flatMap((thing) => thing["@type"]);
    expect(types).toEqual(expect.arrayContaining(["Organization", "WebSite", "WebPage", "WebAPI"]));
    expect(types.includes("BreadcrumbList")).toBe(page !== "/");
    expect(things.flatMap(Object.keys)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:offers|aggregateRating|address)$/)]),
    );
    const webPage = things.find((thing) => [thing["@type"]].flat().includes("WebPage"));
    expect(webPage?.dateModified !== undefined).toBe(findResource(page).cache !== "live");
  });

test("the homepage has the command for the MCP server", async () => {
  expect(await readPage(urlOf("/"))).toMatch(/npx add-mcp [^<]*\/mcp /);
});

for (const path of markdownPaths)
  test(`${path} begins and ends as every Markdown document`, async () => {
    const { text, headers } = await ask(urlOf(path));
    const [, block = "", body = ""] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
    const front = new Map(
      [...block.matchAll(/^(\w+): "(.*)"$/gm)].map(([, name = "", value = ""]) => [name, value]),
    );
    expect([...front.keys()].join()).toMatch(
      /^title,description,canonical,(last_updated,)?doc_version$/,
    );
    expect(block.split("\n")).toHaveLength(front.size);
    // A live document is dated to its block, where one was read.
    const { page, cache } = findResource(path);
    if (cache !== "live") expect([...front.keys()]).toContain("last_updated");
    expect(Date.parse(front.get("last_updated") ?? "1970-01-01")).toBeLessThanOrEqual(
      Date.now() + 60_000,
    );
    const canonical = urlOf(page ?? path);
    expect(front.get("canonical")).toBe(canonical);
    expect(headers.link).toContain(`<${canonical}>; rel="canonical"`);
    if (page) expect(headers.link).toContain(`<${canonical}>; rel="alternate"; type="text/html"`);

    const nodes = parseMarkdown(body);
    const headings = nodes.filter((node) => node.type === "heading");
    expect(headings.map(({ depth }) => depth).filter((depth) => depth === 1)).toHaveLength(1);
    const index = nodes.find((node) => node.type === "link" && node.url.endsWith("/llms.txt"));
    for (const node of [headings[0], index])
      expect(node?.position?.start.offset).toBeLessThanOrEqual(300);
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text).toMatch(/\n## Sitemap\n[\s\S]*\]\(/);
    expect(nodes.filter((node) => node.type === "code" && !node.lang)).toEqual([]);
  });

/** Navigation, forms, the line about the page itself, and what a script fills, state nothing. */
const isLeft = ({ tag, props }: Tree) =>
  tag === "nav" || tag === "form" || props.class === "meta" || "data-live" in props;
const numbersOf = (texts: readonly string[]) => new Set(texts.join(" ").match(/\d+(?:[.,]\d+)*/g));

for (const page of pages.filter((path) => findResource(path).cache !== "live"))
  test(`${page} and its Markdown have the same headings, cells, links and numbers`, async () => {
    const text = (await ask(urlOf(findResource(page).twin as string))).text;
    const body = text.replace(/^---\n[\s\S]*?\n---\n/, "").replace(/\n## Sitemap\n[\s\S]*$/, "");
    const markdown = readMarkdown(body.replace(/^Index of every document: .*\n/m, ""));
    const [, article = ""] =
      /<article[^>]*>([\s\S]*)<\/article>/.exec(await readPage(urlOf(page))) ?? [];
    const html = readMarkup(article, isLeft);
    const toAbsolute = (links: readonly string[]) =>
      new Set(links.map((href) => new URL(href, urlOf(page)).href));
    expect(new Set(html.headings)).toEqual(new Set(markdown.headings));
    expect(new Set(html.cells)).toEqual(new Set(markdown.cells));
    expect(toAbsolute(html.links)).toEqual(toAbsolute(markdown.links));
    expect(numbersOf([html.text])).toEqual(
      numbersOf(markdown.of("heading", "paragraph", "tableCell", "code")),
    );
  });
