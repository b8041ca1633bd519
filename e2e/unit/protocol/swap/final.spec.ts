// When an outcome is final, source by source: what each of two nodes and the indexer says, and what is told of it.

import { expect, test } from "@playwright/test";
import type { SwapState } from "../../../../lib/protocol/model/swap.ts";
import { isSecondNodeNeeded } from "../../../../lib/protocol/swap/sources.ts";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
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
  MEMO,
  memo,
  NOW_MS,
  out,
  plan,
  plannedBody,
  read,
} = bodies;
const { recorded, refunded, sentBody, signed, swapped, swapping, tx, USDC } = bodies;
const unseen = bodies.unseenBody;

const paid = sentBody(out.user);
const back = sentBody(out.refund);
const planned = plannedBody(signed, plan.user);
const partly = sentBody(out.user, out.refund);
const unclear = sentBody(out.affiliate);
const nothing = body(at.swapped);
const noSwap = body(at.swapped, { tx: memo("DONATE:BTC.BTC") });
const otherAmount = sentBody({ ...out.user, coins: [{ asset: "ETH.ETH", amount: "1" }] });

const two = { quorum: 2, second: null, isRejectedOnChain: false } as const;
const one = { quorum: 1, second: null, isRejectedOnChain: false } as const;
const [record, failed] = [actions(swapped), recorded("failed", "success")];
const [pending, blank] = [recorded("swap", "pending"), recorded("swap", "success")];
const bothRecords = actions(swapped, refunded);
const onChain = { isRejectedOnChain: true };
const bothUnseen = { node: unseen, second: unseen };
const settled = { indexer: actions(), finalisedSinceMs: 0 };
const donated = recorded("donate", "success");

const rows: readonly [
  name: string,
  input: Partial<SwapInput>,
  state: SwapState,
  terminal: boolean,
][] = [
  ["two nodes, the indexer unread", { ...two, node: paid, second: paid }, "done", true],
  [
    "two nodes, no indexer in sync",
    { ...two, node: paid, second: paid, indexerInSync: false },
    "done",
    true,
  ],
  [
    "a node alone, no indexer in sync",
    { ...two, node: paid, indexerInSync: false },
    "unknown",
    false,
  ],
  ["a node and the indexer", { ...two, node: paid, indexer: record }, "done", true],
  [
    "a node, the indexer out of sync",
    { ...two, node: paid, indexer: record, indexerInSync: false },
    "unknown",
    false,
  ],
  [
    "a node, the indexer still swapping",
    { ...two, node: paid, indexer: pending },
    "unknown",
    false,
  ],
  [
    "a node, the indexer with a blank payout",
    { ...two, node: paid, indexer: blank },
    "unknown",
    false,
  ],
  ["the other swaps", { ...two, node: paid, second: body(swapping) }, "unknown", false],
  ["the other has not seen it", { ...two, node: paid, second: unseen }, "unknown", false],
  [
    "the other names another payout",
    { ...two, node: paid, second: otherAmount },
    "outbound_signing",
    false,
  ],
  ["the other only plans it", { ...two, node: paid, second: planned }, "outbound_signing", false],
  [
    "the other cannot tell whose it is",
    { ...two, node: paid, second: unclear },
    "outbound_signing",
    false,
  ],
  [
    "refunded, a node and the indexer",
    { ...two, node: back, indexer: actions(refunded) },
    "refunded",
    true,
  ],
  [
    "partly, a node and the indexer",
    { ...two, node: partly, indexer: bothRecords },
    "partially_refunded",
    true,
  ],
  [
    "partly, an indexer with the refund alone",
    { ...two, node: partly, indexer: actions(refunded) },
    "unknown",
    false,
  ],
  [
    "the indexer, a node that cannot tell",
    { ...two, node: unclear, indexer: record },
    "unknown",
    false,
  ],
  [
    "the indexer, no node has seen it",
    { ...two, node: unseen, second: unseen, indexer: record },
    "unknown",
    false,
  ],
  [
    "the indexer, the second node has it",
    { ...two, node: unseen, second: paid, indexer: record },
    "done",
    true,
  ],
  ["the indexer, no node read", { ...two, node: null, indexer: record }, "unknown", false],
  [
    "rejected, two nodes do not know it",
    { ...two, node: unseen, second: unseen, indexer: failed },
    "unknown",
    false,
  ],
  [
    "rejected, a node's chain has it too",
    { ...two, ...bothUnseen, indexer: failed, ...onChain },
    "failed",
    true,
  ],
  ["rejected, one of two was read", { ...two, node: unseen, indexer: failed }, "unknown", false],
  [
    "rejected, a node swaps it",
    { ...two, node: unseen, second: body(swapping), indexer: failed },
    "unknown",
    false,
  ],
  [
    "rejected, the one node does not know it",
    { ...one, node: unseen, indexer: failed },
    "unknown",
    false,
  ],
  [
    "rejected, the one node's chain has it",
    { ...one, node: unseen, indexer: failed, ...onChain },
    "failed",
    true,
  ],
  [
    "no output, two nodes",
    { ...two, node: nothing, second: nothing, ...settled },
    "no_output",
    true,
  ],
  ["no output, one of two", { ...two, node: nothing, ...settled }, "unknown", false],
  [
    "no output, a node and a record",
    { ...two, node: nothing, ...settled, indexer: blank },
    "no_output",
    true,
  ],
  ["no output, the one node", { ...one, node: nothing, ...settled }, "no_output", true],
  ["no swap, two nodes", { ...two, node: noSwap, second: noSwap }, "unknown", true],
  ["no swap, a node and the indexer", { ...two, node: noSwap, indexer: donated }, "unknown", true],
  [
    "no swap, a node and an indexer without a record",
    { ...two, node: noSwap, indexer: actions() },
    "unknown",
    false,
  ],
  ["the one node, no indexer in sync", { ...one, node: paid, indexerInSync: false }, "done", true],
  [
    "the one node, an indexer that cannot be read",
    { ...one, node: paid },
    "outbound_signing",
    false,
  ],
  ["the one node and the indexer", { ...one, node: paid, indexer: record }, "done", true],
  ["the one node unread, the indexer", { ...one, node: null, indexer: record }, "done", false],
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
  ["the network rejected this transaction", { node: unseen, indexer: failed }],
  ["this transaction is not a swap", { node: noSwap }],
];
for (const [claim, input] of claims) {
  test(`told as a claim: ${claim}`, () => {
    const facts = read({ ...two, ...input });
    expect(facts).toMatchObject({
      headline: "Not confirmed by a second source yet",
      explanation: `One source says ${claim}. No second source has confirmed it yet. Where the money is now is not confirmed.`,
      out: [],
      refundExpected: false,
      nextPollSeconds: 6,
    });
    expect(read({ ...two, ...input, firstAskedMs: NOW_MS - 600_000 }).nextPollSeconds).toBe(60);
  });
}

const lies: readonly [what: string, change: object][] = [
  ["another id", { id: "D4".repeat(32) }],
  ["no id", { id: "" }],
  ["another address", { to_address: "0xbad" }],
  ["no address", { to_address: "" }],
  ["another chain", { chain: "BASE" }],
  ["another asset", { coins: [{ asset: "ETH.ETH", amount: "7000000" }] }],
  ["another amount", { coins: [{ asset: USDC, amount: "7000001" }] }],
];
for (const [what, change] of lies) {
  test(`not final where one source names a payout with ${what}, and no more than swapped`, () => {
    const stages = [true, true, true, false, false].map((done) => ({ done }));
    const lie = sentBody({ ...out.user, ...change });
    for (const [node, second] of [
      [lie, paid],
      [paid, lie],
    ] as const) {
      expect(read({ ...two, node, second })).toMatchObject({ terminal: false, out: [], stages });
    }
    expect(read({ ...two, node: lie, indexer: record }).terminal).toBe(false);
  });
}

test("addresses that differ in the case of base58 letters are two", () => {
  const base58 = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
  const to = (address: string) =>
    body(signed, {
      tx: memo(`=:BTC.BTC:${address}`),
      outs: [
        {
          ...out.user,
          chain: "BTC",
          to_address: address,
          coins: [{ asset: "BTC.BTC", amount: "5" }],
        },
      ],
    });
  expect(read({ ...two, node: to(base58), second: to(base58) })).toMatchObject({
    state: "done",
    terminal: true,
  });
  const lower = { ...to(base58.toLowerCase()), tx: to(base58).tx };
  expect(read({ ...two, node: to(base58), second: lower }).terminal).toBe(false);
});

test("an affiliate's payout is told where both sources name it", () => {
  const node = sentBody(out.user, out.affiliate);
  const kinds = (input: Partial<SwapInput>) => {
    const { terminal, out: told } = read({ ...two, node, ...input });
    expect(terminal).toBe(true);
    return told.map(({ kind }) => kind);
  };
  expect(kinds({ second: node })).toEqual(["swap", "affiliate"]);
  expect(kinds({ second: paid })).toEqual(["swap"]);
  expect(kinds({ indexer: recorded("swap", "success", [legs.user, legs.affiliate]) })).toEqual([
    "swap",
    "affiliate",
  ]);
  expect(kinds({ indexer: record })).toEqual(["swap"]);
  const indexers = { indexer: record, secondIndexer: record };
  expect(
    read({ ...two, node, second: node, ...indexers }).startedAtMs,
    "a record without it",
  ).not.toBeNull();
});

const deposits: readonly [what: string, change: object][] = [
  ["another amount", { coins: [{ asset: "BTC.BTC", amount: "5000001" }] }],
  ["another asset", { coins: [{ asset: "BTC/BTC", amount: "5000000" }] }],
  ["another sender", { from_address: "bc1qanother" }],
  ["another memo", { memo: `${MEMO}0` }],
  ["another chain", { chain: "LTC" }],
];
for (const [what, change] of deposits) {
  test(`not final where one source names a deposit of ${what}`, () => {
    const lie = body(signed, { tx: { ...tx, ...change }, outs: [out.user] });
    expect(read({ ...two, node: lie, second: paid }).terminal).toBe(false);
    expect(read({ ...two, node: lie, indexer: record }).terminal).toBe(false);
  });
}

test("of a deposit, what one source leaves out is not told", () => {
  const bare = body(signed, { tx: { ...tx, from_address: "" }, outs: [out.user] });
  const facts = read({ ...two, node: paid, second: bare });
  expect(facts).toMatchObject({
    terminal: true,
    in: { amount: 5_000_000n, address: null, memo: MEMO },
  });
  const unnamed = actions(
    { ...swapped, in: [] },
    action("swap", "success", [], { in: [{ txID: HASH }] }),
  );
  expect(read({ ...two, node: paid, indexer: unnamed })).toMatchObject({
    terminal: true,
    in: null,
  });
  expect(read({ ...one, node: paid, indexer: unnamed }), "of one node, its word").toMatchObject({
    in: { amount: 5_000_000n },
  });
});

test("an outcome that only the indexer tells is not final, whatever the nodes leave open", () => {
  const records = [record, actions(refunded), actions(swapped, refunded)];
  for (const node of [nothing, unclear, body(at.swapped, { outs: [out.affiliate] })])
    for (const indexer of records)
      for (const input of [{ ...two, second: node }, one]) {
        const facts = read({ ...input, node, indexer, finalisedSinceMs: 0 });
        expect(facts.terminal).toBe(false);
        expect(facts.out.filter(({ kind }) => kind !== "affiliate")).toEqual([]);
      }
});

test("a record without a payout says no more than a node that plans none", () => {
  const asked = (type: string, how: string, more: Partial<SwapInput> = {}) =>
    read({ ...two, node: nothing, indexer: recorded(type, how), ...more });
  for (const type of ["swap", "refund"]) {
    expect(asked(type, "success")).toMatchObject({ state: "no_output", terminal: false });
    expect(asked(type, "success", { finalisedSinceMs: 0 })).toMatchObject({
      state: "no_output",
      terminal: true,
    });
  }
  // Of a rejected message the network took no deposit, and what is pending may be paid yet.
  for (const [type, how] of [
    ["failed", "failed"],
    ["swap", "pending"],
  ] as const)
    expect(asked(type, how, { finalisedSinceMs: 0 }), how).toMatchObject({
      state: "unknown",
      doubt: "unconfirmed",
    });
});

test("a second node is needed for what no other source bears out, where two are configured", () => {
  const isNeeded = (input: Partial<SwapInput>) =>
    isSecondNodeNeeded({
      txid: HASH,
      preset: presets.thorchain,
      knownAssets: knownAssets,
      quorum: 2,
      node: null,
      second: null,
      indexer: null,
      indexerInSync: true,
      nowMs: NOW_MS,
      finalisedSinceMs: null,
      ...input,
    });
  for (const node of [paid, back, partly, noSwap, body(swapping), unseen, unclear, nothing]) {
    expect(isNeeded({ node })).toBe(true);
    expect(isNeeded({ node, quorum: 1 })).toBe(false);
  }
  expect(isNeeded({ node: body(swapping), indexer: pending })).toBe(false);
  expect(isNeeded({ node: null, indexer: pending })).toBe(false);
  // Two nodes must have seen the deposit through, whatever an indexer has.
  expect(isNeeded({ node: nothing, indexer: recorded("refund", "success") })).toBe(true);
  expect(isNeeded({ node: paid, indexer: record })).toBe(false);
  expect(isNeeded({ node: unseen, indexer: failed })).toBe(true);
});
