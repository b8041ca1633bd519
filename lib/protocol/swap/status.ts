// Judges one swap: computes its reading from what the sources say and confirm.

import type { Agreed } from "../model/agreed.ts";
import type { Envelope } from "../model/envelope.ts";
import {
  isInPools,
  type Situation,
  type StreamingProgress,
  type SwapReading,
  type SwapStage,
  type SwapState,
  stateRows,
} from "../model/swap.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findPaidDeposit } from "./action-legs.ts";
import { answeredNodes, mergeClaim, type Sources, sourcesOf } from "./claim.ts";
import { isDroppedForGood } from "./dropped.ts";
import { confirmClaim, type Decision, isClaimConfirmed } from "./final.ts";
import type { IndexerFacts } from "./indexer.ts";
import type { SwapInput } from "./input.ts";
import { isUserPayout } from "./outputs.ts";
import { isAskedTooLong, nextPollSeconds } from "./poll.ts";
import { recordedFacts } from "./recorded-facts.ts";
import { agreedRefundReason, findUnusedRefundAddress, isBookedBack } from "./refunds.ts";
import { agreedStages } from "./stage-figures.ts";
import { listStages, partsSecondsLeft, secondsLate, secondsLeft } from "./timeline.ts";
import { type SwapTransfers, swapPayoutEnd, swapTransfers } from "./transfers.ts";
import { isRefundSigningOpen, namedChains, type SwapWait, swapWait } from "./wait.ts";
import { sharedOuts } from "./witnesses.ts";

type SwapFacts = Omit<SwapReading, keyof Envelope>;

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
  readonly stages: Stages | null;
  readonly wait: SwapWait;
}

export function judgeSwap(input: SwapInput): SwapJudgement {
  const sources = sourcesOf(input);
  const claim = mergeClaim(sources, input);
  const confirmedDecision = confirmClaim(claim, sources, input);
  const stages =
    confirmedDecision.doubt === "unconfirmed" ? null : agreedNodeStages(sources, input);
  const decision = withDropped(confirmedDecision, stages, input);
  const transfers = swapTransfers(decision, sources, input);
  const wait = swapWait(decision, transfers, stages, sources, input);
  const { finalState } = decision;
  const isSwapUnderWay =
    finalState === null && decision.doubt !== "unconfirmed" && claim.decidedBy !== null;
  return {
    facts: swapFacts({ input, sources, decision, transfers, stages, wait }),
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

/** Adds the state `dropped`: a node's record keeps a payout that the network gave up. */
function withDropped(
  decision: Decision,
  stages: Stages | null,
  { queue, payoutEnd }: SwapInput,
): Decision {
  const { dropState } = queue;
  const isSignatureAwaited =
    stateRows[decision.state].awaits === "signature" && decision.doubt === null;
  if (!isSignatureAwaited || dropState === null) return decision;
  const isDropFinal = stages !== null && isDroppedForGood(stages, payoutEnd);
  return { ...decision, state: dropState, finalState: isDropFinal ? dropState : null };
}

function swapFacts(swap: JudgedSwap): SwapFacts {
  const { input, sources, decision, transfers, wait } = swap;
  const { state, decidedBy } = decision;
  const { deposit, out } = transfers;
  const { order, payoutChain, poll, signing: signingVerdict } = wait;
  const isOutcomeConfirmed = input.quorum === 1 || decision.agreedTransfers !== null;
  const { parts, ...feesAndStart } = recordedFacts(
    confirmedRecord(sources, decision),
    sources.secondIndexerFacts,
    { ...input, isOutcomeConfirmed, deposit },
  );
  const streaming = poll.progress?.parts ?? parts;
  const stages = shownStages(swap, streaming);
  const situation = swapSituation(swap, streaming, stages);
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
    stages,
    in: deposit,
    out,
    refundReason: agreedRefundReason(decision, sources, input),
    order,
    ...feesAndStart,
    estimatedSecondsLeft: secondsLeft(poll, isSigningOpen),
    nextPollSeconds: situation.isForgotten ? null : nextPollSeconds(poll),
    payoutChain,
    signing: signingVerdict,
    held: wait.isSwapHalted,
    paidFor: situation.paidFor ?? null,
  };
}

function confirmedRecord(
  { indexerFacts }: Sources,
  { doubt, agreedTransfers }: Decision,
): IndexerFacts | null {
  if (indexerFacts === null || doubt === "unconfirmed") return null;
  const agreedPayouts = (agreedTransfers?.out ?? []).filter(isUserPayout);
  const sharedCount = sharedOuts(agreedPayouts, indexerFacts.out).length;
  return sharedCount === agreedPayouts.length ? indexerFacts : null;
}

function shownStages(swap: JudgedSwap, streaming: StreamingProgress | null): SwapStage[] {
  const { decision, stages, wait } = swap;
  // During a halt a node's countdown continues, although nothing is paid.
  return listStages(decision.state, wait.isSwapHalted ? null : stages, {
    streaming,
    isUnconfirmed: decision.doubt === "unconfirmed",
    partsSecondsLeft: partsSecondsLeft(wait.poll),
    // A reported refund that is not confirmed also counts as a refund here.
    isWholeRefund: wait.isRefundUnconfirmed || isWholeRefund(swap),
  });
}

const isWholeRefund = ({ decision, sources }: JudgedSwap): boolean =>
  decision.refundExpected && !answeredNodes(sources).some(({ hasUserOutput }) => hasUserOutput);

function isPartRefundExpected(situation: Situation): boolean {
  const { streaming, limitOrder, isRestSoldLast } = situation;
  const hasFailedParts = (streaming?.failed ?? 0) > 0;
  return isInPools(situation) && hasFailedParts && !limitOrder && !isRestSoldLast;
}

function swapSituation(
  swap: JudgedSwap,
  streaming: StreamingProgress | null,
  stages: readonly SwapStage[],
): Situation {
  const { input, sources, decision, transfers, wait } = swap;
  const { queue, indexerActions } = input;
  const { state } = decision;
  const terminal = decision.finalState !== null;
  const isUnseen = state === "unknown" && !terminal;
  const isGivenUp = state === "unknown" && decision.doubt === null && isAskedTooLong(wait.poll);
  const shownKinds = new Set(transfers.out.map(({ kind }) => kind));
  return {
    state,
    refundExpected: decision.refundExpected,
    doubt: isGivenUp ? "given_up" : decision.doubt,
    paidFor: isUnseen && indexerActions ? findPaidDeposit(indexerActions, input.txid) : null,
    terminal,
    claimed: decision.claimed,
    isRefundClaimed: decision.isRefundClaimed,
    isForgotten: decision.doubt === "unconfirmed" && isForgottenByNodes(sources, input),
    signing: wait.signing,
    refundWait: wait.refundWait,
    ...namedChains(wait, input.preset),
    streaming,
    isRestSoldLast: queue.queuedSwap?.isRestSoldLast === true,
    isPartsPaused: queue.isPartsPaused,
    payoutEnd: swapPayoutEnd(sources, input),
    shown: shownKinds,
    isWholeBack: shownKinds.has("refund") && isWholeRefund(swap),
    limitOrder: wait.isLimitOrder,
    order: wait.order,
    isMemoless: transfers.isMemoLookedUp,
    isMemolessHalted: queue.isMemolessHalted,
    isBookedBack: isBookedBack(transfers.deposit),
    secondsLeft: stages.find((stage) => stage.secondsLeft)?.secondsLeft ?? null,
    secondsLate: secondsLate(wait.poll),
    unusedRefundAddress: findUnusedRefundAddress(transfers),
  };
}

const FORGOTTEN_AFTER_MS = 86_400_000;

/** True if the swap is so old that no node keeps a record that could confirm the indexer. */
function isForgottenByNodes(
  sources: Sources,
  { quorum, nowMs, secondIndexerActions }: SwapInput,
): boolean {
  const { indexerFacts, isRejectedOnChain } = sources;
  // A second indexer that answered contradicts the first. Else the swap would be confirmed.
  if (secondIndexerActions || isRejectedOnChain || !indexerFacts?.isSettled) return false;
  const unawareNodes = answeredNodes(sources).filter(({ rule }) => rule === "notSeen");
  const { startedAtMs } = indexerFacts;
  if (unawareNodes.length < quorum || startedAtMs === null) return false;
  return nowMs - startedAtMs > FORGOTTEN_AFTER_MS;
}
