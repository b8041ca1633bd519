// Compares nodes with each other and with an indexer. Nodes lag by a block or two.

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
  payouts: readonly SwapOut[],
): boolean {
  const nodePayouts = swapOutputs(nodeFacts.outputs);
  const sharedPayoutCount = sharedPayouts(nodePayouts, payouts).length;
  return (
    sharedPayoutCount === nodePayouts.length &&
    sharedPayoutCount === payouts.length &&
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

function isNextStep(earlier: NodeFacts, later: NodeFacts): boolean {
  const [earlierRank, laterRank] = [ruleRanks[earlier.rule], ruleRanks[later.rule]];
  const wasInPools = earlier.rule === "swapPending";
  const isOneStep =
    laterRank - earlierRank === 1 || (wasInPools && laterRank === ruleRanks.outboundUnsigned);
  if (earlierRank === 0 || laterRank > ruleRanks.outboundUnsigned || !isOneStep) return false;
  // A node in this step never expects a refund (`isSwapFinished`), so refunds are not compared.
  if (wasInPools) return true;
  const isRefundPlanned = later.refundExpected && laterRank > ruleRanks.swapPending;
  return earlier.rule !== "nothingPlanned" && earlier.refundExpected === isRefundPlanned;
}

type NodePair = Pick<Sources, "nodeFacts" | "secondNodeFacts">;

export function areConsecutiveSteps({ nodeFacts, secondNodeFacts }: NodePair): boolean {
  return (
    nodeFacts !== null &&
    secondNodeFacts !== null &&
    !isSameReport(nodeFacts, secondNodeFacts) &&
    isConfirmedByNode(nodeFacts, secondNodeFacts)
  );
}

export function isConfirmedByNode(nodeFacts: NodeFacts, secondNodeFacts: NodeFacts): boolean {
  const isSameStep =
    nodeFacts.rule === secondNodeFacts.rule &&
    nodeFacts.refundExpected === secondNodeFacts.refundExpected;
  const isSameOrNextStep = isSameStep || isNextStep(nodeFacts, secondNodeFacts);
  return sharedDeposit(nodeFacts.in, secondNodeFacts.in) !== undefined && isSameOrNextStep;
}

export function isConfirmedByIndexer(nodeFacts: NodeFacts, indexerFacts: IndexerFacts): boolean {
  const { rule, state, refundExpected } = nodeFacts;
  const { isSettled, isRejected, out } = indexerFacts;
  if (rule === "nothingPlanned") return isSettled && !isRejected && !out.some(isUserPayout);
  // Under these two rules, the node lacks data about a payout. An indexer cannot confirm a lack.
  if (rule === "payoutUnseen" || rule === "recipientUnclear") return false;
  return indexerFacts.state === state && indexerFacts.refundExpected === refundExpected;
}

interface NodeReport {
  readonly status: TxStatus;
  readonly facts: NodeFacts;
}

/**
 * Returns two equal statuses, or else two that are one step of the swap apart. If no two statuses
 * match, returns all, sorted: first those that the indexer confirms, then the most advanced.
 */
export function orderStatuses(
  statuses: readonly TxStatus[],
  indexerFacts: IndexerFacts | null,
  assetNames: AssetNames,
): readonly TxStatus[] {
  const reports = statuses.map((status) => ({ status, facts: nodeFactsOf(status, assetNames) }));
  for (const isPair of [isSameReport, isNextStep]) {
    for (const report of reports) {
      const matchingReport = reports.find(
        (next) => next !== report && isPair(report.facts, next.facts),
      );
      if (matchingReport) return [report.status, matchingReport.status];
    }
  }
  const isConfirmedReport = ({ facts }: NodeReport) =>
    indexerFacts !== null &&
    isConfirmedByIndexer(facts, indexerFacts) &&
    hasSameTransfers(facts, indexerFacts.in, indexerFacts.out);
  const rankOf = (report: NodeReport) =>
    ruleRanks[report.facts.rule] + (isConfirmedReport(report) ? 10 : 0);
  return reports.toSorted((a, b) => rankOf(b) - rankOf(a)).map(({ status }) => status);
}

type Deposit = NonNullable<SwapReading["in"]>;

export function sharedPayouts(a: readonly SwapOut[], b: readonly SwapOut[]): SwapOut[] {
  const unmatchedPayouts = [...b];
  return a.filter((out) => {
    const matchIndex = unmatchedPayouts.findIndex((candidate) => isSamePayout(out, candidate));
    if (matchIndex >= 0) unmatchedPayouts.splice(matchIndex, 1);
    return matchIndex >= 0;
  });
}

/** The deposit if `a` and `b` agree. Null if one is null. Undefined if the deposits differ. */
export function sharedDeposit(a: Deposit | null, b: Deposit | null): Deposit | null | undefined {
  if (a === null || b === null) return null;
  const isSameDeposit =
    a.chain === b.chain &&
    isSameAsset(a, b) &&
    a.amount === b.amount &&
    isSameOrUnstated(a.address, b.address, isSameAddress) &&
    isSameOrUnstated(a.memo, b.memo, Object.is);
  if (!isSameDeposit) return undefined;
  return { ...a, address: b.address && a.address, memo: b.memo && a.memo };
}

function isSamePayout(a: SwapOut, b: SwapOut): boolean {
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
  isEqual: (a: string, b: string) => boolean,
) => a === null || b === null || isEqual(a, b);
