// Recorded suites → facts for verdicts and swap states, small enough for the project.
import { type Answer, answerOf, type RecordedNetwork, type RecordedSuite } from "./suites.ts";

/** A node's answer for a pair: `o` quote, `h` halted, `d` form disabled, `p` no pool, `-` other. */
type Word = "o" | "h" | "d" | "p" | "-";

/** One planned or sent output. `to` is an index in `addresses`. */
export interface OutFact {
  readonly chain: string;
  readonly to: number;
  readonly asset: string;
  readonly amount: string;
  readonly kind: "out" | "refund";
  readonly id?: "native" | "hash";
}

interface QueueFact extends StreamFact {
  readonly type: "market" | "limit";
  readonly since: number;
}

interface StreamFact {
  /** The bought asset, and its minimum in `target`. */
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

export interface TxFact {
  readonly pending: boolean;
  /** From `tx/status`. `interval`: blocks between parts. */
  readonly streaming?: readonly [count: number, quantity: number, interval: number];
  readonly swapFinalised?: boolean;
  readonly signed?: boolean;
  readonly planned?: readonly OutFact[];
  readonly sent?: readonly OutFact[];
  readonly queue?: QueueFact;
  /** From `/swap/streaming`, where the queue does not know the swap. */
  readonly stream?: StreamFact;
  /** From the queue of payouts; absent where that queue was not recorded. */
  readonly due?: readonly ("out" | "refund")[];
  /** Protocol heights from `/tx`; absent where it was not recorded. */
  readonly heights?: readonly [consensus: number, finalised: number];
}

interface Transaction {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
  readonly memo: string | null;
  readonly coins: readonly (readonly [asset: string, amount: string])[];
  /** First recorded state, then each change: index in `txFacts`. */
  readonly facts: readonly (readonly [state: number, fact: number])[];
}

/** Indexes of tables; null where the state was not recorded whole. */
type State = readonly [
  height: number,
  parameters: number | null,
  rows: number | null,
  pools: number | null,
  words: number | null,
];

export interface SuiteFacts {
  readonly name: string;
  readonly states: readonly State[];
  readonly txs: Readonly<Record<string, Transaction>>;
}

export interface NetworkFacts {
  readonly network: RecordedNetwork;
  /** Constants of the recorded release, under the names of their parameters. */
  readonly defaults: Readonly<Record<string, number>>;
  readonly addresses: readonly string[];
  readonly parameters: readonly Readonly<Record<string, number>>[];
  /** "BTC:hc": `h` halted, `g` global, `c` chain, `l` liquidity, `-` no address. */
  readonly rows: readonly string[];
  /** "BTC.BTC:av", with `h` if trading of the pool is halted. */
  readonly pools: readonly string[];
  readonly pairs: readonly string[];
  /** One letter per pair, in the order of `pairs`; a space where it was not quoted. */
  readonly words: readonly string[];
  readonly txFacts: readonly TxFact[];
  readonly suites: readonly SuiteFacts[];
}

/** Most recorded ids are small numbers with leading zeros. */
const shortId = (id: string) => id.replace(/^0+/, "");
export const longId = (id: string) => id.padStart(64, "0").toLowerCase();

const keptDefaults =
  /^(?:TradeAccounts\w*Enabled|StreamingSwapPause|StreamingLimitSwapMaxAge|EnableAdvSwapQueue)$/;

function createTable<T>() {
  const indexes = new Map<string, number>();
  const values: T[] = [];
  return {
    values,
    indexOf(value: T): number {
      const key = JSON.stringify(value);
      const known = indexes.get(key);
      if (known !== undefined) return known;
      indexes.set(key, values.length);
      return values.push(value) - 1;
    },
  };
}

export function networkFacts(
  network: RecordedNetwork,
  suites: Iterable<RecordedSuite>,
): NetworkFacts {
  const [addresses, parameters, rows, pools, pairs, words, txFacts] = [
    createTable<string>(),
    createTable<Record<string, number>>(),
    createTable<string>(),
    createTable<string>(),
    createTable<string>(),
    createTable<string>(),
    createTable<TxFact>(),
  ];
  const defaults = new Map<string, number>();
  const facts = [...suites].map((suite): SuiteFacts => {
    for (const [name, value] of Object.entries(suite.constants.int_64_values)) {
      if (keptDefaults.test(name)) defaults.set(name.toUpperCase(), value);
    }
    const read = (state: RecordedSuite["states"][number], path: string) =>
      answerOf(suite, state, `/${network}/${path}`)?.[1] as never;
    const states = suite.states.map((state): State => {
      const list = read(state, "inbound_addresses") as Row[] | null | undefined;
      if (list === undefined) return [state.height, null, null, null, null];
      return [
        state.height,
        parameters.indexOf(read(state, "mimir")),
        rows.indexOf((list ?? []).map(rowText).join(" ")),
        pools.indexOf(((read(state, "pools") ?? []) as Pool[]).map(poolText).join(" ")),
        // The thousands of quotes of this suite are about prices.
        suite.suite === "lab/twin-a" ? null : words.indexOf(readWords(suite, state)),
      ];
    });
    return { name: suite.suite, states, txs: readTransactions(suite) };
  });
  return {
    network,
    defaults: Object.fromEntries([...defaults].sort()),
    addresses: addresses.values,
    parameters: parameters.values,
    rows: rows.values,
    pools: pools.values,
    pairs: pairs.values,
    words: words.values,
    txFacts: txFacts.values,
    suites: facts,
  };

  function readWords(suite: RecordedSuite, state: RecordedSuite["states"][number]): string {
    const said: Word[] = [];
    for (const [path, body] of Object.entries(state.answers)) {
      if (!path.startsWith(`/${network}/quote/swap?`)) continue;
      const query = new URL(path, "http://node").searchParams;
      const pair = pairs.indexOf(`${query.get("from_asset")}>${query.get("to_asset")}`);
      const word = wordOf(suite.bodies[body]?.[1] as QuoteBody);
      // Of several quotes for a pair, an availability tells more than any other refusal.
      if (said[pair] === undefined || said[pair] === "-") said[pair] = word;
    }
    return Array.from(said, (word) => word ?? " ").join("");
  }

  function readTransactions(suite: RecordedSuite): SuiteFacts["txs"] {
    const found = new Map<string, Transaction & { readonly facts: [number, number][] }>();
    suite.states.forEach((state, index) => {
      for (const path of Object.keys(state.answers)) {
        const id = /\/tx\/status\/(.*)/.exec(path)?.[1];
        if (id === undefined) continue;
        const ask = (what: string) => answerOf(suite, state, `/${network}/${what}/${id}`);
        const status = ask("tx/status")?.[1] as StatusBody;
        const known = found.get(id) ?? { ...transactionOf(status), facts: [] };
        found.set(id, known);
        const due = dueOf(suite, state, id);
        const fact = txFacts.indexOf(
          txFactOf(status, [ask("queue/swap/details"), ask("swap/streaming"), ask("tx")], due),
        );
        if (known.facts.at(-1)?.[1] !== fact) known.facts.push([index, fact]);
      }
    });
    return Object.fromEntries([...found].map(([id, one]) => [shortId(id), one]));
  }

  function transactionOf({ tx }: StatusBody): Omit<Transaction, "facts"> {
    return {
      chain: tx.chain,
      from: addresses.indexOf(tx.from_address),
      to: addresses.indexOf(tx.to_address),
      memo: tx.memo ?? null,
      coins: tx.coins.map(({ asset, amount }) => [asset, amount] as const),
    };
  }

  function txFactOf(
    status: StatusBody,
    [details, streams, tx]: readonly [Answer | null, Answer | null, Answer | null],
    due: TxFact["due"] | null,
  ): TxFact {
    const { swap_status: swap, swap_finalised: over, outbound_signed: signed } = status.stages;
    const planned = (status.planned_out_txs ?? []).map(
      ({ chain, to_address, coin, refund }): OutFact => ({
        chain,
        to: addresses.indexOf(to_address),
        ...coin,
        kind: refund ? "refund" : "out",
      }),
    );
    const sent = (status.out_txs ?? []).flatMap(({ id, chain, to_address, coins, memo }) =>
      coins.map(
        ({ asset, amount }): OutFact => ({
          chain,
          to: addresses.indexOf(to_address),
          asset,
          amount,
          kind: /^refund:/i.test(memo) ? "refund" : "out",
          id: /^0+$/.test(id) ? "native" : "hash",
        }),
      ),
    );
    const queue = queueOf(details);
    const stream = queue ? null : streamOf(streams);
    const heights = heightsOf(tx);
    const streaming = swap.streaming;
    return {
      pending: swap.pending,
      ...(streaming && {
        streaming: [
          streaming.count ?? 0,
          streaming.quantity ?? 0,
          streaming.interval ?? 0,
        ] as const,
      }),
      ...(over && { swapFinalised: over.completed }),
      ...(signed && { signed: signed.completed }),
      ...(planned.length > 0 && { planned }),
      ...(sent.length > 0 && { sent }),
      ...(queue && { queue }),
      ...(stream && { stream }),
      ...(due && { due }),
      ...(heights && { heights }),
    };
  }

  function dueOf(
    suite: RecordedSuite,
    state: RecordedSuite["states"][number],
    id: string,
  ): TxFact["due"] | null {
    const [signing, scheduled] = ["queue/outbound", "queue/scheduled"].map((path) =>
      answerOf(suite, state, `/${network}/${path}`),
    );
    if (!signing) return null;
    const items = [signing, scheduled].flatMap(
      (one) => (one?.[1] ?? []) as { in_hash: string; original_memo?: string; memo?: string }[],
    );
    return items
      .filter((item) => item.in_hash === id)
      .map((item) => (/^refund:/i.test(item.original_memo ?? item.memo ?? "") ? "refund" : "out"));
  }
}

interface Row {
  readonly chain: string;
  readonly address?: string;
  readonly halted?: boolean;
  readonly global_trading_paused?: boolean;
  readonly chain_trading_paused?: boolean;
  readonly chain_lp_actions_paused?: boolean;
}

function rowText(row: Row): string {
  const flags = [
    row.halted && "h",
    row.global_trading_paused && "g",
    row.chain_trading_paused && "c",
    row.chain_lp_actions_paused && "l",
    !row.address && "-",
  ];
  return [row.chain, flags.filter((flag) => flag).join("")].filter((part) => part).join(":");
}

interface Pool {
  readonly asset: string;
  readonly status: string;
  readonly trading_halted?: boolean;
}

function poolText({ asset, status, trading_halted }: Pool): string {
  return `${asset}:${status.slice(0, 2).toLowerCase()}${trading_halted ? "h" : ""}`;
}

interface QuoteBody {
  readonly expected_amount_out?: string;
  readonly error?: string;
  readonly message?: string;
}

function wordOf({ expected_amount_out: output, error, message }: QuoteBody): Word {
  if (output !== undefined) return "o";
  const text = error ?? message ?? "";
  if (/trading is halted/.test(text)) return "h";
  if (/(?:are|has been) disabled|manual swaps to synths not supported/.test(text)) return "d";
  return /is not available/.test(text) ? "p" : "-";
}

interface Coin {
  readonly asset: string;
  readonly amount: string;
}

interface StatusBody {
  readonly tx: {
    readonly chain: string;
    readonly from_address: string;
    readonly to_address: string;
    readonly memo?: string;
    readonly coins: readonly Coin[];
  };
  readonly planned_out_txs?: readonly {
    readonly chain: string;
    readonly to_address: string;
    readonly coin: Coin;
    readonly refund: boolean;
  }[];
  readonly out_txs?: readonly {
    readonly id: string;
    readonly chain: string;
    readonly to_address: string;
    readonly coins: readonly Coin[];
    readonly memo: string;
  }[];
  readonly stages: {
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
  };
}

interface SwapState {
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
    readonly state: SwapState;
  };
}

function queueOf(answer: Answer | null): QueueFact | null {
  if (answer?.[0] !== 200) return null;
  const { swap } = answer[1] as DetailsBody;
  const {
    swap_type: type = "market",
    target_asset: asset,
    trade_target: target,
    initial_block_height: since,
  } = swap;
  return { type, since, asset, target, ...sumsOf(swap.state) };
}

function streamOf(answer: Answer | null): StreamFact | null {
  const body = answer?.[1] as
    | (SwapState & { target_asset: string; trade_target: string })
    | undefined;
  if (answer?.[0] !== 200 || !body?.quantity) return null;
  return { asset: body.target_asset, target: body.trade_target, ...sumsOf(body) };
}

function sumsOf(state: SwapState): Omit<StreamFact, "asset" | "target"> {
  const { interval = 0, quantity = 0, count = 0, deposit, out, failed_swaps: failed = [] } = state;
  return { interval, quantity, count, deposit, in: state.in, out, failed: failed.length };
}

function heightsOf(answer: Answer | null): readonly [number, number] | null {
  const body = answer?.[1] as { consensus_height?: number; finalised_height?: number } | undefined;
  return body?.consensus_height === undefined
    ? null
    : [body.consensus_height, body.finalised_height ?? 0];
}
