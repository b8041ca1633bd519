// A swap that the pools do not bear: its figures assume that nobody refills them.

import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { formatUnits } from "../../../lib/protocol/values/amounts.ts";
import { messageText } from "../../../lib/say/message-text.ts";
import { rowsOf } from "../../support/rows.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { poolBody } from "../../support/wire.ts";
import { askedOf, HEX, outcomeOf, read, warningCodes } from "./asked.ts";

// 100 BTC and about 1,455 ETH.
const pools = [
  poolBody("thorchain", "BTC.BTC", ["10000000000", "5000000000000000", "8000000000000"]),
  poolBody("thorchain", "ETH.ETH", ["145520480984", "4000000000000000", "300000000000"]),
];
const QUOTED = 33_000_000_000n;
const WORTH = 36_380_120_246n;
const NINE = "amount=20 out=33000000000 cap=9 blocks=3 fee.outbound=600000 fee.affiliate=0";
const readThin = (words: string) => read(askedOf(`${NINE} ${words}`, { pools }));

test("the first figure, its worth and its cost are the forecast", async () => {
  const quote = await readThin("within=9000");
  const out = quote.expectedAmountOut ?? 0n;
  expect([out > WORTH / 2n, out < (QUOTED * 97n) / 100n]).toEqual([true, true]);
  const bps = (part: bigint) => Number((part * 10_000n) / WORTH);
  expect(Math.floor(quote.totalCostBps ?? 0)).toBe(bps(WORTH - out));
  expect(Math.floor(quote.thinPoolLossBps ?? 0)).toBe(bps(QUOTED - out));
  expect(quote).toMatchObject({ bestCaseOut: QUOTED, sensibleMaxAmount: 400_000_000n });
  expect(warningCodes(quote)).toEqual(["thin_pool", "costly"]);
  expect((quote.minReceived ?? out) < out).toBe(true);
  // The limit counts from what the network quotes.
  const lowestBps = Number(((QUOTED - out) * 10_000n) / QUOTED);
  for (const [bps, isShown] of [
    [lowestBps - 2, false],
    [lowestBps + 2, true],
  ] as const)
    for (const receiver of ["", "estimate"]) {
      const limited = await readThin(`within=${bps} ${receiver}`);
      expect(limited.expectedAmountOut !== null).toBe(isShown);
    }
});

const rows = rowsOf(`
  no limit | null 400000000 |
  parts below the limit | thin_pool 68000000 | within=300
  numbers of parts that differ: the most count | thin_pool 68000000 | within=300 1:cap=10
  a cost of more than half | costly 400000000 | amount=60 out=90000000000 cap=100
  a recommended minimum just below it | null 400000000 | within=9000 min=399999999
  a recommended minimum of it | null null | within=9000 min=400000000
  half of what the pools bear | null 400000000 | amount=3 out=5420000000
  one part | null null | amount=3 parts=1/1 out=4790000000
`);
for (const [name, expected, words = ""] of rows)
  test(`what the pools bear, with ${name}: ${expected}`, async () => {
    const { withheld, sensibleMaxAmount, expectedAmountOut } = await readThin(words);
    expect(`${withheld?.code ?? null} ${sensibleMaxAmount}`).toBe(expected);
    if (withheld?.code === "thin_pool") expect(expectedAmountOut).toBeNull();
  });

test("an order waits for its price, so it has no forecast", async () => {
  const order = { recommended_min_amount_in: "1" };
  const asked = askedOf(`${NINE} target=330 ENABLEADVSWAPQUEUE=1`, { pools, order });
  expect(await read(asked)).toMatchObject({ expectedAmountOut: QUOTED, thinPoolLossBps: null });
});

const network = createSampleNetwork({ now: () => Date.UTC(2027, 0, 20, 8) });
const ask = (to: string, amount: string, more: Partial<QuoteRequest> = {}) =>
  network.getQuote({ from: "BTC", to, amount, ...more });
const targets = ["DOGE", "GAIA.ATOM", "BCH", "TRON.TRX", "ZEC", "XRP", "SOL", "ETH", "THOR.RUNE"];
for (const to of targets)
  test(`of the sample, an amount that is too large for ${to} names one that works`, async () => {
    for (const amount of ["50", "20"]) {
      const large = await ask(to, amount);
      expect([large.expectedAmountOut, outcomeOf(large)]).toEqual([null, "thin_pool"]);
      const most = formatUnits(large.sensibleMaxAmount ?? -1n, 8);
      expect(large.withheld && messageText(large.withheld.message)).toContain(`${most} BTC`);
      const smaller = await ask(to, most);
      expect([smaller.reason, smaller.expectedAmountOut === null]).toEqual([null, false]);
    }
  });

test("of the sample, no more than is sensible is accepted, except in one part", async () => {
  const destination = HEX;
  for (const [amount, liquidityToleranceBps, code] of [
    ["5", 300, "thin_pool"],
    ["5", 250, "thin_pool"],
    ["5", 0, null],
    ["5.678", 1_000, null],
    ["4.1", 1_000, null],
  ] as const) {
    const quote = await ask("ETH", amount, { destination, liquidityToleranceBps });
    expect(quote.withheld?.code ?? null).toBe(code);
    const sent = BigInt(Math.round(Number(amount) * 1e8));
    if (code === null && liquidityToleranceBps > 0)
      expect((quote.sensibleMaxAmount ?? sent) >= sent).toBe(true);
  }
  const streaming = { interval: 0, quantity: 1 };
  expect((await ask("ETH", "5", { destination, streaming })).memo).not.toBeNull();
});
