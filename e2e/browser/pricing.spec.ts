// The fee guide for a person: its form asks for a quote, and its
// chart is legible at every width and agrees with its table.
import { expect, test } from "@playwright/test";
import { squeeze } from "../support/markdown-nodes.ts";

const sizes = { phone: 360, desktop: 1440 } as const;

test("the chart is below its heading and agrees with the table", async ({ page }) => {
  await page.goto("/pricing");
  const chart = page.getByRole("img", { name: /^Total cost of BTC to ETH against size/ });
  await expect(chart).toBeVisible();
  const inOrder = await page
    .locator("main h2, main svg.chart, main table")
    .evaluateAll((all) => all.map((one) => one.id || one.tagName.toLowerCase()));
  const place = inOrder.indexOf("cost-against-size");
  expect(inOrder.slice(place, place + 3)).toEqual(["cost-against-size", "svg", "table"]);
  const table = page.locator("main table").nth(inOrder.slice(0, place).filter((name) => name === "table").length);
  const rows = await table.locator("tbody tr").allInnerTexts();
  const points = rows.map((row) => row.split("\t").map(squeeze));
  const label = (await chart.getAttribute("aria-label")) ?? "";
  const [first, last] = [points[0] ?? [], points.at(-1) ?? []];
  expect(label).toContain(`At ${first[0]}: ${first[1]}. At ${last[0]}: ${last[1]} in parts, ${last[2]} in one part.`);
  expect(points).toHaveLength(10);
});

test("a visible text says that the chart's scales are logarithmic", async ({ page }) => {
  await page.goto("/pricing");
  await expect(page.locator("svg.chart").getByText("Both scales are logarithmic.")).toBeVisible();
});

for (const [device, width] of Object.entries(sizes)) {
  test(`the chart's labels are complete and apart on a ${device}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/pricing");
    await expect(page.locator("svg.chart").getByText("now", { exact: true })).toBeVisible();
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
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`the form asks for a quote with${javaScriptEnabled ? "" : "out"} JavaScript`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    await page.goto("/pricing");
    const form = page.getByRole("form", { name: "Quote a swap" });
    const answers = { "You send": "BTC", "You receive": "ETH", "Amount to send": "0.05" };
    for (const [label, text] of Object.entries(answers)) {
      const field = form.getByRole("textbox", { name: label });
      await expect(field).toHaveAccessibleDescription(/./);
      await field.fill(text);
    }
    await form.getByRole("button", { name: "Get a quote" }).click();
    await expect(page).toHaveURL(`${baseURL}/quote?from=BTC&to=ETH&amount=0.05`);
    await expect(page.getByRole("region", { name: "Answer" })).toContainText("You receive");
    await context.close();
  });
}

test("the form is below its question and empty, and an empty field is not sent", async ({ page }) => {
  await page.goto("/pricing");
  const form = page.getByRole("form", { name: "Quote a swap" });
  const question = page.getByRole("heading", { name: "What would yours cost now?" });
  expect((await question.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0);
  for (const field of await form.getByRole("textbox").all()) await expect(field).toHaveValue("");
  await form.getByRole("button").click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(form.getByRole("textbox", { name: "You send" })).toBeFocused();
});

for (const [device, width] of Object.entries(sizes)) {
  test(`three swaps are answered in place on a ${device}, with the age of the block, and nothing moves`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/quote.json?")) asked.push(request.url());
    });
    await page.route("**/quote.json?*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto("/pricing");
    const table = page.getByRole("group", { name: "What three swaps cost now" }).getByRole("table");
    await expect(table).toContainText("in the quote");
    const place = () =>
      page.getByRole("heading", { name: "Public access" }).evaluate((one) => one.getBoundingClientRect().top);
    const before = await place();
    for (const name of ["0.01 BTC to ETH", "0.1 BTC to ETH", "1 BTC to ETH"]) {
      const row = table.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
      await expect(row).toContainText(/ ETH\$[\d,]+\.\d\d \(\d+(\.\d\d)?\s%\)$/);
    }
    await expect(
      page.getByText(/^From block \d+, made \d+\sseconds? ago\. Ask again right before you send\.$/),
    ).toBeVisible();
    expect(await place()).toBe(before);
    expect(asked).toHaveLength(3);
    await expect(page.locator("svg.chart [data-live] circle")).toHaveCount(4);
  });
}

test("a failing endpoint shows no figure", async ({ page }) => {
  await page.route("**/quote.json?*", (route) => route.abort());
  await page.goto("/pricing");
  const rows = page.getByRole("group", { name: "What three swaps cost now" }).locator("tbody tr");
  await expect(rows).toContainText(["not checked", "not checked", "not checked"]);
  await expect(page.locator("svg.chart circle")).toHaveCount(0);
});

test("without JavaScript each of the three swaps leads to its quote", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/pricing");
  const table = page.getByRole("group", { name: "What three swaps cost now" });
  await table.getByRole("link", { name: "0.1 BTC to ETH" }).click();
  await expect(page).toHaveURL(`${baseURL}/quote?from=BTC&to=ETH&amount=0.1`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("You receive");
  await context.close();
});
