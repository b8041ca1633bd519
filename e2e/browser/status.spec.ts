// /status for a person as it loads: at every width, without JavaScript, by keyboard.
import { expect, type Page } from "@playwright/test";
import { isHaltSoon } from "../../lib/protocol/safety/halt-parameters.ts";
import {
  collectProblems,
  findLooseMarks,
  findSign,
  readShifts,
  waitForReact,
  watchShifts,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const row = (page: Page, table: string, name: string) =>
  page
    .getByRole("table", { name: table })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });

test("before its scripts load, a page is readable; with them, an old copy is brought up to date at once", async ({
  ownPage: page,
}) => {
  const problems = collectProblems(page);
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  // One of them is enough for React to wait, and leaves connections to the browser.
  await page.route("**/_next/static/chunks/turbopack-*.js", async (route) => {
    await sent;
    await route.continue();
  });
  await page.route(/\/status(?:\/now)?$/, async (route) => {
    const response = await route.fetch();
    const isOwn = route.request().resourceType() === "fetch";
    const html = await response.text();
    // The first one is an old copy, so that the page requests a new one at once.
    const body = isOwn
      ? html.replace(">Litecoin is halted<", ">7 chains are halted<")
      : html.replace(
          /data-(observed|read)="(\d+)"/g,
          (_, name, ms) => `data-${name}="${Number(ms) - 7_200_000}"`,
        );
    await route.fulfill({ response, body });
  });
  await page.goto("/status", { waitUntil: "commit" });
  await expect(findSign(page)).toContainText("Litecoin is halted");
  await expect(findSign(page)).toContainText("Look here again right before you send");
  send();
  await waitForReact(page);
  await expect(findSign(page)).toContainText("7 chains are halted");
  await expect(page.locator("[data-say]")).toHaveText("7 chains are halted");
  expect(problems).toEqual([]);
});

test("what is not open has its reason, its parameter and advice", async ({ page }) => {
  await page.goto("/status");
  await expect(row(page, "Chain by chain", "Litecoin (LTC)").getByRole("cell")).toHaveText([
    "no, halted",
    "no, halted",
    "no, paused",
  ]);
  await expect(row(page, "Chain by chain", "Dogecoin (DOGE)").getByRole("cell").first()).toHaveText(
    /^(yes|no), halts\sin\s\d+\s\w+$/,
  );
  const note = page.locator(".note").filter({ hasText: "Litecoin: halted" });
  await expect(note).toContainText(
    /Do not send\. A deposit sent now is refunded, and the refund costs the outbound fee\. .* Wait, or use another chain\./,
  );
});

test("a verdict has a shape and a word, not only a colour", async ({ page, request }) => {
  const { network } = await (await request.get("/.well-known/status")).json();
  const halts: { estimated_time: string }[] = network.chains.flatMap(
    (chain: { scheduled: unknown[] }) => chain.scheduled,
  );
  // In the first hours of a day the sample's halt is more than a day ahead.
  const isSoon = halts.some(({ estimated_time }) =>
    isHaltSoon({ estimatedTimeMs: Date.parse(estimated_time) }, Date.now()),
  );
  await page.goto("/status");
  const verdicts = page.locator("tbody td[data-state]");
  const states = await verdicts.evaluateAll((all) =>
    all.map((one) => one.getAttribute("data-state")),
  );
  expect(states).toEqual(expect.arrayContaining(["halted", "open"]));
  expect(states.includes("scheduled"), "a halt within a day").toBe(isSoon);
  for (const word of await verdicts.allTextContents()) expect(word).not.toBe("");
  // The sample network is never unknown, so one cell gets each state in turn.
  const shapes = await verdicts.first().evaluate((one) =>
    ["open", "halted", "unknown", "scheduled", "stale"].map((state) => {
      one.setAttribute("data-state", state);
      const { clipPath, borderRadius, borderStyle, rotate } = getComputedStyle(one, "::before");
      return [clipPath, borderRadius, borderStyle, rotate].join();
    }),
  );
  expect(new Set(shapes).size, shapes.join("\n")).toBe(shapes.length);
});

test("a change is animated, except with reduced motion", async ({ page }) => {
  await page.goto("/status");
  const mark = () =>
    page.evaluate(() => {
      for (const one of document.querySelectorAll(".changed")) one.classList.remove("changed");
      // Otherwise the last animation goes on, and may be over by now.
      document.getAnimations();
      document.querySelector<HTMLElement>("main a")?.focus();
      document.querySelector(".verdict")?.classList.add("changed");
      return [
        document.getAnimations().length,
        getComputedStyle(document.documentElement).scrollBehavior,
      ];
    });
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await mark()).toEqual([0, "auto"]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await mark()).toEqual([1, "smooth"]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the whole page is shown, with the time of its reading", async ({ page }) => {
    await page.goto("/status");
    await expect(page.locator("#now .meta")).toContainText(
      /Checked at 20\d\d-\d\d-\d\d \d\d:\d\d.UTC/,
    );
    await expect(findSign(page)).toContainText("Look here again right before you send");
    await expect(page.getByRole("row")).not.toHaveCount(0);
    await expect(page.getByText("Out of date")).toBeHidden();
  });
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("each time of the sign and of a scheduled halt has the reader's own beside it, also when the page was renewed", async ({
    ownPage: page,
  }) => {
    await page.goto("/status");
    const places = page.locator(".local");
    const differences = () =>
      places.evaluateAll((all) =>
        all.map((one) => {
          const utc =
            [...(one.parentElement?.querySelectorAll("time") ?? [])].at(-1)?.dateTime ?? "";
          const [, day, clock] = /^(\S+) (\S+) on your clock$/.exec(one.textContent) ?? [];
          return (Date.parse(`${day}T${clock}Z`) - Date.parse(utc)) / 3_600_000;
        }),
      );
    await expect.poll(differences).toEqual([9, 9]);
    await places.evaluateAll((all) => {
      for (const one of all) one.textContent = "";
    });
    await expect.poll(differences, { timeout: 30_000 }).toEqual([9, 9]);
  });
});

for (const [path, text] of [
  ["/status", /in \d+\shours? \(/],
  ["/quote?from=BTC&to=ETH&amount=0.05", /UTC, in \d+\sminutes/],
] as const)
  test(`a time stays with its brackets and its comma at every width of a phone: ${path}`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.locator("main")).toContainText(text);
    for (let width = 320; width <= 430; width += 5) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findLooseMarks(page, "main li, main p"), `${width} px`).toEqual([]);
    }
  });

for (const width of [360, 1440])
  test(`nothing moves while the page loads, or when it becomes out of date, ${width} px`, async ({
    ownPage: page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await page.goto("/status", { waitUntil: "networkidle" });
    const readHeight = () =>
      page.locator("main").evaluate((one) => one.getBoundingClientRect().height);
    const before = await readHeight();
    await page.route("**/status/now", (route) => route.abort());
    await page
      .locator("[data-observed]")
      .evaluate((one) => one.setAttribute("data-observed", String(Date.now() - 90_000)));
    await expect(page.locator("[data-observed]")).toHaveAttribute("data-stale");
    await expect(
      page.getByText(
        /This page is out of date\. It shows a state that is \d+ (seconds|minutes) old/,
      ),
    ).toBeVisible();
    expect(Math.abs((await readHeight()) - before), "px").toBeLessThan(1);
    // If a number within a sentence gets longer, the following words must move aside.
    const moved = (await readShifts(page)).filter(({ nodes }) =>
      nodes.some((node) => node !== "#text"),
    );
    expect(moved).toEqual([]);
  });

test("by keyboard: every table can be reached and scrolled", async ({ page }) => {
  await page.goto("/status");
  const reached = new Set<string>();
  // The tables of details that are closed are reached when they are open.
  const { labels, summaries } = await page.evaluate(() => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    return {
      labels: [...document.querySelectorAll(".table")].map(
        (one) => one.getAttribute("aria-label") ?? "",
      ),
      summaries: [...document.querySelectorAll("summary")].map((one) => one.textContent),
    };
  });
  expect(labels).toEqual(["Chain by chain", "Fees and limits"]);
  const last = "Status as JSON";
  for (let presses = 0; presses < 80 && !reached.has(last); presses += 1) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(
        () =>
          document.activeElement?.getAttribute("aria-label") ??
          document.activeElement?.textContent ??
          "",
      ),
    );
  }
  expect([...reached]).toEqual(expect.arrayContaining([...labels, ...summaries, last]));
});
