// When an outcome may be shown, and when it is final. One false source never ends a swap.
import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import { type SwapOut, type SwapReading, type SwapState, stateRows } from "../model/swap.ts";
import type { Claim, Sources } from "./claim.ts";
import { type NodeFacts, rules } from "./node.ts";
import { swapOutputs } from "./outputs.ts";
import { isBorneOutBy, isBorneOutByIndexer, sharedDeposit, sharedOuts } from "./witnesses.ts";
import type { Situation } from "./words.ts";

const { state: nothingPlanned } = rules.nothingPlanned;

export interface WitnessSetup {
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
export function needsSecondNode(claim: Claim, sources: Sources, setup: WitnessSetup): boolean {
  if (setup.quorum === 1) return false;
  if (!isOutcomeClaim(claim)) {
    if (sources.node === null) return false;
    // The time in which an output may still be planned starts once two sources saw the deposit.
    const isTold = claim.state !== nothingPlanned && isBorneOut(claim, sources);
    return !isTold || confirmedOuts(sources, setup).length < nodeOuts(sources.node).length;
  }
  const own = claimedOutcome(claim, sources);
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (own === null || agreed === null) return true;
  return (agreed.in === null && own.in !== null) || agreed.out.length < own.out.length;
}

export function confirmClaim(claim: Claim, sources: Sources, setup: WitnessSetup): Decision {
  const { settled, ...told } = claim;
  const unsettled: Decision = { ...told, claimed: null, final: null, money: null };
  if (!isOutcomeClaim(claim)) {
    const isNothing = claim.state === "unknown" || claim.state === "unavailable";
    const isTold = setup.quorum === 1 || isNothing || isBorneOut(claim, sources);
    return isTold ? unsettled : unconfirmed(claim, sources, setup);
  }
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (agreed !== null) {
    const { state, ...money } = agreed;
    return { ...unsettled, state, money, final: settled ? state : null };
  }
  // A deployment with one node that could not be read: the page names the indexer as the source.
  const isOnlyNodeUnread = sources.node === null && setup.quorum === 1;
  if (isOnlyNodeUnread || (claim.state === nothingPlanned && isBorneOut(claim, sources)))
    return unsettled;
  return unconfirmed(claim, sources, setup);
}

/** Nothing that one source alone says is shown as a fact. */
function unconfirmed(told: Claim, sources: Sources, setup: WitnessSetup): Decision {
  const { settled: _, ...claim } = told;
  return {
    ...claim,
    state: unconfirmedState(told, sources, setup),
    refundExpected: false,
    doubt: "unconfirmed",
    claimed: claim.state,
    isRefundClaimed: claim.refundExpected,
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
  const witness = witnessOf(sources);
  if (decidedBy === "indexer") {
    const isAlike = (one: NodeFacts | null) =>
      one?.state === state && one.refundExpected === refundExpected;
    return sources.isIndexerApart && [node, second].some(isAlike);
  }
  if (node === null || refundExpected !== node.refundExpected) return false;
  const isBySecond = second !== null && !isApartTooLong && isBorneOutBy(node, second);
  return isBySecond || (witness !== null && isBorneOutByIndexer(node, witness));
}

function witnessOf({ indexed, isIndexerApart }: Sources): Sources["indexed"] {
  return isIndexerApart ? indexed : null;
}

/** With two nodes configured, only what two sources say, as in the two functions below. */
export function confirmedDeposit(sources: Sources, { quorum }: WitnessSetup): SwapReading["in"] {
  const { node, second, indexed } = sources;
  if (quorum === 1) return node?.in ?? indexed?.in ?? null;
  const shared = [second, witnessOf(sources)].map((other) =>
    sharedDeposit(node?.in ?? null, other?.in ?? null),
  );
  return shared.find((deposit) => deposit) ?? null;
}

export function confirmedMemo(sources: Sources, { quorum }: WitnessSetup): string | null {
  const { node, second, indexed } = sources;
  if (quorum === 1) return node?.memoText ?? indexed?.memo ?? null;
  const [first = null, ...others] = [
    node?.memoText,
    second?.memoText,
    witnessOf(sources)?.memo,
  ].filter((memo) => memo !== null && memo !== undefined);
  return others.some((memo) => memo === first) ? first : null;
}

export function confirmedOuts(sources: Sources, { quorum }: WitnessSetup): readonly SwapOut[] {
  const { node, second, indexed } = sources;
  const own = nodeOuts(node);
  if (quorum === 1) return own.length > 0 ? own : (indexed?.out ?? []);
  const [shared, other] = [
    sharedOuts(own, nodeOuts(second)),
    sharedOuts(own, witnessOf(sources)?.out ?? []),
  ];
  return shared.length >= other.length ? shared : other;
}

/** An indexer records a deposit only after it is finalised, so its record counts as one source. */
export function isFinalised(sources: Sources, quorum: Quorum): boolean {
  const { node, second, indexed, isIndexedAsOther, isIndexerApart } = sources;
  const nodes = [node, second].filter((one) => one?.isFinalised).length;
  return (
    nodes > 0 &&
    nodes + (isIndexerApart && (indexed !== null || isIndexedAsOther) ? 1 : 0) >= quorum
  );
}

function isOutcomeClaim({ state, settled }: Claim): boolean {
  return settled || stateRows[state].phase === "outcome";
}

/** "Paid out" is only said where enough nodes say that the swap is over. */
function unconfirmedState(
  { state }: Claim,
  { node, second }: Sources,
  { quorum }: WitnessSetup,
): SwapState {
  const isOver = [node, second].slice(0, quorum).every((one) => one?.isSwapOver);
  return state !== "unknown" && isOver ? rules.outboundUnsigned.state : "unknown";
}

function agreeOnOutcome(claim: Claim, sources: Sources, setup: WitnessSetup): AgreedOutcome | null {
  const own = claimedOutcome(claim, sources);
  if (own === null) return null;
  const isNodes = claim.decidedBy === "node";
  if (isNodes && setup.quorum === 1 && !setup.indexerInSync) return withAgreed(own, [own.state], 1);
  const { node, second, isIndexerApart } = sources;
  const byIndexer = isNodes
    ? [indexedAs(own, sources, setup)]
    : [nodeOutcome(node), nodeOutcome(second)];
  const { secondIndexed } = sources;
  const others = [
    // Nodes forget old swaps. Then indexers of two operators are the two sources.
    ...(!isNodes && secondIndexed?.settled ? [secondIndexed] : []),
    ...(isNodes ? [nodeOutcome(second)] : [rejectedOutcome(own, sources, setup)]),
    ...(isIndexerApart ? byIndexer : []),
  ];
  const [agreed = null] = others.flatMap((other) => (other && agreeOnTwo(own, other)) ?? []);
  return agreed && setup.quorum === 1 ? { ...own, state: agreed.state } : agreed;
}

function claimedOutcome({ state, decidedBy }: Claim, { node, indexed }: Sources): Outcome | null {
  if (decidedBy === "indexer") return indexed && { state, in: indexed.in, out: indexed.out };
  const own = nodeOutcome(node);
  return own?.state === state ? own : null;
}

function agreeOnTwo(own: Outcome, other: Outcome): AgreedOutcome | null {
  const deposit = sharedDeposit(own.in, other.in);
  const out = sharedOuts(own.out, other.out);
  const [owns, others, shared] = [own.out, other.out, out].map(
    (outs) => outs.filter(isUsers).length,
  );
  if (deposit === undefined || owns !== shared || others !== shared) return null;
  return withAgreed({ in: deposit, out }, [own.state, other.state], 2);
}

function withAgreed(
  money: Money,
  states: readonly SwapState[],
  quorum: Quorum,
): AgreedOutcome | null {
  const state = agreeOn(states, quorum);
  return state && { state, in: money.in, out: money.out };
}

function indexedAs({ state }: Outcome, sources: Sources, { quorum }: WitnessSetup): Outcome | null {
  const { indexed, isIndexedAsOther, isIndexerRead } = sources;
  if (indexed === null) {
    const isAlike =
      state === "unknown"
        ? isIndexedAsOther
        : state === nothingPlanned && isIndexerRead && quorum === 1;
    return isAlike ? { state, in: null, out: [] } : null;
  }
  if (!indexed.settled) return null;
  // Whatever the indexer calls it, without a payout nothing was left to pay.
  const isNothing = state === nothingPlanned && !indexed.rejected && !indexed.out.some(isUsers);
  return { state: isNothing ? nothingPlanned : indexed.state, in: indexed.in, out: indexed.out };
}

/** Nodes keep no deposit of a rejected message. Its chain has the rejection, as a second source. */
function rejectedOutcome(own: Outcome, sources: Sources, { quorum }: WitnessSetup): Outcome | null {
  const nodes = [sources.node, sources.second].filter((one) => one !== null);
  const isUnknown = nodes.length >= quorum && nodes.every((one) => one.rule === "notSeen");
  const isAlike = own.state === "failed" && !own.out.some(isUsers);
  return isAlike && isUnknown && sources.isRejectedOnChain ? { ...own, in: null } : null;
}

/** Null while something is to come, or where the node cannot tell. */
function nodeOutcome(node: NodeFacts | null): Outcome | null {
  if (node === null || !(node.terminal || node.rule === "nothingPlanned")) return null;
  return { state: node.state, in: node.in, out: nodeOuts(node) };
}

function nodeOuts(node: NodeFacts | null): readonly SwapOut[] {
  return node === null ? [] : swapOutputs(node.outputs);
}

const isUsers = ({ kind }: SwapOut) => kind !== "affiliate";
