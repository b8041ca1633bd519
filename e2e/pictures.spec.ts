// `npm run pictures`: each page on a phone and a desk, light and dark, in test-results/pictures. People look at them; nothing compares them.
import { join } from "node:path";
import { answers, moreAnswers, pages } from "./support/looked-pages.ts";
import { openDetails } from "./support/page-checks.ts";
import { root } from "./support/root.ts";
import { test } from "./support/shared-page.ts";

const folder = join(root, "test-results/pictures");
const nameOf = (path: string) => path.replace(/\W+/g, "-").slice(1, 80) || "home";

for (const path of [...pages, ...answers, ...moreAnswers])
  test(path, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path, { waitUntil: "networkidle" });
      await openDetails(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const file = join(folder, `${nameOf(path)}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
    }
  });
