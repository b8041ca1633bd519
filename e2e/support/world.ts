import { createNetwork, type Network } from "../../lib/protocol/network.ts";
import { clientCallLimit } from "../../lib/protocol/upstream/call-budget.ts";
import { createProvider } from "../../lib/protocol/upstream/provider.ts";
import { HEIGHT_HEADER, type Transport } from "../../lib/protocol/upstream/transport.ts";
import { type NetworkName, type Preset, presets } from "../../lib/protocol/values/chains.ts";
import {
  type Block,
  blockAt,
  down,
  endpointsOf,
  hang,
  notFound,
  poolBody,
  type Reply,
  type Row,
  replyAt,
  rowBody,
  type Scene,
  type Script,
  sentOf,
  status,
  steadyScene,
  toResponse,
} from "./wire.ts";

export { down, hang, type Reply, type Script, status } from "./wire.ts";

const START_MS = 1_800_000_000_000;

/** A small network with a fake clock. All nodes agree until a script changes an answer. */
export interface World {
  nowMs: number;
  preset: Preset;
  startHeight: number;
  /** Epoch ms of the last block. Null: blocks do not stop. */
  frozenAtMs: number | null;
  mimir: Record<string, number>;
  /** Changed members of chain rows, by chain. Null removes the row. */
  rows: Record<string, Record<string, unknown> | null>;
  /** Replies by node or indexer ("node0") and path, or last segment. `*`: all other paths. */
  scripts: Record<string, Script>;
  rewrite: (body: unknown, path: string) => unknown;
  /** Replaces a reply, for example by `down`, `hang`, a `status` or another body. */
  intercept: (name: string, url: URL, reply: Reply) => Reply;
  /** Number of blocks by which a node's or indexer's stated height is too low. */
  behind: Record<string, number>;
  /** Epoch ms up to which an honest node or indexer has the chain. Absent: up to now. */
  seenUntilMs: Record<string, (nowMs: number) => number>;
  /** What the network held earlier, in the order of `untilMs`. */
  past: {
    readonly untilMs: number;
    readonly mimir: World["mimir"];
    readonly rows: World["rows"];
  }[];
  calls: string[];
  callMs: number;
  /** True: fees of quotes follow from the pools and the chain's row. False: fees are fixed. */
  hasOwnFees: boolean;
  network: Network;
  /** Added to the clock of the process that `restart` starts next. */
  offsetMs: number;
  /** Added to the clocks of all processes: the machine's clock was set wrong. */
  clockErrorMs: number;
  restart: () => void;
}

interface WorldOptions {
  readonly network?: NetworkName;
  readonly source?: "live" | "sample";
  readonly nodes?: number;
  readonly indexers?: number;
  readonly leastParameters?: number;
  readonly deadlineMs?: number;
  readonly shownMs?: number;
  readonly attemptMs?: number;
  /** Calls per minute that one node allows. Absent: no limit. */
  readonly nodeCalls?: number;
  readonly wrap?: (transport: Transport, now: () => number) => Transport;
  readonly urls?: Readonly<Record<string, string>>;
}

export function createWorld(options: WorldOptions = {}): World {
  const { network = "thorchain", source = "live", nodes = 1, indexers = 1 } = options;
  const { leastParameters, deadlineMs, shownMs, attemptMs, urls = {}, wrap } = options;
  const preset = presets[network];
  const world: World = {
    nowMs: START_MS,
    preset,
    startHeight: 25_000_000,
    frozenAtMs: null,
    mimir: {
      NODEPAUSECHAINGLOBAL: 1000,
      L1SLIPMINBPS: 5,
      NATIVETRANSACTIONFEE: 2_000_000_000,
      MAXRUNESUPPLY: 5e16,
    },
    rows: {},
    scripts: {},
    rewrite: (body) => body,
    intercept: (_name, _url, reply) => reply,
    behind: {},
    seenUntilMs: {},
    past: [],
    calls: [],
    callMs: 0,
    hasOwnFees: false,
    network: undefined as unknown as Network,
    offsetMs: 0,
    clockErrorMs: 0,
    restart,
  };
  const create = (kind: "node" | "indexer", count: number, now: () => number) =>
    Array.from({ length: count }, (_, index) => {
      const name = `${kind}${index}`;
      const transport = createTransport(world, name);
      return createProvider({
        kind,
        index,
        baseUrl: urls[name] ?? `http://secret-${name}.test/base`,
        operator: urls[name] === undefined ? name : undefined,
        transport: wrap?.(transport, now) ?? transport,
        now,
        random: () => 0,
        clientCallsPerMinute: clientCallLimit(kind, options.nodeCalls ?? 0),
        ...(attemptMs !== undefined && { limits: { attemptMs } }),
      });
    });
  function restart(): void {
    const { offsetMs } = world;
    const now = () => world.nowMs + world.clockErrorMs + offsetMs;
    world.network = createNetwork({
      preset,
      source,
      nodes: create("node", nodes, now),
      indexers: create("indexer", indexers, now),
      now,
      ...(leastParameters !== undefined && { leastParameters }),
      ...(deadlineMs !== undefined && { deadlineMs }),
      ...(shownMs !== undefined && { shownMs }),
    });
  }
  restart();
  return world;
}

export const toBlock = (world: World, atMs = world.nowMs): Block =>
  blockAt(
    { height: world.startHeight, timeMs: START_MS },
    Math.min(atMs, world.frozenAtMs ?? atMs),
  );

/** Ends what the network holds now: what is changed next is not known to who is behind. */
export function endPast(world: World): void {
  const { nowMs: untilMs, mimir, rows } = world;
  world.past.push(structuredClone({ untilMs, mimir, rows }));
}

export function toRows({ preset, rows }: Pick<World, "preset" | "rows">): Row[] {
  return preset.chains
    .filter((chain) => !chain.native && rows[chain.code] !== null)
    .map(({ code }) => ({
      ...rowBody(code, `${code.toLowerCase()}vault1`, code === "ETH" ? "0xrouter" : null),
      ...(rows[code] as Row),
    }));
}

export function toPools({ preset: { segment } }: World): Row[] {
  const units = segment === "mayachain" ? "00" : "";
  const pool = (asset: string, depth: string, native: string, price: string, more?: object) =>
    poolBody(segment, asset, [depth, native + units, price], more);
  return [
    pool("BTC.BTC", "10000000000", "5000000000000000", "8000000000000", { short_code: "b" }),
    pool("ETH.ETH", "145520480984", "4000000000000000", "300000000000"),
    pool("ETH.USDC-0XA0B8", "1000000000000", "700000000000000", "100000000", { status: "Staged" }),
  ];
}

const indexerPools = [
  ["BTC.BTC", "10000000000", "500000000000000000", "80000.5"],
  ["ETH.ETH", "145520480984", "400000000000000000", "NaN"],
].map(([asset = "", assetDepth = "", runeDepth = "", assetPriceUSD = ""]) => {
  return { asset, status: "available", assetDepth, runeDepth, assetPriceUSD };
});

const toBitcoin = <Quote extends { readonly fees: object }>(quote: Quote) => ({
  to: "BTC.BTC",
  body: { ...quote, fees: { ...quote.fees, outbound: "1103" } },
});

/** What a node or indexer answers that has the chain up to `atMs`. 1 BTC gives 17.39654 ETH. */
function toEndpoints(world: World, atMs: number): Script {
  const { preset } = world;
  const { segment } = preset;
  const block = toBlock(world, atMs);
  const { mimir, rows } = world.past.find(({ untilMs }) => atMs < untilMs) ?? world;
  const fees = { affiliate: "0", outbound: "600000", liquidity: "3851603", total: "4451603" };
  const quoted = {
    inbound_confirmation_seconds: 1200,
    outbound_delay_seconds: 180,
    total_swap_seconds: 1380,
    fees,
    recommended_min_amount_in: "4412",
    dust_threshold: "1000",
  };
  const scene: Scene = {
    ...steadyScene(segment, block.height),
    pools: toPools(world),
    inboundAddresses: toRows({ preset, rows }),
    mimir,
    quotes: [...(world.hasOwnFees ? [toBitcoin(quoted)] : []), { body: quoted }],
    indexerPools,
  };
  const endpoints = endpointsOf(scene, block, world.nowMs);
  return {
    ...endpoints,
    ...(segment === "mayachain" && {
      outbound_fees: status(501, { code: 12, message: "Not Implemented" }),
    }),
    "quote/swap": (url: URL) => {
      if (world.hasOwnFees) return replyAt(endpoints, "quote/swap", url);
      const asset = url.searchParams.get("to_asset");
      const stated = { fees: { asset, ...fees, slippage_bps: 22, total_bps: 25 } };
      return { ...(replyAt(endpoints, "quote/swap", url) as Row), ...stated };
    },
  };
}

const pathOf = (url: URL) =>
  url.pathname.replace(/^.*?\/(?=(?:thorchain|mayachain|v2|cosmos)\/)/, "");

/** Epoch ms up to which a node or indexer has the chain. */
const seenUntilMsOf = (world: World, name: string): number =>
  Math.min(world.nowMs, world.seenUntilMs[name]?.(world.nowMs) ?? world.nowMs);

/** What an honest node or indexer answers, without its scripts. */
export const honestReply = (world: World, name: string, url: URL): Reply =>
  replyAt(
    toEndpoints(world, seenUntilMsOf(world, name)),
    pathOf(url).replace(`${world.preset.segment}/`, ""),
    url,
  );

function createTransport(world: World, name: string): Transport {
  return async (url, { signal }) => {
    signal.throwIfAborted();
    const path = pathOf(url);
    world.calls.push(`${name} ${path}`);
    // The reply states the data when the call arrives. The answer returns after `callMs`.
    const script = world.scripts[name] ?? {};
    const key = [path, path.slice(path.lastIndexOf("/") + 1), "*"].find((one) =>
      Object.hasOwn(script, one),
    );
    const reply =
      key === undefined ? honestReply(world, name, url) : await replyAt(script, key, url);
    const told = world.intercept(name, url, reply);
    world.nowMs += world.callMs;
    if (told === hang) {
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
      );
    }
    const { height } = toBlock(world, seenUntilMsOf(world, name));
    const stamp = { [HEIGHT_HEADER]: String(height - (world.behind[name] ?? 0)) };
    if (told === undefined || told === down) return toResponse(told ?? notFound);
    const { $status, body, headers } = sentOf(told);
    return toResponse(status($status, world.rewrite(body, path), headers), stamp);
  };
}
