// What a node's refusal means: a code, the argument to change, and whether asking again helps. Its words are never repeated.
import { expect, test } from "@playwright/test";
import type { QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { refuseWith } from "../../support/changes.ts";
import { blamedArguments, refusalRows } from "../../support/refusals.ts";
import { down, type Reply, status } from "../../support/world.ts";
import { askWorld, blocksApart, createQuoteWorld, inWords, quoteCalls, read } from "./asked.ts";

/** As mayanode refuses with HTTP 200. */
const refusal = (words: string, code: number): Reply =>
  code === 200 ? { error: words } : refuseWith(words, code);

const limited = { liquidityToleranceBps: 300 };
const tiny = { ...limited, amount: "0.00001" };
const everything = { ...limited, affiliate: "x", affiliateBps: 600 };

async function failureOf(reply: Reply, ask: Partial<QuoteRequest>, nodes: 1 | 2 = 2) {
  const quote = await read({ ask, say: () => reply, in: { nodes } });
  expect(inWords(quote)).not.toContain("SECRET");
  expect(quote.expectedAmountOut).toBeNull();
  expect(quote.withheld?.code).toBe(quote.failure?.code);
  return quote.failure;
}

for (const [words, code, meaning] of refusalRows) {
  test(`${code} ${words.slice(0, 90)}: ${meaning}`, async () => {
    const failure = await failureOf(refusal(`${words} SECRET`, code), tiny);
    const retryAfterSeconds = meaning === "halted" ? 60 : null;
    expect(failure).toMatchObject({ code: meaning, retryAfterSeconds });
  });
}

for (const [words, argument, code = `invalid_${argument}`] of blamedArguments) {
  test(`${argument} is to blame for: ${words.replace(/\s+/g, " ").slice(0, 150)}`, async () => {
    for (const at of [200, 400, 500]) {
      const failure = await failureOf(refusal(words, at), everything);
      expect(failure, `${at}`).toMatchObject({ code, argument, retryAfterSeconds: null });
    }
  });
}

const tooLong = "generated memo too long for source chain";
const unparsed = "MEMO FAILURE(S): cannot parse 't' as an Address: t is not recognizable";
const otherChain = "swap destination address is not the same chain as the target asset";
const noDestination = { destination: undefined };
const refund = { refundAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" };
const affiliate = { affiliate: "x", affiliateBps: 5 };
type Row = readonly [
  words: string,
  code: string,
  argument: string | undefined,
  ask?: Partial<QuoteRequest>,
  status?: number,
];
const readings: readonly Row[] = [
  ["price limit", "limit_not_met", "tolerance_bps", { toleranceBps: 5 }],
  [
    "price limit: cannot parse 'x' as an Address",
    "limit_not_met",
    "liquidity_tolerance_bps",
    affiliate,
  ],
  [otherChain, "no_destination", "destination", noDestination, 500],
  // What was given beside the receiving address is to be left out first.
  [tooLong, "memo_too_long", "destination"],
  [tooLong, "memo_too_long", "affiliate", affiliate],
  [tooLong, "memo_too_long", "refund_address", refund],
  [tooLong, "memo_too_long", "affiliate", { ...refund, ...affiliate }],
  [unparsed, "memo_not_parsed", "destination"],
  [unparsed, "memo_not_parsed", "affiliate", affiliate],
  ["cannot parse 'x' as an Address", "invalid_affiliate", "affiliate", affiliate],
  // Words that are not known are read by what was asked, where the node judged the request.
  ["below your limit", "limit_not_met", "liquidity_tolerance_bps", limited],
  ["below your limit", "limit_not_met", "tolerance_bps", { toleranceBps: 0 }],
  ["below your limit", "unavailable", undefined],
  ["below your limit", "unavailable", undefined, { ...noDestination }],
  ["below your limit", "unavailable", undefined, limited, 500],
  ["whatever", "unavailable", undefined],
  ...["too small", "dust", "the MINIMUM", "not enough"].map(
    (words): Row => [words, "amount_too_small", "amount"],
  ),
  ...["destination", "address", "memo"].map(
    (words): Row => [words, "invalid_destination", "destination"],
  ),
  ["bad address", "unavailable", undefined, noDestination],
  ...["asset", "symbol", "pool"].map((words): Row => [words, "invalid_asset", undefined]),
  ["asset", "unavailable", undefined, {}, 503],
];
for (const [words, code, argument, ask = {}, at = 400] of readings) {
  test(`${at} ${words.slice(0, 60)}, of ${inWords(ask)}: ${code}`, async () => {
    const failure = await failureOf(refusal(words, at), ask);
    expect([failure?.code, failure?.argument]).toEqual([code, argument]);
  });
}

test("no answer is no refusal: the upstream says when to ask again, or it is a quarter of a minute", async () => {
  const replies: readonly (readonly [reply: Reply, seconds: number])[] = [
    [down, 15],
    [status(503), 15],
    [status(503, {}, { "retry-after": "3" }), 3],
    [{ expected_amount_out: 5 }, 15],
  ];
  for (const [reply, retryAfterSeconds] of replies) {
    const quote = await read({ say: () => reply, in: { nodes: 1 } });
    expect(quote.failure).toMatchObject({ code: "unavailable", retryAfterSeconds });
  }
});

test("a pair that our own reading calls halted is halted, whatever the node answers", async () => {
  for (const reply of [refuseWith("anything"), refuseWith("swap too small"), down]) {
    const { failure } = await read({ mimir: { HALTETHTRADING: 1 }, say: () => reply });
    expect(failure).toMatchObject({ code: "halted", retryAfterSeconds: 60 });
  }
});

const most = (bps: number) =>
  `bad affiliate params: total affiliate fee basis points must not exceed ${bps} (provided: 600)`;
const moreThan = "bad affiliate params: total affiliate fee must not be more than 1000 bps";
const maxima: readonly [words: readonly string[], candidates: string[] | undefined][] = [
  [[most(500), most(500)], ["500"]],
  [[moreThan], ["1000"]],
  [[most(500), most(400)], undefined],
  [[most(500), "total affiliate fee"], undefined],
];
for (const [words, candidates] of maxima) {
  test(`what affiliates may take, by ${words.join(" and ")}: ${candidates}`, async () => {
    const say = words.map((text) => () => refuseWith(text));
    const { failure } = await read({ ask: everything, say, in: { nodes: words.length } });
    expect(failure).toMatchObject({ code: "invalid_affiliate_bps", argument: "affiliate_bps" });
    expect(failure?.candidates).toEqual(candidates);
  });
}

const least = (amount: string) =>
  `amount less than min swap amount (recommended_min_amount_in: ${amount})`;
const small = "swap too small";
const minima: readonly [
  name: string,
  words: readonly string[],
  amount: string,
  code: string,
  minimum: bigint | null,
  candidates?: readonly string[],
][] = [
  ["below it", [least("4412")], "0.00004411", "amount_too_small", 4412n, ["0.00004412"]],
  ["just it", [least("4412")], "0.00004412", "pool_too_shallow", 4412n],
  [
    "another wording",
    [`${small}; recommended minimum: 7761`],
    "0.00007761",
    "pool_too_shallow",
    7761n,
  ],
  ["the larger of two near", [least("100"), least("111")], "1", "pool_too_shallow", 111n],
  ["one named, one not", [least("100"), small], "1", "amount_too_small", null],
  ["two far apart", [least("100"), least("112")], "1", "amount_too_small", null],
  ["dust", [`${least("1000")} dust`], "0.00001", "amount_too_small", 1000n],
  ["none named", [small], "0.00004411", "amount_too_small", null],
];
for (const [name, words, amount, code, minimum, candidates] of minima) {
  test(`the least that a refusal names, ${name}: ${code}`, async () => {
    const say = words.map((text) => () => refuseWith(text));
    const quote = await read({ ask: { amount }, say, in: { nodes: words.length } });
    expect(quote.failure).toMatchObject({ code, argument: "amount", retryAfterSeconds: null });
    expect([quote.recommendedMinAmount, quote.failure?.candidates]).toEqual([minimum, candidates]);
  });
}

const worth500Dollars = "33333333333";
const asks: readonly [
  name: string,
  minimums: readonly (number | "refuses" | "silent")[],
  expected: bigint | null,
  asked: number,
][] = [
  ["one node", [75], 75n, 1],
  ["the larger of two", [70, 75], 75n, 2],
  ["a third where one is far off", [70, 700, 75], 75n, 3],
  ["a third where one refuses", [70, "refuses", 75], 75n, 3],
  ["a third where one names none", [70, "silent", 75], 75n, 3],
  ["one of two names none", [70, "silent"], null, 2],
  ["two of three that refuse", ["refuses", "refuses", 75], null, 2],
];
for (const [name, minimums, expected, asked] of asks) {
  test(`an amount that is refused as too small is told the least of ${name}`, async () => {
    const queries: string[] = [];
    const say = minimums.map((minimum) => (quote: object, url: URL): Reply => {
      if (url.searchParams.has("destination")) return refuseWith(small);
      queries.push(url.search);
      if (minimum === "refuses") return refuseWith("no");
      return { ...quote, ...(minimum !== "silent" && { recommended_min_amount_in: `${minimum}` }) };
    });
    const ask = { amount: "0.0000005" };
    const quote = await read({ ask, say, in: { nodes: minimums.length }, change: blocksApart });
    expect(quote.failure?.code).toBe("amount_too_small");
    expect(quote.recommendedMinAmount).toBe(expected);
    // Of an amount worth 500 dollars, and nothing else.
    const search = `?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=${worth500Dollars}`;
    expect(queries).toEqual(Array.from({ length: asked }, () => search));
  });
}

test("other refusals are told no least, and nobody is asked for one", async () => {
  const world = createQuoteWorld({ say: () => refuseWith("bad destination address") });
  expect((await askWorld(world)).recommendedMinAmount).toBeNull();
  expect(quoteCalls(world)).toHaveLength(2);
});

// An order has two questions. What refuses either counts; only its own says that there are no orders.
const off = { code: "limit_orders_off", argument: "target_out", retryAfterSeconds: null };
const orders = { ask: { targetOut: "0.01" }, mimir: { ENABLEADVSWAPQUEUE: 1 } };
const orderReplies: readonly [reply: Reply, failure: Record<string, unknown>, ofSwap: string][] = [
  [status(501, { code: 12, message: "Not Implemented" }), off, "unavailable"],
  [status(404, { message: "not found" }), off, "unavailable"],
  [refuseWith("limit orders require advanced swap queue to be enabled"), off, "limit_orders_off"],
  [refuseWith("bad from asset"), { code: "invalid_asset" }, "invalid_asset"],
  [status(503), { code: "unavailable" }, "unavailable"],
];
for (const [reply, expected, ofSwap] of orderReplies) {
  test(`a node answers an order with ${inWords(reply)}: ${inWords(expected)}`, async () => {
    const say = () => reply;
    expect((await read({ ...orders, order: say })).failure).toMatchObject(expected);
    expect((await read({ say })).failure?.code).toBe(ofSwap);
    const [limit, halt] = [refuseWith("price limit"), refuseWith("trading is halted")];
    const both = await read({ ...orders, say: () => halt, order: () => limit });
    expect(both.failure?.code).toBe("halted");
    if (expected === off)
      expect((await read({ ...orders, order: [{}, say] })).withheld?.code).toBe("sources_disagree");
  });
}

test("what MAYAChain allows for affiliates is read from its refusals with HTTP 200", async () => {
  const quote = await read({
    ask: everything,
    say: () => ({ error: most(400) }),
    in: { network: "mayachain" },
  });
  expect(quote.failure?.candidates).toEqual(["400"]);
});
