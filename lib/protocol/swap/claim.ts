// What the sources say of one swap, merged. final.ts decides what is final.
import { type SwapReading, stateRows } from "../model/swap.ts";
import type { Actions, TxStatus } from "../upstream/schemas.ts";
import { type IndexerFacts, readIndexerFacts } from "./indexer.ts";
import { type NodeFacts, type RuleName, readNodeFacts, rules } from "./node.ts";
import type { AssetContext } from "./outputs.ts";
import type { Situation } from "./words.ts";

/** Ten protocol blocks, in which an output may still be planned. */
const NO_OUTPUT_OPEN_MS = 60_000;

export interface SourceInput extends AssetContext {
  readonly txid: string;
  readonly node: TxStatus | null;
  readonly second: TxStatus | null;
  readonly indexer: Actions | null;
  /** From another operator's indexer. Absent: none was asked, or it was not in sync. */
  readonly secondIndexer?: Actions | null;
  /** A node's chain has this hash as a rejected message. Absent: not asked. */
  readonly isRejectedOnChain?: boolean;
  /** False also where the indexer's health is not known. Its actions are then not used. */
  readonly indexerInSync: boolean;
  /** False where one operator runs the indexer and a node, which are then one witness. */
  readonly isIndexerApart?: boolean;
  readonly nowMs: number;
  /** The nodes have differed for longer than honest ones lag: the second confirms nothing. */
  readonly isApartTooLong?: boolean;
  readonly storedMemo?: string | null;
  /** When such an answer was first seen. Null keeps a deposit without an output open. */
  readonly finalisedSinceMs: number | null;
}

export interface Sources {
  readonly node: NodeFacts | null;
  readonly second: NodeFacts | null;
  /** Null also where a synced indexer has no swap, refund or rejection of this hash. */
  readonly indexed: IndexerFacts | null;
  readonly secondIndexed: IndexerFacts | null;
  /** A synced indexer has a record of this hash that is no swap, refund or rejection. */
  readonly isIndexedAsOther: boolean;
  readonly isIndexerRead: boolean;
  readonly isIndexerApart: boolean;
  readonly isRejectedOnChain: boolean;
  readonly isApartTooLong: boolean;
}

/** `settled`: nothing can follow, if the claim is true. */
export type Claim = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> & {
  readonly settled: boolean;
  readonly doubt: Situation["doubt"];
};

export function readSources(input: SourceInput): Sources {
  const node = input.node && readNodeFacts(input.node, input);
  const actions = input.indexerInSync ? input.indexer : null;
  const read = (record: Actions | null) =>
    record && readIndexerFacts(record, input.txid, node?.memoText ?? null, input);
  const indexed = read(actions);
  const isOwn = (txID: string | undefined) => txID?.toLowerCase() === input.txid.toLowerCase();
  return {
    node,
    second: input.second && readNodeFacts(input.second, input),
    indexed,
    secondIndexed: read(input.secondIndexer ?? null),
    isIndexedAsOther:
      indexed === null &&
      (actions?.actions.some((one) => one.in.some((leg) => isOwn(leg.txID))) ?? false),
    isIndexerRead: actions !== null,
    isIndexerApart: input.isIndexerApart ?? true,
    isRejectedOnChain: input.isRejectedOnChain ?? false,
    isApartTooLong: input.isApartTooLong ?? false,
  };
}

type Age = Pick<SourceInput, "finalisedSinceMs" | "nowMs">;

/** The node decides. The indexer settles what the node leaves open, and a refund beats a swap. */
export function mergeClaim(sources: Sources, input: Age): Claim {
  const { node, indexed } = sources;
  if (node === null) {
    if (indexed === null) return { ...nothing, state: "unavailable", decidedBy: null, doubt: null };
    return { ...byIndexer(indexed), settled: indexed.rejected, doubt: "node_unread" };
  }
  const own: Claim = {
    state: node.state,
    settled: node.terminal,
    refundExpected:
      node.refundExpected || (isRefundOpen(node) && (indexed?.refundExpected ?? false)),
    decidedBy: "node",
    doubt: doubts[node.rule] ?? null,
  };
  switch (node.rule) {
    case "notSeen":
      return indexed ? byIndexer(indexed) : own;
    case "recipientPaid":
      return finishedClaim(own, node, indexed);
    case "payoutUnseen":
    case "recipientUnclear":
      return indexed && stateRows[indexed.state].phase === "outcome" ? byIndexer(indexed) : own;
    case "nothingPlanned":
      return claimWithoutOutput(own, sources, input);
    case "recipientUnpaid":
      return indexed && stateRows[indexed.state].back && !node.hasUserOutput
        ? byIndexer(indexed)
        : own;
    default:
      return own;
  }
}

const doubts: Partial<Readonly<Record<RuleName, Claim["doubt"]>>> = {
  notASwap: "not_a_swap",
  recipientUnclear: "not_classifiable",
  payoutUnseen: "payout_unseen",
};

const nothing = { settled: false, refundExpected: false } as const;

function byIndexer({ state, settled, refundExpected }: IndexerFacts): Claim {
  return { state, settled, refundExpected, decidedBy: "indexer", doubt: null };
}

/** A payout that only its asset identifies may be the affiliate's. */
const isToRecipient = (node: NodeFacts) => node.outputs.some((out) => out.proof === "address");

/** A node plans refunds together with payouts, so an indexer knows more only without a payout. */
const isRefundOpen = (node: NodeFacts) => node.isSwapOver && !isToRecipient(node);

function finishedClaim(own: Claim, node: NodeFacts, indexed: IndexerFacts | null): Claim {
  if (indexed === null) return own;
  if (indexed.refundExpected) return byIndexer(indexed);
  if (!stateRows[indexed.state].back) return own;
  return {
    ...byIndexer(indexed),
    state: isToRecipient(node) ? rules.partlyRefunded.state : indexed.state,
  };
}

function claimWithoutOutput(
  own: Claim,
  { indexed, isIndexerRead }: Sources,
  { finalisedSinceMs, nowMs }: Age,
): Claim {
  // Without a payout, a refund or rejection says no more than the node does: nothing is paid.
  const isReturned = (one: IndexerFacts) =>
    stateRows[one.state].back && one.out.some(({ kind }) => kind !== "affiliate");
  if (indexed && (indexed.refundExpected || isReturned(indexed))) return byIndexer(indexed);
  if (indexed?.state === "done" && indexed.paidUser) return byIndexer(indexed);
  const isOldEnough = finalisedSinceMs !== null && nowMs - finalisedSinceMs >= NO_OUTPUT_OPEN_MS;
  return { ...own, settled: isIndexerRead && isOldEnough && (indexed?.settled ?? true) };
}
