// No memo is given whose parts would fall below its limit where nobody refills the pools; an amount that works is named, and does work.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { formatUnits } from "../../../../lib/protocol/values/amounts.ts";
import { createSampleNetwork } from "../../../support/sample-network.ts";

const NOW = Date.UTC(2027, 0, 20, 8);
const network = createSampleNetwork({ now: () => NOW });
const ask = (question: Omit<QuoteRequest, "from">) =>
  network.getQuote({ from: "BTC", ...question });
const belowLimit =
  /^Do not send: if nobody refills the pools, parts of this swap bring less than its limit and are refunded; they bear up to/;
const abovePools =
  /^Do not send: the quote promises more than the pools can give; they bear up to [\d.]+ BTC\.$/;
const destinations: Record<string, string> = { ETH: "0x1111111111111111111111111111111111111111" };

for (const to of [
  "DOGE",
  "GAIA.ATOM",
  "BCH",
  "TRON.TRX",
  "ZEC",
  "XRP",
  "SOL",
  "ETH",
  "THOR.RUNE",
]) {
  test(`an amount that is too large for ${to} names one that works`, async () => {
    for (const amount of ["50", "20"]) {
      const large = await ask({ to, amount });
      expect(large).toMatchObject({
        memo: null,
        expectedAmountOut: null,
        reason: { code: "thin_pool" },
      });
      expect(large.withheld).toMatchObject({ code: "thin_pool", retryAfterSeconds: null });
      expect(large.withheld?.text).toMatch(
        large.withheld?.text.includes("promises") ? abovePools : belowLimit,
      );
      const most = formatUnits(large.sensibleMaxAmount ?? -1n, 8);
      expect(large.withheld?.text).toContain(`they bear up to ${most} BTC.`);
      const smaller = await ask({ to, amount: most });
      expect([smaller.reason, smaller.expectedAmountOut === null], `${most} BTC to ${to}`).toEqual([
        null,
        false,
      ]);
    }
  });
}

test("what sets a lower limit, or none, is told with its forecast; one part needs no refill", async () => {
  const five = { to: "ETH", amount: "5", destination: destinations.ETH as string };
  expect((await ask(five)).withheld?.text).toMatch(belowLimit);
  expect((await ask({ ...five, liquidityToleranceBps: 250 })).withheld?.text).toMatch(belowLimit);
  for (const other of [{ liquidityToleranceBps: 1_000 }, { liquidityToleranceBps: 0 }] as const)
    expect((await ask({ ...five, ...other })).reason).toBeNull();
  // What is accepted is never above what is said to be sensible.
  for (const amount of ["5.678", "4.1"]) {
    const { reason, sensibleMaxAmount } = await ask({
      ...five,
      amount,
      liquidityToleranceBps: 1_000,
    });
    expect(reason).toBeNull();
    expect(sensibleMaxAmount ?? 10n ** 12n).toBeGreaterThanOrEqual(
      BigInt(Math.round(Number(amount) * 1e8)),
    );
  }
  const single = await ask({ ...five, streaming: { interval: 0, quantity: 1 } });
  expect([single.reason, single.memo === null]).toEqual([null, false]);
});

test("the minimum before there is an address is the one that a memo then has: after the outbound fee", async () => {
  const small = { to: "ETH", amount: "0.0006" };
  const [estimate, quote] = await Promise.all([
    ask(small),
    ask({ ...small, destination: destinations.ETH as string }),
  ]);
  expect(estimate.minReceived).toBeNull();
  expect(estimate.plannedMinimum).toBe(quote.minReceived as bigint);
  expect(quote.plannedMinimum).toBeNull();
  const [outbound] = quote.fees.filter(({ kind }) => kind === "outbound");
  expect(Number(outbound?.amount?.base), "a fee that counts").toBeGreaterThan(
    Number(quote.expectedAmountOut) / 100,
  );
  expect((await ask({ ...small, liquidityToleranceBps: 0 })).plannedMinimum).toBeNull();
});
