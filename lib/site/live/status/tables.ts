// The tables of /status as cells, for people and for Markdown alike.
import { questions, type Verdict } from "../../../protocol/model/verdicts.ts";
import type { HistoryView } from "./history.ts";
import type { StatusView } from "./view.ts";
import { statusWords } from "./words.ts";

/** `state` is shown as a shape before the text. `code` is the name of a parameter. */
interface StatusCell {
  readonly text: string;
  readonly state?: Verdict | "scheduled" | "stale";
  readonly code?: true;
}

export interface StatusTable {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly StatusCell[] }[];
}

const capitalize = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;
const textCells = (...texts: readonly string[]) => texts.map((text) => ({ text }));

export function statusTables({ chains, scheduled, providers }: StatusView, { rows }: HistoryView) {
  return {
    chains: {
      label: statusWords.chains,
      heads: ["Chain", ...questions.map(capitalize), "Outbound fee", "Dust threshold", "Block time"],
      rows: chains.map(({ chain, name, verdicts, outboundFee, dustThreshold, blockTime }) => ({
        id: chain,
        cells: [
          { text: name },
          ...verdicts.map(({ state, word }) => ({ state, text: word })),
          ...textCells(outboundFee, dustThreshold, blockTime),
        ],
      })),
    },
    scheduled: {
      label: statusWords.scheduled,
      heads: ["What halts", "Parameter", "At block", "About"],
      rows: scheduled.map(({ parameter, what, height, about }) => ({
        id: parameter,
        cells: [{ text: what }, { text: parameter, code: true }, ...textCells(height, about)],
      })),
    },
    providers: {
      label: statusWords.providers,
      heads: ["Provider", "State", "Block", "Behind by"],
      rows: providers.map(({ name, ok, word, height, lag }) => ({
        id: name,
        cells: [{ text: name }, { text: word, state: ok ? "open" : "unknown" }, ...textCells(height, lag)],
      })),
    },
    history: {
      label: statusWords.history,
      heads: ["When", "What was observed"],
      rows: rows.map(({ id, state, when, what }) => ({
        id,
        cells: [{ text: when }, { text: what, state: state === "unknown" ? "stale" : state }],
      })),
    },
  } satisfies Readonly<Record<string, StatusTable>>;
}
