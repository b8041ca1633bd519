// A person follows a swap: finds it by its id, leaves the page open, and sees each step or that the page cannot update.
import { expect, type Page, type Route } from "@playwright/test";
import { changed, isDown, leaveOpen } from "../support/left-open.ts";
import { collectProblems, findViolations, setHidden } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const sampleTxid = (number: number) => String(number).padStart(4, "0").repeat(16);
const trackPath = (number: number) => `/track?txid=${sampleTxid(number)}`;
const [confirming, streaming, scheduled, held, done, refunded] = [3, 5, 6, 9, 10, 12] as const;
const idOf = (page: Page) => page.getByLabel("Transaction id");
const expectIcon = (page: Page, name: string) =>
  expect(page.locator("head link[rel=icon]")).toHaveAttribute("href", `/icons/${name}.svg`);
const title = async (page: Page) => (await page.title()).split(" · ")[0] ?? "";

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form finds an id however it was copied, and the page leads to the next reading", async ({
    page,
  }) => {
    await page.goto("/track");
    await idOf(page).fill(`  0x${sampleTxid(confirming)} `);
    await page.getByRole("button", { name: "Find it" }).click();
    await expect(page.locator("#step-confirmed")).toHaveAttribute("aria-current", "step");
    await expect(page.locator("#stale")).toBeHidden();
    await page.getByRole("link", { name: "Check now" }).click();
    expect(new URL(page.url()).search).toBe(`?txid=${sampleTxid(confirming)}`);
  });
});

for (const [path, label] of [
  ["/track?txid=63&chain=x", "Transaction id"],
  [`${trackPath(done)}&chain=x`, "Sent on"],
] as const)
  test(`the page focuses the wrong field: ${label}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByLabel(label)).toBeFocused();
  });

/** The part of another transaction, as if the swap had moved on. */
const showsSwap = (number: number) => async (route: Route) => {
  const url = new URL(trackPath(number).replace("?", "/now?"), route.request().url());
  await route.fulfill({ response: await route.fetch({ url: url.href }) });
};
async function open(page: Page, number: number) {
  const left = await leaveOpen(page, trackPath(number), "/track/now?**");
  await expect(page.getByText(/^Next check due in /)).toBeVisible();
  return { left, pass: (seconds: number) => page.clock.fastForward(seconds * 1000) };
}

test("left open, the page updates at the source chain's pace, marks changes, and keeps focus, scroll and input", async ({
  ownPage: page,
}) => {
  const problems = collectProblems(page);
  const { left, pass } = await open(page, confirming);
  const seconds = Number(await page.locator("#swap").getAttribute("data-poll"));
  expect(seconds).toBeGreaterThan(6);
  await page.getByText("Track another").click();
  await idOf(page).fill("typed meanwhile");
  await page.getByText("What was sent and what comes out").click();
  await expect(page.locator("#payments")).toBeVisible();
  const again = page.getByRole("link", { name: "Check now" });
  await again.focus();
  await page.evaluate(() => window.scrollTo(0, 120));
  await pass(seconds - 5);
  expect(left.asked).toEqual([]);

  const before = await title(page);
  left.answer = showsSwap(streaming);
  await pass(seconds);
  await expect(page.locator("#step-swapped")).toHaveAttribute("aria-current", "step");
  await expect(page.locator("#step-swapped")).toHaveAttribute("data-changed", "");
  await expect(page.locator("#step-confirmed")).not.toHaveAttribute("aria-current");
  await expect(page.locator("#step-destination")).not.toHaveAttribute("data-changed");
  expect(left.asked.map((url) => new URL(url).search)).toEqual([`?txid=${sampleTxid(confirming)}`]);
  expect(await title(page)).not.toBe(before);
  await expectIcon(page, "moving");
  await expect(again).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(120);
  await expect(idOf(page)).toHaveValue("typed meanwhile");
  await expect(page.locator("#payments"), "what was opened stays open").toBeVisible();
  await pass(5);
  await expect(page.locator("[data-changed]")).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("left open, the page shows a refund, and asks no more when the swap is over", async ({
  ownPage: page,
}) => {
  const { left, pass } = await open(page, scheduled);
  left.answer = showsSwap(refunded);
  await pass(400);
  await expectIcon(page, "refund");
  await expect(page.getByText("Why: trading was probably halted")).toBeVisible();
  await expect(page.getByText(/^Next check due in /)).toHaveCount(0);
  await pass(4_000);
  // Not even when the tab is visible again: a final state is always current.
  await setHidden(page, false);
  await expect(page.locator("#stale")).toBeHidden();
  expect(left.asked).toHaveLength(1);

  await page.goto(trackPath(done));
  await expectIcon(page, "open");
  await page.clock.fastForward(4_000_000);
  await setHidden(page, false);
  expect(left.asked).toHaveLength(1);
});

test("left open, the page says that it is old, and since when, while it cannot update", async ({
  ownPage: page,
}) => {
  const { left, pass } = await open(page, held);
  const current = await title(page);
  const time = page.locator("#when time");
  const readAt = (await time.textContent())?.includes("01:23") ? "23:01" : "01:23";
  // Every time of the answer: meanwhile, the server's clock may have reached the next minute.
  left.answer = changed((html) => html.replace(/\d\d:\d\d(?=\sUTC|Z")/g, readAt));
  await pass(400);
  await expect(time).toContainText(readAt);
  left.answer = isDown;
  await pass(400);
  const stale = page.locator("#stale");
  await expect(stale).toContainText(readAt);
  await expect(page.locator("#swap")).toHaveAttribute("data-stale", "");
  expect(await title(page)).toBe(`Not current: ${current}`);
  await expectIcon(page, "stale");
  // axe waits by timers of the page.
  await page.clock.resume();
  expect(await findViolations(page)).toEqual([]);
  left.answer = showsSwap(held);
  const { length } = left.asked;
  await pass(400);
  await expect.poll(() => left.asked.length).toBeGreaterThan(length);
  await expect(stale).toBeHidden();
  await expect(page.locator("#swap")).not.toHaveAttribute("data-stale");
  expect(await title(page)).toBe(current);
});

test("left open, the page waits over the rate limit as long as it was told", async ({
  ownPage: page,
}) => {
  const { left, pass } = await open(page, held);
  left.answer = (route) => route.fulfill({ status: 429, headers: { "retry-after": "900" } });
  await pass(400);
  await expect(page.locator("#stale")).toBeVisible();
  expect(left.asked).toHaveLength(1);
  await pass(800);
  expect(left.asked).toHaveLength(1);
  left.answer = showsSwap(held);
  await pass(200);
  await expect(page.locator("#stale")).toBeHidden();
  expect(left.asked).toHaveLength(2);
});

test("left open, the page asks nothing while hidden, and at once when visible again", async ({
  ownPage: page,
}) => {
  const { left, pass } = await open(page, confirming);
  await setHidden(page, true);
  await pass(4_000);
  expect(left.asked).toEqual([]);
  await expect(page).toHaveTitle(/^Not current: /);
  left.answer = showsSwap(streaming);
  await setHidden(page, false);
  await expect(page.locator("#step-swapped")).toHaveAttribute("aria-current", "step");
  await expect(page).not.toHaveTitle(/^Not current: /);
  await expect(page.locator("#stale")).toBeHidden();
  expect(left.asked).toHaveLength(1);
});
