// An amount that is large for the pools: the warning says how large, and what comes out where nobody refills them between the parts.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { findThinPool, outputWithoutRefill } from "../../../../lib/protocol/market/thin-pool.ts";
import { agreedMoney } from "../../../support/agreed.ts";
import { countRuns } from "../../../support/runs.ts";

// A million of the native asset on each side. One BTC is worth 20 ETH.
const pools = [
  { asset: "BTC.BTC", assetDepth: 100n * 10n ** 8n, nativeDepth: 10n ** 14n },
  { asset: "ETH.ETH", assetDepth: 2_000n * 10n ** 8n, nativeDepth: 10n ** 14n },
];
const fee = (kind: "liquidity" | "outbound" | "affiliate", base: bigint | null) => ({
  kind,
  amount: base === null ? null : agreedMoney({ asset: "ETH.ETH", base, usd: null }),
});
const asked = {
  from: "BTC.BTC",
  to: "ETH.ETH",
  amount: 20n * 10n ** 8n,
  expectedAmountOut: 39_000_000_000n,
  streaming: { quantity: 100 as number | null },
  order: null,
  fees: [fee("liquidity", 1_000n), fee("outbound", 100_000n), fee("affiliate", 0n)],
};
const textOf = (change: Partial<typeof asked>) => findThinPool({ ...asked, ...change }, pools)?.text ?? null;

// Without any fee 285.714 ETH would come out: x · Y / (x + X), twice.
test("the warning says how large the amount is, and what comes out of pools that nobody refills", () => {
  expect(textOf({})).toBe(
    "The pools are small for this amount: it is worth 20 % of the smaller pool's side, and takes 19.50 % of what the pool holds. The quote takes the pools as refilled after each part. If nobody refills them, about 284.88958 ETH comes out: 26.95 % less. Send a smaller amount.",
  );
});

test("one part has no refill to wait for", () => {
  expect(textOf({ streaming: { quantity: 1 }, expectedAmountOut: 23_000_000_000n })).toBe(
    "The pools are small for this amount: it is worth 20 % of the smaller pool's side, and takes 11.50 % of what the pool holds. Send a smaller amount.",
  );
});

test("where the parts, a fee or a depth of a synth is not known, no figure is invented", () => {
  for (const change of [
    { streaming: { quantity: null } },
    { fees: [fee("outbound", null)] },
    { to: "ETH/ETH" },
  ] satisfies Partial<typeof asked>[]) {
    expect(textOf(change)).toMatch(/\. Expect to receive less than quoted\. Send a smaller amount\.$/);
    expect(outputWithoutRefill({ ...asked, ...change }, pools)).toBeNull();
  }
});

test("a tenth of the pool's side sent or a twentieth taken out is not too much, one more is", () => {
  const small = { amount: 10n * 10n ** 8n, expectedAmountOut: 10_000_000_000n };
  expect(textOf(small)).toBeNull();
  expect(textOf({ ...small, amount: small.amount + 10_000n })).not.toBeNull();
  expect(textOf({ ...small, expectedAmountOut: small.expectedAmountOut + 200_000n })).not.toBeNull();
  expect(textOf({ to: "BTC/BTC" })).toBeNull();
});

test("more parts bring more, and never more than a pool without fees gives", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 11n), fc.integer({ min: 1, max: 60 }), (amount, parts) => {
      const out = (quantity: number) =>
        outputWithoutRefill({ ...asked, amount, streaming: { quantity }, fees: [] }, pools) ?? -1n;
      const rounding = BigInt(4 * parts + 4);
      expect(out(parts) <= out(parts + 1) + rounding).toBe(true);
      // x · Y / (x + X), twice.
      const native = (amount * 10n ** 14n) / (amount + 100n * 10n ** 8n);
      expect(out(parts) <= (native * 2_000n * 10n ** 8n) / (native + 10n ** 14n) + rounding).toBe(true);
    }),
    { numRuns: countRuns(200) },
  );
});
