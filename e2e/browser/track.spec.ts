// /track for a person: every state at every width, the form, and a page that updates itself or says that it cannot.
import { expect, type Page } from "@playwright/test";
import { getSwapStatus } from "../../lib/mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../lib/mcp/tools/shapes.ts";
import { payoutsAreHalted } from "../../lib/protocol/safety/sentences.ts";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import {
  collectProblems,
  expectNoViolations,
  expectStill,
  findBrokenNumbers,
  findViolations,
  keepPictures,
  readOverflow,
  stopClock,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const sampleTxid = (number: number) => String(number).padStart(4, "0").repeat(16);
const icon = (page: Page) => page.locator("head link[rel=icon]");
const trackPath = (number: number) => `/track?txid=${sampleTxid(number)}`;
const [confirming, streaming, scheduled, held, done, refunded] = [3, 5, 6, 9, 10, 12] as const;

// One page for each look of the sign: also at a width between a phone and a desktop, and in both colour schemes.
const looked = [1, confirming, held, done, refunded, 14].map(sampleTxid);
for (const { txid, shows, title } of sampleTransactions) {
  test(
    `${txid.slice(0, 4)} ${title}: fits at every width, and axe finds nothing`,
    {
      tag: "@slow",
    },
    async ({ page }, info) => {
      const problems = collectProblems(page);
      await page.goto(`/track?txid=${txid}`);
      await expect(page.locator("#details")).toContainText(`${shows}, `);
      await expectNoViolations(page, looked.includes(txid) ? ["light", "dark"] : ["light"]);
      for (const width of looked.includes(txid) ? [360, 768, 1440] : [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(
          await readOverflow(page),
          `horizontal overflow in px at ${width}`,
        ).toBeLessThanOrEqual(0);
        await keepPictures(page, (scheme) => info.outputPath(`${width}-${scheme}.png`));
      }
      expect(problems).toEqual([]);
    },
  );
}

for (const path of ["/track", "/track?txid=63&chain=x"]) {
  test(`axe, light and dark: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectNoViolations(page);
  });
}

test("on a phone a number stays on one line, up to nine digits and eight decimals", async ({
  page,
}) => {
  for (const path of [trackPath(streaming), trackPath(done)]) {
    await page.goto(path);
    for (const longest of [undefined, "999,999,999"])
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const figures = ".swap .signboard dd, .tickets td:nth-child(2)";
        expect(await findBrokenNumbers(page, figures, longest), `${path} ${width} px`).toEqual([]);
        expect(await readOverflow(page), `${path} ${width} px`).toBeLessThanOrEqual(0);
      }
  }
});

test("nothing moves while a page loads", ({ ownPage: page }) =>
  expectStill(page, ["/track", trackPath(confirming)]));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the form finds an id, and the page says when to ask again", async ({ page }) => {
    await page.goto("/track");
    const samples = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("link"), hasText: /[0-9]{64}/ });
    await expect(samples).toHaveCount(sampleTransactions.length + 1);
    await page.getByLabel("Transaction id").fill(`  0x${sampleTxid(confirming)} `);
    await page.getByRole("button", { name: "Find it" }).click();
    await expect(page.getByRole("heading", { name: "Waiting for confirmations" })).toBeVisible();
    await expect(page.getByText(/The next reading is due about/)).toBeVisible();
    await expect(page.locator("#stale")).toBeHidden();
    await expect(page.locator("#asks")).toBeHidden();
    await page.getByRole("link", { name: "Ask again" }).click();
    expect(new URL(page.url()).search).toBe(`?txid=${sampleTxid(confirming)}`);
  });
  test("an error is at its field, and the input stays", async ({ page }) => {
    await page.goto("/track?txid=%22%3E%3Cb%3Ewhere%3F&chain=nowhere");
    const id = page.getByLabel("Transaction id");
    await expect(id).toHaveValue('"><b>where?');
    await expect(id).toHaveAttribute("aria-invalid", "true");
    await expect(id).toHaveAccessibleDescription(/64 hexadecimal characters/);
    await expect(page.getByLabel("Sent on")).toHaveAccessibleDescription(/no chain of this code/);
  });
});

test("the title has the state, or says that the question was not understood", async ({ page }) => {
  await page.goto("/track");
  const own = await page.title();
  expect(own).toMatch(/^Track a swap · /);
  await page.goto(trackPath(done));
  await expect(page).toHaveTitle(`Paid out · 0.25 BTC → ETH · ${own}`);
  await page.goto("/track?txid=63");
  await expect(page).toHaveTitle(`Not understood · ${own}`);
});

for (const [path, label] of [
  ["/track?txid=63", "Transaction id"],
  ["/track?txid=63&chain=x", "Transaction id"],
  [`${trackPath(done)}&chain=x`, "Sent on"],
] as const) {
  test(`${path.slice(0, 30)}: the page focuses the wrong field`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByLabel(label)).toBeFocused();
  });
}

test("the form is the tool, and its fields are the tool's arguments", async ({ page }) => {
  await page.goto("/track");
  const form = page.getByRole("form", { name: "Track a swap" });
  await expect(form).toHaveAttribute("toolname", getSwapStatus.name);
  await expect(form).toHaveAttribute("tooldescription", getSwapStatus.description);
  const fields = await form
    .locator("[name]")
    .evaluateAll((all) =>
      all.map((one) => [
        one.getAttribute("name"),
        one.getAttribute("toolparamdescription"),
        one.hasAttribute("required"),
      ]),
    );
  const { properties, required } = inputJsonSchema(getSwapStatus.inputSchema) as {
    properties: Record<string, { description: string }>;
    required: string[];
  };
  expect(fields).toEqual(
    Object.entries(properties).map(([name, { description }]) => [
      name,
      description,
      required.includes(name),
    ]),
  );
});

test.describe("a page left open", () => {
  /** Answers the page's own requests with the page of another transaction, as if the swap had moved on. */
  async function moveOn(page: Page, first: number) {
    const asked: string[] = [];
    const next: { answer: number | "down" | "limited" } = { answer: first };
    await page.clock.install();
    await page.route("**/track/now?**", async (route) => {
      asked.push(route.request().url());
      if (next.answer === "down") return route.abort();
      if (next.answer === "limited")
        return route.fulfill({ status: 429, headers: { "retry-after": "900" } });
      const url = new URL(trackPath(next.answer).replace("?", "/now?"), route.request().url());
      return route.fulfill({ response: await route.fetch({ url: url.href }) });
    });
    await page.goto(trackPath(first));
    await expect(page.locator("#asks")).toBeVisible();
    await stopClock(page);
    return { asked, next };
  }
  const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1000);

  test("updates at the source chain's pace, marks changes, and keeps focus, scroll and input", async ({
    ownPage: page,
  }) => {
    const problems = collectProblems(page);
    const { asked, next } = await moveOn(page, confirming);
    const seconds = Number(await page.locator("#swap").getAttribute("data-poll"));
    expect(seconds).toBeGreaterThan(6);
    await page.getByLabel("Transaction id").fill("typed meanwhile");
    const again = page.getByRole("link", { name: "Ask again" });
    await again.focus();
    await page.evaluate(() => window.scrollTo(0, 120));
    await pass(page, seconds - 5);
    expect(asked).toEqual([]);

    next.answer = streaming;
    await pass(page, seconds);
    await expect(page.getByRole("heading", { name: "Swapping" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Waiting for confirmations" })).toHaveCount(0);
    expect(asked).toHaveLength(1);
    expect(new URL(asked[0] as string).search).toBe(`?txid=${sampleTxid(confirming)}`);
    await expect(page).toHaveTitle(/^Swapping · /);
    await expect(icon(page)).toHaveAttribute("href", "/icons/moving.svg");
    await expect(page.locator("#step-swapped")).toHaveAttribute("data-changed", "");
    await expect(page.locator("#step-swapped")).toHaveAttribute("aria-current", "step");
    await expect(page.locator("#step-confirmed")).not.toHaveAttribute("aria-current");
    await expect(page.locator("#step-destination")).not.toHaveAttribute("data-changed");
    await expect(again).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(120);
    await expect(page.getByLabel("Transaction id")).toHaveValue("typed meanwhile");
    await pass(page, 5);
    await expect(page.locator("[data-changed]")).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test("shows a new section, and stops when the swap is over", async ({ ownPage: page }) => {
    const { asked, next } = await moveOn(page, scheduled);
    next.answer = refunded;
    await pass(page, 400);
    await expect(page.getByRole("heading", { name: "The refund" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Refunded" })).toBeVisible();
    await expect(page.locator("#asks")).toBeHidden();
    await expect(icon(page)).toHaveAttribute("href", "/icons/refund.svg");
    expect(asked).toHaveLength(1);
    await pass(page, 4_000);
    // Not even when the tab is visible again: a final state is always current.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.locator("#stale")).toBeHidden();
    expect(asked).toHaveLength(1);
  });

  test("a final state is not requested again", async ({ ownPage: page }) => {
    await page.clock.install();
    const asked: string[] = [];
    page.on(
      "request",
      (request) => request.resourceType() === "fetch" && asked.push(request.url()),
    );
    await page.goto(trackPath(done));
    await expect(page.getByRole("heading", { name: "Paid out" })).toBeVisible();
    await expect(page.locator("#asks")).toBeHidden();
    await pass(page, 4_000);
    expect(asked).toEqual([]);
  });

  test("says that it is old, and since when, while it cannot update", async ({ ownPage: page }) => {
    const { asked, next } = await moveOn(page, held);
    const first = (await page.locator("#when time").getAttribute("datetime")) ?? "";
    await expect(page.locator("#stale")).toBeHidden();
    await expect(async () => {
      await pass(page, 400);
      await expect(page.locator("#when time")).not.toHaveAttribute("datetime", first, {
        timeout: 1_000,
      });
    }).toPass();
    const readAt = (await page.locator("#when time").textContent()) ?? "";
    next.answer = "down";
    await pass(page, 400);
    await expect(page.locator("#stale")).toBeVisible();
    await expect(page.locator("#stale")).toContainText("Not current");
    await expect(page.locator("#stale")).toContainText(readAt);
    await expect(page).toHaveTitle(
      RegExp(`^Not current: Waiting to be paid out: ${payoutsAreHalted()} · `),
    );
    await expect(page.locator("#swap")).toHaveAttribute("data-stale", "");
    await expect(icon(page)).toHaveAttribute("href", "/icons/stale.svg");
    // axe waits by timers of the page.
    await page.clock.resume();
    expect(await findViolations(page)).toEqual([]);
    next.answer = held;
    const before = asked.length;
    await pass(page, 400);
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    await expect(page.locator("#stale")).toBeHidden();
    await expect(page.locator("#swap")).not.toHaveAttribute("data-stale");
    await expect(page).toHaveTitle(RegExp(`^Waiting to be paid out: ${payoutsAreHalted()} · `));
  });

  test("over the rate limit it waits as long as it was told", async ({ ownPage: page }) => {
    const { asked, next } = await moveOn(page, held);
    next.answer = "limited";
    await pass(page, 400);
    await expect(page.locator("#stale")).toBeVisible();
    expect(asked).toHaveLength(1);
    await pass(page, 800);
    expect(asked).toHaveLength(1);
    next.answer = held;
    await pass(page, 200);
    await expect(page.locator("#stale")).toBeHidden();
    expect(asked).toHaveLength(2);
  });

  test("asks nothing while hidden, and at once when visible again", async ({ ownPage: page }) => {
    const { asked, next } = await moveOn(page, confirming);
    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await setHidden(true);
    await pass(page, 4_000);
    expect(asked).toEqual([]);
    await expect(page).toHaveTitle(/^Not current: Waiting for confirmations · /);
    next.answer = streaming;
    await setHidden(false);
    await expect(page.getByRole("heading", { name: "Swapping" })).toBeVisible();
    await expect(page).toHaveTitle(/^Swapping · /);
    await expect(page.locator("#stale")).toBeHidden();
    expect(asked).toHaveLength(1);
  });
});
