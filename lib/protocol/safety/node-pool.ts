// Which nodes are read and compared: two, where two are configured. A third replaces one that fails. The failed node is shown as failed.

import { createRetryBudget } from "../upstream/limits/retry-budget.ts";
import type { Provider } from "../upstream/provider.ts";
import type { Preset } from "../values/chains.ts";
import { isNear } from "./freshness.ts";
import { isUsable, type NodeReading, readNode, type SeenHeights } from "./node-reading.ts";

/** For this long, a node that failed is asked after the others. */
const REST_MS = 30_000;

export interface NodesRead {
  /** What is judged: two that are compared, and one that was replaced in this reading and is not behind them. */
  readonly nodes: readonly NodeReading[];
  /** What the other nodes said when they failed. It is shown, not judged. */
  readonly dropped: readonly NodeReading[];
}

/**
 * Reads two nodes where there are two. A third takes the place of one that is down, behind or running backwards. Where none can take
 * it, one node is left, and nothing is called open. What the replaced one still said of now counts: it may have said halted.
 * `freshClockHeight`: of the block clock; null where it is not fresh.
 */
export function createNodesReader(setup: {
  readonly preset: Preset;
  readonly nodes: readonly Provider[];
  readonly now: () => number;
  readonly leastParameters: number;
}): (signal: AbortSignal, freshClockHeight: Promise<number | null>) => Promise<NodesRead> {
  const { now } = setup;
  const memory: SeenHeights = new WeakMap();
  const budget = createRetryBudget();
  /** Nodes that failed when last asked. */
  const resting = new Map<Provider, { readonly reading: NodeReading; readonly sinceMs: number }>();

  return async (signal, freshClockHeight) => {
    // Chosen before anything is awaited: another reading may change the order meanwhile.
    const [first, second, spare] = askingOrder();
    const pair = [first, second].filter((node) => node !== undefined);
    const readings = await Promise.all(pair.map((node) => readNode(node, setup, memory, signal)));
    // A caller who left says nothing about a node.
    if (signal.aborted) return { nodes: readings, dropped: [] };
    const clockHeight = await freshClockHeight;
    const isGood = isGoodAt(referenceHeight(readings, clockHeight));
    const bad = readings.find((reading) => !isGood(reading));
    for (const reading of readings) remember(reading, isGood(reading));
    if (readings.some(isGood)) budget.earn();
    // A spare that failed as well is retried within the retry budget only.
    const mayAsk = bad && spare && (!resting.has(spare) || budget.spend());
    if (!mayAsk) return { nodes: readings, dropped: listUnheard(readings) };
    const other = await readNode(spare, setup, memory, signal);
    const all = [...readings, other];
    // The spare may show that the other of the pair is the bad one.
    const best = referenceHeight(all, clockHeight);
    const isGoodNow = isGoodAt(best);
    if (!signal.aborted) for (const reading of all) remember(reading, isGoodNow(reading));
    if (!isGoodNow(other)) return { nodes: readings, dropped: listUnheard(readings) };
    const isHeard = ({ facts }: NodeReading) => facts.height === null || isNear(facts.height, best);
    const heard = [...all.filter(isGoodNow), ...all.filter((one) => !isGoodNow(one) && isHeard(one))];
    return { nodes: heard, dropped: listUnheard(heard) };
  };

  /**
   * As configured, then the nodes that failed lately, the one asked longest ago first: each gets its turn, so the first to
   * recover is found. A clock that was set back makes no node wait longer.
   */
  function askingOrder(): readonly Provider[] {
    const failedAtMs = (node: Provider) => resting.get(node)?.sinceMs ?? Number.NEGATIVE_INFINITY;
    const isResting = (node: Provider) => {
      const restedMs = now() - failedAtMs(node);
      return restedMs >= 0 && restedMs < REST_MS;
    };
    const rested = setup.nodes.filter(isResting).sort((a, b) => failedAtMs(a) - failedAtMs(b));
    return [...setup.nodes.filter((node) => !isResting(node)), ...rested];
  }

  function remember(reading: NodeReading, isGood: boolean): void {
    if (isGood) resting.delete(reading.provider);
    else resting.set(reading.provider, { reading, sinceMs: now() });
  }

  function listUnheard(heard: readonly NodeReading[]): NodeReading[] {
    const read = new Set(heard.map(({ provider }) => provider));
    return [...resting.values()].flatMap(({ reading }) => (read.has(reading.provider) ? [] : reading));
  }
}

/**
 * The height that nodes are held against: the highest that two share, where the clock does not contradict; else the highest that the
 * clock confirms, else the highest. So a node that is alone far ahead puts no other out of the comparison.
 */
function referenceHeight(readings: readonly NodeReading[], clockHeight: number | null): number {
  const heights = readings.filter(isUsable).map(({ facts }) => facts.height as number);
  const isTimely = (height: number) => clockHeight === null || isNear(height, clockHeight);
  const shared = heights.filter((height, index) => heights.some((other, at) => at !== index && isNear(other, height)));
  const [chosen = []] = [shared.filter(isTimely), heights.filter(isTimely), heights].filter((list) => list.length > 0);
  return Math.max(0, ...chosen);
}

const isGoodAt = (top: number) => (one: NodeReading) =>
  isUsable(one) && (top === 0 || isNear(one.facts.height as number, top));
