// Decides when an outcome may be shown, and when it is final. One false source never ends a swap.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import {
  type Situation,
  type SwapOut,
  type SwapReading,
  type SwapState,
  stateRows,
} from "../model/swap.ts";
import { answeredNodes, type Claim, type Sources } from "./claim.ts";
import type { IndexerFacts } from "./indexer.ts";
import type { ConfirmationSetup } from "./input.ts";
import { type NodeFacts, rules } from "./node.ts";
import { isUserPayout, swapOutputs } from "./outputs.ts";
import {
  isConfirmedByIndexer,
  isConfirmedByNode,
  sharedDeposit,
  sharedPayouts,
} from "./witnesses.ts";

const { state: nothingPlannedState } = rules.nothingPlanned;

export type Transfers = Pick<SwapReading, "in"> & { readonly out: readonly SwapOut[] };

export type Decision = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> &
  Pick<Situation, "doubt" | "claimed" | "isRefundClaimed"> & {
    /** Set if enough sources agree that nothing more can happen. Then the swap is `terminal`. */
    readonly finalState: Agreed<SwapState> | null;
    readonly agreedTransfers: Transfers | null;
  };

interface Outcome extends Transfers {
  readonly state: SwapState;
}

type AgreedOutcome = Transfers & { readonly state: Agreed<SwapState> };

export function needsSecondNode(claim: Claim, sources: Sources, setup: ConfirmationSetup): boolean {
  const { nodeFacts } = sources;
  if (setup.quorum === 1) return false;
  if (!isOutcomeClaim(claim)) {
    if (nodeFacts === null) return false;
    // The time to plan an output starts only when two sources state that the deposit is final. Also
    // ask a second node if no other source confirms the claim.
    if (claim.state === nothingPlannedState || !isClaimConfirmed(claim, sources)) return true;
    return confirmedPayouts(sources, setup).length < nodePayoutsOf(nodeFacts).length;
  }
  const outcome = claimedOutcome(claim, sources);
  const agreedOutcome = agreeOnOutcome(claim, sources, setup);
  if (outcome === null || agreedOutcome === null) return true;
  const isDepositAgreed = agreedOutcome.in !== null || outcome.in === null;
  return !isDepositAgreed || agreedOutcome.out.length < outcome.out.length;
}

export function confirmClaim(claim: Claim, sources: Sources, setup: ConfirmationSetup): Decision {
  const { isSettled, ...openClaim } = claim;
  const decisionWithoutOutcome = {
    ...openClaim,
    claimed: null,
    finalState: null,
    agreedTransfers: null,
  };
  if (!isOutcomeClaim(claim)) {
    const isStateUnknown = claim.state === "unknown" || claim.state === "unavailable";
    const isClaimShown = setup.quorum === 1 || isStateUnknown || isClaimConfirmed(claim, sources);
    return isClaimShown ? decisionWithoutOutcome : unconfirmedDecision(claim, sources, setup);
  }
  const agreedOutcome = agreeOnOutcome(claim, sources, setup);
  if (agreedOutcome !== null) {
    const { state, ...agreedTransfers } = agreedOutcome;
    return {
      ...decisionWithoutOutcome,
      state,
      agreedTransfers,
      finalState: isSettled ? state : null,
    };
  }
  // If only one operator is configured and its nodes failed, the indexer's claim is shown.
  const isOnlyNodeUnread = sources.nodeFacts === null && setup.quorum === 1;
  if (isOnlyNodeUnread || (claim.state === nothingPlannedState && isClaimConfirmed(claim, sources)))
    return decisionWithoutOutcome;
  return unconfirmedDecision(claim, sources, setup);
}

function unconfirmedDecision(claim: Claim, sources: Sources, setup: ConfirmationSetup): Decision {
  const { state: claimedState, refundExpected: isRefundClaimed, decidedBy } = claim;
  return {
    decidedBy,
    state: unconfirmedState(claim, sources, setup),
    refundExpected: false,
    doubt: "unconfirmed",
    claimed: claimedState,
    isRefundClaimed,
    finalState: null,
    agreedTransfers: null,
  };
}

/** True if another node or an indexer reports the same state. A node may also be one step ahead. */
export function isClaimConfirmed(
  { state, refundExpected, decidedBy }: Pick<Claim, "state" | "refundExpected" | "decidedBy">,
  sources: Sources,
): boolean {
  const { nodeFacts, secondNodeFacts, isIndexerIndependent, isDisagreementTooLong } = sources;
  if (decidedBy === "indexer") {
    const isSameClaim = (facts: NodeFacts) =>
      facts.state === state && facts.refundExpected === refundExpected;
    return isIndexerIndependent && answeredNodes(sources).some(isSameClaim);
  }
  if (nodeFacts === null || refundExpected !== nodeFacts.refundExpected) return false;
  const maySecondNodeConfirm = secondNodeFacts !== null && !isDisagreementTooLong;
  if (maySecondNodeConfirm && isConfirmedByNode(nodeFacts, secondNodeFacts)) return true;
  const indexerFacts = independentIndexer(sources);
  return indexerFacts !== null && isConfirmedByIndexer(nodeFacts, indexerFacts);
}

function independentIndexer({ indexerFacts, isIndexerIndependent }: Sources): IndexerFacts | null {
  return isIndexerIndependent ? indexerFacts : null;
}

export function confirmedDeposit(
  sources: Sources,
  { quorum }: ConfirmationSetup,
): SwapReading["in"] {
  const { nodeFacts, secondNodeFacts, indexerFacts } = sources;
  if (quorum === 1) return nodeFacts?.in ?? indexerFacts?.in ?? null;
  const agreedDeposits = [secondNodeFacts, independentIndexer(sources)].map((facts) =>
    sharedDeposit(nodeFacts?.in ?? null, facts?.in ?? null),
  );
  return agreedDeposits.find((deposit) => deposit) ?? null;
}

export function confirmedMemo(sources: Sources, { quorum }: ConfirmationSetup): string | null {
  const { nodeFacts, secondNodeFacts, indexerFacts } = sources;
  if (quorum === 1) return nodeFacts?.memoText ?? indexerFacts?.memo ?? null;
  const reportedMemos = [
    nodeFacts?.memoText,
    secondNodeFacts?.memoText,
    independentIndexer(sources)?.memo,
  ].filter((memo) => memo !== null && memo !== undefined);
  const [memo = null, ...otherMemos] = reportedMemos;
  return otherMemos.some((otherMemo) => otherMemo === memo) ? memo : null;
}

export function confirmedPayouts(
  sources: Sources,
  { quorum }: ConfirmationSetup,
): readonly SwapOut[] {
  const { nodeFacts, secondNodeFacts, indexerFacts } = sources;
  const nodePayouts = nodePayoutsOf(nodeFacts);
  if (quorum === 1) return nodePayouts.length > 0 ? nodePayouts : (indexerFacts?.out ?? []);
  const payoutsOfBothNodes = sharedPayouts(nodePayouts, nodePayoutsOf(secondNodeFacts));
  const payoutsOfNodeAndIndexer = sharedPayouts(
    nodePayouts,
    independentIndexer(sources)?.out ?? [],
  );
  return payoutsOfBothNodes.length >= payoutsOfNodeAndIndexer.length
    ? payoutsOfBothNodes
    : payoutsOfNodeAndIndexer;
}

/**
 * True if enough sources state that the deposit is final, at least one of them a node. An
 * independent indexer counts as a source, because it lists only final deposits.
 */
export function isFinalised(sources: Sources, quorum: Quorum): boolean {
  const { indexerFacts, isIndexedAsOther, isIndexerIndependent } = sources;
  const finalisedNodeCount = answeredNodes(sources).filter((facts) => facts.isFinalised).length;
  const isIndexed = isIndexerIndependent && (indexerFacts !== null || isIndexedAsOther);
  return finalisedNodeCount > 0 && finalisedNodeCount + (isIndexed ? 1 : 0) >= quorum;
}

function isOutcomeClaim({ state, isSettled }: Claim): boolean {
  return isSettled || stateRows[state].phase === "outcome";
}

function unconfirmedState(
  { state }: Claim,
  { nodeFacts, secondNodeFacts }: Sources,
  { quorum }: ConfirmationSetup,
): SwapState {
  const neededNodeFacts = [nodeFacts, secondNodeFacts].slice(0, quorum);
  const isSwapFinished = neededNodeFacts.every((facts) => facts?.isSwapFinished);
  return state !== "unknown" && isSwapFinished ? rules.outboundUnsigned.state : "unknown";
}

function agreeOnOutcome(
  claim: Claim,
  sources: Sources,
  setup: ConfirmationSetup,
): AgreedOutcome | null {
  const outcome = claimedOutcome(claim, sources);
  if (outcome === null) return null;
  const isNodeClaim = claim.decidedBy === "node";
  if (isNodeClaim && setup.quorum === 1 && !setup.indexerInSync)
    return toAgreedOutcome(outcome, [outcome.state], 1);
  const otherOutcomes = isNodeClaim
    ? outcomesBesideNode(outcome, sources, setup)
    : outcomesBesideIndexer(outcome, sources, setup);
  const [agreedOutcome = null] = otherOutcomes.flatMap(
    (otherOutcome) => (otherOutcome && agreeOnTwoOutcomes(outcome, otherOutcome)) ?? [],
  );
  return agreedOutcome && setup.quorum === 1
    ? { ...outcome, state: agreedOutcome.state }
    : agreedOutcome;
}

function claimedOutcome(
  { state, decidedBy }: Claim,
  { nodeFacts, indexerFacts }: Sources,
): Outcome | null {
  if (decidedBy === "indexer")
    return indexerFacts && { state, in: indexerFacts.in, out: indexerFacts.out };
  const outcome = nodeOutcome(nodeFacts);
  return outcome?.state === state ? outcome : null;
}

function outcomesBesideNode(
  nodeClaim: Outcome,
  sources: Sources,
  setup: ConfirmationSetup,
): readonly (Outcome | null)[] {
  return [
    nodeOutcome(sources.secondNodeFacts),
    sources.isIndexerIndependent ? indexerOutcome(nodeClaim, sources, setup) : null,
  ];
}

function outcomesBesideIndexer(
  indexerClaim: Outcome,
  sources: Sources,
  setup: ConfirmationSetup,
): readonly (Outcome | null)[] {
  const { secondIndexerFacts, isIndexerIndependent } = sources;
  return [
    // Nodes forget old swaps. Then a second indexer, of another operator, may confirm the first.
    secondIndexerFacts?.isSettled ? secondIndexerFacts : null,
    rejectedOutcome(indexerClaim, sources, setup),
    ...(isIndexerIndependent ? answeredNodes(sources).map(nodeOutcome) : []),
  ];
}

function agreeOnTwoOutcomes(outcome: Outcome, otherOutcome: Outcome): AgreedOutcome | null {
  const agreedDeposit = sharedDeposit(outcome.in, otherOutcome.in);
  const agreedPayouts = sharedPayouts(outcome.out, otherOutcome.out);
  const payoutCounts = [outcome.out, otherOutcome.out, agreedPayouts].map(
    (payouts) => payouts.filter(isUserPayout).length,
  );
  if (agreedDeposit === undefined || new Set(payoutCounts).size > 1) return null;
  return toAgreedOutcome(
    { in: agreedDeposit, out: agreedPayouts },
    [outcome.state, otherOutcome.state],
    2,
  );
}

function toAgreedOutcome(
  transfers: Transfers,
  states: readonly SwapState[],
  quorum: Quorum,
): AgreedOutcome | null {
  const agreedState = agreeOn(states, quorum);
  return agreedState && { state: agreedState, in: transfers.in, out: transfers.out };
}

function indexerOutcome(
  { state }: Outcome,
  sources: Sources,
  { quorum }: ConfirmationSetup,
): Outcome | null {
  const { indexerFacts, isIndexedAsOther, isIndexerRead } = sources;
  if (indexerFacts === null) {
    const isSameState =
      state === "unknown"
        ? isIndexedAsOther
        : state === nothingPlannedState && isIndexerRead && quorum === 1;
    return isSameState ? { state, in: null, out: [] } : null;
  }
  if (!indexerFacts.isSettled) return null;
  // A settled record without a payout to the user confirms "nothing to pay", whatever its state.
  const isNothingToPay =
    state === nothingPlannedState &&
    !indexerFacts.isRejected &&
    !indexerFacts.out.some(isUserPayout);
  return {
    state: isNothingToPay ? nothingPlannedState : indexerFacts.state,
    in: indexerFacts.in,
    out: indexerFacts.out,
  };
}

/**
 * Confirms an indexer's claim that the network rejected a native deposit. Nodes have no swap record
 * of such a deposit, so the blockchain's own record of the transaction confirms the claim.
 */
function rejectedOutcome(
  outcome: Outcome,
  sources: Sources,
  { quorum }: ConfirmationSetup,
): Outcome | null {
  const factsPerNode = answeredNodes(sources);
  const isUnseenByNodes =
    factsPerNode.length >= quorum && factsPerNode.every(({ rule }) => rule === "notSeen");
  const isRejectionClaimed = outcome.state === "failed" && !outcome.out.some(isUserPayout);
  return isRejectionClaimed && isUnseenByNodes && sources.isRejectedOnChain
    ? { ...outcome, in: null }
    : null;
}

function nodeOutcome(nodeFacts: NodeFacts | null): Outcome | null {
  if (nodeFacts === null || !(nodeFacts.terminal || nodeFacts.rule === "nothingPlanned"))
    return null;
  return { state: nodeFacts.state, in: nodeFacts.in, out: nodePayoutsOf(nodeFacts) };
}

function nodePayoutsOf(nodeFacts: NodeFacts | null): readonly SwapOut[] {
  return nodeFacts === null ? [] : swapOutputs(nodeFacts.outputs);
}
