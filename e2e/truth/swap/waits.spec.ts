// When to ask again, what is left of a wait, and what a halt or a pause holds. Two nodes say the same unless a row says otherwise.
import { expect, test } from "@playwright/test";
import {
  deposit,
  inParts,
  kept,
  planned,
  plannedAt,
  record,
  sent,
  sentOut,
  stages,
  TXID,
  type Words,
} from "../../support/transactions.ts";
import { type Reply, status } from "../../support/world.ts";
import { ask, type Scene, sceneOf, worldOf } from "./asked.ts";

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
const waits: Readonly<Record<string, readonly [again: number, left: number | null]>> = {
  "observing - BTC": [600, null],
  "observing - ETH": [12, null],
  "observing - NEW": [6, null],
  "counting 101 ETH": [51, null],
  "counting 20 ETH": [12, null],
  "counting 8 BSC": [6, null],
  "counting 602 ETH": [300, null],
  "counting 0 BTC": [300, null],
  "counting - ETH": [12, null],
  "counting 48 BTC": [54, null],
  "counting 1 BTC": [7, null],
  "parts 3": [18, null],
  "parts 0": [6, null],
  "parts -": [6, null],
  "delayed 360": [180, 372],
  "delayed 11": [6, 23],
  "delayed 13": [7, 25],
  "delayed 601": [300, 613],
  "delayed -": [6, null],
  "signing 0 SOL": [6, 6],
  "signing 1 ETH": [12, 12],
  "signing 2 ETH": [12, null],
  "signing - ETH": [12, 12],
  "signing - BTC": [600, 600],
  "signing 99 BTC": [600, 600],
  "signing 100 BTC": [600, null],
  "signing 0 NEW": [6, null],
  "signing 299 ETH": [12, null],
};
for (const [text, [again, left]] of Object.entries(waits))
  test(`a wait that nodes have timed: ${text}: ${again} and ${left}`, async () => {
    for (const chain of ["BTC", "ETH"]) {
      const reading = await ask({ nodes: timedBody(text), chain });
      expect([reading.nextPollSeconds, reading.estimatedSecondsLeft]).toEqual([again, left]);
    }
  });

const order = { tx: deposit("=<:ETH.ETH:x:1/1/16") };
const words: Words = {
  "seen by some": { stages: stages.observing },
  observing: kept(stages.observing),
  order: kept(stages.swapping, order),
  "signing for 300 blocks": timedBody("signing 300"),
  unmatched: plannedAt(stages.swapped, planned.payout),
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
const inQueue: Scene = { paths: { outbound: [{ in_hash: TXID }] } };
const halts = (...names: string[]): Scene => ({
  mimir: Object.fromEntries(names.map((name) => [name, 1])),
});

const others: readonly [nodes: string, again: number | null, left: number | null, more?: Scene][] =
  [
    ["both unseen", 30, null],
    ["both unseen", 600, null, { chain: "btc" }],
    ["both unseen", 600, null, { chain: "Bitcoin" }],
    ["both unseen", 6, null, { chain: "SOL", txid: "5".repeat(88) }],
    ["both unseen", 30, null, { waitMs: 30_000 }],
    ["both unseen", 90, null, { waitMs: 90_000 }],
    ["both unseen", 300, null, { waitMs: 600_000 }],
    ["both unseen", 600, null, { waitMs: 600_000, chain: "BTC" }],
    ["both unseen", 300, null, { waitMs: 7_199_999 }],
    ["both unseen", null, null, { waitMs: 7_200_000 }],
    ["both observing", 600, null, { waitMs: 7_200_000 }],
    ["both seen by some", 6, null, { chain: "BTC" }],
    ["both swapping", 6, null],
    ["both order", 60, null],
    ["both signing for 300 blocks", 60, null, inQueue],
    ["both signing for 300 blocks", 300, null],
    ["both unclear", 12, null],
    ["both unmatched", 12, null],
    ["both nothing", 6, null],
    ["observing, unseen", 6, null],
    ["paid, unread", 6, null, { waitMs: 599_999 }],
    ["paid, unread", 60, null, { waitMs: 600_000 }],
    ["signing, unread", 6, null],
    ["both says 21 | unread", 21, null],
    ["both says 1 | unread", 6, null],
    ["both all delayed", 180, 372],
    ["both all delayed", 180, null, halts("HALTSIGNINGBTC")],
    ["both paid", null, null],
  ];
for (const [text, again, left, more] of others)
  test(`another wait: ${text} ${JSON.stringify(more)}: ${again} and ${left}`, async () => {
    const reading = await ask(of(text, more));
    expect([reading.nextPollSeconds, reading.estimatedSecondsLeft]).toEqual([again, left]);
  });

test("what cannot be read is asked for at a pace that slows down to 30 s, and its failure says the same", async () => {
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

/** By interval, parts in all and parts done: seconds to the last part. */
const parts: Readonly<Record<string, number | null>> = {
  "1 16 14": 12,
  "5 3 -": 90,
  "- 16 14": null,
  "0 16 14": null,
  "1 - 14": null,
  "1 16 16": null,
  "1 16 17": null,
};
for (const [text, seconds] of Object.entries(parts))
  test(`seconds to the last part: ${text}: ${seconds}`, async () => {
    const [interval, quantity, count] = text.split(" ").map(figureOf);
    const streaming = { interval, quantity, count };
    const leftOf = async (node: object) =>
      (await ask({ nodes: node })).stages[2]?.secondsLeft ?? null;
    expect(await leftOf(kept(inParts(streaming)))).toBe(seconds);
    expect(await leftOf(kept(inParts(streaming), order)), "an order").toBeNull();
    const over = { ...stages.signing, swap_status: { pending: false, streaming } };
    expect(await leftOf(plannedAt(over, planned.payout)), "swapped").toBeNull();
  });

const [PAUSED, HALTED, UNSIGNED] = ["STREAMINGSWAPPAUSE", "HALTETHTRADING", "HALTSIGNINGETH"];
const held: readonly [nodes: string, isHeld: boolean, halt?: string][] = [
  ["both in parts", false],
  ["both in parts", true, HALTED],
  ["both in parts", true, "HALTBTCTRADING"],
  ["both in parts", false, "HALTLTCTRADING"],
  ["both in parts", true, PAUSED],
  ["both in parts", false, UNSIGNED],
  ["both order", true, PAUSED],
  ["both swapping", false, PAUSED],
  ["both swapping", true, HALTED],
  ["both counting", false, HALTED],
  ["both delayed", false],
  ["both delayed", false, HALTED],
  ["both delayed", true, UNSIGNED],
  ["paid, signing", false, UNSIGNED],
];
for (const [text, isHeld, halt] of held)
  test(`what holds a swap, and then no time is told: ${text} ${halt}: ${isHeld}`, async () => {
    const reading = await ask(of(text, halt ? halts(halt) : {}));
    expect([reading.held, reading.nextPollSeconds === 300]).toEqual([isHeld, isHeld]);
    const times = reading.stages
      .map(({ secondsLeft }) => secondsLeft)
      .concat(reading.estimatedSecondsLeft);
    if (isHeld) expect(times.filter((time) => time != null)).toEqual([]);
  });

const { payout, refund } = planned;
const due = (...plans: object[]) => plannedAt(stages.signing, ...plans);
const dueAfter = (...planned_out_txs: object[]) =>
  kept(stages.signing, { planned_out_txs, out_txs: [sent.payout] });
const on = (chain: string, body: object) => ({ ...body, chain });
const nativeRefund = { ...sent.refund, chain: "THOR", id: "00".repeat(32) };
const noDeposit = { actions: [record("refund", "success", [], { in: [] })], chain: "LTC" };
/** Which chain pays out, and whether it signs, where each chain but the native one has halted it. */
const payers: readonly [what: string, expected: string, nodes: Reply, more?: Scene][] = [
  ["the memo's target before any plan", "ETH halted", kept(stages.confirming)],
  ["a planned payout", "LTC halted", due(on("LTC", payout))],
  ["a refund", "BTC halted", due(refund)],
  ["the payout before the refund", "ETH halted", due(refund, payout)],
  ["the refund once the payout is sent", "BTC halted", dueAfter(refund, payout)],
  ["the memo's target beside a share", "ETH halted", sentOut(sent.affiliate)],
  ["the payout where both are sent", "ETH halted", sentOut(sent.refund, sent.payout)],
  ["the payout beside a native refund", "ETH halted", sentOut(nativeRefund, sent.payout)],
  ["a refund beside a native payout", "BTC halted", due(on("THOR", payout), refund)],
  ["a native refund, the payout sent", "THOR open", dueAfter(payout, on("THOR", refund))],
  ["a native payout alone", "THOR open", due(on("THOR", payout))],
  ["a chain that nobody knows", "NEW unknown", due(on("NEW", payout))],
  [
    "the deposit's, for a refund not shown",
    "BTC halted",
    sceneOf("unread").nodes,
    { actions: [record("refund")] },
  ],
  ["the named one, for no deposit", "LTC halted", sceneOf("unread").nodes, noDeposit],
  [
    "none of what an indexer alone returns",
    "null unknown",
    kept(stages.swapped),
    { actions: [record("refund", "pending")] },
  ],
  ["none of what is not seen", "null unknown", { stages: stages.unseen }],
];
for (const [what, expected, nodes, more] of payers)
  test(`the chain that pays out: ${what}: ${expected}`, async () => {
    const mimir = halts(...["BTC", "ETH", "LTC"].map((chain) => `HALTSIGNING${chain}`));
    const { payoutChain, signing } = await ask({ ...mimir, nodes, ...more });
    expect(`${payoutChain} ${signing}`).toBe(expected);
  });
