// The fee guide for a person: its form asks for a quote, and its
// chart is legible at every width and agrees with its table.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { squeeze } from "../support/markdown-nodes.ts";
import { readShifts, watchShifts } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const sizes = { phone: 320, desktop: 1440 } as const;

test("the chart is below its heading and agrees with the folded table, which its text names", async ({ page }) => {
  await page.goto("/pricing");
  const chart = page.getByRole("img", { name: /^Total cost of BTC to ETH against size/ });
  await expect(chart).toBeVisible();
  // Read at once: the table of now is added above when its answer arrives.
  const inOrder = await page.locator("main h2, main details > [id], main svg.chart, main table").evaluateAll((all) =>
    all.map((one) => ({
      name: one.id || one.tagName.toLowerCase(),
      rows: Array.from(one.querySelectorAll("tbody tr"), (row) =>
        Array.from(row.children, (cell) => cell.textContent ?? ""),
      ),
    })),
  );
  const place = inOrder.findIndex(({ name }) => name === "cost-against-size");
  const table = inOrder[inOrder.findIndex(({ name }) => name === "cost-by-amount") + 1];
  expect([inOrder[place + 1]?.name, table?.name]).toEqual(["svg", "table"]);
  const points = (table?.rows ?? []).map((row) => row.map(squeeze));
  const label = (await chart.getAttribute("aria-label")) ?? "";
  const [first, last] = [points[0] ?? [], points.at(-1) ?? []];
  expect(label).toContain(`At ${first[0]}: ${first[1]}. At ${last[0]}: ${last[1]} in parts, ${last[2]} in one part.`);
  expect(points).toHaveLength(10);
  await expect(page.getByRole("cell", { name: "$500,000" })).toBeHidden();
  await expect(page.getByText('"Cost by amount" below has them in a table.')).toBeVisible();
  await page.locator("summary", { hasText: "Cost by amount" }).click();
  await expect(page.getByRole("cell", { name: "$500,000" })).toBeVisible();
});

test("a phone shows the page in at most 5,337 px, half of what it was", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/pricing");
  await expectSizes(page);
  await expect(page.getByRole("columnheader", { name: "Total cost", exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_337);
});

test("the chart says that its scales are logarithmic, and its labels are complete and apart on a phone and a desktop", async ({
  page,
}) => {
  await page.goto("/pricing");
  await expect(page.locator("svg.chart").getByText(/^now\. Lines: \d{4}-\d\d-\d\d$/)).toBeVisible();
  await expect(page.locator("svg.chart").getByText("Both scales are logarithmic.")).toBeVisible();
  for (const width of Object.values(sizes)) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await page.locator("svg.chart text").evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { text: one.textContent, left, right, top, bottom, px: (bottom - top) / 1.2 };
      }),
    );
    expect(boxes).toHaveLength(10);
    for (const box of boxes) {
      expect(box.left, `${box.text}`).toBeGreaterThanOrEqual(0);
      expect(box.right, `${box.text}`).toBeLessThanOrEqual(width);
      expect(box.px, `${box.text} is legible`).toBeGreaterThan(11);
    }
    const pairs = boxes.flatMap((one, index) => boxes.slice(index + 1).map((other) => [one, other] as const));
    const touching = pairs.filter(
      ([one, other]) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
    );
    expect(touching.map(([one, other]) => `${one.text} over ${other.text}`)).toEqual([]);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`the form asks for a quote with${javaScriptEnabled ? "" : "out"} JavaScript`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) });
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

test("the form is below its question and empty, and an empty field is not sent", async ({ page }) => {
  await page.goto("/pricing");
  const form = page.getByRole("form", { name: "Quote a swap" });
  const question = page.getByRole("heading", { name: "What would yours cost now?" });
  expect((await question.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0);
  for (const field of await form.locator("input").all()) await expect(field).toHaveValue("");
  await form.getByRole("button").click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(form.getByLabel("You send")).toBeFocused();
});

const names = ["0.01 BTC to ETH", "0.1 BTC to ETH", "1 BTC to ETH"];

/** Each size has what it brings and costs, below the sign and above the age. */
async function expectSizes(part: Page | FrameLocator): Promise<void> {
  await expect(part.locator(".sizes > p").first()).toHaveText("Open: you can swap BTC to ETH now.");
  for (const name of names) {
    const row = part.getByRole("row").filter({ has: part.getByRole("link", { name, exact: true }) });
    await expect(row).toContainText(/ ETH\$[\d,]+\.\d\d \(\d+(\.\d\d)?\s%\)$/);
  }
  await expect(part.locator(".age")).toHaveText(
    /^Read from the sample network \(invented data\) at block \d+\. It was made \d{4}-\d\d-\d\d \d\d:\d\d\sUTC\. Ask again right before you send\. The block (was \d+\sseconds? old when it was read|is \d+\sseconds? old)\.$/,
  );
}

for (const [device, width] of Object.entries(sizes)) {
  test(`three sizes are answered in place on a ${device}, with the age of the block, and nothing moves`, async ({
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
      page.getByRole("heading", { name: "Fees in order" }).evaluate((one) => one.getBoundingClientRect().top);
    await expect(page.getByText("Three examples of now stand here as soon as the network has answered.")).toBeVisible();
    const before = await place();
    answer();
    await expectSizes(page);
    expect(await place()).toBe(before);
    expect(asked).toHaveLength(1);
    await expect(page.locator(".age")).toContainText(/The block is \d+\sseconds? old/);
    await expect(page.locator("svg.chart [data-live] circle")).toHaveCount(4);
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
  test(`without JavaScript the three sizes are answered in a frame on a ${device} in ${colorScheme}, which scrolls in no direction`, async ({
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
    await expect(page.getByText("Three examples of now stand here")).toBeHidden();
    const root = frame.locator("html");
    const overflow = await root.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth - clientWidth,
      scrollHeight - clientHeight,
    ]);
    expect(overflow).toEqual([0, 0]);
    const paper = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await paper(root)).toBe(await paper(page.locator("html")));
    await frame.getByRole("link", { name: "0.1 BTC to ETH" }).click();
    await expect(page).toHaveURL(`${baseURL}/quote?from=BTC&to=ETH&amount=0.1`);
    await expect(page.getByRole("region", { name: "Answer" })).toContainText("You receive");
    await context.close();
  });
}

test("where the part cannot be read, the page says so and shows no figure", async ({ page }) => {
  await page.route("**/pricing/now", (route) => route.abort());
  await page.goto("/pricing");
  await expect(
    page.getByText("Not checked: the examples could not be read. Ask for a quote.", { exact: true }),
  ).toBeVisible();
  await expect(page.locator(".now table")).toHaveCount(0);
  await expect(page.locator("svg.chart circle")).toHaveCount(0);
});

test("the examples of now are out of date after a minute", async ({ ownPage: page }) => {
  await page.clock.install();
  await page.goto("/pricing");
  const verdict = page.locator(".sizes .verdict");
  await expect(verdict).toHaveText("Open: you can swap BTC to ETH now.");
  await page.clock.runFor("01:10");
  await expect(verdict).toHaveAttribute("data-state", "stale");
  await expect(verdict).toHaveText("Out of date: reload this page.");
  await expect(page.locator(".now [role=status]")).toHaveText("Out of date: reload this page.");
});
