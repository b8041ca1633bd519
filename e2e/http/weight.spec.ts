// What a page weighs: HTML and fonts within their budgets, and the code of our own apart from Next's runtime.
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { resourcePaths, toResource } from "../../lib/site/resources.ts";

const pages = resourcePaths.filter((path) => toResource(path).kind === "page");
/** Words of our own components, which stand in no chunk of Next or React. */
const ours = /Not read yet|Not copied|signpost|aria-current":|Waiting for the answer/;

for (const path of pages) {
  test(`${path} is at most 60 KB of HTML and 65 KB of fonts, with at most 5 KB of our script as sent`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text();
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(60_000);
    const fonts = new Set([...html.matchAll(/\/_next\/static\/media\/[\w.~-]+\.woff2/g)].map(([address]) => address));
    let fontBytes = 0;
    for (const address of fonts) fontBytes += (await (await request.get(address)).body()).byteLength;
    expect(fonts.size).toBe(2);
    expect(fontBytes).toBeLessThanOrEqual(65_000);
    const chunks = new Set([...html.matchAll(/\/_next\/static\/chunks\/[\w.~-]+\.js/g)].map(([address]) => address));
    let own = 0;
    for (const address of chunks) {
      const text = await (await request.get(address)).text();
      if (ours.test(text)) own += gzipSync(text).byteLength;
    }
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThanOrEqual(5_000);
  });
}
