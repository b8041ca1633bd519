// A swap that the pools do not bear: what is told assumes that nobody refills them between the parts, and an amount that works is named.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { formatUnits } from "../../../lib/protocol/values/amounts.ts";
import { createSampleNetwork } from "../../support/sample-network.ts";
import { poolBody } from "../../support/wire.ts";
import { type Asked, HEX, outcomeOf, read, warningCodes } from "./asked.ts";

// 100 BTC and about 1,455 ETH. At unchanged depths, nine parts of 20 BTC bring most of what they are worth.
const pools = [
  poolBody("thorchain", "BTC.BTC", ["10000000000", "5000000000000000", "8000000000000"]),
  poolBody("thorchain", "ETH.ETH", ["145520480984", "4000000000000000", "300000000000"]),
];
const QUOTED = 33_000_000_000n;
const WORTH = 36_380_120_246n;
const fees = { asset: "ETH.ETH", outbound: "600000", affiliate: "0" };
const inNine = { max_streaming_quantity: 9, streaming_swap_blocks: 3, fees };
const thin = (ask: Partial<QuoteRequest>, say: object = {}): Asked => ({
  pools,
  ask: { amount: "20", ...ask },
  say: { expected_amount_out: `${QUOTED}`, ...inNine, ...say },
});
const low = { liquidityToleranceBps: 9_000 };

test("the first figure, its worth and its cost are the forecast", async () => {
  const quote = await read(thin(low));
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
  for (const [liquidityToleranceBps, isShown] of [
    [lowestBps - 2, false],
    [lowestBps + 2, true],
  ] as const)
    for (const more of [{}, { destination: undefined }]) {
      const limited = await read(thin({ liquidityToleranceBps, ...more }));
      expect(limited.expectedAmountOut !== null).toBe(isShown);
    }
});

const rows: readonly [name: string, expected: string | null, most: bigint | null, asked: Asked][] =
  [
    ["no limit", null, 400_000_000n, thin({})],
    ["parts below the limit", "thin_pool", 68_000_000n, thin({ liquidityToleranceBps: 300 })],
    [
      "numbers of parts that differ: the most count",
      "thin_pool",
      68_000_000n,
      {
        ...thin({ liquidityToleranceBps: 300 }),
        say: [9, 10].map((parts) => ({
          ...{ expected_amount_out: `${QUOTED}`, streaming_swap_blocks: 3, fees },
          max_streaming_quantity: parts,
        })),
      },
    ],
    [
      "a cost of more than half",
      "costly",
      400_000_000n,
      thin(
        { amount: "60" },
        {
          ...{ expected_amount_out: "90000000000", max_streaming_quantity: 100 },
        },
      ),
    ],
    [
      "a recommended minimum just below it",
      null,
      400_000_000n,
      thin(low, {
        recommended_min_amount_in: "399999999",
      }),
    ],
    [
      "a recommended minimum of it",
      null,
      null,
      thin(low, {
        recommended_min_amount_in: "400000000",
      }),
    ],
    [
      "half of what the pools bear",
      null,
      400_000_000n,
      thin(
        { amount: "3" },
        {
          expected_amount_out: "5420000000",
        },
      ),
    ],
    [
      "one part",
      null,
      null,
      thin(
        { amount: "3", streaming: { interval: 1, quantity: 1 } },
        {
          expected_amount_out: "4790000000",
        },
      ),
    ],
  ];
for (const [name, code, most, asked] of rows) {
  test(`what the pools bear, with ${name}: ${code ?? "told"}, ${most}`, async () => {
    const quote = await read(asked);
    expect(quote.withheld?.code ?? null).toBe(code);
    expect(quote.sensibleMaxAmount).toBe(most);
    if (code === "thin_pool") expect(quote.expectedAmountOut).toBeNull();
  });
}

test("an order waits for its price, so it has no forecast", async () => {
  const quote = await read({
    ...thin({ targetOut: "330" }),
    mimir: { ENABLEADVSWAPQUEUE: 1 },
    order: { recommended_min_amount_in: "1" },
  });
  expect(quote).toMatchObject({ expectedAmountOut: QUOTED, thinPoolLossBps: null });
});

const network = createSampleNetwork({ now: () => Date.UTC(2027, 0, 20, 8) });
const ask = (to: string, amount: string, more: Partial<QuoteRequest> = {}) =>
  network.getQuote({ from: "BTC", to, amount, ...more });
const targets = ["DOGE", "GAIA.ATOM", "BCH", "TRON.TRX", "ZEC", "XRP", "SOL", "ETH", "THOR.RUNE"];
for (const to of targets) {
  test(`of the sample, an amount that is too large for ${to} names one that works`, async () => {
    for (const amount of ["50", "20"]) {
      const large = await ask(to, amount);
      expect([large.memo, large.expectedAmountOut, outcomeOf(large)]).toEqual([
        null,
        null,
        "thin_pool",
      ]);
      const most = formatUnits(large.sensibleMaxAmount ?? -1n, 8);
      expect(large.withheld?.text).toContain(`${most} BTC`);
      const smaller = await ask(to, most);
      expect([smaller.reason, smaller.expectedAmountOut === null]).toEqual([null, false]);
    }
  });
}

test("of the sample, what is accepted is never above what is said to be sensible, and one part needs no refill", async () => {
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
