// /quote from its query: reads the pools, the quote, and the same swap in the other way.

import { quoteBlocks, quoteDetailBlocks } from "../../../answers/quote/blocks.ts";
import { againLink, reverseLink } from "../../../answers/quote/case-links.ts";
import { type OtherWay, otherWayRequest } from "../../../answers/quote/comparison.ts";
import { quoteHref, requestHref, roundTyped } from "../../../answers/quote/links.ts";
import type { QuoteCase } from "../../../answers/quote/quote-case.ts";
import { isRefusal, type Refusal, refusalOf } from "../../../answers/quote/refusal.ts";
import {
  code,
  joined,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  heading as titleNode,
} from "../../../markdown/nodes.ts";
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
import { InputError } from "../../../protocol/values/input-error.ts";
import { fieldOf } from "../../../protocol/values/quote-fields.ts";
import { type Blocks, box, type LinkView, section } from "../../../render/blocks.ts";
import { asOfText } from "../../../say/as-of.en.ts";
import {
  formatAge,
  formatAmount,
  formatDollars,
  formatWholeDollars,
  withDollarSign,
} from "../../../say/figures.en.ts";
import { inputText } from "../../../say/input.en.ts";
import { hintText } from "../../../say/message-text.ts";
import { pairText } from "../../../say/quote.en.ts";
import {
  amountOf,
  askForText,
  cardText,
  choiceText,
  convertedText,
  dollarsOf,
  examplesText,
  examplesUnreadText,
  keepAmountText,
  quotePageWords,
  roughAmount,
} from "../../../say/quote-form.en.ts";
import { compareInTime } from "../asking.ts";
import { parseQuoteForm } from "./form.ts";
import type { ProblemView, QuoteFormView } from "./view.ts";

export interface QuoteSetup {
  readonly network: Network;
  readonly preset: Preset;
  readonly now: () => number;
  readonly origin: string;
}

/** What React draws by hand, and what only the Markdown has. */
type Part = "problems" | "form" | "links" | "howToAsk";

export interface QuotePage {
  readonly isRefused: boolean;
  /** Before the page's own title. */
  readonly title: readonly string[];
  /** Of a shared link; null without a quote. */
  readonly card: string | null;
  readonly form: QuoteFormView;
  /** See `againLink`. */
  readonly again: LinkView | null;
  /** The other direction. */
  readonly reverse: LinkView | null;
  readonly blocks: Blocks<Part>;
  /** Epoch milliseconds of the newest block. */
  readonly observedAtMs: number | null;
}

export async function getQuotePage(setup: QuoteSetup, query: URLSearchParams): Promise<QuotePage> {
  const { network, preset } = setup;
  const pools = await network.getPools();
  const known = pools.failure ? null : listKnownAssets(preset, pools.pools, pools.doubtedAssets);
  const toLabel = (asset: string) => choiceLabel(asset, pools, preset);
  const { request, ...typed } = parseQuoteForm(query, known, preset, toLabel);
  const form: QuoteFormView = {
    ...typed,
    assets: known === null ? [] : listChoices(pools, preset),
    tool: { name: getSwapQuote.name, description: getSwapQuote.description },
  };
  if (!request) return pageWithoutAnswer(form, pools, setup);
  const answers = await network
    .getQuote(request)
    .then((quote) => withOtherWay(network, request, quote))
    .catch(problemView);
  if ("message" in answers)
    return pageWithoutAnswer({ ...form, problems: [...form.problems, answers] }, pools, setup);
  const { quote, other } = answers;
  return pageWithAnswer(form, {
    preset,
    nowMs: setup.now(),
    origin: setup.origin,
    request: pinAmount(request, quote),
    quote,
    other,
    pools: pools.pools,
    isNamed: known !== null || quote.failure === null,
  });
}

function pageWithoutAnswer(
  form: QuoteFormView,
  pools: PoolsReading,
  { preset, origin }: QuoteSetup,
): QuotePage {
  const isRefused = form.problems.length > 0;
  const examples = exampleLinks(pools, preset);
  const lead = isRefused ? [] : quotePageWords.lead;
  const content: Blocks<Part> = [
    lead.length > 0 && box({ className: "lead" }, ...lead.map((text) => ({ text }))),
    {
      ...section(
        quotePageWords.examples,
        { text: examples.note },
        examples.links.length > 0 && { links: examples.links, className: "quote-links" },
      ),
      id: "examples",
    },
  ];
  const top = box<Part>(
    { className: "quote-top" },
    box<Part>({ className: "quote-ask" }, { part: "form", markdown: [] }),
    box<Part>({ className: "quote-first" }, ...content),
  );
  return {
    isRefused,
    title: isRefused ? [quotePageWords.problems] : [],
    card: null,
    form,
    again: null,
    reverse: null,
    blocks: page(quotePageWords.title, form, origin, [
      top,
      { text: asOfText(pools, preset), className: "meta" },
      { part: "howToAsk", markdown: [howToAsk] },
    ]),
    observedAtMs: pools.clock.blockTimeMs,
  };
}

function pageWithAnswer(typed: QuoteFormView, quoteCase: QuoteCase): QuotePage {
  const { quote, request, preset, isNamed, origin } = quoteCase;
  const refusal = refusalOf(quote, preset);
  const isFieldRefused = refusal?.field != null;
  const form: QuoteFormView = {
    ...typed,
    fields: withConversion(typed.fields, quoteCase),
    problems: [
      ...typed.problems,
      ...(isFieldRefused ? [fieldProblem(refusal, request, quote, preset)] : []),
    ],
  };
  const name = isNamed ? pairText(sentText(quoteCase), assetName(quote.to, preset)) : null;
  const top = box<Part>(
    { className: "quote-top" },
    box<Part>({ className: "quote-first" }, ...quoteBlocks(quoteCase, isFieldRefused)),
    box<Part>({ className: "quote-ask" }, { part: "form", markdown: [] }),
  );
  return {
    isRefused: isRefusal(quote.failure),
    title: [...(isFieldRefused ? [quotePageWords.problems] : []), ...(name === null ? [] : [name])],
    card: isNamed ? cardText(cardSentText(quoteCase), assetName(quote.to, preset)) : null,
    form,
    again: againLink(quoteCase),
    reverse: reverseLink(quoteCase),
    blocks: page(name ?? quotePageWords.title, form, origin, [
      top,
      ...quoteDetailBlocks(quoteCase),
      { text: asOfText(quote, preset), className: "meta" },
    ]),
    observedAtMs: quote.clock.blockTimeMs,
  };
}

function page(
  title: string,
  form: QuoteFormView,
  origin: string,
  blocks: Blocks<Part>,
): Blocks<Part> {
  const problems = { part: "problems" as const, markdown: problemNodes(form, origin) };
  return [{ title, as: "page", blocks: [problems, ...blocks] }];
}

/** What is wrong with the query, then how an ambiguous amount was read. */
function problemNodes({ problems, fields }: QuoteFormView, origin: string): MarkdownBlock[] {
  const toLink = ({ href }: LinkView, label: Line) => link(label, `${origin}${href}`);
  const items = problems.map(({ field, message, choices }) =>
    joined(
      [
        field === null ? message : `${fields[field].label}: ${message}`,
        ...choices.map((choice) => toLink(choice, code(choice.label))),
      ],
      " ",
    ),
  );
  const { remark } = fields.amount;
  return [
    ...(items.length === 0 ? [] : [titleNode(2, quotePageWords.problems), list(items)]),
    ...(remark
      ? [paragraph(line`${remark.text} ${toLink(remark.choice, remark.choice.label)}`)]
      : []),
  ];
}

const howToAsk = paragraph(
  line`Give ${code("from")}, ${code("to")} and ${code("amount")} in the query. Assets are written as BTC or eth.usdc, amounts in whole units. ${code("amount_usd")} in place of ${code("amount")} is in US dollars. ${code("destination")} and ${code("refund_address")} are optional. A limit is ${code("tolerance")} in per cent (3 unless given, 0 for none), or ${code("tolerance_bps")} from the price before fees. ${code("streaming")} is ${code("1/1")} for one part, or ${code("1/0")} for parts one block apart. The same answer as JSON is at ${code("/quote.json")}.`,
);

/** "≈ 0.0478 BTC" for what dollars buy now. */
function sentText({ quote, request, preset }: QuoteCase): string {
  const { from, amount, converted } = quote;
  if (amount !== null && converted !== null)
    return aboutText({ base: amount, asset: from }, preset);
  if (amount !== null) return formatAmount({ base: amount, asset: from }, preset);
  const name = assetName(from, preset);
  return request.amount === undefined
    ? dollarsOf(withDollarSign(request.amountUsd ?? ""), name)
    : amountOf(request.amount, name);
}

/** A shared card is kept, but what dollars buy changes with the price. */
function cardSentText(quoteCase: QuoteCase): string {
  const { from, converted } = quoteCase.quote;
  return converted === null
    ? sentText(quoteCase)
    : dollarsOf(formatDollars(converted.usd), assetName(from, quoteCase.preset));
}

const ABOUT_DIGITS = 3;
const aboutText = (sent: Parameters<typeof formatAmount>[0], preset: Preset) =>
  roughAmount(formatAmount(sent, preset, { digits: ABOUT_DIGITS }));

/** Fixes the quoted amount, so that a link repeats the same swap at any price. */
function pinAmount(
  request: QuoteRequest,
  { from, amount }: Pick<QuoteReading, "from" | "amount">,
): QuoteRequest {
  const { amountUsd, ...rest } = request;
  return amountUsd === undefined || amount === null
    ? request
    : { ...rest, amount: formatUnits(amount, decimalsOf(from)) };
}

function withConversion(
  fields: QuoteFormView["fields"],
  { request, quote: { from, amount, converted }, preset, nowMs }: QuoteCase,
): QuoteFormView["fields"] {
  if (converted === null || amount === null) return fields;
  const price =
    converted.priceUsd < USD_UNITS
      ? withDollarSign(formatPrice(converted.priceUsd))
      : formatDollars(converted.priceUsd);
  const { pricedAtMs } = converted;
  const text = convertedText(
    aboutText({ base: amount, asset: from }, preset),
    formatDollars(converted.usd),
    price,
    assetName(from, preset),
    pricedAtMs === null ? null : formatAge(toSeconds(nowMs - pricedAtMs)),
  );
  const { remark } = fields.amount;
  const exact = {
    text: keepAmountText(text),
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

function fieldProblem(
  { field, title }: Refusal,
  request: QuoteRequest,
  quote: QuoteReading,
  preset: Preset,
): ProblemView {
  return { field, message: title, choices: minimumChoice(request, quote, preset) };
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
  const label = formatAmount({ base, asset: from }, preset, { bound: "least" });
  return [{ href, label: askForText(label) }];
}

/** "USDC on Ethereum, pool of $1,234,567"; the full asset if its name is not unique. */
function choiceLabel(asset: string, { pools }: PoolsReading, preset: Preset): string {
  const name = longAssetName(asset, preset);
  const isAlone = pools.every(
    (pool) => pool.asset === asset || longAssetName(pool.asset, preset) !== name,
  );
  const { depthUsd } = pools.find((pool) => pool.asset === layer1Asset(asset)) ?? {};
  const depth = depthUsd == null ? null : formatWholeDollars(divRound(depthUsd, USD_UNITS));
  return choiceText(isAlone ? name : asset, depth);
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
  if (reading.failure) return { note: examplesUnreadText(hintText(reading.failure)), links: [] };
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
    const sent = amountOf(amount, assetName(from.asset, preset));
    const label = pairText(sent, assetName(to.asset, preset));
    return [{ href: quoteHref({ from: from.asset, to: to.asset, amount }), label }];
  });
  const note =
    links.length > 0 ? examplesText(formatWholeDollars(ABOUT_USD)) : quotePageWords.noExamples;
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
