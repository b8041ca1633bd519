// The status of the network, or of one chain, in the order of its page.
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
  sourceCountText,
  statusWords,
} from "../../say/status.en.ts";
import { chainPath } from "../../site/registry/chain-paths.ts";
import { dustText, moneyText } from "../money-text.ts";
import { chainRowAnswers } from "./chain-answers.ts";
import { haltStarts, scheduledTexts } from "./halts.ts";
import { listDoubts, listNotes } from "./notes.ts";
import { type StatusContext, signBlock, signTexts } from "./sign.ts";

export function statusBlocks(reading: NetworkReading, context: StatusContext): Blocks {
  const { preset, nowMs, chain } = context;
  const { messagesBelow, troubles } = signTexts(reading);
  const scheduled = scheduledTexts(reading, preset, nowMs);
  const starts = haltStarts(reading, preset, nowMs);
  const doubts = listDoubts(reading, preset);
  const answers = answerTableOf(reading, context);
  const fees = feeTableOf(reading, context);
  const notes = listNotes(reading, preset, chain === null ? [] : messagesBelow);
  return [
    signBlock(reading, context),
    scheduled.halts.length > 0 && {
      ...section(
        statusWords.scheduled,
        { list: scheduled.halts, isLocal: true },
        { text: [scheduled.meaning] },
      ),
      members: ["chains", "halt_parameters"],
    },
    {
      ...section(
        answers.label,
        { table: answers },
        doubts.length > 0 && { list: doubts },
        quiet(statusWords.questions),
      ),
      className: "matrix",
      members: ["chains"],
    },
    (notes.length > 0 || troubles !== "") && {
      ...section(
        statusWords.notes,
        troubles !== "" && { text: troubles },
        ...notes.map(({ state, title, text }) => ({ note: state, title, blocks: [{ text }] })),
      ),
      members: ["chains"],
    },
    starts.length > 0 && {
      ...section(statusWords.haltStarts, { list: starts, isLocal: true }),
      rank: 2,
      members: ["halt_parameters"],
    },
    {
      ...disclosure(fees.label, { table: fees }, quiet(statusWords.feesMean)),
      rank: 2,
      members: ["chains", "outbound_fees", "fees"],
    },
    readingBlock(reading, context),
  ];
}

export const readingBlock = (reading: NetworkReading, context: StatusContext) => ({
  text: readingText(reading, context),
  className: "meta",
  isLocal: true as const,
});

function answerTableOf(
  reading: NetworkReading,
  { preset, nowMs, chain: onlyChain }: StatusContext,
): Table {
  const { chain: head, send, receive, liquidity } = statusWords;
  return {
    label: onlyChain === null ? statusWords.chains : statusWords.answers,
    heads: [head, send, receive, liquidity],
    rows: reading.chains.map((chain) => {
      // The network may list a chain that we do not know yet.
      const hasPage = preset.chains.some(({ code }) => code === chain.chain);
      const answers = chainRowAnswers(chain, reading, preset, nowMs);
      return {
        id: chain.chain,
        path: onlyChain === null && hasPage ? chainPath(chain.chain) : null,
        cells: [
          { text: chainName(chain.chain, preset) },
          ...answers.map(({ state, word }) => ({ state, text: word })),
        ],
      };
    }),
  };
}

function feeTableOf(
  { chains }: NetworkReading,
  { preset, chain: onlyChain }: StatusContext,
): Table {
  const { chain: head, outboundFee, dustThreshold, blockTime, gasRate } = statusWords;
  const isAlone = onlyChain !== null;
  return {
    label: statusWords.fees,
    heads: [head, outboundFee, dustThreshold, blockTime, ...(isAlone ? [gasRate] : [])],
    rows: chains.map((chain) => ({
      id: chain.chain,
      cells: [
        chainName(chain.chain, preset),
        moneyText(chain.outboundFee),
        chain.native ? statusWords.noDust : dustText(chain),
        chain.blockSeconds === null ? NOT_KNOWN : formatDuration(chain.blockSeconds),
        ...(isAlone ? [gasRateText(chain)] : []),
      ].map((text) => ({ text })),
    })),
  };
}

function gasRateText({ native, ...rate }: ChainReading): string {
  return native ? statusWords.flatGasRate : (rateText(rate) ?? NOT_KNOWN);
}

function readingText(reading: NetworkReading, { nowMs }: StatusContext): string {
  const { clock, providers, failure, trading } = reading;
  const readAt = formatInstant(nowMs);
  const { height, blockTimeMs, ageMs } = clock;
  const isBlockRead = height !== null && blockTimeMs !== null && ageMs !== null;
  const nodes = providers.filter(({ kind }) => kind === "node");
  if (!isBlockRead && nodes.length > 0 && nodes.every(({ ok }) => !ok))
    return noUsableNodeText(nodes.length, readAt);
  // A failed reading's advice says why, except where trading was halted before.
  const isReasonInAdvice =
    isSameReason(failure?.reason ?? null, clock.reason) && trading.verdict !== "halted";
  return [
    isBlockRead ? newestBlockText(height, blockWhen(blockTimeMs, ageMs)) : noBlockText,
    ...(clock.reason && !isReasonInAdvice ? [notFreshText(plainReason(clock.reason))] : []),
    sourceCounts(reading),
    ...sourceTexts(reading),
    checkedAtText(readAt),
  ].join(" ");
}

const blockWhen = (blockTimeMs: number, ageMs: number) =>
  formatWhen(blockTimeMs, blockTimeMs + 1000 * Math.max(0, toSeconds(ageMs)));

function sourceCounts({ providers }: NetworkReading): string {
  if (providers.length === 0) return noSourceText;
  const countOf = (kind: ProviderReading["kind"]) => {
    const sources = providers.filter((provider) => provider.kind === kind);
    return { ok: sources.filter(({ ok }) => ok).length, all: sources.length };
  };
  return sourceCountText(countOf("node"), countOf("indexer"));
}
