// What the sources say of one swap, merged. `final.ts` decides what is final.

import { type Situation, type SwapReading, stateRows } from "../model/swap.ts";
import type { Actions } from "../upstream/schemas.ts";
import { hasDeposit } from "./action-legs.ts";
import { type IndexerFacts, indexerFactsOf } from "./indexer.ts";
import type { SourceInput } from "./input.ts";
import { type NodeFacts, nodeFactsOf, type RuleName, rules } from "./node.ts";
import { isUserPayout } from "./outputs.ts";

/** Ten protocol blocks, in which an output may still be planned. */
const OUTPUT_PLANNING_MS = 60_000;

export interface Sources {
  readonly nodeFacts: NodeFacts | null;
  readonly secondNodeFacts: NodeFacts | null;
  /** Null also where a synced indexer has no swap, refund or rejection of this hash. */
  readonly indexerFacts: IndexerFacts | null;
  readonly secondIndexerFacts: IndexerFacts | null;
  /** A synced indexer has a record of this hash that is no swap, refund or rejection. */
  readonly isIndexedAsOther: boolean;
  readonly isIndexerRead: boolean;
  readonly isIndexerIndependent: boolean;
  readonly isRejectedOnChain: boolean;
  readonly isDisagreementTooLong: boolean;
}

export type Claim = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> & {
  /** Nothing can follow, if the claim is true. */
  readonly settled: boolean;
  readonly doubt: Situation["doubt"];
};

export function sourcesOf(input: SourceInput): Sources {
  const { txid, nodeStatus, secondNodeStatus, secondIndexerActions = null } = input;
  const nodeFacts = nodeStatus && nodeFactsOf(nodeStatus, input);
  const memoText = nodeFacts?.memoText ?? null;
  const factsOf = (actions: Actions | null) =>
    actions && indexerFactsOf(actions, txid, memoText, input);
  const actions = input.indexerInSync ? input.indexerActions : null;
  const indexerFacts = factsOf(actions);
  return {
    nodeFacts,
    secondNodeFacts: secondNodeStatus && nodeFactsOf(secondNodeStatus, input),
    indexerFacts,
    secondIndexerFacts: factsOf(secondIndexerActions),
    isIndexedAsOther: indexerFacts === null && actions !== null && hasDeposit(actions, txid),
    isIndexerRead: actions !== null,
    isIndexerIndependent: input.isIndexerIndependent,
    isRejectedOnChain: input.isRejectedOnChain ?? false,
    isDisagreementTooLong: input.isDisagreementTooLong ?? false,
  };
}

export function answeredNodes({ nodeFacts, secondNodeFacts }: Sources): readonly NodeFacts[] {
  return [nodeFacts, secondNodeFacts].filter((facts) => facts !== null);
}

type ClaimAge = Pick<SourceInput, "finalisedSinceMs" | "nowMs">;

/** The node decides. The indexer settles what the node leaves open, and a refund beats a swap. */
export function mergeClaim(sources: Sources, age: ClaimAge): Claim {
  const { nodeFacts, indexerFacts } = sources;
  if (nodeFacts === null) {
    if (indexerFacts === null)
      return { ...unsettled, state: "unavailable", decidedBy: null, doubt: null };
    return { ...indexerClaim(indexerFacts), settled: indexerFacts.rejected, doubt: "node_unread" };
  }
  const isRefundIndexed = indexerFacts?.refundExpected ?? false;
  const nodeClaim: Claim = {
    state: nodeFacts.state,
    settled: nodeFacts.terminal,
    refundExpected: nodeFacts.refundExpected || (isRefundIndexed && mayHaveOtherRefund(nodeFacts)),
    decidedBy: "node",
    doubt: doubts[nodeFacts.rule] ?? null,
  };
  switch (nodeFacts.rule) {
    case "notSeen":
      return indexerFacts ? indexerClaim(indexerFacts) : nodeClaim;
    case "recipientPaid":
      return finishedClaim(nodeClaim, nodeFacts, indexerFacts);
    case "payoutUnseen":
    case "recipientUnclear":
      return indexerFacts && stateRows[indexerFacts.state].phase === "outcome"
        ? indexerClaim(indexerFacts)
        : nodeClaim;
    case "nothingPlanned":
      return claimWithoutOutput(nodeClaim, sources, age);
    case "recipientUnpaid":
      return indexerFacts && stateRows[indexerFacts.state].back && !nodeFacts.hasUserOutput
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
const hasRecipientOutput = ({ outputs }: NodeFacts) =>
  outputs.some(({ proof }) => proof === "address");

/** A node plans refunds together with payouts, so an indexer knows more only without a payout. */
const mayHaveOtherRefund = (nodeFacts: NodeFacts) =>
  nodeFacts.isSwapOver && !hasRecipientOutput(nodeFacts);

function finishedClaim(
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
  { finalisedSinceMs, nowMs }: ClaimAge,
): Claim {
  if (indexerFacts && (indexerFacts.refundExpected || isPaidByRecord(indexerFacts)))
    return indexerClaim(indexerFacts);
  const isOldEnough = finalisedSinceMs !== null && nowMs - finalisedSinceMs >= OUTPUT_PLANNING_MS;
  return { ...nodeClaim, settled: isIndexerRead && isOldEnough && (indexerFacts?.settled ?? true) };
}

/** Without a payout, a refund or rejection says no more than the node does: nothing is paid. */
function isPaidByRecord({ state, out, paidUser }: IndexerFacts): boolean {
  const isReturned = stateRows[state].back !== undefined && out.some(isUserPayout);
  return isReturned || (state === "done" && paidUser);
}
