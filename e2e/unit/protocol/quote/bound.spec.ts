// What the pools can give: no honest quote is beyond it, whoever recorded it, and an invented one is.
import { expect, test } from "@playwright/test";
import type { Market } from "../../../../lib/protocol/market/market.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import type { BoundQuestion } from "../../../../lib/protocol/quote/bound.ts";
import {
  findPoolFault,
  findPoolsFault,
  maxPartCount,
} from "../../../../lib/protocol/quote/bound.ts";
import { minPayout, type PayoutTerms } from "../../../../lib/protocol/quote/payout.ts";
import { quoteReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { Pools } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../../lib/protocol/upstream/parse-shape.ts";
import { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { BTC_TO_ETH, get, quotePath, send } from "../../sample/sample-client.ts";
import { listRecordedQuotes } from "./recorded-quotes.ts";

const recordings = (): string => test.info().config.metadata.recordingsDir;

// The worked example of the protocol's reference, section 7.
const pools = [
  { asset: "BTC.BTC", assetDepth: 127_968_365_638n, nativeDepth: 1_146_799_980_853_764n },
  { asset: "ETH.ETH", assetDepth: 1_220_816_983_876n, nativeDepth: 625_897_832_323_009n },
];
const asked: BoundQuestion = {
  from: "BTC.BTC",
  to: "ETH.ETH",
  amount: 100_000_000n,
  parts: 1,
  expectedAmountOut: 1_739_654_900n,
  fixedFees: 600_000n,
  nativeAsset: "THOR.RUNE",
};
const above = quoteReasons.abovePools;
const below = quoteReasons.belowPools;

test("an output is held against the formula, in as many parts as it may rest on", () => {
  const rows: [change: Partial<BoundQuestion>, fault: object | null][] = [
    [{}, null],
    // One swap gives 1,740,254,900 without fees, and 1 % is allowed beyond that.
    [{ expectedAmountOut: 1_757_657_449n }, null],
    [{ expectedAmountOut: 1_757_657_450n }, above],
    // Ten parts give 1,747,189,290.
    [{ expectedAmountOut: 1_764_660_000n, parts: 10 }, null],
    [{ expectedAmountOut: 1_764_670_000n, parts: 10 }, above],
    // However many the parts are, nothing is beyond the price: 1,747,961,968 without any slip.
    [{ expectedAmountOut: 1_766_000_000n, parts: 1_000_000_000 }, above],
    // Half of what is left of one swap after the fees.
    [{ expectedAmountOut: 869_827_450n }, null],
    [{ expectedAmountOut: 869_827_449n }, below],
    [{ expectedAmountOut: 0n, fixedFees: 1_740_254_900n }, null],
    [{ from: "THOR.RUNE", amount: 894_760_010_351n, expectedAmountOut: 1_740_254_900n }, null],
    [{ from: "THOR.RUNE", amount: 894_760_010_351n, expectedAmountOut: 1_760_000_000n }, above],
    [{ to: "THOR.RUNE", expectedAmountOut: 894_760_010_351n }, null],
    [{ to: "THOR.RUNE", expectedAmountOut: 904_000_000_000n }, above],
    // Trade and secured assets swap in the layer-1 pool; a synth as if it were twice as deep.
    [{ to: "ETH~ETH", expectedAmountOut: 1_757_657_450n }, above],
    [{ to: "ETH-ETH", expectedAmountOut: 1_757_657_450n }, above],
    [{ to: "ETH/ETH", expectedAmountOut: 1_757_657_450n }, null],
    [{ to: "ETH/ETH", expectedAmountOut: 1_767_000_000n }, above],
    // From one form of an asset to another no more comes out than went in.
    [{ to: "BTC/BTC", expectedAmountOut: 99_900_000n }, null],
    [{ to: "BTC/BTC", expectedAmountOut: 10n }, null],
    [{ to: "BTC/BTC", expectedAmountOut: 101_000_001n }, above],
    // No more than the whole pool, in however many parts.
    [{ amount: 10n ** 12n, parts: 100_000, expectedAmountOut: 1_300_000_000_000n }, above],
    // A synth is minted: what the pool holds is no bound for it.
    [
      { to: "ETH/ETH", amount: 10n ** 12n, parts: 100_000, expectedAmountOut: 1_300_000_000_000n },
      null,
    ],
    [{ amount: 10n ** 12n, parts: 100_000, expectedAmountOut: 1_220_816_983_876n }, null],
    [{ amount: 10n ** 12n, parts: 100_000, expectedAmountOut: 1_220_816_983_877n }, above],
    [
      {
        to: "THOR.RUNE",
        amount: 10n ** 12n,
        parts: 100_000,
        expectedAmountOut: 1_146_799_980_853_764n,
      },
      null,
    ],
    [
      {
        to: "THOR.RUNE",
        amount: 10n ** 12n,
        parts: 100_000,
        expectedAmountOut: 1_146_799_980_853_765n,
      },
      above,
    ],
    // From one form to another the pool is no bound either.
    [{ to: "BTC/BTC", amount: 10n ** 15n, expectedAmountOut: 10n ** 15n }, null],
    [{ to: "BTC~BTC", amount: 10n ** 15n, expectedAmountOut: 10n ** 15n }, null],
    // Without a pool nothing can be said.
    [{ to: "DOGE.DOGE", expectedAmountOut: 1n }, null],
    [{ from: "DOGE.DOGE", expectedAmountOut: 1n }, null],
    [{ from: "DOGE.DOGE", expectedAmountOut: 10n ** 30n }, null],
    [{ from: "THOR.RUNE", to: "DOGE.DOGE", expectedAmountOut: 10n ** 30n }, null],
  ];
  for (const [change, fault] of rows) {
    expect(findPoolFault({ ...asked, ...change }, pools), JSON.stringify(change, toText)).toEqual(
      fault,
    );
  }
  const [btc, eth] = pools as [(typeof pools)[number], (typeof pools)[number]];
  for (const empty of [{ assetDepth: 0n }, { nativeDepth: 0n }]) {
    expect(findPoolFault(asked, [{ ...btc, ...empty }, eth])).toEqual(above);
    expect(findPoolFault(asked, [btc, { ...eth, ...empty }])).toEqual(above);
    expect(findPoolFault({ ...asked, from: "THOR.RUNE" }, [btc, { ...eth, ...empty }])).toEqual(
      above,
    );
  }
  // What the first pool gives is a third more than this pool holds. A fee of the first may leave less, and into a pool beyond its depth
  // less input gives more output: at most a quarter of the pool.
  const shallow = [btc, { ...eth, nativeDepth: 100_000_000_000_000n }];
  const large = { ...asked, amount: 20_000_000_000n };
  expect(findPoolFault({ ...large, expectedAmountOut: 305_204_245_969n }, shallow)).toEqual(null);
  expect(findPoolFault({ ...large, expectedAmountOut: 308_256_288_429n }, shallow)).toEqual(above);
  // Of one pool it is known what goes in: four times its depth give 16 % of it.
  const native = { ...asked, from: "THOR.RUNE", amount: 400_000_000_000_000n };
  expect(findPoolFault({ ...native, expectedAmountOut: 195_330_717_420n }, shallow)).toEqual(null);
  expect(findPoolFault({ ...native, expectedAmountOut: 305_204_245_969n }, shallow)).toEqual(above);
});

test("of the sources' quotes one that the pools contradict is enough, in as many parts as any source allows", () => {
  const quoteOf = (expected: bigint, more: object = {}) =>
    QuoteSwap.parse({
      expected_amount_out: `${expected}`,
      expiry: 1,
      fees: { asset: "ETH.ETH" },
      ...more,
    });
  const fees = { asset: "ETH.ETH", outbound: "600000", affiliate: "400000" };
  const [honest, tenParts] = [
    quoteOf(1_739_654_900n),
    quoteOf(1_764_660_000n, { max_streaming_quantity: 10 }),
  ];
  const single = { interval: 1, quantity: 1 };
  const rows: [quotes: QuoteSwap[], streaming: QuoteRequest["streaming"], fault: object | null][] =
    [
      [[], undefined, null],
      [[honest, honest], undefined, null],
      [[honest, quoteOf(1_757_657_450n)], undefined, above],
      [[quoteOf(869_827_449n), honest], undefined, below],
      [[quoteOf(870_127_450n)], undefined, null],
      [[quoteOf(870_127_449n)], undefined, below],
      [[tenParts, honest], undefined, null],
      [[honest, tenParts], undefined, null],
      [[honest, tenParts], single, above],
      // Half of what is left of one swap after both fees.
      [[quoteOf(869_627_450n, { fees })], undefined, null],
      [[quoteOf(869_627_449n, { fees })], undefined, below],
    ];
  const market = { pools: pools as unknown as Market["pools"], preset: presets.thorchain };
  for (const [quotes, streaming, fault] of rows) {
    const question = { ...asked, quotes, request: streaming === undefined ? {} : { streaming } };
    expect(findPoolsFault(question, market), JSON.stringify([quotes, streaming], toText)).toEqual(
      fault,
    );
    expect(findPoolsFault(question, { ...market, pools: null }), "pools unread").toBeNull();
  }
});

test("a quote may rest on as many parts as were asked, and no more than a source allows", () => {
  expect(maxPartCount(undefined, [undefined])).toBe(1);
  expect(maxPartCount(undefined, [0])).toBe(1);
  expect(maxPartCount(undefined, [12, 14])).toBe(14);
  expect(maxPartCount({ interval: 1, quantity: 0 }, [12])).toBe(12);
  expect(maxPartCount({ interval: 1, quantity: 7 }, [12])).toBe(7);
  expect(maxPartCount({ interval: 1, quantity: 70 }, [12])).toBe(12);
});

test("the least payout is the limit less what is taken after it was held against the output", () => {
  const terms = {
    limit: 10_000n,
    outboundFee: 100n,
    affiliateBps: 0,
    limitHolds: "after_fee",
  } as const;
  const [before, all] = [{ limitHolds: "before_fee" }, { limitHolds: "after_all" }] as const;
  const rows: [what: string, terms: Partial<PayoutTerms>, least: bigint | null][] = [
    ["the fee of one part is not known", { outboundFee: null }, 10_000n],
    ["nor with an affiliate", { outboundFee: null, affiliateBps: 1 }, null],
    ["nor where the limit is before it", { outboundFee: null, ...before }, null],
    ["one part, limit after the fee", {}, 10_000n],
    ["an affiliate's share, of the output before the fee", { affiliateBps: 1_000 }, 8_990n],
    ["a share is rounded up", { affiliateBps: 1 }, 9_998n],
    ["limit before the fee, as that of parts", before, 9_900n],
    ["both", { ...before, affiliateBps: 1_000 }, 8_900n],
    ["limit after fee and share", { ...all, affiliateBps: 1_000 }, 10_000n],
    ["whatever the fee is", { ...all, affiliateBps: 1_000, outboundFee: null }, 10_000n],
    ["nothing is taken", { outboundFee: 0n }, 10_000n],
  ];
  for (const [what, more, least] of rows)
    expect(minPayout({ ...terms, ...more }), what).toBe(least);
});

test("no quote of the sample is beyond its pools", async () => {
  const listed = parseShape(Pools, "/pools", await get("/pools"));
  const assets = [
    "THOR.RUNE",
    ...listed.filter((pool) => pool.status === "Available").map((pool) => pool.asset),
  ];
  const single = { streaming_interval: "1", streaming_quantity: "1" };
  const ways = [
    {},
    single,
    { streaming_interval: "1", streaming_quantity: "0" },
    { streaming_interval: "3", streaming_quantity: "5" },
  ];
  let quoted = 0;
  for (const [index, from] of assets.entries())
    for (const amount of [2_000_000n, 300_000_000n, 40_000_000_000n, 5_000_000_000_000n])
      for (const way of ways) {
        const to = assets[(index * 7 + 11) % assets.length] as string;
        if (to === from) continue;
        const query = {
          ...BTC_TO_ETH,
          from_asset: from,
          to_asset: to,
          amount: String(amount),
          ...way,
        };
        const response = await send(quotePath(query));
        if (response.status !== 200) continue;
        const quote = parseShape(QuoteSwap, "/quote/swap", await response.json());
        quoted += 1;
        const streaming =
          "streaming_quantity" in way
            ? { interval: 1, quantity: Number(way.streaming_quantity) }
            : undefined;
        const fault = faultOf({ from, to, amount, streaming }, quote, listed, "THOR.RUNE");
        const source = listed.find((pool) => pool.asset === from);
        const target =
          listed.find((pool) => pool.asset === to)?.balance_asset ?? source?.balance_rune ?? 0n;
        // At unchanged depths the parts of a large swap add up to more than a small pool holds.
        const isWholePool = quote.expected_amount_out > target;
        expect(fault, JSON.stringify(query)).toEqual(isWholePool ? above : null);
        if (isWholePool) expect(way, JSON.stringify(query)).not.toEqual(single);
      }
  expect(quoted).toBeGreaterThan(200);
});

test.describe("recordings", { tag: "@shared" }, () => {
  test("no quote of a real node is beyond the pools of its height, and most that promise a tenth more are", () => {
    test.skip(!recordings(), "RECORDINGS_DIR is not set");
    let [all, caught] = [0, 0];
    const withheld: string[] = [];
    for (const one of listRecordedQuotes(recordings())) {
      const { quote, preset } = one;
      all += 1;
      if (faultOf(one, quote, one.pools, preset.nativeAsset) !== null) withheld.push(one.name);
      const more = { ...quote, expected_amount_out: (quote.expected_amount_out * 110n) / 100n };
      if (faultOf(one, more, one.pools, preset.nativeAsset) !== null) caught += 1;
    }
    expect(withheld).toEqual([]);
    expect(all).toBeGreaterThan(25_000);
    expect(caught / all).toBeGreaterThan(0.85);
  });
});

function faultOf(
  {
    from,
    to,
    amount,
    streaming,
  }: Pick<BoundQuestion, "from" | "to" | "amount"> & {
    streaming: Parameters<typeof maxPartCount>[0];
  },
  quote: QuoteSwap,
  listed: ReturnType<typeof Pools.parse>,
  nativeAsset: string,
) {
  const fixedFees = (quote.fees.outbound ?? 0n) + (quote.fees.affiliate ?? 0n);
  const parts = maxPartCount(streaming, [quote.max_streaming_quantity]);
  const question = {
    from,
    to,
    amount,
    parts,
    expectedAmountOut: quote.expected_amount_out,
    fixedFees,
    nativeAsset,
  };
  return findPoolFault(question, poolRows(listed));
}

const poolRows = (listed: ReturnType<typeof Pools.parse>) =>
  listed.map((pool) => ({
    asset: pool.asset.toUpperCase(),
    assetDepth: pool.balance_asset,
    nativeDepth: pool.balance_rune ?? pool.balance_cacao ?? null,
  }));

const toText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
