// What a swap loses in all, on /quote: the sum of fees and price impact, when it is told, and when it keeps a reader from sending.
import { expect, test } from "@playwright/test";
import type { QuoteFee, QuoteReading } from "../../lib/protocol/model.ts";
import { noPrice } from "../../lib/site/live/quote-loss.ts";
import { toQuoteMarkdown } from "../../lib/site/live/quote-markdown.ts";
import type { QuoteView } from "../../lib/site/live/quote-view.ts";
import { createFakeNetwork, poolsReading, quote } from "./mcp-fake-network.ts";
import { askFake, ORIGIN } from "./quote-views.ts";

const btcToEth = "from=BTC&to=ETH&amount=1&destination=0xAbCd111111111111111111111111111111111111";
const figures = (view: QuoteView) =>
  view.answer?.figures.map((one) => `${one.label}: ${one.text}${one.note ? `, ${one.note}` : ""}`);

test("what is lost in all is the fees and price impact, by the pools' prices", async () => {
  const prices: Readonly<Record<string, bigint>> = { "BTC.BTC": 8_000_000_000_000n, "ETH.ETH": 400_000_000_000n };
  const pools = poolsReading.pools.map((pool) => ({ ...pool, priceUsd: prices[pool.asset] ?? pool.priceUsd }));
  const fee = (kind: QuoteFee["kind"], base: bigint) => ({
    kind,
    amount: { asset: "ETH.ETH", base, usd: base * 4_000n },
    bps: 1,
  });
  const lose = (out: bigint, changes: Partial<QuoteReading> = {}) =>
    askFake(
      createFakeNetwork({
        getPools: async () => ({ ...poolsReading, pools }),
        getQuote: async () => ({
          ...quote,
          expectedAmountOut: out,
          fees: [fee("liquidity", 4_000_000n), fee("affiliate", 0n), fee("outbound", 1_000_000n)],
          ...changes,
        }),
      }),
      btcToEth,
    );
  const lossOf = (view: QuoteView) => figures(view)?.find((one) => one.startsWith("Sent less"));
  // 1 BTC at 80,000 USD buys 20 ETH at 4,000 USD.
  const usual = await lose(1_990_000_000n);
  expect(lossOf(usual)).toBe("Sent less received: 400.00 USD, 50.0 bps: the fees, and 200.00 USD of price impact");
  expect(usual.answer?.costs?.rows.slice(-3).map((row) => row.slice(0, 4))).toEqual([
    ["Total of the fees", "0.05 ETH", "200.00 USD", "25 bps"],
    ["Price impact", "0.05 ETH", "200.00 USD", "25.0 bps"],
    ["Sent less received", "0.1 ETH", "400.00 USD", "50.0 bps"],
  ]);
  expect([usual.answer?.heed, usual.answer?.deposit?.memo]).toEqual(["none", quote.memo]);
  expect((await lose(2_000_000_001n)).answer?.costs?.rows.at(-1)?.slice(1, 4)).toEqual([
    "-0.00000001 ETH",
    "-0.00004 USD",
    "<0.1 bps",
  ]);
  for (const view of [await lose(2_021_000_000n), await lose(0n, { expectedAmountOut: null })])
    expect(lossOf(view)).toBe(`Sent less received: unknown, ${noPrice}`);

  const dear = await lose(1_800_000_000n);
  expect(dear.answer?.heed).toBe("warned");
  expect(dear.answer?.verdict.text).toBe("BTC to ETH trades now, with a warning.");
  expect(dear.answer?.advice).toBe(
    `What you receive is worth 10 % less than what you send: a smaller amount, or streaming, loses less. ${quote.advice}`,
  );
  expect((await lose(1_800_000_001n)).answer?.heed).toBe("none");
  expect(dear.answer?.deposit?.memo).toBe(quote.memo);

  const ruinous = await lose(1_000_000_000n);
  expect(ruinous.answer?.heed).toBe("forbidden");
  expect(ruinous.answer?.verdict.text).toBe("BTC to ETH trades now, but do not send this.");
  expect(ruinous.answer?.advice).toBe(
    "What you receive is worth 50 % less than what you send: do not send this amount.",
  );
  expect(ruinous.answer?.deposit).toMatchObject({ memo: null, address: null });
  expect(toQuoteMarkdown(ruinous, ORIGIN)).not.toContain(quote.inboundAddress);
  const already = await lose(1_000_000_000n, { heed: "forbidden", advice: "Do not send funds." });
  expect(already.answer?.advice).toMatch(/^Do not send funds\. What you receive/);
});

test("without a price of what comes out the loss is unknown, and the gas has its share all the same", async () => {
  const pools = poolsReading.pools.map((pool) => (pool.asset === "ETH.ETH" ? { ...pool, priceUsd: null } : pool));
  const view = await askFake(createFakeNetwork({ getPools: async () => ({ ...poolsReading, pools }) }), btcToEth);
  expect(figures(view)).toContain(`Sent less received: unknown, ${noPrice}`);
  expect(view.answer?.costs?.rows[0]?.[3]).toBe("0.1 bps on top");
});

test("a payout that waits has no time", async () => {
  for (const [payoutSigning, why] of [
    ["halted", "signing is halted: the payout waits until it runs again"],
    ["unknown", "whether payouts are signed now is not known"],
  ] as const) {
    const view = await askFake(createFakeNetwork({ getQuote: async () => ({ ...quote, payoutSigning }) }), btcToEth);
    expect(figures(view)?.at(-1)).toBe(`It takes about: unknown, ${why}`);
    expect(view.answer?.time?.rows.at(-1)?.[1]).toBe("unknown");
  }
});
