// A person leaves the state of the network open through a halt: the page renews itself, or says that it is old.
import { expect, type Page } from "@playwright/test";
import { changed, isDown, leaveOpen, SIGN_NOW, says } from "../support/left-open.ts";
import { findSign, findViolations, setHidden, stopClock } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const HALTED = "7 chains are halted";
const expectCurrent = (page: Page, headline: string) =>
  Promise.all([
    expect(findSign(page)).toContainText(headline),
    expect(findSign(page)).toHaveAttribute("data-state", "warned"),
  ]);
const expectOld = (page: Page) =>
  expect(findSign(page)).toHaveAttribute("data-state", /^(stale|unknown)$/);

const parts = {
  "/": "/.well-known/status",
  "/status": "/status/now",
  "/assets": "/assets/now",
} as const;

for (const [path, part] of Object.entries(parts)) {
  // Renewed by the same script as /status.
  const tag = path === "/assets" ? "@slow" : [];
  test(`${path} shows a halt, becomes out of date without answers, and recovers`, {
    tag,
  }, async ({ ownPage: page }) => {
    const left = await leaveOpen(page, path, part);
    await expectCurrent(page, SIGN_NOW);
    left.answer = says(HALTED);
    await left.passUntilAsked();
    await expectCurrent(page, HALTED);

    // What is told is at most 22 s old, and current until it is 30 s old.
    left.answer = isDown;
    await left.pass(4);
    await expectCurrent(page, HALTED);
    await left.pass(51);
    await expectOld(page);
    // axe waits by timers of the page.
    await page.clock.resume();
    expect(await findViolations(page)).toEqual([]);
    await stopClock(page);

    left.answer = says(SIGN_NOW);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await setHidden(page, false);
    await left.pass(17);
    await expectCurrent(page, SIGN_NOW);
  });

  test(`${path}: hidden it asks nothing; visible again it is old until it has asked`, {
    tag,
  }, async ({ ownPage: page }) => {
    const left = await leaveOpen(page, path, part);
    await expectCurrent(page, SIGN_NOW);
    await setHidden(page, true);
    const { length } = left.asked;
    await page.clock.runFor(600_000);
    expect(left.asked).toHaveLength(length);
    left.answer = says(HALTED);
    const answer = left.hold();
    await setHidden(page, false);
    await expectOld(page);
    answer();
    await left.pass(2);
    await expectCurrent(page, HALTED);
    expect(left.asked).toHaveLength(length + 1);
  });

  test(`${path}: if the device's clock is set back it is old and asks at once`, {
    tag,
  }, async ({ ownPage: page }) => {
    const left = await leaveOpen(page, path, part);
    await left.pass(5);
    left.answer = isDown;
    const { length } = left.asked;
    await left.setClockBack(3_600_000);
    await left.pass(2);
    await expectOld(page);
    expect(left.asked).toHaveLength(length + 1);
    left.answer = says(HALTED);
    await left.setClockBack(3_600_000);
    await left.pass(2);
    await expectCurrent(page, HALTED);
    await left.pass(2);
    await expectCurrent(page, HALTED);
    expect(left.asked).toHaveLength(length + 2);
  });
}

test("/status: if the clock is set back during a request, it asks again", async ({
  ownPage: page,
}) => {
  const left = await leaveOpen(page, "/status", parts["/status"]);
  const answer = left.hold();
  await left.passUntilHeld();
  await left.setClockBack(3_600_000);
  answer();
  await left.pass(3);
  expect(left.asked).toHaveLength(2);
  await expectCurrent(page, SIGN_NOW);
});

test("/status: an old block is told on the page, in the tab and to a screen reader", async ({
  ownPage: page,
}) => {
  const left = await leaveOpen(page, "/status", parts["/status"]);
  left.answer = changed((html) =>
    html.replace(
      /data-observed="\d+"/,
      `data-observed="${Number(/data-read="(\d+)"/.exec(html)?.[1]) - 40_000}"`,
    ),
  );
  const main = page.locator("main");
  const height = await main.evaluate((one) => one.scrollHeight);
  await left.pass(18);
  await expectOld(page);
  await expect(page.locator("[data-old]")).toBeVisible();
  await expect(page.locator("[data-say]")).not.toBeEmpty();
  await expect(page.locator("head link[rel=icon]")).toHaveAttribute("href", "/icons/stale.svg");
  const movedPx = (await main.evaluate((one) => one.scrollHeight)) - height;
  expect(Math.abs(movedPx)).toBeLessThanOrEqual(1);
});
