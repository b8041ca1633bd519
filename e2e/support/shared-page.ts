// `page` is one page for many tests of a worker: one of its own, with another process of the browser, costs a test a quarter of a second.
// A test that sets a clock, asks for permissions, has options of its own or measures a first load takes `ownPage`.
// A script that a test adds stays for the tests that follow: it may only listen.
import type { Browser, Page } from "@playwright/test";
import { test as base } from "./answering-test.ts";
import { sitesOf, urlOf } from "./forms.ts";

/** The shared pages of each browser, by their options. They close with it. */
const openPages = new WeakMap<Browser, Map<string, Page>>();

/** What specs listen to. Playwright has listeners of its own for other events. */
const heard = ["console", "pageerror", "request", "requestfailed", "response"];

/** The shared page with default colours, where no spec listens or intercepts. Its last document is still open. */
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

/** Opens an address on the site that has it, as a link does: a redirect would pass no route of a spec. */
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
