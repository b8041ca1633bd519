// /status or /assets left open: the page updates itself, or says that it is out of date.
import { expect, type Page } from "@playwright/test";
import { test } from "../support/answering-test.ts";
import { findSign, findViolations, stopClock, waitForReact } from "../support/page-checks.ts";

/** The answer to the page's own requests: the server's page, changed. Null: no answer. */
type Change = (html: string) => string | null;
const verdict = (text: string) => (html: string) =>
  html.replace(">Litecoin is halted<", `>${text}<`);
/** Makes the newest block of the server appear this old. */
const aged = (seconds: number) => (html: string) =>
  html.replace(
    /data-observed="\d+"/,
    `data-observed="${Number(/data-read="(\d+)"/.exec(html)?.[1]) - seconds * 1000}"`,
  );
const icon = (page: Page) => page.locator("head link[rel=icon]");
const living = (page: Page) => page.locator("[data-observed]");

/**
 * Opens the page with a clock that only `pass` moves, one second at a time. Each request is answered before the next.
 */
async function open(page: Page, first: Change = (html) => html, path = "/status") {
  const upstream = { asked: 0, change: ((html) => html) as Change, ready: Promise.resolve() };
  await page.clock.install({ time: Date.now() });
  // Counted in the page, where a request begins within the second that causes it.
  await page.addInitScript(() => {
    const own = self.fetch;
    const processGlobals = Object.assign(self, { pending: 0 });
    self.fetch = async (...args) => {
      processGlobals.pending += 1;
      try {
        return await own(...args);
      } finally {
        processGlobals.pending -= 1;
      }
    };
  });
  const countPending = () => page.evaluate(() => (self as unknown as { pending: number }).pending);
  await page.route(new RegExp(`${path}(?:/now)?$`), async (route) => {
    const isOwn = route.request().resourceType() === "fetch";
    upstream.asked += isOwn ? 1 : 0;
    const response = await route.fetch();
    if (isOwn) await upstream.ready;
    const body = (isOwn ? upstream.change : first)(await response.text());
    await (body === null ? route.abort() : route.fulfill({ response, body }));
  });
  await page.goto(path);
  await waitForReact(page);
  await stopClock(page);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await page.clock.runFor(1_000);
      await expect.poll(countPending, { intervals: [5] }).toBe(0);
      // By then the page has processed the answer.
      await page.evaluate(() => document.title);
    }
  };
  return { upstream, pass };
}

test("asks for the live part alone, and hears where it says the same", async ({ page }) => {
  const { pass } = await open(page);
  const whole = (await (await page.request.get("/status")).body()).byteLength;
  const answer = page.waitForResponse((response) => response.request().resourceType() === "fetch");
  await pass(17);
  const { headers, body } = await answer.then(async (response) => ({
    headers: response.headers(),
    body: await response.text(),
  }));
  expect(body).toMatch(/<body><div id="now">.*<\/div><\/body>/s);
  expect(Buffer.byteLength(body)).toBeLessThan(whole / 3);
  expect(headers.etag).toBeTruthy();
  // The sample network has a block every six seconds: two of these answers are of one block.
  const ask = async () => {
    const { etag = "" } = (await page.request.get("/status/now")).headers();
    return (await page.request.get("/status/now", { headers: { "if-none-match": etag } })).status();
  };
  await expect.poll(ask).toBe(304);
});

test("asks again after 13 s, not sooner, and marks only the change", async ({ page }) => {
  const { upstream, pass } = await open(page);
  upstream.change = verdict("7 chains are halted");
  const askedMs: number[] = [];
  await page.exposeFunction("note", (ms: number) => askedMs.push(ms));
  await page.evaluate(() => {
    const processGlobals = self as unknown as { note: (ms: number) => void; since: number };
    const own = self.fetch;
    processGlobals.since = Date.now();
    self.fetch = (...args) => {
      processGlobals.note(Date.now() - processGlobals.since);
      return own(...args);
    };
  });
  await pass(20);
  await expect(findSign(page)).toContainText("7 chains are halted");
  expect(upstream.asked).toBe(1);
  await expect(page.locator(".changed")).toHaveText(["7 chains are halted"]);
  await expect(living(page)).not.toHaveAttribute("data-stale");
  await expect(page.locator("[data-say]")).toHaveText("7 chains are halted");
  await pass(15);
  await expect.poll(() => upstream.asked).toBe(2);
  expect((askedMs[1] as number) - (askedMs[0] as number)).toBeGreaterThanOrEqual(13_000);
});

test("without an answer it becomes out of date after the limit, and recovers", async ({ page }) => {
  const { upstream, pass } = await open(page);
  upstream.change = () => null;
  await pass(45);
  await expect(living(page)).toHaveAttribute("data-stale");
  await expect(findSign(page)).toContainText("Out of date");
  await expect(findSign(page)).toHaveAttribute("data-state", "stale");
  await expect(icon(page)).toHaveAttribute("href", "/icons/stale.svg");
  await expect(
    page.getByText(/This page is out of date\. It shows a state that is \d+ (seconds|minutes) old/),
  ).toBeVisible();
  await expect(page.locator("[data-say]")).toHaveText(/^Out of date/);
  // axe waits by timers of the page.
  await page.clock.resume();
  expect(await findViolations(page)).toEqual([]);
  await stopClock(page);
  // Without an answer it asks less often: after its second request not for a minute.
  const { asked } = upstream;
  await pass(45);
  expect(upstream.asked - asked).toBeLessThanOrEqual(1);

  upstream.change = (html) => html;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await pass(17);
  await expect(living(page)).not.toHaveAttribute("data-stale");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  await expect(icon(page)).toHaveAttribute("href", "/icons/warned.svg");
  await expect(page.getByText("Out of date:")).toBeHidden();
});

test("an answer with an old block is out of date too", async ({ page }) => {
  const { upstream, pass } = await open(page);
  upstream.change = aged(40);
  await pass(18);
  await expect(living(page)).toHaveAttribute("data-stale");
  expect(upstream.asked).toBe(1);
});

test("hidden, it asks nothing; visible again, it is out of date until it has asked", async ({
  page,
}) => {
  const { upstream, pass } = await open(page);
  const show = (isShown: boolean) =>
    page.evaluate((shown) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: !shown });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isShown);
  await show(false);
  await page.clock.runFor(600_000);
  expect(upstream.asked).toBe(0);
  upstream.change = verdict("7 chains are halted");
  let answer = () => {};
  upstream.ready = new Promise((resolve) => {
    answer = resolve;
  });
  await show(true);
  await expect(living(page)).toHaveAttribute("data-stale");
  answer();
  await pass(2);
  await expect(findSign(page)).toContainText("7 chains are halted");
  await expect(living(page)).not.toHaveAttribute("data-stale");
});

test("if the device's clock is set back, it is out of date and asks at once", async ({ page }) => {
  const { upstream, pass } = await open(page);
  const setBack = async (ms: number) =>
    page.clock.setSystemTime((await page.evaluate(() => Date.now())) - ms);
  await pass(6);
  expect(upstream.asked).toBe(0);
  upstream.change = () => null;
  await setBack(4_000);
  await pass(1);
  await expect(living(page)).toHaveAttribute("data-stale");
  await expect(page.getByText("It shows a state that is too old")).toBeVisible();
  await pass(1);
  expect(upstream.asked).toBe(1);
  // Without an answer it asks less often, by the clock as it is now.
  await pass(20);
  expect(upstream.asked).toBe(1);
  upstream.change = verdict("7 chains are halted");
  await setBack(3_600_000);
  await pass(2);
  expect(upstream.asked).toBe(2);
  await expect(findSign(page)).toContainText("7 chains are halted");
  await expect(living(page)).not.toHaveAttribute("data-stale");
  await pass(8);
  await expect(living(page)).not.toHaveAttribute("data-stale");
  expect(upstream.asked).toBe(2);
});

test("if the clock is set back during a request, it asks again", async ({ page }) => {
  const { upstream, pass } = await open(page);
  let answer = () => {};
  upstream.ready = new Promise((resolve) => {
    answer = resolve;
  });
  await page.clock.runFor(17_000);
  await expect.poll(() => upstream.asked).toBe(1);
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 3_600_000);
  upstream.ready = Promise.resolve();
  answer();
  await pass(3);
  await expect.poll(() => upstream.asked).toBe(2);
  await expect(living(page)).not.toHaveAttribute("data-stale");
  await pass(1);
  upstream.change = () => null;
  await pass(45);
  await expect(living(page)).toHaveAttribute("data-stale");
});

test("an old copy detects its age by the device's clock, and asks", async ({ page }) => {
  const old = (html: string) =>
    html.replace(
      /data-(observed|read)="(\d+)"/g,
      (_, name, ms) => `data-${name}="${Number(ms) - 7_200_000}"`,
    );
  const { upstream, pass } = await open(page, old);
  upstream.change = verdict("7 chains are halted");
  await pass(3);
  expect(upstream.asked).toBe(1);
  await expect(findSign(page)).toContainText("7 chains are halted");
  await expect(living(page)).not.toHaveAttribute("data-stale");
  await pass(8);
  expect(upstream.asked).toBe(1);
});

test("selection, focus, scroll position and what is open stay", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { upstream, pass } = await open(page);
  upstream.change = verdict("7 chains are halted");
  const name = "Fees and limits";
  const opened = page.locator("#now details").filter({ hasText: name });
  await opened.evaluate((one: HTMLDetailsElement) => {
    one.open = true;
  });
  const table = page.getByRole("group", { name });
  await table.focus();
  await table.evaluate((one) => one.scrollTo({ left: 40 }));
  expect(await table.evaluate((one) => one.scrollLeft)).toBe(40);
  await pass(18);
  await expect(opened).toHaveJSProperty("open", true);
  await expect(findSign(page)).toContainText("7 chains are halted");
  await expect(table).toBeFocused();
  expect(await table.evaluate((one) => one.scrollLeft)).toBe(40);

  upstream.change = verdict("9 chains are halted");
  await page.evaluate(() =>
    getSelection()?.selectAllChildren(document.querySelector("h1") as Element),
  );
  await pass(18);
  expect(upstream.asked).toBe(2);
  await expect(findSign(page)).not.toContainText("9 chains are halted");
});

test("/assets asks for its own part, and says that it is out of date where nothing answers", async ({
  page,
}) => {
  const { upstream, pass } = await open(page, undefined, "/assets");
  upstream.change = verdict("7 chains are halted");
  await pass(17);
  await expect(findSign(page)).toContainText("7 chains are halted");
  upstream.change = () => null;
  await pass(60);
  await expect(findSign(page)).toContainText("Out of date");
  await expect(page.locator("[data-old]")).toBeVisible();
});
