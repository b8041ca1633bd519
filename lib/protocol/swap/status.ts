// Everything that a reading says of one swap: from what the sources say, and from what two of them confirm.

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
  /** The caller's hint of the source chain, a code of the preset. */
  readonly chain: string | null;
  /** The failure that stands for the node's answer. */
  readonly nodeFailure: Pick<Failure, "retryAfterSeconds"> | null;
  /** Node reads that failed in a row for this hash, this one included. */
  readonly nodeFailures: number;
  /** When this hash was first asked for, as far as the caller remembers. */
  readonly firstAskedMs: number | null;
  /** Verdict of signing on a chain; asked once, for the chain that the payout (or the refund) goes to. */
  readonly signingOf: (chain: string) => Verdict;
  /** Verdict of trading on a chain; asked for the chains that the deposit came from and that the payout goes to. */
  readonly tradingOf: (chain: string) => Verdict;
  /** Whether trading on a chain has ended for good; asked for the same chains. */
  readonly isEnded: (chain: string) => boolean;
  /** Of now: the records name none of their own day. */
  readonly prices: Prices;
  /** How long the network may let a deposit of a chain wait at most. */
  readonly longestWaits: (chain: string | null) => LongestWaits;
  readonly payoutEnd: PayoutEnd;
  readonly queue: QueueFacts;
}

/** What is known of the swap queue beside the records of the transaction. */
export interface QueueFacts {
  /** Null where nothing waits in it under this id. */
  readonly queued: QueuedSwap | null;
  /** Of a limit order that is over; null where they were not read. */
  readonly heights: DepositHeights | null;
  /** How long a limit order may rest; null where it is not known. */
  readonly longestRestBlocks: number | null;
  /** Swaps of several parts wait, by a parameter of the whole network. */
  readonly isPartsPaused: boolean;
  /** Where nodes no longer try to pay out what they planned; else null. */
  readonly dropped: Agreed<"dropped"> | null;
  /** No deposit is taken whose memo the network would have to look up. */
  readonly isMemolessHalted: boolean;
  readonly clock: Pick<Clock, "height" | "blockTimeMs">;
}

/** Everything of a SwapReading but its envelope. */
export type SwapFacts = Omit<SwapReading, keyof Envelope>;

/** What is told of a swap, and what its reader must know beside it. */
export interface SwapJudgement {
  readonly facts: SwapFacts;
  /** The state where it is final: only such facts may be remembered. */
  readonly final: Agreed<SwapState> | null;
  /** A second source is configured, and does not confirm what is told of a swap under way. */
  readonly isOneSource: boolean;
}

/** The facts, whether they are final, and whether one source alone tells them. Pure: the same input gives the same, and no jitter is added. */
export function judgeSwap(input: SwapInput): SwapJudgement {
  const sources = readSources(input);
  const claim = mergeClaim(sources, input);
  const confirmed = confirmClaim(claim, sources, input);
  // What only one source says was seen stands in no stage.
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
  // The node counts on while a halt lasts: what it says is left is not the time to the payout.
  const stageList = readStages(decision.state, isHeld ? null : stages, {
    streaming,
    isUnconfirmed,
    partsSecondsLeft: partsSecondsLeft(poll),
    // Of a refund that two do not name alike, the kind is known all the same.
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

/** What the swap waits for, whether a halt or a pause stops it, and when to ask again. */
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
  // For the pace one source is enough, and the caller's word where nobody has seen the swap.
  const seenOn =
    (deposit ?? nodeFacts?.in ?? indexed?.in)?.chain ??
    (decision.state === "unknown" ? input.chain : null);
  const memoText = storedMemo ?? confirmedMemo(sources, input);
  const isReturnTold = [nodeFacts, sources.second, indexed].some(
    (one) => one && (one.refundExpected || stateRows[one.state].back !== undefined),
  );
  // Where sources differ about a refund, nobody knows on which chain the swap ends, and whether it was one.
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
  // What is still to be confirmed goes on. What one source alone claims is asked for again soon.
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

/** The deposit, with the memo that the network has stored for it, and the payouts. */
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

/** What is left of a deposit of which something was paid, to an affiliate too, is not swapped back: THORNode, `manager_slasher_current.go`. */
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

/** What is planned stays in the record when the network tries it no more. */
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

/** A record of this age is of a swap that nodes need not keep any more. */
const FORGOTTEN_AFTER_MS = 86_400_000;

/** Whether an indexer alone tells of a swap, long after it was over: no node will tell of it again. */
function isForgottenByNodes(
  sources: Sources,
  { quorum, nowMs, secondIndexer }: SwapInput,
): boolean {
  const { node, second, indexed, isRejectedOnChain } = sources;
  // Another indexer was read and does not bear it out: it contradicts.
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

/** Whether an indexer's record is of what enough sources told, so that its own figures may stand beside that. Nothing is agreed on of a swap under way. */
function isRecordOf(out: readonly SwapOut[], agreed: Pick<SwapReading, "out"> | null): boolean {
  if (agreed === null) return true;
  const told = agreed.out.filter(({ kind }) => kind !== "affiliate");
  return sharedOuts(told, out).length === told.length;
}

/** An indexer's own words; null where a second one was read and gives none, or others. */
function refundReasonOf(
  { indexed, secondIndexed }: Sources,
  { secondIndexer }: SwapInput,
): string | null {
  const reason = indexed?.refundReason ?? null;
  return secondIndexer && secondIndexed?.refundReason !== reason ? null : reason;
}

/** Whether something goes back, or nothing is paid: only then may an indexer's own words say why. */
function hasReturned({
  state,
  refundExpected,
}: Pick<SwapReading, "state" | "refundExpected">): boolean {
  const { back, awaits } = stateRows[state];
  return refundExpected || back !== undefined || state === "failed" || awaits === "plan";
}

const isRefundOpen = (wait: Situation["refundWait"]) =>
  wait === null || wait === "native" || wait.signing === "open";

/** The chain of a refund that waits beside a payout on another chain, and whether it is signed there; else null. */
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
  // It is made at once, without an id.
  if (refund.chain === preset.nativeChain) return "native";
  const chainName = preset.chains.find(({ code }) => code === refund.chain)?.name ?? refund.chain;
  return { chainName, signing: signingOf(refund.chain) };
}

/**
 * The chain whose signing the swap waits for: of the payout that is not sent yet, else of the first one, else the memo's target.
 * The protocol's own chain comes last: it signs nothing, and a payout on it has no id even when it was made.
 */
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
  // A payout on the protocol's own chain never has an id, so one that is planned may be made.
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
 * THORNode and mayanode, helpers.go (refundTx): the refund address of a memo counts where the memo can be read as a swap and the address is
 * of the deposit's chain, which a native deposit's never is. Else the sender gets the refund. Null where it is used, where that is not known, and where the memo names none, or a name.
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
