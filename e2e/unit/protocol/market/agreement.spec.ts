// Figures of two nodes as one: what they agree on, the dearer of two fees, and null where one is silent or they are too far apart.
import { expect, test } from "@playwright/test";
import {
  agreeChainCosts,
  agreeDefaults,
  agreeNetworkFigures,
  agreeObservedHeights,
  agreeOutboundFees,
  agreeParameters,
  agreeQueue,
  type ChainCosts,
} from "../../../../lib/protocol/market/agreement.ts";
import type {
  InboundAddress,
  NodeNetwork,
  Queue,
} from "../../../../lib/protocol/upstream/network-schemas.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";

const row = (more: Partial<InboundAddress> = {}): InboundAddress => ({
  chain: "BTC",
  dust_threshold: 1_000n,
  outbound_fee: 2_000n,
  gas_rate: "10",
  gas_rate_units: "satsperbyte",
  outbound_tx_size: "1000",
  ...more,
});
const gas = { gasRate: "10", gasRateUnits: "satsperbyte", outboundSize: "1000" };
const same = { dustThreshold: 1_000n, outboundFee: 2_000n, ...gas };

test.describe("costs of a chain, of two nodes", () => {
  const rows: [
    what: string,
    first: Partial<InboundAddress>,
    second: Partial<InboundAddress>,
    told: Partial<ChainCosts>,
  ][] = [
    ["equal rows", {}, {}, {}],
    [
      "the higher fee",
      { outbound_fee: 2_001n },
      {},
      { outboundFee: 2_001n as ChainCosts["outboundFee"] },
    ],
    [
      "fees of more than twice another are none",
      { outbound_fee: 4_001n },
      {},
      { outboundFee: null },
    ],
    ["a fee that one leaves out is none", { outbound_fee: null }, {}, { outboundFee: null }],
    ["two dust thresholds are none", { dust_threshold: 1_001n }, {}, { dustThreshold: null }],
    ["the higher rate, by its value", { gas_rate: "9" }, {}, {}],
    ["rates of more than twice another are none", { gas_rate: "21" }, {}, { gasRate: null }],
    ["a rate that is no whole number is none", { gas_rate: "10.5" }, {}, { gasRate: null }],
    ["nor is one that only begins so", { gas_rate: "10x" }, {}, { gasRate: null }],
    ["nor one that only ends so", { gas_rate: "x10" }, {}, { gasRate: null }],
    [
      "a rate of 30 digits is one",
      { gas_rate: "1".repeat(30) },
      { gas_rate: "1".repeat(30) },
      { gasRate: "1".repeat(30) as ChainCosts["gasRate"] },
    ],
    [
      "one of 31 is none",
      { gas_rate: "1".repeat(31) },
      { gas_rate: "1".repeat(31) },
      { gasRate: null },
    ],
    ["a rate that one leaves out is none", { gas_rate: undefined }, {}, { gasRate: null }],
    ["two units are none", { gas_rate_units: "gwei" }, {}, { gasRateUnits: null }],
    ["two sizes are none", { outbound_tx_size: "1001" }, {}, { outboundSize: null }],
  ];
  for (const [what, first, second, told] of rows) {
    test(what, () => {
      const costs = agreeChainCosts([[row(first)], [row(second)]], 2);
      expect([...costs]).toEqual([["BTC", { ...same, ...told }]]);
    });
  }

  test("rows of one height name one fee and one rate, or none", () => {
    const costsOf = (more: object) =>
      agreeChainCosts([[row()], [row(more)]], 2, { isOneHeight: true }).get("BTC");
    expect(costsOf({})).toEqual(same);
    const [fee, rate] = [BigInt(row().outbound_fee ?? 0) + 1n, String(Number(row().gas_rate) + 1)];
    expect(costsOf({ outbound_fee: fee, gas_rate: rate })).toEqual({
      ...same,
      outboundFee: null,
      gasRate: null,
    });
  });

  test("a chain that only one of two lists has no costs", () => {
    const costs = agreeChainCosts([[row(), row({ chain: "ETH" })], [row()]], 2);
    expect(costs.get("BTC")).toMatchObject(same);
    const none = {
      dustThreshold: null,
      outboundFee: null,
      gasRate: null,
      gasRateUnits: null,
      outboundSize: null,
    };
    expect(costs.get("ETH")).toEqual(none);
  });

  test("one node that lists a chain twice is not two nodes: its first row counts", () => {
    const twice = [row(), row({ outbound_fee: 3_000n })];
    expect(agreeChainCosts([twice], 2).get("BTC")).toMatchObject({
      dustThreshold: null,
      outboundFee: null,
    });
    expect(agreeChainCosts([twice], 1).get("BTC")).toMatchObject(same);
  });
});

test("outbound fees by asset: names in capitals, the higher one, 0 as it is, and none that one node leaves out", () => {
  const fees = agreeOutboundFees(
    [
      [
        { asset: "BTC.BTC", outbound_fee: 1_000n },
        { asset: "ETH.USDC-0xa0b8", outbound_fee: 5n },
        { asset: "THOR.RUNE", outbound_fee: 0n },
        { asset: "LTC.LTC", outbound_fee: null },
        { asset: "DOGE.DOGE", outbound_fee: 7n },
      ],
      [
        { asset: "BTC.BTC", outbound_fee: 1_100n },
        { asset: "ETH.USDC-0XA0B8", outbound_fee: 5n },
        { asset: "THOR.RUNE", outbound_fee: 0n },
        { asset: "LTC.LTC", outbound_fee: 9n },
      ],
    ],
    2,
  );
  expect(Object.fromEntries(fees)).toEqual({
    "BTC.BTC": 1_100n,
    "ETH.USDC-0XA0B8": 5n,
    "THOR.RUNE": 0n,
  });
});

test("outbound fees of one height are equal; of three answers a pair decides, by its own heights", () => {
  const feeOf = (fees: readonly bigint[], heights: readonly (number | null)[]) => {
    const lists = fees.map((outbound_fee) => [{ asset: "BTC.BTC", outbound_fee }]);
    return agreeOutboundFees(lists, 2, heights).get("BTC.BTC");
  };
  expect([
    feeOf([100n, 105n], [7, 7]),
    feeOf([100n, 105n], [7, 8]),
    feeOf([100n, 105n], []),
  ]).toEqual([null, 105n, 105n]);
  expect(feeOf([100n, 113n, 101n], [7, 7, 8]), "honest at 7 and 8").toBe(101n);
  expect(feeOf([105n, 100n, 100n], [7, 7, 7])).toBe(100n);
  expect(
    feeOf([105n, 100n, 101n], [7, 7, 8]),
    "who of the first two is right, the third cannot say",
  ).toBeNull();
});

test.describe("figures of the whole network", () => {
  const network = (more: Partial<NodeNetwork> = {}): NodeNetwork => ({
    native_tx_fee_rune: 2_000_000n,
    native_outbound_fee_rune: 2_000_000n,
    outbound_fee_multiplier: 15_000n,
    rune_price_in_tor: 120_000_000n,
    total_bond_units: 1n,
    ...more,
  });
  const told = {
    nativeTransactionFee: 2_000_000n,
    nativeOutboundFee: 2_000_000n,
    outboundMultiplierBps: 15_000n,
    nativePriceUsd: 120_000_000n,
    isPriceHalted: false,
  };
  const rows: [what: string, first: Partial<NodeNetwork>, told: object][] = [
    ["equal answers", { tor_price_halted: false }, {}],
    [
      "two native fees are none",
      { native_tx_fee_rune: 1n, native_outbound_fee_rune: 2n },
      { nativeTransactionFee: null, nativeOutboundFee: null },
    ],
    [
      "the higher multiplier",
      { outbound_fee_multiplier: 16_000n },
      { outboundMultiplierBps: 16_000n },
    ],
    ["the lower price", { rune_price_in_tor: 119_000_000n }, { nativePriceUsd: 119_000_000n }],
    [
      "1 % apart is one price",
      { rune_price_in_tor: 118_800_000n },
      { nativePriceUsd: 118_800_000n },
    ],
    [
      "prices further apart are none",
      { rune_price_in_tor: 118_799_999n },
      { nativePriceUsd: null },
    ],
    [
      "one node that says its prices are halted is enough",
      { tor_price_halted: true },
      { isPriceHalted: true },
    ],
  ];
  for (const [what, first, more] of rows) {
    test(what, () =>
      expect(agreeNetworkFigures([network(first), network()], 2)).toEqual({ ...told, ...more }),
    );
  }

  test("multipliers of one height are equal", () => {
    const of = (heights: readonly number[]) =>
      agreeNetworkFigures([network({ outbound_fee_multiplier: 16_000n }), network()], 2, heights)
        ?.outboundMultiplierBps;
    expect([of([7, 7]), of([7, 8])]).toEqual([null, 16_000n]);
  });

  test("one answer of two is none", () => {
    expect(agreeNetworkFigures([network()], 2)).toBeNull();
    expect(agreeNetworkFigures([network()], 1)).toEqual(told);
  });
  test("of three, two must say that prices are halted", () => {
    const isHaltedBy = (...halted: boolean[]) =>
      agreeNetworkFigures(
        halted.map((tor_price_halted) => network({ tor_price_halted })),
        2,
      )?.isPriceHalted;
    expect([isHaltedBy(true, false, false), isHaltedBy(true, false, true)]).toEqual([false, true]);
  });
});

test.describe("what waits in the queues", () => {
  const queue = (more: Partial<Queue> = {}): Queue => ({
    swap: 1,
    outbound: 12,
    internal: 3,
    scheduled_outbound_value: 500n,
    ...more,
  });
  const told = { swap: 1, outbound: 12, internal: 3, scheduledOutboundValue: 500n };
  const rows: [what: string, first: Partial<Queue>, told: object][] = [
    ["equal answers", {}, {}],
    [
      "the longer one",
      { swap: 2, outbound: 13, internal: 4 },
      { swap: 2, outbound: 13, internal: 4 },
    ],
    ["up to twice as long and 20 more", { swap: 42 }, { swap: 42 }],
    ["what is longer still is not known", { swap: 43 }, { swap: null }],
    ["the higher value", { scheduled_outbound_value: 1_000n }, { scheduledOutboundValue: 1_000n }],
    [
      "values more than twice another: none",
      { scheduled_outbound_value: 1_001n },
      { scheduledOutboundValue: null },
    ],
    [
      "a value that one leaves out is none",
      { scheduled_outbound_value: undefined },
      { scheduledOutboundValue: null },
    ],
  ];
  for (const [what, first, more] of rows) {
    test(what, () => expect(agreeQueue([queue(first), queue()], 2)).toEqual({ ...told, ...more }));
  }

  test("one answer of two is none", () => {
    expect(agreeQueue([queue()], 2)).toBeNull();
    expect(agreeQueue([queue()], 1)).toEqual(told);
  });
});

test("a parameter is what all name alike, unset where none names it, and absent where they differ", () => {
  const first = { A: 1, B: 2, C: 3, D: -1, OTHER: 9 };
  const second = { A: 1, B: 3, D: -1, OTHER: 9 };
  const names = ["A", "B", "C", "D", "E"];
  expect(Object.fromEntries(agreeParameters([first, second], 2, names))).toEqual({
    A: 1,
    D: -1,
    E: "unset",
  });
  const alone = agreeParameters([second], 1, names);
  expect(Object.fromEntries(alone)).toEqual({ A: 1, B: 3, C: "unset", D: -1, E: "unset" });
  const three = agreeParameters([first, first, { OTHER: 9 }], 2, ["A", "OTHER"]);
  expect(Object.fromEntries(three), "one of three does not name it").toEqual({ OTHER: 9 });
  expect([...agreeParameters([first], 2, names)], "one answer of two").toEqual([]);
});

test("a constant has the name of its parameter, and of three answers two that agree decide", () => {
  const slip = (L1SlipMinBps: number) => ({
    int_64_values: { L1SlipMinBps, NativeTransactionFee: 2 },
  });
  const told = (...slips: number[]) =>
    Object.fromEntries(
      agreeDefaults(slips.map(slip), 2, ["L1SLIPMINBPS", "NATIVETRANSACTIONFEE", "OTHER"]),
    );
  const same = { NATIVETRANSACTIONFEE: 2, OTHER: "unset" };
  expect(told(5, 5)).toEqual({ ...same, L1SLIPMINBPS: 5 });
  expect(told(5, 6)).toEqual(same);
  expect(told(5, 6, 6)).toEqual({ ...same, L1SLIPMINBPS: 6 });
  expect(told(5, 6, 5)).toEqual({ ...same, L1SLIPMINBPS: 5 });
  expect(told(5, 5, 6)).toEqual({ ...same, L1SLIPMINBPS: 5 });
  expect(told(5, 6, 7)).toEqual(same);
  expect(told(5)).toEqual({});
});

test.describe("the newest block observed of a chain", () => {
  const lists = (...heights: readonly (number | null)[]) =>
    heights.map((lastObservedIn) => [
      { chain: "AVAX", height: 9, lastObservedIn: 7 },
      ...(lastObservedIn === null ? [] : [{ chain: "BTC", height: 9, lastObservedIn }]),
    ]);
  // A block of Bitcoin takes 600 s, one of Avalanche 3 s.
  const rows: [
    what: string,
    heights: readonly (number | null)[],
    quorum: 1 | 2,
    told: number | null | undefined,
  ][] = [
    ["the lower of two", [101, 100], 2, 100],
    ["two blocks apart, by ten minutes, are none", [102, 100], 2, null],
    ["one node's own where one is configured", [100], 1, 100],
    ["one of two is none", [100], 2, null],
    ["one that the other leaves out is none", [100, null], 2, null],
    ["one that the other does not know is none", [0, 100], 2, null],
    ["nobody knows the chain", [0, 0], 2, undefined],
    ["a third decides", [900, 100, 100], 2, 100],
    ["a third decides, whoever came first", [100, 900, 101], 2, 100],
    ["of three that say three things none", [100, 500, 900], 2, null],
  ];
  for (const [what, heights, quorum, told] of rows)
    test(what, () => {
      const agreed = agreeObservedHeights(lists(...heights), quorum, presets.thorchain);
      expect(agreed.get("BTC")).toBe(told);
      expect(agreed.get("AVAX")).toBe(heights.length < quorum ? null : 7);
    });
  test("by the time that the chain's blocks take: a minute and one block apart at most", () => {
    const of = (chain: string, ...heights: number[]) =>
      agreeObservedHeights(
        heights.map((lastObservedIn) => [{ chain, height: 9, lastObservedIn }]),
        2,
        presets.thorchain,
      ).get(chain);
    const { code = "", blockSeconds = 0 } =
      presets.thorchain.chains.find(({ blockSeconds: one }) => one === 12) ?? {};
    const most = 60 / blockSeconds + 1;
    expect([of(code, 100, 100 + most), of(code, 100, 101 + most)]).toEqual([100, null]);
    // A chain of which nothing is known, by the blocks of the network.
    expect([of("NEW", 100, 111), of("NEW", 100, 112)]).toEqual([100, null]);
  });
  test("the first row of a chain counts, and no row is no height", () => {
    const twice = [
      { chain: "BTC", height: 9, lastObservedIn: 100 },
      { chain: "BTC", height: 9, lastObservedIn: 900 },
    ];
    expect([...agreeObservedHeights([twice, twice], 2, presets.thorchain)]).toEqual([["BTC", 100]]);
    expect([...agreeObservedHeights([], 2, presets.thorchain)]).toEqual([]);
  });
});
