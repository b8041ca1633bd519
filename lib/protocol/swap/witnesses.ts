// Which of the nodes that were asked are heard: two that tell the same, whoever was asked first. Nodes lag by a block or two.

import type { SwapOut, SwapReading } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { isSameAddress } from "../values/destination.ts";
import type { Sources } from "./claim.ts";
import type { IndexerFacts } from "./indexer.ts";
import { type NodeFacts, type RuleName, readNodeFacts } from "./node.ts";
import { type AssetContext, swapOutputs } from "./outputs.ts";

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

function isSameMoney(
  node: NodeFacts,
  deposit: SwapReading["in"],
  outs: readonly SwapOut[],
): boolean {
  const own = swapOutputs(node.outputs);
  const shared = sharedOuts(own, outs).length;
  return (
    shared === own.length && shared === outs.length && sharedDeposit(node.in, deposit) !== undefined
  );
}

/** Whether two nodes tell one state of a swap, its money too. */
function isSameStory(a: NodeFacts, b: NodeFacts): boolean {
  return (
    a.rule === b.rule &&
    a.refundExpected === b.refundExpected &&
    isSameMoney(a, b.in, swapOutputs(b.outputs))
  );
}

/** Whether `b` is what follows `a` within a block or two, before any outcome. */
function isNext(a: NodeFacts, b: NodeFacts): boolean {
  const [from, to] = [ranks[a.rule], ranks[b.rule]];
  const isStep = to - from === 1 || (a.rule === "swapPending" && to === ranks.outboundUnsigned);
  const isPlanned =
    a.rule === "nothingPlanned" ||
    a.refundExpected !== (b.refundExpected && to > ranks.swapPending);
  if (from === 0 || to > ranks.outboundUnsigned || !isStep) return false;
  // What is planned is told by the later one alone.
  return ranks[a.rule] === ranks.swapPending ? true : !isPlanned;
}

/** Whether two nodes tell steps that follow each other. A third operator may settle which of the two it is. */
export function isStepApart({ node, second }: Pick<Sources, "node" | "second">): boolean {
  return (
    node !== null && second !== null && !isSameStory(node, second) && isBorneOutBy(node, second)
  );
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
    indexed !== null &&
    isBorneOutByIndexer(facts, indexed) &&
    isSameMoney(facts, indexed.in, indexed.out);
  const rank = (one: (typeof told)[number]) => ranks[one.facts.rule] + (isBacked(one) ? 10 : 0);
  return told.toSorted((a, b) => rank(b) - rank(a)).map(({ answer }) => answer);
}

type Deposit = NonNullable<SwapReading["in"]>;

/** Payouts that both lists have, each once, in the order of `a`. One whose id or address is left out is another payout. */
export function sharedOuts(a: readonly SwapOut[], b: readonly SwapOut[]): SwapOut[] {
  const rest = [...b];
  return a.filter((out) => {
    const at = rest.findIndex((other) => isSameOut(out, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** The deposit, with what both tell of it; null where one tells of none, and undefined where they tell of two. */
export function sharedDeposit(a: Deposit | null, b: Deposit | null): Deposit | null | undefined {
  if (a === null || b === null) return null;
  const isSame =
    a.chain === b.chain &&
    isSameAsset(a, b) &&
    a.amount === b.amount &&
    isLike(a.address, b.address, isSameAddress) &&
    isLike(a.memo, b.memo, (one, other) => one === other);
  return isSame ? { ...a, address: b.address && a.address, memo: b.memo && a.memo } : undefined;
}

function isSameOut(a: SwapOut, b: SwapOut): boolean {
  const isSameMoney =
    a.kind === b.kind && a.chain === b.chain && isSameAsset(a, b) && a.amount === b.amount;
  const isSameGoal =
    a.address === null || b.address === null
      ? a.address === b.address
      : isSameAddress(a.address, b.address);
  return isSameMoney && isSameGoal && a.txid === b.txid;
}

const isSameAsset = (a: Pick<Deposit, "asset">, b: Pick<Deposit, "asset">) =>
  a.asset.toUpperCase() === b.asset.toUpperCase();
/** Whether two sources contradict each other in no way. */
const isLike = (a: string | null, b: string | null, isSame: (a: string, b: string) => boolean) =>
  a === null || b === null || isSame(a, b);
