// Site room: /status as Markdown. It says what the page says, from the same view; names of parameters stand in code spans.
import { toTable } from "../../markdown/write.ts";
import { type HistoryView, historyHeads } from "./status-history.ts";
import { chainHeads, providerHeads, type StatusNote, type StatusView, scheduledHeads } from "./status-view.ts";
import { toBlockText, words } from "./status-words.ts";

/** The page's body, from its H1 on. */
export function toStatusMarkdown(view: StatusView, history: HistoryView): string {
  const parts = [
    "# Network status",
    `**${view.verdict}**`,
    view.advice,
    toBlockText(view),
    `${view.sources} ${words.snapshot}`,
    `## ${words.chains}`,
    toTable(
      chainHeads,
      view.chains.map((row) => [
        row.name,
        ...row.verdicts.map((cell) => cell.word),
        row.outboundFee,
        row.dustThreshold,
        row.blockTime,
      ]),
    ),
    words.questions,
    ...toNoteParts(view.notes),
    ...(view.scheduled.length === 0
      ? []
      : [
          `## ${words.scheduled}`,
          toTable(
            scheduledHeads,
            view.scheduled.map((row) => [row.what, `\`${row.parameter}\``, row.height, row.about]),
          ),
          view.scheduledMeans,
        ]),
    `## ${words.providers}`,
    ...(view.providers.length === 0
      ? []
      : [
          toTable(
            providerHeads,
            view.providers.map((row) => [row.name, row.word, row.height, row.lag]),
          ),
        ]),
    words.providersMean,
    `## ${words.history}`,
    history.lead,
    history.memory,
    ...(history.rows.length === 0
      ? []
      : [
          toTable(
            historyHeads,
            history.rows.map((row) => [row.when, row.what]),
          ),
        ]),
    ...(history.older === 0 ? [] : [words.older(history.older)]),
    `[${words.feed}](${words.feedPath})`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function toNoteParts(notes: readonly StatusNote[]): string[] {
  if (notes.length === 0) return [];
  const parts = notes.flatMap(({ title, grounds, text }) => [
    `### ${title}`,
    text,
    ...(grounds.length === 0 ? [] : [grounds.map(({ name, words: how }) => `- \`${name}\`: ${how}`).join("\n")]),
  ]);
  return [`## ${words.notes}`, ...parts];
}
