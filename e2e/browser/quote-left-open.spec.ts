// A person leaves a quote open: it says when it ends, and once it has ended nothing in it can be copied to send.
import { expect, type Page } from "@playwright/test";
import { findViolations, waitForReact } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const asked = "/quote?from=BTC&to=ETH&amount=0.05&destination=sample-eth-recipient";
const findMemo = (page: Page) => page.getByText(/^=:e:sample-eth-recipient:\d+$/);

/** The signs of an expired quote, and that all of its figures and offers are gone. */
async function expectExpired(page: Page): Promise<void> {
  await expect(page.locator("[data-after-expiry]").first()).toBeVisible();
  await expect(page.locator("[data-until-expiry]:visible")).toHaveCount(0);
  await expect(findMemo(page)).toBeHidden();
  await expect(page).toHaveTitle(/^Expired: 0\.05 BTC to ETH · /);
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator("> :first-child"), "the verdict").toBeHidden();
  await expect(answer.locator('a[href*="/quote?"]:visible').first()).toBeVisible();
}

test("a quote counts down, and then offers nothing but to ask again", async ({ ownPage: page }) => {
  await page.clock.install();
  await page.goto(asked);
  await page.clock.runFor("10:00");
  await expect(findMemo(page)).toBeVisible();
  await expect(page.locator("[data-after-expiry]:visible")).toHaveCount(0);
  await expect(page.locator("[data-left]")).toContainText(/[45]\sminutes/);
  await page.clock.runFor("05:02");
  await expectExpired(page);
  expect(await findViolations(page)).toEqual([]);
});

test("a quote is expired at once if the device's clock is past its end", async ({
  ownPage: page,
}) => {
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.goto(asked);
  await waitForReact(page);
  await page.clock.runFor("00:02");
  await expectExpired(page);
});
