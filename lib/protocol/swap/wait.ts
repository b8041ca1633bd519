// Finds a swap's payout chain, halts, limit order and next poll.

import { type Situation, type SwapOut, type SwapReading, stateRows } from "../model/swap.ts";
import type { Verdict } from "../model/verdicts.ts";
import type { Stages } from "../upstream/schemas.ts";
import { findChainRow } from "../values/chain-lookup.ts";
import { type Preset, shortChainName } from "../values/chains.ts";
import { memoChain } from "../values/memo-asset.ts";
import { answeredNodes, type Sources } from "./claim.ts";
import type { Decision } from "./final.ts";
import type { SwapInput } from "./input.ts";
import { parseSwapMemo } from "./memo.ts";
import { limitOrderOf } from "./order.ts";
import type { PollInput } from "./poll.ts";
import { partsProgressOf } from "./queue.ts";
import type { SwapTransfers } from "./transfers.ts";

export interface WaitFacts extends Pick<Situation, "order" | "refundWait" | "signing"> {
  readonly haltedChain: string | undefined;
  readonly isHaltedForGood: boolean;
  readonly isSwapHalted: boolean;
  readonly isLimitOrder: boolean;
  readonly isRefundUnconfirmed: boolean;
  readonly payoutChain: string | null;
  readonly sourceChain: string | null;
  readonly poll: PollInput;
}

export function waitFactsOf(
  decision: Decision,
  transfers: SwapTransfers,
  nodeStages: Stages | null,
  sources: Sources,
  input: SwapInput,
): WaitFacts {
  const { deposit, out, memoText } = transfers;
  const { nodeFacts } = sources;
  const { queue } = input;
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const sourceChain = deposit?.chain ?? input.chain;
  const isRefundUnconfirmed = isUnconfirmed && isRefundReported(sources);
  const awaitedChain = awaitedChainOf(decision, transfers, sourceChain, input);
  const payoutChain = isRefundUnconfirmed ? null : awaitedChain;
  const signingVerdict = payoutChain === null ? "unknown" : input.signingOf(payoutChain);
  const memo = nodeFacts !== null && memoText === nodeFacts.memoText ? nodeFacts.memo : null;
  const isLimitOrder = memo?.limitOrder ?? false;
  const partsProgress = partsProgressOf(nodeStages, queue.queuedSwap);
  const arePartsPaused = queue.isPartsPaused && (partsProgress !== null || isLimitOrder);
  const chainHalt = findHalt([sourceChain, payoutChain], input);
  const isQueueStopped = arePartsPaused || chainHalt.haltedChain !== undefined;
  const isSwapHalted = isStoppedByHalt(decision, isQueueStopped, signingVerdict);
  return {
    ...chainHalt,
    isSwapHalted,
    isLimitOrder,
    isRefundUnconfirmed,
    order: isUnconfirmed ? null : limitOrderOf({ ...queue, state: decision.state, out, memo }),
    payoutChain,
    poll: {
      ...toPollInput(decision, transfers, sources, input),
      stages: nodeStages,
      partsProgress,
      isSwapHalted,
      isLimitOrder,
    },
    refundWait: refundWaitOf(decision, out, payoutChain, input),
    signing: signingVerdict,
    sourceChain,
  };
}

function isRefundReported(sources: Sources): boolean {
  const { indexerFacts } = sources;
  const reportedFacts = [...answeredNodes(sources), ...(indexerFacts ? [indexerFacts] : [])];
  return reportedFacts.some(
    ({ refundExpected, state }) => refundExpected || stateRows[state].back !== undefined,
  );
}

function findHalt(
  awaitedChains: readonly (string | null)[],
  { tradingOf, isHaltedForGood }: SwapInput,
): Pick<WaitFacts, "haltedChain" | "isHaltedForGood"> {
  const haltedChains = awaitedChains
    .filter((chainCode) => chainCode !== null)
    .filter((chainCode) => tradingOf(chainCode) === "halted");
  const permanentlyHaltedChain = haltedChains.find((chainCode) => isHaltedForGood(chainCode));
  return {
    haltedChain: permanentlyHaltedChain ?? haltedChains[0],
    isHaltedForGood: permanentlyHaltedChain !== undefined,
  };
}

/**
 * True if a halt stops the parts or the payout: then clients poll rarely. False for an unconfirmed
 * payout: clients should ask again soon.
 */
function isStoppedByHalt(
  { state, doubt }: Decision,
  isQueueStopped: boolean,
  signingVerdict: Verdict,
): boolean {
  const { phase } = stateRows[state];
  if (phase === "pools") return isQueueStopped;
  return phase === "outbound" && signingVerdict === "halted" && doubt !== "unconfirmed";
}

function toPollInput(
  decision: Decision,
  transfers: SwapTransfers,
  { nodeFacts, indexerFacts }: Sources,
  input: SwapInput,
): Omit<PollInput, "stages" | "partsProgress" | "isSwapHalted" | "isLimitOrder"> {
  const { preset, firstAskedMs, nowMs } = input;
  const statedDeposit = transfers.deposit ?? nodeFacts?.in ?? indexerFacts?.in;
  const requestedChain = decision.state === "unknown" ? input.chain : null;
  const sourceChain = statedDeposit?.chain ?? requestedChain;
  return {
    state: decision.state,
    terminal: decision.finalState !== null,
    isUnconfirmed: decision.doubt === "unconfirmed",
    preset,
    sourceChain,
    payoutChain: awaitedChainOf(decision, transfers, sourceChain, input),
    pollingMs: firstAskedMs === null ? null : nowMs - firstAskedMs,
    failureCount: input.nodeFailureCount,
    retryAfterSeconds: input.nodeFailure?.retryAfterSeconds ?? null,
  };
}

type RefundClaim = Pick<SwapReading, "state" | "refundExpected">;

/** Chain of the payout that the swap waits for. Native payouts come last: they need no signing. */
function awaitedChainOf(
  { state, refundExpected }: RefundClaim,
  { out, memoText }: SwapTransfers,
  sourceChain: string | null,
  { knownAssets, preset }: SwapInput,
): string | null {
  const refunds = out.filter(({ kind }) => kind === "refund");
  const payouts = [...out.filter(({ kind }) => kind === "swap"), ...refunds];
  const externalPayouts = payouts.filter(({ chain }) => chain !== preset.nativeChain);
  const plannedRefund = refundExpected ? refunds[0] : undefined;
  const nextPayout =
    externalPayouts.find(({ txid }) => txid === null) ??
    plannedRefund ??
    externalPayouts[0] ??
    payouts[0];
  if (nextPayout) return nextPayout.chain;
  if (refundExpected || stateRows[state].back) return sourceChain;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  return memo && memoChain(memo.target, knownAssets, preset);
}

function refundWaitOf(
  { refundExpected }: RefundClaim,
  out: readonly SwapOut[],
  payoutChain: string | null,
  { preset, signingOf }: SwapInput,
): Situation["refundWait"] {
  const unsentRefund = out.find(({ kind, txid }) => kind === "refund" && txid === null);
  const isSwapPayoutUnsent = out.some(
    ({ kind, chain, txid }) => kind === "swap" && chain === payoutChain && txid === null,
  );
  if (!refundExpected || !unsentRefund || !isSwapPayoutUnsent || unsentRefund.chain === payoutChain)
    return null;
  if (unsentRefund.chain === preset.nativeChain) return "native";
  return {
    chainName: shortChainName(unsentRefund.chain, preset),
    signing: signingOf(unsentRefund.chain),
  };
}

export const isRefundSigningOpen = (refundWait: Situation["refundWait"]): boolean =>
  refundWait === null || refundWait === "native" || refundWait.signing === "open";

type NamedChains = Pick<
  Situation,
  "sourceChainName" | "payoutChainName" | "isPaidNatively" | "haltedChain" | "isEnded"
>;

export function namedChains(
  { sourceChain, payoutChain, haltedChain, isHaltedForGood }: WaitFacts,
  preset: Preset,
): NamedChains {
  return {
    sourceChainName: knownChainName(sourceChain, preset),
    payoutChainName: knownChainName(payoutChain, preset),
    isPaidNatively: payoutChain === preset.nativeChain,
    haltedChain:
      haltedChain === undefined ? null : (knownChainName(haltedChain, preset) ?? "its chain"),
    isEnded: isHaltedForGood,
  };
}

function knownChainName(chainCode: string | null, preset: Preset): string | null {
  return findChainRow(chainCode, preset)?.name ?? null;
}
