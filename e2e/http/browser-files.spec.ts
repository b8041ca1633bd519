// What browsers ask for by themselves: the icon, the manifest, and the descriptions of the two searches. No list for agents names them.
import { expect, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";

test("the icon is an image of 32 pixels, drawn when the site is built", async ({ request }) => {
  const response = await request.get("/favicon.ico", { headers: { accept: "image/avif,image/*,*/*;q=0.8" } });
  const headers = response.headers();
  expect([response.status(), headers["content-type"], headers["cache-control"], headers.vary]).toEqual([
    200,
    "image/x-icon",
    "public, max-age=3600",
    undefined,
  ]);
  const body = await response.body();
  // One image, whose bytes are a PNG of the same size.
  expect([...body.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const [length, start] = [body.readUInt32LE(14), body.readUInt32LE(18)];
  expect([start + length, body.toString("latin1", start + 1, start + 4)]).toEqual([body.byteLength, "PNG"]);
  expect([body.readUInt32BE(start + 16), body.readUInt32BE(start + 20)]).toEqual([32, 32]);
});

test("the manifest makes the site installable, and nothing of it works offline", async ({ request, page, baseURL }) => {
  await page.goto("/");
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.json");
  // As the page's own policy lets the browser read it.
  const devtools = await page.context().newCDPSession(page);
  const read = await devtools.send("Page.getAppManifest");
  expect([read.url, read.errors]).toEqual([`${baseURL}/manifest.json`, []]);
  const response = await request.get("/manifest.json");
  expect(response.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({ name: "Signpost", start_url: "/", scope: "/", display: "minimal-ui", lang: "en" });
  const [light] = await page.locator('meta[name="theme-color"][media*="light"]').all();
  expect([manifest.theme_color, manifest.background_color]).toEqual(
    Array(2).fill(await light?.getAttribute("content")),
  );
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect([new URL(src, baseURL).origin, icon.status(), icon.headers()["content-type"]?.split(";")[0]]).toEqual([
      baseURL,
      200,
      type,
    ]);
  }
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any", "180x180"]);
  // An old state must never look like the state of now, so no worker keeps a page.
  expect(manifest.serviceworker).toBeUndefined();
  expect(await page.evaluate(() => navigator.serviceWorker?.getRegistrations().then((all) => all.length))).toBe(0);
});

for (const [path, address, typed, shown] of [
  ["/quote/opensearch.xml", "/quote?from=", "bitcoin", "You send"],
  ["/track/opensearch.xml", "/track?txid=", "0010".repeat(16), "Transaction id"],
] as const)
  test(`a browser's search asks ${address}… as ${path} describes it`, async ({ request, page, baseURL }) => {
    await page.goto("/legal");
    const link = page.locator(`link[rel="search"][href="${baseURL}${path}"]`);
    await expect(link).toHaveAttribute("type", "application/opensearchdescription+xml");
    const response = await request.get(path);
    expect(response.headers()["content-type"]).toBe("application/opensearchdescription+xml; charset=utf-8");
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

test("no list for agents names what only browsers ask for", async ({ request }) => {
  const unlisted = resourcePaths.filter((path) => findResource(path).unlisted);
  expect(unlisted).toEqual(["/manifest.json", "/quote/opensearch.xml", "/track/opensearch.xml"]);
  for (const list of ["/llms.txt", "/llms-full.txt", "/openapi.json", "/sitemap.xml", "/sitemap.md", "/AGENTS.md"]) {
    const text = await (await request.get(list)).text();
    for (const path of [...unlisted, "/favicon.ico"]) expect(text.includes(path), `${list} ${path}`).toBe(false);
  }
});
