// Pools, prices and fees, read from all judged nodes and given where they agree. Each part that fails is null, and costs no other part.

import type { ZodType, z } from "zod";
import type { Quorum } from "../model/agreed.ts";
import type { QueueReading } from "../model/network-status.ts";
import { type Warning, warnOf } from "../model/warning.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { SAFETY_KEEP_MS } from "../safety/node-reading.ts";
import { FACTS_LAST_MS, type Safety, type SafetyReader } from "../safety/safety.ts";
import { firstOf, getWithRetry } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { Constants, IndexerPools, NodeNetwork, OutboundFees, Pools, Queue } from "../upstream/network-schemas.ts";
import type { Answer, Provider } from "../upstream/provider.ts";
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
import { type AgreedPool, agreePools, findDisputed, findDoubtedAssets, findOutvoted } from "./pool-agreement.ts";
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
  /** Assets of whose pools one list says other than two that agree, in capitals. */
  readonly outvotedAssets: readonly string[];
  /** When the earliest of the lists was asked for; null where none was read. */
  readonly poolsAskedAtMs: number | null;
  /** The nodes that gave the lists: pools say nothing once one of them is judged no more. */
  readonly poolNodes?: readonly Provider[];
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

interface MarketSetup {
  readonly preset: Preset;
  readonly now: () => number;
  readonly safetyReader: Pick<SafetyReader, "findThird">;
}

/** Never throws. Without enough judged nodes everything is null. */
export async function readMarket(
  { preset, now, safetyReader }: MarketSetup,
  safety: Safety,
  signal: AbortSignal,
  parts: MarketParts = {},
): Promise<Market> {
  const made = markets.get(safety) ?? new Map<string, MadeMarket>();
  markets.set(safety, made);
  const wanted = JSON.stringify([parts.queue ?? false, parts.constants ?? false]);
  const standing = made.get(wanted);
  if (standing && now() >= standing.readAtMs && now() < standing.untilMs) return standing.market;
  const readAll = <T extends ZodType>(name: string, schema: T, keepMs: number) =>
    readFromAll(safety.nodes, `/${preset.segment}/${name}`, schema, signal, keepMs);
  const [pools, networks, fees, queues, constants, indexed] = await Promise.all([
    readPoolLists(preset, safety, safetyReader, signal),
    readAll("network", NodeNetwork, BLOCK_KEEP_MS),
    readAll("outbound_fees", OutboundFees, FEES_KEEP_MS),
    parts.queue ? readAll("queue", Queue, BLOCK_KEEP_MS) : [],
    parts.constants ? readAll("constants", Constants, CONSTANTS_KEEP_MS) : [],
    preset.nativeChain === "MAYA" ? readIndexerPools(safety.indexers, signal) : null,
  ]);
  const answers = { pools, networks, fees, queues, constants, indexed };
  const all: readonly Answer<unknown>[] = [
    ...[pools.judged, networks, fees, queues, constants, indexed ?? []].flat(),
    ...(pools.third ? [pools.third] : []),
  ];
  const values = all.map(({ value }) => value);
  const isSame = standing?.values.length === values.length && standing.values.every((one, at) => one === values[at]);
  const market = standing && isSame ? standing.market : agreeMarket(preset, safety, answers);
  // What a node did not answer is asked for again at once.
  const isWhole = all.length === countAsked(safety, parts, preset) + (pools.third ? 1 : 0);
  const keptUntilMs = Math.min(market.dueAtMs, (market.poolsAskedAtMs ?? 0) + SAFETY_KEEP_MS, ...indexedUntil(indexed));
  made.set(wanted, { values, market, readAtMs: now(), untilMs: isWhole ? keptUntilMs : 0 });
  return market;
}

interface MadeMarket {
  readonly values: readonly unknown[];
  readonly market: Market;
  readonly readAtMs: number;
  /** Until when each of the answers is kept. */
  readonly untilMs: number;
}

/** The same answers of the same judged nodes make the same market: made once for all who ask for these parts meanwhile. */
const markets = new WeakMap<Safety, Map<string, MadeMarket>>();

/** How many answers make a whole market. */
function countAsked({ nodes, indexers }: Safety, { queue, constants }: MarketParts, { nativeChain }: Preset): number {
  const ofNodes = 3 + (queue ? 1 : 0) + (constants ? 1 : 0);
  return nodes.length * ofNodes + (nativeChain === "MAYA" && indexers.length > 0 ? 1 : 0);
}

const indexedUntil = (indexed: Answer<unknown> | null) => (indexed ? [indexed.askedAtMs + BLOCK_KEEP_MS] : []);

interface MarketAnswers {
  readonly pools: PoolLists;
  readonly networks: readonly Answer<z.output<typeof NodeNetwork>>[];
  readonly fees: readonly Answer<z.output<typeof OutboundFees>>[];
  readonly queues: readonly Answer<z.output<typeof Queue>>[];
  readonly constants: readonly Answer<z.output<typeof Constants>>[];
  /** Null where it was not asked for, or not read. */
  readonly indexed: Answer<z.output<typeof IndexerPools>> | null;
}

function agreeMarket(preset: Preset, safety: Safety, answers: MarketAnswers): Market {
  const { quorum } = safety.evidence;
  const listed = { ...agreePoolLists(answers.pools, quorum), poolNodes: safety.nodes };
  const network = agreeNetworkFigures(valuesOf(answers.networks), quorum);
  // There is one indexer to ask: the depths of the nodes are the second witness.
  const confirmed = (prices: Prices) => (quorum === 1 ? prices : borneOutPrices(preset, prices, listed.pools ?? []));
  const fees = valuesOf(answers.fees);
  const isIndexed = preset.nativeChain === "MAYA";
  const indexed = answers.indexed ? indexerPrices(preset, answers.indexed.value) : new Map();
  return {
    preset,
    ...listed,
    queue: agreeQueue(valuesOf(answers.queues), quorum),
    network,
    outboundFees: fees.length < quorum ? null : agreeOutboundFees(fees, quorum),
    ...readCosts(safety.evidence),
    defaults: agreeParameters(valuesOf(answers.constants).map(readDefaults), quorum, costParameters),
    prices: isIndexed ? confirmed(indexed) : nodePrices(preset, listed.pools, network),
    dueAtMs: Math.min(
      ...dueTimes(answers.networks, BLOCK_KEEP_MS),
      ...dueTimes(answers.fees, FEES_KEEP_MS),
      ...dueTimes(answers.queues, BLOCK_KEEP_MS),
      ...dueTimes(answers.constants, CONSTANTS_KEEP_MS),
    ),
  };
}

const valuesOf = <T>(answers: readonly Answer<T>[]): T[] => answers.map(({ value }) => value);
const dueTimes = (answers: readonly Answer<unknown>[], keepMs: number) =>
  answers.map(({ askedAtMs }) => askedAtMs + keepMs);

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

interface PoolLists {
  readonly judged: readonly Answer<z.output<typeof Pools>>[];
  /** The list of a third operator; null where it was not needed, or not read. */
  readonly third: Answer<z.output<typeof Pools>> | null;
}

/** The lists of the judged nodes, and of a third where two differ or one was not read. */
async function readPoolLists(
  preset: Preset,
  safety: Safety,
  safetyReader: MarketSetup["safetyReader"],
  signal: AbortSignal,
): Promise<PoolLists> {
  const read = (nodes: readonly Provider[]) =>
    readFromAll(nodes, `/${preset.segment}/pools`, Pools, signal, SAFETY_KEEP_MS);
  const judged = await read(safety.nodes);
  const isSettled = judged.length === safety.nodes.length && findDisputed(valuesOf(judged)).length === 0;
  const node = isSettled ? null : await safetyReader.findThird(safety, signal);
  const [third = null] = node ? await read([node]) : [];
  return { judged, third };
}

function agreePoolLists({ judged, third }: PoolLists, quorum: Quorum): PoolsRead {
  // The third takes the place of a list that was not read.
  const isSpare = third !== null && judged.length < quorum;
  const lists = valuesOf(isSpare ? [...judged, third] : judged);
  const other = isSpare ? null : (third?.value ?? null);
  const pools = agreePools(lists, quorum, other);
  if (pools === null) return unreadPools;
  const doubtedAssets = findDoubtedAssets(lists, other);
  return {
    pools,
    doubtedAssets,
    outvotedAssets: other === null ? [] : findOutvoted(lists, other),
    poolsAskedAtMs: Math.min(...[...judged, ...(third ? [third] : [])].map(({ askedAtMs }) => askedAtMs)),
  };
}

const unreadPools: PoolsRead = { pools: null, doubtedAssets: [], outvotedAssets: [], poolsAskedAtMs: null };

/** The same market with its pools read again where they have grown old while the rest of the answer was read. */
export async function renewPools(
  market: Market,
  safety: Safety,
  signal: AbortSignal,
  { now, safetyReader }: Omit<MarketSetup, "preset">,
): Promise<Market> {
  if (market.pools === null || isTimely(market, now())) return market;
  const answers = await readPoolLists(market.preset, safety, safetyReader, signal);
  return { ...market, ...agreePoolLists(answers, safety.evidence.quorum), poolNodes: safety.nodes };
}

/** The market as of now: without pools where what was read of them is too old to be told, or by a node that is not judged any more. */
export function dropStalePools(market: Market, nowMs: number, { nodes }: Pick<Safety, "nodes">): Market {
  const isJudged = market.poolNodes?.every((node) => nodes.includes(node)) ?? true;
  return isTimely(market, nowMs) && isJudged ? market : { ...market, ...unreadPools };
}

/** That one source says otherwise of one of these pools than two that agree; null where none does. `assets`: all where left out. */
export function findPoolDissent(
  { outvotedAssets }: PoolsRead,
  assets: readonly (string | null)[] = outvotedAssets,
): Warning | null {
  const told = outvotedAssets.find((asset) => assets.includes(asset));
  if (told === undefined) return null;
  return warnOf("outvoted")(`One of three sources tells other facts of the ${told} pool than the two that agree.`);
}

function isTimely({ poolsAskedAtMs }: PoolsRead, nowMs: number): boolean {
  return poolsAskedAtMs !== null && nowMs - poolsAskedAtMs <= FACTS_LAST_MS;
}

const readIndexerPools = (indexers: readonly Provider[], signal: AbortSignal) =>
  orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
