// When an outcome is final, source by source: what each of two nodes and the indexer says, and what is told of it.
import { expect, test } from "@playwright/test";
import type { SwapState } from "../../../../lib/protocol/model/swap.ts";
import { isSecondNodeNeeded, type SwapInput } from "../../../../lib/protocol/swap/status.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import {
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
  read,
  refunded,
  signed,
  swapped,
  swapping,
  unseenBody,
} from "../../../fixtures/swap-bodies.ts";

const paid = body(signed, { outs: [out.user] });
const back = body(signed, { outs: [out.refund] });
const partly = body(signed, { outs: [out.user, out.refund] });
const unclear = body(signed, { outs: [out.affiliate] });
const nothing = body(at.swapped);
const noSwap = body(at.swapped, { tx: memo("DONATE:BTC.BTC") });
const otherAmount = body(signed, { outs: [{ ...out.user, coins: [{ asset: "ETH.ETH", amount: "1" }] }] });

const two = { quorum: 2 } as const;
const one = { quorum: 1, second: null } as const;
const failed = actions(action("failed", "success"));
const donated = actions(action("donate", "success"));

const rows: readonly [name: string, input: Partial<SwapInput>, state: SwapState, terminal: boolean][] = [
  ["two nodes, the indexer unread", { ...two, node: paid, second: paid }, "done", true],
  ["two nodes, no indexer in sync", { ...two, node: paid, second: paid, indexerInSync: false }, "done", true],
  [
    "a node alone, no indexer in sync",
    { ...two, node: paid, second: null, indexerInSync: false },
    "outbound_signing",
    false,
  ],
  ["a node and the indexer", { ...two, node: paid, second: null, indexer: actions(swapped) }, "done", true],
  [
    "a node, the indexer out of sync",
    { ...two, node: paid, second: null, indexer: actions(swapped), indexerInSync: false },
    "outbound_signing",
    false,
  ],
  [
    "a node, the indexer still swapping",
    { ...two, node: paid, second: null, indexer: actions(action("swap", "pending")) },
    "outbound_signing",
    false,
  ],
  [
    "a node, the indexer with a blank payout",
    { ...two, node: paid, second: null, indexer: actions(action("swap", "success")) },
    "outbound_signing",
    false,
  ],
  ["the other swaps", { ...two, node: paid, second: body(swapping) }, "outbound_signing", false],
  ["the other has not seen it", { ...two, node: paid, second: unseenBody }, "unknown", false],
  ["the other names another payout", { ...two, node: paid, second: otherAmount }, "outbound_signing", false],
  [
    "the other only plans it",
    { ...two, node: paid, second: body(signed, { planned: [plan.user] }) },
    "outbound_signing",
    false,
  ],
  ["the other cannot tell whose it is", { ...two, node: paid, second: unclear }, "outbound_signing", false],
  [
    "refunded, a node and the indexer",
    { ...two, node: back, second: null, indexer: actions(refunded) },
    "refunded",
    true,
  ],
  [
    "partly, a node and the indexer",
    { ...two, node: partly, second: null, indexer: actions(swapped, refunded) },
    "partially_refunded",
    true,
  ],
  [
    "partly, a node and an indexer with the refund alone",
    { ...two, node: partly, second: null, indexer: actions(refunded) },
    "outbound_signing",
    false,
  ],
  [
    "the indexer, a node that cannot tell",
    { ...two, node: unclear, second: null, indexer: actions(swapped) },
    "done",
    true,
  ],
  [
    "the indexer, no node has seen it",
    { ...two, node: unseenBody, second: unseenBody, indexer: actions(swapped) },
    "unknown",
    false,
  ],
  [
    "the indexer, the second node has it",
    { ...two, node: unseenBody, second: paid, indexer: actions(swapped) },
    "done",
    true,
  ],
  [
    "the indexer, no node read",
    { ...two, node: null, second: null, indexer: actions(swapped) },
    "outbound_signing",
    false,
  ],
  [
    "rejected, two nodes do not know it",
    { ...two, node: unseenBody, second: unseenBody, indexer: failed },
    "failed",
    true,
  ],
  ["rejected, one of two was read", { ...two, node: unseenBody, second: null, indexer: failed }, "unknown", false],
  [
    "rejected, a node swaps it",
    { ...two, node: unseenBody, second: body(swapping), indexer: failed },
    "unknown",
    false,
  ],
  ["rejected, the one node does not know it", { ...one, node: unseenBody, indexer: failed }, "failed", true],
  [
    "no output, two nodes",
    { ...two, node: nothing, second: nothing, indexer: actions(), finalisedSinceMs: 0 },
    "no_output",
    true,
  ],
  [
    "no output, one of two",
    { ...two, node: nothing, second: null, indexer: actions(), finalisedSinceMs: 0 },
    "no_output",
    false,
  ],
  [
    "no output, a node and the indexer's record",
    { ...two, node: nothing, second: null, indexer: actions(action("swap", "success")), finalisedSinceMs: 0 },
    "no_output",
    true,
  ],
  ["no output, the one node", { ...one, node: nothing, indexer: actions(), finalisedSinceMs: 0 }, "no_output", true],
  ["no swap, two nodes", { ...two, node: noSwap, second: noSwap }, "unknown", true],
  ["no swap, a node and the indexer", { ...two, node: noSwap, second: null, indexer: donated }, "unknown", true],
  [
    "no swap, a node and an indexer without a record",
    { ...two, node: noSwap, second: null, indexer: actions() },
    "unknown",
    false,
  ],
  ["the one node, no indexer in sync", { ...one, node: paid, indexerInSync: false }, "done", true],
  ["the one node, an indexer that cannot be read", { ...one, node: paid }, "outbound_signing", false],
  ["the one node and the indexer", { ...one, node: paid, indexer: actions(swapped) }, "done", true],
  ["the one node unread, the indexer", { ...one, node: null, indexer: actions(swapped) }, "done", false],
];
for (const [name, input, state, terminal] of rows) {
  test(`${name}: ${state}, ${terminal ? "final" : "not final"}`, () => {
    const facts = read(input);
    expect(facts).toMatchObject({ state, terminal });
    expect(facts.nextPollSeconds === null).toBe(terminal);
  });
}

const claims: readonly [claim: string, input: Partial<SwapInput>][] = [
  ["this swap is paid out", { node: paid }],
  ["this deposit was refunded", { node: back }],
  ["this swap is partly paid out and partly refunded", { node: partly }],
  ["the network rejected this transaction", { node: unseenBody, indexer: failed }],
  ["this transaction is not a swap", { node: noSwap }],
];
for (const [claim, input] of claims) {
  test(`told as a claim: ${claim}`, () => {
    const facts = read({ ...two, ...input, second: null });
    expect(facts).toMatchObject({
      headline: "Not confirmed by a second source yet",
      explanation: `One source says ${claim}. A second source has not confirmed it yet.`,
      out: [],
      refundExpected: false,
      nextPollSeconds: 6,
    });
    expect(read({ ...two, ...input, second: null, firstAskedMs: NOW_MS - 600_000 }).nextPollSeconds).toBe(60);
  });
}

test("ids and addresses are compared as far as both sources name them", () => {
  const indexer = actions(action("swap", "success", [{ ...legs.user, txID: "", address: legs.user.address }]));
  expect(read({ ...two, node: paid, second: null, indexer }).terminal).toBe(true);
  const other = actions(action("swap", "success", [{ ...legs.user, txID: "D4".repeat(32) }]));
  expect(read({ ...two, node: paid, second: null, indexer: other }).terminal).toBe(false);
});

test("a second node is needed for an outcome that is not borne out, where two are configured", () => {
  const isNeeded = (input: Partial<SwapInput>) =>
    isSecondNodeNeeded({
      txid: HASH,
      preset: presets.thorchain,
      known: knownAssets,
      quorum: 2,
      node: null,
      second: null,
      indexer: null,
      indexerInSync: true,
      nowMs: NOW_MS,
      finalisedSinceMs: null,
      ...input,
    });
  const bodies = [paid, back, partly, noSwap, body(swapping), unseenBody, unclear, nothing].map((node) =>
    isNeeded({ node }),
  );
  expect(bodies).toEqual([true, true, true, true, false, false, false, false]);
  expect(isNeeded({ node: paid, indexer: actions(swapped) })).toBe(false);
  expect(isNeeded({ node: paid, quorum: 1 })).toBe(false);
  expect(isNeeded({ node: unseenBody, indexer: failed })).toBe(true);
});
