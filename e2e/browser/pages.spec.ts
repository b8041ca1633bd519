// Each page as a person meets it: in Chromium, on a phone and on a desktop, with and without JavaScript.
import { expect, test } from "@playwright/test";
import { resourcePaths, toResource } from "../../lib/site/resources.ts";
import { toUpdated } from "../../lib/site/updated.ts";

const pages = resourcePaths.filter((path) => toResource(path).kind === "page");
const widths = { phone: 360, desktop: 1440 } as const;

for (const path of pages) {
  for (const [device, width] of Object.entries(widths)) {
    test(`${path} on a ${device}: no overflow, no error, whole`, async ({ page }, info) => {
      const problems: string[] = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("requestfailed", (request) => problems.push(`${request.url()} failed`));
      await page.setViewportSize({ width, height: 800 });
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto(path, { waitUntil: "networkidle" });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, "horizontal overflow in px").toBeLessThanOrEqual(0);
        await page.screenshot({ path: info.outputPath(`${scheme}.png`), fullPage: true });
      }
      expect(problems).toEqual([]);
    });
  }

  test(`${path} has the head and the landmarks of a good document`, async ({ page, baseURL }) => {
    await page.goto(path);
    const { title, description, twin } = toResource(path);
    await expect(page).toHaveTitle(new RegExp(title));
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
    // A live page has no date of its own: what it says is dated to the block.
    const updated = toUpdated(path);
    if (updated) expect(JSON.stringify(jsonLd)).toContain(updated);
    else expect(JSON.stringify(jsonLd)).not.toContain("dateModified");
    await expect(page.getByRole("note")).toContainText("sample");
  });

  test(`${path} reads without JavaScript`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    await page.goto(path);
    expect((await page.locator("main").textContent())?.length).toBeGreaterThan(500);
    await context.close();
  });
}

test("every link of every page leads somewhere", async ({ page, request, baseURL }) => {
  const seen = new Set<string>();
  for (const path of pages) {
    await page.goto(path);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
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

test("an unknown page helps in the browser", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing is published here");
  await page.getByRole("main").getByRole("link").first().click();
  expect(page.url()).toContain("/index.md");
});
