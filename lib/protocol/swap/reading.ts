// Reads one swap from nodes and indexers, and remembers what was seen of its hash.

import { LRUCache } from "lru-cache";
import { payoutEndOf, signingPeriodBlocks } from "../market/costs.ts";
import { type Market, readMarket } from "../market/market.ts";
import { type Quorum, quorumOf } from "../model/agreed.ts";
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
import { parseTxid } from "../values/txid.ts";
import { forbidResending, swapAdvice } from "./advice.ts";
import { type Sources, sourcesOf } from "./claim.ts";
import { isLate, readDropped } from "./dropped.ts";
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

const OPEN_KEEP_MS = 5_000;
const FINAL_KEEP_MS = 3_600_000;
const MAX_HASHES = 2_000;
/** Judged nodes are at most five blocks apart. */
const NODES_LAG_MS = 60_000;

interface Disagreement {
  readonly rules: string;
  readonly sinceMs: number;
}

interface FinalSwap {
  readonly answers: SourceAnswers;
  readonly heights: QueueFacts["heights"];
  readonly sinceMs: number;
}

/** What is remembered of a hash. */
interface SeenSwap {
  readonly firstAskedMs: number;
  startedAtMs?: number | null;
  finalisedSinceMs: number | null;
  nodeFailureCount: number;
  disagreement: Disagreement | null;
  final: FinalSwap | null;
}

interface Reader extends ReaderSetup {
  readonly quorum: Quorum;
  readonly seenSwaps: LRUCache<string, SeenSwap>;
}

/**
 * If no source could be read, the swap has the state `unavailable`.
 * @throws InputError, of the reader: the text is no transaction id, or the chain is not known.
 */
export function createSwapReader(setup: ReaderSetup) {
  const seenSwaps = new LRUCache<string, SeenSwap>({ max: MAX_HASHES });
  const reader: Reader = { quorum: quorumOf(setup.nodes), seenSwaps, ...setup };
  return (text: string, chain: string | null, signal: AbortSignal): Promise<SwapReading> =>
    readSwap(reader, text, chain, signal);
}

function getSeenSwap({ seenSwaps, now }: Reader, txid: string): SeenSwap {
  const seen = seenSwaps.get(txid) ?? {
    firstAskedMs: now(),
    finalisedSinceMs: null,
    nodeFailureCount: 0,
    disagreement: null,
    final: null,
  };
  seenSwaps.set(txid, seen);
  return seen;
}

async function readSwap(
  reader: Reader,
  text: string,
  chain: string | null,
  signal: AbortSignal,
): Promise<SwapReading> {
  const { preset, quorum, now, safetyReader } = reader;
  const txid = parseTxid(text, chain, preset);
  const seen = getSeenSwap(reader, txid);
  const safety = await safetyReader.read(signal);
  const nodes = orderedNodes(reader, safety);
  const options = { signal, keepMs: OPEN_KEEP_MS, isQuestion: true };
  const sourcesRead = await readAnswers(reader, seen, txid, safety, nodes, options);
  const { input, answers, market, nodeFailure, final } = sourcesRead;
  const sources = sourcesOf(input);
  seen.disagreement = nodesDisagreement(sources, seen.disagreement, input.nowMs);
  const isDisagreementTooLong = isTooLong(seen.disagreement, input.nowMs);
  if (isFinalised(sources, quorum)) seen.finalisedSinceMs ??= now();
  const records = await readRecords(reader, sourcesRead, nodes, options);
  const renewedSafety = await safetyReader.renew(safety, signal);
  const judgement = judgeSwap({
    ...input,
    ...networkFacts(renewedSafety, market, records),
    isDisagreementTooLong,
    finalisedSinceMs: seen.finalisedSinceMs,
    chain: chain === null ? null : chainCodeOf(chain, preset.chains),
    nodeFailure,
    nodeFailureCount: Math.max(1, seen.nodeFailureCount),
    nowMs: now(),
    firstAskedMs: seen.firstAskedMs,
  });
  if (sources.indexerFacts !== null) seen.startedAtMs ??= judgement.facts.startedAtMs;
  if (!final) rememberFinal(seen, judgement, answers, records.heights, now());
  return swapReading(reader, seen, judgement, renewedSafety);
}

interface SourcesRead {
  readonly input: ClaimInput;
  readonly answers: SourceAnswers;
  readonly market: Market;
  readonly nodeFailure: SwapInput["nodeFailure"];
  /** The remembered swap whose answers these are; null where they were read now. */
  readonly final: FinalSwap | null;
}

async function readAnswers(
  reader: Reader,
  seen: SeenSwap,
  txid: string,
  safety: Safety,
  nodes: readonly Provider[],
  options: GetOptions & { readonly signal: AbortSignal },
): Promise<SourcesRead> {
  const { preset, quorum, now } = reader;
  const { indexers } = safety;
  const final = seen.final && now() - seen.final.sinceMs < FINAL_KEEP_MS ? seen.final : null;
  const [market, firstAnswers] = await Promise.all([
    readMarket(reader, safety, options.signal),
    final?.answers ?? readFirstAnswers(nodes, indexers, preset, txid, options),
  ]);
  const isFirstRead = "nodeAnswer" in firstAnswers;
  const nodeFailure = isFirstRead ? firstAnswers.nodeAnswer.failure : null;
  seen.nodeFailureCount = nodeFailure ? seen.nodeFailureCount + 1 : 0;
  const question = {
    preset,
    knownAssets: listKnownAssets(preset, market.pools ?? []),
    txid,
    quorum,
    // A synced indexer that could not be read still counts as a source.
    indexerInSync: indexers.length > 0,
    finalisedSinceMs: seen.finalisedSinceMs,
    startedAtMs: seen.startedAtMs,
  };
  const answers = isFirstRead
    ? await readMoreSources(reader, question, firstAnswers, nodes, options)
    : firstAnswers;
  return { input: { ...question, ...answers, nowMs: now() }, answers, market, nodeFailure, final };
}

/** Judged nodes come first. Any other may still report a payout, which stays made. */
function orderedNodes(reader: Reader, { nodes, indexers }: Safety): readonly Provider[] {
  const judgedFirst = [...nodes, ...reader.nodes.filter((node) => !nodes.includes(node))];
  const hasIndexer = ({ operator }: Provider) => operator === indexers[0]?.operator;
  // Nodes of other operators first, so that node and indexer are two sources.
  return [...judgedFirst.filter((node) => !hasIndexer(node)), ...judgedFirst.filter(hasIndexer)];
}

function nodesDisagreement(
  { nodeFacts, secondNodeFacts }: Sources,
  earlier: Disagreement | null,
  nowMs: number,
): Disagreement | null {
  if (nodeFacts === null || secondNodeFacts === null || nodeFacts.rule === secondNodeFacts.rule)
    return null;
  const rules = `${nodeFacts.rule} ${secondNodeFacts.rule}`;
  return earlier?.rules === rules ? earlier : { rules, sinceMs: nowMs };
}

const isTooLong = (disagreement: Disagreement | null, nowMs: number): boolean =>
  disagreement !== null && nowMs - disagreement.sinceMs > NODES_LAG_MS;

function rememberFinal(
  seen: SeenSwap,
  { facts, final }: SwapJudgement,
  answers: SourceAnswers,
  heights: QueueFacts["heights"],
  sinceMs: number,
): void {
  // An indexer without an action of this hash may still record a refund, so nothing is final yet.
  const isRecorded = (answers.indexerActions?.actions.length ?? 0) > 0;
  if (final === null || facts.out.length === 0 || answers.nodeStatus === null || !isRecorded)
    return;
  seen.final = { answers: { ...answers, indexerProvider: null }, heights, sinceMs };
}

function swapReading(
  { toEnvelope }: Reader,
  seen: SeenSwap,
  { facts: judgedFacts, isOneSource }: SwapJudgement,
  safety: Safety,
): SwapReading {
  const facts = { ...judgedFacts, startedAtMs: seen.startedAtMs ?? judgedFacts.startedAtMs };
  if (facts.state !== "unavailable")
    return { ...toEnvelope(safety, swapAdvice(facts, isOneSource), null), ...facts };
  const failure = failureOf(because("swap_not_read"), facts.nextPollSeconds ?? undefined);
  const warning = forbidResending("unchecked");
  return { ...toEnvelope(safety, warnedAdvice(warning), failure), ...facts };
}

type NetworkFacts = Pick<
  SwapInput,
  | "storedMemo"
  | "isRejectedOnChain"
  | "queue"
  | "signingOf"
  | "tradingOf"
  | "isEnded"
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
    signingOf: (code) => verdicts.chains.get(code)?.signing.verdict ?? "unknown",
    tradingOf: (code) => verdicts.chains.get(code)?.trading.verdict ?? "unknown",
    isEnded: (code) =>
      isHaltForGood(verdicts.chains.get(code)?.trading.haltedBy ?? [], code, evidence.preset),
    prices: market.prices,
    longestWaits: (code) => maxWaits(evidence, code),
    payoutEnd: payoutEndOf(market),
  };
}

interface SwapRecords extends Pick<QueueFacts, "queued" | "heights" | "dropped"> {
  readonly storedMemo: string | null;
  readonly isRejectedOnChain: boolean;
}

/** Reads what the state of the swap still needs. */
async function readRecords(
  { preset, quorum }: Reader,
  { input, answers, market, final }: SourcesRead,
  nodes: readonly Provider[],
  options: GetOptions,
): Promise<SwapRecords> {
  const { nodeStatus, txid } = input;
  const periodBlocks = signingPeriodBlocks(market);
  const isPending = nodeStatus?.stages.swap_status?.pending === true;
  const isOver = nodeStatus?.stages.inbound_finalised?.completed === true && !isPending;
  const isOrder = parseSwapMemo(nodeStatus?.tx?.memo ?? "")?.limitOrder === true;
  const isWaiting =
    nodeStatus !== null && periodBlocks !== null && isLate(nodeStatus, periodBlocks);
  const areHeightsNeeded = final === null && isOrder && isOver;
  const query = { nodes: onePerOperator(nodes), quorum, preset, txid, options };
  // Only nodes of other operators may confirm the indexer.
  const witnesses = nodes.filter((node) => isIndependent(quorum, node, answers.indexerProvider));
  const [isRejectedOnChain, queued, heights, storedMemo, dropped] = await Promise.all([
    isRejectionClaimed(input) && readRejection(witnesses, txid, options),
    isPending ? readQueuedSwap(query) : null,
    areHeightsNeeded ? readDepositHeights(query) : (final?.heights ?? null),
    isMemoless(preset, nodeStatus) ? readStoredMemo(nodeStatus, query) : null,
    isWaiting ? readDropped(query, periodBlocks) : null,
  ]);
  return { isRejectedOnChain, queued, heights, storedMemo, dropped };
}

function onePerOperator(nodes: readonly Provider[]): readonly Provider[] {
  const operators = nodes.map(({ operator }) => operator);
  return nodes.filter(({ operator }, index) => operators.indexOf(operator) === index);
}
