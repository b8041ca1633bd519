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
import { mergeClaim, readSources, type SourceInput } from "./claim.ts";
import { type Corroboration, needsSecondNode } from "./final.ts";
import { indexerFactsOf } from "./indexer.ts";
import { readNodeFacts } from "./node.ts";
import type { SwapInput } from "./status.ts";
import { areConsecutiveSteps, isBorneOutByIndexer, orderNodes } from "./witnesses.ts";

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

export interface SourceAnswers
  extends Required<
      Pick<SwapInput, "node" | "second" | "indexer" | "secondIndexer" | "isIndexerApart">
    >,
    Pick<SwapInput, "indexerInSync"> {
  readonly indexerProvider: Provider | null;
}

export interface FirstAnswers {
  readonly nodeAnswer: NodeAnswer;
  readonly indexerAnswer: IndexerAnswer;
}

type NodePair = Pick<SourceInput, "node" | "second">;
interface SwapQuestion extends Omit<SourceInput, keyof SourceAnswers | "nowMs">, Corroboration {
  readonly startedAtMs: number | null | undefined;
}

/** Two sources of one operator are one. */
export const isIndependent = (quorum: Quorum, node: Provider | null, indexer: Provider | null) =>
  quorum === 1 || node === null || node.operator !== indexer?.operator;

/** Asks up to two more operators until two agree. One indexer alone confirms no outcome. */
export async function readMoreSources(
  { now, indexers }: ReaderSetup,
  { startedAtMs, ...question }: SwapQuestion,
  { nodeAnswer: firstNode, indexerAnswer: firstIndexer }: FirstAnswers,
  nodes: readonly Provider[],
  options: GetOptions,
): Promise<SourceAnswers> {
  const { txid, quorum, preset, indexerInSync } = question;
  const isIndexerApart = isIndependent(quorum, firstNode.provider, firstIndexer.provider);
  const inputOf = (pair: NodePair) => {
    const sources = { indexer: firstIndexer.actions, isIndexerApart, ...pair };
    return { ...question, ...sources, nowMs: now() };
  };
  const factsOf = ({ actions }: IndexerAnswer) =>
    actions && indexerFactsOf(actions, txid, null, question);
  const readSecondIndexer = async (pair: NodePair): Promise<IndexerAnswer> => {
    const input = inputOf(pair);
    const { provider } = firstIndexer;
    const others = indexers.filter(({ operator }) => provider && operator !== provider.operator);
    const isUndated = startedAtMs === undefined && readSources(input).indexerFacts !== null;
    const isNeeded = quorum > 1 && indexerInSync && (isUndated || isOutcomeTold(input));
    return isNeeded ? readSyncedIndexer(others, txid, options) : noIndexer;
  };
  const nodeAnswers: NodeAnswer[] = [firstNode];
  let pair: NodePair = { node: firstNode.status, second: null };
  let secondIndexer = noIndexer;
  for (let round = 0; round < 2 && isAnotherNodeNeeded(inputOf(pair)); round += 1) {
    const operators = nodeAnswers.map(({ provider }) => provider?.operator);
    const unasked = nodes.filter(({ operator }) => !operators.includes(operator));
    if (unasked.length === 0) break;
    const [nextNode, nextIndexer] = await Promise.all([
      readNode(unasked, preset.segment, txid, options),
      secondIndexer.provider ? secondIndexer : readSecondIndexer(pair),
    ]);
    secondIndexer = nextIndexer;
    nodeAnswers.push(nextNode);
    const statuses = nodeAnswers.flatMap(({ status }) => status ?? []);
    const indexerFacts = indexerInSync ? factsOf(firstIndexer) : null;
    const [node = null, second = null] = orderNodes(statuses, indexerFacts, question);
    pair = { node, second };
  }
  if (!secondIndexer.provider) secondIndexer = await readSecondIndexer(pair);
  // The indexer that confirms the nodes comes first.
  const isConfirming = (answer: IndexerAnswer) => {
    const facts = factsOf(answer);
    return facts && pair.node && isBorneOutByIndexer(readNodeFacts(pair.node, question), facts);
  };
  const isSecondBetter =
    secondIndexer.provider !== null && isConfirming(secondIndexer) && !isConfirming(firstIndexer);
  const [indexer, otherIndexer] = isSecondBetter
    ? [secondIndexer, firstIndexer]
    : [firstIndexer, secondIndexer];
  return {
    ...pair,
    indexer: indexer.actions,
    secondIndexer: otherIndexer.actions,
    indexerInSync,
    isIndexerApart: nodeAnswers.every(({ provider }) =>
      isIndependent(quorum, provider, indexer.provider),
    ),
    indexerProvider: indexer.provider,
  };
}

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

/** Another operator is asked where the answer is about another transaction. */
async function readNode(
  nodes: readonly Provider[],
  segment: Preset["segment"],
  txid: string,
  options: GetOptions,
): Promise<NodeAnswer> {
  const path = `/${segment}/tx/status/${txid}`;
  const answer = await firstOf(nodes, path, TxStatus, options).then(
    ({ value, provider }) => ({ ...ownAnswer(value, txid), provider }),
    (error) => ({ ...unread, failure: { retryAfterSeconds: retrySeconds(error) } }),
  );
  const { status, provider } = answer;
  if (status !== null || provider === null) return answer;
  const others = nodes.filter(({ operator }) => operator !== provider.operator);
  return others.length > 0 ? readNode(others, segment, txid, options) : answer;
}

const unread = { status: null, provider: null } as const;

async function readIndexer(
  indexers: readonly Provider[],
  txid: string,
  options: GetOptions,
): Promise<IndexerAnswer> {
  const answer = await orNull(firstOf(indexers, `/v2/actions?txid=${txid}`, Actions, options));
  return { actions: answer?.value ?? null, provider: answer?.provider ?? null };
}

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

function isAnotherNodeNeeded(input: SourceInput & Corroboration): boolean {
  return isSecondNodeNeeded(input) || areConsecutiveSteps(readSources(input));
}

function isSecondNodeNeeded(input: SourceInput & Corroboration): boolean {
  const sources = readSources(input);
  return needsSecondNode(mergeClaim(sources, input), sources, input);
}

function isOutcomeTold(input: SourceInput): boolean {
  const sources = readSources(input);
  const { indexerFacts } = sources;
  const isOutcome = (state: SwapState) => stateRows[state].phase === "outcome";
  if (isOutcome(mergeClaim(sources, input).state)) return true;
  return indexerFacts !== null && (isOutcome(indexerFacts.state) || indexerFacts.refundExpected);
}

export function isRejectionClaimed(input: SourceInput): boolean {
  return mergeClaim(readSources(input), input).state === "failed";
}
