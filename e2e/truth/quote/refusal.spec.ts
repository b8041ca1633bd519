// What a node's refusal means: a code, the argument to change, and whether to ask again.
import { expect, test } from "@playwright/test";
import { blamedArguments, refusalRows } from "../../fixtures/refusals.ts";
import { refuseWith } from "../../support/changes.ts";
import { cellsBelow, rowsOf } from "../../support/rows.ts";
import { type Reply, status } from "../../support/world.ts";
import { askedOf, blocksApart, inWords, read } from "./asked.ts";

/** As mayanode refuses with HTTP 200. */
const refusal = (words: string, code: number): Reply =>
  code === 200 ? { error: words } : refuseWith(words, code);
/** Each node refuses with its own words. */
const readRefusal = (question: string, ...refusals: readonly string[]) => {
  const say = refusals.map((words) => () => refuseWith(words));
  return read(askedOf(`nodes=${refusals.length} ${question}`, { say }));
};
const EVERYTHING = "within=300 affiliate=x bps=600";

async function failureOf(reply: Reply, question: string) {
  const quote = await read(askedOf(question, { say: () => reply }));
  expect(inWords(quote)).not.toContain("SECRET");
  expect(quote.expectedAmountOut).toBeNull();
  expect(quote.withheld?.code).toBe(quote.failure?.code);
  return quote.failure;
}

for (const [words, code, meaning] of refusalRows)
  test(`${code} ${words.slice(0, 90)}: ${meaning}`, async () => {
    const failure = await failureOf(refusal(`${words} SECRET`, code), "within=300 amount=0.00001");
    const retryAfterSeconds = meaning === "halted" ? 60 : null;
    expect(failure).toMatchObject({ code: meaning, retryAfterSeconds });
  });

for (const [words, argument, code = `invalid_${argument}`] of blamedArguments)
  test(`${argument} is to blame for: ${words.replace(/\s+/g, " ").slice(0, 150)}`, async () => {
    for (const at of [200, 400, 500]) {
      const failure = await failureOf(refusal(words, at), EVERYTHING);
      expect(failure, `${at}`).toMatchObject({ code, argument, retryAfterSeconds: null });
    }
  });

// What was given beside the receiving address is to be left out first. Words that are not known are
// read by what was asked, where the node judged the request.
const TOO_LONG = "generated memo too long for source chain";
const UNPARSED = "MEMO FAILURE(S): cannot parse 't' as an Address: t is not recognizable";
const AFFILIATE = "affiliate=x bps=5";
const REFUND = "refund=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const readings = cellsBelow(`
  limit_not_met tolerance_bps
    below your limit | tolerance=0
  limit_not_met liquidity_tolerance_bps
    price limit: cannot parse 'x' as an Address | ${AFFILIATE}
    below your limit | within=300
  memo_too_long affiliate
    ${TOO_LONG} | ${REFUND} ${AFFILIATE}
  memo_too_long refund_address
    ${TOO_LONG} | ${REFUND}
  memo_not_parsed affiliate
    ${UNPARSED} | ${AFFILIATE}
  invalid_affiliate affiliate
    cannot parse 'x' as an Address | ${AFFILIATE}
  unavailable undefined
    below your limit
    below your limit | within=300 | 500
    whatever
    bad address | estimate
    asset |  | 503
  amount_too_small amount
    dust
    the MINIMUM
    not enough
  invalid_destination destination
    address
    memo
  invalid_asset undefined
    asset
    symbol
    pool
`);
for (const [expected, words = "", question = "", at = "400"] of readings)
  test(`${at} ${words.slice(0, 60)}, of ${question}: ${expected}`, async () => {
    const failure = await failureOf(refusal(words, Number(at)), question);
    expect(`${failure?.code} ${failure?.argument}`).toBe(expected);
  });

test("no answer is no refusal, and the upstream may say when to ask again", async () => {
  const later = status(503, {}, { "retry-after": "3" });
  for (const [reply, retryAfterSeconds] of [
    [later, 3],
    [{ expected_amount_out: 5 }, 15],
  ] as const) {
    const failure = await failureOf(reply, "nodes=1");
    expect(failure).toMatchObject({ code: "unavailable", retryAfterSeconds });
  }
});

test("a pair that our own reading calls halted is halted, whatever the node answers", async () => {
  const failure = await failureOf(refuseWith("swap too small"), "HALTETHTRADING=1");
  expect(failure).toMatchObject({ code: "halted", retryAfterSeconds: 60 });
});

const most = (bps: number) =>
  `bad affiliate params: total affiliate fee basis points must not exceed ${bps} (provided: 600)`;
const maxima = rowsOf(`
  1000 | bad affiliate params: total affiliate fee must not be more than 1000 bps
  none | ${most(500)} | ${most(400)}
  none | ${most(500)} | total affiliate fee
`);
for (const [expected, ...words] of maxima)
  test(`what affiliates may take, by ${words.join(" and ")}: ${expected}`, async () => {
    const { failure } = await readRefusal(EVERYTHING, ...words);
    expect(failure).toMatchObject({ code: "invalid_affiliate_bps", argument: "affiliate_bps" });
    expect(`${failure?.candidates ?? "none"}`).toBe(expected);
  });

/** Of a number: as nodes name the least that they swap. */
const leastOf = (words: string) =>
  words.replace(/^\d+/, "amount less than min swap amount (recommended_min_amount_in: $&)");
const minima = rowsOf(`
  below it | amount=0.00004411 | amount_too_small 4412 0.00004412 | 4412
  just it | amount=0.00004412 | pool_too_shallow 4412 none | 4412
  another wording | amount=0.00007761 | pool_too_shallow 7761 none
    | swap too small; recommended minimum: 7761
  the larger of two near | amount=1 | pool_too_shallow 111 none | 100 | 111
  one named, one not | amount=1 | amount_too_small null none | 100 | swap too small
  two far apart | amount=1 | amount_too_small null none | 100 | 112
  dust | amount=0.00001 | amount_too_small 1000 none | 1000 dust
`);
for (const [name, question = "", expected, ...words] of minima)
  test(`the least that a refusal names, ${name}: ${expected}`, async () => {
    const quote = await readRefusal(question, ...words.map(leastOf));
    expect(quote.failure).toMatchObject({ argument: "amount", retryAfterSeconds: null });
    const { code, candidates = ["none"] } = quote.failure ?? {};
    expect(`${code} ${quote.recommendedMinAmount} ${candidates}`).toBe(expected);
  });

const asks = rowsOf(`
  the larger of two | 70 75 | 75 | 2
  a third where one is far off | 70 700 75 | 75 | 3
  a third where one refuses | 70 refuses 75 | 75 | 3
  one of two names none | 70 silent | null | 2
`);
for (const [name, minimums = "", expected, asked] of asks)
  test(`an amount that is refused as too small is told the least of ${name}`, async () => {
    const queries: string[] = [];
    const say = minimums.split(" ").map((minimum) => (quote: object, url: URL): Reply => {
      if (url.searchParams.has("destination")) return refuseWith("swap too small");
      queries.push(url.search);
      if (minimum === "refuses") return refuseWith("no");
      return { ...quote, ...(minimum !== "silent" && { recommended_min_amount_in: minimum }) };
    });
    const ask = { amount: "0.0000005" };
    const quote = await read({ ask, say, in: { nodes: say.length }, change: blocksApart });
    expect(quote.failure?.code).toBe("amount_too_small");
    expect(`${quote.recommendedMinAmount}`).toBe(expected);
    // Of an amount worth 500 dollars, and nothing else.
    const search = "?from_asset=BTC.BTC&to_asset=ETH.ETH&amount=33333333333";
    expect(queries).toEqual(Array.from({ length: Number(asked) }, () => search));
  });

// What refuses either question of an order counts; only its own says that there are no orders.
const ORDER = "target=0.01 ENABLEADVSWAPQUEUE=1";
const NOT_THERE = status(501, { code: 12, message: "Not Implemented" });
const QUEUE = refuseWith("limit orders require advanced swap queue to be enabled");
const orderReplies: readonly [reply: Reply, ofOrder: string, ofSwap: string][] = [
  [NOT_THERE, "limit_orders_off target_out", "unavailable undefined"],
  [status(404), "limit_orders_off target_out", "unavailable undefined"],
  [status(503), "unavailable undefined", "unavailable undefined"],
  [QUEUE, "limit_orders_off target_out", "limit_orders_off target_out"],
  [refuseWith("bad from asset"), "invalid_asset undefined", "invalid_asset undefined"],
];
for (const [reply, ofOrder, ofSwap] of orderReplies)
  test(`${inWords(reply)}: ${ofOrder} of an order, ${ofSwap} of a swap`, async () => {
    for (const [asked, codes] of [
      [askedOf(ORDER, { order: () => reply }), ofOrder],
      [{ say: () => reply }, ofSwap],
    ] as const) {
      const { failure } = await read(asked);
      expect(`${failure?.code} ${failure?.argument}`).toBe(codes);
    }
  });

test("an order is refused by what refuses its price of now, not by one node alone", async () => {
  const say = () => refuseWith("trading is halted");
  const both = await read(askedOf(ORDER, { say, order: () => refuseWith("price limit") }));
  expect(both.failure?.code).toBe("halted");
  const one = await read(askedOf(ORDER, { order: [{}, () => QUEUE] }));
  expect(one.withheld?.code).toBe("sources_disagree");
});
