// A page of another site shows the two frames that it may show, and no other address.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { expect, type Frame, type Page } from "@playwright/test";
import { swap, urlOf } from "../support/forms.ts";
import { listen, portOf } from "../support/loopback.ts";
import { findViolations } from "../support/page-checks.ts";
import { root } from "../support/root.ts";
import { test } from "../support/shared-page.ts";

const QUOTE = "/embed/quote?from=BTC&to=ETH&amount=0.1";
const framed = ["/embed/status", "/embed/status?chain=btc", QUOTE];
/** As a person copies it from /developers. */
const [, codeToPaste = ""] =
  /```html\n(.*?)```/s.exec(
    readFileSync(join(root, "content/developers/index.md"), "utf8").replaceAll(
      "{{swap_origin}}",
      swap,
    ),
  ) ?? [];
let pages: Server;

test.beforeAll(async () => {
  pages = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    const isolated = searchParams.has("isolated") && {
      "cross-origin-embedder-policy": "require-corp",
    };
    const frames = searchParams.getAll("frame").map((address) => {
      const source = urlOf(address).replaceAll("&", "&amp;");
      const rules = searchParams.get("sandbox");
      const sandbox = rules === null ? "" : ` sandbox="${rules}"`;
      return `<iframe${sandbox} src="${source}" title="A frame" width="100%" height="500"></iframe>`;
    });
    const content = searchParams.has("documented") ? codeToPaste : frames.join("");
    response.writeHead(200, { "content-type": "text/html", ...isolated });
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A wallet</title>${content}`,
    );
  });
  await listen(pages);
});
test.afterAll(() => pages.close());

async function openWallet(
  page: Page,
  addresses: readonly string[],
  more: Readonly<Record<string, string>> = {},
) {
  const frames = addresses.map((address): [string, string] => ["frame", address]);
  const search = new URLSearchParams([...frames, ...Object.entries(more)]);
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

test("the code to paste shows the age and the link on a small phone, without scrolling", async ({
  ownPage: page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`http://localhost:${portOf(pages)}/?documented`);
  const frames = page.frames().slice(1);
  expect(frames).toHaveLength(2);
  for (const frame of frames) {
    await expect(frame.locator("main > p > a")).toBeAttached();
    const [hidden, overflow] = await frame.locator("html").evaluate((one) => {
      const bottomOf = (selector: string) =>
        one.querySelector(selector)?.getBoundingClientRect().bottom ?? Number.NaN;
      const bottom = Math.max(bottomOf(".meta"), bottomOf("main > p > a"));
      return [bottom - one.clientHeight, one.scrollWidth - one.clientWidth];
    });
    expect(hidden, frame.url()).toBeLessThanOrEqual(0);
    expect(overflow, frame.url()).toBe(0);
  }
});

test("a frame that cannot answer keeps its theme, and leads to the page", async ({
  ownPage: page,
}) => {
  const [frame] = await openWallet(page, ["/embed/status?theme=dark&chain=nope"]);
  await expect(frame.locator("html")).toHaveCSS("background-color", "rgb(13, 19, 17)");
  await expect(frame.locator("main")).toContainText("chain is one of: thor, btc");
  await expect(frame.locator("main > p > a")).toHaveAttribute("href", urlOf("/status"));
});

test("a page that is isolated from other origins shows them too", async ({ ownPage: page }) => {
  for (const frame of await openWallet(page, framed, { isolated: "" }))
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

const sandbox = "allow-popups allow-popups-to-escape-sandbox";
for (const more of [{}, { sandbox }])
  test(`a link opens the whole answer in a tab of its own ${JSON.stringify(more)}`, async ({
    ownPage: page,
    context,
  }) => {
    const frames = await openWallet(page, framed, more);
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
    await expect(frame.locator(".outdated")).toContainText("Out of date. Load this page again");
    await expect(frame.locator("main > p > a")).toBeVisible();
  }
});
