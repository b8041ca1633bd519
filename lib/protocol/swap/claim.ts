// What the sources say of one swap, merged. final.ts decides what is final.
import { type Situation, type SwapReading, stateRows } from "../model/swap.ts";
import type { Actions, TxStatus } from "../upstream/schemas.ts";
import { type IndexerFacts, indexerFactsOf } from "./indexer.ts";
import { type NodeFacts, type RuleName, readNodeFacts, rules } from "./node.ts";
import type { AssetNames } from "./outputs.ts";

/** Ten protocol blocks, in which an output may still be planned. */
const OUTPUT_PLANNING_MS = 60_000;

export interface SourceInput extends AssetNames {
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
  readonly isIndexerApart: boolean;
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
  readonly indexerFacts: IndexerFacts | null;
  readonly secondIndexerFacts: IndexerFacts | null;
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
  const readFacts = (record: Actions | null) =>
    record && indexerFactsOf(record, input.txid, node?.memoText ?? null, input);
  const indexerFacts = readFacts(actions);
  const isOwnId = (txID: string | undefined) => txID?.toLowerCase() === input.txid.toLowerCase();
  return {
    node,
    second: input.second && readNodeFacts(input.second, input),
    indexerFacts,
    secondIndexerFacts: readFacts(input.secondIndexer ?? null),
    isIndexedAsOther:
      indexerFacts === null &&
      (actions?.actions.some((action) => action.in.some((leg) => isOwnId(leg.txID))) ?? false),
    isIndexerRead: actions !== null,
    isIndexerApart: input.isIndexerApart,
    isRejectedOnChain: input.isRejectedOnChain ?? false,
    isApartTooLong: input.isApartTooLong ?? false,
  };
}

type ClaimAge = Pick<SourceInput, "finalisedSinceMs" | "nowMs">;

/** The node decides. The indexer settles what the node leaves open, and a refund beats a swap. */
export function mergeClaim(sources: Sources, input: ClaimAge): Claim {
  const { node, indexerFacts } = sources;
  if (node === null) {
    if (indexerFacts === null)
      return { ...unsettled, state: "unavailable", decidedBy: null, doubt: null };
    return { ...indexerClaim(indexerFacts), settled: indexerFacts.rejected, doubt: "node_unread" };
  }
  const nodeClaim: Claim = {
    state: node.state,
    settled: node.terminal,
    refundExpected:
      node.refundExpected || (isRefundOpen(node) && (indexerFacts?.refundExpected ?? false)),
    decidedBy: "node",
    doubt: doubts[node.rule] ?? null,
  };
  switch (node.rule) {
    case "notSeen":
      return indexerFacts ? indexerClaim(indexerFacts) : nodeClaim;
    case "recipientPaid":
      return finishedClaim(nodeClaim, node, indexerFacts);
    case "payoutUnseen":
    case "recipientUnclear":
      return indexerFacts && stateRows[indexerFacts.state].phase === "outcome"
        ? indexerClaim(indexerFacts)
        : nodeClaim;
    case "nothingPlanned":
      return claimWithoutOutput(nodeClaim, sources, input);
    case "recipientUnpaid":
      return indexerFacts && stateRows[indexerFacts.state].back && !node.hasUserOutput
        ? indexerClaim(indexerFacts)
        : nodeClaim;
    default:
      return nodeClaim;
  }
}

const doubts: Partial<Readonly<Record<RuleName, Claim["doubt"]>>> = {
  notASwap: "not_a_swap",
  recipientUnclear: "not_classifiable",
  payoutUnseen: "payout_unseen",
};

const unsettled = { settled: false, refundExpected: false } as const;

function indexerClaim({ state, settled, refundExpected }: IndexerFacts): Claim {
  return { state, settled, refundExpected, decidedBy: "indexer", doubt: null };
}

/** A payout that only its asset identifies may be the affiliate's. */
const isToRecipient = (node: NodeFacts) => node.outputs.some((out) => out.proof === "address");

/** A node plans refunds together with payouts, so an indexer knows more only without a payout. */
const isRefundOpen = (node: NodeFacts) => node.isSwapOver && !isToRecipient(node);

function finishedClaim(
  nodeClaim: Claim,
  node: NodeFacts,
  indexerFacts: IndexerFacts | null,
): Claim {
  if (indexerFacts === null) return nodeClaim;
  if (indexerFacts.refundExpected) return indexerClaim(indexerFacts);
  if (!stateRows[indexerFacts.state].back) return nodeClaim;
  return {
    ...indexerClaim(indexerFacts),
    state: isToRecipient(node) ? rules.partlyRefunded.state : indexerFacts.state,
  };
}

function claimWithoutOutput(
  nodeClaim: Claim,
  { indexerFacts, isIndexerRead }: Sources,
  { finalisedSinceMs, nowMs }: ClaimAge,
): Claim {
  // Without a payout, a refund or rejection says no more than the node does: nothing is paid.
  const isReturned = (record: IndexerFacts) =>
    stateRows[record.state].back && record.out.some(({ kind }) => kind !== "affiliate");
  if (indexerFacts && (indexerFacts.refundExpected || isReturned(indexerFacts)))
    return indexerClaim(indexerFacts);
  if (indexerFacts?.state === "done" && indexerFacts.paidUser) return indexerClaim(indexerFacts);
  const isOldEnough = finalisedSinceMs !== null && nowMs - finalisedSinceMs >= OUTPUT_PLANNING_MS;
  return { ...nodeClaim, settled: isIndexerRead && isOldEnough && (indexerFacts?.settled ?? true) };
}
