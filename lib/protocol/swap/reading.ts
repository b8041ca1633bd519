// Reads one swap from nodes and indexers, and remembers what was seen of its hash.

import { LRUCache } from "lru-cache";
import { payoutEndOf, signingPeriodBlocks } from "../market/costs.ts";
import { type Market, readMarket } from "../market/market.ts";
import { onePerOperator, type Quorum, quorumOf } from "../model/agreed.ts";
import { because } from "../model/reasons.ts";
import type { SwapReading } from "../model/swap.ts";
import { warnedAdvice } from "../safety/advice.ts";
import { isHaltForGood } from "../safety/chain-note.ts";
import { failureOf } from "../safety/failures.ts";
import { findMemolessHalt, findPartsPause } from "../safety/halts.ts";
import type { ReaderSetup, Safety } from "../safety/safety.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { listKnownAssets } from "../values/assets.ts";
import { chainCodeOf } from "../values/chains.ts";
import { parsedOrNull, parseTxid } from "../values/txid.ts";
import { forbidResending, swapAdvice } from "./advice.ts";
import { type Sources, sourcesOf } from "./claim.ts";
import { isPayoutLate, readDropped } from "./dropped.ts";
import { isFinalised } from "./final.ts";
import type { ClaimInput, QueueFacts, SwapInput } from "./input.ts";
import { parseSwapMemo } from "./memo.ts";
import { maxRestBlocks, readDepositHeights } from "./order.ts";
import { readQueuedSwap } from "./queue.ts";
import { isMemoless, readStoredMemo } from "./reference.ts";
import {
  isIndependent,
  isRejectionClaimed,
  readFirstAnswers,
  readMoreSources,
  readRejection,
  type SourceAnswers,
} from "./sources.ts";
import { maxWaits } from "./stage-figures.ts";
import { judgeSwap, type SwapJudgement } from "./status.ts";

const OPEN_SWAP_KEEP_MS = 5_000;
const FINAL_SWAP_KEEP_MS = 3_600_000;
const MAX_SEEN_SWAPS = 2_000;
/** Longest time that lag may make two nodes differ: usable nodes are up to five blocks apart. */
const NODES_LAG_MS = 60_000;

interface Disagreement {
  readonly rulePair: string;
  readonly sinceMs: number;
}

interface FinalSwap {
  readonly answers: SourceAnswers;
  readonly depositHeights: QueueFacts["depositHeights"];
  readonly sinceMs: number;
}

interface SeenSwap {
  readonly firstAskedMs: number;
  startedAtMs?: number | null;
  finalisedSinceMs: number | null;
  nodeFailureCount: number;
  disagreement: Disagreement | null;
  final: FinalSwap | null;
}

export interface SwapReaderSetup extends ReaderSetup {
  /**
   * The name under which a swap is remembered: its id, unless one id is another swap each time, as
   * that of the sample which starts again and again.
   */
  readonly seenName?: ((txid: string) => string) | undefined;
}

interface Reader extends SwapReaderSetup {
  readonly quorum: Quorum;
  readonly seenSwaps: LRUCache<string, SeenSwap>;
}

/**
 * The returned function reads one swap. The function throws an InputError for a bad transaction id
 * or an unknown chain. If no node and no indexer answers, the swap's state is `unavailable`.
 */
export function createSwapReader(setup: SwapReaderSetup) {
  const seenSwaps = new LRUCache<string, SeenSwap>({ max: MAX_SEEN_SWAPS });
  const reader: Reader = { quorum: quorumOf(setup.nodes), seenSwaps, ...setup };
  return async (txidText: string, chainText: string | null, signal: AbortSignal) => {
    const reading = await readSwap(reader, { txidText, chainText, signal });
    return (await readPaidSwap(reader, reading, signal)) ?? reading;
  };
}

/**
 * The swap of which the requested id is a payment, if its nodes list that payment too. Null if not,
 * or if too few calls are left to ask them: then `reading` names the deposit, as one indexer does.
 */
async function readPaidSwap(
  reader: Reader,
  { paidFor, txid }: SwapReading,
  signal: AbortSignal,
): Promise<SwapReading | null> {
  const depositTxid = paidFor && parsedOrNull(() => parseTxid(paidFor, null, reader.preset));
  if (!depositTxid) return null;
  const request = { txidText: depositTxid, chainText: null, signal, isSpare: true };
  const swapReading = await readSwap(reader, request);
  const paymentKinds = swapReading.out
    .filter((payment) => payment.txid === txid)
    .map(({ kind }) => kind);
  const requestedPayment = paymentRanks.find((kind) => paymentKinds.includes(kind));
  // Where no node was read, one indexer alone would confirm its own word.
  if (requestedPayment === undefined || swapReading.doubt === "node_unread") return null;
  return { ...swapReading, situation: { ...swapReading.situation, requestedPayment } };
}

/** One transaction may pay several: who asks for it wants to know of the first of these. */
const paymentRanks = ["swap", "refund", "affiliate"] as const;

function getSeenSwap({ seenSwaps, now, seenName }: Reader, txid: string): SeenSwap {
  const name = seenName?.(txid) ?? txid;
  const seenSwap = seenSwaps.get(name) ?? {
    firstAskedMs: now(),
    finalisedSinceMs: null,
    nodeFailureCount: 0,
    disagreement: null,
    final: null,
  };
  seenSwaps.set(name, seenSwap);
  return seenSwap;
}

interface SwapRequest {
  readonly txidText: string;
  readonly chainText: string | null;
  readonly signal: AbortSignal;
  readonly isSpare?: boolean;
}

async function readSwap(
  reader: Reader,
  { txidText, chainText, signal, isSpare = false }: SwapRequest,
): Promise<SwapReading> {
  const { preset, quorum, now, safetyReader } = reader;
  const txid = parseTxid(txidText, chainText, preset);
  const seenSwap = getSeenSwap(reader, txid);
  const safety = await safetyReader.read(signal);
  const nodes = orderedNodes(reader, safety);
  const options = { signal, keepMs: OPEN_SWAP_KEEP_MS, isClientCall: true, isSpare };
  const sourceReading = await readAnswers(reader, seenSwap, txid, safety, nodes, options);
  const { input, answers, market, nodeFailure, finalSwap } = sourceReading;
  const sources = sourcesOf(input);
  // A spare call that was not made says nothing of the nodes.
  if (!isSpare)
    seenSwap.disagreement = nodesDisagreement(sources, seenSwap.disagreement, input.nowMs);
  const isDisagreementTooLong = isTooLong(seenSwap.disagreement, input.nowMs);
  if (isFinalised(sources, quorum)) seenSwap.finalisedSinceMs ??= now();
  const swapRecords = await readRecords(reader, sourceReading, nodes, options);
  const renewedSafety = await safetyReader.renew(safety, signal);
  const judgement = judgeSwap({
    ...input,
    ...networkFacts(renewedSafety, market, swapRecords),
    isDisagreementTooLong,
    finalisedSinceMs: seenSwap.finalisedSinceMs,
    chain: chainText === null ? null : chainCodeOf(chainText, preset.chains),
    nodeFailure,
    nodeFailureCount: Math.max(1, seenSwap.nodeFailureCount),
    nowMs: now(),
    firstAskedMs: seenSwap.firstAskedMs,
  });
  if (sources.indexerFacts !== null) seenSwap.startedAtMs ??= judgement.facts.startedAtMs;
  if (!finalSwap) rememberFinal(seenSwap, judgement, answers, swapRecords.depositHeights, now());
  return swapReading(reader, seenSwap, judgement, renewedSafety);
}

interface SourceReading {
  readonly input: ClaimInput;
  readonly answers: SourceAnswers;
  readonly market: Market;
  readonly nodeFailure: SwapInput["nodeFailure"];
  readonly finalSwap: FinalSwap | null;
}

async function readAnswers(
  reader: Reader,
  seenSwap: SeenSwap,
  txid: string,
  safety: Safety,
  nodes: readonly Provider[],
  options: GetOptions & { readonly signal: AbortSignal },
): Promise<SourceReading> {
  const { preset, quorum, now } = reader;
  const { indexers } = safety;
  const finalSwap =
    seenSwap.final && now() - seenSwap.final.sinceMs < FINAL_SWAP_KEEP_MS ? seenSwap.final : null;
  const [market, firstAnswers] = await Promise.all([
    readMarket(reader, safety, options.signal),
    finalSwap?.answers ?? readFirstAnswers(nodes, indexers, preset, txid, options),
  ]);
  const areAnswersNew = "nodeAnswer" in firstAnswers;
  const nodeFailure = areAnswersNew ? firstAnswers.nodeAnswer.failure : null;
  if (!options.isSpare) seenSwap.nodeFailureCount = nodeFailure ? seenSwap.nodeFailureCount + 1 : 0;
  const swapQuery = {
    preset,
    knownAssets: listKnownAssets(preset, market.pools ?? []),
    txid,
    quorum,
    // True if the safety check found a synced indexer, even if its answer could not be read here.
    indexerInSync: indexers.length > 0,
    finalisedSinceMs: seenSwap.finalisedSinceMs,
    startedAtMs: seenSwap.startedAtMs,
  };
  const answers = areAnswersNew
    ? await readMoreSources(reader, swapQuery, firstAnswers, nodes, options)
    : firstAnswers;
  const claimInput = { ...swapQuery, ...answers, nowMs: now() };
  return { input: claimInput, answers, market, nodeFailure, finalSwap };
}

/** Puts usable nodes first. Nodes that lag follow: a payout that they report is still true. */
function orderedNodes(reader: Reader, { nodes, indexers }: Safety): readonly Provider[] {
  const usableNodesFirst = [...nodes, ...reader.nodes.filter((node) => !nodes.includes(node))];
  const runsIndexer = ({ operator }: Provider) => operator === indexers[0]?.operator;
  // Nodes of the indexer's operator come last: they cannot confirm what that indexer says.
  return [
    ...usableNodesFirst.filter((node) => !runsIndexer(node)),
    ...usableNodesFirst.filter(runsIndexer),
  ];
}

function nodesDisagreement(
  { nodeFacts, secondNodeFacts }: Sources,
  lastDisagreement: Disagreement | null,
  nowMs: number,
): Disagreement | null {
  if (nodeFacts === null || secondNodeFacts === null || nodeFacts.rule === secondNodeFacts.rule)
    return null;
  const rulePair = `${nodeFacts.rule} ${secondNodeFacts.rule}`;
  return lastDisagreement?.rulePair === rulePair ? lastDisagreement : { rulePair, sinceMs: nowMs };
}

const isTooLong = (disagreement: Disagreement | null, nowMs: number): boolean =>
  disagreement !== null && nowMs - disagreement.sinceMs > NODES_LAG_MS;

function rememberFinal(
  seenSwap: SeenSwap,
  { facts, finalState }: SwapJudgement,
  answers: SourceAnswers,
  depositHeights: QueueFacts["depositHeights"],
  sinceMs: number,
): void {
  // Before the indexer lists the transaction, a refund may still appear. So nothing is kept.
  const isIndexed = (answers.indexerActions?.actions.length ?? 0) > 0;
  if (finalState === null || facts.out.length === 0 || answers.nodeStatus === null || !isIndexed)
    return;
  seenSwap.final = { answers: { ...answers, indexerProvider: null }, depositHeights, sinceMs };
}

function swapReading(
  { toEnvelope }: Reader,
  seenSwap: SeenSwap,
  { facts: judgedFacts, hasOneSource }: SwapJudgement,
  safety: Safety,
): SwapReading {
  const swapFacts = {
    ...judgedFacts,
    startedAtMs: seenSwap.startedAtMs ?? judgedFacts.startedAtMs,
  };
  if (swapFacts.state !== "unavailable")
    return { ...toEnvelope(safety, swapAdvice(swapFacts, hasOneSource), null), ...swapFacts };
  const failure = failureOf(because("swap_not_read"), swapFacts.nextPollSeconds ?? undefined);
  return {
    ...toEnvelope(safety, warnedAdvice(forbidResending("unchecked")), failure),
    ...swapFacts,
  };
}

type NetworkFacts = Pick<
  SwapInput,
  | "storedMemo"
  | "isRejectedOnChain"
  | "queue"
  | "signingOf"
  | "tradingOf"
  | "isHaltedForGood"
  | "prices"
  | "longestWaits"
  | "payoutEnd"
>;

function networkFacts(
  { evidence, verdicts }: Safety,
  market: Market,
  { storedMemo, isRejectedOnChain, ...records }: SwapRecords,
): NetworkFacts {
  return {
    storedMemo,
    isRejectedOnChain,
    queue: {
      ...records,
      maxRestBlocks: maxRestBlocks(evidence),
      isPartsPaused: findPartsPause(evidence).length > 0,
      isMemolessHalted: findMemolessHalt(evidence).length > 0,
      clock: evidence.clock,
    },
    signingOf: (chainCode) => verdicts.chains.get(chainCode)?.signing.verdict ?? "unknown",
    tradingOf: (chainCode) => verdicts.chains.get(chainCode)?.trading.verdict ?? "unknown",
    isHaltedForGood: (chainCode) =>
      isHaltForGood(
        verdicts.chains.get(chainCode)?.trading.haltedBy ?? [],
        chainCode,
        evidence.preset,
      ),
    prices: market.prices,
    longestWaits: (chainCode) => maxWaits(evidence, chainCode),
    payoutEnd: payoutEndOf(market),
  };
}

interface SwapRecords extends Pick<QueueFacts, "queuedSwap" | "depositHeights" | "dropState"> {
  readonly storedMemo: string | null;
  readonly isRejectedOnChain: boolean;
}

async function readRecords(
  { preset, quorum }: Reader,
  { input, answers, market, finalSwap }: SourceReading,
  nodes: readonly Provider[],
  options: GetOptions,
): Promise<SwapRecords> {
  const { nodeStatus, txid } = input;
  const signingBlocks = signingPeriodBlocks(market);
  const isSwapPending = nodeStatus?.stages.swap_status?.pending === true;
  const isSwapFinished = nodeStatus?.stages.inbound_finalised?.completed === true && !isSwapPending;
  const isLimitOrder = parseSwapMemo(nodeStatus?.tx?.memo ?? "")?.limitOrder === true;
  const isPayoutOverdue =
    nodeStatus !== null && signingBlocks !== null && isPayoutLate(nodeStatus, signingBlocks);
  const needsDepositHeights = finalSwap === null && isLimitOrder && isSwapFinished;
  const recordQuery = { nodes: onePerOperator(nodes), quorum, preset, txid, options };
  // A client's limit counts two calls of a swap: those that the queues cost besides must leave the
  // calls that other clients need.
  const queueQuery = { ...recordQuery, options: { ...options, isSpare: true } };
  const independentNodes = nodes.filter((node) =>
    isIndependent(quorum, node, answers.indexerProvider),
  );
  const [isRejectedOnChain, queuedSwap, depositHeights, storedMemo, dropState] = await Promise.all([
    isRejectionClaimed(input) && readRejection(independentNodes, txid, options),
    isSwapPending ? readQueuedSwap(queueQuery) : null,
    needsDepositHeights ? readDepositHeights(recordQuery) : (finalSwap?.depositHeights ?? null),
    isMemoless(preset, nodeStatus) ? readStoredMemo(nodeStatus, recordQuery) : null,
    isPayoutOverdue ? readDropped(queueQuery, signingBlocks) : null,
  ]);
  return { isRejectedOnChain, queuedSwap, depositHeights, storedMemo, dropState };
}
