// Pictures of the pages in each bad state, for somebody to look at. They are kept where `npm test` keeps pictures: with CI=1.
import { liquidityPause, signingHalt, tradingHalt } from "../support/halt-key.ts";
import { keepPictures, readOverflow } from "../support/page-checks.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import { COLD_MS, resetRemote, sleep } from "./tool-calls.ts";

const asked = "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.1";
const unseen = "/track?txid=0101010101010101010101010101010101010101010101010101010101010101";
/** As a node lists it: whole, so that the list of pools is read. */
const hostileAsset = "ETH.SEND-TO-BC1QEVIL";
const hostilePool = {
  status: "Available",
  balance_asset: "90000000000000",
  balance_rune: "2560000000000000",
  asset_tor_price: "400000000",
  trading_halted: false,
};
const hostile = `/quote?from=${hostileAsset}&to=BTC.BTC&amount=1`;

/** What a page must say in this state, so that no picture is of another one. */
type Sight = readonly [path: string, says: RegExp];
const everywhere = (home: RegExp, status: RegExp, quote: RegExp): readonly Sight[] => [
  ["/", home],
  ["/status", status],
  [asked, quote],
];
const states: readonly [name: string, changes: readonly Change[], sights: readonly Sight[]][] = [
  ["open", [], everywhere(/The network is open/, /The network is open/, /Open: /)],
  [
    "halted-chain",
    [{ mimir: { [tradingHalt("ETH")]: "-10" } }],
    everywhere(/Ethereum is halted/, /Ethereum: halted/, /Halted: .*Trading on Ethereum is halted/),
  ],
  [
    "signing-halted",
    [{ mimir: { [signingHalt("ETH")]: 1 } }],
    everywhere(/Payouts wait on Ethereum/, /Ethereum: payouts wait/, /Payouts wait: /),
  ],
  ["liquidity-paused", [{ mimir: { [liquidityPause("ETH")]: 1 } }], [["/status", /Ethereum[^:]*: liquidity paused/]]],
  [
    "consensus-halt",
    [{ frozen: true, blockTimeOffsetMs: -300_000 }],
    everywhere(/Not checked\. Do not send/, /may have stopped/, /Not checked: /),
  ],
  [
    "sources-dead",
    [{ fault: { kind: "reset" } }],
    everywhere(/Not checked\. Do not send/, /None of our 2 nodes gives a usable answer/, /Not checked: /),
  ],
  [
    "sources-disagree",
    [{ provider: "node1", inbound: { BTC: { address: "bc1qanother0000000000000000000000000000000" } } }],
    everywhere(/Sources disagree on Bitcoin/, /Bitcoin: sources disagree/, /Sources disagree: /),
  ],
  [
    "halt-in-20-minutes",
    [{ mimir: { [tradingHalt("BTC")]: "+200" } }],
    everywhere(/Halts soon: Bitcoin in/, /Trading on Bitcoin halts in/, /Halts soon: /),
  ],
  ["not-seen", [], [[unseen, /Do not send again/]]],
  // Nothing suggests the name. Who types it is told that there is no such asset.
  [
    "hostile-pool",
    [{ pools: { [hostileAsset]: hostilePool } }],
    [
      ["/quote", /Pairs that trade now/],
      [hostile, /no asset of this name/],
    ],
  ],
];

for (const [name, changes, sights] of states) {
  test(`${name}: whole at 360 and 1440 px, light and dark`, async ({ page, request, upstream }, info) => {
    test.skip(!info.config.metadata.keepPictures, "no pictures are kept here");
    const remote = await resetRemote(request, upstream);
    await remote.change(...changes);
    await sleep(COLD_MS);
    for (const [place, [path, says]] of sights.entries()) {
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("main")).toContainText(says);
        const what = path.split(/[/?]/)[1] || "home";
        await keepPictures(page, (scheme) => info.outputPath(`${place + 1}-${what}-${width}-${scheme}.png`));
        expect(await readOverflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        if (path === "/quote") await expect(page.locator("body")).not.toContainText("EVIL");
        if (path === hostile) await expect(page.getByLabel("You send")).toHaveValue(hostileAsset);
      }
    }
    await remote.reset();
  });
}
