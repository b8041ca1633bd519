// Prices in US dollars: of the nodes, or of an indexer where the depths of the pools bear them out. What is not certain is no price.
import { expect, test } from "@playwright/test";
import type { NetworkFigures } from "../../../../lib/protocol/market/agreement.ts";
import type { AgreedPool } from "../../../../lib/protocol/market/pool-agreement.ts";
import {
  confirmedPrices,
  indexerPrices,
  nodePrices,
  priceAmount,
} from "../../../../lib/protocol/market/prices.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";

const { thorchain, mayachain } = presets;
const orNull = (value: bigint | null) => (value === null ? null : agreed(value));
const pool = (
  asset: string,
  more: { priceUsd?: bigint | null; depths?: [bigint | null, bigint | null] } = {},
) => {
  const { priceUsd = null, depths = [1n, 1n] } = more;
  const [assetDepth, nativeDepth] = depths.map(orNull);
  return {
    asset,
    status: "Available",
    assetDepth,
    nativeDepth,
    priceUsd: orNull(priceUsd),
    doubt: null,
  } as AgreedPool;
};

test.describe("what the nodes state", () => {
  const pools = [
    pool("BTC.BTC", { priceUsd: 8n }),
    pool("ETH.ETH"),
    pool("LTC.LTC", { priceUsd: 0n }),
  ];
  const network = (nativePriceUsd: bigint | null, isPriceHalted = false) =>
    ({ nativePriceUsd: orNull(nativePriceUsd), isPriceHalted }) as NetworkFigures;
  const btc: [string, bigint] = ["BTC.BTC", 8n];
  const rows: [
    what: string,
    pools: AgreedPool[] | null,
    network: NetworkFigures | null,
    prices: [string, bigint][],
  ][] = [
    ["of the pools, and of the native asset", pools, network(5n), [btc, ["THOR.RUNE", 5n]]],
    ["a 0 is no price", pools, network(0n), [btc]],
    ["nor is what the nodes do not agree on", pools, network(null), [btc]],
    ["without pools the native asset alone", null, network(5n), [["THOR.RUNE", 5n]]],
    ["nothing while the anchors are halted", pools, network(5n, true), []],
    ["nothing where nobody says whether they are", pools, null, []],
  ];
  for (const [what, listed, figures, prices] of rows) {
    test(what, () => expect([...nodePrices(thorchain, listed, figures)]).toEqual(prices));
  }
});

test.describe("what an indexer prints", () => {
  const row = (
    asset: string,
    assetPriceUSD: string | undefined,
    depths: [bigint, bigint] = [1n, 0n],
  ) => ({
    asset,
    status: "available",
    assetDepth: depths[0],
    runeDepth: depths[1],
    assetPriceUSD,
  });
  const read: [text: string | undefined, price: bigint | undefined][] = [
    ["0.38", 38_000_000n],
    ["80000", 8_000_000_000_000n],
    ["1.2e-05", 1_200n],
    ["1.2E-05", 1_200n],
    ["12e+2", 120_000_000_000n],
    ["1.5e2", 15_000_000_000n],
    ["0.123456789", 12_345_678n],
    ["0.00000001", 1n],
    ["0.000000009", undefined],
    ["9e-9", undefined],
    ["0", undefined],
    ["0.0", undefined],
    ["NaN", undefined],
    ["+Inf", undefined],
    ["-1", undefined],
    ["1.", undefined],
    [".5", undefined],
    [" 1", undefined],
    ["1 ", undefined],
    ["1,5", undefined],
    ["1e", undefined],
    ["1e100", undefined],
    ["9".repeat(30), BigInt("9".repeat(30)) * 100_000_000n],
    ["9".repeat(31), undefined],
    [`1.${"0".repeat(40)}`, 100_000_000n],
    [`1.${"0".repeat(41)}`, undefined],
    ["", undefined],
    [undefined, undefined],
  ];
  for (const [text, price] of read) {
    test(`${JSON.stringify(text)?.slice(0, 40)} is ${price === undefined ? "no price" : `${price} of 1e-8 dollars`}`, () => {
      expect(indexerPrices(mayachain, [row("BTC.BTC", text)]).get("BTC.BTC")).toBe(price);
    });
  }

  test("the names of assets are in capitals", () => {
    expect([...indexerPrices(mayachain, [row("ETH.USDC-0xa0b8", "1")])]).toEqual([
      ["ETH.USDC-0XA0B8", 100_000_000n],
    ]);
  });

  // CACAO has ten decimals. 2 BTC of $50,000 beside 1,000,000 CACAO: $0.10 each. 10 ETH of $2,000 beside 100,000 CACAO: $0.20 each.
  const deep = row("BTC.BTC", "50000", [200_000_000n, 10n ** 16n]);
  const shallow = row("ETH.ETH", "2000", [1_000_000_000n, 10n ** 15n]);
  const rows: [what: string, pools: (typeof deep)[], native: bigint | undefined][] = [
    ["the deepest pool says it", [deep, shallow], 10_000_000n],
    ["in whichever order they stand", [shallow, deep], 10_000_000n],
    [
      "a pool without a price says nothing",
      [{ ...deep, assetPriceUSD: "NaN" }, shallow],
      20_000_000n,
    ],
    ["nor does an empty one", [{ ...deep, runeDepth: 0n }], undefined],
    ["nor no pool at all", [], undefined],
  ];
  for (const [what, pools, native] of rows) {
    test(`the price of the native asset: ${what}`, () => {
      expect(indexerPrices(mayachain, pools).get("MAYA.CACAO")).toBe(native);
    });
  }

  test("decimals of the pool's own asset count", () => {
    // 10 MAYA (four decimals) of $20 beside 1,000 CACAO: $0.20 each.
    const pools = [row("MAYA.MAYA", "20", [100_000n, 10n ** 13n])];
    expect(indexerPrices(mayachain, pools).get("MAYA.CACAO")).toBe(20_000_000n);
  });
});

test.describe("an indexer's prices beside the depths of the nodes", () => {
  // One CACAO is $0.10: 1,000,000 of them are worth 100,000 USDC and 2 BTC of $50,000.
  const dollars = pool("ETH.USDC-0XA0B8", { depths: [10n ** 13n, 10n ** 16n] });
  const btc = pool("BTC.BTC", { depths: [200_000_000n, 10n ** 16n] });
  const indexed = (more: Record<string, bigint | undefined> = {}) => {
    const all = { "MAYA.CACAO": 10_000_000n, "BTC.BTC": 5_000_000_000_000n, ...more };
    return new Map(
      Object.entries(all).filter((entry): entry is [string, bigint] => entry[1] !== undefined),
    );
  };
  const both: [string, bigint][] = [
    ["MAYA.CACAO", 10_000_000n],
    ["BTC.BTC", 5_000_000_000_000n],
  ];
  const native = both.slice(0, 1);
  const of = (asset: string, depths: [bigint | null, bigint | null]) => pool(asset, { depths });
  const rows: [
    what: string,
    prices: Map<string, bigint>,
    pools: AgreedPool[],
    kept: [string, bigint][],
  ][] = [
    ["bear out both", indexed(), [btc, dollars], both],
    [
      "another dollar coin does as well",
      indexed(),
      [btc, { ...dollars, asset: "ETH.USDT-0XDAC1" }],
      both,
    ],
    [
      "a coin of another name does not",
      indexed(),
      [btc, { ...dollars, asset: "ETH.DAI-0X6B17" }],
      [],
    ],
    [
      "no price of the native asset, no price at all",
      indexed({ "MAYA.CACAO": undefined }),
      [btc, dollars],
      [],
    ],
    ["no pools", indexed(), [], []],
    [
      "a pool of what is no asset is passed over",
      indexed(),
      [pool("NONSENSE"), btc, dollars],
      both,
    ],
    ["no pool of dollars", indexed(), [btc], []],
    [
      "5 % off is borne out",
      indexed({ "BTC.BTC": 4_750_000_000_000n }),
      [btc, dollars],
      [...native, ["BTC.BTC", 4_750_000_000_000n]],
    ],
    ["more is not", indexed({ "BTC.BTC": 4_749_999_999_999n }), [btc, dollars], native],
    [
      "a pool that the indexer has no price for",
      indexed({ "BTC.BTC": undefined }),
      [btc, dollars],
      native,
    ],
    [
      "a dollar that is 5 % off",
      indexed({ "BTC.BTC": undefined }),
      [of(dollars.asset, [950n * 10n ** 10n, 10n ** 16n])],
      native,
    ],
    [
      "a dollar that is more off",
      indexed(),
      [btc, of(dollars.asset, [949n * 10n ** 10n, 10n ** 16n])],
      [],
    ],
    [
      "the first pool of dollars decides",
      indexed(),
      [of("ETH.USDT-0XDAC1", [1n, 10n ** 16n]), dollars, btc],
      [],
    ],
    [
      "a depth of the asset is not known",
      indexed(),
      [of("BTC.BTC", [null, 10n ** 16n]), dollars],
      native,
    ],
    [
      "a depth of the native asset is not known",
      indexed(),
      [of("BTC.BTC", [1n, null]), dollars],
      native,
    ],
    ["an empty pool bears out nothing", indexed(), [of("BTC.BTC", [0n, 0n]), dollars], native],
  ];
  for (const [what, prices, pools, kept] of rows) {
    test(what, () => expect([...confirmedPrices(mayachain, prices, pools)]).toEqual(kept));
  }
});

test("an amount without a price keeps its amount and has no dollars", () => {
  const prices = new Map([["MAYA.CACAO", 10_000_000n]]);
  expect(priceAmount(prices, "MAYA.CACAO", 25_000_000_000n)).toEqual({
    asset: "MAYA.CACAO",
    base: 25_000_000_000n,
    usd: 25_000_000n,
  });
  expect(priceAmount(prices, "BTC.BTC", 5n)).toEqual({ asset: "BTC.BTC", base: 5n, usd: null });
});
