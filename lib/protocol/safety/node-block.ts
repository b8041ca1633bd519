// The newest block of the nodes, with its time, where no indexer's clock is confirmed.

import type { Quorum } from "../model/agreed.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { type BlockMark, FRESH_MS, isNear } from "./freshness.ts";
import { findPair } from "./node-agreement.ts";
import { findThirdOperator } from "./node-pool.ts";
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
  { preset, nodes: configured, quorum, seenHeights }: BlockSetup,
  nodes: readonly NodeReading[],
  signal: AbortSignal,
): Promise<BlockMark | null> {
  const judgedNodes = nodes.map(({ provider }) => provider);
  const third = findThirdOperator(judgedNodes, configured);
  const isAtHeight = ({ height }: BlockMark) =>
    nodes.some(({ facts }) => isNear(facts.height as number, height));
  // Where a third can decide, a node that rolled back is ignored.
  const isHeard = ({ rolledBack }: BlockMark) => third === undefined || !rolledBack;
  const readMarks = async (providers: readonly Provider[]) => {
    const marks = await Promise.all(
      providers.map((provider) => readBlock(provider, preset, seenHeights, signal)),
    );
    return marks.flatMap((mark) => mark ?? []).filter((mark) => isAtHeight(mark) && isHeard(mark));
  };
  const marks = await readMarks(judgedNodes);
  const needsThird = third !== undefined && findAlikeMarks(marks) === null;
  const allMarks = needsThird ? [...marks, ...(await readMarks([third]))] : marks;
  // Of two times of one height the older counts. Of two heights nobody knows which one is right.
  const isOneHeight = marks.every(({ height }) => isNear(height, marks[0]?.height ?? height));
  const chosen = findAlikeMarks(allMarks) ?? (isOneHeight ? marks : []);
  const [oldest = null] = chosen.toSorted((a, b) => a.timeMs - b.timeMs);
  return chosen.length < quorum ? null : oldest;
}

/** Two marks are alike if honest nodes can show both at one moment. */
const findAlikeMarks = (marks: readonly BlockMark[]) =>
  findPair(
    marks,
    (a, b) => isNear(a.height, b.height) && Math.abs(a.timeMs - b.timeMs) <= FRESH_MS,
  );
