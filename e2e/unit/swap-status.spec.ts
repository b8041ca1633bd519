// The state of a swap by the node's rows, when it is final, and what is true of any mixture of outputs.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type SwapState, swapStates } from "../../lib/protocol/model.ts";
import type { TxStatus } from "../../lib/protocol/schemas.ts";
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
