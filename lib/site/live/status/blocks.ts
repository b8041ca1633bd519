// The content of /status, in its order. Only JSON and tools name parameters.
import { heading, list, paragraph, strong } from "../../../markdown/nodes.ts";
import { chainPath } from "../../registry/chain-paths.ts";
import { type Blocks, blocksMarkdown, disclosure, part, section, type Table } from "../blocks.ts";
import { asked, type StatusView } from "./view.ts";
import { readText, statusWords } from "./words.ts";

export function statusBlocks(view: StatusView): Blocks<"sign" | "read"> {
  const { chains, fees } = statusTables(view);
  const { scheduled, scheduledMeans, haltStarts, notes, troubles, day } = view;
  return [
    signBlock(view.title, view),
    scheduled.length > 0 &&
      section(
        statusWords.scheduled,
        { list: scheduled, day, isLocal: true },
        { text: [scheduledMeans] },
      ),
    {
      ...section(chains.label, { table: chains, day }, quiet(statusWords.questions)),
      className: "matrix",
    },
    (notes.length > 0 || troubles !== "") &&
      section(
        statusWords.notes,
        troubles !== "" && { text: troubles, day },
        ...notes.map(({ title, state, text }) => ({ title, as: state, blocks: [{ text }] })),
      ),
    haltStarts.length > 0 &&
      section(statusWords.haltStarts, { list: haltStarts, day, isLocal: true }),
    disclosure(fees.label, { table: fees }, quiet(statusWords.feesMean)),
    readBlock(view),
  ];
}

const quiet = (text: string) => ({ text, className: "quiet" });

export function statusMarkdown(view: StatusView, more: Blocks = []): string {
  return blocksMarkdown([...statusBlocks(view), ...more]);
}

export function signBlock(title: string, view: StatusView) {
  const { unknownArguments, lines, told, again } = view;
  return part("sign", [
    heading(1, title),
    ...unknownArguments.map((text) => paragraph(text)),
    paragraph(strong(view.sign.text)),
    ...(lines.length === 0 ? [] : [list(lines.map(({ text }) => text))]),
    ...(told === "" ? [] : [paragraph(told)]),
    ...(again === null ? [] : [paragraph(again)]),
  ]);
}

export const readBlock = (view: StatusView) => part("read", [paragraph(readText(view))]);

const textCells = (...texts: readonly string[]) => texts.map((text) => ({ text }));

function statusTables({ chain: only, chains }: StatusView) {
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
      heads: [
        "Chain",
        "Outbound fee",
        "Dust threshold",
        "Block time",
        ...(only === null ? [] : ["Gas rate"]),
      ],
      rows: chains.map(({ chain, name, outboundFee, dustThreshold, blockTime, gasRate }) => ({
        id: chain,
        cells: textCells(
          name,
          outboundFee,
          dustThreshold,
          blockTime,
          ...(only === null ? [] : [gasRate]),
        ),
      })),
    },
  } satisfies Readonly<Record<string, Table>>;
}
