// Reads one swap from nodes and indexers, and remembers what was seen of its hash.

import { LRUCache } from "lru-cache";
import { payoutEndOf, signingPeriodBlocks } from "../market/costs.ts";
import { type Market, readMarket } from "../market/market.ts";
import { type Agreed, type Quorum, quorumOf } from "../model/agreed.ts";
import { because } from "../model/reasons.ts";
import type { SwapReading, SwapState } from "../model/swap.ts";
import { warnedAdvice } from "../safety/advice.ts";
import { isForGood } from "../safety/chain-note.ts";
import { failureOf } from "../safety/failures.ts";
import { findMemolessHalt, findPartsPause } from "../safety/halts.ts";
import type { ReaderSetup, Safety } from "../safety/safety.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { listKnownAssets } from "../values/assets.ts";
import { chainCodeOf } from "../values/chains.ts";
import { parseTxid } from "../values/txid.ts";
import { forbidResending, swapAdvice } from "./advice.ts";
import { readSources, type SourceInput, type Sources } from "./claim.ts";
import { type Corroboration, isFinalised } from "./final.ts";
import { parseSwapMemo } from "./memo.ts";
import { maxRestBlocks, readDepositHeights } from "./order.ts";
import { maxWaits } from "./poll.ts";
import { isLate, readDropped, readQueuedSwap } from "./queue.ts";
import { isMemoless, readStoredMemo } from "./reference.ts";
import {
  isIndependent,
  isRejectionClaimed,
  readFirstAnswers,
  readMoreSources,
  readRejection,
  type SourceAnswers,
} from "./sources.ts";
import { judgeSwap, type QueueFacts, type SwapInput, type SwapJudgement } from "./status.ts";

const OPEN_KEEP_MS = 5_000;
const FINAL_KEEP_MS = 3_600_000;
const MAX_HASHES = 2_000;
/** Judged nodes are at most five blocks apart. */
const NODES_LAG_MS = 60_000;

/** What is remembered of a hash. */
interface SeenSwap {
  readonly firstAskedMs: number;
  startedAtMs?: number | null;
  finalisedSinceMs: number | null;
  nodeFailureCount: number;
  disagreement: { readonly rules: string; readonly sinceMs: number } | null;
  /** Only an agreed state is remembered. */
  final: {
    readonly answers: SourceAnswers;
    readonly heights: QueueFacts["heights"];
    readonly state: Agreed<SwapState>;
    readonly sinceMs: number;
  } | null;
}

/**
 * What could not be read is the state `unavailable`.
 * @throws InputError, of the reader: the text is no transaction id, or the chain is not known.
 */
export function createSwapReader(setup: ReaderSetup) {
  const seenSwaps = new LRUCache<string, SeenSwap>({ max: MAX_HASHES });
  const reader: Reader = { quorum: quorumOf(setup.nodes), seenSwaps, ...setup };
  return (text: string, chain: string | null, signal: AbortSignal) =>
    readSwap(reader, text, chain, signal);
}

interface Reader extends ReaderSetup {
  readonly quorum: Quorum;
  readonly seenSwaps: LRUCache<string, SeenSwap>;
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
  const readSafety = await safetyReader.read(signal);
  const options = { signal, keepMs: OPEN_KEEP_MS, isQuestion: true };
  const nodes = orderedNodes(reader, readSafety);
  const final = seen.final && now() - seen.final.sinceMs < FINAL_KEEP_MS ? seen.final : null;
  const [market, firstAnswers] = await Promise.all([
    readMarket(reader, readSafety, signal),
    final?.answers ?? readFirstAnswers(nodes, readSafety.indexers, preset, txid, options),
  ]);
  const nodeFailure = "nodeAnswer" in firstAnswers ? firstAnswers.nodeAnswer.failure : null;
  seen.nodeFailureCount = nodeFailure ? seen.nodeFailureCount + 1 : 0;
  const question = {
    preset,
    knownAssets: listKnownAssets(preset, market.pools ?? []),
    txid,
    quorum,
    // A synced indexer that could not be read still counts as a source.
    indexerInSync: readSafety.indexers.length > 0,
    finalisedSinceMs: seen.finalisedSinceMs,
    startedAtMs: seen.startedAtMs,
  };
  const answers =
    "nodeAnswer" in firstAnswers
      ? await readMoreSources(reader, question, firstAnswers, nodes, options)
      : firstAnswers;
  const input = withDisagreement(seen, { ...question, ...answers, nowMs: now() });
  const sources = readSources(input);
  if (isFinalised(sources, quorum)) seen.finalisedSinceMs ??= now();
  const records = await readRecords(reader, input, answers, nodes, options, final, market);
  const safety = await safetyReader.renew(readSafety, signal);
  const judgement = judgeSwap({
    ...input,
    ...networkFacts(safety, market, records),
    finalisedSinceMs: seen.finalisedSinceMs,
    chain: chain === null ? null : chainCodeOf(chain, preset.chains),
    nodeFailure,
    nodeFailureCount: Math.max(1, seen.nodeFailureCount),
    nowMs: now(),
    firstAskedMs: seen.firstAskedMs,
  });
  if (sources.indexerFacts !== null) seen.startedAtMs ??= judgement.facts.startedAtMs;
  if (!final) rememberFinal(seen, judgement, answers, records.heights, now());
  return swapReading(reader, seen, judgement, safety);
}

/** Without a judged node any node is asked, since a payout that was made stays made. */
function orderedNodes(reader: Reader, { nodes, indexers }: Safety): readonly Provider[] {
  const judgedFirst = [...nodes, ...reader.nodes.filter((node) => !nodes.includes(node))];
  const isShared = ({ operator }: Provider) => operator === indexers[0]?.operator;
  // Nodes of other operators first, so that node and indexer are two sources.
  return [...judgedFirst.filter((node) => !isShared(node)), ...judgedFirst.filter(isShared)];
}

/** Notes since when the two nodes differ. */
function withDisagreement<Input extends SourceInput>(seen: SeenSwap, input: Input): Input {
  const { nowMs } = input;
  seen.disagreement = nodesDisagreement(readSources(input), seen.disagreement, nowMs);
  const { disagreement } = seen;
  const isApartTooLong = disagreement !== null && nowMs - disagreement.sinceMs > NODES_LAG_MS;
  return { ...input, isApartTooLong };
}

function nodesDisagreement(
  { node, second }: Sources,
  earlier: SeenSwap["disagreement"],
  nowMs: number,
): SeenSwap["disagreement"] {
  if (node === null || second === null || node.rule === second.rule) return null;
  const rules = `${node.rule} ${second.rule}`;
  return earlier?.rules === rules ? earlier : { rules, sinceMs: nowMs };
}

function rememberFinal(
  seen: SeenSwap,
  { facts, final: state }: SwapJudgement,
  answers: SourceAnswers,
  heights: QueueFacts["heights"],
  sinceMs: number,
): void {
  // An indexer without an action of this hash may still record a refund, so nothing is final yet.
  const isRecorded = (answers.indexer?.actions.length ?? 0) > 0;
  if (state === null || facts.out.length === 0 || answers.node === null || !isRecorded) return;
  const remembered = { ...answers, indexerProvider: null };
  seen.final = { answers: remembered, heights, state, sinceMs };
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
      isForGood(verdicts.chains.get(code)?.trading.haltedBy ?? [], code, evidence.preset),
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
  input: SourceInput & Corroboration,
  { indexerProvider }: SourceAnswers,
  nodes: readonly Provider[],
  options: GetOptions,
  final: SeenSwap["final"],
  market: Market,
): Promise<SwapRecords> {
  const { node, txid } = input;
  const periodBlocks = signingPeriodBlocks(market);
  const isPending = node?.stages.swap_status?.pending === true;
  const isOver = node?.stages.inbound_finalised?.completed === true && !isPending;
  const isOrder = parseSwapMemo(node?.tx?.memo ?? "")?.limitOrder === true;
  const isWaiting = node !== null && periodBlocks !== null && isLate(node, periodBlocks);
  const query = { nodes: onePerOperator(nodes), quorum, preset, txid, options };
  // Only these may confirm the indexer.
  const witnesses = nodes.filter((witness) => isIndependent(quorum, witness, indexerProvider));
  const [isRejectedOnChain, queued, heights, storedMemo, dropped] = await Promise.all([
    isRejectionClaimed(input) && readRejection(witnesses, txid, options),
    isPending ? readQueuedSwap(query) : null,
    final ? final.heights : isOrder && isOver ? readDepositHeights(query) : null,
    isMemoless(preset, node) ? readStoredMemo(node, query) : null,
    isWaiting ? readDropped(query, periodBlocks) : null,
  ]);
  return { isRejectedOnChain, queued, heights, storedMemo, dropped };
}

function onePerOperator(nodes: readonly Provider[]): readonly Provider[] {
  const operators = nodes.map(({ operator }) => operator);
  return nodes.filter(({ operator }, index) => operators.indexOf(operator) === index);
}
