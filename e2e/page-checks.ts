// What is asked of a page in every state: no fault in its console, nothing that overflows, nothing that moves, nothing that axe finds.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Filled while the page is used: console errors, uncaught ones, and requests that failed where `isExpected` does not know them. */
export function collectProblems(page: Page, isExpected: (resourceType: string) => boolean = () => false): string[] {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => {
    if (!isExpected(request.resourceType())) problems.push(`${request.url()} failed`);
  });
  return problems;
}

/** Horizontal, in px; 0 or less where nothing has to be scrolled sideways. */
export const toOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts that a box cuts off: it clips what is larger than itself and cannot be scrolled. What only screen readers get is clipped to nothing. */
export const findCutOff = (page: Page): Promise<string[]> =>
  page.locator("body *").evaluateAll((all) =>
    all.flatMap((one) => {
      const { overflowX, clipPath } = getComputedStyle(one);
      const clips = ["hidden", "clip"].includes(overflowX) && clipPath === "none";
      return clips && one.scrollWidth > one.clientWidth + 1 ? [`${one.tagName} ${one.textContent?.slice(0, 60)}`] : [];
    }),
  );

type Shift = { readonly value: number; readonly nodes: readonly string[] };

/** To be called before the page is opened; `readShifts` then gives every layout shift from the first frame on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: Shift[] = [];
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

export const readShifts = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** What axe finds by WCAG 2.2 AA and its own best practices on the page as it stands, a line for each element. */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}

/** The page as it stands, on a phone in light and on a desktop in dark; a picture of each is kept with the results. */
export async function expectWhole(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [360, "light"],
    [1440, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await toOverflow(page), `horizontal overflow in px at ${width}`).toBeLessThanOrEqual(0);
    expect(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${width}-${colorScheme}.png`), fullPage: true });
  }
}
