// The compact copy of one recorded state: a node with the pools of a main network, and what it answered to 5,027 questions for a quote.
import { readFileSync } from "node:fs";
import type { RecordedNode } from "./recorded-node.ts";
import { type Answer, nodeFacts, type RecordedSuite, recordedQuotes } from "./recorded-suite.ts";
import { root } from "./root.ts";

export const TWIN_SUITE = "lab__twin-a";
export const TWIN_FILE = "e2e/fixtures/recorded/twin.json";
const DESTINATION = "<to>";
const FIGURE = "<figure>";
const figures = /\d{3,}/g;

/** The members of an answer that are written in each row, and `fees.` of them. All others are in `shared`. */
const columns = [
  "expected_amount_out",
  "fees.affiliate",
  "fees.outbound",
  "fees.liquidity",
  "fees.total",
  "fees.slippage_bps",
  "fees.total_bps",
  "outbound_delay_blocks",
  "outbound_delay_seconds",
  "inbound_confirmation_blocks",
  "inbound_confirmation_seconds",
  "recommended_min_amount_in",
  "max_streaming_quantity",
  "streaming_swap_blocks",
  "streaming_swap_seconds",
  "total_swap_seconds",
  "memo",
] as const;

type Value = string | number | null;
/** The index of its style and of what it shares with others, then the columns; of a refusal the figures in its words. */
type Row = readonly [style: number, shared: number, ...Value[]];

/** As it is written, with the number of another row of the same assets and amount: `true` stands for that row's value. */
type ShortRow = readonly [style: number, shared: number, like: number, ...(Value | true)[]];

interface Twin {
  readonly facts: RecordedNode;
  readonly columns: readonly string[];
  /** Everything of a question but assets, amount and the address itself. */
  readonly styles: readonly string[];
  readonly destinations: Readonly<Record<string, string>>;
  readonly shared: readonly object[];
  readonly questions: readonly (readonly [
    from: string,
    to: string,
    amount: string,
    ...rows: ShortRow[],
  ])[];
}

export interface TwinQuestion {
  readonly kind: "swap" | "limit";
  readonly query: URLSearchParams;
  readonly answer: Answer;
}

/** @throws Error where the recording lacks a fact. */
export function compactTwin(suite: RecordedSuite): Twin {
  const state = suite.states[0];
  const facts = state && nodeFacts(suite, state);
  if (!facts) throw new Error("the recording lacks what the node said of itself");
  const [styles, shared] = [createIndex(), createIndex()];
  const destinations: Record<string, string> = {};
  const groups = new Map<string, [string, string, string, ...Row[]]>();
  for (const { kind, query, answer } of recordedQuotes(suite, state)) {
    const [from, to, amount] = ["from_asset", "to_asset", "amount"].map(
      (name) => query.get(name) ?? "",
    );
    if (!from || !to || !amount) throw new Error("a question without assets or amount");
    const address = query.get("destination") ?? "";
    if (address) destinations[to] = address;
    const style = styles.of(`${kind}?${styleOf(query)}`);
    const group = groups.get([from, to, amount].join()) ?? [from, to, amount];
    group.push(rowOf(style, answer, address, shared));
    groups.set([from, to, amount].join(), group);
  }
  return {
    facts: leanFacts(facts),
    columns,
    styles: styles.list as string[],
    destinations,
    shared: shared.list.map((text) => JSON.parse(text)),
    questions: [...groups.values()].map(([from, to, amount, ...rows]) => [
      from,
      to,
      amount,
      ...(shorten(rows as Row[]) as unknown as ShortRow[]),
    ]),
  };
}

/** Each row takes from the one before it that is most like it. */
function shorten(rows: readonly Row[]): readonly unknown[] {
  return rows.map(([style, shared, ...values], place) => {
    const same = (row: Row) =>
      values.filter((value, at) => value !== null && value === row[at + 2]).length;
    const like = rows
      .slice(0, place)
      .reduce<Row | null>((best, row) => (best && same(best) >= same(row) ? best : row), null);
    if (!like) return [style, shared, place, ...values];
    const rest = values.map((value, at) =>
      value !== null && value === like[at + 2] ? true : value,
    );
    return [style, shared, rows.indexOf(like), ...rest];
  });
}

function lengthen(rows: readonly ShortRow[]): Row[] {
  const whole: Row[] = [];
  for (const [style, shared, like, ...values] of rows) {
    const rest = values.map((value, at) =>
      value === true ? (whole[like]?.[at + 2] ?? null) : value,
    );
    whole.push([style, shared, ...rest]);
  }
  return whole;
}

function styleOf(query: URLSearchParams): string {
  const rest = [...query].filter(
    ([name]) => !["from_asset", "to_asset", "amount", "destination"].includes(name),
  );
  if (query.has("destination")) rest.unshift(["destination", DESTINATION]);
  return rest.map(([name, value]) => `${name}=${value}`).join("&");
}

function rowOf(
  style: number,
  [status, body]: Answer,
  address: string,
  shared: ReturnType<typeof createIndex>,
): Row {
  const write = (text: string) => (address ? text.replaceAll(address, DESTINATION) : text);
  if (status !== 200) {
    const { message, ...rest } = body as { message: string };
    const words = write(message).replace(figures, FIGURE);
    return [
      style,
      shared.of(JSON.stringify({ ...rest, status, words })),
      ...(write(message).match(figures) ?? []),
    ];
  }
  const { notes: _, "fees.asset": __, ...flat } = flatten(body);
  const values = columns.map((column): Value => {
    const value = flat[column];
    delete flat[column];
    return typeof value === "string" ? write(value) : ((value ?? null) as Value);
  });
  const used = values.findLastIndex((value) => value !== null);
  return [style, shared.of(JSON.stringify(flat)), ...values.slice(0, used + 1)];
}

function flatten({ fees, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const inner = Object.entries(fees as object).map(([name, value]) => [`fees.${name}`, value]);
  return { ...Object.fromEntries(inner), ...rest };
}

function leanFacts(facts: RecordedNode): RecordedNode {
  const pick = <T extends object>(row: T, names: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as T;
  const pool = ["asset", "short_code", "status", "decimals", "balance_asset", "balance_rune"];
  const fee = ["asset", "outbound_fee", "dynamic_multiplier_basis_points"];
  const row = [
    "chain",
    "address",
    "router",
    "halted",
    "observed_fee_rate",
    "gas_rate",
    "gas_rate_units",
  ];
  return {
    ...facts,
    pools: facts.pools.map((one) => pick(one, pool)),
    inboundAddresses: facts.inboundAddresses.map((one) =>
      pick(one, [...row, "outbound_tx_size", "dust_threshold"]),
    ),
    outboundFees: facts.outboundFees.map((one) => pick(one, fee)),
  };
}

/** Texts numbered in the order in which they first came. */
function createIndex() {
  const list: string[] = [];
  return {
    list: list as readonly string[],
    of: (text: string) => {
      const found = list.indexOf(text);
      return found >= 0 ? found : list.push(text) - 1;
    },
  };
}

/** One line a question, so that a change of the recording can be read. */
export function formatTwin({ questions, ...rest }: Twin): string {
  const head = Object.entries(rest).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const rows = questions.map((one) => JSON.stringify(one)).join(",\n");
  return `{${head.join(",\n")},\n"questions":[\n${rows}\n]}\n`;
}

export function readTwin(): { facts: RecordedNode; questions: readonly TwinQuestion[] } {
  const twin = JSON.parse(readFileSync(`${root}${TWIN_FILE}`, "utf8")) as Twin;
  return {
    facts: twin.facts,
    questions: twin.questions.flatMap((group) => questionsOf(twin, group)),
  };
}

function questionsOf(
  twin: Twin,
  [from, to, amount, ...rows]: Twin["questions"][number],
): TwinQuestion[] {
  const address = twin.destinations[to] ?? "";
  const read = (value: Value | undefined) =>
    typeof value === "string" ? value.replaceAll(DESTINATION, address) : value;
  return lengthen(rows).map(([style, shared, ...values]) => {
    const [kind, text = ""] = (twin.styles[style] ?? "").split("?");
    const query = new URLSearchParams({ from_asset: from, to_asset: to, amount });
    for (const [name, value] of new URLSearchParams(text)) query.set(name, String(read(value)));
    const { status = 200, words, ...rest } = twin.shared[shared] as Record<string, unknown>;
    if (typeof words === "string") {
      const message = values.reduce<string>(
        (text, value) => text.replace(FIGURE, String(value)),
        words,
      );
      return {
        kind: kind as "swap",
        query,
        answer: [status as number, { ...rest, message: read(message) }],
      };
    }
    const row = Object.fromEntries(
      twin.columns.map((column, place) => [column, read(values[place])]),
    );
    const asset = kind === "swap" ? to : "";
    return {
      kind: kind as "swap",
      query,
      answer: [200, toBody({ ...rest, ...row, "fees.asset": asset })],
    };
  });
}

/** The body with its fees as an object, without the members that the answer did not have. */
function toBody(flat: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(flat).filter(([, value]) => value !== null && value !== undefined);
  const isFee = ([name]: [string, unknown]) => name.startsWith("fees.");
  const fees = present.filter(isFee).map(([name, value]) => [name.slice("fees.".length), value]);
  return {
    ...Object.fromEntries(present.filter((entry) => !isFee(entry))),
    fees: Object.fromEntries(fees),
  };
}
