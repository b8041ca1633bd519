import type { HistoryView } from "@/lib/site/live/status-history.ts";
import { historyHeads } from "@/lib/site/live/status-history.ts";
import { chainHeads, providerHeads, type StatusView, scheduledHeads } from "@/lib/site/live/status-view.ts";
import { words } from "@/lib/site/live/status-words.ts";
import { DataTable } from "../parts/data-table.tsx";
import type { State } from "../parts/verdict.tsx";

/** A verdict of a dense table: its shape is drawn by the style sheet, which keeps the page small. */
function Mark({ state, word }: { state: State; word: string }) {
  return (
    <span className="verdict shaped" data-state={state}>
      {word}
    </span>
  );
}

const figures = new Set<string>(["Outbound fee", "Dust threshold", "Block time", "At block", "Block", "Behind by"]);
const toColumns = (heads: readonly string[]) => heads.map((label) => ({ label, number: figures.has(label) }));

export function ChainTable({ chains }: Pick<StatusView, "chains">) {
  const rows = chains.map((row) => ({
    id: row.chain,
    cells: [
      row.name,
      ...row.verdicts.map(({ state, word }, index) => <Mark key={chainHeads[index + 1]} state={state} word={word} />),
      row.outboundFee,
      row.dustThreshold,
      row.blockTime,
    ],
  }));
  return <DataTable caption={words.chains} quiet columns={toColumns(chainHeads)} rows={rows} />;
}

export function ScheduledTable({ scheduled }: Pick<StatusView, "scheduled">) {
  const rows = scheduled.map(({ parameter, what, height, about }) => ({
    id: parameter,
    cells: [what, <code key={parameter}>{parameter}</code>, height, about],
  }));
  return <DataTable caption={words.scheduled} quiet columns={toColumns(scheduledHeads)} rows={rows} />;
}

export function ProviderTable({ providers }: Pick<StatusView, "providers">) {
  const rows = providers.map(({ name, ok, word, height, lag }) => ({
    id: name,
    cells: [name, <Mark key={name} state={ok ? "open" : "unknown"} word={word} />, height, lag],
  }));
  return <DataTable caption={words.providers} quiet columns={toColumns(providerHeads)} rows={rows} />;
}

export function HistoryTable({ rows }: Pick<HistoryView, "rows">) {
  const shown = rows.map(({ id, state, when, what }) => ({
    id,
    cells: [when, <Mark key={id} state={state === "unknown" ? "stale" : state} word={what} />],
  }));
  return <DataTable caption={words.history} quiet columns={toColumns(historyHeads)} rows={shown} />;
}
