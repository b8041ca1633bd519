// The list of assets below a field: by keyboard, by touch and for a screen reader, on each page that asks for a quote.
import { expect, type Locator, type Page } from "@playwright/test";
import { hueOf } from "../../lib/site/live/assets/picker.ts";
import {
  expectNoViolations,
  findCutOff,
  findViolations,
  readOverflow,
  waitForReact,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const pages = ["/quote", "/", "/pricing"];

/** Once a script runs, both fields are comboboxes with a list of their own. */
async function openPage(page: Page, path: string) {
  await page.goto(path, { waitUntil: "networkidle" });
  await waitForReact(page);
  const [from, to] = ["You send", "You receive"].map((name) =>
    page.getByRole("combobox", { name, exact: true }),
  );
  await expect(to as Locator).toHaveAttribute("aria-expanded", "false");
  return { from: from as Locator, to: to as Locator, list: page.getByRole("listbox") };
}

const activeText = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant");
    return id ? (document.getElementById(id)?.textContent ?? "no such row") : null;
  });

// One script serves all three pages: where it stands and that it takes an asset is held on each, below.
test("/quote: a row is found, walked to and taken by keyboard alone", async ({ page }) => {
  const { from, to, list } = await openPage(page, "/quote");
  await expect(from).not.toHaveAttribute("list");
  await from.focus();
  await expect(list).toBeHidden();
  await page.keyboard.type("avalanche usdc");
  await expect(list.getByRole("option")).toHaveCount(1);
  await expect(from).toHaveAttribute("aria-expanded", "true");
  await expect(list).toHaveAccessibleName("Assets");
  expect(await from.getAttribute("aria-controls")).toBe(await list.getAttribute("id"));
  expect(await activeText(page)).toBeNull();
  await page.keyboard.press("ArrowDown");
  expect(await activeText(page)).toContain("USDC on Avalanche");
  await expect(list.getByRole("option", { selected: true })).toHaveCount(1);
  await expectNoViolations(page, ["light", "dark"], "form");
  await page.keyboard.press("Enter");
  await expect(from).toHaveValue("AVAX.USDC");
  await expect(from).toBeFocused();
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/\/quote$/);

  await page.keyboard.press("ArrowDown");
  expect(await list.getByRole("option").count()).toBeGreaterThan(5);
  await page.keyboard.press("ArrowDown");
  const second = await activeText(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  expect(await activeText(page)).toBe(second);
  await page.keyboard.press("Home");
  expect(await activeText(page)).toBeNull();
  await page.keyboard.press("ArrowUp");
  expect(await activeText(page)).toContain(
    (await list.getByRole("option").last().textContent()) as string,
  );
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(from).toHaveValue("AVAX.USDC");

  await to.focus();
  await page.keyboard.type("tether");
  await expect(list).toBeHidden();
  await page.keyboard.type(" tron");
  await page.keyboard.press("Tab");
  await expect(to).toHaveValue("tether tron");
  await to.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("xrp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(to).toHaveValue("xrp");
  await expect(list).toBeHidden();
});

for (const path of pages) {
  test(`${path}: each row is large enough to touch, and takes its asset`, async ({ page }) => {
    for (const [width, textSize] of [
      [320, "100%"],
      [390, "200%"],
      [1440, "100%"],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      const { to, list } = await openPage(page, path);
      await page.locator("html").evaluate((root, size) => {
        root.style.fontSize = size;
      }, textSize);
      await to.click();
      const rows = list.getByRole("option");
      await expect(rows.filter({ hasText: "open" }).first()).toBeVisible();
      const heights = await rows.evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      if (textSize === "100%")
        expect(Math.max(...heights), "two or three lines of text").toBeLessThan(90);
      expect(await readOverflow(page), `${width} px, text ${textSize}`).toBeLessThanOrEqual(0);
      expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      expect(await findCutOff(page)).toEqual([]);
      await expect(list).toBeInViewport({ ratio: 0.99 });
      // At one moment: the page may still be scrolling to the list.
      const below = await to.evaluate((field) => {
        const own = document.getElementById(field.getAttribute("aria-controls") ?? "");
        return (own?.getBoundingClientRect().top ?? 0) - field.getBoundingClientRect().bottom;
      });
      expect(Math.abs(below)).toBeLessThan(2);
      await rows.filter({ hasText: "BTC on Bitcoin" }).click();
      await expect(to).toHaveValue("BTC.BTC");
      await expect(to).toBeFocused();
      await expect(list).toBeHidden();
    }
  });
}

test("the rows say what the assets' document says, by what the field asks, for a minute", async ({
  ownPage: page,
}) => {
  await page.clock.install();
  const { from, to, list } = await openPage(page, "/quote");
  const row = (name: string) => list.getByRole("option").filter({ hasText: name });
  await from.click();
  await expect(row("LTC on Litecoin")).toContainText(/halted, pool of \$[\d,]+$/);
  await expect(row("RUNE on THORChain")).toHaveText(/open$/);
  await page.keyboard.press("Tab");
  await expect(to, "a long list is no stop of the key").toBeFocused();
  await to.click();
  await expect(row("XRP on XRP Ledger")).toContainText("payouts wait");
  expect(await findViolations(page, "form")).toEqual([]);
  await page.clock.runFor("01:00");
  await expect(row("XRP on XRP Ledger")).toHaveText("XXRP on XRP Ledger");
  await page.route("**/assets.json", (route) => route.abort());
  await page.keyboard.press("Escape");
  await to.click();
  await expect(row("XRP on XRP Ledger")).toHaveText("XXRP on XRP Ledger");
});

for (const [what, change] of [
  ["old", { as_of: { age_seconds: 61 } }],
  ["not fresh", { freshness: "stale", as_of: { age_seconds: 1 } }],
  ["of no known age", { as_of: { age_seconds: null } }],
] as const) {
  test(`a document that is ${what} tells no verdict`, async ({ page }) => {
    await page.route("**/assets.json", async (route) => {
      const body = await (await route.fetch()).json();
      await route.fulfill({ json: { ...body, ...change } });
    });
    const { from, list } = await openPage(page, "/");
    await from.click();
    await expect(list.getByRole("option").filter({ hasText: "BTC on Bitcoin" })).toHaveText(
      "BBTC on Bitcoin",
    );
    await expect(list.locator(".verdict")).toHaveCount(0);
  });
}

test("a letter is readable on its mark in each colour that letters can give", async ({ page }) => {
  const { from, list } = await openPage(page, "/quote");
  expect(new Set(["BTC", "ETH", "USDC", "USDT", "DOGE"].map(hueOf)).size).toBe(5);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await from.click();
    // What is read later makes the rows anew.
    await expect(list.locator(".verdict").first()).toBeVisible();
    const contrasts = await list
      .locator("b")
      .first()
      .evaluate((mark: HTMLElement) => {
        const canvas = document
          .createElement("canvas")
          .getContext("2d") as CanvasRenderingContext2D;
        const luminance = (colour: string) => {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
            (one) => (one <= 10 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4),
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        return Array.from({ length: 360 }, (_, hue) => {
          mark.style.setProperty("--hue", String(hue));
          const { color, backgroundColor } = getComputedStyle(mark);
          return (luminance(color) + 0.05) / (luminance(backgroundColor) + 0.05);
        });
      });
    expect(contrasts).toHaveLength(360);
    expect(Math.min(...contrasts), colorScheme).toBeGreaterThanOrEqual(4.5);
    await page.keyboard.press("Escape");
  }
});

test("with forced colours the row that Enter takes has an outline", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const { from, list } = await openPage(page, "/quote");
  await from.focus();
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toHaveCSS("outline-style", "solid");
});

test("the sentence that asks for an address leads to its field, which opens", async ({ page }) => {
  await page.goto("/quote?from=ETH&to=BTC&amount=1");
  const field = page.getByLabel("Receiving address", { exact: true });
  await expect(field).toBeHidden();
  await page.getByRole("link", { name: "Add your Bitcoin address to see where to send." }).click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
});

for (const path of pages) {
  test(`${path}: the example of an amount can be typed on the keyboard of numbers, and dollars stand beside`, async ({
    page,
  }) => {
    await page.goto(path);
    const amount = page.getByLabel("Amount to send");
    await expect(amount).toHaveAttribute("inputmode", "decimal");
    expect((await amount.getAttribute("placeholder")) ?? "").toMatch(/^[\d.]*$/);
    await expect(
      page.locator("label[for=amount], #amount-hint").filter({ hasText: "$500" }),
    ).toHaveCount(1);
    const unit = page.locator(".beside", { has: amount }).getByLabel("Unit of the amount");
    await expect(unit.getByRole("option")).toHaveText(["Asset", "USD"]);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the list stays a datalist, and the fields are as they were", async ({ page }) => {
    await page.goto("/quote");
    for (const name of ["from", "to"]) {
      const input = page.locator(`[name=${name}]`);
      await expect(input).toHaveAttribute("list", "assets");
      expect(await input.evaluate((one) => one.role)).toBeNull();
    }
    expect(await page.locator("datalist#assets option").count()).toBeGreaterThan(20);
    await expect(page.locator(".picker")).toHaveCount(0);
  });
});
