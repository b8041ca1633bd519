// Chooses two nodes that agree, whoever was asked first. Nodes lag by a block or two.

import type { SwapOut, SwapReading } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { isSameAddress } from "../values/address-match.ts";
import type { Sources } from "./claim.ts";
import type { IndexerFacts } from "./indexer.ts";
import { type NodeFacts, type RuleName, readNodeFacts } from "./node.ts";
import { type AssetNames, swapOutputs } from "./outputs.ts";

const ruleRanks: Readonly<Record<RuleName, number>> = {
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
  const nodeOuts = swapOutputs(node.outputs);
  const shared = sharedOuts(nodeOuts, outs).length;
  return (
    shared === nodeOuts.length &&
    shared === outs.length &&
    sharedDeposit(node.in, deposit) !== undefined
  );
}

function isSameReport(a: NodeFacts, b: NodeFacts): boolean {
  return (
    a.rule === b.rule &&
    a.refundExpected === b.refundExpected &&
    isSameMoney(a, b.in, swapOutputs(b.outputs))
  );
}

/** Whether `b` is one or two blocks after `a`, before any outcome. */
function isNextStep(a: NodeFacts, b: NodeFacts): boolean {
  const [rank, nextRank] = [ruleRanks[a.rule], ruleRanks[b.rule]];
  const isStep =
    nextRank - rank === 1 || (a.rule === "swapPending" && nextRank === ruleRanks.outboundUnsigned);
  const isPlanned =
    a.rule === "nothingPlanned" ||
    a.refundExpected !== (b.refundExpected && nextRank > ruleRanks.swapPending);
  if (rank === 0 || nextRank > ruleRanks.outboundUnsigned || !isStep) return false;
  // Only the later node can know the plan.
  return ruleRanks[a.rule] === ruleRanks.swapPending ? true : !isPlanned;
}

/** Whether two nodes report consecutive steps. A third operator may decide between them. */
export function areConsecutiveSteps({ node, second }: Pick<Sources, "node" | "second">): boolean {
  return (
    node !== null && second !== null && !isSameReport(node, second) && isBorneOutBy(node, second)
  );
}

export function isBorneOutBy(node: NodeFacts, second: NodeFacts): boolean {
  const isSame = node.rule === second.rule && node.refundExpected === second.refundExpected;
  return sharedDeposit(node.in, second.in) !== undefined && (isSame || isNextStep(node, second));
}

/** Without a payout, nothing was left to pay, unless the indexer's record is still pending. */
export function isBorneOutByIndexer(node: NodeFacts, indexed: IndexerFacts): boolean {
  const isPaid = indexed.out.some(({ kind }) => kind !== "affiliate");
  if (node.rule === "nothingPlanned") return !isPaid && indexed.settled && !indexed.rejected;
  // No indexer can tell that a payout has no transaction, or belongs to nobody.
  if (node.rule === "payoutUnseen" || node.rule === "recipientUnclear") return false;
  return indexed.state === node.state && indexed.refundExpected === node.refundExpected;
}

/** First a pair that agrees, then consecutive steps, then what the indexer confirms. */
export function orderNodes(
  answers: readonly TxStatus[],
  indexed: IndexerFacts | null,
  context: AssetNames,
): readonly TxStatus[] {
  const nodes = answers.map((answer) => ({ answer, facts: readNodeFacts(answer, context) }));
  for (const isPair of [isSameReport, isNextStep]) {
    for (const node of nodes) {
      const partner = nodes.find((next) => next !== node && isPair(node.facts, next.facts));
      if (partner) return [node.answer, partner.answer];
    }
  }
  const isConfirmedByIndexer = ({ facts }: (typeof nodes)[number]) =>
    indexed !== null &&
    isBorneOutByIndexer(facts, indexed) &&
    isSameMoney(facts, indexed.in, indexed.out);
  const rank = (node: (typeof nodes)[number]) =>
    ruleRanks[node.facts.rule] + (isConfirmedByIndexer(node) ? 10 : 0);
  return nodes.toSorted((a, b) => rank(b) - rank(a)).map(({ answer }) => answer);
}

type Deposit = NonNullable<SwapReading["in"]>;

/** Each payout once, in the order of `a`. A missing id or address makes another payout. */
export function sharedOuts(a: readonly SwapOut[], b: readonly SwapOut[]): SwapOut[] {
  const unmatched = [...b];
  return a.filter((out) => {
    const matchIndex = unmatched.findIndex((other) => isSameOut(out, other));
    if (matchIndex >= 0) unmatched.splice(matchIndex, 1);
    return matchIndex >= 0;
  });
}

/** What both state; null where one states nothing, undefined where they contradict each other. */
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
  const isSameAddressOrNone =
    a.address === null || b.address === null
      ? a.address === b.address
      : isSameAddress(a.address, b.address);
  return isSameMoney && isSameAddressOrNone && a.txid === b.txid;
}

const isSameAsset = (a: Pick<Deposit, "asset">, b: Pick<Deposit, "asset">) =>
  a.asset.toUpperCase() === b.asset.toUpperCase();
const isLike = (a: string | null, b: string | null, isSame: (a: string, b: string) => boolean) =>
  a === null || b === null || isSame(a, b);
