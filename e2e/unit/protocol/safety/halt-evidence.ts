// Evidence for the specs of verdicts: one open node with a fresh clock, changed fact by fact, and the judgements to compare with.

import type { Quorum } from "../../../../lib/protocol/model/agreed.ts";
import type { Judgement, Reason } from "../../../../lib/protocol/model/verdicts.ts";
import type { Evidence, NodeEvidence, Verdicts } from "../../../../lib/protocol/safety/evidence.ts";
import { judgeClock } from "../../../../lib/protocol/safety/freshness.ts";
import { judge } from "../../../../lib/protocol/safety/halts.ts";
import type { InboundAddress, Mimir } from "../../../../lib/protocol/upstream/network-schemas.ts";
import { type NetworkName, presets } from "../../../../lib/protocol/values/chains.ts";
import { soundFlags } from "../../../support/wire.ts";

export const NOW = 1_800_000_000_000;
export const H = 1_000_000;

export const row = (chain: string, more: Record<string, unknown> = {}): InboundAddress =>
  ({ chain, address: `${chain.toLowerCase()}-vault`, ...soundFlags(), ...more }) as InboundAddress;

/** What differs from one open node with a fresh clock. */
export interface Facts {
  network?: NetworkName;
  mimir?: Mimir | null;
  rows?: InboundAddress[] | null;
  height?: number | null;
  ageMs?: number;
  heightUnchangedMs?: number;
  clockHeight?: number;
  noClock?: boolean;
  second?: Partial<NodeEvidence>;
  nodes?: NodeEvidence[];
  /** As many as there are nodes where it is left out, two at most. */
  quorum?: Quorum;
  previous?: Verdicts | null;
}

export const rowsOf = (network: NetworkName) =>
  presets[network].chains.filter((chain) => !chain.native).map((chain) => row(chain.code));

/** One open node at height H with a fresh clock, changed by `facts`. */
export function toEvidence(facts: Facts = {}): Evidence {
  const network = facts.network ?? "thorchain";
  const node: NodeEvidence = {
    height: facts.height === undefined ? H : facts.height,
    mimir: facts.mimir === undefined ? { OTHER: 1 } : facts.mimir && { OTHER: 1, ...facts.mimir },
    rows: facts.rows === undefined ? rowsOf(network) : facts.rows,
  };
  const second = facts.second && {
    height: H,
    mimir: { OTHER: 1 },
    rows: rowsOf(network),
    ...facts.second,
  };
  const mark = {
    height: facts.clockHeight ?? H,
    timeMs: NOW - (facts.ageMs ?? 3_000),
    rolledBack: false,
  };
  const nodes = facts.nodes ?? (second ? [node, second] : [node]);
  return {
    preset: presets[network],
    nodes,
    quorum: facts.quorum ?? (nodes.length > 1 ? 2 : 1),
    noNodesReason: { code: "upstream_unavailable", text: "no node answered" },
    clock: judgeClock(facts.noClock ? [] : [mark], facts.heightUnchangedMs ?? 0, NOW),
    nowMs: NOW,
    previous: facts.previous ?? null,
  };
}

export const chainOf = (facts: Facts, chain: string) => {
  const judged = judge(toEvidence(facts)).chains.get(chain);
  if (!judged) throw new Error(`no judgement of ${chain}`);
  return judged;
};

export const open: Judgement = { verdict: "open", haltedBy: [], reason: null };
export const halted = (...haltedBy: string[]): Judgement => ({
  verdict: "halted",
  haltedBy,
  reason: null,
});
export const unknown = (reason: Reason): Judgement => ({
  verdict: "unknown",
  haltedBy: [],
  reason,
});

/** What is judged of each chain. */
export const questions = ["trading", "deposits", "signing", "liquidity"] as const;
