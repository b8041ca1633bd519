// A person copies what must be exact: an address, a memo, a code block, a number.
import { expect, type Locator, type Page } from "@playwright/test";
import {
  findResource,
  type ResourcePath,
  resourcePaths,
} from "../../lib/site/registry/resources.ts";
import { urlOf } from "../support/forms.ts";
import { openDetails } from "../support/page-checks.ts";
import { test } from "../support/shared-page.ts";

async function copy(page: Page, button: Locator): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  await button.click();
  await expect.poll(read).not.toBe("nothing yet");
  return read();
}

const pages = resourcePaths.filter(
  (path) => findResource(path).kind === "page" && findResource(path).cache !== "live",
);

test("each code block is copied exactly as in the Markdown twin", async ({ page, request }) => {
  let count = 0;
  for (const path of pages) {
    const markdown = await (await request.get(findResource(path).twin as ResourcePath)).text();
    const blocks = [...markdown.matchAll(/^ *```\w*\n([\s\S]*?)\n *```$/gm)].map(
      ([, block = ""]) => block,
    );
    await page.goto(path);
    // A folded formula has a button as well.
    await openDetails(page);
    // The console's blocks show its own calls.
    const buttons = page.locator("main .code:not(form *) > .copy");
    await expect(buttons, path).toHaveCount(blocks.length);
    const copied: string[] = [];
    for (const button of await buttons.all()) copied.push(await copy(page, button));
    expect(copied, path).toEqual(blocks);
    count += blocks.length;
  }
  expect(count).toBeGreaterThan(8);
});

test("the address of a swap and of a quote is copied", async ({ page }) => {
  for (const [path, kept] of [
    [`/track?txid=${"0012".repeat(16)}`, ".comeback"],
    ["/quote?from=BTC.BTC&to=ETH.ETH&amount=0.05", ".quote-first > .disclosure"],
  ] as const) {
    await page.goto(path);
    await openDetails(page);
    expect(await copy(page, page.locator(kept).getByRole("button"))).toBe(urlOf(path));
  }
});

test("what to send is copied exactly, the memo too, and the button says so", async ({ page }) => {
  await page.goto("/quote?from=BTC&to=ETH&amount=0.05&destination=sample-eth-recipient");
  const places = page.locator(".quote-sent");
  await expect(places.getByRole("button").first()).toBeVisible();
  const copied: string[] = [];
  for (const place of await places.all()) {
    copied.push(await copy(page, place.getByRole("button")));
    expect(copied.at(-1)).toBe(await place.locator("code").textContent());
    await expect(place.getByRole("button")).toHaveText("Copied");
  }
  expect(copied).toContainEqual(expect.stringMatching(/^=:[\w.]+:sample-eth-recipient:\d+$/));
});

test("a number in groups is selected without separators", async ({ page }) => {
  await page.goto("/status");
  const block = page.locator("#now .meta");
  const groups = block.locator(".grouped > *");
  expect(await groups.count()).toBeGreaterThan(2);
  const gap = await groups.nth(1).evaluate((group) => {
    const { right } = (group.previousElementSibling as Element).getBoundingClientRect();
    return group.getBoundingClientRect().left - right;
  });
  expect(gap).toBeGreaterThan(1);
});
