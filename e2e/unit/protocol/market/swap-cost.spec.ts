// Costs of swaps at the recorded snapshots: integers worked out outside this code, a plain second computation, and the rules that hold for any size.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type FeeSnapshot, feeSnapshots } from "../../../../lib/protocol/market/fee-snapshots.ts";
import {
  breakEven,
  chainGas,
  costPoints,
  depositGas,
  fromDollars,
  leastDeposit,
  payoutFee,
  type SwapCost,
  swapCost,
  worthInUsd,
} from "../../../../lib/protocol/market/swap-cost.ts";
import { worked } from "./worked-swaps.ts";

const { thorchain, mayachain } = feeSnapshots;
const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const ONE_USD = 100_000_000n;

for (const { snapshot, from, to, figures } of worked) {
  test(`${snapshot.protocol}: ${figures[0]} of ${from} to ${to.slice(0, 8)}`, () => {
    const cost = swapCost(snapshot, { from, to, amount: figures[0] as bigint });
    const { sent, inbound, liquidity, priceImpact, outbound, received } = cost;
    const layers = [sent, inbound, liquidity, priceImpact, outbound, received].map(({ base }) => base);
    expect([...layers, sent.usd, cost.totalUsd]).toEqual(figures);
  });
}

test("the worked swaps are those of the guide, each of them", () => {
  for (const snapshot of [thorchain, mayachain]) {
    const named = snapshot.examples.flatMap(({ from, to, amounts }) => amounts.map((amount) => [from, to, amount]));
    expect(named).toEqual(
      worked.filter((row) => row.snapshot === snapshot).map(({ from, to, figures }) => [from, to, figures[0]]),
    );
  }
});

test("by hand: 1,000 RUNE to BTC in March 2024, a single pool", () => {
  // x = 1,000 RUNE, X = 11,467,999.80853764 RUNE, Y = 1,279.68365638 BTC.
  // Without slip: 1000 × 1279.68365638 / 11467999.80853764 = 0.11158734 BTC.
  // Share x / (x + X) = 1000 / 11468999.80853764 = 0.0000871916, which is 0.87 bps.
  // Output: 0.11158734 × (1 − 0.0000871916)² = 0.11156788 BTC; fee: 0.11156788 × 0.0000871916 / (1 − 0.0000871916) = 0.00000972 BTC.
  // Less the outbound fee of 0.00014 BTC: 0.11142788 BTC.
  const cost = swapCost(thorchain, { from: "THOR.RUNE", to: "BTC.BTC", amount: 100_000_000_000n });
  expect(cost.received.base).toBe(11_142_788n);
  expect(cost.liquidity.base).toBe(972n);
  expect(cost.liquidity.base + cost.priceImpact.base + cost.outbound.base + cost.received.base).toBe(11_158_734n);
  // 1 RUNE = 12560372.16048756 / 1651110.10255012 = 7.60722870 USDC, so 1,000 RUNE are $7,607.23 and 0.02 RUNE are $0.15.
  expect(cost.sent.usd).toBe(760_722_870_091n);
  expect(cost.inbound.usd).toBe(15_214_457n);
  // Liquidity fee $0.66 of $7,607.23 = 0.87 bps; all costs $11.02 = 14.490 bps.
  expect(cost.totalCentiBps).toBe(1_449n);
});

test("a swap into the native asset crosses one pool and pays the native fee at its end", () => {
  // 1 BTC: 10^8 × 127968365638 × 1146799980853764 / 128068365638² = 894760010351; without slip 10^8 × 1146799980853764 / 127968365638 = 896158964863.
  const cost = swapCost(thorchain, { from: "BTC.BTC", to: "THOR.RUNE", amount: 100_000_000n });
  expect(cost.outbound.base).toBe(2_000_000n);
  expect(cost.received.base).toBe(894_760_010_351n - 2_000_000n);
  expect(cost.liquidity.base).toBe(699_204_061n);
  expect(cost.priceImpact.base).toBe(896_158_964_863n - 894_760_010_351n - 699_204_061n);
});

test("an affiliate is paid before the outbound fee, a minimum slip is counted in each pool", () => {
  const request = { from: "BTC.BTC", to: "ETH.ETH", amount: 100_000_000n };
  // Output 1740254900, 30 bps of it 5220764.
  const named = swapCost(thorchain, { ...request, affiliateBps: 30n });
  expect([named.affiliate.base, named.outbound.base, named.received.base]).toEqual([
    5_220_764n,
    600_000n,
    1_734_434_136n,
  ]);
  const floored = swapCost(thorchain, { ...request, floorBps: 10n });
  expect(floored.received.base).toBe(1_739_874_285n - 600_000n);
});

test("an output below the outbound fee is kept whole, never more", () => {
  // 0.0002 BTC is about 0.0035 ETH; the outbound fee is 0.006 ETH.
  const cost = swapCost(thorchain, { from: "BTC.BTC", to: "ETH.ETH", amount: 20_000n });
  expect(cost.received.base).toBe(0n);
  expect(cost.outbound.base > 340_000n && cost.outbound.base < 350_000n).toBe(true);
  expect(cost.totalUsd).toBe(cost.sent.usd + cost.inbound.usd);
});

test("ten sub-swaps pay about a tenth of the slip and one outbound fee", () => {
  const request = { from: "BTC.BTC", to: "ETH.ETH", amount: 100_000_000n };
  const [single, streamed] = [1n, 10n].map((quantity) => swapCost(thorchain, { ...request, quantity }));
  // 174718929 each at unchanged depths.
  expect(streamed?.received.base).toBe(1_747_189_290n - 600_000n);
  expect(streamed?.outbound.base).toBe(single?.outbound.base);
  expect(single?.liquidity.base).toBe(3_851_603n);
  expect(streamed && Number(streamed.liquidity.base) / 3_851_603).toBeCloseTo(0.1, 2);
});

test("fixed fees of each chain, and what is not certain is not given", () => {
  // Bytes: 250 × rate. Gas: rate × units / 10. A unit without a certain scale has no amount.
  const gas = (snapshot: FeeSnapshot) =>
    Object.fromEntries(snapshot.chains.map((chain) => [chain.code, chainGas(chain)]));
  expect(gas(thorchain)).toEqual({
    BTC: 5_250n,
    ETH: 900_000n,
    BSC: 560_000n,
    LTC: 16_500n,
    BCH: 7_500n,
    DOGE: 187_500_000n,
    GAIA: null,
    AVAX: 700_000n,
  });
  expect(gas(mayachain)).toEqual({ BTC: 13_000n, ETH: 800_000n, DASH: 3_000n, THOR: null, KUJI: null });
  expect(depositGas(thorchain, USDC)).toEqual(["ETH.ETH", 900_000n]);
  expect(() => depositGas(thorchain, "GAIA.ATOM")).toThrow("no certain gas unit on GAIA");
  expect(() => payoutFee(thorchain, "ZZZ9.ZZZ")).toThrow("no chain ZZZ9 in the snapshot");
  expect(() => worthInUsd(thorchain, "ETH.NONE-0X0", 1n)).toThrow("no pool of ETH.NONE-0X0 in the snapshot");
});

test("the least deposit follows the larger outbound fee, in the source asset", () => {
  // ETH's 0.006 ETH = 307612610 RUNE = 34325 of BTC's units, against BTC's 14000; four times that is 137300.
  expect(leastDeposit(thorchain, "BTC.BTC", "ETH.ETH", 4n)).toBe(137_300n);
  // The other way round ETH's own fee is the larger: 4 × 600000.
  expect(leastDeposit(thorchain, "ETH.ETH", "BTC.BTC", 4n)).toBe(2_400_000n);
});

test("break-even sizes are where they are said to be, to the dollar", () => {
  expect(breakEven(23_40079475n, 100n)).toBe(2_341n); // $23.40 × 100 = $2,340.08
  expect(breakEven(23_40079475n, 50n)).toBe(4_681n); // × 200 = $4,680.16
  expect(breakEven(10n * ONE_USD, 100n)).toBe(1_000n); // exactly
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.bigInt({ min: 1n, max: 10_000n }), (fee, bps) => {
      const size = breakEven(fee, bps) * ONE_USD;
      const isWithin = (usd: bigint) => fee * 10_000n <= usd * bps;
      expect([isWithin(size), isWithin(size - ONE_USD)]).toEqual([true, false]);
    }),
  );
});

const pairs = [thorchain, mayachain].flatMap((snapshot) =>
  snapshot.examples.map((example) => ({ snapshot, ...example })),
);
const anyPair = fc.constantFrom(...pairs);
/** Log-uniform dollars, 30 to 3,000,000. */
const anyDollars = fc.double({ min: 1.5, max: 6.5, noNaN: true }).map((power) => BigInt(Math.round(10 ** power)));
type Pair = (typeof pairs)[number];
const costAt = ({ snapshot, from, to }: Pair, dollars: bigint): SwapCost =>
  swapCost(snapshot, { from, to, amount: fromDollars(snapshot, from, dollars * ONE_USD) });

test.describe("rules that hold for any size", () => {
  test("the layers and the payout are what was sent, to the unit", () => {
    fc.assert(
      fc.property(
        anyPair,
        anyDollars,
        fc.bigInt({ min: 0n, max: 1_000n }),
        fc.bigInt({ min: 1n, max: 20n }),
        (pair, dollars, affiliateBps, quantity) => {
          const { snapshot, from, to } = pair;
          const amount = fromDollars(snapshot, from, dollars * ONE_USD);
          const cost = swapCost(snapshot, { from, to, amount, affiliateBps, quantity });
          // A second computation, from the depths alone.
          const value = (asset: string) => snapshot.pools[asset] as { asset: bigint; native: bigint };
          const native = from === snapshot.nativeAsset ? amount : (amount * value(from).native) / value(from).asset;
          const worth = (native * value(to).asset) / value(to).native;
          const layers = [cost.liquidity, cost.priceImpact, cost.affiliate, cost.outbound, cost.received];
          expect(layers.reduce((sum, { base }) => sum + base, 0n)).toBe(worth);
          expect(layers.every(({ base }) => base >= 0n)).toBe(true);
          const usd = [cost.inbound, ...layers.slice(0, -1)].reduce((sum, layer) => sum + layer.usd, 0n);
          // Each value in dollars is rounded down on its own.
          expect(Math.abs(Number(cost.totalUsd - usd))).toBeLessThan(Number(dollars) * 0.01 + 1e6);
        },
      ),
    );
  });
  test("a larger swap costs more dollars", () => {
    fc.assert(
      fc.property(anyPair, anyDollars, anyDollars, (pair, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        // One base unit of the target is the grain.
        expect(costAt(pair, more).totalUsd + ONE_USD / 100n >= costAt(pair, less).totalUsd).toBe(true);
      }),
    );
  });
  test("fixed fees weigh less with size, the pools more", () => {
    fc.assert(
      fc.property(anyPair, anyDollars, (pair, dollars) => {
        const shares = [dollars, 2n * dollars].map((size) => {
          const { inbound, outbound, liquidity, priceImpact, sent } = costAt(pair, size);
          const share = (usd: bigint) => Number(usd) / Number(sent.usd);
          return { fixed: share(inbound.usd + outbound.usd), pools: share(liquidity.usd + priceImpact.usd) };
        });
        const [less = { fixed: 0, pools: 0 }, more = less] = shares;
        expect(more.fixed).toBeLessThan(less.fixed);
        // One base unit of the target, up to a tenth of a cent, is the grain.
        expect(more.pools + 0.002 / Number(dollars)).toBeGreaterThan(less.pools);
      }),
    );
  });
  test("the cost in bps falls, then rises", () => {
    const sizes = Array.from({ length: 60 }, (_, index) => BigInt(Math.round(10 ** (2 + index / 12))));
    for (const { snapshot, from, to } of pairs) {
      const costs = costPoints(snapshot, from, to, sizes).map(({ totalCentiBps }) => totalCentiBps);
      const turn = costs.findIndex((cost, index) => cost < (costs[index + 1] ?? cost));
      expect(turn, `${from} to ${to}`).toBeGreaterThan(0);
      expect(turn).toBeLessThan(costs.length - 1);
      const strays = sizes.filter((_, index) => {
        const cost = costs[index] as bigint;
        const next = costs[index + 1] ?? cost;
        return index < turn ? next > cost : next < cost;
      });
      expect(strays, `${from} to ${to}`).toEqual([]);
    }
  });
});
