// What nodes said, and the order in which it decides.
// Doubt never yields `open`, and never hides `halted`.

import type { Quorum } from "../model/agreed.ts";
import { because, type Reason } from "../model/reasons.ts";
import {
  type ChainJudgement,
  type Clock,
  type Judgement,
  MAX_LAG_BLOCKS,
} from "../model/verdicts.ts";
import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import type { Preset } from "../values/chains.ts";
import { onceFor } from "../values/once.ts";
import { dataAgeMs, isNear, REPEAT_HALTED_MS, toSeconds } from "./freshness.ts";
import { type HaltKey, isOn } from "./halt-keys.ts";

/** One node's answers; null where unread or unreadable. Answers of two nodes are never mixed. */
export interface NodeEvidence {
  /** Nodes of one operator are one source. Absent: an operator of its own. */
  readonly operator?: string;
  readonly height: number | null;
  readonly mimir: Mimir | null;
  readonly rows: readonly InboundAddress[] | null;
  /** Height of the state that the rows describe. */
  readonly rowsHeight?: number | null;
  /** The node showed a much higher block before: it may say halted, but cannot support `open`. */
  readonly rolledBack?: boolean;
}

export interface Evidence {
  readonly preset: Preset;
  /** The nodes that answered: two that are compared, and one that was just replaced. */
  readonly nodes: readonly NodeEvidence[];
  readonly quorum: Quorum;
  readonly noNodesReason: Reason;
  readonly clock: Clock;
  readonly nowMs: number;
  /** The last judgement that was made with a fresh clock. */
  readonly previous: Verdicts | null;
}

export interface Verdicts {
  readonly network: Judgement;
  /** By chain code: the preset's chains in its order, then others that the nodes list. */
  readonly chains: ReadonlyMap<string, ChainJudgement>;
  readonly blockTimeMs: number | null;
  readonly height: number | null;
}

/** How current a node's data is: fresh, stale but usable to repeat a halt, or without a height. */
type Staleness = "fresh" | "aged" | "undated";
/** Names of parameters and flags that are on, by the staleness of their node. */
interface ActiveHalts extends Readonly<Record<Staleness, readonly string[]>> {
  /** Too few sources for an `open` say halted, and a whole, fresh node denies it. */
  readonly isDisputed?: boolean;
}

/** A network adds one or two chains between our releases. */
const MAX_OTHER_CHAINS = 16;

/** The preset's chains, then others that enough nodes list: one node alone may invent a name. */
export function listChainCodes({ preset, nodes, quorum }: Evidence): string[] {
  const presetCodes = new Set(preset.chains.map((chain) => chain.code));
  const listedCodes = new Set(nodes.flatMap((node) => node.rows ?? []).map((row) => row.chain));
  const isShared = (code: string) =>
    nodes.filter((node) => rowsOf(node, code).length > 0).length >= quorum;
  const others = [...listedCodes].filter((code) => !presetCodes.has(code) && isShared(code));
  return [...presetCodes, ...others.sort().slice(0, MAX_OTHER_CHAINS)];
}

export interface DatedNode extends NodeEvidence {
  /** The higher of the node's and the clock's height: the chain has reached both. */
  readonly height: number;
  /** The lower of the two: a pause until a height ends only when both have passed it. */
  readonly lowHeight: number;
  readonly staleness: Staleness;
}

/**
 * Nodes that may say `halted`: their data is recent enough to repeat, and not ahead of the clock.
 */
export const listDatedNodes = /* @__PURE__ */ onceFor(
  ({ nodes, clock }: Evidence): readonly DatedNode[] =>
    nodes.flatMap((node): DatedNode[] => {
      if (clock.height === null) return [];
      if (node.height === null) {
        return [{ ...node, height: clock.height, lowHeight: clock.height, staleness: "undated" }];
      }
      const ageMs = dataAgeMs(clock, node.height);
      if (ageMs === null || ageMs > REPEAT_HALTED_MS) return [];
      const isFresh = clock.freshness === "fresh" && isNear(clock.height, node.height);
      const lowHeight = Math.min(node.height, clock.height);
      const height = Math.max(node.height, clock.height);
      return [{ ...node, height, lowHeight, staleness: isFresh ? "fresh" : "aged" }];
    }),
);

/** The first block in which a deposit can land. A halt at that block refunds it. */
export const landingHeight = ({ height }: Pick<DatedNode, "height">): number => height + 1;

/** In force now, or at the block in which a deposit can land. */
export function isInForce(preset: Preset, node: DatedNode, key: HaltKey): boolean {
  const height = key.kind === "until_height" ? node.lowHeight : landingHeight(node);
  return node.mimir !== null && isOn(key, preset.haltRule, node.mimir[key.name], height);
}

/** `listNames` lists the parameters and flags that are on at one node. */
export function findActiveHalts(
  evidence: Evidence,
  listNames: (node: DatedNode, isKeyOn: (key: HaltKey) => boolean) => readonly string[],
): ActiveHalts {
  const active = { fresh: [], aged: [], undated: [] } as Record<Staleness, string[]>;
  const nodes = listDatedNodes(evidence);
  const namesOf = (node: DatedNode) =>
    listNames(node, (key) => isInForce(evidence.preset, node, key));
  const haltingNodes: DatedNode[] = [];
  for (const node of nodes) {
    const nodeNames = namesOf(node);
    const names = active[node.staleness];
    if (nodeNames.length > 0) haltingNodes.push(node);
    for (const name of nodeNames) if (!names.includes(name)) names.push(name);
  }
  if (haltingNodes.length === 0 || countSources(haltingNodes) >= evidence.quorum) return active;
  // A node one block behind would say the same at the height that another has reached.
  const fresh = nodes.filter(({ staleness }) => staleness === "fresh");
  const height = Math.max(...fresh.map((node) => node.height));
  const lowHeight = Math.min(...fresh.map((node) => node.lowHeight));
  const denies = (node: DatedNode) =>
    isWhole(node) && namesOf({ ...node, height, lowHeight }).length === 0;
  return {
    ...active,
    isDisputed: fresh.some((node) => !haltingNodes.includes(node) && denies(node)),
  };
}

export function countSources(nodes: readonly NodeEvidence[]): number {
  return new Set(nodes.map((node) => node.operator ?? node)).size;
}

export function findPair<T>(
  items: readonly T[],
  isPair: (a: T, b: T) => boolean,
): readonly [T, T] | null {
  for (const [index, a] of items.entries()) {
    const b = items.slice(index + 1).find((item) => isPair(a, item));
    if (b !== undefined) return [a, b];
  }
  return null;
}

/**
 * In this order: halted by fresh data, disputed, stale data, the last judgement, unknown, open.
 * `before` answers the same question in `evidence.previous`, and is repeated only if it was fresh.
 */
export function decideVerdict(
  evidence: Evidence,
  active: ActiveHalts,
  before: Judgement | undefined,
  doubt: Reason | null,
): Judgement {
  const { clock, nowMs, previous } = evidence;
  const { fresh, aged, undated, isDisputed } = active;
  if (isDisputed && fresh.length + aged.length > 0)
    return unknownJudgement(because("halt_disputed"));
  if (fresh.length > 0) return { verdict: "halted", haltedBy: fresh, reason: null };
  if (aged.length > 0) {
    const reason = clock.reason ?? because("node_behind_network");
    return { verdict: "halted", haltedBy: aged, reason };
  }
  const beforeAgeMs = nowMs - (previous?.blockTimeMs ?? Number.NEGATIVE_INFINITY);
  const standstill = findStandstill(evidence);
  const isRepeatable = before?.verdict === "halted" && before.reason === null;
  if (standstill !== null && isRepeatable && beforeAgeMs <= REPEAT_HALTED_MS) {
    const reason = because("halted_before", { seconds: toSeconds(beforeAgeMs) }, standstill);
    return { verdict: "halted", haltedBy: before.haltedBy, reason };
  }
  if (doubt !== null) return unknownJudgement(doubt);
  if (undated.length > 0) return unknownJudgement(because("undated_halt"));
  return openJudgement;
}

const openJudgement: Judgement = { verdict: "open", haltedBy: [], reason: null };

/** Why nothing newer than the last judgement is known: no fresh clock, no node, or none as far. */
function findStandstill({ nodes, noNodesReason, clock, previous }: Evidence): Reason | null {
  if (clock.freshness !== "fresh") return clock.reason ?? noNodesReason;
  if (nodes.every((node) => node.rolledBack)) return noNodesReason;
  const height = topHeight({ nodes, clock });
  return height !== null && previous?.height != null && height < previous.height
    ? because("node_behind_last_reading", { blocks: previous.height - height })
    : null;
}

/** A height far ahead of the clock does not count. */
export function topHeight({ nodes, clock }: Pick<Evidence, "nodes" | "clock">): number | null {
  const maxHeight = (clock.height ?? Number.POSITIVE_INFINITY) + MAX_LAG_BLOCKS;
  const heights = nodes.flatMap(({ height }) =>
    height !== null && height <= maxHeight ? height : [],
  );
  return heights.length === 0 ? null : Math.max(...heights);
}

/** False where the earlier judgement rests on a higher block, and can still be repeated. */
export function isNewer(verdicts: Verdicts, earlier: Verdicts | null, nowMs: number): boolean {
  if (earlier === null || (verdicts.height ?? 0) >= (earlier.height ?? 0)) return true;
  return nowMs - (earlier.blockTimeMs ?? Number.NEGATIVE_INFINITY) > REPEAT_HALTED_MS;
}

const doubtsOf = /* @__PURE__ */ onceFor((_: Evidence) => new Map<boolean, Reason | null>());

export function findDoubt(evidence: Evidence, needsRows: boolean): Reason | null {
  const doubts = doubtsOf(evidence);
  const cached = doubts.get(needsRows);
  if (cached !== undefined) return cached;
  const doubt = findMomentDoubt(evidence, needsRows);
  doubts.set(needsRows, doubt);
  return doubt;
}

function findMomentDoubt(
  { nodes, quorum, noNodesReason, clock }: Evidence,
  needsRows: boolean,
): Reason | null {
  // Where nothing at all was read, that is the one reason.
  if (nodes.length === 0 && clock.height === null) return noNodesReason;
  if (clock.freshness !== "fresh" || clock.height === null)
    return clock.reason ?? because("clock_not_read");
  if (nodes.every((node) => node.rolledBack)) return noNodesReason;
  const heights = nodes.flatMap((node) => node.height ?? []);
  const blocksApart = Math.max(...heights) - Math.min(...heights);
  if (blocksApart > MAX_LAG_BLOCKS) return because("sources_apart", { blocks: blocksApart });
  const strayHeight = heights.find((height) => !isNear(height, clock.height as number));
  if (strayHeight !== undefined)
    return because("node_off_newest_block", { blocks: Math.abs(strayHeight - clock.height) });
  const wholeNodes = nodes.filter((node) => isWhole(node, needsRows)).length;
  if (wholeNodes >= quorum) return null;
  if (wholeNodes > 0) return because("one_whole_answer");
  const [node] = nodes;
  if (!node) return noNodesReason;
  if (node.height === null) return because("newest_block_not_told");
  return because(node.mimir === null ? "halts_not_told" : "chains_not_listed");
}

/** An empty list of rows is an unreadable answer, like an empty mimir. */
export function isWhole(node: NodeEvidence, needsRows = true): boolean {
  return (
    !node.rolledBack &&
    node.height !== null &&
    node.mimir !== null &&
    (!needsRows || (node.rows?.length ?? 0) > 0)
  );
}

/** Null when each list has one complete row for the chain, and all these rows are equal. */
export function findRowDoubt(
  { nodes }: Evidence,
  chain: string,
  flags: readonly (keyof InboundAddress & string)[],
): Reason | null {
  const rowLists = nodes.filter((node) => node.rows?.length).map((node) => rowsOf(node, chain));
  if (rowLists.every((rows) => rows.length === 0)) return because("chain_not_listed");
  const chainRows: InboundAddress[] = [];
  for (const rows of rowLists) {
    const [row, ...others] = rows;
    if (!row) return because("chain_listed_by_some");
    if (others.length > 0) return because("chain_listed_twice");
    if (!row.address) return because("no_deposit_address");
    if (flags.some((flag) => typeof row[flag] !== "boolean"))
      return because("chain_state_incomplete");
    chainRows.push(row);
  }
  for (const field of ["address", "router"] as const) {
    if (new Set(chainRows.map((row) => row[field] || "")).size > 1)
      return because(field === "address" ? "addresses_differ" : "routers_differ");
  }
  return null;
}

export function withoutOpen(verdicts: Verdicts, doubt: Reason): Verdicts {
  const doubted = (judgement: Judgement): Judgement =>
    judgement.verdict === "open" ? unknownJudgement(doubt) : judgement;
  const chains = [...verdicts.chains.values()].map((chain) => ({
    ...chain,
    trading: doubted(chain.trading),
    deposits: doubted(chain.deposits),
    signing: doubted(chain.signing),
    liquidity: doubted(chain.liquidity),
  }));
  return {
    ...verdicts,
    network: doubted(verdicts.network),
    chains: new Map(chains.map((chain) => [chain.chain, chain])),
  };
}

export function combine(judgements: readonly Judgement[]): Judgement {
  const halted = judgements.filter((judgement) => judgement.verdict === "halted");
  const [firstHalted] = halted;
  if (firstHalted) {
    const haltedBy = [...new Set(halted.flatMap((judgement) => judgement.haltedBy))];
    const reason = halted.some((judgement) => judgement.reason === null)
      ? null
      : firstHalted.reason;
    return { verdict: "halted", haltedBy, reason };
  }
  const unknown = judgements.find((judgement) => judgement.verdict === "unknown");
  return unknown ?? openJudgement;
}

/**
 * With a size of 0, rate and fee are stand-ins, and nothing is paid out.
 * mayanode: `manager_gas_current.go` (GetGasRate, GetFee).
 */
export const isGasUnknown = ({
  outbound_tx_size: size,
}: Pick<InboundAddress, "outbound_tx_size">): boolean => size !== undefined && /^0*$/.test(size);

export function rowsOf({ rows }: NodeEvidence, chain: string): readonly InboundAddress[] {
  return (rows && rowsByChain(rows).get(chain)) ?? [];
}

const rowsByChain = /* @__PURE__ */ onceFor((rows: readonly InboundAddress[]) => {
  const byChain = new Map<string, InboundAddress[]>();
  for (const row of rows) {
    const chainRows = byChain.get(row.chain);
    if (chainRows) chainRows.push(row);
    else byChain.set(row.chain, [row]);
  }
  return byChain;
});

export const unknownJudgement = (reason: Reason): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason,
});
