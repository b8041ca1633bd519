// Tables on a phone: while columns are hidden, the edge of the box shows that there is more.
import { expect, type Locator } from "@playwright/test";
import { readOverflow } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

// The edge is drawn by style sheets alone, and no script puts a new table in place while it is looked at.
test.use({ javaScriptEnabled: false });

const tables: readonly (readonly [what: string, path: string, selector: string])[] = [
  ["the tables of a quote", "/quote?from=BTC&to=ETH&amount=0.05", ".table"],
  ["the folded tables of the status", "/status", ".disclosure .table"],
];

/** The edge of the box without the table in it. */
async function shootEdge(box: Locator): Promise<string> {
  const page = box.page();
  await box.evaluate((one) => one.scrollIntoView({ block: "start", behavior: "instant" }));
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x + width - 24, y: y + 12, width: 23, height: Math.min(height - 24, 80) };
  return (await page.screenshot({ clip })).toString("base64");
}

for (const [what, path, selector] of tables) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${what}: the edge shows hidden columns, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      const all = page.locator(selector);
      // A table of details is folded.
      await page.locator("details").evaluateAll((folded) => {
        for (const one of folded) (one as HTMLDetailsElement).open = true;
      });
      expect(await readOverflow(page)).toBeLessThanOrEqual(0);
      const wide = await all.evaluateAll((boxes) =>
        boxes.findIndex((one) => one.scrollWidth > one.clientWidth + 40),
      );
      expect(wide, "a table that is wider than its box").toBeGreaterThanOrEqual(0);
      const box = all.nth(wide);
      await box.evaluate((one) => {
        for (const cell of one.querySelectorAll<HTMLElement>("th, td"))
          cell.style.visibility = "hidden";
      });
      const atStart = await shootEdge(box);
      await box.evaluate((one) => one.scrollTo({ left: one.scrollWidth, behavior: "instant" }));
      // The browser scrolls at once and draws the box later, on a busy machine after the first picture.
      const isSame = async () => (await shootEdge(box)) === atStart;
      await expect
        .poll(isSame, "the edge looks the same with columns behind it and without")
        .toBe(false);
    });
  }
}

test("no column of /assets changes its width while rows come", async ({ page }) => {
  await page.goto("/assets");
  const table = page.locator(".assets table");
  const readWidths = () =>
    table
      .locator("thead th")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const whole = await readWidths();
    const later = table.locator("tbody tr:nth-child(n + 4)");
    const setDisplay = (display: string) =>
      later.evaluateAll((rows, value) => {
        for (const row of rows) row.style.display = value;
      }, display);
    await setDisplay("none");
    expect(await readWidths(), `at ${width} px`).toEqual(whole);
    await setDisplay("");
  }
});
