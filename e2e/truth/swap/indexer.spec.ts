// What an indexer records of one hash, where no node is read or two indexers say the same.
import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../lib/protocol/model/swap.ts";
import { rowsBelow } from "../../support/rows.ts";
import {
  failedRecord,
  legs,
  MEMO,
  PAYOUT_ID,
  REFUND_ID,
  record,
  refundRecord,
  scriptSwap,
  sent,
  sentOut,
  swapRecord,
  TXID,
  unseen,
  type Words,
} from "../../support/transactions.ts";
import { createWorld, down } from "../../support/world.ts";
import { ask, holdRows, kindsOf, outsOf, type Scene, sceneOf, stateOf, worldOf } from "./asked.ts";

const [OTHER_ID, REASON] = ["EF".repeat(32), "emit asset 1 less than price limit 2"];
const payout = (change: object) => ({ ...legs.payout, ...change });
const refund = (change: object) => ({ ...legs.refund, ...change });
const from = (...changes: object[]) => ({
  in: changes.map((change) => ({ ...legs.deposit, ...change })),
});
const coinOf = (asset: string, amount: string) => ({ coins: [{ asset, amount }] });
const swapTo = (...out: object[]) => record("swap", "success", out);
const refundTo = (...out: object[]) => record("refund", "success", out);
const failedTo = (...out: object[]) => record("failed", "success", out);
const noMemo = { metadata: {} };
const share = from(coinOf("BTC.BTC", "15000"));
const toSelf = payout(coinOf("BTC.BTC", "8"));
const detailed = (type: string, details: object, more: object = {}) =>
  record(type, "success", [], { metadata: { [type]: { memo: MEMO, ...details } }, ...more });

const words: Words = {
  "failed waits": record("failed", "pending"),
  "failed with a share": failedTo(legs.affiliate),
  "failed with a payout without an id": failedTo(refund({ txID: undefined })),
  "refund without a memo": { ...refundRecord, ...noMemo },
  "refund by status": record("refund", "failed"),
  "refund to the sender": refundTo(toSelf),
  "swap and refund": swapTo(legs.payout, legs.refund),
  "swap without a memo": { ...swapRecord, ...noMemo },
  "swap without details": { ...swapRecord, metadata: undefined },
  "swap marked": swapTo(payout({ affiliate: true })),
  "swap to the sender": swapTo(toSelf),
  "no id": { ...swapRecord, ...from({ txID: undefined }) },
  "no type": { ...swapRecord, type: undefined },
  "no status": { ...swapRecord, status: undefined },
  "failed without a status": { ...failedRecord, status: undefined },
  "another deposit": { ...swapRecord, ...from({ txID: OTHER_ID }) },
  "a payout of this id without deposits": { ...swapTo(payout({ txID: TXID })), in: [] },
  "another type": { ...swapRecord, type: "send" },
  "deposit whose id is none": { ...swapRecord, ...from({ txID: "<b>" }) },
  "refund saying": detailed("refund", { reason: REASON }, { out: [legs.refund] }),
  "refund saying nothing": detailed("refund", { reason: "" }, { out: [legs.refund] }),
  "refund saying else": detailed("refund", { reason: "halted" }, { out: [legs.refund] }),
  "refund saying hidden": detailed("refund", { reason: "a\u0007b\u2028c" }),
  "refund waits saying": detailed("refund", { reason: REASON }, { status: "pending" }),
  "failed saying": detailed("failed", { reason: REASON }),
};
const of = (text: string, more?: Scene, moreWords?: Words) =>
  sceneOf(text, more, { ...words, ...moreWords });

const states = rowsBelow(`
  failed, final
    failed waits
    failed with a share
    failed with a payout without an id
  refunded, final
    failed with a payout
    swap of the affiliate, refund
    swap without a memo, refund without a memo
    swap to the sender, refund to the sender
  partially_refunded, final
    swap and refund, refund
  refunded
    swap waits, refund
  outbound_signing, goes back
    swap, refund waits
  outbound_signing
    swap of the affiliate
    swap marked
  done, final
    swap without details
    no id
  swapping
    swap, swap waits
`);
for (const [expected, text] of states)
  test(`an indexer records: ${text}: ${expected}`, async () => {
    const reading = await ask(of(`unread | ${text}`));
    expect(reading).toMatchObject({ doubt: "node_unread", decidedBy: "indexer" });
    const { terminal } = await ask(of(`unseen, unseen | ${text} | ${text}`));
    const state = reading.state + (reading.refundExpected ? ", goes back" : "");
    expect(state + (terminal ? ", final" : "")).toBe(expected);
  });

for (const text of [
  ...["no type", "no status", "refund by status", "failed without a status", "another deposit"],
  "a payout of this id without deposits",
])
  test(`an indexer that records ${text} says nothing of this deposit`, async () => {
    expect(await ask(of(`unread | ${text}`))).toMatchObject({ state: "unavailable" });
    const unseen = { state: "unknown", decidedBy: "node", in: null, out: [], startedAtMs: null };
    expect(await ask(of(`unseen | ${text}`))).toMatchObject(unseen);
  });

/** The one node that there is was not read. */
const askIndexer = (...actions: object[]) => ask({ nodes: [down], indexers: [actions] });
type Rows = readonly [what: string, expected: string | null, ...actions: object[]][];
function holdActions(rule: string, rows: Rows, tell: (reading: SwapReading) => unknown): void {
  for (const [what, expected, ...actions] of rows)
    test(`${rule}: ${what}: ${expected}`, async () =>
      expect(tell(await askIndexer(...actions)) ?? null).toBe(expected));
}

const PAID = "swap 90000000 ETH.ETH on ETH to recipient";
const SHARE = "affiliate 300 THOR.RUNE on THOR to thor1affiliate, no id";
const rune = from(coinOf("THOR.RUNE", "1000000000"));
const marked = { ...legs.affiliate, affiliate: true };
const payouts: Rows = [
  [
    "once of two actions",
    `${PAID}, as payout; ${SHARE}`,
    swapRecord,
    swapTo(legs.payout, legs.affiliate),
  ],
  ["no memo", `${PAID}, as payout`, { ...swapRecord, metadata: undefined }],
  ["once of one action", `${PAID}, as payout`, swapTo(legs.payout, legs.payout)],
  ["no id", `${PAID}, no id`, swapTo(payout({ txID: "" }), payout({ txID: undefined }))],
  ["no coins", "", swapTo(payout({ coins: undefined }), payout({ coins: null }))],
  [
    "RUNE",
    `${PAID}, as payout; ${SHARE}; refund 4 THOR.RUNE on THOR to sender, as refund`,
    { ...swapTo(legs.payout, marked), ...rune },
    { ...refundTo(refund(coinOf("THOR.RUNE", "4"))), ...rune },
  ],
  ["a marked share without a memo", SHARE, { ...swapTo(marked), ...noMemo }],
  [
    "no address",
    `${PAID.replace("recipient", "nobody")}, no id`,
    swapTo(payout({ address: "", txID: "" })),
  ],
  [
    "an address that is none",
    "refund 4998000 BTC.BTC on BTC to nobody, as refund",
    refundTo(refund({ address: "a b" })),
  ],
  [
    "a synth",
    "swap 5 ETH/ETH on THOR to recipient, as payout",
    swapTo(payout(coinOf("ETH/ETH", "5"))),
  ],
];
holdActions("payouts of an indexer", payouts, (reading) => outsOf(reading).join("; "));

test("payouts of an indexer are two where they differ in anything", async () => {
  const changes = [{ txID: OTHER_ID }, { address: "0xother" }, coinOf("ETH.DAI", "90000000")];
  const others = [...changes, coinOf("ETH.ETH", "1")].map((change) => swapTo(payout(change)));
  expect((await askIndexer(swapRecord, ...others)).out).toHaveLength(5);
});

const deposits: Rows = [
  ["with its share", "5015000 BTC.BTC on BTC.", swapRecord, record("swap", "success", [], share)],
  ["of a refund", "5015000 BTC.BTC on BTC.", refundRecord, { ...refundTo(), ...share }],
  ["a synth", "5 BTC/BTC on THOR.", { ...swapTo(), ...from(coinOf("BTC/BTC", "5")) }],
  ["two of two actions", null, swapRecord, { ...refundTo(), ...share }],
  ["two assets", null, { ...swapTo(), ...from({}, coinOf("ETH.ETH", "1")) }],
];
holdActions(
  "a deposit of an indexer",
  deposits,
  ({ in: given }) => given && `${given.amount} ${given.asset} on ${given.chain}.`,
);

test("the memo is the first that an action carries, and a blank one is none", async () => {
  const blank = detailed("swap", { memo: "" });
  for (const actions of [[swapRecord], [refundRecord], [failedRecord], [blank, swapRecord]])
    expect((await askIndexer(...actions)).in?.memo).toBe(MEMO);
  expect((await askIndexer(blank)).in?.memo).toBeNull();
});

const reasons = `
  ${REASON}
    unread | failed saying
    unread | refund, refund saying nothing, refund saying
    both refunded | refund saying | refund saying
    both returning | refund waits saying
  abc
    unread | refund saying hidden
  null
    both unseen | refund saying | refund saying else
    both swapping | refund waits saying
    both signing | refund saying
`;
holdRows("the network's own words", reasons, async (text) => (await ask(of(text))).refundReason);

type Fee = readonly [amount: string, asset: string];
const feesOf = (type: string, fees: readonly Fee[], more: object = {}) =>
  detailed(type, { networkFees: fees.map(([amount, asset]) => ({ asset, amount })) }, more);
const swapFees = (...fees: readonly Fee[]) => feesOf("swap", fees);
const [eth, btc, native] = [
  ["5", "ETH.ETH"],
  ["5", "BTC.BTC"],
  ["2", "THOR.RUNE"],
] as const;
const outboundFees: Rows = [
  ["of two actions, once", "5 ETH.ETH, 5 ETH.ETH", swapFees(eth, eth), swapFees(eth)],
  [
    "of a swap and its refund, once",
    "5 ETH.ETH, 2 THOR.RUNE, 2 THOR.RUNE, 5 BTC.BTC",
    swapFees(eth, native, native),
    feesOf("refund", [eth, native, native, btc]),
  ],
  ["0 of the native chain", "5 ETH.ETH, 0 THOR.RUNE", swapFees(eth, ["0", "THOR.RUNE"])],
  ["0 of another chain", null, swapFees(eth, ["0", "BTC.BTC"])],
  ["none", null, swapRecord],
];
holdActions("outbound fees of an indexer", outboundFees, ({ outboundFees: fees }) =>
  fees?.map(({ asset, base }) => `${base} ${asset}`).join(", "),
);

const liquidity = (liquidityFee: string, more: object = {}) =>
  detailed("swap", { liquidityFee }, more);
const liquidityFees: Rows = [
  ["of one action, once", "40 THOR.RUNE", liquidity("40"), liquidity("40")],
  ["of a share", "42 THOR.RUNE", liquidity("40"), liquidity("2", share)],
  ["of two blocks", "80 THOR.RUNE", liquidity("40"), liquidity("40", { height: "25000951" })],
  [
    "of two times",
    "80 THOR.RUNE",
    liquidity("40"),
    liquidity("40", { date: "1800005706123456789" }),
  ],
  ["0", "0 THOR.RUNE", liquidity("0")],
  ["less than 0", null, liquidity("-1")],
];
holdActions(
  "liquidity fees add up over the parts of a swap",
  liquidityFees,
  ({ liquidityFee: fee }) => fee && `${fee.base} ${fee.asset}`,
);

test("a record may lack the share, or have its fees in another order", async () => {
  const indexers = [
    [eth, btc],
    [btc, eth],
  ].map((fees) => [feesOf("swap", fees, { out: [legs.payout] })]);
  expect((await ask({ ...of("both paid"), indexers })).outboundFees).toHaveLength(2);
  const shared = await ask(of("both paid with a share | swap | swap"));
  expect([kindsOf(shared), shared.startedAtMs !== null]).toEqual(["affiliate swap", true]);
});

test("a swap began at its earliest date, and nonsense is none", async () => {
  const startOf = async (...dates: string[]) =>
    (await askIndexer(...dates.map((date) => ({ ...swapRecord, date })))).startedAtMs;
  const digits = "1".repeat(17);
  for (const date of ["1".repeat(15), "1".repeat(20), `x${digits}`, `${digits}x`])
    expect(await startOf(date), date).toBeNull();
  expect(await startOf("1800005700123456789", "1799999999123456789", "yesterday")).toBe(
    1_799_999_999_123,
  );
  expect([await startOf("1".repeat(16)), await startOf("1".repeat(19))]).toEqual([
    1_111_111_111, 1_111_111_111_111,
  ]);
});

const five = { count: "5", quantity: "5", failedSwaps: ["4", "5"] };
/** By the first indexer, and by the second where it tells otherwise. */
const partsOf: readonly [expected: string | null, first: object, second?: object][] = [
  ["5 of 5, 5 failed", { ...five, failedSwaps: ["1", "2", "3", "4", "5"] }],
  ["2 of 2, null failed", { count: "2", quantity: "2" }],
  [null, five, {}],
  [null, five, { ...five, failedSwaps: ["5"] }],
  [null, five, { ...five, count: "4" }],
  [null, { count: "1", quantity: "1" }],
  [null, { ...five, count: "6" }],
  [null, { count: "2", quantity: "5", failedSwaps: ["1", "2", "3"] }],
];
for (const [expected, first, second = first] of partsOf)
  test(`parts of two indexers: ${JSON.stringify([first, second])}: ${expected}`, async () => {
    const out = { out: [legs.payout, legs.refund] };
    const indexers = [first, second].map((streamingSwapMeta) => [
      detailed("swap", { streamingSwapMeta }, out),
      detailed("refund", {}, out),
    ]);
    const { streaming } = (await ask({ ...of("both partly"), indexers })).stages[2] ?? {};
    const parts = streaming && `${streaming.count} of ${streaming.quantity}`;
    expect(parts ? `${parts}, ${streaming?.failed} failed` : null).toBe(expected);
  });

const paidFor = `
  ${TXID}
    swap
  null
    refund
    another type
    swap, another deposit
    deposit whose id is none
`;
const foundByPayment = `
  done, final as swap of ${TXID}
    both paid | swap
    both paid with a share | swap
  unknown of ${PAYOUT_ID}, named ${TXID}
    both signing | swap
    both swapping | swap
    both refunded | swap
    both unseen | swap
`;
holdRows(
  "the id of a payout gives its swap, if nodes list that payout too",
  foundByPayment,
  async (text) => {
    const reading = await ask(of(text, { txid: PAYOUT_ID, chain: "ETH" }));
    const { txid, paidFor, situation } = reading;
    const kind =
      situation.requestedPayment === undefined ? "" : ` as ${situation.requestedPayment}`;
    return `${stateOf(reading)}${kind} of ${txid}${paidFor ? `, named ${paidFor}` : ""}`;
  },
);
test("a refund's id gives its swap too", async () => {
  const scene = of("both refunded | refund", { txid: REFUND_ID });
  const { situation, state, txid } = await ask({
    ...scene,
    paths: { [`thorchain/tx/status/${REFUND_ID}`]: unseen },
  });
  expect([situation.requestedPayment, state, txid]).toEqual(["refund", "refunded", TXID]);
});
/** After the first question, no node is asked a spare one. */
const scarce = { nodeCalls: 114 };
for (const nodes of ["both paid", "paid", "unseen"])
  test(`where calls are scarce, the id of a payout still names its deposit: ${nodes}`, async () => {
    const options = { nodes: nodes.startsWith("both") ? 2 : 1, ...scarce };
    const reading = await ask(of(`${nodes} | swap`, { txid: PAYOUT_ID, options }));
    expect([reading.state, reading.doubt, reading.paidFor]).toEqual(["unknown", null, TXID]);
  });
test("who asks for the id of a payout makes nobody wait longer for the swap", async () => {
  const polls = [0, 6].map(async (times) => {
    const world = worldOf(of("both paid | swap", { options: scarce }));
    for (let round = 0; round < times; round += 1) {
      world.nowMs += 31_000;
      await world.network.getSwap(PAYOUT_ID, null);
    }
    world.intercept = (_, { pathname }, reply) =>
      /tx\/status|actions/.test(pathname) ? down : reply;
    world.nowMs += 61_000;
    const { state, nextPollSeconds } = await world.network.getSwap(TXID, null);
    return [state, nextPollSeconds];
  });
  const [alone, besides] = await Promise.all(polls);
  expect(alone).toEqual(["unavailable", 6]);
  expect(besides).toEqual(alone);
});
test("an id in another network's form names no deposit, and is no error", async () => {
  const record = { ...swapRecord, ...from({ txID: "5".repeat(88) }) };
  const world = createWorld({ network: "mayachain", nodes: 2 });
  scriptSwap(world, { nodes: unseen, actions: [record] });
  const { state, txid } = await world.network.getSwap(PAYOUT_ID, null);
  expect([state, txid]).toEqual(["unknown", PAYOUT_ID]);
});
test("an id that pays an affiliate and the recipient is that of the payout", async () => {
  const share = { ...sent.affiliate, id: PAYOUT_ID };
  const both = sentOut(share, sent.payout);
  const scene = of("both both | swap", { txid: PAYOUT_ID }, { both });
  const { situation, state } = await ask(scene);
  expect([situation.requestedPayment, state]).toEqual(["swap", "done"]);
});
holdRows(
  "the id of a payout that no node lists leads to its deposit where one is recorded",
  paidFor,
  async (text) => (await ask(of(`unseen, unseen | ${text}`, { txid: PAYOUT_ID }))).paidFor,
);
