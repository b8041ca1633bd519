// What nodes said, and the order in which it decides.
// Doubt never yields `open`, and never hides `halted`.

import type { Quorum } from "../model/agreed.ts";
import {
  type ChainJudgement,
  type Clock,
  type Judgement,
  MAX_LAG_BLOCKS,
  type Reason,
} from "../model/verdicts.ts";
import type { InboundAddress, Mimir } from "../upstream/network-schemas.ts";
import type { Preset } from "../values/chains.ts";
import { onceFor } from "../values/once.ts";
import { dataAgeMs, isNear, REPEAT_HALTED_MS, toSeconds } from "./freshness.ts";
import { type HaltKey, isOn } from "./halt-keys.ts";
import { chainReasons, clockReasons, haltReasons, nodeReasons } from "./reasons.ts";

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
type Dating = "fresh" | "aged" | "undated";
/** Names of parameters and flags that are on, by the staleness of their node. */
interface ActiveHalts extends Readonly<Record<Dating, readonly string[]>> {
  /** Too few sources for an `open` say halted, and a whole, fresh node denies it. */
  readonly isDisputed?: boolean;
}

/** A network adds one or two chains between our releases. */
const MAX_OTHER_CHAINS = 16;

/**
 * The preset's chains, then others that enough nodes list: a name from one node alone is its own
 * text.
 */
export function listChainCodes({ preset, nodes, quorum }: Evidence): string[] {
  const known = new Set(preset.chains.map((chain) => chain.code));
  const named = new Set(nodes.flatMap((node) => node.rows ?? []).map((row) => row.chain));
  const isShared = (code: string) =>
    nodes.filter((node) => rowsOf(node, code).length > 0).length >= quorum;
  const others = [...named].filter((code) => !known.has(code) && isShared(code));
  return [...known, ...others.sort().slice(0, MAX_OTHER_CHAINS)];
}

export interface DatedNode extends NodeEvidence {
  /** The higher of the node's and the clock's height: the chain has reached both. */
  readonly height: number;
  /** The lower of the two: a pause until a height ends only when both have passed it. */
  readonly lowHeight: number;
  readonly dating: Dating;
}

/**
 * Nodes that may say `halted`: their data is recent enough to repeat, and not ahead of the clock.
 */
export const listDatedNodes = /* @__PURE__ */ onceFor(
  ({ nodes, clock }: Evidence): readonly DatedNode[] =>
    nodes.flatMap((node): DatedNode[] => {
      if (clock.height === null) return [];
      if (node.height === null) {
        return [{ ...node, height: clock.height, lowHeight: clock.height, dating: "undated" }];
      }
      const ageMs = dataAgeMs(clock, node.height);
      if (ageMs === null || ageMs > REPEAT_HALTED_MS) return [];
      const isFresh = clock.freshness === "fresh" && isNear(clock.height, node.height);
      const [lowHeight, height] = [
        Math.min(node.height, clock.height),
        Math.max(node.height, clock.height),
      ];
      return [{ ...node, height, lowHeight, dating: isFresh ? "fresh" : "aged" }];
    }),
);

/** The first block in which a deposit can land. A halt at that block refunds it. */
export const landingHeight = ({ height }: Pick<DatedNode, "height">): number => height + 1;

/** In force now, or at the block in which a deposit can land. */
export function isInForce(preset: Preset, node: DatedNode, key: HaltKey): boolean {
  const height = key.kind === "until_height" ? node.lowHeight : landingHeight(node);
  return node.mimir !== null && isOn(key, preset.haltRule, node.mimir[key.name], height);
}

/** `toNames` lists the parameters and flags that are on at one node. */
export function findFired(
  evidence: Evidence,
  toNames: (node: DatedNode, isKeyOn: (key: HaltKey) => boolean) => readonly string[],
): ActiveHalts {
  const active = { fresh: [], aged: [], undated: [] } as Record<Dating, string[]>;
  const nodes = listDatedNodes(evidence);
  const namesOf = (node: DatedNode) =>
    toNames(node, (key) => isInForce(evidence.preset, node, key));
  const sayers: DatedNode[] = [];
  for (const node of nodes) {
    const [told, names] = [namesOf(node), active[node.dating]];
    if (told.length > 0) sayers.push(node);
    for (const name of told) if (!names.includes(name)) names.push(name);
  }
  if (sayers.length === 0 || countSources(sayers) >= evidence.quorum) return active;
  // A node one block behind would say the same at the height that another has reached.
  const fresh = nodes.filter(({ dating }) => dating === "fresh");
  const height = Math.max(...fresh.map((node) => node.height));
  const lowHeight = Math.min(...fresh.map((node) => node.lowHeight));
  const denies = (node: DatedNode) =>
    isWhole(node) && namesOf({ ...node, height, lowHeight }).length === 0;
  return { ...active, isDisputed: fresh.some((node) => !sayers.includes(node) && denies(node)) };
}

export function countSources(nodes: readonly NodeEvidence[]): number {
  return new Set(nodes.map((node) => node.operator ?? node)).size;
}

export function firstPair<T>(
  all: readonly T[],
  isPair: (one: T, other: T) => boolean,
): readonly [T, T] | null {
  for (const [index, one] of all.entries()) {
    const other = all.slice(index + 1).find((next) => isPair(one, next));
    if (other !== undefined) return [one, other];
  }
  return null;
}

/**
 * In this order: halted by fresh data, disputed, stale data, the last judgement, unknown, open.
 * `before` answers the same question in `evidence.previous`, and is repeated only if it was fresh.
 */
export function decideVerdict(
  evidence: Evidence,
  fired: ActiveHalts,
  before: Judgement | undefined,
  doubt: Reason | null,
): Judgement {
  const { clock, nowMs, previous } = evidence;
  const isDated = fired.fresh.length + fired.aged.length > 0;
  if (isDated && fired.isDisputed) return unknownJudgement(nodeReasons.haltDisputed);
  if (fired.fresh.length > 0) return { verdict: "halted", haltedBy: fired.fresh, reason: null };
  if (fired.aged.length > 0) {
    return {
      verdict: "halted",
      haltedBy: fired.aged,
      reason: clock.reason ?? nodeReasons.behindNetwork,
    };
  }
  const beforeAgeMs = nowMs - (previous?.blockTimeMs ?? Number.NEGATIVE_INFINITY);
  const why = findStandstill(evidence);
  if (
    why !== null &&
    before?.verdict === "halted" &&
    before.reason === null &&
    beforeAgeMs <= REPEAT_HALTED_MS
  ) {
    return {
      verdict: "halted",
      haltedBy: before.haltedBy,
      reason: haltReasons.before(toSeconds(beforeAgeMs), why),
    };
  }
  if (doubt !== null) return unknownJudgement(doubt);
  if (fired.undated.length > 0) return unknownJudgement(nodeReasons.undatedHalt);
  return { verdict: "open", haltedBy: [], reason: null };
}

/** Why nothing newer than the last judgement is known: no fresh clock, no node, or none as far. */
function findStandstill({ nodes, noNodesReason, clock, previous }: Evidence): Reason | null {
  if (clock.freshness !== "fresh") return clock.reason ?? noNodesReason;
  if (nodes.every((node) => node.rolledBack)) return noNodesReason;
  const height = topHeight({ nodes, clock });
  return height !== null && previous?.height != null && height < previous.height
    ? nodeReasons.behindLastJudgement(previous.height - height)
    : null;
}

/** A height far ahead of the clock does not count. */
export function topHeight({ nodes, clock }: Pick<Evidence, "nodes" | "clock">): number | null {
  const most = (clock.height ?? Number.POSITIVE_INFINITY) + MAX_LAG_BLOCKS;
  const heights = nodes.flatMap(({ height }) => (height !== null && height <= most ? height : []));
  return heights.length === 0 ? null : Math.max(...heights);
}

/** False where the earlier judgement rests on a higher block, and can still be repeated. */
export function isNewer(verdicts: Verdicts, earlier: Verdicts | null, nowMs: number): boolean {
  if (earlier === null || (verdicts.height ?? 0) >= (earlier.height ?? 0)) return true;
  return nowMs - (earlier.blockTimeMs ?? Number.NEGATIVE_INFINITY) > REPEAT_HALTED_MS;
}

const doubtsOf = /* @__PURE__ */ onceFor((_: Evidence) => new Map<boolean, Reason | null>());

export function findDoubt(evidence: Evidence, needsRows: boolean): Reason | null {
  const known = doubtsOf(evidence);
  const doubt = known.get(needsRows);
  if (doubt !== undefined) return doubt;
  const found = compareMoments(evidence, needsRows);
  known.set(needsRows, found);
  return found;
}

function compareMoments(
  { nodes, quorum, noNodesReason, clock }: Evidence,
  needsRows: boolean,
): Reason | null {
  // Where nothing at all was read, that is the one reason.
  if (nodes.length === 0 && clock.height === null) return noNodesReason;
  if (clock.freshness !== "fresh" || clock.height === null)
    return clock.reason ?? clockReasons.unread;
  if (nodes.every((node) => node.rolledBack)) return noNodesReason;
  const heights = nodes.flatMap((node) => node.height ?? []);
  const gap = Math.max(...heights) - Math.min(...heights);
  if (gap > MAX_LAG_BLOCKS) return nodeReasons.apart(gap);
  const off = heights.find((height) => !isNear(height, clock.height as number));
  if (off !== undefined) return nodeReasons.offClock(Math.abs(off - clock.height));
  const wholeNodes = nodes.filter((node) => isWhole(node, needsRows)).length;
  if (wholeNodes >= quorum) return null;
  if (wholeNodes > 0) return nodeReasons.oneSource;
  const [first] = nodes;
  if (!first) return noNodesReason;
  if (first.height === null) return nodeReasons.unread("lastblock");
  return nodeReasons.unread(first.mimir === null ? "mimir" : "inbound_addresses");
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
  const perNode = nodes.filter((node) => node.rows?.length).map((node) => rowsOf(node, chain));
  if (perNode.every((rows) => rows.length === 0)) return chainReasons.notListed;
  const told: InboundAddress[] = [];
  for (const rows of perNode) {
    const row = rows[0];
    if (!row) return chainReasons.noRow;
    if (rows.length > 1) return chainReasons.manyRows;
    if (!row.address) return chainReasons.noAddress;
    if (flags.some((flag) => typeof row[flag] !== "boolean")) return chainReasons.flagMissing;
    told.push(row);
  }
  for (const field of ["address", "router"] as const) {
    if (new Set(told.map((row) => row[field] || "")).size > 1) return chainReasons.differs(field);
  }
  return null;
}

export function withoutOpen(verdicts: Verdicts, doubt: Reason): Verdicts {
  const doubted = (one: Judgement): Judgement =>
    one.verdict === "open" ? unknownJudgement(doubt) : one;
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
  const halted = judgements.filter((one) => one.verdict === "halted");
  const [first] = halted;
  if (first) {
    const haltedBy = [...new Set(halted.flatMap((one) => one.haltedBy))];
    const reason = halted.some((one) => one.reason === null) ? null : first.reason;
    return { verdict: "halted", haltedBy, reason };
  }
  return (
    judgements.find((one) => one.verdict === "unknown") ?? {
      verdict: "open",
      haltedBy: [],
      reason: null,
    }
  );
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
  const index = new Map<string, InboundAddress[]>();
  for (const row of rows) {
    const known = index.get(row.chain);
    if (known) known.push(row);
    else index.set(row.chain, [row]);
  }
  return index;
});

export const unknownJudgement = (reason: Reason): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason,
});
