// Site room: the Markdown twin of /quote, from the same view as its HTML. Every text is escaped; what is copied stands in a fence.
import { toFence } from "../../markdown/code.ts";
import { escapeMarkdown, toTable } from "../../markdown/write.ts";
import { toInstantText } from "../../protocol/instants.ts";
import {
  type AnswerView,
  type LinkView,
  type ProblemView,
  type QuoteView,
  quoteSections,
  type TableView,
} from "./quote-view.ts";

/** @param origin of the swap site, which the view's root-relative links are of. */
export function toQuoteMarkdown(view: QuoteView, origin: string): string {
  const { answer, form, examples } = view;
  const link = ({ href, label }: LinkView) => `[${escapeMarkdown(label)}](${origin}${href})`;
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join("\n");
  const problem = ({ field, message, choices }: ProblemView) =>
    [`${field === null ? "" : `${form.fields[field].label}: `}${escapeMarkdown(message)}`, ...choices.map(link)].join(
      " ",
    );
  const table = (name: string, { head, rows, notes }: TableView) => [
    `## ${name}`,
    toTable(
      head,
      rows.map((row) => row.map(escapeMarkdown)),
    ),
    ...notes.map(escapeMarkdown),
  ];
  const blocks: (string | readonly string[] | null)[] = [
    `# ${escapeMarkdown(view.heading)}`,
    view.lead.map(escapeMarkdown),
  ];

  if (form.problems.length > 0) blocks.push(`## ${quoteSections.problems}`, list(form.problems.map(problem)));
  const { remark } = form.fields.amount;
  if (remark) blocks.push(`${escapeMarkdown(remark.text)} ${link(remark.choice)}`);
  if (answer) {
    const { verdict, problem: trouble, advice, figures, expiry, ways, deposit } = answer;
    blocks.push(`**${verdict.state}**: ${escapeMarkdown(verdict.text)}`);
    if (verdict.grounds !== null) blocks.push(escapeMarkdown(verdict.grounds));
    if (answer.pair !== null) blocks.push(escapeMarkdown(answer.pair));
    if (trouble) blocks.push(`${escapeMarkdown(trouble.title)} ${escapeMarkdown(trouble.text)}`);
    blocks.push(escapeMarkdown(advice));
    if (figures.length > 0) {
      blocks.push(
        list(figures.map(({ label, text, note }) => escapeMarkdown(`${label}: ${text}${note ? `, ${note}` : ""}`))),
      );
    }
    if (expiry) {
      const { instant, before, after } = expiry;
      const at = instant === null ? "" : toInstantText(Date.parse(instant));
      blocks.push(escapeMarkdown(`${before}${at}${after}`));
    }
    blocks.push(list([answer.again, answer.reverse].map(link)));
    if (deposit?.isAsked) blocks.push(toDeposit(deposit));
    if (answer.costs) blocks.push(table(quoteSections.costs, answer.costs));
    if (answer.time) blocks.push(table(quoteSections.time, answer.time));
    if (ways.notes.length > 0 || ways.choice) {
      const { head, rows } = ways.table ?? { head: [], rows: [] };
      blocks.push(`## ${quoteSections.ways}`, ways.notes.map(escapeMarkdown));
      if (ways.table)
        blocks.push(
          toTable(
            head,
            rows.map((row) => row.map(escapeMarkdown)),
          ),
        );
      if (ways.choice) blocks.push(link(ways.choice));
    }
    if (answer.limits) blocks.push(table(quoteSections.limits, answer.limits));
    if (deposit && !deposit.isAsked) blocks.push(toDeposit(deposit));
    blocks.push(`## ${quoteSections.link}`, toFence("text", answer.permalink));
  }
  if (examples.note !== "") {
    blocks.push(`## ${quoteSections.examples}`, escapeMarkdown(examples.note));
    if (examples.links.length > 0) blocks.push(list(examples.links.map(link)));
  }
  blocks.push(escapeMarkdown(view.asOf));
  if (!answer) blocks.push(howToAsk);
  return `${blocks
    .flat()
    .filter((block) => block !== null && block !== "")
    .join("\n\n")}\n`;
}

const howToAsk =
  "Give `from` and `to` (assets: BTC, eth.usdc) and `amount` (whole units of from) in the query; optional: `destination`, `tolerance_bps`, `streaming` (blocks between sub-swaps).";

function toDeposit({ notes, memo, address }: Exclude<AnswerView["deposit"], null>): string[] {
  return [
    `## ${quoteSections.deposit}`,
    ...notes.map(escapeMarkdown),
    ...(memo === null ? [] : ["Memo:", toFence("text", memo)]),
    ...(address === null ? [] : ["Inbound address:", toFence("text", address)]),
  ];
}
