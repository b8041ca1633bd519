// Reads the nodes' newest block and its time, if no indexer's block is confirmed.

import type { Quorum } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { areNear, type DatedBlock, FRESH_MS } from "./freshness.ts";
import { findPair } from "./node-agreement.ts";
import { findThirdNode } from "./node-pool.ts";
import { type NodeReading, readBlock, type SeenHeights } from "./node-reading.ts";

interface BlockSetup {
  readonly preset: Preset;
  readonly nodes: readonly Provider[];
  readonly quorum: Quorum;
  readonly seenHeights: SeenHeights;
}

/**
 * Returns the older of the newest blocks of two nodes, because one node could invent a time. If the
 * blocks differ or one is missing, a third operator's node is read too, and two similar blocks
 * decide. Null if fewer blocks than the quorum match.
 */
export async function readNodeBlock(
  { preset, nodes: configuredNodes, quorum, seenHeights }: BlockSetup,
  readings: readonly NodeReading[],
  signal: AbortSignal,
): Promise<DatedBlock | null> {
  const judgedNodes = readings.map(({ provider }) => provider);
  const thirdNode = findThirdNode(judgedNodes, configuredNodes);
  const isAtNodesHeight = ({ height }: DatedBlock) =>
    readings.some(({ facts }) => areNear(facts.height as number, height));
  // Ignores a block far below an earlier block of that node, if a third node can be read instead.
  const isBlockCounted = ({ hasRolledBack }: DatedBlock) =>
    thirdNode === undefined || !hasRolledBack;
  const readBlocks = async (providers: readonly Provider[]) => {
    const readResults = await Promise.all(
      providers.map((provider) => readBlock(provider, preset, seenHeights, signal)),
    );
    return readResults
      .flatMap((block) => block ?? [])
      .filter((block) => isAtNodesHeight(block) && isBlockCounted(block));
  };
  const blocks = await readBlocks(judgedNodes);
  const needsThirdNode = thirdNode !== undefined && findAlikeBlocks(blocks) === null;
  const allBlocks = needsThirdNode ? [...blocks, ...(await readBlocks([thirdNode]))] : blocks;
  // If no two blocks match in height and time, blocks of the judged nodes count if their heights
  // match.
  const areHeightsNear = blocks.every(({ height }) => areNear(height, blocks[0]?.height ?? height));
  const chosenBlocks = findAlikeBlocks(allBlocks) ?? (areHeightsNear ? blocks : []);
  const [oldestBlock = null] = chosenBlocks.toSorted((a, b) => a.timeMs - b.timeMs);
  return chosenBlocks.length < quorum ? null : oldestBlock;
}

const findAlikeBlocks = (blocks: readonly DatedBlock[]) =>
  findPair(
    blocks,
    (a, b) => areNear(a.height, b.height) && Math.abs(a.timeMs - b.timeMs) <= FRESH_MS,
  );
