// Pools, prices and fees on which the judged nodes agree. A part that fails is null by itself.

import type { ZodType, z } from "zod";
import { areOfOneHeight, type Quorum } from "../model/agreed.ts";
import { type Warning, warnOf } from "../model/envelope.ts";
import type { QueueReading } from "../model/network-status.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { SAFETY_KEEP_MS } from "../safety/node-reading.ts";
import { FACTS_LAST_MS, type Safety, type SafetyReader } from "../safety/safety.ts";
import { firstOf, getWithRetry } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import {
  Constants,
  IndexerPools,
  LastBlock,
  NodeNetwork,
  OutboundFees,
  Pools,
  Queue,
} from "../upstream/network-schemas.ts";
import type { Answer, Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import {
  type AgreedPool,
  agreeChainCosts,
  agreeDefaults,
  agreeNetworkFigures,
  agreeObservedHeights,
  agreeOutboundFees,
  agreeParameters,
  agreePools,
  agreeQueue,
  findDisputed,
  findDoubtedAssets,
  findOutvoted,
  type Heights,
} from "./agreement.ts";
import { type CostSources, costParameters } from "./costs.ts";
import { borneOutPrices, indexerPrices, nodePrices, type Prices } from "./prices.ts";

const BLOCK_KEEP_MS = 6_000;
const FEES_KEEP_MS = 10_000;
const CONSTANTS_KEEP_MS = 600_000;

/** Status and `trading_halted` are safety facts, so pools expire as fast as those. */
interface PoolsRead {
  readonly pools: readonly AgreedPool[] | null;
  readonly doubtedAssets: readonly string[];
  /** Assets in capitals for which one list contradicts two that agree. */
  readonly outvotedAssets: readonly string[];
  readonly poolsAskedAtMs: number | null;
  /** Pools are dropped once one of these nodes is no longer judged. */
  readonly poolNodes?: readonly Provider[];
}

export interface Market extends CostSources, PoolsRead {
  readonly queue: QueueReading | null;
  /** By chain code. */
  readonly observedHeights: ReadonlyMap<string, number | null>;
}

interface MarketSetup {
  readonly preset: Preset;
  readonly now: () => number;
  readonly safetyReader: Pick<SafetyReader, "findThird">;
}

/** Never throws. Without enough judged nodes, everything is null. */
export async function readMarket(
  { preset, safetyReader }: Omit<MarketSetup, "now">,
  safety: Safety,
  signal: AbortSignal,
  use: "quote" | "status" = "quote",
): Promise<Market> {
  const readAll = createPartReader({ preset, safetyReader }, safety, signal);
  const { quorum } = safety.evidence;
  const isStatus = use === "status";
  const agreeHeights = (lists: readonly LastBlock[], by: Quorum) =>
    agreeObservedHeights(lists, by, preset);
  const [pools, networks, fees, queues, constants, heights, indexed] = await Promise.all([
    readAll("pools", Pools, SAFETY_KEEP_MS, isEachPoolSettled),
    readAll("network", NodeNetwork, BLOCK_KEEP_MS, isSettledBy(agreeNetworkFigures, quorum)),
    readAll("outbound_fees", OutboundFees, FEES_KEEP_MS, isSettledBy(agreeOutboundFees, quorum)),
    isStatus ? readAll("queue", Queue, BLOCK_KEEP_MS, isSettledBy(agreeQueue, quorum)) : unread,
    isStatus
      ? readAll("constants", Constants, CONSTANTS_KEEP_MS, isSettledBy(agreeCostDefaults, quorum))
      : unread,
    isStatus
      ? readAll("lastblock", LastBlock, SAFETY_KEEP_MS, isSettledBy(agreeHeights, quorum))
      : unread,
    preset.nativeChain === "MAYA" ? readIndexerPools(safety.indexers, signal) : null,
  ]);
  return agreeMarket(preset, safety, {
    pools,
    networks,
    fees,
    queues,
    constants,
    heights,
    indexed,
  });
}

interface Read<T> {
  readonly judged: readonly Answer<T>[];
  readonly third: readonly Answer<T>[];
}

const unread: Read<never> = { judged: [], third: [] };

function isSettledBy<T>(
  agree: (
    values: readonly T[],
    quorum: Quorum,
    heights: Heights,
  ) => object | ReadonlyMap<string, unknown> | null,
  quorum: Quorum,
): (answers: readonly Answer<T>[]) => boolean {
  const list = (
    values: readonly T[],
    by: Quorum,
    heights: Heights = [],
  ): ReadonlyMap<string, unknown> => {
    const agreed = agree(values, by, heights);
    return agreed instanceof Map ? agreed : new Map(Object.entries(agreed ?? {}));
  };
  return (answers) => {
    const values = valuesOf(answers);
    const agreed = list(values, quorum, heightsOf(answers));
    return values.every((value) =>
      [...list([value], 1)].every(([name, figure]) => {
        const decided = agreed.get(name) ?? null;
        return (
          figure === null || (typeof figure === "boolean" ? decided === figure : decided !== null)
        );
      }),
    );
  };
}

const agreeCostDefaults = (answers: readonly Constants[], quorum: Quorum) =>
  agreeDefaults(answers, quorum, costParameters);

interface MarketAnswers {
  readonly pools: Read<z.output<typeof Pools>>;
  readonly networks: Read<NodeNetwork>;
  readonly fees: Read<OutboundFees>;
  readonly queues: Read<Queue>;
  readonly constants: Read<Constants>;
  readonly heights: Read<LastBlock>;
  readonly indexed: Answer<IndexerPools> | null;
}

function agreeMarket(preset: Preset, safety: Safety, answers: MarketAnswers): Market {
  const { quorum } = safety.evidence;
  const listed = { ...agreePoolLists(answers.pools, quorum), poolNodes: safety.nodes };
  const network = agreeNetworkFigures(
    allOf(answers.networks),
    quorum,
    heightsOf(answersOf(answers.networks)),
  );
  // Only one indexer is read, so the nodes' depths have to confirm its prices.
  const confirmed = (prices: Prices) =>
    quorum === 1 ? prices : borneOutPrices(preset, prices, listed.pools ?? []);
  const fees = allOf(answers.fees);
  const isIndexed = preset.nativeChain === "MAYA";
  const indexed = answers.indexed ? indexerPrices(preset, answers.indexed.value) : new Map();
  return {
    preset,
    ...listed,
    queue: agreeQueue(allOf(answers.queues), quorum),
    observedHeights: agreeObservedHeights(allOf(answers.heights), quorum, preset),
    network,
    outboundFees:
      fees.length < quorum
        ? null
        : agreeOutboundFees(fees, quorum, heightsOf(answersOf(answers.fees))),
    ...readCosts(safety.evidence),
    defaults: agreeCostDefaults(allOf(answers.constants), quorum),
    prices: isIndexed ? confirmed(indexed) : nodePrices(preset, listed.pools, network),
  };
}

const allOf = <T>(read: Read<T>): T[] => valuesOf(answersOf(read));
const answersOf = <T>({ judged, third }: Read<T>): Answer<T>[] => [...judged, ...third];
const heightsOf = (answers: readonly Answer<unknown>[]) => answers.map(({ height }) => height);
const valuesOf = <T>(answers: readonly Answer<T>[]): T[] => answers.map(({ value }) => value);

export function readCosts({ nodes, quorum }: Evidence): Pick<CostSources, "chainCosts" | "votes"> {
  const whole = nodes.filter((node) => isWhole(node));
  const rows = whole.flatMap((node) => (node.rows === null ? [] : [node.rows]));
  const isOneHeight = areOfOneHeight(whole.map(({ rowsHeight }) => ({ height: rowsHeight })));
  const votes = whole.flatMap((node) => (node.mimir === null ? [] : [node.mimir]));
  return {
    chainCosts: agreeChainCosts(rows, quorum, { isOneHeight }),
    votes: agreeParameters(votes, quorum, costParameters),
  };
}

/** Reads a part from the judged nodes, and from a third operator where they do not settle it. */
function createPartReader(
  { preset, safetyReader }: Omit<MarketSetup, "now">,
  safety: Safety,
  signal: AbortSignal,
) {
  let third: Promise<Provider | null> | null = null;
  const findThird = () => {
    third ??= safetyReader.findThird(safety, signal);
    return third;
  };
  return async <T extends ZodType>(
    name: string,
    schema: T,
    keepMs: number,
    isSettled: (answers: readonly Answer<z.output<T>>[]) => boolean,
  ): Promise<Read<z.output<T>>> => {
    const path = `/${preset.segment}/${name}`;
    const read = async (nodes: readonly Provider[]) => {
      const asked = nodes.map((node) =>
        orNull(getWithRetry(node, path, schema, { signal, keepMs })),
      );
      return (await Promise.all(asked)).filter((answer) => answer !== null);
    };
    const judged = await read(safety.nodes);
    // A part that no node has is not asked for again: MAYAChain has no list of fees.
    const isOpen = judged.length > 0 && (judged.length < safety.nodes.length || !isSettled(judged));
    const node = isOpen ? await findThird() : null;
    return { judged, third: node ? await read([node]) : [] };
  };
}

const isEachPoolSettled = (lists: readonly Answer<z.output<typeof Pools>>[]) =>
  findDisputed(valuesOf(lists)).length === 0;

function agreePoolLists(
  { judged, third }: Read<z.output<typeof Pools>>,
  quorum: Quorum,
): PoolsRead {
  // The third replaces a list that was not read.
  const isSpare = judged.length < quorum;
  const lists = valuesOf(isSpare ? [...judged, ...third] : judged);
  const other = isSpare ? null : (third[0]?.value ?? null);
  const pools = agreePools(lists, quorum, other);
  if (pools === null) return unreadPools;
  return {
    pools,
    doubtedAssets: findDoubtedAssets(lists, other),
    outvotedAssets: other === null ? [] : findOutvoted(lists, other),
    poolsAskedAtMs: Math.min(...[...judged, ...third].map(({ askedAtMs }) => askedAtMs)),
  };
}

const unreadPools: PoolsRead = {
  pools: null,
  doubtedAssets: [],
  outvotedAssets: [],
  poolsAskedAtMs: null,
};

export async function renewPools(
  market: Market,
  safety: Safety,
  signal: AbortSignal,
  { now, safetyReader }: Omit<MarketSetup, "preset">,
): Promise<Market> {
  if (market.pools === null || isTimely(market, now())) return market;
  const readAll = createPartReader({ preset: market.preset, safetyReader }, safety, signal);
  const answers = await readAll("pools", Pools, SAFETY_KEEP_MS, isEachPoolSettled);
  return { ...market, ...agreePoolLists(answers, safety.evidence.quorum), poolNodes: safety.nodes };
}

export function dropStalePools(
  market: Market,
  nowMs: number,
  { nodes }: Pick<Safety, "nodes">,
): Market {
  const isJudged = market.poolNodes?.every((node) => nodes.includes(node)) ?? true;
  return isTimely(market, nowMs) && isJudged ? market : { ...market, ...unreadPools };
}

/** Null for a pool that only one source lists. `assets` absent: all pools. */
export function findPoolDissent(
  { pools, outvotedAssets }: Pick<PoolsRead, "pools" | "outvotedAssets">,
  assets: readonly (string | null)[] = outvotedAssets,
): Warning | null {
  const told = outvotedAssets.find(
    (asset) => assets.includes(asset) && pools?.some((pool) => pool.asset === asset),
  );
  if (told === undefined) return null;
  return warnOf("outvoted")(
    `One of three sources tells other facts of the ${told} pool than the two that agree.`,
  );
}

function isTimely({ poolsAskedAtMs }: PoolsRead, nowMs: number): boolean {
  return poolsAskedAtMs !== null && nowMs - poolsAskedAtMs <= FACTS_LAST_MS;
}

const readIndexerPools = (indexers: readonly Provider[], signal: AbortSignal) =>
  orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
