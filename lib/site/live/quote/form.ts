// The query of /quote → the request, or the errors of all fields. The typed text is kept.

import { queryNames, quoteHref } from "../../../answers/quote/links.ts";
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import { getSwapQuote, quoteLimits } from "../../../mcp/tools/get-swap-quote.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import type { QuoteRequest } from "../../../protocol/model/quote.ts";
import { SINGLE } from "../../../protocol/quote/streaming.ts";
import { decimalsOf, FIXED_DECIMALS, formatUnits } from "../../../protocol/values/amounts.ts";
import { filterAssets, matchAsset } from "../../../protocol/values/asset-match.ts";
import { type KnownAsset, parseAsset } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import {
  fieldOf,
  type QuoteFieldName,
  quoteFieldNames,
  withAmountUsd,
  withToleranceBps,
} from "../../../protocol/values/quote-fields.ts";
import { parseTypedAmount, type TypedAmount } from "../../../protocol/values/typed-amount.ts";
import type { LinkView } from "../../../render/blocks.ts";
import { withDollarSign } from "../../../say/figures.en.ts";
import { inputText } from "../../../say/input.en.ts";
import { amountErrors, formErrors, quoteHints, quoteLabels } from "../../../say/quote-form.en.ts";
import type { FieldView, ProblemView, QuoteFormView } from "./view.ts";

const MAX_FIELD_CHARS = 160;
/** Far more than any asset has, and few enough for a node's integers. */
const MAX_WHOLE_DIGITS = 18;

interface QuoteForm extends Omit<QuoteFormView, "assets" | "tool"> {
  readonly request: QuoteRequest | null;
}

const { properties } = inputJsonSchema(getSwapQuote.inputSchema);

/** Arguments of the tool that this page lacks. Ignoring one would quote a different swap. */
const jsonOnly = {
  names: Object.keys(properties).filter(
    (name) => !(queryNames as readonly string[]).includes(name),
  ),
  text: formErrors.jsonOnly,
};

type ToLabel = (asset: string) => string;

/** `known`: null if the assets could not be read; then the network judges the names. */
export function parseQuoteForm(
  written: URLSearchParams,
  known: readonly KnownAsset[] | null,
  preset: Preset,
  toLabel: ToLabel,
): QuoteForm {
  const form = typedForm(written);
  const { query, sent, typed, isTooLong, problems } = form;
  const isAsked = ["from", "to", sent].every((name) => query.has(name));
  const from = readAsset(form, "from", "BTC", known, preset, toLabel);
  const to = readAsset(form, "to", "ETH", known, preset, toLabel);
  const amount = readAmount(form, from, preset);
  const { streaming, ...terms } = readTerms(form, written);

  const nameProblems: ProblemView[] = listNameFaults(written, queryNames, jsonOnly).map(
    ({ name, text }) => ({
      field: fieldOf(name),
      message: text,
      choices: [],
    }),
  );

  const shownText = (name: QuoteFieldName): string => {
    if (name !== "amount" && name !== "tolerance") return typed(name);
    if (isTooLong(name === "amount" ? sent : name)) return "";
    const text = written.get(name)?.trim();
    if (text || name === "amount") return text || typed(sent);
    const { liquidityToleranceBps: bps } = terms;
    return bps === undefined ? typed("liquidity_tolerance_bps") : formatUnits(BigInt(bps), 2);
  };
  const fieldView = (name: QuoteFieldName): FieldView => ({
    name,
    label: quoteLabels[name],
    hint: quoteHints[name],
    value: shownText(name),
    remark: name === "amount" ? form.remark : null,
    description: properties[name]?.description ?? quoteHints[name],
  });
  const fields = Object.fromEntries(
    quoteFieldNames.map((name) => [name, fieldView(name)]),
  ) as QuoteForm["fields"];
  const isRight =
    problems.length + nameProblems.length === 0 && from !== null && to !== null && amount !== null;
  const request: QuoteRequest | null =
    isAsked && isRight
      ? {
          from,
          to,
          ...(sent === "amount" ? { amount } : { amountUsd: amount }),
          ...terms,
          ...(streaming && { streaming }),
        }
      : null;
  return {
    fields,
    problems: [...nameProblems, ...(isAsked ? problems : [])],
    unit: sent === "amount_usd" ? "usd" : "",
    streaming: streaming ? typed("streaming") : null,
    request,
  };
}

type Typed = ReturnType<typeof typedForm>;

function typedForm(written: URLSearchParams) {
  // From here on, `amount_usd` has dollars and the tolerance is in basis points.
  const query = withToleranceBps(withAmountUsd(written));
  const textOf = (name: string) => (query.get(name) ?? "").trim();
  // A truncated text would be another question, so a text that is too long is dropped.
  const isTooLong = (name: string) => textOf(name).length > MAX_FIELD_CHARS;
  const typed = (name: string) => (isTooLong(name) ? "" : textOf(name));
  const sent: "amount" | "amount_usd" =
    query.has("amount_usd") && textOf("amount") === "" ? "amount_usd" : "amount";
  const problems: ProblemView[] = [];
  const report = (
    field: QuoteFieldName | null,
    message: string,
    choices: readonly LinkView[] = [],
  ) => {
    const note =
      field !== null && queryNames.some((name) => isTooLong(name) && fieldOf(name) === field)
        ? `${formErrors.tooLong} `
        : "";
    problems.push({ field, message: `${note}${message}`, choices });
    return null;
  };
  const choiceOf = (
    field: (typeof queryNames)[number],
    value: string,
    label = value,
  ): LinkView => ({
    href: quoteHref({
      ...Object.fromEntries(queryNames.map((name) => [name, typed(name)])),
      [field]: value,
    }),
    label,
  });
  return {
    query,
    sent,
    typed,
    isTooLong,
    problems,
    report,
    choiceOf,
    remark: null as FieldView["remark"],
  };
}

function readAsset(
  { typed, report, choiceOf }: Typed,
  field: "from" | "to",
  example: string,
  known: readonly KnownAsset[] | null,
  preset: Preset,
  toLabel: ToLabel,
): string | null {
  const name = typed(field);
  if (name === "") return report(field, formErrors.noAsset(example));
  if (name.length > quoteLimits.assetChars)
    return report(field, formErrors.longAsset(quoteLimits.assetChars));
  if (known === null) return name;
  try {
    return matchAsset(name, known, preset);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return report(
      field,
      error.code === "invalid_asset" && error.candidates.length === 0
        ? formErrors.unknownAsset(preset.protocol)
        : inputText(error.fault),
      error.candidates.map((candidate) => choiceOf(field, candidate, toLabel(candidate))),
    );
  }
}

function readAmount(form: Typed, from: string | null, preset: Preset): string | null {
  const { query, sent, typed, report, choiceOf } = form;
  const isDollars = sent === "amount_usd";
  if (query.get("unit")) return report("amount", formErrors.unit);
  if (isDollars ? new Set(query.getAll(sent)).size > 1 : typed("amount_usd") !== "") {
    return report("amount", formErrors.twoAmounts);
  }
  const choose = (value: string) =>
    choiceOf(sent, value, isDollars ? withDollarSign(value) : value);
  const parsed = parseTypedAmount(typed(sent));
  // Nobody writes dollars with three decimals: after a comma these digits are a group.
  const amount: TypedAmount =
    parsed.kind === "ambiguous" && isDollars
      ? { kind: "amount", amount: parsed.readings[1], unit: parsed.unit, grouped: null }
      : parsed;
  if (amount.kind === "refused") return report("amount", amountErrors[amount.fault]);
  if (amount.unit !== null && isDollars) {
    return report("amount", formErrors.twoUnits);
  }
  if (amount.unit !== null && !isUnit(amount.unit, from, typed("from"), preset)) {
    const ticker = from === null ? undefined : parseAsset(from)?.ticker;
    return report("amount", formErrors.otherUnit(ticker ?? null));
  }
  if (amount.kind === "ambiguous") {
    const [decimal, grouped] = amount.readings;
    return report("amount", formErrors.ambiguous(decimal, grouped), amount.readings.map(choose));
  }
  const [whole = "", fraction = ""] = amount.amount.split(".");
  if (whole.length > MAX_WHOLE_DIGITS) {
    return report("amount", formErrors.tooLarge(MAX_WHOLE_DIGITS));
  }
  const decimals = isDollars ? FIXED_DECIMALS : decimalsOf((from ?? typed("from")).toUpperCase());
  if (fraction.length > decimals) {
    const base = BigInt(whole + fraction.slice(0, decimals));
    if (base === 0n)
      return report("amount", formErrors.belowLeast(decimals, formatUnits(1n, decimals)));
    return report("amount", formErrors.tooFine(decimals, fraction.length), [
      choose(formatUnits(base, decimals)),
    ]);
  }
  if (amount.grouped !== null) {
    const text = formErrors.readAs(amount.amount, amount.grouped);
    form.remark = { text, choice: choose(amount.grouped) };
  }
  return amount.amount;
}

function readAddress(
  { typed, isTooLong, report }: Typed,
  field: "destination" | "refund_address",
): string {
  const address = typed(field);
  if (isTooLong(field) || address.length > quoteLimits.destinationChars)
    report(field, formErrors.longAddress(quoteLimits.destinationChars));
  return address;
}

function readBps(
  { typed, isTooLong, report }: Typed,
  name: "liquidity_tolerance_bps" | "tolerance_bps",
  most: number,
  help: string,
): number | null {
  const text = typed(name);
  if (text === "" && !isTooLong(name)) return null;
  if (/^\d{1,5}$/.test(text) && Number(text) <= most) return Number(text);
  return report(fieldOf(name), help);
}

function readTerms(form: Typed, written: URLSearchParams) {
  const { query, typed, isTooLong, report } = form;
  const destination = readAddress(form, "destination");
  const refundAddress = readAddress(form, "refund_address");
  const { liquidityToleranceBps: mostLiquidity, toleranceBps: most } = quoteLimits;
  const liquidityToleranceBps = readBps(
    form,
    "liquidity_tolerance_bps",
    mostLiquidity,
    formErrors.linkTolerance(mostLiquidity),
  );
  const toleranceBps = readBps(form, "tolerance_bps", most, formErrors.priceTolerance(most));
  if (
    ["tolerance", "liquidity_tolerance_bps", "tolerance_bps"].filter((name) => written.get(name))
      .length > 1
  ) {
    report("tolerance", formErrors.twoTolerances);
  } else if (query.getAll("tolerance").length === 1) {
    report("tolerance", formErrors.tolerance);
  }
  const streaming = typed("streaming");
  const isOwnWay = !isTooLong("streaming") && /^(?:rapid|0+(?:\/0+)?)?$/.test(streaming);
  const parsedStreaming = isOwnWay ? undefined : parseStreaming(streaming);
  if (parsedStreaming === null) {
    report(null, formErrors.streaming(quoteLimits.intervalBlocks));
  }
  return {
    ...(destination !== "" && { destination }),
    ...(refundAddress !== "" && { refundAddress }),
    ...(liquidityToleranceBps !== null && { liquidityToleranceBps }),
    ...(toleranceBps !== null && { toleranceBps }),
    ...(parsedStreaming && { streaming: parsedStreaming }),
  };
}

/** `interval[/quantity]`, as in memos; quantity 0: the network chooses. Or "single". */
function parseStreaming(text: string): QuoteRequest["streaming"] | null {
  if (text === "single") return SINGLE;
  const match = /^(\d{1,4})(?:\/(\d{1,6}))?$/.exec(text);
  const [interval, quantity] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  return match && interval <= quoteLimits.intervalBlocks && quantity <= quoteLimits.subSwaps
    ? { interval, quantity }
    : null;
}

function isUnit(unit: string, asset: string | null, written: string, preset: Preset): boolean {
  const name = asset ?? written;
  if (unit.toUpperCase() === written.toUpperCase()) return true;
  return (
    parseAsset(name)?.ticker === unit.toUpperCase() || filterAssets(unit, [name], preset).length > 0
  );
}
