// The state of a swap by the indexer's table, and by two nodes and the indexer together: a refund beats a swap, and what the nodes do not say too is not final.
import { expect, test } from "@playwright/test";
import type { SwapState } from "../../../../lib/protocol/model/swap.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import { Actions, type TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  action,
  actions,
  at,
  body,
  HASH,
  legs,
  named,
  out,
  plan,
  plannedBody,
  read,
  recorded,
  refunded,
  SENT,
} = bodies;
const { sentBody, signed, swapped, swapping, unseenBody } = bodies;

test.describe("the indexer's table", () => {
  const affiliateOnly = action("swap", "success", [legs.affiliate]);
  const failed = action("failed", "success");
  const failedAndBack = action("failed", "success", [legs.refund]);
  const swappedToBoth = action("swap", "success", [legs.user, legs.refund]);
  type Row = [string, Actions, SwapState];
  const rows: Row[] = [
    ["failed", recorded("failed", "success"), "failed"],
    ["failed, status failed", recorded("failed", "failed"), "failed"],
    ["failed, blank payout", recorded("failed", "success", [legs.affiliate]), "failed"],
    [
      "failed, payout of blanks",
      recorded("failed", "success", [{ ...legs.refund, txID: "  " }]),
      "failed",
    ],
    [
      "failed, payout without an id",
      recorded("failed", "success", [{ ...legs.refund, txID: undefined }]),
      "failed",
    ],
    ["failed, with a payout", actions(failedAndBack), "refunded"],
    [
      "failed, with a payout and a blank one",
      recorded("failed", "success", [legs.affiliate, legs.refund]),
      "refunded",
    ],
    ["failed twice, one of them with a payout", actions(failed, failedAndBack), "refunded"],
    ["failed beats the rest", actions(swapped, failed), "failed"],
    ["refund, success", actions(refunded), "refunded"],
    ["refund, success, without a payout", recorded("refund", "success"), "refunded"],
    ["refund and an affiliate's swap", actions(affiliateOnly, refunded), "refunded"],
    ["refund and a swap to the user", actions(swappedToBoth, refunded), "partially_refunded"],
    ["refund while the swap is pending", actions(action("swap", "pending"), refunded), "refunded"],
    [
      "refund while a swap to the user waits",
      actions(action("swap", "pending", [legs.user]), refunded),
      "refunded",
    ],
    ["refund, pending", recorded("refund", "pending"), "outbound_signing"],
    [
      "refund pending beats swap success",
      actions(swapped, action("refund", "pending")),
      "outbound_signing",
    ],
    ["swap, success", actions(swapped), "done"],
    ["swap, success, without a payout", recorded("swap", "success"), "done"],
    ["swap, success, only the affiliate paid", actions(affiliateOnly), "outbound_signing"],
    ["swap, pending", recorded("swap", "pending"), "swapping"],
    ["one part pending", actions(swapped, action("swap", "pending")), "swapping"],
  ];
  for (const [name, indexer, state] of rows) {
    test(`${name} → ${state}`, () => {
      expect(read({ node: null, indexer })).toMatchObject({
        state,
        terminal: false,
        decidedBy: "indexer",
      });
      // Of two nodes that have not seen the transaction, no word of an indexer but a rejection without a payout is final.
      const rejections = ["failed", "failed, status failed", "failed, blank payout"];
      expect(read({ node: unseenBody, indexer }).terminal).toBe(rejections.includes(name));
      const refundExpected = indexer.actions.some(
        (entry) => entry.type === "refund" && entry.status === "pending",
      );
      expect(read({ node: null, indexer }).refundExpected).toBe(refundExpected);
    });
  }
  const [otherDeposit, ownPayout] = [
    { ...legs.deposit, txID: SENT },
    { ...legs.user, txID: HASH },
  ];
  const unread: [string, Partial<SwapInput>][] = [
    ["an empty list", { indexer: actions() }],
    ["not read", { indexer: null }],
    ["out of sync", { indexer: actions(swapped), indexerInSync: false }],
    ["another type", { indexer: recorded("donate", "success") }],
    ["no status", { indexer: recorded("swap", undefined) }],
    ["another status", { indexer: recorded("refund", "failed") }],
    ["failed without a status", { indexer: recorded("failed", undefined) }],
    ["no type", { indexer: Actions.parse({ actions: [{ ...swapped, type: undefined }] }) }],
    [
      "the swap whose payout has this id",
      { indexer: actions({ ...swapped, in: [otherDeposit], out: [ownPayout] }) },
    ],
    ["another deposit", { indexer: actions({ ...swapped, in: [otherDeposit] }) }],
    [
      "a payout of this id, without deposits",
      { indexer: actions({ ...swapped, in: [], out: [ownPayout] }) },
    ],
  ];
  for (const [name, input] of unread) {
    test(`${name} is as if unread`, () => {
      expect(read({ ...input, node: unseenBody })).toMatchObject({
        state: "unknown",
        terminal: false,
        decidedBy: "node",
        in: null,
        out: [],
        startedAtMs: null,
      });
      expect(read({ ...input, node: null })).toMatchObject({
        state: "unavailable",
        terminal: false,
        decidedBy: null,
        stages: [],
        nextPollSeconds: 6,
      });
    });
  }
  test("ids are compared ignoring case, and an action without ids counts", () => {
    const lower = { ...legs.deposit, txID: HASH.toLowerCase() };
    expect(read({ indexer: actions({ ...swapped, in: [lower] }) }).state).toBe("done");
    for (const txID of ["", undefined]) {
      const list = actions({ ...swapped, in: [{ ...lower, txID }] });
      expect(read({ indexer: list }).state).toBe("done");
    }
  });
});

test.describe("two nodes and the indexer: progress is the node's, and an outcome that only the indexer tells is not final", () => {
  const done = body(signed, { planned: [plan.user], outs: [out.user] });
  const byAsset = body(signed, { tx: named, planned: [plan.user] });
  const toNobody = sentBody(out.affiliate);
  const finalised = body(at.swapped);
  const unmarked = actions(
    action("swap", "success", [legs.affiliate], { metadata: {} }),
    action("refund", "success", [legs.refund], { metadata: {} }),
  );
  const unsent = body(at.swapped, { outs: [out.affiliate] });
  const toBePaid = body(at.swapped, { planned: [plan.user], outs: [out.affiliate] });
  const [byIndexer, byNode] = ["outbound_signing by the indexer", "outbound_signing by the node"];
  const rows: [name: string, node: TxStatus, indexer: Actions, told: string][] = [
    ["progress is the node's", body(at.confirming), actions(swapped), "confirming by the node"],
    [
      "progress is the node's, a refund too",
      body(swapping),
      actions(refunded),
      "swapping by the node",
    ],
    ["both done", done, actions(swapped), "done, final, by the node"],
    ["done, and a refund that only the indexer shows", done, actions(refunded), byIndexer],
    [
      "done, and a partial refund",
      done,
      actions(action("swap", "success", [legs.user]), refunded),
      byIndexer,
    ],
    ["done, and a refund to come", done, recorded("refund", "pending"), byIndexer],
    ["done by asset alone, and a full refund", byAsset, unmarked, byIndexer],
    [
      "done, the indexer still swapping",
      done,
      recorded("swap", "pending"),
      "done, final, by the node",
    ],
    [
      "refunded, and a swap",
      sentBody(out.refund),
      actions(swapped),
      "refunded, final, by the node",
    ],
    ["11: the indexer shows the user's payout", toNobody, actions(swapped), byIndexer],
    ["11: the indexer shows the refund", toNobody, actions(refunded), byIndexer],
    ["11: the indexer shows a failure", toNobody, recorded("failed", "success"), byIndexer],
    ["11: pending is no answer", toNobody, recorded("swap", "pending"), byNode],
    [
      "11: the affiliate's share is no answer",
      toNobody,
      recorded("swap", "success", [legs.affiliate]),
      byNode,
    ],
    [
      "done with an affiliate's payout, and a refund",
      sentBody(out.affiliate, out.user),
      actions(refunded),
      byIndexer,
    ],
    [
      "12: paid, by the node's memo",
      finalised,
      recorded("swap", "success", [legs.user], { metadata: {} }),
      byIndexer,
    ],
    ["12: refund", finalised, actions(refunded), byIndexer],
    ["12: refund to come", finalised, recorded("refund", "pending"), byIndexer],
    ["12: failed", finalised, recorded("failed", "success"), "no_output by the node"],
    ["12: paid to the user", finalised, actions(swapped), byIndexer],
    ["12: partly refunded", finalised, actions(swapped, refunded), byIndexer],
    [
      "12: success without a payout",
      finalised,
      recorded("swap", "success"),
      "no_output by the node",
    ],
    ["14: the indexer shows the refund", unsent, actions(refunded), byIndexer],
    ["14: a user output is planned", toBePaid, actions(refunded), byNode],
    ["14: a swap does not settle it", unsent, actions(swapped), byNode],
    ["7: progress is the node's", plannedBody(at.swapped, plan.user), actions(swapped), byNode],
  ];
  for (const [name, node, indexer, told] of rows) {
    test(`${name} → ${told}`, () => {
      const { state, terminal, decidedBy } = read({ node, indexer });
      expect(`${state}${terminal ? ", final," : ""} by the ${decidedBy}`).toBe(told);
    });
  }
});
