// What an indexer records of one hash, where no node is read or two indexers say the same: state, payouts, deposit, fees and parts.
import { expect, test } from "@playwright/test";
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
type Table<T> = Readonly<Record<string, T>>;

const [FINAL, OPEN] = [true, false];
const [BACK, SIGNING] = ["outbound_signing, goes back", "outbound_signing"];
const states: Table<readonly [state: string, isSettled: boolean]> = {
  failed: ["failed", FINAL],
  "failed waits": ["failed", FINAL],
  "failed with a share": ["failed", FINAL],
  "failed with a payout of blanks": ["failed", FINAL],
  "failed with a payout without an id": ["failed", FINAL],
  "failed with a payout": ["refunded", FINAL],
  "failed, failed with a payout": ["refunded", FINAL],
  "swap, failed": ["failed", FINAL],
  refund: ["refunded", FINAL],
  "refund without a payout": ["refunded", FINAL],
  "swap of the affiliate, refund": ["refunded", FINAL],
  "swap and refund, refund": ["partially_refunded", FINAL],
  "swap waits, refund": ["refunded", OPEN],
  "payout waits, refund": ["refunded", OPEN],
  "swap without a memo, refund without a memo": ["refunded", FINAL],
  "swap to the sender, refund to the sender": ["refunded", FINAL],
  "refund waits": [BACK, OPEN],
  "swap, refund waits": [BACK, OPEN],
  swap: ["done", FINAL],
  "swap without a payout": ["done", FINAL],
  "swap without details": ["done", FINAL],
  "swap of the affiliate": [SIGNING, OPEN],
  "swap marked": [SIGNING, OPEN],
  "swap waits": ["swapping", OPEN],
  "swap, swap waits": ["swapping", OPEN],
  "id in small letters": ["done", FINAL],
  "blank id": ["done", FINAL],
  "no id": ["done", FINAL],
};
for (const [text, [state, isSettled]] of Object.entries(states))
  test(`an indexer records: ${text}: ${state}`, async () => {
    const reading = await askIndexers(text);
    expect(reading).toMatchObject({ doubt: "node_unread", decidedBy: "indexer" });
    expect(reading.state + (reading.refundExpected ? ", goes back" : "")).toBe(state);
    expect((await ask(of(`unseen, unseen | ${text} | ${text}`))).terminal, "two indexers").toBe(
      isSettled,
    );
  });

const uncounted = [
  "no record",
  "donation",
  "no type",
  "no status",
  "refund by status",
  "failed without a status",
  "another deposit",
  "a payout of this id",
  "a payout of this id without deposits",
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
const paid = (was: string, is: string) => PAID.replace(was, is);
const payouts: Table<readonly string[]> = {
  "swap, swap and share": [PAID, SHARE],
  "payout twice": [PAID],
  "payout without id": [paid("as payout", "no id")],
  "swap, other id": [PAID, paid("as payout", OTHER_ID)],
  "swap, other address": [PAID, paid("recipient", "0xother").replace("swap", "affiliate")],
  "swap, other asset": [PAID, paid("ETH.ETH", "ETH.DAI")],
  "swap, other amount": [PAID, paid("90000000", "1")],
  "no coins": [],
  "failed with a payout": [RETURNED],
  "swap of RUNE, refund of RUNE": [
    PAID,
    SHARE,
    "refund 400000000 THOR.RUNE on THOR to sender, as refund",
  ],
  "marked share without a memo": [SHARE],
  "swap without details": [PAID],
  "memo of no swap": [paid("swap", "affiliate")],
  "no address": [paid("recipient", "nobody")],
  "refund to no address": [RETURNED.replace("sender", "nobody")],
  "payout of a synth": [paid("90000000 ETH.ETH on ETH", "5 ETH/ETH on THOR")],
  "payout of an odd asset": [paid("90000000 ETH.ETH on ETH", "5 ETH.A.B on ")],
};
for (const [text, expected] of Object.entries(payouts))
  test(`payouts of an indexer: ${text}`, async () =>
    expect(outsOf(await askIndexers(text))).toEqual(expected));

const deposits: Table<string | null> = {
  swap: "5000000 BTC.BTC on BTC",
  "swap, swap of a share": "5015000 BTC.BTC on BTC",
  "refund, refund of a share": "5015000 BTC.BTC on BTC",
  "swap, refund of a share": null,
  "deposit in two assets": null,
  "deposit of a synth": "5 BTC/BTC on THOR",
  "deposit of an odd asset": "5 ETH.A.B on ",
  "no deposit": null,
};
for (const [text, expected] of Object.entries(deposits))
  test(`a deposit of an indexer: ${text}`, async () => {
    const { in: given } = await askIndexers(text);
    expect(given && `${given.amount} ${given.asset} on ${given.chain}`).toBe(expected);
  });

test("the memo is the first that an action carries, and a blank one is none", async () => {
  for (const text of ["swap", "refund", "failed", "blank memo, swap"])
    expect((await askIndexers(text)).in?.memo, text).toBe(MEMO);
  expect((await askIndexers("blank memo")).in?.memo).toBeNull();
});

const reasons: Table<string | null> = {
  "unread | refund saying": WORDS,
  "unread | failed saying": WORDS,
  "unread | refund, refund saying nothing, refund saying": WORDS,
  "unread | refund saying hidden": "abc",
  "unread | swap": null,
  "both refunded | refund saying | refund saying": WORDS,
  "both unseen | refund saying | refund saying else": null,
  "both unseen | refund saying | refund": null,
  "both returning | refund waits saying": WORDS,
  "both nothing | refund of nothing saying": WORDS,
  "both swapping | refund waits saying": null,
  "paid | swap saying": null,
  "both signing | refund saying": null,
};
for (const [text, expected] of Object.entries(reasons))
  test(`the network's own words: ${text}: ${expected}`, async () =>
    expect((await ask(of(text))).refundReason).toBe(expected));

const outboundFees: Table<string | null> = {
  swap: null,
  "swap, 5 ETH": "5 ETH.ETH",
  "5 ETH, 7 ETH": "5 ETH.ETH, 7 ETH.ETH",
  "5 ETH, 5 BTC": "5 ETH.ETH, 5 BTC.BTC",
  "5 ETH, 5 ETH twice": "5 ETH.ETH, 5 ETH.ETH",
  "5 ETH twice, 5 ETH": "5 ETH.ETH, 5 ETH.ETH",
  "ETH and RUNE twice, refund with all": "5 ETH.ETH, 2 THOR.RUNE, 2 THOR.RUNE, 5 BTC.BTC",
  "0 BTC": null,
  "0 RUNE": "5 ETH.ETH, 0 THOR.RUNE",
};
for (const [text, expected] of Object.entries(outboundFees))
  test(`outbound fees of a hash are told once, and 0 only of the native chain: ${text}`, async () => {
    const list = (await askIndexers(text)).outboundFees;
    expect(list?.map(({ asset, base }) => `${base} ${asset}`).join(", ") ?? null).toBe(expected);
  });

const liquidityFees: Table<bigint | null> = {
  swap: null,
  "40, 40": 40n,
  "40, 2 of a share": 42n,
  "40, 40 in the next block": 80n,
  "40, 40 at another time": 80n,
  "0": 0n,
  "-1": null,
};
for (const [text, expected] of Object.entries(liquidityFees))
  test(`liquidity fees add up over the parts of a swap: ${text}`, async () => {
    const { liquidityFee } = await askIndexers(text);
    expect(liquidityFee && [liquidityFee.asset, liquidityFee.base]).toEqual(
      expected === null ? null : ["THOR.RUNE", expected],
    );
  });

test("a record is the swap's though its fees stand in another order, or it lacks the share", async () => {
  expect((await ask(of("both paid | ETH first | BTC first"))).outboundFees).toHaveLength(2);
  const shared = await ask(of("both paid with a share | swap | swap"));
  expect([kindsOf(shared), shared.startedAtMs !== null]).toEqual(["affiliate swap", true]);
});

test("a swap began at its earliest date, and nonsense is none", async () => {
  const startOf = async (...dates: string[]) =>
    (await ask({ ...of("unread"), indexers: [dates.map((date) => ({ ...swapRecord, date }))] }))
      .startedAtMs;
  const odd = [
    "1".repeat(15),
    "1".repeat(20),
    `x${"1".repeat(17)}`,
    `${"1".repeat(17)}x`,
    "yesterday",
  ];
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
const partsOf: readonly [expected: string | null, one: unknown, second: unknown][] = [
  ["5 of 5, 2 failed", five, five],
  ["2 of 5, 0 failed", two, two],
  ["5 of 5, 5 failed", ...twice({ ...five, failedSwaps: ["1", "2", "3", "4", "5"] })],
  ["5 of 5, null failed", ...twice({ count: "5", quantity: "5" })],
  ["2 of 2, null failed", ...twice({ count: "2", quantity: "2" })],
  [null, five, undefined],
  [null, five, { ...five, failedSwaps: ["5"] }],
  [null, five, { ...five, count: "4" }],
  [null, ...twice({ count: "1", quantity: "1" })],
  [null, ...twice({ ...five, count: "6" })],
  [null, ...twice({ ...five, count: 5 })],
  [null, ...twice("five")],
  [null, ...twice({ ...two, failedSwaps: ["1", "2", "3"] })],
];
function twice(parts: unknown): [unknown, unknown] {
  return [parts, parts];
}
for (const [index, [expected, ...both]] of partsOf.entries())
  test(`parts of a swap that is over are told where two indexers tell them alike: ${index}: ${expected}`, async () => {
    const out = { out: [legs.payout, legs.refund] };
    const indexers = both.map((streamingSwapMeta) => [
      ...[{}, { streamingSwapMeta }].map((more) => detailed("swap", more, out)),
      detailed("refund", {}, out),
    ]);
    const { stages: list } = await ask({ ...of("both partly"), indexers });
    const parts = list[2]?.streaming;
    expect(parts ? `${parts.count} of ${parts.quantity}, ${parts.failed} failed` : null).toBe(
      expected,
    );
  });

const paidFor: Table<string | null> = {
  swap: TXID,
  "no record": null,
  refund: null,
  "another type": null,
  "swap, another deposit": null,
  "deposit whose id is none": null,
};
for (const [text, expected] of Object.entries(paidFor))
  test(`the id of a payout leads to its deposit where one alone is recorded: ${text}`, async () => {
    const reading = await ask(of(`unseen, unseen | ${text}`, { txid: PAYOUT_ID }));
    expect([reading.state, reading.paidFor ?? null]).toEqual(["unknown", expected]);
  });
