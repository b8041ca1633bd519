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
  "signed, no swap stage": { ...signed, swap_finalised: undefined },
  "never delayed": { ...swapped, outbound_signed: {} },
  "signed, delayed": { ...signed, outbound_delay: { completed: false } },
};
/** Of an order for RUNE: what was filled is paid at once, and the rest goes back after a delay. */
const native = { chain: "THOR", to_address: "thor1recipientexample00000000000000000000000" };
const rune = { asset: "THOR.RUNE", amount: "5" };
const memoWords: Readonly<Record<string, object>> = {
  "no deposit": { tx: undefined },
  "no memo": { tx: deposit("") },
  donation: { tx: deposit("+:BTC.BTC") },
  withdrawal: { tx: deposit("-:ETH.ETH:5000") },
  order: { tx: deposit(`=<:THOR.RUNE:${native.to_address}:1400000000/100/0`) },
};
const plans = { ...planned, native: { ...native, coin: rune, refund: false } };
const outs = {
  ...sent,
  native: { ...native, id: "00".repeat(32), coins: [rune], memo: `OUT:${TXID}` },
};
/** As "signed; withdrawal; plans payout; sends payout". */
function nodeOf(text: string): object {
  const [at = "", ...parts] = text.split("; ");
  const listOf = (verb: string, words: Readonly<Record<string, object>>) => {
    const part = parts.find((one) => one.startsWith(`${verb} `)) ?? verb;
    return part
      .split(" ")
      .slice(1)
      .map((word) => words[word]);
  };
  const memo = parts.flatMap((part) => memoWords[part] ?? [])[0];
  const body = { planned_out_txs: listOf("plans", plans), out_txs: listOf("sends", outs) };
  return kept(stageWords[at] ?? {}, { ...body, ...memo });
}
/** It waits to be signed, and is not given up. */
const inQueue = { outbound: [{ in_hash: TXID }] };

const rules = rowsBelow(`
  unknown -----
    unseen; no deposit
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
    swapping
    swapping; plans payout; sends payout
    swapping; plans refund
    pending, no swap stage
    swap stage open
  outbound_scheduled ooo--
    scheduled; plans payout
  outbound_scheduled, goes back oo---
    scheduled; plans refund
  outbound_scheduled, goes back ooo--
    signed, delayed; order; plans native refund; sends native
  outbound_signing oooo-
    signing; plans payout
    never delayed; plans payout
    signed; plans affiliate payout; sends affiliate
    swapped; plans payout
    swapped; sends affiliate
    swapped; plans payout; sends affiliate
    no swap stage; no deposit
  outbound_signing, goes back oo-o-
    signing; plans refund
    swapped; plans refund
  outbound_signing, goes back oooo-
    signing; plans payout refund
    signing; plans payout refund; sends payout
    signed; plans payout refund; sends payout
    signed; order; plans native refund; sends native
  partially_refunded, final ooooo
    signed; sends payout refund
  partially_refunded, final, goes back ooooo
    signed; plans payout refund; sends payout refund
  refunded, final oo-oo
    signed; sends refund
    signed; sends affiliate refund
  refunded, final, goes back oo-oo
    signed; plans refund; sends refund
    signed; no memo; plans refund; sends refund
  done, final ooooo
    signed; sends payout
    signed; plans payout; sends payout
    swapped; sends payout
    signing; plans payout affiliate; sends payout
    signed; no deposit; plans payout; sends payout
    signed, no swap stage; withdrawal; plans payout; sends payout
    no swap stage; withdrawal; sends payout
  outbound_signing payout_unseen oooo-
    signed; plans payout
    signed; no deposit; plans payout
    signed; withdrawal; plans payout
  outbound_signing payout_unseen, goes back oo-o-
    signed; plans refund
  outbound_signing not_classifiable oooo-
    signed; plans affiliate
    signed; sends affiliate
  no_output ooo--
    swapped
    signed
    no swap status
    swapped; no deposit
  unknown not_a_swap, final oo---
    swapped; donation
    no swap stage; donation
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

test("what a node has timed stands on its stage until that is done", async () => {
  const shown = async (node: object) =>
    (await ask({ nodes: node })).stages.map(({ stage, streaming, secondsLeft }) =>
      stage === "swapped" ? (streaming ?? null) : (secondsLeft ?? "-"),
    );
  expect(await shown(nodeOf("confirming"))).toEqual(["-", 420, null, "-", "-"]);
  expect(await shown(nodeOf("scheduled; plans payout"))).toEqual(["-", "-", null, 360, "-"]);
  expect(await shown(nodeOf("signing; plans payout"))).toEqual(["-", "-", null, "-", "-"]);
  const unknown = { asset: null, in: null, out: null, failed: null };
  const parts: readonly [streaming: object, expected: object | null][] = [
    [
      { interval: 1, quantity: 16, count: 6 },
      { count: 6, quantity: 16, ...unknown },
    ],
    [{ quantity: 16 }, { count: 0, quantity: 16, ...unknown }],
    [{ interval: 1, quantity: 0 }, null],
    [{}, null],
  ];
  for (const [streaming, expected] of parts)
    expect((await shown(kept(inParts(streaming))))[2]).toEqual(expected);
});

const coinsOf = (asset: string, amount = "90000000") => [{ asset, amount }];
const whole = { chain: "BTC", asset: "BTC.BTC", amount: 5_000_000n, address: SENDER, memo: MEMO };
const coined = (asset: string, chain?: string) => ({ chain, coins: coinsOf(asset, "5") });
const deposits: readonly [change: object, expected: object | null][] = [
  [{}, {}],
  [{ coins: [] }, null],
  [{ coins: undefined }, null],
  [{ chain: "" }, {}],
  [coined("BTC~BTC", ""), { asset: "BTC~BTC", amount: 5n, chain: "THOR" }],
  [coined("ETH.A.B"), { asset: "ETH.A.B", amount: 5n, chain: "" }],
  [{ from_address: undefined }, { address: null }],
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
const by = (memo: string, out: object = sent.payout) =>
  kept(signed, { tx: deposit(memo), out_txs: [out] });
const pays = (out: object) => by(MEMO, out);
const paysTo = (to_address: string, amount: string) => ({
  ...payout,
  to_address,
  coin: { asset: "ETH.ETH", amount },
});
const back = (asset: string, amount: string, to_address: string | undefined = SENDER) => ({
  ...sent.refund,
  to_address,
  coins: coinsOf(asset, amount),
});
/** Without the word that says that it is one. */
const mute = (out: object) => ({ ...out, memo: undefined });
const muteTo = (to_address: string | undefined, amount = "4998000") =>
  mute({ ...back("BTC.BTC", amount), to_address });
const shareOf = (amount: string, to_address = share.to_address) => ({
  ...sent.affiliate,
  to_address,
  coins: coinsOf("THOR.RUNE", amount),
});
const ltc = { ...refund, coin: { asset: "LTC.LTC", amount: "1" } };
const ltcSent = back("LTC.LTC", "1");
const refundTo = (to_address?: string) => ({ ...refund, to_address });
const owners: readonly [danger: string, kinds: string, node: object][] = [
  ["the destination, in capitals", "swap", pays(to(`0x${RECIPIENT.slice(2).toUpperCase()}`))],
  ["the destination, in another asset", "swap", pays(to(RECIPIENT, "THOR.RUNE"))],
  ["another address, the asset", "affiliate", pays(to("0xother"))],
  ["no address, the asset", "swap", pays(to(undefined))],
  ["a blank address, the asset", "swap", pays(to(""))],
  ["no address, another asset", "affiliate", pays(to(undefined, "THOR.RUNE"))],
  ["a name, the asset", "swap", by("=:ETH.ETH:mario:0/1/0")],
  ["a name, another asset", "affiliate", by("=:ETH.ETH:mario", sent.affiliate)],
  ["a short code", "swap", by("=:r:mario", sent.affiliate)],
  ["no destination", "swap", by("=:ETH.ETH:::wr:10")],
  ["a refund address behind it", "swap", by(`=:ETH.ETH:${RECIPIENT}/${SENDER}:0`)],
  ["no coins", "", pays({ ...sent.payout, coins: undefined })],
  ["the word of a refund within", "swap", pays({ ...sent.payout, memo: "OUT:REFUND:" })],
  ["the word in small letters", "refund", pays({ ...sent.refund, memo: `refund:${TXID}` })],
  ["a refund to the destination", "refund", pays({ ...sent.refund, to_address: RECIPIENT })],
  ["no memo, in nobody's plan", "affiliate", nodeOf("signed; no memo; sends payout")],
  ["no memo, as planned", "swap", nodeOf("signed; no memo; plans payout; sends payout")],
  ["a memo that is no swap's", "swap", by("-:BTC.BTC:10000")],
  ["no word, a planned refund", "refund", carried([refund], [muteTo(SENDER)])],
  ["no word, no address", "refund", carried([refund], [muteTo(undefined)])],
  ["no word, planned to nobody", "refund", carried([refundTo()], [muteTo(SENDER)])],
  ["no word, another address", "affiliate refund", carried([refund], [muteTo("bc1qother", "1")])],
  ["no word, another asset", "affiliate refund", carried([refund], [mute(ltcSent)])],
  [
    "no word, a refund to the recipient",
    "refund refund",
    carried([ltc, refundTo(RECIPIENT)], [muteTo(RECIPIENT), ltcSent]),
  ],
  ["no word, a planned payout", "swap", carried([payout], [mute(sent.payout)])],
  ["a word of its own", "refund", carried([{ ...refund, refund: false }], [sent.refund])],
  ["a refund otherwise", "refund", carried([refund], [back("BTC.BTC", "1", "bc1qother")])],
  ["a share otherwise", "affiliate affiliate", carried([share], [shareOf("1", "thor1second")])],
  ["a share of another amount", "affiliate", carried([share], [shareOf("250")])],
  ["a refund in its asset", "refund affiliate", carried([share], [back("THOR.RUNE", "4000")])],
  ["another asset", "swap swap", carried([payout], [to(RECIPIENT, "ETH.DAI")])],
  ["the plan to another address", "swap", carried([payout], [to("0xother")])],
  ["another payout", "affiliate swap", carried([payout], [to("0xother", "ETH.ETH", "1")])],
  ["a blank address in the plan", "swap", carried([paysTo("", "90000000")], [sent.payout])],
];
for (const [danger, kinds, node] of owners)
  test(`whose an output is: ${danger}: ${kinds}`, async () =>
    expect(kindsOf(await ask({ nodes: node }))).toBe(kinds));

const paidOut = (amount: string, more = "to recipient, as payout") =>
  `swap ${amount} ETH.ETH on ETH ${more}`;
const [UNSENT, NOBODY] = [
  "to recipient, no id",
  "affiliate 300 THOR.RUNE on THOR to nobody, no id",
];
const shareTo = (whom: string) => NOBODY.replace("nobody", whom);
const unchained = (asset: string) => sentOut({ ...to(RECIPIENT, asset, "5"), chain: undefined });
const secondShare = { ...share, to_address: "thor1second" };
const shares = { planned_out_txs: [payout, share, secondShare], out_txs: [sent.affiliate] };
const inOrder = ["7", "4"].map((amount) => to(RECIPIENT, "ETH.ETH", amount));
const inPlan = [paysTo(RECIPIENT, "5"), paysTo(RECIPIENT, "7"), paysTo("0xother", "9")];
const payouts: readonly [what: string, node: object, ...expected: string[]][] = [
  [
    "the chain that the node states",
    sentOut({ ...sent.payout, chain: "BASE" }),
    paidOut("90000000").replace("on ETH", "on BASE"),
  ],
  [
    "the chain of the asset",
    unchained("ETH~ETH"),
    "swap 5 ETH~ETH on THOR to recipient, as payout",
  ],
  ["no chain of an odd asset", unchained("ETH.A.B"), "swap 5 ETH.A.B on  to recipient, as payout"],
  ["no address of what is none", sentOut({ ...sent.affiliate, to_address: "a b" }), NOBODY],
  [
    "a plan until it is sent, and once",
    kept(swapped, shares),
    ...[shareTo("thor1affiliate"), paidOut("90000000", UNSENT), shareTo("thor1second")],
  ],
  [
    "the exact plan first, then that of the address, then that of the amount",
    carried(inPlan, [...inOrder, to("0xthird", "ETH.ETH", "9")]),
    ...[paidOut("7"), paidOut("4"), "affiliate 9 ETH.ETH on ETH to 0xthird, as payout"],
  ],
  [
    "one payout for one plan",
    carried([paysTo(RECIPIENT, "5"), payout], [sent.payout]),
    ...[paidOut("90000000"), paidOut("5", UNSENT)],
  ],
];
for (const [what, node, ...expected] of payouts)
  test(`payouts are told with ${what}`, async () =>
    expect(outsOf(await ask({ nodes: node, paths: inQueue }))).toEqual(expected));
