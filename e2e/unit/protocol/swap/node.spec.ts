// What one answer of a node says beside the rule that applied: the deposit, the user's output, an expected refund, and whether the swap is over.
import { expect, test } from "@playwright/test";
import { hasTrace, type NodeFacts, readNodeFacts } from "../../../../lib/protocol/swap/node.ts";
import type { TxStatus } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import * as bodies from "../../../fixtures/swap-bodies.ts";

const {
  at,
  body,
  knownAssets,
  MEMO,
  memo,
  out,
  plan,
  plannedBody,
  scheduled,
  SENDER,
  sentBody,
  signing,
} = bodies;
const { swapping, tx, unseenBody } = bodies;

const factsOf = (node: TxStatus) =>
  readNodeFacts(node, { knownAssets: knownAssets, preset: presets.thorchain });

test.describe("how far the swap is", () => {
  type Row = readonly [
    isFinalised: boolean,
    isSwapOver: boolean,
    refundExpected: boolean,
    hasUserOutput: boolean,
  ];
  const [planned, back] = [[plan.user], [plan.refund]];
  const rows: readonly (readonly [what: string, node: TxStatus, facts: Row])[] = [
    ["not seen", unseenBody, [false, false, false, false]],
    [
      "not seen, with a refund planned",
      body(at.unseen, { tx: null, planned: back }),
      [false, false, false, false],
    ],
    ["observing", body(at.observing, { planned: back }), [false, false, false, false]],
    ["confirming", body(at.confirming, { planned: back }), [false, false, false, false]],
    ["swapping", body(swapping, { planned }), [true, false, false, true]],
    [
      "swapping, with a refund planned",
      body(swapping, { planned: back }),
      [true, false, false, false],
    ],
    ["scheduled", body(scheduled, { planned }), [true, true, false, true]],
    ["a refund is scheduled", body(scheduled, { planned: back }), [true, true, true, false]],
    [
      "a refund beside a payout",
      plannedBody(signing, plan.user, plan.refund),
      [true, true, true, true],
    ],
    ["the refund was sent", sentBody(out.refund), [true, true, false, false]],
    ["the affiliate's output alone", sentBody(out.affiliate), [true, true, false, false]],
    ["paid out", sentBody(out.affiliate, out.user), [true, true, false, true]],
    ["nothing planned", body(at.swapped), [true, true, false, false]],
  ];
  for (const [what, node, facts] of rows) {
    test(what, () => {
      const { isFinalised, isSwapOver, refundExpected, hasUserOutput } = factsOf(node);
      expect([isFinalised, isSwapOver, refundExpected, hasUserOutput]).toEqual(facts);
    });
  }
});

test.describe("what came in", () => {
  const whole = { chain: "BTC", asset: "BTC.BTC", amount: 5_000_000n, address: SENDER, memo: MEMO };
  const { coins: _, ...bare } = tx;
  const rows: readonly (readonly [what: string, node: TxStatus, deposit: NodeFacts["in"]])[] = [
    ["the node's own words", body(at.swapped), whole],
    ["no transaction", body(at.swapped, { tx: null }), null],
    ["no coin", body(at.swapped, { tx: { ...tx, coins: [] } }), null],
    ["no list of coins", body(at.swapped, { tx: bare }), null],
    ["no chain: that of the asset", body(at.swapped, { tx: { ...tx, chain: "" } }), whole],
    [
      "no chain, of what is booked on the native chain",
      body(at.swapped, { tx: { ...tx, chain: "", coins: [{ asset: "BTC~BTC", amount: "5" }] } }),
      { ...whole, chain: "THOR", asset: "BTC~BTC", amount: 5n },
    ],
    [
      "no sender",
      body(at.swapped, { tx: { ...tx, from_address: undefined } }),
      { ...whole, address: null },
    ],
    [
      "a blank sender",
      body(at.swapped, { tx: { ...tx, from_address: "" } }),
      { ...whole, address: null },
    ],
    [
      "a sender of no address",
      body(at.swapped, { tx: { ...tx, from_address: "a b" } }),
      { ...whole, address: null },
    ],
  ];
  for (const [what, node, deposit] of rows)
    test(what, () => expect(factsOf(node).in).toEqual(deposit));
});

test("a memo is read where there is one, and is a swap's or none", () => {
  const texts = [tx, memo("+:BTC.BTC"), { ...tx, memo: "" }, { ...tx, memo: undefined }].map(
    (one) => {
      const { memoText, memo: parsed } = factsOf(body(at.swapped, { tx: one }));
      return [memoText, parsed?.target ?? null];
    },
  );
  expect(texts).toEqual([
    [MEMO, "ETH.USDC"],
    ["+:BTC.BTC", null],
    [null, null],
    [null, null],
  ]);
});

test("a node has seen a transaction where anything of it is told", () => {
  const rows: [observed: object, hasSeen: boolean][] = [
    [{}, false],
    [{ started: false, completed: false, pre_confirmation_count: 0, final_count: 0 }, false],
    [{ completed: true }, true],
    [{ started: true }, true],
    [{ pre_confirmation_count: 1 }, true],
    [{ final_count: 1 }, true],
  ];
  for (const [inbound_observed, hasSeen] of rows) {
    expect(
      hasTrace(body({ inbound_observed }, { tx: null })),
      JSON.stringify(inbound_observed),
    ).toBe(hasSeen);
  }
  expect(hasTrace(body({ inbound_observed: {} }))).toBe(true);
});
