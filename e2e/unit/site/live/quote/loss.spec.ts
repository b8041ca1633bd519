// The total cost on /quote: the sum of fees and price impact, when it is shown, and when it says not to send.
import { expect, test } from "@playwright/test";
import type { PoolReading } from "../../../../../lib/protocol/model/pools.ts";
import type { QuoteFee, QuoteReading } from "../../../../../lib/protocol/model/quote.ts";
import { noPrice } from "../../../../../lib/site/live/quote/loss.ts";
import { quoteMarkdown } from "../../../../../lib/site/live/quote/markdown.ts";
import type { QuoteView } from "../../../../../lib/site/live/quote/view.ts";
import { agreed, agreedMoney } from "../../../../support/agreed.ts";
import { createFakeNetwork, poolsReading, quote } from "../../../mcp/fake-network.ts";
import { askFake, ORIGIN } from "./views.ts";

const btcToEth = "from=BTC&to=ETH&amount=1&destination=0xAbCd111111111111111111111111111111111111";
const figures = (view: QuoteView) =>
  view.answer?.figures.map((one) => `${one.label}: ${one.text}${one.note ? `, ${one.note}` : ""}`);

/** Pools in which one whole unit is worth this many whole units of the native asset, at one US dollar each. */
const createPools = (prices: Readonly<Record<string, bigint>>) => ({
  ...poolsReading,
  nativePriceUsd: 100_000_000n,
  pools: poolsReading.pools.map((pool) => {
    const price = prices[pool.asset];
    const depths = { assetDepth: agreed(10n ** 11n), nativeDepth: agreed((price ?? 0n) * 10n ** 11n) };
    return price === undefined ? pool : { ...pool, ...depths, priceUsd: price * 100_000_000n };
  }),
});
const usualPools = createPools({ "BTC.BTC": 80_000n, "ETH.ETH": 4_000n });

test("the total cost is the fees and price impact, by the pools' depths", async () => {
  const fee = (kind: QuoteFee["kind"], base: bigint) => ({
    kind,
    amount: agreedMoney({ asset: "ETH.ETH", base, usd: base * 4_000n }),
    bps: 1,
  });
  const spaced = { mode: "spaced", interval: 1, quantity: 12, isApplied: true } as const;
  const lose = (out: bigint, changes: Partial<QuoteReading> = {}, inParts = out) =>
    askFake(
      createFakeNetwork({
        getPools: async () => usualPools,
        getQuote: async (request) => ({
          ...quote,
          ...(request.streaming && { streaming: spaced }),
          expectedAmountOut: agreed(request.streaming ? inParts : out),
          fees: [fee("liquidity", 4_000_000n), fee("affiliate", 0n), fee("outbound", 1_000_000n)],
          feeShares: [
            { kind: "liquidity", bps: 20 },
            { kind: "affiliate", bps: 0 },
            { kind: "outbound", bps: 5 },
          ],
          ...changes,
        }),
      }),
      btcToEth,
    );
  const lossOf = (view: QuoteView) => figures(view)?.find((one) => one.startsWith("Total cost"));
  // 1 BTC at 80,000 USD buys 20 ETH at 4,000 USD.
  const usual = await lose(1_990_000_000n);
  expect(lossOf(usual)).toBe("Total cost: $400.00, 0.50 %: the fees, and $200.00 of price impact");
  expect(usual.answer?.costs?.rows.slice(-3).map((row) => row.slice(0, 4))).toEqual([
    ["Total of the fees", "0.05 ETH", "$200.00", "0.25 %"],
    ["Price impact", "0.05 ETH", "$200.00", "0.25 %"],
    ["Total cost", "0.1 ETH", "$400.00", "0.50 %"],
  ]);
  expect([usual.answer?.adviceLevel, usual.answer?.deposit?.memo]).toEqual(["none", quote.memo]);
  expect((await lose(2_000_000_001n)).answer?.costs?.rows.at(-1)?.slice(1, 4)).toEqual([
    "-0.00000001 ETH",
    "< $0.01",
    "< 0.01 %",
  ]);
  for (const view of [await lose(2_021_000_000n), await lose(0n, { expectedAmountOut: null })])
    expect(lossOf(view)).toBe(`Total cost: not known, ${noPrice}`);

  const dear = await lose(1_800_000_000n);
  expect(dear.answer?.adviceLevel).toBe("warned");
  expect(dear.answer?.verdict.text).toBe("BTC to ETH trades now, with a warning.");
  const what = "What you receive is worth 10 % less than what you send";
  expect(dear.answer?.advice).toBe(`${what}: a smaller amount loses a smaller share. ${quote.advice}`);
  // Only the network's own quote for parts proves that they lose less.
  const proven = await lose(1_800_000_000n, {}, 1_800_000_001n);
  expect(proven.answer?.advice).toBe(`${what}: a smaller amount, or streaming, loses a smaller share. ${quote.advice}`);
  expect((await lose(1_800_000_001n)).answer?.adviceLevel).toBe("none");
  expect(dear.answer?.deposit?.memo).toBe(quote.memo);

  const ruinous = await lose(1_000_000_000n);
  expect(ruinous.answer?.adviceLevel).toBe("forbidden");
  expect(ruinous.answer?.verdict.text).toBe("BTC to ETH trades now, but do not send this.");
  expect(ruinous.answer?.advice).toBe(
    "What you receive is worth 50 % less than what you send: do not send this amount.",
  );
  expect(ruinous.answer?.deposit).toMatchObject({ memo: null, address: null });
  expect(quoteMarkdown(ruinous, ORIGIN)).not.toContain(quote.inboundAddress);
  const already = await lose(1_000_000_000n, { adviceLevel: "forbidden", advice: "Do not send funds." });
  expect(already.answer?.advice).toMatch(/^Do not send funds\. What you receive/);
});

test("if the outbound fee dominates, a larger swap costs a smaller share, which is said once", async () => {
  const fees: QuoteFee[] = [
    { kind: "liquidity", amount: agreedMoney({ asset: "ETH.ETH", base: 20_000n, usd: null }), bps: 2 },
    { kind: "outbound", amount: agreedMoney({ asset: "ETH.ETH", base: 1_480_000n, usd: null }), bps: 1_498 },
    { kind: "affiliate", amount: agreedMoney({ asset: "ETH.ETH", base: 0n, usd: null }), bps: 0 },
  ];
  const ask = (advice: string, totalBps: number, more = "") => {
    const getQuote = async () => ({
      ...quote,
      amount: 500_000n,
      expectedAmountOut: agreed(8_480_000n),
      fees,
      advice,
      totalBps,
    });
    return askFake(createFakeNetwork({ getPools: async () => usualPools, getQuote }), `${btcToEth}${more}`);
  };
  const what = "What you receive is worth 15.20 % less than what you send";
  const remedy = ": a larger amount loses a smaller share";
  expect((await ask("Send.", 999)).answer?.advice).toBe(`${what}${remedy}. Send.`);
  expect((await ask("Send.", 999, "&streaming=1")).answer?.advice).not.toMatch(/or streaming/);
  // If the fees alone are high, the reading says what to do, which would be the opposite here.
  const own = "The fees take 14 %: a smaller amount loses a smaller share. Send.";
  expect((await ask(own, 1_400)).answer?.advice).toBe(`${what}. ${own}`);
});

test("a cheap token's cost has more digits than its price in USD", async () => {
  // 0.0000011431 USD, recorded for a token of MAYAChain in 2024: 114 of 1e-8.
  const asset = "ETH.MOG-0XAAEE1A9723AADB7AFA2810263653A34BA2C21C7A";
  const [first] = usualPools.pools;
  const mog = { ...first, asset, priceUsd: 114n, assetDepth: 10n ** 20n, nativeDepth: 114_310_000_000_000n };
  const pools = { ...usualPools, pools: [...usualPools.pools, mog] as PoolReading[] };
  // 1,000 USD of it, that is 0.25 ETH, less 50 bps.
  const sold = { from: asset, amount: 87_481_410_200_332_400n, expectedAmountOut: agreed(24_875_000n) };
  const bought = {
    to: asset,
    from: "ETH.ETH",
    amount: 25_000_000n,
    expectedAmountOut: agreed(87_044_003_149_330_700n),
  };
  for (const changes of [sold, bought]) {
    const getQuote = async () => ({ ...quote, ...changes, fees: [] });
    const view = await askFake(createFakeNetwork({ getPools: async () => pools, getQuote }), btcToEth);
    expect(view.answer?.costs?.rows.at(-1)?.[3]).toBe("0.50 %");
  }
});

test("an asset of another form is worth as much as its layer-1 asset", async () => {
  const changes = { from: "BTC~BTC", to: "ETH~ETH", expectedAmountOut: agreed(800_000_000n) };
  const getQuote = async () => ({ ...quote, ...changes });
  const view = await askFake(createFakeNetwork({ getPools: async () => usualPools, getQuote }), btcToEth);
  expect(view.answer).toMatchObject({ adviceLevel: "forbidden", deposit: { memo: null, address: null } });
  expect(view.answer?.advice).toMatch(/worth 60 % less than what you send: do not send this amount/);
});

test("without the output's price the total cost is unknown, but the gas share is not", async () => {
  const pools = poolsReading.pools.map((pool) =>
    pool.asset === "ETH.ETH" ? { ...pool, nativeDepth: agreed(0n) } : pool,
  );
  const view = await askFake(createFakeNetwork({ getPools: async () => ({ ...poolsReading, pools }) }), btcToEth);
  expect(figures(view)).toContain(`Total cost: not known, ${noPrice}`);
  expect(view.answer?.costs?.rows[0]?.[3]).toBe("< 0.01 % on top");
});

test("a payout without a time says why", async () => {
  const seconds = { ...quote.seconds, total: null };
  for (const [payoutSigning, why] of [
    ["halted", "signing is halted: the payout waits until it runs again"],
    ["unknown", "whether payouts are signed now is not known"],
  ] as const) {
    const view = await askFake(
      createFakeNetwork({ getQuote: async () => ({ ...quote, payoutSigning, seconds }) }),
      btcToEth,
    );
    expect(figures(view)?.at(-1)).toBe(`It takes about: not known, ${why}`);
    expect(view.answer?.time?.rows.at(-1)?.[1]).toBe("not known");
  }
});
