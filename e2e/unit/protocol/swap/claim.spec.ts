// What the sources say of one swap, put together: which of two nodes comes first, what an indexer's other records are, and what a refund makes of a payout.
import { expect, test } from "@playwright/test";
import {
  type Claim,
  mergeClaim,
  readSources,
  type SourceInput,
} from "../../../../lib/protocol/swap/claim.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  action,
  actions,
  at,
  body,
  HASH,
  knownAssets,
  legs,
  memo,
  named,
  NOW_MS,
  out,
  plan,
  plannedBody,
} = bodies;
const { recorded, refunded, SENT, sentBody, signed, signing, swapped, swapping } = bodies;

const input = (more: Partial<SourceInput>): SourceInput => ({
  txid: HASH,
  preset: presets.thorchain,
  knownAssets: knownAssets,
  node: null,
  second: null,
  indexer: null,
  indexerInSync: true,
  nowMs: NOW_MS,
  finalisedSinceMs: null,
  ...more,
});
const claimOf = (more: Partial<SourceInput>) => mergeClaim(readSources(input(more)), input(more));

test("a record of this hash that is no swap is told apart from no record, and from one of another hash", () => {
  const of = (...list: Parameters<typeof actions>) =>
    readSources(input({ indexer: actions(...list) })).isIndexedAsOther;
  const leg = (txID: string | undefined) => ({ ...legs.deposit, txID });
  const donation = (...ids: (string | undefined)[]) =>
    action("donate", "success", [], { in: ids.map(leg) });
  expect(of()).toBe(false);
  expect(of(donation(HASH))).toBe(true);
  expect(of(donation(HASH.toLowerCase()))).toBe(true);
  expect(of(donation(SENT))).toBe(false);
  expect(of(donation(undefined))).toBe(false);
  expect(of(donation(SENT, HASH))).toBe(true);
  expect(of(donation(SENT), donation(HASH))).toBe(true);
  expect(of(swapped), "a swap is one").toBe(false);
  expect(
    readSources(input({ indexer: actions(donation(HASH)), indexerInSync: false })),
  ).toMatchObject({
    isIndexedAsOther: false,
    isIndexerRead: false,
  });
});

test("what was not asked of a chain is no rejection", () => {
  expect(readSources(input({})).isRejectedOnChain).toBe(false);
  expect(readSources(input({ isRejectedOnChain: true })).isRejectedOnChain).toBe(true);
});

test("without any source the state is unavailable, and nothing is settled", () => {
  expect(claimOf({})).toEqual({
    state: "unavailable",
    settled: false,
    refundExpected: false,
    decidedBy: null,
    doubt: null,
  });
});

test("what a source says beside its state goes with it: another kind of message, a node unread, a refund to come", () => {
  const pending = recorded("refund", "pending");
  const paid = sentBody(out.user);
  const rows: readonly [more: Partial<SourceInput>, claim: Partial<Claim>][] = [
    [
      { node: body(at.swapped, { tx: memo("+:BTC.BTC") }) },
      { state: "unknown", doubt: "not_a_swap" },
    ],
    [{ node: sentBody(out.affiliate) }, { doubt: "not_classifiable" }],
    [{ node: plannedBody(signed, plan.user) }, { doubt: "payout_unseen" }],
    [{ node: paid }, { doubt: null }],
    [
      { indexer: actions(swapped) },
      { state: "done", settled: false, doubt: "node_unread", decidedBy: "indexer" },
    ],
    [{ node: plannedBody(signing, plan.user), indexer: pending }, { refundExpected: false }],
    [{ node: plannedBody(signing, plan.affiliate), indexer: pending }, { refundExpected: true }],
    [
      { node: plannedBody(signing, plan.affiliate), indexer: actions(swapped) },
      { refundExpected: false },
    ],
    [{ node: plannedBody(signing, plan.affiliate) }, { refundExpected: false }],
    [{ node: body(swapping), indexer: pending }, { refundExpected: false }],
  ];
  for (const [more, claim] of rows)
    expect(claimOf(more), JSON.stringify(claim)).toMatchObject(claim);
});

test("a refund that only the indexer shows makes a payout to the recipient a part of it, and one told by its asset none", () => {
  const paid = sentBody(out.user);
  const both = sentBody(out.affiliate, out.user);
  const byAsset = body(signed, { tx: named, planned: [plan.user] });
  const whole = actions(
    action("swap", "success", [legs.affiliate], { metadata: {} }),
    action("refund", "success", [legs.refund], { metadata: {} }),
  );
  for (const node of [paid, both])
    expect(claimOf({ node, indexer: actions(refunded) })).toMatchObject({
      state: "partially_refunded",
      decidedBy: "indexer",
    });
  const byAssetPaid = body(signed, { tx: named, outs: [out.user] });
  for (const node of [byAsset, byAssetPaid])
    expect(claimOf({ node, indexer: whole })).toMatchObject({
      state: "refunded",
      decidedBy: "indexer",
    });
  expect(claimOf({ node: paid, indexer: actions(swapped) })).toMatchObject({
    state: "done",
    decidedBy: "node",
  });
  expect(claimOf({ node: paid, indexer: recorded("refund", "pending") })).toMatchObject({
    state: "outbound_signing",
    refundExpected: true,
  });
});

test("where nothing is planned, only a payout to the user decides otherwise", () => {
  const node = body(at.swapped);
  const of = (...list: Parameters<typeof actions>) =>
    claimOf({ node, indexer: actions(...list), finalisedSinceMs: 0 });
  const none = { state: "no_output", decidedBy: "node" };
  expect(of()).toMatchObject({ ...none, settled: true });
  expect(of(action("refund", "success"))).toMatchObject(none);
  expect(of(action("refund", "success", [legs.affiliate]))).toMatchObject(none);
  expect(of(refunded)).toMatchObject({ state: "refunded", decidedBy: "indexer" });
  expect(of(swapped)).toMatchObject({ state: "done", decidedBy: "indexer" });
  // Ten blocks, from the first sight of the deposit.
  for (const [sinceMs, settled] of [
    [NOW_MS - 60_000, true],
    [NOW_MS - 59_999, false],
    [null, false],
  ] as const)
    expect(claimOf({ node, indexer: actions(), finalisedSinceMs: sinceMs }).settled).toBe(settled);
  expect(claimOf({ node, finalisedSinceMs: 0 }).settled, "an indexer that was not read").toBe(
    false,
  );
});
