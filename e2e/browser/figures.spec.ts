// Numbers on pages: thousands are separated visually, and a copied number has no separators.
import { expect, type Locator } from "@playwright/test";
import { test } from "../support/shared-page.ts";

/** Visible gaps between groups, in pixels, and the numbers that have them. */
function readGroups(place: Locator) {
  return place.locator(".grouped, .figure").evaluateAll((numbers) =>
    numbers
      .filter((one) => one.childElementCount > 1)
      .map((one) => ({
        text: one.textContent,
        gaps: [...one.children]
          .slice(1)
          .map(
            (group) =>
              group.getBoundingClientRect().left -
              (group.previousElementSibling?.getBoundingClientRect().right ?? 0),
          ),
      })),
  );
}

for (const [path, place] of [
  ["/quote?from=BTC&to=ETH&amount=0.05", ".signboard"],
  [
    "/quote?from=BTC&to=RUNE&amount=400&streaming=1&liquidity_tolerance_bps=0",
    ".quote-part dd, .quote-part td",
  ],
  [`/track?txid=${"0005".repeat(16)}`, ".signboard"],
  ["/status", ".signboard, .table td"],
  ["/pricing", "article :is(p, li, td)"],
] as const) {
  test(`${path.slice(0, 40)}: no line break separates a number from its unit`, async ({ page }) => {
    await page.goto(path);
    if (path === "/pricing") await expect(page.locator(".now td").last()).toContainText("$");
    // The words of a drawing are no lines of text.
    await page.locator("svg title").evaluateAll((titles) => {
      for (const title of titles) title.remove();
    });
    const texts = (await page.locator(place).allTextContents()).join("\n");
    expect(texts).toMatch(/\d\u00a0(seconds?|minutes?|hours?|%)/);
    expect(texts).not.toMatch(/\d (seconds?|minutes?|hours?|days?|bps|%)/);
  });
}

const places: readonly (readonly [path: string, place: string, sight: RegExp])[] = [
  ["/", ".signboard", /\d{9}/],
  ["/status", "#now .meta", /Newest block: \d{9}/],
];

for (const [path, place, sight] of places) {
  test(`${path}, ${place}: thousands are separated by space that is not copied`, async ({
    page,
  }) => {
    await page.goto(path);
    const part = page.locator(place).first();
    await expect(part).toContainText(sight);
    const numbers = await readGroups(part);
    expect(numbers.length).toBeGreaterThan(0);
    for (const { text, gaps } of numbers) {
      expect(text).toMatch(/^\d{5,}$/);
      expect(gaps).toHaveLength(Math.ceil((text?.length ?? 0) / 3) - 1);
      for (const gap of gaps) expect(gap).toBeGreaterThan(1);
    }
    await expect(part.locator("code .grouped")).toHaveCount(0);
  });
}
