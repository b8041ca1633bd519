// Every page at three widths, in light and in dark, with and without JavaScript: nothing overflows, nothing shifts, nothing fails, and axe finds nothing.
import { expect, test } from "@playwright/test";
import { resourcePaths, toResource } from "../../lib/site/resources.ts";
import { collectProblems, findCutOff, findViolations, readShifts, toOverflow, watchShifts } from "../page-checks.ts";

const pages = resourcePaths.filter((path) => toResource(path).kind === "page");
const widths = [360, 768, 1440] as const;
const artifacts = "e2e/artifacts";

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
      // Scripts are fetched ahead and dropped where none may run.
      const problems = collectProblems(page, (type) => !javaScriptEnabled && type === "script");
      if (javaScriptEnabled) await watchShifts(page);
      for (const width of widths) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await page.goto(path, { waitUntil: "networkidle" });
          expect(await toOverflow(page), `overflow in px at ${width}`).toBeLessThanOrEqual(0);
          if (javaScriptEnabled) {
            expect(await readShifts(page), `layout shifts at ${width}, ${colorScheme}`).toEqual([]);
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
        expect(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
      }
    }
  });

  // 1280 CSS pixels at 200 % are 640, at 400 % they are 320; text alone twice as large is the harder case.
  for (const [what, viewport, textSize] of [
    ["200 % zoom and twice the text", { width: 640, height: 400 }, "200%"],
    ["400 % zoom", { width: 320, height: 256 }, "100%"],
  ] as const) {
    test(`${path} at ${what} keeps everything in sight`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await page.locator("html").evaluate((root, size) => {
        root.style.fontSize = size;
      }, textSize);
      expect(await toOverflow(page), "horizontal overflow in px").toBeLessThanOrEqual(0);
      expect(await findCutOff(page)).toEqual([]);
    });
  }

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
