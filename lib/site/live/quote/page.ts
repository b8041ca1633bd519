// /quote from its query: reads the pools, the quote, and the same swap in the other way.

import { getSwapQuote } from "../../../mcp/tools/get-swap-quote.ts";
import type { PoolReading, PoolsReading } from "../../../protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import type { Network } from "../../../protocol/network.ts";
import { toSeconds } from "../../../protocol/safety/freshness.ts";
import {
  decimalsOf,
  divRound,
  formatPrice,
  formatUnits,
  unitsOfUsd,
} from "../../../protocol/values/amounts.ts";
import {
  assetName,
  layer1Asset,
  listAssets,
  listKnownAssets,
  longAssetName,
  shortAsset,
} from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import {
  formatAge,
  formatAmount,
  formatDollars,
  formatWholeDollars,
  withDollarSign,
} from "../../../protocol/values/figure-text.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { asOfText } from "../../../say/as-of.en.ts";
import { inputText } from "../../../say/input.en.ts";
import { hintText } from "../../../say/message-text.ts";
import { compareInTime } from "../asking.ts";
import { answerView } from "./answer.ts";
import { type OtherWay, otherWayRequest } from "./comparison.ts";
import { parseQuoteForm } from "./form.ts";
import { quoteHref, requestHref, roundTyped } from "./links.ts";
import { isRefusal, refusalView } from "./refusals.ts";
import {
  fieldOf,
  type LinkView,
  type ProblemView,
  type QuoteFormView,
  quoteSections,
} from "./view.ts";

export interface QuoteSetup {
  readonly network: Network;
  readonly preset: Preset;
  readonly now: () => number;
  readonly origin: string;
}

export type QuoteView = Awaited<ReturnType<typeof getQuotePage>>["view"];

export async function getQuotePage(
  { network, preset, now, origin }: QuoteSetup,
  query: URLSearchParams,
) {
  const pools = await network.getPools();
  const known = pools.failure ? null : listKnownAssets(preset, pools.pools, pools.doubtedAssets);
  const {
    request: written,
    problems,
    ...typed
  } = parseQuoteForm(query, known, preset, (asset) => choiceLabel(asset, pools, preset));
  const formView = (more: readonly ProblemView[], fields = typed.fields): QuoteFormView => ({
    fields,
    problems: [...problems, ...more],
    unit: typed.unit,
    streaming: typed.streaming,
    assets: known === null ? [] : listChoices(pools, preset),
    tool: { name: getSwapQuote.name, description: getSwapQuote.description },
  });
  const viewWithoutAnswer = (
    more: readonly ProblemView[],
    isRefused = problems.length + more.length > 0,
  ) => ({
    view: {
      isRefused,
      title: isRefused ? [quoteSections.problems] : [],
      card: null,
      heading: defaultHeading,
      lead: isRefused ? [] : lead,
      form: formView(more),
      answer: null,
      examples: exampleLinks(pools, preset),
      asOf: asOfText(pools, preset),
      isSample: pools.source === "sample",
    },
    observedAtMs: pools.clock.blockTimeMs,
  });
  if (!written) return viewWithoutAnswer([]);

  const answers = await network
    .getQuote(written)
    .then((quote) => withOtherWay(network, written, quote))
    .catch(problemView);
  if ("message" in answers) return viewWithoutAnswer([answers]);
  const { quote, other } = answers;
  const request = pinAmount(written, quote);
  const isNamed = known !== null || quote.failure === null;
  const refusal = refusalView(quote);
  const { from, to, amount, converted } = quote;
  const sent =
    converted !== null && amount !== null
      ? aboutText({ base: amount, asset: from }, preset)
      : amount !== null
        ? formatAmount({ base: amount, asset: from }, preset)
        : `${request.amount ?? `${withDollarSign(request.amountUsd ?? "")} of`} ${assetName(from, preset)}`;
  const answer = answerView({
    preset,
    request,
    quote,
    other,
    pools,
    isNamed,
    nowMs: now(),
    origin,
  });
  // A shared card is kept, but what dollars buy changes with the price.
  const carded =
    converted === null ? sent : `${formatDollars(converted.usd)} of ${assetName(from, preset)}`;
  const named = isNamed ? `${sent} to ${assetName(to, preset)}` : null;
  return {
    view: {
      isRefused: isRefusal(quote.failure),
      title: [
        ...(refusal?.field ? [quoteSections.problems] : []),
        ...(named === null ? [] : [named]),
      ],
      card: isNamed ? `${carded} → ${assetName(to, preset)}` : null,
      heading: named ?? defaultHeading,
      lead: [],
      form: formView(
        refusal?.field
          ? [
              {
                field: refusal.field,
                message: refusal.title,
                choices: minimumChoice(request, quote, preset),
              },
            ]
          : [],
        withConversion(typed.fields, request, quote, { preset, nowMs: now() }),
      ),
      answer: {
        ...answer,
        problem:
          answer.problem && refusal?.field ? { ...answer.problem, title: "" } : answer.problem,
      },
      examples: { note: "", links: [] },
      asOf: asOfText(quote, preset),
      isSample: quote.source === "sample",
    },
    observedAtMs: quote.clock.blockTimeMs,
  };
}

const ABOUT_DIGITS = 3;
const aboutText = (sent: Parameters<typeof formatAmount>[0], preset: Preset) =>
  `≈ ${formatAmount(sent, preset, { digits: ABOUT_DIGITS })}`;
const defaultHeading = "Quote a swap";
const lead = [
  "You send one asset and receive another, on its own chain. Ask what you receive, what it costs and how long it takes.",
  "Each answer is read from the network at that moment. Nothing is signed or sent here.",
];

/** Fixes the quoted amount, so that a link repeats the same swap at any price. */
function pinAmount(
  asked: QuoteRequest,
  { from, amount }: Pick<QuoteReading, "from" | "amount">,
): QuoteRequest {
  const { amountUsd, ...rest } = asked;
  return amountUsd === undefined || amount === null
    ? asked
    : { ...rest, amount: formatUnits(amount, decimalsOf(from)) };
}

function withConversion(
  fields: QuoteFormView["fields"],
  request: QuoteRequest,
  { from, amount, converted }: QuoteReading,
  { preset, nowMs }: { readonly preset: Preset; readonly nowMs: number },
): QuoteFormView["fields"] {
  if (converted === null || amount === null) return fields;
  const price =
    converted.priceUsd < 100_000_000n
      ? withDollarSign(formatPrice(converted.priceUsd))
      : formatDollars(converted.priceUsd);
  const { pricedAtMs } = converted;
  const age = pricedAtMs === null ? "" : `, a price of ${formatAge(toSeconds(nowMs - pricedAtMs))}`;
  const text = `${aboutText({ base: amount, asset: from }, preset)}. Converted from ${formatDollars(converted.usd)} at ${price} for 1 ${assetName(from, preset)}${age}.`;
  const { remark } = fields.amount;
  const exact = {
    text: `${text} To keep this amount:`,
    choice: {
      href: requestHref(request),
      label: formatAmount({ base: amount, asset: from }, preset),
    },
  };
  return {
    ...fields,
    amount: {
      ...fields.amount,
      remark: remark ? { ...remark, text: `${text} ${remark.text}` } : exact,
    },
  };
}

function problemView(error: unknown): ProblemView {
  if (!(error instanceof InputError)) throw error;
  return { field: fieldOf(error.argument), message: inputText(error.fault), choices: [] };
}

/**
 * Quotes the same swap in the other way. If that newer quote is not open, both are outdated,
 * and the first is read again.
 * @throws InputError
 */
async function withOtherWay(
  network: Network,
  written: QuoteRequest,
  quote: QuoteReading,
): Promise<{ readonly quote: QuoteReading; readonly other: OtherWay | null }> {
  const request = quote.failure ? null : otherWayRequest(pinAmount(written, quote), quote);
  if (request === null) return { quote, other: null };
  const answer = await compareInTime((signal) =>
    network.getQuote(request, { signal }).catch((error: unknown) => {
      if (error instanceof InputError || signal.aborted) return null;
      throw error;
    }),
  );
  const isOverruled =
    quote.trading.verdict === "open" && answer !== null && answer.trading.verdict !== "open";
  return isOverruled
    ? { quote: await network.getQuote(written), other: null }
    : { quote, other: { request, quote: answer } };
}

function minimumChoice(request: QuoteRequest, quote: QuoteReading, preset: Preset): LinkView[] {
  const { from, amount, recommendedMinAmount: least } = quote;
  if (least === null || amount === null || least <= amount) return [];
  const base = roundTyped(least, "up");
  const href = requestHref({ ...request, amount: formatUnits(base, decimalsOf(from)) });
  return [
    { href, label: `Ask for ${formatAmount({ base, asset: from }, preset, { bound: "least" })}` },
  ];
}

/** "USDC on Ethereum, pool of $1,234,567"; the full asset if its name is not unique. */
function choiceLabel(asset: string, { pools }: PoolsReading, preset: Preset): string {
  const name = longAssetName(asset, preset);
  const isAlone = pools.every(
    (pool) => pool.asset === asset || longAssetName(pool.asset, preset) !== name,
  );
  const { depthUsd } = pools.find((pool) => pool.asset === layer1Asset(asset)) ?? {};
  const depth =
    depthUsd == null ? "" : `, pool of ${formatWholeDollars(divRound(depthUsd, USD_UNITS))}`;
  return `${isAlone ? name : asset}${depth}`;
}

function listChoices({ pools }: PoolsReading, preset: Preset): QuoteFormView["assets"] {
  const all = listAssets(pools);
  const available = pools
    .filter((pool) => pool.status === "available" && !hasOddName(pool))
    .map((pool) => pool.asset);
  return [preset.nativeAsset, ...available].map((asset) => ({
    value: shortAsset(asset, all),
    label: longAssetName(asset, preset),
  }));
}

const ABOUT_USD = 500n;
const USD_UNITS = 100_000_000n;

/** The list of pools does not say whether the native asset trades, so no example has it. */
function exampleLinks(reading: PoolsReading, preset: Preset) {
  if (reading.failure) return { note: `No examples now. ${hintText(reading.failure)}`, links: [] };
  const open = reading.pools.filter(
    (pool) => pool.trading.verdict === "open" && pool.priceUsd !== null && !hasOddName(pool),
  );
  const [a, b, c] = open;
  const pairs = [
    { from: a, to: b },
    { from: b, to: a },
    { from: c, to: a },
    { from: a, to: c },
  ];
  const links = pairs.flatMap(({ from, to }) => {
    const amount = from && roundAmount(from);
    if (!from || !to || !amount) return [];
    const label = `${amount} ${assetName(from.asset, preset)} to ${assetName(to.asset, preset)}`;
    return [{ href: quoteHref({ from: from.asset, to: to.asset, amount }), label }];
  });
  const note =
    links.length > 0
      ? `Pairs that trade now, each worth about ${formatWholeDollars(ABOUT_USD)}:`
      : "No pair is known to trade now.";
  return { note, links };
}

/** A name outside the grammar may be there to deceive, so it is never suggested. */
const hasOddName = ({ reason }: Pick<PoolReading, "reason">) => reason?.code === "odd_asset_name";

function roundAmount({ asset, priceUsd }: Pick<PoolReading, "asset" | "priceUsd">): string | null {
  if (priceUsd === null || priceUsd <= 0n) return null;
  const decimals = decimalsOf(asset);
  const base = unitsOfUsd(ABOUT_USD * USD_UNITS, decimals, priceUsd);
  if (base === 0n) return null;
  return formatUnits(roundTyped(base), decimals);
}
