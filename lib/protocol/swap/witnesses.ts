// Which of the nodes that were asked are heard: two that tell the same, whoever was asked first. Nodes lag by a block or two.

import type { SwapOut, SwapReading } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import type { Sources } from "./claim.ts";
import type { IndexerFacts } from "./indexer.ts";
import { type NodeFacts, type RuleName, readNodeFacts } from "./node.ts";
import { type AssetContext, swapOutputs } from "./outputs.ts";
import { sharedDeposit, sharedOuts } from "./shared-facts.ts";

/** How far a swap is by each rule. */
const ranks: Readonly<Record<RuleName, number>> = {
  notSeen: 0,
  observing: 1,
  awaitingConfirmations: 2,
  swapPending: 3,
  nothingPlanned: 4,
  outboundDelayed: 4,
  outboundUnsigned: 5,
  outboundUnmatched: 5,
  recipientUnpaid: 5,
  recipientUnclear: 6,
  payoutUnseen: 6,
  notASwap: 7,
  partlyRefunded: 7,
  refunded: 7,
  recipientPaid: 7,
};

function isSameMoney(node: NodeFacts, deposit: SwapReading["in"], outs: readonly SwapOut[]): boolean {
  const own = swapOutputs(node.outputs);
  const shared = sharedOuts(own, outs).length;
  return shared === own.length && shared === outs.length && sharedDeposit(node.in, deposit) !== undefined;
}

/** Whether two nodes tell one state of a swap, its money too. */
function isSameStory(a: NodeFacts, b: NodeFacts): boolean {
  return a.rule === b.rule && a.refundExpected === b.refundExpected && isSameMoney(a, b.in, swapOutputs(b.outputs));
}

/** Whether `b` is what follows `a` within a block or two, before any outcome. */
function isNext(a: NodeFacts, b: NodeFacts): boolean {
  const [from, to] = [ranks[a.rule], ranks[b.rule]];
  const isStep = to - from === 1 || (a.rule === "swapPending" && to === ranks.outboundUnsigned);
  const isPlanned = a.rule === "nothingPlanned" || a.refundExpected !== (b.refundExpected && to > ranks.swapPending);
  if (from === 0 || to > ranks.outboundUnsigned || !isStep) return false;
  // What is planned is told by the later one alone.
  return ranks[a.rule] === ranks.swapPending ? true : !isPlanned;
}

/** Whether two nodes tell steps that follow each other. A third operator may settle which of the two it is. */
export function isStepApart({ node, second }: Pick<Sources, "node" | "second">): boolean {
  return node !== null && second !== null && !isSameStory(node, second) && isBorneOutBy(node, second);
}

/** Whether a second node tells the state of a first one, or what follows it. */
export function isBorneOutBy(node: NodeFacts, second: NodeFacts): boolean {
  const isSame = node.rule === second.rule && node.refundExpected === second.refundExpected;
  return sharedDeposit(node.in, second.in) !== undefined && (isSame || isNext(node, second));
}

/**
 * Whether an indexer tells the state of a node under way, or its outcome. However it records a deposit that was taken, without a payout
 * nothing was left to pay; while its record is pending, something may be.
 */
export function isBorneOutByIndexer(node: NodeFacts, indexed: IndexerFacts): boolean {
  const isPaid = indexed.out.some(({ kind }) => kind !== "affiliate");
  if (node.rule === "nothingPlanned") return !isPaid && indexed.settled && !indexed.rejected;
  // That a payout has no transaction, or that it is nobody's, no indexer tells.
  if (node.rule === "payoutUnseen" || node.rule === "recipientUnclear") return false;
  return indexed.state === node.state && indexed.refundExpected === node.refundExpected;
}

/**
 * The answers of nodes of different operators, in the order in which they are heard: first two that tell the same, else one and what
 * follows it a block later, else one that the indexer bears out, else the farthest.
 */
export function orderNodes(
  answers: readonly TxStatus[],
  indexed: IndexerFacts | null,
  context: AssetContext,
): readonly TxStatus[] {
  const told = answers.map((answer) => ({ answer, facts: readNodeFacts(answer, context) }));
  for (const isPair of [isSameStory, isNext]) {
    for (const one of told) {
      const other = told.find((next) => next !== one && isPair(one.facts, next.facts));
      if (other) return [one.answer, other.answer];
    }
  }
  const isBacked = ({ facts }: (typeof told)[number]) =>
    indexed !== null && isBorneOutByIndexer(facts, indexed) && isSameMoney(facts, indexed.in, indexed.out);
  const rank = (one: (typeof told)[number]) => ranks[one.facts.rule] + (isBacked(one) ? 10 : 0);
  return told.toSorted((a, b) => rank(b) - rank(a)).map(({ answer }) => answer);
}
