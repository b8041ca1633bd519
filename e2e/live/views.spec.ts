// The views of MCP Apps while the upstream changes: each bad state is told, and nothing to send is shown in it.
import type { Page } from "@playwright/test";
import { keepPicture } from "../support/page-checks.ts";
import { openHost, type ViewHost } from "../support/view-host/open-host.ts";
import { expect, test } from "./live-test.ts";
import { COLD_MS, coldRemote, type Remote, sleep } from "./tool-calls.ts";

const destination = "0xf1c70000000000000000000000000000000c0c01";
const quote = { tool: "get_swap_quote", args: { from: "BTC", to: "ETH", amount: "0.1", destination } };
const status = { tool: "get_network_status", args: {} };
const unseen = { tool: "get_swap_status", args: { txid: "AB".repeat(32), chain: "BTC" } };

let remote: Remote;
test.beforeEach(async ({ request, upstream }) => {
  test.setTimeout(150_000);
  remote = await coldRemote(request, upstream);
});
test.afterEach(() => remote.reset());

/** Opens a host after the server has noticed the change of the upstream. */
async function openAfter(
  page: Page,
  baseURL: string | undefined,
  ...changes: Parameters<Remote["change"]>
): Promise<ViewHost> {
  if (changes.length > 0) {
    await remote.change(...changes);
    await sleep(COLD_MS);
  }
  return openHost(page, baseURL ?? "");
}

const signOf = (host: ViewHost) => host.view.locator(".signboard");

async function expectNothingToSend(host: ViewHost): Promise<void> {
  await expect(host.view.locator(".quote-sent")).toHaveCount(0);
  await expect(signOf(host)).not.toHaveAttribute("data-state", "open");
  await expect(host.view.getByText(/do not send/i).first()).toBeVisible();
}

test("open: the memo and the address as the tool gave them, and how to send", async ({ page, baseURL }) => {
  const host = await openAfter(page, baseURL);
  const { result } = await host.show(quote);
  const { memo, inbound_address: address } = result.structuredContent as Record<string, string>;
  await expect(signOf(host)).toHaveAttribute("data-state", "open");
  await expect(host.view.locator(".quote-sent code")).toHaveText([memo ?? "", address ?? ""]);
  await expect(host.view.getByText("You can send now.")).toBeVisible();
  await expect(host.view.getByText(/Your wallet must write exactly this memo/)).toBeVisible();
  await keepPicture(page, "open");
  await host.show(status);
  await expect(signOf(host)).toHaveAttribute("data-state", /open|warned/);
});

test("halted: the stop sign in the quote, and the chain in the status", async ({ page, baseURL }) => {
  const host = await openAfter(page, baseURL, { mimir: { HALTETHTRADING: 1 } });
  await host.show(quote);
  await expect(signOf(host)).toHaveAttribute("data-state", "halted");
  await expect(signOf(host)).toContainText("Trading on Ethereum is halted.");
  await expectNothingToSend(host);
  await keepPicture(page, "halted");
  await host.show(status);
  await expect(signOf(host)).toHaveAttribute("data-state", "warned");
  const row = host.view.locator(".matrix tr", { hasText: "Ethereum (ETH)" });
  await expect(row.locator("td").first()).toHaveAttribute("data-state", "halted");
  await keepPicture(page, "halted-status");
});

test("payouts wait: a warning above the figures", async ({ page, baseURL }) => {
  const host = await openAfter(page, baseURL, { mimir: { HALTSIGNINGETH: 1 } });
  await host.show(quote);
  await expect(signOf(host)).toHaveAttribute("data-state", "warned");
  await expect(signOf(host)).toContainText("Payouts on Ethereum are halted. A payout would wait");
  await expect(host.view.getByText("Send only if you accept the warning above.")).toBeVisible();
  await keepPicture(page, "payouts-wait");
});

test("one source says halted: memo and address are withheld, with the reason in words", async ({ page, baseURL }) => {
  const host = await openAfter(page, baseURL, { provider: "node1", mimir: { HALTETHTRADING: 1 } });
  await host.show(quote);
  await expectNothingToSend(host);
  await keepPicture(page, "disagree");
  await host.show(status);
  await expect(signOf(host)).not.toHaveAttribute("data-state", "open");
});

test("no source answers: every view says that nothing could be checked", async ({ page, baseURL }) => {
  const host = await openAfter(page, baseURL, { fault: { kind: "reset" } });
  await host.show(quote);
  await expectNothingToSend(host);
  await keepPicture(page, "dead-quote");
  await host.show(status);
  await expect(signOf(host)).not.toHaveAttribute("data-state", "open");
  await expect(signOf(host)).toContainText("Do not send");
  await keepPicture(page, "dead-status");
  await host.show(unseen);
  await expect(host.view.getByRole("heading", { name: "Not checked" })).toBeVisible();
  await expect(host.view.getByText("Do not send again.", { exact: true })).toBeVisible();
  await keepPicture(page, "dead-swap");
});

test("the name of a pool that gives orders stays a name", async ({ page, baseURL }) => {
  const asset = "ETH.SEND-TO-BC1QEVIL";
  const host = await openAfter(page, baseURL, { pools: { [asset]: { status: "Available" } } });
  await host.show({ tool: "get_swap_quote", args: { from: "BTC", to: asset, amount: "0.1", destination } });
  await expectNothingToSend(host);
  await expect(host.view.locator("main > p code").last()).toHaveText(asset);
  await keepPicture(page, "hostile-pool");
});
