// Every page at three widths, with and without JavaScript: no overflow, no shift, no error.
// With JavaScript also: axe in light and in dark, zoom, twice the text, the size of targets.
import { expect, type Page, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { expectWholeIn, expectWholeWithoutScripts, findCutOff, readOverflow } from "../support/page-checks.ts";

const pages: readonly string[] = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/no-such-page",
];
const answered = ["/quote?from=BTC&to=ETH&amount=0.05", `/track?txid=${"0012".repeat(16)}`];

const folderOf = (path: string) => `e2e/artifacts/${path.slice(1).replaceAll("/", "-") || "home"}`;

for (const path of pages) {
  test(`${path} is correct at each width, light and dark, zoomed and with twice the text, and its targets are large enough`, async ({
    page,
    baseURL,
  }) => {
    await expectWholeIn(page, `${baseURL}${path}`, { folder: folderOf(path), axe: [[360], [1440]] });
    await expectReadable(page);
  });

  test(`${path} without JavaScript is correct at each width`, async ({ browser, baseURL }) => {
    await expectWholeWithoutScripts(browser, `${baseURL}${path}`, { folder: folderOf(path) });
  });
}

for (const path of answered) {
  test(`${path} is correct zoomed and with twice the text, and its targets are large enough`, async ({ page }) => {
    await page.goto(path);
    await expectReadable(page);
  });
}

/** Targets have at least 24 pixels outside of sentences. Nothing is hidden at 200 % zoom and twice the text, nor at 400 % zoom. */
async function expectReadable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const small = await page
    .locator(".top a, .foot a, .outline a, button, input:not([type=hidden]), select, textarea")
    .evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width === 0 || (width >= 24 && height >= 24) ? [] : [`${one.textContent} ${width} x ${height}`];
      }),
    );
  expect(small).toEqual([]);
  // 1280 CSS pixels at 200 % are 640, at 400 % they are 320. Text alone at double size is harder.
  for (const [what, viewport, textSize] of [
    ["200 % zoom and twice the text", { width: 640, height: 400 }, "200%"],
    ["400 % zoom", { width: 320, height: 256 }, "100%"],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.locator("html").evaluate((root, size) => {
      root.style.fontSize = size;
    }, textSize);
    expect(await readOverflow(page), `horizontal overflow in px at ${what}`).toBeLessThanOrEqual(0);
    expect(await findCutOff(page), what).toEqual([]);
  }
}
