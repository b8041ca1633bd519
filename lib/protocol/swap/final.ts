// When an outcome may be told, and when it is final: where a second source can be asked, two must say the same. One lying source never ends a swap.
import { type Agreed, agreeOn, deriveAgreed, type Quorum } from "../model/agreed.ts";
import type { SwapOut, SwapReading, SwapState } from "../model/swap.ts";
import { type Claim, isOutcome, type Sources } from "./claim.ts";
import type { NodeFacts, RuleName } from "./node.ts";
import { swapOutputs } from "./outputs.ts";
import type { Situation } from "./words.ts";

/** How many sources there are to ask. */
export interface WitnessSetup {
  /** How many nodes must say an outcome, by the number of configured ones. */
  readonly quorum: Quorum;
  readonly indexerInSync: boolean;
}

export type Decision = Pick<SwapReading, "state" | "refundExpected" | "decidedBy"> &
  Pick<Situation, "doubt" | "claimed"> & {
    /** The state, where nothing can follow and enough sources say so. `terminal` is made from it and from nothing else. */
    readonly final: Agreed<SwapState> | null;
  };

/** What one source says became of the deposit. */
interface Outcome {
  readonly state: SwapState;
  /** To the user: payouts of the swap and refunds. */
  readonly outs: readonly SwapOut[];
}

/** Whether a claim is an outcome that the sources read so far do not bear out, so that a second node is worth a call. */
export function needsSecondNode(claim: Claim, sources: Sources, setup: WitnessSetup): boolean {
  return setup.quorum === 2 && isOutcomeClaim(claim) && agreeOnOutcome(claim, sources, setup) === null;
}

/** The claim where enough sources bear it out or it is no outcome; else what may be told of it. */
export function confirmClaim(claim: Claim, sources: Sources, setup: WitnessSetup): Decision {
  const { settled, ...told } = claim;
  const unsettled: Decision = { ...told, claimed: null, final: null };
  if (!isOutcomeClaim(claim)) return unsettled;
  const agreed = agreeOnOutcome(claim, sources, setup);
  if (agreed !== null) return { ...unsettled, state: agreed, final: settled ? agreed : null };
  // The one node of a deployment could not be read: the words say whose word it is.
  const isOnlyNodeUnread = sources.node === null && setup.quorum === 1;
  if (isOnlyNodeUnread || claim.state === "no_output") return unsettled;
  return {
    ...unsettled,
    state: unconfirmedState(claim, sources),
    refundExpected: false,
    doubt: "unconfirmed",
    claimed: claim.state,
  };
}

function isOutcomeClaim({ state, settled }: Claim): boolean {
  return settled || isOutcome(state);
}

/** A transaction that no node, or not the second one, has seen is not said to be under way. */
function unconfirmedState({ state }: Claim, { node, second }: Sources): SwapState {
  const isUnseen = [node, second].some((one) => one?.rule === "notSeen");
  return state === "unknown" || isUnseen ? "unknown" : "outbound_signing";
}

function agreeOnOutcome(claim: Claim, sources: Sources, setup: WitnessSetup): Agreed<SwapState> | null {
  const outcome =
    claim.decidedBy === "node" ? agreeOnNodes(claim, sources, setup) : agreeOnIndexers(claim, sources, setup);
  return outcome && deriveAgreed([outcome], (text) => text.split(" ", 1)[0] as SwapState);
}

/** The node's outcome: with a second node that says the same, or an indexer in sync that does. */
function agreeOnNodes(claim: Claim, sources: Sources, { quorum, indexerInSync }: WitnessSetup): Agreed<string> | null {
  const own = sources.node && ownOutcome(sources.node);
  if (own === null || own.state !== claim.state) return null;
  const second = sources.second && ownOutcome(sources.second);
  const needed = quorum === 2 || indexerInSync ? 2 : 1;
  return (
    agreeOn(
      [own, ...(second ? [second] : [])].map((one) => outcomeText(one)),
      needed,
    ) ?? agreeWithIndexer(own, indexedOutcome(own, sources, quorum))
  );
}

/** Ids and addresses count where both sources name all of them: an indexer has no id of a native payout, and old records have no addresses. */
function agreeWithIndexer(own: Outcome, indexed: Outcome | null): Agreed<string> | null {
  const all = [...own.outs, ...(indexed?.outs ?? [])];
  const known = { address: all.every((out) => out.address !== null), txid: all.every((out) => out.txid !== null) };
  return agreeOn(
    [own, ...(indexed ? [indexed] : [])].map((one) => outcomeText(one, known)),
    2,
  );
}

/** What the indexer says became of a deposit whose outcome a node tells; null where it says nothing settled. */
function indexedOutcome(
  own: Outcome,
  { indexed, isIndexedAsOther, isIndexerRead }: Sources,
  quorum: Quorum,
): Outcome | null {
  if (indexed === null) {
    if (own.state === "unknown") return isIndexedAsOther ? { state: "unknown", outs: [] } : null;
    // The one node there is, and an indexer that has seen no payout either.
    return own.state === "no_output" && isIndexerRead && quorum === 1 ? { state: "no_output", outs: [] } : null;
  }
  if (!indexed.settled) return null;
  const outs = indexed.out.filter(isUsers);
  // A success without a payout is how an indexer records that nothing was left to pay.
  const state =
    own.state === "no_output" && outs.length === 0 && indexed.state === "done" ? "no_output" : indexed.state;
  return { state, outs };
}

/** The indexer's outcome: with a node that has seen the transaction and does not contradict it. */
function agreeOnIndexers(claim: Claim, sources: Sources, { quorum }: WitnessSetup): Agreed<string> | null {
  const { node, second, indexed } = sources;
  const outcome: Outcome = { state: claim.state, outs: indexed?.out.filter(isUsers) ?? [] };
  const nodes = [node, second].filter((one) => one !== null);
  // A rejected native message leaves no record with any node: as many as are asked must not know it.
  const isRejection =
    indexed?.rejected === true && nodes.length >= quorum && nodes.every((one) => one.rule === "notSeen");
  const isBorneOut = isRejection || nodes.some((one) => isCompatible(one, outcome));
  return agreeOn(
    [outcome, ...(isBorneOut ? [outcome] : [])].map((one) => outcomeText(one)),
    2,
  );
}

/** Rules by which a node says that a swap is over without saying how it ended. */
const openEnded: readonly RuleName[] = ["recipientUnclear", "recipientUnpaid", "nothingPlanned"];

/** Whether a node has seen the swap through and says nothing else than this outcome. */
function isCompatible(node: NodeFacts, { state, outs }: Outcome): boolean {
  if (openEnded.includes(node.rule)) return state !== "failed" || node.outputs.length === 0;
  const own = ownOutcome(node);
  if (own === null || own.state === "unknown") return false;
  // A refund beside a payout that the node tells of too.
  if (own.state !== state && !(own.state === "done" && state === "partially_refunded")) return false;
  const named = outs.filter((out) => own.outs.some(({ kind }) => kind === out.kind));
  return named.length === 0 || agreeWithIndexer({ state, outs: own.outs }, { state, outs: named }) !== null;
}

/** What a node says became of the deposit; null while it says that something is to come, or cannot tell. */
function ownOutcome(node: NodeFacts): Outcome | null {
  if (!node.terminal && node.rule !== "nothingPlanned") return null;
  return { state: node.state, outs: swapOutputs(node.outputs).filter(isUsers) };
}

const isUsers = ({ kind }: SwapOut) => kind !== "affiliate";

/** The same text for the same outcome: the state, and each payout to the user. */
function outcomeText({ state, outs }: Outcome, known = { address: true, txid: true }): string {
  const lines = outs.map(({ kind, asset, amount, address, txid }) =>
    JSON.stringify([
      kind,
      asset.toUpperCase(),
      `${amount}`,
      known.address && plainAddress(address),
      known.txid && txid,
    ]),
  );
  return [state, ...lines.sort()].join(" ");
}

/** As upstreams write one address: in any case, with or without the prefix of cash addresses. */
function plainAddress(address: string | null): string | null {
  return address?.toLowerCase().replace(/^bitcoincash:/, "") ?? null;
}
