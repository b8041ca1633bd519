// When an outcome may be shown, and when it is final. Where a second source can be asked, two must say the same. One false source never
// ends a swap.
import { type Agreed, agreeOn, type Quorum } from "../model/agreed.ts";
import { type SwapOut, type SwapReading, type SwapState, stateRows } from "../model/swap.ts";
import type { Claim, Sources } from "./claim.ts";
import { type NodeFacts, rules } from "./node.ts";
import { swapOutputs } from "./outputs.ts";
import { isBorneOutBy, isBorneOutByIndexer, sharedDeposit, sharedOuts } from "./witnesses.ts";
import type { Situation } from "./words.ts";

const { state: nothingPlanned } = rules.nothingPlanned;

/** How many sources there are to ask. */
export interface WitnessSetup {
  /** How many nodes must say an outcome, by the number of configured ones. */
  readonly quorum: Quorum;
  readonly indexerInSync: boolean;
}

/** What is told of the money, beside the state. */
type Money = Pick<SwapReading, "in" | "out">;

export type Decision = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> &
  Pick<Situation, "doubt" | "claimed" | "isRefundClaimed"> & {
    /** The state, where nothing can follow and enough sources say so. `terminal` is made from it and from nothing else. */
    readonly final: Agreed<SwapState> | null;
    /** What enough sources say of deposit and payouts where they agree on the outcome; else null. */
    readonly money: Money | null;
  };

/** What one source says became of the deposit; `out` has the affiliate's payouts too. */
interface Outcome extends Money {
  readonly state: SwapState;
}

type AgreedOutcome = Money & { readonly state: Agreed<SwapState> };

/** Whether the sources read so far do not confirm what is claimed or paid, so that a second node is worth a call. */
export function needsSecondNode(claim: Claim, sources: Sources, setup: WitnessSetup): boolean {
  if (setup.quorum === 1) return false;
  if (!isOutcomeClaim(claim)) {
    if (sources.node === null) return false;
    // The time in which an output may still be planned starts once two have seen the deposit through.
    const isTold = claim.state !== nothingPlanned && isBorneOut(claim, sources);
    return !isTold || confirmedOuts(sources, setup).length < nodeOuts(sources.node).length;
  }
  const own = claimedOutcome(claim, sources);
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (own === null || agreed === null) return true;
  return (agreed.in === null && own.in !== null) || agreed.out.length < own.out.length;
}

/** The claim where enough sources bear it out or it is no outcome; else what may be told of it. */
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
  // The one node of a deployment could not be read: the words say whose word it is.
  const isOnlyNodeUnread = sources.node === null && setup.quorum === 1;
  if (isOnlyNodeUnread || (claim.state === nothingPlanned && isBorneOut(claim, sources)))
    return unsettled;
  return unconfirmed(claim, sources, setup);
}

/** What one source alone says is told as its word: nothing of it stands as a fact. */
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

/** Whether a second source tells the state of a swap under way too, or what follows it a block later. */
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

/** What the indexer says, where that is another source's word than the nodes'. */
function witnessOf({ indexed, isIndexerApart }: Sources): Sources["indexed"] {
  return isIndexerApart ? indexed : null;
}

/** The deposit of a swap under way: where two nodes are configured, what two sources tell of it. */
export function confirmedDeposit(sources: Sources, { quorum }: WitnessSetup): SwapReading["in"] {
  const { node, second, indexed } = sources;
  if (quorum === 1) return node?.in ?? indexed?.in ?? null;
  const shared = [second, witnessOf(sources)].map((other) =>
    sharedDeposit(node?.in ?? null, other?.in ?? null),
  );
  return shared.find((deposit) => deposit) ?? null;
}

/** The memo by which a swap is told: where two nodes are configured, one that two sources tell alike. */
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

/** The payouts of a swap under way that may be shown: where two nodes are configured, those that two sources name. */
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

/** Whether enough sources have seen the deposit through: an indexer has no record of it before. */
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

/** Only where enough nodes say that the swap is over is it said to be paid out. */
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
    // Nodes forget a swap, and two indexers of two operators are two sources.
    ...(!isNodes && secondIndexed?.settled ? [secondIndexed] : []),
    ...(isNodes ? [nodeOutcome(second)] : [rejectedOutcome(own, sources, setup)]),
    ...(isIndexerApart ? byIndexer : []),
  ];
  const [agreed = null] = others.flatMap((other) => (other && agreeOnTwo(own, other)) ?? []);
  // With one node, what it alone tells is told beside the outcome.
  return agreed && setup.quorum === 1 ? { ...own, state: agreed.state } : agreed;
}

/** What the source of a claim says; null where it says something else. */
function claimedOutcome({ state, decidedBy }: Claim, { node, indexed }: Sources): Outcome | null {
  if (decidedBy === "indexer") return indexed && { state, in: indexed.in, out: indexed.out };
  const own = nodeOutcome(node);
  return own?.state === state ? own : null;
}

/** What both say; null where the state, a payout to the user or the deposit differ. */
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

/** What the indexer says became of a deposit whose outcome a node tells; null where it says nothing settled. */
function indexedAs({ state }: Outcome, sources: Sources, { quorum }: WitnessSetup): Outcome | null {
  const { indexed, isIndexedAsOther, isIndexerRead } = sources;
  if (indexed === null) {
    const isAlike =
      state === "unknown"
        ? isIndexedAsOther
        : state === nothingPlanned && isIndexerRead && quorum === 1;
    // The one node there is, and an indexer that has seen no payout either.
    return isAlike ? { state, in: null, out: [] } : null;
  }
  if (!indexed.settled) return null;
  // However an indexer records a deposit that was taken, without a payout nothing was left to pay.
  const isNothing = state === nothingPlanned && !indexed.rejected && !indexed.out.some(isUsers);
  return { state: isNothing ? nothingPlanned : indexed.state, in: indexed.in, out: indexed.out };
}

/** A node has no deposit of a rejected message, like of one that is still to come: the rejection itself, on its chain, is the second witness. */
function rejectedOutcome(own: Outcome, sources: Sources, { quorum }: WitnessSetup): Outcome | null {
  const nodes = [sources.node, sources.second].filter((one) => one !== null);
  const isUnknown = nodes.length >= quorum && nodes.every((one) => one.rule === "notSeen");
  const isAlike = own.state === "failed" && !own.out.some(isUsers);
  return isAlike && isUnknown && sources.isRejectedOnChain ? { ...own, in: null } : null;
}

/** What a node says became of the deposit; null while it says that something is to come, or cannot tell. */
function nodeOutcome(node: NodeFacts | null): Outcome | null {
  if (node === null || !(node.terminal || node.rule === "nothingPlanned")) return null;
  return { state: node.state, in: node.in, out: nodeOuts(node) };
}

function nodeOuts(node: NodeFacts | null): readonly SwapOut[] {
  return node === null ? [] : swapOutputs(node.outputs);
}

const isUsers = ({ kind }: SwapOut) => kind !== "affiliate";
