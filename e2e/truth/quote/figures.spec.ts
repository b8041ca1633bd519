// The figures of a quote: the worse that two sources state. Too far apart, none is known.

import { expect, test } from "@playwright/test";
import { agreeReserve } from "../../../lib/protocol/market/stable-reserve.ts";
import type { QuoteFee, QuoteReading, QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { formatUnits } from "../../../lib/protocol/values/amounts.ts";
import { messageText } from "../../../lib/say/message-text.ts";
import { changeRow, scriptNodes } from "../../support/changes.ts";
import { cellsBelow, rowsOf } from "../../support/rows.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { poolBody } from "../../support/wire.ts";
import type { World } from "../../support/world.ts";
import {
  askedOf,
  askWorld,
  createQuoteWorld,
  poolOf,
  poolsAnd,
  quoteCalls,
  read,
} from "./asked.ts";

const FEES = "fee.outbound=500 fee.affiliate=100 fee.liquidity=100";
const SIZES = "min=100 dust=1000 cap=5";
const BASE = `${FEES} fee.slippage_bps=20 ${SIZES} confirmed=600 swapped=18 delayed=54 done=654`;
const figuresOf = (quote: QuoteReading): Readonly<Record<string, string>> => {
  const feeOf = (kind: QuoteFee["kind"]) =>
    quote.fees.find((fee) => fee.kind === kind)?.amount?.base ?? null;
  const figures = {
    ...{ out: quote.expectedAmountOut, min: quote.recommendedMinAmount },
    ...{ dust: quote.dustThreshold, parts: quote.maxStreamingQuantity, slip: quote.slipBps },
    ...{ outbound: feeOf("outbound"), affiliate: feeOf("affiliate") },
    ...{ liquidity: feeOf("liquidity"), total: quote.totalBps },
    ...{ confirmed: quote.seconds.inboundConfirmation, swapped: quote.seconds.swap },
    ...{ delayed: quote.seconds.outboundDelay, done: quote.seconds.total },
    bps: quote.fees.map(({ bps }) => `${bps}`).join("/"),
  };
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, `${value}`]));
};
/** As "out=5 min=null". */
const toFigures = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(" ").map((word) => word.split("=")));
const HONEST_FEES = "outbound=500 affiliate=100 liquidity=100 total=6 bps=0/4/0";
const HONEST_TIMES = "confirmed=600 swapped=18 delayed=54 done=654";
const HONEST = toFigures(
  `out=1000000 min=100 dust=1000 parts=5 slip=20 ${HONEST_FEES} ${HONEST_TIMES}`,
);

/**
 * Of two sources a block apart: what the other says, what is told, and whether a third is asked. A
 * node leaves out what is 0. A fee is apart beyond a tenth and a basis point of the output, a time
 * beyond a tenth and a minute.
 */
const rows = cellsBelow(`
  no third
    blocks=none | out=1000000
    out=990000 | out=990000 total=7 bps=1/5/1
    fee.outbound=666 | outbound=666 total=8 bps=0/6/0
    confirmed=733 | confirmed=733
  a third
    min=none | min=null
    dust=none | apart
    cap=3 | parts=null
    fee.slippage_bps=none | slip=null
    fee.outbound=667 | apart
    fee.affiliate=none | affiliate=null total=null bps=null/null/null
    fee.total_bps=9 | apart
    confirmed=734 | confirmed=null
    delayed=none | swapped=null delayed=null done=null
`);
for (const [third, word, expected = ""] of rows)
  test(`beside the honest quote, one of ${word}: ${expected}, ${third} is asked`, async () => {
    for (const node of [0, 1]) {
      const quote = await read(`apart estimate ${BASE} ${node}:${word}`);
      if (expected !== "apart")
        expect(figuresOf(quote)).toEqual({ ...HONEST, ...toFigures(expected) });
      else
        expect([quote.withheld?.code, quote.expectedAmountOut]).toEqual(["sources_disagree", null]);
    }
    const asked = askedOf(`apart nodes=3 estimate ${BASE} 1:${word}`);
    const world = createQuoteWorld(asked);
    const quote = await askWorld(world, asked.ask);
    const asksThird = third === "a third";
    expect(quoteCalls(world)).toHaveLength(asksThird ? 3 : 2);
    if (asksThird) expect(figuresOf(quote)).toEqual(HONEST);
    expect(quote.warnings.some(({ code }) => code === "outvoted")).toBe(asksThird);
  });

test("of one height each figure is stated alike, or it is none", async () => {
  const near = `estimate ${BASE} 1:confirmed=606`;
  expect(figuresOf(await read(near))).toEqual({ ...HONEST, confirmed: "null" });
  const fee = await read(`estimate ${BASE} 1:fee.outbound=501`);
  expect(fee.withheld?.code).toBe("sources_disagree");
  const change = (world: World) => {
    world.behind = { node0: Number.NaN, node1: Number.NaN };
  };
  expect(figuresOf(await read(askedOf(near, { change })))).toEqual({ ...HONEST, confirmed: "606" });
});

test("a figure that one of two sources leaves out is stated by some", async () => {
  const silent = "0:cap=3 1:min=9 1:confirmed=none 1:done=none 1:delayed=none 0:done=6";
  const fees = FEES.replaceAll("fee", "1:fee");
  const { statedBy } = await read(`apart estimate dust=1000 ${silent} ${fees}`);
  const names = Object.entries(statedBy).flatMap(([name, by]) => (by === "some" ? [name] : []));
  const times = ["inboundConfirmation", "outboundDelay", "swap", "total"];
  const figures = ["affiliate", "liquidity", "maxStreamingQuantity", "recommendedMinAmount"];
  expect(names.sort()).toEqual([...figures, ...times].sort());
});

const refunds = rowsOf(`
  BTC.outbound_fee=none | null undefined
  from=ETH.USDC-0XA0B8 to=BTC lists=ETH.USDC-0XA0B8 | 100000000 all
  from=BTC/BTC | 0 undefined
  network=mayachain TRADEACCOUNTSENABLED=1 from=BTC~BTC | 0 undefined
`);
for (const [words, expected] of refunds)
  test(`the fee of a refund where ${words}: ${expected}`, async () => {
    const { refundFee, statedBy } = await read(`estimate ${words}`);
    expect(`${refundFee?.base ?? null} ${statedBy.refundFee}`).toBe(expected);
  });

test("the fee of a refund that one node alone states is not told", async () => {
  const change = (world: World) => changeRow(world, "BTC", { outbound_fee: undefined }, "node1");
  const { refundFee, statedBy } = await read(askedOf("estimate", { change }));
  expect([refundFee, statedBy.refundFee]).toEqual([null, "some"]);
});

// As one node states its fees and times: what is told of them.
const LEFT = "fee.affiliate=0 fee.liquidity=0 fee.outbound=3600 fee.total=3600 fee.asset=ETH.ETH";
const alone = rowsOf(`
  fees add up to the total | total=6 bps=0/4/0 | ${FEES}
  the node's own total | total=909 bps=0/4/0 | ${FEES} fee.total=99999
  fees in another asset | liquidity=null outbound=null total=null bps=null/null/null
    | ${FEES} fee.asset=BTC.BTC
  no affiliate's fee | affiliate=null total=6 bps=0/4/null
    | ${FEES} fee.affiliate=none fee.total=700
  a liquidity fee of 0 beside a slip was left out
    | liquidity=null outbound=3600 total=null slip=189 bps=null/null/null
    | ${LEFT} fee.slippage_bps=189
  a liquidity fee of 0 without a slip | liquidity=0 total=35 | ${LEFT} fee.slippage_bps=0
  the slip beside the fees | slip=7 liquidity=null | ${LEFT} slippage_bps=7
  each fee is cut to whole bps, as the total, of a recorded quote | total=27 bps=21/1/0
    | amount=17.5 out=1727571000 ${LEFT} fee.outbound=240000 fee.liquidity=3745180
    | fee.total=4716768 fee.total_bps=27
  no dust | dust=0 | dust=none
  a node leaves out what is 0 | confirmed=0 swapped=0 delayed=0 done=0 | confirmed=none done=none
  a total that is no 0 | confirmed=1200 done=null | done=none
  parts without a total | swapped=18 done=null | confirmed=none done=none swapped=18
`);
for (const [name, expected = "", ...words] of alone)
  test(`one node: ${name}`, async () =>
    expect(figuresOf(await read(`nodes=1 estimate ${words.join(" ")}`))).toMatchObject(
      toFigures(expected),
    ));

// Fees whose total is not known forbid by what is known of them; `costly` warns from 3 % on.
const HALF = "fee.outbound=1000000 fee.liquidity=0 fee.affiliate=0";
const costs = rowsOf(`
  ${HALF} | forbidden 5000
  fee.outbound=1000000 | forbidden null
  ${HALF} fee.slippage_bps=20 | forbidden null
  fee.liquidity=0 fee.slippage_bps=20 fee.total_bps=5000 | forbidden null
  fee.asset=BTC.BTC fee.total_bps=5000 | forbidden 5000
  fee.outbound=30927 | none null
  fee.outbound=30928 | warned null
`);
for (const [words, expected] of costs)
  test(`${words}: ${expected}`, async () => {
    const { adviceLevel, totalBps, withheld } = await read(`estimate ${words}`);
    expect(`${adviceLevel} ${totalBps}`).toBe(expected);
    expect(withheld?.code).toBe(adviceLevel === "forbidden" ? "costly" : "no_destination");
  });

// The decimals of a token that is sent, which both nodes must state.
for (const decimals of [18, undefined])
  test(`the decimals of a token are not known where one node states ${decimals}`, async () => {
    const change = (world: World) => {
      const usdc = poolOf("ETH.USDC-0XA0B8", { decimals });
      scriptNodes(world, { pools: [...poolsAnd(), usdc] }, ["node1"]);
    };
    const pools = [...poolsAnd(), poolOf("ETH.USDC-0XA0B8", { decimals: 6 })];
    const { token } = await read(askedOf("from-eth from=ETH.USDC-0XA0B8", { pools, change }));
    expect(token).toEqual({ contract: "0xa0b8", decimals: null });
  });

// Nodes store eight and more as none, and state 8: no contract says it by that.
for (const [stated, told] of [
  [6, 6],
  [7, 7],
  [8, null],
  [18, null],
] as const)
  test(`the decimals of a token for which both nodes state ${stated}: ${told}`, async () => {
    const pools = [...poolsAnd(), poolOf("ETH.USDC-0XA0B8", { decimals: stated })];
    const { token } = await read(askedOf("from-eth from=ETH.USDC-0XA0B8", { pools }));
    expect(token?.decimals).toBe(told);
  });

test("no contract is told of a synth, or where it is none of EVM", async () => {
  for (const from of ["ETH/USDC-0XA0B8", "ETH.ODD-TR7NHQ"]) {
    const { token } = await read(`from-eth from=${from} lists=ETH.USDC-0XA0B8,ETH.ODD-TR7NHQ`);
    expect(token).toBeNull();
  }
});

// How a swap would run: what one part is, and what the sources do not say alike.
const ways = rowsOf(`
  split by itself | blocks=1 cap=9 | rapid 0 9 true
  split by one source | 0:blocks=0 1:blocks=1 cap=9 | null null null null
  spaced, and split by one source | parts=1/4 0:blocks=0 1:blocks=1 cap=9 | spaced 1 4 true
  split, of an unknown cap | blocks=1 0:cap=9 1:cap=8 | rapid 0 null null
  spaced, as many as it may | parts=1/0 blocks=1 cap=9 | spaced 1 9 true
  spaced, but not split | parts=1/0 blocks=1 cap=1 | spaced 1 1 false
  spaced, with a cap of none | parts=1/7 blocks=0 cap=0 | spaced 1 1 false
  rapid in a number of parts | parts=0/4 blocks=0 cap=9 | rapid 0 4 true
`);
for (const [name, words, expected] of ways)
  test(`a swap ${name}: ${expected}`, async () => {
    const { mode, interval, quantity, isApplied } = (await read(`estimate ${words}`)).streaming;
    expect([mode, interval, quantity, isApplied].map(String).join(" ")).toBe(expected);
  });

// With a memo by its own limit, without one by the limit that it would have.
const below = rowsOf(`
  own-limit blocks=1 | refund_parts
  tolerance=10000 blocks=0 | null
`);
for (const [words, expected] of below)
  test(`below the limit of ${words}: ${expected}`, async () => {
    for (const receiver of ["", "estimate"])
      expect(`${(await read(`cap=4 ${words} ${receiver}`)).belowLimit}`).toBe(expected);
  });

// Pools of 100 BTC and about 1,455 ETH do not bear a swap: figures assume that nobody refills them.
const thinPools = [
  poolBody("thorchain", "BTC.BTC", ["10000000000", "5000000000000000", "8000000000000"]),
  poolBody("thorchain", "ETH.ETH", ["145520480984", "4000000000000000", "300000000000"]),
];
const QUOTED = 33_000_000_000n;
const NINE = "amount=20 out=33000000000 cap=9 blocks=3 fee.outbound=600000 fee.affiliate=0";
const readThin = (words: string) => read(askedOf(`${NINE} ${words}`, { pools: thinPools }));

test("the forecast is held against the limit of what the network quotes", async () => {
  const { expectedAmountOut } = await readThin("within=9000");
  const lowestBps = Number(((QUOTED - (expectedAmountOut ?? 0n)) * 10_000n) / QUOTED);
  for (const receiver of ["", "estimate"]) {
    const readLimited = (bps: number) => readThin(`within=${bps} ${receiver}`);
    for (const [bps, code] of [
      [lowestBps - 2, "thin_pool"],
      [lowestBps + 2, null],
    ] as const) {
      const { withheld, ...limited } = await readLimited(bps);
      const given = receiver === "estimate" ? "no_destination" : null;
      expect([withheld?.code ?? null, limited.expectedAmountOut]).toEqual([
        code ?? given,
        expectedAmountOut,
      ]);
    }
  }
});

const bearable = rowsOf(`
  parts below the limit | thin_pool 44000000 | within=300
  numbers of parts that differ: the most count | thin_pool 44000000 | within=300 1:cap=10
  a cost of more than half | costly 44000000 | amount=60 out=90000000000 cap=100
  a recommended minimum just below it | null 44000000 | within=9000 min=43999999
  a recommended minimum of it | null null | within=9000 min=44000000
  half of what the pools bear, and a loss of over 1 % | null 44000000 | amount=3 out=5420000000
  numbers of parts that differ, and a loss of over 1 % | null 44000000 | amount=3 out=5420000000 1:cap=8
  one part | null null | amount=3 parts=1/1 out=4790000000
`);
for (const [name, expected, words = ""] of bearable)
  test(`what the pools bear, with ${name}: ${expected}`, async () => {
    const { withheld, sensibleMaxAmount, expectedAmountOut } = await readThin(words);
    expect(`${withheld?.code ?? null} ${sensibleMaxAmount}`).toBe(expected);
    expect(expectedAmountOut).not.toBeNull();
  });

const RESERVE = "STABLERESERVEENABLED=1 TORANCHOR-BTC-BTC=1 TORANCHOR-ETH-ETH=1";
/** Two dollars in pools of 100 of each, and a fifth of a pool sent. */
const dollarPools = ["BTC.BTC", "ETH.ETH"].map((asset) =>
  poolBody("thorchain", asset, ["10000000000", "5000000000000000", "100000000"]),
);
const FILLED = "amount=20 out=1999400000 cap=100 blocks=9 fee.outbound=600000 fee.affiliate=0";
const reserves = rowsOf(`
  the reserve fills it | null | ${RESERVE}
  the pools price it | pools_small | ${RESERVE} out=1995000000
  the reserve is off | pools_small | ${RESERVE.replace("=1", "=0")}
  the network counts one of the two as no dollar | pools_small | ${RESERVE.replace("ETH=1", "ETH=0")}
`);
for (const [name, warned, words] of reserves)
  test(`of a swap between dollars, as small pools are told where ${name}: ${warned}`, async () => {
    const asked = askedOf(`${FILLED} within=9000 ${words}`, { pools: dollarPools });
    const { warnings, unfilledOut } = await read(asked);
    const told = warnings.find(({ code }) => code === "thin_pool");
    expect([`${told?.message.id ?? null}`, unfilledOut === null]).toEqual([warned, !told]);
  });

test("a reserve is on where two operators say so", () => {
  const [on, off] = [{ STABLERESERVEENABLED: 1 }, { STABLERESERVEENABLED: 0 }] as const;
  const dollar = { "TORANCHOR-ETH-DAI": 1 };
  const keysOf = (...mimirs: Readonly<Record<string, number>>[]) =>
    agreeReserve(mimirs, 2).reserveKeys;
  expect(keysOf({ ...on, ...dollar }, { ...on, ...dollar })).toEqual(Object.keys(dollar));
  for (const other of [on, { ...off, ...dollar }, dollar])
    expect(keysOf({ ...on, ...dollar }, other)).toEqual([]);
  expect(keysOf({ ...on, ...dollar })).toEqual([]);
});

test("an order waits for its price, so it has no forecast", async () => {
  const order = { recommended_min_amount_in: "1" };
  const asked = askedOf(`${NINE} target=330 ENABLEADVSWAPQUEUE=1`, { pools: thinPools, order });
  expect(await read(asked)).toMatchObject({ expectedAmountOut: QUOTED, thinPoolLossBps: null });
});

const network = createSampleNetwork({ now: () => Date.UTC(2027, 0, 20, 8) });
const ask = (to: string, amount: string, more: Partial<QuoteRequest> = {}) =>
  network.getQuote({ from: "BTC", to, amount, ...more });
for (const to of ["DOGE", "TRON.TRX", "ETH", "THOR.RUNE"])
  test(`of the sample, an amount that is too large for ${to} names one that works`, async () => {
    const named = new Set<string>();
    for (const [amount = "", more = {}] of [
      ["50"],
      ["20"],
      ["8"],
      ["20", { affiliate: "t", affiliateBps: 900 }],
    ] as const) {
      const large = await ask(to, amount, more);
      const doubts = [large.withheld?.code ?? null, ...large.warnings.map(({ code }) => code)];
      expect(doubts).toContain("thin_pool");
      const most = formatUnits(large.sensibleMaxAmount ?? -1n, 8);
      named.add(most);
      const texts = [large.withheld?.message, ...large.warnings.map(({ message }) => message)];
      expect(texts.map((text) => text && messageText(text)).join()).toContain(`${most} BTC`);
      const smaller = await ask(to, most, more);
      expect([smaller.reason, smaller.expectedAmountOut === null]).toEqual([null, false]);
      expect(smaller.warnings.map(({ code }) => code)).not.toContain("thin_pool");
    }
    expect(named.size).toBe(1);
  });
