// What a browser downloads for a page: HTML, styles, fonts, and every script that an empty Next page would not have.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type APIRequestContext, expect } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { test } from "../support/answering-test.ts";
import {
  compressedSize,
  FONT_BYTES,
  HTML_BYTES,
  OWN_SCRIPT_BYTES,
  STYLE_BYTES,
} from "../support/budgets.ts";
import { skipOnDeployment } from "../support/forms.ts";
import { root } from "../support/root.ts";
import { SHARED_BUILD } from "../support/start-process.ts";

skipOnDeployment("It reads the build.");

const pages = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/quote?from=eth.usdc&to=btc&amount=50000&destination=sample-btc-recipient&liquidity_tolerance_bps=300&streaming=1",
  `/track?txid=${sampleTransactions[0]?.txid}`,
];

const listFiles = (html: string, pattern: RegExp) => new Set(html.match(pattern));
const listChunks = (html: string) => listFiles(html, /\/_next\/static\/chunks\/[\w.~-]+\.js/g);

/** Inline scripts that are not data. Next's own are its start and the copy of the page for React. */
const listOwnInline = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(
    ([, attributes = "", text = ""]) =>
      /\s(src|type)=/.test(attributes) ||
      /^\(?self\.__next_f|^\(globalThis\["TURBOPACK"\]/.test(text)
        ? []
        : [text],
  );

const readAll = (request: APIRequestContext, addresses: Iterable<string>) =>
  Promise.all([...addresses].map(async (address) => (await request.get(address)).body()));
const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** Next's own error page. It has no layout or component of this site, so it loads what every page loads. */
const listRuntimeChunks = () =>
  listChunks(readFileSync(`${root}${SHARED_BUILD}/server/app/_global-error.html`, "utf8"));

test("the longest questions and each swap stay within the budget of HTML", async ({ request }) => {
  for (const path of [
    ...sampleTransactions.map(({ txid }) => `/track?txid=${txid}`),
    `/quote?from=BTC&to=ETH&amount=${"1".repeat(570)}`,
    `/quote?from=${"a".repeat(570)}&to=ETH&amount=1`,
    `/status?x=${"a".repeat(590)}`,
    "/quote?from=eth.usdc&to=avax.usdc&amount=5000000.5&destination=0xf1c70000000000000000000000000000000c0c01&streaming=2/30",
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(compressedSize(await response.body()), path).toBeLessThanOrEqual(HTML_BYTES);
  }
});

for (const path of pages) {
  test(`${path.slice(0, 30)} stays within the budgets of HTML, styles, fonts and own script`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text();
    expect(compressedSize(html), "bytes of HTML").toBeLessThanOrEqual(HTML_BYTES);
    const styles = await readAll(request, listFiles(html, /\/_next\/static\/[\w./~-]+\.css/g));
    expect(styles).not.toEqual([]);
    expect(sumOf(styles.map(compressedSize)), "bytes of styles").toBeLessThanOrEqual(STYLE_BYTES);
    const media = listFiles(html, /\/_next\/static\/media\/[\w.~-]+\.woff2/g);
    const fonts = (await readAll(request, media)).map(({ byteLength }) => byteLength);
    expect(fonts).toHaveLength(2);
    expect(sumOf(fonts), "bytes of fonts").toBeLessThanOrEqual(FONT_BYTES);

    const runtime = listRuntimeChunks();
    const chunks = listChunks(html);
    expect([...chunks], "Next's own").toEqual(expect.arrayContaining([...runtime]));
    const ownChunks = [...chunks].filter((address) => !runtime.has(address));
    const files = await readAll(request, ownChunks);
    const own = [...listOwnInline(html), ...files.map(String)];
    // Every page has the navigation.
    expect(own.join("")).toContain("aria-current");
    expect(sumOf(own.map(compressedSize)), "bytes of own script").toBeLessThanOrEqual(
      OWN_SCRIPT_BYTES,
    );
  });
}

test("a deployed function carries no file of the project but the content, styles, the view and what the build made", () => {
  const server = join(root, SHARED_BUILD, "server");
  const traces = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".nft.json"),
  );
  const folders = traces.flatMap((trace) => {
    const file = join(server, trace);
    const { files }: { files: readonly string[] } = JSON.parse(readFileSync(file, "utf8"));
    return files.map((name) => {
      const [first, second] = relative(root, join(dirname(file), name)).split("/");
      // Next includes a file wherever the address has "/mcp" in it.
      const route = trace.includes("/mcp") ? "mcp" : trace;
      return first === "app" ? `${route}: app/${second}` : first;
    });
  });
  expect([...new Set(folders)].sort()).toEqual([
    SHARED_BUILD,
    ".signpost",
    "app/embed/quote/route.js.nft.json: app/styles",
    "app/embed/status/route.js.nft.json: app/styles",
    "app/pricing/now/route.js.nft.json: app/styles",
    "content",
    "mcp: app/mcp",
    "mcp: app/styles",
    "node_modules",
  ]);
});
