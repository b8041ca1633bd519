import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { Pools, parseShape } from "../../../lib/protocol/upstream/schemas.ts";
import type { SamplePool } from "../../../lib/sample/pools.ts";
import { simulate } from "../../../lib/sample/swap.ts";
import { BTC_TO_ETH, get, NOW, quotePath, send } from "./sample-client.ts";

const pool = (asset: string, balanceAsset: bigint, balanceRune: bigint) =>
  ({ asset, balanceAsset, balanceRune }) as SamplePool;
// Depths of mainnet pools in 2024-03, and results worked out by hand in the protocol's reference.
const btc = pool("BTC.BTC", 127_968_365_638n, 1_146_799_980_853_764n);
const eth = pool("ETH.ETH", 1_220_816_983_876n, 625_897_832_323_009n);
const worked = { amount: 100_000_000n, from: btc, to: eth, outboundFee: 600_000n };
const examples = [
  [
    "no floor, no affiliate",
    { ...worked, floorBps: 0 },
    { emitted: 1740254900n, liquidityFee: 3851603n, out: 1739654900n, slipBps: 22n },
  ],
  ["affiliate of 30 bps", { ...worked, floorBps: 0, affiliateBps: 30 }, { affiliate: 5220764n, out: 1734434136n }],
  ["a floor of 10 bps", { ...worked, floorBps: 10 }, { emitted: 1739874285n, slipBps: 24n }],
  ["0.01 BTC, floor of 10 bps", { ...worked, amount: 1_000_000n, floorBps: 10 }, { emitted: 17444300n, slipBps: 20n }],
  ["ten sub-swaps", { ...worked, floorBps: 0, quantity: 10 }, { emitted: 1747189290n }],
  [
    "into RUNE",
    { ...worked, to: null, floorBps: 0, outboundFee: 2_000_000n },
    { emitted: 894760010351n, liquidityFee: 699204061n, out: 894758010351n, slipBps: 8n },
  ],
  [
    "out of RUNE",
    { ...worked, amount: 894760010351n, from: null, floorBps: 0 },
    { emitted: 1740254900n, liquidityFee: 2487802n, slipBps: 14n },
  ],
] as const;
for (const [name, swap, expected] of examples) {
  test(`worked example: ${name}`, () => expect(simulate(swap)).toMatchObject(expected));
}

test("a quote follows from the served pools", async () => {
  const pools = parseShape(Pools, "/pools", await get("/pools"));
  const find = (asset: string) => pools.find((one) => one.asset === asset);
  const [b, e] = [find("BTC.BTC"), find("ETH.ETH")];
  const quote = await get(quotePath({ ...BTC_TO_ETH, affiliate: "smpl", affiliate_bps: "100" }));
  // In floating point on purpose: another way to the same figures, accurate to a few millionths.
  const [x, X, Y] = [1e8, Number(b?.balance_asset), Number(b?.balance_rune)];
  const rune = (x * X * Y) / (x + X) ** 2;
  const [R, A] = [Number(e?.balance_rune), Number(e?.balance_asset)];
  const emitted = (rune * R * A) / (rune + R) ** 2;
  const fee = Number((await get("/outbound_fee/ETH.ETH")).outbound_fee);
  expect(Number(quote.expected_amount_out) / (emitted * 0.99 - fee)).toBeCloseTo(1, 6);
  expect(Number(quote.fees.affiliate) / (emitted * 0.01)).toBeCloseTo(1, 6);
  expect(quote.fees.outbound).toBe(String(fee));
  expect(quote.fees.slippage_bps).toBe(Math.round((1e4 * x) / (x + X)) + Math.round((1e4 * rune) / (rune + R)));
  const { liquidity, affiliate, outbound, total } = quote.fees;
  expect(BigInt(total)).toBe(BigInt(liquidity) + BigInt(affiliate) + BigInt(outbound));
});

test("a quote with a destination and streaming has all fields", async () => {
  const query = { destination: "sample-eth-recipient", streaming_interval: "2", streaming_quantity: "4" };
  const quote = await get(quotePath({ ...BTC_TO_ETH, ...query }));
  expect(quote).toMatchObject({
    inbound_address: "sample-btc-vault-do-not-send",
    inbound_confirmation_blocks: 1,
    inbound_confirmation_seconds: 600,
    expiry: NOW / 1000 + 900,
    dust_threshold: "1000",
    gas_rate_units: "satsperbyte",
    memo: "=:ETH.ETH:sample-eth-recipient:0/2/4",
    streaming_swap_blocks: 8,
    streaming_swap_seconds: 48,
  });
  expect(quote.max_streaming_quantity).toBeGreaterThanOrEqual(4);
  expect(quote.total_swap_seconds).toBe(600 + 48 + quote.outbound_delay_seconds);
  const plain = await get(quotePath(BTC_TO_ETH));
  expect("memo" in plain).toBe(false);
  expect(BigInt(quote.expected_amount_out)).toBeGreaterThan(BigInt(plain.expected_amount_out));
  const native = await get(quotePath({ from_asset: "THOR.RUNE", to_asset: "ETH.USDC", amount: "100000000000" }));
  expect("inbound_address" in native || "inbound_confirmation_seconds" in native).toBe(false);
  expect(native.fees.asset).toBe("ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48");
  const token = await get(quotePath({ from_asset: "ETH.USDC", to_asset: "r", amount: "100000000000" }));
  expect(token).toMatchObject({ router: "sample-eth-router-do-not-send", outbound_delay_blocks: 0 });
});

test("the recommended minimum is worth four outbound fees and can be swapped", async () => {
  const { recommended_min_amount_in: least } = await get(quotePath(BTC_TO_ETH));
  const { outbound_fee: fee } = await get("/outbound_fee/BTC.BTC");
  expect(Math.abs(Number(least) - 4 * Number(fee))).toBeLessThanOrEqual(8);
  const quote = await get(quotePath({ ...BTC_TO_ETH, amount: least }));
  expect(Number(quote.fees.total_bps)).toBeLessThan(3_000);
});

const refusals = [
  ["dust", { amount: "1000" }, /^amount less than dust threshold/],
  ["too small for the fees", { amount: "1100" }, /^swap too small; recommended minimum: \d+/],
  ["no amount", { amount: "1.5" }, /^bad amount/],
  ["unknown source", { from_asset: "BTC.NOSUCH" }, /^bad from asset: invalid symbol/],
  ["unknown target", { to_asset: "" }, /^bad to asset: invalid symbol/],
  ["same asset", { to_asset: "b" }, /same/],
  ["halted target", { to_asset: "LTC.LTC" }, /^failed to simulate swap: trading is halted/],
  ["halted source", { from_asset: "LTC.LTC", to_asset: "BTC.BTC" }, /trading is halted/],
  ["suspended pool", { to_asset: "ETH.XDEFI" }, /trading is halted/],
  [
    "tolerance of the price",
    { tolerance_bps: "10" },
    /^failed to simulate swap: emit asset \d+ less than price limit \d+/,
  ],
  ["tolerance of the liquidity", { liquidity_tolerance_bps: "10" }, /emit asset \d+ less than price limit \d+/],
  ["both tolerances", { tolerance_bps: "500", liquidity_tolerance_bps: "500" }, /only include one of/],
  ["destination of another chain", { destination: "sample-btc-recipient" }, /^bad destination address/],
  ["a vault as destination", { destination: "sample-eth-vault-do-not-send" }, /^bad destination address/],
  ["affiliate above the limit", { affiliate: "smpl", affiliate_bps: "1001" }, /^bad affiliate_bps/],
  [
    "a memo that Bitcoin cannot carry",
    { destination: `sample-eth-${"recipient-".repeat(7)}x` },
    /^generated memo too long for source chain/,
  ],
] as const;
for (const [name, change, text] of refusals) {
  test(`refused: ${name}`, async () => {
    const response = await send(quotePath({ ...BTC_TO_ETH, ...change }));
    const body = await response.json();
    expect(response.status).toBe(400);
    expect(body.message).toMatch(text);
    expect(body.message).toMatch(/: invalid request$/);
    expect(body.code).toBe(3);
  });
}

test("an accepted tolerance is a limit in the memo", async () => {
  const query = { ...BTC_TO_ETH, destination: `0x${"1".repeat(40)}`, tolerance_bps: "300" };
  const quote = await get(quotePath(query));
  const limit = BigInt(quote.memo.split(":")[3]);
  expect(limit).toBeGreaterThan(0n);
  expect(limit).toBeLessThan(BigInt(quote.expected_amount_out));
});

test("more input never gives less output, below the depth of the pools", async () => {
  const amounts = fc.tuple(fc.bigInt(10_000n, 10n ** 10n), fc.bigInt(0n, 10n ** 9n));
  const check = async ([amount, more]: [bigint, bigint]) => {
    const out = async (text: bigint) =>
      BigInt((await get(quotePath({ ...BTC_TO_ETH, amount: String(text) }))).expected_amount_out);
    expect(await out(amount + more)).toBeGreaterThanOrEqual((await out(amount)) - 1n);
  };
  await fc.assert(fc.asyncProperty(amounts, check), { numRuns: 50 });
});
