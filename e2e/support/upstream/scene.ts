// One network as JSON bodies at a base height, and the values that move with the clock.
import { doubleSwap } from "../../../lib/protocol/market/fees.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Row = { [key: string]: Json };

/** One network at one height. Amounts and flags are exactly as a node or an indexer sends them. */
export interface Scene {
  readonly segment: "thorchain" | "mayachain";
  /** Protocol height of the last block when the upstream starts. */
  readonly baseHeight: number;
  readonly pools: readonly Row[];
  readonly inboundAddresses: readonly Row[];
  readonly mimir: Readonly<Record<string, number>>;
  readonly network: Row;
  readonly lastBlock: readonly { readonly chain: string; readonly last_observed_in: number }[];
  readonly outboundFees: readonly Row[];
  readonly queue: Row;
  readonly version: Row;
  readonly quotes: readonly { readonly from: string; readonly to: string; readonly body: Row }[];
  /** By transaction id in capitals. */
  readonly txStatus: Readonly<Record<string, Row>>;
  /** `date` and `height` are those at the base height. */
  readonly actions: readonly Row[];
  readonly indexerPools: readonly Row[];
}

const BLOCK_MS = 6_000;
const QUOTE_VALID_SECONDS = 900;
/** Approximate. Heights of source chains only need a plausible speed. */
const SOURCE_BLOCK_SECONDS: Readonly<Record<string, number>> = {
  BTC: 600,
  BCH: 600,
  LTC: 150,
  DASH: 150,
  DOGE: 60,
  ETH: 12,
};

/** A provider's newest block: its height, its time, and how far the network has moved since the start. */
export interface Head {
  readonly height: number;
  readonly timeMs: number;
  readonly startMs: number;
}

/** The head after `nowMs - startMs` without faults: one block every 6 s, the first at `startMs`. */
export function headAt(baseHeight: number, startMs: number, nowMs: number): Head {
  const blocks = Math.floor((nowMs - startMs) / BLOCK_MS);
  return { height: baseHeight + blocks, timeMs: startMs + blocks * BLOCK_MS, startMs };
}

export function lastBlockBody(scene: Scene, head: Head): Json {
  const elapsedSeconds = Math.max(0, head.timeMs - head.startMs) / 1000;
  return scene.lastBlock.map((row) => ({
    chain: row.chain,
    last_observed_in: row.last_observed_in + Math.floor(elapsedSeconds / (SOURCE_BLOCK_SECONDS[row.chain] ?? 6)),
    last_signed_out: head.height - 40,
    [scene.segment]: head.height,
  }));
}

/** In `/block`, heights are numbers on THORChain and strings on MAYAChain. Both occur in real answers. */
export function blockBody(scene: Scene, head: Head): Json {
  const time = new Date(head.timeMs).toISOString().replace("Z", "417253Z");
  const height = scene.segment === "thorchain" ? head.height : String(head.height);
  return {
    id: { hash: head.height.toString(16).toUpperCase().padStart(64, "0") },
    header: { chain_id: scene.segment === "thorchain" ? "thorchain-1" : "mayachain-mainnet-v1", height, time },
    begin_block_events: [],
    end_block_events: [],
    txs: null,
  };
}

export function healthBody(head: Head): Json {
  const newest = { height: head.height, timestamp: Math.floor(head.timeMs / 1000) };
  const before = { height: head.height - 1, timestamp: Math.floor((head.timeMs - BLOCK_MS) / 1000) };
  return {
    database: true,
    inSync: true,
    lastAggregated: { ...before, height: 0 },
    lastCommitted: before,
    lastFetched: before,
    lastThorNode: newest,
    scannerHeight: String(head.height),
  };
}

/** The pair's quote, valid for 15 minutes, with the figures that the scene's own pools give for the amount. Null if the scene has none. */
export function quoteBody(scene: Scene, query: URLSearchParams, head: Head): Row | null {
  const asked = (name: string) => (query.get(name) ?? "").toUpperCase();
  const quote = scene.quotes.find((one) => one.from === asked("from_asset") && one.to === asked("to_asset"));
  if (!quote) return null;
  const destination = query.get("destination");
  const figures = quoteFigures(scene, quote, BigInt(asked("amount") || "0"));
  const tolerance = BigInt(query.get("liquidity_tolerance_bps") ?? 0);
  const limit = (BigInt(String(figures.expected_amount_out)) * (10_000n - tolerance)) / 10_000n;
  const memo = destination ? { memo: `=:${quote.to}:${destination}${tolerance > 0n ? `:${limit}` : ""}` } : {};
  const row = scene.inboundAddresses.find((one) => one.chain === quote.from.split(".")[0]);
  const sendTo = { ...(row?.address && { inbound_address: row.address }), ...(row?.router && { router: row.router }) };
  return {
    ...quote.body,
    ...sendTo,
    ...figures,
    ...memo,
    expiry: Math.floor(head.timeMs / 1000) + QUOTE_VALID_SECONDS,
  };
}

/** Recorded quotes and pools are weeks apart, and specs ask for other amounts: the figures follow the pools, as a node's do. */
function quoteFigures(scene: Scene, { from, to, body }: Scene["quotes"][number], amount: bigint): Row {
  const depthsOf = (asset: string) => {
    const pool = scene.pools.find((one) => one.asset === asset);
    const native = pool?.balance_rune ?? pool?.balance_cacao;
    return { asset: BigInt(String(pool?.balance_asset)), native: BigInt(String(native)) };
  };
  const fees = body.fees as Row;
  const outbound = BigInt(String(fees.outbound));
  const { output, liquidityFee, slipBps } = doubleSwap(amount, depthsOf(from), depthsOf(to), 0n);
  const paid = output > outbound ? output - outbound : 0n;
  const total = liquidityFee + outbound;
  const totalBps = paid + total === 0n ? 0n : (total * 10_000n) / (paid + total);
  return {
    expected_amount_out: String(paid),
    fees: {
      ...fees,
      affiliate: "0",
      liquidity: String(liquidityFee),
      total: String(total),
      slippage_bps: Number(slipBps),
      total_bps: Number(totalBps),
    },
  };
}

/** What an indexer gives at most in one answer. */
const PAGE_ROWS = 50;

/** Actions dated by their height: 6 s per block before the base height, which was at `startMs`. */
export function actionsBody(scene: Scene, query: URLSearchParams, head: Head): Json {
  const txid = query.get("txid")?.toUpperCase();
  const actions = scene.actions
    .filter((action) => !txid || listTxids(action).includes(txid))
    .map((action) => {
      const timeMs = head.startMs - (scene.baseHeight - Number(action.height)) * BLOCK_MS;
      return { ...action, date: `${timeMs}000000` };
    });
  return {
    actions: actions.slice(0, PAGE_ROWS),
    count: String(actions.length),
    meta: { nextPageToken: "", prevPageToken: "" },
  };
}

function listTxids(action: Row): string[] {
  const legs = [action.in, action.out].flatMap((side) => (Array.isArray(side) ? side : []));
  return legs.flatMap((leg) => {
    const id = typeof leg === "object" && leg !== null && !Array.isArray(leg) ? leg.txID : null;
    return typeof id === "string" && id ? [id.toUpperCase()] : [];
  });
}
