// A page of another site shows the two frames that it may show, and no other address.
import { createServer, type Server } from "node:http";
import { expect, type Frame, type Page } from "@playwright/test";
import { urlOf } from "../support/forms.ts";
import { listen, portOf } from "../support/loopback.ts";
import { findViolations } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const QUOTE = "/embed/quote?from=BTC&to=ETH&amount=0.1";
const framed = ["/embed/status", "/embed/status?chain=btc", QUOTE];
let pages: Server;

test.beforeAll(async () => {
  pages = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    const isolated = searchParams.has("isolated") && {
      "cross-origin-embedder-policy": "require-corp",
    };
    const frames = searchParams.getAll("frame").map((address) => {
      const source = urlOf(address).replaceAll("&", "&amp;");
      return `<iframe src="${source}" title="A frame" width="100%" height="500"></iframe>`;
    });
    response.writeHead(200, { "content-type": "text/html", ...isolated });
    response.end(`<!doctype html><html lang="en"><title>A wallet</title>${frames.join("")}`);
  });
  await listen(pages);
});
test.afterAll(() => pages.close());

async function openWallet(page: Page, addresses: readonly string[], isolated = false) {
  const search = new URLSearchParams(addresses.map((address) => ["frame", address]));
  if (isolated) search.set("isolated", "");
  await page.goto(`http://localhost:${portOf(pages)}/?${search}`);
  return page.frames().slice(1) as [Frame, ...Frame[]];
}

test("another site shows the state, a chain's state and a quote, each with its age", async ({
  ownPage: page,
}) => {
  const frames = await openWallet(page, framed);
  const headings = ["Network status", "Bitcoin", "0.1 BTC to ETH"];
  for (const [at, frame] of frames.entries()) {
    await expect(frame.getByRole("heading", { level: 1 })).toContainText(headings[at] ?? "");
    await expect(frame.locator(".signboard .verdict").first()).toBeVisible();
    await expect(frame.locator(".meta")).toContainText(/made .*UTC.* before this answer/);
    await expect(frame.locator(".outdated")).toBeHidden();
    expect(await frame.locator("script, form, input, pre").count()).toBe(0);
    const overflow = await frame
      .locator("html")
      .evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(overflow).toBe(0);
    expect(await findViolations(frame)).toEqual([]);
  }
});

test("a page that is isolated from other origins shows them too", async ({ ownPage: page }) => {
  for (const frame of await openWallet(page, framed, true))
    await expect(frame.locator(".signboard").first()).toBeVisible();
});

test("no other address is shown: neither a page nor a part", async ({ ownPage: page }) => {
  const refused = ["/", "/status", "/status/btc", "/track", "/pricing/now", "/status/now"];
  for (const frame of await openWallet(page, [...refused, "/embed", "/quote.md", "/mcp"]))
    expect(frame.url(), "an error of the browser").toMatch(/^chrome-error:/);
});

test("the theme is the asked one, or the reader's", async ({ ownPage: page }) => {
  const asked = framed.flatMap((address) =>
    ["", "light", "dark"].map((theme) => {
      const separator = address.includes("?") ? "&" : "?";
      return theme === "" ? address : `${address}${separator}theme=${theme}`;
    }),
  );
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [at, frame] of (await openWallet(page, asked)).entries()) {
      const theme = [colorScheme, "light", "dark"][at % 3];
      const ground = { light: "rgb(251, 250, 245)", dark: "rgb(13, 19, 17)" }[theme ?? ""];
      await expect(frame.locator("html"), asked[at]).toHaveCSS("background-color", ground ?? "");
    }
  }
});

test("a link opens the whole answer in a tab of its own", async ({ ownPage: page, context }) => {
  const frames = await openWallet(page, framed);
  const targets = [/\/status$/, /\/status\/btc$/, /\/quote\?from=BTC\S*&amount=0\.1$/];
  for (const [at, frame] of frames.entries()) {
    const opened = context.waitForEvent("page");
    await frame.locator("main > p > a").click();
    const tab = await opened;
    await expect(tab).toHaveURL(targets[at] as RegExp);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  }
});

test("what nothing renews is hidden after 90 seconds, without a script", async ({
  ownPage: page,
}) => {
  for (const frame of await openWallet(page, framed)) {
    const delays = await frame.evaluate(() => {
      const animations = document.getAnimations();
      for (const animation of animations) animation.finish();
      return animations.map(({ effect }) => effect?.getTiming().delay);
    });
    expect(delays).toEqual([90_000, 90_000]);
    await expect(frame.locator(".signboard").first()).toBeHidden();
    await expect(frame.locator(".meta")).toBeHidden();
    await expect(frame.locator(".outdated")).toBeVisible();
    await expect(frame.locator("main > p > a")).toBeVisible();
  }
});
