// This folder tests in a real Chromium what a person does.
// This file: reading any page, on a phone and a desk, in both schemes, by keyboard, without scripts and on paper.
import { expect } from "@playwright/test";
import { urlOf } from "../support/forms.ts";
import { answers, moreAnswers, pages } from "../support/looked-pages.ts";
import {
  expectWholeIn,
  expectWholeWithoutScripts,
  findBrokenNumbers,
  findCovered,
  findCutOff,
  findLostOnPaper,
  openDetails,
  readFocus,
  readOverflow,
  setTextSize,
  waitForReact,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

for (const path of [...pages, ...answers, ...moreAnswers]) {
  const tag = moreAnswers.includes(path) ? "@slow" : [];
  test(`${path.slice(0, 80)} is whole at 390 and 1280 px, and at 320 px with all open, twice the text and no script`, {
    tag,
  }, async ({ ownPage: page, browser }) => {
    await expectWholeIn(page, path, [390, 1280]);
    await openDetails(page);
    expect(await findCovered(page, ".copy")).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    for (const size of ["100%", "200%"]) {
      await setTextSize(page, size);
      expect.soft(await readOverflow(page), `px, text ${size}`).toBeLessThanOrEqual(0);
      expect.soft(await findCutOff(page), `text ${size}`).toEqual([]);
      if (size === "200%") continue;
      expect(await findCovered(page, ".copy")).toEqual([]);
      expect(await findBrokenNumbers(page, ".signboard dd, .quote-part :is(dd, td)")).toEqual([]);
    }
    await expectWholeWithoutScripts(browser, urlOf(path), [320]);
  });
}

/** Among them they have each kind of control. */
const controlled = ["/", "/status", "/developers/mcp", ...answers.slice(1, 3)];
for (const path of [...pages, ...answers.slice(1, 3)])
  test(`${path.slice(0, 80)}: Tab reaches everything in sight, and skips to the content`, {
    tag: controlled.includes(path) ? [] : "@slow",
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await waitForReact(page);
    // React adds the buttons when it has nothing urgent to do.
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".code")].every((one) => one.querySelector("button")),
    );
    const { controls } = await readFocus(page);
    const places = new Set<number>();
    for (let presses = 0; presses < controls.length; presses += 1) {
      await page.keyboard.press("Tab");
      const { place, isSeen } = await readFocus(page);
      if (presses === 0) await expect(page.locator(":focus")).toHaveAttribute("class", "skip");
      expect(isSeen, controls[place]).toBe(true);
      places.add(place);
    }
    expect(controls.filter((_, place) => !places.has(place))).toEqual([]);

    await page.goto(path);
    for (const key of ["Tab", "Enter", "Tab"]) await page.keyboard.press(key);
    expect((await readFocus(page)).isInMain).toBe(true);
  });

/** Among them they have each kind of text and of answer. */
const printed = ["/pricing", "/status", "/developers/api", ...answers.slice(1, 3)];
for (const path of [...pages, ...answers.slice(1, 3)])
  test(`${path.slice(0, 80)} is complete on paper, dark on white, with its addresses`, {
    tag: printed.includes(path) ? [] : "@slow",
  }, async ({ page }) => {
    await page.goto(path);
    await page.setViewportSize({ width: 718, height: 1047 });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findCutOff(page)).toEqual([]);
    expect(await findLostOnPaper(page)).toEqual([]);
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
    await expect(page.locator(":is(button, input, select, textarea, nav):visible")).toHaveCount(0);
    // Both at once: a page may still get another first link.
    const link = page.locator('main a:is([href^="/"], [href^="http"]):visible').first();
    const { written, href } = await link.evaluate((one: HTMLAnchorElement) => ({
      written: getComputedStyle(one, "::after").content.replaceAll('" "', ""),
      // With two sites, the layout does not know its page's origin.
      href: document.documentElement.dataset.origin ? one.href : one.getAttribute("href"),
    }));
    expect(written).toContain(`(${href})`);
  });

test("a reference is folded to its sections on a phone, and leads to each", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/developers/api");
  const outline = page.getByRole("navigation", { name: "On this page" });
  await expect(outline.getByRole("link")).toHaveCount(0);
  await outline.locator("summary").click();
  const headings = page.locator(".text > h2");
  await expect(outline.getByRole("link")).toHaveText(await headings.allTextContents());
  await outline.getByRole("link").last().click();
  await expect(headings.last()).toBeInViewport();
});
