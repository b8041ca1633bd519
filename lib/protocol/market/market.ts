// Reads pools, prices and fees on which the nodes agree. Data of an endpoint that fails is null.

import type { z } from "zod";
import { areOfOneHeight, type Quorum } from "../model/agreed.ts";
import { type Warning, warnOf } from "../model/envelope.ts";
import { message } from "../model/messages.ts";
import type { QueueReading } from "../model/network-status.ts";
import { type Evidence, isWhole } from "../safety/evidence.ts";
import { FACTS_LAST_MS } from "../safety/freshness.ts";
import { SAFETY_KEEP_MS } from "../safety/node-reading.ts";
import type { Safety } from "../safety/safety.ts";
import type { Answer } from "../upstream/answer.ts";
import { firstOf } from "../upstream/client.ts";
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
} from "./agreement.ts";
import { type CostSources, costParameters } from "./costs.ts";
import {
  answerValues,
  createEndpointReader,
  type EndpointAnswers,
  type EndpointSetup,
  endpointHeights,
  endpointValues,
  isSettledBy,
  unreadEndpoint,
} from "./parts.ts";
import {
  type AgreedPool,
  agreePools,
  findDisputedAssets,
  findDoubtedAssets,
  findOutvotedAssets,
} from "./pool-agreement.ts";
import { confirmedPrices, indexerPrices, nodePrices, type Prices } from "./prices.ts";
import { agreeReserve, type StableReserve } from "./stable-reserve.ts";

const BLOCK_KEEP_MS = 6_000;
const FEES_KEEP_MS = 10_000;
const CONSTANTS_KEEP_MS = 600_000;

/**
 * Pools on which nodes agree. They expire as fast as data about halts (FACTS_LAST_MS), because
 * pools state halts too. `poolsAskedAtMs`: epoch ms of the earliest request, where the age starts.
 */
interface AgreedPools {
  readonly pools: readonly AgreedPool[] | null;
  readonly doubtedAssets: readonly string[];
  readonly outvotedAssets: readonly string[];
  readonly poolsAskedAtMs: number | null;
  readonly poolNodes?: readonly Provider[];
}

export interface Market extends CostSources, AgreedPools, StableReserve {
  readonly queue: QueueReading | null;
  readonly observedHeights: ReadonlyMap<string, number | null>;
}

export async function readMarket(
  { preset, safetyReader }: EndpointSetup,
  safety: Safety,
  signal: AbortSignal,
  use: "quote" | "status" = "quote",
): Promise<Market> {
  const readEndpoint = createEndpointReader({ preset, safetyReader }, safety, signal);
  const { quorum } = safety.evidence;
  const readStatusEndpoint: typeof readEndpoint =
    use === "status" ? readEndpoint : async () => unreadEndpoint;
  const agreeHeights = (lists: readonly LastBlock[], heightQuorum: Quorum) =>
    agreeObservedHeights(lists, heightQuorum, preset);
  const [pools, networks, fees, queues, constants, lastBlocks, indexerPools] = await Promise.all([
    readEndpoint("pools", Pools, SAFETY_KEEP_MS, isEachPoolSettled),
    readEndpoint("network", NodeNetwork, BLOCK_KEEP_MS, isSettledBy(agreeNetworkFigures, quorum)),
    readEndpoint(
      "outbound_fees",
      OutboundFees,
      FEES_KEEP_MS,
      isSettledBy(agreeOutboundFees, quorum),
    ),
    readStatusEndpoint("queue", Queue, BLOCK_KEEP_MS, isSettledBy(agreeQueue, quorum)),
    readStatusEndpoint(
      "constants",
      Constants,
      CONSTANTS_KEEP_MS,
      isSettledBy(agreeCostDefaults, quorum),
    ),
    readStatusEndpoint("lastblock", LastBlock, SAFETY_KEEP_MS, isSettledBy(agreeHeights, quorum)),
    preset.nativeChain === "MAYA" ? readIndexerPools(safety.indexers, signal) : null,
  ]);
  const answers = { pools, networks, fees, queues, constants, lastBlocks, indexerPools };
  return agreeMarket(preset, safety, answers);
}

const agreeCostDefaults = (answers: readonly Constants[], quorum: Quorum) =>
  agreeDefaults(answers, quorum, costParameters);

interface MarketAnswers {
  readonly pools: EndpointAnswers<z.output<typeof Pools>>;
  readonly networks: EndpointAnswers<NodeNetwork>;
  readonly fees: EndpointAnswers<OutboundFees>;
  readonly queues: EndpointAnswers<Queue>;
  readonly constants: EndpointAnswers<Constants>;
  readonly lastBlocks: EndpointAnswers<LastBlock>;
  readonly indexerPools: Answer<IndexerPools> | null;
}

function agreeMarket(preset: Preset, safety: Safety, answers: MarketAnswers): Market {
  const { quorum } = safety.evidence;
  const agreedPools = agreePoolLists(answers.pools, quorum);
  const networkFigures = agreeNetworkFigures(
    endpointValues(answers.networks),
    quorum,
    endpointHeights(answers.networks),
  );
  const feeLists = endpointValues(answers.fees);
  return {
    preset,
    ...agreedPools,
    poolNodes: safety.nodes,
    queue: agreeQueue(endpointValues(answers.queues), quorum),
    observedHeights: agreeObservedHeights(endpointValues(answers.lastBlocks), quorum, preset),
    network: networkFigures,
    outboundFees:
      feeLists.length < quorum
        ? null
        : agreeOutboundFees(feeLists, quorum, endpointHeights(answers.fees)),
    ...agreeCosts(safety.evidence),
    defaults: agreeCostDefaults(endpointValues(answers.constants), quorum),
    prices:
      preset.nativeChain === "MAYA"
        ? agreeIndexerPrices(preset, answers.indexerPools, agreedPools.pools ?? [], quorum)
        : nodePrices(preset, agreedPools.pools, networkFigures),
  };
}

/** Only one indexer is read. If two nodes must agree, their pool depths must confirm its prices. */
function agreeIndexerPrices(
  preset: Preset,
  answer: Answer<IndexerPools> | null,
  pools: readonly AgreedPool[],
  quorum: Quorum,
): Prices {
  const indexedPrices: Prices = answer ? indexerPrices(preset, answer.value) : new Map();
  return quorum === 1 ? indexedPrices : confirmedPrices(preset, indexedPrices, pools);
}

export function agreeCosts({
  nodes,
  quorum,
}: Evidence): Pick<CostSources, "chainCosts" | "votes"> & StableReserve {
  const completeNodes = nodes.filter((node) => isWhole(node));
  const inboundRowLists = completeNodes.flatMap((node) => (node.rows === null ? [] : [node.rows]));
  const isOneHeight = areOfOneHeight(
    completeNodes.map(({ rowsHeight }) => ({ height: rowsHeight })),
  );
  const nodeMimirs = completeNodes.flatMap((node) => (node.mimir === null ? [] : [node.mimir]));
  return {
    chainCosts: agreeChainCosts(inboundRowLists, quorum, { isOneHeight }),
    votes: agreeParameters(nodeMimirs, quorum, costParameters),
    ...agreeReserve(nodeMimirs, quorum),
  };
}

const isEachPoolSettled = (answers: readonly Answer<z.output<typeof Pools>>[]) =>
  findDisputedAssets(answerValues(answers)).length === 0;

function agreePoolLists(
  { nodeAnswers, thirdNodeAnswers }: EndpointAnswers<z.output<typeof Pools>>,
  quorum: Quorum,
): AgreedPools {
  const answers = [...nodeAnswers, ...thirdNodeAnswers];
  const isAnswerMissing = nodeAnswers.length < quorum;
  const poolLists = answerValues(isAnswerMissing ? answers : nodeAnswers);
  const thirdList = isAnswerMissing ? null : (thirdNodeAnswers[0]?.value ?? null);
  const agreedPools = agreePools(poolLists, quorum, thirdList);
  if (agreedPools === null) return unreadPools;
  return {
    pools: agreedPools,
    doubtedAssets: findDoubtedAssets(poolLists, thirdList),
    outvotedAssets: thirdList === null ? [] : findOutvotedAssets(poolLists, thirdList),
    poolsAskedAtMs: Math.min(...answers.map(({ askedAtMs }) => askedAtMs)),
  };
}

const unreadPools: AgreedPools = {
  pools: null,
  doubtedAssets: [],
  outvotedAssets: [],
  poolsAskedAtMs: null,
};

interface RenewSetup extends Pick<EndpointSetup, "safetyReader"> {
  readonly now: () => number;
}

export async function renewPools(
  market: Market,
  safety: Safety,
  signal: AbortSignal,
  { now, safetyReader }: RenewSetup,
): Promise<Market> {
  if (market.pools === null || arePoolsTimely(market, now())) return market;
  const { preset } = market;
  const readEndpoint = createEndpointReader({ preset, safetyReader }, safety, signal);
  const poolAnswers = await readEndpoint("pools", Pools, SAFETY_KEEP_MS, isEachPoolSettled);
  return {
    ...market,
    ...agreePoolLists(poolAnswers, safety.evidence.quorum),
    poolNodes: safety.nodes,
  };
}

export function dropStalePools(
  market: Market,
  nowMs: number,
  { nodes }: Pick<Safety, "nodes">,
): Market {
  const arePoolNodesCurrent = market.poolNodes?.every((node) => nodes.includes(node)) ?? true;
  return arePoolsTimely(market, nowMs) && arePoolNodesCurrent
    ? market
    : { ...market, ...unreadPools };
}

export function findOutvotedPoolWarning(
  { pools, outvotedAssets }: Pick<AgreedPools, "pools" | "outvotedAssets">,
  assets: readonly (string | null)[] = outvotedAssets,
): Warning | null {
  const assetOfOutvotedPool = outvotedAssets.find(
    (asset) => assets.includes(asset) && pools?.some((pool) => pool.asset === asset),
  );
  if (assetOfOutvotedPool === undefined) return null;
  return warnOf("outvoted")(message("outvoted_pool", { asset: assetOfOutvotedPool }));
}

function arePoolsTimely({ poolsAskedAtMs }: AgreedPools, nowMs: number): boolean {
  return poolsAskedAtMs !== null && nowMs - poolsAskedAtMs <= FACTS_LAST_MS;
}

const readIndexerPools = (indexers: readonly Provider[], signal: AbortSignal) =>
  orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
