// Every printed page: black on white in both colour schemes,
// complete on A4, with addresses written out and no screen controls.
import { expect, type Locator, type Page } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { findCutOff, readOverflow } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const pages = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/quote?from=BTC&to=ETH&amount=0.05",
  `/track?txid=${"0012".repeat(16)}`,
  "/no-such-page",
];
/** A4 with margins of 1 cm, in CSS pixels. */
const paper = { width: 718, height: 1047 };

/** Paper cannot be scrolled. */
const findScrolled = (page: Page): Promise<string[]> =>
  page
    .locator("body *")
    .evaluateAll((all) =>
      all.flatMap((one) =>
        /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1
          ? [`${one.tagName} ${one.className}`]
          : [],
      ),
    );

/** Paper cannot be opened either. */
const findFolded = (page: Page): Promise<string[]> =>
  page.locator("details > *").evaluateAll((all) => {
    const folded = all.filter((one) => one.parentElement?.checkVisibility() && !one.checkVisibility());
    return folded.map((one) => `${one.textContent?.slice(0, 60)}`);
  });

const findColoured = (page: Page): Promise<string[]> =>
  page.locator("main :is(h1, h2, h3, p, li, td, th, dt, dd, a, code)").evaluateAll((all) =>
    all.flatMap((one) => {
      const { color } = getComputedStyle(one);
      const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
      const dark = Math.max(red, green, blue) <= 0x44;
      return dark ? [] : [`${one.tagName} ${color}`];
    }),
  );

/** Both at once: a page may still get another first link. The parts of what is written are separate strings. */
const readPrinted = (link: Locator) =>
  link.evaluate((one) => ({
    href: String(one.getAttribute("href")),
    written: getComputedStyle(one, "::after").content.replaceAll('" "', ""),
  }));

for (const path of pages) {
  test(`${path.slice(0, 24)} is complete on paper`, async ({ sharedPage: page, baseURL }) => {
    await page.setViewportSize(paper);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.goto(path);
    expect(await readOverflow(page), "horizontal overflow in px").toBeLessThanOrEqual(0);
    expect(await findCutOff(page), "cut off").toEqual([]);
    expect(await findScrolled(page), "scrolled").toEqual([]);
    expect(await findFolded(page), "folded").toEqual([]);
    await expect(page.locator(":is(button, input, select, textarea, nav):visible")).toHaveCount(0);
    expect(await findColoured(page), "letters that are not dark").toEqual([]);
    const body = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(body).toBe("rgb(255, 255, 255)");
    const link = await readPrinted(page.locator("main a[href]:visible").first());
    expect(link.written).toContain(link.href);
    const own = await readPrinted(page.locator('main a[href^="/"]:visible').first());
    expect(own.written).toContain(`(${baseURL}${own.href})`);
  });
}
