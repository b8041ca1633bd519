// Protocol room: what an answer says beside its verdicts: pools, prices, fees. Read from judged nodes; each part fails to null on its own.
import type { Preset } from "./chains.ts";
import { firstOf, type Provider } from "./client.ts";
import type { CostSources } from "./costs.ts";
import { orNull } from "./deadline.ts";
import { isWhole } from "./evidence.ts";
import { type Prices, toIndexerPrices, toNodePrices } from "./prices.ts";
import type { Safety } from "./safety.ts";
import { Constants, IndexerPools, NodeNetwork, OutboundFees, type Pool, Pools, Queue } from "./schemas.ts";

const BLOCK_KEEP_MS = 6_000;
const FEES_KEEP_MS = 10_000;
const CONSTANTS_KEEP_MS = 600_000;

export interface Market extends CostSources {
  readonly pools: readonly Pool[] | null;
  readonly queue: Queue | null;
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
  const read = <T extends Parameters<typeof firstOf>[2]>(name: string, schema: T, keepMs: number) =>
    firstOf(safety.nodes, `/${preset.segment}/${name}`, schema, { signal, keepMs }).then((answer) => answer.value);
  const [pools, network, outboundFees, queue, constants, indexed] = await Promise.all([
    orNull(read("pools", Pools, BLOCK_KEEP_MS)),
    orNull(read("network", NodeNetwork, BLOCK_KEEP_MS)),
    orNull(read("outbound_fees", OutboundFees, FEES_KEEP_MS)),
    parts.queue ? orNull(read("queue", Queue, BLOCK_KEEP_MS)) : null,
    parts.constants ? orNull(read("constants", Constants, CONSTANTS_KEEP_MS)) : null,
    preset.nativeChain === "MAYA" ? readIndexerPrices(preset, safety.indexers, signal) : null,
  ]);
  const node = safety.evidence.nodes.find((one) => isWhole(one));
  const prices = indexed ?? toNodePrices(preset, pools, network);
  return { preset, pools, network, outboundFees, queue, constants, prices, ...toRest(node) };
}

const toRest = (node: Safety["evidence"]["nodes"][number] | undefined) => ({
  mimir: node?.mimir ?? null,
  rows: node?.rows ?? null,
});

async function readIndexerPrices(preset: Preset, indexers: readonly Provider[], signal: AbortSignal): Promise<Prices> {
  const answer = await orNull(firstOf(indexers, "/v2/pools", IndexerPools, { signal, keepMs: BLOCK_KEEP_MS }));
  return answer ? toIndexerPrices(preset, answer.value) : new Map();
}
