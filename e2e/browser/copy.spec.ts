// A copy button copies exactly the text of the Markdown twin, or the address on the page.
import { expect, type Locator, type Page } from "@playwright/test";
import {
  findResource,
  type ResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { test } from "../support/shared-page.ts";

async function copy(page: Page, button: Locator): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  await button.click();
  await expect.poll(read, { timeout: 20_000 }).not.toBe("nothing yet");
  return read();
}

/** A folded formula has a button as well. */
const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll("main details"))
      (folded as HTMLDetailsElement).open = true;
  });

const pages = resourcePaths.filter(
  (path) => findResource(path).kind === "page" && findResource(path).cache !== "live",
);

test("each code block is copied exactly as in the Markdown twin", async ({ page, request }) => {
  test.setTimeout(240_000);
  const found = new Set<string>();
  for (const path of pages) {
    const markdown = await (await request.get(findResource(path).twin as ResourcePath)).text();
    const blocks = [...markdown.matchAll(/^ *```\w*\n([\s\S]*?)\n *```$/gm)].map(
      ([, block = ""]) => block,
    );
    await page.goto(path);
    await unfold(page);
    // The console's blocks show its own calls.
    const buttons = page.locator("main .code:not(form *) > .copy");
    await expect(buttons, path).toHaveCount(blocks.length, { timeout: 20_000 });
    const copied: string[] = [];
    for (const button of await buttons.all()) copied.push(await copy(page, button));
    expect(copied, path).toEqual(blocks);
    for (const block of blocks) found.add(block);
  }
  expect(found.size).toBeGreaterThan(8);
});

const txid = "0012".repeat(16);
const shared = "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.05";
const asked = `${shared}&destination=sample-eth-recipient`;
for (const [what, path, kept] of [
  ["a swap's address", `/track?txid=${txid}`, ".comeback"],
  ["a quote's address", shared, ".quote-first > .disclosure"],
] as const) {
  test(`${what} is copied, and leads back`, async ({ page, baseURL }) => {
    await page.goto(path);
    await unfold(page);
    const address = await copy(page, page.locator(kept).getByRole("button"));
    expect(address).toBe(`${baseURL}${path}`);
    const { pathname } = new URL((await page.goto(address))?.url() ?? "");
    expect(path).toContain(pathname);
  });
}

test("a memo is copied exactly, and the button says so", async ({ page }) => {
  await page.goto(asked);
  const memo = page.locator(".quote-sent", { hasText: "Memo:" });
  const button = memo.getByRole("button");
  const shown = (await memo.locator("code").textContent()) ?? "";
  expect(shown).toMatch(/^=:[\w.]+:sample-eth-recipient:\d+$/);
  expect(await copy(page, button)).toBe(shown);
  await expect(button).toHaveText("Copied");
});
