// Every page by keyboard alone: the first Tab skips to the
// content, each control is reachable, and the focus is visible.
import { expect, type Page, test } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";

const paths = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/quote?from=BTC&to=ETH&amount=0.05",
  `/track?txid=${"0012".repeat(16)}`,
  "/no-such-page",
];

test.use({ reducedMotion: "reduce" });

interface Stop {
  /** The position among the reachable elements; -1 after the last one. */
  readonly place: number;
  readonly name: string;
  readonly outlinePx: number;
  readonly isInSight: boolean;
}

/** Lists what the Tab key must reach, in the order of the page, and remembers it in the page. */
const listControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // The marks of the history lead to rows that the key reaches.
    const wanted = "a[href]:not(svg a), button, input, select, textarea, summary, [tabindex='0']";
    const shown = [...document.querySelectorAll<HTMLElement>(wanted)].filter((one) => one.checkVisibility());
    Object.assign(window, { controls: shown });
    return shown.map((one) => `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent}`);
  });

async function pressTab(page: Page): Promise<Stop> {
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const { controls } = window as unknown as { controls: Element[] };
    const one = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return {
      place: controls.indexOf(one),
      name: `${one.tagName} ${one.textContent?.slice(0, 40)}`,
      outlinePx: outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth),
      isInSight: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    };
  });
}

for (const path of paths) {
  test(`${path.slice(0, 24)} is fully reachable by the Tab key`, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    const controls = await listControls(page);
    const stops: Stop[] = [];
    for (let presses = 0; presses < controls.length; presses += 1) stops.push(await pressTab(page));
    expect(stops[0]?.name).toBe("A Skip to the content");
    const reached = new Set(stops.map(({ place }) => place));
    expect(controls.filter((_, place) => !reached.has(place))).toEqual([]);
    expect(stops.filter(({ outlinePx, isInSight }) => outlinePx < 2 || !isInSight)).toEqual([]);

    await page.goto(path);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await listControls(page);
    const { name } = await pressTab(page);
    expect(await page.evaluate(() => document.querySelector("main")?.contains(document.activeElement)), name).toBe(
      true,
    );
  });
}
