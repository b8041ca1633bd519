// The state of a swap by the node's rules, when it is final, and what is true of any mixture of outputs.
import { strict as assert } from "node:assert";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type SwapState, swapStates } from "../../../../lib/protocol/model/swap.ts";
import { payoutsHalted } from "../../../../lib/protocol/safety/sentences.ts";
import { type RuleName, readNodeFacts } from "../../../../lib/protocol/swap/node.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import type { TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
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
  NOW_MS,
  out,
  plan,
  plannedBody,
  read,
} = bodies;
const {
  recorded,
  refunded,
  scheduled,
  SENT,
  sentBody,
  signed,
  signing,
  swapped,
  swapping,
  tx,
  unseenBody,
} = bodies;
const { USER, ZEROS } = bodies;

const unfinalised = { ...at.swapped, swap_finalised: undefined };
const withdrawal = { tx: memo("-:ETH.USDC:5000"), planned: [plan.user] };
/** Of an order from BTC to RUNE: what was filled is paid at once, and the rest goes back after a delay. */
const native = { chain: "THOR", to_address: "thor1recipientexample00000000000000000000000" };
const rune = { asset: "THOR.RUNE", amount: "5" };
const nativePart = {
  tx: memo(`=<:THOR.RUNE:${native.to_address}:1400000000/100/0`),
  planned: [{ ...native, coin: rune, refund: false }, plan.refund],
  outs: [{ ...native, id: ZEROS, coins: [rune], memo: `OUT:${HASH}` }],
};
const delayed = { ...signed, outbound_delay: { remaining_delay_seconds: 1_800, completed: false } };
const noTx = { tx: null };
const withoutMemo = { ...tx, memo: undefined };

test.describe("the first of the node's rules that applies decides", () => {
  type Case = {
    readonly state: SwapState;
    readonly terminal: boolean;
    readonly bodies: readonly (readonly [what: string, node: TxStatus])[];
  };
  const going = (state: SwapState, bodies: Case["bodies"]): Case => ({
    state,
    terminal: false,
    bodies,
  });
  const final = (state: SwapState, bodies: Case["bodies"]): Case => ({
    state,
    terminal: true,
    bodies,
  });
  const rules: Readonly<Record<RuleName, Case>> = {
    notSeen: going("unknown", [
      ["no consensus and no trace", unseenBody],
      ["completed left out", body({ inbound_observed: {} }, noTx)],
      [
        "zeros",
        body(
          { inbound_observed: { started: false, pre_confirmation_count: 0, final_count: 0 } },
          noTx,
        ),
      ],
    ]),
    observing: going("observing", [
      ["a transaction is a trace", body(at.unseen)],
      ["started is a trace", body({ inbound_observed: { started: true, completed: false } }, noTx)],
      ["a first count is a trace", body({ inbound_observed: { pre_confirmation_count: 1 } }, noTx)],
      ["a final count is a trace", body({ inbound_observed: { final_count: 1 } }, noTx)],
      [
        "a count above any threshold",
        body({ inbound_observed: { final_count: 999, completed: false } }),
      ],
    ]),
    awaitingConfirmations: going("confirming", [
      ["counting: swap_status.pending false is not swapped", body(at.confirming)],
      ["inbound_finalised left out", body({ inbound_observed: { completed: true } })],
    ]),
    swapPending: going("swapping", [
      ["pending", body(swapping)],
      ["pending, no swap_finalised", body({ ...unfinalised, swap_status: { pending: true } })],
      ["not pending, swap_finalised not completed", body({ ...at.swapped, swap_finalised: {} })],
      ["before outputs", body(swapping, { planned: [plan.user], outs: [out.user] })],
    ]),
    outboundDelayed: going("outbound_scheduled", [
      ["scheduled", plannedBody(scheduled, plan.user)],
      ["a refund is scheduled", plannedBody(scheduled, plan.refund)],
      ["a refund beside a native payout, which was the first", body(delayed, nativePart)],
    ]),
    outboundUnsigned: going("outbound_signing", [
      ["due", plannedBody(signing, plan.user)],
      ["never delayed", body({ ...at.swapped, outbound_signed: {} }, { planned: [plan.user] })],
      [
        "a user output beside an unsigned one",
        body(signing, { planned: [plan.user, plan.refund], outs: [out.user] }),
      ],
      [
        "the refund is not seen",
        body(signed, { planned: [plan.user, plan.refund], outs: [out.user] }),
      ],
      ["a refund beside a native payout, which was the first", body(signed, nativePart)],
      [
        "the affiliate's was the first",
        body(signed, { planned: [plan.affiliate, plan.user], outs: [out.affiliate] }),
      ],
    ]),
    outboundUnmatched: going("outbound_signing", [
      ["native outputs not matched yet", plannedBody(at.swapped, plan.user)],
      ["a refund, not matched yet", plannedBody(at.swapped, plan.refund)],
    ]),
    partlyRefunded: final("partially_refunded", [
      ["a refund and a user output", sentBody(out.user, out.refund)],
      [
        "as planned",
        body(signed, { planned: [plan.user, plan.refund], outs: [out.user, out.refund] }),
      ],
    ]),
    refunded: final("refunded", [
      ["a refund sent", sentBody(out.refund)],
      ["a refund as planned", body(signed, { planned: [plan.refund], outs: [out.refund] })],
      [
        "of a deposit without a memo",
        body(signed, { tx: withoutMemo, planned: [plan.refund], outs: [out.refund] }),
      ],
      ["a refund and the affiliate's share", sentBody(out.affiliate, out.refund)],
    ]),
    recipientPaid: final("done", [
      ["the user's output", body(signed, { planned: [plan.user], outs: [out.user] })],
      ["a native one: nothing is signed", body(at.swapped, { outs: [out.user] })],
      [
        "the affiliate's is not sent",
        body(signing, { planned: [plan.user, plan.affiliate], outs: [out.user] }),
      ],
      ["no memo, as planned", body(signed, { tx: null, planned: [plan.user], outs: [out.user] })],
      [
        "a withdrawal",
        body({ ...signed, swap_finalised: undefined }, { ...withdrawal, outs: [out.user] }),
      ],
      ["a native one", body(unfinalised, { tx: memo("trade-:thor1x"), outs: [out.user] })],
    ]),
    payoutUnseen: going("outbound_signing", [
      ["signed and planned", plannedBody(signed, plan.user)],
      ["a refund planned and signed", plannedBody(signed, plan.refund)],
      ["only the affiliate's seen", body(signed, { planned: [plan.user], outs: [out.affiliate] })],
      ["no memo, signed and planned", body(signed, { tx: null, planned: [plan.user] })],
      ["a withdrawal", body(signed, withdrawal)],
    ]),
    recipientUnclear: going("outbound_signing", [
      ["signed, outputs of nobody known", plannedBody(signed, plan.affiliate)],
      ["signed, only the affiliate's", sentBody(out.affiliate)],
    ]),
    nothingPlanned: going("no_output", [
      ["finalised and nothing to pay out", body(at.swapped)],
      ["signed and nothing to pay out", body(signed)],
      ["swap_status left out", body({ ...at.swapped, swap_status: undefined })],
      ["no memo, but a stage that only swaps have", body(at.swapped, { tx: null })],
    ]),
    notASwap: final("unknown", [
      ["not a swap", body(unfinalised, { tx: memo("+:BTC.BTC") })],
      ["no memo and nothing left to send back", body(unfinalised, { tx: withoutMemo })],
      ["not a swap, whatever the stage says", body(at.swapped, { tx: memo("DONATE:BTC.BTC") })],
    ]),
    recipientUnpaid: going("outbound_signing", [
      ["the affiliate's payout only, nothing signed", body(at.swapped, { outs: [out.affiliate] })],
      [
        "the affiliate's payout, the user's planned",
        body(at.swapped, { planned: [plan.user], outs: [out.affiliate] }),
      ],
      ["no memo and no swap stage", body(unfinalised, { tx: null })],
    ]),
  };
  for (const [rule, { state, terminal, bodies }] of Object.entries(rules)) {
    for (const [what, node] of bodies) {
      test(`${rule}: ${what} → ${state}`, () => {
        expect(
          readNodeFacts(node, { knownAssets: knownAssets, preset: presets.thorchain }).rule,
        ).toBe(rule);
        const facts = read({ node });
        expect(facts).toMatchObject({ state, terminal, decidedBy: "node", txid: HASH });
        expect(facts.nextPollSeconds === null).toBe(terminal);
      });
    }
  }
});

test.describe("a refund is announced from the schedule on", () => {
  const toCome = recorded("refund", "pending");
  const rows: [string, Partial<SwapInput>, boolean][] = [
    ["scheduled", { node: plannedBody(scheduled, plan.refund) }, true],
    ["scheduled, not a refund", { node: plannedBody(scheduled, plan.user) }, false],
    ["signing", { node: plannedBody(signing, plan.user, plan.refund) }, true],
    ["still swapping", { node: plannedBody(swapping, plan.refund) }, false],
    ["refunded by the plan", { node: plannedBody(signed, plan.refund) }, true],
    ["sent, and not planned", { node: sentBody(out.refund) }, false],
    [
      "by the indexer, while the nodes sign",
      { node: plannedBody(signing, plan.affiliate), indexer: toCome },
      false,
    ],
    [
      "by the indexer, once scheduled",
      { node: plannedBody(scheduled, plan.affiliate), indexer: toCome },
      false,
    ],
    ["by the indexer while the node still swaps", { node: body(swapping), indexer: toCome }, false],
  ];
  for (const [name, input, want] of rows)
    test(`${name}: ${want}`, () => expect(read(input).refundExpected).toBe(want));
});

test.describe("no_output is final after 60 s, read by an indexer in sync that knows nothing else", () => {
  const node = body(at.swapped);
  const rows: [string, Partial<SwapInput>, boolean][] = [
    ["60 s", { indexer: actions(), finalisedSinceMs: NOW_MS - 60_000 }, true],
    ["59.999 s", { indexer: actions(), finalisedSinceMs: NOW_MS - 59_999 }, false],
    ["age unknown", { indexer: actions() }, false],
    ["indexer unread", { indexer: null, finalisedSinceMs: 0 }, false],
    [
      "indexer out of sync",
      { indexer: actions(), indexerInSync: false, finalisedSinceMs: 0 },
      false,
    ],
    [
      "indexer still swapping",
      { indexer: recorded("swap", "pending"), finalisedSinceMs: 0 },
      false,
    ],
    [
      "success without a payout",
      { indexer: recorded("swap", "success"), finalisedSinceMs: 0 },
      true,
    ],
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
  const node = sentBody(out.affiliate);
  const facts = read({ node, indexer: actions(), finalisedSinceMs: 0 });
  expect(facts).toMatchObject({ state: "outbound_signing", terminal: false });
});

test.describe("pitfalls seen in the wild", () => {
  test("affiliate swap plus full refund is a refund, though both actions list all payouts", () => {
    const all = [legs.affiliate, legs.refund];
    const facts = read({
      indexer: actions(action("swap", "success", all), action("refund", "success", all)),
    });
    expect(facts.state).toBe("refunded");
    expect(facts.out.map((entry) => entry.kind)).toEqual(["affiliate", "refund"]);
  });
  test("the refund to a sender who is the recipient is no payout of the swap", () => {
    const own = {
      in: [{ ...legs.deposit, address: USER, coins: [{ asset: "ETH.ETH", amount: "9" }] }],
    };
    const back = { txID: SENT, address: USER, coins: [{ asset: "ETH.ETH", amount: "8" }] };
    const list = actions(
      action("swap", "success", [back], own),
      action("refund", "success", [back], own),
    );
    expect(read({ indexer: list })).toMatchObject({ state: "refunded", out: [{ kind: "refund" }] });
  });
  test("a large output under a signing halt waits, and nothing is said about loss", () => {
    const facts = read({
      node: plannedBody(signing, plan.user),
      signingOf: (chain) => (chain === "ETH" ? "halted" : "open"),
    });
    expect(facts).toMatchObject({
      state: "outbound_signing",
      signing: "halted",
      estimatedSecondsLeft: null,
    });
    expect(facts.explanation).toContain(
      `${payoutsHalted("Ethereum")} The payout waits with no end date.`,
    );
  });
  test("without a memo anywhere a swap beside a refund proves no payout to the user", () => {
    const list = actions(
      action("swap", "success", [legs.user], { metadata: {} }),
      action("refund", "success", [legs.refund], { metadata: {} }),
    );
    expect(read({ indexer: list }).state).toBe("refunded");
  });
  test("a leg marked as the affiliate's is never the user's", () => {
    const list = recorded("swap", "success", [{ ...legs.user, affiliate: true }]);
    expect(read({ indexer: list })).toMatchObject({
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
      assert(swapStates.includes(facts.state), facts.state);
      if (facts.state === "done") {
        assert(!plans.includes(plan.refund) && !sent.includes(out.refund));
        assert(plans.includes(plan.user) || sent.includes(out.user) || found?.includes(swapped));
        assert(!inSync || !found?.includes(refunded));
      }
      assert.equal(facts.nextPollSeconds === null, facts.terminal);
      if (facts.nextPollSeconds !== null) assert(facts.nextPollSeconds >= 6);
      assert(facts.out.every((entry) => entry.txid !== ZEROS));
    }),
    { numRuns: 500 },
  );
});

test.describe("a refund beside a payout has its own chain and signing", () => {
  const signingOf = (halted: string) => (chain: string) =>
    (chain === halted ? "halted" : "open") as "halted" | "open";
  const [both, refundLeft] = [
    plannedBody(scheduled, plan.user, plan.refund),
    body(signed, { planned: [plan.user, plan.refund], outs: [out.user] }),
  ];
  test("both wait: the payout decides, and the refund is told beside it", () => {
    const told = read({ node: both });
    expect(told).toMatchObject({
      payoutChain: "ETH",
      signing: "open",
      held: false,
      refundExpected: true,
    });
    expect(told.explanation).toContain("The payout waits on Ethereum, and the refund on Bitcoin.");
    expect(told.estimatedSecondsLeft).not.toBeNull();
    const refundHalted = read({ node: both, signingOf: signingOf("BTC") });
    expect(refundHalted).toMatchObject({
      payoutChain: "ETH",
      signing: "open",
      held: false,
      estimatedSecondsLeft: null,
    });
    expect(refundHalted.explanation).toContain(`${payoutsHalted("Bitcoin")} The refund waits`);
    expect(read({ node: both, signingOf: signingOf("ETH") })).toMatchObject({
      signing: "halted",
      held: true,
    });
  });
  test("the payout is sent: the refund decides", () => {
    expect(read({ node: refundLeft })).toMatchObject({
      payoutChain: "BTC",
      headline: "Waiting to be refunded",
    });
    expect(read({ node: refundLeft }).explanation).toContain("It waits to be refunded on Bitcoin");
    expect(read({ node: refundLeft, signingOf: signingOf("BTC") })).toMatchObject({
      signing: "halted",
      held: true,
    });
  });
  test("a refund on the protocol's own chain waits for nobody beside the payout", () => {
    const refund = { ...native, coin: rune, refund: true };
    const told = read({
      node: plannedBody(scheduled, plan.user, refund),
      signingOf: signingOf("THOR"),
    });
    expect(told).toMatchObject({ payoutChain: "ETH", headline: "Waiting to be paid out" });
    expect(told.explanation).toContain("It waits to be paid out on Ethereum.");
    expect(told.explanation).not.toMatch(/halted|refund/);
  });
  test("a refund on the protocol's own chain is not told as one on the chain of the payout", () => {
    const refund = { ...native, coin: rune, refund: true };
    const told = read({ node: body(signing, { planned: [plan.user, refund], outs: [out.user] }) });
    expect(told).toMatchObject({ payoutChain: "THOR", refundExpected: true });
    expect(told.explanation).toContain("It waits to be refunded on THORChain");
  });
});

test("while parts are swapped, a refund is expected once a part failed", () => {
  const parts = {
    quantity: 10,
    asset: "ETH.ETH",
    intervalBlocks: 0,
    deposit: 9n,
    target: 0n,
    sinceHeight: null,
  };
  const queued = (failed: number) => ({ ...parts, count: 4, in: 2n, out: 5n, failed });
  const ask = (failed: number) =>
    read({ node: body(swapping), queue: { ...bodies.noQueue, queued: queued(failed) } });
  expect(ask(0)).toMatchObject({ state: "swapping", refundExpected: false });
  expect(ask(2)).toMatchObject({ state: "swapping", refundExpected: true, terminal: false });
  // The older record sells the rest in its last part, and an order tries it again.
  const older = read({
    node: body(swapping),
    queue: { ...bodies.noQueue, queued: { ...queued(2), isRestSoldLast: true } },
  });
  expect(older.refundExpected).toBe(false);
  expect(older.explanation).toContain(
    "2 of them failed: the last part tries what they did not swap.",
  );
  const order = body(swapping, { tx: memo("=<:ETH.USDC:x:5") });
  expect(
    read({ node: order, queue: { ...bodies.noQueue, queued: queued(2) } }).refundExpected,
  ).toBe(false);
});
