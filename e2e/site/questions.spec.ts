// What /quote and /track ask the network for: an amount, a limit, an address or an id that is read wrongly is another swap.
import { expect, test } from "@playwright/test";
import { getSwapQuote } from "../../lib/mcp/tools/get-swap-quote.ts";
import { queryArguments } from "../../lib/mcp/tools/query-arguments.ts";
import type { QuoteRequest } from "../../lib/protocol/model/quote.ts";
import type { Network } from "../../lib/protocol/network.ts";
import { presets } from "../../lib/protocol/values/chains.ts";
import { blocksMarkdown } from "../../lib/render/markdown.ts";
import { getQuotePage } from "../../lib/site/live/quote/page.ts";
import { parseTrackQuery } from "../../lib/site/live/track/query.ts";
import { scriptNodes, silence } from "../support/changes.ts";
import { createWorld, toPools, type World } from "../support/world.ts";

const ORIGIN = "https://swap.example";
const HEX = `0x${"90".repeat(20)}`;
const OWN = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";

async function askPage(search: string, change: (world: World) => void = () => undefined) {
  const world = createWorld({ nodes: 2 });
  change(world);
  const { network, preset, nowMs } = world;
  const asked: QuoteRequest[] = [];
  const watched: Network = {
    ...network,
    getQuote: (request, options) => {
      asked.push(request);
      return network.getQuote(request, options);
    },
  };
  const setup = { network: watched, preset, now: () => nowMs, origin: ORIGIN };
  const page = await getQuotePage(setup, new URLSearchParams(search));
  return { page, markdown: blocksMarkdown(page.blocks, ORIGIN), asked: asked[0] };
}
const fromBtc = (search: string) => askPage(`from=BTC&to=ETH&${search}`);
const jsonOf = (search: string) =>
  queryArguments(getSwapQuote.inputSchema, new URLSearchParams(search));

const dollars = (amountUsd: string) => ({ amountUsd });
const limit = (bps: number) => ({ amount: "0.05", liquidityToleranceBps: bps });
const parts = (interval: number, quantity: number) => ({
  amount: "0.05",
  streaming: { interval, quantity },
});
/** Null: nothing is asked. The field that is wrong stands behind it. */
type Row = readonly [search: string, asked: Partial<QuoteRequest> | null, field?: string | null];
const amounts = (asked: Partial<QuoteRequest> | null, ...texts: string[]): Row[] =>
  texts.map((text) => (asked ? [`amount=${text}`, asked] : [`amount=${text}`, null, "amount"]));
const terms = (asked: Partial<QuoteRequest> | null, field: string | null, ...texts: string[]) =>
  texts.map(
    (text): Row => (asked ? [`amount=0.05&${text}`, asked] : [`amount=0.05&${text}`, null, field]),
  );
const perCent = (bps: number | null, ...texts: string[]) =>
  terms(
    bps === null ? null : limit(bps),
    "tolerance",
    ...texts.map((text) => `tolerance=${encodeURIComponent(text)}`),
  );
const largest = "1".repeat(18);
const rows: readonly Row[] = [
  ...amounts({ amount: "0.05" }, " 0.05 ", ".05 btc", "0,05", "0.05&amount=0.05"),
  ...amounts({ amount: "500" }, "500&unit="),
  ...amounts({ amount: "0.12345678" }, "0.12345678"),
  ...amounts({ amount: largest }, largest),
  ...amounts(null, "0.123456789", `${largest}1`, "0", "-5", "1,500", "1&amount=2", "500 USDC"),
  ...amounts(dollars("500"), "$500", "$ 500", "US$500", "500$", "500 usd", "usd 500", "$5e2"),
  ...amounts(dollars("500"), "500 US dollars", "$500&unit=usd", "500&unit=usd", "&amount_usd=500"),
  ...amounts(dollars("1"), "1 Dollar"),
  ...amounts(dollars("1500"), "$1,500"),
  ...amounts(dollars("1500.5"), "$1,500.50"),
  ...amounts(dollars("500.5"), "$500,50"),
  ...amounts(null, "$0", "-$5", "$-5", "$", "$x", "€500", "500 €", "500 eur", "500 euros"),
  ...amounts(
    null,
    "$500 BTC",
    "500 BTC&unit=usd",
    "500&unit=eur",
    "1&amount_usd=5",
    "$1&amount_usd=5",
  ),
  ...perCent(300, "3", "3%", " 3 % ", "3\u2009%"),
  ...perCent(50, "0.5", "0,5", ".5 %"),
  ...perCent(250, "2.50"),
  ...perCent(1, "0.01"),
  ...perCent(0, "0"),
  ...perCent(9_999, "99.99"),
  ...perCent(null, "100", "0.005", "3.001", "-1", "x", "%", ".", "1e1", "3 bps", "1,000", "3 3"),
  ...terms(null, "tolerance", "tolerance=3&tolerance=4", "tolerance=3&tolerance_bps=300"),
  ...terms(null, "tolerance", "tolerance_bps=250&liquidity_tolerance_bps=0"),
  ...terms(limit(9_999), null, "tolerance=&liquidity_tolerance_bps=9999"),
  ...terms(null, "tolerance", "liquidity_tolerance_bps=10000"),
  ...terms({ amount: "0.05", toleranceBps: 10_000 }, null, "tolerance_bps=10000"),
  ...terms(null, "tolerance_bps", "tolerance_bps=10001"),
  ...terms(parts(1, 1), null, "streaming=single"),
  ...terms(parts(1, 0), null, "streaming=1"),
  ...terms(parts(1_000, 100_000), null, "streaming=1000/100000"),
  ...terms(null, null, "streaming=1001", "streaming=1/100001"),
  // With numbers, a network that makes no parts by itself would be said not to apply them.
  ...terms({ amount: "0.05" }, null, "streaming=rapid", "streaming=0/0", "utm_source=x&fbclid=y"),
  ...terms({ amount: "0.05", destination: HEX }, null, `destination= ${HEX} `),
  ...terms({ amount: "0.05", refundAddress: OWN }, null, `refund_address=${OWN}`),
  ...terms(null, "destination", `destination=${"1".repeat(129)}`),
  ...terms(null, null, "affiliate=t", "target_out=18", "deadline=5"),
];
for (const [search, more, field] of rows)
  test(`/quote?${search}: ${more === null ? "nothing" : JSON.stringify(more)} is asked`, async () => {
    const { page, asked } = await fromBtc(search.replaceAll("+", "%2B"));
    const pair = { from: "BTC.BTC", to: "ETH.ETH" };
    expect(asked).toEqual(more === null ? undefined : { ...pair, ...more });
    const fields = page.form.problems.map((problem) => problem.field);
    expect(fields).toEqual(field === undefined ? [] : [field]);
    expect(page.reverse === null).toBe(more === null);
    const written = new URLSearchParams(search);
    const [amount, tolerance] = [written.get("amount"), written.get("tolerance")];
    // What was typed stays, so that it can be corrected.
    if (amount) expect(page.form.fields.amount.value).toBe(amount.trim());
    if (tolerance) expect(page.form.fields.tolerance.value).toBe(tolerance.trim());
    if (tolerance && more?.liquidityToleranceBps !== undefined)
      expect(jsonOf(search).liquidity_tolerance_bps).toBe(more.liquidityToleranceBps);
  });

test("what dollars buy is rounded down to what the network counts, and the way back to what people type", async () => {
  const { markdown } = await fromBtc("amount=$0.9999");
  expect(markdown).toContain(`\n${ORIGIN}/quote?from=BTC.BTC&to=ETH.ETH&amount=0.00001249\n`);
  const back = (await fromBtc("amount=0.0512345")).page.reverse?.href;
  expect(back).toMatch(
    /^\/quote\?from=ETH\.ETH&to=BTC\.BTC&amount=(?:[1-9]\d0*|0\.0*[1-9]\d?|\d\.\d)$/,
  );
});

const inJson: readonly (readonly [search: string, asked: object])[] = [
  ["amount=$500", { amount_usd: "500" }],
  ["amount=500&unit=usd", { amount_usd: "500" }],
  ["amount=500 USDC", { amount: "500 USDC" }],
  ["amount=500&unit=eur", { amount: "500", unit: "eur" }],
  ["amount=$1&amount_usd=2", { amount_usd: ["2", "1"] }],
  ["tolerance=3&liquidity_tolerance_bps=300", { tolerance: "3", liquidity_tolerance_bps: 300 }],
  ["streaming=0/0", { streaming: "rapid" }],
];
for (const [search, asked] of inJson)
  test(`/quote.json?${search} is read as ${JSON.stringify(asked)}`, () =>
    expect(jsonOf(search)).toEqual(asked));

test("a link to a quote holds nobody's address, and the one to ask again holds one's own", async () => {
  const search = `from=BTC&to=ETH&amount=.0512345&destination=${HEX}&refund_address=${OWN}&tolerance=3&streaming=2/5&utm_source=1`;
  const { markdown } = await askPage(search);
  const shared =
    "/quote?from=BTC.BTC&to=ETH.ETH&amount=0.0512345&liquidity_tolerance_bps=300&streaming=2%2F5";
  expect(markdown).toContain(`\n${ORIGIN + shared}\n`);
  const { page } = await askPage(search, (world) => silence(world, "node0", "node1"));
  const again = new URL(page.again?.href ?? "", ORIGIN).searchParams;
  expect([again.get("destination"), again.get("refund_address")]).toEqual([HEX, OWN]);
});

test("a link in basis points fills the form in per cent, and every correction keeps the terms", async () => {
  for (const [bps, percent] of Object.entries({ 300: "3", 50: "0.5", 5: "0.05", 0: "0" })) {
    const { page } = await fromBtc(`amount=1&liquidity_tolerance_bps=${bps}`);
    expect(page.form.fields.tolerance.value).toBe(percent);
  }
  const { page } = await askPage("from=BT&to=ETH&amount=$500&tolerance=0.5");
  const hrefs = page.form.problems.flatMap(({ choices }) => choices.map(({ href }) => href));
  expect(hrefs.length).toBeGreaterThan(0);
  for (const href of hrefs) expect(href).toMatch(/&liquidity_tolerance_bps=50&amount_usd=500$/);
});

test("no suggestion has a deceptive name, or a pool that takes no swaps", async () => {
  const { page, markdown } = await askPage("", (world) => {
    const [, ether] = toPools(world);
    scriptNodes(world, { pools: [{ ...ether, asset: "ETH.BUY-HERE-NOW" }, ...toPools(world)] });
  });
  const listed = page.form.assets.map(({ value }) => value);
  expect(listed).toEqual(["THOR.RUNE", "BTC.BTC", "ETH.ETH"]);
  expect(markdown).not.toContain("BUY");
  expect(markdown.match(/\]\(\S+\/quote\?from=/g)).toHaveLength(2);
});

const ID = "0A1B".repeat(16);
const OTHER = "9F8E".repeat(16);
const ids: readonly (readonly [search: string, chain: string | null | undefined])[] = [
  ["", undefined],
  ["chain=BTC", undefined],
  [`txid=${ID}`, null],
  [`txid=0x${ID.toLowerCase()}&chain=btc`, "BTC"],
  [`txid=${ID}&chain=`, null],
  [`txid=https://mempool.space/tx/${ID}&chain= BTC `, "BTC"],
  ["txid=", undefined],
  ["txid=abc", undefined],
  [`txid=${ID.slice(0, 40)}`, undefined],
  [`txid=${HEX}`, undefined],
  [`txid=https://etherscan.io/address/${HEX}`, undefined],
  [`txid=${OWN}&chain=BTC`, undefined],
  [`txid=${ID}&chain=ZZZ9`, undefined],
  [`txid=${ID}&chain=SOL`, undefined],
  [`txid=${ID} ${OTHER}`, undefined],
  [`txid=${ID}&txid=${OTHER}`, undefined],
  [`txid=${ID}&chain=BTC&chain=ETH`, undefined],
  [`txid=${ID}&txid=${ID}&chain=BTC&chain=BTC`, "BTC"],
  [`txid=${ID}&chian=BTC`, undefined],
  [`txid=${ID}&utm_source=x&fbclid=y`, null],
];
for (const [search, chain] of ids)
  test(`/track?${search}: ${chain === undefined ? "nothing" : "the id"} is asked`, () => {
    const { lookup, typed } = parseTrackQuery(new URLSearchParams(search), presets.thorchain);
    expect(lookup).toEqual(chain === undefined ? null : { txid: ID, chain });
    const given = new URLSearchParams(search);
    expect(typed.txid).toBe([...new Set(given.getAll("txid"))].join(" "));
    expect(typed.chain).toBe([...new Set(given.getAll("chain"))].join(" ").trim());
  });
