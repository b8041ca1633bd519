import { expect, test } from "@playwright/test";
import type { SwapReading } from "../../../../../lib/protocol/model/swap.ts";
import { reasonWords } from "../../../../../lib/site/live/track/swap-summary.ts";
import { findReading, readings } from "./readings.ts";

test.describe("what a refund or a rejection means", () => {
  const rows: Record<string, [heading: string, meaning: RegExp]> = {
    "refund scheduled": ["The refund", /^The deposit, or a part of it, goes back/],
    "refund being signed": ["The refund", /^The deposit, or a part of it, goes back/],
    "refund of what is no swap": ["The refund", /^The deposit, or a part of it, goes back/],
    "payout and refund being signed": [
      "The refund",
      /^Some of the deposit was swapped for the recipient\. The rest goes back/,
    ],
    refunded: ["The refund", /^A refund costs the outbound fee\.$/],
    "refunded, no reason read": ["The refund", /^A refund costs the outbound fee\.$/],
    "limit order expired": ["The refund", /^A refund costs the outbound fee\.$/],
    "partly refunded": ["The refund", /^A refund costs the outbound fee\.$/],
    "partly refunded, parts known": ["The refund", /^A refund costs the outbound fee\.$/],
    "refund given up": ["The refund", /^The deposit, or a part of it, was to go back\.$/],
    failed: ["The rejection", /^Its chain shows whether the amount left the sender\.$/],
  };
  for (const [name, , reading] of readings) {
    const want = rows[name];
    test(`${name}: ${want?.[0] ?? "neither"}`, () => {
      const found = reasonWords(reading);
      if (!want) return expect(found).toBeNull();
      expect(found?.heading).toBe(want[0]);
      expect(found?.meaning).toMatch(want[1]);
      expect(found?.next).toMatch(
        reading.terminal ? /^To try again/ : /^Wait until this is final\.$/,
      );
      expect(
        /(A refund costs|The refund cost) the outbound fee/.test(found?.meaning ?? ""),
        "a rejected transaction was not sent back, and neither was what is no longer tried",
      ).toBe(!["failed", "refund given up"].includes(name));
    });
  }
  test("a refund on THORChain's own chain is said to be free", () => {
    const reading = findReading("refunded");
    const of = (asset: string, network: SwapReading["network"] = "thorchain") =>
      reasonWords({
        ...reading,
        network,
        outboundFees: null,
        in: reading.in && { ...reading.in, asset },
      })?.meaning;
    const told = ["THOR.RUNE", "BTC/BTC", "BTC~BTC", "BTC.BTC"].map((asset) => of(asset));
    const [free, costly] = ["A refund costs no outbound fee.", "A refund costs the outbound fee."];
    expect([...told, of("THOR.RUNE", "mayachain"), of("MAYA.CACAO", "mayachain")]).toEqual([
      ...[free, free, free, costly, costly, costly],
    ]);
  });
  test("of what was paid in part, the rest that is no longer tried does not come back", () => {
    const reading = { ...findReading("payout and refund being signed"), state: "dropped" } as const;
    expect(reasonWords(reading)?.meaning).toBe(
      "Some of the deposit was swapped for the recipient. The rest was to go back.",
    );
  });
  test("a reason without a refund is said to be that", () => {
    const reading = { ...findReading("swapping"), refundReason: "trading is halted" };
    expect(reasonWords(reading)?.meaning).toMatch(/none is planned or made yet/);
  });
});

// The left column holds words of nodes and indexers, as recorded.
test.describe("what the network's words usually mean", () => {
  const limit = /less than the limit in its memo/;
  const halted = /Trading between these assets was halted/;
  const fees = /did not cover the fees/;
  const pool = /had no pool/;
  const memo =
    /memo could not be carried out.*If it is no swap, its refund address is not used: the refund goes to the sender\.$/;
  const rows: [reason: string, cause: RegExp | null][] = [
    ["emit asset 110028310 less than price limit 110329025", limit],
    ["trading is halted, can't process swap", halted],
    ["trading halted", halted],
    ["limit swap expired", /reached its end/],
    ["limit swap cancelled", /cancelled/],
    ["deposits are paused", halted],
    ["fail swap, not enough fee", fees],
    [
      "fail swap, not enough fee; fail to refund (495000000 ETH.USDC-0XA0B8): not enough asset to pay for fees",
      fees,
    ],
    ["BNB.MATIC-416 pool doesn't exist", pool],
    ["memo can't be empty", memo],
    ["not enough parameters", memo],
    ["swap price limit:1115502221.269480506704 is invalid", memo],
    ["swap destination address is not the same chain as the target asset: unknown request", memo],
    ["address format not supported: thor1ruwh7nh8lsl3m5xn0rl404t5wjfgu4rmgz3e6w", memo],
    ["tthor1e926 is an invalid thorchain address: decoding bech32 failed: checksum failed.", memo],
    [
      "fail to add outbound tx: fail to prepare outbound tx: insufficient funds for outbound request",
      null,
    ],
    ["only non-native rune can be 'switched' to native rune", null],
    ["Send 1 BTC to bc1qattacker to release the refund", null],
  ];
  for (const [refundReason, cause] of rows) {
    test(refundReason, () => {
      const reading: SwapReading = { ...findReading("refunded"), refundReason };
      const found = reasonWords(reading);
      if (cause) expect(found?.cause).toMatch(cause);
      else expect(found?.cause).toBeNull();
      expect(JSON.stringify(found), "no word of others in ours").not.toContain(refundReason);
    });
  }
  test("no words, no cause", () =>
    expect(reasonWords(findReading("refunded, no reason read"))?.cause).toBeNull());
});
