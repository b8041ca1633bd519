// When an outcome may be shown, and when it is final. One false source never ends a swap.

import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import {
  type Situation,
  type SwapOut,
  type SwapReading,
  type SwapState,
  stateRows,
} from "../model/swap.ts";
import type { Claim, Sources } from "./claim.ts";
import { type NodeFacts, rules } from "./node.ts";
import { swapOutputs } from "./outputs.ts";
import { isBorneOutBy, isBorneOutByIndexer, sharedDeposit, sharedOuts } from "./witnesses.ts";

const { state: nothingPlannedState } = rules.nothingPlanned;

export interface Corroboration {
  readonly quorum: Quorum;
  readonly indexerInSync: boolean;
}

type Money = Pick<SwapReading, "in" | "out">;

export type Decision = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> &
  Pick<Situation, "doubt" | "claimed" | "isRefundClaimed"> & {
    /**
     * Set where enough sources agree that nothing can follow. Then alone the swap is `terminal`.
     */
    readonly final: Agreed<SwapState> | null;
    readonly money: Money | null;
  };

/** One source's view. `out` includes the affiliate's payouts. */
interface Outcome extends Money {
  readonly state: SwapState;
}

type AgreedOutcome = Money & { readonly state: Agreed<SwapState> };

/** Whether a claim or a payout is not confirmed yet, so that a second node is worth a call. */
export function needsSecondNode(claim: Claim, sources: Sources, setup: Corroboration): boolean {
  if (setup.quorum === 1) return false;
  if (!isOutcomeClaim(claim)) {
    if (sources.node === null) return false;
    // The time in which an output may still be planned starts once two sources saw the deposit.
    const isConfirmed = claim.state !== nothingPlannedState && isBorneOut(claim, sources);
    return !isConfirmed || confirmedOuts(sources, setup).length < nodeOuts(sources.node).length;
  }
  const outcome = claimedOutcome(claim, sources);
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (outcome === null || agreed === null) return true;
  return (agreed.in === null && outcome.in !== null) || agreed.out.length < outcome.out.length;
}

export function confirmClaim(claim: Claim, sources: Sources, setup: Corroboration): Decision {
  const { settled, ...openClaim } = claim;
  const unsettled: Decision = { ...openClaim, claimed: null, final: null, money: null };
  if (!isOutcomeClaim(claim)) {
    const isNothing = claim.state === "unknown" || claim.state === "unavailable";
    const isConfirmed = setup.quorum === 1 || isNothing || isBorneOut(claim, sources);
    return isConfirmed ? unsettled : unconfirmed(claim, sources, setup);
  }
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (agreed !== null) {
    const { state, ...money } = agreed;
    return { ...unsettled, state, money, final: settled ? state : null };
  }
  // A deployment with one node that could not be read: the page names the indexer as the source.
  const isOnlyNodeUnread = sources.node === null && setup.quorum === 1;
  if (isOnlyNodeUnread || (claim.state === nothingPlannedState && isBorneOut(claim, sources)))
    return unsettled;
  return unconfirmed(claim, sources, setup);
}

/** Nothing that one source alone says is shown as a fact. */
function unconfirmed(claim: Claim, sources: Sources, setup: Corroboration): Decision {
  const { state: claimed, refundExpected: isRefundClaimed, decidedBy } = claim;
  return {
    decidedBy,
    state: unconfirmedState(claim, sources, setup),
    refundExpected: false,
    doubt: "unconfirmed",
    claimed,
    isRefundClaimed,
    final: null,
    money: null,
  };
}

/** Whether a second source confirms a swap under way, or is one block ahead of the first. */
export function isBorneOut(
  { state, refundExpected, decidedBy }: Pick<Claim, "state" | "refundExpected" | "decidedBy">,
  sources: Sources,
): boolean {
  const { node, second, isApartTooLong } = sources;
  const witness = independentIndexer(sources);
  if (decidedBy === "indexer") {
    const isSameClaim = (nodeFacts: NodeFacts | null) =>
      nodeFacts?.state === state && nodeFacts.refundExpected === refundExpected;
    return sources.isIndexerApart && [node, second].some(isSameClaim);
  }
  if (node === null || refundExpected !== node.refundExpected) return false;
  const isBySecond = second !== null && !isApartTooLong && isBorneOutBy(node, second);
  return isBySecond || (witness !== null && isBorneOutByIndexer(node, witness));
}

function independentIndexer({ indexerFacts, isIndexerApart }: Sources): Sources["indexerFacts"] {
  return isIndexerApart ? indexerFacts : null;
}

/** With two nodes configured, only what two sources say, as in the two functions below. */
export function confirmedDeposit(sources: Sources, { quorum }: Corroboration): SwapReading["in"] {
  const { node, second, indexerFacts } = sources;
  if (quorum === 1) return node?.in ?? indexerFacts?.in ?? null;
  const shared = [second, independentIndexer(sources)].map((other) =>
    sharedDeposit(node?.in ?? null, other?.in ?? null),
  );
  return shared.find((deposit) => deposit) ?? null;
}

export function confirmedMemo(sources: Sources, { quorum }: Corroboration): string | null {
  const { node, second, indexerFacts } = sources;
  if (quorum === 1) return node?.memoText ?? indexerFacts?.memo ?? null;
  const stated = [node?.memoText, second?.memoText, independentIndexer(sources)?.memo];
  const [memo = null, ...otherMemos] = stated.filter((text) => text !== null && text !== undefined);
  return otherMemos.some((otherMemo) => otherMemo === memo) ? memo : null;
}

export function confirmedOuts(sources: Sources, { quorum }: Corroboration): readonly SwapOut[] {
  const { node, second, indexerFacts } = sources;
  const outs = nodeOuts(node);
  if (quorum === 1) return outs.length > 0 ? outs : (indexerFacts?.out ?? []);
  const [sharedWithNode, sharedWithIndexer] = [
    sharedOuts(outs, nodeOuts(second)),
    sharedOuts(outs, independentIndexer(sources)?.out ?? []),
  ];
  return sharedWithNode.length >= sharedWithIndexer.length ? sharedWithNode : sharedWithIndexer;
}

/** An indexer records a deposit only after it is finalised, so its record counts as one source. */
export function isFinalised(sources: Sources, quorum: Quorum): boolean {
  const { node, second, indexerFacts, isIndexedAsOther, isIndexerApart } = sources;
  const finalisedNodes = [node, second].filter((facts) => facts?.isFinalised).length;
  const isRecorded = isIndexerApart && (indexerFacts !== null || isIndexedAsOther);
  return finalisedNodes > 0 && finalisedNodes + (isRecorded ? 1 : 0) >= quorum;
}

function isOutcomeClaim({ state, settled }: Claim): boolean {
  return settled || stateRows[state].phase === "outcome";
}

/** "Paid out" is only said where enough nodes say that the swap is over. */
function unconfirmedState(
  { state }: Claim,
  { node, second }: Sources,
  { quorum }: Corroboration,
): SwapState {
  const isOver = [node, second].slice(0, quorum).every((facts) => facts?.isSwapOver);
  return state !== "unknown" && isOver ? rules.outboundUnsigned.state : "unknown";
}

function agreeOnOutcome(
  claim: Claim,
  sources: Sources,
  setup: Corroboration,
): AgreedOutcome | null {
  const outcome = claimedOutcome(claim, sources);
  if (outcome === null) return null;
  const isNodeClaim = claim.decidedBy === "node";
  if (isNodeClaim && setup.quorum === 1 && !setup.indexerInSync)
    return withAgreed(outcome, [outcome.state], 1);
  const { node, second, isIndexerApart } = sources;
  const indexerOutcomes = isNodeClaim
    ? [indexerOutcome(outcome, sources, setup)]
    : [nodeOutcome(node), nodeOutcome(second)];
  const { secondIndexerFacts } = sources;
  const otherOutcomes = [
    // Nodes forget old swaps. Then indexers of two operators are the two sources.
    ...(!isNodeClaim && secondIndexerFacts?.settled ? [secondIndexerFacts] : []),
    ...(isNodeClaim ? [nodeOutcome(second)] : [rejectedOutcome(outcome, sources, setup)]),
    ...(isIndexerApart ? indexerOutcomes : []),
  ];
  const [agreed = null] = otherOutcomes.flatMap(
    (otherOutcome) => (otherOutcome && agreeOnTwo(outcome, otherOutcome)) ?? [],
  );
  return agreed && setup.quorum === 1 ? { ...outcome, state: agreed.state } : agreed;
}

function claimedOutcome(
  { state, decidedBy }: Claim,
  { node, indexerFacts }: Sources,
): Outcome | null {
  if (decidedBy === "indexer")
    return indexerFacts && { state, in: indexerFacts.in, out: indexerFacts.out };
  const outcome = nodeOutcome(node);
  return outcome?.state === state ? outcome : null;
}

function agreeOnTwo(outcome: Outcome, otherOutcome: Outcome): AgreedOutcome | null {
  const deposit = sharedDeposit(outcome.in, otherOutcome.in);
  const out = sharedOuts(outcome.out, otherOutcome.out);
  const [outCount, otherCount, sharedCount] = [outcome.out, otherOutcome.out, out].map(
    (outs) => outs.filter(isUserPayout).length,
  );
  if (deposit === undefined || outCount !== sharedCount || otherCount !== sharedCount) return null;
  return withAgreed({ in: deposit, out }, [outcome.state, otherOutcome.state], 2);
}

function withAgreed(
  money: Money,
  states: readonly SwapState[],
  quorum: Quorum,
): AgreedOutcome | null {
  const state = agreeOn(states, quorum);
  return state && { state, in: money.in, out: money.out };
}

function indexerOutcome(
  { state }: Outcome,
  sources: Sources,
  { quorum }: Corroboration,
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
  { quorum }: Corroboration,
): Outcome | null {
  const nodes = [sources.node, sources.second].filter((facts) => facts !== null);
  const isUnknown = nodes.length >= quorum && nodes.every((facts) => facts.rule === "notSeen");
  const isRejection = outcome.state === "failed" && !outcome.out.some(isUserPayout);
  return isRejection && isUnknown && sources.isRejectedOnChain ? { ...outcome, in: null } : null;
}

/** Null while something is to come, or where the node cannot tell. */
function nodeOutcome(node: NodeFacts | null): Outcome | null {
  if (node === null || !(node.terminal || node.rule === "nothingPlanned")) return null;
  return { state: node.state, in: node.in, out: nodeOuts(node) };
}

function nodeOuts(node: NodeFacts | null): readonly SwapOut[] {
  return node === null ? [] : swapOutputs(node.outputs);
}

const isUserPayout = ({ kind }: SwapOut) => kind !== "affiliate";
