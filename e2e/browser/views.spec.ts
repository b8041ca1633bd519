// The views of MCP Apps, in a host made of the extension's own bridge: real calls of this server, and what no sample state has.
import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { hostileTexts } from "../support/hostile-texts.ts";
import { findColourViolations, findViolations, stopClock } from "../support/page-checks.ts";
import { openHost, type ViewHost } from "../support/view-host/open-host.ts";

const id = (four: string) => four.repeat(16);
const quote = { from: "BTC", to: "ETH", amount: "0.05" };
const destination = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";

const views = [
  ["quote", { tool: "get_swap_quote", args: { ...quote, destination } }],
  ["a refused quote", { tool: "get_swap_quote", args: { ...quote, from: "LTC" } }],
  ["an unclear question", { tool: "get_swap_quote", args: { ...quote, to: "USDC" } }],
  ["status", { tool: "get_network_status", args: {} }],
  ["the status of a halted chain", { tool: "get_network_status", args: { chain: "LTC" } }],
  ["an unknown chain", { tool: "get_network_status", args: { chain: "NONE" } }],
  ["a part of the status", { tool: "get_network_status", args: { fields: ["queue"] } }],
  ["a swap under way", { tool: "get_swap_status", args: { txid: id("0005") } }],
  ["a swap that is done", { tool: "get_swap_status", args: { txid: id("0010") } }],
  ["a refund", { tool: "get_swap_status", args: { txid: id("0012") } }],
  ["an id that is none", { tool: "get_swap_status", args: { txid: "12" } }],
  ["an id that is not seen", { tool: "get_swap_status", args: { txid: "AB".repeat(32), chain: "BTC" } }],
] as const;

async function open(page: Page, baseURL: string | undefined): Promise<ViewHost> {
  return openHost(page, baseURL ?? "");
}

for (const [name, shown] of views)
  test(`${name} is shown in light and dark, wide and at 320 px, without a fault that axe finds`, async ({
    page,
    baseURL,
  }) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (one) => one.text().includes("Content Security Policy") && faults.push(one.text()));
    const host = await open(page, baseURL);
    for (const theme of ["light", "dark"] as const) {
      const { html } = await host.show({ ...shown, theme });
      expect(gzipSync(html, { level: 9 }).length).toBeLessThan(60_000);
      await expect(host.view.locator("main h1")).toBeAttached();
      expect(await host.view.locator("html").evaluate((root) => getComputedStyle(root).colorScheme)).toBe(theme);
      for (const width of [800, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const inner = await host.view.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth);
        expect(inner, `${width} px`).toBe(0);
        // The frame is as high as the view.
        await expect
          .poll(() => host.view.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight))
          .toBe(0);
        const frame = await host.frame();
        expect(await (theme === "light" ? findViolations(frame) : findColourViolations(frame))).toEqual([]);
        // No table hides a column, and both buttons stand in one row.
        const hidden = await host.view
          .locator(".matrix .table")
          .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
        expect(hidden.filter((pixels) => pixels > 0)).toEqual([]);
        const rows = await host.view
          .locator(".actions button")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
        expect(new Set(rows).size, `${width} px`).toBe(1);
      }
    }
    expect(faults).toEqual([]);
    expect(host.requests).toEqual([]);
  });

test("a question that is refused says why, and what is right", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  await host.show({ tool: "get_swap_status", args: { txid: "12" } });
  await expect(host.view.getByRole("status").first()).toHaveText(/^No answer\. A transaction id is 64 hexadecimal/);
  await host.show({ tool: "get_network_status", args: { chain: "NONE" } });
  await expect(host.view.getByRole("listitem").first()).toHaveText("THOR");
  await expect(host.view.getByText("See error")).toHaveCount(0);
});

test("a halt that is to come in days hides no column of an old status", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  const block = { height: 25_000_000, block_time: "2026-01-02T03:04:05Z", age_seconds: 2 };
  await host.show({ tool: "get_network_status", args: {}, change: { as_of: block } });
  await expect(host.view.locator(".matrix")).toContainText(/halts in\s+\d+\s+days/);
  for (const width of [800, 640, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => host.view.locator(".matrix .table").evaluate((one) => one.scrollWidth - one.clientWidth))
      .toBe(0);
  }
  await host.show({ tool: "get_network_status", args: { chain: "LTC" }, change: { as_of: block } });
  await expect(
    host.view.getByText("When it was read: Litecoin is halted. Do not send. Do not send funds"),
  ).toBeVisible();
});

test("the theme of the host changes the view while it is open", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  await host.show({ tool: "get_network_status", args: {}, theme: "light" });
  const paper = () => host.view.locator("main").evaluate((main) => getComputedStyle(main).backgroundColor);
  const light = await paper();
  await host.setTheme("dark");
  await expect.poll(paper).not.toBe(light);
});

test("a quote copies exactly the memo and the address, and drops both when it expires", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const host = await open(page, baseURL);
  const { result } = await host.show({ tool: "get_swap_quote", args: { ...quote, destination } });
  const { memo, inbound_address: address } = result.structuredContent as { memo: string; inbound_address: string };
  const sent = host.view.locator(".quote-sent");
  await expect(sent).toHaveCount(2);
  for (const [place, text] of [memo, address].entries()) {
    await expect(sent.nth(place).locator("code")).toHaveText(text);
    await sent.nth(place).getByRole("button").click();
    await expect(sent.nth(place).getByRole("button")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await page.clock.fastForward("16:00");
  await expect(host.view.getByText("This quote has expired")).toBeVisible();
  await expect(sent).toHaveCount(0);
  const html = await host.view.locator("body").innerHTML();
  expect(html.slice(0, html.indexOf("<script"))).not.toContain(memo);
  await expect(host.view.locator(".signboard")).toHaveAttribute("data-state", /./);
});

test("the bar of costs and the wallet's network fee add up to the total cost", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  await host.show({ tool: "get_swap_quote", args: quote });
  const widths = await host.view
    .locator(".shares rect")
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute("width"))));
  expect(widths.length).toBeGreaterThan(1);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(1000, 6);
  const cents = (text: string) => Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(",", "")) * 100);
  const parts = await host.view.locator(".shares dd").allTextContents();
  const total = await host.view.locator(".amounts div", { hasText: "Total cost" }).textContent();
  const [, networkFee = ""] = /network fee of your wallet, about (\$\S+)/.exec(total ?? "") ?? [];
  expect(cents(networkFee)).toBeGreaterThan(0);
  const sum = [...parts, networkFee].map(cents).reduce((all, one) => all + one, 0);
  // The network fee is rounded by itself.
  expect(Math.abs(sum - cents(total ?? ""))).toBeLessThanOrEqual(1);
});

test("a quote asks again and compares ways through the host, and opens its page in the browser", async ({
  page,
  baseURL,
}) => {
  const host = await open(page, baseURL);
  const args = { from: "BTC", to: "ETH", amount: "5", liquidity_tolerance_bps: 100 };
  await host.show({ tool: "get_swap_quote", args });
  await host.view.getByRole("button", { name: "Compare ways" }).click();
  // Parts one every block bring as much as the network's own, in the same time.
  await expect(host.view.locator(".quote-way")).toHaveCount(2);
  await host.view.getByRole("link", { name: "Quote it in one part" }).click();
  await expect(host.view.locator(".quote-part").getByText("The swap runs in one part.")).toBeVisible();
  await host.view.getByRole("button", { name: "Ask again" }).click();
  await expect.poll(async () => (await host.asked()).calls.length).toBe(4);
  await host.view.getByRole("button", { name: "Open in browser" }).click();
  await expect.poll(async () => (await host.asked()).opened.length).toBe(1);
  const { calls, opened } = await host.asked();
  const whole = { from: "BTC.BTC", to: "ETH.ETH", amount: "5" };
  expect(calls.map(({ arguments: asked }) => asked)).toEqual([
    { ...whole, streaming: "single" },
    { ...whole, streaming: { interval: 1, quantity: 0 } },
    { ...args, ...whole, streaming: "single" },
    { ...args, ...whole, streaming: "single" },
  ]);
  expect(opened).toEqual([
    `${baseURL}/quote?from=BTC.BTC&to=ETH.ETH&amount=5&liquidity_tolerance_bps=100&streaming=1%2F1`,
  ]);
});

test("a status says by itself that it is out of date, and is renewed through the host", async ({ page, baseURL }) => {
  await page.clock.install();
  const host = await open(page, baseURL);
  await host.show({ tool: "get_network_status", args: {} });
  const sign = host.view.locator(".signboard");
  await expect(sign).toHaveAttribute("data-state", "warned");
  expect((await host.asked()).calls).toEqual([]);
  await host.view.getByRole("heading", { name: "The last 90 days" }).click();
  // Two bars for each row: chains with equal days share one.
  await expect(host.view.locator(".bars .days")).toHaveCount(14);
  await page.clock.fastForward("00:40");
  await expect(sign).toHaveAttribute("data-state", "stale");
  await expect(sign.getByText("Out of date")).toBeVisible();
  await host.setCalls("fail");
  await host.view.getByRole("button", { name: "Ask again" }).click();
  await expect(host.view.getByText("No newer answer came.")).toBeVisible();
});

test("an answer that is shown again days later is old from the start", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  const block = { height: 25_000_000, block_time: "2026-01-02T03:04:05Z", age_seconds: 2 };
  await host.show({ tool: "get_network_status", args: {}, change: { as_of: block } });
  await expect(host.view.locator(".signboard")).toHaveAttribute("data-state", "stale");
  await expect(host.view.getByText("2 seconds ago")).toHaveCount(0);
  const args = { ...quote, destination };
  await host.show({ tool: "get_swap_quote", args, change: { as_of: block, send_before: "2026-01-02T03:19:05Z" } });
  await expect(host.view.getByText("This quote has expired")).toBeVisible();
  await expect(host.view.locator(".quote-sent")).toHaveCount(0);
  // Without a moment after which nobody should send, nothing is shown to send with after a while.
  await host.show({ tool: "get_swap_quote", args, change: { as_of: block, send_before: null } });
  await expect(host.view.locator(".quote-sent")).toHaveCount(0);
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") }, change: { as_of: block }, offers: {} });
  await expect(host.view.getByText("Not current: a newer reading was due")).toBeVisible();
  await expect(host.view.locator(".when time")).toHaveAttribute("datetime", "2026-01-02T03:04:07Z");
});

test("a swap that is shown again days later is asked for at once, and once", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  const block = { height: 25_000_000, block_time: "2026-01-02T03:04:05Z", age_seconds: 2 };
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") }, change: { as_of: block } });
  await expect.poll(async () => (await host.asked()).calls.length).toBe(1);
  await expect(host.view.locator("main")).not.toHaveAttribute("data-stale");
  await expect(host.view.locator(".when time")).not.toHaveAttribute("datetime", /^2026-01-02/);
  expect((await host.asked()).calls.length).toBe(1);
});

test("the keyboard reaches what a view can do, and axe sees into its frame", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  await host.show({ tool: "get_network_status", args: {} });
  const askAgain = host.view.getByRole("button", { name: "Ask again" });
  await expect(askAgain).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(askAgain).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await host.asked()).calls.length).toBe(1);
  await host.view.locator("main").evaluate((main) => main.append(document.createElement("img")));
  expect((await findViolations(await host.frame())).map((finding) => finding.split(":")[0])).toEqual(["image-alt"]);
});

test("a swap asks again when it should until it is final, and says not to send again", async ({ page, baseURL }) => {
  await page.clock.install();
  const host = await open(page, baseURL);
  // The clock goes on until the view is loaded: on a busy machine for longer than the pause of the sample.
  const change = { next_poll_seconds: 120 };
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") }, change });
  await expect(host.view.getByText("Do not send again.", { exact: true })).toBeVisible();
  await stopClock(page);
  await page.clock.fastForward(60_000);
  expect((await host.asked()).calls).toEqual([]);
  await page.clock.fastForward(61_000);
  await expect
    .poll(async () => (await host.asked()).calls)
    .toEqual([{ name: "get_swap_status", arguments: { txid: id("0005") } }]);

  // A view is loaded by timers of the page.
  await page.clock.resume();
  await host.show({ tool: "get_swap_status", args: { txid: id("0010") } });
  await expect(host.view.getByText("Do not send again.", { exact: true })).toHaveCount(0);
  // Until then, the first one may have asked once more.
  const { calls } = await host.asked();
  await page.clock.fastForward("10:00");
  expect((await host.asked()).calls).toEqual(calls);
});

test("a swap that cannot be asked for again says that it is out of date", async ({ page, baseURL }) => {
  await page.clock.install();
  const host = await open(page, baseURL);
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") } });
  await host.setCalls("fail");
  await page.clock.fastForward("02:00");
  await expect(host.view.getByText("Not current: a newer reading was due")).toBeVisible();
  await expect(host.view.locator("main")).toHaveAttribute("data-stale", "");
});

test("texts of others stay texts", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  const [reason, explanation, memo] = hostileTexts;
  await host.show({
    tool: "get_swap_status",
    args: { txid: id("0012") },
    change: {
      refund_reason: reason,
      explanation,
      in: { chain: "BTC", asset: "BTC.BTC", amount: "1", from: memo, memo },
      out: hostileTexts.map((text) => ({
        kind: "refund",
        chain: text,
        asset: text,
        amount: "1",
        to: text,
        txid: text,
      })),
    },
  });
  // The answer has no words of an indexer, so the view quotes none.
  await expect(host.view.locator("blockquote")).toHaveCount(0);
  await expect(host.view.locator(".tickets tbody tr")).toHaveCount(hostileTexts.length + 1);
  await expectInert(host, baseURL);

  const pool = hostileTexts.find((text) => text.startsWith("<img")) ?? "";
  expect(pool).not.toBe("");
  const withAddress = { tool: "get_swap_quote", args: { ...quote, destination } };
  // Only a token has a router to call.
  const token = "ETH.USDT-0XDAC17F958D2EE523A2206206994597C13D831EC7";
  const sent = { memo: pool, inbound_address: pool, router: pool };
  await host.show({ ...withAddress, change: { from: token, to: `ETH.${pool}`, ...sent } });
  await expect(host.view.locator(".quote-sent code")).toHaveText([pool, pool, pool]);
  await expectInert(host, baseURL);

  const warnings = hostileTexts.map((text) => ({ code: "halted", text }));
  await host.show({ tool: "get_network_status", args: {}, change: { warnings, advice: hostileTexts.join(" ") } });
  await expect(host.view.locator(".signboard")).toBeVisible();
  await expectInert(host, baseURL);
  expect(host.requests).toEqual([]);
});

async function expectInert(host: ViewHost, baseURL: string | undefined): Promise<void> {
  expect(await host.view.locator("#view :is(script, img, iframe, object, style, form)").count()).toBe(0);
  const hrefs = await host.view
    .locator("#view a")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  expect(hrefs.filter((href) => !href.startsWith(`${baseURL}/`) && !href.startsWith("/quote?"))).toEqual([]);
}

test("a host that calls no tools and opens no links gets no buttons for them", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  await host.show({ tool: "get_swap_quote", args: quote, offers: {} });
  await expect(host.view.getByText("For a newer answer, ask in the conversation.")).toBeVisible();
  await expect(host.view.getByRole("button")).toHaveCount(0);
});

test("an answer without structure is shown as its text", async ({ page, baseURL }) => {
  const host = await open(page, baseURL);
  const { result } = await host.show({ tool: "get_network_status", args: {}, change: { network: "another" } });
  const [first] = result.content as { text: string }[];
  await expect(host.view.locator(".told")).toHaveText(first?.text ?? "");
});
