// What browsers and social networks ask for: icons, the manifest, the search description, and images of pages.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expect, test } from "../support/answering-test.ts";
import { ownFields, skipOffSample, skipOnDeployment } from "../support/forms.ts";

test("the icon is an image of 32 pixels, drawn when the site is built", async ({ request }) => {
  const response = await request.get("/favicon.ico", {
    headers: { accept: "image/avif,image/*,*/*;q=0.8" },
  });
  const headers = ownFields(response.headers());
  expect([
    response.status(),
    headers["content-type"],
    headers["cache-control"],
    headers.vary,
  ]).toEqual([200, "image/x-icon", "public, max-age=3600", undefined]);
  const body = await response.body();
  // One image, whose bytes are a PNG of the same size.
  expect([...body.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const [length, start] = [body.readUInt32LE(14), body.readUInt32LE(18)];
  expect([start + length, body.toString("latin1", start + 1, start + 4)]).toEqual([
    body.byteLength,
    "PNG",
  ]);
  expect([body.readUInt32BE(start + 16), body.readUInt32BE(start + 20)]).toEqual([32, 32]);
});

test.describe("in a browser", () => {
  skipOnDeployment("It needs a browser.");

  test("the manifest makes the site installable", async ({ request, page, baseURL }) => {
    await page.goto("/");
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.json");
    // As the page's own policy lets the browser read it.
    const devtools = await page.context().newCDPSession(page);
    const read = await devtools.send("Page.getAppManifest");
    expect([read.url, read.errors]).toEqual([`${baseURL}/manifest.json`, []]);
    const response = await request.get("/manifest.json");
    expect(response.headers()["content-type"]).toBe("application/manifest+json");
    const manifest = await response.json();
    expect(manifest).toMatchObject({
      name: "Signpost",
      start_url: "/",
      scope: "/",
      display: "minimal-ui",
      lang: "en",
    });
    const [light] = await page.locator('meta[name="theme-color"][media*="light"]').all();
    expect([manifest.theme_color, manifest.background_color]).toEqual(
      Array(2).fill(await light?.getAttribute("content")),
    );
    for (const { src, type } of manifest.icons) {
      const icon = await request.get(src);
      expect([
        new URL(src, baseURL).origin,
        icon.status(),
        icon.headers()["content-type"]?.split(";")[0],
      ]).toEqual([baseURL, 200, type]);
    }
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any", "180x180"]);
  });

  for (const [path, address, typed, shown] of [
    ["/quote/opensearch.xml", "/quote?from=", "bitcoin", "You send"],
    ["/track/opensearch.xml", "/track?txid=", "0010".repeat(16), "Transaction id"],
  ] as const)
    test(`a browser's search asks ${address}… as ${path} describes it`, async ({
      request,
      page,
      baseURL,
    }) => {
      await page.goto("/legal");
      const link = page.locator(`link[rel="search"][href="${baseURL}${path}"]`);
      await expect(link).toHaveAttribute("type", "application/opensearchdescription+xml");
      const response = await request.get(path);
      expect(response.headers()["content-type"]).toBe(
        "application/opensearchdescription+xml; charset=utf-8",
      );
      const xml = await response.text();
      const [, name = ""] = /<ShortName>(.*)<\/ShortName>/.exec(xml) ?? [];
      expect(name).toBe((await link.getAttribute("title")) ?? "none");
      expect(name.length).toBeLessThanOrEqual(16);
      const [, template = ""] = /<Url type="text\/html" template="([^"]+)"\/>/.exec(xml) ?? [];
      expect(template).toBe(`${baseURL}${address}{searchTerms}`);
      await page.goto(template.replace("{searchTerms}", encodeURIComponent(typed)));
      await expect(page.getByLabel(shown, { exact: true })).toHaveValue(typed);
      await expect(page.getByText(/Unknown argument|Correct this/)).toHaveCount(0);
    });
});

test("no list for agents names what only browsers ask for", async ({ request }) => {
  const unlisted = resourcePaths.filter((path) => findResource(path).unlisted);
  expect(unlisted).toEqual(["/manifest.json", "/quote/opensearch.xml", "/track/opensearch.xml"]);
  for (const list of [
    "/llms.txt",
    "/llms-full.txt",
    "/openapi.json",
    "/sitemap.xml",
    "/sitemap.md",
    "/AGENTS.md",
  ]) {
    const text = await (await request.get(list)).text();
    for (const path of [...unlisted, "/favicon.ico"])
      expect(text.includes(path), `${list} ${path}`).toBe(false);
  }
});

const iconsOf = (html: string) =>
  [...html.matchAll(/<link rel="icon" href="([^"]*)"/g)].map(([, href]) => href);

test("a live page has one icon, which is that of its sign", async ({ request }) => {
  skipOffSample();
  const swaps = sampleTransactions.map(({ txid }) => `/track?txid=${txid}`);
  const found = new Set<string | undefined>();
  for (const path of ["/status", "/status/btc", "/status/ltc", ...swaps]) {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text();
    const [icon, ...others] = iconsOf(html);
    const [, state] = /class="signboard" data-state="(\w+)"/.exec(html) ?? [];
    const [, tone = state] = /data-tone="(\w+)"/.exec(html) ?? [];
    const names = { done: "open", held: "warned", stopped: "halted" } as Readonly<
      Record<string, string>
    >;
    expect([path, icon, others]).toEqual([path, `/icons/${names[tone ?? ""] ?? tone}.svg`, []]);
    found.add(icon);
  }
  expect(found.size).toBeGreaterThanOrEqual(6);
  for (const icon of found) {
    const answer = await request.get(icon ?? "");
    expect(answer.headers()).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=3600",
    });
    expect(ownFields(answer.headers()).vary).toBeUndefined();
    expect(await answer.text()).toMatch(/^<svg /);
  }
});

test("a page without a state has the logo, and an icon of no state is missing", async ({
  request,
}) => {
  for (const path of ["/", "/track", "/track?txid=63", "/quote?from=BTC&to=ETH&amount=1"]) {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text();
    expect([path, iconsOf(html)]).toEqual([path, ["/logo.svg"]]);
  }
  for (const name of ["none.svg", "open", "open.png"]) {
    const missing = await request.get(`/icons/${name}`, {
      headers: { accept: "application/json" },
    });
    expect([name, missing.status()]).toEqual([name, 404]);
  }
});

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
const digests = new Map<string, string>();

for (const path of pages) {
  test(`${path} names its image with absolute address, size and description`, async ({
    request,
    baseURL,
  }) => {
    const html = await (await request.get(path)).text();
    const metas = [...html.matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)"/g)];
    const facts = Object.fromEntries(metas.map(([, name, content]) => [name, content]));
    expect(metas.filter(([, name]) => name === "og:image")).toHaveLength(1);
    expect(facts).toMatchObject({
      "og:image:type": "image/png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": `A road sign with the words: ${findResource(path).title}`.replaceAll(
        "'",
        "&#x27;",
      ),
    });
    const address = new URL(String(facts["og:image"]));
    expect(address.origin).toBe(baseURL);
    // What an image crawler sends.
    const response = await request.get(address.href, {
      headers: { accept: "image/png, image/*;q=0.8" },
    });
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toBe("image/png");
    expect(response.headers()["cache-control"]).toBe("public, max-age=3600");
    expect(ownFields(response.headers())).not.toHaveProperty("vary");
    const body = await response.body();
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(body.byteLength).toBeLessThan(300_000);
  });
}

test("each page has its own image", async ({ request }) => {
  for (const path of pages) {
    const file = `app${path === "/" ? "" : path}/opengraph-image.tsx`;
    expect(existsSync(file), file).toBe(true);
    const body = await (await request.get(`${path === "/" ? "" : path}/opengraph-image`)).body();
    digests.set(path, createHash("sha256").update(body).digest("hex"));
  }
  expect(new Set(digests.values()).size).toBe(pages.length);
});

test("the icons are linked and served, and other images are missing", async ({ request }) => {
  const html = await (await request.get("/")).text();
  for (const [rel, type] of [
    ["icon", "image/svg+xml"],
    ["apple-touch-icon", "image/png"],
  ] as const) {
    const [, address = ""] = new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(html) ?? [];
    const icon = await request.get(address, { headers: { accept: type } });
    expect(icon.status(), rel).toBe(200);
    expect(icon.headers()["content-type"]).toContain(type);
  }
  const missing = await request.get("/nope/opengraph-image");
  expect([missing.status(), missing.headers()["cache-control"]]).toEqual([404, "no-store"]);
});
