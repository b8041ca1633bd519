// The fee guide for a person: its form asks for a quote, and its
// table says what four sizes cost now.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { readShifts, watchShifts } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const sizes = { phone: 320, desktop: 1440 } as const;

test("a phone shows the page in at most 5,337 px, half of what it was", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/pricing");
  await expectSizes(page);
  await expect(
    page.getByRole("columnheader", { name: "Total cost", exact: true }).first(),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
    5_337,
  );
});

for (const javaScriptEnabled of [true, false]) {
  test(`the form asks for a quote with${javaScriptEnabled ? "" : "out"} JavaScript`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      ...(baseURL ? { baseURL } : {}),
    });
    const page = await context.newPage();
    await page.goto("/pricing");
    const form = page.getByRole("form", { name: "Quote a swap" });
    const answers = { "You send": "BTC", "You receive": "ETH", "Amount to send": "0.05" };
    for (const [label, text] of Object.entries(answers)) {
      const field = form.getByLabel(label);
      await expect(field).toHaveAccessibleDescription(/./);
      await field.fill(text);
    }
    await form.getByRole("button", { name: "Get a quote" }).click();
    await expect(page).toHaveURL(`${baseURL}/quote?from=BTC&to=ETH&amount=0.05&unit=`);
    await expect(page.getByRole("region", { name: "Answer" })).toContainText("You receive");
    await context.close();
  });
}

test("the form is below its question and empty, and an empty field is not sent", async ({
  page,
}) => {
  await page.goto("/pricing");
  const form = page.getByRole("form", { name: "Quote a swap" });
  const question = page.getByRole("heading", { name: "What would yours cost now?" });
  expect((await question.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0);
  for (const field of await form.locator("input").all()) await expect(field).toHaveValue("");
  await form.getByRole("button").click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(form.getByLabel("You send")).toBeFocused();
});

const names = ["$100 of BTC", "$500 of BTC", "$5,000 of BTC", "$50,000 of BTC"];

/** Each size has what it brings and costs, below the sign and above the age. */
async function expectSizes(part: Page | FrameLocator): Promise<void> {
  await expect(part.locator(".sizes > p").first()).toHaveText("Open: you can swap BTC to ETH now.");
  for (const name of names) {
    const row = part
      .getByRole("row")
      .filter({ has: part.getByRole("link", { name, exact: true }) });
    await expect(row).toContainText(/ ETH\$[\d,]+\.\d\d \(\d+(\.\d\d)?\s%\)$/);
  }
  await expect(part.locator(".age")).toHaveText(
    /^Read from the sample network \(invented data\) at block \d+\. It was made \d{4}-\d\d-\d\d \d\d:\d\d\sUTC\. Ask again right before you send\. The block (was \d+\sseconds? old when it was read|is \d+\sseconds? old)\.$/,
  );
}

for (const [device, width] of Object.entries(sizes)) {
  test(`four sizes are answered in place on a ${device}, with the age of the block, and nothing moves`, async ({
    ownPage: page,
  }) => {
    await page.clock.install();
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/\/pricing\/now|\/quote/.test(request.url())) asked.push(request.url());
    });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/pricing/now", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/pricing");
    const place = () =>
      page
        .getByRole("heading", { name: "Fees in order" })
        .evaluate((one) => one.getBoundingClientRect().top);
    await expect(
      page.getByText("What four swaps cost now stands here as soon as the network has answered."),
    ).toBeVisible();
    const before = await place();
    answer();
    await expectSizes(page);
    expect(await place()).toBe(before);
    expect(asked).toHaveLength(1);
    await expect(page.locator(".age")).toContainText(/The block is \d+\sseconds? old/);
    // The age gets a second digit, then another unit. A picture makes the browser draw each.
    for (const [time, age] of [
      ["00:10", /is [12]\d\sseconds old\.$/],
      ["01:50", /is [23]\sminutes old\.$/],
    ] as const) {
      await page.clock.runFor(time);
      await expect(page.locator(".age")).toContainText(age);
      await page.screenshot();
    }
    expect(await place()).toBe(before);
    expect(await readShifts(page)).toEqual([]);
  });

  // Its ground depends on the scheme alone, and its size on the width.
  const colorScheme = device === "phone" ? "dark" : "light";
  test(`without JavaScript the four sizes are answered in a frame on a ${device} in ${colorScheme}, which scrolls in no direction`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: `${baseURL}`,
      colorScheme,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto("/pricing");
    const frame = page.frameLocator("iframe");
    await expectSizes(frame);
    await expect(page.getByText("What four swaps cost now stands here")).toBeHidden();
    const root = frame.locator("html");
    const overflow = await root.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
      ],
    );
    expect(overflow).toEqual([0, 0]);
    const paper = (one: Locator) =>
      one.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await paper(root)).toBe(await paper(page.locator("html")));
    await frame.getByRole("link", { name: "$500 of BTC" }).click();
    await expect(page).toHaveURL(`${baseURL}/quote?from=BTC&to=ETH&amount_usd=500`);
    await expect(page.getByRole("region", { name: "Answer" })).toContainText("You receive");
    await context.close();
  });
}

test("where the part cannot be read, the page says so and shows no figure", async ({ page }) => {
  await page.route("**/pricing/now", (route) => route.abort());
  await page.goto("/pricing");
  await expect(
    page.getByText("Not checked: the costs of now could not be read. Ask for a quote.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.locator(".now table")).toHaveCount(0);
});

test("the costs of now are out of date after a minute", async ({ ownPage: page }) => {
  await page.clock.install();
  await page.goto("/pricing");
  const verdict = page.locator(".sizes .verdict");
  await expect(verdict).toHaveText("Open: you can swap BTC to ETH now.");
  await page.clock.runFor("01:10");
  await expect(verdict).toHaveAttribute("data-state", "stale");
  await expect(verdict).toHaveText("Out of date: reload this page.");
  await expect(page.locator(".now [role=status]")).toHaveText("Out of date: reload this page.");
});
