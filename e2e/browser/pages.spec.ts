// Each page as a document: its head, its navigation and its date. The verify command reads the rest without a browser.
import { expect } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt } from "../../lib/site/registry/updated.ts";
import { test } from "../support/shared-page.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");

for (const path of pages) {
  test(`${path} has its head, its navigation and its date`, async ({ sharedPage: page }) => {
    await page.goto(path);
    const { title, description } = findResource(path);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.locator("head > title")).toHaveCount(1);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", await page.title());
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", description);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
    // A live page has no date of its own, because its content is dated to the block.
    const updated = updatedAt(path);
    if (updated) expect(JSON.stringify(jsonLd)).toContain(updated);
    else expect(JSON.stringify(jsonLd)).not.toContain("dateModified");
    await expect(page.getByRole("note")).toContainText("Sample network");
  });
}

test("a developers' page leads to the others, and to each of its sections, on a phone and on a desk", async ({
  browser,
  baseURL,
}) => {
  for (const width of [320, 1440]) {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${baseURL}/developers/api`);
    const others = page.getByRole("navigation", { name: "Pages of this part" });
    await expect(others.getByRole("link")).toHaveText(["Developers", "REST API reference", "MCP server", "Webhooks"]);
    await expect(others.locator('[aria-current="page"]')).toHaveText("REST API reference");
    const outline = page.getByRole("navigation", { name: "On this page" });
    const summary = outline.locator("summary");
    await expect(summary).toBeVisible({ visible: width === 320 });
    if (width === 320) {
      await expect(outline.getByRole("link")).toHaveCount(0);
      await summary.click();
    }
    const headings = await page.locator(".text > h2").allTextContents();
    await expect(outline.getByRole("link")).toHaveText(headings);
    await outline.getByRole("link").last().click();
    await expect(page.locator(".text > h2").last()).toBeInViewport();
    await context.close();
  }
});

test("an unknown page shows helpful links", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("Page not found · Signpost");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.getByRole("main").getByRole("link").first().click();
  expect(new URL(page.url()).pathname).toBe("/quote");
});
