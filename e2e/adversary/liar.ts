// One malicious upstream: what it may answer in place of the truth. Each lie is drawn, and told for as long as the round lasts.

import {
  TXID as forgedTxid,
  legs,
  nothing,
  paid,
  record,
  signing,
  stages,
} from "../support/transactions.ts";
import { down, honestReply, type Reply, status, toBlock, type World } from "../support/world.ts";

export const thief = "thiefvault1";
export const evilAsset = "ETH.FIXT-0XBAD";
/** Of a transaction that nobody sent. */
export const unseen = { stages: stages.unseen };
export { forgedTxid };

export interface Lie {
  readonly name: string;
  /** In place of the true reply; `isAlone` where the honest nodes failed to answer their last call. */
  tell(
    path: string,
    reply: Reply,
    now: { readonly isAlone: boolean; readonly world: World; readonly count: number },
  ): Reply;
}

type Row = Record<string, unknown>;
const isList = (reply: Reply): reply is Row[] => Array.isArray(reply);
const forPath = (name: string, ending: string, tell: (reply: Reply) => Reply): Lie => ({
  name,
  tell: (path, reply) => (path.endsWith(ending) ? tell(reply) : reply),
});
const eachRow = (change: (row: Row) => object) => (reply: Reply) =>
  isList(reply) ? reply.map((row) => ({ ...row, ...change(row) })) : reply;
const member = (change: (body: Row) => Row) => (reply: Reply) =>
  typeof reply === "object" && reply !== null && !("$status" in reply) && !("$down" in reply)
    ? change(reply as Row)
    : reply;

/** Members of each row of a list, and of a quote. */
const inRows = (name: string, ending: string, change: (row: Row) => object): Lie =>
  forPath(name, ending, eachRow(change));
const inQuote = (name: string, change: (quote: Row) => object): Lie =>
  forPath(
    name,
    "/quote/swap",
    member((quote) => ({ ...quote, ...change(quote) })),
  );
const heights = (name: string, blocks: number): Lie =>
  inRows(name, "/lastblock", ({ thorchain }) => ({ thorchain: (thorchain as number) + blocks }));

const header = (change: (header: Row) => Row) =>
  member((body) => ({ ...body, header: change(body.header as Row) }));

const scale = (key: string, times: bigint, by: bigint) =>
  member((body) => ({ ...body, [key]: String((BigInt(body[key] as string) * times) / by) }));

/** Lies of a node. */
export const nodeLies: readonly Lie[] = [
  inRows("another vault", "/inbound_addresses", () => ({ address: thief })),
  inRows("another router", "/inbound_addresses", () => ({ router: "0xthiefrouter" })),
  inRows("no halts in the rows", "/inbound_addresses", () => ({
    halted: false,
    chain_trading_paused: false,
    global_trading_paused: false,
  })),
  forPath(
    "no halts in mimir",
    "/mimir",
    member((body) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => !key.startsWith("HALT"))),
    ),
  ),
  inQuote("another vault in quotes", () => ({ inbound_address: thief })),
  inQuote("another target in memos", (body) => ({
    memo: String(body.memo).replace("ETH.ETH", evilAsset),
  })),
  inQuote("another destination in memos", (body) => ({
    memo: String(body.memo).replace(/0x[0-9a-f]{40}/, `0x${"e".repeat(40)}`),
  })),
  inQuote("an affiliate in memos", (body) => ({ memo: `${body.memo}::thief:1000` })),
  forPath("a hundredfold output", "/quote/swap", scale("expected_amount_out", 100n, 1n)),
  forPath("a fiftieth of the output", "/quote/swap", scale("expected_amount_out", 1n, 50n)),
  forPath("8 % less output", "/quote/swap", scale("expected_amount_out", 92n, 100n)),
  forPath("8 % more output", "/quote/swap", scale("expected_amount_out", 108n, 100n)),
  inQuote("no streaming", () => ({ max_streaming_quantity: 1 })),
  inRows("short codes", "/pools", (row) => ({
    short_code: row.asset === "ETH.ETH" ? evilAsset : "b",
  })),
  forPath("an invented pool", "/pools", (reply) =>
    isList(reply) && reply[0] ? [{ ...reply[0], asset: evilAsset }, ...reply] : reply,
  ),
  inRows("depths times ten", "/pools", (row) => ({ balance_asset: `${row.balance_asset}0` })),
  forPath("a forged payout", `/tx/status/${forgedTxid}`, () => paid),
  forPath("a forged payout under way", `/tx/status/${forgedTxid}`, () => signing),
  forPath("a forged end without a payout", `/tx/status/${forgedTxid}`, () => nothing),
  forPath(
    "a minimum times a thousand",
    "/quote/swap",
    scale("recommended_min_amount_in", 1_000n, 1n),
  ),
  inRows("gas rates times a thousand", "/inbound_addresses", (row) => ({
    gas_rate: `${row.gas_rate}000`,
  })),
  inQuote("fees times ten", (body) => ({
    fees: { ...(body.fees as Row), outbound: "6000000", total_bps: 6_000 },
  })),
  forPath("all pools but two left out", "/pools", (reply) =>
    isList(reply) ? reply.slice(0, 2) : reply,
  ),
  heights("far ahead", 1_000_000),
  heights("behind", -4),
  heights("far behind", -400),
  heights("ahead", 5),
  forPath(
    "blocks of half the height",
    "/block",
    header(({ height, ...rest }) => ({ ...rest, height: String(Math.floor(Number(height) / 2)) })),
  ),
  forPath(
    "blocks of two minutes ago",
    "/block",
    header(({ time, ...rest }) => ({
      ...rest,
      time: new Date(Date.parse(String(time)) - 120_000).toISOString(),
    })),
  ),
  {
    name: "back and forth",
    tell: (path, reply, now) =>
      heights("behind by 0, 2 or 4", -2 * (now.count % 3)).tell(path, reply, now),
  },
  { name: "silence", tell: (_path, reply, { count }) => (count % 4 === 0 ? down : reply) },
  forPath("no parameters", "/mimir", () => status(500)),
  forPath("no rows", "/inbound_addresses", () => status(503)),
  forPath("no quotes", "/quote/swap", () => status(429)),
];

/** What a node or indexer says that is behind, with its newest block as one of now. */
export function repeatAsOfNow(world: World, name: string, url: URL): Reply {
  const reply = honestReply(world, name, url);
  const time = new Date(world.nowMs).toISOString();
  const timestamp = Math.floor(world.nowMs / 1000);
  if (url.pathname.endsWith("/block")) return header((row) => ({ ...row, time }))(reply);
  const withNow = (body: Row) => ({
    ...body,
    lastThorNode: { ...(body.lastThorNode as Row), timestamp },
  });
  return url.pathname.endsWith("/v2/health") ? member(withNow)(reply) : reply;
}

/** The lie, told only while the honest nodes do not answer. */
export const whenAlone = (lie: Lie): Lie => ({
  name: `${lie.name}, when alone`,
  tell: (path, reply, now) => (now.isAlone ? lie.tell(path, reply, now) : reply),
});

const recorded = (type: string, status: string, out: readonly object[] = []) => {
  const began = { date: "1800000000000000000", height: "25000000" };
  return () => ({ actions: [record(type, status, out, began)], count: "1" });
};

/** Lies of an indexer. */
export const indexerLies: readonly Lie[] = [
  forPath("a forged payout", "/v2/actions", recorded("swap", "success", [legs.payout])),
  forPath("a forged refund", "/v2/actions", recorded("refund", "success", [legs.payout])),
  forPath("a forged failure", "/v2/actions", recorded("failed", "failed")),
  forPath(
    "a clock ahead",
    "/v2/health",
    member((body) => ({ ...body, lastThorNode: { height: 99_999_999, timestamp: 1_800_000_100 } })),
  ),
  {
    name: "a clock that goes on",
    tell: (path, reply, { world }) => {
      // The newest block of the network, as if it were of now.
      const mark = { height: toBlock(world).height, timestamp: Math.floor(world.nowMs / 1000) };
      const isMeant = path.endsWith("/v2/health");
      return isMeant ? member((body) => ({ ...body, lastThorNode: mark }))(reply) : reply;
    },
  },
  { name: "no answer", tell: () => down },
];
