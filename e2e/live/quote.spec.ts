// /quote on the built server while its upstream changes: each state
// is recognisable, and no wrong figure, memo or address is shown.
import type { Page } from "@playwright/test";
import { signingHalt, tradingHalt } from "../support/halt-key.ts";
import { expectWhole } from "../support/page-checks.ts";
import { expect, test } from "./live-test.ts";
import { coldRemote, type Remote } from "./tool-calls.ts";

const destination = "0xf1c70000000000000000000000000000000c0c01";
const asked = `/quote?from=BTC&to=ETH&amount=0,1&destination=${destination}`;

let remote: Remote;
test.beforeEach(async ({ request, upstream }) => {
  test.setTimeout(150_000);
  remote = await coldRemote(request, upstream);
});
test.afterEach(() => remote.reset());

async function readAddress(): Promise<string> {
  const rows: { chain: string; address: string }[] = await remote.read("/node0/thorchain/inbound_addresses");
  return rows.find((row) => row.chain === "BTC")?.address ?? "";
}

const signOf = (page: Page) => page.getByRole("region", { name: "Answer" });

/** Repeats until the server has noticed the change of the upstream. */
async function ask(page: Page, words: RegExp): Promise<void> {
  const readSign = async () => {
    const html = await (await page.request.get(asked, { headers: { accept: "text/html" } })).text();
    const [sign = ""] = /aria-label="Answer"[\s\S]*?<\/section>/.exec(html) ?? [];
    return sign.replaceAll(/<[^>]*>/g, "").replaceAll("&#x27;", "'");
  };
  await expect.poll(readSign, { timeout: 30_000, intervals: [1_000] }).toMatch(words);
  await expectWhole(page, asked, () => expect(signOf(page)).toContainText(words));
}

async function expectNothingToSend(page: Page): Promise<void> {
  await expect(page.getByText("Memo:", { exact: true })).toHaveCount(0);
  await expect(page.getByText("Deposit address:", { exact: true })).toHaveCount(0);
  await expect(
    page
      .getByText(/do not send/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}

/** Both forms of one moment: the sign of the page and the twin agree. */
async function expectTwin(page: Page, words: RegExp): Promise<void> {
  const twin = await page.request.get(asked.replace("/quote", "/quote.md"));
  expect(twin.status()).toBe(200);
  const text = await twin.text();
  expect(text).toMatch(words);
  expect(text).not.toMatch(/127\.0\.0\.1:\d+\/node|node[01]\b|indexer0|ECONN|undici/);
}

test("open: the quote with its memo and the address of the node's own row", { tag: "@shared" }, async ({ page }) => {
  await ask(page, /Open: you can swap BTC to ETH now/);
  await expect(signOf(page)).toHaveAttribute("data-state", "open");
  // The limit of 3 % below the output that the network sets unless another is asked for.
  await expect(page.getByText(new RegExp(`^=:ETH\\.ETH:${destination}:\\d+$`))).toBeVisible();
  await expect(page.getByText(await readAddress(), { exact: true })).toBeVisible();
  await expect(page.getByText(/^Read from THORChain at block \d+, made \d+\sseconds? ago/)).toBeVisible();
  await expect(page.locator("[data-sample]")).toHaveCount(0);
  await expectTwin(page, /\*\*Open\*\*: you can swap BTC to ETH now/);
});

test("halted: the stop sign, the halts in force, and nothing to send", async ({ page }) => {
  await remote.change({ mimir: { [tradingHalt("ETH")]: 1 } });
  await ask(page, /Halted: BTC to ETH does not trade now/);
  await expect(signOf(page)).toHaveAttribute("data-state", "halted");
  await expect(signOf(page)).toContainText("Trading on Ethereum is halted.");
  await expectNothingToSend(page);
  await expectTwin(page, /\*\*Halted\*\*: BTC to ETH does not trade now/);
});

test("payout chain's signing halted: open, with a warning that the payout would wait", async ({ page }) => {
  await remote.change({ mimir: { [signingHalt("ETH")]: 1 } });
  await ask(page, /Payouts on Ethereum are halted\. A payout would wait/);
  await expect(signOf(page)).toHaveAttribute("data-state", "warned");
  await expect(signOf(page)).toContainText("Timenot known Payouts are halted, with no end date.");
});

test("a halt that begins before the deposit is swapped is shown", async ({ page }) => {
  await remote.change({ mimir: { [tradingHalt("BTC")]: "+300" } });
  await ask(page, /Trading on Bitcoin halts in /);
  await expect(signOf(page)).toHaveAttribute("data-state", "warned");
});

test("stale: no quote, no green sign, and what to do now", async ({ page }) => {
  await remote.change({ frozen: true, blockTimeOffsetMs: -70_000 });
  await ask(page, /Not checked: we cannot check now whether this pair trades/);
  await expect(signOf(page)).not.toHaveAttribute("data-state", "open");
  await expect(signOf(page)).toContainText("the newest block is ");
  await expect(page.getByRole("heading", { name: "What it costs" })).toHaveCount(0);
  await expectNothingToSend(page);
  await expectTwin(page, /the newest block is /);
});

test("providers disagree: unknown, with figures but nothing to send", async ({ page }) => {
  await remote.change({ provider: "node1", mimir: { [tradingHalt("ETH")]: 1 } });
  await ask(page, /(Not checked|Halted): /);
  await expect(signOf(page)).not.toHaveAttribute("data-state", "open");
  await expectNothingToSend(page);
});

test("nothing can be read: the page says so, keeps the question and links to a retry", async ({ page }) => {
  await remote.change({ fault: { kind: "reset" } });
  const told = /Not checked: no .* Do not send funds\. Ask again in 15/;
  // Before that, while what was read last still counts, another reason may be told.
  await ask(page, told);
  await expect(signOf(page)).toContainText("Not checked: we cannot check now whether this pair trades");
  await expect(signOf(page).getByRole("listitem")).toHaveText([told]);
  await expect(page.getByLabel("Amount to send")).toHaveValue("0,1");
  // The block that an indexer told last counts for some seconds longer.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Read from THORChain/)).toContainText("No block could be checked", { timeout: 500 });
  }).toPass({ timeout: 40_000, intervals: [1_000] });
  await expectNothingToSend(page);
  await expectTwin(page, told);
  await remote.reset();
  await expect(async () => {
    await page.getByRole("button", { name: "Get a quote" }).click();
    await expect(signOf(page)).toContainText("Open: you can swap BTC to ETH now", { timeout: 500 });
  }).toPass({ timeout: 40_000, intervals: [1_000] });
});

test("only the quote cannot be read: the pair's verdict is shown without figures", async ({ page }) => {
  await remote.change({ path: "/thorchain/quote", fault: { kind: "status", status: 500 } });
  await ask(page, /Do not send\./);
  await expect(signOf(page)).toContainText("Warning: BTC to ETH trades now, but there is no quote for this.");
  await expect(page.getByText(/^No quote: nothing could be checked/)).toBeVisible();
  await expectNothingToSend(page);
});
