// Checks for a page in every state: no console error, no overflow, no layout shift, no finding of axe.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Frame, type Locator, type Page } from "@playwright/test";
import type { RunOnly } from "axe-core";
import { root } from "./root.ts";
import { openSharedPage } from "./shared-page.ts";

const axeSource = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");
/** The rules of WCAG 2.2 AA and axe's own best practices. */
const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Those whose result depends on colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** The sign of the homepage and of /status. */
export function findSign(page: Page): Locator {
  return page.getByRole("region", { name: "State of the network" });
}

/**
 * Collects console errors, uncaught errors and failed requests while
 * the page is used. Requests that the page cancels do not count.
 */
export function collectProblems(page: Page, javaScriptEnabled = true): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    // A not-found page is itself answered with 404. That is no fault.
    const isOwnStatus =
      /status of 404/.test(message.text()) && message.location().url === page.url();
    if (message.type() === "error" && !isOwnStatus) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Next prefetches scripts, and drops them if no script may run.
    const isDropped = !javaScriptEnabled && request.resourceType() === "script";
    if (reason !== "net::ERR_ABORTED" && !isDropped)
      problems.push(`${request.url()} failed: ${reason}`);
  });
  return problems;
}

/** React is ready when elements have React's own keys. */
export async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector("nav[aria-label=Main] a");
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  });
}

/** From here only the spec moves the clock, so a slow machine ages nothing. Until here it has run: a page cannot load without one. */
export const stopClock = (page: Page): Promise<void> =>
  // On a busy machine this moment is over before the page hears of it.
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)).toPass({
    intervals: [0],
  });

export const readOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const openDetails = (page: Page): Promise<void> =>
  page.locator("details").evaluateAll((all) => {
    for (const element of all) (element as HTMLDetailsElement).open = true;
  });

/** The size that a reader chose in the browser: "200%". */
export const setTextSize = (page: Page, size: string): Promise<void> =>
  page.locator("html").evaluate((root, fontSize) => {
    root.style.fontSize = fontSize;
  }, size);

/** What the page sees of the browser when its tab is left, and looked at again. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** Texts that are cut off by a box which cannot be scrolled. Text for screen readers only is clipped on purpose. */
export const findCutOff = (page: Page): Promise<string[]> =>
  page.locator("body :not(input)").evaluateAll((all) =>
    all.flatMap((element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      const clips = ["hidden", "clip"].includes(overflowX) && clipPath === "none";
      return clips && element.scrollWidth > element.clientWidth + 1
        ? [`${element.tagName} ${element.textContent?.slice(0, 60)}`]
        : [];
    }),
  );

/** What Tab must reach, and whether the place where it stands can be seen. A newer reading may have replaced elements. */
export const readFocus = (page: Page) =>
  page.evaluate(() => {
    const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const shown = [...document.querySelectorAll(wanted)].filter((element) =>
      element.checkVisibility(),
    );
    const element = document.activeElement as Element;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    return {
      controls: shown.map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`),
      place: shown.indexOf(element),
      isInMain: document.querySelector("main")?.contains(element),
      isSeen: isInSight && outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
    };
  });

/** What paper loses: what must be scrolled or opened there, and letters that are not dark. */
export const findLostOnPaper = (page: Page): Promise<string[]> =>
  page.locator("main *").evaluateAll((all) =>
    all.flatMap((element) => {
      const { overflowX, color } = getComputedStyle(element);
      const isScrolled =
        /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isFolded =
        element.parentElement?.matches("details") &&
        element.parentElement.checkVisibility() &&
        !element.checkVisibility();
      const isText = element.matches("h1, h2, h3, p, li, td, th, dt, dd, a, code");
      const isPale =
        isText && Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)) > 68;
      const lost = [isScrolled && "scrolled", isFolded && "folded", isPale && color].filter(
        Boolean,
      );
      return lost.length > 0
        ? [`${lost} ${element.tagName} ${element.textContent?.slice(0, 40)}`]
        : [];
    }),
  );

/** Lines of text below one of these boxes, as far as their scroller shows them. */
export const findCovered = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((covering) => {
    const boxes = [...document.querySelectorAll(covering)].map((element) =>
      element.getBoundingClientRect(),
    );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (!text.nodeValue?.trim() || !holder?.checkVisibility() || holder.closest(covering))
        continue;
      const shown = (holder.closest("pre") ?? document.documentElement).getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        for (const box of boxes) {
          const width =
            Math.min(line.right, shown.right, box.right) -
            Math.max(line.left, shown.left, box.left);
          const height =
            Math.min(line.bottom, shown.bottom, box.bottom) -
            Math.max(line.top, shown.top, box.top);
          if (width > 0.5 && height > 0.5)
            found.push(
              `${Math.round(width)} x ${Math.round(height)} px of ${text.nodeValue.slice(0, 60)}`,
            );
        }
      }
    }
    return found;
  }, selector);

/** Numbers that are broken over two lines. */
export const findBrokenNumbers = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const letters: { readonly node: Node; readonly at: number }[] = [];
      while (walker.nextNode())
        for (let at = 0; at < (walker.currentNode.textContent ?? "").length; at++)
          letters.push({ node: walker.currentNode, at });
      const text = element.textContent ?? "";
      return [...text.matchAll(/\d[\d.,]*\d/g)].flatMap(({ 0: found, index }) => {
        const lines = letters.slice(index, index + found.length).map(({ node, at }) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return Math.round(range.getBoundingClientRect().bottom);
        });
        return new Set(lines).size > 1 ? [`${found} in ${text}`] : [];
      });
    }),
  );

interface Shift {
  readonly value: number;
  readonly atMs: number;
  /** Within half a second of an input or of a new window size, as the browser says. */
  readonly isAnswer: boolean;
  readonly nodes: readonly string[];
}

/** Call this before the page opens. `readShifts` then returns every layout shift since the first frame. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: Shift[] = [];
    Object.assign(window, { shifts: found });
    // The first paint is dated when it is on the screen, which may be after the page is whole.
    const notePieces = () => {
      if (document.readyState !== "loading") return;
      if (document.body?.childElementCount) Object.assign(window, { isPaintedInPieces: true });
      requestAnimationFrame(notePieces);
    };
    requestAnimationFrame(notePieces);
    // The first frame after the whole page is known may still show a part that came late.
    const setWhole = (atMs: number) => Object.assign(window, { wholeAtMs: atMs });
    addEventListener("DOMContentLoaded", () =>
      requestAnimationFrame(() => requestAnimationFrame(setWhole)),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        found.push({
          value: entry.value,
          atMs: entry.startTime,
          isAnswer: entry.hadRecentInput,
          nodes: entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
            const name = node?.className || node?.nodeName || "";
            return `${name}: ${from.x},${from.y} ${from.width} wide to ${to.x},${to.y} ${to.width} wide`;
          }),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on the page, but for what a busy machine causes: it paints a page in pieces as they arrive. */
export const readShifts = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => {
    const { shifts, isPaintedInPieces, wholeAtMs } = window as unknown as {
      shifts: Shift[];
      isPaintedInPieces?: boolean;
      wholeAtMs?: number;
    };
    const sinceMs = isPaintedInPieces ? (wholeAtMs ?? 0) : 0;
    return shifts.filter(({ atMs }) => atMs > sinceMs);
  });

/** The same before the page first updates its figures, as newer figures may be wider, and without a window's size that came late. */
async function readShiftsOfLoad(page: Page): Promise<readonly Shift[]> {
  const untilMs = await page.evaluate(() => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return requests.find(({ initiatorType }) => initiatorType === "fetch")?.startTime ?? null;
  });
  const shifts = await readShifts(page);
  return shifts.filter(({ atMs, isAnswer }) => !isAnswer && (untilMs === null || atMs < untilMs));
}

/** Findings of axe in one document, or in the one part that differs from a page it has looked at. One line for each element. */
export async function findViolations(
  document: Page | Frame,
  root = "html",
  runOnly: RunOnly = { type: "tag", values: allRules },
): Promise<string[]> {
  if (!(await document.evaluate(() => "axe" in window))) await document.evaluate(axeSource);
  const asked = { root, runOnly };
  return document.evaluate(async ({ root, runOnly }) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // Selectors of the thousands of elements that pass would take most of the time.
    const { violations } = await axe.run(root, { runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
    );
  }, asked);
}

/** Findings in each colour scheme. In the second only colours can differ: e2e/site/contrast.spec.ts. */
export async function expectNoViolations(
  page: Page,
  schemes: readonly ("light" | "dark")[] = ["light", "dark"],
  root?: string,
) {
  for (const [place, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const rules: RunOnly = { type: "rule", values: colourRules };
    expect(await findViolations(page, root, place === 0 ? undefined : rules)).toEqual([]);
  }
}

const expectNoOverflow = async (page: Page, width: number) =>
  expect(await readOverflow(page), `px of overflow at ${width}`).toBeLessThanOrEqual(0);

/** A page at each width: overflow, layout shifts, errors. Then axe. `atFirst`: after the first load. */
export async function expectWholeIn(
  page: Page,
  url: string,
  widths: readonly number[],
  atFirst?: () => Promise<void>,
): Promise<void> {
  const problems = collectProblems(page);
  await watchShifts(page);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    // How a page moves while it loads depends on the width.
    await page.goto(url, { waitUntil: "networkidle" });
    if (index === 0) await atFirst?.();
    await expectNoOverflow(page, width);
    expect(await readShiftsOfLoad(page), `layout shifts at ${width}`).toEqual([]);
  }
  // Colours take axe longest, so it looks once at each width, and in each scheme. Those that depend on the width are in contrast.spec too.
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page, [width < 1280 ? "light" : "dark"]);
  }
  expect(problems).toEqual([]);
}

/** A page without JavaScript at each width: overflow and errors. Nothing moves there, so one load is enough. */
export async function expectWholeWithoutScripts(
  browser: Browser,
  url: string,
  widths: readonly number[],
): Promise<void> {
  const page = await openSharedPage(browser, {
    baseURL: new URL(url).origin,
    javaScriptEnabled: false,
  });
  const problems = collectProblems(page, false);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    if (index === 0) await page.goto(url);
    await expectNoOverflow(page, width);
  }
  expect(problems).toEqual([]);
}
