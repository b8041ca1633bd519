// A person chooses an asset in the list below a field: by keyboard, by touch, and with verdicts no older than a minute.
import { expect, type Locator, type Page } from "@playwright/test";
import { hueOf } from "../../lib/site/live/assets/picker.ts";
import {
  expectNoViolations,
  findCutOff,
  readOverflow,
  setTextSize,
  waitForReact,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const listOf = (page: Page) => page.getByRole("listbox");
const rowOf = (page: Page, name: string) =>
  listOf(page).getByRole("option").filter({ hasText: name });

/** Once a script runs, both fields are comboboxes with a list of their own. */
async function openPage(page: Page, path = "/quote"): Promise<readonly [Locator, Locator]> {
  await page.goto(path);
  await waitForReact(page);
  const to = page.getByRole("combobox", { name: "You receive", exact: true });
  await expect(to).toHaveAttribute("aria-expanded", "false");
  return [page.getByRole("combobox", { name: "You send", exact: true }), to];
}

/** The row that a screen reader hears. Empty: that of the field itself. */
const readActive = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant");
    return id ? document.getElementById(id)?.textContent : "";
  });

test("a row is found, walked to, taken and left by keyboard alone", async ({ page }) => {
  const [from, to] = await openPage(page);
  const list = listOf(page);
  const { keyboard } = page;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await from.focus();
  await expect(list).toBeHidden();
  await keyboard.type("avalanche usdc");
  await expect(list.getByRole("option")).toHaveCount(1);
  await expect(from).toHaveAttribute("aria-expanded", "true");
  expect(await readActive(page)).toBe("");
  await press("ArrowDown");
  expect(await readActive(page)).toContain("USDC on Avalanche");
  const active = list.getByRole("option", { selected: true });
  await expect(active).toHaveCount(1);
  await expectNoViolations(page, ["light", "dark"], "form");
  await page.emulateMedia({ forcedColors: "active" });
  await expect(active).toHaveCSS("outline-style", "solid");
  await press("Enter");
  await expect(from).toHaveValue("AVAX.USDC");
  await expect(from).toBeFocused();
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/\/quote$/);

  await press("ArrowDown", "ArrowDown", "Home", "ArrowUp");
  expect(await readActive(page)).toBe(await list.getByRole("option").last().textContent());
  await press("Escape");
  await expect(list).toBeHidden();
  await expect(from).toHaveValue("AVAX.USDC");

  // What is typed stays as it is where no row was taken.
  await to.focus();
  await keyboard.type("xrp");
  await press("ArrowDown", "Tab");
  await expect(to).toHaveValue("xrp");
  await expect(list).toBeHidden();
});

for (const path of ["/quote", "/", "/pricing"])
  test(`${path}: each row is large enough to touch and takes its asset, with twice the text too`, {
    tag: path === "/" ? [] : "@slow",
  }, async ({ page }) => {
    for (const [width, size] of [
      [320, "100%"],
      [390, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      const [, to] = await openPage(page, path);
      await setTextSize(page, size);
      await to.click();
      const list = listOf(page);
      const rows = list.getByRole("option");
      await expect(rows.locator(".verdict").first()).toBeVisible();
      const heights = await rows.evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      expect(await readOverflow(page), `${width} px, text ${size}`).toBeLessThanOrEqual(0);
      expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      expect(await findCutOff(page)).toEqual([]);
      await expect(list).toBeInViewport({ ratio: 0.99 });
      await rowOf(page, "BTC on Bitcoin").click();
      await expect(to).toHaveValue("BTC.BTC");
      await expect(to).toBeFocused();
      await expect(list).toBeHidden();
    }
  });

test("rows have verdicts by what the field asks, for a minute", async ({ ownPage: page }) => {
  await page.clock.install();
  const [from, to] = await openPage(page);
  await from.click();
  const verdictOf = (name: string) => rowOf(page, name).locator(".verdict");
  await expect(verdictOf("LTC on Litecoin")).toHaveAttribute("data-state", "halted");
  await page.keyboard.press("Tab");
  await expect(to, "a long list is no stop of the key").toBeFocused();
  await to.click();
  // Its payouts wait, and deposits do not.
  await expect(verdictOf("XRP on XRP Ledger")).not.toHaveAttribute("data-state", "open");
  await page.route("**/assets.json", (route) => route.abort());
  await page.clock.runFor("01:00");
  await expect(listOf(page).locator(".verdict")).toHaveCount(0);
});

test("a list of assets that is old, or of no known age, tells no verdict", async ({ page }) => {
  for (const change of [
    { as_of: { age_seconds: 61 } },
    { freshness: "stale", as_of: { age_seconds: 1 } },
    { as_of: { age_seconds: null } },
  ]) {
    await page.route(
      "**/assets.json",
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), ...change } });
      },
      { times: 1 },
    );
    const [from] = await openPage(page);
    const answered = page.waitForResponse("**/assets.json");
    await from.click();
    await (await answered).finished();
    // By then the page has processed the answer.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(rowOf(page, "BTC on Bitcoin")).toBeVisible();
    await expect(listOf(page).locator(".verdict"), JSON.stringify(change)).toHaveCount(0);
  }
});

test("a letter is readable on its mark in each colour that a name can give", async ({ page }) => {
  expect(new Set(["BTC", "ETH", "USDC", "USDT", "DOGE"].map(hueOf)).size).toBe(5);
  const [from] = await openPage(page);
  await from.click();
  // What is read later makes the rows anew.
  await expect(listOf(page).locator(".verdict").first()).toBeVisible();
  await listOf(page)
    .locator("b")
    .evaluateAll((marks) => {
      for (const [index, mark] of (marks as HTMLElement[]).entries())
        mark.style.setProperty("--hue", String((index * 360) / marks.length));
    });
  await expectNoViolations(page, ["light", "dark"], "[role=listbox]");
});
