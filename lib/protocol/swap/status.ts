// The state of one swap. The node decides; the indexer settles what the node leaves open, and a refund beats a swap.

import { type Prices, priceAmount } from "../market/prices.ts";
import type { Envelope, Failure } from "../model/envelope.ts";
import type { SwapReading, SwapState } from "../model/swap.ts";
import type { Verdict } from "../model/verdicts.ts";
import type { Actions, TxStatus } from "../upstream/schemas.ts";
import { memoChain } from "../values/asset-match.ts";
import { payoutChainOf } from "../values/assets.ts";
import { cleanTextOrNull, isAddressText } from "../values/clean-text.ts";
import { type IndexerFacts, readIndexerFacts } from "./indexer.ts";
import { parseSwapMemo } from "./memo.ts";
import { type NodeFacts, readNodeFacts, readStages, readStreaming } from "./node.ts";
import { type AssetContext, swapOutputs } from "./outputs.ts";
import { isGivenUp, nextPollSeconds, type PollInput, secondsLeft, streamingSecondsLeft } from "./poll.ts";
import { explainSwap, type Situation, swapHeadline } from "./words.ts";

/** A deposit without outputs stays open this long: the output may still be planned (10 protocol blocks). */
const NO_OUTPUT_OPEN_MS = 60_000;

export interface SwapInput extends AssetContext {
  /** As `parseTxid` gives it. */
  readonly txid: string;
  /** The caller's hint of the source chain, a code of the preset. */
  readonly chain: string | null;
  /** The node's answer, or null with the failure that stands for it. */
  readonly node: TxStatus | null;
  readonly nodeFailure: Pick<Failure, "retryAfterSeconds"> | null;
  /** Node reads that failed in a row for this hash, this one included. */
  readonly nodeFailures?: number;
  /** The indexer's answer for this hash, or null when it was not read. */
  readonly indexer: Actions | null;
  /** False also when the indexer's health is not known: its actions are then not used. */
  readonly indexerInSync: boolean;
  readonly nowMs: number;
  /** When this hash was first asked for, as far as the caller remembers. */
  readonly firstAskedMs: number | null;
  /** A time at which the deposit was finalised already: first sight of such an answer. Null keeps `no_output` open. */
  readonly finalisedSinceMs: number | null;
  /** Verdict of signing on a chain; asked once, for the chain that the payout (or the refund) goes to. */
  readonly signingOf: (chain: string) => Verdict;
  /** Verdict of trading on a chain; asked for the chains that the deposit came from and that the payout goes to. */
  readonly tradingOf: (chain: string) => Verdict;
  /** Of now: the records name none of their own day. */
  readonly prices: Prices;
}

export type SwapFacts = Omit<SwapReading, keyof Envelope>;

type Decision = Pick<SwapReading, "state" | "terminal" | "refundExpected" | "decidedBy"> & {
  readonly doubt: Situation["doubt"];
};

/** Everything of a SwapReading but its envelope. Pure: the same input gives the same facts, and no jitter is added. */
export function mergeSwapFacts(input: SwapInput): SwapFacts {
  const { node, preset } = input;
  const nodeFacts = node && readNodeFacts(node, input);
  const indexed =
    input.indexer && input.indexerInSync
      ? readIndexerFacts(input.indexer, input.txid, nodeFacts?.memoText ?? null, input)
      : null;
  const decision = decide(nodeFacts, indexed, input);
  const isSeenByNode = nodeFacts !== null && nodeFacts.rule !== "notSeen";
  const stages = isSeenByNode && node ? node.stages : null;
  const deposit = (isSeenByNode && node ? nodeDeposit(node, preset) : null) ?? indexed?.in ?? null;
  const nodeOuts = swapOutputs(nodeFacts?.outputs ?? []);
  const indexedOuts = indexed?.out ?? [];
  const isIndexersWord = decision.decidedBy === "indexer" && indexedOuts.length > 0;
  const out = nodeOuts.length === 0 || isIndexersWord ? indexedOuts : nodeOuts;
  const sourceChain = deposit?.chain ?? input.chain;
  const payoutChain = waitedChain(decision, out, sourceChain, nodeFacts?.memoText ?? indexed?.memo ?? null, input);
  const signing = payoutChain === null ? "unknown" : input.signingOf(payoutChain);
  const poll: PollInput = {
    state: decision.state,
    terminal: decision.terminal,
    stages,
    preset,
    sourceChain,
    payoutChain,
    askedForMs: input.firstAskedMs === null ? null : input.nowMs - input.firstAskedMs,
    failures: input.nodeFailures ?? 1,
    retryAfterSeconds: input.nodeFailure?.retryAfterSeconds ?? null,
  };
  const stageList = readStages(decision.state, stages);
  const haltedChain = [sourceChain, payoutChain]
    .filter((code) => code !== null)
    .find((code) => input.tradingOf(code) === "halted");
  const pairName = (code: string | null) => preset.chains.find((chain) => chain.code === code)?.name ?? null;
  const { doubt, ...decided } = decision;
  const situation: Situation = {
    ...decided,
    doubt: decided.state === "unknown" && doubt === null && isGivenUp(poll.askedForMs) ? "given_up" : doubt,
    signing,
    payoutChainName: pairName(payoutChain),
    haltedChain: haltedChain === undefined ? null : (pairName(haltedChain) ?? "its chain"),
    streaming: readStreaming(stages),
    shown: new Set(out.map((entry) => entry.kind)),
    limitOrder: nodeFacts?.memo?.limitOrder ?? false,
    secondsLeft: stageList.find((stage) => stage.secondsLeft)?.secondsLeft ?? null,
  };
  return {
    txid: input.txid,
    ...decided,
    headline: swapHeadline(situation),
    explanation: explainSwap(situation),
    stages: stageList,
    in: deposit,
    out,
    refundReason: indexed?.refundReason ?? null,
    liquidityFee:
      indexed?.liquidityFee == null ? null : priceAmount(input.prices, preset.nativeAsset, indexed.liquidityFee),
    outboundFees: (indexed?.outboundFees ?? []).map((fee) => priceAmount(input.prices, fee.asset, fee.base)),
    startedAtMs: indexed?.startedAtMs ?? null,
    estimatedSecondsLeft: secondsLeft(poll, signing === "open"),
    streamingLeft: streamingSecondsLeft(poll, nodeFacts?.memo?.limitOrder ?? false),
    nextPollSeconds: nextPollSeconds(poll),
    payoutChain,
    signing,
  };
}

function decide(node: NodeFacts | null, indexed: IndexerFacts | null, input: SwapInput): Decision {
  if (node === null) {
    if (indexed === null) return { ...nothing, state: "unavailable", decidedBy: null, doubt: null };
    return { ...byIndexer(indexed), terminal: indexed.rejected, doubt: "node_unread" };
  }
  const own: Decision = {
    state: node.state,
    terminal: node.terminal,
    refundExpected: node.refundExpected || (node.isSwapOver && (indexed?.refundExpected ?? false)),
    decidedBy: "node",
    doubt: node.rule === "notASwap" ? "not_a_swap" : node.rule === "recipientUnclear" ? "not_classifiable" : null,
  };
  switch (node.rule) {
    case "notSeen":
      return indexed ? byIndexer(indexed) : own;
    case "recipientPaid":
      return finishedStatus(own, node, indexed);
    case "recipientUnclear":
      return indexed && isOutcome(indexed.state) ? byIndexer(indexed) : own;
    case "nothingPlanned":
      return statusWithoutOutput(own, indexed, input);
    case "recipientUnpaid":
      // No payout to the user is planned, and the indexer has seen the refund.
      return indexed && isRefund(indexed.state) && !node.hasUserOutput ? byIndexer(indexed) : own;
    default:
      return own;
  }
}

const nothing = { terminal: false, refundExpected: false } as const;

function byIndexer({ state, settled, refundExpected }: IndexerFacts): Decision {
  return { state, terminal: settled, refundExpected, decidedBy: "indexer", doubt: null };
}

/** A refund that only the indexer shows turns "done" into what it is. */
function finishedStatus(own: Decision, node: NodeFacts, indexed: IndexerFacts | null): Decision {
  if (indexed === null) return own;
  if (indexed.refundExpected) return byIndexer(indexed);
  if (!isRefund(indexed.state)) return own;
  // A payout told by its asset alone may be the affiliate's; one to the recipient's address is not.
  const isCertain = node.outputs.some((out) => out.proof === "address");
  return { ...byIndexer(indexed), state: isCertain ? "partially_refunded" : indexed.state };
}

function statusWithoutOutput(own: Decision, indexed: IndexerFacts | null, input: SwapInput): Decision {
  if (indexed && (isRefund(indexed.state) || indexed.refundExpected || indexed.state === "failed"))
    return byIndexer(indexed);
  if (indexed?.state === "done" && indexed.paidUser) return byIndexer(indexed);
  const isIndexerRead = input.indexer !== null && input.indexerInSync;
  const isOldEnough = input.finalisedSinceMs !== null && input.nowMs - input.finalisedSinceMs >= NO_OUTPUT_OPEN_MS;
  return { ...own, terminal: isIndexerRead && isOldEnough && (indexed?.settled ?? true) };
}

function isRefund(state: SwapState): boolean {
  return state === "refunded" || state === "partially_refunded";
}

function isOutcome(state: SwapState): boolean {
  return isRefund(state) || state === "done" || state === "failed";
}

function nodeDeposit(node: TxStatus, preset: AssetContext["preset"]): SwapReading["in"] {
  const coin = node.tx?.coins?.[0];
  if (!node.tx || !coin) return null;
  const { from_address: from } = node.tx;
  return {
    chain: node.tx.chain || (payoutChainOf(coin.asset, preset) ?? ""),
    asset: coin.asset,
    amount: coin.amount,
    address: from && isAddressText(from) ? from : null,
    memo: cleanTextOrNull(node.tx.memo),
  };
}

/**
 * The chain whose signing the swap waits for: of the payout that is not sent yet, else of the first one, else the memo's target.
 * The protocol's own chain comes last: it signs nothing, and a payout on it has no id even when it was made.
 */
function waitedChain(
  decision: Decision,
  out: SwapReading["out"],
  sourceChain: string | null,
  memoText: string | null,
  context: AssetContext,
): string | null {
  const payouts = [...out.filter((entry) => entry.kind === "swap"), ...out.filter((entry) => entry.kind === "refund")];
  const external = payouts.filter((entry) => entry.chain !== context.preset.nativeChain);
  const next = external.find((entry) => entry.txid === null) ?? external[0] ?? payouts[0];
  if (next) return next.chain;
  if (decision.refundExpected || isRefund(decision.state)) return sourceChain;
  const memo = memoText === null ? null : parseSwapMemo(memoText);
  return memo && memoChain(memo.target, context.known, context.preset);
}
