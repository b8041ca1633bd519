// The preview of a link to a page: each page has its own image, made at build time.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");
const digests = new Map<string, string>();

for (const path of pages) {
  test(`${path} names its image with absolute address, size and description`, async ({ request, baseURL }) => {
    const html = await (await request.get(path)).text();
    const metas = [...html.matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)"/g)];
    const facts = Object.fromEntries(metas.map(([, name, content]) => [name, content]));
    expect(metas.filter(([, name]) => name === "og:image")).toHaveLength(1);
    expect(facts).toMatchObject({
      "og:image:type": "image/png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": `A road sign with the words: ${findResource(path).title}`.replaceAll("'", "&#x27;"),
    });
    const address = new URL(String(facts["og:image"]));
    expect(address.origin).toBe(baseURL);
    // What an image crawler sends.
    const response = await request.get(address.href, { headers: { accept: "image/png, image/*;q=0.8" } });
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toBe("image/png");
    expect(response.headers()["cache-control"]).toBe("public, max-age=3600");
    expect(response.headers()).not.toHaveProperty("vary");
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
