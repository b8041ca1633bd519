// The homepage's signboard in Chromium: filled from the status document and aged
// by the clock. It updates only while somebody looks, and marks old content.
import { expect, type Page } from "@playwright/test";
import { keysOfChain } from "../../lib/protocol/safety/halt-keys.ts";
import { findStop } from "../../lib/protocol/safety/halt-names.ts";
import { haltTimeText } from "../../lib/protocol/safety/sentences.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { tradingHalt } from "../support/halt-key.ts";
import {
  findSign,
  findViolations,
  readShifts,
  stopClock,
  watchShifts,
} from "../support/page-checks.ts";
import { openSharedPage, test } from "../support/shared-page.ts";

const chain = (name: string, trading = "open") => {
  return { chain: name, trading, deposits: trading, signing: "open", scheduled: [] };
};
const fresh = {
  state: "partly_halted",
  headline: "Dogecoin is halted",
  height: 28135243,
  age_seconds: 4,
  freshness: "fresh",
  chains: [chain("BTC"), chain("DOGE", "halted")],
};

const halted = { state: "halted", headline: "Halted. Do not send." };

/** Answers the status document with the result of `next`. Undefined: the request fails. */
async function serve(page: Page, next: () => object | undefined): Promise<{ asked: number }> {
  const count = { asked: 0 };
  await page.route("**/.well-known/status", (route) => {
    count.asked++;
    const network = next();
    return network ? route.fulfill({ json: { network } }) : route.abort();
  });
  return count;
}

test("it shows the verdict, the block, its age and the chains that are not open", async ({
  page,
  baseURL,
}) => {
  await serve(page, () => fresh);
  await page.goto("/");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  await expect(findSign(page).locator(".verdict").getByRole("status")).toHaveText(
    "Dogecoin is halted",
  );
  await expect(findSign(page).locator("dd")).toHaveText([
    "28135243",
    /^[45] seconds ago$/,
    "1 of 2",
    "DOGE",
  ]);
  await expect(findSign(page)).toContainText("Sample data.");
  await expect(findSign(page).getByRole("link", { name: "Network status" })).toHaveAttribute(
    "href",
    `${baseURL}/status`,
  );
});

test("it reads the deployment's own status document", async ({ page }) => {
  await page.goto("/");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  await expect(findSign(page).locator("dd").last()).toHaveText("LTC, XRP");
  await expect(findSign(page)).toContainText(
    "Do not swap where trading is halted: read the status.",
  );
});

for (const [name, network, state, words] of [
  ["halted", { ...fresh, ...halted }, "halted", "Halted. Do not send."],
  ["unknown", { ...fresh, freshness: "unknown" }, "unknown", "Not checked. Do not send."],
  ["stale", { ...fresh, age_seconds: 40, freshness: "stale" }, "stale", "Out of date"],
  [
    "halted before",
    { ...fresh, ...halted, age_seconds: 40, freshness: "stale" },
    "halted",
    "Halted when last read. Do not send.",
  ],
  ["not a status document", { height: "soon" }, "unknown", "Not checked. Do not send."],
  ["out of reach", undefined, "unknown", "Not checked. Do not send."],
] as const) {
  test(`${name}: its words and its state say so`, async ({ page }) => {
    await serve(page, () => network);
    await page.goto("/");
    await expect(findSign(page)).toHaveAttribute("data-state", state);
    await expect(findSign(page).locator(".verdict").getByRole("status")).toHaveText(words);
    expect(await findViolations(page, ".signboard")).toEqual([]);
  });
}

test("without answers it becomes out of date and then unknown", async ({ ownPage: page }) => {
  await page.clock.install();
  let reachable = true;
  await serve(page, () => (reachable ? fresh : undefined));
  await page.goto("/");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  reachable = false;
  await stopClock(page);
  await page.clock.runFor(15_000);
  await expect(findSign(page).locator("dd").nth(1)).toHaveText(/^(?:19|2\d) seconds ago$/);
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  await page.clock.runFor(15_000);
  await expect(findSign(page)).toHaveAttribute("data-state", "stale");
  await page.clock.runFor(30_000);
  await expect(findSign(page)).toHaveAttribute("data-state", "unknown");
  reachable = true;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
});

test("if the clock is set back, the board is unknown and asks at once", async ({
  ownPage: page,
}) => {
  await page.clock.install();
  let reachable = true;
  const count = await serve(page, () => (reachable ? fresh : undefined));
  await page.goto("/");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  await stopClock(page);
  await page.clock.runFor(4_000);
  reachable = false;
  const before = count.asked;
  for (const ms of [3_000, 3_600_000]) {
    // One request at a time: the next step begins when this request has failed.
    const failed = page.waitForEvent("requestfailed");
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - ms);
    await page.clock.runFor(1_000);
    await expect(findSign(page)).toHaveAttribute("data-state", "unknown");
    await failed;
    await page.evaluate(() => document.title);
  }
  expect(count.asked).toBe(before + 2);
  reachable = true;
  await page.clock.runFor(13_000);
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
});

/** The longest codes first, because they need the most space. */
const codes = Object.values(presets)
  .flatMap(({ chains }) => chains.map(({ code }) => code))
  .filter((code, index, all) => all.indexOf(code) === index)
  .sort((a, b) => b.length - a.length);
const closed = (count: number) =>
  codes.map((code, index) => chain(code, index < count ? "halted" : "open"));
const ahead = { parameter: tradingHalt("BTC"), height: 28140000, estimated_time: null };
const scheduled = (count: number) => closed(count).map((row) => ({ ...row, scheduled: [ahead] }));
/** The longest headline: payouts that halt soon, on the chain with the longest name, on the next day. */
const eveningMs = Date.UTC(2026, 10, 20, 23, 30);
const when = haltTimeText(
  { parameter: "", height: 1, value: 1, estimatedTimeMs: eveningMs + 119 * 60_000 },
  eveningMs,
);
const longest = Object.values(presets)
  .flatMap((preset) =>
    preset.chains.map(({ code }) => findStop(keysOfChain(code).signing.name, [code], preset).short),
  )
  .map((short) => `Halts soon: ${short} ${when}`)
  .reduce((long, one) => (one.length > long.length ? one : long));
const readings = [
  { ...fresh, state: "halts_soon", headline: longest, chains: closed(3) },
  { ...fresh, chains: closed(0) },
  { ...fresh, chains: scheduled(0) },
  { ...fresh, chains: scheduled(codes.length) },
  ...[1, 2, 3, 4, codes.length].map((count) => ({ ...fresh, chains: closed(count) })),
  { ...fresh, verdict: "halted", chains: closed(codes.length) },
  { ...fresh, ...halted, age_seconds: 40, freshness: "stale", chains: closed(codes.length) },
  { ...fresh, verdict: "unknown", chains: closed(4) },
  { ...fresh, age_seconds: 40, freshness: "stale", chains: closed(3) },
  { ...fresh, age_seconds: 172_700, freshness: "unknown" },
  { ...fresh, age_seconds: 190_000, freshness: "unknown" },
];

for (const width of [320, 360, 412, 480, 600, 720, 768, 1024, 1280, 1440]) {
  test(`${width} px: its size stays the same for any content, and nothing moves`, async ({
    page,
  }) => {
    let next: object | undefined;
    await serve(page, () => next);
    await page.setViewportSize({ width, height: 1600 });
    await watchShifts(page);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(findSign(page)).toHaveAttribute("data-state", "unknown");
    const before = await findSign(page).boundingBox();
    for (const [index, reading] of readings.entries()) {
      const height = fresh.height + index;
      next = { ...reading, height };
      const answered = page.waitForResponse("**/.well-known/status");
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await answered;
      await expect
        .poll(() => findSign(page).locator("dd").first().textContent())
        .toBe(String(height));
      expect(await findSign(page).boundingBox(), JSON.stringify(reading)).toEqual(before);
    }
    expect(await readShifts(page)).toEqual([]);
  });
}

test("a hidden page asks nothing, and asks at once when it is visible again", async ({
  ownPage: page,
}) => {
  await page.clock.install();
  const count = await serve(page, () => fresh);
  await page.goto("/");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await show(true);
  const before = count.asked;
  await page.clock.runFor(120_000);
  expect(count.asked).toBe(before);
  await show(false);
  await expect.poll(() => count.asked).toBe(before + 1);
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
});

test("without JavaScript it shows no state, and links to it", async ({ browser, baseURL }) => {
  const page = await openSharedPage(browser, {
    javaScriptEnabled: false,
    baseURL: String(baseURL),
  });
  await page.goto("/");
  await expect(findSign(page)).toHaveAttribute("data-state", "stale");
  await expect(findSign(page)).toContainText("Not read yet");
  await expect(findSign(page)).toContainText(/Without one, read the state here:\s*Network status/);
  await expect(findSign(page).locator("dd")).toHaveText([
    "not known",
    "not known",
    "not known",
    "not known",
  ]);
  expect(
    (
      await page.request.get(String(await findSign(page).getByRole("link").getAttribute("href")))
    ).status(),
  ).toBe(200);
});
