// One page for many tests of a worker, for those that load a page and look at it. A context of its own costs each test a tenth of a second.
// A test that sets a clock, adds a script or measures a first load takes Playwright's `page`.
import { type Browser, test as base, type Page } from "@playwright/test";

interface Kept {
  /** Without it only whole addresses can be opened. */
  readonly baseURL?: string | undefined;
  readonly javaScriptEnabled: boolean;
}

/** By what a page keeps from its context. They close with their browser. */
const openPages = new WeakMap<Browser, Map<string, Page>>();

/** The page with the colours of a new one, where nothing listens and nothing is intercepted. Its last document is still open. */
export async function openSharedPage(browser: Browser, { baseURL, javaScriptEnabled }: Kept): Promise<Page> {
  const pages = openPages.get(browser) ?? new Map<string, Page>();
  openPages.set(browser, pages);
  const key = `${javaScriptEnabled} ${baseURL}`;
  let page = pages.get(key);
  if (page === undefined) {
    page = await browser.newPage({ javaScriptEnabled, ...(baseURL === undefined ? {} : { baseURL }) });
    pages.set(key, page);
  }
  page.removeAllListeners();
  await page.unrouteAll();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
  return page;
}

export const test = base.extend<{ readonly sharedPage: Page }>({
  sharedPage: async ({ browser, baseURL, javaScriptEnabled, viewport }, use) => {
    const page = await openSharedPage(browser, { baseURL, javaScriptEnabled });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
});
