// This folder tests pages in a real Chromium.
// This file: a slow request. The form shows it at once and nothing moves; shown again, the form is ready.
import { expect } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { findViolations, readShifts, waitForReact, watchShifts } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const quote = { "You send": "BTC", "You receive": "ETH", "Amount to send": "0.05" };
type Question = readonly [
  page: string,
  asked: RegExp,
  fields: Readonly<Record<string, string>>,
  says: string,
];
const questions: readonly Question[] = [
  ["/quote", /\/quote\?/, quote, "Asking the network: at most 25 seconds."],
  ["/", /\/quote\?/, quote, "Asking the network: at most 25 seconds."],
  ["/pricing", /\/quote\?/, quote, "Asking the network: at most 25 seconds."],
  [
    "/track",
    /\/track\?/,
    { "Transaction id": sampleTransactions[0]?.txid ?? "" },
    "Asking the network: at most 8 seconds.",
  ],
];

for (const [path, asked, fields, says] of questions) {
  for (const width of [320, 1440]) {
    test(`${path}, ${width} px: a request shows that it is under way until answered`, async ({
      ownPage: page,
    }) => {
      await page.clock.install();
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await waitForReact(page);
      const form = page.getByRole("form");
      await form.scrollIntoViewIfNeeded();
      const button = form.getByRole("button", { name: /Get a quote|Find it/ });
      const line = form.getByRole("status");
      await expect(line).toBeEmpty();
      for (const [label, value] of Object.entries(fields))
        await form.getByLabel(new RegExp(`^${label}`)).fill(value);
      // How the page itself loads is for others to hold.
      const shiftsOfLoad = (await readShifts(page)).length;
      // No answer comes, so the page stays.
      await page.route(asked, (route) => route.abort("aborted"));
      const send = () => form.getByRole("textbox").first().press("Enter");
      await send();
      await expect(line).toHaveText(says);
      await expect(line).toBeVisible();
      await expect(button).toHaveAttribute("aria-busy", "true");
      expect(await findViolations(page, "form")).toEqual([]);
      expect((await readShifts(page)).slice(shiftsOfLoad)).toEqual([]);
      // What follows moves nothing, and is the same script for each form.
      if (width > 320 || !["/quote", "/track"].includes(path)) return;

      // A browser sends this event to a page from its back/forward cache.
      await page.evaluate(() =>
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
      );
      await expect(line).toBeEmpty();
      await expect(button).not.toHaveAttribute("aria-busy");

      // A reader who stops the request may ask again.
      await send();
      await expect(line).toHaveText(says);
      await page.clock.runFor(30_000);
      await expect(line).toBeEmpty();

      await page.unroute(asked);
      await send();
      await expect(page).toHaveURL(asked);
      await expect(page.getByText(says)).toHaveCount(0);
    });
  }
}

const links: readonly (readonly [page: string, link: string, says: string])[] = [
  [
    "/quote?from=BTC&to=ETH&amount=0.05",
    "Other direction: ETH to BTC",
    "Asking the network: at most 25 seconds.",
  ],
  [
    `/track?txid=${sampleTransactions[8]?.txid}`,
    "Ask again",
    "Asking the network: at most 8 seconds.",
  ],
];
for (const [path, name, says] of links) {
  test(`${path.slice(0, 7)}: a link that asks shows progress like the form, unless it opens elsewhere`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await waitForReact(page);
    const link = page.getByRole("link", { name, exact: true });
    const line = page.getByRole("form").getByRole("status");
    await page.route(/\?/, (route) => route.abort("aborted"));
    const elsewhere = page.context().waitForEvent("page");
    await link.click({ modifiers: ["Shift"] });
    await (await elsewhere).close();
    await expect(line).toBeEmpty();
    await link.click();
    await expect(line).toHaveText(says);
  });
}

test("a form that is not sent asks nothing", async ({ page }) => {
  await page.goto("/track", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Find it" }).click();
  await expect(page.getByLabel("Transaction id")).toBeFocused();
  await expect(page.getByRole("form").getByRole("status")).toBeEmpty();
});
