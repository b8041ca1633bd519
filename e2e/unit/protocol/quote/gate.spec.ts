// What must be true before a quote's memo and address are shown, asked of the whole reader: every field of the memo, the size, the expiry, the router.
import { expect, test } from "@playwright/test";
import type { QuoteReading, QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { createWorld, toBlock, type World } from "../network-world.ts";

const HEX = "0xabCd111111111111111111111111111111111111";
const BECH32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const BASE58 = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";

/** A quote of 0.01 BTC to ETH, of equal worth in all pools, whose node answers with these members over its own. */
function ask(world: World, reply: object, more: Partial<QuoteRequest> = {}): Promise<QuoteReading> {
  world.scripts.node0 = {
    pools: ["BTC.BTC", "ETH.ETH"].map((one) => poolOf(one)),
    ...world.scripts.node0,
    swap: (url: URL) => ({
      expected_amount_out: "1000000",
      fees: { asset: url.searchParams.get("to_asset"), outbound: "500" },
      expiry: Math.floor(world.nowMs / 1000) + 900,
      inbound_address: "btcvault1",
      inbound_confirmation_seconds: 1200,
      outbound_delay_blocks: 0,
      ...reply,
    }),
  };
  // A caller who sets no limit of another kind: the memos of these nodes have none.
  const asked = { from: "BTC", to: "ETH", amount: "0.01", destination: HEX };
  const limit = more.toleranceBps === undefined ? { liquidityToleranceBps: 0 } : {};
  return world.network.getQuote({ ...asked, ...limit, ...more });
}

const poolOf = (asset: string, more: object = {}) => ({
  asset,
  status: "Available",
  balance_asset: "1000000000000000",
  balance_rune: "1000000000000000",
  trading_halted: false,
  ...more,
});

const ethDeposit = () => ({ inbound_address: "ethvault1", router: "0xrouter" });

test.describe("the memo says what was asked, and no more", () => {
  const streaming = { interval: 3, quantity: 7 };
  const eth = (terms = "") => `=:ETH.ETH:${HEX}${terms}`;
  const good: [memo: string, told: string, more?: Partial<QuoteRequest>, reply?: object][] = [
    [`=:ETH.ETH:${HEX}`, eth()],
    [`s:eth.eth:${HEX}`, eth()],
    [`SWAP:ETH.ETH:${HEX}`, eth()],
    [`=:ETH.ETH:${HEX.toLowerCase()}`, eth()],
    [`=:ETH.ETH:${HEX}:`, eth()],
    [`=:ETH.ETH:${HEX}:0`, eth()],
    [`=:ETH.ETH:${HEX}:0/0/1`, eth()],
    [`=:ETH.ETH:${HEX}:0/3/7`, eth(":0/3/7"), { streaming }],
    [`=:ETH.ETH:${HEX}:0/3/4`, eth(":0/3/4"), { streaming }, { max_streaming_quantity: 4 }],
    [`=:ETH.ETH:${HEX}:0/3/0`, eth(":0/3/0"), { streaming: { interval: 3, quantity: 0 } }],
    [`=:ETH.ETH:${HEX}:0/1/1`, eth(":0/1/1"), { streaming: { interval: 0, quantity: 1 } }],
    [`=:ETH.ETH:${HEX}:990000`, eth(":990000"), { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}:99e4`, eth(":990000"), { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}:995000/3/7`, eth(":995000/3/7"), { toleranceBps: 100, streaming }],
    [`=:ETH.ETH:${HEX}:0`, eth(), { toleranceBps: 10_000 }],
    [`=:b:${BECH32.toUpperCase()}`, `=:b:${BECH32}`, { from: "ETH", to: "BTC", destination: BECH32 }, ethDeposit()],
    [`=:BTC.BTC:${BASE58}`, `=:BTC.BTC:${BASE58}`, { from: "ETH", to: "BTC", destination: BASE58 }, ethDeposit()],
  ];
  for (const [memo, told, more, reply] of good) {
    test(`told in our own words: ${memo} ${JSON.stringify(more ?? {})}`, async () => {
      const quote = await ask(createWorld(), { memo, ...reply }, more);
      expect(quote).toMatchObject({ memo: told, reason: null });
      expect(quote.inboundAddress).not.toBeNull();
    });
  }

  const bad: [memo: string | undefined, more?: Partial<QuoteRequest>, reply?: object][] = [
    [undefined],
    [`=<:ETH.ETH:${HEX}:99999999999999`],
    [`+:ETH.ETH:${HEX}`],
    [`=:BTC.BTC:${HEX}`],
    [`=:ETH.ETH:0x${"2".repeat(40)}`],
    [`=:ETH.ETH:${HEX}/bc1qthief:0`],
    [`=:ETH.ETH:${HEX}:0/1/0:thief:1000`],
    [`=:ETH.ETH:${HEX}::t:100`],
    [`=:ETH.ETH:${HEX}::`],
    [`=:ETH.ETH:${HEX}:0/1/0`],
    [`=:ETH.ETH:${HEX}:0/3/8`, { streaming }],
    [`=:ETH.ETH:${HEX}:0/4/7`, { streaming }],
    [`=:ETH.ETH:${HEX}`, { streaming }],
    [`=:ETH.ETH:${HEX}`, { streaming: { interval: 0, quantity: 1 } }],
    [`=:ETH.ETH:${HEX}:0/3/5`, { streaming }, { max_streaming_quantity: 4 }],
    [`=:ETH.ETH:${HEX}:1`],
    [`=:ETH.ETH:${HEX}:0`, { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}`, { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}:989999`, { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}:1000501`, { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}:x`, { toleranceBps: 100 }],
    [`=:ETH.ETH:${HEX}:1/2`],
    [`=:ETH.ETH:${HEX} `],
    [`=:BTC.BTC:${BASE58.toLowerCase()}`, { from: "ETH", to: "BTC", destination: BASE58 }, ethDeposit()],
  ];
  for (const [memo, more, reply] of bad) {
    test(`withheld: ${memo} ${JSON.stringify(more ?? {})}`, async () => {
      const quote = await ask(createWorld(), { memo, ...reply }, more);
      expect(quote).toMatchObject({
        memo: null,
        inboundAddress: null,
        reason: { code: "memo_mismatch", text: expect.stringMatching(/^the/) },
        withheld: { code: "memo_mismatch", retryAfterSeconds: null },
      });
      expect(quote.advice).toBe(quote.withheld?.text);
    });
  }
});

test("a memo's target must be one known asset, and no other", async () => {
  const list = ["ETH.USDC-0XAAA111", "ETH.USDC-0XBBB111", "ETH.DAI-0XCCC222", "BTC.BTC", "ETH.ETH"].map((one) =>
    poolOf(one),
  );
  const rows: [target: string, to: string, isShown: boolean][] = [
    ["ETH.USDC-0XAAA111", "ETH.USDC-0XAAA111", true],
    ["ETH.USDC-AAA111", "ETH.USDC-0XAAA111", true],
    ["ETH.USDC", "ETH.USDC-0XAAA111", false],
    ["ETH.USDC-111", "ETH.USDC-0XAAA111", false],
    ["ETH.USDC-0XBBB111", "ETH.USDC-0XAAA111", false],
    ["ETH.DAI", "ETH.DAI-0XCCC222", true],
    ["ETH.DAI-222", "ETH.DAI-0XCCC222", true],
    ["ETH.DAI-2", "ETH.DAI-0XCCC222", false],
    ["ETH~DAI", "ETH.DAI-0XCCC222", false],
  ];
  for (const [target, to, isShown] of rows) {
    const world = createWorld();
    world.scripts.node0 = { pools: list };
    const quote = await ask(world, { memo: `=:${target}:${HEX}` }, { to });
    expect(quote.memo !== null, `${target} for ${to}`).toBe(isShown);
  }
});

const memo = `=:ETH.ETH:${HEX}`;
/** The memo for a caller with a limit of 1 % below the output of these nodes. */
const limited = `${memo}:990000`;
const withLimit = { liquidityToleranceBps: 100 };

test("without an expiry, or with one that no node gives, nothing is shown", async () => {
  const seconds = createWorld().nowMs / 1000;
  for (const expiry of [undefined, seconds + 3_700, 9_007_199_254_740_991]) {
    const quote = await ask(createWorld(), { memo, expiry });
    expect(quote, String(expiry)).toMatchObject({
      memo: null,
      inboundAddress: null,
      sendBeforeMs: null,
      failure: null,
    });
    expect(quote.reason).toMatchObject({ code: "unreadable", text: expect.stringMatching(/^the quote/) });
    const native = await ask(createWorld(), { memo, expiry, inbound_address: undefined }, { from: "RUNE" });
    expect(native, String(expiry)).toMatchObject({ memo: null, inboundAddress: null });
  }
  expect(await ask(createWorld(), { memo, expiry: seconds + 3_600 })).toMatchObject({
    memo,
    inboundAddress: "btcvault1",
  });
});

test("a payout to a vault or a router of the network is refused, whichever chain it is of", async () => {
  for (const [destination, isVault] of [
    [HEX, false],
    [`0x${"ab".repeat(20)}`, true],
    [`0x${"AB".repeat(20)}`, true],
    [`0x${"cd".repeat(20)}`, true],
  ] as const) {
    const world = createWorld();
    world.rows = { ETH: { address: `0x${"ab".repeat(20)}`, router: `0x${"cd".repeat(20)}` } };
    const quote = await ask(world, { memo: `=:ETH.ETH:${destination}` }, { destination });
    expect(quote.memo === null, destination).toBe(isVault);
    if (isVault) expect(quote.withheld).toMatchObject({ code: "destination_is_vault", retryAfterSeconds: null });
    if (isVault) expect(quote.warnings[0]?.code).toBe("contract_destination");
  }
});

test("dust and an output of nothing are never to be sent", async () => {
  const taken = { asset: "ETH.ETH", outbound: "1001" };
  const rows: [more: Partial<QuoteRequest>, reply: object][] = [
    [{ amount: "0.00001" }, { expected_amount_out: "900" }],
    [{ amount: "0.00000001" }, { dust_threshold: "0", expected_amount_out: "0" }],
    [{ amount: "0.0002" }, { dust_threshold: "20000", expected_amount_out: "19000" }],
    [{ amount: "0.00001001" }, { expected_amount_out: "0", fees: taken }],
    [
      { from: "RUNE", amount: "0.00001001" },
      { expected_amount_out: "0", fees: taken, inbound_address: undefined },
    ],
  ];
  for (const [more, reply] of rows) {
    const quote = await ask(createWorld(), { memo, ...reply }, more);
    expect(quote, JSON.stringify([more, reply])).toMatchObject({
      memo: null,
      inboundAddress: null,
      reason: { code: "amount_too_small" },
      advice: expect.stringMatching(/^Do not send/),
    });
    const estimate = await ask(createWorld(), reply, { ...more, destination: undefined } as object);
    expect(estimate.advice, "an estimate of it says so too").toMatch(/^Do not send: /);
  }
});

test("below the recommended minimum nothing is given to send with", async () => {
  const small = await ask(createWorld(), { memo, recommended_min_amount_in: "1000001" });
  const reason = {
    code: "amount_too_small",
    text: "the amount is below the recommended minimum, so fees may take everything, even from a refund",
  };
  expect(small).toMatchObject({
    memo: null,
    inboundAddress: null,
    reason,
    sizeFault: reason,
    adviceLevel: "forbidden",
  });
  expect(small.advice).toBe(`Do not send: ${reason.text}.`);
  const enough = await ask(createWorld(), { memo: limited, recommended_min_amount_in: "1000000" }, withLimit);
  expect(enough).toMatchObject({ memo: limited, inboundAddress: "btcvault1", sizeFault: null, adviceLevel: "none" });
  expect(enough.advice).toMatch(/^Before 2027-01-15 \d\d:\d\d UTC: send the amount to this address\. Your wallet must/);
});

test("where fees take half of what comes out, nothing is given to send with, whoever adds them up", async () => {
  const fees = { asset: "ETH.ETH", affiliate: "0", liquidity: "10000" };
  const rows: [fees: object, totalBps: number | null, isShown: boolean][] = [
    [{ ...fees, outbound: "990000", total: "1000000", total_bps: 4_999 }, 4_999, true],
    [{ ...fees, outbound: "990000", total: "1000000", total_bps: 5_000 }, 5_000, false],
    // Nodes of MAYAChain have not stated total_bps.
    [{ ...fees, outbound: "990000", total: "1000000" }, 5_000, false],
    [{ ...fees, outbound: "990000" }, 5_000, false],
    [{ ...fees, outbound: "980000" }, 4_974, true],
    [{ asset: "ETH.ETH", outbound: "980000" }, null, true],
  ];
  for (const [stated, totalBps, isShown] of rows) {
    const quote = await ask(createWorld(), { memo, fees: stated });
    expect(quote.totalBps, JSON.stringify(stated)).toBe(totalBps);
    expect([quote.memo, quote.inboundAddress], JSON.stringify(stated)).toEqual(
      isShown ? [memo, "btcvault1"] : [null, null],
    );
    expect(quote.reason).toEqual(
      isShown ? null : { code: "cost_too_high", text: "the fees alone take at least 50 % of the output" },
    );
    const estimate = await ask(createWorld(), { fees: stated }, { destination: undefined } as object);
    expect(estimate.advice.startsWith("Do not send: the fees alone")).toBe(!isShown);
    expect(estimate.withheld).toMatchObject({ code: isShown ? "no_destination" : "costly" });
  }
});

test("a total cost of half the amount sent gives nothing to send with, by the depths of the pools", async () => {
  // Both pools hold as much, so that 0.01 BTC is worth 0.01 ETH.
  const rows: [out: string, adviceLevel: string, text: string | null][] = [
    ["900001", "none", null],
    ["900000", "warned", "The total cost is 10 % of the amount sent."],
    ["500001", "warned", "The total cost is 50 % of the amount sent."],
    ["500000", "forbidden", "the total cost is 50 % of the amount sent"],
  ];
  for (const [out, adviceLevel, text] of rows) {
    const quote = await ask(createWorld(), { memo, expected_amount_out: out });
    const isShown = adviceLevel !== "forbidden";
    expect([quote.memo !== null, quote.inboundAddress !== null], out).toEqual([isShown, isShown]);
    if (!isShown) expect(quote.withheld).toMatchObject({ code: "costly", retryAfterSeconds: null });
    if (!isShown) expect(quote.reason).toEqual({ code: "cost_too_high", text });
    const told = quote.warnings.filter(({ code }) => code === "costly").map((warning) => warning.text);
    expect(told.length, out).toBe(text === null ? 0 : 1);
    if (text !== null) expect(told[0]).toContain(text);
  }
});

test("a payout to the contract of a token, or to an address of nobody, is refused", async () => {
  const token = "0xCdCDCdCdcdcdcdCdcDcDCdcDcDCdCdcdCdcDCDcD";
  const pools = ["BTC.BTC", "ETH.ETH", `ETH.DAI-${token.toUpperCase()}`].map((one) => poolOf(one));
  const rows: [destination: string, isRefused: boolean][] = [
    [token, true],
    [token.toLowerCase(), true],
    [`0x${"0".repeat(40)}`, true],
    [`0x${"0".repeat(39)}9`, true],
    ["0x000000000000000000000000000000000000dEaD", true],
    [`0x${"0".repeat(35)}10000`, false],
    [`0x1${"0".repeat(39)}`, false],
    [`0x${"cd".repeat(19)}ce`, false],
  ];
  for (const [destination, isRefused] of rows) {
    const world = createWorld();
    world.scripts.node0 = { pools };
    const quote = await ask(world, { memo: `=:ETH.ETH:${destination}` }, { destination });
    expect(quote.memo === null, destination).toBe(isRefused);
    if (isRefused) expect(quote.withheld).toMatchObject({ code: "contract_destination", retryAfterSeconds: null });
    if (isRefused) expect(quote.warnings.map(({ code }) => code)).toContain("contract_destination");
  }
});

test("fees whose total is not known forbid by what is known of them", async () => {
  const fees = { asset: "ETH.ETH", affiliate: "0", liquidity: "0", slippage_bps: 20 };
  const rows: object[] = [
    { ...fees, outbound: "99000000", total_bps: 9_900 },
    { ...fees, outbound: "99000000" },
    { asset: "ETH.ETH", outbound: "99000000" },
    { ...fees, outbound: "1", total_bps: 9_900 },
  ];
  for (const stated of rows) {
    const quote = await ask(createWorld(), { memo, fees: stated });
    expect(quote, JSON.stringify(stated)).toMatchObject({ totalBps: null, memo: null, adviceLevel: "forbidden" });
    expect(quote.reason).toEqual({
      code: "cost_too_high",
      text: expect.stringMatching(/^the fees alone take at least 9[89] % of the output$/),
    });
  }
});

test("a liquidity fee of 0 beside a slip was left out: neither it nor the total is known", async () => {
  const fees = { asset: "ETH.ETH", affiliate: "0", liquidity: "0", outbound: "3600", total: "3600" };
  const left = await ask(createWorld(), { memo, fees: { ...fees, slippage_bps: 189 } });
  expect(left.fees.map((fee) => [fee.kind, fee.amount?.base ?? null, fee.bps])).toEqual([
    ["liquidity", null, null],
    ["outbound", 3_600n, null],
    ["affiliate", 0n, null],
  ]);
  expect([left.totalBps, left.slipBps]).toEqual([null, 189]);
  const none = await ask(createWorld(), { memo, fees: { ...fees, slippage_bps: 0 } });
  expect([none.fees[0]?.amount?.base, none.totalBps]).toEqual([0n, 35]);
});

test("no fee is a larger part than all of them: each is cut to whole bps, as the node cuts its total", async () => {
  // Of a recorded quote: 27.2 bps, of which 21.6 are for liquidity.
  const fees = {
    asset: "ETH.ETH",
    affiliate: "0",
    outbound: "240000",
    liquidity: "3745180",
    total: "4716768",
    total_bps: 27,
  };
  const more = { amount: "17.5" };
  const quote = await ask(createWorld(), { memo, expected_amount_out: "1727571000", fees }, more);
  expect([quote.totalBps, ...quote.fees.map(({ bps }) => bps)]).toEqual([27, 21, 1, 0]);
});

test("a signing halt on either chain stands before what to do", async () => {
  const advise = async (key: string) => {
    const world = createWorld();
    world.mimir[key] = 1;
    const { advice, seconds } = await ask(world, { memo: limited }, withLimit);
    return [advice, seconds.total];
  };
  const waits = (chain: string, what: string) =>
    expect.stringMatching(`^Payouts on ${chain} are halted. A ${what} would wait.*Only if you accept`);
  // A payout that nobody signs has no time.
  expect(await advise("HALTSIGNINGETH")).toEqual([waits("Ethereum", "payout"), null]);
  expect(await advise("HALTSIGNINGBTC")).toEqual([waits("Bitcoin", "refund"), 1_206]);
  expect(await advise("HALTSIGNINGLTC")).toEqual([expect.stringMatching(/^Before .*: send the amount/), 1_206]);
});

/** A source with short blocks, whose deposits take 120 s of confirmations. */
const fromEth = {
  request: { from: "ETH", to: "BTC", destination: BECH32, ...withLimit },
  reply: { ...ethDeposit(), memo: `=:BTC.BTC:${BECH32}:990000`, inbound_confirmation_seconds: 120 },
};

test("a halt of trading that comes before the deposit is swapped is told with its time", async () => {
  const rows: [key: string, seconds: number, isTold: boolean, reply?: object][] = [
    // A deposit needs 120 s of confirmations, counted twice, and a block.
    ["HALTBTCTRADING", 252, true],
    ["HALTETHCHAIN", 600, true],
    ["HALTTRADING", 1_134, true],
    ["HALTTRADING", 1_146, false],
    // 900 s until the deadline, 120 s of confirmations, counted twice, then the parts.
    ["HALTETHTRADING", 1_734, true, { streaming_swap_seconds: 600 }],
    ["HALTETHTRADING", 1_746, false, { streaming_swap_seconds: 600 }],
    ["HALTLTCTRADING", 12, false],
    ["HALTSIGNINGETH", 12, false],
    ["HALTSIGNINGBTC", 12, true],
    ["HALTSIGNING", 12, true],
    ["PAUSELPBTC", 12, false],
    ["HALTBTCTRADING", 6e15, false],
  ];
  for (const [key, seconds, isTold, reply] of rows) {
    const world = createWorld();
    const height = toBlock(world).height + seconds / 6;
    world.mimir[key] = height;
    const { advice } = await ask(world, { ...fromEth.reply, ...reply }, fromEth.request);
    expect(
      /^(Trading|Payouts|Ethereum) .*\bhalts? in \d+ \w+ \(\d\d:\d\d UTC\)\./.test(advice),
      `${key} ${advice}`,
    ).toBe(isTold);
    expect(advice).not.toContain("HALT");
    expect(advice.startsWith("Before"), advice).toBe(!isTold);
  }
});

test("the deadline is 15 minutes, the quote's expiry or what a scheduled halt leaves, whichever is first", async () => {
  type Reply = { expiry?: number; inbound_confirmation_seconds?: number };
  type Row = readonly [
    what: string,
    halt: { key: string; seconds: number } | null,
    reply: Reply,
    leftSeconds: number | null,
  ];
  const rows: readonly Row[] = [
    ["no halt", null, {}, 900],
    ["a quote that ends sooner", null, { expiry: 300 }, 300],
    ["a halt far ahead", { key: "HALTBTCTRADING", seconds: 6_000 }, {}, 900],
    // 120 s of confirmations, counted twice, and a block of 6 s.
    ["a halt of the source", { key: "HALTBTCTRADING", seconds: 600 }, {}, 354],
    ["a halt of the target", { key: "HALTETHCHAIN", seconds: 600 }, {}, 354],
    ["a halt, and a quote that ends sooner", { key: "HALTTRADING", seconds: 600 }, { expiry: 60 }, 60],
    ["the last block in time", { key: "HALTTRADING", seconds: 252 }, {}, 6],
    ["too late", { key: "HALTTRADING", seconds: 246 }, {}, null],
    ["long confirmations", { key: "HALTTRADING", seconds: 600 }, { inbound_confirmation_seconds: 300 }, null],
  ];
  for (const [what, halt, reply, leftSeconds] of rows) {
    const world = createWorld();
    if (halt) world.mimir[halt.key] = toBlock(world).height + halt.seconds / 6;
    const expiry = reply.expiry && { expiry: world.nowMs / 1000 + reply.expiry };
    const stated = { ...fromEth.reply, ...reply, ...expiry };
    const quote = await ask(world, stated, fromEth.request);
    const estimate = await ask(world, stated, { ...fromEth.request, destination: undefined } as object);
    const sendBeforeMs = leftSeconds === null ? null : world.nowMs + leftSeconds * 1000;
    expect([quote.sendBeforeMs, estimate.sendBeforeMs], what).toEqual([sendBeforeMs, sendBeforeMs]);
    expect(quote.memo === null, what).toBe(leftSeconds === null);
    if (leftSeconds === null) expect(quote.withheld, what).toMatchObject({ code: "halt_scheduled" });
  }
});

test("an inbound address is withheld where a halt comes before one confirmation, counted twice, and a block", async () => {
  for (const [chain, seconds, leftSeconds] of [
    ["BTC", 3_000, 900],
    ["BTC", 1_800, 594],
    ["BTC", 1_206, null],
    ["ETH", 600, 570],
    ["ETH", 30, null],
  ] as const) {
    const world = createWorld();
    world.mimir[`HALT${chain}TRADING`] = toBlock(world).height + seconds / 6;
    const [row] = (await world.network.getInbounds({ chain })).chains;
    const sendBeforeMs = leftSeconds === null ? null : world.nowMs + leftSeconds * 1000;
    expect([row?.sendBeforeMs, row?.address === null], `${chain} ${seconds}`).toEqual([
      sendBeforeMs,
      leftSeconds === null,
    ]);
    if (leftSeconds === null) expect(row?.reason?.code).toBe("halt_due");
  }
});

test("where a scheduled halt should have come by now, memo and address are withheld, whichever side it is on", async () => {
  for (const key of ["HALTBTCTRADING", "HALTETHCHAIN", "HALTTRADING"]) {
    const world = createWorld();
    world.nowMs += 60_000;
    const next = toBlock(world).height + 2;
    world.mimir[key] = next;
    // The next block is late: the halt should have been there long ago.
    world.frozenAtMs = world.nowMs;
    world.nowMs += 25_000;
    const reason = {
      code: "halt_due",
      text: "a halt is scheduled before a deposit sent now would be confirmed",
    };
    expect(await ask(world, { memo }), key).toMatchObject({ memo: null, inboundAddress: null, reason });
    const late = await world.network.getInbounds({ chain: "BTC" });
    if (key !== "HALTETHCHAIN") expect(late.chains[0]).toMatchObject({ address: null, sendBeforeMs: null, reason });
  }
});

test("a token of a chain with a router is a call of the router, and without one there is no address", async () => {
  const token = "ETH.DAI-0XCCC222";
  const pools = [token, "BTC.BTC", "ETH.ETH"].map((one) => poolOf(one));
  const reply = { memo: `=:BTC.BTC:${BECH32}:990000`, inbound_address: "ethvault1", router: "0xrouter" };
  const request = { from: token, to: "BTC", destination: BECH32, ...withLimit };
  const world = createWorld();
  world.scripts.node0 = { pools };
  const quote = await ask(world, reply, request);
  expect(quote).toMatchObject({ memo: reply.memo, inboundAddress: "ethvault1" });
  expect(quote.advice).toMatch(
    /approve the chain's router.*depositWithExpiry\(vault, asset, amount, memo, expiration in.*Never transfer the token/,
  );
  expect(quote.advice).not.toMatch(/send the amount/);

  const gas = createWorld();
  gas.scripts.node0 = { pools };
  expect((await ask(gas, reply, { ...request, from: "ETH" })).advice).toMatch(/: send the amount/);

  for (const router of [undefined, ""]) {
    const bare = createWorld();
    bare.scripts.node0 = { pools };
    bare.rows.ETH = { router };
    expect(await ask(bare, { ...reply, router }, request)).toMatchObject({
      memo: null,
      inboundAddress: null,
      reason: { text: expect.stringMatching(/router/) },
    });
  }
});

test("how to send fits the chain, and is never from an exchange", async () => {
  const world = createWorld();
  world.scripts.node0 = { pools: ["BTC.BTC", "ETH.ETH", "XRP.XRP"].map((one) => poolOf(one)) };
  const rows: [more: Partial<QuoteRequest>, reply: object, how: RegExp][] = [
    [
      {},
      { memo: limited },
      /itself\. The memo goes into OP_RETURN\. This address is the first output, and the change goes back/,
    ],
    [
      { from: "ETH", to: "BTC", destination: BECH32 },
      { memo: `=:BTC.BTC:${BECH32}:990000`, inbound_address: "ethvault1", router: "0xrouter" },
      /itself\. The memo is the data of the transaction\. A destination tag/,
    ],
    [
      { from: "XRP" },
      { memo: limited, inbound_address: "xrpvault1" },
      /itself\. A destination tag or a note is no memo/,
    ],
    [{ from: "RUNE" }, { memo: limited, inbound_address: undefined }, /: send a MsgDeposit with exactly this memo/],
  ];
  for (const [more, reply, how] of rows) {
    const { advice } = await ask(world, reply, { ...withLimit, ...more });
    expect(advice).toMatch(how);
    expect(advice).toMatch(/a wallet of your own, never an exchange: a refund goes to the sending address\.$/);
  }
});

test("a synth or secured asset is sold on the native chain, which takes no deposit while it is halted", async () => {
  for (const [from, to] of [
    ["ETH/ETH", "BTC"],
    ["ETH-ETH", "BTC"],
  ] as const) {
    const world = createWorld();
    const destination = to === "BTC" ? BECH32 : `thor1${"q".repeat(38)}`;
    const open = await ask(world, {}, { from, to, destination });
    expect(open.trading.verdict, `${from} ${to}`).toBe("open");
    world.mimir.HALTTHORCHAIN = 1;
    world.nowMs += 6_000;
    const halted = await ask(world, {}, { from, to, destination });
    expect(halted.trading, `${from} ${to}`).toMatchObject({ verdict: "halted", haltedBy: ["HALTTHORCHAIN"] });
    expect(halted).toMatchObject({ memo: null, inboundAddress: null });
  }
});
