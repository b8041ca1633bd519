// The views of MCP Apps, in a host made of the extension's own bridge: real calls of this server, and what no sample state has.
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { VIEW_KEY } from "../../lib/mcp/views/views.ts";
import type { PlainViews } from "../../lib/site/live/views/plain.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { findViolations, stopClock } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";
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

for (const [place, [name, shown]] of views.entries())
  test(`${name} is shown in light and dark, wide and at 320 px, without a fault that axe finds`, {
    tag: "@slow",
  }, async ({ page, baseURL }) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (one) => one.text().includes("Content Security Policy") && faults.push(one.text()));
    const host = await openHost(page, baseURL);
    // Half of them begin in the dark.
    const [first, second] = place % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
    const { html } = await host.show({ ...shown, theme: first });
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(30_000);
    await expect(host.view.locator("main h1")).toBeAttached();
    for (const theme of [first, second]) {
      await host.setTheme(theme);
      await expect(host.view.locator("html")).toHaveCSS("color-scheme", theme);
      for (const width of [800, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const inner = await host.view.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth);
        expect(inner, `${width} px`).toBe(0);
        // The frame is as high as the view.
        await expect
          .poll(() => host.view.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight))
          .toBe(0);
        // Once in each theme, at one width and the other.
        if ((theme === first) === (width === 800)) expect(await findViolations(await host.frame())).toEqual([]);
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
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_swap_status", args: { txid: "12" } });
  await expect(host.view.getByRole("status").first()).toHaveText(/^No answer\. A transaction id is 64 hexadecimal/);
  await host.show({ tool: "get_network_status", args: { chain: "NONE" } });
  await expect(host.view.getByRole("listitem").first()).toHaveText("THOR");
  await expect(host.view.getByText("See error")).toHaveCount(0);
});

const viewIn = <View>({ _meta: meta }: { _meta?: object | undefined }) => Object(meta)[VIEW_KEY] as View;
const DAYS_MS = 3 * 86_400_000;

test("a halt that is to come in days hides no column", async ({ page, baseURL }) => {
  const host = await openHost(page, baseURL);
  const shown = { tool: "get_network_status", args: {} };
  const { result } = await host.show(shown);
  const { chains } = viewIn<PlainViews["status"]>(result);
  const cell = { state: "scheduled", text: "yes, halts in 300 days" };
  const rows = chains.rows.map(({ id, cells: [name, , ...others] }) => ({ id, cells: [name, cell, ...others] }));
  await host.show({ ...shown, view: { chains: { ...chains, rows } } });
  await expect(host.view.locator(".matrix")).toContainText(/halts in\s+300\s+days/);
  for (const width of [800, 640, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => host.view.locator(".matrix .table").evaluate((one) => one.scrollWidth - one.clientWidth))
      .toBe(0);
  }
});

test("the theme of the host changes the view while it is open", async ({ page, baseURL }) => {
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_network_status", args: {}, theme: "light" });
  const paper = () => host.view.locator("main").evaluate((main) => getComputedStyle(main).backgroundColor);
  const light = await paper();
  await host.setTheme("dark");
  await expect.poll(paper).not.toBe(light);
});

test("a quote copies exactly the memo and the address, and drops both when it expires", async ({
  ownPage: page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const host = await openHost(page, baseURL);
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

test("the bar of costs adds up to the total cost, and the wallet's network fee stands beside it", async ({
  page,
  baseURL,
}) => {
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_swap_quote", args: quote });
  await expect(host.view.locator(".shares rect").nth(1)).toBeVisible();
  const cents = (text: string) => Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(",", "")) * 100);
  const parts = await host.view.locator(".shares dd").allTextContents();
  const total = await host.view.locator(".amounts div", { hasText: "Total cost" }).textContent();
  expect(total).toMatch(/On top comes your wallet's network fee, about \$\d/);
  const sum = parts.map(cents).reduce((all, one) => all + one, 0);
  // Each is rounded by itself.
  expect(Math.abs(sum - cents(total ?? ""))).toBeLessThanOrEqual(1);
});

test("a quote asks again and compares ways through the host, and opens its page in the browser", async ({
  page,
  baseURL,
}) => {
  const host = await openHost(page, baseURL);
  const args = { from: "BTC", to: "ETH", amount: "2", liquidity_tolerance_bps: 300 };
  await host.show({ tool: "get_swap_quote", args });
  await host.view.getByRole("button", { name: "Compare ways" }).click();
  // Parts one every block bring as much as the network's own, in the same time.
  await expect(host.view.locator(".quote-way")).toHaveCount(2);
  await host.view.getByRole("link", { name: "Quote it in one part" }).click();
  await expect(host.view.locator(".quote-part").getByText("The swap runs in one part.")).toBeVisible();
  await host.view.getByRole("button", { name: "Ask again" }).click();
  await expect.poll(async () => (await host.asked()).calls.length).toBe(3);
  await host.view.getByRole("button", { name: "Open in browser" }).click();
  await expect.poll(async () => (await host.asked()).opened.length).toBe(1);
  const { calls, opened } = await host.asked();
  const whole = { from: "BTC.BTC", to: "ETH.ETH", amount: "2" };
  expect(calls.map(({ arguments: asked }) => asked)).toEqual([
    args,
    { ...args, ...whole, streaming: "single" },
    { ...args, ...whole, streaming: "single" },
  ]);
  expect(opened).toEqual([
    `${baseURL}/quote?from=BTC.BTC&to=ETH.ETH&amount=2&liquidity_tolerance_bps=300&streaming=1%2F1`,
  ]);
});

test("a status says by itself that it is old, and is renewed through the host", async ({ ownPage: page, baseURL }) => {
  await page.clock.install();
  const host = await openHost(page, baseURL);
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

test("an answer that is shown again days later is old from the start", async ({ ownPage: page, baseURL }) => {
  await page.clock.install({ time: Date.now() + DAYS_MS });
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_network_status", args: {} });
  await expect(host.view.locator(".signboard")).toHaveAttribute("data-state", "stale");
  await expect(host.view.getByText("seconds ago")).toHaveCount(0);
  await host.show({ tool: "get_network_status", args: { chain: "LTC" } });
  await expect(
    host.view.getByText("When it was read: Litecoin is halted. Do not send. Do not send funds"),
  ).toBeVisible();
  const args = { ...quote, destination };
  await host.show({ tool: "get_swap_quote", args });
  await expect(host.view.getByText("This quote has expired")).toBeVisible();
  await expect(host.view.locator(".quote-sent")).toHaveCount(0);
  // Without a moment after which nobody should send, nothing is shown to send with after a while.
  await host.show({ tool: "get_swap_quote", args, view: { expiry: null } });
  await expect(host.view.locator(".quote-sent")).toHaveCount(0);
  const { result } = await host.show({ tool: "get_swap_status", args: { txid: id("0005") }, offers: {} });
  await expect(host.view.getByText("Not current: a newer reading was due")).toBeVisible();
  await expect(host.view.locator(".when time")).toHaveAttribute("datetime", viewIn<PlainViews["swap"]>(result).readAt);
});

test("a swap that is shown again days later is asked for at once, and once", async ({ ownPage: page, baseURL }) => {
  await page.clock.install({ time: Date.now() + DAYS_MS });
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") } });
  await expect.poll(async () => (await host.asked()).calls.length).toBe(1);
  await expect(host.view.locator("main")).not.toHaveAttribute("data-stale");
  expect((await host.asked()).calls.length).toBe(1);
});

test("a view that its host left out is asked for once, and else every field of the answer is told", async ({
  page,
  baseURL,
}) => {
  const host = await openHost(page, baseURL);
  const shown = { tool: "get_network_status", args: {} };
  await host.show({ ...shown, drops: "the first" });
  await expect(host.view.locator(".signboard")).toBeVisible();
  expect((await host.asked()).calls.map(({ name, arguments: args }) => [name, args])).toEqual([[shown.tool, {}]]);
  // Of another version of this server.
  await host.show({ ...shown, view: { chains: null } });
  await expect(host.view.locator(".signboard")).toBeVisible();
  for (const offers of [{ calls: true }, {}]) {
    const { result } = await host.show({ ...shown, drops: "all", offers, change: { halted_by: [hostileTexts[0]] } });
    const row = (name: string) => host.view.getByRole("row", { name: new RegExp(`^${name} `) });
    await expect(host.view.getByText("Only the fields of this answer came")).toContainText("Do not send funds");
    const { network, state } = result.structuredContent as Record<string, string>;
    for (const [name, text] of [
      ["network", network],
      ["state", state],
      ["queue.swap", /\d/],
    ] as const)
      await expect(row(name).getByRole("cell")).toHaveText(text ?? "");
    await expect(host.view.locator(".signboard")).toHaveCount(0);
    await expectInert(host, baseURL);
    expect(await findViolations(await host.frame())).toEqual([]);
  }
  await expect.poll(async () => (await host.asked()).calls.length).toBe(3);
});

test("the keyboard reaches what a view can do, and axe sees into its frame", async ({ page, baseURL }) => {
  const host = await openHost(page, baseURL);
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

test("a swap asks again as it should until final, and says not to send again", async ({ ownPage: page, baseURL }) => {
  await page.clock.install();
  const host = await openHost(page, baseURL);
  // The clock goes on until the view is loaded: on a busy machine for longer than the pause of the sample.
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") }, view: { pollSeconds: 120 } });
  await expect(host.view.getByText("Do not send again.", { exact: true })).toBeVisible();
  await stopClock(page);
  await page.clock.fastForward(60_000);
  expect((await host.asked()).calls).toEqual([]);
  await page.clock.fastForward(61_000);
  await expect
    .poll(async () => (await host.asked()).calls)
    .toMatchObject([{ name: "get_swap_status", arguments: { txid: id("0005") } }]);

  // A view is loaded by timers of the page.
  await page.clock.resume();
  await host.show({ tool: "get_swap_status", args: { txid: id("0010") } });
  await expect(host.view.getByText("Do not send again.", { exact: true })).toHaveCount(0);
  // Until then, the first one may have asked once more.
  const { calls } = await host.asked();
  await page.clock.fastForward("10:00");
  expect((await host.asked()).calls).toEqual(calls);
});

test("a swap that cannot be asked for again says that it is out of date", async ({ ownPage: page, baseURL }) => {
  await page.clock.install();
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_swap_status", args: { txid: id("0005") } });
  await host.setCalls("fail");
  await page.clock.fastForward("02:00");
  await expect(host.view.getByText("Not current: a newer reading was due")).toBeVisible();
  await expect(host.view.locator("main")).toHaveAttribute("data-stale", "");
});

test("texts of others stay texts", async ({ page, baseURL }) => {
  const host = await openHost(page, baseURL);
  const [headline, explanation, wait] = hostileTexts;
  const payments = hostileTexts.map((text) => ({ id: text, cells: Array(6).fill({ text }) }));
  await host.show({
    tool: "get_swap_status",
    args: { txid: id("0012") },
    view: { headline, explanation, wait, payments },
  });
  // The view has no words of an indexer, so it quotes none.
  await expect(host.view.locator("blockquote")).toHaveCount(0);
  await expect(host.view.locator(".tickets tbody tr")).toHaveCount(hostileTexts.length);
  await expectInert(host, baseURL);

  const pool = hostileTexts.find((text) => text.startsWith("<img")) ?? "";
  expect(pool).not.toBe("");
  const addresses = { memo: pool, router: pool, address: pool };
  const deposit = { isAsked: true, notes: hostileTexts, steps: [pool], ...addresses, quoted: pool };
  const shown = { tool: "get_swap_quote", args: { ...quote, destination } };
  await host.show({ ...shown, change: { to: `ETH.${pool}` }, view: { deposit, warnings: hostileTexts } });
  await expect(host.view.locator(".quote-sent code")).toHaveText([pool, pool, pool]);
  await expectInert(host, baseURL);

  await host.show({
    tool: "get_network_status",
    args: {},
    view: { told: hostileTexts.join(" "), scheduled: hostileTexts },
  });
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
  const host = await openHost(page, baseURL);
  await host.show({ tool: "get_swap_quote", args: quote, offers: {} });
  await expect(host.view.getByText("For a newer answer, ask in the conversation.")).toBeVisible();
  await expect(host.view.getByRole("button")).toHaveCount(0);
});

test("an answer without structure is shown as its text", async ({ page, baseURL }) => {
  const host = await openHost(page, baseURL);
  const { result } = await host.show({ tool: "get_network_status", args: {}, change: { network: "another" } });
  const [first] = result.content as { text: string }[];
  await expect(host.view.locator(".told")).toHaveText(first?.text ?? "");
});
