// A question for a quote of a scripted network, and what comes of it. The pools are deep and of one
// size, so 0.01 BTC is worth 0.01 ETH. Nodes pay as much, and write the memo that was asked for.
import { expect } from "@playwright/test";
import type { QuoteReading, QuoteRequest } from "../../../lib/protocol/model/quote.ts";
import { InputError } from "../../../lib/protocol/values/input-error.ts";
import { scriptNodes } from "../../support/changes.ts";
import { poolBody, type Row } from "../../support/wire.ts";
import { createWorld, type Reply, toBlock, type World } from "../../support/world.ts";

export const HEX = "0xabcd111111111111111111111111111111111111";
export const BECH32 = "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh";
export const BASE58 = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
export const THOR = "thor13wrmhnh2qe98rjse30pl7u6jxszjjwl4dd45px";
export const USDC = "ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48";
export const MEMO = `=:ETH.ETH:${HEX}`;

type Saying = object | ((quote: Row, url: URL) => Reply);

export interface Asked {
  readonly ask?: Partial<QuoteRequest>;
  /** Members of every node's quote; of two, each node has its own. */
  readonly say?: Saying | readonly Saying[];
  /** The same, of an answer to a limit order. */
  readonly order?: Saying | readonly Saying[];
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
export const poolsAnd = (...assets: string[]) =>
  [...new Set([...listedAssets, ...assets])].map((asset) => poolOf(asset));

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
    const quote = saidBy(asked.say, index, honestQuote(reply as Row, url), url);
    return isQuote(quote) ? { memo: honestMemo(quote, url), ...quote } : quote;
  };
  asked.change?.(world);
  return world;
}

/** Each node is a block behind the one before, so what they state may be near, and not equal. */
export function blocksApart(world: World): void {
  world.behind = { node1: 1, node2: 2 };
}

function saidBy(saying: Asked["say"], index: number, quote: Row, url: URL): Reply {
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

export async function read(asked: Asked): Promise<QuoteReading> {
  const quote = await askWorld(createQuoteWorld(asked), asked.ask);
  expectWhole(quote);
  return quote;
}

/** Asking again does not help. */
const lasting = [
  ...["amount_too_small", "contract_destination", "costly", "destination_is_vault", "halts_soon"],
  ...["limit_orders_off", "memo_too_long", "memo_mismatch", "deposit_not_known", "thin_pool"],
  ...["vault_alarm", "no_destination"],
];

/** Of every quote: memo, address and way to send stand together, or none of them and a code. */
function expectWhole(quote: QuoteReading): void {
  const { memo, inboundAddress, howToSend, withheld, reason, failure, adviceLevel, warnings } =
    quote;
  expect(memo === null).toBe(withheld !== null);
  expect(howToSend === null).toBe(memo === null);
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
export const outcome = async (asked: Asked): Promise<string> => outcomeOf(await read(asked));

export const warningCodes = ({ warnings }: QuoteReading): string[] =>
  warnings.map(({ code }) => code).filter((code) => code !== "one_source");

/** Code and argument of what is refused before a node is asked, and how often nodes were asked. */
export async function refusedInput(world: World, ask: Partial<QuoteRequest>) {
  const error = await askWorld(world, ask).catch((caught: unknown) => caught);
  if (!(error instanceof InputError)) throw error;
  return [error.code, error.argument, quoteCalls(world).length] as const;
}

export const quoteCalls = ({ calls }: World): string[] =>
  calls.filter((call) => call.includes("/quote/"));

/** Figures as words of a test's name. */
export const inWords = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    if (member === undefined) return "none";
    return typeof member === "bigint" ? `${member}` : member;
  });
