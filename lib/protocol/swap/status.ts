// Everything that a reading says of one swap, from what the sources say and confirm.

import type { Prices } from "../market/prices.ts";
import type { Agreed } from "../model/agreed.ts";
import type { Envelope, Failure } from "../model/envelope.ts";
import {
  isInPools,
  type Situation,
  type SwapOut,
  type SwapReading,
  type SwapState,
  stateRows,
  type UnusedRefundAddress,
} from "../model/swap.ts";
import type { Clock, PayoutEnd, Verdict } from "../model/verdicts.ts";
import type { Stages } from "../upstream/schemas.ts";
import { isPaidAs } from "../values/address-match.ts";
import { parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { memoChain } from "../values/memo-asset.ts";
import { mergeClaim, readSources, type SourceInput, type Sources } from "./claim.ts";
import {
  type Corroboration,
  confirmClaim,
  confirmedDeposit,
  confirmedMemo,
  confirmedOuts,
  type Decision,
  isBorneOut,
} from "./final.ts";
import { findPaidDeposit, recordedFacts } from "./indexer.ts";
import { isName, parseSwapMemo } from "./memo.ts";
import { readStages } from "./node.ts";
import { type DepositHeights, readOrder } from "./order.ts";
import type { AssetNames } from "./outputs.ts";
import {
  agreedStages,
  isAskedTooLong,
  type MaxWaits,
  nextPollSeconds,
  type PollInput,
  partsSecondsLeft,
  secondsLate,
  secondsLeft,
} from "./poll.ts";
import { isDroppedForGood, type QueuedSwap, readProgress } from "./queue.ts";
import { isMemoless } from "./reference.ts";
import { sharedOuts } from "./witnesses.ts";

export interface SwapInput extends SourceInput, Corroboration {
  readonly chain: string | null;
  readonly nodeFailure: Pick<Failure, "retryAfterSeconds"> | null;
  readonly nodeFailureCount: number;
  readonly firstAskedMs: number | null;
  readonly signingOf: (chain: string) => Verdict;
  readonly tradingOf: (chain: string) => Verdict;
  readonly isEnded: (chain: string) => boolean;
  /** Of now: records have no prices of their own day. */
  readonly prices: Prices;
  readonly longestWaits: (chain: string | null) => MaxWaits;
  readonly payoutEnd: PayoutEnd;
  readonly queue: QueueFacts;
}

export interface QueueFacts {
  readonly queued: QueuedSwap | null;
  readonly heights: DepositHeights | null;
  readonly maxRestBlocks: number | null;
  readonly isPartsPaused: boolean;
  readonly dropped: Agreed<"dropped"> | null;
  readonly isMemolessHalted: boolean;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}

type SwapFacts = Omit<SwapReading, keyof Envelope>;

export interface SwapJudgement {
  readonly facts: SwapFacts;
  /** Only such facts may be remembered. */
  readonly final: Agreed<SwapState> | null;
  readonly isOneSource: boolean;
}

export function judgeSwap(input: SwapInput): SwapJudgement {
  const sources = readSources(input);
  const claim = mergeClaim(sources, input);
  const confirmed = confirmClaim(claim, sources, input);
  // A stage that one source alone reports is not shown.
  const stages = confirmed.doubt === "unconfirmed" ? null : agreedNodeStages(sources, input);
  const decision = withDropped(confirmed, stages, input);
  const { final } = decision;
  const isUnderWay = final === null && decision.doubt !== "unconfirmed" && claim.decidedBy !== null;
  const isOneSource = input.quorum > 1 && isUnderWay && !isBorneOut(claim, sources);
  return { facts: swapFacts(input, sources, stages, decision), final, isOneSource };
}

function swapFacts(
  input: SwapInput,
  sources: Sources,
  stages: Stages | null,
  decision: Decision,
): SwapFacts {
  const { txid, queue } = input;
  const { state, refundExpected, decidedBy } = decision;
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const terminal = decision.final !== null;
  const money = swapMoney(decision, sources, input);
  const { deposit, out } = money;
  const wait = swapWait(input, sources, stages, decision, money);
  const { isHeld, order, payoutChain, poll, refundWait, signing } = wait;
  const { parts, ...recorded } = recordedFacts(
    confirmedRecord(sources, decision),
    sources.secondIndexerFacts,
    { ...input, isOver: input.quorum === 1 || decision.money !== null, deposit },
  );
  const streaming = poll.progress?.parts ?? parts;
  const isUserPaid = [sources.node, sources.second].some((node) => node?.hasUserOutput);
  // The node's count runs on during a halt, so it is no time to the payout.
  const stageList = readStages(state, isHeld ? null : stages, {
    streaming,
    isUnconfirmed,
    partsSecondsLeft: partsSecondsLeft(poll),
    // Two sources may differ about a refund's details and still show that it is one.
    isWholeBack: wait.isReturnDoubted || (refundExpected && !isUserPaid),
  });
  const isGivenUp = state === "unknown" && decision.doubt === null && isAskedTooLong(poll);
  const doubt = isGivenUp ? "given_up" : decision.doubt;
  const isUnseen = state === "unknown" && !terminal;
  const paidFor = isUnseen && input.indexer ? findPaidDeposit(input.indexer, txid) : null;
  const isForgotten = isUnconfirmed && isForgottenByNodes(sources, input);
  const isRestSoldLast = queue.queued?.isRestSoldLast === true;
  const shown = new Set(out.map(({ kind }) => kind));
  const situation: Situation = {
    state,
    refundExpected,
    doubt,
    paidFor,
    terminal,
    claimed: decision.claimed,
    isRefundClaimed: decision.isRefundClaimed,
    isForgotten,
    signing,
    refundWait,
    ...namedChains(input.preset, wait),
    streaming,
    isRestSoldLast,
    isPartsPaused: queue.isPartsPaused,
    payoutEnd: payoutEndOf(sources, input),
    shown,
    isWholeBack: refundExpected && shown.has("refund") && !isUserPaid,
    limitOrder: wait.isLimitOrder,
    order,
    isMemoless: money.isLookedUp,
    isMemolessHalted: queue.isMemolessHalted,
    isBookedBack: isBooked(deposit),
    secondsLeft: stageList.find((stage) => stage.secondsLeft)?.secondsLeft ?? null,
    secondsLate: secondsLate(poll),
    unusedRefundAddress: findUnusedRefundAddress(wait.memoText, deposit, out),
  };
  const hasFailedParts = !wait.isLimitOrder && !isRestSoldLast && (streaming?.failed ?? 0) > 0;
  const isPartReturned = isInPools(decision) && hasFailedParts;
  return {
    txid,
    state,
    refundExpected: refundExpected || isPartReturned,
    decidedBy,
    doubt,
    terminal,
    situation,
    stages: stageList,
    in: deposit,
    out,
    refundReason: hasReturned(decision) ? refundReasonOf(sources, input) : null,
    order,
    ...recorded,
    estimatedSecondsLeft: secondsLeft(poll, signing === "open" && isRefundOpen(refundWait)),
    nextPollSeconds: isForgotten ? null : nextPollSeconds(poll),
    payoutChain,
    signing,
    held: isHeld,
    paidFor,
  };
}

function confirmedRecord({ indexerFacts }: Sources, { doubt, money }: Decision) {
  const isConfirmed = indexerFacts !== null && doubt !== "unconfirmed";
  return isConfirmed && isRecordOf(indexerFacts.out, money) ? indexerFacts : null;
}

interface SwapWait extends Pick<Situation, "order" | "refundWait" | "signing"> {
  readonly haltedChain: string | undefined;
  readonly isEnded: boolean;
  readonly isHeld: boolean;
  readonly isLimitOrder: boolean;
  /** Sources differ about a refund, so the chain where the swap ends is not known. */
  readonly isReturnDoubted: boolean;
  readonly memoText: string | null;
  readonly payoutChain: string | null;
  readonly sourceChain: string | null;
  readonly poll: PollInput;
}

function swapWait(
  input: SwapInput,
  sources: Sources,
  stages: Stages | null,
  decision: Decision,
  { storedMemo, deposit, out }: SwapMoney,
): SwapWait {
  const { preset, queue, firstAskedMs } = input;
  const { node: nodeFacts, indexerFacts } = sources;
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const sourceChain = deposit?.chain ?? input.chain;
  const namedChain = decision.state === "unknown" ? input.chain : null;
  const seenChain = (deposit ?? nodeFacts?.in ?? indexerFacts?.in)?.chain ?? namedChain;
  const memoText = storedMemo ?? confirmedMemo(sources, input);
  const isReturnReported = [nodeFacts, sources.second, indexerFacts].some(
    (facts) => facts && (facts.refundExpected || stateRows[facts.state].back !== undefined),
  );
  const isReturnDoubted = isUnconfirmed && isReturnReported;
  const payoutChain = isReturnDoubted
    ? null
    : waitedChain(decision, out, sourceChain, memoText, input);
  const signing = payoutChain === null ? "unknown" : input.signingOf(payoutChain);
  const memo = nodeFacts !== null && memoText === nodeFacts.memoText ? nodeFacts.memo : null;
  const isLimitOrder = memo?.limitOrder ?? false;
  const progress = readProgress(stages, queue.queued);
  const haltedChains = [sourceChain, payoutChain]
    .filter((code) => code !== null)
    .filter((code) => input.tradingOf(code) === "halted");
  const endedChain = haltedChains.find((code) => input.isEnded(code));
  const haltedChain = endedChain ?? haltedChains[0];
  const { phase } = stateRows[decision.state];
  const isPartsPaused = queue.isPartsPaused && (progress !== null || isLimitOrder);
  const isQueueHeld = phase === "pools" && (haltedChain !== undefined || isPartsPaused);
  // Confirmations go on during a halt. An unconfirmed claim is asked for again soon.
  const isPayoutHeld = phase === "outbound" && signing === "halted" && !isUnconfirmed;
  const isHeld = isQueueHeld || isPayoutHeld;
  return {
    haltedChain,
    isEnded: endedChain !== undefined,
    isHeld,
    isLimitOrder,
    isReturnDoubted,
    memoText,
    order: isUnconfirmed ? null : readOrder({ ...queue, state: decision.state, out, memo }),
    payoutChain,
    poll: {
      state: decision.state,
      terminal: decision.final !== null,
      isUnconfirmed,
      isHeld,
      stages,
      progress,
      isLimitOrder,
      preset,
      sourceChain: seenChain,
      payoutChain: waitedChain(decision, out, seenChain, memoText, input),
      askedForMs: firstAskedMs === null ? null : input.nowMs - firstAskedMs,
      failures: input.nodeFailureCount,
      retryAfterSeconds: input.nodeFailure?.retryAfterSeconds ?? null,
    },
    refundWait: readRefundWait(decision, out, payoutChain, input),
    signing,
    sourceChain,
  };
}

function agreedNodeStages(
  { node: nodeFacts }: Sources,
  { node, second, quorum, longestWaits }: SwapInput,
): Stages | null {
  if (node === null || nodeFacts === null || nodeFacts.rule === "notSeen") return null;
  const maxWaits = longestWaits(nodeFacts.in?.chain ?? null);
  return agreedStages(node.stages, second?.stages ?? null, quorum, maxWaits);
}

interface SwapMoney {
  /** The network looks the memo up, as the deposit has none. */
  readonly isLookedUp: boolean;
  readonly storedMemo: string | null;
  readonly deposit: SwapReading["in"];
  readonly out: readonly SwapOut[];
}

function swapMoney(decision: Decision, sources: Sources, input: SwapInput): SwapMoney {
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const isUnseen = [sources.node, sources.second].some((node) => node?.rule === "notSeen");
  const isShown = ({ txid }: SwapOut) => decision.state !== "dropped" || txid !== null;
  const { in: confirmed, out } = decision.money ?? {
    in: isUnconfirmed && isUnseen ? null : confirmedDeposit(sources, input),
    out: isUnconfirmed ? [] : confirmedOuts(sources, input).filter(isShown),
  };
  const { preset, node, second, quorum } = input;
  const isLookedUp = isMemoless(preset, node) && (quorum === 1 || isMemoless(preset, second));
  const storedMemo = isLookedUp ? (input.storedMemo ?? null) : null;
  const memo = confirmed && storedMemo ? cleanTextOrNull(storedMemo) : confirmed?.memo;
  const deposit = confirmed && { ...confirmed, memo: memo ?? null };
  return { isLookedUp, storedMemo, deposit, out };
}

/** THORNode, `manager_slasher_current.go`: once a part is paid, the rest is not swapped back. */
function payoutEndOf({ node, second }: Sources, { payoutEnd }: SwapInput): PayoutEnd {
  const isPartPaid = [node, second].some((facts) => facts?.outputs.some(({ sent }) => sent));
  return isPartPaid ? { ...payoutEnd, isSwappedBack: false } : payoutEnd;
}

function isBooked(deposit: SwapReading["in"]): boolean {
  const kind = deposit && parseAsset(deposit.asset)?.kind;
  return kind === "trade" || kind === "secured";
}

type NamedChains = Pick<
  Situation,
  "sourceChainName" | "payoutChainName" | "isPaidNatively" | "haltedChain" | "isEnded"
>;

function namedChains(
  { chains, nativeChain }: Preset,
  { sourceChain, payoutChain, haltedChain, isEnded }: SwapWait,
): NamedChains {
  const nameOf = (code: string | null) => chains.find((chain) => chain.code === code)?.name ?? null;
  return {
    sourceChainName: nameOf(sourceChain),
    payoutChainName: nameOf(payoutChain),
    isPaidNatively: payoutChain === nativeChain,
    haltedChain: haltedChain === undefined ? null : (nameOf(haltedChain) ?? "its chain"),
    isEnded,
  };
}

/** The record keeps a planned payout after the network stops trying. */
function withDropped(
  decision: Decision,
  stages: Stages | null,
  { queue, payoutEnd }: SwapInput,
): Decision {
  const { dropped } = queue;
  const isAwaited = stateRows[decision.state].awaits === "signature" && decision.doubt === null;
  if (!isAwaited || dropped === null) return decision;
  const isFinal = stages !== null && isDroppedForGood(stages, payoutEnd);
  return { ...decision, state: dropped, final: isFinal ? dropped : null };
}

const FORGOTTEN_AFTER_MS = 86_400_000;

/** Only an indexer has a record of this age, so no node will confirm it. */
function isForgottenByNodes(
  { node, second, indexerFacts, isRejectedOnChain }: Sources,
  { quorum, nowMs, secondIndexer }: SwapInput,
): boolean {
  // A second indexer without this record contradicts the first.
  if (secondIndexer || isRejectedOnChain || !indexerFacts?.settled) return false;
  const silentNodes = [node, second].filter((facts) => facts?.rule === "notSeen");
  const { startedAtMs } = indexerFacts;
  if (silentNodes.length < quorum || startedAtMs === null) return false;
  return nowMs - startedAtMs > FORGOTTEN_AFTER_MS;
}

function isRecordOf(out: readonly SwapOut[], agreed: Pick<SwapReading, "out"> | null): boolean {
  if (agreed === null) return true;
  const userOuts = agreed.out.filter(({ kind }) => kind !== "affiliate");
  return sharedOuts(userOuts, out).length === userOuts.length;
}

function refundReasonOf(
  { indexerFacts, secondIndexerFacts }: Sources,
  { secondIndexer }: SwapInput,
): string | null {
  const reason = indexerFacts?.refundReason ?? null;
  return secondIndexer && secondIndexerFacts?.refundReason !== reason ? null : reason;
}

function hasReturned({
  state,
  refundExpected,
}: Pick<SwapReading, "state" | "refundExpected">): boolean {
  const { back, awaits } = stateRows[state];
  return refundExpected || back !== undefined || state === "failed" || awaits === "plan";
}

const isRefundOpen = (wait: Situation["refundWait"]) =>
  wait === null || wait === "native" || wait.signing === "open";

function readRefundWait(
  { refundExpected }: Pick<SwapReading, "refundExpected">,
  out: SwapReading["out"],
  payoutChain: string | null,
  { preset, signingOf }: Pick<SwapInput, "preset" | "signingOf">,
): Situation["refundWait"] {
  const refund = out.find(({ kind, txid }) => kind === "refund" && txid === null);
  const isPayoutAhead = out.some(
    ({ kind, chain, txid }) => kind === "swap" && chain === payoutChain && txid === null,
  );
  if (!refundExpected || !refund || !isPayoutAhead || refund.chain === payoutChain) return null;
  // A refund on the native chain is made at once, without an id.
  if (refund.chain === preset.nativeChain) return "native";
  const chainName = preset.chains.find(({ code }) => code === refund.chain)?.name ?? refund.chain;
  return { chainName, signing: signingOf(refund.chain) };
}

/** The native chain comes last: it signs nothing, and its payouts never get an id. */
function waitedChain(
  decision: Pick<SwapReading, "state" | "refundExpected">,
  out: SwapReading["out"],
  sourceChain: string | null,
  memoText: string | null,
  context: AssetNames,
): string | null {
  const payouts = [
    ...out.filter((entry) => entry.kind === "swap"),
    ...out.filter((entry) => entry.kind === "refund"),
  ];
  const external = payouts.filter((entry) => entry.chain !== context.preset.nativeChain);
  const plannedRefund = decision.refundExpected
    ? payouts.find((entry) => entry.kind === "refund")
    : undefined;
  const nextPayout =
    external.find((entry) => entry.txid === null) ?? plannedRefund ?? external[0] ?? payouts[0];
  if (nextPayout) return nextPayout.chain;
  if (decision.refundExpected || stateRows[decision.state].back) return sourceChain;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  return memo && memoChain(memo.target, context.knownAssets, context.preset);
}

/**
 * THORNode and mayanode, `helpers.go` (refundTx): a refund address counts only with the memo of a
 * swap, and on the deposit's chain if that is not native. Else the sender gets the refund.
 */
function findUnusedRefundAddress(
  memo: string | null,
  deposit: SwapReading["in"],
  out: readonly SwapOut[],
): UnusedRefundAddress | null {
  const refundAddress = memo?.split("|")[0]?.split(":")[2]?.split("/")[1] ?? "";
  if (memo === null || !isAddressText(refundAddress) || isName(refundAddress)) return null;
  const sender = deposit?.address ?? null;
  const isSender = (address: string | null) =>
    sender !== null && address !== null && isPaidAs(address, sender);
  if (isSender(refundAddress)) return null;
  const refunds = out.filter(({ kind }) => kind === "refund");
  if (refunds.some(({ address }) => isSender(address))) return "sender";
  return refunds.length === 0 && parseSwapMemo(memo) === null ? "no_swap" : null;
}
