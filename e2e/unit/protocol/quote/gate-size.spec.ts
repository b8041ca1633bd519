// Sizes that give nothing to send with, asked of the whole reader: dust, less than the minimum, and fees that take most of it.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../lib/protocol/model/envelope.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { sizeReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { createWorld } from "../../../support/world.ts";
import { ask, limited, memo, withLimit } from "./gate-world.ts";

test("dust and an output of nothing are never to be sent", async () => {
  const taken = { asset: "ETH.ETH", outbound: "1001" };
  const rows: [more: Partial<QuoteRequest>, reply: object][] = [
    [{ amount: "0.00001" }, { dust_threshold: "1000", expected_amount_out: "900" }],
    [{ amount: "0.00000001" }, { dust_threshold: "0", expected_amount_out: "0" }],
    [{ amount: "0.0002" }, { dust_threshold: "20000", expected_amount_out: "19000" }],
    [{ amount: "0.00001001" }, { expected_amount_out: "0", fees: taken }],
    [
      { from: "RUNE", amount: "0.00001001" },
      { expected_amount_out: "0", fees: taken, inbound_address: undefined },
    ],
  ];
  for (const [more, reply] of rows) {
    const quote = await ask(createWorld(), { memo, ...reply }, more);
    expect(quote, JSON.stringify([more, reply])).toMatchObject({
      memo: null,
      inboundAddress: null,
      reason: { code: "amount_too_small" },
    });
    expect(adviceText(quote.advice)).toMatch(/^Do not send/);
    const estimate = await ask(createWorld(), reply, { ...more, destination: undefined } as object);
    expect(adviceText(estimate.advice), "an estimate of it says so too").toMatch(/^Do not send: /);
  }
});

test("below the recommended minimum nothing is given to send with", async () => {
  const small = await ask(createWorld(), { memo, recommended_min_amount_in: "1000001" });
  const reason = sizeReasons.belowMinimum;
  const refused = { reason, sizeFault: reason, adviceLevel: "forbidden" };
  expect(small).toMatchObject({ memo: null, inboundAddress: null, ...refused });
  expect(adviceText(small.advice)).toBe(`Do not send: ${reason.text}.`);
  const enough = await ask(
    createWorld(),
    { memo: limited, recommended_min_amount_in: "1000000" },
    withLimit,
  );
  expect(enough).toMatchObject({
    memo: limited,
    inboundAddress: "btcvault1",
    sizeFault: null,
    adviceLevel: "none",
  });
  expect(adviceText(enough.advice)).toMatch(
    /^Before \d\d:\d\d UTC: send the amount to this address\. Your wallet must/,
  );
});

test("where fees take half of what comes out, nothing is given to send with, whoever adds them up", async () => {
  const fees = { asset: "ETH.ETH", affiliate: "0", liquidity: "10000" };
  const rows: [fees: object, totalBps: number | null, isShown: boolean][] = [
    [{ ...fees, outbound: "990000", total: "1000000", total_bps: 4_999 }, 4_999, true],
    [{ ...fees, outbound: "990000", total: "1000000", total_bps: 5_000 }, 5_000, false],
    // Nodes of MAYAChain have not stated total_bps.
    [{ ...fees, outbound: "990000", total: "1000000" }, 5_000, false],
    [{ ...fees, outbound: "990000" }, 5_000, false],
    [{ ...fees, outbound: "980000" }, 4_974, true],
    [{ asset: "ETH.ETH", outbound: "980000" }, null, true],
  ];
  for (const [stated, totalBps, isShown] of rows) {
    const quote = await ask(createWorld(), { memo, fees: stated });
    expect(quote.totalBps, JSON.stringify(stated)).toBe(totalBps);
    expect([quote.memo, quote.inboundAddress], JSON.stringify(stated)).toEqual(
      isShown ? [memo, "btcvault1"] : [null, null],
    );
    expect(quote.reason).toEqual(
      isShown
        ? null
        : { code: "cost_too_high", text: "the fees alone take at least 50 % of the output" },
    );
    const estimate = await ask(createWorld(), { fees: stated }, {
      destination: undefined,
    } as object);
    expect(adviceText(estimate.advice).startsWith("Do not send: the fees alone")).toBe(!isShown);
    expect(estimate.withheld).toMatchObject({ code: isShown ? "no_destination" : "costly" });
  }
});

test("a total cost of half the amount sent gives nothing to send with, by the depths of the pools", async () => {
  // Both pools hold as much, so that 0.01 BTC is worth 0.01 ETH.
  const rows: [out: string, adviceLevel: string, text: string | null][] = [
    ["970001", "none", null],
    ["970000", "warned", "The total cost is 3 % of the amount sent."],
    ["500001", "warned", "The total cost is 50 % of the amount sent."],
    ["500000", "forbidden", "the total cost is 50 % of the amount sent"],
  ];
  for (const [out, adviceLevel, text] of rows) {
    const quote = await ask(createWorld(), { memo, expected_amount_out: out });
    const isShown = adviceLevel !== "forbidden";
    expect([quote.memo !== null, quote.inboundAddress !== null], out).toEqual([isShown, isShown]);
    if (!isShown) expect(quote.withheld).toMatchObject({ code: "costly", retryAfterSeconds: null });
    if (!isShown) expect(quote.reason).toEqual({ code: "cost_too_high", text });
    const told = quote.warnings
      .filter(({ code }) => code === "costly")
      .map((warning) => warning.text);
    expect(told.length, out).toBe(text === null ? 0 : 1);
    if (text !== null) expect(told[0]).toContain(text);
  }
});

test("fees whose total is not known forbid by what is known of them", async () => {
  const fees = { asset: "ETH.ETH", affiliate: "0", liquidity: "0", slippage_bps: 20 };
  const rows: object[] = [
    { ...fees, outbound: "99000000", total_bps: 9_900 },
    { ...fees, outbound: "99000000" },
    { asset: "ETH.ETH", outbound: "99000000" },
    { ...fees, outbound: "1", total_bps: 9_900 },
  ];
  for (const stated of rows) {
    const quote = await ask(createWorld(), { memo, fees: stated });
    expect(quote, JSON.stringify(stated)).toMatchObject({
      totalBps: null,
      memo: null,
      adviceLevel: "forbidden",
    });
    expect(quote.reason).toEqual({
      code: "cost_too_high",
      text: expect.stringMatching(/^the fees alone take at least 9[89] % of the output$/),
    });
  }
});

test("a liquidity fee of 0 beside a slip was left out: neither it nor the total is known", async () => {
  const fees = {
    asset: "ETH.ETH",
    affiliate: "0",
    liquidity: "0",
    outbound: "3600",
    total: "3600",
  };
  const left = await ask(createWorld(), { memo, fees: { ...fees, slippage_bps: 189 } });
  expect(left.fees.map((fee) => [fee.kind, fee.amount?.base ?? null, fee.bps])).toEqual([
    ["liquidity", null, null],
    ["outbound", 3_600n, null],
    ["affiliate", 0n, null],
  ]);
  expect([left.totalBps, left.slipBps]).toEqual([null, 189]);
  const none = await ask(createWorld(), { memo, fees: { ...fees, slippage_bps: 0 } });
  expect([none.fees[0]?.amount?.base, none.totalBps]).toEqual([0n, 35]);
});

test("no fee is a larger part than all of them: each is cut to whole bps, as the node cuts its total", async () => {
  // Of a recorded quote: 27.2 bps, of which 21.6 are for liquidity.
  const taken = { affiliate: "0", outbound: "240000", liquidity: "3745180" };
  const fees = { asset: "ETH.ETH", ...taken, total: "4716768", total_bps: 27 };
  const more = { amount: "17.5" };
  const quote = await ask(createWorld(), { memo, expected_amount_out: "1727571000", fees }, more);
  expect([quote.totalBps, ...quote.fees.map(({ bps }) => bps)]).toEqual([27, 21, 1, 0]);
});
