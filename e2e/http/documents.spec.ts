// What the generated documents say, and that the server does it.
import { POLL_RULE } from "../../lib/mcp/tools/get-swap-status.ts";
import { listChainCodes } from "../../lib/site/registry/chain-pages.ts";
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import { findResource, isLivePage, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt } from "../../lib/site/registry/updated.ts";
import { expect, test } from "../support/answering-test.ts";
import { originOf, settings, site, swap, urlOf } from "../support/forms.ts";

test("llms.txt names where the rest is, and the sitemaps have every page with its date", async ({
  request,
}) => {
  const read = async (address: string) => (await request.get(address)).text();
  const text = await read("/llms.txt");
  for (const path of resourcePaths.filter((one) => findResource(one).section)) {
    const isReadable = findResource(path).mediaType.startsWith("text/markdown");
    expect(text).toContain(isReadable ? `](${urlOf(path)}): ` : ` (\`${urlOf(path)}\`): `);
  }
  expect(text).toMatch(/^# .+\n\n> .+\n\n/);
  const headings = [...text.matchAll(/^#+ .*$/gm)].map(([heading]) => heading).slice(1);
  const sections = ["When to use this", "Docs", "Pricing", "API", "MCP", "Skills", "Optional"];
  expect(headings).toEqual(sections.map((name) => `## ${name}`));
  expect(text).toContain("`Accept: text/markdown`");
  const inMarkdown = await read("/sitemap.md");
  // A live document is listed by its page.
  for (const [, address = ""] of text.matchAll(/\]\(((?!\S*\/sitemap).*?)(?:\.md)?\)/g))
    expect(inMarkdown, address).toMatch(new RegExp(`\\]\\(${address}(\\.md)?\\)`));
  const listed = [];
  for (const origin of new Set([site, swap])) {
    const sitemap = await read(`${origin}/sitemap.xml`);
    expect(sitemap).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    const rows = sitemap.matchAll(/<loc>(.*?)<\/loc>(?:\s*<lastmod>(.*?)<\/lastmod>)?/g);
    listed.push(...[...rows].map(([, address, date]) => [address, date ?? null]));
  }
  for (const [address] of listed) expect(inMarkdown).toContain(`](${address})`);
  const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
  const expected = [
    ...pages.map((path) => [urlOf(path), updatedAt(path)]),
    ...listChainCodes().map((code) => [urlOf(chainPath(code)), null]),
  ];
  expect(listed.sort()).toEqual(expected.sort());
});

test("llms-full.txt has or names every prose document, a long one with its headings", async ({
  request,
}) => {
  const text = await (await request.get("/llms-full.txt")).text();
  expect(text).toMatch(/^# /);
  expect(text).not.toMatch(/^---\ntitle:/m);
  const index = await (await request.get("/llms.txt")).text();
  const ofIndex = [...index.matchAll(/\]\((.*?)\)/g)].flatMap(([, address]) => address ?? []);
  const sourced = [...text.matchAll(/^Source: (.*)$/gm)].map(([, address]) => address);
  expect(sourced).toEqual(ofIndex.filter((address) => sourced.includes(address)));
  for (const path of resourcePaths) {
    const { kind, aliasOf } = findResource(path);
    if (kind !== "prose" || aliasOf) continue;
    const [, part = ""] = text.split(`Source: ${urlOf(path)}\n`);
    const body = await (await request.get(path)).text();
    for (const [, name = ""] of body.replace(/```[\s\S]*?```/g, "").matchAll(/^## (.+)$/gm))
      expect(part.replaceAll("\\", ""), path).toContain(name);
  }
});

test("the agent rules answer whatever the case of their name, as the same document", async ({
  request,
}) => {
  const rules = await request.get("/AGENTS.md");
  const { etag = "" } = rules.headers();
  for (const path of ["/agents.md", "/Agents.md"]) {
    const other = await request.get(path, { maxRedirects: 0 });
    expect([other.status(), await other.text()]).toEqual([200, await rules.text()]);
    for (const name of ["content-type", "etag", "cache-control", "link", "x-markdown-tokens"])
      expect(other.headers()[name], name).toBe(rules.headers()[name]);
    const unchanged = await request.get(path, { headers: { "if-none-match": etag } });
    expect([unchanged.status(), (await request.post(path)).status()]).toEqual([304, 405]);
  }
});

test("a document that names next_poll_seconds tells the one rule of polling and stopping", async ({
  request,
}) => {
  // A page keeps a number beside its unit.
  const bare = (text: string) => text.replaceAll(/[`\\]/g, "").replaceAll("\u00a0", " ");
  let telling = 0;
  for (const path of resourcePaths) {
    const { kind, mediaType, cache } = findResource(path);
    const isText = /^text\/(markdown|plain|html)|json/.test(mediaType);
    if (kind === "endpoint" || !isText || (cache === "live" && kind !== "page")) continue;
    const text = (await (await request.get(path)).text()).replace(/<code>|<\/code>/g, "");
    if (!text.includes("next_poll_seconds")) continue;
    telling += 1;
    expect(bare(text), path).toContain(bare(POLL_RULE));
  }
  expect(telling).toBeGreaterThan(8);
});

test("robots.txt has one group per crawler, each with the content signal; questions are left out, but for fetchers that a person sent", async ({
  request,
}) => {
  for (const origin of new Set([site, swap])) {
    const text = await (await request.get(`${origin}/robots.txt`)).text();
    const asked = resourcePaths.filter((path) => isLivePage(path) && originOf(path) === origin);
    const groups = text.split("\n\n").filter((part) => part.startsWith("User-agent: "));
    for (const group of groups) {
      const [agent = "", ...lines] = group.trimEnd().split("\n");
      const isForOne = /-User$|fetcher$/.test(agent);
      expect(lines, agent).toEqual([
        `Content-Signal: ${settings.contentSignal}`,
        "Allow: /",
        ...(isForOne ? [] : asked.map((path) => `Disallow: ${path}?`)),
        // A swap by its id in the path.
        ...(isForOne || !asked.includes("/track")
          ? []
          : ["Disallow: /track/", "Allow: /track/opengraph-image"]),
      ]);
    }
    // Some read their own group only.
    const crawlers =
      "GPTBot ChatGPT-User ClaudeBot Claude-SearchBot Claude-User Google-Extended PerplexityBot *";
    for (const agent of crawlers.split(" ")) expect(text).toContain(`User-agent: ${agent}\n`);
    expect(groups.at(-1)).toContain("User-agent: *");
    expect(text).toMatch(new RegExp(`\n\nSitemap: ${origin}/sitemap.xml\n$`));
  }
});
