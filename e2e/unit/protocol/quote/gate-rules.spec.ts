// The gate before a quote's memo and address, asked directly: with one or two sources, and each rule at its limit.
import { expect, test } from "@playwright/test";
import { agreeOnWorst } from "../../../../lib/protocol/model/agreed.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import type { ChainJudgement, Judgement, Reason } from "../../../../lib/protocol/model/verdicts.ts";
import type { QuoteFigures } from "../../../../lib/protocol/quote/figures.ts";
import {
  findSizeFault,
  findTradingFault,
  gateDeposit,
  pairScope,
  type QuoteSubject,
  readExpiry,
} from "../../../../lib/protocol/quote/gate.ts";
import { memoReasons, quoteReasons, sizeReasons } from "../../../../lib/protocol/quote/reasons.ts";
import { swapStreaming } from "../../../../lib/protocol/quote/streaming.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import { chainReasons, haltReasons, nodeReasons } from "../../../../lib/protocol/safety/reasons.ts";
import type { QuoteSwap } from "../../../../lib/protocol/upstream/schemas.ts";
import { listKnownAssets } from "../../../../lib/protocol/values/assets.ts";
import { presets } from "../../../../lib/protocol/values/chains.ts";
import { agreed } from "../../../support/agreed.ts";
import { type Facts, row, toEvidence } from "../safety/halt-evidence.ts";

const HEX = "0xabcd111111111111111111111111111111111111";
const BECH32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
const rows = [row("BTC"), row("ETH", { router: "0xrouter" })];
const known = listKnownAssets(presets.thorchain, [
  { asset: "BTC.BTC" },
  { asset: "ETH.ETH" },
  { asset: USDC },
]);
const { nowMs } = toEvidence({ rows });
const minute = 60_000;
const expiry = Math.floor(nowMs / 1000) + 600;

const quote = (more: Partial<QuoteSwap> = {}): QuoteSwap => ({
  memo: `=:ETH.ETH:${HEX}`,
  inbound_address: "btc-vault",
  expected_amount_out: 1_000n,
  fees: { asset: "ETH.ETH", outbound: 10n },
  expiry,
  ...more,
});
const figures = (more: object = {}): QuoteFigures =>
  ({
    expectedAmountOut: agreed(1_000n),
    quotedOut: agreed(1_000n),
    maxStreamingQuantity: null,
    dustThreshold: null,
    statedBy: {},
    totalCostBps: null,
    minTotalBps: 0,
    maxConfirmationSeconds: 0,
    maxPayoutSeconds: 0,
    ...more,
  }) as unknown as QuoteFigures;

interface Asked {
  readonly request?: Partial<QuoteRequest>;
  readonly facts?: Partial<Facts>;
  readonly figures?: object;
  readonly subject?: Partial<QuoteSubject>;
}

function gate(quotes: readonly QuoteSwap[], { request, facts, subject, ...more }: Asked = {}) {
  const evidence = toEvidence({ rows, ...facts });
  const [from, to] = ["BTC.BTC", "ETH.ETH"];
  const stated = figures(more.figures);
  const { maxStreamingQuantity: maxParts } = stated;
  return gateDeposit({
    ...{ from, to, amount: 5_000n, quotes, quorum: 1, knownAssets: known, evidence, nowMs },
    request: { from, to, amount: "1", destination: HEX, liquidityToleranceBps: 0, ...request },
    figures: { ...stated, streaming: swapStreaming(request?.streaming, quotes, maxParts) },
    outboundFee: agreeOnWorst(
      quotes.map(({ fees }) => fees.outbound),
      1,
    ),
    trading: { verdict: "open", haltedBy: [], reason: null },
    verdicts: judge(evidence),
    ...subject,
  });
}
const two = { subject: { quorum: 2 } } as const;
const fromEth = { from: "ETH.ETH", to: "BTC.BTC" };
const toBtc = { memo: `=:BTC.BTC:${BECH32}`, inbound_address: "eth-vault", router: "0xrouter" };
const ofToken = { from: USDC, to: "BTC.BTC" };

test("memo and address of one quote, and of two that say the same", () => {
  const told = {
    memo: `=:ETH.ETH:${HEX}`,
    inboundAddress: "btc-vault",
    router: null,
    minReceived: null,
    sendBeforeMs: expiry * 1_000,
    reason: null,
    viaRouter: false,
  };
  expect(gate([quote()])).toMatchObject(told);
  expect(gate([quote(), quote()], two)).toMatchObject(told);
  expect(gate([quote({ router: "" })])).toMatchObject(told);
  const { sourcesAgreeing } = gate([quote()]);
  expect(sourcesAgreeing).toBe(1);
});

const unknownSigning: Judgement = {
  verdict: "unknown",
  haltedBy: [],
  reason: nodeReasons.oneSource,
};
function withSigning(chain: string, signing: Judgement): QuoteSubject["verdicts"] {
  const verdicts = judge(toEvidence({ rows }));
  const judged = verdicts.chains.get(chain) as ChainJudgement;
  return { ...verdicts, chains: new Map([...verdicts.chains, [chain, { ...judged, signing }]]) };
}
function withoutChain(chain: string): QuoteSubject["verdicts"] {
  const verdicts = judge(toEvidence({ rows }));
  return { ...verdicts, chains: new Map([...verdicts.chains].filter(([code]) => code !== chain)) };
}

test("payouts that are known to wait withhold nothing, and say so elsewhere", () => {
  const signing: Judgement = { verdict: "halted", haltedBy: ["HALTSIGNINGETH"], reason: null };
  expect(
    gate([quote()], { subject: { verdicts: withSigning("ETH", signing) } }).memo,
  ).not.toBeNull();
});

test("what every node says of such a deposit alike is told, cleaned and at most 800 characters long", () => {
  const notes = (said: readonly (string | undefined)[]) =>
    gate(
      said.map((one) => quote({ notes: one })),
      said.length === 2 ? two : {},
    ).networkNotes;
  expect(notes(["Send it.\u0007 "])).toBe("Send it.");
  expect(notes(["Send it.", " Send it."])).toBe("Send it.");
  expect(notes(["Send it.", "Send all."])).toBeNull();
  expect(notes(["Send it.", undefined])).toBeNull();
  expect(notes([undefined, undefined])).toBeNull();
  expect(notes(["a".repeat(801)])?.length).toBeLessThanOrEqual(800);
  expect(notes(["a".repeat(800)])).toHaveLength(800);
});

const limited = { ...two, request: { liquidityToleranceBps: 100 } };
const withSpace = { facts: { rows: [row("BTC", { address: "a b" }), row("ETH")] } };
const unaddressed = quote({ inbound_address: undefined });
const ofHaltedNative = { facts: { mimir: { HALTTHORCHAIN: 1 } }, subject: { from: "THOR.RUNE" } };
const named = { ...two, facts: { second: { rows: [row("BTC"), row("ETH", { address: HEX })] } } };
const CONTRACT = USDC.slice(9).toLowerCase();
const unsigned = (name: string, reason: Reason = nodeReasons.oneSource) =>
  quoteReasons.signingUnknown(name, reason);
const judgedBy = (verdicts: QuoteSubject["verdicts"]) => ({ subject: { verdicts } });
const unrouted = {
  request: { destination: BECH32 },
  facts: { rows: [row("BTC"), row("ETH")] },
  subject: ofToken,
};
const withheld: readonly [name: string, quotes: QuoteSwap[], reason: object, asked?: Asked][] = [
  ["an address that is none", [unaddressed], quoteReasons.otherAddress],
  [
    "another address",
    [quote(), quote({ inbound_address: "other" })],
    quoteReasons.otherAddress,
    two,
  ],
  ["another router of one", [quote({ router: "0xr" }), quote()], quoteReasons.otherAddress, two],
  ["a memo of one", [quote(), quote({ memo: "" })], memoReasons.missing, two],
  ["no expiry of one", [quote(), quote({ expiry: undefined })], quoteReasons.noExpiry, two],
  ["no expiry", [quote({ expiry: undefined })], quoteReasons.noExpiry],
  [
    "a long expiry of one",
    [quote({ expiry: expiry + 3_001 }), quote()],
    quoteReasons.longExpiry,
    two,
  ],
  ["a limit for one source of two", [quote()], quoteReasons.limitsApart, two],
  [
    "limits, and no second memo has one",
    [quote({ memo: `=:ETH.ETH:${HEX}:990` })],
    quoteReasons.limitsApart,
    limited,
  ],
  [
    "an address that is not one",
    [quote({ inbound_address: "a b" })],
    chainReasons.badAddress,
    withSpace,
  ],
  [
    "a chain that nobody checked",
    [quote()],
    chainReasons.depositNotKnown("ZZZ"),
    { subject: { from: "ZZZ.ZZZ" } },
  ],
  ["a halted native chain", [unaddressed], quoteReasons.depositsNotOpen, ofHaltedNative],
  [
    "a recipient that is a vault",
    [quote()],
    quoteReasons.toVault,
    { request: { destination: "eth-vault" } },
  ],
  [
    "a recipient that is a router",
    [quote()],
    quoteReasons.toVault,
    { request: { destination: "0xrouter" } },
  ],
  [
    "a recipient that one node alone names as a vault",
    [quote(), quote()],
    quoteReasons.toVault,
    named,
  ],
  [
    "a recipient that is a contract",
    [quote()],
    quoteReasons.toContract,
    { request: { destination: CONTRACT } },
  ],
  [
    "payouts that may not be signed",
    [quote()],
    unsigned("Ethereum"),
    judgedBy(withSigning("ETH", unknownSigning)),
  ],
  [
    "refunds that may not be signed",
    [quote()],
    unsigned("Bitcoin"),
    judgedBy(withSigning("BTC", unknownSigning)),
  ],
  [
    "payouts on no judged chain",
    [quote()],
    unsigned("Ethereum", chainReasons.notListed),
    judgedBy(withoutChain("ETH")),
  ],
  ["a memo that is left out", [quote({ memo: undefined })], memoReasons.missing],
  [
    "a recipient that is nobody",
    [quote()],
    quoteReasons.toNobody,
    { request: { destination: `0x${"0".repeat(40)}` } },
  ],
  [
    "a token without a router",
    [quote({ ...toBtc, router: undefined })],
    quoteReasons.noRouter,
    unrouted,
  ],
];
for (const [name, quotes, reason, asked] of withheld) {
  test(`withheld: ${name}`, () => {
    expect(gate(quotes, asked)).toMatchObject({
      memo: null,
      inboundAddress: null,
      sendBeforeMs: null,
      reason,
    });
  });
}

test("a token of a chain with a router is a call of the router; its gas asset and other chains are not", () => {
  const request = { destination: BECH32 };
  const viaRouter = (
    subject: Partial<QuoteSubject>,
    reply: QuoteSwap,
    facts: Partial<Facts> = {},
  ) => {
    const told = gate([reply], {
      request: subject.to === "BTC.BTC" ? request : {},
      subject,
      facts,
    });
    expect(told.inboundAddress).not.toBeNull();
    return told.viaRouter;
  };
  expect(viaRouter(ofToken, quote(toBtc))).toBe(true);
  // Known by the chain's router, or by the form of its contract.
  const odd = { from: "ETH.ODD-TR7NHQ", to: "BTC.BTC" };
  expect(viaRouter(odd, quote(toBtc))).toBe(true);
  const bare = { rows: [row("BTC"), row("ETH")] };
  expect(viaRouter(odd, quote({ ...toBtc, router: undefined }), bare)).toBe(false);
  expect(viaRouter(fromEth, quote(toBtc))).toBe(false);
  expect(viaRouter({}, quote())).toBe(false);
});

test("a memo that Bitcoin cannot carry is withheld, and one that it just can is not", () => {
  const affiliateOf = (length: number) => ({ affiliate: "a".repeat(length), affiliateBps: 5 });
  const withAffiliate = (length: number, asked: Asked = {}, reply: Partial<QuoteSwap> = {}) => {
    const request = { ...affiliateOf(length), ...asked.request };
    const target =
      request.destination === undefined ? `ETH.ETH:${HEX}` : `BTC.BTC:${request.destination}`;
    return gate([quote({ ...reply, memo: `=:${target}::${"a".repeat(length)}:5` })], {
      ...asked,
      request,
    });
  };
  const spare = 80 - `=:ETH.ETH:${HEX}:::5`.length;
  expect(withAffiliate(spare).memo).toHaveLength(80);
  expect(withAffiliate(spare + 1).reason).toEqual(memoReasons.tooLong(80, ["the affiliate"]));
  const refundAddress = BECH32;
  const returned = quote({ memo: `=:ETH.ETH:${HEX}/${BECH32}` });
  expect(gate([returned], { request: { refundAddress } }).reason).toEqual(
    memoReasons.tooLong(80, ["the refund address"]),
  );
  // A chain of another family carries more.
  const long = withAffiliate(60, { request: { destination: BECH32 }, subject: fromEth }, toBtc);
  expect(long.memo?.length).toBeGreaterThan(80);
});

test("an address that stands for zeros belongs to nobody on any chain", () => {
  for (const zeros of [
    "1".repeat(32),
    `${"1".repeat(21)}4oLvT2`,
    `${"r".repeat(21)}hoLvTp`,
    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  ]) {
    const reason = (destination: string) =>
      gate([quote({ memo: `=:ETH.ETH:${destination}` })], { request: { destination } }).reason;
    expect(reason(zeros)).toEqual(quoteReasons.toNobody);
    expect(reason(`${zeros}a`)).not.toEqual(quoteReasons.toNobody);
  }
});

test("an address in which that of nobody stands is another", () => {
  for (const destination of [`a0x${"0".repeat(40)}`, `0x${"0".repeat(40)}a`])
    expect(
      gate([quote({ memo: `=:ETH.ETH:${destination}` })], { request: { destination } }).memo,
    ).not.toBeNull();
});

test("what is received at least is the lesser limit, less what is taken after the limit was held against the output", () => {
  const request = { liquidityToleranceBps: 100 };
  const limited = (limit: number, outbound?: bigint) =>
    quote({
      memo: `=:ETH.ETH:${HEX}:${limit}`,
      fees: { asset: "ETH.ETH", ...(outbound !== undefined && { outbound }) },
    });
  expect(gate([limited(990, 10n)], { request }).minReceived).toBe(990n);
  expect(gate([limited(995, 10n), limited(990, 10n)], { request, ...two })).toMatchObject({
    minReceived: 990n,
    memo: `=:ETH.ETH:${HEX}:990`,
  });
  // The affiliate's share, and the fee that parts share, are taken after the limit was held against the output.
  const streaming = { interval: 1, quantity: 3 };
  const figures = { maxStreamingQuantity: 9 };
  const fees = { asset: "ETH.ETH", outbound: 10n };
  const inParts = quote({ memo: `=:ETH.ETH:${HEX}:990/1/3`, max_streaming_quantity: 9, fees });
  expect(gate([inParts], { request: { ...request, streaming }, figures }).minReceived).toBe(980n);
  const shared = quote({
    memo: `=:ETH.ETH:${HEX}:990:ss:1000`,
    fees: { asset: "ETH.ETH", outbound: 10n },
  });
  expect(
    gate([shared], { request: { ...request, affiliate: "ss", affiliateBps: 1_000 } }).minReceived,
  ).toBe(890n);
  // An asset on the native chain pays its fee after the limit was held against the output.
  const THOR = "thor13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px";
  const native = quote({
    memo: `=:BTC/BTC:${THOR}:990`,
    fees: { asset: "BTC/BTC", outbound: 10n },
  });
  const toNative = { request: { ...request, destination: THOR }, subject: { to: "BTC/BTC" } };
  expect(gate([native], toNative).minReceived).toBe(980n);
  // A fee that is not stated is not zero.
  expect(gate([limited(990)], { request }).minReceived, "of one part it does not matter").toBe(
    990n,
  );
  const feesOf = (...fees: (bigint | undefined)[]) => {
    const quotes = fees.map((fee) =>
      quote({ ...inParts, fees: { asset: "ETH.ETH", ...(fee && { outbound: fee }) } }),
    );
    return gate(quotes, {
      request: { ...request, streaming },
      figures,
      ...(fees.length === 2 && two),
    }).minReceived;
  };
  expect(feesOf(undefined)).toBeNull();
  expect(feesOf(undefined, 10n)).toBeNull();
  expect(feesOf(100n, 109n)).toBe(881n);
  expect(feesOf(109n, 100n)).toBe(881n);
  expect(feesOf(30n, 10n)).toBeNull();
  expect(feesOf(990n)).toBeNull();
  expect(feesOf(2_000n)).toBeNull();
  expect(gate([limited(1_001)], { request }).reason).toEqual(memoReasons.otherLimit);
});

test("on MAYAChain the limit of one part is what is paid at least; parts have fee and share taken off, a trade asset the share", () => {
  const evidence = toEvidence({ rows });
  const subject = {
    evidence: { ...evidence, preset: { ...evidence.preset, limitHolds: "after_all" as const } },
  };
  const request = { liquidityToleranceBps: 100, affiliate: "ss", affiliateBps: 1_000 };
  const least = (
    limit: string,
    more: object = {},
    to = "ETH.ETH",
    destination = HEX,
    sources = {},
  ) => {
    const fees = { asset: to, outbound: 10n };
    const asked = quote({
      memo: `=:${to}:${destination}:${limit}:ss:1000`,
      max_streaming_quantity: 9,
      fees,
    });
    const { minReceived, reason } = gate([asked], {
      request: { ...request, destination, ...more },
      subject: { ...subject, to },
      figures: { maxStreamingQuantity: 9, ...sources },
    });
    return minReceived ?? reason;
  };
  expect(least("990")).toBe(990n);
  expect(least("1001")).toEqual(memoReasons.otherLimit);
  const streaming = { interval: 3, quantity: 0 };
  expect(least("990/3/0", { streaming })).toBe(881n);
  expect(
    least("990/3/0", { streaming }, "ETH.ETH", HEX, { maxStreamingQuantity: 1 }),
    "one streaming part",
  ).toBe(881n);
  const THOR = "thor13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px";
  expect(least("990", {}, "BTC/BTC", THOR)).toBe(990n);
  expect(least("990", {}, "BTC~BTC", THOR)).toBe(890n);
});

test("the confirmations are as long as stated, and at least one block of the source chain", () => {
  const { clock } = toEvidence({ rows });
  const height = (clock.height ?? 0) + 720;
  const deadline = (seconds: number, subject: Partial<QuoteSubject> = {}) => {
    const { sendBeforeMs } = gate([quote({ expiry: undefined })], {
      facts: { mimir: { HALTETHTRADING: height } },
      request: { destination: undefined } as object,
      figures: { maxConfirmationSeconds: seconds },
      subject,
    });
    return ((sendBeforeMs ?? 0) - nowMs) / 1_000;
  };
  const [unstated, short, long] = [deadline(0), deadline(60), deadline(700)];
  // A block of Bitcoin takes 600 s, and a slow one six times as long.
  expect(short).toBe(unstated);
  expect(unstated - long).toBe(600);
  expect(deadline(0, fromEth)).toBe(900);
});

const forms: readonly [key: string, from: string, to: string][] = [
  ["HALTSECUREDGLOBAL", "BTC.BTC", "ETH-ETH"],
  ["HALTSECUREDGLOBAL", "ETH-ETH", "BTC.BTC"],
  ["MINTSYNTHS", "BTC.BTC", "ETH/ETH"],
  ["BURNSYNTHS", "ETH/ETH", "BTC.BTC"],
];
for (const [key, from, to] of forms) {
  test(`the deadline comes before ${key} stops ${from} to ${to}, and not before it stops another form`, () => {
    const { clock } = toEvidence({ rows });
    const ask = (pair: { readonly from: string; readonly to: string }, blocks: number) =>
      gate([quote({ expiry: undefined })], {
        facts: { mimir: { [key]: (clock.height ?? 0) + blocks } },
        request: { destination: undefined } as object,
        subject: pair,
      });
    const left = ({ sendBeforeMs }: ReturnType<typeof ask>) =>
      ((sendBeforeMs ?? 0) - nowMs) / minute;
    const blocks = from === "BTC.BTC" ? 700 : 400;
    expect(left(ask({ from, to }, blocks))).toBeLessThan(15);
    expect(left(ask({ from, to }, blocks))).toBeGreaterThan(0);
    expect(left(ask({ from: "BTC.BTC", to: "ETH.ETH" }, 700))).toBe(15);
    expect(ask({ from, to }, 2).reason).toEqual(haltReasons.soon);
  });
}

test("a deposit that would be lost, at each limit", () => {
  const fault = (amount: bigint, quotes: Partial<QuoteSwap>[], more: object = {}) =>
    findSizeFault({ amount, quotes: quotes.map(quote), figures: figures(more) });
  expect(fault(5n, [{}])).toBeNull();
  expect(fault(5n, [{ dust_threshold: 5n }])).toEqual(sizeReasons.dust);
  expect(fault(6n, [{ dust_threshold: 5n }])).toBeNull();
  const native = { statedBy: { dustThreshold: "absent" } };
  expect(
    fault(5n, [{ dust_threshold: 5n }], native),
    "what lives on the protocol's own chain has none",
  ).toBeNull();
  expect(fault(5n, [{}, { dust_threshold: 5n }])).toEqual(sizeReasons.dust);
  expect(fault(0n, [{ dust_threshold: 0n }])).toBeNull();
  expect(fault(5n, [{}], { expectedAmountOut: 0n })).toEqual(sizeReasons.nothingOut);
  expect(fault(5n, [{ recommended_min_amount_in: 6n }])).toEqual(sizeReasons.belowMinimum);
  expect(fault(5n, [{ recommended_min_amount_in: 5n }])).toBeNull();
  expect(fault(5n, [{}, { recommended_min_amount_in: 6n }])).toEqual(sizeReasons.belowMinimum);
  expect(fault(5n, [{}], { minTotalBps: 4_999 })).toBeNull();
  expect(fault(5n, [{}], { minTotalBps: 5_000 })?.code).toBe("cost_too_high");
});

test("the expiry is the earliest, where each source names one that a node gives", () => {
  const seconds = Math.floor(nowMs / 1000);
  const read = (...expiries: (number | undefined)[]) =>
    readExpiry(
      expiries.map((one) => (one === undefined ? {} : { expiry: one })),
      seconds * 1_000,
    );
  expect(read(seconds + 900)).toBe((seconds + 900) * 1_000);
  expect(read(seconds + 900, seconds + 600)).toBe((seconds + 600) * 1_000);
  expect(read(seconds + 3_600)).toBe((seconds + 3_600) * 1_000);
  expect(read(seconds + 3_601)).toBeNull();
  expect(read(seconds + 3_601, seconds + 600)).toBeNull();
  expect(read(seconds + 600, undefined)).toBeNull();
  expect(read(undefined)).toBeNull();
});

test("the pair's chains and assets: of both sides, and where they move", () => {
  const { evidence } = { evidence: toEvidence({ rows }) };
  expect(pairScope({ from: "BTC.BTC", to: "ETH/ETH", evidence })).toEqual({
    assets: ["BTC.BTC", "ETH.ETH"],
    chains: ["BTC", "ETH", "BTC", "THOR"],
    forms: ["BTC.BTC", "ETH/ETH"],
  });
});

test("what names no asset has no chain, and is no contract", () => {
  const evidence = toEvidence({ rows });
  expect(pairScope({ from: "nothing", to: "BTC.BTC", evidence })).toEqual({
    assets: ["BTC.BTC"],
    chains: ["BTC", "", "BTC"],
    forms: ["nothing", "BTC.BTC"],
  });
  const odd = [...known, { asset: "nothing", shortCode: null }];
  expect(gate([quote()], { subject: { knownAssets: odd } }).memo).not.toBeNull();
});

test("an order names no expiry, and needs none", () => {
  const order = quote({ memo: `=<:ETH.ETH:${HEX}:1000/9/0`, expiry: undefined });
  const request = { targetOut: "0.00001", streaming: { interval: 9, quantity: 0 } };
  expect(gate([order], { request })).toMatchObject({
    memo: order.memo,
    sendBeforeMs: nowMs + 15 * minute,
  });
});

test("a pair that is not open has a reason", () => {
  const reason = { code: "stale", text: "old" } as const;
  expect(findTradingFault({ verdict: "open", haltedBy: [], reason: null })).toBeNull();
  expect(findTradingFault({ verdict: "unknown", haltedBy: [], reason })).toEqual(reason);
  expect(findTradingFault({ verdict: "halted", haltedBy: ["HALTTRADING"], reason })?.code).toBe(
    "halted",
  );
  const closed = gate([quote()], {
    subject: { trading: { verdict: "unknown", haltedBy: [], reason } },
  });
  expect(closed).toMatchObject({ memo: null, inboundAddress: null, reason });
  const halted = gate([quote()], { facts: { mimir: { HALTBTCCHAIN: 1 } } });
  expect(halted).toMatchObject({ memo: null, inboundAddress: null });
  expect(halted.reason).not.toBeNull();
});
