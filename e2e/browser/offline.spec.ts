// Without a network a page says so, and of when the last state is that this device read. With one, the worker adds nothing.
import { expect, type Page } from "@playwright/test";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { test } from "../support/answering-test.ts";
import { findSign, findViolations, readOverflow, waitForReact } from "../support/page-checks.ts";

test.use({ serviceWorkers: "allow" });

const quote = "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.0512&destination=sample-eth-recipient";

/** What the site has kept, as text, by cache and address. */
const readKept = (page: Page) =>
  page.evaluate(async () => {
    const found: [string, string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push([name, new URL(request.url).pathname, (await (await cache.match(request))?.text()) ?? ""]);
    }
    return found;
  });

/** Opens a page and waits until the worker is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForReact(page);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const look = (resolve: () => void) => (active?.state === "activated" ? resolve() : setTimeout(look, 20, resolve));
    await new Promise<void>(look);
  });
}

test("offline, a page says that nothing is of now, and of when the last state is; then it comes anew", async ({
  page,
  context,
}) => {
  await open(page, "/status");
  await expect.poll(() => readKept(page)).toHaveLength(1);
  const first = Number(await page.locator("[data-read]").getAttribute("data-read"));
  await context.setOffline(true);
  const answer = await page.goto(quote);
  expect([answer?.status(), answer?.headers()["cache-control"]]).toEqual([503, "no-store"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are offline. Nothing here is of now.");
  await expect(page.getByRole("main")).toContainText("Do not send funds based on this page.");
  await expect(page.getByRole("main")).toContainText(
    /It is as of \d{4}-\d\d-\d\d \d\d:\d\d UTC \(\d+ seconds? before this page was opened\)/,
  );
  const lines = await page.getByRole("listitem").allTextContents();
  // It comes at 04:00 of the next day, and the sign tells it a day before.
  const ahead = new Date(first).getUTCHours() < 4 ? [] : ["At 00:00 UTC: “Trading on Dogecoin halts in 13 hours”"];
  expect(
    lines.map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "00:00").replace(/in\s\d+\s\w+/, "in 13 hours")),
  ).toEqual([
    "At 00:00 UTC: “sample data, invented”",
    "At 00:00 UTC: “Litecoin is halted”",
    "At 00:00 UTC: “Litecoin: halted”",
    "At 00:00 UTC: “XRP Ledger: payouts wait”",
    ...ahead,
    `At 00:00 UTC: “${14 - ahead.length} others: open”`,
  ]);
  await expect(page.locator("[data-state],[class],svg,script")).toHaveCount(0);
  expect(await page.locator("main").textContent()).not.toMatch(/sample-eth|0\.0512|memo/i);
  expect(
    await page
      .locator("main *:not(a)")
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]),
  ).toHaveLength(1);
  expect(await readOverflow(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(quote);
  await expect(page.getByRole("region", { name: "Answer" })).toBeVisible();
  await page.goto("/status");
  expect(Number(await page.locator("[data-read]").getAttribute("data-read"))).toBeGreaterThan(first);
});

test("with a network the worker passes pages on, and sees nothing else; a document offline stays away", async ({
  page,
  context,
  baseURL,
}) => {
  await open(page, "/");
  const passed: string[] = [];
  page.on("response", (answer) => {
    if (answer.fromServiceWorker()) passed.push(`${answer.request().resourceType()} ${answer.url()}`);
  });
  for (const path of ["/status", "/.well-known/status", "/status.md", "/mcp"]) await page.goto(path);
  await open(page, "/");
  await expect(findSign(page)).toHaveAttribute("data-state", "warned");
  expect(await page.evaluate(async () => (await fetch("/status/now")).status)).toBe(200);
  expect(passed).toEqual([`document ${baseURL}/status`, `document ${baseURL}/`]);
  await context.setOffline(true);
  for (const path of ["/.well-known/status", "/status.md", "/mcp"])
    await expect(page.goto(path), path).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
});

test("an old copy of a page replaces no newer state", async ({ page }) => {
  await open(page, "/status");
  await expect.poll(() => readKept(page)).toHaveLength(1);
  const [[cache = "", address = "", text = ""] = []] = await readKept(page);
  const newer = JSON.stringify({ ...JSON.parse(text), atMs: Date.now() + 60_000 });
  await page.evaluate(
    async ([name = "", path = "", body]) => (await caches.open(name)).put(path, new Response(body)),
    [cache, address, newer],
  );
  await open(page, "/status");
  expect((await readKept(page)).map(([, , kept]) => kept)).toEqual([newer]);
});

test("nothing of a person is kept, and a page that shows no state keeps none", async ({ page, context }) => {
  for (const path of ["/legal", quote, `/track?txid=${sampleTransactions[4]?.txid}`, "/status/btc"])
    await open(page, path);
  expect(await readKept(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto("/track?txid=1");
  await expect(page.getByRole("main")).toContainText("This device has kept no earlier state.");
});

test("the board of / is kept, and no longer once it has no time of its own; the worker deletes other forms", async ({
  page,
}) => {
  let change = (network: object): object => network;
  await page.route("**/.well-known/status", async (route) => {
    const response = await route.fetch();
    const { network, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, network: change(network) } });
  });
  await open(page, "/");
  const read = async () => (await readKept(page)).map(([name, path, text]) => [name, path, JSON.parse(text).lines]);
  await expect
    .poll(read)
    .toEqual([
      [
        "last-state-1",
        "/last-state",
        ["sample data, invented", "Litecoin is halted", "chains open: 14 of 16", "trouble: LTC, XRP"],
      ],
    ]);
  await page.evaluate(async () => {
    await caches.open("last-state-0");
    await (await navigator.serviceWorker.ready).unregister();
  });
  change = (network) => ({ ...network, height: null, age_seconds: null, block_time: null });
  await open(page, "/");
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});
