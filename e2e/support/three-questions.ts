// The three questions as a person asks them: from the homepage, through its links and the pages' forms, to the answer.
import { expect, type Page } from "@playwright/test";
import { findSign } from "./page-checks.ts";

/** A swap that the network knows, and the text on its page. */
export interface KnownSwap {
  readonly txid: string;
  readonly headline: string;
}

/** For a network where BTC can be swapped to ETH now. */
export async function askThreeQuestions(page: Page, { txid, headline }: KnownSwap): Promise<void> {
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
  await expect(state).toContainText(/The network is open| is halted| not checked/);
  await expect(page.getByRole("rowheader", { name: "Bitcoin (BTC)" }).first()).toBeVisible();

  await goIn("Track it");
  await page.getByLabel("Transaction id").fill(txid);
  await page.getByRole("button", { name: "Find it" }).click();
  await expect(page.getByRole("heading", { name: headline })).toBeVisible();
}
