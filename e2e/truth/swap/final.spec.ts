// When an outcome may be told, and when it is final, by what nodes and indexers say.
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
import { ask, kindsOf, outsOf, type Scene, sceneOf, stagesOf, stateOf, worldOf } from "./asked.ts";

const [ETHER, OTHER_ID] = ["ETH.ETH", "EF".repeat(32)];
const more = { ...sent.payout, id: OTHER_ID };
const moreLeg = { ...legs.payout, txID: OTHER_ID };
const bare = (change: object, at: object = stages.swapping) =>
  kept(at, { tx: { ...deposit(), ...change } });
const paidWith = (change: object) => sentOut({ ...sent.payout, ...change });
const half = (...out_txs: object[]) => kept(stages.swapping, { out_txs });
const toldAs = (amount: string) => ({ coins: [{ asset: "BTC.BTC", amount }] });
const donatedBy = (...ids: (string | undefined)[]) =>
  record("donate", "success", [], { in: ids.map((txID) => ({ ...legs.deposit, txID })) });
const withMemo = (memo: string) => record("swap", "pending", [], { metadata: { swap: { memo } } });
const swapOf = (...out: object[]) => record("swap", "success", out);

const otherPlan = { ...planned.payout, coin: { asset: ETHER, amount: "7" } };
const shareSent = { out_txs: [sent.affiliate] };
const words: Words = {
  "paid otherwise": paidWith({ coins: [{ asset: ETHER, amount: "1" }] }),
  "paid by asset": kept(stages.signed, { tx: deposit("=:ETH.ETH:mario"), out_txs: [sent.payout] }),
  "paid without coins": { ...paid, tx: { ...deposit(), coins: [] } },
  "paid by nobody": { ...paid, tx: { ...deposit(), from_address: "" } },
  "paid twice": sentOut(sent.payout, sent.payout),
  "paid and more": sentOut(sent.payout, more),
  "more and paid": sentOut(more, sent.payout),
  "paid in capitals": paidWith({ to_address: `0x${RECIPIENT.slice(2).toUpperCase()}` }),
  "paid in small letters": paidWith({ coins: [{ asset: "eth.eth", amount: "90000000" }] }),
  "share sent": kept(stages.swapped, shareSent),
  "share sent payout planned": { ...plannedAt(stages.swapped, planned.payout), ...shareSent },
  "share signing": plannedAt(stages.signing, planned.affiliate),
  "two signing": plannedAt(stages.signing, planned.payout, otherPlan),
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
  "swap of another deposit": { ...record("swap"), in: [{ ...legs.deposit, ...toldAs("1") }] },
  "swap without coins": { ...swapOf(legs.payout), in: [{ txID: TXID }] },
  "swap waits without coins": { ...record("swap", "pending"), in: [{ txID: TXID }] },
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
    both paid | unread
    paid, unread | swap
    unseen, paid | swap
  refunded, final
    refunded, unread | refund
  partially_refunded, final
    partly, unread | swap, refund
  done, final, by indexer
    both unseen | swap | swap
  unknown not_a_swap, final
    no swap, unread | donation
    no swap, unread | donation of several
  unknown unconfirmed
    paid, unread | swap waits
    paid, unread | swap without a payout
    paid, unread | no record | no record
    paid, swapping
    paid, unseen
    refunded, unread | swap waits, refund
    partly, unread | refund
    no swap, unread
    no swap, unread | another's donation
    no swap, unread | donation without an id
    no swap, unread | donation, swap waits
    no swap, unseen
    no swap, paid
  unknown unconfirmed, by indexer
    unclear, unread | swap
    both unseen | swap
    both unread | swap
    both unseen | swap | swap waits
  outbound_signing unconfirmed
    paid, paid otherwise
    paid, not shown
    paid, unclear
    paid | unread
    paid
  failed node_unread, by indexer
    unread | failed
  outbound_signing node_unread, goes back, by indexer
    unread | refund waits
  unavailable, by nobody
    both unread | unread
  unknown
    unseen, unread
`;
const unsyncedOutcomes = `
  done, final
    both paid | swap
    paid | swap
  unknown unconfirmed
    paid, unread | swap
    no swap, unread | donation
  no_output
    both nothing | swap
`;
const rejections = `
  failed, final, by indexer
    both unseen | failed
    unseen | failed
  unknown unconfirmed
    unseen, swapping | failed
  unknown unconfirmed, by indexer
    unseen, unread | failed
    both unseen | failed with a payout
    both unseen | failed with a blank payout
`;
const nothingToPay = `
  no_output, final
    both nothing
    nothing
    nothing, unread | swap without a payout
    both nothing | failed
  no_output
    nothing, unread | swap of another deposit
    both nothing | unread
    nothing | unread
    both nothing | swap waits
  unknown unconfirmed
    nothing, unread
    nothing, unread | failed
    nothing, unread | swap waits
`;
const refundsKnown = `
  outbound_signing unconfirmed, by indexer
    both paid | refund
    both paid | refund waits
    both paid | swap, refund
    both paid with a share | refund
    both paid by asset | refund
  done, final
    both paid | swap waits
  refunded, final
    both refunded | swap
`;
const leftOpen = `
  outbound_signing unconfirmed, by indexer
    both unclear | swap
    both unclear | refund
    both unclear | failed
    both not shown | swap
    both nothing | swap
    both nothing | swap without a memo
    both nothing | refund
    both nothing | refund waits
    both nothing | failed with a payout
    both share sent | refund
  outbound_signing not_classifiable
    both unclear | swap waits
    both unclear | swap of the affiliate
  outbound_signing payout_unseen
    both not shown | swap waits
  no_output
    both nothing | failed
    both nothing | refund of the affiliate
    both nothing | swap of the affiliate
  outbound_signing
    both share sent | swap
    both share sent payout planned | refund
    both unmatched | swap
    both signing | refund waits
    share signing | swap
  outbound_signing unconfirmed
    both share signing | refund waits
  confirming
    both confirming | swap
  swapping
    both swapping | refund
    both swapping | refund waits
  unknown unconfirmed
    returning, unread
  outbound_signing, goes back
    share signing | refund waits
    returning, unread | refund waits
  outbound_signing, goes back, by indexer
    paid, returning | refund waits
    returning, paid | refund waits
`;
const tables: readonly [danger: string, table: string, scene?: Scene][] = [
  ["an outcome needs two sources that say the same", outcomes],
  ["without an indexer in sync, nodes alone decide", unsyncedOutcomes, unsynced],
  ["a rejection is that of a node's chain too", rejections, { message: rejection }],
  ["nothing is left to pay after a minute", nothingToPay, { waitMs: MINUTE_MS }],
  ["a refund that an indexer knows of beats a payout", refundsKnown],
  ["what the nodes leave open, an indexer alone does not end", leftOpen],
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
  ...payoutChanges.map((change) => [change, paidWith(change)] as const),
  ...depositChanges.map(
    (change) => [change, { ...paid, tx: { ...deposit(), ...change } }] as const,
  ),
];
for (const [change, lie] of lies)
  test(`while one source tells otherwise, no outcome is final: ${JSON.stringify(change)}`, async () => {
    for (const text of ["lie, paid", "paid, lie", "lie, unread | swap"]) {
      const reading = await ask(sceneOf(text, {}, { lie }));
      expect([reading.terminal, reading.doubt, reading.out]).toEqual([false, "unconfirmed", []]);
    }
  });

/** `more`: of another id. */
const payoutWords: Readonly<Record<string, string>> = {
  payout: "swap 90000000 ETH.ETH on ETH to recipient, as payout",
  more: `swap 90000000 ETH.ETH on ETH to recipient, ${OTHER_ID}`,
  refund: "refund 4998000 BTC.BTC on BTC to sender, as refund",
  share: "affiliate 300 THOR.RUNE on THOR to thor1affiliate, no id",
};
const payouts = rowsBelow(`
  none
    paid and more, paid
    paid, paid and more
    paid twice, paid
    half both, swapping
    swapping, half
    both swapping | payout waits
  payout payout
    both paid twice
  payout more
    paid and more, more and paid
    half more, half | both wait
    half more
  payout
    paid with a share, paid
    paid, paid with a share
    paid with a share, unread | swap
    paid, paid in capitals
    paid, paid in small letters
    half both, half
    half more, half | more waits
    swapping | payout waits
  share payout
    paid with a share, unread | swap with a share
  payout refund
    both half both
  more
    half more, swapping | more waits
    other half | payout waits
`);
for (const [expected, text] of payouts)
  test(`a payout is told as often as two sources name it: ${text}`, async () =>
    expect(outsOf(await ask(of(text)))).toEqual(
      expected.split(" ").flatMap((word) => payoutWords[word] ?? []),
    ));

/** Amount, sender and memo: what two sources tell of a deposit. */
const deposits = rowsBelow(`
  5000000 sender, memo
    both swapping
    swapping, unread | swap waits
    no coins | swap waits
    paid | swap without coins
    paid, unread | swap waits
  5000000 nobody, memo
    swapping, no address
    no address, swapping
    paid, paid by nobody
  5000000 sender, no memo
    swapping, no memo
    no memo, swapping
  9 sender, memo
    other amount | swap waits
  null
    swapping, other amount
    swapping, no coins
    swapping, unread | swap waits without coins
    swapping, unread
    both unread | swap waits
    paid, unread | swap without coins
    paid, unseen | swap waits
`);
for (const [expected, text] of deposits)
  test(`of a deposit, what two sources tell is told: ${text}: ${expected}`, async () => {
    const { in: given } = await ask(of(text));
    const { amount, address, memo } = given ?? {};
    const sender = address === SENDER ? "sender" : "nobody";
    const parts = `${amount} ${sender}, ${memo ? "memo" : "no memo"}`;
    expect(`${given && parts}`).toBe(expected);
  });

/** A memo tells where a payout would go. */
const memos = rowsBelow(`
  ETH
    both swapping
    swapping, no memo | swap waits
    no memo, swapping | swap
    swapping
    swapping | other memo waits
  LTC
    unread | other memo waits
  null
    swapping, other memo
    swapping, no memo
    swapping, unread | other memo waits
    both no memo
    both memo of no swap
`);
for (const [chain, text] of memos)
  test(`a memo is told where two sources tell it: ${text}: ${chain}`, async () =>
    expect(`${(await ask(of(text))).payoutChain}`).toBe(chain));

const seconds = rowsBelow(`
  asked
    both paid
    both paid | swap without coins
    paid with a share, paid | swap
    both swapping
    both swapping | swap
    both signing | swap waits
    both returning | refund waits
    both two signing | swap of the affiliate
    both nothing | refund without a payout
    both unseen | failed
  not asked
    both paid | swap
    paid without coins, paid | swap without coins
    both swapping | swap waits
`);
for (const [expected, text] of seconds)
  test(`a second node is asked for what no other source says in full: ${text}`, async () => {
    const world = worldOf(of(text));
    await world.network.getSwap(TXID, null);
    const calls = world.calls.filter((call) => call === `node1 thorchain/tx/status/${TXID}`);
    expect(calls).toHaveLength(expected === "asked" ? 1 : 0);
  });

/** What `later` brings after what sources said a minute before. */
async function stateLater(first: string, later: string): Promise<string> {
  const world = worldOf(of(first));
  await world.network.getSwap(TXID, null);
  world.nowMs += MINUTE_MS;
  scriptSwap(world, of(later));
  return stateOf(await world.network.getSwap(TXID, null));
}
/** What sources say first. A minute later all nodes say that nothing is planned. */
const sights = rowsBelow(`
  seen
    both nothing
    nothing, unread | swap waits
    nothing, unread | donation
    nothing
  unseen
    nothing, unread
    nothing, confirming
    confirming, nothing
    confirming, unread | swap waits
    both confirming | swap waits
    both unread | swap waits
    both unread
    confirming
    confirming | swap waits
    unread | swap waits
`);
for (const [sight, text] of sights)
  test(`the time to plan an output runs from the first sight: ${text}`, async () => {
    const state = await stateLater(text, /,|both/.test(text) ? "both nothing" : "nothing");
    expect(state.includes("final")).toBe(sight === "seen");
  });

/** After two nodes saw the deposit through. An indexer without a record is no second source. */
const secondSources = rowsBelow(`
  no_output, final
    both nothing | no record
    nothing, unread | swap without a payout
  unknown unconfirmed
    nothing, unread | no record
    nothing, unseen | no record
    nothing, unread | unread
`);
for (const [expected, text] of secondSources)
  test(`that nothing is left to pay needs two sources in the end too: ${text}`, async () =>
    expect(await stateLater("both nothing", text)).toBe(expected));

/** By the node whose operator runs the indexer too. */
const ofOneOperator: readonly [node: string, text: string, state: string][] = [
  ["node1", "paid, returning | refund waits", "outbound_signing unconfirmed, by indexer"],
  ["node0", "swapping, unread | swap waits", "unknown unconfirmed"],
  ["node0", "paid, unread | swap", "unknown unconfirmed"],
];
for (const [node, text, state] of ofOneOperator)
  test(`an indexer of a node's operator is no second source: ${text}`, async () => {
    const urls = { [node]: "https://node.gateway.test", indexer0: "https://indexer.gateway.test" };
    const reading = await ask(of(text, { options: { urls } }));
    expect([stateOf(reading), reading.out]).toEqual([state, []]);
  });

test("a minute after the deposit was seen through nothing is planned any more", async () => {
  for (const [waitMs, isFinal] of [
    [59_999, false],
    [60_000, true],
  ] as const)
    expect((await ask(of("both nothing", { waitMs }))).terminal).toBe(isFinal);
});
