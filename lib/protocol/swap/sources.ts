// Reads what nodes and indexers record of one swap, until enough of them agree.

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
  readonly startedAtMs: number | null | undefined;
}

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
    readNodeStatus(nodes, segment, txid, options),
    readIndexerActions(indexers, txid, options),
  ]);
  return { nodeAnswer, indexerAnswer };
}

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
  const toClaimInput = (statusPair: StatusPair): ClaimInput => {
    return { ...question, ...statusPair, indexerActions, isIndexerIndependent, nowMs: now() };
  };
  const otherIndexers = indexers.filter(
    ({ operator }) => indexerProvider && operator !== indexerProvider.operator,
  );
  const readSecondIndexer = async (statusPair: StatusPair): Promise<IndexerAnswer> =>
    isSecondIndexerNeeded(toClaimInput(statusPair), question)
      ? readSyncedIndexer(otherIndexers, txid, options)
      : unreadIndexer;
  const nodeAnswers: NodeAnswer[] = [nodeAnswer];
  let currentPair: StatusPair = { nodeStatus: nodeAnswer.status, secondNodeStatus: null };
  let secondIndexerAnswer = unreadIndexer;
  for (let round = 0; round < 2 && isAnotherNodeNeeded(toClaimInput(currentPair)); round += 1) {
    const askedOperators = nodeAnswers.map(({ provider }) => provider?.operator);
    const unaskedNodes = nodes.filter(({ operator }) => !askedOperators.includes(operator));
    if (unaskedNodes.length === 0) break;
    const [nextNodeAnswer, nextIndexerAnswer] = await Promise.all([
      readNodeStatus(unaskedNodes, preset.segment, txid, options),
      secondIndexerAnswer.provider ? secondIndexerAnswer : readSecondIndexer(currentPair),
    ]);
    secondIndexerAnswer = nextIndexerAnswer;
    nodeAnswers.push(nextNodeAnswer);
    currentPair = chooseStatusPair(nodeAnswers, indexerAnswer, question);
  }
  if (!secondIndexerAnswer.provider) secondIndexerAnswer = await readSecondIndexer(currentPair);
  const indexerAnswers = [indexerAnswer, secondIndexerAnswer] as const;
  const [bestIndexer, otherIndexer] = orderIndexers(indexerAnswers, currentPair, question);
  return {
    ...currentPair,
    indexerActions: bestIndexer.actions,
    secondIndexerActions: otherIndexer.actions,
    indexerInSync: question.indexerInSync,
    isIndexerIndependent: areIndependent(nodeAnswers, bestIndexer),
    indexerProvider: bestIndexer.provider,
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
  const isStartUnread = startedAtMs === undefined;
  return isStartUnread || isOutcome(indexerFacts.state) || indexerFacts.refundExpected;
}

function chooseStatusPair(
  nodeAnswers: readonly NodeAnswer[],
  indexerAnswer: IndexerAnswer,
  question: SwapQuestion,
): StatusPair {
  const statuses = nodeAnswers.flatMap(({ status }) => status ?? []);
  const indexerFacts = question.indexerInSync ? toIndexerFacts(indexerAnswer, question) : null;
  const orderedStatuses = orderStatuses(statuses, indexerFacts, question);
  const [nodeStatus = null, secondNodeStatus = null] = orderedStatuses;
  return { nodeStatus, secondNodeStatus };
}

function orderIndexers(
  answersAsRead: readonly [IndexerAnswer, IndexerAnswer],
  { nodeStatus }: StatusPair,
  question: SwapQuestion,
): readonly [IndexerAnswer, IndexerAnswer] {
  const [indexerAnswer, secondIndexerAnswer] = answersAsRead;
  if (nodeStatus === null || secondIndexerAnswer.provider === null) return answersAsRead;
  const nodeFacts = nodeFactsOf(nodeStatus, question);
  const confirmsNode = (answer: IndexerAnswer) => {
    const indexerFacts = toIndexerFacts(answer, question);
    return indexerFacts !== null && isConfirmedByIndexer(nodeFacts, indexerFacts);
  };
  const isSecondBetter = confirmsNode(secondIndexerAnswer) && !confirmsNode(indexerAnswer);
  return isSecondBetter ? [secondIndexerAnswer, indexerAnswer] : answersAsRead;
}

function toIndexerFacts({ actions }: IndexerAnswer, question: SwapQuestion): IndexerFacts | null {
  return actions && indexerFactsOf(actions, question.txid, null, question);
}

async function readNodeStatus(
  nodes: readonly Provider[],
  segment: Preset["segment"],
  txid: string,
  options: GetOptions,
): Promise<NodeAnswer> {
  const path = `/${segment}/tx/status/${txid}`;
  const answer = await firstOf(nodes, path, TxStatus, options).then(
    ({ value, provider }) => ({ ...checkedStatus(value, txid), provider }),
    (error) => ({
      status: null,
      provider: null,
      failure: { retryAfterSeconds: retrySeconds(error) },
    }),
  );
  const { status, provider } = answer;
  if (status !== null || provider === null) return answer;
  const otherNodes = nodes.filter(({ operator }) => operator !== provider.operator);
  return otherNodes.length > 0 ? readNodeStatus(otherNodes, segment, txid, options) : answer;
}

function checkedStatus(status: TxStatus, txid: string): Omit<NodeAnswer, "provider"> {
  const toPlainId = (id: string) => id.toLowerCase().replace(/^0x/, "");
  const isAboutTxid = !status.tx?.id || toPlainId(status.tx.id) === toPlainId(txid);
  return isAboutTxid
    ? { status, failure: null }
    : { status: null, failure: { retryAfterSeconds: null } };
}

function retrySeconds(error: unknown): number | null {
  const waitMs = error instanceof UpstreamError ? error.retryAfterMs : null;
  return waitMs === null ? null : Math.ceil(waitMs / 1000);
}

async function readIndexerActions(
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
  [indexer]: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  if (!indexer) return unreadIndexer;
  const [health, answer] = await Promise.all([
    orNull(indexer.get("/v2/health", Health, options)),
    orNull(indexer.get(actionsPath(txid), Actions, options)),
  ]);
  const isUsable = health?.value.inSync && answer;
  return isUsable ? { actions: answer.value, provider: indexer } : unreadIndexer;
}

export function isRejectionClaimed(input: SourceInput): boolean {
  return mergeClaim(sourcesOf(input), input).state === "failed";
}

/** Cosmos SDK: a rejected message is in a block too, but has a code above 0. */
export async function readRejection(
  nodes: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<boolean> {
  const path = `/cosmos/tx/v1beta1/txs/${txid}`;
  const answer = await orNull(firstOf(nodes, path, NativeMessage, options));
  const messageRecord = answer?.value.tx_response;
  return messageRecord?.txhash.toUpperCase() === txid.toUpperCase() && messageRecord.code > 0;
}
