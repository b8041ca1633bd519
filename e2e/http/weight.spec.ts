// What a page weighs: HTML and fonts within their budgets, and every script that a bare page of Next would not have.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { resourcePaths, toResource } from "../../lib/site/resources.ts";
import { FONT_BYTES, HTML_BYTES, OWN_SCRIPT_BYTES } from "../budgets.ts";

const pages = [
  ...resourcePaths.filter((path) => toResource(path).kind === "page"),
  "/quote?from=eth.usdc&to=btc&amount=50000&destination=sample-btc-recipient&tolerance_bps=300&streaming=1",
  ...sampleTransactions.map(({ txid }) => `/track?txid=${txid}`),
];

const listFiles = (html: string, pattern: RegExp) => new Set([...html.matchAll(pattern)].map(([address]) => address));
const listChunks = (html: string) => listFiles(html, /\/_next\/static\/chunks\/[\w.~-]+\.js/g);

/** Without an address of their own, and no data. Next's are its start and the copy of the page that React compares. */
const listOwnInline = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", text = ""]) =>
    /\s(src|type)=/.test(attributes) || /^\(?self\.__next_f|^\(globalThis\["TURBOPACK"\]/.test(text) ? [] : [text],
  );

/** Next's own page for a fault: it has neither a layout nor a component of this site, so it loads what every page loads. */
function listRuntimeChunks(): ReadonlySet<string> {
  const file = fileURLToPath(new URL("../../.next-test/server/app/_global-error.html", import.meta.url));
  return listChunks(readFileSync(file, "utf8"));
}

for (const path of [
  `/track?txid=${"a".repeat(9_000)}`,
  `/track?txid=${"&".repeat(9_000)}`,
  `/track?txid=${"%22".repeat(190)}`,
  `/quote?from=BTC&to=ETH&amount=${"1".repeat(7_000)}`,
  `/quote?from=${"a".repeat(6_000)}&to=ETH&amount=1`,
  `/quote?utm=${"a".repeat(9_000)}`,
  `/status?x=${"a".repeat(14_000)}`,
]) {
  test(`${path.slice(0, 50)}…, ${path.length} characters, keeps the budget of HTML`, async ({ request }) => {
    const first = await request.get(path, { maxRedirects: 0 });
    if (first.status() === 307) expect(first.headers()["content-type"]).toBe("text/plain; charset=utf-8");
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect((await response.body()).byteLength, "bytes of HTML").toBeLessThanOrEqual(HTML_BYTES);
  });
}

for (const path of pages) {
  test(`${path.slice(0, 30)} keeps the budgets of HTML, fonts and own script`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    expect(Buffer.byteLength(html), "bytes of HTML").toBeLessThanOrEqual(HTML_BYTES);
    const fonts = listFiles(html, /\/_next\/static\/media\/[\w.~-]+\.woff2/g);
    let fontBytes = 0;
    for (const address of fonts) fontBytes += (await (await request.get(address)).body()).byteLength;
    expect(fonts.size).toBe(2);
    expect(fontBytes, "bytes of fonts").toBeLessThanOrEqual(FONT_BYTES);

    const runtime = listRuntimeChunks();
    const chunks = listChunks(html);
    expect(
      [...runtime].filter((address) => !chunks.has(address)),
      "Next's own",
    ).toEqual([]);
    const own = listOwnInline(html);
    for (const address of chunks) if (!runtime.has(address)) own.push(await (await request.get(address)).text());
    // Every page has the navigation.
    expect(own.join("")).toContain("aria-current");
    const bytes = own.reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
    expect(bytes, "bytes of own script").toBeLessThanOrEqual(OWN_SCRIPT_BYTES);
  });
}
