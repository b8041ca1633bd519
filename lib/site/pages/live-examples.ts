// What the fee guide shows of three swaps now: the answers of /quote.json, read in the browser. A figure is shown only of a pair that was
// verified open by a fresh reading.
import { decimalsOf, FIXED_DECIMALS, parseUnits } from "../../protocol/values/amounts.ts";
import { formatAmount, formatBpsAsPercent, formatDollars, NOT_KNOWN } from "../../protocol/values/figure-text.ts";

/** Four digits, and never less than the whole units: nobody compares these amounts with a wallet. */
const shortAmount = { digits: 4 } as const;

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
  const base = unitsOf(member(facts, "expected_amount_out"), decimalsOf(to));
  const [sentUsd = null, receivedUsd] = ["sent_usd", "received_usd"].map((name) =>
    unitsOf(member(facts, name), FIXED_DECIMALS),
  );
  const bps = numberOf(member(facts, "total_cost_bps"));
  const costUsd = sentUsd === null || receivedUsd == null ? null : sentUsd - receivedUsd;
  return {
    ...rest,
    received: formatAmount(base === null ? null : { base, asset: to }, undefined, shortAmount),
    cost: costUsd === null || bps === null ? NOT_KNOWN : `${formatDollars(costUsd)} (${formatBpsAsPercent(bps)})`,
    point: sentUsd === null || bps === null ? null : { dollars: Number(sentUsd) / 1e8, centiBps: bps * 100 },
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const unitsOf = (value: unknown, decimals: number): bigint | null =>
  typeof value === "string" ? parseUnits(value, decimals) : null;
