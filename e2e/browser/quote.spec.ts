// A person asks for a quote: with and without a script, by keyboard, with mistakes, and sees that the answer is on its way.
import { expect, type Page } from "@playwright/test";
import { readShifts, waitForLayout, watchShifts } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const asked = "/quote?from=BTC&to=ETH&amount=0.05";
const findForm = (page: Page) => page.getByRole("form", { name: "Quote a swap" });
const findAnswer = (page: Page) => page.getByRole("region", { name: "Answer" });
const amountOf = (page: Page) => findForm(page).getByLabel("Amount to send");
const unitOf = (page: Page) => findForm(page).getByLabel("Unit of the amount");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const send = (page: Page) => findForm(page).locator("[type=submit]").click();

async function fill(page: Page, from: string, to: string, amount: string): Promise<void> {
  await findForm(page).getByLabel("You send").fill(from);
  await findForm(page).getByLabel("You receive").fill(to);
  await amountOf(page).fill(amount);
}

for (const javaScriptEnabled of [true, false])
  test.describe(`with${javaScriptEnabled ? "" : "out"} a script`, () => {
    test.use({ javaScriptEnabled });

    for (const path of ["/", "/pricing", "/quote"])
      test(`${path}: the form asks for a quote of dollars`, {
        tag: path === "/pricing" ? "@slow" : [],
      }, async ({ page }) => {
        await page.goto(path);
        await fill(page, "BTC", "ETH", "500");
        await expect(amountOf(page)).toHaveAttribute("inputmode", "decimal");
        // On the homepage, dollars come first.
        if (path === "/") await expect(unitOf(page)).toHaveValue("usd");
        else await unitOf(page).selectOption("USD");
        await send(page);
        await expect(page).toHaveURL(/\/quote\?from=BTC&to=ETH&amount=500&unit=usd/);
        await expect(heading(page)).toHaveText("$500 of BTC to ETH");
        await expect(findAnswer(page).locator("dl")).toContainText(/\d ETH/);
        await expect(amountOf(page)).toHaveValue("500");
        await expect(unitOf(page)).toHaveValue("usd");
      });

    // Neither needs a script.
    const tag = javaScriptEnabled ? "@slow" : [];
    test("a doubtful amount is asked back, and the other direction is one click away", {
      tag,
    }, async ({ page }) => {
      await page.goto("/quote");
      await fill(page, "rune", "bitcoin", "1,000 RUNE");
      await send(page);
      await page.getByRole("main").getByRole("link", { name: "1000", exact: true }).click();
      await expect(heading(page)).toHaveText("1,000 RUNE to BTC");
      await page.getByRole("link", { name: /BTC to RUNE$/ }).click();
      await expect(heading(page)).toHaveText(/^0\.\d+ BTC to RUNE$/);
    });

    test("the way that was chosen stays chosen for another amount", { tag }, async ({ page }) => {
      await page.goto("/quote?from=eth.usdc&to=btc&amount=50000");
      await page.locator('main a[href*="streaming=1/1"], main a[href*="streaming=1%2F1"]').click();
      await amountOf(page).fill("60 000,5");
      await send(page);
      await expect(heading(page)).toHaveText("60,000.5 USDC on Ethereum to BTC");
      expect(new URL(page.url()).searchParams.get("streaming")).toBe("1/1");
    });
  });

test("by keyboard alone, from the form to the answer", async ({ page }) => {
  await page.goto("/quote");
  const { keyboard } = page;
  await findForm(page).getByLabel("You send").focus();
  for (const text of ["BTC", "ETH", ".05 btc"]) {
    await keyboard.type(text);
    await keyboard.press("Tab");
  }
  await expect(unitOf(page)).toBeFocused();
  await keyboard.press("Tab");
  await expect(findForm(page).locator("summary")).toBeFocused();
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await expect(page.getByLabel("Receiving address", { exact: true })).toBeFocused();
  await keyboard.press("Enter");
  await expect(heading(page)).toHaveText("0.05 BTC to ETH");
});

test("a wrong question: the focus leads to the first wrong field", async ({ page }) => {
  await page.goto("/quote?from=bitcoi&to=usdc&amount=1,000&tolerance=x");
  const summary = page.getByRole("alert");
  await expect(page.locator(":focus", { has: summary })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(summary.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(findForm(page).getByLabel("You send")).toBeFocused();
  await page.goto(asked);
  await expect(page.locator("body")).toBeFocused();
});

test("a name of several assets is asked back, one field after the other", async ({ page }) => {
  await page.goto("/quote?from=usdt&to=usdc&amount=100");
  const question = page.getByRole("alert");
  await expect(question.getByRole("heading")).toHaveText([
    "You send: Which USDT? Choose its chain.",
    "You receive: Which USDC? Choose its chain.",
  ]);
  const field = page.getByLabel("You send");
  await expect(field).toHaveAccessibleDescription(/Which USDT/);
  await expect(field).not.toHaveAttribute("aria-invalid");
  await question.getByRole("link", { name: /^USDT on TRON, pool of \$/ }).click();
  await expect(question.getByRole("heading")).toHaveText("Which USDC? Choose its chain.");
  await question.getByRole("link", { name: /^USDC on Base, pool of \$/ }).click();
  await expect(heading(page)).toHaveText("100 USDT on TRON to USDC on Base");
});

test("a refusal has no sign of an open pair", async ({ page }) => {
  await page.goto(asked);
  await expect(findAnswer(page)).toHaveAttribute("data-state", "open");
  await page.goto("/quote?from=eth.usdc&to=avax.usdc&amount=0.05");
  await expect(findAnswer(page)).not.toHaveAttribute("data-state", "open");
});

test("who is asked for an address is led to its field, which opens", async ({ page }) => {
  await page.goto("/quote?from=ETH&to=BTC&amount=1");
  const field = page.getByLabel("Receiving address", { exact: true });
  await expect(field).toBeHidden();
  await page.getByRole("main").locator('a[href="#destination"]').first().click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
});

for (const path of ["/", "/quote"])
  test(`${path}: the whole form is on the first screen of a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    for (const part of ["input[name=from]", "[type=submit]"])
      await expect(findForm(page).locator(part)).toBeInViewport({ ratio: 1 });
  });

const swapPath = `/track?txid=${"0009".repeat(16)}`;
for (const [path, answer, linkName] of [
  [asked, /\/quote\?/, /ETH to BTC$/],
  [swapPath, /\/track\?/, /^Check now$/],
] as const)
  test(`${path.slice(0, 40)}: who asks sees at once that the answer is on its way`, async ({
    ownPage: page,
  }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 320, height: 844 });
    await watchShifts(page);
    await page.goto(path);
    await waitForLayout(page);
    if (path === swapPath) await page.getByText("Track another").click();
    const form = page.getByRole("main").getByRole("form");
    const line = form.getByRole("status");
    const says = (await line.getAttribute("data-says")) ?? "";
    await form.scrollIntoViewIfNeeded();
    const shiftsBefore = (await readShifts(page)).length;
    // No answer comes, so the page stays.
    await page.route(answer, (route) => route.abort("aborted"));
    const ask = () => form.getByRole("textbox").first().press("Enter");
    await ask();
    await expect(line).toHaveText(says);
    await expect(form.locator("[type=submit]")).toHaveAttribute("aria-busy", "true");
    expect((await readShifts(page)).slice(shiftsBefore)).toEqual([]);

    // A browser sends this event to a page from its back/forward cache.
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    );
    await expect(line).toBeEmpty();
    await expect(form.locator("[type=submit]")).not.toHaveAttribute("aria-busy");
    // A reader who stops the request may ask again.
    await ask();
    await expect(line).toHaveText(says);
    await page.clock.runFor(30_000);
    await expect(line).toBeEmpty();

    await page.getByRole("link", { name: linkName }).click();
    await expect(line).toHaveText(says);
    await page.unroute(answer);
    await ask();
    await expect(page).toHaveURL(answer);
    if (path === swapPath) await page.getByText("Track another").click();
    await expect(line).toBeEmpty();
  });
