// The view of MCP Apps in a host that is made of the extension's own bridge, with real calls.
import { expect } from "@playwright/test";
import { test } from "../support/answering-test.ts";
import { sitesOf, urlOf } from "../support/forms.ts";
import { findViolations } from "../support/page-checks.ts";
import { openViewHost, type Shown, type ViewHost } from "../support/view-host.ts";

const swap = (four: string) => ({
  name: "get_swap_status",
  arguments: { txid: four.repeat(16) },
});
const quote = {
  name: "get_swap_quote",
  arguments: {
    from: "BTC",
    to: "ETH",
    amount: "0.05",
    destination: "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
  },
};
const status = { name: "get_network_status", arguments: {} };

const answers: Readonly<Record<string, Shown>> = {
  "the status": status,
  "a quote to send": quote,
  pools: { name: "list_pools", arguments: {} },
  addresses: { name: "get_inbound_addresses", arguments: {} },
  "a running swap": swap("0005"),
  "bad arguments": { name: "get_swap_status", arguments: { txid: "12" } },
};
const moreAnswers: Readonly<Record<string, Shown>> = {
  "a halted chain": { ...status, arguments: { chain: "LTC" } },
  "a refused quote": { ...quote, arguments: { from: "LTC", to: "ETH", amount: "0.05" } },
  "a refund": swap("0012"),
};

for (const [name, shown] of Object.entries({ ...answers, ...moreAnswers }))
  test(`${name} is at most 500 px high, without a scroller or a fault`, {
    tag: name in moreAnswers ? "@slow" : [],
  }, async ({ page, baseURL }) => {
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (entry) => {
      if (entry.type() === "error") faults.push(entry.text());
    });
    await page.setViewportSize({ width: 640, height: 900 });
    const { view, frame, requestedUrls, setContext } = await openViewHost(page, baseURL, shown);
    const html = view.locator("html");
    const main = view.locator("main");
    await expect(main).toContainText(/Read \d/);
    for (const theme of ["light", "dark"] as const) {
      await setContext({ theme });
      await expect(html).toHaveCSS("color-scheme", theme);
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const readSize = () =>
          html.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => ({
            isLow: scrollHeight <= 500,
            hidden: [scrollHeight - clientHeight, scrollWidth - clientWidth],
          }));
        await expect.poll(readSize).toEqual({ isLow: true, hidden: [0, 0] });
        for (const button of await view.getByRole("button").all())
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await findViolations(frame)).toEqual([]);
    }
    expect(requestedUrls).toEqual([frame.url()]);
    expect(faults).toEqual([]);
  });

test("what has no room is one click away, and a host may give it the screen", async ({
  page,
  baseURL,
}) => {
  const context = { availableDisplayModes: ["inline" as const, "fullscreen" as const] };
  const { view, displayModes } = await openViewHost(page, baseURL, { ...quote, context });
  const memo = view.locator("pre").first();
  await expect(memo).toBeHidden();
  await view.getByRole("button", { name: "Show all" }).click();
  await expect(memo).toBeVisible();
  await expect(view.locator("[data-cut]")).toHaveCount(0);
  expect(displayModes).toEqual(["fullscreen"]);
});

test("in a small view figures go, and the words of the sign and what to do stay", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const context = { containerDimensions: { maxHeight: 300 } };
  const { view } = await openViewHost(page, baseURL, { ...quote, context });
  const board = view.locator(".signboard");
  await expect(board.getByText("you can swap BTC to ETH now")).toBeVisible();
  await expect(board.getByText("You can send now, with a wallet")).toBeVisible();
  await expect(board.locator("dl")).toBeHidden();
});

test("the view asks again by the same tool with the same arguments", async ({ page, baseURL }) => {
  await page.clock.install();
  const { view, calls, contexts } = await openViewHost(page, baseURL, quote);
  await page.clock.fastForward("03:00");
  const old = view.getByText("Read 3 minutes ago. It may have changed");
  await expect(old).toBeVisible();
  expect((await old.boundingBox())?.width).toBeGreaterThan(300);
  await expect(view.locator("[data-old] .signboard")).toHaveCount(1);
  expect(
    await view.locator("body").evaluate((body) => body.getBoundingClientRect().height),
  ).toBeLessThan(501);
  await page.clock.setSystemTime(Date.now());
  await view.getByRole("button", { name: "Ask again" }).click();
  await expect(view.getByText(/^Read \d+ seconds? ago\.$/)).toBeVisible();
  await expect(view.getByRole("status")).toHaveText("This is a new answer.");
  expect(calls).toEqual([expect.objectContaining(quote)]);
  expect(contexts).toEqual([[expect.objectContaining({ text: expect.stringContaining("memo") })]]);
});

test("after its time to send, a quote shows nothing to send", async ({ page, baseURL }) => {
  await page.clock.install();
  const { view, result } = await openViewHost(page, baseURL, quote);
  const { memo, inbound_address: address } = result.structuredContent as Record<string, string>;
  const body = view.locator("main");
  await expect(body).toContainText(String(memo));
  await expect(body).toContainText("in 14 minutes. Do not send after that.");
  await page.clock.fastForward("05:00");
  await expect(body).toContainText("in 9 minutes. Do not send after that.");
  await page.clock.fastForward("10:00");
  await expect(view.getByRole("status")).toHaveText(
    /^The time to send has passed. Do not send now/,
  );
  await expect(body).not.toContainText(String(memo));
  await expect(body).not.toContainText(String(address));
});

test("a clock that is set back makes no quote last longer", async ({ page, baseURL }) => {
  await page.clock.install();
  const { view, result } = await openViewHost(page, baseURL, quote);
  const { memo } = result.structuredContent as Record<string, string>;
  const main = view.locator("main");
  await expect(main).toContainText(String(memo));
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  await page.clock.fastForward("16:00");
  await expect(main).not.toContainText(String(memo));
});

const shownView = (result: ViewHost["result"]) =>
  ({ ...Object(result._meta?.["signpost/view"]) }) as Record<string, unknown>;

for (const [name, change] of [
  ["days old", { readAt: "2026-01-01T00:00:00Z", sendBefore: "2026-01-01T00:15:00Z" }],
  ["without an end", { sendBefore: undefined }],
  ["without a time", { readAt: undefined }],
  ["without a drawing", { html: undefined }],
] as const)
  test(`an answer ${name} shows nothing to send`, async ({ page, baseURL }) => {
    const { view, result } = await openViewHost(page, baseURL, {
      ...quote,
      change: (result) => ({
        ...result,
        _meta: { "signpost/view": { ...shownView(result), ...change } },
      }),
    });
    const { memo } = result.structuredContent as Record<string, string>;
    await expect(view.getByRole("status")).toHaveText(/^(The time to send|This answer came)/);
    await expect(view.locator("main")).not.toContainText(String(memo));
    await expect(view.locator(".signboard")).toHaveCount(0);
  });

test("rows go before the notes that warn of them", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  const { view } = await openViewHost(page, baseURL, status);
  await expect(view.locator("tr").first()).toBeHidden();
  await expect(view.locator(".note").first()).toBeVisible();
});

test("a link that the host does not open says so", async ({ page, baseURL }) => {
  const { view } = await openViewHost(page, baseURL, { ...status, refusesLinks: true });
  await view.getByRole("button", { name: "Show all" }).click();
  await view.getByRole("link", { name: "Litecoin (LTC)" }).click();
  await expect(view.getByRole("status")).toHaveText("The host did not open this link.");
});

test("a host that passes on no calls and no links gets a view without them", async ({
  page,
  baseURL,
}) => {
  const { view } = await openViewHost(page, baseURL, { ...status, isPoor: true });
  await expect(view.locator(".signboard")).toBeVisible();
  await expect(view.getByRole("button", { name: "Ask again" })).toBeHidden();
  await expect(view.locator("a")).toHaveCount(0);
});

test("a link opens a page of the site by the host", async ({ page, baseURL }) => {
  const { view, openedUrls } = await openViewHost(page, baseURL, status);
  await view.getByRole("button", { name: "Show all" }).click();
  await view.getByRole("link", { name: "Litecoin (LTC)" }).click();
  await expect.poll(() => openedUrls).toEqual([urlOf("/status/ltc", sitesOf(baseURL ?? ""))]);
});

test("an answer whose HTML a host left out shows nothing, and says so", async ({
  page,
  baseURL,
}) => {
  const { view } = await openViewHost(page, baseURL, {
    ...status,
    change: ({ _meta, ...result }) => result,
  });
  await expect(view.getByRole("status")).toHaveText(
    "This answer came without what is shown here. Read its text.",
  );
  await expect(view.locator(".signboard")).toHaveCount(0);
});

test("a host's colours are used, and no script of an answer runs", async ({ page, baseURL }) => {
  const html = `<p>Here <a href="javascript:alert(1)">link</a></p><img src="x" onerror="document.title = 'ran'"><script>document.title = "ran"</script>`;
  const variables = {
    "--color-background-primary": "rgb(1, 2, 3)",
    "--color-text-primary": "rgb(250, 250, 250)",
  };
  const { view, frame } = await openViewHost(page, baseURL, {
    ...status,
    context: { theme: "dark", styles: { variables } } as Shown["context"],
    change: (result) => ({
      ...result,
      _meta: { "signpost/view": { ...shownView(result), html } },
    }),
  });
  await expect(view.getByText("Here")).toBeVisible();
  await expect(view.locator("a")).toHaveCount(0);
  await expect(view.locator("html")).toHaveCSS("background-color", "rgb(1, 2, 3)");
  expect(await frame.title()).toBe("The answer of a tool");
});
