// The tables of /status as cells, for people and for Markdown alike.
import { chainPath } from "../../registry/chain-paths.ts";
import { type AnswerCell, asked } from "./chain-answers.ts";
import type { StatusView } from "./view.ts";
import { statusWords } from "./words.ts";

/** `state` is shown as a shape before the text. `code` is the name of a parameter. */
interface StatusCell {
  readonly text: string;
  readonly state?: AnswerCell["state"] | "stale";
  readonly code?: true;
}

export interface StatusTable {
  readonly label: string;
  readonly heads: readonly string[];
  /** `anchor`: what leads to the row. `path`: where its name leads. */
  readonly rows: readonly {
    readonly id: string;
    readonly anchor?: string;
    readonly path?: string | null;
    readonly cells: readonly StatusCell[];
  }[];
}

const textCells = (...texts: readonly string[]) => texts.map((text) => ({ text }));

/** Beside the fees of one chain alone there is room for its gas rate. */
export function statusTables({ chain: only, chains, parameters, providers }: StatusView) {
  return {
    chains: {
      label: only === null ? statusWords.chains : statusWords.answers,
      heads: ["Chain", ...asked],
      rows: chains.map(({ chain, hasPage, name, answers }) => ({
        id: chain,
        path: only === null && hasPage ? chainPath(chain) : null,
        cells: [{ text: name }, ...answers.map(({ state, word }) => ({ state, text: word }))],
      })),
    },
    fees: {
      label: statusWords.fees,
      heads: ["Chain", "Outbound fee", "Dust threshold", "Block time", ...(only === null ? [] : ["Gas rate"])],
      rows: chains.map(({ chain, name, outboundFee, dustThreshold, blockTime, gasRate }) => ({
        id: chain,
        cells: textCells(name, outboundFee, dustThreshold, blockTime, ...(only === null ? [] : [gasRate])),
      })),
    },
    parameters: {
      label: statusWords.parameters,
      heads: ["What", "Parameter", "State"],
      rows: parameters.map(({ name, what, state }) => ({
        id: name,
        cells: [{ text: what }, { text: name, code: true }, { text: state }],
      })),
    },
    providers: {
      label: statusWords.providers,
      heads: ["Source", "State", "Block", "Behind by"],
      rows: providers.map(({ name, ok, word, height, lag }) => ({
        id: name,
        cells: [{ text: name }, { text: word, state: ok ? "open" : "unknown" }, ...textCells(height, lag)],
      })),
    },
  } satisfies Readonly<Record<string, StatusTable>>;
}
