// Judges one swap: computes its reading from what the sources say and confirm.

import type { Agreed } from "../model/agreed.ts";
import type { DatedEnvelope } from "../model/envelope.ts";
import {
  type CountedBlocks,
  isInPools,
  type Situation,
  type StreamingProgress,
  type SwapOut,
  type SwapReading,
  type SwapStage,
  type SwapState,
  stateRows,
} from "../model/swap.ts";
import type { Verdict } from "../model/verdicts.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findPaidDeposit } from "./action-legs.ts";
import { answeredNodes, mergeClaim, type Sources, sourcesOf } from "./claim.ts";
import { isDroppedForGood } from "./dropped.ts";
import { confirmClaim, type Decision, isClaimConfirmed } from "./final.ts";
import type { IndexerFacts } from "./indexer.ts";
import type { SwapInput } from "./input.ts";
import { isUserPayout } from "./outputs.ts";
import { isPolledTooLong, nextPollSeconds } from "./poll.ts";
import { recordedFacts } from "./recorded-facts.ts";
import { agreedRefundReason, findUnusedRefundAddress, isBookedBack } from "./refunds.ts";
import { agreedStages } from "./stage-figures.ts";
import { latePayout, listStages, partsSecondsLeft, secondsLeft } from "./timeline.ts";
import { type SwapTransfers, swapPayoutEnd, swapTransfers } from "./transfers.ts";
import { isRefundSigningOpen, namedChains, type WaitFacts, waitFactsOf } from "./wait.ts";
import { sharedPayouts } from "./witnesses.ts";

type SwapFacts = Omit<SwapReading, keyof DatedEnvelope>;

export interface SwapJudgement {
  readonly facts: SwapFacts;
  readonly finalState: Agreed<SwapState> | null;
  readonly hasOneSource: boolean;
}

interface JudgedSwap {
  readonly input: SwapInput;
  readonly sources: Sources;
  readonly decision: Decision;
  readonly transfers: SwapTransfers;
  readonly nodeStages: Stages | null;
  readonly waitFacts: WaitFacts;
}

export function judgeSwap(input: SwapInput): SwapJudgement {
  const sources = sourcesOf(input);
  const claim = mergeClaim(sources, input);
  const decisionOnClaim = confirmClaim(claim, sources, input);
  const nodeStages =
    decisionOnClaim.doubt === "unconfirmed" ? null : agreedNodeStages(sources, input);
  const decision = withDropped(decisionOnClaim, nodeStages, input);
  const transfers = swapTransfers(decision, sources, input);
  const waitFacts = waitFactsOf(decision, transfers, nodeStages, sources, input);
  const { finalState } = decision;
  const isSwapUnderWay =
    finalState === null && decision.doubt !== "unconfirmed" && claim.decidedBy !== null;
  return {
    facts: swapFacts({ input, sources, decision, transfers, nodeStages, waitFacts }),
    finalState,
    hasOneSource: input.quorum > 1 && isSwapUnderWay && !isClaimConfirmed(claim, sources),
  };
}

function agreedNodeStages({ nodeFacts }: Sources, input: SwapInput): Stages | null {
  const { nodeStatus, secondNodeStatus, quorum, longestWaits } = input;
  if (nodeStatus === null || nodeFacts === null || nodeFacts.rule === "notSeen") return null;
  const maxWaits = longestWaits(nodeFacts.in?.chain ?? null);
  return agreedStages(nodeStatus.stages, secondNodeStatus?.stages ?? null, quorum, maxWaits);
}

/** Sets the state `dropped` if the network stopped trying to pay, but nodes still list the plan. */
function withDropped(
  decision: Decision,
  nodeStages: Stages | null,
  { queue, payoutEnd }: SwapInput,
): Decision {
  const { dropState } = queue;
  const isSignatureAwaited =
    stateRows[decision.state].awaits === "signature" && decision.doubt === null;
  if (!isSignatureAwaited || dropState === null) return decision;
  const isDropFinal = nodeStages !== null && isDroppedForGood(nodeStages, payoutEnd);
  return { ...decision, state: dropState, finalState: isDropFinal ? dropState : null };
}

function swapFacts(swap: JudgedSwap): SwapFacts {
  const { input, sources, decision, transfers, waitFacts } = swap;
  const { state, decidedBy } = decision;
  const { deposit, out } = transfers;
  const { order, payoutChain, poll, signing: signingVerdict } = waitFacts;
  const isOutcomeConfirmed = input.quorum === 1 || decision.agreedTransfers !== null;
  const { parts, ...feesAndStart } = recordedFacts(
    confirmedRecord(sources, decision),
    sources.secondIndexerFacts,
    { ...input, isOutcomeConfirmed, deposit },
  );
  const partCounts = poll.partsProgress?.parts ?? parts;
  const situation = swapSituation(swap, partCounts);
  const { doubt, terminal, refundWait } = situation;
  const isSigningOpen = signingVerdict === "open" && isRefundSigningOpen(refundWait);
  return {
    txid: input.txid,
    state,
    refundExpected: decision.refundExpected || isPartRefundExpected(situation),
    decidedBy,
    doubt,
    terminal,
    situation,
    stages: listShownStages(swap, partCounts),
    in: deposit,
    out: out.map((outTx) => ({ ...outTx, signing: payoutSigning(outTx, input) })),
    refundReason: agreedRefundReason(decision, sources, input),
    order,
    ...feesAndStart,
    estimatedSecondsLeft: secondsLeft(poll, isSigningOpen),
    nextPollSeconds: situation.isForgotten ? null : nextPollSeconds(poll),
    payoutChain,
    signing: signingVerdict,
    held: waitFacts.isSwapHalted,
    paidFor: situation.paidFor ?? null,
  };
}

const payoutSigning = (
  { chain, txid }: SwapOut,
  { preset, signingOf }: SwapInput,
): Verdict | null => (txid !== null || chain === preset.nativeChain ? null : signingOf(chain));

function confirmedRecord(
  { indexerFacts }: Sources,
  { doubt, agreedTransfers }: Decision,
): IndexerFacts | null {
  if (indexerFacts === null || doubt === "unconfirmed") return null;
  const agreedPayouts = (agreedTransfers?.out ?? []).filter(isUserPayout);
  const sharedPayoutCount = sharedPayouts(agreedPayouts, indexerFacts.out).length;
  return sharedPayoutCount === agreedPayouts.length ? indexerFacts : null;
}

function listShownStages(swap: JudgedSwap, partCounts: StreamingProgress | null): SwapStage[] {
  const { decision, nodeStages, waitFacts } = swap;
  // During a halt a node's countdown continues, although nothing is paid. So it is not shown.
  return listStages(decision.state, waitFacts.isSwapHalted ? null : nodeStages, {
    streaming: partCounts,
    isUnconfirmed: decision.doubt === "unconfirmed",
    partsSecondsLeft: partsSecondsLeft(waitFacts.poll),
    // A reported refund that is not confirmed also counts as a refund here.
    isWholeRefund: waitFacts.isRefundUnconfirmed || isWholeRefund(swap),
  });
}

const isWholeRefund = ({ decision, sources }: JudgedSwap): boolean =>
  decision.refundExpected && !answeredNodes(sources).some(({ hasUserOutput }) => hasUserOutput);

function isPartRefundExpected(situation: Situation): boolean {
  const { streaming: partCounts, limitOrder, isRestSoldLast } = situation;
  const hasFailedParts = (partCounts?.failed ?? 0) > 0;
  return isInPools(situation) && hasFailedParts && !limitOrder && !isRestSoldLast;
}

function swapSituation(swap: JudgedSwap, partCounts: StreamingProgress | null): Situation {
  const { input, sources, decision, transfers, waitFacts } = swap;
  const { queue, indexerActions } = input;
  const { state } = decision;
  const isFinal = decision.finalState !== null;
  const isUnseen = state === "unknown" && !isFinal;
  const isSearchGivenUp =
    state === "unknown" && decision.doubt === null && isPolledTooLong(waitFacts.poll);
  const payoutKinds = new Set(transfers.out.map(({ kind }) => kind));
  return {
    state,
    refundExpected: decision.refundExpected,
    doubt: isSearchGivenUp ? "given_up" : decision.doubt,
    paidFor: isUnseen && indexerActions ? findPaidDeposit(indexerActions, input.txid) : null,
    terminal: isFinal,
    claimed: decision.claimed,
    isRefundClaimed: decision.isRefundClaimed,
    isForgotten: decision.doubt === "unconfirmed" && isForgottenByNodes(sources, input),
    signing: waitFacts.signing,
    refundWait: waitFacts.refundWait,
    ...namedChains(waitFacts, input.preset),
    streaming: partCounts,
    countedBlocks: state === "confirming" ? countedBlocks(swap) : null,
    isRestSoldLast: queue.queuedSwap?.isRestSoldLast === true,
    isPartsPaused: queue.isPartsPaused,
    payoutEnd: swapPayoutEnd(sources, input),
    shown: payoutKinds,
    isWholeBack: payoutKinds.has("refund") && isWholeRefund(swap),
    limitOrder: waitFacts.isLimitOrder,
    order: waitFacts.order,
    isMemoless: transfers.isMemoLookedUp,
    isMemolessHalted: queue.isMemolessHalted,
    isBookedBack: isBookedBack(transfers.deposit),
    late: latePayout(waitFacts.poll),
    unusedRefundAddress: findUnusedRefundAddress(transfers),
  };
}

/** Null on the network's own chain, which counts no confirmations. */
function countedBlocks({ nodeStages, waitFacts, input }: JudgedSwap): CountedBlocks | null {
  if (waitFacts.sourceChain === input.preset.nativeChain) return null;
  const { external_observed_height: fromHeight, external_confirmation_delay_height: toHeight } =
    nodeStages?.inbound_confirmation_counted ?? {};
  const isCount = fromHeight !== undefined && toHeight !== undefined && fromHeight < toHeight;
  return isCount ? { fromHeight, toHeight } : null;
}

const FORGOTTEN_AFTER_MS = 86_400_000;

/** True if the swap is so old that no node keeps a record that could confirm the indexer. */
function isForgottenByNodes(
  sources: Sources,
  { quorum, nowMs, secondIndexerActions }: SwapInput,
): boolean {
  const { indexerFacts, isRejectedOnChain } = sources;
  // A second indexer that answered did not confirm the first, so the doubt is not due to age.
  if (secondIndexerActions || isRejectedOnChain || !indexerFacts?.isSettled) return false;
  const unawareNodes = answeredNodes(sources).filter(({ rule }) => rule === "notSeen");
  const { startedAtMs } = indexerFacts;
  if (unawareNodes.length < quorum || startedAtMs === null) return false;
  return nowMs - startedAtMs > FORGOTTEN_AFTER_MS;
}
