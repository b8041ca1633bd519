// Pools, prices and fees, read from all judged nodes and told where they agree. Each part fails to null on its own.

import type { ZodType, z } from "zod";
import type { QueueReading } from "../model/network-status.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { SAFETY_KEEP_MS } from "../safety/node-reading.ts";
import { FACTS_LAST_MS, type Safety } from "../safety/safety.ts";
import { type Answer, firstOf, getWithRetry, type Provider } from "../upstream/client.ts";
import { orNull } from "../upstream/deadline.ts";
import { Constants, IndexerPools, NodeNetwork, OutboundFees, Pools, Queue } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import {
  agreeChainCosts,
  agreeNetworkFigures,
  agreeOutboundFees,
  agreeParameters,
  agreeQueue,
  readDefaults,
} from "./agreement.ts";
import { type CostSources, costParameters } from "./costs.ts";
import { type AgreedPool, agreePools, findDoubtedAssets } from "./pool-agreement.ts";
import { borneOutPrices, indexerPrices, nodePrices, type Prices } from "./prices.ts";

const BLOCK_KEEP_MS = 6_000;
const FEES_KEEP_MS = 10_000;
const CONSTANTS_KEEP_MS = 600_000;

/** Status and `trading_halted` of a pool are safety facts: they last no longer than those. */
interface PoolsRead {
  /** Null where too few lists were read, or what was read has grown old. */
  readonly pools: readonly AgreedPool[] | null;
  /** Assets that only some of the lists have, in capitals. */
  readonly doubtedAssets: readonly string[];
  /** When the earliest of the lists was asked for; null where none was read. */
  readonly poolsAskedAtMs: number | null;
}

export interface Market extends CostSources, PoolsRead {
  readonly queue: QueueReading | null;
  /** When the first part that was read, of those that are kept beside the pools, is asked for again. */
  readonly dueAtMs: number;
}

/** Which parts an answer needs beyond pools, prices and outbound fees. */
export interface MarketParts {
  readonly queue?: boolean;
  readonly constants?: boolean;
}

/** Never throws. Without enough judged nodes everything is null. */
export async function readMarket(
  preset: Preset,
  safety: Safety,
  signal: AbortSignal,
  parts: MarketParts = {},
): Promise<Market> {
  const { quorum } = safety.evidence;
  const dues: number[] = [];
  const note = <T>(answers: readonly Answer<T>[], keepMs: number): T[] => {
    dues.push(...answers.map(({ askedAtMs }) => askedAtMs + keepMs));
    return answers.map(({ value }) => value);
  };
  const readAll = async <T extends ZodType>(name: string, schema: T, keepMs: number) =>
    note(await readFromAll(safety.nodes, `/${preset.segment}/${name}`, schema, signal, keepMs), keepMs);
  const [listed, networks, fees, queues, constants, indexed] = await Promise.all([
    readPools(preset, safety, signal),
    readAll("network", NodeNetwork, BLOCK_KEEP_MS),
    readAll("outbound_fees", OutboundFees, FEES_KEEP_MS),
    parts.queue ? readAll("queue", Queue, BLOCK_KEEP_MS) : [],
    parts.constants ? readAll("constants", Constants, CONSTANTS_KEEP_MS) : [],
    preset.nativeChain === "MAYA" ? readIndexerPrices(preset, safety.indexers, signal) : null,
  ]);
  const network = agreeNetworkFigures(networks, quorum);
  // There is one indexer to ask: the depths of the nodes are the second witness.
  const confirmed = (prices: Prices) => (quorum === 1 ? prices : borneOutPrices(preset, prices, listed.pools));
  return {
    preset,
    ...listed,
    queue: agreeQueue(queues, quorum),
    network,
    outboundFees: fees.length < quorum ? null : agreeOutboundFees(fees, quorum),
    ...readCosts(safety.evidence),
    defaults: agreeParameters(constants.map(readDefaults), quorum, costParameters),
    prices: indexed === null ? nodePrices(preset, listed.pools, network) : confirmed(indexed),
    dueAtMs: Math.min(...dues),
  };
}

/** What the facts of the judged nodes say of costs. */
export function readCosts({ nodes, quorum }: Evidence): Pick<CostSources, "chainCosts" | "votes"> {
  const whole = nodes.filter((node) => isWhole(node));
  const rows = whole.flatMap((node) => (node.rows === null ? [] : [node.rows]));
  const votes = whole.flatMap((node) => (node.mimir === null ? [] : [node.mimir]));
  return { chainCosts: agreeChainCosts(rows, quorum), votes: agreeParameters(votes, quorum, costParameters) };
}

/** One answer a node, of those that answered. */
async function readFromAll<T extends ZodType>(
  nodes: readonly Provider[],
  path: string,
  schema: T,
  signal: AbortSignal,
  keepMs: number,
): Promise<Answer<z.output<T>>[]> {
  const answers = await Promise.all(nodes.map((node) => orNull(getWithRetry(node, path, schema, { signal, keepMs }))));
  return answers.filter((answer) => answer !== null);
}

async function readPools(preset: Preset, { nodes, evidence }: Safety, signal: AbortSignal): Promise<PoolsRead> {
  const answers = await readFromAll(nodes, `/${preset.segment}/pools`, Pools, signal, SAFETY_KEEP_MS);
  const lists = answers.map(({ value }) => value);
  const pools = agreePools(lists, evidence.quorum);
  if (pools === null) return unreadPools;
  const poolsAskedAtMs = Math.min(...answers.map(({ askedAtMs }) => askedAtMs));
  return { pools, doubtedAssets: findDoubtedAssets(lists), poolsAskedAtMs };
}

const unreadPools: PoolsRead = { pools: null, doubtedAssets: [], poolsAskedAtMs: null };

/** The same market with its pools read again where they have grown old while the rest of the answer was read. */
export async function renewPools(market: Market, safety: Safety, signal: AbortSignal, now: () => number) {
  if (market.pools === null || isTimely(market, now())) return market;
  return { ...market, ...(await readPools(market.preset, safety, signal)) };
}

/** The market as of now: without pools where what was read of them is too old to be told. */
export function dropStalePools(market: Market, nowMs: number): Market {
  return isTimely(market, nowMs) ? market : { ...market, ...unreadPools };
}

function isTimely({ poolsAskedAtMs }: PoolsRead, nowMs: number): boolean {
  return poolsAskedAtMs !== null && nowMs - poolsAskedAtMs <= FACTS_LAST_MS;
}

async function readIndexerPrices(preset: Preset, indexers: readonly Provider[], signal: AbortSignal): Promise<Prices> {
  const answer = await orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
  return answer ? indexerPrices(preset, answer.value) : new Map();
}
