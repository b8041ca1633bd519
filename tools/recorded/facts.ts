// Makes a small copy of recorded suites, with the data that verdicts and swap states need.
import {
  type PoolBody,
  poolText,
  type QuoteBody,
  quoteLetter,
  type RowBody,
  rowText,
} from "./availability.ts";
import {
  answerOf,
  type RecordedNetwork,
  type RecordedState,
  type RecordedSuite,
} from "./suites.ts";
import { createTable, type Table } from "./table.ts";
import { recordedTransactions, type Transaction, type TxFact } from "./transactions.ts";

/** Indexes in the lists of `NetworkFacts`. Null if a part of the state was not recorded. */
type StateFact = readonly [
  height: number,
  parameters: number | null,
  rows: number | null,
  pools: number | null,
  words: number | null,
];

export interface SuiteFacts {
  readonly name: string;
  readonly states: readonly StateFact[];
  readonly txs: Readonly<Record<string, Transaction>>;
}

export interface NetworkFacts {
  readonly network: RecordedNetwork;
  /** Constants of the recorded release, by mimir key. */
  readonly defaults: Readonly<Record<string, number>>;
  readonly addresses: readonly string[];
  readonly parameters: readonly Readonly<Record<string, number>>[];
  readonly rows: readonly string[];
  readonly pools: readonly string[];
  readonly pairs: readonly string[];
  /** A letter for each pair in `pairs`. A space if the pair has no recorded quote. */
  readonly words: readonly string[];
  readonly txFacts: readonly TxFact[];
  readonly suites: readonly SuiteFacts[];
}

const shortId = (id: string) => id.replace(/^0+/, "");
export const longId = (id: string) => id.padStart(64, "0").toLowerCase();

const keptDefaults =
  /^(?:TradeAccounts\w*Enabled|StreamingSwapPause|StreamingLimitSwapMaxAge|EnableAdvSwapQueue)$/;

/** Left out: this suite has thousands of quotes, which are only about prices. */
const PRICE_SUITE = "lab/twin-a";

export function networkFacts(
  network: RecordedNetwork,
  recordedSuites: Iterable<RecordedSuite>,
): NetworkFacts {
  const addresses = createTable<string>();
  const parameters = createTable<Record<string, number>>();
  const rows = createTable<string>();
  const pools = createTable<string>();
  const pairs = createTable<string>();
  const words = createTable<string>();
  const txFacts = createTable<TxFact>();
  const defaults = new Map<string, number>();

  function stateFact(suite: RecordedSuite, state: RecordedState): StateFact {
    const bodyOf = <T>(endpoint: string) =>
      answerOf(suite, state, `/${network}/${endpoint}`)?.[1] as T;
    const rowBodies = bodyOf<RowBody[] | null | undefined>("inbound_addresses");
    if (rowBodies === undefined) return [state.height, null, null, null, null];
    const poolBodies = bodyOf<PoolBody[] | null | undefined>("pools") ?? [];
    return [
      state.height,
      parameters.indexOf(bodyOf("mimir")),
      rows.indexOf((rowBodies ?? []).map(rowText).join(" ")),
      pools.indexOf(poolBodies.map(poolText).join(" ")),
      suite.suite === PRICE_SUITE
        ? null
        : words.indexOf(quoteLetters(suite, state, network, pairs)),
    ];
  }

  const suites = [...recordedSuites].map((suite): SuiteFacts => {
    for (const [name, value] of Object.entries(suite.constants.int_64_values)) {
      if (keptDefaults.test(name)) defaults.set(name.toUpperCase(), value);
    }
    const states = suite.states.map((state) => stateFact(suite, state));
    const transactions = recordedTransactions(suite, { network, addresses, txFacts });
    const txs = Object.fromEntries(
      [...transactions].map(([id, transaction]) => [shortId(id), transaction]),
    );
    return { name: suite.suite, states, txs };
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
    suites,
  };
}

function quoteLetters(
  suite: RecordedSuite,
  state: RecordedState,
  network: RecordedNetwork,
  pairs: Table<string>,
): string {
  const letters: string[] = [];
  for (const [path, bodyIndex] of Object.entries(state.answers)) {
    if (!path.startsWith(`/${network}/quote/swap?`)) continue;
    const query = new URL(path, "http://node").searchParams;
    const pair = pairs.indexOf(`${query.get("from_asset")}>${query.get("to_asset")}`);
    const letter = quoteLetter(suite.bodies[bodyIndex]?.[1] as QuoteBody);
    // If a pair has several quotes, "-" (another refusal) is the least useful letter.
    if (letters[pair] === undefined || letters[pair] === "-") letters[pair] = letter;
  }
  return Array.from(letters, (letter) => letter ?? " ").join("");
}
