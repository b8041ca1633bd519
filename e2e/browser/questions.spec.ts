// From the homepage to the answers, on the sample network. `live/questions.spec.ts` does the same on main network data.
import { expect } from "@playwright/test";
import { test } from "../support/shared-page.ts";
import { askThreeQuestions } from "../support/three-questions.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? "" : "out"} JavaScript`, () => {
    test.use({ javaScriptEnabled });
    test("the homepage leads to the answers of the three questions", async ({ page }) => {
      await askThreeQuestions(page, { txid: "0010".repeat(16), headline: "Paid out" });
    });

    test("a person asks for a quote of dollars on the homepage", async ({ page, baseURL }) => {
      await page.goto("/");
      const form = page.getByRole("form", { name: "Quote a swap" });
      await form.getByLabel("You send").fill("BTC");
      await form.getByLabel("You receive").fill("ETH");
      await form.getByLabel("Amount to send").fill("500");
      await form.getByLabel("Unit of the amount").selectOption("USD");
      await form.getByRole("button", { name: "Get a quote" }).click();
      await expect(page).toHaveURL(`${baseURL}/quote?from=BTC&to=ETH&amount=500&unit=usd`);
      await expect(page.getByRole("region", { name: "Answer" })).toContainText("You receive");
    });
  });
}

for (const path of ["/", "/quote"]) {
  test(`${path}: the form and its button are on the first screen of a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path, { waitUntil: "networkidle" });
    for (const part of [
      page.getByLabel("You send"),
      page.getByRole("button", { name: "Get a quote" }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });
}
