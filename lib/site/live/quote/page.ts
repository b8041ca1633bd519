// Builds /quote from its query. Reads the pools, the quote, and a second quote to compare.

import { quoteBlocks, quoteDetailBlocks } from "../../../answers/quote/blocks.ts";
import { againLink, reverseLink } from "../../../answers/quote/case-links.ts";
import { type OtherWay, otherWayRequest } from "../../../answers/quote/comparison.ts";
import type { QuoteCase } from "../../../answers/quote/quote-case.ts";
import { isRefusal, type Refusal, refusalOf } from "../../../answers/quote/refusal.ts";
import {
  code,
  heading,
  joined,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
} from "../../../markdown/nodes.ts";
import { getSwapQuote } from "../../../mcp/tools/get-swap-quote.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import type { QuoteReading, QuoteRequest } from "../../../protocol/model/quote.ts";
import type { Network } from "../../../protocol/network.ts";
import { assetName, listKnownAssets } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { fieldOf } from "../../../protocol/values/quote-fields.ts";
import { type Blocks, box, type LinkView, section } from "../../../render/blocks.ts";
import { asOfText } from "../../../say/as-of.en.ts";
import { inputText } from "../../../say/input.en.ts";
import { pairText } from "../../../say/quote.en.ts";
import { cardText, quotePageWords } from "../../../say/quote-form.en.ts";
import { compareInTime } from "../asking.ts";
import { parseQuoteForm } from "./form.ts";
import { choiceLabel, exampleLinks, listChoices } from "./pool-choices.ts";
import { cardSentText, minimumChoice, pinAmount, sentText, withConversion } from "./sent-amount.ts";
import type { ProblemView, QuoteFormView } from "./view.ts";

export interface QuoteSetup {
  readonly network: Network;
  readonly preset: Preset;
  readonly now: () => number;
  readonly origin: string;
}

/** Parts of the page that have a React component of their own, or stand only in the Markdown. */
type Part = "problems" | "form" | "links" | "howToAsk";

export interface QuotePage {
  readonly isRefused: boolean;
  /** Texts before the page's own name in the document title. */
  readonly title: readonly string[];
  /** The title of a shared link. Null if the query is incomplete or an asset is not checked. */
  readonly card: string | null;
  readonly form: QuoteFormView;
  /** Link that repeats the request after a failure. Null if a new request would not help. */
  readonly again: LinkView | null;
  readonly reverse: LinkView | null;
  readonly blocks: Blocks<Part>;
  readonly observedAtMs: number | null;
}

export async function getQuotePage(setup: QuoteSetup, query: URLSearchParams): Promise<QuotePage> {
  const { network, preset } = setup;
  const pools = await network.getPools();
  const assets = pools.failure ? null : listKnownAssets(preset, pools.pools, pools.doubtedAssets);
  const toLabel = (asset: string) => choiceLabel(asset, pools, preset);
  const { request, ...parsedForm } = parseQuoteForm(query, { assets, preset, toLabel });
  const form: QuoteFormView = {
    ...parsedForm,
    assets: assets === null ? [] : listChoices(pools, preset),
    tool: { name: getSwapQuote.name, description: getSwapQuote.description },
  };
  if (!request) return pageWithoutAnswer(form, pools, setup);
  const quotesOrFault = await getQuotes(network, request).catch(problemView);
  if ("message" in quotesOrFault)
    return pageWithoutAnswer(
      { ...form, problems: [...form.problems, quotesOrFault] },
      pools,
      setup,
    );
  const { quote, other } = quotesOrFault;
  return pageWithAnswer(form, {
    preset,
    nowMs: setup.now(),
    origin: setup.origin,
    request: pinAmount(request, quote),
    quote,
    otherWay: other,
    pools: pools.pools,
    isPairNamed: assets !== null || quote.failure === null,
  });
}

interface Quotes {
  readonly quote: QuoteReading;
  readonly other: OtherWay | null;
}

/**
 * Reads the quote, then a quote to compare: in one part if the swap has several, else in several.
 * If trading is open only in the first quote, that quote is outdated and read again.
 */
async function getQuotes(network: Network, request: QuoteRequest): Promise<Quotes> {
  const quote = await network.getQuote(request);
  const otherRequest = quote.failure ? null : otherWayRequest(pinAmount(request, quote), quote);
  if (otherRequest === null) return { quote, other: null };
  const otherQuote = await compareInTime((signal) =>
    network.getQuote(otherRequest, { signal }).catch((error: unknown) => {
      if (error instanceof InputError || signal.aborted) return null;
      throw error;
    }),
  );
  const isOutdated =
    quote.trading.verdict === "open" &&
    otherQuote !== null &&
    otherQuote.trading.verdict !== "open";
  return isOutdated
    ? { quote: await network.getQuote(request), other: null }
    : { quote, other: { request: otherRequest, quote: otherQuote } };
}

function problemView(error: unknown): ProblemView {
  if (!(error instanceof InputError)) throw error;
  return { field: fieldOf(error.argument), message: inputText(error.fault), choices: [] };
}

function pageWithoutAnswer(
  form: QuoteFormView,
  pools: PoolsReading,
  { preset, origin }: QuoteSetup,
): QuotePage {
  const isRefused = form.problems.length > 0;
  const leadTexts = quotePageWords.lead.map((text) => ({ text }));
  const topBox = box<Part>(
    { className: "quote-top" },
    formBox,
    box<Part>(
      { className: "quote-first" },
      !isRefused && box({ className: "lead" }, ...leadTexts),
      examplesSection(pools, preset),
    ),
  );
  return {
    isRefused,
    title: isRefused ? [quotePageWords.problems] : [],
    card: null,
    form,
    again: null,
    reverse: null,
    blocks: pageBlocks(quotePageWords.title, form, origin, [
      topBox,
      { text: asOfText(pools, preset), className: "meta" },
      { part: "howToAsk", markdown: [howToAsk] },
    ]),
    observedAtMs: pools.clock.blockTimeMs,
  };
}

function examplesSection(pools: PoolsReading, preset: Preset) {
  const { note, links } = exampleLinks(pools, preset);
  return {
    ...section(
      quotePageWords.examples,
      { text: note },
      links.length > 0 && { links, className: "quote-links" },
    ),
    id: "examples",
  };
}

function pageWithAnswer(typedForm: QuoteFormView, quoteCase: QuoteCase): QuotePage {
  const { quote, preset, isPairNamed, origin } = quoteCase;
  const refusal = refusalOf(quote, preset);
  const isFieldRefused = refusal?.field != null;
  const form: QuoteFormView = {
    ...typedForm,
    fields: {
      ...typedForm.fields,
      amount: withConversion(typedForm.fields.amount, quoteCase),
    },
    problems: isFieldRefused
      ? [...typedForm.problems, refusalProblem(refusal, quoteCase)]
      : typedForm.problems,
  };
  const receivedAsset = assetName(quote.to, preset);
  const pairTitle = isPairNamed ? pairText(sentText(quoteCase), receivedAsset) : null;
  const topBox = box<Part>(
    { className: "quote-top" },
    box<Part>({ className: "quote-first" }, ...quoteBlocks(quoteCase, isFieldRefused)),
    formBox,
  );
  return {
    isRefused: isRefusal(quote.failure),
    title: [
      ...(isFieldRefused ? [quotePageWords.problems] : []),
      ...(pairTitle === null ? [] : [pairTitle]),
    ],
    card: isPairNamed ? cardText(cardSentText(quoteCase), receivedAsset) : null,
    form,
    again: againLink(quoteCase),
    reverse: reverseLink(quoteCase),
    blocks: pageBlocks(pairTitle ?? quotePageWords.title, form, origin, [
      topBox,
      ...quoteDetailBlocks(quoteCase),
      { text: asOfText(quote, preset), className: "meta" },
    ]),
    observedAtMs: quote.clock.blockTimeMs,
  };
}

function refusalProblem({ field, title }: Refusal, quoteCase: QuoteCase): ProblemView {
  return { field, message: title, choices: minimumChoice(quoteCase) };
}

const formBox = box<Part>({ className: "quote-ask" }, { part: "form", markdown: [] });

function pageBlocks(
  title: string,
  form: QuoteFormView,
  origin: string,
  blocks: Blocks<Part>,
): Blocks<Part> {
  const problemsPart = { part: "problems" as const, markdown: problemNodes(form, origin) };
  return [{ title, as: "page", blocks: [problemsPart, ...blocks] }];
}

function problemNodes({ problems, fields }: QuoteFormView, origin: string): MarkdownBlock[] {
  const toLink = ({ href }: LinkView, label: Line) => link(label, `${origin}${href}`);
  const problemLines = problems.map(({ field, message, choices }) =>
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
    ...(problemLines.length === 0 ? [] : [heading(2, quotePageWords.problems), list(problemLines)]),
    ...(remark
      ? [paragraph(line`${remark.text} ${toLink(remark.choice, remark.choice.label)}`)]
      : []),
  ];
}

const howToAsk = paragraph(
  line`Give ${code("from")}, ${code("to")} and ${code("amount")} in the query. Assets are written as BTC or eth.usdc, amounts in whole units. ${code("amount_usd")} in place of ${code("amount")} is in US dollars. ${code("destination")} and ${code("refund_address")} are optional. A limit is ${code("tolerance")} in per cent (3 unless given, 0 for none), or ${code("tolerance_bps")} from the price before fees. ${code("streaming")} is ${code("1/1")} for one part, or ${code("1/0")} for parts one block apart. The same answer as JSON is at ${code("/quote.json")}.`,
);
