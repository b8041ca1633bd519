// Each rule by which two sources bear each other out, asked directly: what is shared, what is final, and when a second node is worth a call.
import { expect, test } from "@playwright/test";
import type { SwapOut } from "../../../../lib/protocol/model/swap.ts";
import type { Claim, Sources } from "../../../../lib/protocol/swap/claim.ts";
import {
  type Corroboration,
  confirmClaim,
  confirmedDeposit,
  confirmedMemo,
  confirmedOuts,
  isBorneOut,
  isFinalised,
  needsSecondNode,
} from "../../../../lib/protocol/swap/final.ts";
import type { IndexerFacts } from "../../../../lib/protocol/swap/indexer.ts";
import type { NodeFacts } from "../../../../lib/protocol/swap/node.ts";
import { sharedDeposit, sharedOuts } from "../../../../lib/protocol/swap/witnesses.ts";

const out = (more: Partial<SwapOut> = {}): SwapOut => ({
  kind: "swap",
  chain: "ETH",
  asset: "ETH.ETH",
  amount: 5n,
  address: "0xaa",
  txid: "1",
  ...more,
});
const [user, other, affiliate] = [
  out(),
  out({ txid: "2" }),
  out({ kind: "affiliate", txid: "3", address: "thor1a" }),
];
const deposit = { chain: "BTC", asset: "BTC.BTC", amount: 9n, address: "bc1q", memo: "=:e:0xaa" };

const node = (more: Partial<NodeFacts> = {}, outs: readonly SwapOut[] = [user]): NodeFacts => ({
  rule: "recipientPaid",
  state: "done",
  terminal: true,
  isSwapOver: true,
  isFinalised: true,
  refundExpected: false,
  in: deposit,
  outputs: outs.map((one) => ({
    ...one,
    sent: true,
    proof: one.kind === "swap" ? "address" : null,
  })),
  hasUserOutput: true,
  memoText: null,
  memo: null,
  ...more,
});
const indexed = (more: Partial<IndexerFacts> = {}): IndexerFacts =>
  ({ state: "done", settled: true, in: deposit, out: [user], ...more }) as IndexerFacts;
const sources = (more: Partial<Sources> = {}): Sources => ({
  node: node(),
  second: null,
  indexerFacts: null,
  secondIndexerFacts: null,
  isIndexedAsOther: false,
  isIndexerRead: true,
  isIndexerApart: true,
  isRejectedOnChain: false,
  isApartTooLong: false,
  ...more,
});
const claim = (more: Partial<Claim> = {}): Claim => ({
  state: "done",
  settled: true,
  refundExpected: false,
  decidedBy: "node",
  doubt: null,
  ...more,
});
const two: Corroboration = { quorum: 2, indexerInSync: true };
const one: Corroboration = { quorum: 1, indexerInSync: true };
const swapping = node({ rule: "swapPending", state: "swapping", terminal: false }, []);
const unseen = node({ rule: "notSeen", state: "unknown", terminal: false, in: null }, []);
const noSwap = node({ rule: "notASwap", state: "unknown" }, []);
const returned = node({ state: "refunded" });
const seenOnly = { ...unseen, in: deposit };
const nothing = node({ rule: "nothingPlanned", state: "no_output", terminal: false }, []);

const byIndexer = { decidedBy: "indexer" } as const;
const failed = { state: "failed", ...byIndexer } as const;
const partly = { state: "partially_refunded" } as const;
const unsettled = indexed({ settled: false });
const byIndexers = { node: unseen, indexerFacts: indexed() };
const rejected = { indexerFacts: indexed({ state: "failed", out: [] }), isRejectedOnChain: true };

const finals: readonly [
  name: string,
  final: string | null,
  sources: Partial<Sources>,
  claim?: Partial<Claim>,
  setup?: Corroboration,
][] = [
  ["two nodes", "done", { second: node() }],
  ["a node and the indexer", "done", { indexerFacts: indexed() }],
  ["an indexer that is not settled", null, { indexerFacts: unsettled }],
  ["a second with a payout more", null, { second: node({}, [user, other]) }],
  ["a second with a payout less", null, { node: node({}, [user, other]), second: node() }],
  ["a second with another deposit", null, { second: node({ in: { ...deposit, amount: 8n } }) }],
  ["a claim that its node does not make", null, { node: swapping, second: node() }],
  ["a claim of another outcome than its node's", null, { node: returned, second: returned }],
  ["payouts to nobody", "done", { node: node({}, []), indexerFacts: indexed({ out: [] }) }],
  [
    "a part that only the indexer's claim makes of it",
    "partially_refunded",
    { indexerFacts: indexed({ state: "refunded" }), node: node(partly) },
    { ...partly, ...byIndexer },
  ],
  [
    "no swap, and a node that has not seen it",
    null,
    { node: noSwap, second: seenOnly },
    { state: "unknown" },
  ],
  ["payouts to nobody, the one node and no record", null, { node: node({}, []) }, {}, one],
  [
    "an indexer and a second one",
    "done",
    { ...byIndexers, secondIndexerFacts: indexed() },
    byIndexer,
  ],
  [
    "an indexer and a second one that is not settled",
    null,
    { ...byIndexers, secondIndexerFacts: unsettled },
    byIndexer,
  ],
  ["a node, and a second indexer alone", null, { secondIndexerFacts: indexed() }],
  ["no swap, two nodes", "unknown", { node: noSwap, second: noSwap }, { state: "unknown" }],
  [
    "no swap, a record of another kind",
    "unknown",
    { node: noSwap, isIndexedAsOther: true },
    { state: "unknown" },
  ],
  ["no swap, no record", null, { node: noSwap }, { state: "unknown" }],
  ["no output, two nodes", "no_output", { node: nothing, second: nothing }, { state: "no_output" }],
  [
    "no output, the one node and no record",
    "no_output",
    { node: nothing },
    { state: "no_output" },
    one,
  ],
  [
    "no output, the indexer unread",
    null,
    { node: nothing, isIndexerRead: false },
    { state: "no_output" },
    one,
  ],
  ["done, the one node and no record", null, {}, {}, one],
  ["done, the one node without an indexer", "done", {}, {}, { ...one, indexerInSync: false }],
  [
    "rejected, one of two nodes has seen it",
    null,
    { node: unseen, second: swapping, ...rejected },
    failed,
  ],
  [
    "rejected, neither has seen it",
    "failed",
    { node: unseen, second: unseen, ...rejected },
    failed,
  ],
];
for (const [name, final, more, claimed, setup = two] of finals) {
  test(`${name}: ${final ?? "not"} final`, () => {
    expect(confirmClaim(claim(claimed), sources(more), setup).final).toBe(final);
  });
}

test("what is not final is told by two, or as the word of one", () => {
  const of = (claimed: Partial<Claim>, more: Partial<Sources>) =>
    confirmClaim(claim(claimed), sources(more), two);
  const elsewhere = indexed({ in: { ...deposit, amount: 8n }, out: [] });
  // That nothing is paid, both say. Of the deposit they tell two, so it is not final.
  expect(of({ state: "no_output" }, { node: nothing, indexerFacts: elsewhere })).toMatchObject({
    state: "no_output",
    doubt: null,
    final: null,
  });
  expect(of({}, { indexerFacts: indexed({ in: elsewhere.in }) })).toMatchObject({
    state: "unknown",
    doubt: "unconfirmed",
  });
  // Two nodes are done with a transaction that one of them calls no swap: nothing says that a payout follows.
  expect(of({ state: "unknown" }, { node: noSwap, second: node() })).toMatchObject({
    state: "unknown",
  });
  expect(of({}, { node: node(), second: node({}, [other]) })).toMatchObject({
    state: "outbound_signing",
  });
});

test("a second node is worth a call for what is not borne out, or not told by the other source", () => {
  const isNeeded = (more: Partial<Sources>, claimed: Partial<Claim> = {}, setup = two) =>
    needsSecondNode(claim(claimed), sources(more), setup);
  expect(isNeeded({})).toBe(true);
  expect(isNeeded({ indexerFacts: indexed() })).toBe(false);
  expect(isNeeded({}, {}, one)).toBe(false);
  expect(isNeeded({ indexerFacts: indexed({ in: null }) })).toBe(true);
  expect(isNeeded({ node: node({ in: null }), indexerFacts: indexed({ in: null }) })).toBe(false);
  expect(isNeeded({ node: node({}, [user, affiliate]), indexerFacts: indexed() })).toBe(true);
  const under = { state: "swapping", settled: false } as const;
  expect(
    isNeeded({ node: null, indexerFacts: indexed() }, { ...under, decidedBy: "indexer" }),
  ).toBe(false);
  const pending = indexed({ state: "swapping", refundExpected: false });
  expect(isNeeded({ node: swapping, indexerFacts: pending }, under)).toBe(false);
  expect(isNeeded({ node: swapping, indexerFacts: indexed() }, under)).toBe(true);
  expect(isNeeded({ node: swapping }, under)).toBe(true);
  const paying = node({ rule: "outboundUnsigned", state: "outbound_signing", terminal: false }, [
    user,
    other,
  ]);
  const signing = { state: "outbound_signing", settled: false } as const;
  const toPay = { state: "outbound_signing", refundExpected: false } as const;
  expect(
    isNeeded({ node: paying, indexerFacts: indexed({ ...toPay, out: [user, other] }) }, signing),
  ).toBe(false);
  expect(isNeeded({ node: paying, indexerFacts: indexed(toPay) }, signing)).toBe(true);
});

test("a state is borne out by a source that tells it too, or what follows a block later, other than the one that claims it", () => {
  const byNode = (more: Partial<Sources>) =>
    isBorneOut({ state: "swapping", refundExpected: false, decidedBy: "node" }, sources(more));
  expect(byNode({ node: swapping })).toBe(false);
  expect(byNode({ node: swapping, second: swapping })).toBe(true);
  const planned = node({ rule: "outboundDelayed", state: "outbound_scheduled", terminal: false });
  expect(byNode({ node: swapping, second: planned })).toBe(true);
  expect(byNode({ node: swapping, second: { ...planned, in: { ...deposit, amount: 7n } } })).toBe(
    false,
  );
  expect(byNode({ node: swapping, second: node() })).toBe(false);
  expect(byNode({ node: swapping, indexerFacts: indexed() })).toBe(false);
  expect(
    byNode({ node: swapping, indexerFacts: indexed({ state: "swapping", refundExpected: false }) }),
  ).toBe(true);
  expect(byNode({ node: swapping, second: unseen })).toBe(false);
  const byIndexer = (more: Partial<Sources>) =>
    isBorneOut(
      { state: "done", refundExpected: false, decidedBy: "indexer" },
      sources({ node: null, indexerFacts: indexed(), ...more }),
    );
  expect(byIndexer({})).toBe(false);
  expect(byIndexer({ node: node() })).toBe(true);
  expect(byIndexer({ second: node() })).toBe(true);
  expect(byIndexer({ node: swapping })).toBe(false);
  expect(byIndexer({ node: node({ refundExpected: true }) }), "a refund beside it").toBe(false);
  expect(
    isBorneOut(
      { state: "unavailable", refundExpected: false, decidedBy: null },
      sources({ node: null }),
    ),
  ).toBe(false);
});

test("a deposit is seen through by as many sources as are needed, a node among them", () => {
  const open = node({ isFinalised: false });
  const rows: readonly [more: Partial<Sources>, quorum: 1 | 2, told: boolean][] = [
    [{}, 1, true],
    [{}, 2, false],
    [{ second: node() }, 2, true],
    [{ second: open }, 2, false],
    [{ node: open, second: node() }, 2, false],
    [{ node: open, second: node() }, 1, true],
    [{ indexerFacts: indexed() }, 2, true],
    [{ isIndexedAsOther: true }, 2, true],
    [{ node: open, indexerFacts: indexed() }, 2, false],
    [{ node: open, indexerFacts: indexed() }, 1, false],
    [{ node: open, second: open, indexerFacts: indexed() }, 1, false],
    [{ node: null, indexerFacts: indexed() }, 1, false],
    [{ node: null, second: null }, 1, false],
    [{ node: open }, 1, false],
  ];
  for (const [more, quorum, told] of rows)
    expect(isFinalised(sources(more), quorum), `${quorum}`).toBe(told);
});

test("of a swap under way, what two sources name is shown", () => {
  const outs = (more: Partial<Sources>, setup = two) => confirmedOuts(sources(more), setup);
  const both = node({}, [user, other]);
  expect(outs({ node: both })).toEqual([]);
  expect(outs({ node: both }, one)).toEqual([user, other]);
  expect(outs({ node: node({}, []), indexerFacts: indexed() }, one)).toEqual([user]);
  expect(outs({ node: node({}, []) }, one)).toEqual([]);
  expect(outs({ node: null, indexerFacts: indexed() }, one)).toEqual([user]);
  expect(outs({ node: both, second: node(), indexerFacts: indexed({ out: [other] }) })).toEqual([
    user,
  ]);
  expect(
    outs({ node: both, second: node(), indexerFacts: indexed({ out: [user, other] }) }),
  ).toEqual([user, other]);
  expect(outs({ node: both, indexerFacts: indexed({ out: [other] }) })).toEqual([other]);
  const given = (more: Partial<Sources>, setup = two) => confirmedDeposit(sources(more), setup);
  expect(given({})).toBeNull();
  expect(given({}, one)).toEqual(deposit);
  expect(given({ second: node() })).toEqual(deposit);
  expect(given({ node: null, indexerFacts: indexed() }), "one source").toBeNull();
  expect(given({ node: null, indexerFacts: indexed() }, one)).toEqual(deposit);
  expect(
    given({ second: node({ in: { ...deposit, amount: 1n } }), indexerFacts: indexed() }),
  ).toEqual(deposit);
});

test("a memo is told where two sources tell it alike, and where one is configured by that one", () => {
  const [a, b] = ["=:e:0xaa", "=:e:0xbb"];
  const by = (memoText: string | null) => node({ memoText });
  const rows: readonly [more: Partial<Sources>, setup: Corroboration, memo: string | null][] = [
    [{ node: by(a) }, two, null],
    [{ node: by(a), second: by(a) }, two, a],
    [{ node: by(a), second: by(b) }, two, null],
    [{ node: by(a), indexerFacts: indexed({ memo: a }) }, two, a],
    [{ node: by(a), indexerFacts: indexed({ memo: a }), isIndexerApart: false }, two, null],
    [{ node: null, second: by(a), indexerFacts: indexed({ memo: a }) }, two, a],
    [{ node: by(null), second: by(a), indexerFacts: indexed({ memo: a }) }, two, a],
    [{ node: by(null), second: by(null) }, two, null],
    [{ node: by(a) }, one, a],
    [{ node: by(a), indexerFacts: indexed({ memo: b }) }, one, a],
    [{ node: null, indexerFacts: indexed({ memo: b }) }, one, b],
    [{ node: null }, one, null],
  ];
  for (const [index, [more, setup, memo]] of rows.entries())
    expect(confirmedMemo(sources(more), setup), `row ${index}`).toBe(memo);
});

test("a payout is shared once for each time that both name it, in every part", () => {
  expect(sharedOuts([user, user], [user])).toEqual([user]);
  expect(sharedOuts([other, other], [user, other])).toEqual([other]);
  expect(sharedOuts([user, other], [other, user])).toEqual([user, other]);
  expect(sharedOuts([user, user], [user, user])).toEqual([user, user]);
  const changes: Partial<SwapOut>[] = [
    { kind: "refund" },
    { chain: "BASE" },
    { asset: "ETH.DAI" },
    { amount: 6n },
    { address: "0xab" },
    { address: null },
    { txid: null },
  ];
  for (const change of changes) {
    expect(sharedOuts([user], [out(change)]), JSON.stringify(change, String)).toEqual([]);
    expect(sharedOuts([out(change)], [user]), JSON.stringify(change, String)).toEqual([]);
    expect(sharedOuts([out(change)], [out(change)])).toEqual([out(change)]);
  }
  expect(sharedOuts([user], [out({ asset: "eth.eth" })])).toEqual([user]);
});

test("of a deposit, what both tell is told, and two that contradict each other are two", () => {
  for (const part of ["address", "memo"] as const) {
    const without = { ...deposit, [part]: null };
    expect(sharedDeposit(deposit, without)).toEqual(without);
    expect(sharedDeposit(without, deposit)).toEqual(without);
  }
  expect(sharedDeposit(deposit, null)).toBeNull();
  expect(sharedDeposit(null, deposit)).toBeNull();
  for (const change of [
    { chain: "LTC" },
    { asset: "BTC/BTC" },
    { amount: 8n },
    { address: "bc1p" },
    { memo: "x" },
  ])
    expect(sharedDeposit(deposit, { ...deposit, ...change })).toBeUndefined();
});
