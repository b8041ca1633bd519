// Checks of an open page: console errors, overflow, layout shifts and accessibility (axe).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Frame, type Locator, type Page } from "@playwright/test";
import type { RunOnly } from "axe-core";
import { root } from "./root.ts";
import { openSharedPage } from "./shared-page.ts";

const axeSource = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");
/** The rules of WCAG 2.2 AA and axe's own best practices. */
const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colourRules = ["color-contrast", "link-in-text-block"];

/** The headline box of the homepage and of /status. */
export function findSign(page: Page): Locator {
  return page.getByRole("region", { name: "State of the network" });
}

/** Collects console errors, uncaught errors and failed requests, but no cancelled requests. */
export function collectProblems(page: Page, javaScriptEnabled = true): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    // The browser logs the status of a missing page, or of a refused question, as an error.
    const isOwnStatus =
      /status of 4(?:[01]4|29)/.test(message.text()) && message.location().url === page.url();
    if (message.type() === "error" && !isOwnStatus) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Without JavaScript, the browser drops the scripts that Next preloads.
    const isDropped = !javaScriptEnabled && request.resourceType() === "script";
    if (reason !== "net::ERR_ABORTED" && !isDropped)
      problems.push(`${request.url()} failed: ${reason}`);
  });
  return problems;
}

/** React is ready when an element has a `__reactFiber…` property. */
export async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector("nav[aria-label=Main] a");
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  });
}

/** Waits until React is ready and idle, fonts are loaded, and a frame shows both. */
export async function waitForLayout(page: Page): Promise<void> {
  await waitForReact(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // React adds the copy buttons in a transition, which is over when the page is idle.
    for (const _ of ["effects", "transitions"])
      await new Promise((resolve) => requestIdleCallback(() => resolve(null)));
    await new Promise(requestAnimationFrame);
  });
}

/** Stops the page's clock, so that no data ages on a slow machine. Call this after the load. */
export const stopClock = (page: Page): Promise<void> =>
  // Repeated: on a busy machine, this time may be past before the page gets the call.
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)).toPass({
    intervals: [0],
  });

export const readOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const openDetails = (page: Page): Promise<void> =>
  page.locator("details").evaluateAll((all) => {
    for (const element of all) (element as HTMLDetailsElement).open = true;
  });

/** Like a text size that a reader sets in the browser, for example "200%". */
export const setTextSize = (page: Page, size: string): Promise<void> =>
  page.locator("html").evaluate((root, fontSize) => {
    root.style.fontSize = fontSize;
  }, size);

export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** Texts that a box without scrolling cuts off. Ignores text that only screen readers get. */
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

/** Content that a print loses: scrolled or closed content, and text that is not dark. */
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

/** Visible lines of text that a box of `selector` covers. */
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
  /** True within 0.5 s of an input or a new window size (`hadRecentInput`). */
  readonly isAnswer: boolean;
  readonly nodes: readonly string[];
}

/** Records layout shifts for `readShifts`. Call this before the page opens. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: Shift[] = [];
    Object.assign(window, { shifts: found });
    // Checks frames: the browser's time of the first paint may be after the whole load.
    const notePieces = () => {
      if (document.readyState !== "loading") return;
      if (document.body?.childElementCount) Object.assign(window, { isPaintedInPieces: true });
      requestAnimationFrame(notePieces);
    };
    requestAnimationFrame(notePieces);
    // The second frame, because the first frame after the load may still show a late part.
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

/** Layout shifts. Ignores those during a load in pieces, as on a busy machine. */
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

/** Layout shifts before the page's first request for data: newer figures may be wider. */
async function readShiftsOfLoad(page: Page): Promise<readonly Shift[]> {
  const untilMs = await page.evaluate(() => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return requests.find(({ initiatorType }) => initiatorType === "fetch")?.startTime ?? null;
  });
  const shifts = await readShifts(page);
  return shifts.filter(({ atMs, isAnswer }) => !isAnswer && (untilMs === null || atMs < untilMs));
}

export async function findViolations(
  document: Page | Frame,
  root = "html",
  runOnly: RunOnly = { type: "tag", values: allRules },
): Promise<string[]> {
  if (!(await document.evaluate(() => "axe" in window))) await document.evaluate(axeSource);
  const asked = { root, runOnly };
  return document.evaluate(async ({ root, runOnly }) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // Without `resultTypes`, axe spends most of the time on elements without a finding.
    const { violations } = await axe.run(root, { runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
    );
  }, asked);
}

/** Fails on findings of axe. In the second colour scheme only colours can differ. */
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

export async function expectWholeIn(
  page: Page,
  url: string,
  widths: readonly number[],
): Promise<void> {
  const problems = collectProblems(page);
  await watchShifts(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // A new load, because layout shifts during a load depend on the width.
    await page.goto(url);
    await waitForLayout(page);
    await expectNoOverflow(page, width);
    expect(await readShiftsOfLoad(page), `layout shifts at ${width}`).toEqual([]);
  }
  // One colour scheme for each width: axe is slow with colours, and site/contrast holds both.
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page, [width < 1280 ? "light" : "dark"]);
  }
  expect(problems).toEqual([]);
}

/** Checks overflow and errors without JavaScript. One load is enough, because nothing moves. */
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
