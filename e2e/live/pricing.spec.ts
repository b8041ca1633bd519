// The examples of the fee guide in each bad state, without JavaScript: the sign and what to do stand above the figures, and the frame holds all.
import { signingHalt, tradingHalt } from "../support/halt-key.ts";
import { keepPictures } from "../support/page-checks.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import { COLD_MS, resetRemote, sleep } from "./tool-calls.ts";

test.use({ javaScriptEnabled: false });

const states: readonly [name: string, changes: readonly Change[], says: RegExp, rows: RegExp][] = [
  ["open", [], /^Open: you can swap BTC to ETH now\./, / ETH.*%\)$/],
  [
    "a halted chain",
    [{ mimir: { [tradingHalt("ETH")]: "-10" } }],
    /^Halted: .*Trading on Ethereum is halted.*Do not send/,
    /not known.*halted$/,
  ],
  [
    "halted payouts",
    [{ mimir: { [signingHalt("ETH")]: 1 } }],
    /^Payouts wait: .*Payouts on Ethereum are halted/,
    / ETH/,
  ],
  [
    "a halt in 20 minutes",
    [{ mimir: { [tradingHalt("BTC")]: "+200" } }],
    /^Halts soon: .*Trading on Bitcoin halts in/,
    / ETH/,
  ],
  [
    "a chain that stands still",
    [{ frozen: true, blockTimeOffsetMs: -300_000 }],
    /^Not checked: .*Do not send/,
    /not checked$/,
  ],
  ["no source", [{ fault: { kind: "reset" } }], /^Not checked: .*Do not send/, /not checked$/],
  [
    "sources that disagree",
    [{ provider: "node1", inbound: { BTC: { address: "bc1qanother0000000000000000000000000000000" } } }],
    /^Sources disagree: .*Do not send/,
    /BTC to ETH/,
  ],
];

for (const [name, changes, says, figures] of states) {
  test(`${name}: told above the figures in a frame that scrolls in no direction`, async ({
    page,
    request,
    upstream,
  }, info) => {
    const remote = await resetRemote(request, upstream);
    await remote.change(...changes);
    await sleep(COLD_MS);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/pricing");
      const frame = page.frameLocator("iframe");
      const above = frame.locator(".sizes > p:not(.age)");
      await expect(above.first()).toBeVisible();
      expect((await above.allInnerTexts()).join(" ")).toMatch(says);
      const rows = await frame.locator("tbody tr").allInnerTexts();
      expect(rows).toHaveLength(3);
      for (const row of rows) expect(row.replace(/\s+/g, " ")).toMatch(figures);
      const overflow = await frame
        .locator("html")
        .evaluate((root) => [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight]);
      expect(overflow, `at ${width} px`).toEqual([0, 0]);
      await keepPictures(page, (scheme) => info.outputPath(`${width}-${scheme}.png`), page.locator(".now"));
    }
    await remote.reset();
  });
}
