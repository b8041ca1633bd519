// What to do with a quote: what it costs and what is wrong come before any word on sending, and may take its place.
import { expect, test } from "@playwright/test";
import { type QuoteCircumstances, toHeed, toQuoteAdvice } from "../../lib/protocol/quote-advice.ts";
import { quote } from "./mcp-fake-network.ts";

const now: QuoteCircumstances = {
  viaRouter: false,
  sizeFault: null,
  sourceChain: "BTC",
  sourceFamily: "utxo",
  sourceSigning: "open",
  payoutChain: "ETH",
  payoutSigning: "open",
  coming: [],
};
const estimate = { ...quote, memo: null, inboundAddress: null, reason: null };

test("fees of a tenth of the output are to be accepted, of half of it nobody means", () => {
  const rows: readonly (readonly [totalBps: number | null, heed: string, fact: string | undefined])[] = [
    [null, "none", undefined],
    [25, "none", undefined],
    [999, "none", undefined],
    [1_000, "warned", "The fees take 10 % of what comes out: a smaller amount, or streaming, loses less."],
    [4_999, "warned", "The fees take 49 % of what comes out: a smaller amount, or streaming, loses less."],
    [5_000, "forbidden", "The fees take 50 % of what comes out: do not send this amount."],
    [9_999, "forbidden", "The fees take 99 % of what comes out: do not send this amount."],
  ];
  for (const one of [quote, estimate])
    for (const [totalBps, heed, fact] of rows) {
      const advice = toQuoteAdvice({ ...one, totalBps }, now);
      expect([toHeed(advice), advice.facts[0]], `${totalBps}`).toEqual([heed, fact]);
      if (heed === "forbidden") expect(advice.act).toBeNull();
      if (heed === "warned" && one.memo !== null) expect(advice.act).toMatch(/^Only if you accept that: Send/);
    }
});

test("an amount below the minimum is not to be sent, with a memo or without", () => {
  for (const one of [quote, estimate]) {
    const advice = toQuoteAdvice({ ...one, recommendedMinAmount: one.amount + 1n }, now);
    expect([toHeed(advice), advice.act]).toEqual(["forbidden", null]);
    expect(toHeed(toQuoteAdvice({ ...one, recommendedMinAmount: one.amount }, now))).toBe("none");
  }
});

test("a payout that waits is a warning, and what is not open is not to be sent", () => {
  for (const payoutSigning of ["halted", "unknown"] as const)
    expect(toHeed(toQuoteAdvice(quote, { ...now, payoutSigning }))).toBe("warned");
  const trading = { verdict: "halted", haltedBy: ["HALTETHTRADING"], reason: null } as const;
  expect(toHeed(toQuoteAdvice({ ...quote, trading }, now))).toBe("forbidden");
  expect(toHeed(toQuoteAdvice(quote, { ...now, sizeFault: "dust" }))).toBe("forbidden");
});
