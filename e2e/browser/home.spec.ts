// A person opens the homepage: it leads to the three answers, and its state line says the state of now.
// Its words for each reading: site/boards.spec.ts. Left open: left-open.spec.ts.
import { expect, type Page } from "@playwright/test";
import { SIGN_NOW } from "../support/left-open.ts";
import {
  findSign,
  findViolations,
  readShifts,
  setHidden,
  waitForLayout,
  watchShifts,
} from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

const chain = (name: string, trading = "open") => {
  return { chain: name, trading, deposits: trading, signing: "open", scheduled: [] };
};
const codes = "THOR BASE AVAX GAIA DOGE BTC ETH LTC BCH XRP BSC".split(" ");
const fresh = {
  state: "partly_halted",
  headline: "14 of 16 chains are open. Dogecoin is halted.",
  age_seconds: 4,
  freshness: "fresh",
  chains: [chain("BTC"), chain("DOGE", "halted")],
  unchecked_chains: [],
};
const halted = {
  state: "halted",
  headline: "Halted. Do not send.",
  chains: codes.map((code) => chain(code, "halted")),
};
/** The longest headline among them. */
const readings: readonly object[] = [
  fresh,
  {
    state: "halts_soon",
    headline:
      "13 of 16 chains are open. BNB Smart Chain is halted. Payouts on Cosmos Hub wait. Trading on Bitcoin Cash halts in 119 minutes.",
    chains: codes.map((code) => chain(code)),
  },
  halted,
  { ...halted, age_seconds: 40, freshness: "stale" },
  { age_seconds: 190_000, freshness: "unknown" },
];

/** What is told of each of them. */
const told = [
  /Dogecoin is halted\.\s*Checked/,
  /119\sminutes\.\s*Checked/,
  /Do not send\.\s*Checked/,
  /Halted when last read/,
  /too old/,
];

/** Answers the board's requests with `answer`. Null: they fail. */
async function serve(page: Page, answer: object | null) {
  const network = { answer };
  await page.route("**/.well-known/status", (route) =>
    network.answer ? route.fulfill({ json: { network: network.answer } }) : route.abort(),
  );
  return network;
}

test("the homepage leads to the answers of the three questions", async ({ page }) => {
  const goIn = async (way: string) => {
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: way, exact: true }).click();
  };

  await goIn("Ask for a quote");
  await page.getByLabel("You send").fill("BTC");
  await page.getByLabel("You receive").fill("ETH");
  await page.getByLabel("Amount to send").fill("0.1");
  await page.getByRole("button", { name: "Get a quote" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("0.1 BTC to ETH");
  await expect(page.getByRole("region", { name: "Answer" })).toContainText(
    /Open: you can swap BTC to ETH now\..*You receive/,
  );
  await expect(page.getByRole("heading", { level: 2, name: "What it costs" })).toBeVisible();

  await goIn("Read the status");
  const state = findSign(page);
  await expect(state).toContainText(/\d+ of \d+ chains are open/);
  await expect(page.getByRole("rowheader", { name: "Litecoin (LTC)" }).first()).toBeVisible();

  await goIn("Track it");
  await page.getByLabel("Transaction id").fill("0010".repeat(16));
  await page.getByRole("button", { name: "Find it" }).click();
  await expect(page.locator("#step-outbound_signed")).toHaveAttribute("data-state", "done");
});

for (const width of [320, 390, 768, 1280])
  test(`${width} px: the state line says what was read, keeps its size, and nothing moves`, {
    tag: [320, 1280].includes(width) ? [] : "@slow",
  }, async ({ ownPage: page }) => {
    const network = await serve(page, null);
    await page.setViewportSize({ width, height: 1600 });
    await watchShifts(page);
    await page.goto("/");
    await waitForLayout(page);
    await expect(findSign(page)).toHaveAttribute("data-state", "unknown");
    const before = await findSign(page).boundingBox();
    for (const [index, reading] of readings.entries()) {
      const height = 28135243 + index;
      const { age_seconds, ...members } = { ...fresh, ...reading };
      network.answer = { ...members, as_of: { height, age_seconds } };
      await setHidden(page, false);
      const text = told[index] as RegExp;
      await expect(findSign(page)).toContainText(text);
      expect(await findViolations(page, ".state-line")).toEqual([]);
      expect(await findSign(page).boundingBox(), JSON.stringify(reading)).toEqual(before);
    }
    expect(await readShifts(page)).toEqual([]);
  });

test("a browser without an agent loads nothing for one (WebMCP)", async ({ ownPage: page }) => {
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto("/", { waitUntil: "networkidle" });
  expect(asked).not.toContain("/webmcp.js");
  expect(asked).not.toContain("/mcp");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("the state line claims no state, and leads to the whole status", async ({ page }) => {
    await page.goto("/");
    await expect(findSign(page)).toHaveAttribute("data-state", "stale");
    await expect(findSign(page)).toContainText("Not read yet.");
    await findSign(page).locator('a[href$="/status"]').click();
    await expect(findSign(page)).toContainText(SIGN_NOW);
    await expect(page.locator("#now .meta time").first()).toBeVisible();
    await expect(page.locator("[data-old]")).toBeHidden();
  });
});
