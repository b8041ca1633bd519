// A question for a quote of a scripted network, and what comes of it. The pools are deep and of one
// size, so 0.01 BTC is worth 0.01 ETH. Nodes pay as much, and write the memo that was asked for.
import { expect } from "@playwright/test";
import type { QuoteReading, QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { scriptNodes } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { createWorld, type Reply, toBlock, type World } from "../../support/world.ts";

export const HEX = "0xabcd111111111111111111111111111111111111";
export const BECH32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
export const BASE58 = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
export const THOR = "thor13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px";
export const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
export const MEMO = `=:ETH.ETH:${HEX}`;

export type Saying = object | ((quote: Row, url: URL) => Reply);
/** What every node says, or each of them. */
export type Sayings = Saying | readonly Saying[];

export interface Asked {
  readonly ask?: Partial<QuoteRequest>;
  /** Members of a node's quote. */
  readonly say?: Sayings;
  /** The same, of a swap in one part. */
  readonly onePart?: Sayings;
  /** The same, of an answer to a limit order. */
  readonly order?: Sayings;
  readonly mimir?: Readonly<Record<string, number>>;
  /** Halts that come in so many seconds. */
  readonly soon?: Readonly<Record<string, number>>;
  readonly rows?: World["rows"];
  readonly pools?: readonly Row[];
  readonly change?: (world: World) => void;
  readonly in?: Parameters<typeof createWorld>[0];
}

export const poolOf = (asset: string, more: object = {}, segment: Segment = "thorchain") =>
  poolBody(segment, asset, ["1000000000000000", NATIVE_DEPTH[segment], "150000000"], more);
type Segment = World["preset"]["segment"];
const NATIVE_DEPTH = { thorchain: "1000000000000000", mayachain: "100000000000000000" };

const listedAssets = ["BTC.BTC", "ETH.ETH"];
const listOf = (assets: readonly string[], segment?: Segment) =>
  [...new Set([...listedAssets, ...assets])].map((asset) => poolOf(asset, {}, segment));
export const poolsAnd = (...assets: string[]) => listOf(assets);

type Names = Readonly<Record<string, string>>;
/** Words for members of a request. */
const requestMembers: Names = {
  ...{ from: "from", to: "to", amount: "amount", usd: "amountUsd", destination: "destination" },
  ...{ refund: "refundAddress", affiliate: "affiliate", bps: "affiliateBps", target: "targetOut" },
  ...{ parts: "streaming", within: "liquidityToleranceBps", tolerance: "toleranceBps" },
};
/** Short words for members of a node's quote. */
const quoteMembers: Names = {
  ...{ out: "expected_amount_out", min: "recommended_min_amount_in", dust: "dust_threshold" },
  ...{ cap: "max_streaming_quantity", blocks: "streaming_swap_blocks" },
  ...{ confirmed: "inbound_confirmation_seconds", swapped: "streaming_swap_seconds" },
  ...{ delayed: "outbound_delay_seconds", done: "total_swap_seconds", address: "inbound_address" },
};
const phrases: Names = {
  "from-eth": `from=ETH to=BTC destination=${BECH32}`,
  estimate: "destination=none",
  "own-limit": "within=none",
};
/** What begins with `:` or `/` follows our own memo. */
export const memoInFull = (memo: string) => (/^[:/]/.test(memo) ? `${MEMO}${memo}` : memo);

function memberOf(member: string, text: string): unknown {
  if (text === "none") return undefined;
  if (member === "memo") return memoInFull(text);
  if (member === "expiry") return 1_800_000_000 + Number(text);
  if (/(seconds|quantity|blocks|bps|Bps)$/.test(member)) return Number(text);
  if (member !== "streaming") return text.replaceAll("+", " ");
  const [interval, quantity] = text.split("/").map(Number);
  return { interval, quantity };
}

type Members = Record<string, unknown>;
/**
 * As "from=ETH 1:out=5 HALTTRADING=1": members of the request and of quotes (`1:`: of that node's
 * alone, `fee.outbound=5`: of its fees), votes (`HALTTRADING@60`: in so many seconds), rows of
 * chains (`ETH.router=0xr`), `nodes=1`, `network=mayachain`, `apart`: each node a block behind,
 * `lists=ETH.DAI-0X1`: pools beside ours, and `phrases`. "none" is left out, "+" a blank.
 */
export function askedOf(text: string, more: Asked = {}): Asked {
  const ask: Members = {};
  const mimir: Record<string, number> = {};
  const soon: Record<string, number> = {};
  const say: Members[] = [{}, {}, {}];
  const rows: Record<string, Members> = {};
  const setup: Record<string, string | number> = {};
  const lists: string[] = [];
  const words = text.split(" ").flatMap((word) => phrases[word]?.split(" ") ?? word);
  for (const word of words.filter((part) => part !== "" && part !== "apart")) {
    const [, node, key = "", sign, value = ""] = /^(?:(\d):)?([^=@]+)([=@])(.*)$/.exec(word) ?? [];
    const [chain = "", dotted = ""] = key.split(".");
    const asked = requestMembers[key];
    const member = asked ?? quoteMembers[key] ?? (dotted || key);
    const quotes = say.filter((_, index) => node === undefined || index === Number(node));
    const change = { [member]: memberOf(member, value) };
    if (chain === "fee")
      for (const quote of quotes)
        quote.fees = { asset: "ETH.ETH", ...(quote.fees as object), ...change };
    else if (dotted !== "") rows[chain] = { ...rows[chain], ...change };
    else if (asked !== undefined) Object.assign(ask, change);
    else if (sign === "@") soon[key] = Number(value);
    else if (key === "nodes") setup.nodes = Number(value);
    else if (key === "network") setup.network = value;
    else if (key === "lists") lists.push(...value.split(","));
    else if (/^[A-Z-]+$/.test(key)) mimir[key] = Number(value);
    else if (/^[a-z_]+$/.test(key)) for (const quote of quotes) Object.assign(quote, change);
    else throw new Error(`no word of a question: ${word}`);
  }
  const segment = setup.network === "mayachain" ? setup.network : "thorchain";
  return {
    ...{ ask, say, mimir, soon, rows: rows as World["rows"], in: setup },
    ...(lists.length > 0 && { pools: listOf(lists, segment) }),
    ...(/\bapart\b/.test(text) && { change: blocksApart }),
    ...more,
  };
}

export function createQuoteWorld(asked: Asked = {}): World {
  const world = createWorld({ nodes: 2, ...asked.in });
  const { segment } = world.preset;
  const pools = asked.pools ?? listedAssets.map((asset) => poolOf(asset, {}, segment));
  scriptNodes(world, { pools });
  Object.assign(world.mimir, asked.mimir);
  for (const [key, seconds] of Object.entries(asked.soon ?? {}))
    world.mimir[key] = toBlock(world).height + seconds / 6;
  world.rows = { ...asked.rows };
  world.intercept = (name, url, reply) => {
    const index = Number(name.at(-1));
    if (url.pathname.endsWith("/quote/limit")) return saidBy(asked.order, index, reply as Row, url);
    if (!url.pathname.endsWith("/quote/swap")) return reply;
    const swap = saidBy(asked.say, index, honestQuote(reply as Row, url), url);
    const isOnePart = url.searchParams.get("streaming_quantity") === "1";
    const quote = isOnePart && isQuote(swap) ? saidBy(asked.onePart, index, swap, url) : swap;
    return isQuote(quote) ? { memo: honestMemo(quote, url), ...quote } : quote;
  };
  asked.change?.(world);
  return world;
}

/** Each node is a block behind the one before, so what they state may be near, and not equal. */
export function blocksApart(world: World): void {
  world.behind = { node1: 1, node2: 2 };
}

function saidBy(saying: Sayings | undefined, index: number, quote: Row, url: URL): Reply {
  const said = Array.isArray(saying) ? saying[index] : saying;
  return typeof said === "function" ? said(quote, url) : { ...quote, ...said };
}

const isQuote = (reply: Reply): reply is Row =>
  typeof reply === "object" && reply !== null && "expected_amount_out" in reply;

function honestQuote({ memo: _, ...quote }: Row, url: URL): Row {
  return {
    ...quote,
    expected_amount_out: "1000000",
    fees: { asset: url.searchParams.get("to_asset"), outbound: "500" },
    inbound_confirmation_seconds: 1200,
    outbound_delay_seconds: 0,
    total_swap_seconds: 1200,
    recommended_min_amount_in: undefined as never,
    dust_threshold: undefined as never,
  };
}

/** `=:ASSET:DESTINATION/REFUND:LIMIT/INTERVAL/QUANTITY:AFFILIATE:BPS`, of what the query asks. */
function honestMemo({ expected_amount_out: out }: Row, { searchParams: query }: URL) {
  const destination = query.get("destination");
  if (destination === null) return undefined;
  const bps = query.get("tolerance_bps") ?? query.get("liquidity_tolerance_bps");
  const limit = bps === null ? 0n : (BigInt(String(out)) * (10_000n - BigInt(bps))) / 10_000n;
  const interval = query.get("streaming_interval");
  const parts = interval === null ? "" : `/${interval}/${query.get("streaming_quantity")}`;
  const [refund, affiliate] = [query.get("refund_address"), query.get("affiliate")];
  const receivers = refund === null ? destination : `${destination}/${refund}`;
  const shares = affiliate === null ? "" : `:${affiliate}:${query.get("affiliate_bps")}`;
  const terms = limit === 0n && parts === "" ? "" : `${limit}${parts}`;
  const memo = `=:${query.get("to_asset")}:${receivers}:${terms}${shares}`;
  return memo.replace(/:$/, "");
}

export const askWorld = (world: World, ask: Partial<QuoteRequest> = {}): Promise<QuoteReading> => {
  const isLimited = [ask.toleranceBps, ask.targetOut].some((given) => given !== undefined);
  return world.network.getQuote({
    ...{ from: "BTC", to: "ETH", amount: "0.01", destination: HEX },
    ...(!isLimited && { liquidityToleranceBps: 0 }),
    ...ask,
  });
};

export async function read(question: Asked | string): Promise<QuoteReading> {
  const asked = typeof question === "string" ? askedOf(question) : question;
  const quote = await askWorld(createQuoteWorld(asked), asked.ask);
  expectWhole(quote);
  return quote;
}

/** Asking again does not help. */
const lasting = [
  ...["amount_too_small", "contract_destination", "costly", "destination_is_vault", "halts_soon"],
  ...["limit_orders_off", "memo_too_long", "memo_mismatch", "no_destination", "thin_pool"],
];

/** Of every quote: memo, address and way to send stand together, or none of them and a code. */
function expectWhole(quote: QuoteReading): void {
  const { memo, inboundAddress, sending, withheld, reason, failure, adviceLevel, warnings } = quote;
  expect(memo === null).toBe(withheld !== null);
  expect(sending === null).toBe(memo === null);
  if (memo === null) expect([inboundAddress, quote.minReceived]).toEqual([null, null]);
  else expect(inboundAddress === null).toBe(reason?.code === "native_chain");
  if (adviceLevel === "forbidden") expect(memo).toBeNull();
  if (failure !== null) return;
  expect(adviceLevel === "forbidden").toBe(warnings.some(({ isForbidding }) => isForbidding));
  if (withheld !== null)
    expect(withheld.retryAfterSeconds === null).toBe(lasting.includes(withheld.code));
}

/** The memo, or the code of what withholds it. */
export const outcomeOf = ({ memo, withheld }: QuoteReading): string =>
  memo ?? (withheld?.code as string);
export const outcome = async (question: Asked | string): Promise<string> =>
  outcomeOf(await read(question));

export const warningCodes = ({ warnings }: QuoteReading): string[] =>
  warnings.map(({ code }) => code).filter((code) => code !== "one_source");

export const quoteCalls = ({ calls }: World): string[] =>
  calls.filter((call) => call.includes("/quote/"));

/** `!` before what is not said. */
export function expectPhrase(text: string, phrase: string): void {
  if (phrase.startsWith("!")) expect(text).not.toContain(phrase.slice(1));
  else expect(text).toContain(phrase);
}

/** Figures as words of a test's name. */
export const inWords = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    if (member === undefined) return "none";
    return typeof member === "bigint" ? `${member}` : member;
  });
