// A person reads the fee guide: what four sizes cost now stands in it, ages, and is not there where it is not known.
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { readShifts, watchShifts } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const sizes = [100, 500, 5000, 50000];

/** Each size leads to its quote and has what it brings and costs; the verdict stands above, the age below. */
async function expectSizes(part: Page | FrameLocator): Promise<void> {
  await expect(part.locator(".sizes .verdict")).toHaveAttribute("data-state", "open");
  for (const size of sizes) {
    const link = part.locator(`a[href$="amount_usd=${size}"]`);
    const row = part.getByRole("row").filter({ has: link });
    await expect(row).toContainText(/ ETH\$[\d,]+\.\d\d \(\d+(\.\d\d)?\s%\)$/);
  }
  await expect(part.locator(".age")).toContainText(/UTC/);
}

test("four sizes come in place and age, and nothing moves", async ({ ownPage: page }) => {
  await page.clock.install();
  await page.setViewportSize({ width: 320, height: 900 });
  await watchShifts(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/pricing/now", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/pricing");
  const readHeight = () => page.locator("main").evaluate((one) => one.scrollHeight);
  await expect(page.locator(".now table")).toHaveCount(0);
  const before = await readHeight();
  answer();
  await expectSizes(page);
  const age = page.locator(".age");
  // The age grows, then gets another unit. A fresh block may be half a minute old.
  const readSeconds = async () =>
    Number(/\b(\d+)\sseconds?/.exec((await age.textContent()) ?? "")?.[1]);
  const secondsAtFirst = await readSeconds();
  await page.clock.runFor("00:10");
  await expect.poll(readSeconds, { timeout: 5_000 }).toBeGreaterThanOrEqual(secondsAtFirst + 10);
  await expect(page.locator(".sizes .verdict")).toHaveAttribute("data-state", "open");
  await page.clock.runFor("01:50");
  await expect(age).toContainText(/\bminutes?\b/);
  await expect(page.locator(".sizes .verdict")).toHaveAttribute("data-state", "stale");
  await expect(page.locator(".now [role=status]")).not.toBeEmpty();
  expect(await readHeight()).toBe(before);
  expect(await readShifts(page)).toEqual([]);
});

test("where the costs cannot be read the page says so and shows no figure", async ({ page }) => {
  await page.route("**/pricing/now", (route) => route.abort());
  await page.goto("/pricing");
  await expect(page.locator(".now")).toContainText("Not checked");
  await expect(page.locator(".now table")).toHaveCount(0);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("the costs stand in a frame that looks like the page, and lead to a quote", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto("/pricing");
    const frame = page.frameLocator("iframe");
    await expectSizes(frame);
    const root = frame.locator("html");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const ground = await page
        .locator("html")
        .evaluate((one) => getComputedStyle(one).backgroundColor);
      await expect(root).toHaveCSS("background-color", ground);
    }
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await root.evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        one.scrollHeight - one.clientHeight,
      ]);
      expect(overflow, `${width} px`).toEqual([0, 0]);
    }
    await frame.locator('a[href$="amount_usd=500"]').click();
    await expect(page).toHaveURL(/\/quote\?.*amount_usd=500$/);
    await expect(page.getByRole("region", { name: "Answer" })).toBeVisible();
  });
});
