// What browsers and social networks ask for: icons, the manifest, the search description, and images of pages.
import { createHash } from "node:crypto";
import type { APIResponse } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ownFields, site, skipOffSample, swap, urlOf } from "../support/forms.ts";

const html = { accept: "text/html" };
const HOUR = "public, max-age=3600";
const iconsOf = (text: string) =>
  [...text.matchAll(/<link rel="icon" href="([^"]*)"/g)].map(
    ([, href = ""]) => new URL(href, site).pathname,
  );
/** Type, lifetime and `Vary`. */
function servedAs(answer: APIResponse) {
  const { "content-type": type, "cache-control": kept, vary } = ownFields(answer.headers());
  return [answer.status(), type, kept, vary];
}

test("the icon is an image of 32 pixels, drawn when the site is built", async ({ request }) => {
  const response = await request.get("/favicon.ico", {
    headers: { accept: "image/avif,image/*,*/*;q=0.8" },
  });
  expect(servedAs(response)).toEqual([200, "image/x-icon", HOUR, undefined]);
  const body = await response.body();
  const size = [body.readUInt8(6), body.readUInt8(7)];
  expect([size, body.includes("PNG")]).toEqual([[32, 32], true]);
});

test("the manifest makes the site installable, and a page may read it", async ({ request }) => {
  const page = await request.get("/", { headers: html });
  const text = await page.text();
  expect(text).toContain('<link rel="manifest" href="/manifest.json"');
  expect(page.headers()["content-security-policy"]).toMatch(/; manifest-src 'self'(;|$)/);
  const response = await request.get("/manifest.json");
  expect(response.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = await response.json();
  const known = { name: "Signpost", start_url: "/", scope: "/", display: "minimal-ui", lang: "en" };
  expect(manifest).toMatchObject(known);
  const colour = /<meta name="theme-color" content="([^"]+)" media="[^"]*light/.exec(text)?.[1];
  expect([manifest.theme_color, manifest.background_color]).toEqual([colour, colour]);
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any", "180x180"]);
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    const sent = icon.headers()["content-type"]?.split(";")[0];
    expect([new URL(src, site).origin, icon.status(), sent]).toEqual([site, 200, type]);
  }
});

for (const [path, address, typed] of [
  ["/quote/opensearch.xml", "/quote?from=", "bitcoin"],
  ["/track/opensearch.xml", "/track?txid=", "0010".repeat(16)],
] as const)
  test(`a browser's search asks ${address}… as ${path} describes it`, async ({ request }) => {
    const type = "application/opensearchdescription+xml";
    const response = await request.get(path);
    expect(response.headers()["content-type"]).toBe(`${type}; charset=utf-8`);
    const xml = await response.text();
    const [, name = ""] = /<ShortName>(.{1,16})<\/ShortName>/.exec(xml) ?? [];
    expect(await (await request.get("/legal")).text()).toContain(
      `<link rel="search" type="${type}" title="${name}" href="${urlOf(path)}"/>`,
    );
    const [, template = ""] = /<Url type="text\/html" template="([^"]+)"\/>/.exec(xml) ?? [];
    expect(template).toBe(`${urlOf(address)}{searchTerms}`);
    const page = await request.get(template.replace("{searchTerms}", typed), { headers: html });
    const text = await page.text();
    expect(text).toContain(`value="${typed}"`);
    expect(text).not.toMatch(/Unknown argument/);
  });

test("a live page has one icon, which is that of its sign; a page without a state has the logo", async ({
  request,
}) => {
  skipOffSample();
  const swaps = sampleTransactions.map(({ txid }) => `/track?txid=${txid}`);
  const found = new Set<string>();
  const ofTone: Record<string, string> = { done: "open", held: "warned", stopped: "halted" };
  for (const path of ["/status", "/status/btc", "/status/ltc", ...swaps]) {
    const text = await (await request.get(path, { headers: html })).text();
    const [icon = "", ...others] = iconsOf(text);
    const [, state = ""] = /class="signboard" data-state="(\w+)"/.exec(text) ?? [];
    const [, tone = state] = /data-tone="(\w+)"/.exec(text) ?? [];
    expect([path, icon, others]).toEqual([path, `/icons/${ofTone[tone] ?? tone}.svg`, []]);
    found.add(icon);
  }
  expect(found.size).toBeGreaterThanOrEqual(6);
  for (const icon of found) {
    const answer = await request.get(icon);
    expect(servedAs(answer)).toEqual([200, "image/svg+xml; charset=utf-8", HOUR, undefined]);
    expect(await answer.text()).toMatch(/^<svg /);
  }
  for (const path of ["/", "/track", "/track?txid=63", "/quote?from=BTC&to=ETH&amount=1"])
    expect(iconsOf(await (await request.get(path, { headers: html })).text())).toEqual([
      "/logo.svg",
    ]);
});

test("each page names an image of its own, with absolute address, size and description", async ({
  request,
}) => {
  const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
  const digests = new Set<string>();
  for (const path of pages) {
    const text = await (await request.get(path)).text();
    const metas = [...text.matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)"/g)];
    const facts = Object.fromEntries(metas.map(([, name, content]) => [name, content]));
    expect(metas.filter(([, name]) => name === "og:image")).toHaveLength(1);
    const title = findResource(path).title.replaceAll("'", "&#x27;");
    expect(facts).toMatchObject({
      "og:image:type": "image/png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": `A road sign with the words: ${title}`,
    });
    const address = new URL(String(facts["og:image"]));
    expect([site, swap]).toContain(address.origin);
    // What an image crawler sends.
    const accept = "image/png, image/*;q=0.8";
    const response = await request.get(address.href, { headers: { accept }, maxRedirects: 0 });
    expect(servedAs(response)).toEqual([200, "image/png", HOUR, undefined]);
    const body = await response.body();
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(body.byteLength).toBeLessThan(300_000);
    digests.add(createHash("sha256").update(body).digest("hex"));
  }
  expect(digests.size).toBe(pages.length);
});

test("other images are missing", async ({ request }) => {
  const names = ["/icons/none.svg", "/icons/open", "/icons/open.png", "/nope/opengraph-image"];
  for (const path of names) {
    const missing = await request.get(path, { headers: { accept: "application/json" } });
    expect([path, missing.status(), missing.headers()["cache-control"]]).toEqual([
      ...[path, 404, "no-store"],
    ]);
  }
});
