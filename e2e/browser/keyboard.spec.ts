// Every page by keyboard alone: the first Tab skips to the
// content, each control is reachable, and the focus is visible.
import { expect, type Page } from "@playwright/test";
import { findResource, resourcePaths } from "../../lib/site/registry/resources.ts";
import { test } from "../support/shared-page.ts";

const paths = [
  ...resourcePaths.filter((path) => findResource(path).kind === "page"),
  "/quote?from=BTC&to=ETH&amount=0.05",
  `/track?txid=${"0012".repeat(16)}`,
  "/no-such-page",
];

interface Stop {
  /** The position among the reachable elements; -1 after the last one. */
  readonly place: number;
  readonly name: string;
  readonly outlinePx: number;
  readonly isInSight: boolean;
}

/** The copy buttons come last, when React is ready and has nothing urgent to do. */
const waitForCopyButtons = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll(".code")].every(
      (block) => block.querySelector("button") !== null,
    ),
  );

/** Lists what the Tab key must reach, in the order of the page, and where it stands. A newer reading may have replaced elements. */
const readStop = (
  page: Page,
): Promise<{ readonly controls: readonly string[]; readonly stop: Stop }> =>
  page.evaluate(() => {
    const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const shown = [...document.querySelectorAll<HTMLElement>(wanted)].filter((one) =>
      one.checkVisibility(),
    );
    const one = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const stop = {
      place: shown.indexOf(one),
      name: `${one.tagName} ${one.textContent?.slice(0, 40)}`,
      outlinePx: outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth),
      isInSight: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    };
    return {
      controls: shown.map(
        (each) => `${each.tagName} ${each.getAttribute("aria-label") ?? each.textContent}`,
      ),
      stop,
    };
  });

async function pressTab(page: Page): Promise<Stop> {
  await page.keyboard.press("Tab");
  return (await readStop(page)).stop;
}

for (const path of paths) {
  test(`${path.slice(0, 24)} is fully reachable by the Tab key`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path, { waitUntil: "networkidle" });
    await waitForCopyButtons(page);
    const { controls } = await readStop(page);
    const stops: Stop[] = [];
    for (let presses = 0; presses < controls.length; presses += 1) stops.push(await pressTab(page));
    expect(stops[0]?.name).toBe("A Skip to the content");
    // Who reads the source finds it there, and people in the foot of the page.
    const pointer = page.getByText("Index of every document: llms.txt.");
    await expect(pointer).toHaveCount(1);
    await expect(pointer).toBeHidden();
    const reached = new Set(stops.map(({ place }) => place));
    expect(controls.filter((_, place) => !reached.has(place))).toEqual([]);
    expect(stops.filter(({ outlinePx, isInSight }) => outlinePx < 2 || !isInSight)).toEqual([]);

    await page.goto(path);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    const { name } = await pressTab(page);
    expect(
      await page.evaluate(() => document.querySelector("main")?.contains(document.activeElement)),
      name,
    ).toBe(true);
  });
}
