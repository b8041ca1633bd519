// Pictures of the pages in each bad state, for somebody to look at. They are kept where `npm test` keeps pictures: with CI=1.
import { keepPicture, readOverflow } from "../support/page-checks.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import { createRemote, sleep, untilReadAnew } from "./tool-calls.ts";

/** Facts are kept for 6 s. After this time the next reading shows the upstream's current state. */
const FLIP_MS = 6_100;

const asked = "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.1";
const unseen = "/track?txid=0101010101010101010101010101010101010101010101010101010101010101";
const states: readonly [name: string, changes: readonly Change[], paths: readonly string[]][] = [
  ["open", [], ["/", "/status", asked]],
  ["halted-chain", [{ mimir: { HALTETHTRADING: "-10" } }], ["/", "/status", asked]],
  ["signing-halted", [{ mimir: { HALTSIGNINGETH: 1 } }], ["/", "/status", asked]],
  ["liquidity-paused", [{ mimir: { PAUSELPETH: 1 } }], ["/status"]],
  ["consensus-halt", [{ frozen: true, blockTimeOffsetMs: -300_000 }], ["/", "/status", asked]],
  ["sources-dead", [{ fault: { kind: "reset" } }], ["/", "/status", asked]],
  [
    "sources-disagree",
    [{ provider: "node1", inbound: { BTC: { address: "bc1qanother0000000000000000000000000000000" } } }],
    ["/", "/status", asked],
  ],
  ["halt-in-20-minutes", [{ mimir: { HALTBTCTRADING: "+200" } }], ["/", "/status", asked]],
  ["not-seen", [], [unseen]],
  ["hostile-pool", [{ pools: { "ETH.SEND-TO-BC1QEVIL": { status: "Available" } } }], ["/quote", "/status"]],
];

for (const [name, changes, paths] of states) {
  test(`${name}: whole at 360 and 1440 px, light and dark`, async ({ page, request, upstream }, info) => {
    test.skip(!info.config.metadata.keepPictures, "no pictures are kept here");
    test.setTimeout(120_000);
    const remote = createRemote(request, upstream);
    await remote.reset();
    await untilReadAnew(request, remote);
    await remote.change(...changes);
    await sleep(FLIP_MS);
    for (const path of paths) {
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const what = path.split(/[/?]/)[1] || "home";
          await keepPicture(page, info.outputPath(`${what}-${width}-${colorScheme}.png`));
        }
        expect(await readOverflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
    await remote.reset();
  });
}
