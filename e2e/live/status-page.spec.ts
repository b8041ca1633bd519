// /status on the built server while its upstream changes: every state on the page, and its history of them.
import { expectWhole } from "../support/page-checks.ts";
import type { Change } from "../support/upstream/view.ts";
import { expect, test } from "./live-test.ts";
import { createRemote, type Remote, sleep, untilReadAnew, untilWell } from "./tool-calls.ts";

/** Facts are cached for 6 s. After this time the next reading shows the upstream's current state. */
const FLIP_MS = 6_100;
/** After this time a halt of the previous test counts as over. */
const SETTLED_MS = 13_000;

let remote: Remote;
test.beforeEach(async ({ request, upstream }) => {
  test.setTimeout(150_000);
  remote = createRemote(request, upstream);
  await remote.reset();
  await untilReadAnew(request, remote);
});
test.afterEach(() => remote.reset());

const otherAddress = "bc1qanother0000000000000000000000000000000";
const isOpen = /^\*\*(The network is open|Open, with \d+ exceptions?)\*\*$/m;
const states: readonly [
  what: string,
  changes: readonly Change[],
  board: string,
  verdict: RegExp,
  says: RegExp,
  tag?: string,
][] = [
  ["open", [], "open", isOpen, /^\| Bitcoin \(BTC\) \| open \| open \| open \| open \|/m, "@shared"],
  [
    "halted",
    [{ mimir: { HALTTRADING: "-10" } }],
    "halted",
    /^\*\*Halted\. Do not send\.\*\*$/m,
    /^- `HALTTRADING`: in force$/m,
  ],
  [
    "a chain halted",
    [{ mimir: { HALTETHTRADING: "-10" } }],
    "open",
    /^\*\*Open, with \d+ exceptions?\*\*$/m,
    /^### Ethereum \(ETH\): trading, deposits and liquidity halted$[\s\S]*?Do not send\. A deposit made now is refunded less the outbound fee\. /m,
  ],
  [
    "signing halted",
    [{ mimir: { HALTSIGNINGBTC: 1 } }],
    "open",
    /^\*\*Open, with \d+ exceptions?\*\*$/m,
    /^### Bitcoin \(BTC\): signing halted$[\s\S]*?they are not lost\./m,
  ],
  [
    "a halt scheduled",
    [{ mimir: { HALTBTCTRADING: "+600" } }],
    "open",
    isOpen,
    /^\| Trading on Bitcoin \(BTC\) \| `HALTBTCTRADING` \| \d+ \| 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC \|$/m,
  ],
  [
    "stale",
    [{ frozen: true, blockTimeOffsetMs: -40_000 }],
    "stale",
    /^\*\*Unknown\. Do not send\.\*\*$/m,
    /stale: the newest block is \d+ seconds old/,
  ],
  [
    "providers that disagree",
    [{ provider: "node1", inbound: { BTC: { address: otherAddress } } }],
    "open",
    /^\*\*Open, with \d+ exceptions?\*\*$/m,
    /^### Bitcoin \(BTC\): trading, deposits and liquidity unknown$[\s\S]*?providers disagree: address/m,
  ],
  [
    "upstream down",
    [{ fault: { kind: "reset" } }],
    "unknown",
    /^\*\*Unknown\. Do not send\.\*\*$/m,
    /\(no node gave a usable answer\)/,
  ],
];

for (const [what, changes, board, verdict, says, tag] of states) {
  test(`the page, its Markdown and the homepage say: ${what}`, { tag: tag ?? [] }, async ({ page, request }) => {
    await remote.change(...changes);
    await sleep(FLIP_MS);
    const markdown = await (await request.get("/status.md")).text();
    expect(markdown).toMatch(verdict);
    expect(markdown).toMatch(says);
    expect(markdown).not.toMatch(/127\.0\.0\.1|node0|indexer0|ECONN/);
    const state = page.getByRole("region", { name: "State of the network" });
    await page.goto("/");
    await expect(state).toHaveAttribute("data-state", board);
    await page.goto("/status");
    const shown = (verdict.exec(markdown)?.[0] ?? "").replaceAll("*", "");
    await expect(state).toContainText(shown);
    await expectWhole(page);
  });
}

test("a halt that comes and goes is recorded by every kind of request, and shown by page and feed", async ({
  request,
}) => {
  await sleep(SETTLED_MS);
  const entries = async () => (await (await request.get("/status.atom")).text()).split("<entry>").slice(1);
  const before = await entries();
  await remote.change({ mimir: { HALTAVAXTRADING: "-1" } });
  await sleep(FLIP_MS);
  // The reader of the document is the first to see it.
  await request.get("/.well-known/status");
  const [halt = "", ...older] = await entries();
  expect(older).toEqual(before);
  expect(halt).toContain(
    "<title>Avalanche (AVAX): trading, deposits and liquidity halted by HALTAVAXTRADING, were open</title>",
  );

  await remote.change({ mimir: { HALTAVAXTRADING: null } });
  // An open state counts when two blocks have passed since the last halt was seen.
  await expect
    .poll(async () => (await entries())[0], { timeout: 60_000, intervals: [7_000] })
    .toContain("<title>Avalanche (AVAX): trading, deposits and liquidity open, were halted</title>");
  const markdown = await (await request.get("/status.md")).text();
  const rows = [...markdown.matchAll(/^\| (20[^|]*UTC, block \d+) \| (Avalanche[^|]*) \|$/gm)].map((match) => match[2]);
  expect(rows.slice(0, 2)).toEqual([
    "Avalanche (AVAX): trading, deposits and liquidity open, were halted",
    "Avalanche (AVAX): trading, deposits and liquidity halted by HALTAVAXTRADING, were open",
  ]);
  expect((await entries()).length).toBe(before.length + 2);
});

test("an outage is no change: only the missing observation is shown", async ({ request }) => {
  await sleep(SETTLED_MS);
  const entries = async () => (await (await request.get("/status.atom")).text()).split("<entry>").length;
  const before = await entries();
  await remote.change({ fault: { kind: "reset" } });
  await sleep(FLIP_MS);
  expect(await (await request.get("/status.md")).text()).toContain("**Unknown. Do not send.**");
  expect(await entries()).toBe(before);
  await remote.reset();
  await untilWell(request);
  expect(await entries()).toBe(before);
});
