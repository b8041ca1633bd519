// /quote for a person: without JavaScript and by keyboard alone,
// at every width and in both schemes, until the quote expires.
import { expect } from "@playwright/test";
import {
  collectProblems,
  expectNoViolations,
  expectStill,
  findBrokenNumbers,
  findBrokenWords,
  findViolations,
  keepPictures,
  readOverflow,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const asked = "/quote?from=BTC&to=ETH&amount=0.05";
const states: Readonly<Record<string, string>> = {
  "no question": "/quote",
  quote: asked,
  "large, with a memo":
    "/quote?from=eth.usdc&to=btc&amount=50000.5&destination=sample-btc-recipient&liquidity_tolerance_bps=300",
  streaming: "/quote?from=eth.usdc&to=btc&amount=50000&streaming=1",
  halted: "/quote?from=LTC&to=BTC&amount=1",
  "too small": "/quote?from=eth.usdc&to=avax.usdc&amount=0.05",
  "faults everywhere": "/quote?from=bitcoi&to=usdc&amount=1,000&liquidity_tolerance_bps=x",
  "a doubtful point": "/quote?from=RUNE&to=ETH&amount=1.500",
  dollars: "/quote?from=eth.usdc&to=BTC&amount=1,234,567.89&unit=usd&liquidity_tolerance_bps=0",
};
const widths = [360, 768, 1440];

for (const [name, path] of Object.entries(states)) {
  const tag = name === "quote" || name === "faults everywhere" ? [] : "@slow";
  test(
    `${name}: fits without an error at every width, and axe finds nothing, light and dark`,
    { tag },
    async ({ page }, info) => {
      const problems = collectProblems(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await expectNoViolations(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await readOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
        await keepPictures(page, (scheme) => info.outputPath(`${width}-${scheme}.png`));
      }
      expect(problems).toEqual([]);
    },
  );
}

for (const path of [
  asked,
  ...["streaming", "dollars", "large, with a memo"].map((name) => states[name] ?? ""),
  "/quote?from=eth.usdc&to=BTC&amount=500",
  "/quote?from=BTC&to=RUNE&amount=400&streaming=1&liquidity_tolerance_bps=0",
])
  test(`on a phone a number of up to nine digits stays on one line, and no word in the name of a cost breaks: ${path}`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.locator(".shares dt").first()).toBeVisible();
    const figures = ".quote-answer dd, .quote-part dd, .quote-part td";
    for (const [longest, selector] of [
      [undefined, figures],
      ["999,999,999", ".quote-answer dd"],
    ] as const)
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findBrokenNumbers(page, selector, longest), `${width} px`).toEqual([]);
        expect(await findBrokenWords(page, ".shares dt"), `${width} px`).toEqual([]);
        expect(await readOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
      }
  });

test("the pair's verdict comes first, then the form, then the figures, in both forms", async ({
  page,
  request,
}) => {
  await page.goto(asked);
  const inOrder = await page
    .locator("main :is([aria-label=Answer], form, [aria-labelledby=costs])")
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.getAttribute("aria-labelledby")),
    );
  expect(inOrder).toEqual(["Answer", "Quote a swap", "costs"]);
  await expect(page.getByRole("region", { name: "Answer" }).locator("> :first-child")).toHaveText(
    "Open: you can swap BTC to ETH now.",
  );
  const markdown = await (await request.get(asked.replace("/quote", "/quote.md"))).text();
  const places = [
    "# 0.05 BTC to ETH",
    "**Open**: you can swap BTC to ETH now.",
    "You receive",
    "## What it costs",
  ];
  const found = places.map((words) => markdown.indexOf(words));
  expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
  expect(found).toEqual([...found].sort((one, other) => one - other));
});

test("a refusal has no green sign, although the pair trades", async ({ page }) => {
  await page.goto(states["too small"] ?? "");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText(
    "Warning: USDC on Ethereum to USDC on Avalanche trades now, but there is no quote for this.",
  );
  await expect(answer).not.toHaveClass("signboard");
  await expect(page.getByText(/^The amount does not cover/)).toBeVisible();
  await page.goto(asked);
  await expect(answer).toHaveClass("signboard");
});

for (const [state, title, card] of [
  ["quote", "0.05 BTC to ETH · ", "0.05 BTC → ETH"],
  [
    "too small",
    "Correct this · 0.05 USDC on Ethereum to USDC on Avalanche · ",
    "0.05 USDC on Ethereum → USDC on Avalanche",
  ],
  ["faults everywhere", "Correct this · ", null],
] as const) {
  test(`${state}: the title begins with it, and link previews name the swap alone`, async ({
    page,
  }) => {
    await page.goto("/quote");
    const own = await page.title();
    expect(own).toContain("Quote: what a swap costs now");
    await page.goto(states[state] ?? "");
    await expect(page).toHaveTitle(`${title}${own}`);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", card ?? own);
    await expect(page.locator('meta[property="og:description"]')).toHaveAttribute(
      "content",
      "Figures are new when opened.",
    );
  });
}

test("the page focuses its error summary, and the next Tab reaches the first wrong field", async ({
  page,
}) => {
  await page.goto(states["faults everywhere"] ?? "");
  await expect(page.locator(":focus", { has: page.getByRole("alert") })).toContainText(
    /^Correct this/,
  );
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert").getByRole("link").first()).toBeFocused();
  for (const path of [asked, "/quote"]) {
    await page.goto(path);
    await expect(page.locator("body")).toBeFocused();
  }
});

test("nothing moves while it loads", ({ ownPage: page }) =>
  expectStill(page, ["/quote", states["large, with a memo"] ?? ""]));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a person types dollars on the keyboard of numbers, and the link to the quote has the amount", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto("/quote?from=BTC&to=ETH");
    const amount = page.getByLabel("Amount to send");
    await amount.fill("500");
    await page.getByLabel("Unit of the amount").selectOption("USD");
    // At one moment: the page may still be scrolling to the field.
    const [input, unit] = await amount.evaluate((input: HTMLInputElement) =>
      [input, input.form?.elements.namedItem("unit") as HTMLElement].map((one) =>
        one.getBoundingClientRect().toJSON(),
      ),
    );
    expect(unit.y, "they stand side by side").toBe(input.y);
    expect(unit.width).toBeLessThan(input.width);
    const isCut = (one: HTMLSelectElement) => one.scrollWidth > one.clientWidth;
    expect(await page.getByLabel("Unit of the amount").evaluate(isCut)).toBe(false);
    await page.getByRole("button", { name: "Get a quote" }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^≈ 0\.0\d+ BTC to ETH$/);
    await expect(amount).toHaveValue("500");
    await expect(page.getByLabel("Unit of the amount")).toHaveValue("usd");
    await expect(amount).toHaveAccessibleDescription(
      /≈ 0\.0\d+ BTC\. Converted from \$500\.00 at \$[\d,.]+ for 1 BTC, a price of \d+ seconds? ago\./,
    );
    expect(await readOverflow(page)).toBeLessThanOrEqual(0);
    await page
      .locator("form")
      .getByRole("link", { name: /^0\.0\d+ BTC$/ })
      .click();
    await expect(page.getByLabel("Unit of the amount")).toHaveValue("");
    await expect(amount).toHaveValue(/^0\.0\d+$/);
  });

  test("a person asks, gets a question back, chooses, and reads the answer and its expiry", async ({
    page,
  }) => {
    await page.goto("/quote");
    await page.getByLabel("You send").fill("rune");
    await page.getByLabel("You receive").fill("bitcoin");
    await page.getByLabel("Amount to send").fill("1,000 RUNE");
    await page.getByRole("button", { name: "Get a quote" }).click();
    await expect(page.getByLabel("Amount to send")).toHaveValue("1,000 RUNE");
    await expect(page.getByText("This may be 1 or 1000.").last()).toBeVisible();
    await page.locator("form").getByRole("link", { name: "1000", exact: true }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("1,000 RUNE to BTC");
    const sign = page.getByRole("region", { name: "Answer" });
    await expect(sign).toContainText("Open: you can swap RUNE to BTC now.");
    await expect(sign.getByText(/^This quote expires/)).toContainText(
      /\d{4}-\d\d-\d\d \d\d:\d\d\sUTC/,
    );
    await expect(page.getByRole("heading", { level: 2, name: "What it costs" })).toBeVisible();

    await page.getByRole("link", { name: "Other direction: BTC to RUNE" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^0\.\d+ BTC to RUNE$/);
  });

  test("the chosen mode stays chosen when the form is sent again", async ({ page }) => {
    await page.goto("/quote?from=eth.usdc&to=btc&amount=50000");
    const comparison = page.getByRole("region", { name: "One swap or several parts" });
    await expect(comparison).toContainText(/In parts it costs about \$[\d,.]+\./);
    await page.getByRole("link", { name: "Quote it in one part" }).click();
    await expect(comparison).toContainText(/In one part it costs \$[\d,.]+\./);
    await page.getByLabel("Amount to send").fill("60 000,5");
    await page.getByRole("button", { name: "Get a quote" }).click();
    expect(new URL(page.url()).searchParams.get("streaming")).toBe("1/1");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "60,000.5 USDC on Ethereum to BTC",
    );
    await expect(comparison).toContainText(/In one part it costs \$[\d,.]+\./);
  });
});

test("by keyboard alone, from the form to the answer", async ({ page }) => {
  await page.goto("/quote");
  await page.getByLabel("You send").focus();
  await page.keyboard.type("BTC");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ETH");
  await page.keyboard.press("Tab");
  await page.keyboard.type(".05 btc");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Unit of the amount")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Receiving address", { exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("0.05 BTC to ETH");
});

test("an open page becomes expired, and then nothing in it can be copied to send", async ({
  ownPage: page,
}) => {
  await page.clock.install();
  await page.goto("/quote?from=BTC&to=ETH&amount=0.05&destination=sample-eth-recipient");
  const expired = page.getByText("This quote has expired");
  const memo = page.getByText(/^=:e:sample-eth-recipient:\d+$/);
  await page.clock.runFor("10:00");
  await expect(memo).toBeVisible();
  await expect(expired).toBeHidden();
  const end = page.locator(".expiry");
  await expect(end).toHaveText(/, in [45]\sminutes\. Do not send after that\.$/);
  await page.clock.runFor("05:02");
  await expect(expired).toBeVisible();
  await expect(end).toBeHidden();
  await expect(memo).toBeHidden();
  await expect(page.getByText("you can swap")).toBeHidden();
  await expect(page).toHaveTitle(/^Expired: /);
  await expect(
    page.getByRole("region", { name: "Answer" }).getByRole("link", { name: "ask again" }),
  ).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a page is expired at once if the device's clock is past its end", async ({
  ownPage: page,
}) => {
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.goto(asked);
  await expect(page.getByText("This quote has expired")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.clock.runFor("00:02");
  await expect(page).toHaveTitle(/^Expired: 0\.05 BTC to ETH · /);
});
