// An amount that is large for the pools: the warning says how large, and what comes out where nobody refills them between the parts.
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  findThinPool,
  largestWithinLimit,
  outputWithoutRefill,
  thinPoolWarning,
} from "../../../../lib/protocol/market/thin-pool.ts";
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
  quotedOut: 39_000_000_000n,
  streaming: { quantity: 100 as number | null },
  fees: [fee("liquidity", 1_000n), fee("outbound", 100_000n), fee("affiliate", 0n)],
};
type Told = Partial<Parameters<typeof thinPoolWarning>[1]>;
const warningOf = (
  change: Partial<typeof asked>,
  told: Told = {},
  listed: Parameters<typeof findThinPool>[1] = pools,
) => {
  const quoted = { ...asked, ...change };
  const thin = findThinPool(quoted, listed, "THOR.RUNE");
  const { from, to, quotedOut, streaming } = quoted;
  const nothing = { order: null, sensibleMaxAmount: null };
  return (
    thin &&
    thinPoolWarning(thin, {
      from,
      to,
      quotedOut,
      quantity: streaming.quantity,
      ...nothing,
      ...told,
    })
  );
};
const textOf = (...given: Parameters<typeof warningOf>) => warningOf(...given)?.text ?? null;

// Without any fee 285.714 ETH would come out: x · Y / (x + X), twice.
test("the warning says how large the amount is, and what comes out of pools that nobody refills", () => {
  expect(warningOf({})?.code).toBe("thin_pool");
  expect(textOf({})).toBe(
    "The pools are small: about 284.8 ETH comes out, and up to 390 ETH if somebody refills them between parts. The amount is worth 20 % of the smaller pool's side, and takes 19.50 % of what the pool holds. Send a smaller amount.",
  );
});

test("one part has no refill to wait for", () => {
  expect(textOf({ streaming: { quantity: 1 }, quotedOut: 23_000_000_000n })).toBe(
    "The pools are small for this amount: it is worth 20 % of the smaller pool's side, and takes 11.50 % of what the pool holds. Send a smaller amount.",
  );
});

test("where the parts, a fee or a depth of a synth is not known, no figure is invented", () => {
  for (const change of [
    { streaming: { quantity: null } },
    { fees: [fee("outbound", null)] },
    { to: "ETH/ETH" },
  ] satisfies Partial<typeof asked>[]) {
    expect(textOf(change)).toMatch(
      /^The pools are small: expect to receive less than quoted\. The amount is worth .* Send a smaller amount\.$/,
    );
    expect(outputWithoutRefill({ ...asked, ...change }, pools)).toBeNull();
  }
});

test("a tenth of the pool's side sent or a twentieth taken out is not too much, one more is", () => {
  const small = { amount: 10n * 10n ** 8n, quotedOut: 10_000_000_000n };
  expect(textOf(small)).toBeNull();
  expect(textOf({ ...small, amount: small.amount + 10_000n })).not.toBeNull();
  expect(textOf({ ...small, quotedOut: small.quotedOut + 200_000n })).not.toBeNull();
  expect(textOf({ to: "BTC/BTC" })).toBeNull();
});

test("of the native asset, the pool that is sold to holds what comes out", () => {
  const sold = { to: "THOR.RUNE", amount: 9n * 10n ** 8n, quotedOut: 5n * 10n ** 12n };
  expect(textOf(sold)).toBeNull();
  expect(textOf({ ...sold, quotedOut: sold.quotedOut + 10n ** 10n })).toContain(
    "takes 5.01 % of what the pool holds",
  );
});

// What one part brings, less no fee: x · X · Y / (x + X)², rounded down in each pool.
const legOf = (x: bigint, [inDepth, outDepth]: readonly [bigint, bigint]) =>
  (x * inDepth * outDepth) / ((x + inDepth) * (x + inDepth));
const [btcDepth, ethDepth, nativeDepth] = [100n * 10n ** 8n, 2_000n * 10n ** 8n, 10n ** 14n];

test("one part is the formula of each pool, and the native asset has no pool", () => {
  const alone = { fees: [], streaming: { quantity: 1 } };
  const amount = 10n ** 9n;
  const native = legOf(amount, [btcDepth, nativeDepth]);
  const rows: [from: string, to: string, amount: bigint, base: bigint][] = [
    ["BTC.BTC", "ETH.ETH", amount, legOf(native, [nativeDepth, ethDepth])],
    ["BTC.BTC", "THOR.RUNE", amount, native],
    ["THOR.RUNE", "ETH.ETH", native, legOf(native, [nativeDepth, ethDepth])],
    ["BTC~BTC", "ETH-ETH", amount, legOf(native, [nativeDepth, ethDepth])],
  ];
  for (const [from, to, sent, base] of rows) {
    const quoted = { ...asked, ...alone, from, to, amount: sent };
    expect(outputWithoutRefill(quoted, pools), `${from} ${to}`).toBe(base);
  }
});

test("a second part finds the pools as the first one left them", () => {
  const [first, second] = [333_333_333n, 333_333_334n];
  const one = legOf(first, [btcDepth, nativeDepth]);
  const two = legOf(second, [btcDepth + first, nativeDepth - one]);
  const out = legOf(one, [nativeDepth, ethDepth]);
  const more = legOf(two, [nativeDepth + one, ethDepth - out]);
  const quoted = { ...asked, amount: first + second, fees: [], streaming: { quantity: 2 } };
  expect(outputWithoutRefill(quoted, pools)).toBe(out + more);
});

test("fixed fees come off once, the liquidity fee is in the formula, and less than nothing is nothing", () => {
  const out = (fees: typeof asked.fees) =>
    outputWithoutRefill({ ...asked, amount: 10n ** 9n, fees, streaming: { quantity: 3 } }, pools) ??
    -1n;
  const whole = out([]);
  expect(out([fee("liquidity", 7n), fee("outbound", 100n), fee("affiliate", 20n)])).toBe(
    whole - 120n,
  );
  expect(out([fee("liquidity", null), fee("outbound", 100n)])).toBe(whole - 100n);
  expect(out([fee("outbound", null), fee("affiliate", 20n)]), "a fee that nobody stated").toBe(-1n);
  expect(out([fee("outbound", whole)])).toBe(0n);
  expect(out([fee("outbound", whole + 1n)])).toBe(0n);
});

test("at least one part and a thousand at most are counted", () => {
  const out = (quantity: number) =>
    outputWithoutRefill({ ...asked, fees: [], streaming: { quantity } }, pools) as bigint;
  expect([out(0), out(-5)]).toEqual([out(1), out(1)]);
  expect(out(1_001)).toBe(out(1_000));
  expect(out(999)).not.toBe(out(1_000));
});

test.describe("how large the amount is for the pools", () => {
  const poolOf = (asset: string, assetDepth: bigint | null, native: bigint | null) => ({
    asset,
    assetDepth,
    nativeDepth: native,
  });
  const [btc, eth] = pools as [(typeof pools)[0], (typeof pools)[0]];
  const deep = poolOf("ETH.ETH", 10n * ethDepth, 10n * nativeDepth);
  const rows: [
    what: string,
    change: Partial<typeof asked>,
    pools: ReturnType<typeof poolOf>[],
    size: string | null,
  ][] = [
    [
      "the smaller pool is the source",
      {},
      [btc, deep],
      "worth 20 % of the smaller pool's side, and takes 1.95 %",
    ],
    [
      "the smaller pool is the target",
      { amount: 2n * 10n ** 8n },
      [btc, poolOf("ETH.ETH", ethDepth / 10n, nativeDepth / 10n)],
      "worth 20 % of the smaller pool's side, and takes 195 %",
    ],
    [
      "native asset sold",
      { from: "THOR.RUNE", amount: nativeDepth / 5n },
      [eth],
      "worth 20 % of the smaller pool's side, and takes 19.50 %",
    ],
    [
      "native asset bought",
      { to: "THOR.RUNE", quotedOut: nativeDepth / 10n },
      [btc],
      "worth 20 % of the smaller pool's side, and takes 10 %",
    ],
    ["the target's pool is not known", {}, [btc], "worth 20 % of the smaller pool's side."],
    ["a synth bought", { to: "ETH/ETH" }, pools, "worth 20 % of the smaller pool's side."],
    [
      "depths that nobody knows say nothing",
      {},
      [poolOf("BTC.BTC", null, null), poolOf("ETH.ETH", null, 1n)],
      null,
    ],
    ["no pool", {}, [], null],
    ["no pool, and the native asset bought", { to: "THOR.RUNE" }, [], null],
    ["nothing in the target", {}, [btc, poolOf("ETH.ETH", 0n, nativeDepth)], "takes 100 %"],
    [
      "nothing on the native side",
      {},
      [btc, poolOf("ETH.ETH", ethDepth, 0n)],
      "worth 100 % of the smaller",
    ],
    ["nothing in the source", { quotedOut: 1n }, [poolOf("BTC.BTC", 0n, nativeDepth), eth], null],
  ];
  for (const [what, change, listed, size] of rows) {
    test(`${what}: ${size}`, () => {
      const text = textOf(change, {}, listed);
      if (size === null) expect(text).toBeNull();
      else expect(text).toContain(size);
    });
  }
});

test.describe("what the pools bear", () => {
  const [btc, eth] = pools as [(typeof pools)[0], (typeof pools)[0]];
  const small = { asset: "ETH.ETH", assetDepth: ethDepth / 10n, nativeDepth: nativeDepth / 10n };
  const rows: [
    what: string,
    change: Partial<typeof asked>,
    pools: typeof pools,
    bearable: bigint | null,
  ][] = [
    ["a twentieth of the paying pool", {}, [btc, eth], 500_000_000n],
    [
      "of the native asset, a twentieth of the pool that is sold to",
      { to: "THOR.RUNE" },
      [btc],
      500_000_000n,
    ],
    ["from the native asset", { from: "THOR.RUNE", amount: nativeDepth }, [eth], nativeDepth / 20n],
    ["to a synth, a tenth of the smaller pool", { to: "ETH/ETH" }, [btc, eth], 1_000_000_000n],
    ["a smaller target", {}, [btc, small], 50_000_000n],
    ["two digits, rounded down", {}, [{ ...btc, assetDepth: 12_345_678_901n }, eth], 610_000_000n],
    ["a pool that is not known", {}, [btc], null],
    [
      "the native asset without the other's pool",
      { from: "THOR.RUNE", amount: nativeDepth },
      [btc],
      null,
    ],
    ["nothing on the native side", { quotedOut: 1n }, [{ ...btc, nativeDepth: 0n }, eth], null],
    ["less than one unit", {}, [{ ...btc, assetDepth: 5n }, eth], null],
  ];
  for (const [what, change, listed, bearable] of rows)
    test(what, () =>
      expect(findThinPool({ ...asked, ...change }, listed, "THOR.RUNE")?.bearable ?? null).toBe(
        bearable,
      ),
    );
});

test.describe("the largest amount whose parts hold a limit where nobody refills the pools", () => {
  const limit = (asked.quotedOut * 97n) / 100n;
  const within = (change: Partial<typeof asked> = {}, most = limit, listed = pools) => {
    const quoted = { ...asked, ...change };
    return largestWithinLimit(quoted, listed, "THOR.RUNE", most, quoted.amount);
  };
  test("is found, whatever larger amount is asked for", () => {
    // Each of two pools takes about the part of it that is sent, and a part of 0.2 BTC takes 0.2 % besides: 3 % = 2 · (x + 0.2 %).
    for (const times of [1n, 2n, 10n])
      expect(
        within({ amount: asked.amount * times, streaming: { quantity: 100 * Number(times) } }),
      ).toBe(130_000_000n);
  });
  test("is more where the limit is lower, and of one pool", () => {
    expect(within({}, (asked.quotedOut * 90n) / 100n)).toBe(530_000_000n);
    expect(within({ to: "THOR.RUNE" })).toBe(280_000_000n);
  });
  test("is not known of parts, a pool or a synth that is not, and of nothing", () => {
    expect(within({ streaming: { quantity: null } })).toBeNull();
    expect(within({}, limit, pools.slice(0, 1))).toBeNull();
    expect(within({ to: "ETH/ETH" })).toBeNull();
    expect(within({ quotedOut: 0n })).toBeNull();
    expect(within({ fees: [fee("outbound", 10n ** 12n)] }), "the fee takes all").toBeNull();
  });
});

test("nothing is forecast of one part, or where a pool is not known", () => {
  const unfilledOf = (quantity: number, listed = pools) =>
    findThinPool({ ...asked, streaming: { quantity } }, listed, "THOR.RUNE")?.unfilled;
  expect([unfilledOf(2), unfilledOf(1), unfilledOf(2, pools.slice(0, 1))]).toEqual([
    24_715_000_000n,
    null,
    null,
  ]);
});

test("a limit order waits for its price, so nothing is said of refills", () => {
  const order = {} as unknown as null;
  expect(textOf({}, { order })).toBe(
    "The pools are small for this amount: it is worth 20 % of the smaller pool's side, and takes 19.50 % of what the pool holds. Send a smaller amount.",
  );
});

test("a quote below what pools give that nobody refills has no figure of a loss", () => {
  const base = outputWithoutRefill(asked, pools) as bigint;
  for (const quotedOut of [base, base - 1n]) {
    expect(textOf({ quotedOut })).toMatch(
      /^The pools are small: expect to receive less than quoted\. The amount is .* holds\. Send a smaller amount\.$/,
    );
  }
  expect(textOf({ quotedOut: (base * 1_001n) / 1_000n })).toContain(" comes out, and up to ");
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
      expect(out(parts) <= (native * 2_000n * 10n ** 8n) / (native + 10n ** 14n) + rounding).toBe(
        true,
      );
    }),
    { numRuns: countRuns(200) },
  );
});
