// Reads what nodes and indexers record of a hash, until enough of them agree.

import type { Quorum } from "../model/agreed.ts";
import { type SwapState, stateRows } from "../model/swap.ts";
import type { ReaderSetup } from "../safety/safety.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull, UpstreamError } from "../upstream/errors.ts";
import { Health } from "../upstream/network-schemas.ts";
import type { GetOptions, Provider } from "../upstream/provider.ts";
import { Actions, NativeMessage, TxStatus } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import { mergeClaim, sourcesOf } from "./claim.ts";
import { needsSecondNode } from "./final.ts";
import { type IndexerFacts, indexerFactsOf } from "./indexer.ts";
import type { ClaimInput, ConfirmationSetup, SourceInput, SwapInput } from "./input.ts";
import { nodeFactsOf } from "./node.ts";
import { areConsecutiveSteps, isConfirmedByIndexer, orderStatuses } from "./witnesses.ts";

interface NodeAnswer {
  readonly status: TxStatus | null;
  readonly failure: SwapInput["nodeFailure"];
  readonly provider: Provider | null;
}

interface IndexerAnswer {
  readonly actions: Actions | null;
  readonly provider: Provider | null;
}

type StatusPair = Pick<SourceInput, "nodeStatus" | "secondNodeStatus">;
type IndexerInput = Pick<
  SourceInput,
  "indexerActions" | "secondIndexerActions" | "isIndexerIndependent" | "indexerInSync"
>;

export interface SourceAnswers extends StatusPair, Required<IndexerInput> {
  readonly indexerProvider: Provider | null;
}

export interface FirstAnswers {
  readonly nodeAnswer: NodeAnswer;
  readonly indexerAnswer: IndexerAnswer;
}

interface SwapQuestion extends Omit<SourceInput, keyof SourceAnswers | "nowMs">, ConfirmationSetup {
  /** Undefined until a record of the swap was read. */
  readonly startedAtMs: number | null | undefined;
}

/** Two sources of one operator are one. */
export const isIndependent = (
  quorum: Quorum,
  node: Provider | null,
  indexer: Provider | null,
): boolean => quorum === 1 || node === null || node.operator !== indexer?.operator;

export async function readFirstAnswers(
  nodes: readonly Provider[],
  indexers: readonly Provider[],
  { segment }: Preset,
  txid: string,
  options: GetOptions,
): Promise<FirstAnswers> {
  const [nodeAnswer, indexerAnswer] = await Promise.all([
    readNode(nodes, segment, txid, options),
    readIndexer(indexers, txid, options),
  ]);
  return { nodeAnswer, indexerAnswer };
}

/** Asks up to two more operators until two agree. One indexer alone confirms no outcome. */
export async function readMoreSources(
  { now, indexers }: ReaderSetup,
  question: SwapQuestion,
  { nodeAnswer, indexerAnswer }: FirstAnswers,
  nodes: readonly Provider[],
  options: GetOptions,
): Promise<SourceAnswers> {
  const { txid, quorum, preset } = question;
  const { actions: indexerActions, provider: indexerProvider } = indexerAnswer;
  const areIndependent = (answers: readonly NodeAnswer[], indexer: IndexerAnswer) =>
    answers.every(({ provider }) => isIndependent(quorum, provider, indexer.provider));
  const isIndexerIndependent = areIndependent([nodeAnswer], indexerAnswer);
  const inputOf = (pair: StatusPair): ClaimInput => {
    return { ...question, ...pair, indexerActions, isIndexerIndependent, nowMs: now() };
  };
  const otherIndexers = indexers.filter(
    ({ operator }) => indexerProvider && operator !== indexerProvider.operator,
  );
  const readSecondIndexer = async (pair: StatusPair): Promise<IndexerAnswer> =>
    isSecondIndexerNeeded(inputOf(pair), question)
      ? readSyncedIndexer(otherIndexers, txid, options)
      : unreadIndexer;
  const nodeAnswers: NodeAnswer[] = [nodeAnswer];
  let pair: StatusPair = { nodeStatus: nodeAnswer.status, secondNodeStatus: null };
  let secondIndexer = unreadIndexer;
  for (let round = 0; round < 2 && isAnotherNodeNeeded(inputOf(pair)); round += 1) {
    const operators = nodeAnswers.map(({ provider }) => provider?.operator);
    const unaskedNodes = nodes.filter(({ operator }) => !operators.includes(operator));
    if (unaskedNodes.length === 0) break;
    const [nextNode, nextIndexer] = await Promise.all([
      readNode(unaskedNodes, preset.segment, txid, options),
      secondIndexer.provider ? secondIndexer : readSecondIndexer(pair),
    ]);
    secondIndexer = nextIndexer;
    nodeAnswers.push(nextNode);
    pair = statusPair(nodeAnswers, indexerAnswer, question);
  }
  if (!secondIndexer.provider) secondIndexer = await readSecondIndexer(pair);
  const [indexer, otherIndexer] = orderIndexers(indexerAnswer, secondIndexer, pair, question);
  return {
    ...pair,
    indexerActions: indexer.actions,
    secondIndexerActions: otherIndexer.actions,
    indexerInSync: question.indexerInSync,
    isIndexerIndependent: areIndependent(nodeAnswers, indexer),
    indexerProvider: indexer.provider,
  };
}

function isAnotherNodeNeeded(input: ClaimInput): boolean {
  const sources = sourcesOf(input);
  const claim = mergeClaim(sources, input);
  return needsSecondNode(claim, sources, input) || areConsecutiveSteps(sources);
}

function isSecondIndexerNeeded(input: ClaimInput, { startedAtMs }: SwapQuestion): boolean {
  if (input.quorum === 1 || !input.indexerInSync) return false;
  const sources = sourcesOf(input);
  const { indexerFacts } = sources;
  const isOutcome = (state: SwapState) => stateRows[state].phase === "outcome";
  if (isOutcome(mergeClaim(sources, input).state)) return true;
  if (indexerFacts === null) return false;
  const isUndated = startedAtMs === undefined;
  return isUndated || isOutcome(indexerFacts.state) || indexerFacts.refundExpected;
}

/** The two answers that fit together best. */
function statusPair(
  nodeAnswers: readonly NodeAnswer[],
  indexerAnswer: IndexerAnswer,
  question: SwapQuestion,
): StatusPair {
  const statuses = nodeAnswers.flatMap(({ status }) => status ?? []);
  const indexerFacts = question.indexerInSync ? factsOf(indexerAnswer, question) : null;
  const ordered = orderStatuses(statuses, indexerFacts, question);
  const [nodeStatus = null, secondNodeStatus = null] = ordered;
  return { nodeStatus, secondNodeStatus };
}

/** The indexer that confirms the node comes first. */
function orderIndexers(
  indexerAnswer: IndexerAnswer,
  secondIndexer: IndexerAnswer,
  { nodeStatus }: StatusPair,
  question: SwapQuestion,
): readonly [IndexerAnswer, IndexerAnswer] {
  const asRead = [indexerAnswer, secondIndexer] as const;
  if (nodeStatus === null || secondIndexer.provider === null) return asRead;
  const nodeFacts = nodeFactsOf(nodeStatus, question);
  const isConfirming = (answer: IndexerAnswer) => {
    const indexerFacts = factsOf(answer, question);
    return indexerFacts !== null && isConfirmedByIndexer(nodeFacts, indexerFacts);
  };
  const isSecondBetter = isConfirming(secondIndexer) && !isConfirming(indexerAnswer);
  return isSecondBetter ? [secondIndexer, indexerAnswer] : asRead;
}

function factsOf({ actions }: IndexerAnswer, question: SwapQuestion): IndexerFacts | null {
  return actions && indexerFactsOf(actions, question.txid, null, question);
}

/** If an answer is about another transaction, the next operator is asked. */
async function readNode(
  nodes: readonly Provider[],
  segment: Preset["segment"],
  txid: string,
  options: GetOptions,
): Promise<NodeAnswer> {
  const path = `/${segment}/tx/status/${txid}`;
  const answer = await firstOf(nodes, path, TxStatus, options).then(
    ({ value, provider }) => ({ ...checkedStatus(value, txid), provider }),
    (error) => ({ ...unreadNode, failure: { retryAfterSeconds: retrySeconds(error) } }),
  );
  const { status, provider } = answer;
  if (status !== null || provider === null) return answer;
  const otherNodes = nodes.filter(({ operator }) => operator !== provider.operator);
  return otherNodes.length > 0 ? readNode(otherNodes, segment, txid, options) : answer;
}

const unreadNode = { status: null, provider: null } as const;

function checkedStatus(status: TxStatus, txid: string): Omit<NodeAnswer, "provider"> {
  const plainId = (id: string) => id.toLowerCase().replace(/^0x/, "");
  const isOfTxid = !status.tx?.id || plainId(status.tx.id) === plainId(txid);
  return isOfTxid
    ? { status, failure: null }
    : { status: null, failure: { retryAfterSeconds: null } };
}

function retrySeconds(error: unknown): number | null {
  const waitMs = error instanceof UpstreamError ? error.retryAfterMs : null;
  return waitMs === null ? null : Math.ceil(waitMs / 1000);
}

async function readIndexer(
  indexers: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  const answer = await orNull(firstOf(indexers, actionsPath(txid), Actions, options));
  return { actions: answer?.value ?? null, provider: answer?.provider ?? null };
}

const actionsPath = (txid: string) => `/v2/actions?txid=${txid}`;

const unreadIndexer: IndexerAnswer = { actions: null, provider: null };

async function readSyncedIndexer(
  [provider]: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  if (!provider) return unreadIndexer;
  const [health, answer] = await Promise.all([
    orNull(provider.get("/v2/health", Health, options)),
    orNull(provider.get(actionsPath(txid), Actions, options)),
  ]);
  return health?.value.inSync && answer ? { actions: answer.value, provider } : unreadIndexer;
}

export function isRejectionClaimed(input: SourceInput): boolean {
  return mergeClaim(sourcesOf(input), input).state === "failed";
}

/** Cosmos SDK: a rejected message stands in a block like any other, with a code above 0. */
export async function readRejection(
  nodes: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<boolean> {
  const path = `/cosmos/tx/v1beta1/txs/${txid}`;
  const answer = await orNull(firstOf(nodes, path, NativeMessage, options));
  const response = answer?.value.tx_response;
  return response?.txhash.toUpperCase() === txid.toUpperCase() && response.code > 0;
}
