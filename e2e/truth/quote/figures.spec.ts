// The figures of a quote: the worse that two sources state. Too far apart, none is known.
import { expect, test } from "@playwright/test";
import type { QuoteFee, QuoteReading } from "../../../lib/protocol/model/quote.ts";
import { changeRow, scriptNodes } from "../../support/changes.ts";
import { cellsBelow, rowsOf } from "../../support/rows.ts";
import type { World } from "../../support/world.ts";
import {
  askedOf,
  askWorld,
  BECH32,
  createQuoteWorld,
  inWords,
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
    fee.affiliate=222 | affiliate=222 total=8 bps=0/4/2
    confirmed=733 | confirmed=733
  a third
    min=none | min=null
    dust=none | apart
    cap=3 | parts=null
    cap=none | parts=null
    fee.slippage_bps=none | slip=null
    fee.outbound=667 | apart
    fee.affiliate=223 | apart
    fee.affiliate=none | affiliate=null total=null bps=null/null/null
    fee.liquidity=none | liquidity=null total=null bps=null/null/null
    fee.total_bps=9 | apart
    confirmed=734 | confirmed=null
    delayed=128 | delayed=null
    done=794 | done=null
    done=none | done=null
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

test("each figure is stated by all sources, or by some", async () => {
  const names = [
    ...["liquidity", "outbound", "affiliate", "recommendedMinAmount", "dustThreshold", "total"],
    ...["maxStreamingQuantity", "inboundConfirmation", "swap", "outboundDelay", "refundFee"],
  ];
  const byAll = (...stated: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, stated.includes(name) ? "all" : "some"]));
  const statedBy = async (words: string) => (await read(`apart estimate ${words}`)).statedBy;
  expect(await statedBy(BASE)).toEqual(byAll(...names));
  const silent = FEES.replace(/fee/g, "1:fee");
  const times = "1:confirmed=none 0:done=6 1:done=none 1:delayed=none";
  expect(await statedBy(`dust=1000 0:cap=3 1:min=9 ${times} ${silent}`)).toEqual(
    byAll("outbound", "dustThreshold", "refundFee"),
  );
});

// Of what is sent: its dust, and the fee of a refund, and by whom they are stated.
const sides = rowsOf(`
  dust=1001 | dustThreshold | 1001 all
  dust=0 | dustThreshold | 0 all
  dust=none | dustThreshold | 0 all
  from=THOR.RUNE dust=1001 | dustThreshold | null absent
  from=BTC | refundFee | 1103 all
  BTC.outbound_fee=none | refundFee | null undefined
  from=ETH.USDC-0XA0B8 to=BTC lists=ETH.USDC-0XA0B8 | refundFee | 100000000 all
  from=BTC/BTC | refundFee | 0 undefined
`);
for (const [words, name, expected] of sides)
  test(`${name} where ${words}: ${expected}`, async () => {
    const { dustThreshold, refundFee, statedBy } = await read(`estimate ${words}`);
    const isDust = name === "dustThreshold";
    const amount = isDust ? dustThreshold : (refundFee?.base ?? null);
    expect(`${amount} ${statedBy[isDust ? "dustThreshold" : "refundFee"]}`).toBe(expected);
  });

test("the fee of a refund that one node alone states is not told", async () => {
  const change = (world: World) => changeRow(world, "BTC", { outbound_fee: undefined }, "node1");
  const { refundFee, statedBy } = await read(askedOf("estimate", { change }));
  expect([refundFee, statedBy.refundFee]).toEqual([null, "some"]);
});

// As one node states its fees and times: what is told of them.
const LEFT = "fee.affiliate=0 fee.liquidity=0 fee.outbound=3600 fee.total=3600 fee.asset=ETH.ETH";
const NO_TIMES = "confirmed=none done=none";
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
  a node leaves out what is 0 | confirmed=0 swapped=0 delayed=0 done=0 | ${NO_TIMES}
  a total that is no 0 | confirmed=1200 done=null | done=none
  parts without a total | swapped=18 done=null | ${NO_TIMES} swapped=18
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
  fee.affiliate=1000000 | forbidden null
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

test("the gas rate is that of the source chain's row", async () => {
  const ratesOf = async (pair: string) => {
    const { gasRate, gasRateUnits, gasRatePer } = await read(`estimate ${pair}`);
    return [gasRate, gasRateUnits, gasRatePer];
  };
  expect(await ratesOf("from=ETH to=BTC")).toEqual(["10", "gwei", "gas"]);
  expect(await ratesOf("from=BTC to=ETH")).toEqual(["10", "sat", "byte"]);
});

// A token that is sent: its contract, and the decimals that both nodes state.
const [usdc, odd] = ["ETH.USDC-0XA0B8", "ETH.ODD-TR7NHQ"];
const tokens: readonly [from: string, decimals: readonly unknown[], token: object | null][] = [
  [usdc, [6, 6], { contract: "0xa0b8", decimals: 6 }],
  [usdc, [6, 18], { contract: "0xa0b8", decimals: null }],
  [usdc, [6, undefined], { contract: "0xa0b8", decimals: null }],
  ["ETH", [6, 6], null],
  ["ETH/USDC-0XA0B8", [6, 6], null],
  [odd, [6, 6], null],
];
for (const [from, stated, token] of tokens)
  test(`${from} with decimals ${stated.join(" and ")}: ${inWords(token)}`, async () => {
    const change = (world: World) => {
      for (const [index, decimals] of stated.entries()) {
        const pools = [usdc, odd].map((asset) => poolOf(asset, { decimals }));
        scriptNodes(world, { pools: [...poolsAnd(), ...pools] }, [`node${index}`]);
      }
    };
    const quote = await read({ ask: { from, to: "BTC", destination: BECH32 }, change });
    expect(quote.token).toEqual(token);
  });

// How a swap would run: what one part is, and what the sources do not say alike.
const ways = rowsOf(`
  not split, whatever the cap | blocks=0 cap=9 | single 0 1 true
  split by itself | blocks=1 cap=9 | rapid 0 9 true
  split by one source | 0:blocks=0 1:blocks=1 cap=9 | null null null null
  spaced, and split by one source | parts=1/4 0:blocks=0 1:blocks=1 cap=9 | spaced 1 4 true
  split, of an unknown cap | blocks=1 0:cap=9 1:cap=8 | rapid 0 null null
  asked for in one part | parts=1/1 blocks=1 cap=9 | single 0 1 true
  spaced, as many as it may | parts=1/0 blocks=1 cap=9 | spaced 1 9 true
  spaced, but not split | parts=1/0 blocks=1 cap=1 | spaced 1 1 false
  spaced, with a cap of none | parts=1/7 blocks=0 cap=0 | spaced 1 1 false
  rapid in a number of parts | parts=0/4 blocks=0 cap=9 | rapid 0 4 true
  spaced, of an unknown cap | parts=2/4 blocks=1 | spaced 2 null null
`);
for (const [name, words, expected] of ways)
  test(`a swap ${name}: ${expected}`, async () => {
    const { mode, interval, quantity, isApplied } = (await read(`estimate ${words}`)).streaming;
    expect([mode, interval, quantity, isApplied].map(String).join(" ")).toBe(expected);
  });

// With a memo by its own limit, without one by the limit that it would have.
const below = rowsOf(`
  blocks=0 | null
  own-limit blocks=0 | refund
  own-limit blocks=1 | refund_parts
  tolerance=10000 blocks=0 | null
  within=100 blocks=1 | refund_parts
`);
for (const [words, expected] of below)
  test(`below the limit of ${words}: ${expected}`, async () => {
    for (const receiver of ["", "estimate"])
      expect(`${(await read(`cap=4 ${words} ${receiver}`)).belowLimit}`).toBe(expected);
  });
