import { swapLeg } from "../../../lib/protocol/market/fees.ts";
import type { Network } from "../../../lib/protocol/network.ts";
import { createNetwork } from "../../../lib/protocol/network.ts";
import { HEIGHT_HEADER } from "../../../lib/protocol/upstream/answer.ts";
import { questionCalls } from "../../../lib/protocol/upstream/limits/call-budget.ts";
import { createProvider, type Transport } from "../../../lib/protocol/upstream/provider.ts";
import { layer1Asset } from "../../../lib/protocol/values/assets.ts";
import { type NetworkName, type Preset, presets } from "../../../lib/protocol/values/chains.ts";
import { type Block, blockBodies, rowBody, steadyBodies } from "../../support/wire.ts";

const START_MS = 1_800_000_000_000;
const OUTBOUND_FEE = 600_000n;
const START_HEIGHT = 25_000_000;

export type Reply = unknown;
export const status = (
  code: number,
  body: unknown = { error: "no" },
  headers: Readonly<Record<string, string>> = {},
) => ({ $status: code, body, headers });
export const down = { $down: true };
export const hang = { $hang: true };

/** What one upstream answers, or what will be answered: by the last part of the path, over the world's defaults. */
export type Script = Record<string, Reply | ((path: URL) => Reply)>;

/** A small network with a fake clock: every upstream tells the same truth until it is scripted not to. */
export interface World {
  nowMs: number;
  preset: Preset;
  /** Blocks stop at this instant. */
  frozenAtMs: number | null;
  mimir: Record<string, number>;
  /** By chain: changes to its row. Null: no row. */
  rows: Record<string, Record<string, unknown> | null>;
  scripts: Record<string, Script>;
  /** What becomes of every answer on its way, whichever upstream gave it. */
  rewrite: (body: unknown, path: string) => unknown;
  /** What an upstream answers in place of its reply: `down`, `hang`, a `status` or another body. */
  intercept: (name: string, url: URL, reply: Reply) => Reply;
  /** By how many blocks the height that an upstream names with its answers is behind. */
  behind: Record<string, number>;
  calls: string[];
  /** What is to run later, on the fake clock: see `runTimers`. */
  timers: { readonly atMs: number; readonly work: () => void }[];
  /** Milliseconds that one call takes on the fake clock. */
  callMs: number;
  network: Network;
  /** How far the clock of the next process is ahead. */
  offsetMs: number;
  /** The process starts again: nothing is remembered. */
  restart: () => void;
}

export function createWorld(
  options: {
    network?: NetworkName;
    source?: "live" | "sample";
    nodes?: number;
    indexers?: number;
    leastParameters?: number;
    deadlineMs?: number;
    attemptMs?: number;
    renewAheadMs?: number;
    /** What one node's gateway allows, for the budget of questions; absent: any number. */
    nodeCalls?: number;
    /** What stands between a process and the upstreams. */
    wrap?: (transport: Transport, now: () => number) => Transport;
    /** By the upstream's name, in place of an address of its own. */
    urls?: Readonly<Record<string, string>>;
  } = {},
): World {
  const preset = presets[options.network ?? "thorchain"];
  const world: World = {
    nowMs: START_MS,
    preset,
    frozenAtMs: null,
    mimir: { NODEPAUSECHAINGLOBAL: 1000, L1SLIPMINBPS: 5, NATIVETRANSACTIONFEE: 2_000_000_000, MAXRUNESUPPLY: 5e16 },
    rows: {},
    scripts: {},
    rewrite: (body) => body,
    intercept: (_name, _url, reply) => reply,
    behind: {},
    calls: [],
    timers: [],
    callMs: 0,
    network: undefined as unknown as Network,
    offsetMs: 0,
    restart,
  };
  const names = (kind: "node" | "indexer", count: number) =>
    Array.from({ length: count }, (_, index) => `${kind}${index}`);
  const create = (kind: "node" | "indexer", count: number, now: () => number) =>
    names(kind, count).map((name, index) =>
      createProvider({
        kind,
        index,
        baseUrl: options.urls?.[name] ?? `http://secret-${name}.test/base`,
        operator: options.urls?.[name] === undefined ? name : undefined,
        transport: options.wrap?.(createTransport(world, name), now) ?? createTransport(world, name),
        now,
        random: () => 0,
        renewAheadMs: options.renewAheadMs,
        questionCallsPerMinute: questionCalls(kind, options.nodeCalls ?? 0),
        schedule: (work, delayMs) => world.timers.push({ atMs: world.nowMs + delayMs, work }),
        ...(options.attemptMs !== undefined && { limits: { attemptMs: options.attemptMs } }),
      }),
    );
  function restart(): void {
    const { offsetMs } = world;
    const now = () => world.nowMs + offsetMs;
    world.network = createNetwork({
      preset,
      source: options.source ?? "live",
      nodes: create("node", options.nodes ?? 1, now),
      indexers: create("indexer", options.indexers ?? 1, now),
      now,
      ...(options.leastParameters !== undefined && { leastParameters: options.leastParameters }),
      ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
    });
  }
  restart();
  return world;
}

/** Runs what is due, and lets the calls that it makes come back. */
export async function runTimers(world: World): Promise<void> {
  const due = world.timers.filter(({ atMs }) => atMs <= world.nowMs);
  world.timers = world.timers.filter(({ atMs }) => atMs > world.nowMs);
  for (const { work } of due) work();
  await new Promise(setImmediate);
}

export function toBlock(world: World): Block {
  const untilMs = Math.min(world.nowMs, world.frozenAtMs ?? world.nowMs);
  const blocks = Math.floor((untilMs - START_MS) / 6000);
  return { height: START_HEIGHT + blocks, timeMs: START_MS + blocks * 6000 };
}

export function toRows(world: World): Record<string, unknown>[] {
  return world.preset.chains
    .filter((chain) => !chain.native && world.rows[chain.code] !== null)
    .map(({ code }) => ({
      ...rowBody(code, `${code.toLowerCase()}vault1`, code === "ETH" ? "0xrouter" : null),
      ...world.rows[code],
    }));
}

export const toPools = (world: World) => toDefaults(world).pools as Record<string, unknown>[];

const native = (world: World) => (world.preset.nativeChain === "MAYA" ? "cacao" : "rune");

function toDefaults(world: World): Script {
  const isMaya = world.preset.nativeChain === "MAYA";
  const pool = (asset: string, depth: string, nativeDepth: string, price: string, more = {}) => ({
    asset,
    status: "Available",
    balance_asset: depth,
    [`balance_${native(world)}`]: nativeDepth,
    ...(isMaya ? {} : { asset_tor_price: price, trading_halted: false }),
    ...more,
  });
  const depth = isMaya ? "00" : "";
  return {
    mimir: world.mimir,
    inbound_addresses: toRows(world),
    ...blockBodies(world.preset, toBlock(world)),
    pools: [
      pool("BTC.BTC", "10000000000", `5000000000000000${depth}`, "8000000000000", { short_code: "b" }),
      pool("ETH.ETH", "145520480984", `4000000000000000${depth}`, "300000000000"),
      pool("ETH.USDC-0XA0B8", "1000000000000", `700000000000000${depth}`, "100000000", { status: "Staged" }),
    ],
    ...steadyBodies(world.preset),
    ...(isMaya && { outbound_fees: status(501, { code: 12, message: "Not Implemented" }) }),
    "v2/pools": [
      {
        asset: "BTC.BTC",
        status: "available",
        assetDepth: "10000000000",
        runeDepth: "500000000000000000",
        assetPriceUSD: "80000.5",
      },
      {
        asset: "ETH.ETH",
        status: "available",
        assetDepth: "145520480984",
        runeDepth: "400000000000000000",
        assetPriceUSD: "NaN",
      },
    ],
    actions: { actions: [] },
    swap: (url: URL) => toQuote(world, url),
    limit: (url: URL) => toOrderQuote(world, url),
  };
}

/** By the formula of the network, less the outbound fee: 1 BTC gives 17.39654 ETH. */
function toOutput(world: World, { searchParams }: URL): bigint {
  const pools = toDefaults(world).pools as Record<string, string>[];
  const depthsOf = (asset: string) => {
    const pool = pools.find((one) => one.asset === layer1Asset(asset));
    return pool && { asset: BigInt(pool.balance_asset ?? 0), native: BigInt(pool[`balance_${native(world)}`] ?? 0) };
  };
  const source = depthsOf(searchParams.get("from_asset") ?? "");
  const target = depthsOf(searchParams.get("to_asset") ?? "");
  const amount = BigInt(searchParams.get("amount") ?? 0);
  const inNative = source ? swapLeg(amount, source, "to_native", 0n).output : amount;
  const output = target ? swapLeg(inNative, target, "from_native", 0n).output : inNative;
  return output > OUTBOUND_FEE ? output - OUTBOUND_FEE : 0n;
}

function toQuote(world: World, url: URL) {
  const destination = url.searchParams.get("destination");
  const to = url.searchParams.get("to_asset") ?? "";
  const source = (url.searchParams.get("from_asset") ?? "").split(".")[0] ?? "";
  const row = toRows(world).find((one) => one.chain === source);
  const out = toOutput(world, url);
  const tolerance = BigInt(url.searchParams.get("liquidity_tolerance_bps") ?? 0);
  const limit = tolerance > 0n ? `:${(out * (10_000n - tolerance)) / 10_000n}` : "";
  return {
    ...(row ? { inbound_address: row.address, ...(row.router ? { router: row.router } : {}) } : {}),
    inbound_confirmation_seconds: 1200,
    outbound_delay_blocks: 30,
    outbound_delay_seconds: 999,
    fees: {
      asset: to,
      affiliate: "0",
      outbound: "600000",
      liquidity: "3851603",
      total: "4451603",
      slippage_bps: 22,
      total_bps: 25,
    },
    expiry: Math.floor(world.nowMs / 1000) + 900,
    recommended_gas_rate: "4",
    gas_rate_units: "satsperbyte",
    recommended_min_amount_in: "4412",
    dust_threshold: "1000",
    ...(destination ? { memo: `=:${to}:${destination}${limit}` } : {}),
    expected_amount_out: String(out),
    streaming_swap_seconds: 0,
  };
}

/** As THORNode 3.17 answers `quote/limit`: constants for fees, no expiry of the quote, and blanks. */
function toOrderQuote(world: World, { searchParams }: URL) {
  const [to, target] = [searchParams.get("to_asset"), searchParams.get("target_out")];
  const source = (searchParams.get("from_asset") ?? "").split(".")[0] ?? "";
  const row = toRows(world).find((one) => one.chain === source);
  return {
    expected_amount_out: target,
    fees: { asset: "", affiliate: "", outbound: "2000000", total: "2000000", slippage_bps: "0", total_bps: "0" },
    inbound_address: row?.address ?? "",
    memo: `=<:${to}:${searchParams.get("destination")}:${target}/43200/0`,
    order_expiry_block: String(START_HEIGHT + 43_200),
    recommended_min_amount_in: "4412",
    router: row?.router ?? "",
    dust_threshold: row?.dust_threshold ?? "",
    recommended_gas_rate: row ? "4" : "",
    gas_rate_units: row ? "satsperbyte" : "",
  };
}

function createTransport(world: World, name: string): Transport {
  return async (url, { signal }) => {
    signal.throwIfAborted();
    const path = url.pathname.replace(/^\/base\//, "");
    world.calls.push(`${name} ${path}`);
    // What is told is what holds when the call arrives; it takes its time to come back.
    const script = world.scripts[name] ?? {};
    const all = { ...toDefaults(world), ...script };
    const last = path.split("/").at(-1) ?? "";
    const key =
      [path, last, "*"].find((one) => (one === "*" ? script["*"] !== undefined : all[one] !== undefined)) ?? "";
    const chosen = script["*"] !== undefined && script[last] === undefined ? script["*"] : all[key];
    const reply = world.intercept(name, url, await (typeof chosen === "function" ? chosen(url) : chosen));
    world.nowMs += world.callMs;
    if (reply === down) throw new TypeError("fetch failed at secret.test");
    if (reply === hang) {
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
    }
    if (reply === undefined) return toResponse(404, { message: "not found" });
    const { $status: code, body, headers } = reply as Partial<ReturnType<typeof status>>;
    const stamp = { [HEIGHT_HEADER]: String(toBlock(world).height - (world.behind[name] ?? 0)) };
    if (code === undefined) return toResponse(200, world.rewrite(reply, path), stamp);
    return toResponse(code, world.rewrite(body, path), { ...stamp, ...headers });
  };
}

function toResponse(code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status: code, headers: { "content-type": "application/json", ...headers } });
}
