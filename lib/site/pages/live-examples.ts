// What the fee guide shows of three swaps now: the answers of /quote.json, read in the browser. A figure is shown only of a pair that was
// verified open by a fresh reading. It imports nothing, since every browser loads it; its figures have the form of all others.

const NOT_KNOWN = "not known";

export interface ExampleSwap {
  /** "0.01 BTC to ETH". */
  readonly name: string;
  /** The address of its quote, as a page and as JSON. */
  readonly href: string;
  readonly json: string;
}

export interface ExampleAnswer {
  readonly received: string;
  readonly cost: string;
  /** For the chart: what is sent, and the total cost in hundredths of a basis point. Null where a figure is missing. */
  readonly point: { readonly dollars: number; readonly centiBps: number } | null;
  readonly warnings: readonly string[];
  readonly height: number | null;
  /** Of the block, when it was read. */
  readonly ageSeconds: number | null;
}

export const notChecked: ExampleAnswer = {
  received: NOT_KNOWN,
  cost: "not checked",
  point: null,
  warnings: [],
  height: null,
  ageSeconds: null,
};

/** Reads a body of /quote.json. Whatever it is not sure of is not checked. */
export function readExample(facts: unknown): ExampleAnswer {
  const asOf = member(facts, "as_of");
  const rest = {
    warnings: listOf(member(facts, "warnings")).flatMap((one) => textOf(member(one, "text")) ?? []),
    height: numberOf(member(asOf, "height")),
    ageSeconds: numberOf(member(asOf, "age_seconds")),
  };
  const trading = member(facts, "trading");
  if (trading === "halted") return { ...notChecked, ...rest, cost: "trading is halted" };
  const isSure = trading === "open" && member(facts, "freshness") === "fresh" && member(facts, "error") === undefined;
  const to = textOf(member(facts, "to"));
  if (!isSure || to === null) return { ...notChecked, ...rest };
  const [received, sentUsd, receivedUsd] = ["expected_amount_out", "sent_usd", "received_usd"].map((name) =>
    decimalOf(member(facts, name)),
  );
  const bps = numberOf(member(facts, "total_cost_bps"));
  const costUsd = sentUsd == null || receivedUsd == null ? null : sentUsd - receivedUsd;
  return {
    ...rest,
    received: received == null ? NOT_KNOWN : `${shortNumber(received)} ${/^[^./~-]+.([^-]+)/.exec(to)?.[1] ?? to}`,
    cost: costUsd === null || bps === null ? NOT_KNOWN : `${dollars.format(costUsd)} (${shortPercent(bps)})`,
    point: sentUsd == null || bps === null ? null : { dollars: sentUsd, centiBps: bps * 100 },
  };
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Four digits, and never less than the whole units: nobody compares these amounts with a wallet. */
function shortNumber(value: number): string {
  return value.toLocaleString("en-US", value < 1_000 ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: 0 });
}

function shortPercent(bps: number): string {
  return `${bps % 100 === 0 ? bps / 100 : (bps / 100).toFixed(2)} %`;
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const decimalOf = (value: unknown): number | null =>
  typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
