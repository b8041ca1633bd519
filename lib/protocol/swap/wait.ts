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
  readonly isHeld: boolean;
  readonly isLimitOrder: boolean;
  /** Sources differ about a refund, so the chain where the swap ends is not known. */
  readonly isReturnDoubted: boolean;
  readonly payoutChain: string | null;
  readonly sourceChain: string | null;
  readonly poll: PollInput;
}

type SwapTiming = Pick<PollInput, "stages" | "progress" | "isHeld" | "isLimitOrder">;

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
  const isReturnDoubted = isUnconfirmed && isReturnReported(sources);
  const payoutChain = isReturnDoubted ? null : waitedChain(decision, transfers, sourceChain, input);
  const signing = payoutChain === null ? "unknown" : input.signingOf(payoutChain);
  const memo = nodeFacts !== null && memoText === nodeFacts.memoText ? nodeFacts.memo : null;
  const isLimitOrder = memo?.limitOrder ?? false;
  const progress = partsProgress(stages, queue.queued);
  const isPaused = queue.isPartsPaused && (progress !== null || isLimitOrder);
  const halt = findHalt([sourceChain, payoutChain], input);
  const isHeld = isSwapHeld(decision, isPaused || halt.haltedChain !== undefined, signing);
  const timing: SwapTiming = { stages, progress, isHeld, isLimitOrder };
  return {
    ...halt,
    isHeld,
    isLimitOrder,
    isReturnDoubted,
    order: isUnconfirmed ? null : limitOrderOf({ ...queue, state: decision.state, out, memo }),
    payoutChain,
    poll: { ...askingState(decision, transfers, sources, input), ...timing },
    refundWait: refundWaitOf(decision, out, payoutChain, input),
    signing,
    sourceChain,
  };
}

function isReturnReported(sources: Sources): boolean {
  const { indexerFacts } = sources;
  const reports = [...answeredNodes(sources), ...(indexerFacts ? [indexerFacts] : [])];
  return reports.some(
    ({ refundExpected, state }) => refundExpected || stateRows[state].back !== undefined,
  );
}

/** An ended chain is named before a halted one, because nothing resumes there. */
function findHalt(
  chains: readonly (string | null)[],
  { tradingOf, isEnded }: SwapInput,
): Pick<SwapWait, "haltedChain" | "isEnded"> {
  const haltedChains = chains
    .filter((code) => code !== null)
    .filter((code) => tradingOf(code) === "halted");
  const endedChain = haltedChains.find((code) => isEnded(code));
  return { haltedChain: endedChain ?? haltedChains[0], isEnded: endedChain !== undefined };
}

/** A halt does not stop confirmations. A held swap is polled slowly, an unconfirmed claim is not. */
function isSwapHeld(
  { state, doubt }: Decision,
  isQueueStopped: boolean,
  signing: Verdict,
): boolean {
  const { phase } = stateRows[state];
  if (phase === "pools") return isQueueStopped;
  return phase === "outbound" && signing === "halted" && doubt !== "unconfirmed";
}

function askingState(
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
    terminal: decision.final !== null,
    isUnconfirmed: decision.doubt === "unconfirmed",
    preset,
    sourceChain,
    payoutChain: waitedChain(decision, transfers, sourceChain, input),
    askedForMs: firstAskedMs === null ? null : nowMs - firstAskedMs,
    failures: input.nodeFailureCount,
    retryAfterSeconds: input.nodeFailure?.retryAfterSeconds ?? null,
  };
}

type RefundClaim = Pick<SwapReading, "state" | "refundExpected">;

/** The native chain comes last: it signs nothing, and its payouts never get an id. */
function waitedChain(
  { state, refundExpected }: RefundClaim,
  { out, memoText }: SwapTransfers,
  sourceChain: string | null,
  { knownAssets, preset }: SwapInput,
): string | null {
  const refunds = out.filter(({ kind }) => kind === "refund");
  const payouts = [...out.filter(({ kind }) => kind === "swap"), ...refunds];
  const external = payouts.filter(({ chain }) => chain !== preset.nativeChain);
  const plannedRefund = refundExpected ? refunds[0] : undefined;
  const nextPayout =
    external.find(({ txid }) => txid === null) ?? plannedRefund ?? external[0] ?? payouts[0];
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
  const refund = out.find(({ kind, txid }) => kind === "refund" && txid === null);
  const isPayoutAhead = out.some(
    ({ kind, chain, txid }) => kind === "swap" && chain === payoutChain && txid === null,
  );
  if (!refundExpected || !refund || !isPayoutAhead || refund.chain === payoutChain) return null;
  // A refund on the native chain is made at once, without an id.
  if (refund.chain === preset.nativeChain) return "native";
  return {
    chainName: shortChainName(refund.chain, preset),
    signing: signingOf(refund.chain),
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

function knownChainName(code: string | null, preset: Preset): string | null {
  return findChainRow(code, preset)?.name ?? null;
}
