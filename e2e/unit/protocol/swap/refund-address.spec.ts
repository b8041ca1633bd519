// The refund address in a memo, where the network does not use it: a refund goes to the sender.
import { expect, test } from "@playwright/test";
import type { SwapInput } from "../../../../lib/protocol/swap/status.ts";
import {
  at,
  body,
  memo,
  out,
  plan,
  read,
  SENDER,
  signed,
  signing,
  USER,
} from "../../../fixtures/swap-bodies.ts";

const REFUND = "bc1qrefundexample0000000000000000000000000";
const noSwap = memo(`swap-to:ETH.ETH:${USER}/${REFUND}`);
const swap = memo(`=:ETH.USDC:${USER}/${REFUND}`);
const toSelf = memo(`=:ETH.USDC:${SENDER}/${REFUND}`);
const toNobody = { ...plan.refund, to_address: "" };
const toRefund = { ...plan.refund, to_address: REFUND };

const will =
  "The memo is no swap, so the network does not use its refund address. A refund goes to the sender.";
const reason = "The network uses that address only if memo and address are valid.";
const goes = `The refund goes to the sender, not to the refund address in the memo. ${reason}`;
const went = `The refund went to the sender, not to the refund address in the memo. ${reason}`;

const rows: readonly [name: string, input: Partial<SwapInput>, told: string | null][] = [
  ["no swap, seen by some nodes", { node: body(at.observing, { tx: noSwap }) }, will],
  ["no swap, confirming", { node: body(at.confirming, { tx: noSwap }) }, will],
  [
    "no swap, by the word of one node",
    { node: body(at.confirming, { tx: noSwap }), second: null },
    null,
  ],
  [
    "no swap and no refund address",
    { node: body(at.confirming, { tx: memo(`swap-to:ETH.ETH:${USER}`) }) },
    null,
  ],
  [
    "no swap, and a name",
    { node: body(at.confirming, { tx: memo(`swap-to:ETH.ETH:${USER}/mario`) }) },
    null,
  ],
  [
    "no swap, and the sender",
    { node: body(at.confirming, { tx: memo(`swap-to:ETH.ETH:${USER}/${SENDER}`) }) },
    null,
  ],
  [
    "no swap, behind the bar",
    { node: body(at.confirming, { tx: memo(`|swap-to:ETH.ETH:${USER}/${REFUND}`) }) },
    null,
  ],
  ["no swap, and nothing goes back", { node: body(at.swapped, { tx: noSwap }) }, null],
  [
    "no swap, the refund planned",
    { node: body(signing, { tx: noSwap, planned: [plan.refund] }) },
    goes,
  ],
  ["no swap, refunded", { node: body(signed, { tx: noSwap, outs: [out.refund] }) }, went],
  [
    "no swap, the refund planned for its address",
    { node: body(signing, { tx: noSwap, planned: [toRefund] }) },
    null,
  ],
  [
    "no swap, the refund planned for nobody",
    { node: body(signing, { tx: noSwap, planned: [toNobody] }) },
    null,
  ],
  [
    "no swap, of a sender who is not named",
    { node: body(at.confirming, { tx: { ...noSwap, from_address: "" } }) },
    will,
  ],
  [
    "no swap, of coins that are not named",
    { node: body(at.confirming, { tx: { ...noSwap, coins: [] } }) },
    will,
  ],
  ["a swap, confirming", { node: body(at.confirming, { tx: swap }) }, null],
  [
    "a swap that the node cannot read, refunded",
    { node: body(signed, { tx: swap, outs: [out.refund] }) },
    went,
  ],
  [
    "a swap, the refund planned for its address",
    { node: body(signing, { tx: swap, planned: [toRefund] }) },
    null,
  ],
  ["a swap, paid out", { node: body(signed, { tx: swap, outs: [out.user] }) }, null],
  [
    "a swap, paid out to the sender",
    { node: body(signed, { tx: toSelf, outs: [{ ...out.user, to_address: SENDER }] }) },
    null,
  ],
];
for (const [name, input, told] of rows) {
  test(`${name}: ${told === null ? "nothing is said" : "the sender"}`, () => {
    const { explanation } = read(input);
    if (told === null) expect(explanation).not.toMatch(/refund address|sender\./);
    else expect(explanation).toContain(told);
  });
}
