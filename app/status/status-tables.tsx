import { type HistoryView, historyHeads } from "@/lib/site/live/status/history.ts";
import { chainHeads, providerHeads, type StatusView, scheduledHeads } from "@/lib/site/live/status/view.ts";
import { statusWords } from "@/lib/site/live/status/words.ts";
import { withoutBreaks } from "../parts/figure.tsx";
import { TableFrame } from "../parts/table-frame.tsx";
import type { State } from "../parts/verdict.tsx";

/** A cell whose `state` is drawn as a shape before its words. */
interface Cell {
  readonly text: string;
  readonly state?: State;
  readonly code?: true;
}

const figures = new Set<string>(["Outbound fee", "Dust threshold", "Block time", "At block", "Block", "Behind by"]);
const classOf = (head: string | undefined) => (head !== undefined && figures.has(head) ? { className: "number" } : {});

function StatusTable(props: {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly id: string; readonly cells: readonly Cell[] }[];
}) {
  const { label, heads, rows } = props;
  return (
    <TableFrame label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" {...classOf(head)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [first, ...others] }) => (
            <tr key={id}>
              <th scope="row">{first?.text}</th>
              {others.map(({ text, state, code }, index) => (
                <td key={heads[index + 1]} {...classOf(heads[index + 1])} {...(state && { "data-state": state })}>
                  {code ? <code>{text}</code> : withoutBreaks(text)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

const textCells = (...texts: readonly string[]): Cell[] => texts.map((text) => ({ text }));

export function ChainTable({ chains }: Pick<StatusView, "chains">) {
  const rows = chains.map(({ chain, name, verdicts, outboundFee, dustThreshold, blockTime }) => ({
    id: chain,
    cells: [
      { text: name },
      ...verdicts.map(({ state, word }) => ({ state, text: word })),
      ...textCells(outboundFee, dustThreshold, blockTime),
    ],
  }));
  return <StatusTable label={statusWords.chains} heads={chainHeads} rows={rows} />;
}

export function ScheduledTable({ scheduled }: Pick<StatusView, "scheduled">) {
  const rows = scheduled.map(({ parameter, what, height, about }) => ({
    id: parameter,
    cells: [{ text: what }, { text: parameter, code: true as const }, ...textCells(height, about)],
  }));
  return <StatusTable label={statusWords.scheduled} heads={scheduledHeads} rows={rows} />;
}

export function ProviderTable({ providers }: Pick<StatusView, "providers">) {
  const rows = providers.map(({ name, ok, word, height, lag }) => ({
    id: name,
    cells: [
      { text: name },
      { text: word, state: ok ? ("open" as const) : ("unknown" as const) },
      ...textCells(height, lag),
    ],
  }));
  return <StatusTable label={statusWords.providers} heads={providerHeads} rows={rows} />;
}

export function HistoryTable({ rows }: Pick<HistoryView, "rows">) {
  const shown = rows.map(({ id, state, when, what }) => ({
    id,
    cells: [{ text: when }, { text: what, state: state === "unknown" ? ("stale" as const) : state }],
  }));
  return <StatusTable label={statusWords.history} heads={historyHeads} rows={shown} />;
}
