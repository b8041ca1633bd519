// Every page at three widths, in light and in dark, with and without JavaScript: nothing overflows, nothing shifts, nothing fails, and axe finds nothing.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { resourcePaths, toResource } from "../../lib/site/resources.ts";

const pages = resourcePaths.filter((path) => toResource(path).kind === "page");
const widths = [360, 768, 1440] as const;
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const artifacts = "e2e/artifacts";

type Shifts = { shifts: { value: number; nodes: string[] }[] };

/** Collects every layout shift from the first frame on, with the elements that moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: Shifts["shifts"] = [];
    Object.assign(window, { shifts: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[])
        found.push({
          value: entry.value,
          nodes: entry.sources.map(({ node }) => node?.className || node?.nodeName || ""),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

for (const javaScriptEnabled of [true, false]) {
  for (const path of pages) {
    test(`${path} ${javaScriptEnabled ? "with" : "without"} JavaScript keeps its place at each width, light and dark`, async ({
      browser,
      baseURL,
    }) => {
      // Six whole pages, each with a picture.
      test.setTimeout(120_000);
      const context = await browser.newContext({ javaScriptEnabled, baseURL: String(baseURL) });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      // Scripts are fetched ahead and dropped where none may run.
      page.on("requestfailed", (request) => {
        if (javaScriptEnabled || request.resourceType() !== "script") problems.push(`${request.url()} failed`);
      });
      if (javaScriptEnabled) await watchShifts(page);
      for (const width of widths) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await page.goto(path, { waitUntil: "networkidle" });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow, `overflow in px at ${width}`).toBeLessThanOrEqual(0);
          if (javaScriptEnabled) {
            const shifts = await page.evaluate(() => (window as unknown as Shifts).shifts);
            expect(shifts, `layout shifts at ${width}, ${colorScheme}`).toEqual([]);
          }
          const name = `${path.slice(1).replaceAll("/", "-") || "home"}-${width}-${colorScheme}`;
          const folder = javaScriptEnabled ? artifacts : `${artifacts}/no-javascript`;
          await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
        }
      }
      expect(problems).toEqual([]);
      await context.close();
    });
  }
}

for (const path of pages) {
  test(`${path} passes axe, light and dark, on a phone and on a desktop`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const width of [360, 1440]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.goto(path, { waitUntil: "networkidle" });
        const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
        const found = violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
        );
        expect(found, `${width} ${colorScheme}`).toEqual([]);
      }
    }
  });

  test(`${path} at 200 % zoom and with twice the text keeps everything in sight`, async ({ page }) => {
    // 1280 CSS pixels at 200 % are 640; text alone twice as large is the harder case.
    await page.setViewportSize({ width: 640, height: 400 });
    await page.goto(path);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test(`${path} gives every control outside of sentences a target of 24 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);
    const small = await page
      .locator(".top a, .foot a, .outline a, button, input:not([type=hidden]), select, textarea")
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width === 0 || (width >= 24 && height >= 24) ? [] : [`${one.textContent} ${width} x ${height}`];
        }),
      );
    expect(small).toEqual([]);
  });
}
