// Answers of the nodes and indexers of an invented network: a body or an error for each path.
// All scripted networks of specs use these answers and change some of them.
import { doubleSwap, swapLeg } from "../../lib/protocol/market/fees.ts";
import { layer1Asset } from "../../lib/protocol/values/assets.ts";
import { presets } from "../../lib/protocol/values/chains.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Row = { [key: string]: Json };

export interface Scene {
  readonly segment: "thorchain" | "mayachain";
  /** Block height of THORChain or MAYAChain at which `lastBlock` is true. */
  readonly baseHeight: number;
  readonly pools: readonly Row[];
  readonly inboundAddresses: readonly Row[];
  readonly mimir: Readonly<Record<string, number>>;
  readonly network: Row;
  readonly lastBlock: readonly { readonly chain: string; readonly last_observed_in: number }[];
  readonly outboundFees: readonly Row[];
  readonly queue: Row;
  readonly version?: Row;
  readonly constants?: Row;
  /** Quote members that pools do not determine. Absent `from` or `to` matches every asset. */
  readonly quotes: readonly { readonly from?: string; readonly to?: string; readonly body: Row }[];
  /** By transaction id in upper case. Absent: nodes have no `tx/status`. */
  readonly txStatus?: Readonly<Record<string, Row>>;
  /** Actions with `height`, but without `date`, which is computed from `height`. */
  readonly actions: readonly Row[];
  readonly indexerPools: readonly Row[];
}

export interface Block {
  readonly height: number;
  readonly timeMs: number;
}

export const BLOCK_MS = 6_000;
const QUOTE_VALID_SECONDS = 900;
const ORDER_BLOCKS = 43_200;
const PAGE_ROWS = 50;

/** The newest block at `nowMs`, with a block every 6 s since `first`. */
export function blockAt(first: Block, nowMs: number): Block {
  const blocks = Math.floor((nowMs - first.timeMs) / BLOCK_MS);
  return { height: first.height + blocks, timeMs: first.timeMs + blocks * BLOCK_MS };
}

/** A JSON body (status 200), or one of the values below. */
export type Reply = unknown;
export const status = (
  code: number,
  body: unknown = { error: "no" },
  headers: Readonly<Record<string, string>> = {},
) => ({ $status: code, body, headers });
export const down = { $down: true };
export const hang = { $hang: true };
export const notFound = status(404, { message: "not found" });

export type Script = Record<string, Reply | ((url: URL) => Reply)>;

export function sentOf(reply: Reply): ReturnType<typeof status> {
  const isWhole = typeof reply === "object" && reply !== null && "$status" in reply;
  return isWhole ? (reply as ReturnType<typeof status>) : status(200, reply);
}

export function toResponse(reply: Reply, more: Readonly<Record<string, string>> = {}): Response {
  if (reply === down) throw new TypeError("fetch failed at secret.test");
  const { $status, body, headers } = sentOf(reply);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, {
    status: $status,
    headers: { "content-type": "application/json", ...more, ...headers },
  });
}

const lastPart = ({ pathname }: URL) => pathname.slice(pathname.lastIndexOf("/") + 1);

export function replyAt(endpoints: Script, path: string, url: URL): Reply {
  const reply = endpoints[path] ?? endpoints[path.replace(/[^/]*$/, "*")];
  return typeof reply === "function" ? reply(url) : reply;
}

/** Replies by path, without the network's first segment. `*` matches any last segment. */
export function endpointsOf(scene: Scene, block: Block, nowMs = block.timeMs): Script {
  const { segment } = scene;
  return {
    pools: () => scene.pools,
    inbound_addresses: () => scene.inboundAddresses,
    mimir: () => scene.mimir,
    network: scene.network,
    outbound_fees: () => scene.outboundFees,
    queue: scene.queue,
    version: scene.version,
    constants: () => scene.constants,
    lastblock: () => lastBlockBody(scene, block),
    block: () => blockBody(segment, block),
    "quote/swap": (url: URL) => quoteReply(scene, url, nowMs),
    "quote/limit": (url: URL) => orderBody(scene, url, block),
    ...(scene.txStatus && {
      "tx/status/*": (url: URL) => txStatusReply(scene, lastPart(url)),
      // Go sends an empty list as null.
      "queue/*": null,
      "queue/swap/details/*": null,
    }),
    "v2/health": () => healthBody(block),
    "v2/pools": ({ searchParams }: URL) => {
      const asked = searchParams.get("status");
      return scene.indexerPools.filter((pool) => !asked || pool.status === asked);
    },
    "v2/actions": (url: URL) => actionsBody(scene, url, block),
  };
}

export function lastBlockBody({ segment, lastBlock, baseHeight }: Scene, { height }: Block): Json {
  const elapsedSeconds = Math.max(0, ((height - baseHeight) * BLOCK_MS) / 1000);
  return lastBlock.map(({ chain, last_observed_in }) => {
    const seconds = presets[segment].chains.find(({ code }) => code === chain)?.blockSeconds ?? 6;
    const observed = last_observed_in + Math.floor(elapsedSeconds / seconds);
    return { chain, last_observed_in: observed, last_signed_out: height - 40, [segment]: height };
  });
}

/** The height in `/block` is a number on THORChain, but a string on MAYAChain. */
function blockBody(segment: Scene["segment"], { height, timeMs }: Block): Json {
  const time = new Date(timeMs).toISOString().replace("Z", "417253Z");
  const [chain_id, told] =
    segment === "thorchain" ? ["thorchain-1", height] : ["mayachain-mainnet-v1", String(height)];
  return {
    id: { hash: height.toString(16).toUpperCase().padStart(64, "0") },
    header: { chain_id, height: told, time },
    begin_block_events: [],
    end_block_events: [],
    txs: null,
  };
}

function healthBody({ height, timeMs }: Block): Json {
  const timestamp = Math.floor(timeMs / 1000);
  const before = { height: height - 1, timestamp: timestamp - BLOCK_MS / 1000 };
  return {
    database: true,
    inSync: true,
    lastAggregated: { ...before, height: 0 },
    lastCommitted: before,
    lastFetched: before,
    lastThorNode: { height, timestamp },
    scannerHeight: String(height),
  };
}

export const soundFlags = () => ({
  halted: false,
  global_trading_paused: false,
  chain_trading_paused: false,
  chain_lp_actions_paused: false,
});

export const rowBody = (
  chain: string,
  address: string,
  router: string | null,
  flags: object = soundFlags(),
) => ({
  chain,
  address,
  ...(router === null ? {} : { router }),
  ...flags,
  gas_rate: "10",
  gas_rate_units: chain === "ETH" ? "gwei" : "satsperbyte",
  outbound_tx_size: "80000",
  outbound_fee: chain === "BTC" ? "1103" : "600000",
  dust_threshold: "1000",
});

/** A pool with the depths of the asset and of RUNE or CACAO. Only THORNode states `price`. */
export const poolBody = (
  segment: Scene["segment"],
  asset: string,
  [depth, nativeDepth, price]: readonly [depth: string, nativeDepth: string, price?: string],
  more: object = {},
): Row => {
  const ofThorchain = {
    balance_rune: nativeDepth,
    ...(price && { asset_tor_price: price }),
    trading_halted: false,
  };
  const ofNetwork = segment === "mayachain" ? { balance_cacao: nativeDepth } : ofThorchain;
  return { asset, status: "Available", balance_asset: depth, ...ofNetwork, ...more };
};

export const steadyScene = (segment: Scene["segment"], baseHeight: number) => ({
  segment,
  baseHeight,
  lastBlock: ["BTC", "ETH"].map((chain) => ({ chain, last_observed_in: 900_000 })),
  network:
    segment === "mayachain"
      ? { total_bond_units: "1", outbound_fee_multiplier: "20000" }
      : {
          total_bond_units: "1",
          outbound_fee_multiplier: "100",
          native_outbound_fee_rune: "2000000",
          native_tx_fee_rune: "2000000",
          rune_price_in_tor: "150000000",
        },
  outboundFees: [
    { asset: "THOR.RUNE", outbound_fee: "0" },
    { asset: "BTC.BTC", outbound_fee: "1103" },
    { asset: "ETH.USDC-0XA0B8", outbound_fee: "100000000" },
  ],
  queue: { swap: 1, outbound: 12, internal: 0, scheduled_outbound_value: "120450000000" },
  actions: [],
  indexerPools: [],
  constants: { int_64_values: { L1SlipMinBps: 0, SynthSlipMinBps: 7 } },
});

const rowOf = ({ inboundAddresses }: Scene, from: string) =>
  inboundAddresses.find(({ chain }) => chain === from.split(".")[0]);

/** A quote of the two assets, valid for 15 minutes. Its figures follow from the scene's pools. */
function quoteReply(scene: Scene, { searchParams: query }: URL, nowMs: number): Reply {
  const [from = "", to = ""] = ["from_asset", "to_asset"].map((name) =>
    query.get(name)?.toUpperCase(),
  );
  const quote = scene.quotes.find((one) => (one.from ?? from) === from && (one.to ?? to) === to);
  const refusal = "bad to asset: pool does not exist";
  // mayanode refuses with HTTP 200.
  if (!quote && scene.segment === "mayachain") return { error: refusal };
  if (!quote) return status(400, { code: 3, message: refusal, details: [] });
  const amount = BigInt(query.get("amount") || "0");
  const figures = quoteFigures(scene, [from, to], amount, quote.body.fees as Row);
  const destination = query.get("destination");
  const keptBps = 10_000n - BigInt(query.get("liquidity_tolerance_bps") ?? 0);
  const least = (BigInt(figures.expected_amount_out) * keptBps) / 10_000n;
  const limit = keptBps < 10_000n ? `:${least}` : "";
  const row = rowOf(scene, from);
  return {
    ...quote.body,
    ...(row?.address && { inbound_address: row.address }),
    ...(row?.router && { router: row.router }),
    ...figures,
    ...(destination && { memo: `=:${to}:${destination}${limit}` }),
    expiry: Math.floor(nowMs / 1000) + QUOTE_VALID_SECONDS,
  };
}

/** The network's formula, less the outbound fee. Assets without a pool count as RUNE or CACAO. */
function quoteFigures(
  { pools }: Scene,
  [from, to]: readonly [string, string],
  amount: bigint,
  fees: Row,
) {
  const depthsOf = (asset: string) => {
    const pool = pools.find((one) => one.asset === layer1Asset(asset));
    const native = pool?.balance_rune ?? pool?.balance_cacao ?? 0;
    return pool && { asset: BigInt(String(pool.balance_asset)), native: BigInt(String(native)) };
  };
  const [source, target, outbound] = [depthsOf(from), depthsOf(to), BigInt(String(fees.outbound))];
  const swap = () => {
    if (source && target) return doubleSwap(amount, source, target, 0n);
    if (source) return swapLeg(amount, source, "to_native", 0n);
    if (target) return swapLeg(amount, target, "from_native", 0n);
    return { output: amount, liquidityFee: 0n, slipBps: 0n };
  };
  const { output, liquidityFee, slipBps } = swap();
  const paid = output > outbound ? output - outbound : 0n;
  const total = liquidityFee + outbound;
  return {
    expected_amount_out: String(paid),
    fees: {
      ...fees,
      asset: to,
      affiliate: "0",
      liquidity: String(liquidityFee),
      total: String(total),
      slippage_bps: Number(slipBps),
      total_bps: paid + total === 0n ? 0 : Number((total * 10_000n) / (paid + total)),
    },
  };
}

/** Body of `quote/limit` in THORNode 3.17: constant fees, no expiry, and empty texts. */
function orderBody(scene: Scene, { searchParams }: URL, { height }: Block) {
  const [to, target] = [searchParams.get("to_asset"), searchParams.get("target_out")];
  const row = rowOf(scene, searchParams.get("from_asset") ?? "");
  return {
    expected_amount_out: target,
    fees: {
      ...{ asset: "", affiliate: "", outbound: "2000000", total: "2000000" },
      ...{ slippage_bps: "0", total_bps: "0" },
    },
    inbound_address: row?.address ?? "",
    memo: `=<:${to}:${searchParams.get("destination")}:${target}/${ORDER_BLOCKS}/0`,
    order_expiry_block: String(height + ORDER_BLOCKS),
    recommended_min_amount_in: "4412",
    router: row?.router ?? "",
    dust_threshold: row?.dust_threshold ?? "",
  };
}

function txStatusReply({ txStatus }: Scene, id: string): Reply {
  if (!/^(?:[0-9A-Fa-f]{64}|[1-9A-HJ-NP-Za-km-z]{87,88})$/.test(id))
    return status(404, { error: "fail to parse tx id" });
  const unseen = { stages: { inbound_observed: { final_count: 0, completed: false } } };
  return txStatus?.[id] ?? txStatus?.[id.toUpperCase()] ?? unseen;
}

function actionsBody(scene: Scene, { searchParams }: URL, block: Block): Json {
  const txid = searchParams.get("txid")?.toUpperCase();
  const actions = scene.actions.filter((action) => !txid || listTxids(action).includes(txid));
  const dated = actions.slice(0, PAGE_ROWS).map((action) => {
    const timeMs = block.timeMs - (block.height - Number(action.height)) * BLOCK_MS;
    return { ...action, date: `${timeMs}000000` };
  });
  return {
    actions: dated,
    count: String(actions.length),
    meta: { nextPageToken: "", prevPageToken: "" },
  };
}

const listTxids = (action: Row) =>
  [action.in, action.out].flatMap((side) =>
    ((side ?? []) as Row[]).map(({ txID }) => String(txID).toUpperCase()),
  );

/** `stages` of a swap that was paid out. */
export const paidStages = {
  inbound_observed: { final_count: 30, completed: true },
  inbound_finalised: { completed: true },
  swap_status: { pending: false },
  swap_finalised: { completed: true },
  outbound_signed: { completed: true },
};

export const without = (row: Row, name: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
