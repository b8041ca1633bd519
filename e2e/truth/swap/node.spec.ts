// What one answer of a node means: the state, the stages, the deposit, and whose an output is.
import { expect, test } from "@playwright/test";
import { rowsBelow } from "../../support/rows.ts";
import {
  deposit,
  inParts,
  kept,
  MEMO,
  planned,
  RECIPIENT,
  SENDER,
  sent,
  sentOut,
  stages,
  TXID,
} from "../../support/transactions.ts";
import { ask, kindsOf, outsOf, stagesOf, stateOf } from "./asked.ts";

const { swapped, signed } = stages;
const unfinalised = { ...swapped, swap_finalised: undefined };
const observed = (inbound_observed: object) => ({ inbound_observed });
const stageWords: Readonly<Record<string, object>> = {
  ...stages,
  "nothing told": observed({}),
  zeros: observed({ started: false, pre_confirmation_count: 0, final_count: 0 }),
  started: observed({ started: true, completed: false }),
  "counted once": observed({ pre_confirmation_count: 1 }),
  "counted by one": observed({ final_count: 1 }),
  "counted by all": observed({ final_count: 999, completed: false }),
  "timed unseen": {
    ...stages.unseen,
    inbound_confirmation_counted: { remaining_confirmation_seconds: 99 },
  },
  "no finality": observed({ completed: true }),
  "pending, no swap stage": { ...unfinalised, swap_status: { pending: true } },
  "swap stage open": { ...swapped, swap_finalised: {} },
  "no swap stage": unfinalised,
  "no swap status": { ...swapped, swap_status: undefined },
  "never delayed": { ...swapped, outbound_signed: {} },
  "signed, delayed": { ...signed, outbound_delay: { completed: false } },
};
/** Of an order for RUNE: what was filled is paid at once, and the rest goes back after a delay. */
const native = { chain: "THOR", to_address: "thor1recipientexample00000000000000000000000" };
const rune = { asset: "THOR.RUNE", amount: "5" };
const memoWords: Readonly<Record<string, object>> = {
  "no deposit": { tx: undefined },
  "no memo": { tx: deposit("") },
  withdrawal: { tx: deposit("-:ETH.ETH:5000") },
  order: { tx: deposit(`=<:THOR.RUNE:${native.to_address}:1400000000/100/0`) },
};
const plans: Readonly<Record<string, object>> = {
  ...planned,
  native: { ...native, coin: rune, refund: false },
};
const outs: Readonly<Record<string, object>> = {
  ...sent,
  native: { ...native, id: "00".repeat(32), coins: [rune], memo: `OUT:${TXID}` },
};
/** As "signed; withdrawal; plans payout; sends payout". */
function nodeOf(text: string): object {
  const [at = "", ...parts] = text.split("; ");
  const body: Record<string, unknown> = {};
  for (const part of parts) {
    const [verb, ...names] = part.split(" ");
    if (verb === "plans") body.planned_out_txs = names.map((name) => plans[name]);
    else if (verb === "sends") body.out_txs = names.map((name) => outs[name]);
    else Object.assign(body, memoWords[part]);
  }
  return kept(stageWords[at] ?? {}, body);
}
/** It waits to be signed, and is not given up. */
const inQueue = { outbound: [{ in_hash: TXID }] };

const rules = rowsBelow(`
  unknown -----
    nothing told; no deposit
    zeros; no deposit
    timed unseen; no deposit
    unseen; no deposit; plans refund
  observing -----
    unseen
    started; no deposit
    counted once; no deposit
    counted by one; no deposit
    counted by all; plans refund
  confirming o----
    confirming; plans refund
    no finality
  swapping oo---
    swapping; plans payout; sends payout
    swapping; plans refund
    pending, no swap stage
    swap stage open
  outbound_scheduled, goes back ooo--
    signed, delayed; order; plans native refund; sends native
  outbound_signing oooo-
    never delayed; plans payout
    signed; plans affiliate payout; sends affiliate
    no swap stage; no deposit
  outbound_signing, goes back oooo-
    signed; plans payout refund; sends payout
    signed; order; plans native refund; sends native
  partially_refunded, final, goes back ooooo
    signed; plans payout refund; sends payout refund
  refunded, final, goes back oo-oo
    signed; no memo; plans refund; sends refund
  done, final ooooo
    swapped; sends payout
    signed; no deposit; plans payout; sends payout
    no swap stage; withdrawal; sends payout
  outbound_signing payout_unseen oooo-
    signed; withdrawal; plans payout
  no_output ooo--
    signed
    no swap status
    swapped; no deposit
  unknown not_a_swap, final oo---
    no swap stage; no memo
`);
for (const [expected, text] of rules)
  test(`a node tells: ${text}: ${expected}`, async () => {
    const reading = await ask({ nodes: nodeOf(text), paths: inQueue });
    expect(`${stateOf(reading)} ${stagesOf(reading)}`).toBe(expected);
    expect(reading.nextPollSeconds === null).toBe(reading.terminal);
    const timed = reading.stages.filter(({ secondsLeft }) => secondsLeft !== undefined);
    if (expected.endsWith("-----")) expect(timed).toEqual([]);
  });

test("the parts that a node counts are parts of some number", async () => {
  const partsOf = async (streaming: object) =>
    (await ask({ nodes: kept(inParts(streaming)) })).stages[2]?.streaming;
  const unknown = { asset: null, in: null, out: null, failed: null };
  expect(await partsOf({ quantity: 16 })).toEqual({ count: 0, quantity: 16, ...unknown });
  for (const none of [{ interval: 1, quantity: 0 }, {}]) expect(await partsOf(none)).toBeNull();
});

const coinsOf = (asset: string, amount = "90000000") => [{ asset, amount }];
const whole = { chain: "BTC", asset: "BTC.BTC", amount: 5_000_000n, address: SENDER, memo: MEMO };
const coined = (asset: string, chain?: string) => ({ chain, coins: coinsOf(asset, "5") });
const deposits: readonly [change: object, expected: object | null][] = [
  [{ coins: [] }, null],
  [{ chain: "" }, {}],
  [coined("BTC~BTC", ""), { asset: "BTC~BTC", amount: 5n, chain: "THOR" }],
  [coined("ETH.A.B"), { asset: "ETH.A.B", amount: 5n, chain: "" }],
  [{ from_address: "" }, { address: null }],
  [{ from_address: "<b>" }, { address: null }],
  [{ memo: `${MEMO}\u202e\u200b` }, {}],
  [{ memo: "" }, { memo: null }],
];
for (const [index, [change, expected]] of deposits.entries())
  test(`a node tells of the deposit: ${index} ${JSON.stringify(change)}`, async () => {
    const node = kept(stages.observing, { tx: { ...deposit(), ...change } });
    expect((await ask({ nodes: node })).in).toEqual(expected && { ...whole, ...expected });
  });

const { payout, refund, affiliate: share } = planned;
/** These were planned, and these sent. */
const carried = (planned_out_txs: object[], out_txs: object[]) =>
  kept(signed, { planned_out_txs, out_txs });
const to = (to_address: string | undefined, asset = "ETH.ETH", amount?: string) => ({
  ...sent.payout,
  to_address,
  coins: coinsOf(asset, amount),
});
const by = (memo: string, out: object) => kept(signed, { tx: deposit(memo), out_txs: [out] });
const planTo = (to_address: string, amount: string) => ({
  ...payout,
  to_address,
  coin: { asset: "ETH.ETH", amount },
});
/** A refund without the word that says that it is one. */
const mute = (change: object = {}) => ({ ...sent.refund, memo: undefined, ...change });
const ltc = { ...refund, coin: { asset: "LTC.LTC", amount: "1" } };
const ltcSent = { coins: coinsOf("LTC.LTC", "1") };
const runes = (amount: string) => ({ coins: coinsOf("THOR.RUNE", amount) });
const owners: readonly [danger: string, kinds: string, node: object][] = [
  ["the destination, in capitals", "swap", sentOut(to(`0x${RECIPIENT.slice(2).toUpperCase()}`))],
  ["another address, the asset", "affiliate", sentOut(to("0xother"))],
  ["no address, the asset", "swap", sentOut(to(undefined))],
  ["no address, another asset", "affiliate", sentOut(to(undefined, "THOR.RUNE"))],
  ["a name, another asset", "affiliate", by("=:ETH.ETH:mario", sent.affiliate)],
  ["a short code", "swap", by("=:r:mario", sent.affiliate)],
  ["no destination", "swap", by("=:ETH.ETH:::wr:10", sent.payout)],
  ["no coins", "", sentOut({ ...sent.payout, coins: undefined })],
  ["the word of a refund within", "swap", sentOut({ ...sent.payout, memo: "OUT:REFUND:" })],
  ["the word in small letters", "refund", sentOut({ ...sent.refund, memo: `refund:${TXID}` })],
  ["a refund to the destination", "refund", sentOut({ ...sent.refund, to_address: RECIPIENT })],
  ["no memo, in nobody's plan", "affiliate", nodeOf("signed; no memo; sends payout")],
  ["no word, a planned refund", "refund", carried([refund], [mute()])],
  [
    "no word, another address",
    "affiliate refund",
    carried([refund], [mute({ to_address: "bc1qother", coins: coinsOf("BTC.BTC", "1") })]),
  ],
  ["no word, another asset", "affiliate refund", carried([refund], [mute(ltcSent)])],
  [
    "no word, a refund to the recipient",
    "refund refund",
    carried(
      [ltc, { ...refund, to_address: RECIPIENT }],
      [mute({ to_address: RECIPIENT }), { ...sent.refund, ...ltcSent }],
    ),
  ],
  [
    "a share otherwise",
    "affiliate affiliate",
    carried([share], [{ ...sent.affiliate, to_address: "thor1second", ...runes("1") }]),
  ],
  [
    "a refund in its asset",
    "refund affiliate",
    carried([share], [{ ...sent.refund, ...runes("4000") }]),
  ],
  ["the plan to another address", "swap", carried([payout], [to("0xother")])],
  ["another payout", "affiliate swap", carried([payout], [to("0xother", "ETH.ETH", "1")])],
  ["a blank address in the plan", "swap", carried([planTo("", "90000000")], [sent.payout])],
];
for (const [danger, kinds, node] of owners)
  test(`whose an output is: ${danger}: ${kinds}`, async () =>
    expect(kindsOf(await ask({ nodes: node }))).toBe(kinds));

const SHARE = "affiliate 300 THOR.RUNE on THOR to";
const PAYOUT = "swap 90000000 ETH.ETH on";
const unchained = (asset: string) => sentOut({ ...to(RECIPIENT, asset, "5"), chain: undefined });
const payouts: readonly [what: string, node: object, ...expected: string[]][] = [
  [
    "the chain that the node states",
    sentOut({ ...sent.payout, chain: "BASE" }),
    `${PAYOUT} BASE to recipient, as payout`,
  ],
  [
    "the chain of the asset",
    unchained("ETH~ETH"),
    "swap 5 ETH~ETH on THOR to recipient, as payout",
  ],
  ["no chain of an odd asset", unchained("ETH.A.B"), "swap 5 ETH.A.B on  to recipient, as payout"],
  [
    "no address of what is none",
    sentOut({ ...sent.affiliate, to_address: "a b" }),
    `${SHARE} nobody, no id`,
  ],
  [
    "a plan until it is sent, and once",
    kept(swapped, {
      planned_out_txs: [payout, share, { ...share, to_address: "thor1second" }],
      out_txs: [sent.affiliate],
    }),
    `${SHARE} thor1affiliate, no id`,
    `${PAYOUT} ETH to recipient, no id`,
    `${SHARE} thor1second, no id`,
  ],
  [
    "the exact plan first, then that of the address, then that of the amount",
    carried(
      [planTo(RECIPIENT, "5"), planTo(RECIPIENT, "7"), planTo("0xother", "9")],
      [to(RECIPIENT, "ETH.ETH", "7"), to(RECIPIENT, "ETH.ETH", "4"), to("0xthird", "ETH.ETH", "9")],
    ),
    "swap 7 ETH.ETH on ETH to recipient, as payout",
    "swap 4 ETH.ETH on ETH to recipient, as payout",
    "affiliate 9 ETH.ETH on ETH to 0xthird, as payout",
  ],
  [
    "one payout for one plan",
    carried([planTo(RECIPIENT, "5"), payout], [sent.payout]),
    `${PAYOUT} ETH to recipient, as payout`,
    "swap 5 ETH.ETH on ETH to recipient, no id",
  ],
];
for (const [what, node, ...expected] of payouts)
  test(`payouts are told with ${what}`, async () =>
    expect(outsOf(await ask({ nodes: node, paths: inQueue }))).toEqual(expected));
