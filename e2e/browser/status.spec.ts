// A person reads the status: verdicts as words and shapes, times, and what changes.
import { expect } from "@playwright/test";
import { changed, leaveOpen, says } from "../support/left-open.ts";
import { collectProblems, findSign } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const LATER = "7 chains are halted";
const asked = "from=BTC&to=ETH&amount=0.05&destination=0x90f79bf6eb2c4f870365e785982e1f101e93b906";

test("each chain has its verdict as a word and a shape, and what is halted its advice", async ({
  page,
}) => {
  await page.goto("/status");
  const row = page.getByRole("row", { name: /Litecoin/ }).first();
  await expect(row.locator("td").first()).toHaveAttribute("data-state", "halted");
  await expect(page.locator(".note").filter({ hasText: "Litecoin" })).toContainText("Do not send");
  const verdicts = page.locator("tbody td[data-state]");
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

test("an old copy is readable before it is renewed, at once", async ({ ownPage: page }) => {
  const problems = collectProblems(page);
  const makeOld = changed((html) =>
    html.replace(
      /data-(observed|read)="(\d+)"/g,
      (_, name, ms) => `data-${name}="${Number(ms) - 7_200_000}"`,
    ),
  );
  await page.route("**/status", makeOld);
  const left = await leaveOpen(page, "/status", "/status/now");
  left.answer = says(LATER);
  await left.pass(3);
  await expect(findSign(page)).toContainText(LATER);
  await expect(page.locator("[data-old]")).toBeHidden();
  expect(problems).toEqual([]);
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo", viewport: { width: 320, height: 800 } });
  for (const path of ["/status", `/quote?${asked}`, `/track?txid=${"0006".repeat(16)}`])
    test(`${path} tells its times on the reader's clock, with UTC beside it`, async ({
      ownPage: page,
    }) => {
      await page.goto(path);
      const times = page.locator("main time:visible");
      await expect(times.last()).toContainText("on your clock");
      const differences = await times.evaluateAll((all) =>
        all.map((one) => {
          const [, hour, minute] = /(\d\d):(\d\d) on your clock/.exec(one.textContent) ?? [];
          const utc = new Date((one as HTMLTimeElement).dateTime);
          const own = 60 * Number(hour) + Number(minute);
          return (own - 60 * utc.getUTCHours() - utc.getUTCMinutes() + 1440) % 1440;
        }),
      );
      expect(differences.length).toBeGreaterThan(0);
      expect(new Set(differences)).toEqual(new Set([9 * 60]));
      const linesOfDates = await times.locator("span", { hasText: /\d-\d/ }).evaluateAll((dates) =>
        dates.map((date) => {
          const line = Number.parseFloat(getComputedStyle(date).lineHeight);
          return Math.round(date.getBoundingClientRect().height / line);
        }),
      );
      expect(linesOfDates.length).toBeGreaterThan(0);
      expect(new Set(linesOfDates)).toEqual(new Set([1]));
    });
});

test("a change is marked and said; focus, scroll position, selection and what is open stay", async ({
  ownPage: page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const left = await leaveOpen(page, "/status", "/status/now");
  left.answer = says(LATER);
  const opened = page.locator("#now details", { has: page.locator(".table") }).last();
  await opened.evaluate((one: HTMLDetailsElement) => {
    one.open = true;
  });
  const table = opened.locator(".table").first();
  await table.focus();
  await table.evaluate((one) => one.scrollTo({ left: 40 }));
  await left.passUntilAsked();
  await expect(page.locator(".changed")).toHaveText([`${LATER}.`]);
  await expect(page.locator("[data-say]")).toContainText(LATER);
  await expect(opened).toHaveJSProperty("open", true);
  await expect(table).toBeFocused();
  expect(await table.evaluate((one) => one.scrollLeft)).toBe(40);

  left.answer = says("9 chains are halted");
  await page.evaluate(() =>
    getSelection()?.selectAllChildren(document.querySelector("h1") as Element),
  );
  await left.passUntilAsked();
  await expect(findSign(page)).toContainText(LATER);
});
