// When an outcome may be told, and when it is final: what two nodes and indexers say of one swap, and what is made of it.
import { expect, test } from "@playwright/test";
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
import { down, type World } from "../../support/world.ts";
import { ask, kindsOf, outsOf, type Scene, sceneOf, stagesOf, stateOf, worldOf } from "./asked.ts";

const [ETHER, OTHER_ID] = ["ETH.ETH", "EF".repeat(32)];
const more = { ...sent.payout, id: OTHER_ID };
const moreLeg = { ...legs.payout, txID: OTHER_ID };
const bare = (change: object, at: object = stages.swapping) =>
  kept(at, { tx: { ...deposit(), ...change } });
const half = (...out_txs: object[]) => kept(stages.swapping, { out_txs });
const toldAs = (amount: string) => ({ coins: [{ asset: "BTC.BTC", amount }] });
const donatedBy = (...ids: (string | undefined)[]) =>
  record("donate", "success", [], { in: ids.map((txID) => ({ ...legs.deposit, txID })) });
const withMemo = (memo: string) => record("swap", "pending", [], { metadata: { swap: { memo } } });
const swapOf = (...out: object[]) => record("swap", "success", out);

const words: Words = {
  "paid otherwise": sentOut({ ...sent.payout, coins: [{ asset: ETHER, amount: "1" }] }),
  "paid by asset": kept(stages.signed, { tx: deposit("=:ETH.ETH:mario"), out_txs: [sent.payout] }),
  "paid, then a share": sentOut(sent.payout, sent.affiliate),
  "paid without coins": { ...paid, tx: { ...deposit(), coins: [] } },
  "paid by nobody": { ...paid, tx: { ...deposit(), from_address: "" } },
  "paid twice": sentOut(sent.payout, sent.payout),
  "paid and more": sentOut(sent.payout, more),
  "more and paid": sentOut(more, sent.payout),
  "paid in capitals": sentOut({
    ...sent.payout,
    to_address: `0x${RECIPIENT.slice(2).toUpperCase()}`,
  }),
  "paid in small letters": sentOut({
    ...sent.payout,
    coins: [{ asset: "eth.eth", amount: "90000000" }],
  }),
  "share sent": kept(stages.swapped, { out_txs: [sent.affiliate] }),
  "share sent payout planned": kept(stages.swapped, {
    out_txs: [sent.affiliate],
    planned_out_txs: [planned.payout],
  }),
  "share signing": plannedAt(stages.signing, planned.affiliate),
  "two signing": plannedAt(stages.signing, planned.payout, {
    ...planned.payout,
    coin: { asset: ETHER, amount: "7" },
  }),
  unmatched: plannedAt(stages.swapped, planned.payout),
  "half both": half(sent.payout, sent.refund),
  "half more": half(sent.payout, more),
  half: half(sent.payout),
  "other half": half(more),
  "no address": bare({ from_address: "" }),
  "no memo": bare({ memo: "" }),
  "no coins": bare({ coins: [] }),
  "other amount": bare(toldAs("9")),
  "other memo": bare({ memo: "=:LTC.LTC:x" }),
  "memo of no swap": bare({ memo: "+:BTC.BTC" }),
  "failed with a blank payout": record("failed", "success", [{ ...legs.refund, txID: "" }]),
  "refund without a payout": record("refund"),
  "refund of the affiliate": record("refund", "success", [legs.affiliate]),
  "swap without a memo": record("swap", "success", [legs.payout], { metadata: {} }),
  "swap of another deposit": record("swap", "success", [], {
    in: [{ ...legs.deposit, ...toldAs("1") }],
  }),
  "swap without coins": record("swap", "success", [legs.payout], { in: [{ txID: TXID }] }),
  "swap waits without coins": record("swap", "pending", [], { in: [{ txID: TXID }] }),
  "swap with a share": swapOf(legs.payout, legs.affiliate),
  "payout waits": record("swap", "pending", [legs.payout]),
  "more waits": record("swap", "pending", [moreLeg]),
  "both wait": record("swap", "pending", [legs.payout, moreLeg]),
  "other memo waits": withMemo("=:LTC.LTC:x"),
  "another's donation": donatedBy(OTHER_ID),
  "donation of several": donatedBy(OTHER_ID, TXID.toLowerCase()),
  "donation without an id": donatedBy(undefined),
};
const of = (text: string, scene?: Scene) => sceneOf(text, scene, words);

const [FINAL, UNCONFIRMED] = ["done, final", "unknown unconfirmed"];
const CLAIMED = `${UNCONFIRMED}, by indexer`;
const SIGNING = "outbound_signing unconfirmed";
const RETURNED = `${SIGNING}, by indexer`;
const [NOTHING, WAITS] = ["no_output", "outbound_signing"];
/** Longer than the network may still plan an output. */
const later: Scene = { waitMs: 66_000 };
const rejected: Scene = { message: rejection };
/** The first indexer does not say that it is in sync. */
const unsynced: Scene = {
  change({ scripts }) {
    scripts.indexer0 = { ...scripts.indexer0, health: down };
  },
};

type StatesByScene = Readonly<Record<string, string>>;
const outcomes: StatesByScene = {
  "both paid | unread": FINAL,
  "paid, unread | swap": FINAL,
  "paid, unread | swap waits": UNCONFIRMED,
  "paid, unread | swap without a payout": UNCONFIRMED,
  "paid, unread | no record | no record": UNCONFIRMED,
  "paid, swapping": UNCONFIRMED,
  "paid, unseen": UNCONFIRMED,
  "paid, paid otherwise": SIGNING,
  "paid, not shown": SIGNING,
  "paid, unclear": SIGNING,
  "refunded, unread | refund": "refunded, final",
  "refunded, unread | swap waits, refund": UNCONFIRMED,
  "partly, unread | swap, refund": "partially_refunded, final",
  "partly, unread | refund": UNCONFIRMED,
  "unclear, unread | swap": CLAIMED,
  "both unseen | swap": CLAIMED,
  "unseen, paid | swap": FINAL,
  "both unread | swap": CLAIMED,
  "both unseen | swap | swap": `${FINAL}, by indexer`,
  "both unseen | swap | swap waits": CLAIMED,
  "no swap, unread | donation": "unknown not_a_swap, final",
  "no swap, unread | donation of several": "unknown not_a_swap, final",
  "no swap, unread": UNCONFIRMED,
  "no swap, unread | another's donation": UNCONFIRMED,
  "no swap, unread | donation without an id": UNCONFIRMED,
  "no swap, unread | donation, swap waits": UNCONFIRMED,
  "no swap, unseen": UNCONFIRMED,
  "no swap, paid": UNCONFIRMED,
  "paid | unread": SIGNING,
  paid: SIGNING,
  "unread | failed": "failed node_unread, by indexer",
  "unread | refund waits": "outbound_signing node_unread, goes back, by indexer",
  "both unread | unread": "unavailable, by nobody",
  "unseen, unread": "unknown",
};
const unsyncedOutcomes: StatesByScene = {
  "both paid | swap": FINAL,
  "paid | swap": FINAL,
  "paid, unread | swap": UNCONFIRMED,
  "no swap, unread | donation": UNCONFIRMED,
  "both nothing | swap": NOTHING,
};
const rejections: StatesByScene = {
  "both unseen | failed": "failed, final, by indexer",
  "unseen | failed": "failed, final, by indexer",
  "unseen, unread | failed": CLAIMED,
  "unseen, swapping | failed": UNCONFIRMED,
  "both unseen | failed with a payout": CLAIMED,
  "both unseen | failed with a blank payout": CLAIMED,
};
const nothingToPay: StatesByScene = {
  "both nothing": "no_output, final",
  "nothing, unread": UNCONFIRMED,
  "nothing, unread | swap without a payout": "no_output, final",
  "nothing, unread | swap of another deposit": NOTHING,
  nothing: "no_output, final",
  "both nothing | unread": NOTHING,
  "nothing | unread": NOTHING,
  "both nothing | swap waits": NOTHING,
  "both nothing | failed": "no_output, final",
  "nothing, unread | failed": UNCONFIRMED,
  "nothing, unread | swap waits": UNCONFIRMED,
};
const refundsKnown: StatesByScene = {
  "both paid | refund": RETURNED,
  "both paid | refund waits": RETURNED,
  "both paid | swap, refund": RETURNED,
  "both paid | swap waits": FINAL,
  "both paid with a share | refund": RETURNED,
  "both paid by asset | refund": RETURNED,
  "both refunded | swap": "refunded, final",
};
const leftOpen: StatesByScene = {
  "both unclear | swap": RETURNED,
  "both unclear | refund": RETURNED,
  "both unclear | failed": RETURNED,
  "both unclear | swap waits": "outbound_signing not_classifiable",
  "both unclear | swap of the affiliate": "outbound_signing not_classifiable",
  "both not shown | swap": RETURNED,
  "both not shown | swap waits": "outbound_signing payout_unseen",
  "both nothing | swap": RETURNED,
  "both nothing | swap without a memo": RETURNED,
  "both nothing | refund": RETURNED,
  "both nothing | refund waits": RETURNED,
  "both nothing | failed": NOTHING,
  "both nothing | failed with a payout": RETURNED,
  "both nothing | refund of the affiliate": NOTHING,
  "both nothing | swap of the affiliate": NOTHING,
  "both share sent | refund": RETURNED,
  "both share sent | swap": WAITS,
  "both share sent payout planned | refund": WAITS,
  "both unmatched | swap": WAITS,
  "both confirming | swap": "confirming",
  "both swapping | refund": "swapping",
  "both swapping | refund waits": "swapping",
  "both signing | refund waits": WAITS,
  "both share signing | refund waits": SIGNING,
  "share signing | refund waits": `${WAITS}, goes back`,
  "share signing | swap": WAITS,
  "returning, unread": UNCONFIRMED,
  "returning, unread | refund waits": `${WAITS}, goes back`,
  "paid, returning | refund waits": `${WAITS}, goes back, by indexer`,
  "returning, paid | refund waits": `${WAITS}, goes back, by indexer`,
};
const tables: readonly [danger: string, states: StatesByScene, scene?: Scene][] = [
  ["an outcome needs two sources that say the same", outcomes],
  ["without an indexer in sync, nodes alone decide", unsyncedOutcomes, { ...unsynced, ...later }],
  ["a rejection is that of a node's chain too", rejections, rejected],
  [
    "nothing to pay is final after a minute, where an indexer knows of nothing else",
    nothingToPay,
    later,
  ],
  ["a refund that an indexer knows of beats a payout", refundsKnown],
  ["what the nodes leave open, an indexer alone does not end", leftOpen],
];
for (const [danger, states, scene] of tables)
  for (const [text, expected] of Object.entries(states))
    test(`${danger}: ${text}: ${expected}`, async () => {
      const reading = await ask(of(text, scene));
      expect(stateOf(reading)).toBe(expected);
      expect(reading.nextPollSeconds === null).toBe(reading.terminal);
      if (reading.doubt === "unconfirmed")
        expect([kindsOf(reading), stagesOf(reading).slice(3)]).toEqual(["", "--"]);
    });

const payoutChanges: readonly object[] = [
  { id: "D4".repeat(32) },
  { id: "" },
  { to_address: "0xbad" },
  { to_address: "" },
  { chain: "BASE" },
  { coins: [{ asset: "ETH.DAI", amount: "90000000" }] },
  { coins: [{ asset: ETHER, amount: "90000001" }] },
];
const depositChanges: readonly object[] = [
  toldAs("5000001"),
  { coins: [{ asset: "BTC/BTC", amount: "5000000" }] },
  { from_address: "bc1qanother" },
  { memo: `${MEMO}:0` },
  { chain: "LTC" },
];
const lies = [
  ...payoutChanges.map((change) => [change, sentOut({ ...sent.payout, ...change })] as const),
  ...depositChanges.map(
    (change) => [change, { ...paid, tx: { ...deposit(), ...change } }] as const,
  ),
];
for (const [change, lie] of lies)
  test(`one source that tells another payout or deposit keeps an outcome from being final: ${JSON.stringify(change)}`, async () => {
    for (const text of ["lie, paid", "paid, lie", "lie, unread | swap"]) {
      const reading = await ask(sceneOf(text, {}, { lie }));
      expect([reading.terminal, reading.doubt, reading.out]).toEqual([false, "unconfirmed", []]);
    }
  });

const TO = "ETH.ETH on ETH to recipient";
const [PAYOUT, MORE] = [`swap 90000000 ${TO}, as payout`, `swap 90000000 ${TO}, ${OTHER_ID}`];
const REFUND = "refund 4998000 BTC.BTC on BTC to sender, as refund";
const SHARE = "affiliate 300 THOR.RUNE on THOR to thor1affiliate, no id";
const payouts: Readonly<Record<string, readonly string[]>> = {
  "paid and more, paid": [],
  "paid, paid and more": [],
  "paid twice, paid": [],
  "both paid twice": [PAYOUT, PAYOUT],
  "paid and more, more and paid": [PAYOUT, MORE],
  "paid with a share, paid": [PAYOUT],
  "paid, paid with a share": [PAYOUT],
  "paid with a share, unread | swap with a share": [SHARE, PAYOUT],
  "paid with a share, unread | swap": [PAYOUT],
  "paid, paid in capitals": [PAYOUT],
  "paid, paid in small letters": [PAYOUT],
  "both half both": [PAYOUT, REFUND],
  "half both, half": [PAYOUT],
  "half both, swapping": [],
  "swapping, half": [],
  "half more, swapping | more waits": [MORE],
  "half more, half | both wait": [PAYOUT, MORE],
  "half more, half | more waits": [PAYOUT],
  "both swapping | payout waits": [],
  "half more": [PAYOUT, MORE],
  "swapping | payout waits": [PAYOUT],
  "other half | payout waits": [MORE],
};
for (const [text, expected] of Object.entries(payouts))
  test(`a payout is told as often as two sources name it: ${text}`, async () =>
    expect(outsOf(await ask(of(text)))).toEqual(expected));

const WHOLE = "5000000 sender, memo";
const deposits: Readonly<Record<string, string | null>> = {
  "both swapping": WHOLE,
  "swapping, no address": "5000000 nobody, memo",
  "no address, swapping": "5000000 nobody, memo",
  "swapping, no memo": "5000000 sender, no memo",
  "no memo, swapping": "5000000 sender, no memo",
  "swapping, other amount": null,
  "swapping, no coins": null,
  "swapping, unread | swap waits": WHOLE,
  "swapping, unread | swap waits without coins": null,
  "swapping, unread": null,
  "other amount | swap waits": "9 sender, memo",
  "no coins | swap waits": WHOLE,
  "both unread | swap waits": null,
  "paid, paid by nobody": "5000000 nobody, memo",
  "paid, unread | swap without coins": null,
  "paid | swap without coins": WHOLE,
  "paid, unseen | swap waits": null,
  "paid, unread | swap waits": WHOLE,
};
for (const [text, expected] of Object.entries(deposits))
  test(`of a deposit, what two sources tell is told: ${text}: ${expected}`, async () => {
    const { in: given } = await ask(of(text));
    const { amount, address, memo } = given ?? {};
    const parts = `${amount} ${address === SENDER ? "sender" : "nobody"}, ${memo ? "memo" : "no memo"}`;
    expect(given && parts).toBe(expected);
  });

/** A memo tells where a payout would go. */
const memos: Readonly<Record<string, string | null>> = {
  "both swapping": "ETH",
  "swapping, other memo": null,
  "swapping, no memo": null,
  "swapping, no memo | swap waits": "ETH",
  "no memo, swapping | swap": "ETH",
  "swapping, unread | other memo waits": null,
  swapping: "ETH",
  "swapping | other memo waits": "ETH",
  "unread | other memo waits": "LTC",
  "both no memo": null,
  "both memo of no swap": null,
};
for (const [text, chain] of Object.entries(memos))
  test(`a memo is told where two sources tell it: ${text}: ${chain}`, async () =>
    expect((await ask(of(text))).payoutChain).toBe(chain));

const secondCalls = async (text: string) => {
  const world = worldOf(of(text));
  await world.network.getSwap(TXID, null);
  return world.calls.filter((call) => call === `node1 thorchain/tx/status/${TXID}`).length;
};
test("a second node is asked for what no other source says in full, and for nothing else", async () => {
  const needed = [
    "both paid",
    "both paid | swap without coins",
    "paid with a share, paid | swap",
    "both swapping",
    "both swapping | swap",
    "both signing | swap waits",
    "both returning | refund waits",
    "both two signing | swap of the affiliate",
    "both nothing | refund without a payout",
    "both unseen | failed",
  ];
  const idle = [
    "both paid | swap",
    "paid without coins, paid | swap without coins",
    "both swapping | swap waits",
  ];
  for (const text of needed) expect(await secondCalls(text), text).toBe(1);
  for (const text of idle) expect(await secondCalls(text), text).toBe(0);
});

/** What sources say first. A minute later all nodes say that nothing is planned. */
const seen = [
  "both nothing",
  "nothing, unread | swap waits",
  "nothing, unread | donation",
  "nothing",
];
const unseenFirst = [
  "nothing, unread",
  "nothing, confirming",
  "confirming, nothing",
  "confirming, unread | swap waits",
  "both confirming | swap waits",
  "both unread | swap waits",
  "both unread",
  "confirming",
  "confirming | swap waits",
  "unread | swap waits",
];
for (const text of [...seen, ...unseenFirst])
  test(`the time to plan an output runs from the first sight by enough sources: ${text}`, async () => {
    const world: World = worldOf(of(text));
    await world.network.getSwap(TXID, null);
    world.nowMs += later.waitMs ?? 0;
    scriptSwap(world, sceneOf(/,|both/.test(text) ? "both nothing" : "nothing"));
    world.scripts.indexer0 = { actions: { actions: [] } };
    expect((await world.network.getSwap(TXID, null)).terminal).toBe(seen.includes(text));
  });

/** After two nodes saw the deposit through. An indexer without a record is no second source. */
const secondSources: StatesByScene = {
  "both nothing | no record": "no_output, final",
  "nothing, unread | no record": UNCONFIRMED,
  "nothing, unseen | no record": UNCONFIRMED,
  "nothing, unread | unread": UNCONFIRMED,
  "nothing, unread | swap without a payout": "no_output, final",
};
for (const [text, expected] of Object.entries(secondSources))
  test(`that nothing is left to pay needs two sources in the end too: ${text}`, async () => {
    const world = worldOf(of("both nothing"));
    await world.network.getSwap(TXID, null);
    world.nowMs += later.waitMs ?? 0;
    scriptSwap(world, of(text));
    expect(stateOf(await world.network.getSwap(TXID, null))).toBe(expected);
  });

test("an indexer of the one node that bears it out confirms no refund under way", async () => {
  const urls = { node1: "https://node.gateway.test", indexer0: "https://indexer.gateway.test" };
  const scene = of("paid, returning | refund waits", { options: { urls } });
  expect(stateOf(await ask(scene))).toBe(RETURNED);
});

test("a minute after the deposit was seen through, and not before, nothing is planned any more", async () => {
  for (const [waitMs, isFinal] of [
    [59_999, false],
    [60_000, true],
  ] as const)
    expect((await ask(of("both nothing", { waitMs }))).terminal).toBe(isFinal);
});
