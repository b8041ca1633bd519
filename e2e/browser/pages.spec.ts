// Each page, opened once: its head, its navigation and its date; what it states, as its Markdown twin does; its dates for
// people; its copy buttons; and on paper. http/pages.spec.ts reads the rest without a browser.
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import {
  findResource,
  type ResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { updatedAt } from "../../lib/site/registry/updated.ts";
import { readMarkdown, squeeze } from "../support/markdown-nodes.ts";
import { findCovered, findCutOff, readOverflow } from "../support/page-checks.ts";
import { openSharedPage, test } from "../support/shared-page.ts";

const pages = resourcePaths.filter((path) => findResource(path).kind === "page");

for (const path of pages) {
  const { twin, cache } = findResource(path);
  // Live pages change at any moment. Their own specs compare both forms of one reading.
  const isStable = cache !== "live";
  test(`${path} has its head, its navigation and its date${isStable ? ", states the same as its twin" : ""}, names the time zone of its dates, hides no text, and is complete on paper`, async ({
    page,
    request,
    baseURL,
  }) => {
    await page.goto(path);
    await expectHead(page, path);
    const markdown = await readTwin(request, twin as string);
    if (isStable) await expectTwin(page, markdown, `${baseURL}${path}`);
    await expectPrinted(page);
    if (isStable) await expectUncovered(page);
    await expectZones(page, markdown);
  });
}

for (const [path, query] of [
  ["/quote", "?from=BTC&to=ETH&amount=0.05"],
  ["/quote", "?from=BTC.BTC&to=ETH.ETH&amount=0.05&destination=sample-eth-recipient"],
  ["/track", `?txid=${"0010".repeat(16)}`],
  ["/track", `?txid=${"0012".repeat(16)}`],
] as const) {
  test(`${path}${query.slice(0, 40)} names the time zone of its dates, hides no text, and is complete on paper`, async ({
    page,
    request,
  }) => {
    await page.goto(`${path}${query}`);
    await expectPrinted(page);
    await expectUncovered(page);
    await expectZones(page, await readTwin(request, `${path}.md${query}`));
  });
}

const readTwin = async (request: APIRequestContext, twin: string) =>
  (await request.get(twin)).text();

async function expectHead(page: Page, path: ResourcePath): Promise<void> {
  const { title, description } = findResource(path);
  await expect(page).toHaveTitle(new RegExp(title));
  await expect(page.locator("head > title")).toHaveCount(1);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    "content",
    await page.title(),
  );
  await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", description);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  const jsonLd = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
  );
  // A live page has no date of its own, because its content is dated to the block.
  const updated = updatedAt(path);
  if (updated) expect(JSON.stringify(jsonLd)).toContain(updated);
  else expect(JSON.stringify(jsonLd)).not.toContain("dateModified");
  await expect(page.getByRole("note")).toContainText("Sample network");
}

const listNumbers = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];

/** Headings, table cells, links and numbers of both, in order. */
async function expectTwin(page: Page, text: string, address: string): Promise<void> {
  // The link to llms.txt is hidden on a page.
  const shown = text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^Index of every document: .*\n/m, "");
  const markdown = readMarkdown(shown);
  const links = markdown.links.map((link) => new URL(link, address).href);
  const numbers = markdown.of("heading", "paragraph", "tableCell", "code").flatMap(listNumbers);
  const html = await page.evaluate(() => {
    // A form asks, so it states nothing.
    const parts = [
      ...document.querySelectorAll(
        "main article > :not(.meta, [data-live], form), footer h2, footer li",
      ),
    ];
    const within = (selector: string) =>
      parts.flatMap((part) => [
        ...(part.matches(selector) ? [part] : []),
        ...part.querySelectorAll(selector),
      ]);
    const text = (one: Element) => one.textContent ?? "";
    return {
      headings: within("h1,h2,h3,h4").map(text),
      cells: within("th,td").map(text),
      links: within("a[href]").map((one) => (one as HTMLAnchorElement).href),
      // The text of a tight list item has no paragraph. A nested list is compared by itself.
      blocks: within("h1,h2,h3,h4,p,th,td,pre,li:not(:has(> p))").map((one) => {
        const own = one.cloneNode(true) as Element;
        if (one.matches("li"))
          for (const nested of own.querySelectorAll("ul,ol,pre")) nested.remove();
        return text(own);
      }),
    };
  });
  expect(html.headings.map(squeeze)).toEqual(markdown.headings);
  expect(html.cells.map(squeeze)).toEqual(markdown.cells);
  expect(html.links).toEqual(links);
  expect(html.blocks.flatMap(listNumbers).sort()).toEqual(numbers.sort());
}

/** No copy button covers text at any width, also where a formula was folded. */
async function expectUncovered(page: Page): Promise<void> {
  await page.emulateMedia({ media: null });
  await page.locator("main details").evaluateAll((all) => {
    for (const folded of all) (folded as HTMLDetailsElement).open = true;
  });
  for (const width of [320, 360, 414, 639, 640, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const kept = await page.locator("main :is(.code, .comeback)").count();
    await expect(page.locator(".copy")).toHaveCount(kept);
    expect(await findCovered(page, ".copy"), `${width} px`).toEqual([]);
  }
}

const findBare = (text: string) =>
  text.match(/.{0,30}\b\d{4}-\d\d-\d\d\b(?!\s(\d\d:\d\d(:\d\d)?\s)?UTC).{0,20}/g) ?? [];

/** A date for people names its time zone. A date for machines is ISO 8601. Takes the page apart. */
async function expectZones(page: Page, markdown: string): Promise<void> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (const one of document.querySelectorAll("script, style, pre, code, svg title, .local"))
      one.remove();
    for (const one of document.querySelectorAll("p, li, dd, td, th, h1, h2, h3, footer"))
      one.append("\n");
    let text = "";
    while (walker.nextNode()) text += walker.currentNode.nodeValue;
    return text;
  });
  expect(findBare(texts)).toEqual([]);
  const prose = markdown.replace(/^---\n[\s\S]*?\n---\n|^```[\s\S]*?^```|`[^`\n]*`/gm, "");
  expect(findBare(prose), "Markdown").toEqual([]);
}

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
    const folded = all.filter(
      (one) => one.parentElement?.checkVisibility() && !one.checkVisibility(),
    );
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

/** On A4 with margins of 1 cm: black on white in the dark too, complete, with addresses written out and no screen controls. */
async function expectPrinted(page: Page): Promise<void> {
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await readOverflow(page), "horizontal overflow in px").toBeLessThanOrEqual(0);
  expect(await findCutOff(page), "cut off").toEqual([]);
  expect(await findScrolled(page), "scrolled").toEqual([]);
  expect(await findFolded(page), "folded").toEqual([]);
  await expect(page.locator(":is(button, input, select, textarea, nav):visible")).toHaveCount(0);
  expect(await findColoured(page), "letters that are not dark").toEqual([]);
  const body = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  expect(body).toBe("rgb(255, 255, 255)");
  const link = await readPrinted(page.locator("main a[href]:visible").first());
  expect(link.written).toContain(link.href);
  const own = await readPrinted(page.locator('main a[href^="/"]:visible').first());
  expect(own.written).toContain(`(${new URL(page.url()).origin}${own.href})`);
}

test("a developers' page leads to the others, and to each of its sections, on a phone and on a desk", async ({
  browser,
  baseURL,
}) => {
  for (const width of [320, 1440]) {
    const page = await openSharedPage(browser, {
      javaScriptEnabled: false,
      baseURL: String(baseURL),
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${baseURL}/developers/api`);
    const others = page.getByRole("navigation", { name: "Pages of this part" });
    await expect(others.getByRole("link")).toHaveText([
      "Developers",
      "REST API reference",
      "MCP server",
      "Webhooks",
    ]);
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
  }
});

test("an unknown page shows helpful links, and is complete on paper", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("Page not found · Signpost");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expectPrinted(page);
  await page.emulateMedia({ media: null });
  await page.getByRole("main").getByRole("link").first().click();
  expect(new URL(page.url()).pathname).toBe("/quote");
});
