// Pools, prices and fees on which the judged nodes agree. A part that fails is null by itself.

import type { ZodType, z } from "zod";
import { areOfOneHeight, type Quorum } from "../model/agreed.ts";
import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QueueReading } from "../model/network-status.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { FACTS_LAST_MS } from "../safety/facts.ts";
import { SAFETY_KEEP_MS } from "../safety/node-reading.ts";
import type { Safety, SafetyReader } from "../safety/safety.ts";
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
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import {
  agreeChainCosts,
  agreeDefaults,
  agreeNetworkFigures,
  agreeObservedHeights,
  agreeOutboundFees,
  agreeParameters,
  agreeQueue,
  type Heights,
} from "./agreement.ts";
import { type CostSources, costParameters } from "./costs.ts";
import {
  type AgreedPool,
  agreePools,
  findDisputed,
  findDoubtedAssets,
  findOutvoted,
} from "./pool-agreement.ts";
import { confirmedPrices, indexerPrices, nodePrices, type Prices } from "./prices.ts";

const BLOCK_KEEP_MS = 6_000;
const FEES_KEEP_MS = 10_000;
const CONSTANTS_KEEP_MS = 600_000;

/** Status and `trading_halted` are safety facts, so pools expire as fast as those. */
interface AgreedPools {
  readonly pools: readonly AgreedPool[] | null;
  readonly doubtedAssets: readonly string[];
  /** Assets in capitals for which one list contradicts two that agree. */
  readonly outvotedAssets: readonly string[];
  readonly poolsAskedAtMs: number | null;
  /** Pools are dropped once one of these nodes is no longer judged. */
  readonly poolNodes?: readonly Provider[];
}

export interface Market extends CostSources, AgreedPools {
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
  const readPart = createPartReader({ preset, safetyReader }, safety, signal);
  const { quorum } = safety.evidence;
  const isStatus = use === "status";
  const agreeHeights = (lists: readonly LastBlock[], count: Quorum) =>
    agreeObservedHeights(lists, count, preset);
  const [pools, networks, fees, queues, constants, heights, indexed] = await Promise.all([
    readPart("pools", Pools, SAFETY_KEEP_MS, isEachPoolSettled),
    readPart("network", NodeNetwork, BLOCK_KEEP_MS, isSettledBy(agreeNetworkFigures, quorum)),
    readPart("outbound_fees", OutboundFees, FEES_KEEP_MS, isSettledBy(agreeOutboundFees, quorum)),
    isStatus
      ? readPart("queue", Queue, BLOCK_KEEP_MS, isSettledBy(agreeQueue, quorum))
      : unreadPart,
    isStatus
      ? readPart("constants", Constants, CONSTANTS_KEEP_MS, isSettledBy(agreeCostDefaults, quorum))
      : unreadPart,
    isStatus
      ? readPart("lastblock", LastBlock, SAFETY_KEEP_MS, isSettledBy(agreeHeights, quorum))
      : unreadPart,
    preset.nativeChain === "MAYA" ? readIndexerPools(safety.indexers, signal) : null,
  ]);
  const answers = { pools, networks, fees, queues, constants, heights, indexed };
  return agreeMarket(preset, safety, answers);
}

/** One endpoint's answers: of the judged nodes, and of a third where those do not settle it. */
interface Part<T> {
  readonly judged: readonly Answer<T>[];
  readonly third: readonly Answer<T>[];
}

const unreadPart: Part<never> = { judged: [], third: [] };

type Agree<T> = (
  values: readonly T[],
  quorum: Quorum,
  heights: Heights,
) => object | ReadonlyMap<string, unknown> | null;

/** Every figure that an answer states is one on which the answers agree. */
function isSettledBy<T>(
  agree: Agree<T>,
  quorum: Quorum,
): (answers: readonly Answer<T>[]) => boolean {
  const agreedFigures = (
    values: readonly T[],
    count: Quorum,
    heights: Heights = [],
  ): ReadonlyMap<string, unknown> => {
    const agreed = agree(values, count, heights);
    return agreed instanceof Map ? agreed : new Map(Object.entries(agreed ?? {}));
  };
  return (answers) => {
    const values = answerValues(answers);
    const agreed = agreedFigures(values, quorum, answerHeights(answers));
    const isAgreed = ([name, figure]: readonly [string, unknown]) => {
      const decided = agreed.get(name) ?? null;
      if (typeof figure === "boolean") return decided === figure;
      return figure === null || decided !== null;
    };
    return values.every((value) => [...agreedFigures([value], 1)].every(isAgreed));
  };
}

const agreeCostDefaults = (answers: readonly Constants[], quorum: Quorum) =>
  agreeDefaults(answers, quorum, costParameters);

interface MarketAnswers {
  readonly pools: Part<z.output<typeof Pools>>;
  readonly networks: Part<NodeNetwork>;
  readonly fees: Part<OutboundFees>;
  readonly queues: Part<Queue>;
  readonly constants: Part<Constants>;
  readonly heights: Part<LastBlock>;
  readonly indexed: Answer<IndexerPools> | null;
}

function agreeMarket(preset: Preset, safety: Safety, answers: MarketAnswers): Market {
  const { quorum } = safety.evidence;
  const agreedPools = agreePoolLists(answers.pools, quorum);
  const network = agreeNetworkFigures(
    partValues(answers.networks),
    quorum,
    partHeights(answers.networks),
  );
  const fees = partValues(answers.fees);
  return {
    preset,
    ...agreedPools,
    poolNodes: safety.nodes,
    queue: agreeQueue(partValues(answers.queues), quorum),
    observedHeights: agreeObservedHeights(partValues(answers.heights), quorum, preset),
    network,
    outboundFees:
      fees.length < quorum ? null : agreeOutboundFees(fees, quorum, partHeights(answers.fees)),
    ...agreeCosts(safety.evidence),
    defaults: agreeCostDefaults(partValues(answers.constants), quorum),
    prices:
      preset.nativeChain === "MAYA"
        ? agreeIndexerPrices(preset, answers.indexed, agreedPools.pools ?? [], quorum)
        : nodePrices(preset, agreedPools.pools, network),
  };
}

/** Only one indexer is read, so the nodes' depths have to confirm its prices. */
function agreeIndexerPrices(
  preset: Preset,
  answer: Answer<IndexerPools> | null,
  pools: readonly AgreedPool[],
  quorum: Quorum,
): Prices {
  const prices: Prices = answer ? indexerPrices(preset, answer.value) : new Map();
  return quorum === 1 ? prices : confirmedPrices(preset, prices, pools);
}

const partAnswers = <T>({ judged, third }: Part<T>): Answer<T>[] => [...judged, ...third];
const partValues = <T>(part: Part<T>): T[] => answerValues(partAnswers(part));
const partHeights = (part: Part<unknown>): Heights => answerHeights(partAnswers(part));
const answerHeights = (answers: readonly Answer<unknown>[]) => answers.map(({ height }) => height);
const answerValues = <T>(answers: readonly Answer<T>[]): T[] => answers.map(({ value }) => value);

export function agreeCosts({ nodes, quorum }: Evidence): Pick<CostSources, "chainCosts" | "votes"> {
  const wholeNodes = nodes.filter((node) => isWhole(node));
  const rows = wholeNodes.flatMap((node) => (node.rows === null ? [] : [node.rows]));
  const isOneHeight = areOfOneHeight(wholeNodes.map(({ rowsHeight }) => ({ height: rowsHeight })));
  const votes = wholeNodes.flatMap((node) => (node.mimir === null ? [] : [node.mimir]));
  return {
    chainCosts: agreeChainCosts(rows, quorum, { isOneHeight }),
    votes: agreeParameters(votes, quorum, costParameters),
  };
}

function createPartReader(
  { preset, safetyReader }: Omit<MarketSetup, "now">,
  safety: Safety,
  signal: AbortSignal,
) {
  let thirdNode: Promise<Provider | null> | null = null;
  const findThird = () => {
    thirdNode ??= safetyReader.findThird(safety, signal);
    return thirdNode;
  };
  return async <T extends ZodType>(
    name: string,
    schema: T,
    keepMs: number,
    isSettled: (answers: readonly Answer<z.output<T>>[]) => boolean,
  ): Promise<Part<z.output<T>>> => {
    const path = `/${preset.segment}/${name}`;
    const readFrom = async (nodes: readonly Provider[]) => {
      const answers = await Promise.all(
        nodes.map((node) => orNull(getWithRetry(node, path, schema, { signal, keepMs }))),
      );
      return answers.filter((answer) => answer !== null);
    };
    const judged = await readFrom(safety.nodes);
    // A part that no node has is not asked for again: MAYAChain has no list of fees.
    const needsThird =
      judged.length > 0 && (judged.length < safety.nodes.length || !isSettled(judged));
    const third = needsThird ? await findThird() : null;
    return { judged, third: third ? await readFrom([third]) : [] };
  };
}

const isEachPoolSettled = (lists: readonly Answer<z.output<typeof Pools>>[]) =>
  findDisputed(answerValues(lists)).length === 0;

function agreePoolLists(
  { judged, third }: Part<z.output<typeof Pools>>,
  quorum: Quorum,
): AgreedPools {
  const answers = [...judged, ...third];
  // The third replaces a list that was not read.
  const isReplaced = judged.length < quorum;
  const lists = answerValues(isReplaced ? answers : judged);
  const thirdList = isReplaced ? null : (third[0]?.value ?? null);
  const pools = agreePools(lists, quorum, thirdList);
  if (pools === null) return unreadPools;
  return {
    pools,
    doubtedAssets: findDoubtedAssets(lists, thirdList),
    outvotedAssets: thirdList === null ? [] : findOutvoted(lists, thirdList),
    poolsAskedAtMs: Math.min(...answers.map(({ askedAtMs }) => askedAtMs)),
  };
}

const unreadPools: AgreedPools = {
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
  const readPart = createPartReader({ preset: market.preset, safetyReader }, safety, signal);
  const answers = await readPart("pools", Pools, SAFETY_KEEP_MS, isEachPoolSettled);
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
  { pools, outvotedAssets }: Pick<AgreedPools, "pools" | "outvotedAssets">,
  assets: readonly (string | null)[] = outvotedAssets,
): Warning | null {
  const outvotedAsset = outvotedAssets.find(
    (asset) => assets.includes(asset) && pools?.some((pool) => pool.asset === asset),
  );
  if (outvotedAsset === undefined) return null;
  return warnOf("outvoted")(message("outvoted_pool", { asset: outvotedAsset }));
}

function isTimely({ poolsAskedAtMs }: AgreedPools, nowMs: number): boolean {
  return poolsAskedAtMs !== null && nowMs - poolsAskedAtMs <= FACTS_LAST_MS;
}

const readIndexerPools = (indexers: readonly Provider[], signal: AbortSignal) =>
  orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
