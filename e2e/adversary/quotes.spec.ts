// A quote with one malicious node of two, or with the only one lying: what it may cost, and what must be withheld.

import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../lib/protocol/model/quote.ts";
import type { ReasonId } from "../../lib/protocol/model/reasons.ts";
import { InputError } from "../../lib/protocol/values/input-error.ts";
import { adviceText, messageText } from "../../lib/say/message-text.ts";
import { tradingHalt } from "../support/halt-key.ts";
import { createWorld, down, status, toBlock, toPools, type World } from "../support/world.ts";

const HEX = "0xde57000000000000000000000000000000000000";
const THIEF = "0xbad0000000000000000000000000000000000000";
const OUT = 1_739_654_000n;
const MEMO = `=:ETH.ETH:${HEX}`;
const NOTE = "First output to inbound.";
const HONEST_FEES = {
  asset: "ETH.ETH",
  affiliate: "0",
  outbound: "600000",
  liquidity: "3851603",
  total: "4451603",
  total_bps: 25,
};

const ask = (world: World, more: Partial<QuoteRequest> = {}) =>
  world.network.getQuote({
    from: "BTC",
    to: "ETH",
    amount: "1",
    destination: HEX,
    ...(more.toleranceBps === undefined && { liquidityToleranceBps: 0 }),
    ...more,
  });

type Quote = Readonly<Record<string, unknown>>;
type Saying = object | ((url: URL, honest: Quote) => unknown);

/** What one node says of a quote: members of it, or another answer. */
function say(world: World, node: string, saying: Saying): void {
  const before = world.intercept;
  world.intercept = (name, url, reply) => {
    const answer = before(name, url, reply);
    if (name !== node || !url.pathname.endsWith("/quote/swap")) return answer;
    const honest = answer as Quote;
    return typeof saying === "function" ? saying(url, honest) : { ...honest, ...saying };
  };
}

const honestly: Saying = ({ searchParams }: URL, { memo, ...quote }: Quote) => {
  const interval = searchParams.get("streaming_interval");
  const terms = interval === null ? "" : `:0/${interval}/${searchParams.get("streaming_quantity")}`;
  return {
    ...quote,
    fees: HONEST_FEES,
    notes: NOTE,
    max_streaming_quantity: 12,
    ...(memo !== undefined && { memo: `${memo}${terms}` }),
  };
};

const both = ["node0", "node1"] as const;
/** Each node says what stands at its place, or all of them the only one. */
function worldOf(...sayings: readonly Saying[]): World {
  const world = createWorld({ nodes: sayings.length });
  for (const [node, saying] of sayings.entries()) {
    say(world, `node${node}`, honestly);
    say(world, `node${node}`, saying);
  }
  return world;
}
const twoNodes = (saying: Saying = {}) => worldOf(saying, saying);
const threeNodes = (saying: Saying = {}) => worldOf(saying, saying, saying);
const quoteCalls = ({ calls }: World) => calls.filter((call) => call.includes("quote"));
const refuse = (message: string) => () => status(400, { code: 3, message });

type Reading = Awaited<ReturnType<typeof ask>>;
const reasonOf = ({ reason }: Reading) => reason?.id;
const isOutvotedTold = ({ warnings }: Reading) =>
  warnings.some(({ message }) => message.id === "outvoted_quote");
const nothingToSend = {
  memo: null,
  inboundAddress: null,
  expectedAmountOut: null,
  fees: [],
  adviceLevel: "forbidden",
};
/** Nothing is told, not even a refusal. */
function expectNothing(quote: Reading, reason: ReasonId, more: object = {}): void {
  expect(quote).toMatchObject({ ...nothingToSend, failure: null, ...more });
  expect(reasonOf(quote)).toBe(reason);
}

test("each figure is the worse of two, a block apart", async () => {
  for (const liar of both) {
    const world = Object.assign(twoNodes(), { behind: { node0: 1 } });
    say(world, liar, {
      expected_amount_out: String((OUT * 995n) / 1000n),
      fees: {
        asset: "ETH.ETH",
        affiliate: "5",
        outbound: "650000",
        liquidity: "4000000",
        total: "4650005",
      },
      expiry: Math.floor(world.nowMs / 1000) + 300,
      recommended_min_amount_in: "4800",
      max_streaming_quantity: 3,
      inbound_confirmation_seconds: 1300,
      outbound_delay_seconds: 162,
      total_swap_seconds: 1462,
    });
    const quote = await ask(world);
    expect(quote, liar).toMatchObject({
      memo: MEMO,
      inboundAddress: "btcvault1",
      reason: null,
      expectedAmountOut: (OUT * 995n) / 1000n,
      recommendedMinAmount: 4800n,
      dustThreshold: 1000n,
      maxStreamingQuantity: null,
      sendBeforeMs: world.nowMs + 300_000,
      seconds: { inboundConfirmation: 1300, outboundDelay: 180, total: 1462 },
    });
    expect(quote.fees.map((fee) => fee.amount?.base)).toEqual([4_000_000n, 650_000n, 5n]);
    const calls = quoteCalls(world);
    expect(calls.sort(), "each is asked once").toEqual([
      "node0 thorchain/quote/swap",
      "node1 thorchain/quote/swap",
    ]);
  }
});

test("outputs of which one is more than 1 % above the other are told by neither", async () => {
  const least = (OUT * 99n) / 100n;
  for (const liar of both)
    for (const out of [least, least - 1n, (OUT * 60n) / 100n, OUT * 100n, 0n]) {
      const world = twoNodes();
      say(world, liar, { expected_amount_out: String(out) });
      const quote = await ask(world);
      expect(reasonOf(quote), `${out}`).toBe(out === least ? undefined : "outputs_differ");
      if (out === least) continue;
      expect(adviceText(quote.advice)).toBe(quote.withheld && messageText(quote.withheld.message));
      const estimate = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
      for (const told of [quote, estimate])
        expect(told).toMatchObject({ ...nothingToSend, failure: null });
    }
});

test("one node raises no fee, minimum or dust: beyond a tenth nothing is told, and of one height nothing that differs", async () => {
  const { total_bps: _, ...fees } = HONEST_FEES;
  const near: readonly object[] = [
    { recommended_min_amount_in: "4902" },
    { fees: { ...fees, outbound: "660000", total: "4511603" } },
    { fees: { ...fees, affiliate: String(OUT / 10_000n) } },
    { slippage_bps: 14 },
  ];
  const far: readonly object[] = [
    ...["4903", "8824", "99000000000"].map((least) => ({ recommended_min_amount_in: least })),
    { dust_threshold: "1001" },
    { fees: { ...fees, outbound: "1200000" } },
    { fees: { ...fees, outbound: "900000000", total: "903851603" } },
    { fees: { ...fees, liquidity: "900000000", total: "900600000" } },
    { fees: { ...fees, affiliate: String(OUT / 20n) } },
    { fees: { ...fees, total_bps: 9_999 } },
    { fees: { ...fees, liquidity: "0", slippage_bps: 9, total_bps: 9_999 } },
    { slippage_bps: 24 },
    { slippage_bps: 900 },
  ];
  const base = { slippage_bps: 11 };
  for (const liar of both)
    for (const change of [...near, ...far])
      for (const blocks of [0, 1]) {
        const world = Object.assign(twoNodes(base), { behind: { node1: blocks } });
        say(world, liar, { ...base, ...change });
        const quote = await ask(world);
        const isTold = blocks === 1 && near.includes(change);
        expect(reasonOf(quote), JSON.stringify([change, blocks])).toBe(
          isTold ? undefined : "figures_differ",
        );
        expect(quote).toMatchObject(
          isTold ? { memo: MEMO, inboundAddress: "btcvault1" } : nothingToSend,
        );
      }
});

test("a node that says another time of confirmation lets nobody send so late that a halt comes first", async () => {
  for (const seconds of [undefined, 0, 1, 31_000_000]) {
    const world = twoNodes();
    // In half an hour: a deposit that needs 20 minutes for its confirmations may come too late.
    world.mimir[tradingHalt("BTC")] = toBlock(world).height + 300;
    say(world, "node1", { inbound_confirmation_seconds: seconds });
    const quote = await ask(world);
    const nothing = { memo: null, inboundAddress: null, sendBeforeMs: null };
    expect(quote, String(seconds)).toMatchObject(nothing);
    expect(quote.reason?.code, String(seconds)).toBe("halts_soon");
  }
});

test("a node that says another time of the parts hides no halt that is scheduled meanwhile", async () => {
  for (const seconds of [undefined, 0, 31_000_000]) {
    const world = twoNodes();
    // In five hours, while the parts take ten.
    world.mimir[tradingHalt("BTC")] = toBlock(world).height + 3_000;
    say(world, "node0", { streaming_swap_seconds: 36_000 });
    say(world, "node1", { streaming_swap_seconds: seconds });
    const codes = (await ask(world)).warnings.map(({ code }) => code);
    expect(codes, String(seconds)).toContain("halt_scheduled");
  }
});

test("what one of two says alone is no quote", async () => {
  const stale = status(400, { message: "refusing quote on node with stale state" });
  for (const silent of both)
    for (const answer of [down, status(503), stale, {}]) {
      const world = twoNodes();
      say(world, silent, () => answer);
      expectNothing(await ask(world), "one_quote");
    }
  // With one node configured nobody else can be asked.
  const alone = createWorld();
  expect(await ask(alone)).toMatchObject({ memo: MEMO, reason: null, expectedAmountOut: OUT });
});

test("a refusal beside a quote is a disagreement, and so are refusals for two reasons", async () => {
  const [small, wrong] = [refuse("swap too small"), refuse("bad destination address")];
  for (const refuser of both) {
    const world = twoNodes();
    say(world, refuser, small);
    const told = "one_refuses";
    expectNothing(await ask(world), told);
  }
  for (const [one, other] of [
    [small, wrong],
    [wrong, small],
  ] as const) {
    const world = worldOf(one, other);
    const told = "refusals_differ";
    expectNothing(await ask(world), told, { recommendedMinAmount: null });
    say(world, "node1", one);
    world.nowMs += 6_000;
    expect((await ask(world)).failure?.code).toBe(
      one === small ? "amount_too_small" : "invalid_destination",
    );
  }
});

test("a refusal of one node, while the other fails, is one source's word", async () => {
  const forms = ["trading is halted", "BTC.BTC pool does not exist", "trade assets are disabled"];
  for (const message of [...forms, "swap too small", "bad destination address"]) {
    const sayings = [refuse(message), () => down] as const;
    for (const world of [worldOf(...sayings), worldOf(...sayings.toReversed())]) {
      const quote = await ask(world);
      const told = "one_refusal";
      expectNothing(quote, told, { recommendedMinAmount: null });
      expect(quote.warnings.map(({ code }) => code)).toContain("one_source");
    }
  }
  const alone = worldOf(refuse("swap too small"));
  expect((await ask(alone)).failure?.code).toBe("amount_too_small");
});

const outvotable: Readonly<Record<string, Saying>> = {
  "a refusal": refuse("swap too small"),
  "a smaller output": { expected_amount_out: String(OUT / 2n) },
  "a larger output": { expected_amount_out: String(OUT * 100n) },
  "a dearer fee": { fees: { ...HONEST_FEES, outbound: "9000000", total: "12851603" } },
  "a larger minimum": { recommended_min_amount_in: "99000000000" },
  "another dust": { dust_threshold: "1001" },
  "another address": { inbound_address: "thiefvault1" },
  "another router": { router: "0xthief" },
  "another receiver": { memo: MEMO.replace("0xde57", "0xbad0") },
  "a limit of its own": { memo: `${MEMO}:99999999999` },
  "an affiliate of its own": { memo: `${MEMO}::thief:1000` },
  "that it has expired": { expiry: 1_800_000_000 },
  "that it holds for two minutes": { expiry: 1_800_000_120 },
  "that it holds for a day": { expiry: 1_800_086_400 },
  "that it never expires": { expiry: undefined },
  parts: { streaming_swap_blocks: 10 },
  "nothing of the minimum": { recommended_min_amount_in: undefined },
  "nothing of dust": { dust_threshold: undefined },
  "another cap of parts": { max_streaming_quantity: 5 },
  "fees in another asset": { fees: { ...HONEST_FEES, asset: "BTC.BTC" } },
  "nothing of the affiliate's fee": { fees: { ...HONEST_FEES, affiliate: undefined } },
  "a day of confirmations": { inbound_confirmation_seconds: 86_400 },
  "nothing of the payout's delay": { outbound_delay_seconds: undefined },
  "a day in all": { total_swap_seconds: 86_400 },
  "a note of its own": { notes: "Send to another." },
};
for (const [lie, change] of Object.entries(outvotable)) {
  test(`of three operators one says ${lie}: two that agree decide, with one more call`, async () => {
    for (const liar of [0, 1, 2]) {
      const world = threeNodes();
      say(world, `node${liar}`, change);
      const quote = await ask(world);
      expect(quote, `node${liar} lies`).toMatchObject({
        ...{ memo: MEMO, inboundAddress: "btcvault1", expectedAmountOut: OUT },
        ...{ recommendedMinAmount: 4412n, dustThreshold: 1000n, maxStreamingQuantity: 12 },
        ...{ networkNotes: NOTE, sendBeforeMs: world.nowMs + 900_000 },
        seconds: { inboundConfirmation: 1200, outboundDelay: 180, total: 1380 },
      });
      expect(quote.fees.map(({ amount }) => amount?.base)).toEqual([3851603n, 600000n, 0n]);
      // Two that agree from the start need no third.
      const isHeard = liar < 2;
      expect(isOutvotedTold(quote)).toBe(isHeard);
      expect(quoteCalls(world)).toHaveLength(isHeard ? 3 : 2);
    }
  });
}

test("of three operators one is a little dearer: the honest pair of one height decides, and a third of another height decides nothing", async () => {
  for (const liar of both)
    for (const [blocks, minimum] of [
      [0, 4412n],
      [1, null],
    ] as const) {
      const world = Object.assign(threeNodes(), { behind: { node2: blocks } });
      say(world, liar, { recommended_min_amount_in: "4800" });
      const quote = await ask(world);
      expect([quote.recommendedMinAmount, reasonOf(quote)]).toEqual([
        minimum,
        minimum === null ? "figures_differ" : undefined,
      ]);
      expect(isOutvotedTold(quote), "no honest one is called outvoted").toBe(minimum !== null);
    }
});

test("that a swap is split is told where two say so", async () => {
  const inParts = { streaming_swap_blocks: 3 };
  const told = async (...changes: readonly object[]) => {
    const { streaming, memo } = await ask(worldOf(...changes));
    return [streaming.mode, streaming.quantity, memo];
  };
  expect(await told(inParts, inParts)).toEqual(["rapid", 12, MEMO]);
  expect(await told({}, {})).toEqual(["single", 1, MEMO]);
  for (const [one, other] of [
    [inParts, {}],
    [{}, inParts],
  ] as const) {
    expect(await told(one, other)).toEqual([null, null, MEMO]);
    expect(await told(one, other, {})).toEqual(["single", 1, MEMO]);
  }
});

test("of three operators one tells other depths: a quote between these pools says so, and no other", async () => {
  for (const [asset, isTold] of [
    ["ETH.ETH", true],
    ["BTC.BTC", true],
    ["ETH.USDC-0XA0B8", false],
  ] as const) {
    const world = threeNodes();
    const pools = toPools(world).map((pool) =>
      pool.asset === asset ? { ...pool, balance_rune: "1" } : pool,
    );
    world.scripts.node0 = { pools };
    const { warnings, memo } = await ask(world);
    expect(memo).toBe(MEMO);
    const outvoted = warnings.filter(({ code }) => code === "outvoted");
    const told = { id: "outvoted_pool", params: { asset } };
    expect(outvoted.map(({ message }) => message)).toEqual(isTold ? [told] : []);
  }
});

test("what no operator states of a quote needs no third", async () => {
  const unsaid = { dust_threshold: undefined, max_streaming_quantity: undefined };
  const world = threeNodes({ ...unsaid, outbound_delay_seconds: undefined });
  expect((await ask(world)).seconds.outboundDelay).toBeNull();
  expect(quoteCalls(world)).toHaveLength(2);
});

test("of three operators one writes a limit that is half a percent off: two that agree decide", async () => {
  const limited = (share: bigint) => ({ memo: `${MEMO}:${(OUT * share) / 1000n}` });
  for (const liar of [0, 1, 2]) {
    const world = worldOf(...[0, 1, 2].map((node) => limited(node === liar ? 965n : 970n)));
    const quote = await ask(world, { liquidityToleranceBps: 300 });
    expect(quote.memo, `node${liar} lies`).toBe(`${MEMO}:${(OUT * 970n) / 1000n}`);
    expect(quote.warnings.some(({ code }) => code === "outvoted")).toBe(liar < 2);
  }
});

test("one node alone cannot say how much more to send", async () => {
  const world = twoNodes();
  for (const node of both)
    say(world, node, (url, honest) => {
      if (url.searchParams.has("destination")) return status(400, { message: "swap too small" });
      return { ...honest, recommended_min_amount_in: node === "node0" ? "900000000" : undefined };
    });
  const quote = await ask(world);
  expect(quote.failure?.code).toBe("amount_too_small");
  expect(quote.failure?.candidates).toBeUndefined();
  expect(quote.recommendedMinAmount).toBeNull();
});

test("no quote is believed beyond what the pools can give, though no other node contradicts", async () => {
  const rows: [change: object, reason: ReasonId | null, more?: Partial<QuoteRequest>][] = [
    [{}, null],
    [{ expected_amount_out: "1900000000" }, "quote_above_pools"],
    [{ expected_amount_out: "1900000000", max_streaming_quantity: 1_000_000 }, "quote_above_pools"],
    [{ expected_amount_out: "800000000" }, "quote_below_pools"],
    [{ expected_amount_out: "100000000000" }, "quote_above_pools", { amount: "90000" }],
  ];
  for (const [change, reason, more] of rows) {
    const quote = await ask(worldOf(change), more);
    const told = reason ? nothingToSend : { memo: MEMO, reason: null };
    expect(quote, JSON.stringify(change)).toMatchObject(told);
    if (reason) expect(reasonOf(quote)).toBe(reason);
  }
  // Two that lie alike are no more than one.
  const world = twoNodes({ expected_amount_out: "1900000000" });
  const quote = await ask(world);
  expect(quote.reason).toMatchObject({ id: "quote_above_pools", params: { most: null } });
  expect([quote.withheld?.code, ...quote.warnings.map(({ code }) => code)]).toEqual([
    "thin_pool",
    "thin_pool",
  ]);
});

test.describe("the memo", () => {
  test("is not a node's text: what means the same is written here", async () => {
    const world = twoNodes();
    say(world, "node0", { memo: `sWaP:eth.eth:${HEX.toUpperCase().replace("0X", "0x")}:0` });
    expect(await ask(world)).toMatchObject({ memo: MEMO, reason: null });
  });

  test("is withheld where one of the two means something else", async () => {
    const affiliate = `${MEMO}:0/1/0:thief:1000`;
    for (const liar of both)
      for (const memo of [
        `=:ETH.ETH:${THIEF}`,
        `=:b:${HEX}`,
        affiliate,
        `${MEMO}|x`,
        "",
        undefined,
      ]) {
        const world = twoNodes();
        say(world, liar, { memo });
        const quote = await ask(world);
        expect(quote, `${memo}`).toMatchObject({ memo: null, inboundAddress: null });
        expect(quote.reason?.code).toBe("memo_mismatch");
      }
  });

  test("an address that one of the two names is not shown", async () => {
    for (const liar of both) {
      const world = twoNodes();
      say(world, liar, { inbound_address: "btcvaultthief" });
      expect(await ask(world)).toMatchObject({
        ...{ memo: null, inboundAddress: null, reason: { code: "providers_disagree" } },
      });
    }
  });

  test("its limit is never below the tolerance, counted from the worse output", async () => {
    const least = (OUT * 9_700n) / 10_000n;
    const rows: [limits: readonly [bigint, bigint], memo: string | null][] = [
      [[least, least + 9n], `${MEMO}:${least}`],
      [[least + 9n, least], `${MEMO}:${least}`],
      [[least - 1n, least + 9n], null],
      [[least + 9n, least - 1n], null],
      [[0n, least], null],
      [[least, OUT * 2n], null],
      // The price before fees may be 3 % above the output: one source's limit of the output itself is true then, and the other's is not.
      [[OUT, least], null],
      [[OUT, (OUT * 9_900n) / 10_000n], `${MEMO}:${(OUT * 9_900n) / 10_000n}`],
    ];
    for (const [limits, memo] of rows) {
      const world = worldOf(...limits.map((limit) => ({ memo: `${MEMO}:${limit}` })));
      expect((await ask(world, { toleranceBps: 300 })).memo, `${limits}`).toBe(memo);
    }
  });
});

test("a destination that could say more in a memo or a query is refused before anything is read", async () => {
  const more = [`/${THIEF}`, ":0/1/0:thief:1000", "|x", "&affiliate=t"];
  for (const destination of [...more.map((text) => HEX + text), "", "a b"]) {
    const world = twoNodes();
    const error = await ask(world, { destination }).catch((caught: unknown) => caught);
    expect(error, destination).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "invalid_destination" });
    expect(world.calls).toEqual([]);
  }
});
