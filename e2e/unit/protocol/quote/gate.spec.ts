// What must be true before a quote's memo and address are shown, asked of the whole reader: every field of the memo, the expiry, and who is paid.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../lib/protocol/model/envelope.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { createWorld } from "../../../support/world.ts";
import { ask, BASE58, BECH32, ethDeposit, HEX, memo, poolOf } from "./gate-world.ts";

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
    [
      `=:b:${BECH32.toUpperCase()}`,
      `=:b:${BECH32}`,
      { from: "ETH", to: "BTC", destination: BECH32 },
      ethDeposit(),
    ],
    [
      `=:BTC.BTC:${BASE58}`,
      `=:BTC.BTC:${BASE58}`,
      { from: "ETH", to: "BTC", destination: BASE58 },
      ethDeposit(),
    ],
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
    [
      `=:BTC.BTC:${BASE58.toLowerCase()}`,
      { from: "ETH", to: "BTC", destination: BASE58 },
      ethDeposit(),
    ],
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
      expect(adviceText(quote.advice)).toBe(quote.withheld?.text);
    });
  }
});

test("a memo's target must be one known asset, and no other", async () => {
  const list = [
    "ETH.USDC-0XAAA111",
    "ETH.USDC-0XBBB111",
    "ETH.DAI-0XCCC222",
    "BTC.BTC",
    "ETH.ETH",
  ].map((one) => poolOf(one));
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

test("without an expiry, or with one that no node gives, nothing is shown", async () => {
  const seconds = createWorld().nowMs / 1000;
  for (const expiry of [undefined, seconds + 3_700, 9_007_199_254_740_991]) {
    const quote = await ask(createWorld(), { memo, expiry });
    const nothing = { memo: null, inboundAddress: null, sendBeforeMs: null };
    expect(quote, String(expiry)).toMatchObject({ ...nothing, failure: null });
    expect(quote.reason).toMatchObject({
      code: "unreadable",
      text: expect.stringMatching(/^the quote/),
    });
    const native = await ask(
      createWorld(),
      { memo, expiry, inbound_address: undefined },
      { from: "RUNE" },
    );
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
    if (isVault)
      expect(quote.withheld).toMatchObject({
        code: "destination_is_vault",
        retryAfterSeconds: null,
      });
    if (isVault) expect(quote.warnings[0]?.code).toBe("contract_destination");
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
    if (isRefused)
      expect(quote.withheld).toMatchObject({
        code: "contract_destination",
        retryAfterSeconds: null,
      });
    if (isRefused) expect(quote.warnings.map(({ code }) => code)).toContain("contract_destination");
  }
});

test("where the nodes state a stand-in for the gas of either chain, nothing of its quote is told", async () => {
  for (const chain of ["BTC", "ETH"]) {
    const standIn = () => {
      const world = createWorld();
      world.rows[chain] = {
        gas_rate: "2000000000",
        outbound_fee: "2000000000",
        outbound_tx_size: "0",
      };
      return world;
    };
    const name = { BTC: "Bitcoin", ETH: "Ethereum" }[chain] as string;
    const untold = {
      expectedAmountOut: null,
      fees: [],
      recommendedMinAmount: null,
      memo: null,
      inboundAddress: null,
    };
    for (const more of [{}, { destination: undefined } as object])
      expect(await ask(standIn(), { memo }, more), chain).toMatchObject({
        ...untold,
        reason: {
          text: expect.stringContaining(`does not know what a transaction on ${name} costs`),
        },
        withheld: { code: "unreadable", retryAfterSeconds: expect.any(Number) },
      });
    const refused = standIn();
    const quote = await ask(refused, {}, { amount: "0.00000001" });
    expect(quote, "nor a least amount").toMatchObject(untold);
  }
});
