// Every page with all that can be opened open: at the width of small phones, and with letters of twice the size, it scrolls down alone.
import { expect, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { findCutOff, readOverflow } from "../support/page-checks.ts";

const paths: readonly string[] = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/status/doge",
  "/quote?from=BTC&to=ETH&amount=0.05",
  "/quote?from=BTC&to=USDC&amount=90",
  `/track?txid=${"0012".repeat(16)}`,
  `/track?txid=${"0006".repeat(16)}`,
];

const views = [
  [320, "100%"],
  [390, "100%"],
  [320, "200%"],
  [390, "200%"],
  [1440, "200%"],
] as const;

for (const path of paths) {
  test(`${path} with everything open scrolls down alone`, async ({ page }) => {
    await page.goto(path);
    await page.locator("details").evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    for (const [width, textSize] of views) {
      await page.setViewportSize({ width, height: 800 });
      await page.locator("html").evaluate((root, size) => {
        root.style.fontSize = size;
      }, textSize);
      expect.soft(await readOverflow(page), `overflow in px at ${width} px, text ${textSize}`).toBeLessThanOrEqual(0);
      expect.soft(await findCutOff(page), `${width} px, text ${textSize}`).toEqual([]);
    }
  });
}

for (const width of [390, 1440])
  test(`the names of halt parameters are beside what they halt at ${width} px, not behind it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/status");
    await page.getByText("Halt parameters").click();
    const box = page.locator(".table", { has: page.getByRole("table", { name: "Halt parameters" }) });
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
