// What a swap costs by the depths of the pools, and what comes out of pools that are too small.

import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { forecastOf } from "../../../lib/protocol/market/forecast.ts";
import { lossBps, quoteWorth } from "../../../lib/protocol/market/swap-worth.ts";
import {
  findThinPool,
  outWithoutRefill,
  thinPoolWarning,
} from "../../../lib/protocol/market/thin-pool.ts";
import { messageText } from "../../../lib/say/message-text.ts";
import { agreedMoney } from "../../support/agreed.ts";
import { rowsOf } from "../../support/rows.ts";
import { countRuns } from "../../support/runs.ts";
import { line } from "./told.ts";

const bigOrNull = (cell: string | undefined) =>
  cell === undefined || cell === "-" ? null : BigInt(cell.replaceAll("_", ""));
/** Of liquidity, outbound and affiliate; `-` is a fee that nobody stated. */
const feesOf = (text: string) =>
  (["liquidity", "outbound", "affiliate"] as const).flatMap((kind, at) => {
    const fee = text.split(" ")[at];
    if (fee === undefined || fee === "") return [];
    const base = bigOrNull(fee);
    return {
      kind,
      amount: base === null ? null : agreedMoney({ asset: "ETH.ETH", base, usd: null }),
    };
  });
/** `BTC 5 7`: depths of the asset and of RUNE. */
const poolsOf = (text: string) =>
  text.split("; ").flatMap((pool) => {
    const [code = "", assetDepth, nativeDepth] = pool.split(" ");
    if (code === "") return [];
    const asset = code.includes(".") ? code : `${code}.${code}`;
    return { asset, assetDepth: bigOrNull(assetDepth), nativeDepth: bigOrNull(nativeDepth) };
  });
const pairOf = (text: string) => {
  const [from = "", to = ""] = text
    .split(">")
    .map((code) =>
      code === "RUNE" ? "THOR.RUNE" : /[.~/-]/.test(code) ? code : `${code}.${code}`,
    );
  return { from, to };
};

const prices = new Map(
  Object.entries({
    "BTC.BTC": 8n * 10n ** 12n,
    "ETH.ETH": 4n * 10n ** 11n,
    "THOR.RUNE": 10n ** 8n,
  }),
);
const deep = "BTC 100000000000 8000000000000000; ETH 100000000000 400000000000000";
const sourcesOf = (pools: string | null) => ({
  prices,
  pools: pools === null ? null : poolsOf(pools),
  nativeAsset: "THOR.RUNE",
});
const swapOf = (amount: string, pair: string, out: string, fees: string) => ({
  ...pairOf(pair),
  amount: BigInt(amount),
  expectedAmountOut: BigInt(out),
  fees: feesOf(fees),
});
const worthLine = (worth: ReturnType<typeof quoteWorth>) => {
  const { sentUsd, receivedUsd, totalCost, totalCostBps, priceImpact, priceImpactBps } = worth;
  const cents = (usd: bigint | null | undefined) => (usd == null ? usd : Number(usd) / 1e8);
  const cost = [totalCost?.base, cents(totalCost?.usd), totalCostBps];
  const impact = [priceImpact?.base, cents(priceImpact?.usd), priceImpactBps];
  const shares = worth.feeShares.map(({ bps }) => bps);
  return [[cents(sentUsd), cents(receivedUsd)], cost, impact, shares]
    .map((all) => line(...all))
    .join(" | ");
};

test("what is missing is the total cost, and what no fee takes the price impact", () => {
  const fees = "4000000 1000000 0";
  const [one, known] = ["100000000 BTC>ETH", "80000 79600 | 10000000 400 50"];
  const unknown = "- - - | - - -";
  const rows = rowsOf(`
    ${one} 1990000000 | ${fees} | ${known} | 5000000 200 25 | 20 5 0
    100000000 BTC~BTC>ETH/ETH 1990000000 | ${fees} | ${known} | 5000000 200 25 | 20 5 0
    8000000000000 RUNE>ETH 1990000000 | ${fees} | ${known} | 5000000 200 25 | 20 5 0
    100000000 ETH>ETH~ETH 99000000 | | 4000 3960 | 1000000 40 100 | 1000000 40 100 |
    ${one} 1990000000 | 999 1000 2999 | ${known} | 9995002 399.80008 49.98 | 0 0.01 0.01
    ${one} 1990000000 | 4000000 1000000 - | ${known} | - - - | 20 5 -
    ${one} 1995000001 | ${fees} | 80000 79800 | 5000000 200 25 | 0 0 0 | 20 5 0
    ${one} 2015000000 | ${fees} | 80000 79800 | 5000000 200 25 | 0 0 0 | 20 5 0
    ${one} 2015002000 | ${fees} | 80000 80600.08 | ${unknown} | 20 5 0
    ${one} 2000003000 | - | 80000 80000.12 | ${unknown} | -
    ${one} 1995000000 | 4000000 1000000 - | 80000 79800 | 5000000 200 25 | - - - | 20 5 -
    ${one} 1 | 0 2000000000 | 80000 0 | 2000000000 80000 10000 | 0 0 0 | 0 10000
    ${one} 1 | 0 2000000001 | 80000 0.00004 | ${unknown} | 0 10000
    0 BTC>ETH 1990000000 | ${fees} | 0 79600 | ${unknown} | - - -`);
  for (const [quoted = "", fees = "", ...told] of rows) {
    const [amount = "", pair = "", out = ""] = quoted.split(" ");
    const worth = quoteWorth(swapOf(amount, pair, out, fees), sourcesOf(deep));
    expect(worthLine(worth), `${quoted} ${fees}`).toBe(told.join(" | "));
  }
  const swap = swapOf("100000000", "BTC>ETH", "1990000000", fees);
  const [btc = "", eth = ""] = deep.split("; ");
  for (const pools of [
    null,
    "",
    btc,
    `${btc}; ETH 1 0`,
    `BTC 0 1; ${eth}`,
    `${btc}; ETH - 1`,
    `${btc}; ETH 1 -`,
  ])
    expect(worthLine(quoteWorth(swap, sourcesOf(pools))), String(pools)).toBe(
      `80000 79600 | ${unknown} | - - -`,
    );
  const same = swapOf("100000000", "ETH>ETH~ETH", "99000000", "");
  expect(quoteWorth(same, sourcesOf("")).totalCostBps, "one for one").toBe(100);
  const unpriced = quoteWorth(swap, { ...sourcesOf(deep), prices: new Map() });
  expect(worthLine(unpriced)).toBe("- - | 10000000 - 50 | 5000000 - 25 | 20 5 0");
  expect(lossBps(swap, 3_000n, sourcesOf(deep))).toBe(0.02);
  expect(lossBps(swap, 3_000n, sourcesOf(null))).toBeNull();
});

test("a cheap token's cost has more digits than its price in dollars", () => {
  // 0.0000011431 USD, recorded for a token of MAYAChain in 2024: 114 of 1e-8.
  const pools = `${deep}; ETH.MOG-0XA 100000000000000000000 114310000000000`;
  const sold = swapOf("87481410200332400", "ETH.MOG-0XA>ETH", "24875000", "");
  expect(quoteWorth(sold, sourcesOf(pools)).totalCostBps).toBeCloseTo(50, 1);
});

test("the parts always add up to the total, in the asset and to a dollar's smallest part", () => {
  const base = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(base, base, base, fc.bigInt({ min: 1n, max: 2n * 10n ** 9n }), (a, b, c, out) => {
      const worth = quoteWorth(
        swapOf("100000000", "BTC>ETH", `${out}`, `${a} ${b} ${c}`),
        sourcesOf(deep),
      );
      if (worth.totalCost === null || worth.priceImpact === null) return;
      expect(a + b + c + worth.priceImpact.base).toBe(worth.totalCost.base);
      const { sentUsd, receivedUsd, totalCost } = worth;
      const apart = (sentUsd ?? 0n) - (receivedUsd ?? 0n) - (totalCost.usd ?? 0n);
      expect([0n, 1n]).toContain(apart);
    }),
    { numRuns: countRuns(300, 6) },
  );
});

// A million of RUNE on each side. One BTC is worth 20 ETH.
const M = 10n ** 14n;
const [btc, eth] = [`BTC 10000000000 ${M}`, `ETH 200000000000 ${M}`];
const thin = `${btc}; ${eth}`;
interface Thin {
  readonly pair?: string;
  readonly amount?: bigint;
  readonly out?: bigint;
  readonly parts?: number | null;
  readonly fees?: string;
}
const quotedOf = ({
  pair = "BTC>ETH",
  amount = 2_000_000_000n,
  out = 39_000_000_000n,
  parts = 100,
  fees = "1000 100000 0",
}: Thin) => ({
  ...pairOf(pair),
  amount,
  quotedOut: out,
  streaming: { quantity: parts },
  fees: feesOf(fees),
});

test("an amount is too large from a tenth of a pool's side or a twentieth of what it holds on", () => {
  const small = { amount: "1000000000", out: "10000000000" };
  /** Hundredths of a basis point sent and taken, and what the pools bear. */
  const rows = rowsOf(`
    BTC>ETH 2000000000 39000000000 | ${thin} | 200000 195000 50000000
    BTC>ETH ${small.amount} ${small.out} | ${thin} | deep
    BTC>ETH 1000010000 ${small.out} | ${thin} | 100001 - 50000000
    BTC>ETH ${small.amount} 10000200000 | ${thin} | - 50001 50000000
    BTC>BTC/BTC 2000000000 39000000000 | ${thin} | deep
    BTC>RUNE 900000000 5000000000000 | ${thin} | deep
    BTC>RUNE 900000000 5010000000000 | ${thin} | - 50100 100000000
    BTC>ETH 2000000000 39000000000 | ${btc}; ETH 2000000000000 ${10n * M} | 200000 - 91000000 | a deeper target
    BTC>ETH 200000000 39000000000 | ${btc}; ETH 20000000000 ${M / 10n} | 200000 1950000 9100000 | a smaller one
    RUNE>ETH ${M / 5n} 39000000000 | ${eth} | 200000 195000 1000000000000
    BTC>RUNE 2000000000 ${M / 10n} | ${btc} | 200000 100000 100000000
    BTC>ETH 2000000000 39000000000 | ${btc} | 200000 - - | no pool of the target
    RUNE>ETH ${M} 39000000000 | ${btc} | deep
    BTC>ETH/ETH 2000000000 39000000000 | ${thin} | 200000 - - | a synth is of a deeper pool
    BTC>ETH 2000000000 39000000000 | BTC - -; ETH - 1 | deep
    BTC>ETH 2000000000 39000000000 | | deep
    BTC>ETH 2000000000 39000000000 | ${btc}; ETH 0 ${M} | 200000 1000000 50000000
    BTC>ETH 2000000000 1 | BTC 10000000000 0; ${eth} | 1000000 - -
    BTC>ETH 2000000000 39000000000 | ${btc}; ETH 200000000000 0 | 1000000 195000 -
    BTC>ETH 2000000000 39000000000 | BTC 5 ${M}; ${eth} | 400000000000000 195000 -
    BTC>ETH 2000000000 1 | BTC 0 ${M}; ${eth} | deep
    BTC>ETH 2000000000 39000000000 | BTC 12345678901 ${M}; ${eth} | 162000 195000 62000000 | two digits`);
  for (const [quoted = "", pools = "", told] of rows) {
    const [pair = "", amount = "", out = ""] = quoted.split(" ");
    const asked = quotedOf({ pair, amount: BigInt(amount), out: BigInt(out) });
    const found = findThinPool({ ...asked, forecast: null }, poolsOf(pools), "THOR.RUNE");
    const { sentShare: sent, takenShare: taken, bearableIn: bearable } = found ?? {};
    expect(found ? line(sent, taken, bearable) : "deep", `${quoted} ${pools}`).toBe(told);
  }
});

const withForecast = (asked: Thin, pools = thin) => {
  const quoted = quotedOf(asked);
  return { ...quoted, forecast: forecastOf(quoted, poolsOf(pools), "THOR.RUNE") };
};

const lossOf = (lost: bigint) => ({
  ...{ out: 10_000n - lost, refilledBase: 10_000n, unfilledBase: 10_000n - lost },
});

test("pools are too small, too, where parts lose over 1 % if nobody refills them", () => {
  const swap = { ...quotedOf({ amount: 1n, out: 10_000n }), forecast: lossOf(100n) };
  const find = (more: object) => findThinPool({ ...swap, ...more }, poolsOf(btc), "THOR.RUNE");
  expect(find({})).toBeNull();
  expect(find({ forecast: lossOf(101n) })).toMatchObject({ takenShare: null });
  expect(find({ forecast: null })).toBeNull();
  expect(find({ forecast: lossOf(-1n) })).toBeNull();
  // Fees are no loss of the parts, though what comes out is 10 % less.
  expect(find({ forecast: { ...lossOf(100n), out: 9_000n } })).toBeNull();
});

test("a forecast is of several parts, of pools and figures that are known", () => {
  const unfilledOf = (asked: Thin, pools = thin) => {
    const swap = withForecast(asked, pools);
    return outWithoutRefill(swap, findThinPool(swap, poolsOf(pools), "THOR.RUNE"));
  };
  expect(unfilledOf({})).toBe(27_999_000_000n);
  expect(unfilledOf({ parts: 2 })).toBe(34_177_000_000n);
  for (const asked of [{ parts: 1 }, { parts: null }, { fees: "0 -" }, { pair: "BTC>ETH/ETH" }])
    expect(unfilledOf(asked), Object.keys(asked)[0]).toBeNull();
  expect(unfilledOf({ parts: 2 }, btc)).toBeNull();
});

test("a forecast tells the output where over 1/1000 is lost, or where pools are small", () => {
  const thinPool = findThinPool(withForecast({}), poolsOf(thin), "THOR.RUNE");
  const out = (lost: bigint | null, pool: typeof thinPool = null) =>
    outWithoutRefill({ quotedOut: 10_000n, forecast: lost === null ? null : lossOf(lost) }, pool);
  expect([out(10n), out(11n), out(null)]).toEqual([null, 9_989n, null]);
  expect([out(1n, thinPool), out(0n, thinPool)]).toEqual([9_999n, null]);
});

test("the warning of one part or an order tells no forecast", () => {
  const thinPool = findThinPool(withForecast({}), poolsOf(thin), "THOR.RUNE");
  if (thinPool === null) throw new Error("these pools are thin");
  const swap = { ...pairOf("BTC>ETH"), quotedOut: 39_000_000_000n, quantity: 2 };
  const expectedAmountOut = 28_488_000_000n;
  const quote = { ...swap, expectedAmountOut, order: null, sensibleMaxAmount: null };
  const marketOut = agreedMoney({ base: 1n, asset: "", usd: null }).base;
  const order = { marketOut, ttlBlocks: 1 as never, ttlSeconds: 1 };
  const [size, forecast] = ["20 %, 19.50 %", "284.8 ETH, 390 ETH"];
  for (const [figures, pool, more] of [
    [`${forecast}, ${size}`, {}, {}],
    [`${forecast}, ${size}, 1.234 BTC, 1 %`, {}, { sensibleMaxAmount: 123_456_789n }],
    [`${size}, 1.234 BTC`, {}, { quantity: 1, sensibleMaxAmount: 123_456_789n }],
    [`${forecast}, 20 %`, { takenShare: null }, {}],
    [size, {}, { expectedAmountOut: 39_000_000_000n }],
    [size, {}, { quantity: 1 }],
    [size, {}, { order }],
  ] as const) {
    const { code, message } = thinPoolWarning({ ...thinPool, ...pool }, { ...quote, ...more });
    const told = messageText(message)
      .match(/[\d.]+ (?:%|ETH|BTC)/g)
      ?.join(", ");
    expect([code, told]).toEqual(["thin_pool", figures]);
  }
});

test("parts lose the share of their output that refills would bring, by the pools alone", () => {
  const legOf = (x: bigint, depth: bigint, outDepth: bigint) =>
    (x * depth * outDepth) / ((x + depth) * (x + depth));
  const [btcDepth, ethDepth] = [10n ** 10n, 2n * 10n ** 11n];
  const [first, second] = [333_333_333n, 333_333_334n];
  const quotedOut = 10n ** 24n;
  const out = (asked: Thin) =>
    forecastOf(
      quotedOf({ parts: 2, fees: "", amount: first + second, out: quotedOut, ...asked }),
      poolsOf(thin),
      "THOR.RUNE",
    )?.out ?? -1n;
  // The second part finds the pools as the first one left them.
  const one = legOf(first, btcDepth, M);
  const two = legOf(second, btcDepth + first, M - one);
  const paid = legOf(one, M, ethDepth);
  const more = legOf(two, M + one, ethDepth - paid);
  const share = (unfilled: bigint, refilled: bigint) => (quotedOut * unfilled) / refilled;
  expect(out({})).toBe(share(paid + more, 2n * paid));
  expect(out({ pair: "BTC~BTC>ETH-ETH" })).toBe(out({}));
  expect(out({ pair: "BTC>RUNE" })).toBe(share(one + two, 2n * one));
  const fees = 120n;
  expect(out({ fees: "7 100 20" })).toBe(share(paid + more - fees, 2n * paid - fees));
  expect([out({ fees: "0 - 20" }), out({ fees: `0 ${paid + more}` })]).toEqual([-1n, 0n]);
  // Nothing is forecast for a quantity of 1, and a quantity of 0 counts as one part.
  expect([out({ parts: 1 }), out({ parts: 0 }), out({ parts: -5 })]).toEqual([
    -1n,
    quotedOut,
    quotedOut,
  ]);
  expect(out({ parts: 1_001 })).toBe(out({ parts: 1_000 }));
  expect(out({ parts: 999 })).not.toBe(out({ parts: 1_000 }));
});

test("one largest amount a pair: no number of parts of it is warned of, whatever was asked", () => {
  for (const pair of ["BTC>ETH", "ETH>BTC", "BTC>RUNE", "RUNE>ETH"]) {
    const find = (asked: Thin) =>
      findThinPool(withForecast({ pair, ...asked }), poolsOf(thin), "THOR.RUNE");
    const most = find({ parts: 100 })?.bearableIn ?? 0n;
    expect(most, pair).toBeGreaterThan(0n);
    for (const asked of [{ parts: 10 }, { parts: 1 }, { amount: 10n ** 13n, parts: 3 }])
      expect(find(asked)?.bearableIn, pair).toBe(most);
    const ofParts = (amount: bigint) =>
      [1, 2, 7, 50, 1_000].map((parts) => find({ amount, parts, out: 1n }));
    expect(ofParts(most), pair).toEqual([null, null, null, null, null]);
    // It is rounded down, to two digits at most.
    expect(ofParts((most * 11n) / 10n).at(-1), pair).not.toBeNull();
  }
});
