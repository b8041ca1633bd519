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
import { cellsBelow } from "../support/rows.ts";
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

/** Below what is asked: amounts, and behind "&" what stands beside an amount of 0.05. */
const asks = cellsBelow(`
  amount 0.05
    %200.05%20 | .05 btc | 0,05 | 0.05&amount=0.05 | &utm_source=x&fbclid=y
    &streaming=rapid | &streaming=0/0
  amount 500
    500&unit= | 500 BTC&unit=usd
  amount 0.12345678
    0.12345678
  amount 111111111111111111
    111111111111111111
  amountUsd 500
    $500 | $ 500 | US$500 | 500$ | 500 usd | usd 500 | $5e2 | 500 US dollars
    $500&unit=usd | 500&unit=usd | ?amount=&amount_usd=500 | ?amount=&amount_usd=$500
  amountUsd 1
    1 Dollar
  amountUsd 1500
    $1,500
  amountUsd 1500.5
    $1,500.50
  amountUsd 500.5
    $500,50
  nothing: amount
    0.123456789 | 1111111111111111111 | 0 | -5 | 1,500 | 1&amount=2 | 500 USDC
    $0 | -$5 | $-5 | $ | $x | €500 | 500 € | 500 eur | 500 euros
    $500 BTC | 500&unit=eur | 1&amount_usd=5 | $1&amount_usd=5
  liquidityToleranceBps 300
    &tolerance=3 | &tolerance=3%25 | &tolerance=%203 %25%20 | &tolerance=3%E2%80%89%25
  liquidityToleranceBps 50
    &tolerance=0.5 | &tolerance=0,5 | &tolerance=.5 %25
  liquidityToleranceBps 250
    &tolerance=2.50
  liquidityToleranceBps 1
    &tolerance=0.01
  liquidityToleranceBps 0
    &liquidity_tolerance_bps=0
  liquidityToleranceBps 9999
    &tolerance=99.99 | &tolerance=&liquidity_tolerance_bps=9999
  toleranceBps 10000
    &tolerance_bps=10000
  nothing: tolerance
    &tolerance=0 | &tolerance=0.00%25 | &tolerance=100 | &tolerance=0.005 | &tolerance=3.001 | &tolerance=-1 | &tolerance=x
    &tolerance=%25 | &tolerance=. | &tolerance=1e1 | &tolerance=3 bps | &tolerance=1,000
    &tolerance=3 3 | &tolerance=3&tolerance=4 | &tolerance=3&tolerance_bps=300
    &tolerance_bps=250&liquidity_tolerance_bps=0 | &liquidity_tolerance_bps=10000
  nothing: tolerance_bps
    &tolerance_bps=10001
  streaming 1/1
    &streaming=single
  streaming 1/0
    &streaming=1
  streaming 1000/100000
    &streaming=1000/100000
  destination ${HEX}
    &destination=%20${HEX}%20
  refundAddress ${OWN}
    &refund_address=${OWN}
  nothing: destination
    &destination=${"1".repeat(129)}
  nothing: null
    &streaming=1001 | &streaming=1/100001 | &affiliate=t | &target_out=18 | &deadline=5
`);

function requestOf(expected: string): Partial<QuoteRequest> | undefined {
  const [name = "", value = ""] = expected.split(" ");
  if (name === "nothing:") return undefined;
  const [interval, quantity] = value.split("/").map(Number);
  const member =
    name === "streaming" ? { interval, quantity } : name.endsWith("Bps") ? Number(value) : value;
  const amount = name === "amountUsd" ? {} : { amount: "0.05" };
  return { from: "BTC.BTC", to: "ETH.ETH", ...amount, [name]: member };
}

for (const [expected, ...cells] of asks)
  for (const cell of cells) {
    const search = cell.startsWith("?") ? cell.slice(1) : `amount=${cell.replace(/^&/, "0.05&")}`;
    test(`/quote?${search}: ${expected} is asked`, async () => {
      const { page, asked } = await fromBtc(search);
      const request = requestOf(expected);
      expect(asked).toEqual(request);
      const fields = page.form.problems.map((problem) => String(problem.field));
      expect(fields).toEqual(request ? [] : [expected.replace("nothing: ", "")]);
      expect(page.reverse === null).toBe(request === undefined);
      const query = new URLSearchParams(search);
      // What was typed stays, so that it can be corrected.
      for (const name of ["amount", "tolerance"] as const)
        if (query.get(name)) expect(page.form.fields[name].value).toBe(query.get(name)?.trim());
      if (query.get("tolerance") && request)
        expect(jsonOf(search).liquidity_tolerance_bps).toBe(request.liquidityToleranceBps);
    });
  }

test("what dollars buy is rounded down to what the network counts, and the way back to what people type", async () => {
  const { markdown } = await fromBtc("amount=$0.9999");
  const link = `${ORIGIN}/quote?from=BTC.BTC&to=ETH.ETH`;
  expect(markdown).toContain(`To keep this amount: [0.00001249 BTC](${link}&amount=0.00001249)`);
  // Whoever opens the link asks for the same dollars, at the price of then.
  expect(markdown).toContain(`\n${link}&amount_usd=0.9999\n`);
  const back = (await fromBtc("amount=0.0512345")).page.reverse?.href;
  expect(back).toMatch(
    /^\/quote\?from=ETH\.ETH&to=BTC\.BTC&amount=(?:[1-9]\d0*|0\.0*[1-9]\d?|\d\.\d)$/,
  );
});

const inJson: readonly (readonly [search: string, asked: object])[] = [
  ["amount=$500", { amount_usd: "500" }],
  ["amount=500&unit=usd", { amount_usd: "500" }],
  ["amount_usd=US$ 500", { amount_usd: "500" }],
  ["amount_usd=500 USDC", { amount_usd: "500 USDC" }],
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
  for (const [bps, percent] of Object.entries({ 300: "3", 50: "0.5", 5: "0.05", 0: "" })) {
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
/** Below the chain that is asked for. How an id is written: truth/values/transactions. */
const ids = cellsBelow(`
  nothing
    chain=BTC | | txid= | txid=abc | txid=${ID}&chain=ZZZ9 | txid=${ID}&chain=SOL
    txid=${ID}&txid=${OTHER} | txid=${ID}&chain=BTC&chain=ETH | txid=${ID}&chian=BTC
  null
    txid=${ID} | txid=${ID}&chain= | txid=${ID}&utm_source=x&fbclid=y
  BTC
    txid=0x${ID.toLowerCase()}&chain=btc | txid=https://mempool.space/tx/${ID}&chain=%20BTC%20
    txid=${ID}&txid=${ID}&chain=BTC&chain=BTC
`);
for (const [expected, ...searches] of ids)
  for (const search of searches)
    test(`/track?${search}: ${expected} is asked`, () => {
      const query = new URLSearchParams(search);
      const { lookup, typed } = parseTrackQuery(query, presets.thorchain);
      const chain = expected === "null" ? null : expected;
      expect(lookup).toEqual(expected === "nothing" ? null : { txid: ID, chain });
      expect(typed.txid).toBe([...new Set(query.getAll("txid"))].join(" "));
      expect(typed.chain).toBe([...new Set(query.getAll("chain"))].join(" ").trim());
    });
