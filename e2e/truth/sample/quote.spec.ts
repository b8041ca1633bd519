// The sample's quotes beside those of a recorded node with the same pools and parameters.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@playwright/test";
import { QuoteLimit, QuoteSwap } from "../../../lib/protocol/upstream/schemas.ts";
import { presets } from "../../../lib/protocol/values/chains.ts";
import { type SamplePool, type SampleState, stateAt } from "../../../lib/sample/network.ts";
import { answerQuote } from "../../../lib/sample/quote.ts";
import {
  quotesText,
  type RecordedQuotes,
  readQuotes,
  readRecordedQuotes,
} from "../../../tools/recorded/quotes.ts";
import { BTC_TO_ETH, quotePath, send } from "../../support/sample-client.ts";

type Row = RecordedQuotes["rows"][number];

function stateOf({ height, parameters, pools, rows, fees }: RecordedQuotes): SampleState {
  const { chains } = stateAt(presets.thorchain, height);
  const listed = pools.map((row) => ({
    asset: row.asset ?? "",
    short_code: row.short_code,
    status: row.status as SamplePool["status"],
    decimals: Number(row.decimals ?? 8),
    balance_asset: BigInt(row.balance_asset ?? 0),
    balance_rune: BigInt(row.balance_rune ?? 0),
  }));
  const prices = listed
    .filter(({ asset }) => parameters[`TORANCHOR-${asset.replace(".", "-")}`])
    .map((pool) => (pool.balance_asset * 10n ** 8n) / pool.balance_rune);
  const toRow = ({ chain = "", address = "", gas_rate_units = "", ...row }: Row) => {
    const gasAsset = chains.get(chain)?.gasAsset;
    const fee = fees.find(({ asset }) => asset === gasAsset)?.outbound_fee;
    return {
      chain,
      address,
      router: undefined,
      gas_rate_units,
      observed_fee_rate: 0n,
      gas_rate: BigInt(row.gas_rate ?? 0),
      outbound_tx_size: 0n,
      dust_threshold: BigInt(row.dust_threshold ?? 0),
      outbound_fee: BigInt(fee ?? 0),
    };
  };
  return {
    ...{ height, chains, parameters },
    runePrice: prices.reduce((sum, price) => sum + price, 0n) / BigInt(prices.length),
    pools: new Map(listed.map((pool) => [pool.asset, pool])),
    inboundRows: new Map(rows.map(toRow).map((row) => [row.chain, row])),
  };
}

/** Members that the sample sets in its own way. */
const own = /^(?:notes|expiry|(?:outbound_delay|inbound_confirmation|total_swap)_seconds)$/;
function toText(name: string, value: unknown) {
  if (own.test(name)) return undefined;
  return typeof value === "bigint" ? String(value) : value;
}
const asText = (body: unknown) => JSON.parse(JSON.stringify(body, toText));

function readBody(kind: string, status: number, body: unknown): unknown {
  if (status !== 200) return body;
  return asText((kind === "swap" ? QuoteSwap : QuoteLimit).parse(asText(body)));
}

/** Why a recorded question is not answered as the node did. The pattern is of both. */
const allowed: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ["the sample has no other forms of assets", /=\w+[-/~]/],
  ["the sample takes the dollar of before a swap", /USDC-0XA0B8|USDT-0XDAC1/],
  [
    "a least fee in dollars follows the pools",
    /to_asset=(?:AVAX\.AVAX|BASE\.ETH|BCH|BSC\.BNB|GAIA|LTC|XRP)/,
  ],
  ["the sample knows every affiliate", /cannot parse 't' as an Address/],
  ["the product itself refuses a long memo", /generated memo too long/],
];

function compare(facts: RecordedQuotes) {
  const state = stateOf(facts);
  const asked = facts.quotes.filter(([path, , body]) => {
    const pair = path + JSON.stringify(body);
    return !allowed.some(([, pattern]) => pattern.test(pair));
  });
  const differences = asked.flatMap(([path, status, body]) => {
    const { pathname, searchParams } = new URL(path, "http://node.invalid");
    const kind = pathname.split("/").pop() ?? "";
    const answer = answerQuote(state, kind, searchParams);
    const expected = [status, readBody(kind, status, body)];
    const answered = [answer.status, readBody(kind, answer.status, answer.body)];
    return isDeepStrictEqual(answered, expected) ? [] : [{ path, expected, answered }];
  });
  return { count: asked.length, differences };
}

test("recorded questions are answered as the node did, to the last digit", () => {
  const { count, differences } = compare(readQuotes());
  expect(differences).toEqual([]);
  expect(count).toBeGreaterThan(25);
});

test("every recorded question, and the copy is of them", { tag: "@shared" }, () => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  const { count, differences } = compare(readRecordedQuotes(folder as string));
  expect(differences).toEqual([]);
  expect(count).toBeGreaterThan(2_000);
  expect(JSON.parse(quotesText(folder as string))).toEqual(readQuotes());
});

test("a destination that is no address of any chain is refused", async () => {
  const response = await send(quotePath({ ...BTC_TO_ETH, destination: "nobody" }));
  expect(response.status).toBe(400);
  expect((await response.json()).message).toMatch(/^bad destination address: unable to parse/);
});
