import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type SwapState, swapStates } from "../../lib/protocol/model.ts";
import { Actions, type TxStatus } from "../../lib/protocol/schemas.ts";
import type { SwapInput } from "../../lib/protocol/swap-status.ts";
import {
  action,
  actions,
  at,
  body,
  HASH,
  legs,
  memo,
  NOW_MS,
  named,
  out,
  plan,
  read,
  refunded,
  SENT,
  scheduled,
  signed,
  signing,
  swapped,
  swapping,
  USER,
  unseenBody,
  ZEROS,
} from "../fixtures/swap-bodies.ts";

test.describe("the node's rows: first match wins", () => {
  const rows: [string, TxStatus, SwapState, boolean][] = [
    ["1 no consensus and no trace", unseenBody, "unknown", false],
    ["1 completed left out", body({ inbound_observed: {} }, { tx: null }), "unknown", false],
    [
      "1 counts of zero, not started",
      body({ inbound_observed: { started: false, pre_confirmation_count: 0, final_count: 0 } }, { tx: null }),
      "unknown",
      false,
    ],
    ["2 a transaction is a trace", body(at.unseen), "observing", false],
    [
      "2 started is a trace",
      body({ inbound_observed: { started: true, completed: false } }, { tx: null }),
      "observing",
      false,
    ],
    [
      "2 a first count is a trace",
      body({ inbound_observed: { pre_confirmation_count: 1 } }, { tx: null }),
      "observing",
      false,
    ],
    ["2 a final count is a trace", body({ inbound_observed: { final_count: 1 } }, { tx: null }), "observing", false],
    [
      "2 a count above any threshold is not completed",
      body({ inbound_observed: { final_count: 999, completed: false } }),
      "observing",
      false,
    ],
    ["3 counting: swap_status.pending false is not swapped", body(at.confirming), "confirming", false],
    ["3 inbound_finalised left out", body({ inbound_observed: { completed: true } }), "confirming", false],
    ["4 pending", body(swapping), "swapping", false],
    [
      "4 pending, no swap_finalised",
      body({ ...at.swapped, swap_status: { pending: true }, swap_finalised: undefined }),
      "swapping",
      false,
    ],
    ["4 not pending, swap_finalised not completed", body({ ...at.swapped, swap_finalised: {} }), "swapping", false],
    ["4 before outputs", body(swapping, { planned: [plan.user], outs: [out.user] }), "swapping", false],
    ["5 scheduled", body(scheduled, { planned: [plan.user] }), "outbound_scheduled", false],
    ["5 a refund is scheduled", body(scheduled, { planned: [plan.refund] }), "outbound_scheduled", false],
    ["6 due", body(signing, { planned: [plan.user] }), "outbound_signing", false],
    [
      "6 never delayed",
      body({ ...at.swapped, outbound_signed: {} }, { planned: [plan.user] }),
      "outbound_signing",
      false,
    ],
    [
      "6 a user output beside an unsigned one",
      body(signing, { planned: [plan.user, plan.refund], outs: [out.user] }),
      "outbound_signing",
      false,
    ],
    ["7 native outputs not matched yet", body(at.swapped, { planned: [plan.user] }), "outbound_signing", false],
    ["7 a refund, not matched yet", body(at.swapped, { planned: [plan.refund] }), "outbound_signing", false],
    ["8 a refund and a user output", body(signed, { outs: [out.user, out.refund] }), "partially_refunded", true],
    ["8 known by the plan alone", body(signed, { planned: [plan.user, plan.refund] }), "partially_refunded", true],
    ["9 a refund sent", body(signed, { outs: [out.refund] }), "refunded", true],
    ["9 a refund planned and signed", body(signed, { planned: [plan.refund] }), "refunded", true],
    ["9 a refund and the affiliate's share", body(signed, { outs: [out.affiliate, out.refund] }), "refunded", true],
    ["10 the user's output", body(signed, { planned: [plan.user], outs: [out.user] }), "done", true],
    ["10 a native one: nothing is signed", body(at.swapped, { outs: [out.user] }), "done", true],
    ["10 signed and planned", body(signed, { planned: [plan.user] }), "done", true],
    [
      "10 signed and planned, only the affiliate's seen",
      body(signed, { planned: [plan.user], outs: [out.affiliate] }),
      "done",
      true,
    ],
    ["10 no memo, signed and planned", body(signed, { tx: null, planned: [plan.user] }), "done", true],
    ["11 signed, outputs of nobody known", body(signed, { planned: [plan.affiliate] }), "outbound_signing", false],
    ["11 signed, only the affiliate's", body(signed, { outs: [out.affiliate] }), "outbound_signing", false],
    ["12 finalised and nothing to pay out", body(at.swapped), "no_output", false],
    ["12 signed and nothing to pay out", body(signed), "no_output", false],
    ["12 swap_status left out", body({ ...at.swapped, swap_status: undefined }), "no_output", false],
    ["12 no memo, but a stage that only swaps have", body(at.swapped, { tx: null }), "no_output", false],
    ["13 not a swap", body({ ...at.swapped, swap_finalised: undefined }, { tx: memo("+:BTC.BTC") }), "unknown", true],
    ["13 not a swap, whatever the stage says", body(at.swapped, { tx: memo("DONATE:BTC.BTC") }), "unknown", true],
    [
      "14 the affiliate's payout only, nothing signed",
      body(at.swapped, { outs: [out.affiliate] }),
      "outbound_signing",
      false,
    ],
    [
      "14 the affiliate's payout, the user's planned",
      body(at.swapped, { planned: [plan.user], outs: [out.affiliate] }),
      "outbound_signing",
      false,
    ],
    [
      "14 no memo and no swap stage",
      body({ ...at.swapped, swap_finalised: undefined }, { tx: null }),
      "outbound_signing",
      false,
    ],
  ];
  for (const [name, node, state, terminal] of rows) {
    test(`${name} → ${state}`, () => {
      const facts = read({ node });
      expect(facts).toMatchObject({ state, terminal, decidedBy: "node", txid: HASH });
      expect(facts.nextPollSeconds === null).toBe(terminal);
    });
  }
});

test.describe("a refund is announced from the schedule on", () => {
  const rows: [string, Partial<SwapInput>, boolean][] = [
    ["scheduled", { node: body(scheduled, { planned: [plan.refund] }) }, true],
    ["scheduled, not a refund", { node: body(scheduled, { planned: [plan.user] }) }, false],
    ["signing", { node: body(signing, { planned: [plan.user, plan.refund] }) }, true],
    ["still swapping", { node: body(swapping, { planned: [plan.refund] }) }, false],
    ["refunded by the plan", { node: body(signed, { planned: [plan.refund] }) }, true],
    ["sent, and not planned", { node: body(signed, { outs: [out.refund] }) }, false],
    [
      "by the indexer while the node signs",
      { node: body(signing, { planned: [plan.affiliate] }), indexer: actions(action("refund", "pending")) },
      true,
    ],
    [
      "by the indexer while the node has scheduled",
      { node: body(scheduled, { planned: [plan.affiliate] }), indexer: actions(action("refund", "pending")) },
      true,
    ],
    [
      "by the indexer while the node still swaps",
      { node: body(swapping), indexer: actions(action("refund", "pending")) },
      false,
    ],
  ];
  for (const [name, input, want] of rows) test(`${name}: ${want}`, () => expect(read(input).refundExpected).toBe(want));
});

test.describe("the indexer's table", () => {
  const affiliateOnly = action("swap", "success", [legs.affiliate]);
  type Row = [string, Actions, SwapState, onUnknown: boolean, onUnavailable: boolean];
  const rows: Row[] = [
    ["failed", actions(action("failed", "success")), "failed", true, true],
    ["failed, status failed", actions(action("failed", "failed")), "failed", true, true],
    ["failed, blank payout", actions(action("failed", "success", [legs.affiliate])), "failed", true, true],
    [
      "failed, payout of blanks",
      actions(action("failed", "success", [{ ...legs.refund, txID: "  " }])),
      "failed",
      true,
      true,
    ],
    [
      "failed, payout without an id",
      actions(action("failed", "success", [{ ...legs.refund, txID: undefined }])),
      "failed",
      true,
      true,
    ],
    ["failed, with a payout", actions(action("failed", "success", [legs.refund])), "refunded", true, true],
    [
      "failed, with a payout and a blank one",
      actions(action("failed", "success", [legs.affiliate, legs.refund])),
      "refunded",
      true,
      true,
    ],
    [
      "failed twice, one of them with a payout",
      actions(action("failed", "success"), action("failed", "success", [legs.refund])),
      "refunded",
      true,
      true,
    ],
    ["failed beats the rest", actions(swapped, action("failed", "success")), "failed", true, true],
    ["refund, success", actions(refunded), "refunded", true, false],
    ["refund, success, without a payout", actions(action("refund", "success")), "refunded", true, false],
    ["refund and an affiliate's swap", actions(affiliateOnly, refunded), "refunded", true, false],
    [
      "refund and a swap to the user",
      actions(action("swap", "success", [legs.user, legs.refund]), refunded),
      "partially_refunded",
      true,
      false,
    ],
    ["refund while the swap is pending", actions(action("swap", "pending"), refunded), "refunded", false, false],
    [
      "refund while the swap to the user is pending",
      actions(action("swap", "pending", [legs.user]), refunded),
      "refunded",
      false,
      false,
    ],
    ["refund, pending", actions(action("refund", "pending")), "outbound_signing", false, false],
    [
      "refund pending beats swap success",
      actions(swapped, action("refund", "pending")),
      "outbound_signing",
      false,
      false,
    ],
    ["swap, success", actions(swapped), "done", true, false],
    ["swap, success, without a payout", actions(action("swap", "success")), "done", true, false],
    ["swap, success, only the affiliate paid", actions(affiliateOnly), "outbound_signing", false, false],
    ["swap, pending", actions(action("swap", "pending")), "swapping", false, false],
    ["one part pending", actions(swapped, action("swap", "pending")), "swapping", false, false],
  ];
  for (const [name, indexer, state, onUnknown, onUnavailable] of rows) {
    test(`${name} → ${state}`, () => {
      expect(read({ node: unseenBody, indexer })).toMatchObject({ state, terminal: onUnknown, decidedBy: "indexer" });
      expect(read({ node: null, indexer })).toMatchObject({ state, terminal: onUnavailable, decidedBy: "indexer" });
      const refundExpected = indexer.actions.some((entry) => entry.type === "refund" && entry.status === "pending");
      expect(read({ node: null, indexer }).refundExpected).toBe(refundExpected);
    });
  }
  const unread: [string, Partial<SwapInput>][] = [
    ["an empty list", { indexer: actions() }],
    ["not read", { indexer: null }],
    ["out of sync", { indexer: actions(swapped), indexerInSync: false }],
    ["another type", { indexer: actions(action("donate", "success")) }],
    ["no status", { indexer: actions(action("swap", undefined)) }],
    ["another status", { indexer: actions(action("refund", "failed")) }],
    ["failed without a status", { indexer: actions(action("failed", undefined)) }],
    ["no type", { indexer: Actions.parse({ actions: [{ ...swapped, type: undefined }] }) }],
    [
      "the swap whose payout has this id",
      { indexer: actions({ ...swapped, in: [{ ...legs.deposit, txID: SENT }], out: [{ ...legs.user, txID: HASH }] }) },
    ],
    ["another deposit", { indexer: actions({ ...swapped, in: [{ ...legs.deposit, txID: SENT }] }) }],
    [
      "a payout of this id, by an action without deposits",
      { indexer: actions({ ...swapped, in: [], out: [{ ...legs.user, txID: HASH }] }) },
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
    expect(read({ node: unseenBody, indexer: actions({ ...swapped, in: [lower] }) }).state).toBe("done");
    for (const txID of ["", undefined]) {
      const list = actions({ ...swapped, in: [{ ...lower, txID }] });
      expect(read({ node: unseenBody, indexer: list }).state).toBe("done");
    }
  });
});

test.describe("both together: the node decides, and a refund beats a swap", () => {
  const done = body(signed, { planned: [plan.user], outs: [out.user] });
  const byAsset = body(signed, { tx: named, planned: [plan.user] });
  const rows: [string, TxStatus, Actions, SwapState, boolean, "node" | "indexer"][] = [
    ["progress is the node's", body(at.confirming), actions(swapped), "confirming", false, "node"],
    ["progress is the node's, a refund too", body(swapping), actions(refunded), "swapping", false, "node"],
    ["both done", done, actions(swapped), "done", true, "node"],
    ["done, and a refund that only the indexer shows", done, actions(refunded), "partially_refunded", true, "indexer"],
    [
      "done, and a partial refund",
      done,
      actions(action("swap", "success", [legs.user]), refunded),
      "partially_refunded",
      true,
      "indexer",
    ],
    ["done, and a refund to come", done, actions(action("refund", "pending")), "outbound_signing", false, "indexer"],
    [
      "done by asset alone, and a full refund",
      byAsset,
      actions(
        action("swap", "success", [legs.affiliate], { metadata: {} }),
        action("refund", "success", [legs.refund], { metadata: {} }),
      ),
      "refunded",
      true,
      "indexer",
    ],
    ["done, the indexer still swapping", done, actions(action("swap", "pending")), "done", true, "node"],
    ["refunded, and a swap", body(signed, { outs: [out.refund] }), actions(swapped), "refunded", true, "node"],
    [
      "11: the indexer shows the user's payout",
      body(signed, { outs: [out.affiliate] }),
      actions(swapped),
      "done",
      true,
      "indexer",
    ],
    [
      "11: the indexer shows the refund",
      body(signed, { outs: [out.affiliate] }),
      actions(refunded),
      "refunded",
      true,
      "indexer",
    ],
    [
      "11: the indexer shows a failure",
      body(signed, { outs: [out.affiliate] }),
      actions(action("failed", "success")),
      "failed",
      true,
      "indexer",
    ],
    [
      "11: pending is no answer",
      body(signed, { outs: [out.affiliate] }),
      actions(action("swap", "pending")),
      "outbound_signing",
      false,
      "node",
    ],
    [
      "11: the affiliate's share is no answer",
      body(signed, { outs: [out.affiliate] }),
      actions(action("swap", "success", [legs.affiliate])),
      "outbound_signing",
      false,
      "node",
    ],
    [
      "done with an affiliate's payout, and a refund",
      body(signed, { outs: [out.affiliate, out.user] }),
      actions(refunded),
      "partially_refunded",
      true,
      "indexer",
    ],
    [
      "12: paid to the user, by the node's memo",
      body(at.swapped),
      actions(action("swap", "success", [legs.user], { metadata: {} })),
      "done",
      true,
      "indexer",
    ],
    ["12: refund", body(at.swapped), actions(refunded), "refunded", true, "indexer"],
    [
      "12: refund to come",
      body(at.swapped),
      actions(action("refund", "pending")),
      "outbound_signing",
      false,
      "indexer",
    ],
    ["12: failed", body(at.swapped), actions(action("failed", "success")), "failed", true, "indexer"],
    ["12: paid to the user", body(at.swapped), actions(swapped), "done", true, "indexer"],
    ["12: partly refunded", body(at.swapped), actions(swapped, refunded), "partially_refunded", true, "indexer"],
    [
      "12: success without a payout decides nothing",
      body(at.swapped),
      actions(action("swap", "success")),
      "no_output",
      false,
      "node",
    ],
    [
      "14: no user output planned, the indexer shows the refund",
      body(at.swapped, { outs: [out.affiliate] }),
      actions(refunded),
      "refunded",
      true,
      "indexer",
    ],
    [
      "14: a user output is planned: progress is the node's",
      body(at.swapped, { planned: [plan.user], outs: [out.affiliate] }),
      actions(refunded),
      "outbound_signing",
      false,
      "node",
    ],
    [
      "14: a swap does not settle it",
      body(at.swapped, { outs: [out.affiliate] }),
      actions(swapped),
      "outbound_signing",
      false,
      "node",
    ],
    [
      "7: progress is the node's",
      body(at.swapped, { planned: [plan.user] }),
      actions(swapped),
      "outbound_signing",
      false,
      "node",
    ],
  ];
  for (const [name, node, indexer, state, terminal, decidedBy] of rows) {
    test(`${name} → ${state}`, () => expect(read({ node, indexer })).toMatchObject({ state, terminal, decidedBy }));
  }
});

test.describe("no_output is final after 60 s, read by an indexer in sync that knows nothing else", () => {
  const node = body(at.swapped);
  const rows: [string, Partial<SwapInput>, boolean][] = [
    ["60 s", { indexer: actions(), finalisedSinceMs: NOW_MS - 60_000 }, true],
    ["59.999 s", { indexer: actions(), finalisedSinceMs: NOW_MS - 59_999 }, false],
    ["age unknown", { indexer: actions() }, false],
    ["indexer unread", { indexer: null, finalisedSinceMs: 0 }, false],
    ["indexer out of sync", { indexer: actions(), indexerInSync: false, finalisedSinceMs: 0 }, false],
    ["indexer still swapping", { indexer: actions(action("swap", "pending")), finalisedSinceMs: 0 }, false],
    ["success without a payout", { indexer: actions(action("swap", "success")), finalisedSinceMs: 0 }, true],
  ];
  for (const [name, input, terminal] of rows) {
    test(`${name}: ${terminal}`, () =>
      expect(read({ node, ...input })).toMatchObject({
        state: "no_output",
        terminal,
        nextPollSeconds: terminal ? null : 6,
      }));
  }
});

test("payouts that nobody can tell apart never become final by age", () => {
  const node = body(signed, { outs: [out.affiliate] });
  const facts = read({ node, indexer: actions(), finalisedSinceMs: 0 });
  expect(facts).toMatchObject({ state: "outbound_signing", terminal: false });
});

test.describe("pitfalls seen in the wild", () => {
  test("affiliate swap plus full refund is a refund, though both actions list all payouts", () => {
    const all = [legs.affiliate, legs.refund];
    const facts = read({
      node: unseenBody,
      indexer: actions(action("swap", "success", all), action("refund", "success", all)),
    });
    expect(facts.state).toBe("refunded");
    expect(facts.out.map((entry) => entry.kind)).toEqual(["affiliate", "refund"]);
  });
  test("the refund to a sender who is the recipient is no payout of the swap", () => {
    const own = { in: [{ ...legs.deposit, address: USER, coins: [{ asset: "ETH.ETH", amount: "9" }] }] };
    const back = { txID: SENT, address: USER, coins: [{ asset: "ETH.ETH", amount: "8" }] };
    const list = actions(action("swap", "success", [back], own), action("refund", "success", [back], own));
    expect(read({ node: unseenBody, indexer: list })).toMatchObject({ state: "refunded", out: [{ kind: "refund" }] });
  });
  test("a large output under a signing halt is not lost", () => {
    const facts = read({
      node: body(signing, { planned: [plan.user] }),
      signingOf: (chain) => (chain === "ETH" ? "halted" : "open"),
    });
    expect(facts).toMatchObject({ state: "outbound_signing", signing: "halted", estimatedSecondsLeft: null });
    expect(facts.explanation).toContain("The payout to Ethereum waits: signing on Ethereum is halted. It is not lost.");
  });
  test("without a memo anywhere a swap beside a refund proves no payout to the user", () => {
    const list = actions(
      action("swap", "success", [legs.user], { metadata: {} }),
      action("refund", "success", [legs.refund], { metadata: {} }),
    );
    expect(read({ node: unseenBody, indexer: list }).state).toBe("refunded");
  });
  test("a leg marked as the affiliate's is never the user's", () => {
    const list = actions(action("swap", "success", [{ ...legs.user, affiliate: true }]));
    expect(read({ node: unseenBody, indexer: list })).toMatchObject({
      state: "outbound_signing",
      out: [{ kind: "affiliate" }],
    });
  });
});

test("for any mixture of outputs: only a payout to the user is done, a refund never is, and the poll is never below 6 s", () => {
  const stages = fc.constantFrom(
    at.unseen,
    at.observing,
    at.confirming,
    swapping,
    scheduled,
    signing,
    at.swapped,
    signed,
  );
  const planned = fc.subarray([plan.user, plan.refund, plan.affiliate]);
  const outs = fc.subarray([out.user, out.refund, out.affiliate]);
  const list = fc.option(
    fc.subarray([
      swapped,
      refunded,
      action("swap", "pending"),
      action("refund", "pending"),
      action("swap", "success", [legs.affiliate]),
    ]),
  );
  fc.assert(
    fc.property(stages, planned, outs, list, fc.boolean(), (stage, plans, sent, found, inSync) => {
      const node = body(stage, { planned: plans, outs: sent });
      const facts = read({ node, indexer: found && actions(...found), indexerInSync: inSync });
      expect(swapStates).toContain(facts.state);
      if (facts.state === "done") {
        expect(plans.includes(plan.refund) || sent.includes(out.refund)).toBe(false);
        expect(plans.includes(plan.user) || sent.includes(out.user) || (found?.includes(swapped) ?? false)).toBe(true);
        expect(inSync && (found?.includes(refunded) ?? false)).toBe(false);
      }
      expect(facts.nextPollSeconds === null).toBe(facts.terminal);
      if (facts.nextPollSeconds !== null) expect(facts.nextPollSeconds).toBeGreaterThanOrEqual(6);
      expect(facts.out.every((entry) => entry.txid !== ZEROS)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
