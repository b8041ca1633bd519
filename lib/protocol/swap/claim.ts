// Merges what nodes and indexers say of one swap. `final.ts` decides what is final.

import { type Situation, type SwapReading, stateRows } from "../model/swap.ts";
import type { Actions } from "../upstream/schemas.ts";
import { hasDeposit } from "./action-legs.ts";
import { type IndexerFacts, indexerFactsOf } from "./indexer.ts";
import type { SourceInput } from "./input.ts";
import { type NodeFacts, nodeFactsOf, type RuleName, rules } from "./node.ts";
import { isUserPayout } from "./outputs.ts";

/** A node may plan an output up to ten blocks after the deposit is final. */
const OUTPUT_PLANNING_MS = 60_000;

export interface Sources {
  readonly nodeFacts: NodeFacts | null;
  readonly secondNodeFacts: NodeFacts | null;
  /** Null if no indexer is in sync, or the indexer has no swap, refund or rejection of `txid`. */
  readonly indexerFacts: IndexerFacts | null;
  readonly secondIndexerFacts: IndexerFacts | null;
  /** True if the indexer records `txid`, but not as a swap, refund or rejection. */
  readonly isIndexedAsOther: boolean;
  readonly isIndexerRead: boolean;
  readonly isIndexerIndependent: boolean;
  readonly isRejectedOnChain: boolean;
  readonly isDisagreementTooLong: boolean;
}

export type Claim = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> & {
  /** True if nothing more can happen to the swap, provided that the claim is true. */
  readonly isSettled: boolean;
  readonly doubt: Situation["doubt"];
};

export function sourcesOf(input: SourceInput): Sources {
  const { txid, nodeStatus, secondNodeStatus, secondIndexerActions = null } = input;
  const nodeFacts = nodeStatus && nodeFactsOf(nodeStatus, input);
  const memoText = nodeFacts?.memoText ?? null;
  const toIndexerFacts = (actions: Actions | null) =>
    actions && indexerFactsOf(actions, txid, memoText, input);
  const syncedActions = input.indexerInSync ? input.indexerActions : null;
  const indexerFacts = toIndexerFacts(syncedActions);
  return {
    nodeFacts,
    secondNodeFacts: secondNodeStatus && nodeFactsOf(secondNodeStatus, input),
    indexerFacts,
    secondIndexerFacts: toIndexerFacts(secondIndexerActions),
    isIndexedAsOther:
      indexerFacts === null && syncedActions !== null && hasDeposit(syncedActions, txid),
    isIndexerRead: syncedActions !== null,
    isIndexerIndependent: input.isIndexerIndependent,
    isRejectedOnChain: input.isRejectedOnChain ?? false,
    isDisagreementTooLong: input.isDisagreementTooLong ?? false,
  };
}

export function answeredNodes({ nodeFacts, secondNodeFacts }: Sources): readonly NodeFacts[] {
  return [nodeFacts, secondNodeFacts].filter((facts) => facts !== null);
}

type ClaimTimes = Pick<SourceInput, "finalisedSinceMs" | "nowMs">;

/**
 * The swap's state as the node reports it. The indexer's report replaces it if the node did not
 * answer, does not know the result, or misses a refund that the indexer records.
 */
export function mergeClaim(sources: Sources, times: ClaimTimes): Claim {
  const { nodeFacts, indexerFacts } = sources;
  if (nodeFacts === null) {
    if (indexerFacts === null) return unavailableClaim;
    const { isRejected } = indexerFacts;
    return { ...indexerClaim(indexerFacts), isSettled: isRejected, doubt: "node_unread" };
  }
  const indexerExpectsRefund = indexerFacts?.refundExpected ?? false;
  const nodeClaim: Claim = {
    state: nodeFacts.state,
    isSettled: nodeFacts.terminal,
    refundExpected: nodeFacts.refundExpected || (indexerExpectsRefund && mayMissRefund(nodeFacts)),
    decidedBy: "node",
    doubt: doubtByRule[nodeFacts.rule] ?? null,
  };
  switch (nodeFacts.rule) {
    case "notSeen":
      return indexerFacts ? indexerClaim(indexerFacts) : nodeClaim;
    case "recipientPaid":
      return claimOfPaidRecipient(nodeClaim, nodeFacts, indexerFacts);
    case "payoutUnseen":
    case "recipientUnclear":
      return indexerFacts && stateRows[indexerFacts.state].phase === "outcome"
        ? indexerClaim(indexerFacts)
        : nodeClaim;
    case "nothingPlanned":
      return claimWithoutOutput(nodeClaim, sources, times);
    case "recipientUnpaid":
      return indexerFacts && stateRows[indexerFacts.state].back && !nodeFacts.hasUserOutput
        ? indexerClaim(indexerFacts)
        : nodeClaim;
    default:
      return nodeClaim;
  }
}

const doubtByRule: Partial<Readonly<Record<RuleName, Claim["doubt"]>>> = {
  notASwap: "not_a_swap",
  recipientUnclear: "not_classifiable",
  payoutUnseen: "payout_unseen",
};

const unavailableClaim: Claim = {
  state: "unavailable",
  isSettled: false,
  refundExpected: false,
  decidedBy: null,
  doubt: null,
};

function indexerClaim({ state, isSettled, refundExpected }: IndexerFacts): Claim {
  return { state, isSettled, refundExpected, decidedBy: "indexer", doubt: null };
}

/** True if an output goes to the memo's address. An output elsewhere may be an affiliate's. */
const hasRecipientOutput = ({ outputs }: NodeFacts) =>
  outputs.some(({ userProof }) => userProof === "address");

/**
 * True if the swap is finished and the node lists no output to the memo's address. Then the node
 * may also omit a refund.
 */
const mayMissRefund = (nodeFacts: NodeFacts) =>
  nodeFacts.isSwapFinished && !hasRecipientOutput(nodeFacts);

function claimOfPaidRecipient(
  nodeClaim: Claim,
  nodeFacts: NodeFacts,
  indexerFacts: IndexerFacts | null,
): Claim {
  if (indexerFacts === null) return nodeClaim;
  if (indexerFacts.refundExpected) return indexerClaim(indexerFacts);
  if (!stateRows[indexerFacts.state].back) return nodeClaim;
  return {
    ...indexerClaim(indexerFacts),
    state: hasRecipientOutput(nodeFacts) ? rules.partlyRefunded.state : indexerFacts.state,
  };
}

function claimWithoutOutput(
  nodeClaim: Claim,
  { indexerFacts, isIndexerRead }: Sources,
  { finalisedSinceMs, nowMs }: ClaimTimes,
): Claim {
  if (indexerFacts && (indexerFacts.refundExpected || hasRecordedPayout(indexerFacts)))
    return indexerClaim(indexerFacts);
  const isPlanningTimeOver =
    finalisedSinceMs !== null && nowMs - finalisedSinceMs >= OUTPUT_PLANNING_MS;
  const isSettled = isIndexerRead && isPlanningTimeOver && (indexerFacts?.isSettled ?? true);
  return { ...nodeClaim, isSettled };
}

/** True if the indexer records a payout to the user. A refund without a payout does not count. */
function hasRecordedPayout({ state, out, isUserPaid }: IndexerFacts): boolean {
  const isRefundPaid = stateRows[state].back !== undefined && out.some(isUserPayout);
  return isRefundPaid || (state === "done" && isUserPaid);
}
