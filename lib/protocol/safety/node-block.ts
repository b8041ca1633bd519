// Reads the nodes' newest block and its time, if no indexer's block is confirmed.

import type { Quorum } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { areNear, type BlockMark, FRESH_MS } from "./freshness.ts";
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
 * The older of two nodes' newest blocks: a single node could invent a time. If the blocks differ or
 * one is missing, a third operator's node is read, and two similar blocks decide. Null if fewer
 * blocks than the quorum are usable.
 */
export async function readNodeBlock(
  { preset, nodes: configuredNodes, quorum, seenHeights }: BlockSetup,
  readings: readonly NodeReading[],
  signal: AbortSignal,
): Promise<BlockMark | null> {
  const judgedNodes = readings.map(({ provider }) => provider);
  const thirdNode = findThirdNode(judgedNodes, configuredNodes);
  const isAtNodesHeight = ({ height }: BlockMark) =>
    readings.some(({ facts }) => areNear(facts.height as number, height));
  // Ignores the block of a node that rolled back, if a third node can decide.
  const isMarkCounted = ({ hasRolledBack }: BlockMark) => thirdNode === undefined || !hasRolledBack;
  const readMarks = async (providers: readonly Provider[]) => {
    const marks = await Promise.all(
      providers.map((provider) => readBlock(provider, preset, seenHeights, signal)),
    );
    return marks
      .flatMap((mark) => mark ?? [])
      .filter((mark) => isAtNodesHeight(mark) && isMarkCounted(mark));
  };
  const marks = await readMarks(judgedNodes);
  const needsThird = thirdNode !== undefined && findAlikeMarks(marks) === null;
  const allMarks = needsThird ? [...marks, ...(await readMarks([thirdNode]))] : marks;
  // Two times for nearly equal heights: the older counts. Two distant heights decide nothing.
  const areAtOneHeight = marks.every(({ height }) => areNear(height, marks[0]?.height ?? height));
  const chosenMarks = findAlikeMarks(allMarks) ?? (areAtOneHeight ? marks : []);
  const [oldestMark = null] = chosenMarks.toSorted((a, b) => a.timeMs - b.timeMs);
  return chosenMarks.length < quorum ? null : oldestMark;
}

const findAlikeMarks = (marks: readonly BlockMark[]) =>
  findPair(
    marks,
    (a, b) => areNear(a.height, b.height) && Math.abs(a.timeMs - b.timeMs) <= FRESH_MS,
  );
