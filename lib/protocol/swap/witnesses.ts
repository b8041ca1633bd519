// Chooses two nodes that agree, whoever was asked first. Nodes lag by a block or two.

import type { SwapOut, SwapReading } from "../model/swap.ts";
import type { TxStatus } from "../upstream/schemas.ts";
import { isSameAddress } from "../values/address-match.ts";
import type { Sources } from "./claim.ts";
import type { IndexerFacts } from "./indexer.ts";
import { type NodeFacts, nodeFactsOf, type RuleName } from "./node.ts";
import { type AssetNames, isUserPayout, swapOutputs } from "./outputs.ts";

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

function hasSameTransfers(
  nodeFacts: NodeFacts,
  deposit: SwapReading["in"],
  outs: readonly SwapOut[],
): boolean {
  const nodeOuts = swapOutputs(nodeFacts.outputs);
  const sharedCount = sharedOuts(nodeOuts, outs).length;
  return (
    sharedCount === nodeOuts.length &&
    sharedCount === outs.length &&
    sharedDeposit(nodeFacts.in, deposit) !== undefined
  );
}

function isSameReport(a: NodeFacts, b: NodeFacts): boolean {
  return (
    a.rule === b.rule &&
    a.refundExpected === b.refundExpected &&
    hasSameTransfers(a, b.in, swapOutputs(b.outputs))
  );
}

/** Whether `later` is one or two blocks after `earlier`, before any outcome. */
function isNextStep(earlier: NodeFacts, later: NodeFacts): boolean {
  const [rank, nextRank] = [ruleRanks[earlier.rule], ruleRanks[later.rule]];
  const isFromPools = earlier.rule === "swapPending";
  const isStep = nextRank - rank === 1 || (isFromPools && nextRank === ruleRanks.outboundUnsigned);
  if (rank === 0 || nextRank > ruleRanks.outboundUnsigned || !isStep) return false;
  // Only the later node can know the plan.
  if (isFromPools) return true;
  const isRefundPlanned = later.refundExpected && nextRank > ruleRanks.swapPending;
  return earlier.rule !== "nothingPlanned" && earlier.refundExpected === isRefundPlanned;
}

type NodePair = Pick<Sources, "nodeFacts" | "secondNodeFacts">;

/** Whether two nodes report consecutive steps. A third operator may decide between them. */
export function areConsecutiveSteps({ nodeFacts, secondNodeFacts }: NodePair): boolean {
  return (
    nodeFacts !== null &&
    secondNodeFacts !== null &&
    !isSameReport(nodeFacts, secondNodeFacts) &&
    isConfirmedByNode(nodeFacts, secondNodeFacts)
  );
}

export function isConfirmedByNode(nodeFacts: NodeFacts, secondNodeFacts: NodeFacts): boolean {
  const isSame =
    nodeFacts.rule === secondNodeFacts.rule &&
    nodeFacts.refundExpected === secondNodeFacts.refundExpected;
  const isConsistent = isSame || isNextStep(nodeFacts, secondNodeFacts);
  return sharedDeposit(nodeFacts.in, secondNodeFacts.in) !== undefined && isConsistent;
}

/** Without a payout, nothing was left to pay, unless the indexer's record is still pending. */
export function isConfirmedByIndexer(nodeFacts: NodeFacts, indexerFacts: IndexerFacts): boolean {
  const { rule, state, refundExpected } = nodeFacts;
  if (rule === "nothingPlanned")
    return !indexerFacts.out.some(isUserPayout) && indexerFacts.settled && !indexerFacts.rejected;
  // No indexer can tell that a payout has no transaction, or belongs to nobody.
  if (rule === "payoutUnseen" || rule === "recipientUnclear") return false;
  return indexerFacts.state === state && indexerFacts.refundExpected === refundExpected;
}

interface NodeReport {
  readonly status: TxStatus;
  readonly facts: NodeFacts;
}

/** First a pair that agrees, then consecutive steps, then what the indexer confirms. */
export function orderStatuses(
  statuses: readonly TxStatus[],
  indexerFacts: IndexerFacts | null,
  names: AssetNames,
): readonly TxStatus[] {
  const reports = statuses.map((status) => ({ status, facts: nodeFactsOf(status, names) }));
  for (const isPair of [isSameReport, isNextStep]) {
    for (const report of reports) {
      const partner = reports.find((next) => next !== report && isPair(report.facts, next.facts));
      if (partner) return [report.status, partner.status];
    }
  }
  const isIndexed = ({ facts }: NodeReport) =>
    indexerFacts !== null &&
    isConfirmedByIndexer(facts, indexerFacts) &&
    hasSameTransfers(facts, indexerFacts.in, indexerFacts.out);
  const rank = (report: NodeReport) => ruleRanks[report.facts.rule] + (isIndexed(report) ? 10 : 0);
  return reports.toSorted((a, b) => rank(b) - rank(a)).map(({ status }) => status);
}

type Deposit = NonNullable<SwapReading["in"]>;

/** Each payout once, in the order of `a`. A missing id or address makes another payout. */
export function sharedOuts(a: readonly SwapOut[], b: readonly SwapOut[]): SwapOut[] {
  const unmatched = [...b];
  return a.filter((out) => {
    const matchIndex = unmatched.findIndex((candidate) => isSameOut(out, candidate));
    if (matchIndex >= 0) unmatched.splice(matchIndex, 1);
    return matchIndex >= 0;
  });
}

/** What both state. Null where one states nothing, undefined where they contradict each other. */
export function sharedDeposit(a: Deposit | null, b: Deposit | null): Deposit | null | undefined {
  if (a === null || b === null) return null;
  const isSame =
    a.chain === b.chain &&
    isSameAsset(a, b) &&
    a.amount === b.amount &&
    isSameOrUnstated(a.address, b.address, isSameAddress) &&
    isSameOrUnstated(a.memo, b.memo, Object.is);
  return isSame ? { ...a, address: b.address && a.address, memo: b.memo && a.memo } : undefined;
}

function isSameOut(a: SwapOut, b: SwapOut): boolean {
  const isSameRecipient =
    a.address === null || b.address === null
      ? a.address === b.address
      : isSameAddress(a.address, b.address);
  return (
    a.kind === b.kind &&
    a.chain === b.chain &&
    isSameAsset(a, b) &&
    a.amount === b.amount &&
    isSameRecipient &&
    a.txid === b.txid
  );
}

const isSameAsset = (a: Pick<Deposit, "asset">, b: Pick<Deposit, "asset">) =>
  a.asset.toUpperCase() === b.asset.toUpperCase();

const isSameOrUnstated = (
  a: string | null,
  b: string | null,
  isSame: (a: string, b: string) => boolean,
) => a === null || b === null || isSame(a, b);
