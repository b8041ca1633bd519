// One liar runs the first node and the first indexer, and repeats an honest node that is behind, as
// if its blocks were of now. What is told may be old, but never as fresh.
import { expect, test } from "@playwright/test";
import { createWorld, endPast, honestReply, type World } from "../support/world.ts";
import { repeatAsOfNow } from "./liar.ts";

const MINUTE_MS = 60_000;
const READINGS = 12;

/** How the honest node lags. It follows the chain at `pace` times the chain's own. */
interface Lag {
  readonly name: string;
  readonly lagMs: number;
  readonly pace: number;
  /** The node is up to date until then, in ms after the start. 0: it was never. */
  readonly fromMs?: number;
}

const lags: readonly Lag[] = [
  { name: "6 minutes behind, at the chain's pace", lagMs: 6 * MINUTE_MS, pace: 1 },
  { name: "2 hours behind, at the chain's pace", lagMs: 120 * MINUTE_MS, pace: 1 },
  { name: "6 minutes behind, catching up", lagMs: 6 * MINUTE_MS, pace: 2 },
  { name: "2 hours behind, catching up at 20 times the pace", lagMs: 120 * MINUTE_MS, pace: 20 },
  { name: "6 minutes behind, at a tenth of the pace", lagMs: 6 * MINUTE_MS, pace: 0.1 },
  { name: "up to date, and then at a tenth of the pace", lagMs: 0, pace: 0.1, fromMs: 20_000 },
  { name: "up to date, and back 6 minutes behind", lagMs: 6 * MINUTE_MS, pace: 1, fromMs: 20_000 },
];

/** Halts the network and moves a vault. Who is behind this moment does not know it. */
function haltAndMove(world: World): void {
  endPast(world);
  Object.assign(world.mimir, { HALTTRADING: 1 });
  Object.assign(world.rows, { BTC: { address: "btcvault2" } });
}

function lieWithOldBlocks(world: World): void {
  world.intercept = (name, url, reply) =>
    name === "node0" || name === "indexer0" ? repeatAsOfNow(world, "node1", url) : reply;
}

const nothingOld = { isOpen: false, isOldFresh: false, address: null, memo: null };

async function readAll(world: World): Promise<Record<keyof typeof nothingOld, unknown>> {
  const { trading, clock } = await world.network.getStatus();
  const { chains } = await world.network.getInbounds({ chain: "BTC" });
  const { memo } = await world.network.getQuote({
    from: "BTC",
    to: "ETH.ETH",
    amount: "1",
    destination: `0x${"ab".repeat(20)}`,
  });
  return {
    isOpen: trading.verdict === "open",
    // Whoever knows the newest blocks knows the halt.
    isOldFresh: clock.freshness === "fresh" && trading.verdict !== "halted",
    address: chains[0]?.address,
    memo,
  };
}

for (const nodes of [2, 3])
  for (const { name, lagMs, pace, fromMs = 0 } of lags)
    test(`${nodes} operators, the honest node is ${name}: no old block is told as fresh`, async () => {
      const world = createWorld({ nodes, indexers: 2 });
      world.nowMs += 180 * MINUTE_MS;
      const startMs = world.nowMs;
      const lagFromMs = startMs + fromMs;
      world.seenUntilMs.node1 = (nowMs) =>
        nowMs < lagFromMs ? nowMs : lagFromMs - lagMs + pace * (nowMs - lagFromMs);
      // The network halts when the node begins to lag, or three minutes before the first reading.
      const haltAtMs = fromMs > 0 ? lagFromMs : startMs - 3 * MINUTE_MS;
      if (fromMs === 0) {
        world.nowMs = haltAtMs;
        haltAndMove(world);
        world.nowMs = startMs;
      }
      lieWithOldBlocks(world);
      let checked = 0;
      for (let reading = 0; checked < READINGS; reading += 1) {
        world.nowMs += 6_000;
        if (world.past.length === 0 && world.nowMs >= haltAtMs) haltAndMove(world);
        const answers = await readAll(world);
        // What was true 30 s ago, when it was asked for, may be told as fresh.
        if (world.past.length === 0 || world.nowMs - haltAtMs <= 36_000) continue;
        checked += 1;
        expect({ reading, ...answers }).toEqual({ reading, ...nothingOld });
      }
    });

test("a header above what else is told dates nothing: several machines answer at one address", async () => {
  const world = createWorld({ nodes: 2, indexers: 2 });
  world.nowMs += 180 * MINUTE_MS;
  await readAll(world);
  const splitMs = world.nowMs + 30_000;
  const seenByOther = (): World => ({
    ...world,
    seenUntilMs: { ...world.seenUntilMs, node1: () => splitMs - 30_000 },
  });
  // The other machine stands still five blocks behind. The headers come from the first.
  world.intercept = (name, url, reply) =>
    world.nowMs >= splitMs && name.startsWith("node") && !url.pathname.endsWith("/block")
      ? honestReply(seenByOther(), "node1", url)
      : reply;
  world.nowMs = splitMs - 29_000;
  const haltAtMs = world.nowMs;
  haltAndMove(world);
  world.nowMs = splitMs;
  for (let reading = 0; reading < READINGS; reading += 1) {
    world.nowMs += 2_500;
    const answers = await readAll(world);
    if (world.nowMs - haltAtMs <= 36_000) continue;
    expect({ reading, ...answers }).toEqual({ reading, ...nothingOld });
  }
});
