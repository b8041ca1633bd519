// /quote as Markdown, from the same view as the page. Texts to copy are blocks of code.
import {
  code,
  codeBlock,
  heading,
  type Inline,
  joined,
  type Line,
  line,
  link,
  list,
  type MarkdownBlock,
  paragraph,
  quotation,
  strong,
  table,
} from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import { formatInstant } from "../../../protocol/values/figure-text.ts";
import type { AnswerView } from "./answer.ts";
import type { QuoteView } from "./page.ts";
import {
  type FigureView,
  type LinkView,
  PERMALINK_NOTE,
  type ProblemView,
  QUOTED_NOTES,
  type QuoteFormView,
  quoteSections,
  sentLabels,
  type TableView,
} from "./view.ts";

type ToLink = (link: Pick<LinkView, "href"> & { readonly label: Line }) => Inline;

export function quoteMarkdown(view: QuoteView, origin: string): string {
  const { answer, form, examples } = view;
  const toLink: ToLink = ({ href, label }) => link(label, `${origin}${href}`);
  const { remark } = form.fields.amount;
  const blocks = [
    heading(1, view.heading),
    ...paragraphs(view.lead),
    ...sectionBlocks(
      quoteSections.problems,
      bulletList(form.problems.map((problem) => problemBlocks(problem, form, toLink))),
    ),
    ...(remark ? [paragraph(line`${remark.text} ${toLink(remark.choice)}`)] : []),
    ...(answer ? answerBlocks(answer, toLink) : []),
    ...sectionBlocks(quoteSections.examples, [
      ...paragraphs([examples.note]),
      ...bulletList(examples.links.map(toLink)),
    ]),
    paragraph(view.asOf),
    ...(answer ? [] : [howToAsk]),
  ];
  return `${writeMarkdown(blocks)}\n`;
}

const howToAsk = paragraph(
  line`Give ${code("from")}, ${code("to")} and ${code("amount")} in the query. Assets are written as BTC or eth.usdc, amounts in whole units. ${code("amount_usd")} in place of ${code("amount")} is in US dollars. ${code("destination")} and ${code("refund_address")} are optional. A limit is ${code("tolerance")} in per cent (3 unless given, 0 for none), or ${code("tolerance_bps")} from the price before fees. ${code("streaming")} is ${code("1/1")} for one part, or ${code("1/0")} for parts one block apart. The same answer as JSON is at ${code("/quote.json")}.`,
);

function problemBlocks(
  { field, message, choices }: ProblemView,
  { fields }: QuoteFormView,
  toLink: ToLink,
): Line {
  const label = field === null ? "" : `${fields[field].label}: `;
  return joined(
    [
      `${label}${message}`,
      ...choices.map((choice) => toLink({ ...choice, label: code(choice.label) })),
    ],
    " ",
  );
}

function answerBlocks(answer: AnswerView, toLink: ToLink): MarkdownBlock[] {
  const { payee, verdict, problem, warnings, figures, costs, comparison, deposit } = answer;
  return [
    ...paragraphs([payee]),
    paragraph(line`${strong(verdict.word)}: ${verdict.text}`),
    ...paragraphs([verdict.grounds, problem && `${problem.title} ${problem.text}`.trim()]),
    ...bulletList(warnings),
    ...bulletList(figures.map(figureText)),
    ...paragraphs([answer.send]),
    ...expiryBlocks(answer.expiry),
    // With figures, the form already repeats the question.
    ...bulletList(
      [figures.length > 0 ? null : answer.again, answer.reverse].flatMap((one) =>
        one ? toLink(one) : [],
      ),
    ),
    ...sectionBlocks(quoteSections.link, [
      paragraph(PERMALINK_NOTE),
      codeBlock("text", answer.permalink),
    ]),
    ...(deposit?.isAsked ? depositBlocks(deposit) : []),
    ...(costs === null
      ? []
      : sectionBlocks(quoteSections.costs, [
          ...bulletList(costs.parts.map(figureText)),
          ...paragraphs(costs.notes),
          ...tableBlocks(costs.table),
        ])),
    ...(comparison === null
      ? []
      : sectionBlocks(quoteSections.comparison, [
          paragraph(line`${comparison.text} ${toLink(comparison.link)}`),
        ])),
    ...(deposit && !deposit.isAsked ? depositBlocks(deposit) : []),
    ...sectionBlocks(quoteSections.details, answer.details.flatMap(tableBlocks)),
  ];
}

/** "Total cost: $1.20, 0.2 % of the amount sent". A capitalised note is a sentence of its own. */
function figureText({ label, text, note }: FigureView): string {
  if (note === null) return `${label}: ${text}`;
  return `${label}: ${text}${/^[A-Z]/.test(note) ? "." : ","} ${note}`;
}

function expiryBlocks(expiry: AnswerView["expiry"]): MarkdownBlock[] {
  if (!expiry) return [];
  const { instant, before, after } = expiry;
  return [paragraph(`${before}${formatInstant(Date.parse(instant))}${after}`)];
}

function depositBlocks({
  notes,
  steps,
  memo,
  address,
  router,
  quoted,
}: Exclude<AnswerView["deposit"], null>): MarkdownBlock[] {
  return sectionBlocks(quoteSections.deposit, [
    ...paragraphs(notes),
    ...bulletList(steps),
    ...sentBlocks(sentLabels.memo, memo),
    ...sentBlocks(sentLabels.router, router),
    ...sentBlocks(router === null ? sentLabels.address : sentLabels.vault, address),
    ...(quoted === null ? [] : [paragraph(QUOTED_NOTES), quotation(code(quoted))]),
  ]);
}

const sentBlocks = (label: string, text: string | null) =>
  text === null ? [] : [paragraph(`${label}:`), codeBlock("text", text)];

function sectionBlocks(name: string, blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  return blocks.length === 0 ? [] : [heading(2, name), ...blocks];
}

function paragraphs(texts: readonly (string | null)[]): MarkdownBlock[] {
  return texts.flatMap((text) => (text ? [paragraph(text)] : []));
}

function bulletList(items: readonly Line[]): MarkdownBlock[] {
  return items.length === 0 ? [] : [list(items)];
}

function tableBlocks({ name, head, rows }: TableView): MarkdownBlock[] {
  return [heading(3, name), table(head, rows)];
}
