// Reads the nodes' newest block and its time, where no indexer's clock is confirmed.

import type { Quorum } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { areNear, type BlockMark, FRESH_MS } from "./freshness.ts";
import { findPair } from "./node-agreement.ts";
import { findThirdNode } from "./node-pool.ts";
import { type NodeReading, readBlock, type SeenHeights } from "./node-reading.ts";

interface BlockSetup {
  readonly preset: Preset;
  /** All configured nodes. */
  readonly nodes: readonly Provider[];
  readonly quorum: Quorum;
  readonly seenHeights: SeenHeights;
}

/**
 * The older of two nodes' blocks: one node alone could invent a time. Where the two differ, or
 * one is missing, a third operator's node is read, and two that agree decide.
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
  // Where a third node can decide, the block of a node that rolled back is ignored.
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
  // Of two times of one height the older counts. Two different heights decide nothing.
  const areAtOneHeight = marks.every(({ height }) => areNear(height, marks[0]?.height ?? height));
  const chosenMarks = findAlikeMarks(allMarks) ?? (areAtOneHeight ? marks : []);
  const [oldestMark = null] = chosenMarks.toSorted((a, b) => a.timeMs - b.timeMs);
  return chosenMarks.length < quorum ? null : oldestMark;
}

/** Two marks are alike if honest nodes can show both at one moment. */
const findAlikeMarks = (marks: readonly BlockMark[]) =>
  findPair(
    marks,
    (a, b) => areNear(a.height, b.height) && Math.abs(a.timeMs - b.timeMs) <= FRESH_MS,
  );
