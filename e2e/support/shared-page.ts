// Many tests of a worker share `page`: a new page costs 0.25 s. A test that sets a clock, needs
// permissions or options, or measures a first load uses `ownPage`. Scripts that a test adds stay
// for later tests, so such scripts may only listen.
import type { Browser, Page } from "@playwright/test";
import { test as base } from "./answering-test.ts";
import { sitesOf, urlOf } from "./forms.ts";

const openPages = new WeakMap<Browser, Map<string, Page>>();

/** Events that specs listen to. Other events have listeners of Playwright, which must stay. */
const heard = ["console", "pageerror", "request", "requestfailed", "response"];

/** Resets the shared page: colours, listeners and routes. The last document is still open. */
export async function openSharedPage(
  browser: Browser,
  options: { readonly baseURL: string; readonly javaScriptEnabled: boolean },
): Promise<Page> {
  const pages = openPages.get(browser) ?? new Map<string, Page>();
  openPages.set(browser, pages);
  const key = JSON.stringify([options.baseURL, options.javaScriptEnabled]);
  const page = pages.get(key) ?? leadToSites(await browser.newPage(options), options.baseURL);
  pages.set(key, page);
  for (const event of heard) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.emulateMedia({
    media: null,
    colorScheme: "light",
    reducedMotion: "no-preference",
    forcedColors: "none",
  });
  return page;
}

/** `goto` opens a path on the site that has it. After a redirect, no `page.route` would apply. */
function leadToSites(page: Page, baseURL: string): Page {
  const goto = page.goto.bind(page);
  return Object.assign<Page, Pick<Page, "goto">>(page, {
    goto: (address, options) => goto(urlOf(address, sitesOf(baseURL)), options),
  });
}

export const test = base.extend<{ readonly ownPage: Page }>({
  page: async ({ browser, baseURL, javaScriptEnabled, viewport }, use) => {
    const page = await openSharedPage(browser, { baseURL: baseURL as string, javaScriptEnabled });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  ownPage: async ({ context, baseURL }, use) =>
    use(leadToSites(await context.newPage(), baseURL as string)),
});
