// What may be asked: what is refused, by its argument, and what goes to the nodes.
import { expect, test } from "@playwright/test";
import { InputError } from "../../../lib/protocol/values/input-error.ts";
import { cellsBelow, rowsOf } from "../../support/rows.ts";
import {
  askedOf,
  askWorld,
  BECH32,
  createQuoteWorld,
  HEX,
  poolOf,
  poolsAnd,
  quoteCalls,
  read,
  THOR,
} from "./asked.ts";

const LONG = "a".repeat(64);
// An order is never filled that asks for so many units of one sent, or for another form of the
// asset. MAYA has four decimals.
const ORDER = "target=0.01 within=none";
const refused = cellsBelow(`
  invalid_affiliate of affiliate
    affiliate=${LONG}a bps=30
    affiliate=s+s bps=30
    affiliate= bps=30
  invalid_order of target_out
    ${ORDER} estimate
    ${ORDER} within=0
    ${ORDER} parts=1/1
    target=1000000.00000001
  invalid_amount of target_out
    target=0
    target=0.000000001
  invalid_amount of amount
    amount=1e3
    network=mayachain lists=MAYA.MAYA from=MAYA.MAYA to=BTC destination=${BECH32} amount=0.00001
  invalid_amount of amount_usd
    amount=none usd=0
    amount=none usd=0.000000001
    amount=none usd=0.00000001
  invalid_destination of destination
    destination=a+b
  invalid_refund_address of refund_address
    refund=a+b
    from=BTC/BTC refund=${THOR}
`);
for (const [expected, words = ""] of refused)
  test(`${words.slice(0, 90)}: ${expected}`, async () => {
    const asked = askedOf(words);
    const world = createQuoteWorld(asked);
    const error = await askWorld(world, asked.ask).catch((caught: unknown) => caught);
    if (!(error instanceof InputError)) throw error;
    expect(`${error.code} of ${error.argument}`).toBe(expected);
    expect(quoteCalls(world)).toEqual([]);
  });

/** By path, the query that every node was asked with, without the pair. */
async function queriesOf(words: string) {
  const queries = new Set<string>();
  const asked = askedOf(words);
  const world = createQuoteWorld(asked);
  const { intercept } = world;
  world.intercept = (name, url, reply) => {
    if (url.pathname.includes("/quote/"))
      queries.add(`${url.pathname.split("/").at(-1)} ${url.search.replace(/^.*&amount=/, "")}`);
    return intercept(name, url, reply);
  };
  await askWorld(world, asked.ask);
  expect(quoteCalls(world)).toHaveLength(2 * queries.size);
  return [...queries];
}

// Nodes count eight decimals of each asset. A pool states how many its chain has.
test("no amount has more decimals than the chain of its asset", async () => {
  const pools = [...poolsAnd(), poolOf("XRP.XRP", { decimals: 6 })];
  const ask = (words: string) => read(askedOf(`from=XRP.XRP estimate ${words}`, { pools }));
  expect((await ask("amount=1.234567")).amount).toBe(123_456_700n);
  const fault = { params: { decimals: 6 } };
  await expect(ask("amount=1.2345678")).rejects.toMatchObject({ fault });
  expect((await ask("amount=none usd=100")).amount).toBe(6_666_666_600n);
  const { recommendedMinAmount } = await ask("min=123456701");
  expect(recommendedMinAmount).toBe(123_456_800n);
});

// A limit is that of the caller or our own. One part has an interval: without numbers in its memo,
// the network would split the swap; MAYAChain reads such a memo as one part. The price of now is
// asked beside an order, and one part beside several that wait, both without a limit.
const PART = "&streaming_interval=1&streaming_quantity=1";
const AFFILIATE = "&affiliate=ss&affiliate_bps=0";
const rows = rowsOf(`
  own-limit estimate | swap
  own-limit | swap TO&liquidity_tolerance_bps=300
  tolerance=0 | swap TO&tolerance_bps=0
  within=5 estimate | swap &liquidity_tolerance_bps=5
  affiliate=ss bps=0 | swap TO${AFFILIATE}
  own-limit estimate affiliate=${LONG} bps=5 | swap &affiliate=${LONG}&affiliate_bps=5
  own-limit estimate parts=0/1 | swap ${PART}
  parts=9/1 | swap TO${PART}
  own-limit estimate parts=2/0 | swap &streaming_interval=2&streaming_quantity=0
  own-limit estimate parts=1/1 network=mayachain | swap
  ${ORDER} affiliate=ss bps=0 refund=${BECH32} ENABLEADVSWAPQUEUE=1
    | swap TO&refund_address=${BECH32}${AFFILIATE}
    | limit TO&target_out=1000000&refund_address=${BECH32}${AFFILIATE}
  parts=0/9 tolerance=5 affiliate=ss bps=0 STREAMINGSWAPPAUSE=1
    | swap TO&streaming_interval=0&streaming_quantity=9${AFFILIATE}&tolerance_bps=5
    | swap TO${PART}${AFFILIATE}
  within=5 STREAMINGSWAPPAUSE=1 | swap TO&liquidity_tolerance_bps=5 | swap TO${PART}
  parts=1/1 STREAMINGSWAPPAUSE=1 | swap TO${PART}
  ${ORDER} STREAMINGSWAPPAUSE=1 | swap TO | limit TO&target_out=1000000
`);
for (const [words = "", ...expected] of rows)
  test(`${words}: ${expected.join(" and ")}`, async () => {
    const queries = expected.map((query) =>
      query.replace(/ ?TO/, ` &destination=${HEX}`).replace(/^(\w+) ?/, "$1 1000000"),
    );
    expect(await queriesOf(words)).toEqual(queries);
  });

// A unit of each asset is worth 1.5 dollars, by the price of the layer-1 asset behind any form.
const converted = rowsOf(`
  500 | BTC~BTC | 33333333333
  3 | THOR.RUNE | 200000000
`);
for (const [usd, from, amount = ""] of converted)
  test(`$${usd} of ${from} are ${amount}, rounded down`, async () => {
    const quote = await read(`amount=none usd=${usd} from=${from} estimate`);
    expect(quote.amount).toBe(BigInt(amount));
    expect(quote.converted?.priceUsd).toBe(150_000_000n);
  });
