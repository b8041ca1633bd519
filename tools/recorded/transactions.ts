// Finds recorded transactions: the deposit of each, and every change of its state.
import { type Answer, answerOf, type RecordedState, type RecordedSuite } from "./suites.ts";
import type { Table } from "./table.ts";

/** A planned or sent payout. `to` is an index in `addresses`. */
export interface OutFact {
  readonly chain: string;
  readonly to: number;
  readonly asset: string;
  readonly amount: string;
  readonly kind: "out" | "refund";
  readonly id?: "native" | "hash";
}

interface StreamFact {
  /** The asset to receive. `target` is the least amount of the asset. */
  readonly asset: string;
  readonly target: string;
  readonly interval: number;
  readonly quantity: number;
  readonly count: number;
  readonly deposit: string;
  readonly in: string;
  readonly out: string;
  readonly failed: number;
}

interface QueueFact extends StreamFact {
  readonly type: "market" | "limit";
  readonly since: number;
}

export interface TxFact {
  readonly pending: boolean;
  /** From `tx/status`. `interval`: blocks between parts. */
  readonly streaming?: readonly [count: number, quantity: number, interval: number];
  readonly swapFinalised?: boolean;
  readonly signed?: boolean;
  readonly planned?: readonly OutFact[];
  readonly sent?: readonly OutFact[];
  readonly queue?: QueueFact;
  /** From `/swap/streaming`. Only if the queue does not have the swap. */
  readonly stream?: StreamFact;
  /** From the queue of payouts. Absent if the queue was not recorded. */
  readonly due?: readonly ("out" | "refund")[];
  /** Block heights of THORChain or MAYAChain, from `/tx`. Absent if `/tx` was not recorded. */
  readonly heights?: readonly [consensus: number, finalised: number];
}

interface Deposit {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
  readonly memo: string | null;
  readonly coins: readonly (readonly [asset: string, amount: string])[];
}

export interface Transaction extends Deposit {
  /** First recorded state and each change. `fact` is an index in `txFacts`. */
  readonly facts: readonly (readonly [state: number, fact: number])[];
}

interface Coin {
  readonly asset: string;
  readonly amount: string;
}

interface PlannedBody {
  readonly chain: string;
  readonly to_address: string;
  readonly coin: Coin;
  readonly refund: boolean;
}

interface SentBody {
  readonly id: string;
  readonly chain: string;
  readonly to_address: string;
  readonly coins: readonly Coin[];
  readonly memo: string;
}

interface StagesBody {
  readonly swap_status: {
    readonly pending: boolean;
    readonly streaming?: {
      readonly interval?: number;
      readonly quantity?: number;
      readonly count?: number;
    };
  };
  readonly swap_finalised?: { readonly completed: boolean };
  readonly outbound_signed?: { readonly completed: boolean };
}

interface StatusBody {
  readonly tx: {
    readonly chain: string;
    readonly from_address: string;
    readonly to_address: string;
    readonly memo?: string;
    readonly coins: readonly Coin[];
  };
  readonly planned_out_txs?: readonly PlannedBody[];
  readonly out_txs?: readonly SentBody[];
  readonly stages: StagesBody;
}

interface SwapStateBody {
  readonly interval?: number;
  readonly quantity?: number;
  readonly count?: number;
  readonly deposit: string;
  readonly in: string;
  readonly out: string;
  readonly failed_swaps?: readonly number[];
}

interface DetailsBody {
  readonly swap: {
    readonly swap_type?: "limit";
    readonly target_asset: string;
    readonly trade_target: string;
    readonly initial_block_height: number;
    readonly state: SwapStateBody;
  };
}

interface StreamBody extends SwapStateBody {
  readonly target_asset: string;
  readonly trade_target: string;
}

interface HeightsBody {
  readonly consensus_height?: number;
  readonly finalised_height?: number;
}

interface PayoutBody {
  readonly in_hash: string;
  readonly original_memo?: string;
  readonly memo?: string;
}

interface RecordedTables {
  readonly network: string;
  readonly addresses: Table<string>;
  readonly txFacts: Table<TxFact>;
}

export function recordedTransactions(
  suite: RecordedSuite,
  { network, addresses, txFacts }: RecordedTables,
): ReadonlyMap<string, Transaction> {
  const transactions = new Map<string, Deposit & { readonly facts: [number, number][] }>();
  suite.states.forEach((state, stateIndex) => {
    for (const path of Object.keys(state.answers)) {
      const id = /\/tx\/status\/(.*)/.exec(path)?.[1];
      if (id === undefined) continue;
      const answer = (endpoint: string) => answerOf(suite, state, `/${network}/${endpoint}`);
      const status = answer(`tx/status/${id}`)?.[1] as StatusBody;
      const transaction = transactions.get(id) ?? { ...depositOf(status, addresses), facts: [] };
      transactions.set(id, transaction);
      const due = dueOf(suite, state, network, id);
      const fact = {
        ...statusFact(status, addresses),
        ...swapFact(answer(`queue/swap/details/${id}`), answer(`swap/streaming/${id}`)),
        ...(due && { due }),
        ...heightsFact(answer(`tx/${id}`)),
      };
      const factIndex = txFacts.indexOf(fact);
      if (transaction.facts.at(-1)?.[1] !== factIndex)
        transaction.facts.push([stateIndex, factIndex]);
    }
  });
  return transactions;
}

function depositOf({ tx }: StatusBody, addresses: Table<string>): Deposit {
  return {
    chain: tx.chain,
    from: addresses.indexOf(tx.from_address),
    to: addresses.indexOf(tx.to_address),
    memo: tx.memo ?? null,
    coins: tx.coins.map(({ asset, amount }) => [asset, amount] as const),
  };
}

function statusFact(status: StatusBody, addresses: Table<string>): TxFact {
  const { swap_status, swap_finalised, outbound_signed } = status.stages;
  const planned = (status.planned_out_txs ?? []).map((output) => plannedFact(output, addresses));
  const sent = (status.out_txs ?? []).flatMap((output) => sentFacts(output, addresses));
  const { pending, streaming } = swap_status;
  return {
    pending,
    ...(streaming && {
      streaming: [streaming.count ?? 0, streaming.quantity ?? 0, streaming.interval ?? 0] as const,
    }),
    ...(swap_finalised && { swapFinalised: swap_finalised.completed }),
    ...(outbound_signed && { signed: outbound_signed.completed }),
    ...(planned.length > 0 && { planned }),
    ...(sent.length > 0 && { sent }),
  };
}

function plannedFact(
  { chain, to_address, coin, refund }: PlannedBody,
  addresses: Table<string>,
): OutFact {
  return {
    chain,
    to: addresses.indexOf(to_address),
    ...coin,
    kind: refund ? "refund" : "out",
  };
}

function sentFacts(
  { id, chain, to_address, coins, memo }: SentBody,
  addresses: Table<string>,
): OutFact[] {
  return coins.map(({ asset, amount }) => ({
    chain,
    to: addresses.indexOf(to_address),
    asset,
    amount,
    kind: isRefundMemo(memo) ? "refund" : "out",
    id: /^0+$/.test(id) ? "native" : "hash",
  }));
}

const isRefundMemo = (memo: string) => /^refund:/i.test(memo);

function swapFact(
  details: Answer | null,
  streams: Answer | null,
): Pick<TxFact, "queue" | "stream"> {
  const queue = queueFact(details);
  if (queue) return { queue };
  const stream = streamFact(streams);
  return stream ? { stream } : {};
}

function queueFact(answer: Answer | null): QueueFact | null {
  if (answer?.[0] !== 200) return null;
  const { swap } = answer[1] as DetailsBody;
  return {
    type: swap.swap_type ?? "market",
    since: swap.initial_block_height,
    asset: swap.target_asset,
    target: swap.trade_target,
    ...progressOf(swap.state),
  };
}

function streamFact(answer: Answer | null): StreamFact | null {
  const body = answer?.[1] as StreamBody | undefined;
  if (answer?.[0] !== 200 || !body?.quantity) return null;
  return { asset: body.target_asset, target: body.trade_target, ...progressOf(body) };
}

function progressOf(state: SwapStateBody): Omit<StreamFact, "asset" | "target"> {
  return {
    interval: state.interval ?? 0,
    quantity: state.quantity ?? 0,
    count: state.count ?? 0,
    deposit: state.deposit,
    in: state.in,
    out: state.out,
    failed: state.failed_swaps?.length ?? 0,
  };
}

function dueOf(
  suite: RecordedSuite,
  state: RecordedState,
  network: string,
  id: string,
): TxFact["due"] | null {
  const signing = answerOf(suite, state, `/${network}/queue/outbound`);
  const scheduled = answerOf(suite, state, `/${network}/queue/scheduled`);
  if (!signing) return null;
  return [signing, scheduled]
    .flatMap((answer) => (answer?.[1] ?? []) as PayoutBody[])
    .filter(({ in_hash }) => in_hash === id)
    .map(({ original_memo, memo = "" }) =>
      isRefundMemo(original_memo ?? memo) ? "refund" : "out",
    );
}

function heightsFact(answer: Answer | null): Pick<TxFact, "heights"> {
  const body = answer?.[1] as HeightsBody | undefined;
  if (body?.consensus_height === undefined) return {};
  return { heights: [body.consensus_height, body.finalised_height ?? 0] };
}
