// Reads one swap from nodes and indexers, and remembers what was seen of its hash.
import { LRUCache } from "lru-cache";
import { readPayoutEnd, readSigningPeriod } from "../market/costs.ts";
import { type Market, readMarket } from "../market/market.ts";
import { type Agreed, type Quorum, quorumOf } from "../model/agreed.ts";
import { type SwapReading, type SwapState, stateRows } from "../model/swap.ts";
import { warnedAdvice } from "../safety/advice.ts";
import { findMemolessHalt, findPartsPause } from "../safety/halts.ts";
import { nodeReasons } from "../safety/reasons.ts";
import type { ReaderSetup, Safety } from "../safety/safety.ts";
import { failureOf, isForGood } from "../safety/sentences.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull, UpstreamError } from "../upstream/errors.ts";
import { Health } from "../upstream/network-schemas.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { Actions, NativeMessage, TxStatus } from "../upstream/schemas.ts";
import { listKnownAssets } from "../values/assets.ts";
import { chainCodeOf, type Preset } from "../values/chains.ts";
import { parseTxid } from "../values/txid.ts";
import { forbidResending, swapAdvice } from "./advice.ts";
import { mergeClaim, readSources, type SourceInput, type Sources } from "./claim.ts";
import { isFinalised, needsSecondNode, type WitnessSetup } from "./final.ts";
import { readIndexerFacts } from "./indexer.ts";
import { parseSwapMemo } from "./memo.ts";
import { readNodeFacts } from "./node.ts";
import { allowedRestBlocks, readHeights } from "./order.ts";
import { longestWaits } from "./poll.ts";
import { isLate, readDropped, readQueuedSwap } from "./queue.ts";
import { isMemoless, readStoredMemo } from "./reference.ts";
import { judgeSwap, type QueueFacts, type SwapInput } from "./status.ts";
import { isBorneOutByIndexer, isStepApart, orderNodes } from "./witnesses.ts";

const OPEN_KEEP_MS = 5_000;
const TERMINAL_KEEP_MS = 3_600_000;
const REMEMBERED_HASHES = 2_000;

type Answers = Required<
  Pick<
    SwapInput,
    "node" | "second" | "indexer" | "secondIndexer" | "indexerInSync" | "isIndexerApart"
  >
> &
  Pick<QueueFacts, "heights"> & {
    readonly speakers: readonly Provider[];
    readonly teller: Provider | null;
  };

/** Judged nodes are at most five blocks apart. */
const NODES_LAG_MS = 60_000;

function sinceApart(
  { node, second }: Sources,
  before: Seen["apart"],
  nowMs: number,
): Seen["apart"] {
  if (node === null || second === null || node.rule === second.rule) return null;
  const rules = `${node.rule} ${second.rule}`;
  return before?.rules === rules ? before : { rules, sinceMs: nowMs };
}

interface Seen {
  readonly firstAskedMs: number;
  startedAtMs?: number | null;
  finalisedSinceMs: number | null;
  nodeFailures: number;
  apart: { readonly rules: string; readonly sinceMs: number } | null;
  /** Only an agreed state is remembered. */
  final: {
    readonly answers: Answers;
    readonly state: Agreed<SwapState>;
    readonly sinceMs: number;
  } | null;
}

/**
 * What could not be read is the state `unavailable`.
 * @throws InputError, of the reader: the text is no transaction id, or the chain is not known.
 */
export function createSwapReader(setup: ReaderSetup) {
  const seenHashes = new LRUCache<string, Seen>({ max: REMEMBERED_HASHES });
  const reader: Reader = { quorum: quorumOf(setup.nodes), seenHashes, ...setup };
  return (text: string, chain: string | null, signal: AbortSignal) =>
    readSwap(reader, text, chain, signal);
}

type Reader = ReaderSetup & {
  readonly quorum: Quorum;
  readonly seenHashes: LRUCache<string, Seen>;
};

function recall({ seenHashes, now }: Reader, txid: string): Seen {
  const none = { finalisedSinceMs: null, nodeFailures: 0, apart: null, final: null };
  const seen = seenHashes.get(txid) ?? { firstAskedMs: now(), ...none };
  seenHashes.set(txid, seen);
  return seen;
}

async function readSwap(
  reader: Reader,
  text: string,
  chain: string | null,
  signal: AbortSignal,
): Promise<SwapReading> {
  const { preset, quorum, now, safetyReader, toEnvelope } = reader;
  const txid = parseTxid(text, chain, preset);
  const seen = recall(reader, txid);
  const first = await safetyReader.read(signal);
  const options = { signal, keepMs: OPEN_KEEP_MS, isQuestion: true };
  // Without a judged node any node is asked, since a payout that was made stays made.
  const judged = [...first.nodes, ...reader.nodes.filter((node) => !first.nodes.includes(node))];
  const nodes = apartFirst(judged, first.indexers[0]);
  const final = seen.final && now() - seen.final.sinceMs < TERMINAL_KEEP_MS ? seen.final : null;
  const [market, node, indexed] = await Promise.all([
    readMarket(reader, first, signal),
    final
      ? { status: final.answers.node, failure: null, provider: null }
      : readNode(nodes, preset, txid, options),
    final
      ? { actions: final.answers.indexer, provider: null }
      : readIndexer(first.indexers, txid, options),
  ]);
  const isApart = (from: Provider | null, teller = indexed.provider) =>
    quorum === 1 || !from || from.operator !== teller?.operator;
  seen.nodeFailures = node.failure ? seen.nodeFailures + 1 : 0;
  const open = {
    preset,
    known: listKnownAssets(preset, market.pools ?? []),
    txid,
    quorum,
    node: node.status,
    indexer: indexed.actions,
    // A synced indexer that could not be read still counts as a source.
    indexerInSync: final ? final.answers.indexerInSync : first.indexers.length > 0,
    isIndexerApart: final ? final.answers.isIndexerApart : isApart(node.provider),
    finalisedSinceMs: seen.finalisedSinceMs,
  };
  const asked = final
    ? final.answers
    : await hearOthers(reader, open, seen, node, indexed, nodes, options);
  const isIndexerApart =
    final?.answers.isIndexerApart ?? asked.speakers.every((from) => isApart(from, asked.teller));
  const heard = { ...open, ...asked, isIndexerApart, nowMs: now() };
  seen.apart = sinceApart(readSources(heard), seen.apart, heard.nowMs);
  const isApartTooLong = seen.apart !== null && heard.nowMs - seen.apart.sinceMs > NODES_LAG_MS;
  const claimed = { ...heard, isApartTooLong };
  if (isDepositFinalised(claimed)) seen.finalisedSinceMs ??= now();
  const witnesses = nodes.filter((node) => isApart(node, asked.teller));
  const askedRest = { nodes: onePerOperator(nodes), witnesses };
  const rest = await readRest(
    reader,
    claimed,
    askedRest,
    options,
    final,
    readSigningPeriod(market),
  );
  const safety = await safetyReader.renew(first, signal);
  const { facts: told, ...judgement } = judgeSwap({
    ...claimed,
    ...judgedBeside(safety, market, rest),
    finalisedSinceMs: seen.finalisedSinceMs,
    chain: chain === null ? null : chainCodeOf(chain, preset.chains),
    nodeFailure: node.failure,
    nodeFailures: Math.max(1, seen.nodeFailures),
    nowMs: now(),
    firstAskedMs: seen.firstAskedMs,
  });
  if (readSources(claimed).indexed !== null) seen.startedAtMs ??= told.startedAtMs;
  const facts = { ...told, startedAtMs: seen.startedAtMs ?? told.startedAtMs };
  // An indexer without an action of this hash may still record a refund, so nothing is final yet.
  const isRecorded = (claimed.indexer?.actions.length ?? 0) > 0;
  if (
    judgement.final !== null &&
    facts.out.length > 0 &&
    claimed.node !== null &&
    isRecorded &&
    !final
  ) {
    const { node, second, indexer, secondIndexer, indexerInSync } = claimed;
    const told = {
      node,
      second,
      indexer,
      secondIndexer,
      indexerInSync,
      isIndexerApart,
      heights: rest.heights,
    };
    seen.final = {
      answers: { ...told, speakers: [], teller: null },
      state: judgement.final,
      sinceMs: now(),
    };
  }
  const failure =
    facts.state === "unavailable"
      ? failureOf(nodeReasons.swapUnread, facts.nextPollSeconds ?? undefined)
      : null;
  const advice = failure
    ? warnedAdvice(forbidResending("Nothing is known of this swap now. Ask later."))
    : swapAdvice(facts, judgement.isOneSource);
  return { ...toEnvelope(safety, advice, failure), ...facts };
}

function judgedBeside(
  { evidence, verdicts }: Safety,
  market: Market,
  rest: Awaited<ReturnType<typeof readRest>>,
) {
  const { storedMemo, isRejectedOnChain, ...queue } = rest;
  return {
    storedMemo,
    isRejectedOnChain,
    queue: {
      ...queue,
      longestRestBlocks: allowedRestBlocks(evidence),
      isPartsPaused: findPartsPause(evidence).length > 0,
      isMemolessHalted: findMemolessHalt(evidence).length > 0,
      clock: evidence.clock,
    },
    signingOf: (code: string) => verdicts.chains.get(code)?.signing.verdict ?? "unknown",
    tradingOf: (code: string) => verdicts.chains.get(code)?.trading.verdict ?? "unknown",
    isEnded: (code: string) =>
      isForGood(verdicts.chains.get(code)?.trading.haltedBy ?? [], code, evidence.preset),
    prices: market.prices,
    longestWaits: (code: string | null) => longestWaits(evidence, code),
    payoutEnd: readPayoutEnd(market),
  };
}

/** Asks up to two more operators until two agree. One indexer alone confirms no outcome. */
async function hearOthers(
  { preset, quorum, now, indexers }: Reader,
  open: Omit<SourceInput & WitnessSetup, "nowMs" | "second">,
  { startedAtMs }: Pick<Seen, "startedAtMs">,
  first: NodeAnswer,
  indexed: IndexerAnswer,
  nodes: readonly Provider[],
  options: GetOptions,
) {
  const { txid, indexerInSync } = open;
  const isNeeded = (answers: Heard) => {
    const input = { ...open, ...answers, nowMs: now() };
    return isSecondNodeNeeded(input) || isStepApart(readSources(input));
  };
  const readSecond = async (answers: Heard): Promise<IndexerAnswer> => {
    const others = indexers.filter(
      ({ operator }) => indexed.provider && operator !== indexed.provider.operator,
    );
    const input = { ...open, ...answers, nowMs: now() };
    const isUndated = startedAtMs === undefined && readSources(input).indexed !== null;
    const isTold = quorum > 1 && indexerInSync && (isUndated || isOutcomeTold(input));
    return isTold ? readSyncedIndexer(others, txid, options) : noIndexer;
  };
  const heard: NodeAnswer[] = [first];
  let answers: Heard = { node: first.status, second: null };
  let other = noIndexer;
  for (let round = 0; round < 2 && isNeeded(answers); round += 1) {
    const speakers = heard.flatMap(({ provider }) => provider ?? []);
    const left = nodes.filter(({ operator }) => !speakers.some((one) => one.operator === operator));
    if (left.length === 0) break;
    const [next, record] = await Promise.all([
      readNode(left, preset, txid, options),
      other.provider ? other : readSecond(answers),
    ]);
    other = record;
    heard.push(next);
    const told = heard.flatMap(({ status }) => status ?? []);
    const record1 =
      indexerInSync && indexed.actions ? readIndexerFacts(indexed.actions, txid, null, open) : null;
    const [node = null, second = null] = orderNodes(told, record1, open);
    answers = { node, second };
  }
  if (!other.provider) other = await readSecond(answers);
  const speakers = heard.flatMap(({ provider }) => provider ?? []);
  // The indexer that confirms the nodes comes first.
  const isBorneOut = ({ actions }: IndexerAnswer) => {
    const record = actions && readIndexerFacts(actions, txid, null, open);
    return record && answers.node && isBorneOutByIndexer(readNodeFacts(answers.node, open), record);
  };
  const isOtherBetter = other.provider !== null && isBorneOut(other) && !isBorneOut(indexed);
  const [indexer, secondIndexer] = isOtherBetter ? [other, indexed] : [indexed, other];
  const told = { indexer: indexer.actions, secondIndexer: secondIndexer.actions };
  return { ...answers, ...told, speakers, teller: indexer.provider };
}

/** `witnesses`: nodes that may confirm the indexer. */
async function readRest(
  { preset, quorum }: Reader,
  claimed: SourceInput,
  { nodes, witnesses }: Readonly<Record<"nodes" | "witnesses", readonly Provider[]>>,
  options: GetOptions,
  final: Seen["final"],
  periodBlocks: number | null,
) {
  const { node, txid } = claimed;
  const isPending = node?.stages.swap_status?.pending === true;
  const isOver = node?.stages.inbound_finalised?.completed === true && !isPending;
  const isOrder = parseSwapMemo(node?.tx?.memo ?? "")?.limitOrder === true;
  const isWaiting = node !== null && periodBlocks !== null && isLate(node, periodBlocks);
  const question = { nodes, quorum, preset, txid, options };
  const [isRejectedOnChain, queued, heights, storedMemo, dropped] = await Promise.all([
    isRejectionClaimed(claimed) && readRejection(witnesses, txid, options),
    isPending ? readQueuedSwap(question) : null,
    final ? final.answers.heights : isOrder && isOver ? readHeights(question) : null,
    isMemoless(preset, node) ? readStoredMemo(node, question) : null,
    isWaiting ? readDropped(question, periodBlocks) : null,
  ]);
  return { isRejectedOnChain, queued, heights, storedMemo, dropped };
}

async function readNode(
  nodes: readonly Provider[],
  preset: Preset,
  txid: string,
  options: GetOptions,
): Promise<NodeAnswer> {
  const answer = await firstOf(
    nodes,
    `/${preset.segment}/tx/status/${txid}`,
    TxStatus,
    options,
  ).then(
    ({ value, provider }) => ({ ...ownAnswer(value, txid), provider }),
    (error) => ({
      status: null,
      failure: { retryAfterSeconds: retrySeconds(error) },
      provider: null,
    }),
  );
  const others =
    answer.status === null
      ? nodes.filter((node) => node.operator !== answer.provider?.operator)
      : [];
  return others.length > 0 && answer.provider ? readNode(others, preset, txid, options) : answer;
}

async function readIndexer(
  indexers: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  const answer = await orNull(firstOf(indexers, `/v2/actions?txid=${txid}`, Actions, options));
  return { actions: answer?.value ?? null, provider: answer?.provider ?? null };
}

type Heard = Pick<SourceInput, "node" | "second">;
const noIndexer: IndexerAnswer = { actions: null, provider: null };

async function readSyncedIndexer(
  indexers: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  const [provider] = indexers;
  if (!provider) return noIndexer;
  const [health, answer] = await Promise.all([
    orNull(provider.get("/v2/health", Health, options)),
    orNull(provider.get(`/v2/actions?txid=${txid}`, Actions, options)),
  ]);
  return health?.value.inSync && answer ? { actions: answer.value, provider } : noIndexer;
}

function onePerOperator(nodes: readonly Provider[]): readonly Provider[] {
  return nodes.filter(
    (node, at) => nodes.findIndex(({ operator }) => operator === node.operator) === at,
  );
}

/** Nodes of other operators first, so that node and indexer are two sources. */
function apartFirst(
  nodes: readonly Provider[],
  indexer: Provider | undefined,
): readonly Provider[] {
  const isShared = ({ operator }: Provider) => operator === indexer?.operator;
  return [...nodes.filter((node) => !isShared(node)), ...nodes.filter(isShared)];
}

/** Cosmos SDK: a rejected message stands in a block like any other, with a code above 0. */
async function readRejection(
  nodes: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<boolean> {
  const answer = await orNull(
    firstOf(nodes, `/cosmos/tx/v1beta1/txs/${txid}`, NativeMessage, options),
  );
  const told = answer?.value.tx_response;
  return told?.txhash.toUpperCase() === txid.toUpperCase() && told.code > 0;
}

interface NodeAnswer {
  readonly status: TxStatus | null;
  readonly failure: SwapInput["nodeFailure"];
  readonly provider: Provider | null;
}

interface IndexerAnswer {
  readonly actions: Actions | null;
  readonly provider: Provider | null;
}

function ownAnswer(status: TxStatus, txid: string): Omit<NodeAnswer, "provider"> {
  const plain = (id: string) => id.toLowerCase().replace(/^0x/, "");
  const isOwn = !status.tx?.id || plain(status.tx.id) === plain(txid);
  return isOwn ? { status, failure: null } : { status: null, failure: { retryAfterSeconds: null } };
}

function retrySeconds(error: unknown): number | null {
  const waitMs = error instanceof UpstreamError ? error.retryAfterMs : null;
  return waitMs === null ? null : Math.ceil(waitMs / 1000);
}

export function isSecondNodeNeeded(input: SourceInput & WitnessSetup): boolean {
  const sources = readSources(input);
  return needsSecondNode(mergeClaim(sources, input), sources, input);
}

export function isOutcomeTold(input: SourceInput): boolean {
  const { indexed } = readSources(input);
  const { state } = mergeClaim(readSources(input), input);
  const isOutcome = (one: SwapState) => stateRows[one].phase === "outcome";
  return (
    isOutcome(state) || (indexed !== null && (isOutcome(indexed.state) || indexed.refundExpected))
  );
}

export function isRejectionClaimed(input: SourceInput): boolean {
  return mergeClaim(readSources(input), input).state === "failed";
}

function isDepositFinalised(input: SourceInput & WitnessSetup): boolean {
  return isFinalised(readSources(input), input.quorum);
}
