// Each page as a document: its head, landmarks and links, and its content without JavaScript.
import { expect } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { updatedAt } from "../../lib/site/registry/updated.ts";
import { openSharedPage, test } from "../support/shared-page.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");

for (const path of pages) {
  test(`${path} has a correct head and landmarks`, async ({ sharedPage: page, baseURL }) => {
    await page.goto(path);
    const { title, description, twin } = findResource(path);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.locator("head > title")).toHaveCount(1);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", await page.title());
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", description);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      `${baseURL}${path === "/" ? "/" : path}`,
    );
    await expect(page.locator('link[rel="alternate"][type="text/markdown"]')).toHaveAttribute(
      "href",
      `${baseURL}${twin}`,
    );
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.locator("h1")).toHaveCount(1);
    for (const landmark of ["banner", "main", "contentinfo"] as const)
      await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    const levels = await page.locator("h1,h2,h3,h4").evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1);
    }
    const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
    // A live page has no date of its own, because its content is dated to the block.
    const updated = updatedAt(path);
    if (updated) expect(JSON.stringify(jsonLd)).toContain(updated);
    else expect(JSON.stringify(jsonLd)).not.toContain("dateModified");
    await expect(page.getByRole("note")).toContainText("Sample network");
  });

  test(`${path} is readable without JavaScript`, async ({ browser, baseURL }) => {
    const page = await openSharedPage(browser, { baseURL: baseURL as string, javaScriptEnabled: false });
    await page.goto(path);
    expect((await page.locator("main").textContent())?.length).toBeGreaterThan(500);
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

test("every link of every page has a target", async ({ page, request, baseURL }) => {
  const seen = new Set<string>();
  for (const path of pages) {
    await page.goto(path);
    // A link of a drawing has an `href` of another type.
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((one) => new URL(one.getAttribute("href") ?? "", document.baseURI).href));
    for (const link of links) seen.add(link);
  }
  const own = [...seen].filter((link) => link.startsWith(`${baseURL}/`));
  expect(own.length).toBeGreaterThan(8);
  for (const link of own) {
    const [address = "", fragment] = link.split("#");
    const response = await request.get(address);
    expect(response.status(), link).toBe(new URL(address).pathname === "/mcp" ? 405 : 200);
    if (fragment) expect(await response.text(), link).toContain(`id="${fragment}"`);
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
