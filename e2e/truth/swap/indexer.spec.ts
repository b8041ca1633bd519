// What an indexer records of one hash, where no node is read or two indexers say the same.
import { expect, test } from "@playwright/test";
import { rowsBelow } from "../../support/rows.ts";
import {
  legs,
  MEMO,
  PAYOUT_ID,
  record,
  refundRecord,
  swapRecord,
  TXID,
  type Words,
} from "../../support/transactions.ts";
import { ask, kindsOf, outsOf, type Scene, sceneOf } from "./asked.ts";

const [OTHER_ID, WORDS] = ["EF".repeat(32), "emit asset 1 less than price limit 2"];
const payout = (change: object) => ({ ...legs.payout, ...change });
const refund = (change: object) => ({ ...legs.refund, ...change });
const from = (...changes: object[]) => ({
  in: changes.map((change) => ({ ...legs.deposit, ...change })),
});
const coinOf = (asset: string, amount: string) => ({ coins: [{ asset, amount }] });
const swapTo = (...out: object[]) => record("swap", "success", out);
const swapFrom = (...changes: object[]) => ({ ...swapRecord, ...from(...changes) });
const failedTo = (...out: object[]) => record("failed", "success", out);
const memoOf = (memo: string) => ({ metadata: { swap: { memo } } });
const noMemo = { metadata: {} };
const share = from(coinOf("BTC.BTC", "15000"));
const marked = { ...legs.affiliate, affiliate: true };
const rune = from(coinOf("THOR.RUNE", "1000000000"));
const toSelf = payout(coinOf("BTC.BTC", "8"));
const reason = (
  type: "refund" | "failed",
  text?: string,
  status = "success",
  out: object[] = [legs.refund],
) =>
  record(type, status, type === "refund" ? out : [], {
    metadata: { [type]: { memo: MEMO, reason: text } },
  });
const fee = (amount: string, asset: string) => ({ asset, amount });
const [eth, btc, native] = [fee("5", "ETH.ETH"), fee("5", "BTC.BTC"), fee("2", "THOR.RUNE")];
const detailed = (type: "swap" | "refund", more: object, rest: object = {}) =>
  record(type, "success", [], { metadata: { [type]: { memo: MEMO, ...more } }, ...rest });
const fees = (...networkFees: object[]) => detailed("swap", { networkFees });
const liquidity = (liquidityFee: string, rest: object = {}) =>
  detailed("swap", { liquidityFee }, rest);

const words: Words = {
  "failed waits": record("failed", "pending"),
  "failed with a share": failedTo(legs.affiliate),
  "failed with a payout of blanks": failedTo(refund({ txID: "  " })),
  "failed with a payout without an id": failedTo(refund({ txID: undefined })),
  "refund without a payout": record("refund"),
  "refund without a memo": { ...refundRecord, ...noMemo },
  "refund by status": record("refund", "failed"),
  "swap and refund": swapTo(legs.payout, legs.refund),
  "swap without a memo": { ...swapRecord, ...noMemo },
  "swap without details": { ...swapRecord, metadata: undefined },
  "swap marked": swapTo(payout({ affiliate: true })),
  "swap to the sender": swapTo(toSelf),
  "refund to the sender": record("refund", "success", [toSelf]),
  "payout waits": record("swap", "pending", [legs.payout]),
  "id in small letters": swapFrom({ txID: TXID.toLowerCase() }),
  "blank id": swapFrom({ txID: "" }),
  "no id": swapFrom({ txID: undefined }),
  "no type": { ...swapRecord, type: undefined },
  "another type": { ...swapRecord, type: "send" },
  "no status": { ...swapRecord, status: undefined },
  "failed without a status": { ...record("failed"), status: undefined },
  "another deposit": swapFrom({ txID: OTHER_ID }),
  "deposit whose id is none": swapFrom({ txID: "<b>" }),
  "a payout of this id": { ...swapTo(payout({ txID: TXID })), ...from({ txID: OTHER_ID }) },
  "a payout of this id without deposits": { ...swapTo(payout({ txID: TXID })), in: [] },
  "swap and share": swapTo(legs.payout, legs.affiliate),
  "payout twice": swapTo(legs.payout, legs.payout),
  "payout without id": swapTo(payout({ txID: "" }), payout({ txID: undefined })),
  "other id": swapTo(payout({ txID: OTHER_ID })),
  "other address": swapTo(payout({ address: "0xother" })),
  "other asset": swapTo(payout(coinOf("ETH.DAI", "90000000"))),
  "other amount": swapTo(payout(coinOf("ETH.ETH", "1"))),
  "no coins": swapTo(payout({ coins: undefined }), payout({ coins: null }), payout({ coins: [] })),
  "swap of RUNE": { ...swapTo(legs.payout, marked), ...rune },
  "refund of RUNE": {
    ...record("refund", "success", [refund(coinOf("THOR.RUNE", "400000000"))]),
    ...rune,
  },
  "marked share without a memo": { ...swapTo(marked), ...noMemo },
  "memo of no swap": { ...swapRecord, ...memoOf("+:BTC.BTC") },
  "no address": swapTo(payout({ address: "" })),
  "refund to no address": record("refund", "success", [refund({ address: "a b" })]),
  "payout of a synth": swapTo(payout(coinOf("ETH/ETH", "5"))),
  "payout of an odd asset": swapTo(payout(coinOf("ETH.A.B", "5"))),
  "swap of a share": record("swap", "success", [], share),
  "refund of a share": record("refund", "success", [], share),
  "deposit in two assets": record("swap", "success", [], from({}, coinOf("ETH.ETH", "1"))),
  "deposit of a synth": record("swap", "success", [], from(coinOf("BTC/BTC", "5"))),
  "deposit of an odd asset": record("swap", "success", [], from(coinOf("ETH.A.B", "5"))),
  "no deposit": record("swap", "success", [], from()),
  "blank memo": record("swap", "pending", [], memoOf("")),
  "refund saying": reason("refund", WORDS),
  "refund saying nothing": reason("refund", ""),
  "refund saying else": reason("refund", "trading halted"),
  "refund saying hidden": reason("refund", "a\u0007b\u2028c"),
  "failed saying": reason("failed", WORDS),
  "refund waits saying": reason("refund", WORDS, "pending"),
  "refund of nothing saying": reason("refund", WORDS, "success", []),
  "swap saying": record("swap", "success", [legs.payout], {
    metadata: { refund: { memo: MEMO, reason: WORDS } },
  }),
  "5 ETH": fees(eth),
  "7 ETH": fees(fee("7", "ETH.ETH")),
  "5 BTC": fees(btc),
  "5 ETH twice": fees(eth, eth),
  "ETH and RUNE twice": fees(eth, native, native),
  "refund with all": detailed("refund", { networkFees: [eth, native, native, btc] }),
  "0 BTC": fees(eth, fee("0", "BTC.BTC")),
  "0 RUNE": fees(eth, fee("0", "THOR.RUNE")),
  "ETH first": { ...fees(eth, btc), out: [legs.payout] },
  "BTC first": { ...fees(btc, eth), out: [legs.payout] },
  "40": liquidity("40"),
  "2 of a share": liquidity("2", share),
  "40 in the next block": liquidity("40", { height: "25000951" }),
  "40 at another time": liquidity("40", { date: "1800005706123456789" }),
  "0": liquidity("0"),
  "-1": liquidity("-1"),
};
const of = (text: string, more?: Scene) => sceneOf(text, more, words);
/** The one node that there is was not read. */
const askIndexers = (records: string) => ask(of(`unread | ${records}`));

const states = rowsBelow(`
  failed, final
    failed
    failed waits
    failed with a share
    failed with a payout of blanks
    failed with a payout without an id
    swap, failed
  refunded, final
    failed with a payout
    failed, failed with a payout
    refund
    refund without a payout
    swap of the affiliate, refund
    swap without a memo, refund without a memo
    swap to the sender, refund to the sender
  partially_refunded, final
    swap and refund, refund
  refunded
    swap waits, refund
    payout waits, refund
  outbound_signing, goes back
    refund waits
    swap, refund waits
  outbound_signing
    swap of the affiliate
    swap marked
  done, final
    swap
    swap without a payout
    swap without details
    id in small letters
    blank id
    no id
  swapping
    swap waits
    swap, swap waits
`);
for (const [expected, text] of states)
  test(`an indexer records: ${text}: ${expected}`, async () => {
    const reading = await askIndexers(text);
    expect(reading).toMatchObject({ doubt: "node_unread", decidedBy: "indexer" });
    const { terminal } = await ask(of(`unseen, unseen | ${text} | ${text}`));
    const state = reading.state + (reading.refundExpected ? ", goes back" : "");
    expect(state + (terminal ? ", final" : "")).toBe(expected);
  });

const uncounted = [
  ...["no record", "donation", "no type", "no status", "refund by status", "another deposit"],
  ...["failed without a status", "a payout of this id", "a payout of this id without deposits"],
];
for (const text of uncounted)
  test(`an indexer that records ${text} says nothing of this deposit`, async () => {
    expect(await askIndexers(text)).toMatchObject({ state: "unavailable", decidedBy: null });
    const unseen = { state: "unknown", decidedBy: "node", in: null, out: [], startedAtMs: null };
    expect(await ask(of(`unseen | ${text}`))).toMatchObject(unseen);
  });

const PAID = "swap 90000000 ETH.ETH on ETH to recipient, as payout";
const SHARE = "affiliate 300 THOR.RUNE on THOR to thor1affiliate, no id";
const RETURNED = "refund 4998000 BTC.BTC on BTC to sender, as refund";
const payouts = rowsBelow(`
  ${PAID}; ${SHARE}
    swap, swap and share
  ${PAID}
    payout twice
    swap without details
  swap 90000000 ETH.ETH on ETH to recipient, no id
    payout without id
  ${PAID}; swap 90000000 ETH.ETH on ETH to recipient, ${OTHER_ID}
    swap, other id
  ${PAID}; affiliate 90000000 ETH.ETH on ETH to 0xother, as payout
    swap, other address
  ${PAID}; swap 90000000 ETH.DAI on ETH to recipient, as payout
    swap, other asset
  ${PAID}; swap 1 ETH.ETH on ETH to recipient, as payout
    swap, other amount
  none
    no coins
  ${RETURNED}
    failed with a payout
  ${PAID}; ${SHARE}; refund 400000000 THOR.RUNE on THOR to sender, as refund
    swap of RUNE, refund of RUNE
  ${SHARE}
    marked share without a memo
  affiliate 90000000 ETH.ETH on ETH to recipient, as payout
    memo of no swap
  swap 90000000 ETH.ETH on ETH to nobody, as payout
    no address
  refund 4998000 BTC.BTC on BTC to nobody, as refund
    refund to no address
  swap 5 ETH/ETH on THOR to recipient, as payout
    payout of a synth
  swap 5 ETH.A.B on  to recipient, as payout
    payout of an odd asset
`);
for (const [expected, text] of payouts)
  test(`payouts of an indexer: ${text}`, async () =>
    expect(outsOf(await askIndexers(text)).join("; ") || "none").toBe(expected));

const deposits = rowsBelow(`
  5000000 BTC.BTC on BTC.
    swap
  5015000 BTC.BTC on BTC.
    swap, swap of a share
    refund, refund of a share
  5 BTC/BTC on THOR.
    deposit of a synth
  5 ETH.A.B on .
    deposit of an odd asset
  none
    swap, refund of a share
    deposit in two assets
    no deposit
`);
for (const [expected, text] of deposits)
  test(`a deposit of an indexer: ${text}`, async () => {
    const { in: given } = await askIndexers(text);
    expect(given ? `${given.amount} ${given.asset} on ${given.chain}.` : "none").toBe(expected);
  });

test("the memo is the first that an action carries, and a blank one is none", async () => {
  for (const text of ["swap", "refund", "failed", "blank memo, swap"])
    expect((await askIndexers(text)).in?.memo, text).toBe(MEMO);
  expect((await askIndexers("blank memo")).in?.memo).toBeNull();
});

const reasons = rowsBelow(`
  ${WORDS}
    unread | refund saying
    unread | failed saying
    unread | refund, refund saying nothing, refund saying
    both refunded | refund saying | refund saying
    both returning | refund waits saying
    both nothing | refund of nothing saying
  abc
    unread | refund saying hidden
  null
    unread | swap
    both unseen | refund saying | refund saying else
    both unseen | refund saying | refund
    both swapping | refund waits saying
    paid | swap saying
    both signing | refund saying
`);
for (const [expected, text] of reasons)
  test(`the network's own words: ${text}: ${expected}`, async () =>
    expect(`${(await ask(of(text))).refundReason}`).toBe(expected));

/** Those of a hash are told once, and 0 only of the native chain. */
const outboundFees = rowsBelow(`
  5 ETH.ETH
    swap, 5 ETH
  5 ETH.ETH, 7 ETH.ETH
    5 ETH, 7 ETH
  5 ETH.ETH, 5 BTC.BTC
    5 ETH, 5 BTC
  5 ETH.ETH, 5 ETH.ETH
    5 ETH, 5 ETH twice
    5 ETH twice, 5 ETH
  5 ETH.ETH, 2 THOR.RUNE, 2 THOR.RUNE, 5 BTC.BTC
    ETH and RUNE twice, refund with all
  5 ETH.ETH, 0 THOR.RUNE
    0 RUNE
  none
    swap
    0 BTC
`);
for (const [expected, text] of outboundFees)
  test(`outbound fees of an indexer: ${text}`, async () => {
    const list = (await askIndexers(text)).outboundFees;
    expect(list?.map(({ asset, base }) => `${base} ${asset}`).join(", ") ?? "none").toBe(expected);
  });

const liquidityFees = rowsBelow(`
  40 THOR.RUNE
    40, 40
  42 THOR.RUNE
    40, 2 of a share
  80 THOR.RUNE
    40, 40 in the next block
    40, 40 at another time
  0 THOR.RUNE
    0
  none
    swap
    -1
`);
for (const [expected, text] of liquidityFees)
  test(`liquidity fees add up over the parts of a swap: ${text}`, async () => {
    const { liquidityFee } = await askIndexers(text);
    expect(liquidityFee ? `${liquidityFee.base} ${liquidityFee.asset}` : "none").toBe(expected);
  });

test("a record may lack the share, or have its fees in another order", async () => {
  expect((await ask(of("both paid | ETH first | BTC first"))).outboundFees).toHaveLength(2);
  const shared = await ask(of("both paid with a share | swap | swap"));
  expect([kindsOf(shared), shared.startedAtMs !== null]).toEqual(["affiliate swap", true]);
});

test("a swap began at its earliest date, and nonsense is none", async () => {
  const startOf = async (...dates: string[]) =>
    (await ask({ ...of("unread"), indexers: [dates.map((date) => ({ ...swapRecord, date }))] }))
      .startedAtMs;
  const [digits, more] = ["1".repeat(15), "1".repeat(17)];
  const odd = [digits, "1".repeat(20), `x${more}`, `${more}x`, "yesterday"];
  for (const date of odd) expect(await startOf(date), date).toBeNull();
  expect(await startOf("1800005700123456789", "1799999999123456789", "yesterday")).toBe(
    1_799_999_999_123,
  );
  expect([await startOf("1".repeat(16)), await startOf("1".repeat(19))]).toEqual([
    1_111_111_111, 1_111_111_111_111,
  ]);
});

const five = { count: "5", quantity: "5", failedSwaps: ["4", "5"] };
const two = { count: "2", quantity: "5", failedSwaps: [] };
/** Without a third member, both indexers say the second one. */
const partsOf: readonly [expected: string | null, first: unknown, second?: unknown][] = [
  ["5 of 5, 2 failed", five],
  ["2 of 5, 0 failed", two],
  ["5 of 5, 5 failed", { ...five, failedSwaps: ["1", "2", "3", "4", "5"] }],
  ["5 of 5, null failed", { count: "5", quantity: "5" }],
  ["2 of 2, null failed", { count: "2", quantity: "2" }],
  [null, five, undefined],
  [null, five, { ...five, failedSwaps: ["5"] }],
  [null, five, { ...five, count: "4" }],
  [null, { count: "1", quantity: "1" }],
  [null, { ...five, count: "6" }],
  [null, { ...five, count: 5 }],
  [null, "five"],
  [null, { ...two, failedSwaps: ["1", "2", "3"] }],
];
for (const [index, [expected, ...stated]] of partsOf.entries())
  test(`parts of a swap that is over, as two indexers tell them: ${index}: ${expected}`, async () => {
    const out = { out: [legs.payout, legs.refund] };
    const indexers = (stated.length === 1 ? [...stated, ...stated] : stated).map(
      (streamingSwapMeta) => [
        ...[{}, { streamingSwapMeta }].map((more) => detailed("swap", more, out)),
        detailed("refund", {}, out),
      ],
    );
    const { stages: list } = await ask({ ...of("both partly"), indexers });
    const parts = list[2]?.streaming;
    expect(parts ? `${parts.count} of ${parts.quantity}, ${parts.failed} failed` : null).toBe(
      expected,
    );
  });

const paidFor = rowsBelow(`
  ${TXID}
    swap
  null
    no record
    refund
    another type
    swap, another deposit
    deposit whose id is none
`);
for (const [expected, text] of paidFor)
  test(`the id of a payout leads to its deposit where one alone is recorded: ${text}`, async () => {
    const reading = await ask(of(`unseen, unseen | ${text}`, { txid: PAYOUT_ID }));
    expect([reading.state, `${reading.paidFor ?? null}`]).toEqual(["unknown", expected]);
  });
