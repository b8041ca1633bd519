// When a state may be told, and when it is final, by what nodes and indexers say.
import { expect, test } from "@playwright/test";
import { rowsBelow } from "../../support/rows.ts";
import {
  deposit,
  kept,
  legs,
  MEMO,
  paid,
  planned,
  plannedAt,
  RECIPIENT,
  record,
  rejection,
  SENDER,
  scriptSwap,
  sent,
  sentOut,
  stages,
  TXID,
  type Words,
} from "../../support/transactions.ts";
import { down } from "../../support/world.ts";
import {
  ask,
  callsOf,
  holdRows,
  kindsOf,
  outsOf,
  type Scene,
  sceneOf,
  stagesOf,
  stateOf,
  worldOf,
} from "./asked.ts";

const OTHER_ID = "EF".repeat(32);
const more = { ...sent.payout, id: OTHER_ID };
const moreLeg = { ...legs.payout, txID: OTHER_ID };
const bare = (change: object, at: object = stages.swapping) =>
  kept(at, { tx: { ...deposit(), ...change } });
const paidWith = (change: object) => sentOut({ ...sent.payout, ...change });
const paidFor = (change: object) => ({ ...paid, tx: { ...deposit(), ...change } });
const half = (...out_txs: object[]) => kept(stages.swapping, { out_txs });
const coinsOf = (amount: string, asset = "BTC.BTC") => ({ coins: [{ asset, amount }] });
const shareSent = { out_txs: [sent.affiliate] };

const words: Words = {
  observing: kept(stages.observing),
  scheduled: plannedAt(stages.scheduled, planned.payout),
  "refund scheduled": plannedAt(stages.scheduled, planned.refund),
  unmatched: plannedAt(stages.swapped, planned.payout),
  "share sent": kept(stages.swapped, shareSent),
  "share sent payout planned": { ...plannedAt(stages.swapped, planned.payout), ...shareSent },
  "share signing": plannedAt(stages.signing, planned.affiliate),
  "paid by nobody": paidFor({ from_address: "" }),
  "paid twice": sentOut(sent.payout, sent.payout),
  "paid and more": sentOut(sent.payout, more),
  "more and paid": sentOut(more, sent.payout),
  "paid in capitals": paidWith({ to_address: `0x${RECIPIENT.slice(2).toUpperCase()}` }),
  "paid in small letters": paidWith(coinsOf("90000000", "eth.eth")),
  "half both": half(sent.payout, sent.refund),
  "half more": half(sent.payout, more),
  half: half(sent.payout),
  "no address": bare({ from_address: "" }),
  "no memo": bare({ memo: "" }),
  "no coins": bare({ coins: [] }),
  "other deposit": bare(coinsOf("9")),
  "other return": plannedAt(stages.signing, { ...planned.refund, to_address: "bc1qthief" }),
  "memo of no swap": bare({ memo: "+:BTC.BTC" }),
  "refund of the affiliate": record("refund", "success", [legs.affiliate]),
  "swap of another deposit": { ...record("swap"), in: [{ ...legs.deposit, ...coinsOf("1") }] },
  "swap without coins": record("swap", "success", [legs.payout], { in: [{ txID: TXID }] }),
  "swap with a share": record("swap", "success", [legs.payout, legs.affiliate]),
  "payout waits": record("swap", "pending", [legs.payout]),
  "more waits": record("swap", "pending", [moreLeg]),
  "both wait": record("swap", "pending", [legs.payout, moreLeg]),
  "other memo waits": record("swap", "pending", [], {
    metadata: { swap: { memo: "=:LTC.LTC:x" } },
  }),
  "donation of several": record("donate", "success", [], {
    in: [OTHER_ID, TXID.toLowerCase()].map((txID) => ({ ...legs.deposit, txID })),
  }),
};
const of = (text: string, scene?: Scene) => sceneOf(text, scene, words);
const stateIn = async (text: string) => stateOf(await ask(of(text)));

/** Longer than the network may still plan an output. */
const MINUTE_MS = 66_000;
/** The first indexer does not say that it is in sync. */
const unsynced: Scene = {
  waitMs: MINUTE_MS,
  change({ scripts }) {
    scripts.indexer0 = { ...scripts.indexer0, health: down };
  },
};

const outcomes = `
  done, final
    paid, unread | swap
  unknown not_a_swap, final
    no swap, unread | donation of several
  unknown unconfirmed
    refunded, unread | swap waits, refund
    partly, unread | refund
    no swap, unread | donation, swap waits
    no swap, unseen
    no swap, paid
  unknown unconfirmed, by indexer
    both unseen | swap | swap waits
  outbound_signing unconfirmed
    paid | unread
  unknown
    unseen, unread
`;
const unsyncedOutcomes = `
  done, final
    paid | swap
  unknown unconfirmed
    paid, unread | swap
`;
const rejections = `
  unknown unconfirmed
    unseen, swapping | failed
  unknown unconfirmed, by indexer
    both unseen | failed with a payout
`;
const nothingToPay = `
  no_output, final
    nothing
    nothing, unread | swap without a payout
    both nothing | failed
  no_output
    nothing, unread | swap of another deposit
    both nothing | unread
    both nothing | swap waits
  unknown unconfirmed
    nothing, unread
    nothing, unread | swap waits
`;
const againstIndexer = `
  outbound_signing unconfirmed, by indexer
    both nothing | swap
    both nothing | refund waits
    both share sent | refund
  outbound_signing not_classifiable
    both unclear | swap of the affiliate
  no_output
    both nothing | refund of the affiliate
  outbound_signing
    both share sent payout planned | refund
  outbound_signing unconfirmed
    both share signing | refund waits
  swapping
    both swapping | refund waits
  outbound_signing, goes back
    share signing | refund waits
  outbound_signing, goes back, by indexer
    paid, returning | refund waits
    returning, paid | refund waits
`;
const tables: readonly [danger: string, table: string, scene?: Scene][] = [
  ["an outcome needs two sources that say the same", outcomes],
  ["without an indexer in sync, nodes alone decide", unsyncedOutcomes, unsynced],
  ["a rejection is that of a node's chain too", rejections, { message: rejection }],
  ["nothing is left to pay after a minute", nothingToPay, { waitMs: MINUTE_MS }],
  ["what an indexer alone says ends nothing", againstIndexer],
];
for (const [danger, table, scene] of tables)
  for (const [expected, text] of rowsBelow(table))
    test(`${danger}: ${text}: ${expected}`, async () => {
      const reading = await ask(of(text, scene));
      expect(stateOf(reading)).toBe(expected);
      expect(reading.nextPollSeconds === null).toBe(reading.terminal);
      if (reading.doubt === "unconfirmed")
        expect([kindsOf(reading), stagesOf(reading).slice(3)]).toEqual(["", "--"]);
    });

const lies: Readonly<Record<string, object>> = {
  "a payout to nobody": paidWith({ to_address: "" }),
  "a payout in another asset": paidWith(coinsOf("90000000", "ETH.DAI")),
  "another sender": paidFor({ from_address: "bc1qanother" }),
  "another memo": paidFor({ memo: `${MEMO}:0` }),
  "another chain": paidFor({ chain: "LTC" }),
};
for (const [what, lie] of Object.entries(lies))
  test(`while one source tells of ${what}, no outcome is final`, async () => {
    for (const text of ["lie, paid", "paid, lie", "lie, unread | swap"]) {
      const reading = await ask(sceneOf(text, {}, { lie }));
      expect([reading.terminal, reading.doubt, reading.out]).toEqual([false, "unconfirmed", []]);
    }
  });

const payoutWords: Readonly<Record<string, string>> = {
  "swap 90000000 ETH.ETH on ETH to recipient, as payout": "payout",
  [`swap 90000000 ETH.ETH on ETH to recipient, ${OTHER_ID}`]: "more",
  "affiliate 300 THOR.RUNE on THOR to thor1affiliate, no id": "share",
  "refund 4998000 BTC.BTC on BTC to sender, as refund": "refund",
};
const payouts = `
  none
    paid and more, paid
    paid twice, paid
  payout payout
    both paid twice
  payout more
    paid and more, more and paid
    half more, half | both wait
  payout
    paid with a share, paid
    paid, paid in capitals
    paid, paid in small letters
    half more, half | more waits
    swapping | payout waits
  share payout
    paid with a share, unread | swap with a share
  payout refund
    both half both
  more
    half more, swapping | more waits
`;
holdRows("a payout is told as often as two sources name it", payouts, async (text) => {
  const outs = outsOf(await ask(of(text)));
  return outs.map((out) => payoutWords[out] ?? out).join(" ") || "none";
});

/** Amount, sender and memo. */
const deposits = `
  5000000 sender, memo
    paid | swap without coins
  5000000 nobody, memo
    swapping, no address
    no address, swapping
    paid, paid by nobody
  5000000 sender, no memo
    swapping, no memo
  9 sender, memo
    other deposit | swap waits
  null
    swapping, other deposit
    swapping, no coins
    both unread | swap waits
`;
holdRows("of a deposit, what two sources tell is told", deposits, async (text) => {
  const { in: given } = await ask(of(text));
  if (given === null) return null;
  const sender = given.address === SENDER ? "sender" : "nobody";
  return `${given.amount} ${sender}, ${given.memo === MEMO ? "memo" : "no memo"}`;
});

/** The chain of a payout, by the memo. */
const memos = `
  ETH
    swapping, no memo | swap waits
    swapping | other memo waits
  LTC
    unread | other memo waits
  null
    both memo of no swap
`;
holdRows(
  "a memo is told where two sources tell it",
  memos,
  async (text) => (await ask(of(text))).payoutChain,
);

/** How often. */
const seconds = `
  1
    both paid
    both paid | swap without coins
    paid with a share, paid | swap
    both swapping
    both signing | swap waits
  0
    both paid | swap
    both swapping | swap waits
`;
holdRows(
  "a second node is asked for what no other source says in full",
  seconds,
  async (text) => (await callsOf(of(text), /^node1 thorchain\/tx\/status/)).length,
);

/** What `later` brings after what sources said a minute before. */
async function stateLater(first: string, later: string): Promise<string> {
  const world = worldOf(of(first));
  await world.network.getSwap(TXID, null);
  world.nowMs += MINUTE_MS;
  scriptSwap(world, of(later));
  return stateOf(await world.network.getSwap(TXID, null));
}
/** What sources say first. A minute later all nodes say that nothing is planned. */
const sights = `
  seen
    nothing, unread | swap waits
    nothing, unread | donation
  unseen
    confirming, nothing
    confirming | swap waits
`;
holdRows("the time to plan an output runs from the first sight", sights, async (text) => {
  const state = await stateLater(text, /,|both/.test(text) ? "both nothing" : "nothing");
  return state.includes("final") ? "seen" : "unseen";
});

/** After two nodes saw the deposit through. An indexer without a record is no second source. */
const secondSources = `
  no_output, final
    nothing, unread | swap without a payout
  unknown unconfirmed
    nothing, unread | no record
`;
holdRows("that nothing is left to pay needs two sources in the end too", secondSources, (text) =>
  stateLater("both nothing", text),
);

test("an indexer of a node's operator is no second source", async () => {
  const urls = { node1: "https://node.gateway.test", indexer0: "https://indexer.gateway.test" };
  const reading = await ask(of("paid, returning | refund waits", { options: { urls } }));
  expect(stateOf(reading)).toBe("outbound_signing unconfirmed, by indexer");
  expect(reading.out).toEqual([]);
});

/** In the order in which a swap takes them. */
const steps = [
  ...["unseen", "observing", "confirming", "swapping", "nothing", "scheduled", "refund scheduled"],
  ...["signing", "unmatched", "share sent", "returning", "not shown", "unclear", "no swap", "paid"],
  "refunded",
];
/** What a second node may tell a block or two later. Nothing bears out an outcome but the same. */
const laterSteps: Readonly<Record<string, string>> = {
  observing: "confirming",
  confirming: "swapping",
  swapping: "nothing, scheduled, refund scheduled, signing, unmatched, share sent, returning",
  scheduled: "signing, unmatched, share sent",
  "refund scheduled": "returning",
};
for (const [index, step] of steps.entries())
  test(`the earlier step is told where the other node tells it or the next: ${step}`, async () => {
    const alone = await stateIn(`${step}, ${step} | unread`);
    for (const other of steps.slice(index))
      for (const pair of [`${step}, ${other}`, `${other}, ${step}`]) {
        const state = await stateIn(`${pair} | unread`);
        const isBorneOut = other === step || laterSteps[step]?.split(", ").includes(other);
        expect(state.includes("unconfirmed") ? "unconfirmed" : state, pair).toBe(
          isBorneOut ? alone : "unconfirmed",
        );
      }
  });

const believed = `
  swapping
    other deposit, swapping | swap waits
    swapping, other deposit | swap waits
  refunded, final
    paid, refunded | refund
  outbound_signing unconfirmed
    nothing, signing | swap waits
    unclear, signing | swap of the affiliate
  outbound_signing
    unseen, signing | swap of the affiliate
    scheduled, signing, signing
  unknown unconfirmed
    unseen, returning | swap of the affiliate
  outbound_signing, goes back
    unseen, returning | refund waits
    other return, returning, returning
  outbound_scheduled
    refunded, scheduled, signing
`;
holdRows("which nodes are believed", believed, stateIn);
