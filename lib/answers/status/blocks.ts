// Content of the page /status in its order, for the network or for one chain.
import type {
  ChainReading,
  NetworkReading,
  ProviderReading,
} from "../../protocol/model/network-status.ts";
import { isSameReason } from "../../protocol/model/reasons.ts";
import { toSeconds } from "../../protocol/safety/freshness.ts";
import { chainName } from "../../protocol/values/chains.ts";
import { type Blocks, disclosure, quiet, section, type Table } from "../../render/blocks.ts";
import { sourceTexts } from "../../say/as-of.en.ts";
import { rateText } from "../../say/deposits.en.ts";
import { formatDuration, formatInstant, formatWhen, NOT_KNOWN } from "../../say/figures.en.ts";
import { plainReason } from "../../say/reason-text.ts";
import {
  checkedAtText,
  newestBlockText,
  noBlockText,
  noSourceText,
  notFreshText,
  noUsableNodeText,
  plainChainsLabel,
  sourceCountText,
  statusWords,
} from "../../say/status.en.ts";
import { chainPath } from "../../site/registry/chain-paths.ts";
import { dustText, moneyText } from "../money-text.ts";
import { type AnswerCell, chainRowAnswers, isPlainlyOpen } from "./chain-answers.ts";
import { haltStartTexts, scheduledTexts } from "./halts.ts";
import { listNotes, listUnknownDataTexts } from "./notes.ts";
import { type StatusContext, signBlock, signTexts } from "./sign.ts";

export function statusBlocks(reading: NetworkReading, context: StatusContext): Blocks {
  const { preset, nowMs } = context;
  const haltStarts = haltStartTexts(reading, preset, nowMs);
  const feesTable = feesTableOf(reading, context);
  return [
    signBlock(reading, context),
    ...noteSections(reading, context),
    answersBlock(reading, context),
    {
      ...disclosure(feesTable.label, { table: feesTable }, quiet(statusWords.feesMean)),
      rank: 2,
      members: ["chains", "outbound_fees", "fees"],
    },
    haltStarts.length > 0 && {
      ...disclosure(statusWords.haltStarts, { list: haltStarts }),
      rank: 2,
      members: ["halt_parameters"],
    },
    readingBlock(reading, context),
  ];
}

/** What the sign says in short or leaves out: what is wrong, and which halts are scheduled. */
export function noteSections(reading: NetworkReading, context: StatusContext) {
  const { preset, nowMs, chain } = context;
  const { messagesBelow, moreTexts } = signTexts(reading, context);
  const { haltTexts, effectText } = scheduledTexts(reading, preset, nowMs);
  const notes = listNotes(reading, preset, chain === null ? [] : messagesBelow);
  return [
    (notes.length > 0 || moreTexts.length > 0) && {
      ...section(
        statusWords.notes,
        ...notes.map(({ state, title, text }) => ({ note: state, title, blocks: [{ text }] })),
        moreTexts.length > 0 && { text: moreTexts.join(" ") },
      ),
      members: ["chains"],
    },
    haltTexts.length > 0 && {
      ...section(statusWords.scheduled, { list: haltTexts }, { text: [effectText] }),
      members: ["chains", "halt_parameters"],
    },
  ];
}

/** The chains that are not open for everything. Those that are open are folded. */
function answersBlock(reading: NetworkReading, context: StatusContext): Blocks[number] {
  const { preset, chain: onlyChain } = context;
  const label = onlyChain === null ? statusWords.chains : statusWords.answers;
  const unknownDataTexts = listUnknownDataTexts(reading, preset);
  const rows = listAnswerRows(reading, context);
  const isFolded = ({ cells }: AnswerRow) => onlyChain === null && cells.every(isPlainlyOpen);
  const tableOf = (tableLabel: string, tableRows: readonly AnswerRow[]) => ({
    table: {
      label: tableLabel,
      heads: [statusWords.chain, statusWords.send, statusWords.receive, statusWords.liquidity],
      rows: tableRows.map(({ id, path, name, cells }) => ({
        id,
        path,
        cells: [{ text: name }, ...cells.map(({ state, text }) => ({ state, text }))],
      })),
    },
  });
  const [shownRows, plainRows] = [rows.filter((row) => !isFolded(row)), rows.filter(isFolded)];
  const plainLabel = plainChainsLabel(plainRows.length, rows.length);
  return {
    ...section(
      label,
      shownRows.length > 0 && tableOf(label, shownRows),
      unknownDataTexts.length > 0 && { list: unknownDataTexts },
      plainRows.length > 0 && {
        ...section(plainLabel, tableOf(plainLabel, plainRows)),
        as: "fold" as const,
      },
      quiet(statusWords.questions),
    ),
    className: "matrix",
    members: ["chains"],
  };
}

export const readingBlock = (reading: NetworkReading, context: StatusContext) => ({
  text: readingText(reading, context),
  className: "meta",
});

interface AnswerRow {
  readonly id: string;
  readonly path: string | null;
  readonly name: string;
  readonly cells: readonly AnswerCell[];
}

function listAnswerRows(
  reading: NetworkReading,
  { preset, nowMs, chain: onlyChain }: StatusContext,
): AnswerRow[] {
  return reading.chains.map((chainReading) => {
    const { chain } = chainReading;
    // The network may list a chain that this site has no page for yet.
    const hasPage = preset.chains.some(({ code }) => code === chain);
    return {
      id: chain,
      path: onlyChain === null && hasPage ? chainPath(chain) : null,
      name: chainName(chain, preset),
      cells: chainRowAnswers(chainReading, reading, preset, nowMs),
    };
  });
}

function feesTableOf(
  { chains }: NetworkReading,
  { preset, chain: onlyChain }: StatusContext,
): Table {
  const { chain: chainHead, outboundFee, dustThreshold, blockTime, gasRate } = statusWords;
  const isOneChain = onlyChain !== null;
  return {
    label: statusWords.fees,
    heads: [chainHead, outboundFee, dustThreshold, blockTime, ...(isOneChain ? [gasRate] : [])],
    rows: chains.map((chainReading) => ({
      id: chainReading.chain,
      cells: [
        chainName(chainReading.chain, preset),
        moneyText(chainReading.outboundFee),
        chainReading.native ? statusWords.noDust : dustText(chainReading),
        chainReading.blockSeconds === null ? NOT_KNOWN : formatDuration(chainReading.blockSeconds),
        ...(isOneChain ? [gasRateText(chainReading)] : []),
      ].map((text) => ({ text })),
    })),
  };
}

function gasRateText({ native, ...rate }: ChainReading): string {
  return native ? statusWords.flatGasRate : (rateText(rate) ?? NOT_KNOWN);
}

function readingText(reading: NetworkReading, { nowMs }: StatusContext): string {
  const { clock, providers, failure, trading } = reading;
  const readAtText = formatInstant(nowMs);
  const { height, blockTimeMs, ageMs } = clock;
  const isBlockRead = height !== null && blockTimeMs !== null && ageMs !== null;
  const nodeReadings = providers.filter(({ kind }) => kind === "node");
  if (!isBlockRead && nodeReadings.length > 0 && nodeReadings.every(({ ok }) => !ok))
    return noUsableNodeText(nodeReadings.length, readAtText);
  // If the reading failed, the advice already gives the reason, so this text leaves the reason out.
  // But if trading was halted when last read, the advice names only the halt.
  const isReasonInAdvice =
    failure !== null &&
    trading.verdict !== "halted" &&
    (!isBlockRead || isSameReason(failure.reason ?? null, clock.reason));
  return [
    isBlockRead ? newestBlockText(height, blockTimeText(blockTimeMs, ageMs)) : noBlockText,
    ...(clock.reason && !isReasonInAdvice ? [notFreshText(plainReason(clock.reason))] : []),
    sourceCounts(reading),
    ...sourceTexts(reading),
    checkedAtText(readAtText),
  ].join(" ");
}

const blockTimeText = (blockTimeMs: number, ageMs: number) =>
  formatWhen(blockTimeMs, blockTimeMs + 1000 * Math.max(0, toSeconds(ageMs)));

function sourceCounts({ providers }: NetworkReading): string {
  if (providers.length === 0) return noSourceText;
  const countsOf = (kind: ProviderReading["kind"]) => {
    const sourceReadings = providers.filter((provider) => provider.kind === kind);
    return { ok: sourceReadings.filter(({ ok }) => ok).length, all: sourceReadings.length };
  };
  return sourceCountText(countsOf("node"), countsOf("indexer"));
}
