// Recorded quotes of a THORNode that has the pools of the main network, and the node's other data.
import { readFileSync } from "node:fs";
import { root } from "../../e2e/support/root.ts";
import { type Answer, answerOf, readSuite } from "./suites.ts";

export const QUOTES_FILE = `${root}e2e/fixtures/recorded/quotes.json`;
const SUITE = "lab__twin-a";
const COPIED_INTERVAL = 80;

const usedParameters =
  /^(?:ADVSWAPQUEUE|L1SLIP|MAXTXOUTOFFSET|MINIMUML1|MINTXOUT|OUTBOUNDTRANSACTION|STREAMING|TORANCHOR|TXOUTDELAYRATE)/;

type Row = Readonly<Record<string, string>>;

export interface RecordedQuotes {
  readonly height: number;
  readonly parameters: Readonly<Record<string, number>>;
  readonly pools: readonly Row[];
  readonly rows: readonly Row[];
  readonly fees: readonly Row[];
  readonly quotes: readonly (readonly [path: string, ...Answer])[];
}

const keptMembers = {
  pools: ["asset", "short_code", "status", "decimals", "balance_asset", "balance_rune"],
  inbound_addresses: [
    "chain",
    "address",
    "observed_fee_rate",
    "gas_rate",
    "gas_rate_units",
    "outbound_tx_size",
    "dust_threshold",
  ],
  outbound_fees: ["asset", "outbound_fee", "dynamic_multiplier_basis_points"],
} as const;

export function readRecordedQuotes(folder: string): RecordedQuotes {
  const suite = readSuite(folder, "thorchain", SUITE);
  const [state] = suite.states;
  if (!state) throw new Error(`${SUITE} has no state`);
  const bodyOf = <T>(path: string) => answerOf(suite, state, `/thorchain/${path}`)?.[1] as T;
  const rowsOf = (path: keyof typeof keptMembers) =>
    bodyOf<Row[]>(path).map((row) => {
      const members = keptMembers[path].map((name) => [name, row[name]] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Row;
    });
  const constants = Object.entries(suite.constants.int_64_values);
  const quotes = Object.keys(state.answers)
    .filter((path) => path.startsWith("/thorchain/quote/"))
    .map((path) => [path, ...(answerOf(suite, state, path) as Answer)] as const);
  const votes = Object.entries(bodyOf<Record<string, number>>("mimir"));
  const parameters = [...constants, ...votes]
    .map(([name, value]) => [name.toUpperCase(), value] as const)
    .filter(([name]) => usedParameters.test(name));
  return {
    height: state.height,
    parameters: Object.fromEntries(parameters),
    pools: rowsOf("pools"),
    rows: rowsOf("inbound_addresses"),
    fees: rowsOf("outbound_fees"),
    quotes,
  };
}

export function quotesText(folder: string): string {
  const { quotes, ...facts } = readRecordedQuotes(folder);
  const copiedQuotes = quotes.filter((_, index) => index % COPIED_INTERVAL === 0);
  const rows = copiedQuotes.map((quote) => JSON.stringify(quote)).join(",\n");
  const head = Object.entries(facts).map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
  return `{${head.join(",\n")},\n"quotes":[\n${rows}\n]}\n`;
}

export const readQuotes = () => JSON.parse(readFileSync(QUOTES_FILE, "utf8")) as RecordedQuotes;
