// Everything that a reading says of one swap, from what the sources say and confirm.

import type { Prices } from "../market/prices.ts";
import type { Agreed } from "../model/agreed.ts";
import type { Envelope, Failure } from "../model/envelope.ts";
import {
  isInPools,
  type SwapOut,
  type SwapReading,
  type SwapState,
  stateRows,
} from "../model/swap.ts";
import type { Clock, PayoutEnd, Verdict } from "../model/verdicts.ts";
import type { Stages } from "../upstream/schemas.ts";
import { memoChain } from "../values/asset-match.ts";
import { parseAsset } from "../values/assets.ts";
import type { Preset } from "../values/chains.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { isPaidAs } from "../values/destination.ts";
import { mergeClaim, readSources, type SourceInput, type Sources } from "./claim.ts";
import {
  confirmClaim,
  confirmedDeposit,
  confirmedMemo,
  confirmedOuts,
  type Decision,
  isBorneOut,
  type WitnessSetup,
} from "./final.ts";
import { findPaidDeposit, recordedFacts } from "./indexer.ts";
import { isName, parseSwapMemo } from "./memo.ts";
import { readStages } from "./node.ts";
import { type DepositHeights, readOrder } from "./order.ts";
import type { AssetContext } from "./outputs.ts";
import {
  agreedStages,
  isGivenUp,
  type LongestWaits,
  nextPollSeconds,
  type PollInput,
  partsSecondsLeft,
  secondsLate,
  secondsLeft,
} from "./poll.ts";
import { isDroppedForGood, type QueuedSwap, readProgress } from "./queue.ts";
import { isMemoless } from "./reference.ts";
import { sharedOuts } from "./witnesses.ts";
import { explainSwap, type Situation, swapHeadline, type UnusedRefundAddress } from "./words.ts";

export interface SwapInput extends SourceInput, WitnessSetup {
  readonly chain: string | null;
  readonly nodeFailure: Pick<Failure, "retryAfterSeconds"> | null;
  readonly nodeFailures: number;
  readonly firstAskedMs: number | null;
  readonly signingOf: (chain: string) => Verdict;
  readonly tradingOf: (chain: string) => Verdict;
  readonly isEnded: (chain: string) => boolean;
  /** Of now: records have no prices of their own day. */
  readonly prices: Prices;
  readonly longestWaits: (chain: string | null) => LongestWaits;
  readonly payoutEnd: PayoutEnd;
  readonly queue: QueueFacts;
}

export interface QueueFacts {
  readonly queued: QueuedSwap | null;
  readonly heights: DepositHeights | null;
  readonly longestRestBlocks: number | null;
  readonly isPartsPaused: boolean;
  readonly dropped: Agreed<"dropped"> | null;
  readonly isMemolessHalted: boolean;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}

export type SwapFacts = Omit<SwapReading, keyof Envelope>;

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
  const stages = confirmed.doubt === "unconfirmed" ? null : toldStages(sources, input);
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
  const { preset, queue } = input;
  const { indexed } = sources;
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const terminal = decision.final !== null;
  const { isLookedUp, storedMemo, deposit, out } = toldMoney(decision, sources, input);
  const wait = swapWait(input, sources, stages, decision, { storedMemo, deposit, out });
  const { isHeld, isLimitOrder, isReturnDoubted, memoText, order, payoutChain, poll, signing } =
    wait;
  const isForgotten = isUnconfirmed && isForgottenByNodes(sources, input);
  const shown = new Set(out.map((entry) => entry.kind));
  const isPaidToo = [sources.node, sources.second].some((one) => one?.hasUserOutput);
  const isWholeBack = decision.refundExpected && shown.has("refund") && !isPaidToo;
  const record =
    indexed !== null && !isUnconfirmed && isRecordOf(indexed.out, decision.money) ? indexed : null;
  const isOver = input.quorum === 1 || decision.money !== null;
  const { parts, ...recorded } = recordedFacts(record, sources.secondIndexed, {
    ...input,
    isOver,
    deposit,
  });
  const streaming = poll.progress?.parts ?? parts;
  // The node's count runs on during a halt, so it is no time to the payout.
  const stageList = readStages(decision.state, isHeld ? null : stages, {
    streaming,
    isUnconfirmed,
    partsSecondsLeft: partsSecondsLeft(poll),
    // Two sources may differ about a refund's details and still show that it is one.
    isWholeBack: isReturnDoubted || (decision.refundExpected && !isPaidToo),
  });
  const { claimed, isRefundClaimed, final: _, money: __, ...confirmed } = decision;
  const isSilent = confirmed.state === "unknown" && confirmed.doubt === null;
  const decided = {
    ...confirmed,
    doubt: isSilent && isGivenUp(poll.askedForMs) ? "given_up" : confirmed.doubt,
  };
  const isUnseen = decided.state === "unknown" && !terminal;
  const paidFor = isUnseen && input.indexer ? findPaidDeposit(input.indexer, input.txid) : null;
  const isRestSoldLast = queue.queued?.isRestSoldLast === true;
  const situation: Situation = {
    ...decided,
    paidFor,
    terminal,
    claimed,
    isRefundClaimed,
    isForgotten,
    signing,
    refundWait: wait.refundWait,
    ...namedChains(preset, wait),
    streaming,
    isRestSoldLast,
    isPartsPaused: queue.isPartsPaused,
    payoutEnd: payoutEndOf(sources, input),
    shown,
    isWholeBack,
    limitOrder: isLimitOrder,
    order,
    isMemoless: isLookedUp,
    isMemolessHalted: queue.isMemolessHalted,
    isBookedBack: isBooked(deposit),
    secondsLeft: stageList.find((stage) => stage.secondsLeft)?.secondsLeft ?? null,
    secondsLate: secondsLate(poll),
    unusedRefundAddress: findUnusedRefundAddress(memoText, deposit, out),
  };
  const isPartFailed =
    isInPools(decided) && !isLimitOrder && !isRestSoldLast && (streaming?.failed ?? 0) > 0;
  return {
    txid: input.txid,
    ...decided,
    refundExpected: decided.refundExpected || isPartFailed,
    terminal,
    headline: swapHeadline(situation),
    explanation: explainSwap(situation),
    ownExplanation: explainSwap({ ...situation, secondsLeft: null }, true),
    stages: stageList,
    in: deposit,
    out,
    refundReason: hasReturned(decided) ? refundReasonOf(sources, input) : null,
    order,
    ...recorded,
    estimatedSecondsLeft: secondsLeft(poll, signing === "open" && isRefundOpen(wait.refundWait)),
    nextPollSeconds: isForgotten ? null : nextPollSeconds(poll),
    payoutChain,
    signing,
    held: isHeld,
    paidFor,
  };
}

type SwapWait = ReturnType<typeof swapWait>;

function swapWait(
  input: SwapInput,
  sources: Sources,
  stages: Stages | null,
  decision: Decision,
  { storedMemo, deposit, out }: Omit<ReturnType<typeof toldMoney>, "isLookedUp">,
) {
  const { preset, queue } = input;
  const { node: nodeFacts, indexed } = sources;
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const sourceChain = deposit?.chain ?? input.chain;
  const seenOn =
    (deposit ?? nodeFacts?.in ?? indexed?.in)?.chain ??
    (decision.state === "unknown" ? input.chain : null);
  const memoText = storedMemo ?? confirmedMemo(sources, input);
  const isReturnTold = [nodeFacts, sources.second, indexed].some(
    (one) => one && (one.refundExpected || stateRows[one.state].back !== undefined),
  );
  // Where sources differ about a refund, the chain where the swap ends is not known.
  const isReturnDoubted = isUnconfirmed && isReturnTold;
  const payoutChain = isReturnDoubted
    ? null
    : waitedChain(decision, out, sourceChain, memoText, input);
  const signing = payoutChain === null ? "unknown" : input.signingOf(payoutChain);
  const refundWait = readRefundWait(decision, out, payoutChain, input);
  const memo = nodeFacts !== null && memoText === nodeFacts.memoText ? nodeFacts.memo : null;
  const isLimitOrder = memo?.limitOrder ?? false;
  const progress = readProgress(stages, queue.queued);
  const order = isUnconfirmed ? null : readOrder({ ...queue, state: decision.state, out, memo });
  const haltedChains = [sourceChain, payoutChain]
    .filter((code) => code !== null)
    .filter((code) => input.tradingOf(code) === "halted");
  const endedChain = haltedChains.find((code) => input.isEnded(code));
  const haltedChain = endedChain ?? haltedChains[0];
  const { phase } = stateRows[decision.state];
  const isQueueStopped =
    haltedChain !== undefined || (queue.isPartsPaused && (progress !== null || isLimitOrder));
  // Confirmations go on during a halt. An unconfirmed claim is asked for again soon.
  const isSigningHalted = signing === "halted" && !isUnconfirmed;
  const isHeld = (phase === "pools" && isQueueStopped) || (phase === "outbound" && isSigningHalted);
  const poll: PollInput = {
    state: decision.state,
    terminal: decision.final !== null,
    isUnconfirmed,
    isHeld,
    stages,
    progress,
    isLimitOrder,
    preset,
    sourceChain: seenOn,
    payoutChain: waitedChain(decision, out, seenOn, memoText, input),
    askedForMs: input.firstAskedMs === null ? null : input.nowMs - input.firstAskedMs,
    failures: input.nodeFailures,
    retryAfterSeconds: input.nodeFailure?.retryAfterSeconds ?? null,
  };
  return {
    haltedChain,
    isEnded: endedChain !== undefined,
    isHeld,
    isLimitOrder,
    isReturnDoubted,
    memoText,
    order,
    payoutChain,
    poll,
    refundWait,
    signing,
    sourceChain,
  };
}

function toldStages(
  { node: facts }: Sources,
  { node, second, quorum, longestWaits }: SwapInput,
): Stages | null {
  if (node === null || facts === null || facts.rule === "notSeen") return null;
  return agreedStages(
    node.stages,
    second?.stages ?? null,
    quorum,
    longestWaits(facts.in?.chain ?? null),
  );
}

function toldMoney(decision: Decision, sources: Sources, input: SwapInput) {
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const isUnseen = [sources.node, sources.second].some((one) => one?.rule === "notSeen");
  const isShown = ({ txid }: SwapOut) => decision.state !== "dropped" || txid !== null;
  const seen = {
    in: isUnconfirmed && isUnseen ? null : confirmedDeposit(sources, input),
    out: isUnconfirmed ? [] : confirmedOuts(sources, input).filter(isShown),
  };
  const { in: told, out } = decision.money ?? seen;
  const { preset, node, second, quorum } = input;
  const isLookedUp = [node, quorum === 1 ? node : second].every((one) => isMemoless(preset, one));
  const storedMemo = isLookedUp ? (input.storedMemo ?? null) : null;
  const deposit = told && storedMemo ? { ...told, memo: cleanTextOrNull(storedMemo) } : told;
  return { isLookedUp, storedMemo, deposit, out };
}

/** THORNode, `manager_slasher_current.go`: once a part is paid, the rest is not swapped back. */
function payoutEndOf({ node, second }: Sources, { payoutEnd }: SwapInput): PayoutEnd {
  const isPartPaid = [node, second].some((one) => one?.outputs.some(({ sent }) => sent));
  return isPartPaid ? { ...payoutEnd, isSwappedBack: false } : payoutEnd;
}

function isBooked(deposit: SwapReading["in"]): boolean {
  const kind = deposit && parseAsset(deposit.asset)?.kind;
  return kind === "trade" || kind === "secured";
}

function namedChains(
  { chains, nativeChain }: Preset,
  { sourceChain, payoutChain, haltedChain, isEnded }: SwapWait,
) {
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
  if (
    stateRows[decision.state].awaits !== "signature" ||
    decision.doubt !== null ||
    dropped === null
  )
    return decision;
  const isFinal = stages !== null && isDroppedForGood(stages, payoutEnd);
  return { ...decision, state: dropped, final: isFinal ? dropped : null };
}

const FORGOTTEN_AFTER_MS = 86_400_000;

/** Only an indexer has a record of this age, so no node will confirm it. */
function isForgottenByNodes(
  sources: Sources,
  { quorum, nowMs, secondIndexer }: SwapInput,
): boolean {
  const { node, second, indexed, isRejectedOnChain } = sources;
  // A second indexer without this record contradicts the first.
  if (secondIndexer) return false;
  const nodes = [node, second].filter((one) => one?.rule === "notSeen");
  if (
    !indexed?.settled ||
    nodes.length < quorum ||
    isRejectedOnChain ||
    indexed.startedAtMs === null
  )
    return false;
  return nowMs - indexed.startedAtMs > FORGOTTEN_AFTER_MS;
}

function isRecordOf(out: readonly SwapOut[], agreed: Pick<SwapReading, "out"> | null): boolean {
  if (agreed === null) return true;
  const told = agreed.out.filter(({ kind }) => kind !== "affiliate");
  return sharedOuts(told, out).length === told.length;
}

function refundReasonOf(
  { indexed, secondIndexed }: Sources,
  { secondIndexer }: SwapInput,
): string | null {
  const reason = indexed?.refundReason ?? null;
  return secondIndexer && secondIndexed?.refundReason !== reason ? null : reason;
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
  context: AssetContext,
): string | null {
  const payouts = [
    ...out.filter((entry) => entry.kind === "swap"),
    ...out.filter((entry) => entry.kind === "refund"),
  ];
  const external = payouts.filter((entry) => entry.chain !== context.preset.nativeChain);
  const planned = decision.refundExpected
    ? payouts.find((entry) => entry.kind === "refund")
    : undefined;
  const next =
    external.find((entry) => entry.txid === null) ?? planned ?? external[0] ?? payouts[0];
  if (next) return next.chain;
  if (decision.refundExpected || stateRows[decision.state].back) return sourceChain;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  return memo && memoChain(memo.target, context.known, context.preset);
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
  const isSenders = (address: string | null) =>
    sender !== null && address !== null && isPaidAs(address, sender);
  if (isSenders(refundAddress)) return null;
  const refunds = out.filter(({ kind }) => kind === "refund");
  if (refunds.some(({ address }) => isSenders(address))) return "sender";
  return refunds.length === 0 && parseSwapMemo(memo) === null ? "no_swap" : null;
}
