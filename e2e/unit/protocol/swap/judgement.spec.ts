// What the judgement of a swap takes from the caller, from one source and from the network, beside the state.

import { expect, test } from "@playwright/test";
import { agreeOn } from "../../../../lib/protocol/model/agreed.ts";
import { isOutcomeTold, isRejectionClaimed } from "../../../../lib/protocol/swap/sources.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import type { Actions, TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  actions,
  at,
  body,
  HASH,
  knownAssets,
  legs,
  memo,
  noQueue,
  NOW_MS,
  out,
  plan,
  plannedBody,
  read,
} = bodies;
const {
  recorded,
  refunded,
  sentBody,
  signed,
  signing,
  swapped,
  swapping,
  tx,
  unseenBody,
  USDC,
  USER,
} = bodies;

test.describe("the chain of a node is asked only for a rejection that an indexer claims, a second indexer only for an outcome or a refund", () => {
  const failed = recorded("failed", "success");
  const returned = recorded("failed", "success", [legs.refund]);
  const toReturn = recorded("refund", "pending");
  const rows: [
    string,
    node: TxStatus | null,
    indexer: Actions | null,
    isRejected: boolean,
    isTold: boolean,
  ][] = [
    ["no node read", null, failed, true, true],
    ["a node that has not seen it", unseenBody, failed, true, true],
    ["a node that has", body(swapping), failed, false, true],
    ["a rejection with a payout", unseenBody, returned, false, true],
    ["a refund to come", unseenBody, toReturn, false, true],
    ["a swap", unseenBody, actions(swapped), false, true],
    ["a swap under way", unseenBody, recorded("swap", "pending"), false, false],
    ["nothing", unseenBody, null, false, false],
  ];
  for (const [what, node, indexer, isRejected, isTold] of rows)
    test(what, () => {
      const about = { txid: HASH, preset: presets.thorchain, knownAssets, nowMs: NOW_MS };
      const input = {
        ...about,
        node,
        second: null,
        indexer,
        indexerInSync: true,
        finalisedSinceMs: null,
      };
      expect([isRejectionClaimed(input), isOutcomeTold(input)]).toEqual([isRejected, isTold]);
      const late = { ...input, indexerInSync: false };
      expect([isRejectionClaimed(late), isOutcomeTold(late)], "out of sync").toEqual([
        false,
        false,
      ]);
    });
});

test("a swap that nodes have forgotten is one of which an indexer alone tells an outcome, a day after it began", () => {
  const [startedMs, dayMs] = [1_799_999_900_123, 86_400_000];
  const of = (more: Partial<SwapInput>, ageMs = dayMs + 1) => {
    const input = {
      node: unseenBody,
      indexer: actions(swapped),
      isRejectedOnChain: false,
      ...more,
    };
    const { doubt, explanation } = read({ ...input, nowMs: startedMs + ageMs });
    expect(doubt).toBe("unconfirmed");
    return explanation.includes("Only the indexer tells of this swap.");
  };
  expect([of({}), of({}, dayMs)]).toEqual([true, false]);
  const others: readonly Partial<SwapInput>[] = [
    { second: null },
    { indexer: recorded("swap", "pending") },
    { indexer: actions({ ...swapped, date: "yesterday" }) },
    ...[actions(), actions(refunded)].map((secondIndexer) => ({ secondIndexer })),
  ];
  expect(others.filter((more) => of(more))).toEqual([]);
});

test("a payout that is no longer tried is not final while the node does not show since when it waits", () => {
  const queue = { ...noQueue, dropped: agreeOn(["dropped"] as const, 1) };
  const told = {
    quorum: 1,
    node: unseenBody,
    second: null,
    indexer: recorded("refund", "pending"),
  } as const;
  expect(read({ ...told, queue })).toMatchObject({ state: "dropped", terminal: false });
});

test("the chain that the caller names sets the pace while nobody has seen the swap, and no longer", () => {
  const paceOf = (input: Partial<SwapInput>) => read({ chain: "BTC", ...input }).nextPollSeconds;
  expect(paceOf({ node: unseenBody })).toBe(600);
  expect(paceOf({ node: unseenBody, chain: null })).toBe(30);
  expect(paceOf({ node: body(at.observing, { tx: null }) })).toBe(6);
  expect(paceOf({ node: body(at.observing), chain: "ETH" }), "a source names another").toBe(600);
});

test("a halt is told by the name of its chain, without one where the network has none, and not of a chain that nobody named", () => {
  const told = (input: Partial<SwapInput>) =>
    read({ ...input, tradingOf: () => "halted" }).explanation;
  expect(told({ node: unseenBody })).not.toContain("halted now");
  expect(told({ node: unseenBody, chain: "BTC" })).toContain("Trading on Bitcoin is halted now.");
  const elsewhere = body(at.observing, {
    tx: { ...tx, chain: "ZZZ", coins: [{ asset: "ZZZ.ZZZ", amount: "5" }] },
  });
  expect(told({ node: elsewhere })).toContain("Trading on its chain is halted now.");
});

test("the network's own words of a refund are told where something goes back or nothing is paid, and not beside a payout", () => {
  const metadata = { refund: { memo: "", reason: "the price moved" } };
  const of = (status: string) => recorded("refund", status, [], { metadata });
  const byOne = {
    node: sentBody(out.user),
    isIndexerApart: false,
    second: null,
    quorum: 1,
  } as const;
  const rows: [what: string, input: Partial<SwapInput>, isTold: boolean][] = [
    ["refunded", { node: sentBody(out.refund), indexer: of("success") }, true],
    ["to be refunded", { node: plannedBody(signing, plan.refund), indexer: of("pending") }, true],
    ["nothing to pay out", { node: body(at.swapped), indexer: of("success") }, true],
    ["swapping", { node: body(swapping), indexer: of("pending") }, false],
    ["paid out", { ...byOne, indexer: of("success") }, false],
    ["to be paid out", { node: plannedBody(signing, plan.user), indexer: of("success") }, false],
  ];
  for (const [what, input, isTold] of rows) {
    expect(read(input).refundReason, what).toBe(isTold ? "the price moved" : null);
  }
  const failed = { metadata: { failed: { memo: "", reason: "bad memo" } } };
  expect(read({ indexer: recorded("failed", "success", [], failed) }).refundReason).toBe(
    "bad memo",
  );
});

test("what one source alone claims shows no payout, no stage and no order", () => {
  const order = memo(`=<:ETH.USDC:${USER}:7000000/100/0`);
  const queued = {
    ...{ count: 0, quantity: 10, asset: USDC, intervalBlocks: 100, deposit: 5n, in: 0n, out: 0n },
  };
  const queue = { ...noQueue, queued: { ...queued, failed: 0, target: 7n, sinceHeight: null } };
  const paid = body(signed, { tx: order, outs: [out.user] });
  expect(read({ node: paid, queue }).order).not.toBeNull();
  expect(read({ node: paid, second: null, queue })).toMatchObject({
    out: [],
    order: null,
    nextPollSeconds: 6,
  });
  const claimed = read({ node: paid, second: unseenBody, queue });
  expect(claimed).toMatchObject({ state: "unknown", in: null, out: [] });
  expect(claimed.stages).toEqual(read({ node: unseenBody, queue }).stages);
  const plain = sentBody(out.user);
  const early = recorded("swap", "pending");
  // The indexer names the deposit too, and the second node has not seen it.
  expect(read({ node: plain, second: null, indexer: early }).in).not.toBeNull();
  expect(read({ node: plain, second: unseenBody, indexer: early })).toMatchObject({
    state: "unknown",
    in: null,
  });
  const streamed = {
    ...signed,
    swap_status: { pending: false, streaming: { quantity: 16, count: 16 } },
  };
  const { stages } = read({ node: body(streamed, { outs: [out.user] }), second: null });
  expect(stages.find(({ stage }) => stage === "swapped")).toMatchObject({ streaming: null });
  const leftOf = (node: typeof paid) => read({ node, queue }).stages[2]?.secondsLeft;
  expect([leftOf(body(swapping, { tx: order })), leftOf(body(swapping))]).toEqual([
    undefined,
    6_000,
  ]);
});
