// Parses the query of /quote: the quote request, or the problems of all fields.

import { queryNames } from "../../../answers/quote-links.ts";
import { listNameFaults } from "../../../mcp/tools/argument-names.ts";
import { getSwapQuote, quoteLimits } from "../../../mcp/tools/get-swap-quote.ts";
import { inputJsonSchema } from "../../../mcp/tools/json-schema.ts";
import type { QuoteRequest } from "../../../protocol/model/quote.ts";
import { SINGLE } from "../../../protocol/quote/streaming.ts";
import { formatUnits } from "../../../protocol/values/amounts.ts";
import { matchAsset } from "../../../protocol/values/asset-match.ts";
import { type KnownAsset, parseAsset } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import {
  fieldOf,
  type QuoteFieldName,
  quoteFieldNames,
} from "../../../protocol/values/quote-fields.ts";
import { candidatesLeftOutText, inputText } from "../../../say/input.en.ts";
import { formErrors, quoteHints, quoteLabels } from "../../../say/quote-form.en.ts";
import { amountRemark, parseAmountField } from "./amount-field.ts";
import { createTypedQuery, type TypedQuery } from "./typed-query.ts";
import type { FieldView, ProblemView, QuoteFormView } from "./view.ts";

export interface QuoteForm extends Omit<QuoteFormView, "assets" | "tool"> {
  readonly request: QuoteRequest | null;
}

type SwapOptions = Pick<
  QuoteRequest,
  "destination" | "refundAddress" | "liquidityToleranceBps" | "toleranceBps" | "streaming"
>;

interface AssetChoices {
  /**
   * Null if the pools could not be read. Then `getQuote` reads the pools again and checks the
   * asset names. If that fails too, nothing has checked the names.
   */
  readonly assets: readonly KnownAsset[] | null;
  readonly preset: Preset;
  readonly toLabel: (asset: string) => string;
}

const { properties } = inputJsonSchema(getSwapQuote.inputSchema);

/**
 * Arguments of the MCP tool and /quote.json that this page refuses. Each but `fields` changes the
 * swap, so a quote that ignored the argument would be wrong.
 */
const jsonOnlyArguments = {
  names: Object.keys(properties).filter(
    (name) => name !== "fields" && !(queryNames as readonly string[]).includes(name),
  ),
  text: formErrors.jsonOnly,
};

export function parseQuoteForm(query: URLSearchParams, assetChoices: AssetChoices): QuoteForm {
  const typedQuery = createTypedQuery(query);
  const { amountName, textOf } = typedQuery;
  const hasRequiredNames = ["from", "to", amountName].every((name) => typedQuery.query.has(name));
  const fromAsset = parseAssetField(typedQuery, "from", "BTC", assetChoices);
  const toAsset = parseAssetField(typedQuery, "to", "ETH", assetChoices);
  const parsedAmount = parseAmountField(typedQuery, fromAsset, assetChoices.preset);
  const swapOptions = parseSwapOptions(typedQuery);
  const nameProblems = listNameProblems(query);

  const shownTexts: Partial<Record<QuoteFieldName, string>> = {
    amount: shownAmount(typedQuery),
    tolerance: shownTolerance(typedQuery, swapOptions),
  };
  const toFieldView = (name: QuoteFieldName): FieldView => ({
    name,
    label: quoteLabels[name],
    hint: quoteHints[name],
    value: shownTexts[name] ?? typedQuery.typedTextOf(name),
    remark: name === "amount" ? amountRemark(typedQuery, parsedAmount) : null,
    description: properties[name]?.description ?? quoteHints[name],
  });
  const fields = Object.fromEntries(
    quoteFieldNames.map((name) => [name, toFieldView(name)]),
  ) as QuoteForm["fields"];

  const hasProblems = typedQuery.problems.length + nameProblems.length > 0;
  const isRequestComplete =
    hasRequiredNames &&
    !hasProblems &&
    fromAsset !== null &&
    toAsset !== null &&
    parsedAmount !== null;
  const isInDollars = amountName === "amount_usd";
  const amountMember = isInDollars
    ? { amountUsd: parsedAmount?.amount }
    : { amount: parsedAmount?.amount };
  return {
    fields,
    problems: [...nameProblems, ...(hasRequiredNames ? typedQuery.problems : [])],
    unit: isInDollars ? "usd" : "",
    streaming: swapOptions.streaming ? textOf("streaming") : null,
    request: isRequestComplete
      ? { from: fromAsset, to: toAsset, ...amountMember, ...swapOptions }
      : null,
  };
}

function listNameProblems(query: URLSearchParams): ProblemView[] {
  return listNameFaults(query, queryNames, jsonOnlyArguments).map(({ name, text }) => ({
    field: fieldOf(name),
    message: text,
    choices: [],
  }));
}

function shownAmount({ rawQuery, amountName, typedTextOf }: TypedQuery): string {
  return rawQuery.get("amount")?.trim() || typedTextOf(amountName);
}

function shownTolerance(
  typedQuery: TypedQuery,
  { liquidityToleranceBps: bps }: SwapOptions,
): string {
  const percentText = typedQuery.rawQuery.get("tolerance")?.trim();
  if (percentText) return percentText;
  // A link can ask for no limit, and the field cannot.
  if (bps === 0) return "";
  return bps === undefined
    ? typedQuery.typedTextOf("liquidity_tolerance_bps")
    : formatUnits(BigInt(bps), 2);
}

function parseAssetField(
  { textOf, report, ask, choiceOf }: TypedQuery,
  field: "from" | "to",
  exampleTicker: string,
  { assets, preset, toLabel }: AssetChoices,
): string | null {
  const assetText = textOf(field);
  if (assetText === "") return report(field, formErrors.noAsset(exampleTicker));
  if (assetText.length > quoteLimits.assetChars)
    return report(field, formErrors.longAsset(quoteLimits.assetChars));
  if (assets === null) return assetText;
  try {
    return matchAsset(assetText, assets, preset);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const choices = error.candidates.map((candidate) =>
      choiceOf(field, candidate, toLabel(candidate)),
    );
    const problemText = assetProblemText(error, preset);
    return error.fault.id === "asset_ambiguous"
      ? ask(field, problemText, choices)
      : report(field, problemText, choices);
  }
}

function assetProblemText({ code, candidates, fault }: InputError, preset: Preset): string {
  const assets = candidates.flatMap((candidate) => parseAsset(candidate) ?? []);
  const [ticker] = assets.map((asset) => asset.ticker);
  const chains = new Set(assets.map(({ chain }) => chain));
  if (code === "invalid_asset" && candidates.length === 0)
    return formErrors.unknownAsset(preset.protocol);
  return fault.id === "asset_ambiguous" && ticker !== undefined
    ? formErrors.whichAsset(ticker, chains.size > 1) + candidatesLeftOutText(fault)
    : inputText(fault);
}

function parseSwapOptions(typedQuery: TypedQuery): SwapOptions {
  const destination = parseAddress(typedQuery, "destination");
  const refundAddress = parseAddress(typedQuery, "refund_address");
  const liquidityToleranceBps = parseBps(
    typedQuery,
    "liquidity_tolerance_bps",
    quoteLimits.liquidityToleranceBps,
    formErrors.linkTolerance(quoteLimits.liquidityToleranceBps),
  );
  const toleranceBps = parseBps(
    typedQuery,
    "tolerance_bps",
    quoteLimits.toleranceBps,
    formErrors.priceTolerance(quoteLimits.toleranceBps),
  );
  reportTolerances(typedQuery);
  const streaming = parseStreaming(typedQuery);
  return {
    ...(destination !== "" && { destination }),
    ...(refundAddress !== "" && { refundAddress }),
    ...(liquidityToleranceBps !== null && { liquidityToleranceBps }),
    ...(toleranceBps !== null && { toleranceBps }),
    ...(streaming && { streaming }),
  };
}

function parseAddress(
  { textOf, isTooLong, report }: TypedQuery,
  field: "destination" | "refund_address",
): string {
  const address = textOf(field);
  if (isTooLong(field) || address.length > quoteLimits.destinationChars)
    report(field, formErrors.longAddress(quoteLimits.destinationChars));
  return address;
}

function parseBps(
  { textOf, isTooLong, report }: TypedQuery,
  name: "liquidity_tolerance_bps" | "tolerance_bps",
  maxBps: number,
  refusalText: string,
): number | null {
  const bpsText = textOf(name);
  if (bpsText === "" && !isTooLong(name)) return null;
  if (/^\d{1,5}$/.test(bpsText) && Number(bpsText) <= maxBps) return Number(bpsText);
  return report(fieldOf(name), refusalText);
}

function reportTolerances({ rawQuery, query, report }: TypedQuery): void {
  const toleranceNames = ["tolerance", "liquidity_tolerance_bps", "tolerance_bps"];
  if (toleranceNames.filter((name) => rawQuery.get(name)).length > 1) {
    report("tolerance", formErrors.twoTolerances);
  } else if (query.getAll("tolerance").length === 1) {
    report("tolerance", formErrors.tolerance);
  } else if (rawQuery.get("tolerance") && query.get("liquidity_tolerance_bps") === "0") {
    report("tolerance", formErrors.zeroTolerance);
  }
}

/**
 * Parses "single" or, as in memos, "interval[/quantity]" (blocks between parts, number of parts).
 * Undefined if the network chooses (empty text, "rapid" or "0"), or after a problem is reported.
 */
function parseStreaming({ textOf, isTooLong, report }: TypedQuery): QuoteRequest["streaming"] {
  const streamingText = textOf("streaming");
  if (!isTooLong("streaming") && /^(?:rapid|0+(?:\/0+)?)?$/.test(streamingText)) return undefined;
  if (streamingText === "single") return SINGLE;
  const streamingMatch = /^(\d{1,4})(?:\/(\d{1,6}))?$/.exec(streamingText);
  const [interval, quantity] = [Number(streamingMatch?.[1]), Number(streamingMatch?.[2] ?? 0)];
  if (streamingMatch && interval <= quoteLimits.intervalBlocks && quantity <= quoteLimits.subSwaps)
    return { interval, quantity };
  report(null, formErrors.streaming(quoteLimits.intervalBlocks));
  return undefined;
}
