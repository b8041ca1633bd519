// The grammar of a swap's memo: what a node's memo may say, and what is written in its place.
import { expect, test } from "@playwright/test";
import type { MemoQuestion } from "../../../lib/protocol/quote/memo.ts";
import {
  areSimilarMemos,
  findMemoFault,
  optionalMemoFields,
  parseMemoTerms,
} from "../../../lib/protocol/quote/memo.ts";
import { type MemoParts, memoText } from "../../../lib/protocol/quote/memo-text.ts";
import { memoReasons } from "../../../lib/protocol/quote/reasons.ts";
import { listKnownAssets } from "../../../lib/protocol/values/assets.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { BECH32, HEX, inWords, MEMO } from "./asked.ts";

const preset = presets.thorchain;
const tokens = ["ETH.USDC-0XAAA111", "ETH.USDC-0XBBB111", "ETH.DAI-0XCCC222"];
const knownAssets = listKnownAssets(
  preset,
  ["BTC.BTC", "ETH.ETH", ...tokens].map((asset) => ({ asset })),
);
const question: MemoQuestion = {
  to: "ETH.ETH",
  request: { destination: HEX },
  leastAmountOut: 1_000n,
  expectedAmountOut: 1_010n,
  outboundFee: 5n,
  maxStreamingQuantity: null,
  knownAssets,
  preset,
};
const inParts = (interval: number, quantity: number) => ({ streaming: { interval, quantity } });
const affiliate = { affiliate: "ss", affiliateBps: 30 };
const refundAddress = BECH32;
const order = { targetOut: "1", ...inParts(9, 0) };
const capped = { maxStreamingQuantity: 4 };
const maya = { preset: presets.mayachain };
const within = { toleranceBps: 100 };

type Fault = Exclude<keyof typeof memoReasons, "tooLong"> | null;
/** What begins with `:` or `/` follows our memo. */
const inFull = (memo: string) => (/^[:/]/.test(memo) ? `${MEMO}${memo}` : memo);
const faults: readonly [
  memo: string | undefined,
  fault: Fault,
  request?: Partial<MemoQuestion["request"]>,
  more?: Partial<MemoQuestion>,
][] = [
  [MEMO, null],
  [`s:eth.eth:${HEX}`, null],
  [`SWAP:e:${HEX.replace("abcd", "ABCD")}`, null],
  [undefined, "missing"],
  ["", "missing"],
  [` ${MEMO}`, "notPlain"],
  [`${MEMO} `, "notPlain"],
  [`${MEMO}é`, "notPlain"],
  [`${MEMO}:${"0".repeat(250)}`, "notPlain"],
  [`+:ETH.ETH:${HEX}`, "notASwap"],
  [`=<:ETH.ETH:${HEX}:1000/9/0`, "notASwap"],
  [`=<:ETH.ETH:${HEX}:1000/9/0`, null, order],
  [`=<:ETH.ETH:${HEX}:1001/9/0`, "otherLimit", order],
  [":1000/9/0", "notASwap", order],
  ["=", "otherTarget"],
  ["=:BTC.BTC", "otherTarget"],
  [`=:ETH~ETH:${HEX}`, "otherTarget"],
  ["=:ETH.ETH", "otherDestination"],
  [`=:ETH.ETH:0x${"2".repeat(40)}`, "otherDestination"],
  // Nodes put the address of now in place of a name.
  [MEMO, "nameForAddress", { destination: "odin" }],
  ["=:ETH.ETH:odin", null, { destination: "odin" }],
  [`/${BECH32}`, "refundAddress"],
  [`/${BECH32}`, null, { refundAddress }],
  [MEMO, "refundAddress", { refundAddress }],
  [`/${BECH32}/x`, "refundAddress", { refundAddress }],
  ["::ss:30", null, affiliate],
  ["::SS:30", null, affiliate],
  ["::ss:31", "moreFields", affiliate],
  ["::t:30", "moreFields", affiliate],
  ["::ss", "moreFields", affiliate],
  [":", "moreFields", affiliate],
  ["::ss:30:x", "moreFields", affiliate],
  ["::ss:30", "moreFields"],
  ["::", "moreFields"],
  [":x", "badLimit"],
  [":x0", "badLimit"],
  [":0x", "badLimit"],
  [":0/1", "badLimit"],
  [":0/3/12", null, inParts(3, 12)],
  [":0/13/12", "otherStreaming", inParts(3, 12)],
  // Capped at what the source allows, or written as asked.
  [":0/3/4", null, inParts(3, 7), capped],
  [":0/3/7", null, inParts(3, 7), capped],
  [":0/3/5", "otherStreaming", inParts(3, 7), capped],
  [":0/3/4", "otherStreaming", inParts(3, 2), capped],
  [":0/3/0", "otherStreaming", inParts(3, 1)],
  // Without a wait between parts, 0 and 1 are one thing.
  [MEMO, null, inParts(0, 1)],
  [":0/0/1", null, inParts(0, 0)],
  [MEMO, null, inParts(0, 7), { maxStreamingQuantity: 1 }],
  [":0/0/5", "otherStreaming", inParts(0, 1)],
  [MEMO, "otherStreaming", inParts(0, 5)],
  [":0/0/1", "otherStreaming", inParts(0, 5)],
  // From the worse output less the tolerance, up to this quote's own before its fee.
  [":0", null],
  [":1", "otherLimit"],
  [":989", "otherLimit", within],
  [":990", null, within],
  [":99e1", null, within],
  [":1015", null, within],
  [":1016", "otherLimit", within],
  // mayanode holds the limit of one part against what it pays out.
  [":1010", null, within, maya],
  [":1011", "otherLimit", within, maya],
  [":1015/3/2", null, { ...within, ...inParts(3, 2) }, maya],
  [":990", null, { liquidityToleranceBps: 100 }],
  [MEMO, null, { liquidityToleranceBps: 0 }],
  [MEMO, null, { toleranceBps: 10_000 }],
  [MEMO, "otherLimit", { toleranceBps: 0 }, { leastAmountOut: 0n }],
];
for (const [written, fault, request, more] of faults) {
  const memo = written && inFull(written);
  test(`${memo} ${inWords(request)}: ${fault ?? "as asked"}`, () => {
    const asked = { ...question, ...more, request: { ...question.request, ...request } };
    expect(findMemoFault(memo, asked)).toEqual(fault && memoReasons[fault]);
  });
}

test("the numbers of a memo", () => {
  const rows: readonly (readonly [memo: string, limit: bigint, parts: object | null])[] = [
    [MEMO, 0n, null],
    ["=", 0n, null],
    [`${MEMO}:12e10/3/70`, 120_000_000_000n, { interval: 3, quantity: 70 }],
    [`${MEMO}:/3/7`, 0n, { interval: 3, quantity: 7 }],
  ];
  for (const [memo, limit, streaming] of rows)
    expect(parseMemoTerms(memo)).toEqual({ limit, streaming });
  expect(parseMemoTerms(`${MEMO}:x`)).toBeNull();
});

const pairs: readonly [memo: string | undefined, otherMemo: string | undefined, isOne: boolean][] =
  [
    [undefined, undefined, true],
    [undefined, MEMO, false],
    [MEMO, undefined, false],
    [MEMO, MEMO, true],
    // Limits follow prices, and are at most 1 % apart.
    [":1000", ":990", true],
    [":1000", ":989", false],
    [":1e3/3/7", ":990/3/7", true],
    [":1e3/3/7", ":1e3/3/8", false],
    [MEMO, ":1000", false],
    [":1000", `${MEMO.replace("abcd", "abce")}:1000`, false],
    [":1000:ss:30", ":990:ss:30", true],
    [":1000:ss:30", ":1000:ss:31", false],
    // The limit of an order is what was asked.
    [`=<:ETH.ETH:${HEX}:1000/9/0`, `=<:ETH.ETH:${HEX}:1000/9/0`, true],
    [`=<:ETH.ETH:${HEX}:1000/9/0`, `=<:ETH.ETH:${HEX}:1001/9/0`, false],
    // A limit that is none is compared letter by letter.
    [":x", ":x", true],
    [":x", ":y", false],
    [":x", ":1000", false],
    [":1000", ":x", false],
  ];
for (const [memo, otherMemo, isOne] of pairs) {
  test(`${memo} and ${otherMemo} are ${isOne ? "one memo" : "two memos"}`, () =>
    expect(areSimilarMemos(memo && inFull(memo), otherMemo && inFull(otherMemo))).toBe(isOne));
}

test("what a memo that is too long can do without", () => {
  const swap = { from: "BTC", to: "ETH", amount: "1" };
  expect(optionalMemoFields(swap)).toEqual([]);
  expect(optionalMemoFields({ ...swap, ...affiliate })).toEqual(["affiliate"]);
  const both = optionalMemoFields({ ...swap, ...affiliate, refundAddress });
  expect(both).toEqual(["affiliate", "refund_address"]);
});

const plain: MemoParts = {
  to: "ETH.ETH",
  destination: "0xde57",
  limit: 0n,
  agreedMaxParts: null,
  targets: ["ETH.ETH"],
  receivers: ["0xde57"],
};
const account = "2yspdmpd6jdgcffkk6vjkqa9fagf3wnha5xd06s3uje5wr9664arkf";
const radix = { destination: `account_rdx1${account}` };
const target = (to: string, ...targets: string[]) => ({ to, targets });
const written: readonly [parts: Partial<MemoParts>, memo: string | null][] = [
  [{}, "=:ETH.ETH:0xde57"],
  [{ limit: 990_000n }, "=:ETH.ETH:0xde57:990000"],
  [inParts(3, 7), "=:ETH.ETH:0xde57:0/3/7"],
  [{ ...inParts(3, 7), agreedMaxParts: 4 }, "=:ETH.ETH:0xde57:0/3/4"],
  [{ ...inParts(3, 7), agreedMaxParts: 40 }, "=:ETH.ETH:0xde57:0/3/7"],
  [{ ...inParts(3, 7), limit: 5n }, "=:ETH.ETH:0xde57:5/3/7"],
  [inParts(3, 0), "=:ETH.ETH:0xde57:0/3/0"],
  [inParts(0, 9), "=:ETH.ETH:0xde57:0/0/9"],
  [{ ...inParts(0, 9), agreedMaxParts: 1 }, "=:ETH.ETH:0xde57"],
  [inParts(0, 1), "=:ETH.ETH:0xde57"],
  [affiliate, "=:ETH.ETH:0xde57::ss:30"],
  [{ affiliate: "ss", affiliateBps: 0, limit: 5n }, "=:ETH.ETH:0xde57:5:ss:0"],
  [{ refundAddress: "bc1r" }, "=:ETH.ETH:0xde57/bc1r"],
  [{ ...radix, receivers: [account, account] }, `=:ETH.ETH:${account}`],
  [{ ...radix, receivers: [account, radix.destination] }, `=:ETH.ETH:${radix.destination}`],
  [
    { targetOut: "0.0005", limit: 5n, ...inParts(43_200, 0), agreedMaxParts: 4 },
    "=<:ETH.ETH:0xde57:5/43200/0",
  ],
  // As short as every source writes the target, if that means it alone.
  [target("ETH.ETH", "e"), "=:e:0xde57"],
  [target("ETH.ETH", "E"), "=:e:0xde57"],
  [target("ETH.ETH", "e", "ETH.ETH"), "=:ETH.ETH:0xde57"],
  [target("ETH.ETH", "b"), "=:ETH.ETH:0xde57"],
  [target("ETH.DAI-0XCCC222", "ETH.DAI"), "=:ETH.DAI:0xde57"],
  [target("ETH.DAI-0XCCC222", "ETH.DAI-222"), "=:ETH.DAI-222:0xde57"],
  [target("ETH.DAI-0XCCC222", "ETH.DAI-2"), "=:ETH.DAI-0XCCC222:0xde57"],
  [target("ETH.USDC-0XAAA111", "ETH.USDC"), "=:ETH.USDC-0XAAA111:0xde57"],
  [target("ETH.USDC-0XAAA111", "ETH.USDC-111"), "=:ETH.USDC-0XAAA111:0xde57"],
  [target("ETH.USDC-0XAAA111", "ETH.USDC-A111"), "=:ETH.USDC-A111:0xde57"],
  [target("ETH~DAI-0XCCC222", "ETH~DAI"), "=:ETH~DAI:0xde57"],
  [target("ETH/ETH", "e"), "=:ETH/ETH:0xde57"],
  [target("ETH.ETH", "<b>ETH.ETH</b>"), "=:ETH.ETH:0xde57"],
  [target("ETH.PEPE-0X1", "ETH.PEPE"), null],
  [{ to: "nothing" }, null],
];
for (const [parts, memo] of written) {
  test(`of ${inWords(parts)} the memo is ${memo}`, () =>
    expect(memoText({ ...plain, ...parts }, knownAssets, preset)).toBe(memo));
}
