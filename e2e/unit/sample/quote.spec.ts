import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { Pools } from "../../../lib/protocol/upstream/network-schemas.ts";
import { parseShape } from "../../../lib/protocol/upstream/parse-shape.ts";
import { BLOCK_MS, BTC_TO_ETH, get, NOW, quotePath, send } from "./sample-client.ts";

/** Unix seconds of the block that NOW is in. */
const BLOCK_TIME = (NOW - (NOW % BLOCK_MS)) / 1000;
const SINGLE = { streaming_interval: "1", streaming_quantity: "1" };

test("a quote of one swap follows from the served pools", async () => {
  const pools = parseShape(Pools, "/pools", await get("/pools"));
  const find = (asset: string) => pools.find((one) => one.asset === asset);
  const [b, e] = [find("BTC.BTC"), find("ETH.ETH")];
  const quote = await get(
    quotePath({ ...BTC_TO_ETH, ...SINGLE, affiliate: "smpl", affiliate_bps: "100" }),
  );
  // In floating point on purpose: another way to the same figures, accurate to a few millionths.
  const [x, X, Y] = [1e8, Number(b?.balance_asset), Number(b?.balance_rune)];
  const rune = (x * X * Y) / (x + X) ** 2;
  const [R, A] = [Number(e?.balance_rune), Number(e?.balance_asset)];
  const emitted = (rune * R * A) / (rune + R) ** 2;
  expect(
    Number(quote.expected_amount_out) / (emitted * 0.99 - Number(quote.fees.outbound)),
  ).toBeCloseTo(1, 6);
  expect(Number(quote.fees.affiliate) / (emitted * 0.01)).toBeCloseTo(1, 6);
  const { liquidity, affiliate, outbound, total } = quote.fees;
  expect(BigInt(total)).toBe(BigInt(liquidity) + BigInt(affiliate) + BigInt(outbound));
});

test("without parameters a swap is rapid: the node's own number of parts, with a warning", async () => {
  const [rapid, single, spaced] = await Promise.all(
    [{}, SINGLE, { streaming_interval: "2", streaming_quantity: "0" }].map((query) =>
      get(quotePath({ ...BTC_TO_ETH, destination: "sample-eth-recipient", ...query })),
    ),
  );
  const parts = rapid.max_streaming_quantity;
  expect(parts).toBeGreaterThan(1);
  expect(rapid.streaming_swap_blocks).toBe(Math.ceil(parts / 5));
  expect(rapid.warning).toContain("Rapid streaming time is a best-case estimate.");
  expect(rapid.memo).toBe("=:e:sample-eth-recipient");
  expect([single.streaming_swap_blocks, single.memo]).toEqual([
    0,
    "=:e:sample-eth-recipient:0/1/1",
  ]);
  expect("streaming_swap_seconds" in single || single.warning.includes("Rapid")).toBe(false);
  expect([spaced.streaming_swap_blocks, spaced.memo]).toEqual([
    2 * (parts - 1),
    "=:e:sample-eth-recipient:0/2/0",
  ]);
  expect(spaced.expected_amount_out).toBe(rapid.expected_amount_out);
  expect(Number(rapid.expected_amount_out)).toBeGreaterThan(Number(single.expected_amount_out));
});

test("a quote with a destination and streaming has all fields", async () => {
  const query = {
    destination: "sample-eth-recipient",
    streaming_interval: "2",
    streaming_quantity: "4",
  };
  const quote = await get(quotePath({ ...BTC_TO_ETH, ...query }));
  expect(quote).toMatchObject({
    inbound_address: "sample-btc-vault-do-not-send",
    inbound_confirmation_blocks: 1,
    inbound_confirmation_seconds: 600,
    expiry: BLOCK_TIME + 900,
    dust_threshold: "1000",
    gas_rate_units: "satsperbyte",
    memo: "=:e:sample-eth-recipient:0/2/4",
    streaming_swap_blocks: 6,
    streaming_swap_seconds: 36,
  });
  expect(quote.max_streaming_quantity).toBeGreaterThanOrEqual(4);
  expect(quote.total_swap_seconds).toBe(600 + Math.max(36, quote.outbound_delay_seconds));
  const plain = await get(quotePath(BTC_TO_ETH));
  expect("memo" in plain).toBe(false);
  const native = await get(
    quotePath({ from_asset: "THOR.RUNE", to_asset: "ETH.USDC", amount: "100000000000" }),
  );
  expect("inbound_address" in native || "inbound_confirmation_seconds" in native).toBe(false);
  expect(native.fees.asset).toBe("ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48");
  const token = await get(
    quotePath({ from_asset: "ETH.USDC", to_asset: "r", amount: "100000000000" }),
  );
  expect(token).toMatchObject({
    router: "sample-eth-router-do-not-send",
    outbound_delay_blocks: 0,
  });
});

test("the recommended minimum is three times the larger outbound fee with the dust, and can be swapped", async () => {
  const { recommended_min_amount_in: least } = await get(quotePath(BTC_TO_ETH));
  const { outbound_fee: fee } = (await get("/outbound_fees")).find(
    ({ asset }: { asset: string }) => asset === "BTC.BTC",
  );
  expect([fee, least]).toEqual(["1103", String(3 * (1_103 + 1_000))]);
  const affiliate = await get(
    quotePath({ ...BTC_TO_ETH, affiliate: "smpl", affiliate_bps: "100" }),
  );
  expect(affiliate.recommended_min_amount_in).toBe(String(Math.floor(3 * 2_103 * 1.01)));
  const quote = await get(quotePath({ ...BTC_TO_ETH, amount: least }));
  expect(Number(quote.fees.total_bps)).toBeLessThan(3_000);
});

for (const to of ["THOR.RUNE", "ETH/ETH", "ETH~ETH", "ETH-ETH"]) {
  test(`a payout in ${to} costs nothing`, async () => {
    const from = to.includes("~") ? { from_asset: "THOR.RUNE", amount: "100000000000" } : {};
    const quote = await get(
      quotePath({ ...BTC_TO_ETH, ...from, to_asset: to, destination: "sample-thor-recipient" }),
    );
    expect(quote.fees.outbound).toBe("0");
    expect((await get("/network")).native_outbound_fee_rune).toBe("2000000");
  });
}

test("a limit order's quote says what to send and when it expires", async () => {
  const query = {
    ...BTC_TO_ETH,
    target_out: "2500000000",
    destination: "sample-eth-recipient",
    custom_ttl: "600",
  };
  const quote = await get(quotePath(query).replace("/swap?", "/limit?"));
  expect(quote).toMatchObject({
    expected_amount_out: "2500000000",
    inbound_address: "sample-btc-vault-do-not-send",
    memo: "=<:ETH.ETH:sample-eth-recipient:2500000000/600/0",
    order_expiry_timestamp: String(BLOCK_TIME + 3_600),
  });
});

const simulated = "failed to simulate swap: failed to simulate handler: ";
const refusals = [
  ["dust", { amount: "999" }, /^amount less than dust threshold/],
  [
    "below the fees",
    { amount: "1100" },
    /^amount less than min swap amount \(recommended_min_amount_in: \d+\)/,
  ],
  ["no amount", { amount: "1.5" }, /^bad amount/],
  [
    "unknown source",
    { from_asset: "BTC.NOSUCH" },
    /^failed to calculate min swap amount: .*pool does not exist/,
  ],
  ["no asset", { to_asset: "E$" }, /^bad to asset: invalid symbol/],
  [
    "halted target",
    { to_asset: "LTC.LTC" },
    new RegExp(`^${simulated}trading is halted, can't process swap`),
  ],
  ["halted source", { from_asset: "LTC.LTC", to_asset: "BTC.BTC" }, /trading is halted/],
  [
    "suspended pool",
    { to_asset: "ETH.XDEFI" },
    new RegExp(`^${simulated}pool\\(ETH.XDEFI-.*\\) is not available`),
  ],
  [
    "tolerance",
    { tolerance_bps: "10" },
    new RegExp(`^${simulated}emit asset \\d+ less than price limit \\d+`),
  ],
  [
    "both tolerances",
    { tolerance_bps: "500", liquidity_tolerance_bps: "500" },
    /only include one of/,
  ],
  [
    "destination that is no address",
    { destination: "nobody" },
    /^bad destination address: unable to parse address/,
  ],
  [
    "a name that nobody has",
    { affiliate: "t", affiliate_bps: "30" },
    /cannot parse 't' as an Address/,
  ],
  [
    "affiliate above the limit",
    { affiliate: "smpl", affiliate_bps: "1001" },
    /^bad affiliate params: total affiliate fee must not be more than 1000 bps/,
  ],
  [
    "from layer 1 into a trade asset",
    { to_asset: "ETH~ETH", destination: "sample-thor-recipient" },
    new RegExp(`^${simulated}swaps from L1 to trade asset incur slip`),
  ],
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

for (const [name, change] of [
  ["another chain", { destination: "sample-btc-recipient" }],
  [
    "the layer-1 chain of a secured asset",
    { to_asset: "ETH-ETH", destination: "sample-eth-recipient" },
  ],
] as const) {
  test(`a destination on ${name} is refused with HTTP 500`, async () => {
    const response = await send(quotePath({ ...BTC_TO_ETH, ...change }));
    expect(response.status).toBe(500);
    expect((await response.json()).message).toMatch(
      /swap destination address is not the same chain as the target asset/,
    );
  });
}

test("a tolerance of the output is a limit in the memo, below the expected output by so much", async () => {
  const query = {
    ...BTC_TO_ETH,
    destination: `0x${"1".repeat(40)}`,
    liquidity_tolerance_bps: "300",
  };
  const quote = await get(quotePath(query));
  expect(BigInt(quote.memo.split(":")[3])).toBe(
    (BigInt(quote.expected_amount_out) * 9_700n) / 10_000n,
  );
});

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
