// When to ask again, what is left of a wait, and what a halt or a pause holds.
import { expect, test } from "@playwright/test";
import { rowsBelow } from "../../support/rows.ts";
import {
  deposit,
  inParts,
  kept,
  nothing,
  planned,
  plannedAt,
  record,
  sent,
  sentOut,
  stages,
  TXID,
  type Words,
} from "../../support/transactions.ts";
import { down, type Reply, status } from "../../support/world.ts";
import { ask, holdRows, type Scene, sceneOf, worldOf } from "./asked.ts";

type Figure = number | undefined;
const from = (chain: string, at: object) =>
  kept(at, { tx: { ...deposit(), chain, coins: [{ asset: `${chain}.X`, amount: "1" }] } });
/** By what is timed: seconds or blocks, and the chain. */
const timed: Readonly<Record<string, (figure: Figure, chain: string) => object>> = {
  observing: (_, chain) => from(chain, stages.observing),
  counting: (remaining_confirmation_seconds, chain) =>
    from(chain, {
      ...stages.confirming,
      inbound_confirmation_counted: { remaining_confirmation_seconds },
    }),
  parts: (interval) => kept(inParts({ interval, quantity: 9 })),
  delayed: (remaining_delay_seconds) =>
    plannedAt({ ...stages.scheduled, outbound_delay: { remaining_delay_seconds } }, planned.payout),
  signing: (blocks_since_scheduled, chain) =>
    plannedAt(
      { ...stages.signing, outbound_signed: { blocks_since_scheduled } },
      { ...planned.payout, chain },
    ),
};
const figureOf = (word: string | undefined): Figure => (word === "-" ? undefined : Number(word));
/** As "counting 101 ETH". "-": not told. */
function timedBody(text: string): object {
  const [verb = "", figure, chain = "ETH"] = text.split(" ");
  return timed[verb]?.(figureOf(figure), chain) ?? {};
}

/** When to ask again, and when the payout comes, in seconds. */
const waits = `
  300, null
    observing - BTC
    signing 100 BTC
    counting 602 ETH
  300, 600
    signing 99 BTC
  300, 613
    delayed 601
  51, null
    counting 101 ETH
  18, null
    parts 3
  12, null
    counting - ETH
    signing 2 ETH
  12, 12
    signing 1 ETH
  7, null
    counting 1 BTC
  6, null
    parts 0
    delayed -
    signing 0 NEW
  6, 23
    delayed 11
`;
const timesOf = async (scene: Scene) => {
  const { nextPollSeconds, estimatedSecondsLeft } = await ask(scene);
  return `${nextPollSeconds}, ${estimatedSecondsLeft}`;
};
// The chain that is asked for does not decide.
holdRows("a wait that nodes have timed", waits, (text) =>
  timesOf({ nodes: timedBody(text), chain: "LTC" }),
);

const order = { tx: deposit("=<:ETH.ETH:x:1/1/16") };
const words: Words = {
  "seen by some": { stages: stages.observing },
  observing: kept(stages.observing),
  order: kept(stages.swapping, order),
  "signing for 300 blocks": timedBody("signing 300"),
  "all delayed": plannedAt(
    { ...stages.scheduled, outbound_delay: { remaining_delay_seconds: 360 } },
    planned.payout,
    planned.refund,
  ),
  "in parts": timedBody("parts 4"),
  delayed: timedBody("delayed 360"),
  counting: timedBody("counting 100"),
  "says 21": status(503, {}, { "retry-after": "21" }),
  "says 1": status(503, {}, { "retry-after": "1" }),
};
const of = (text: string, more?: Scene) => sceneOf(text, more, words);
const halts = (...names: string[]): Scene => ({
  mimir: Object.fromEntries(names.map((name) => [name, 1])),
});

const others: readonly [expected: string, nodes: string, more?: Scene][] = [
  ["300, null", "both unseen", { chain: "btc" }],
  ["6, null", "both unseen", { chain: "SOL", txid: "5".repeat(88) }],
  ["30, null", "both unseen", { waitMs: 30_000 }],
  ["90, null", "both unseen", { waitMs: 90_000 }],
  ["300, null", "both unseen", { waitMs: 600_000 }],
  ["300, null", "both unseen", { waitMs: 7_199_999 }],
  ["null, null", "both unseen", { waitMs: 7_200_000 }],
  ["300, null", "both observing", { waitMs: 7_200_000 }],
  ["6, null", "both seen by some", { chain: "BTC" }],
  ["60, null", "both order"],
  ["60, null", "both signing for 300 blocks", { paths: { outbound: [{ in_hash: TXID }] } }],
  ["12, null", "both unclear"],
  ["6, null", "both nothing"],
  ["6, null", "observing, unseen"],
  ["6, null", "paid, unread", { waitMs: 599_999 }],
  ["60, null", "paid, unread", { waitMs: 600_000 }],
  ["21, null", "both says 21 | unread"],
  ["6, null", "both says 1 | unread"],
  ["180, 372", "both all delayed"],
  ["180, null", "both all delayed", halts("HALTSIGNINGBTC")],
];
for (const [expected, text, more] of others)
  test(`another wait: ${text} ${JSON.stringify(more)}: ${expected}`, async () =>
    expect(await timesOf(of(text, more))).toBe(expected));

test("what cannot be read is asked for ever less, and its failure says the same", async () => {
  const paceOf = async (text: string) => {
    const world = worldOf(of(text));
    const paces: (number | null)[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      const { nextPollSeconds, failure } = await world.network.getSwap(TXID, null);
      if (failure) expect(failure.retryAfterSeconds).toBe(nextPollSeconds);
      paces.push(nextPollSeconds);
      world.nowMs += 60_000;
    }
    return paces.join(" ");
  };
  const slower = "6 6 6 6 8 16 30 30";
  expect(await paceOf("both unread | unread")).toBe(slower);
  expect(await paceOf("unread | swap"), "paid out by the indexer").toBe(slower);
  expect(await paceOf("unread | swap waits")).toBe("6 6 6 6 6 6 6 6");
});

/** By the blocks that each node states: from and to. */
const counted = rowsBelow(`
  870001 to 870003
    870001 870003, 870001 870003
  none
    870001 870003, 870001 870004
    870001 870003, 870002 870003
    870001 870003, - -
    870003 870003, 870003 870003
    870003 870001, 870003 870001
    - 870003, - 870003
    870001.5 870003, 870001.5 870003
`);
const countingBlocks = (text: string): object => {
  const [external_observed_height, external_confirmation_delay_height] = text
    .split(" ")
    .map(figureOf);
  const heights = { external_observed_height, external_confirmation_delay_height };
  const inbound_confirmation_counted = { ...heights, remaining_confirmation_seconds: 420 };
  return from("BTC", { ...stages.confirming, inbound_confirmation_counted });
};
for (const [expected, row] of counted)
  test(`the blocks that are counted: ${row}: ${expected}`, async () => {
    const { state, situation } = await ask({ nodes: row.split(", ").map(countingBlocks) });
    expect(state).toBe("confirming");
    const { fromHeight, toHeight } = situation.countedBlocks ?? {};
    expect(situation.countedBlocks ? `${fromHeight} to ${toHeight}` : "none").toBe(expected);
  });
test("no blocks are counted once a deposit is confirmed", async () => {
  const { inbound_confirmation_counted } = stages.confirming;
  const node = kept({ ...stages.swapping, inbound_confirmation_counted });
  expect((await ask({ nodes: node })).situation.countedBlocks).toBeNull();
});

/** By interval, parts in all and parts done: seconds to the last part. */
const parts = rowsBelow(`
  90
    5 3 -
  null
    0 16 14
    1 16 16
`);
for (const [seconds, text] of parts)
  test(`seconds to the last part: ${text}: ${seconds}`, async () => {
    const [interval, quantity, count] = text.split(" ").map(figureOf);
    const streaming = { interval, quantity, count };
    const leftOf = async (node: object) =>
      `${(await ask({ nodes: node })).stages[2]?.secondsLeft ?? null}`;
    expect(await leftOf(kept(inParts(streaming)))).toBe(seconds);
    expect(await leftOf(kept(inParts(streaming), order)), "an order").toBe("null");
    const over = { ...stages.signing, swap_status: { pending: false, streaming } };
    expect(await leftOf(plannedAt(over, planned.payout)), "swapped").toBe("null");
  });

const held = rowsBelow(`
  held
    both in parts; HALTBTCTRADING
    both order; STREAMINGSWAPPAUSE
  not held
    both in parts; HALTLTCTRADING
    both in parts; HALTSIGNINGETH
    both swapping; STREAMINGSWAPPAUSE
    paid, signing; HALTSIGNINGETH
`);
for (const [expected, row] of held)
  test(`what holds a swap, and then no time is told: ${row}: ${expected}`, async () => {
    const [text = "", vote = ""] = row.split("; ");
    const reading = await ask(of(text, halts(vote)));
    const isHeld = expected === "held";
    expect([reading.held, reading.nextPollSeconds === 300]).toEqual([isHeld, isHeld]);
    const times = [reading.estimatedSecondsLeft];
    for (const { secondsLeft } of reading.stages) times.push(secondsLeft ?? null);
    if (isHeld) expect(times.filter((time) => time !== null)).toEqual([]);
  });

const { payout, refund } = planned;
const due = (...plans: object[]) => plannedAt(stages.signing, ...plans);
const dueAfter = (...planned_out_txs: object[]) =>
  kept(stages.signing, { planned_out_txs, out_txs: [sent.payout] });
const on = (chain: string, body: object) => ({ ...body, chain });
const nativeRefund = { ...sent.refund, chain: "THOR", id: "00".repeat(32) };
const refundWaits = { actions: [record("refund", "pending")] };
const noDeposit = { actions: [record("refund", "success", [], { in: [] })], chain: "LTC" };
/** Which chain pays out, and whether it signs, where all but the native one have halted it. */
const payers: readonly [what: string, expected: string, nodes: Reply, more?: Scene][] = [
  ["the memo's target before any plan", "ETH halted", kept(stages.confirming)],
  ["the refund once the payout is sent", "BTC halted", dueAfter(refund, payout)],
  ["the payout beside a native refund", "ETH halted", sentOut(nativeRefund, sent.payout)],
  ["a refund beside a native payout", "BTC halted", due(on("THOR", payout), refund)],
  ["a native refund, the payout sent", "THOR open", dueAfter(payout, on("THOR", refund))],
  ["the deposit's, for a refund not shown", "BTC halted", [down], { actions: [record("refund")] }],
  ["the named one, for no deposit", "LTC halted", [down], noDeposit],
  ["none of what an indexer alone returns", "null unknown", nothing, refundWaits],
];
for (const [what, expected, nodes, more] of payers)
  test(`the chain that pays out: ${what}: ${expected}`, async () => {
    const mimir = halts(...["BTC", "ETH", "LTC"].map((chain) => `HALTSIGNING${chain}`));
    const { payoutChain, signing } = await ask({ ...mimir, nodes, ...more });
    expect(`${payoutChain} ${signing}`).toBe(expected);
  });
