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
import { assetName } from "../../../protocol/values/assets.ts";
import type { Preset } from "../../../protocol/values/chains.ts";
import { InputError } from "../../../protocol/values/input-error.ts";
import { dayOf } from "../../../protocol/values/instants.ts";
import { type Blocks, box, type LinkView, section } from "../../../render/blocks.ts";
import { asOfText } from "../../../say/as-of.en.ts";
import { cardText, quotePageWords } from "../../../say/quote-form.en.ts";
import { compareInTime } from "../asking.ts";
import type { LiveSetup } from "../setup.ts";
import { parseQuoteForm } from "./form.ts";
import { exampleLinks, listChoices } from "./pool-choices.ts";
import { pairTitle, problemView, readQuestion, toQuoteCase } from "./question.ts";
import { minimumChoice, pinAmount, sentText, unitQuestion, withConversion } from "./sent-amount.ts";
import { hasOnlyQuestions, type ProblemView, type QuoteFormView, questionText } from "./view.ts";

/** React draws "problems", "form" and "links" in its own way. Only the Markdown has "howToAsk". */
type Part = "problems" | "form" | "links" | "howToAsk";

export interface QuotePage {
  readonly isRefused: boolean;
  /** Texts before the page's name in the document title, such as "0.05 BTC to ETH". */
  readonly title: readonly string[];
  /**
   * Title of a link preview, such as "0.05 BTC → ETH". Null if the form is incomplete or has a
   * problem, or if neither pools nor quote could be read.
   */
  readonly card: string | null;
  readonly form: QuoteFormView;
  /** Link that repeats the request after a failure. Null if a new request would not help. */
  readonly again: LinkView | null;
  readonly reverse: LinkView | null;
  readonly blocks: Blocks<Part>;
  readonly observedAtMs: number | null;
  /** UTC date (YYYY-MM-DD) of the times that texts give without a date. */
  readonly day: string;
}

const toolTexts = { name: getSwapQuote.name, description: getSwapQuote.description };

/** For a page that reads nothing from the network. */
export function getEmptyForm(preset: Preset): QuoteFormView {
  const toLabel = (asset: string) => assetName(asset, preset);
  const context = { assets: null, preset, toLabel };
  const { request: _, ...form } = parseQuoteForm(new URLSearchParams(), context);
  return { ...form, problems: [], assets: [], tool: toolTexts };
}

export async function getQuotePage(setup: LiveSetup, query: URLSearchParams): Promise<QuotePage> {
  const { network, preset } = setup;
  const { request, poolsReading, areNamesChecked, ...parsedForm } = await readQuestion(
    setup,
    query,
  );
  const form: QuoteFormView = {
    ...parsedForm,
    assets: areNamesChecked ? listChoices(poolsReading, preset) : [],
    tool: toolTexts,
  };
  if (!request) return pageWithoutAnswer(form, poolsReading, setup);
  const quotesOrProblem = await getQuotes(network, request).catch(problemView);
  if ("message" in quotesOrProblem)
    return pageWithoutAnswer(
      { ...form, problems: [...form.problems, quotesOrProblem] },
      poolsReading,
      setup,
    );
  const { quote, other } = quotesOrProblem;
  const answer = { request, quote, otherWay: other };
  return pageWithAnswer(form, toQuoteCase(setup, { poolsReading, areNamesChecked }, answer));
}

interface Quotes {
  readonly quote: QuoteReading;
  readonly other: OtherWay | null;
}

/**
 * Reads the quote, then a quote of the same swap for comparison: in one part if the first quote has
 * several parts, else in several. If the first quote says that trading is open and the second says
 * that it is not, the first quote is outdated and is read again.
 */
async function getQuotes(network: Network, request: QuoteRequest): Promise<Quotes> {
  const quote = await network.getQuote(request);
  const comparisonRequest = quote.failure
    ? null
    : otherWayRequest(pinAmount(request, quote), quote);
  if (comparisonRequest === null) return { quote, other: null };
  const comparisonQuote = await compareInTime((signal) =>
    network
      .getQuote({ ...comparisonRequest, isComparison: true }, { signal })
      .catch((error: unknown) => {
        if (error instanceof InputError || signal.aborted) return null;
        throw error;
      }),
  );
  const isQuoteOutdated =
    quote.trading.verdict === "open" &&
    comparisonQuote !== null &&
    comparisonQuote.trading.verdict !== "open";
  return isQuoteOutdated
    ? { quote: await network.getQuote(request), other: null }
    : { quote, other: { request: comparisonRequest, quote: comparisonQuote } };
}

function pageWithoutAnswer(
  form: QuoteFormView,
  poolsReading: PoolsReading,
  { preset, origin, now }: LiveSetup,
): QuotePage {
  const hasProblems = form.problems.length > 0;
  const leadBlocks = quotePageWords.lead.map((text) => ({ text }));
  const topBox = box<Part>(
    { className: "quote-top" },
    formBox,
    box<Part>(
      { className: "quote-first" },
      !hasProblems && box({ className: "lead" }, ...leadBlocks),
      examplesSection(poolsReading, preset),
    ),
  );
  return {
    isRefused: hasProblems,
    title: hasProblems ? [problemsTitle(form)] : [],
    card: null,
    form,
    again: null,
    reverse: null,
    blocks: pageBlocks(quotePageWords.title, form, origin, [
      topBox,
      { text: asOfText(poolsReading, preset), className: "meta" },
      { part: "howToAsk", markdown: [howToAsk] },
    ]),
    observedAtMs: poolsReading.clock.blockTimeMs,
    day: dayOf(now()),
  };
}

function examplesSection(poolsReading: PoolsReading, preset: Preset) {
  const { note, links } = exampleLinks(poolsReading, preset);
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
  const title = pairTitle(quoteCase);
  const question = unitQuestion(quoteCase);
  const topBox = box<Part>(
    { className: "quote-top" },
    box<Part>(
      { className: "quote-first" },
      ...quoteBlocks(quoteCase, isFieldRefused),
      ...quoteDetailBlocks(quoteCase),
      { text: asOfText(quote, preset), className: "meta" },
    ),
    formBox,
  );
  return {
    isRefused: isRefusal(quote.failure),
    title: [
      ...(isFieldRefused ? [quotePageWords.problems] : []),
      ...(title === null ? [] : [title]),
    ],
    card: isPairNamed ? cardText(sentText(quoteCase), assetName(quote.to, preset)) : null,
    form,
    again: againLink(quoteCase),
    reverse: reverseLink(quoteCase),
    blocks: pageBlocks(title ?? quotePageWords.title, form, origin, [topBox], question),
    observedAtMs: quote.clock.blockTimeMs,
    day: dayOf(quoteCase.nowMs),
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
  question: Line | null = null,
): Blocks<Part> {
  const questionBlock = question !== null && { text: question, className: "ask-back" };
  const problemsPart = { part: "problems" as const, markdown: problemBlocks(form, origin) };
  return [{ title, as: "page", blocks: [questionBlock, problemsPart, ...blocks] }];
}

function problemsTitle(form: QuoteFormView): string {
  const [firstProblem] = form.problems;
  return firstProblem && hasOnlyQuestions(form) ? firstProblem.message : quotePageWords.problems;
}

function problemBlocks(form: QuoteFormView, origin: string): MarkdownBlock[] {
  const toLink = ({ href }: LinkView, label: Line) => link(label, `${origin}${href}`);
  const { remark } = form.fields.amount;
  return [
    ...(hasOnlyQuestions(form) ? questionBlocks(form, toLink) : errorBlocks(form, toLink)),
    ...(remark
      ? [paragraph(line`${remark.text} ${toLink(remark.choice, remark.choice.label)}`)]
      : []),
  ];
}

type ToLink = (choice: LinkView, label: Line) => Line;

function questionBlocks(form: QuoteFormView, toLink: ToLink): MarkdownBlock[] {
  return form.problems.flatMap((problem) => [
    heading(2, questionText(problem, form)),
    list(problem.choices.map((choice) => toLink(choice, choice.label))),
  ]);
}

function errorBlocks({ problems, fields }: QuoteFormView, toLink: ToLink): MarkdownBlock[] {
  if (problems.length === 0) return [];
  const problemLines = problems.map(({ field, message, choices }) =>
    joined(
      [
        field === null ? message : `${fields[field].label}: ${message}`,
        ...choices.map((choice) => toLink(choice, code(choice.label))),
      ],
      " ",
    ),
  );
  return [heading(2, quotePageWords.problems), list(problemLines)];
}

const howToAsk = paragraph(
  line`Give ${code("from")}, ${code("to")} and ${code("amount")} in the query. Assets are written as BTC or eth.usdc, amounts in whole units. ${code("amount_usd")} in place of ${code("amount")} is in US dollars. ${code("destination")} and ${code("refund_address")} are optional. A limit is ${code("tolerance")} in per cent (3 unless given), or ${code("tolerance_bps")} from the price before fees. ${code("streaming")} is ${code("1/1")} for one part, or ${code("1/0")} for parts one block apart. The same answer as JSON is at ${code("/quote.json")}.`,
);
