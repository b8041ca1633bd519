// /status as a person meets it: every width, without JavaScript, and a page that keeps itself current or says that it is not.
import { expect, type Page, test } from "@playwright/test";
import {
  collectProblems,
  findViolations,
  keepPicture,
  readShifts,
  toOverflow,
  waitForReact,
  watchShifts,
} from "../support/page-checks.ts";

const sign = (page: Page) => page.getByRole("region", { name: "State of the network" });
const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

for (const width of [360, 768, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${width} px, ${colorScheme}: whole, no overflow, no error, axe`, async ({ page }, info) => {
      const problems = collectProblems(page);
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto("/status");
      await expect(sign(page)).toContainText("Open, with 2 exceptions");
      await keepPicture(page, info.outputPath("status.png"));
      expect(await toOverflow(page), "horizontal overflow in px").toBeLessThanOrEqual(0);
      expect(await findViolations(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  }
}

test("a page whose files come late is spoken for and kept current before them, and React leaves it as it is then", async ({
  page,
}) => {
  const problems = collectProblems(page);
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  // One of them is enough for React to wait, and leaves the browser its connections.
  await page.route("**/_next/static/chunks/turbopack-*.js", async (route) => {
    await sent;
    await route.continue();
  });
  await page.route("**/status", async (route) => {
    const response = await route.fetch();
    const isOwn = route.request().resourceType() === "fetch";
    const html = await response.text();
    // The first one is an old copy, so that the page asks at once.
    const body = isOwn
      ? html.replace(">Open, with 2 exceptions<", ">Open, with 7 exceptions<")
      : html.replace(/data-(observed|read)="(\d+)"/g, (_, name, ms) => `data-${name}="${Number(ms) - 7_200_000}"`);
    await route.fulfill({ response, body });
  });
  await page.goto("/status", { waitUntil: "commit" });
  await expect(sign(page)).toContainText("Open, with 7 exceptions");
  await expect(page.locator("[data-say]")).toHaveText("Open, with 7 exceptions");
  send();
  await waitForReact(page);
  await expect(sign(page)).toContainText("Open, with 7 exceptions");
  await expect(page.locator("[data-say]")).toHaveText("Open, with 7 exceptions");
  expect(problems).toEqual([]);
});

test("what is not open says why, by which parameter, and what to do", async ({ page }) => {
  await page.goto("/status");
  await expect(row(page, "Litecoin (LTC)").getByRole("cell")).toHaveText([
    "halted",
    "halted",
    "open",
    "halted",
    /LTC/,
    /LTC/,
    "150 s",
  ]);
  await expect(row(page, "Dogecoin (DOGE)").getByRole("cell").first()).toHaveText("open for now");
  const note = page.locator(".note").filter({ hasText: "Litecoin (LTC): trading, deposits and liquidity halted" });
  await expect(note).toContainText(/HALTLTCTRADING: in force since block \d+/);
  await expect(note).toContainText(
    /Do not send\. A deposit made now is refunded less the outbound fee, .* Wait, or use another chain\./,
  );
  await expect(row(page, "Trading on Dogecoin (DOGE)")).toContainText(
    /HALTDOGETRADING\d+20\d\d-\d\d-\d\d 04:00:00 UTC/,
  );
  await expect(page.getByRole("link", { name: "Feed of these changes (Atom)" })).toHaveAttribute(
    "href",
    "/status.atom",
  );
});

test("a verdict is told by its shape and its word, not by colour alone", async ({ page }) => {
  await page.goto("/status");
  const verdicts = page.locator("tbody td[data-state]");
  const states = await verdicts.evaluateAll((all) => all.map((one) => one.getAttribute("data-state")));
  expect(states).toEqual(expect.arrayContaining(["halted", "open", "scheduled"]));
  for (const word of await verdicts.allTextContents()) expect(word).not.toBe("");
  // The sample network is never unknown: one cell takes each state in turn.
  const shapes = await verdicts.first().evaluate((one) =>
    ["open", "halted", "unknown", "scheduled", "stale"].map((state) => {
      one.setAttribute("data-state", state);
      const { clipPath, borderRadius, borderStyle, rotate } = getComputedStyle(one, "::before");
      return [clipPath, borderRadius, borderStyle, rotate].join();
    }),
  );
  expect(new Set(shapes).size, shapes.join("\n")).toBe(shapes.length);
});

test("a change is marked by motion only for those who have not asked for less of it", async ({ page }) => {
  await page.goto("/status");
  const mark = () =>
    page.evaluate(() => {
      for (const one of document.querySelectorAll(".changed")) one.classList.remove("changed");
      document.querySelector<HTMLElement>("main a")?.focus();
      document.querySelector(".verdict")?.classList.add("changed");
      return [document.getAnimations().length, getComputedStyle(document.documentElement).scrollBehavior];
    });
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await mark()).toEqual([0, "auto"]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await mark()).toEqual([1, "smooth"]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the whole page stands, with the instant of its reading and that it is of then", async ({ page }) => {
    await page.goto("/status");
    await expect(sign(page)).toContainText(/when read at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    await expect(sign(page)).toContainText("This is a snapshot of then");
    await expect(page.getByRole("row")).not.toHaveCount(0);
    await expect(page.getByText("Out of date")).toBeHidden();
  });
});

test.describe("a page left open", () => {
  /** What the page's own requests get: the server's page, changed; null is no answer. */
  type Change = (html: string) => string | null;
  const verdict = (text: string) => (html: string) => html.replace(">Open, with 2 exceptions<", `>${text}<`);
  /** As if the newest block that the server knew were of that age. */
  const aged = (seconds: number) => (html: string) =>
    html.replace(
      /data-observed="\d+"/,
      `data-observed="${Number(/data-read="(\d+)"/.exec(html)?.[1]) - seconds * 1000}"`,
    );
  const living = (page: Page) => page.locator("[data-observed]");

  /** Opens the page under a clock that only `pass` moves, a second at a time, each request answered before the next. */
  async function open(page: Page, first: Change = (html) => html) {
    const upstream = { asked: 0, change: ((html) => html) as Change, ready: Promise.resolve() };
    await page.clock.install({ time: Date.now() });
    // Counted in the page: there a request begins within the second that asks for it.
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
    const toPending = () => page.evaluate(() => (self as unknown as { pending: number }).pending);
    await page.route("**/status", async (route) => {
      const isOwn = route.request().resourceType() === "fetch";
      upstream.asked += isOwn ? 1 : 0;
      const response = await route.fetch();
      if (isOwn) await upstream.ready;
      const body = (isOwn ? upstream.change : first)(await response.text());
      await (body === null ? route.abort() : route.fulfill({ response, body }));
    });
    await page.goto("/status");
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1_000);
        await expect.poll(toPending, { intervals: [5] }).toBe(0);
        // What the page does with the answer is done by then.
        await page.evaluate(() => document.title);
      }
    };
    return { upstream, pass };
  }

  test("asks again after 15 s, not sooner, and only the change is marked", async ({ page }) => {
    const { upstream, pass } = await open(page);
    upstream.change = verdict("Open, with 7 exceptions");
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
    await expect(sign(page)).toContainText("Open, with 7 exceptions");
    expect(upstream.asked).toBe(1);
    await expect(page.locator(".changed")).toHaveText(["Open, with 7 exceptions"]);
    await expect(living(page)).not.toHaveAttribute("data-stale");
    await expect(page.locator("[data-say]")).toHaveText("Open, with 7 exceptions");
    await pass(15);
    await expect.poll(() => upstream.asked).toBe(2);
    expect((askedMs[1] as number) - (askedMs[0] as number)).toBeGreaterThanOrEqual(15_000);
  });

  test("without an answer it goes out of date after the limit, in words, and comes back", async ({ page }) => {
    const { upstream, pass } = await open(page);
    upstream.change = () => null;
    await pass(45);
    await expect(living(page)).toHaveAttribute("data-stale");
    await expect(sign(page)).toContainText("Out of date");
    await expect(sign(page)).toHaveAttribute("data-state", "stale");
    await expect(page.getByText(/Out of date: the block that this page speaks of is \d+ s old/)).toBeVisible();
    await expect(page.locator("[data-say]")).toHaveText(/^Out of date/);
    expect(await findViolations(page)).toEqual([]);
    // It asks less often while nobody answers: after its second question not for a minute.
    const { asked } = upstream;
    await pass(45);
    expect(upstream.asked - asked).toBeLessThanOrEqual(1);

    upstream.change = (html) => html;
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await pass(17);
    await expect(living(page)).not.toHaveAttribute("data-stale");
    await expect(sign(page)).toHaveAttribute("data-state", "open");
    await expect(page.getByText("Out of date:")).toBeHidden();
  });

  test("an answer that speaks of an old block is out of date as well", async ({ page }) => {
    const { upstream, pass } = await open(page);
    upstream.change = aged(40);
    await pass(18);
    await expect(living(page)).toHaveAttribute("data-stale");
    expect(upstream.asked).toBe(1);
  });

  test("hidden, it asks nothing; seen again, it is out of date until it has asked", async ({ page }) => {
    const { upstream, pass } = await open(page);
    const show = (isShown: boolean) =>
      page.evaluate((shown) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: !shown });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isShown);
    await show(false);
    await page.clock.runFor(600_000);
    expect(upstream.asked).toBe(0);
    upstream.change = verdict("Open, with 7 exceptions");
    let answer = () => {};
    upstream.ready = new Promise((resolve) => {
      answer = resolve;
    });
    await show(true);
    await expect(living(page)).toHaveAttribute("data-stale");
    answer();
    await pass(2);
    await expect(sign(page)).toContainText("Open, with 7 exceptions");
    await expect(living(page)).not.toHaveAttribute("data-stale");
  });

  test("a device's clock that is set back tells no age: out of date, and asked again at once", async ({ page }) => {
    const { upstream, pass } = await open(page);
    const setBack = async (ms: number) => page.clock.setSystemTime((await page.evaluate(() => Date.now())) - ms);
    await pass(6);
    expect(upstream.asked).toBe(0);
    upstream.change = () => null;
    await setBack(4_000);
    await pass(1);
    await expect(living(page)).toHaveAttribute("data-stale");
    await expect(page.getByText("the block that this page speaks of is an unknown time old")).toBeVisible();
    await pass(1);
    expect(upstream.asked).toBe(1);
    // It asks less often while nobody answers, by the clock as it is now.
    await pass(20);
    expect(upstream.asked).toBe(1);
    upstream.change = verdict("Open, with 7 exceptions");
    await setBack(3_600_000);
    await pass(2);
    expect(upstream.asked).toBe(2);
    await expect(sign(page)).toContainText("Open, with 7 exceptions");
    await expect(living(page)).not.toHaveAttribute("data-stale");
    await pass(8);
    await expect(living(page)).not.toHaveAttribute("data-stale");
    expect(upstream.asked).toBe(2);
  });

  test("an answer that the clock was set back beneath is asked for again", async ({ page }) => {
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

  test("an old copy that is opened again knows it by this device's clock, and asks", async ({ page }) => {
    const old = (html: string) =>
      html.replace(/data-(observed|read)="(\d+)"/g, (_, name, ms) => `data-${name}="${Number(ms) - 7_200_000}"`);
    const { upstream, pass } = await open(page, old);
    upstream.change = verdict("Open, with 7 exceptions");
    await pass(3);
    expect(upstream.asked).toBe(1);
    await expect(sign(page)).toContainText("Open, with 7 exceptions");
    await expect(living(page)).not.toHaveAttribute("data-stale");
    await pass(8);
    expect(upstream.asked).toBe(1);
  });

  test("what is selected is not pulled away, and focus and scroll stay", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const { upstream, pass } = await open(page);
    upstream.change = verdict("Open, with 7 exceptions");
    const table = page.getByRole("group", { name: "Chain by chain" });
    await table.focus();
    await table.evaluate((one) => one.scrollTo({ left: 120 }));
    await pass(18);
    await expect(sign(page)).toContainText("7 exceptions");
    await expect(table).toBeFocused();
    expect(await table.evaluate((one) => one.scrollLeft)).toBe(120);

    upstream.change = verdict("Open, with 9 exceptions");
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector("h1") as Element));
    await pass(18);
    expect(upstream.asked).toBe(2);
    await expect(sign(page)).not.toContainText("9 exceptions");
  });
});

for (const width of [360, 1440])
  test(`nothing moves while the page loads, or when it goes out of date, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await page.goto("/status", { waitUntil: "networkidle" });
    const toHeight = () => page.locator("main").evaluate((one) => one.getBoundingClientRect().height);
    const before = await toHeight();
    await page.route("**/status", (route) => route.abort());
    await page
      .locator("[data-observed]")
      .evaluate((one) => one.setAttribute("data-observed", String(Date.now() - 90_000)));
    await expect(page.locator("[data-observed]")).toHaveAttribute("data-stale");
    await expect(page.getByText(/Out of date: the block that this page speaks of is \d+ s old/)).toBeVisible();
    expect(Math.abs((await toHeight()) - before), "px").toBeLessThan(1);
    // Where a figure within a sentence grows, the words behind it make room.
    const moved = (await readShifts(page)).filter(({ nodes }) => nodes.some((node) => node !== "#text"));
    expect(moved).toEqual([]);
  });

test("by keyboard: every table can be reached and scrolled, and the feed is found", async ({ page }) => {
  await page.goto("/status");
  const reached = new Set<string>();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      ),
    );
  }
  for (const name of ["Chain by chain", "Scheduled halts", "Where this was read", "Feed of these changes (Atom)"]) {
    expect([...reached]).toContain(name);
  }
});
