// A node's memo held against what was asked, field by field: the first field that says otherwise is named.
import { expect, test } from "@playwright/test";
import type { MemoQuestion } from "../../../../lib/protocol/quote/memo.ts";
import {
  areSimilarMemos,
  findMemoFault,
  optionalMemoFields,
  parseMemoTerms,
} from "../../../../lib/protocol/quote/memo.ts";
import { memoReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { listKnownAssets } from "../../../../lib/protocol/values/assets.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const HEX = "0xabcd111111111111111111111111111111111111";
const REFUND = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const preset = presets.thorchain;
const asked: MemoQuestion = {
  to: "ETH.ETH",
  request: { destination: HEX },
  leastAmountOut: 1_000n,
  expectedAmountOut: 1_010n,
  outboundFee: 5n,
  maxStreamingQuantity: null,
  knownAssets: listKnownAssets(preset, [{ asset: "BTC.BTC" }, { asset: "ETH.ETH" }]),
  preset,
};
const streaming = (interval: number, quantity: number) => ({ streaming: { interval, quantity } });
const affiliate = { affiliate: "ss", affiliateBps: 30 };
const refundAddress = REFUND;

type Fault = Exclude<keyof typeof memoReasons, "tooLong"> | null;
const eth = (rest: string) => `=:ETH.ETH:${HEX}${rest}`;
const rows: readonly [
  memo: string | undefined,
  fault: Fault,
  request?: Partial<MemoQuestion["request"]>,
  more?: Partial<MemoQuestion>,
][] = [
  [eth(""), null],
  [undefined, "missing"],
  ["", "missing"],
  [` ${eth("")}`, "notPlain"],
  [eth(" "), "notPlain"],
  [eth("é"), "notPlain"],
  [eth(`:${"0".repeat(250)}`), "notPlain"],
  [`=<:ETH.ETH:${HEX}:1000/9/0`, "notASwap"],
  [`=<:ETH.ETH:${HEX}:1000/9/0`, null, { targetOut: "1", ...streaming(9, 0) }],
  [`=<:ETH.ETH:${HEX}:1001/9/0`, "otherLimit", { targetOut: "1", ...streaming(9, 0) }],
  [eth(":1000/9/0"), "notASwap", { targetOut: "1", ...streaming(9, 0) }],
  ["=", "otherTarget"],
  ["=:BTC.BTC", "otherTarget"],
  ["=:ETH.ETH", "otherDestination"],
  // As nodes quote it, with the address that the name has now.
  [eth(""), "nameForAddress", { destination: "odin" }],
  ["=:ETH.ETH:odin", null, { destination: "odin" }],
  [eth(`/${REFUND}`), "refundAddress"],
  [eth(`/${REFUND}`), null, { refundAddress }],
  [eth(""), "refundAddress", { refundAddress }],
  [eth(`/${REFUND}/x`), "refundAddress", { refundAddress }],
  [eth("::ss:30"), null, affiliate],
  [eth("::SS:30"), null, affiliate],
  [eth("::ss:31"), "moreFields", affiliate],
  [eth("::t:30"), "moreFields", affiliate],
  [eth("::ss"), "moreFields", affiliate],
  [eth(":"), "moreFields", affiliate],
  [eth("::ss:30:x"), "moreFields", affiliate],
  [eth("::ss:30"), "moreFields"],
  [eth(":x"), "badLimit"],
  [eth(":x0"), "badLimit"],
  [eth(":0x"), "badLimit"],
  [eth(":0/1"), "badLimit"],
  [eth(":0/3/12"), null, streaming(3, 12)],
  [eth(":0/13/12"), "otherStreaming", streaming(3, 12)],
  // Capped at what the source allows, or written as asked.
  [eth(":0/3/4"), null, streaming(3, 7), { maxStreamingQuantity: 4 }],
  [eth(":0/3/7"), null, streaming(3, 7), { maxStreamingQuantity: 4 }],
  [eth(":0/3/5"), "otherStreaming", streaming(3, 7), { maxStreamingQuantity: 4 }],
  [eth(":0/3/4"), "otherStreaming", streaming(3, 2), { maxStreamingQuantity: 4 }],
  [eth(":0/3/0"), "otherStreaming", streaming(3, 1)],
  // Left out, 0 and 1 are one thing where nothing is spaced, and no more than that was asked for.
  [eth(""), null, streaming(0, 1)],
  [eth(":0/0/1"), null, streaming(0, 0)],
  [eth(""), null, streaming(0, 7), { maxStreamingQuantity: 1 }],
  [eth(":0/0/5"), "otherStreaming", streaming(0, 1)],
  [eth(""), "otherStreaming", streaming(0, 5)],
  [eth(":0/0/1"), "otherStreaming", streaming(0, 5)],
  // The limit: none, or from the worse output less the tolerance up to this quote's own before its fee.
  [eth(":1"), "otherLimit"],
  [eth(":989"), "otherLimit", { toleranceBps: 100 }],
  [eth(":990"), null, { toleranceBps: 100 }],
  [eth(":1015"), null, { toleranceBps: 100 }],
  [eth(":1016"), "otherLimit", { toleranceBps: 100 }],
  // mayanode holds the limit of one part against what it pays out.
  [eth(":1010"), null, { toleranceBps: 100 }, { preset: presets.mayachain }],
  [eth(":1011"), "otherLimit", { toleranceBps: 100 }, { preset: presets.mayachain }],
  [
    eth(":1015/3/2"),
    null,
    { toleranceBps: 100, ...streaming(3, 2) },
    { preset: presets.mayachain },
  ],
  [eth(":990"), null, { liquidityToleranceBps: 100 }],
  [eth(""), null, { liquidityToleranceBps: 0 }],
  [eth(""), null, { toleranceBps: 10_000 }],
  [eth(""), "otherLimit", { toleranceBps: 0 }, { leastAmountOut: 0n }],
];
for (const [memo, fault, request, more] of rows) {
  test(`${memo} ${JSON.stringify(request ?? {})}: ${fault ?? "as asked"}`, () => {
    const question = { ...asked, ...more, request: { ...asked.request, ...request } };
    expect(findMemoFault(memo, question)).toEqual(fault && memoReasons[fault]);
  });
}

test("the numbers of a memo", () => {
  expect(parseMemoTerms(eth(""))).toEqual({ limit: 0n, streaming: null });
  expect(parseMemoTerms("=")).toEqual({ limit: 0n, streaming: null });
  expect(parseMemoTerms(eth(":12e10/3/70"))).toEqual({
    limit: 120_000_000_000n,
    streaming: { interval: 3, quantity: 70 },
  });
  expect(parseMemoTerms(eth(":/3/7"))).toEqual({
    limit: 0n,
    streaming: { interval: 3, quantity: 7 },
  });
});

const pairs: readonly [one: string | undefined, other: string | undefined, isAlike: boolean][] = [
  [undefined, undefined, true],
  [undefined, eth(""), false],
  [eth(""), undefined, false],
  [eth(""), eth(""), true],
  // Limits follow prices, and are at most one per cent apart.
  [eth(":1000"), eth(":990"), true],
  [eth(":1000"), eth(":989"), false],
  [eth(":1e3/3/7"), eth(":990/3/7"), true],
  [eth(":1e3/3/7"), eth(":1e3/3/8"), false],
  [eth(""), eth(":1000"), false],
  [eth(":1000"), `=:ETH.ETH:${HEX.replace("abcd", "abce")}:1000`, false],
  [eth(":1000:ss:30"), eth(":990:ss:30"), true],
  [eth(":1000:ss:30"), eth(":1000:ss:31"), false],
  // That of an order is what was asked.
  [`=<:ETH.ETH:${HEX}:1000/9/0`, `=<:ETH.ETH:${HEX}:1000/9/0`, true],
  [`=<:ETH.ETH:${HEX}:1000/9/0`, `=<:ETH.ETH:${HEX}:1001/9/0`, false],
  // What is no limit is compared letter by letter.
  [eth(":x"), eth(":x"), true],
  [eth(":x"), eth(":y"), false],
  [eth(":x"), eth(":1000"), false],
  [eth(":1000"), eth(":x"), false],
];
for (const [one, other, isAlike] of pairs) {
  test(`${one} and ${other} are ${isAlike ? "one memo" : "two memos"}`, () => {
    expect(areSimilarMemos(one, other)).toBe(isAlike);
  });
}

test("what a memo that is too long can do without", () => {
  const swap = { from: "BTC", to: "ETH", amount: "1" };
  expect(optionalMemoFields(swap)).toEqual([]);
  expect(optionalMemoFields({ ...swap, ...affiliate })).toEqual(["affiliate"]);
  expect(optionalMemoFields({ ...swap, refundAddress })).toEqual(["refund_address"]);
  expect(optionalMemoFields({ ...swap, ...affiliate, refundAddress })).toEqual([
    "affiliate",
    "refund_address",
  ]);
});
