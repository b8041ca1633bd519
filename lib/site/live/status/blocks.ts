// What /status shows, in its order. Names of parameters are code.
import { heading, list, paragraph, strong } from "../../../markdown/nodes.ts";
import { chainPath } from "../../registry/chain-paths.ts";
import { type Blocks, blocksMarkdown, disclosure, part, section, type Table } from "../blocks.ts";
import { asked, type StatusView } from "./view.ts";
import { readText, statusWords } from "./words.ts";

export function statusBlocks(view: StatusView): Blocks<"sign"> {
  const { chains, fees, parameters, providers } = statusTables(view);
  const { scheduled, scheduledMeans, notes, troubles, day } = view;
  return [
    signBlock(view.title, view),
    scheduled.length > 0 &&
      section(statusWords.scheduled, { list: scheduled, day, isLocal: true }, { text: [scheduledMeans] }),
    { ...section(chains.label, { table: chains, day }, quiet(statusWords.questions)), className: "matrix" },
    (notes.length > 0 || troubles !== "") &&
      section(
        statusWords.notes,
        troubles !== "" && { text: troubles, day },
        ...notes.map(({ title, state, text }) => ({ title, as: state, blocks: [{ text }] })),
      ),
    disclosure(fees.label, { table: fees }, quiet(statusWords.feesMean)),
    disclosure(
      parameters.label,
      parameters.rows.length === 0 ? { text: statusWords.noParameters } : { table: parameters },
    ),
    disclosure(providers.label, providers.rows.length > 0 && { table: providers }, quiet(statusWords.providersMean)),
  ];
}

const quiet = (text: string) => ({ text, className: "quiet" });

/** The page's body, from its H1 on. */
export function statusMarkdown(view: StatusView, more: Blocks = []): string {
  return blocksMarkdown([...statusBlocks(view), ...more]);
}

/** The title, and what the sign says. */
export function signBlock(title: string, view: StatusView) {
  const { unknownArguments, lines, told, again } = view;
  return part("sign", [
    heading(1, title),
    ...unknownArguments.map((text) => paragraph(text)),
    paragraph(strong(view.sign.headline)),
    ...(lines.length === 0 ? [] : [list(lines.map(({ text }) => text))]),
    ...(told === "" ? [] : [paragraph(told)]),
    ...(again === null ? [] : [paragraph(again)]),
    paragraph(readText(view)),
  ]);
}

const textCells = (...texts: readonly string[]) => texts.map((text) => ({ text }));

/** Beside the fees of one chain alone there is room for its gas rate. */
function statusTables({ chain: only, chains, parameters, providers }: StatusView) {
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
  } satisfies Readonly<Record<string, Table>>;
}
