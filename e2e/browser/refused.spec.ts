// A person whose question was refused: the site's look, what was typed, and the way on.
// When a client is refused, and for how long: http/rate-limit.spec.ts.
import { expect } from "@playwright/test";
import { sitesOf, urlOf } from "../support/forms.ts";
import { startOwnServer } from "../support/own-server.ts";
import {
  collectProblems,
  expectNoViolations,
  expectWholeWithoutScripts,
  readOverflow,
  setTextSize,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const longAsset = "eth.".padEnd(640, "usdc");
const longQuestion = `/quote?from=BTC&to=${longAsset}&amount=0.05`;

for (const path of ["/status/nowhere", longQuestion, `/track?txid=${"9".repeat(640)}&chain=BTC`])
  test(`${path.slice(0, 40)} is refused in the look of the site`, async ({ ownPage, browser }) => {
    const problems = collectProblems(ownPage);
    for (const [width, scheme] of [
      [320, "light"],
      [1280, "dark"],
    ] as const) {
      await ownPage.setViewportSize({ width, height: 844 });
      await ownPage.goto(path);
      await expect(ownPage.getByRole("navigation", { name: "Main" })).toBeVisible();
      await expect(ownPage.getByRole("alert")).toBeVisible();
      await expect(ownPage.locator("body")).not.toHaveCSS("font-family", /^"?Times/);
      await expectNoViolations(ownPage, [scheme]);
      for (const size of ["100%", "200%"]) {
        await setTextSize(ownPage, size);
        expect(await readOverflow(ownPage), `${width} px, text ${size}`).toBeLessThanOrEqual(0);
      }
    }
    expect(problems).toEqual([]);
    await expectWholeWithoutScripts(browser, urlOf(path), [320]);
  });

test("a question that is too long is kept in its form, which asks again", async ({ page }) => {
  await page.goto(longQuestion);
  const form = page.getByRole("form", { name: "Quote a swap" });
  await expect(form.getByLabel("You send")).toHaveValue("BTC");
  await expect(form.getByLabel("You receive")).toHaveValue(longAsset);
  await form.getByLabel("You receive").fill("ETH");
  await form.locator("[type=submit]").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("0.05 BTC to ETH");
});

test("a long question without a field does not stay in the form, and no name breaks it", async ({
  page,
}) => {
  const problems = collectProblems(page, false);
  await page.goto(`/quote?from=BTC&elements=1&append=2&closest=3&amount=0.05&x=${"a".repeat(700)}`);
  const form = page.getByRole("form", { name: "Quote a swap" });
  await expect(form.getByLabel("You send")).toHaveValue("BTC");
  await form.getByLabel("You receive").fill("ETH");
  await form.locator("[type=submit]").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("0.05 BTC to ETH");
  expect(problems).toEqual([]);
});

test("a chain that does not exist leads to one that does", async ({ page }) => {
  await page.goto("/status/nowhere");
  await page.getByRole("alert").getByRole("link", { name: "Bitcoin", exact: true }).click();
  await expect(page).toHaveURL(/\/status\/btc$/);
});

test("a client above its limit sees its question wait, and then the answer without doing anything", async ({
  browser,
}) => {
  const { port, process } = await startOwnServer({ RATE_LIMIT: "120" });
  try {
    const sites = sitesOf(`http://localhost:${port}`);
    const asked = urlOf("/quote?from=BTC&to=ETH&amount=0.05", sites);
    /** Opens a page, and asks until the page's question is refused. */
    const openRefused = async (address: string, javaScriptEnabled: boolean) => {
      const page = await browser.newPage({ javaScriptEnabled });
      const problems = collectProblems(page, false);
      let answer = await page.goto(address);
      for (let amount = 1; answer?.status() === 200 && amount < 120; amount += 1) {
        await fetch(urlOf(`/quote.json?from=BTC&to=ETH&amount=${amount}`, sites));
        answer = await page.goto(address, { waitUntil: "commit" });
      }
      expect(answer?.status()).toBe(429);
      await expect(page.getByRole("alert")).toContainText("We try again in");
      return { page, problems };
    };
    const scripted = await openRefused(`${asked}&unit=usd&streaming=single`, true);
    const form = scripted.page.getByRole("form", { name: "Quote a swap" });
    await expect(form.getByLabel("Amount to send")).toHaveValue("0.05");
    await expect(form.getByLabel("Amount to send")).toBeDisabled();
    await expect(form.getByLabel("Unit of the amount")).toHaveValue("usd");
    await expect(form.locator("[name=streaming]")).toHaveAttribute("value", "single");
    expect(scripted.problems).toEqual([]);
    await scripted.page.close();
    const { page, problems } = await openRefused(asked, false);
    await expect(page.getByRole("form"), "without a script it would be empty").toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("0.05 BTC to ETH", {
      timeout: 30_000,
    });
    expect(problems).toEqual([]);
    await page.close();
  } finally {
    await process.stop();
  }
});
