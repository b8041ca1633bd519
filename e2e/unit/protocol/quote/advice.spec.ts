// What to do with a quote: what it costs and what is wrong come before any word on sending, and may take its place.
import { expect, test } from "@playwright/test";
import type { QuoteFee } from "../../../../lib/protocol/model/quote.ts";
import { chooseAdviceLevel, type QuoteCircumstances, quoteAdvice } from "../../../../lib/protocol/quote/advice.ts";
import { sizeReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { agreedMoney } from "../../../support/agreed.ts";
import { quote } from "../../mcp/fake-network.ts";

const now: QuoteCircumstances = {
  viaRouter: false,
  isStreaming: false,
  leastTotalBps: 25,
  sourceChain: "BTC",
  sourceFamily: "utxo",
  sourceSigning: "open",
  payoutChain: "ETH",
  payoutSigning: "open",
  coming: [],
  thinPool: null,
  partsPause: [],
};
const estimate = { ...quote, memo: null, inboundAddress: null, reason: null };

const toFees = (liquidity: bigint | null, outbound: bigint | null): readonly QuoteFee[] =>
  (
    [
      ["liquidity", liquidity],
      ["outbound", outbound],
      ["affiliate", 0n],
    ] as const
  ).map(([kind, base]) => ({
    kind,
    amount: base === null ? null : agreedMoney({ asset: "ETH.ETH", base, usd: null }),
    bps: null,
  }));

test("while swaps of several parts wait, one of several parts is warned of, and one of one part is not", () => {
  const rows: readonly (readonly [quantity: number | null, told: RegExp | null])[] = [
    [1, null],
    [2, /would run in 2 parts, and your deposit would wait/],
    [null, /would run in several parts/],
  ];
  for (const [quantity, told] of rows) {
    const streaming = { mode: "rapid", interval: 0, quantity, isApplied: null } as const;
    const of = (partsPause: readonly string[]) => quoteAdvice({ ...quote, streaming }, { ...now, partsPause });
    const found = of(["STREAMINGSWAPPAUSE"]).warnings.filter(({ code }) => code === "parts_wait");
    expect(found.length).toBe(told === null ? 0 : 1);
    if (told !== null) expect(found[0]?.text).toMatch(told);
    expect(chooseAdviceLevel(of(["STREAMINGSWAPPAUSE"]))).toBe(told === null ? "none" : "warned");
    expect(of([]).warnings).toEqual([]);
  }
});

test("fees of a tenth of the output are to be accepted first", () => {
  const rows: readonly (readonly [totalBps: number | null, adviceLevel: string, fact: string | undefined])[] = [
    [null, "none", undefined],
    [25, "none", undefined],
    [999, "none", undefined],
    [1_000, "warned", "The fees take 10 % of what comes out: a smaller amount, or streaming, loses a smaller share."],
    [4_999, "warned", "The fees take 49 % of what comes out: a smaller amount, or streaming, loses a smaller share."],
  ];
  for (const one of [quote, estimate])
    for (const [totalBps, adviceLevel, fact] of rows) {
      const figures = { ...one, totalBps, fees: toFees(9n, 9n) };
      const advice = quoteAdvice(figures, { ...now, leastTotalBps: totalBps ?? 0 });
      expect([chooseAdviceLevel(advice), advice.warnings[0]?.text], `${totalBps}`).toEqual([adviceLevel, fact]);
      if (adviceLevel === "warned" && one.memo !== null) expect(advice.act).toMatch(/^Only if you accept that: Send/);
    }
});

test("what makes a dear swap cheaper depends on which part is the larger: the fixed fee, or that of size and the impact beside it", () => {
  type Row = readonly [liquidity: bigint | null, outbound: bigint | null, most: number | null, end: string];
  const rows: readonly Row[] = [
    [10n, 21n, 12, ": a larger amount loses a smaller share."],
    [10n, 20n, 12, ": a smaller amount, or streaming, loses a smaller share."],
    [10n, 12n, 1, ": a smaller amount loses a smaller share."],
    [10n, 12n, null, ": a smaller amount loses a smaller share."],
    [null, 12n, 12, "."],
    [10n, null, 12, "."],
  ];
  const dear = { ...now, leastTotalBps: 1_500 };
  for (const [liquidity, outbound, maxStreamingQuantity, end] of rows) {
    const figures = { ...quote, totalBps: 1_500, fees: toFees(liquidity, outbound), maxStreamingQuantity };
    const text = `The fees take 15 % of what comes out${end}`;
    expect(quoteAdvice(figures, dear).warnings).toEqual([{ code: "costly", text }]);
  }
  const streamed = quoteAdvice({ ...quote, totalBps: 1_500, fees: toFees(9n, 9n) }, { ...dear, isStreaming: true });
  expect(streamed.warnings.map(({ text }) => text)).toEqual([
    "The fees take 15 % of what comes out: a smaller amount loses a smaller share.",
  ]);
});

test("where the total of the fees is not known, what is known of it warns", () => {
  const figures = { ...quote, totalBps: null, fees: toFees(null, 9n) };
  const { warnings } = quoteAdvice(figures, { ...now, leastTotalBps: 1_200 });
  expect(warnings.map(({ text }) => text)).toEqual(["The fees take at least 12 % of what comes out."]);
});

test("a payout that waits is a warning, and what is not open is not to be sent", () => {
  for (const payoutSigning of ["halted", "unknown"] as const)
    expect(chooseAdviceLevel(quoteAdvice(quote, { ...now, payoutSigning }))).toBe("warned");
  const trading = { verdict: "halted", haltedBy: ["HALTETHTRADING"], reason: null } as const;
  expect(chooseAdviceLevel(quoteAdvice({ ...quote, trading }, now))).toBe("forbidden");
  expect(chooseAdviceLevel(quoteAdvice({ ...quote, sizeFault: sizeReasons.dust }, now))).toBe("forbidden");
});
