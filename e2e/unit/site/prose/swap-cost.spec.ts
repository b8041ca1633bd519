// What the fee guide says a swap cost is what the recorded node answered, to the last digit.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { Refusal } from "../../../../lib/sample/quote/state.ts";
import * as feeGuide from "../../../../lib/site/prose/fee-guide.ts";
import { feeSnapshotText, SNAPSHOT_FILE } from "../../../../tools/recorded/fee-snapshot.ts";
import { readTwin } from "../../../support/twin.ts";

const { breakEven, examples, feeSnapshots, fromDollars, payoutFee, swapCost, worthInUsd } = feeGuide;
const snapshot = feeSnapshots.thorchain as NonNullable<typeof feeSnapshots.thorchain>;
const { facts, questions } = readTwin();
const ONE_USD = 100_000_000n;

type Body = Readonly<Record<string, string | number>> & { readonly fees: Readonly<Record<string, string>> };

/** What the node answered to a question without a destination. */
function recorded(from: string, to: string, amount: bigint, isSingle = false): Body {
  const parts = isSingle ? { streaming_interval: "1", streaming_quantity: "1" } : {};
  const wanted = { from_asset: from, to_asset: to, amount: String(amount), ...parts };
  const found = questions.find(
    ({ kind, query }) => kind === "swap" && new URLSearchParams(wanted).toString() === query.toString(),
  );
  if (found?.answer[0] !== 200) throw new Error(`the node was not asked for ${amount} of ${from} to ${to}`);
  return found.answer[1] as unknown as Body;
}

test("the snapshot is what the tool copies of the recorded node, without an address", () => {
  const text = readFileSync(SNAPSHOT_FILE, "utf8");
  expect(text).toBe(feeSnapshotText(facts));
  expect(text).not.toMatch(/\b(bc1|ltc1|q[a-z0-9]{30}|0x[0-9a-f]{6}|(thor|maya|cosmos|kujira)1|D[A-Za-z0-9]{30})/);
});

for (const { from, to, amounts } of examples) {
  for (const amount of amounts) {
    for (const isSingle of [false, true]) {
      test(`${amount} of ${from} to ${to.slice(0, 8)}${isSingle ? " in one part" : ""} costs what the node quoted`, () => {
        const cost = swapCost(snapshot, { from, to, amount, isSingle });
        const body = recorded(from, to, amount, isSingle);
        expect([cost.received.base, cost.liquidity.base, cost.outbound.base, cost.recommendedMinimum.base]).toEqual(
          [body.expected_amount_out, body.fees.liquidity, body.fees.outbound, body.recommended_min_amount_in].map(
            (text) => BigInt(text as string),
          ),
        );
        if (!isSingle) expect(cost.parts).toBe(body.max_streaming_quantity);
        else expect(cost.parts).toBe(1);
      });
    }
  }
}

test("every outbound fee of a gas asset is the node's, and RUNE is paid out for nothing", () => {
  const listed = new Map(facts.outboundFees.map(({ asset, outbound_fee }) => [asset, outbound_fee]));
  for (const { gasAsset } of snapshot.rows.values()) {
    expect([gasAsset, String(payoutFee(snapshot, gasAsset).base)]).toEqual([gasAsset, listed.get(gasAsset)]);
  }
  expect(payoutFee(snapshot, "THOR.RUNE")).toEqual({ asset: "THOR.RUNE", base: 0n, usd: 0n });
});

test("by hand: 0.11121623 BTC to ETH in one part", () => {
  // Pools: 254.78565714 BTC and 25,108,825.17782174 RUNE; 3,028.43736227 ETH and 10,960,231.06422467 RUNE.
  // Without fees 0.11121623 BTC are 10,960.22793 RUNE, which are 3.02843649 ETH.
  // x / (x + X) = 4.36 bps in the first pool, which is below its least fee of 5 bps: 10,949.96805832 RUNE.
  // 9.98 bps in the second, which is above it: x·X·Y / (x + X)² = 3.01956508 ETH. Less the outbound fee of 0.0012 ETH: 3.01836508.
  const cost = swapCost(snapshot, { from: "BTC.BTC", to: "ETH.ETH", amount: 11_121_623n, isSingle: true });
  expect(cost.received.base).toBe(301_836_508n);
  expect(cost.outbound.base).toBe(120_000n);
  // One RUNE is 1.19471786 USDC and 1.19418086 USDT, so $1.19444936.
  expect(worthInUsd(snapshot, "THOR.RUNE", ONE_USD)).toBe(119_444_936n);
  expect(Number(cost.sent.usd) / 1e8).toBeCloseTo(10_960.22793 * 1.19444936, 2);
});

test("a refusal of the node stays a refusal", () => {
  expect(() => swapCost(snapshot, { from: "BTC.BTC", to: "ETH.ETH", amount: 1_000n })).toThrow(Refusal);
  expect(() => worthInUsd(snapshot, "ETH.NONE-0X0", 1n)).toThrow("no pool of ETH.NONE-0X0 in the snapshot");
  expect(() => fromDollars(snapshot, "THOR.RUNE", 1n)).toThrow("no pool of THOR.RUNE in the snapshot");
});

test("the layers and the payout are what was sent, to the unit", () => {
  const dollars = fc.double({ min: 2, max: 6, noNaN: true }).map((power) => BigInt(Math.round(10 ** power)));
  fc.assert(
    fc.property(fc.constantFrom(...examples), dollars, fc.boolean(), ({ from, to }, size, isSingle) => {
      const amount = from === "THOR.RUNE" ? size * ONE_USD : fromDollars(snapshot, from, size * ONE_USD);
      const cost = swapCost(snapshot, { from, to, amount, isSingle });
      // A second computation, from the depths alone. A token of six decimals is cut to them.
      const pool = (asset: string) => snapshot.pools.get(asset) as { balanceAsset: bigint; balanceRune: bigint };
      const rune = from === "THOR.RUNE" ? amount : (amount * pool(from).balanceRune) / pool(from).balanceAsset;
      const worth = (rune * pool(to).balanceAsset) / pool(to).balanceRune;
      const layers = [cost.liquidity, cost.priceImpact, cost.outbound, cost.received];
      const sum = layers.reduce((all, { base }) => all + base, 0n);
      expect(Math.abs(Number(sum - worth))).toBeLessThanOrEqual(100);
      expect(cost.totalUsd).toBe(cost.sent.usd - cost.received.usd);
    }),
  );
});

test("break-even sizes are where they are said to be, to the dollar", () => {
  expect(breakEven(23_40079475n, 100n)).toBe(2_341n); // $23.40 × 100 = $2,340.08
  expect(breakEven(10n * ONE_USD, 100n)).toBe(1_000n); // exactly
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.bigInt({ min: 1n, max: 10_000n }), (fee, bps) => {
      const size = breakEven(fee, bps) * ONE_USD;
      const isWithin = (usd: bigint) => fee * 10_000n <= usd * bps;
      expect([isWithin(size), isWithin(size - ONE_USD)]).toEqual([true, false]);
    }),
  );
});
