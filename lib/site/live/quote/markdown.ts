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
  strong,
  table,
} from "../../../markdown/nodes.ts";
import { writeMarkdown } from "../../../markdown/write.ts";
import { formatInstant } from "../../../protocol/values/figure-text.ts";
import {
  type AnswerView,
  type LinkView,
  type ProblemView,
  type QuoteFormView,
  type QuoteView,
  quoteSections,
  type TableView,
} from "./view.ts";

/** From a link of the view, which is root-relative. */
type ToLink = (link: LinkView) => Inline;

/** @param origin of the swap site. */
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
  line`Give ${code("from")} and ${code("to")} (assets: BTC, eth.usdc) and ${code("amount")} (whole units of from) in the query; optional: ${code("destination")}, ${code("liquidity_tolerance_bps")} (300 unless given, 0 for no limit), ${code("streaming")} (${code("1/1")} for one part, ${code("1/0")} for parts one block apart).`,
);

function problemBlocks({ field, message, choices }: ProblemView, { fields }: QuoteFormView, toLink: ToLink): Line {
  const label = field === null ? "" : `${fields[field].label}: `;
  return joined([`${label}${message}`, ...choices.map(toLink)], " ");
}

/** Verdict, advice and figures come first. A requested deposit comes before the costs. */
function answerBlocks(answer: AnswerView, toLink: ToLink): MarkdownBlock[] {
  const { verdict, problem, figures, ways, deposit } = answer;
  return [
    paragraph(line`${strong(verdict.state)}: ${verdict.text}`),
    ...paragraphs([verdict.grounds, answer.pair, problem && `${problem.title} ${problem.text}`, answer.advice]),
    ...bulletList(figures.map(({ label, text, note }) => `${label}: ${text}${note ? `, ${note}` : ""}`)),
    ...expiryBlocks(answer.expiry),
    ...bulletList([answer.again, answer.reverse].map(toLink)),
    ...(deposit?.isAsked ? depositBlocks(deposit) : []),
    ...sectionBlocks(quoteSections.costs, tableBlock(answer.costs)),
    ...sectionBlocks(quoteSections.time, tableBlock(answer.time)),
    ...sectionBlocks(quoteSections.ways, [
      ...paragraphs(ways.notes),
      ...tableBlock(ways.table),
      ...bulletList(ways.choices.map(toLink)),
    ]),
    ...sectionBlocks(quoteSections.limits, tableBlock(answer.limits)),
    ...(deposit && !deposit.isAsked ? depositBlocks(deposit) : []),
    ...sectionBlocks(quoteSections.link, [codeBlock("text", answer.permalink)]),
  ];
}

function expiryBlocks(expiry: AnswerView["expiry"]): MarkdownBlock[] {
  if (!expiry) return [];
  const { instant, before, after } = expiry;
  return [paragraph(`${before}${instant === null ? "" : formatInstant(Date.parse(instant))}${after}`)];
}

function depositBlocks({ notes, memo, address, router }: Exclude<AnswerView["deposit"], null>): MarkdownBlock[] {
  return sectionBlocks(quoteSections.deposit, [
    ...paragraphs(notes),
    ...(memo === null ? [] : [paragraph("Memo:"), codeBlock("text", memo)]),
    ...(address === null ? [] : [paragraph("Inbound address:"), codeBlock("text", address)]),
    ...(router === null ? [] : [paragraph("Router:"), codeBlock("text", router)]),
  ]);
}

/** An empty section has no heading. */
function sectionBlocks(name: string, blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  return blocks.length === 0 ? [] : [heading(2, name), ...blocks];
}

function paragraphs(texts: readonly (string | null)[]): MarkdownBlock[] {
  return texts.flatMap((text) => (text ? [paragraph(text)] : []));
}

function bulletList(items: readonly Line[]): MarkdownBlock[] {
  return items.length === 0 ? [] : [list(items)];
}

function tableBlock(view: TableView | null): MarkdownBlock[] {
  return view ? [table(view.head, view.rows), ...paragraphs(view.notes)] : [];
}
