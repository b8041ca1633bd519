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

interface SwapQuery extends Omit<SourceInput, keyof SourceAnswers | "nowMs">, ConfirmationSetup {
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
  swapQuery: SwapQuery,
  { nodeAnswer, indexerAnswer }: FirstAnswers,
  nodes: readonly Provider[],
  options: GetOptions,
): Promise<SourceAnswers> {
  const { txid, quorum, preset } = swapQuery;
  const { actions: indexerActions, provider: indexerProvider } = indexerAnswer;
  const areNodesIndependent = (answers: readonly NodeAnswer[], indexer: IndexerAnswer) =>
    answers.every(({ provider }) => isIndependent(quorum, provider, indexer.provider));
  const isIndexerIndependent = areNodesIndependent([nodeAnswer], indexerAnswer);
  const toClaimInput = (statusPair: StatusPair): ClaimInput => {
    return { ...swapQuery, ...statusPair, indexerActions, isIndexerIndependent, nowMs: now() };
  };
  const otherIndexers = indexers.filter(
    ({ operator }) => indexerProvider && operator !== indexerProvider.operator,
  );
  const readSecondIndexer = async (statusPair: StatusPair): Promise<IndexerAnswer> =>
    isSecondIndexerNeeded(toClaimInput(statusPair), swapQuery)
      ? readSyncedIndexer(otherIndexers, txid, options)
      : unreadIndexer;
  const nodeAnswers: NodeAnswer[] = [nodeAnswer];
  let currentStatuses: StatusPair = { nodeStatus: nodeAnswer.status, secondNodeStatus: null };
  let secondIndexerAnswer = unreadIndexer;
  for (let round = 0; round < 2 && isAnotherNodeNeeded(toClaimInput(currentStatuses)); round += 1) {
    const askedOperators = nodeAnswers.map(({ provider }) => provider?.operator);
    const unaskedNodes = nodes.filter(({ operator }) => !askedOperators.includes(operator));
    if (unaskedNodes.length === 0) break;
    const [nextNodeAnswer, nextIndexerAnswer] = await Promise.all([
      readNodeStatus(unaskedNodes, preset.segment, txid, options),
      secondIndexerAnswer.provider ? secondIndexerAnswer : readSecondIndexer(currentStatuses),
    ]);
    secondIndexerAnswer = nextIndexerAnswer;
    nodeAnswers.push(nextNodeAnswer);
    currentStatuses = chooseStatusPair(nodeAnswers, indexerAnswer, swapQuery);
  }
  if (!secondIndexerAnswer.provider) secondIndexerAnswer = await readSecondIndexer(currentStatuses);
  const indexerAnswers = [indexerAnswer, secondIndexerAnswer] as const;
  const [bestIndexer, otherIndexer] = orderIndexers(indexerAnswers, currentStatuses, swapQuery);
  return {
    ...currentStatuses,
    indexerActions: bestIndexer.actions,
    secondIndexerActions: otherIndexer.actions,
    indexerInSync: swapQuery.indexerInSync,
    isIndexerIndependent: areNodesIndependent(nodeAnswers, bestIndexer),
    indexerProvider: bestIndexer.provider,
  };
}

function isAnotherNodeNeeded(input: ClaimInput): boolean {
  const sources = sourcesOf(input);
  const claim = mergeClaim(sources, input);
  return needsSecondNode(claim, sources, input) || areConsecutiveSteps(sources);
}

function isSecondIndexerNeeded(input: ClaimInput, { startedAtMs }: SwapQuery): boolean {
  if (input.quorum === 1 || !input.indexerInSync) return false;
  const sources = sourcesOf(input);
  const { indexerFacts } = sources;
  const isOutcomeState = (state: SwapState) => stateRows[state].phase === "outcome";
  if (isOutcomeState(mergeClaim(sources, input).state)) return true;
  if (indexerFacts === null) return false;
  return (
    startedAtMs === undefined || isOutcomeState(indexerFacts.state) || indexerFacts.refundExpected
  );
}

function chooseStatusPair(
  nodeAnswers: readonly NodeAnswer[],
  indexerAnswer: IndexerAnswer,
  swapQuery: SwapQuery,
): StatusPair {
  const statuses = nodeAnswers.flatMap(({ status }) => status ?? []);
  const indexerFacts = swapQuery.indexerInSync ? toIndexerFacts(indexerAnswer, swapQuery) : null;
  const orderedStatuses = orderStatuses(statuses, indexerFacts, swapQuery);
  const [nodeStatus = null, secondNodeStatus = null] = orderedStatuses;
  return { nodeStatus, secondNodeStatus };
}

function orderIndexers(
  answersAsRead: readonly [IndexerAnswer, IndexerAnswer],
  { nodeStatus }: StatusPair,
  swapQuery: SwapQuery,
): readonly [IndexerAnswer, IndexerAnswer] {
  const [indexerAnswer, secondIndexerAnswer] = answersAsRead;
  if (nodeStatus === null || secondIndexerAnswer.provider === null) return answersAsRead;
  const nodeFacts = nodeFactsOf(nodeStatus, swapQuery);
  const confirmsNode = (answer: IndexerAnswer) => {
    const indexerFacts = toIndexerFacts(answer, swapQuery);
    return indexerFacts !== null && isConfirmedByIndexer(nodeFacts, indexerFacts);
  };
  const isSecondPreferred = confirmsNode(secondIndexerAnswer) && !confirmsNode(indexerAnswer);
  return isSecondPreferred ? [secondIndexerAnswer, indexerAnswer] : answersAsRead;
}

function toIndexerFacts({ actions }: IndexerAnswer, swapQuery: SwapQuery): IndexerFacts | null {
  return actions && indexerFactsOf(actions, swapQuery.txid, null, swapQuery);
}

async function readNodeStatus(
  nodes: readonly Provider[],
  segment: Preset["segment"],
  txid: string,
  options: GetOptions,
): Promise<NodeAnswer> {
  const path = `/${segment}/tx/status/${txid}`;
  const nodeAnswer = await firstOf(nodes, path, TxStatus, options).then(
    ({ value, provider }) => ({ ...checkedStatus(value, txid), provider }),
    (error) => ({
      status: null,
      provider: null,
      failure: { retryAfterSeconds: retrySeconds(error) },
    }),
  );
  const { status, provider } = nodeAnswer;
  if (status !== null || provider === null) return nodeAnswer;
  const otherNodes = nodes.filter(({ operator }) => operator !== provider.operator);
  return otherNodes.length > 0 ? readNodeStatus(otherNodes, segment, txid, options) : nodeAnswer;
}

function checkedStatus(status: TxStatus, txid: string): Omit<NodeAnswer, "provider"> {
  const toPlainId = (id: string) => id.toLowerCase().replace(/^0x/, "");
  const isAboutTxid = !status.tx?.id || toPlainId(status.tx.id) === toPlainId(txid);
  return isAboutTxid
    ? { status, failure: null }
    : { status: null, failure: { retryAfterSeconds: null } };
}

function retrySeconds(error: unknown): number | null {
  const retryAfterMs = error instanceof UpstreamError ? error.retryAfterMs : null;
  return retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
}

async function readIndexerActions(
  indexers: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  const actionsAnswer = await orNull(firstOf(indexers, actionsPath(txid), Actions, options));
  return { actions: actionsAnswer?.value ?? null, provider: actionsAnswer?.provider ?? null };
}

const actionsPath = (txid: string) => `/v2/actions?txid=${txid}`;

const unreadIndexer: IndexerAnswer = { actions: null, provider: null };

async function readSyncedIndexer(
  [indexer]: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  if (!indexer) return unreadIndexer;
  const [health, actionsAnswer] = await Promise.all([
    orNull(indexer.get("/v2/health", Health, options)),
    orNull(indexer.get(actionsPath(txid), Actions, options)),
  ]);
  return health?.value.inSync && actionsAnswer
    ? { actions: actionsAnswer.value, provider: indexer }
    : unreadIndexer;
}

export function isRejectionClaimed(input: SourceInput): boolean {
  return mergeClaim(sourcesOf(input), input).state === "failed";
}

/** True if the chain rejected the transaction: then its record has a code above 0. */
export async function readRejection(
  nodes: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<boolean> {
  const path = `/cosmos/tx/v1beta1/txs/${txid}`;
  const messageAnswer = await orNull(firstOf(nodes, path, NativeMessage, options));
  const messageRecord = messageAnswer?.value.tx_response;
  return messageRecord?.txhash.toUpperCase() === txid.toUpperCase() && messageRecord.code > 0;
}
