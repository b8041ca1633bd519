// /status on the built server while its upstream changes: every state on the page, and its history of them.
import { signingHalt, tradingHalt } from "../support/halt-key.ts";
import { expectWhole, findSign, readOverflow } from "../support/page-checks.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import { COLD_MS, type Remote, resetRemote, sleep, untilWell } from "./tool-calls.ts";

/** After this time a halt of the previous test counts as over. */
const SETTLED_MS = 13_000;

let remote: Remote;
test.beforeEach(async ({ request, upstream }) => {
  test.setTimeout(150_000);
  remote = await resetRemote(request, upstream);
});
test.afterEach(() => remote.reset());

const otherAddress = "bc1qanother0000000000000000000000000000000";
/** The recordings of the network have a chain of their own that is not open. */
const isOpen = /^\*\*(The network is open|.* (is|are) (halted|not checked))\*\*$/m;
const states: readonly [
  what: string,
  changes: readonly Change[],
  board: string | RegExp,
  headline: RegExp,
  says: RegExp,
  tag?: string,
][] = [
  ["open", [], /^(open|warned|unknown)$/, isOpen, /^\| Bitcoin \(BTC\) \| yes \| yes \| yes \|$/m, "@shared"],
  [
    "halted",
    [{ mimir: { HALTTRADING: "-10" } }],
    "halted",
    /^\*\*Halted\. Do not send\.\*\*$/m,
    /^\| Trading on every chain \| `HALTTRADING` \| in force \|$/m,
  ],
  [
    "a chain halted",
    [{ mimir: { [tradingHalt("ETH")]: "-10" } }],
    "warned",
    /^\*\*(Ethereum is|\d+ chains are) halted\*\*$/m,
    /^### Ethereum: halted$[\s\S]*?Do not send\. A deposit sent now is refunded, and the refund costs the outbound fee\. /m,
  ],
  [
    "payouts halted",
    [{ mimir: { [signingHalt("BTC")]: 1 } }],
    "warned",
    /^\*\*(Payouts wait on Bitcoin|.* halted)\*\*$/m,
    /^### Bitcoin: payouts wait$[\s\S]*?Payouts and refunds on this chain wait\./m,
  ],
  [
    "a halt scheduled",
    // Almost a day ahead, so that its time has a date: the headline is as wide as it can be.
    [{ mimir: { [tradingHalt("BTC")]: "+14390" } }],
    "warned",
    /^\*\*(Halts soon: Bitcoin in 23 hours \(.*UTC\)|.* halted)\*\*$/m,
    /^- Trading on Bitcoin halts in 23 hours \(.*\d\d:\d\d UTC\)\.$/m,
  ],
  [
    "stale",
    [{ frozen: true, blockTimeOffsetMs: -40_000 }],
    "unknown",
    /^\*\*Not checked\. Do not send\.\*\*$/m,
    /the newest block is \d+ seconds old/,
  ],
  [
    "sources that disagree",
    [{ provider: "node1", inbound: { BTC: { address: otherAddress } } }],
    /^(unknown|warned)$/,
    /^\*\*(Sources disagree on Bitcoin|.* halted)\*\*$/m,
    /^### Bitcoin: sources disagree$[\s\S]*?our two sources name different deposit addresses/m,
  ],
  [
    "upstream down",
    [{ fault: { kind: "reset" } }],
    "unknown",
    /^\*\*Not checked\. Do not send\.\*\*$/m,
    /Not checked: no node gave a usable answer\./,
  ],
];

for (const [what, changes, board, headline, says, tag] of states) {
  test(`the page, its Markdown and the homepage say: ${what}`, { tag: tag ?? [] }, async ({ page, request }) => {
    await remote.change(...changes);
    await sleep(COLD_MS);
    let markdown = "";
    // On a busy machine a node may answer too late for one reading, and one node alone does not disagree.
    await expect(async () => {
      markdown = await (await request.get("/status.md")).text();
      expect(markdown).toMatch(headline);
      expect(markdown).toMatch(says);
    }).toPass({ timeout: 20_000, intervals: [1_000] });
    expect(markdown).not.toMatch(/127\.0\.0\.1|node0|indexer0|ECONN/);
    const state = findSign(page);
    await page.goto("/");
    await expect(state).toHaveAttribute("data-state", board);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await readOverflow(page), "horizontal overflow of the homepage in px").toBeLessThanOrEqual(0);
    const shown = (headline.exec(markdown)?.[0] ?? "").replaceAll("*", "");
    await expectWhole(page, "/status", () => expect(state).toContainText(shown));
  });
}

test("a halt that comes and goes is recorded by every kind of request, and shown by page and feed", async ({
  request,
}) => {
  await sleep(SETTLED_MS);
  const entries = async () => (await (await request.get("/status.atom")).text()).split("<entry>").slice(1);
  const before = await entries();
  await remote.change({ mimir: { [tradingHalt("AVAX")]: "-1" } });
  await sleep(COLD_MS);
  // The reader of the document is the first to see it.
  await request.get("/.well-known/status");
  const [halt = "", ...older] = await entries();
  expect(older).toEqual(before);
  expect(halt).toContain(
    "<title>Avalanche (AVAX): trading, deposits and liquidity halted by HALTAVAXTRADING, were open</title>",
  );

  await remote.change({ mimir: { [tradingHalt("AVAX")]: null } });
  // An open state counts when two blocks have passed since the last halt was seen.
  await expect
    .poll(async () => (await entries())[0], { timeout: 60_000, intervals: [7_000] })
    .toContain("<title>Avalanche (AVAX): trading, deposits and liquidity open, were halted</title>");
  const markdown = await (await request.get("/status.md")).text();
  expect(markdown).toMatch(
    /^\| Avalanche \(AVAX\): trading, deposits and liquidity \| halted for [^|]+ \| 20[^|]+UTC \| 20[^|]+UTC \| `HALTAVAXTRADING` \|$/m,
  );
  expect((await entries()).length).toBe(before.length + 2);
});

test("an outage is no change: only the missing observation is shown", async ({ request }) => {
  await sleep(SETTLED_MS);
  const entries = async () => (await (await request.get("/status.atom")).text()).split("<entry>").length;
  const before = await entries();
  await remote.change({ fault: { kind: "reset" } });
  await sleep(COLD_MS);
  expect(await (await request.get("/status.md")).text()).toContain("**Not checked. Do not send.**");
  expect(await entries()).toBe(before);
  await remote.reset();
  await untilWell(request);
  expect(await entries()).toBe(before);
});
