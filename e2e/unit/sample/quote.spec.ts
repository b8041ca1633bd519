// The sample's quotes beside those of a recorded node with the same pools, parameters and gas rates.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@playwright/test";
import { presets } from "../../../lib/protocol/values/chains.ts";
import type { SamplePool, SampleState } from "../../../lib/sample/network.ts";
import { answerQuote, findSide, outboundFee } from "../../../lib/sample/quote.ts";
import {
  quotesText,
  type RecordedQuotes,
  readQuotes,
  readRecordedQuotes,
} from "../../../tools/recorded/quotes.ts";
import { BTC_TO_ETH, get, quotePath, send } from "./sample-client.ts";

const { chains } = presets.thorchain;
const ONE = 10n ** 8n;

/** Row by row, with the amounts as numbers. */
function amounts<const Name extends string>(
  row: Readonly<Record<string, string>>,
  ...names: Name[]
) {
  return Object.fromEntries(names.map((name) => [name, BigInt(row[name] ?? 0)])) as Record<
    Name,
    bigint
  >;
}

function stateOf({ height, parameters, pools, rows, fees }: RecordedQuotes): SampleState {
  const listed = pools.map((row) => ({
    asset: row.asset ?? "",
    short_code: row.short_code,
    status: row.status as SamplePool["status"],
    decimals: Number(row.decimals ?? 8),
    ...amounts(row, "balance_asset", "balance_rune"),
  }));
  const prices = listed
    .filter(({ asset }) => parameters[`TORANCHOR-${asset.replace(".", "-")}`])
    .map((pool) => (pool.balance_asset * ONE) / pool.balance_rune);
  const total = prices.reduce((sum, price) => sum + price, 0n);
  return {
    height,
    chains: new Map(chains.map((chain) => [chain.code, chain])),
    runePrice: total / BigInt(prices.length),
    pools: new Map(listed.map((pool) => [pool.asset, pool])),
    rows: new Map(
      rows.map((row) => [
        row.chain ?? "",
        {
          chain: row.chain ?? "",
          address: row.address ?? "",
          router: undefined,
          gas_rate_units: row.gas_rate_units ?? "",
          ...amounts(row, "observed_fee_rate", "gas_rate", "outbound_tx_size", "dust_threshold"),
        },
      ]),
    ),
    parameters,
    feeMultiplierBps: Object.fromEntries(
      fees.map((row) => [row.asset, BigInt(row.dynamic_multiplier_basis_points ?? 0)]),
    ),
  };
}

/** What is the sample's own, or another height's. */
const own = new Set(["notes", "expiry", "order_expiry_block", "order_expiry_timestamp"]);
const left = (body: object) =>
  JSON.parse(
    JSON.stringify(body, (name, value) => {
      if (own.has(name)) return undefined;
      return typeof value === "bigint" ? String(value) : value;
    }),
  );

/** Why a recorded question is not answered as the node did. */
const allowed: readonly (readonly [reason: string, question: RegExp])[] = [
  ["the sample has no other forms of assets", /=\w+[-/~]/],
  ["the sample takes the dollar of before a swap", /USDC-0XA0B8|USDT-0XDAC1/],
  ["the sample counts two confirmations on Ethereum, whatever the amount", /from_asset=ETH\./],
];

function compare(facts: RecordedQuotes) {
  const state = stateOf(facts);
  const asked = facts.quotes.filter(([path]) => !allowed.some(([, pattern]) => pattern.test(path)));
  const differences = asked.flatMap(([path, status, body]) => {
    const { pathname, searchParams } = new URL(path, "http://node.invalid");
    const answer = answerQuote(state, pathname.split("/").pop() ?? "", searchParams);
    const pair = [status, left(body as object), answer.status, left(answer.body)];
    return isDeepStrictEqual(pair.slice(0, 2), pair.slice(2)) ? [] : [{ path, pair }];
  });
  return { count: asked.length, differences };
}

test("recorded questions are answered as the node did, to the last digit", () => {
  const { count, differences } = compare(readQuotes());
  expect(differences).toEqual([]);
  expect(count).toBeGreaterThan(25);
});

test("the outbound fee of every asset is the node's", () => {
  const { fees, ...facts } = readQuotes();
  const state = stateOf({ fees, ...facts });
  const ours = fees.map(({ asset = "" }) => String(outboundFee(state, findSide(state, asset))));
  expect(ours).toEqual(fees.map(({ outbound_fee }) => outbound_fee));
});

test("every recorded question, and the copy is of them", { tag: "@shared" }, () => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  const { count, differences } = compare(readRecordedQuotes(folder as string));
  expect(differences).toEqual([]);
  expect(count).toBeGreaterThan(2_000);
  expect(JSON.parse(quotesText(folder as string))).toEqual(readQuotes());
});

const rows: readonly (readonly [what: string, change: object, words: RegExp])[] = [
  ["dust", { amount: "999" }, /^amount less than dust threshold: invalid request$/],
  ["below the fees", { amount: "1100" }, /^amount less than min swap amount \(\w+: 6309\)/],
  ["no amount", { amount: "1.5" }, /^bad amount/],
  ["an unknown asset", { from_asset: "BTC.NOSUCH" }, /^failed to calc.*pool does not exist/],
  ["no asset", { to_asset: "E$" }, /^bad to asset: invalid symbol/],
  ["a trade asset", { to_asset: "ETH~ETH" }, /trade assets are disabled/],
  ["a halted target", { to_asset: "LTC.LTC" }, /trading is halted, can't process swap/],
  ["a halted source", { from_asset: "LTC.LTC" }, /trading is halted, can't process swap/],
  [
    "a suspended pool",
    { to_asset: `ETH.XDEFI-0XSAMPLE${"0".repeat(29)}XDEFI` },
    /is not available/,
  ],
  ["a price limit", { tolerance_bps: "10" }, /emit asset \d+ less than price limit \d+/],
  ["no address", { destination: "nobody" }, /^bad destination address: unable to parse address/],
  [
    "another chain",
    { destination: "sample-btc-me" },
    /address is not the same chain as the target/,
  ],
  ["an unknown name", { affiliate: "t", affiliate_bps: "30" }, /cannot parse 't' as an Address/],
  ["a large share", { affiliate: "smpl", affiliate_bps: "1001" }, /must not be more than 1000 bps/],
  ["a long memo", { destination: `sample-eth-${"x".repeat(75)}` }, /^generated memo too long/],
];
for (const [what, change, words] of rows) {
  test(`refused: ${what}`, async () => {
    const response = await send(quotePath({ ...BTC_TO_ETH, ...change }));
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(words);
  });
}

test("a quote has its parts, its limit in the memo, and where to send", async () => {
  const destination = "sample-eth-me";
  const ask = (query: object) => get(quotePath({ ...BTC_TO_ETH, destination, ...query }));
  const rapid = await ask({ liquidity_tolerance_bps: "300" });
  const limit = (BigInt(rapid.expected_amount_out) * 9_700n) / 10_000n;
  expect(rapid).toMatchObject({
    inbound_address: "sample-btc-vault-do-not-send",
    inbound_confirmation_seconds: 600,
    memo: `=:e:sample-eth-me:${limit}`,
    streaming_swap_blocks: Math.ceil(rapid.max_streaming_quantity / 5),
  });
  const single = await ask({ streaming_interval: "1", streaming_quantity: "1" });
  expect(single).toMatchObject({ memo: "=:e:sample-eth-me:0/1/1", streaming_swap_blocks: 0 });
  expect(BigInt(single.expected_amount_out)).toBeLessThan(BigInt(rapid.expected_amount_out));
  const order = { ...BTC_TO_ETH, destination, target_out: "2500000000", custom_ttl: "600" };
  const path = quotePath(order).replace("/swap?", "/limit?");
  expect((await get(path)).memo).toBe("=<:ETH.ETH:sample-eth-me:2500000000/600/0");
});
