// What an answer says beside its verdicts: pools, prices, fees. Read from judged nodes; each part fails to null on its own.

import { isWhole } from "../safety/evidence.ts";
import { SAFETY_KEEP_MS } from "../safety/node-reading.ts";
import { FACTS_LAST_MS, type Safety } from "../safety/safety.ts";
import { firstOf, type Provider } from "../upstream/client.ts";
import { orNull } from "../upstream/deadline.ts";
import { Constants, IndexerPools, NodeNetwork, OutboundFees, Pools, Queue } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import type { CostSources } from "./costs.ts";
import { type AgreedPool, agreePools } from "./pool-agreement.ts";
import { indexerPrices, nodePrices, type Prices } from "./prices.ts";

const BLOCK_KEEP_MS = 6_000;
const FEES_KEEP_MS = 10_000;
const CONSTANTS_KEEP_MS = 600_000;

/** Status and `trading_halted` of a pool are safety facts: they last no longer than those, and two nodes are compared. */
interface PoolsRead {
  /** Null where no node's list was read, or what was read has grown old. */
  readonly pools: readonly AgreedPool[] | null;
  /** When the earliest of the lists was asked for; null where none was read. */
  readonly poolsAskedAtMs: number | null;
}

export interface Market extends CostSources, PoolsRead {
  readonly queue: Queue | null;
  /** When the first part that was read, of those that are kept beside the pools, is asked for again. */
  readonly dueAtMs: number;
}

/** Which parts an answer needs beyond pools, prices and outbound fees. */
export interface MarketParts {
  readonly queue?: boolean;
  readonly constants?: boolean;
}

/** Never throws. Without a judged node everything is null. */
export async function readMarket(
  preset: Preset,
  safety: Safety,
  signal: AbortSignal,
  parts: MarketParts = {},
): Promise<Market> {
  const dues: number[] = [];
  const read = <T extends Parameters<typeof firstOf>[2]>(name: string, schema: T, keepMs: number) =>
    firstOf(safety.nodes, `/${preset.segment}/${name}`, schema, { signal, keepMs }).then(({ value, askedAtMs }) => {
      dues.push(askedAtMs + keepMs);
      return value;
    });
  const [listed, network, outboundFees, queue, constants, indexed] = await Promise.all([
    readPools(preset, safety.nodes, signal),
    orNull(read("network", NodeNetwork, BLOCK_KEEP_MS)),
    orNull(read("outbound_fees", OutboundFees, FEES_KEEP_MS)),
    parts.queue ? orNull(read("queue", Queue, BLOCK_KEEP_MS)) : null,
    parts.constants ? orNull(read("constants", Constants, CONSTANTS_KEEP_MS)) : null,
    preset.nativeChain === "MAYA" ? readIndexerPrices(preset, safety.indexers, signal) : null,
  ]);
  const node = safety.evidence.nodes.find((one) => isWhole(one));
  const prices = indexed ?? nodePrices(preset, listed.pools, network);
  const dueAtMs = Math.min(...dues);
  return { preset, ...listed, network, outboundFees, queue, constants, prices, dueAtMs, ...marketRest(node) };
}

/** The lists of all judged nodes. One that fails says nothing: an outage is no evidence. */
async function readPools(preset: Preset, nodes: readonly Provider[], signal: AbortSignal): Promise<PoolsRead> {
  const options = { signal, keepMs: SAFETY_KEEP_MS };
  const answers = await Promise.all(nodes.map((node) => orNull(node.get(`/${preset.segment}/pools`, Pools, options))));
  const read = answers.filter((answer) => answer !== null);
  if (read.length === 0) return unreadPools;
  return {
    pools: agreePools(read.map((answer) => answer.value)),
    poolsAskedAtMs: Math.min(...read.map((answer) => answer.askedAtMs)),
  };
}

const unreadPools: PoolsRead = { pools: null, poolsAskedAtMs: null };

/** The same market with its pools read again where they have grown old while the rest of the answer was read. */
export async function renewPools(market: Market, safety: Safety, signal: AbortSignal, now: () => number) {
  if (market.pools === null || isTimely(market, now())) return market;
  return { ...market, ...(await readPools(market.preset, safety.nodes, signal)) };
}

/** The market as of now: without pools where what was read of them is too old to be told. */
export function dropStalePools(market: Market, nowMs: number): Market {
  return isTimely(market, nowMs) ? market : { ...market, ...unreadPools };
}

function isTimely({ poolsAskedAtMs }: PoolsRead, nowMs: number): boolean {
  return poolsAskedAtMs !== null && nowMs - poolsAskedAtMs <= FACTS_LAST_MS;
}

const marketRest = (node: Safety["evidence"]["nodes"][number] | undefined) => ({
  mimir: node?.mimir ?? null,
  rows: node?.rows ?? null,
});

async function readIndexerPrices(preset: Preset, indexers: readonly Provider[], signal: AbortSignal): Promise<Prices> {
  const answer = await orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
  return answer ? indexerPrices(preset, answer.value) : new Map();
}
