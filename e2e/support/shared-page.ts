// One page for many tests of a worker, for those that load a page and look at it. A context of its own costs each test a tenth of a second.
// A test that sets a clock, adds a script, has options of its own or measures a first load takes Playwright's `page`.
import { type Browser, test as base, type Page } from "@playwright/test";

interface SharedPageOptions {
  readonly baseURL: string;
  readonly javaScriptEnabled: boolean;
}

/** The shared pages of each browser, by their options. They close with it. */
const openPages = new WeakMap<Browser, Map<string, Page>>();

/** What specs listen to. Playwright has listeners of its own for other events. */
const heard = ["console", "pageerror", "request", "requestfailed", "response"];

/** The shared page with default colours, where no spec listens or intercepts. Its last document is still open. */
export async function openSharedPage(browser: Browser, options: SharedPageOptions): Promise<Page> {
  const pages = openPages.get(browser) ?? new Map<string, Page>();
  openPages.set(browser, pages);
  const key = JSON.stringify([options.baseURL, options.javaScriptEnabled]);
  const page = pages.get(key) ?? (await browser.newPage(options));
  pages.set(key, page);
  for (const event of heard) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: "no-preference" });
  return page;
}

export const test = base.extend<{ readonly sharedPage: Page }>({
  sharedPage: async ({ browser, baseURL, javaScriptEnabled, viewport }, use) => {
    const page = await openSharedPage(browser, { baseURL: baseURL as string, javaScriptEnabled });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
});
