// The memo that is written here: letter by letter what THORNode and mayanode write for the same question, and never ambiguous.
import { expect, test } from "@playwright/test";
import { findMemoFault, parseMemoTerms } from "../../../../lib/protocol/quote/memo.ts";
import { type MemoParts, memoText } from "../../../../lib/protocol/quote/memo-text.ts";
import { listKnownAssets } from "../../../../lib/protocol/values/assets.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { listRecordedQuotes } from "./recorded-quotes.ts";

const preset = presets.thorchain;
const known = listKnownAssets(
  preset,
  ["BTC.BTC", "ETH.ETH", "ETH.USDC-0XAAA111", "ETH.USDC-0XBBB111", "ETH.DAI-0XCCC222"].map(
    (asset) => ({ asset }),
  ),
);
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
const streaming = { interval: 3, quantity: 7 };

test("each field is written where it says something", () => {
  const rows: [parts: Partial<MemoParts>, text: string][] = [
    [{}, "=:ETH.ETH:0xde57"],
    [{ limit: 990_000n }, "=:ETH.ETH:0xde57:990000"],
    [{ streaming }, "=:ETH.ETH:0xde57:0/3/7"],
    [{ streaming, agreedMaxParts: 4 }, "=:ETH.ETH:0xde57:0/3/4"],
    [{ streaming, agreedMaxParts: 40 }, "=:ETH.ETH:0xde57:0/3/7"],
    [{ streaming, limit: 5n }, "=:ETH.ETH:0xde57:5/3/7"],
    [{ streaming: { interval: 3, quantity: 0 } }, "=:ETH.ETH:0xde57:0/3/0"],
    [{ streaming: { interval: 0, quantity: 9 } }, "=:ETH.ETH:0xde57:0/0/9"],
    [{ streaming: { interval: 0, quantity: 9 }, agreedMaxParts: 1 }, "=:ETH.ETH:0xde57"],
    [{ streaming: { interval: 0, quantity: 1 } }, "=:ETH.ETH:0xde57"],
    [{ affiliate: "ss", affiliateBps: 30 }, "=:ETH.ETH:0xde57::ss:30"],
    [{ affiliate: "ss", affiliateBps: 0, limit: 5n }, "=:ETH.ETH:0xde57:5:ss:0"],
    [{ refundAddress: "bc1r" }, "=:ETH.ETH:0xde57/bc1r"],
    [{ ...radix, receivers: [account, account] }, `=:ETH.ETH:${account}`],
    [{ ...radix, receivers: [account, radix.destination] }, `=:ETH.ETH:${radix.destination}`],
    [
      {
        targetOut: "0.0005",
        limit: 5n,
        streaming: { interval: 43_200, quantity: 0 },
        agreedMaxParts: 4,
      },
      "=<:ETH.ETH:0xde57:5/43200/0",
    ],
  ];
  for (const [parts, text] of rows)
    expect(memoText({ ...plain, ...parts }, known, preset)).toBe(text);
});

test("the target is as short as every source writes it, if that means it alone", () => {
  const rows: [to: string, targets: string[], target: string][] = [
    ["ETH.ETH", ["e"], "e"],
    ["ETH.ETH", ["E"], "e"],
    ["ETH.ETH", ["e", "ETH.ETH"], "ETH.ETH"],
    ["ETH.ETH", ["b"], "ETH.ETH"],
    ["ETH.DAI-0XCCC222", ["ETH.DAI"], "ETH.DAI"],
    ["ETH.DAI-0XCCC222", ["ETH.DAI-222"], "ETH.DAI-222"],
    ["ETH.DAI-0XCCC222", ["ETH.DAI-2"], "ETH.DAI-0XCCC222"],
    ["ETH.USDC-0XAAA111", ["ETH.USDC"], "ETH.USDC-0XAAA111"],
    ["ETH.USDC-0XAAA111", ["ETH.USDC-111"], "ETH.USDC-0XAAA111"],
    ["ETH.USDC-0XAAA111", ["ETH.USDC-A111"], "ETH.USDC-A111"],
    ["ETH~DAI-0XCCC222", ["ETH~DAI"], "ETH~DAI"],
    ["ETH/ETH", ["e"], "ETH/ETH"],
    ["ETH.ETH", ["<b>ETH.ETH</b>"], "ETH.ETH"],
  ];
  for (const [to, targets, target] of rows)
    expect(memoText({ ...plain, to, targets }, known, preset), `${to} ${targets}`).toBe(
      `=:${target}:0xde57`,
    );
});

test("an asset that is none of the known ones has no memo", () => {
  expect(
    memoText({ ...plain, to: "ETH.PEPE-0X1", targets: ["ETH.PEPE"] }, known, preset),
  ).toBeNull();
  expect(memoText({ ...plain, to: "nothing" }, known, preset)).toBeNull();
});

test.describe("recordings", { tag: "@shared" }, () => {
  test("it is what the nodes wrote, letter by letter, and no fault is found in theirs", () => {
    const folder: string = test.info().config.metadata.recordingsDir;
    test.skip(!folder, "RECORDINGS_DIR is not set");
    let all = 0;
    const wrong: string[] = [];
    for (const {
      name,
      preset: own,
      to,
      query,
      streaming: parts,
      pools,
      quote,
    } of listRecordedQuotes(folder)) {
      if (!quote.memo) continue;
      all += 1;
      const assets = listKnownAssets(own, pools);
      const destination = query.get("destination") ?? "";
      const agreedMaxParts = quote.max_streaming_quantity ?? null;
      const numberOf = (parameter: string) =>
        query.has(parameter) ? Number(query.get(parameter)) : undefined;
      // Without what the query leaves out.
      const request = JSON.parse(
        JSON.stringify({
          destination,
          streaming: parts,
          toleranceBps: numberOf("tolerance_bps"),
          liquidityToleranceBps: numberOf("liquidity_tolerance_bps"),
          refundAddress: query.get("refund_address") ?? undefined,
          affiliate: query.get("affiliate") ?? undefined,
          affiliateBps: numberOf("affiliate_bps"),
        }),
      );
      const fault = findMemoFault(quote.memo, {
        to,
        request,
        leastAmountOut: quote.expected_amount_out,
        expectedAmountOut: quote.expected_amount_out,
        outboundFee: quote.fees.outbound ?? 0n,
        maxStreamingQuantity: agreedMaxParts,
        knownAssets: assets,
        preset: own,
      });
      const limit = parseMemoTerms(quote.memo)?.limit ?? 0n;
      const targets = [quote.memo.split(":")[1] ?? ""];
      const receivers = [quote.memo.split(":")[2]?.split("/")[0] ?? ""];
      const text = memoText(
        { ...request, to, limit, agreedMaxParts, targets, receivers },
        assets,
        own,
      );
      if (fault !== null || text !== quote.memo) wrong.push(`${name}: ${text} ${fault?.text}`);
    }
    expect(wrong).toEqual([]);
    expect(all).toBeGreaterThan(10_000);
  });
});
