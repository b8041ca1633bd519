// What the generated documents say, and that the server does it.

import { config } from "../../lib/config.ts";
import { POLL_RULE } from "../../lib/mcp/tools/get-swap-status.ts";
import { listChainCodes } from "../../lib/site/registry/chain-pages.ts";
import { chainPath } from "../../lib/site/registry/chain-paths.ts";
import { findResource, isLivePage, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt } from "../../lib/site/registry/updated.ts";
import { expect, test } from "../support/answering-test.ts";
import { skipOffSample } from "../support/forms.ts";

test("llms.txt names where the rest is, and the sitemap has every page with its date", async ({
  request,
  baseURL,
}) => {
  const text = await (await request.get("/llms.txt")).text();
  for (const path of resourcePaths.filter((path) => findResource(path).section)) {
    const readable = findResource(path).mediaType.startsWith("text/markdown");
    expect(text, path).toContain(
      readable ? `](${baseURL}${path}): ` : ` (\`${baseURL}${path}\`): `,
    );
  }
  expect(text).toMatch(/^# .+\n\n> .+\n\n/);
  const headings = [...text.matchAll(/^(#+) (.*)$/gm)].map(([, level, name]) => `${level} ${name}`);
  const sections = ["When to use this", "Docs", "Pricing", "API", "MCP", "Skills", "Optional"];
  expect(headings.slice(1)).toEqual(sections.map((name) => `## ${name}`));
  expect(text).toContain("`Accept: text/markdown`");
  expect(text.length).toBeLessThanOrEqual(30_000);
  const inMarkdown = await (await request.get("/sitemap.md")).text();
  // A live document is listed by its page.
  for (const [, address = ""] of text.matchAll(/\]\(((?!\S*\/sitemap).*?)(?:\.md)?\)/g))
    expect(inMarkdown, address).toMatch(new RegExp(`\\]\\(${address}(\\.md)?\\)`));
  const sitemap = await (await request.get("/sitemap.xml")).text();
  expect(sitemap).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  for (const [, address] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g))
    expect(inMarkdown, address).toContain(`](${address})`);
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>(?:\s*<lastmod>(.*?)<\/lastmod>)?/g)];
  const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
  const chains = listChainCodes().map((code) => [`${baseURL}${chainPath(code)}`, null]);
  expect(listed.map(([, address, date]) => [address, date ?? null])).toEqual([
    ...pages.map((path) => [`${baseURL}${path}`, updatedAt(path)]),
    ...chains,
  ]);
});

test("llms-full.txt has or names every prose document, a long one with its headings", async ({
  request,
  baseURL,
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
    const [, part = ""] = text.split(`Source: ${baseURL}${path}\n`);
    const body = await (await request.get(path)).text();
    for (const [, name] of body.replace(/```[\s\S]*?```/g, "").matchAll(/^## (.+)$/gm)) {
      expect(part.replaceAll("\\", ""), `${path}: ${name}`).toContain(name as string);
    }
  }
  for (const [, link] of text.matchAll(/\]\((\S+?)\)/g)) {
    if (!link?.startsWith(`${baseURL}/`)) continue;
    const response = await request.get(link);
    expect(response.status(), link).toBe(200);
    expect(response.headers()["content-type"], link).toMatch(/^text\/(markdown|html);/);
  }
});

test("the agent rules answer whatever the case of their name, as the same document", async ({
  request,
}) => {
  const [rules, ...others] = await Promise.all(
    ["/AGENTS.md", "/agents.md", "/Agents.md"].map((path) => request.get(path)),
  );
  for (const other of others) {
    expect([other.status(), other.url()]).toEqual([200, other.url()]);
    for (const name of ["content-type", "etag", "cache-control", "link", "x-markdown-tokens"]) {
      expect(other.headers()[name], name).toBe(rules?.headers()[name]);
    }
    expect(await other.text()).toBe(await rules?.text());
  }
  expect(
    (
      await request.get("/agents.md", { headers: { "if-none-match": rules?.headers().etag ?? "" } })
    ).status(),
  ).toBe(304);
  expect((await request.post("/agents.md")).status()).toBe(405);
});

test("a document that names next_poll_seconds tells the one rule of polling and stopping", async ({
  request,
}) => {
  // A page keeps a number beside its unit.
  const bare = (text: string) =>
    text.replaceAll("`", "").replaceAll("\\", "").replaceAll("\u00a0", " ");
  let telling = 0;
  for (const path of resourcePaths) {
    const { kind, mediaType, cache } = findResource(path);
    if (
      kind === "endpoint" ||
      !/^text\/(markdown|plain|html)|json/.test(mediaType) ||
      (cache === "live" && kind !== "page")
    )
      continue;
    const text = (await (await request.get(path)).text()).replace(/<code>|<\/code>/g, "");
    if (!text.includes("next_poll_seconds")) continue;
    telling += 1;
    expect(bare(text), path).toContain(bare(POLL_RULE));
  }
  expect(telling).toBeGreaterThan(8);
});

test("the AI catalog lists the card, the description and each skill", async ({ request }) => {
  const catalog = await (await request.get("/.well-known/ai-catalog.json")).json();
  expect(Object.keys(catalog)).toEqual(["specVersion", "host", "entries"]);
  const skills = resourcePaths.filter((path) => path.endsWith("/SKILL.md"));
  expect(skills.length).toBeGreaterThanOrEqual(3);
  expect(catalog.entries.map((entry: { type: string }) => entry.type)).toEqual([
    "application/mcp-server-card+json",
    "application/json",
    ...skills.map(() => 'text/markdown; profile="urn:air:agent-skills"'),
  ]);
});

test("the plugin manifest names the contact that is configured, and invents none", async ({
  request,
}) => {
  const manifest = await (await request.get("/.well-known/ai-plugin.json")).json();
  expect(manifest.contact_email ?? null).toBe(config().contactEmail);
});

test("robots.txt has one group per crawler, each with the content signal, and the sitemap; questions alone are left out, but for fetchers that a person sent", async ({
  request,
  baseURL,
}) => {
  const text = await (await request.get("/robots.txt")).text();
  const groups = text.split("\n\n").filter((part) => part.startsWith("User-agent: "));
  expect(groups.length).toBeGreaterThan(10);
  for (const group of groups) {
    const [agent, ...lines] = group.trimEnd().split("\n");
    expect(agent).toMatch(/^User-agent: \S+$/);
    const isForOne = /-User$|fetcher$/.test(agent ?? "");
    expect(lines, agent).toEqual([
      `Content-Signal: ${config().contentSignal}`,
      "Allow: /",
      ...(isForOne ? [] : resourcePaths.filter(isLivePage).map((path) => `Disallow: ${path}?`)),
    ]);
  }
  // Some read their own group only.
  const crawlers =
    "GPTBot ChatGPT-User OAI-SearchBot ClaudeBot Claude-Web Claude-User anthropic-ai Google-Extended CCBot PerplexityBot " +
    "Perplexity-User Applebot-Extended Amazonbot Bytespider meta-externalagent Omgilibot cohere-ai";
  for (const agent of crawlers.split(" ")) expect(text).toContain(`User-agent: ${agent}\n`);
  expect(groups.at(-1)).toContain("User-agent: *");
  expect(text).toMatch(new RegExp(`\n\nSitemap: ${baseURL}/sitemap.xml\n$`));
});

test("the status reports what was observed, marked as sample", async ({ request }) => {
  skipOffSample();
  const status = await (await request.get("/.well-known/status")).json();
  expect(status.status).toBe("pass");
  expect(status.network).toMatchObject({
    name: "sample",
    source: "sample",
    verdict: "open",
    freshness: "fresh",
  });
  expect(status.network.height).toBeGreaterThan(1_000_000);
  expect(Math.abs(status.updated * 1000 - Date.now())).toBeLessThan(30_000);
  expect(
    status.network.chains.find((row: { trading: string }) => row.trading === "halted").halted_by
      .length,
  ).toBeGreaterThan(0);
});
