// When an outcome may be shown, and when it is final. One false source never ends a swap.

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
import { isConfirmedByIndexer, isConfirmedByNode, sharedDeposit, sharedOuts } from "./witnesses.ts";

const { state: nothingPlannedState } = rules.nothingPlanned;

type Transfers = Pick<SwapReading, "in" | "out">;

export type Decision = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> &
  Pick<Situation, "doubt" | "claimed" | "isRefundClaimed"> & {
    /** Set where enough sources agree that nothing can follow. Only then is the swap `terminal`. */
    readonly final: Agreed<SwapState> | null;
    readonly agreedTransfers: Transfers | null;
  };

/** One source's view. `out` includes the affiliate's payouts. */
interface Outcome extends Transfers {
  readonly state: SwapState;
}

type AgreedOutcome = Transfers & { readonly state: Agreed<SwapState> };

/** Whether a claim or a payout is not confirmed yet, so that a second node is worth a call. */
export function needsSecondNode(claim: Claim, sources: Sources, setup: ConfirmationSetup): boolean {
  const { nodeFacts } = sources;
  if (setup.quorum === 1) return false;
  if (!isOutcomeClaim(claim)) {
    if (nodeFacts === null) return false;
    // The time in which an output may still be planned starts once two sources saw the deposit.
    const isConfirmed = claim.state !== nothingPlannedState && isClaimConfirmed(claim, sources);
    return !isConfirmed || confirmedOuts(sources, setup).length < nodeOuts(nodeFacts).length;
  }
  const outcome = claimedOutcome(claim, sources);
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (outcome === null || agreed === null) return true;
  return (agreed.in === null && outcome.in !== null) || agreed.out.length < outcome.out.length;
}

export function confirmClaim(claim: Claim, sources: Sources, setup: ConfirmationSetup): Decision {
  const { settled, ...openClaim } = claim;
  const unsettled = { ...openClaim, claimed: null, final: null, agreedTransfers: null };
  if (!isOutcomeClaim(claim)) {
    const isNothing = claim.state === "unknown" || claim.state === "unavailable";
    const isConfirmed = setup.quorum === 1 || isNothing || isClaimConfirmed(claim, sources);
    return isConfirmed ? unsettled : unconfirmed(claim, sources, setup);
  }
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (agreed !== null) {
    const { state, ...agreedTransfers } = agreed;
    return { ...unsettled, state, agreedTransfers, final: settled ? state : null };
  }
  // A deployment with one node that could not be read: the page names the indexer as the source.
  const isOnlyNodeUnread = sources.nodeFacts === null && setup.quorum === 1;
  if (isOnlyNodeUnread || (claim.state === nothingPlannedState && isClaimConfirmed(claim, sources)))
    return unsettled;
  return unconfirmed(claim, sources, setup);
}

/** Nothing that only one source says is shown as a fact. */
function unconfirmed(claim: Claim, sources: Sources, setup: ConfirmationSetup): Decision {
  const { state: claimed, refundExpected: isRefundClaimed, decidedBy } = claim;
  return {
    decidedBy,
    state: unconfirmedState(claim, sources, setup),
    refundExpected: false,
    doubt: "unconfirmed",
    claimed,
    isRefundClaimed,
    final: null,
    agreedTransfers: null,
  };
}

/** Whether a second source confirms a swap under way, or is one block ahead of the first. */
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
  const isBySecondNode =
    secondNodeFacts !== null &&
    !isDisagreementTooLong &&
    isConfirmedByNode(nodeFacts, secondNodeFacts);
  const indexerFacts = independentIndexer(sources);
  return isBySecondNode || (indexerFacts !== null && isConfirmedByIndexer(nodeFacts, indexerFacts));
}

function independentIndexer({ indexerFacts, isIndexerIndependent }: Sources): IndexerFacts | null {
  return isIndexerIndependent ? indexerFacts : null;
}

/** If nodes of two operators are configured, two sources must state it. */
export function confirmedDeposit(
  sources: Sources,
  { quorum }: ConfirmationSetup,
): SwapReading["in"] {
  const { nodeFacts, secondNodeFacts, indexerFacts } = sources;
  if (quorum === 1) return nodeFacts?.in ?? indexerFacts?.in ?? null;
  const deposits = [secondNodeFacts, independentIndexer(sources)].map((facts) =>
    sharedDeposit(nodeFacts?.in ?? null, facts?.in ?? null),
  );
  return deposits.find((deposit) => deposit) ?? null;
}

/** As `confirmedDeposit`. */
export function confirmedMemo(sources: Sources, { quorum }: ConfirmationSetup): string | null {
  const { nodeFacts, secondNodeFacts, indexerFacts } = sources;
  if (quorum === 1) return nodeFacts?.memoText ?? indexerFacts?.memo ?? null;
  const memos = [
    nodeFacts?.memoText,
    secondNodeFacts?.memoText,
    independentIndexer(sources)?.memo,
  ].filter((memo) => memo !== null && memo !== undefined);
  const [memo = null, ...otherMemos] = memos;
  return otherMemos.some((otherMemo) => otherMemo === memo) ? memo : null;
}

/** As `confirmedDeposit`. */
export function confirmedOuts(sources: Sources, { quorum }: ConfirmationSetup): readonly SwapOut[] {
  const { nodeFacts, secondNodeFacts, indexerFacts } = sources;
  const outs = nodeOuts(nodeFacts);
  if (quorum === 1) return outs.length > 0 ? outs : (indexerFacts?.out ?? []);
  const sharedWithNode = sharedOuts(outs, nodeOuts(secondNodeFacts));
  const sharedWithIndexer = sharedOuts(outs, independentIndexer(sources)?.out ?? []);
  return sharedWithNode.length >= sharedWithIndexer.length ? sharedWithNode : sharedWithIndexer;
}

/** An indexer records a deposit only after it is finalised, so its record counts as one source. */
export function isFinalised(sources: Sources, quorum: Quorum): boolean {
  const { indexerFacts, isIndexedAsOther, isIndexerIndependent } = sources;
  const nodeCount = answeredNodes(sources).filter((facts) => facts.isFinalised).length;
  const isRecorded = isIndexerIndependent && (indexerFacts !== null || isIndexedAsOther);
  return nodeCount > 0 && nodeCount + (isRecorded ? 1 : 0) >= quorum;
}

function isOutcomeClaim({ state, settled }: Claim): boolean {
  return settled || stateRows[state].phase === "outcome";
}

/** "Paid out" is only said where enough nodes say that the swap is over. */
function unconfirmedState(
  { state }: Claim,
  { nodeFacts, secondNodeFacts }: Sources,
  { quorum }: ConfirmationSetup,
): SwapState {
  const neededNodes = [nodeFacts, secondNodeFacts].slice(0, quorum);
  const isOver = neededNodes.every((facts) => facts?.isSwapOver);
  return state !== "unknown" && isOver ? rules.outboundUnsigned.state : "unknown";
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
    return agreedOutcome(outcome, [outcome.state], 1);
  const otherOutcomes = isNodeClaim
    ? outcomesBesideNode(outcome, sources, setup)
    : outcomesBesideIndexer(outcome, sources, setup);
  const [agreed = null] = otherOutcomes.flatMap(
    (otherOutcome) => (otherOutcome && agreeOnTwo(outcome, otherOutcome)) ?? [],
  );
  return agreed && setup.quorum === 1 ? { ...outcome, state: agreed.state } : agreed;
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
    // Nodes forget old swaps. Then indexers of two operators are the two sources.
    secondIndexerFacts?.settled ? secondIndexerFacts : null,
    rejectedOutcome(indexerClaim, sources, setup),
    ...(isIndexerIndependent ? answeredNodes(sources).map(nodeOutcome) : []),
  ];
}

function agreeOnTwo(outcome: Outcome, otherOutcome: Outcome): AgreedOutcome | null {
  const deposit = sharedDeposit(outcome.in, otherOutcome.in);
  const out = sharedOuts(outcome.out, otherOutcome.out);
  const [outCount, otherCount, sharedCount] = [outcome.out, otherOutcome.out, out].map(
    (outs) => outs.filter(isUserPayout).length,
  );
  if (deposit === undefined || outCount !== sharedCount || otherCount !== sharedCount) return null;
  return agreedOutcome({ in: deposit, out }, [outcome.state, otherOutcome.state], 2);
}

function agreedOutcome(
  transfers: Transfers,
  states: readonly SwapState[],
  quorum: Quorum,
): AgreedOutcome | null {
  const state = agreeOn(states, quorum);
  return state && { state, in: transfers.in, out: transfers.out };
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
  if (!indexerFacts.settled) return null;
  // Whatever the indexer calls it, without a payout nothing was left to pay.
  const isNothing =
    state === nothingPlannedState && !indexerFacts.rejected && !indexerFacts.out.some(isUserPayout);
  return {
    state: isNothing ? nothingPlannedState : indexerFacts.state,
    in: indexerFacts.in,
    out: indexerFacts.out,
  };
}

/** Nodes keep no deposit of a rejected message. Its chain has the rejection, as a second source. */
function rejectedOutcome(
  outcome: Outcome,
  sources: Sources,
  { quorum }: ConfirmationSetup,
): Outcome | null {
  const nodes = answeredNodes(sources);
  const isUnseen = nodes.length >= quorum && nodes.every(({ rule }) => rule === "notSeen");
  const isRejection = outcome.state === "failed" && !outcome.out.some(isUserPayout);
  return isRejection && isUnseen && sources.isRejectedOnChain ? { ...outcome, in: null } : null;
}

/** Null while something is to come, or where the node cannot tell. */
function nodeOutcome(nodeFacts: NodeFacts | null): Outcome | null {
  if (nodeFacts === null || !(nodeFacts.terminal || nodeFacts.rule === "nothingPlanned"))
    return null;
  return { state: nodeFacts.state, in: nodeFacts.in, out: nodeOuts(nodeFacts) };
}

function nodeOuts(nodeFacts: NodeFacts | null): readonly SwapOut[] {
  return nodeFacts === null ? [] : swapOutputs(nodeFacts.outputs);
}
