// What a swap waits for: the chain of its payout, halts, its order, and when to ask again.

import { type Situation, type SwapReading, stateRows } from "../model/swap.ts";
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
import { partsProgress } from "./queue.ts";
import type { SwapTransfers } from "./transfers.ts";

export interface SwapWait extends Pick<Situation, "order" | "refundWait" | "signing"> {
  readonly haltedChain: string | undefined;
  readonly isEnded: boolean;
  readonly isSwapHalted: boolean;
  readonly isLimitOrder: boolean;
  readonly isRefundUnconfirmed: boolean;
  readonly payoutChain: string | null;
  readonly sourceChain: string | null;
  readonly poll: PollInput;
}

type SwapTiming = Pick<PollInput, "stages" | "progress" | "isSwapHalted" | "isLimitOrder">;

export function swapWait(
  decision: Decision,
  transfers: SwapTransfers,
  stages: Stages | null,
  sources: Sources,
  input: SwapInput,
): SwapWait {
  const { deposit, out, memoText } = transfers;
  const { nodeFacts } = sources;
  const { queue } = input;
  const isUnconfirmed = decision.doubt === "unconfirmed";
  const sourceChain = deposit?.chain ?? input.chain;
  const isRefundUnconfirmed = isUnconfirmed && isRefundReported(sources);
  const waitChain = waitedChain(decision, transfers, sourceChain, input);
  const payoutChain = isRefundUnconfirmed ? null : waitChain;
  const signingVerdict = payoutChain === null ? "unknown" : input.signingOf(payoutChain);
  const memo = nodeFacts !== null && memoText === nodeFacts.memoText ? nodeFacts.memo : null;
  const isLimitOrder = memo?.limitOrder ?? false;
  const progress = partsProgress(stages, queue.queuedSwap);
  const arePartsPaused = queue.isPartsPaused && (progress !== null || isLimitOrder);
  const chainHalt = findHalt([sourceChain, payoutChain], input);
  const isQueueStopped = arePartsPaused || chainHalt.haltedChain !== undefined;
  const isSwapHalted = isStoppedByHalt(decision, isQueueStopped, signingVerdict);
  const swapTiming: SwapTiming = { stages, progress, isSwapHalted, isLimitOrder };
  return {
    ...chainHalt,
    isSwapHalted,
    isLimitOrder,
    isRefundUnconfirmed,
    order: isUnconfirmed ? null : limitOrderOf({ ...queue, state: decision.state, out, memo }),
    payoutChain,
    poll: { ...toPollInput(decision, transfers, sources, input), ...swapTiming },
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
  waitedChains: readonly (string | null)[],
  { tradingOf, isEnded }: SwapInput,
): Pick<SwapWait, "haltedChain" | "isEnded"> {
  const haltedChains = waitedChains
    .filter((chainCode) => chainCode !== null)
    .filter((chainCode) => tradingOf(chainCode) === "halted");
  const permanentlyHaltedChain = haltedChains.find((chainCode) => isEnded(chainCode));
  return {
    haltedChain: permanentlyHaltedChain ?? haltedChains[0],
    isEnded: permanentlyHaltedChain !== undefined,
  };
}

/**
 * A halt never stops confirmations. An unconfirmed payout does not count as stopped: clients should
 * ask again soon.
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
): Omit<PollInput, keyof SwapTiming> {
  const { preset, firstAskedMs, nowMs } = input;
  const statedDeposit = transfers.deposit ?? nodeFacts?.in ?? indexerFacts?.in;
  const askedChain = decision.state === "unknown" ? input.chain : null;
  const sourceChain = statedDeposit?.chain ?? askedChain;
  return {
    state: decision.state,
    terminal: decision.finalState !== null,
    isUnconfirmed: decision.doubt === "unconfirmed",
    preset,
    sourceChain,
    payoutChain: waitedChain(decision, transfers, sourceChain, input),
    askedForMs: firstAskedMs === null ? null : nowMs - firstAskedMs,
    failureCount: input.nodeFailureCount,
    retryAfterSeconds: input.nodeFailure?.retryAfterSeconds ?? null,
  };
}

type RefundClaim = Pick<SwapReading, "state" | "refundExpected">;

/** The chain of the payout that the swap waits for. Native payouts come last: nobody signs them. */
function waitedChain(
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
  out: SwapReading["out"],
  payoutChain: string | null,
  { preset, signingOf }: SwapInput,
): Situation["refundWait"] {
  const unsentRefund = out.find(({ kind, txid }) => kind === "refund" && txid === null);
  const isPayoutAhead = out.some(
    ({ kind, chain, txid }) => kind === "swap" && chain === payoutChain && txid === null,
  );
  if (!refundExpected || !unsentRefund || !isPayoutAhead || unsentRefund.chain === payoutChain)
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
  { sourceChain, payoutChain, haltedChain, isEnded }: SwapWait,
  preset: Preset,
): NamedChains {
  return {
    sourceChainName: knownChainName(sourceChain, preset),
    payoutChainName: knownChainName(payoutChain, preset),
    isPaidNatively: payoutChain === preset.nativeChain,
    haltedChain:
      haltedChain === undefined ? null : (knownChainName(haltedChain, preset) ?? "its chain"),
    isEnded,
  };
}

function knownChainName(chainCode: string | null, preset: Preset): string | null {
  return findChainRow(chainCode, preset)?.name ?? null;
}
