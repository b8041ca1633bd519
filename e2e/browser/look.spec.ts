// Every page at three widths, with and without JavaScript: no overflow, no shift, no error.
// With JavaScript also: axe in light and in dark, zoom, twice the text with everything open, the size of targets.
import { expect, type Page } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import {
  expectWholeIn,
  expectWholeWithoutScripts,
  findCutOff,
  readOverflow,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const pages: readonly string[] = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/no-such-page",
];
const answered = [
  "/status/doge",
  "/quote?from=BTC&to=ETH&amount=0.05",
  "/quote?from=BTC&to=USDC&amount=90",
  `/track?txid=${"0012".repeat(16)}`,
  `/track?txid=${"0006".repeat(16)}`,
];

const folderOf = (path: string) => `e2e/artifacts/${path.slice(1).replaceAll("/", "-") || "home"}`;

/** Of the pages, `npm test` looks at these at each width. */
const atEachChange = ["/", "/status"];

for (const path of pages) {
  const tag = atEachChange.includes(path) ? [] : "@slow";
  test(`${path} is correct at each width, light and dark, zoomed and with twice the text, and its targets are large enough`, {
    tag,
  }, async ({ ownPage: page, baseURL }) => {
    await expectWholeIn(page, `${baseURL}${path}`, { folder: folderOf(path) });
    await expectReadable(page);
  });

  test(`${path} without JavaScript is correct at each width`, { tag }, async ({
    browser,
    baseURL,
  }) => {
    await expectWholeWithoutScripts(browser, `${baseURL}${path}`, { folder: folderOf(path) });
  });
}

for (const path of answered) {
  test(`${path} is correct zoomed and with twice the text, and its targets are large enough`, async ({
    page,
  }) => {
    await page.goto(path);
    await expectReadable(page);
  });
}

/** 1280 CSS pixels at 200 % are 640, at 400 % they are 320. Text alone at double size is harder. */
const readable = [
  [320, "100%"],
  [390, "100%"],
  [320, "200%"],
  [390, "200%"],
  [640, "200%"],
  [1440, "200%"],
] as const;

/** Targets have at least 24 pixels outside of sentences. With all open that can be, nothing is hidden zoomed or with twice the text. */
async function expectReadable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const small = await page
    .locator(".top a, .foot a, .outline a, button, input:not([type=hidden]), select, textarea")
    .evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width === 0 || (width >= 24 && height >= 24)
          ? []
          : [`${one.textContent} ${width} x ${height}`];
      }),
    );
  expect(small).toEqual([]);
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
  for (const [width, textSize] of readable) {
    await page.setViewportSize({ width, height: 400 });
    await page.locator("html").evaluate((root, size) => {
      root.style.fontSize = size;
    }, textSize);
    expect
      .soft(await readOverflow(page), `overflow in px at ${width} px, text ${textSize}`)
      .toBeLessThanOrEqual(0);
    expect.soft(await findCutOff(page), `${width} px, text ${textSize}`).toEqual([]);
  }
}
