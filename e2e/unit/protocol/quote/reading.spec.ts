// A quote as the reader gives it: its figures, its gated address, the node's refusals as codes, and input that is none.

import { expect, test } from "@playwright/test";
import { adviceText } from "../../../../lib/protocol/model/envelope.ts";
import type { QuoteRequest } from "../../../../lib/protocol/model/quote.ts";
import { codedReason } from "../../../../lib/protocol/model/verdicts.ts";
import { doNotSendText } from "../../../../lib/protocol/quote/advice.ts";
import { clockReasons, haltReasons } from "../../../../lib/protocol/safety/reasons.ts";
import { tradingHalted } from "../../../../lib/protocol/safety/sentences.ts";
import { InputError } from "../../../../lib/protocol/values/input-error.ts";
import { signingHalt, tradingHalt } from "../../../support/halt-key.ts";
import {
  createWorld,
  down,
  status,
  toBlock,
  toPools,
  toRows,
  type World,
} from "../../../support/world.ts";
import { toJson } from "../network-checks.ts";

const HEX = "0xde57000000000000000000000000000000000000";

const ask = (world: World, more: Partial<QuoteRequest> = {}) =>
  world.network.getQuote({ from: "BTC", to: "eth", amount: "1", destination: HEX, ...more });

test("a quote: figures, seconds by phase, and the gated address with a memo that says what was asked", async () => {
  const world = createWorld({ nodes: 2 });
  const quote = await ask(world);
  expect(quote).toMatchObject({
    failure: null,
    from: "BTC.BTC",
    to: "ETH.ETH",
    amount: 100_000_000n,
    trading: { verdict: "open" },
    expectedAmountOut: 1_739_654_000n,
    fees: [
      {
        kind: "liquidity",
        amount: { asset: "ETH.ETH", base: 3_851_603n, usd: 11_554_809_000n },
        bps: 22,
      },
      { kind: "outbound", amount: { base: 600_000n }, bps: 3 },
      { kind: "affiliate", amount: { base: 0n }, bps: 0 },
    ],
    inboundGasEstimate: { asset: "BTC.BTC", base: 2500n },
    slipBps: 22,
    totalBps: 25,
    recommendedMinAmount: 4412n,
    dustThreshold: 1000n,
    // The payout's delay runs beside the swap.
    seconds: { inboundConfirmation: 1200, swap: 0, outboundDelay: 180, total: 1380 },
    sendBeforeMs: world.nowMs + 900_000,
    // 3 % below the output, unless the caller asks for another limit.
    memo: `=:ETH.ETH:${HEX}:1687464380`,
    minReceived: 1_687_464_380n,
    inboundAddress: "btcvault1",
    router: null,
    sourcesAgreeing: 2,
    reason: null,
    withheld: null,
    streaming: { mode: "single", interval: 0, quantity: 1, isApplied: true },
  });
  const estimate = await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" });
  expect(estimate).toMatchObject({ memo: null, inboundAddress: null, reason: null });
  expect(estimate.withheld).toMatchObject({ code: "no_destination", retryAfterSeconds: null });
});

test("what happens below the limit: with a memo by its own, without one by the limit that it would have", async () => {
  const { destination: _, ...unsent } = { from: "BTC", to: "ETH", amount: "1", destination: HEX };
  const of = async (request: Partial<QuoteRequest>, streaming_swap_blocks = 0) => {
    const world = createWorld({ nodes: 2 });
    world.intercept = (_name, url, reply) =>
      url.pathname.endsWith("/quote/swap")
        ? { ...(reply as object), max_streaming_quantity: 4, streaming_swap_blocks }
        : reply;
    return (await world.network.getQuote({ ...unsent, ...request })).belowLimit;
  };
  for (const limited of [{}, { destination: HEX }, { toleranceBps: 100 }])
    expect(await of(limited)).toBe("refund");
  for (const to of [{}, { destination: HEX }])
    expect(await of({ toleranceBps: 10_000, ...to })).toBeNull();
  expect([await of({}, 4), await of({ destination: HEX }, 4)]).toEqual([
    "refund_parts",
    "refund_parts",
  ]);
  const unlimited = { liquidityToleranceBps: 0 };
  expect([await of(unlimited), await of({ ...unlimited, destination: HEX })]).toEqual([null, null]);
});

test("equal questions share a call on its way, and its answer for a second; each node is asked, and each answer judged anew", async () => {
  const world = createWorld({ nodes: 2 });
  const countCalls = async (work: () => Promise<unknown>) => {
    const before = world.calls.length;
    await work();
    return world.calls.slice(before).filter((call) => call.includes("quote")).length;
  };
  expect(await countCalls(() => Promise.all([ask(world), ask(world), ask(world)]))).toBe(2);
  expect(await countCalls(() => ask(world))).toBe(0);
  expect(await countCalls(() => ask(world, { amount: "2" }))).toBe(2);
  world.nowMs += 999;
  expect(await countCalls(() => ask(world))).toBe(0);
  world.nowMs += 1;
  expect(await countCalls(() => ask(world))).toBe(2);
  world.mimir[tradingHalt("ETH")] = 1;
  world.nowMs += 6_000;
  const kept = await ask(world);
  expect(kept.trading.verdict).toBe("halted");
});

test("a quote from the native asset has a memo and no address; its gas is the native fee", async () => {
  const quote = await ask(createWorld(), { from: "RUNE", amount: "1000" });
  expect(quote).toMatchObject({
    memo: `=:ETH.ETH:${HEX}:2946695`,
    inboundAddress: null,
    withheld: null,
    inboundGasEstimate: { asset: "THOR.RUNE", base: 2_000_000n },
  });
  expect(quote.reason?.code).toBe("native_chain");
});

test("a quote's address is withheld unless it is the current one, of an open pair, with the memo that was asked for", async () => {
  const other = {
    expiry: 1_900_000_000,
    expected_amount_out: "1700000000",
    fees: { asset: "ETH.ETH" },
    inbound_address: "btcvault1",
  };
  const memo = `=:ETH.ETH:${HEX}`;
  const answering = (changes: object) => (world: World) =>
    (world.scripts.node0 = { swap: { ...other, memo, ...changes } });
  const withheld: [name: string, change: (world: World) => unknown, reason: RegExp][] = [
    ["another address", answering({ inbound_address: "btcvault0" }), /^providers_disagree/],
    ["no address", answering({ inbound_address: undefined }), /^providers_disagree/],
    ["another router", answering({ router: "0xother" }), /^providers_disagree/],
    ["another destination", answering({ memo: "=:ETH.ETH:0xthief" }), /^memo_mismatch: the memo/],
    [
      "another asset",
      answering({ memo: memo.replace("ETH.ETH", "DOGE.DOGE") }),
      /^memo_mismatch: the memo/,
    ],
    ["no memo", answering({ memo: undefined }), /^memo_mismatch: the memo/],
    ["a hidden character", answering({ memo: `${memo}\u202e` }), /^memo_mismatch: the memo/],
    [
      "a target that is halted",
      (world) => (world.mimir[tradingHalt("ETH")] = 1),
      /^halted: trading is halted/,
    ],
    [
      "a source that is halted",
      (world) => (world.rows.BTC = { halted: true }),
      /^halted: trading is halted/,
    ],
    [
      "a target without a row",
      (world) => (world.rows.ETH = null),
      /^not_listed: the network does not list/,
    ],
  ];
  for (const [name, change, reason] of withheld) {
    const world = createWorld();
    change(world);
    const quote = await ask(world, { liquidityToleranceBps: 0 });
    expect(quote, name).toMatchObject({ memo: null, inboundAddress: null, failure: null });
    expect(quote.reason && codedReason(quote.reason), name).toMatch(reason);
    expect(adviceText(quote.advice), name).toMatch(/^Do not send/);
  }
  const two = createWorld({ nodes: 2 });
  two.scripts.node1 = {
    inbound_addresses: toRows({ ...two, rows: { BTC: { address: "btcvault2" } } }),
  };
  expect(await ask(two)).toMatchObject({ inboundAddress: null, trading: { verdict: "unknown" } });
});

test("the node's refusals become codes by status and our own reading, and its words stay out", async () => {
  const refuse = (text: string, code = 400) => status(code, { code: 3, message: `${text} SECRET` });
  const late = {
    expected_amount_out: "1700000000",
    fees: { asset: "ETH.ETH" },
    expiry: 1_700_000_000,
  };
  type Row = [
    name: string,
    reply: unknown,
    code: string,
    more?: Partial<QuoteRequest>,
    halted?: string,
  ];
  const cases: Row[] = [
    ["our own reading says halted", refuse("anything"), "halted", {}, tradingHalt("ETH")],
    ["a halt by the node's words alone", refuse("trading is halted, can't process swap"), "halted"],
    [
      "too small",
      refuse("swap too small; recommended minimum: 7761"),
      "amount_too_small",
      { amount: "0.00007760" },
    ],
    [
      "limit",
      refuse("failed to simulate swap: emit asset 2 less than price limit 3"),
      "limit_not_met",
      { toleranceBps: 1 },
    ],
    ["destination", refuse("bad destination address"), "invalid_destination"],
    ["asset", refuse("bad from asset: invalid symbol"), "invalid_asset"],
    ["a failure of the node", refuse("destination", 500), "unavailable"],
    ["no answer", down, "unavailable"],
    ["a wrong shape", { expected_amount_out: 5 }, "unavailable"],
    ["an expired quote", late, "unavailable"],
  ];
  for (const [name, reply, code, more = {}, halted] of cases) {
    const world = createWorld();
    world.scripts.node0 = { swap: reply };
    if (halted) world.mimir[halted] = 1;
    const quote = await ask(world, more);
    expect(quote.failure?.code, name).toBe(code);
    expect(quote, name).toMatchObject({
      expectedAmountOut: null,
      memo: null,
      inboundAddress: null,
      fees: [],
    });
    expect(quote.withheld, name).toMatchObject({
      code,
      retryAfterSeconds: quote.failure?.retryAfterSeconds,
    });
    expect(adviceText(quote.advice), name).toBe("Do not send. There is no quote.");
    if (halted) expect(quote.failure?.hint).toBe(`Do not send. ${tradingHalted("Ethereum")}`);
    expect(toJson(quote)).not.toMatch(/SECRET|secret/);
  }
});

test("a refused amount is told the least that the node recommends, and is too small only where that is more", async () => {
  const tooSmall =
    "The amount does not cover the fees, or is so small that the network ignores it. Ask for a larger one";
  const tooLarge = /^The pools cannot hold this amount\. Ask for a smaller one\.$/;
  type Row = [
    name: string,
    amount: string,
    least: string | undefined,
    code: string,
    hint: RegExp,
    given?: string[],
  ];
  const cases: Row[] = [
    [
      "below",
      "0.00004411",
      "4412",
      "amount_too_small",
      /larger one: the recommended minimum or more\.$/,
      ["0.00004412"],
    ],
    ["just it", "0.00004412", "4412", "pool_too_shallow", tooLarge],
    ["far above it", "1000", "4412", "pool_too_shallow", /^The pools cannot hold this amount/],
    ["none named", "0.00004411", undefined, "amount_too_small", /larger one\.$/],
  ];
  for (const [name, amount, least, code, hint, candidates] of cases) {
    const world = createWorld();
    const asked: (string | null)[] = [];
    const good = {
      expected_amount_out: "5",
      fees: { asset: "ETH.ETH" },
      recommended_min_amount_in: least,
    };
    world.scripts.node0 = {
      swap: ({ searchParams }: URL) => {
        asked.push([...searchParams].map(([key, value]) => `${key}=${value}`).join(" "));
        return asked.length === 1 ? status(400, { message: "swap too small" }) : good;
      },
    };
    const quote = await ask(world, { amount, toleranceBps: 300 });
    expect(quote.failure, name).toEqual({
      code,
      hint: expect.stringMatching(hint),
      retryAfterSeconds: null,
      argument: "amount",
      ...(candidates && { candidates }),
    });
    expect(quote.failure?.hint.startsWith(tooSmall), name).toBe(code === "amount_too_small");
    expect(quote.recommendedMinAmount, name).toBe(least === undefined ? null : BigInt(least));
    // Asked once, for another amount and nothing else.
    const [first, second, ...more] = asked;
    expect(first, name).toMatch(/ destination=\S+ tolerance_bps=300$/);
    expect(second, name).toMatch(/^from_asset=BTC\.BTC to_asset=ETH\.ETH amount=\d+$/);
    expect(more, name).toEqual([]);
  }
  const world = createWorld();
  world.scripts.node0 = { swap: status(400, { message: "bad destination address" }) };
  expect(await ask(world)).toMatchObject({
    failure: { code: "invalid_destination" },
    recommendedMinAmount: null,
  });
  expect(world.calls.filter((call) => call.includes("quote"))).toHaveLength(1);
});

test("a quote without verified safety asks the node for nothing", async () => {
  const world = createWorld();
  world.frozenAtMs = world.nowMs;
  world.nowMs += 61_000;
  const quote = await ask(world);
  expect(quote).toMatchObject({
    failure: { code: "stale" },
    from: "BTC",
    to: "eth",
    amount: 100_000_000n,
    trading: { verdict: "unknown" },
    expectedAmountOut: null,
    inboundAddress: null,
  });
  expect(world.calls.some((call) => call.includes("quote"))).toBe(false);
});

test("bad input is an InputError with what to do", async () => {
  const world = createWorld();
  const cases: [Partial<QuoteRequest>, string][] = [
    [{ amount: "0" }, "invalid_amount"],
    [{ amount: "1e3" }, "invalid_amount"],
    [{ amount: "0.123456789" }, "invalid_amount"],
    [{ from: "NOPE" }, "invalid_asset"],
    [{ to: "BTC" }, "invalid_asset"],
  ];
  for (const [more, code] of cases) {
    const error = await ask(world, more).catch((caught: unknown) => caught);
    expect(error, JSON.stringify(more)).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe(code);
  }
  const error = await world.network.getSwap("nonsense", null).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "invalid_txid" });
});

test("how to send is told only beside a memo that may be sent", async () => {
  const world = createWorld({ nodes: 2 });
  expect((await ask(world)).howToSend).not.toBeNull();
  expect(
    (await world.network.getQuote({ from: "BTC", to: "ETH", amount: "1" })).howToSend,
  ).toBeNull();
  world.mimir[tradingHalt("ETH")] = 1;
  world.nowMs += 6_000;
  expect(await ask(world)).toMatchObject({ memo: null, howToSend: null });
});

test("while nothing can be read, a pair is halted where the whole network was, and else not known", async () => {
  for (const [mimir, verdict] of [
    [{ HALTTRADING: 1 }, "halted"],
    [{ [tradingHalt("BTC")]: 1 }, "unknown"],
    [{}, "unknown"],
  ] as const) {
    const world = createWorld({ nodes: 2 });
    Object.assign(world.mimir, mimir);
    await ask(world);
    world.intercept = () => down;
    world.nowMs += 60_000;
    const quote = await ask(world);
    expect(quote.trading.verdict, JSON.stringify(mimir)).toBe(verdict);
    expect(quote).toMatchObject({ memo: null, inboundAddress: null, howToSend: null });
    expect(quote.failure).not.toBeNull();
  }
});

test("where no list of pools was read, nothing is asked, and the pair is not known to be open", async () => {
  const world = createWorld();
  world.scripts.node0 = { pools: down };
  const quote = await ask(world);
  expect(quote).toMatchObject({
    failure: { code: "upstream_unavailable" },
    trading: { verdict: "unknown", reason: { code: "upstream_unavailable" } },
    memo: null,
  });
  expect(world.calls.some((call) => call.includes("quote"))).toBe(false);
});

test("a quote of sources that are in doubt as of its answer, given in time, is not told", async () => {
  const world = createWorld();
  world.frozenAtMs = world.nowMs - 24_000;
  world.scripts.node0 = {
    swap: (url: URL) => {
      world.nowMs += 7_000;
      return createAnswer(url);
    },
  };
  const failure = { code: "stale", reason: clockReasons.late(31) };
  expect(await ask(world)).toMatchObject({
    failure,
    expectedAmountOut: null,
    memo: null,
    fees: [],
  });
});

const createAnswer = (url: URL) => ({
  expiry: 1_800_000_600,
  expected_amount_out: "1739654000",
  fees: { asset: "ETH.ETH" },
  inbound_address: "btcvault1",
  memo: `=:ETH.ETH:${url.searchParams.get("destination")}`,
});

test("a quote is expired from the second on that it names", async () => {
  for (const [seconds, code] of [
    [0, "unavailable"],
    [1, undefined],
  ] as const) {
    const world = createWorld();
    world.scripts.node0 = {
      swap: (url: URL) => ({ ...createAnswer(url), expiry: world.nowMs / 1000 + seconds }),
    };
    const quote = await ask(world);
    expect(quote.failure?.code, `${seconds}`).toBe(code);
    expect(quote.expectedAmountOut === null).toBe(seconds === 0);
  }
});

test("of figures that cannot be told, a halt is told first, then why", async () => {
  const unlisted = /^Do not send\. The network does not list the chain of one of these assets\.$/;
  const inForce = RegExp(`^${doNotSendText(haltReasons.inForce())}$`);
  const rows: [name: string, change: (world: World) => unknown, code: string, advice: RegExp][] = [
    ["open", () => 0, "providers_disagree", /^Do not send: the sources expect outputs/],
    ["halted", (world) => (world.mimir[tradingHalt("ETH")] = 1), "halted", inForce],
    ["not listed", (world) => (world.rows.ETH = null), "not_listed", unlisted],
    [
      "listed by one of two",
      (world) =>
        (world.scripts.node1 = {
          ...world.scripts.node1,
          inbound_addresses: toRows({ ...world, rows: { ETH: null } } as World),
        }),
      "providers_disagree",
      /^Do not send\. Our sources disagree, so we cannot check now whether this swap is open\.$/,
    ],
  ];
  for (const [name, change, code, advice] of rows) {
    const world = createWorld({ nodes: 2 });
    world.scripts.node1 = {
      swap: (url: URL) => ({ ...createAnswer(url), expected_amount_out: "1600000000" }),
    };
    change(world);
    const quote = await ask(world);
    expect(quote, name).toMatchObject({
      expectedAmountOut: null,
      memo: null,
      failure: null,
      reason: { code },
    });
    expect(adviceText(quote.advice), name).toMatch(advice);
  }
});

test("pools that are small for the amount are warned of", async () => {
  const codes = async (amount: string) =>
    (await ask(createWorld(), { amount })).warnings.map(({ code }) => code);
  expect(await codes("1")).not.toContain("thin_pool");
  expect(await codes("11")).toContain("thin_pool");
});

test("a refund address of the caller is where a refund goes", async () => {
  const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const question = {
    from: "ETH",
    to: "BTC",
    amount: "10",
    destination: bitcoin,
    liquidityToleranceBps: 0,
  };
  const told = "a refund goes to the sending address";
  const world = createWorld();
  expect((await world.network.getQuote(question)).howToSend?.join()).toContain(told);
  world.intercept = (_, url, reply) =>
    url.pathname.endsWith("/quote/swap")
      ? { ...(reply as object), memo: `=:BTC.BTC:${bitcoin}/${HEX}` }
      : reply;
  const { memo, howToSend } = await world.network.getQuote({ ...question, refundAddress: HEX });
  expect(memo).toContain(`/${HEX}`);
  expect(howToSend?.join()).not.toContain(told);
});

test("a scheduled halt of either side within a day is told, and of an order one before it ends", async () => {
  const HOUR = 600;
  const order = { targetOut: "18", destination: HEX };
  const rows: [key: string, blocks: number, isTold: boolean, asked?: object][] = [
    [tradingHalt("BTC"), 24 * HOUR, true],
    [tradingHalt("BTC"), 24 * HOUR + 1, false],
    [tradingHalt("ETH"), 24 * HOUR, true],
    [tradingHalt("ETH"), 24 * HOUR + 1, false],
    [signingHalt("BTC"), 24 * HOUR, true],
    [signingHalt("ETH"), 24 * HOUR, true],
    [tradingHalt("LTC"), 24 * HOUR, false],
    // An order rests for 43,200 blocks.
    [tradingHalt("ETH"), 96 * HOUR, true, order],
    [tradingHalt("ETH"), 96 * HOUR + 1, false, order],
  ];
  for (const [key, blocks, isTold, asked] of rows) {
    const world = createWorld({ nodes: 2 });
    world.mimir = { ...world.mimir, ENABLEADVSWAPQUEUE: 1, [key]: toBlock(world).height + blocks };
    const { warnings } = await world.network.getQuote({
      from: "BTC",
      to: "ETH",
      amount: "1",
      ...asked,
    });
    const codes = warnings.map(({ code }) => code);
    expect(codes.includes("halt_scheduled"), `${key} ${blocks}`).toBe(isTold);
  }
});

test("of a chain that the network lists and nobody judged, payouts are not known to run", async () => {
  for (const [from, to, expected_amount_out, payoutSigning] of [
    ["NEW.NEW", "ETH", "1739654000", "open"],
    ["BTC", "NEW.NEW", "97000000", "unknown"],
  ] as const) {
    const world = createWorld();
    const pool = { ...toPools(world)[0], asset: "NEW.NEW" };
    world.scripts.node0 = {
      pools: [...toPools(world), pool],
      swap: (url: URL) => ({ ...createAnswer(url), expected_amount_out }),
    };
    const quote = await world.network.getQuote({ from, to, amount: "1" });
    expect(quote.expectedAmountOut, from).toBe(BigInt(expected_amount_out));
    expect(quote, from).toMatchObject({
      failure: null,
      trading: { verdict: "unknown" },
      payoutSigning,
      memo: null,
    });
  }
});
