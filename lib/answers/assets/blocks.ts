// Content of the page /assets: the assets that can be swapped.

import type { Money } from "../../protocol/model/envelope.ts";
import type { NetworkReading } from "../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../protocol/model/pools.ts";
import { type Blocks, type Cell, quiet, section, type Table } from "../../render/blocks.ts";
import { assetsWords, poolsNotCheckedText } from "../../say/assets.en.ts";
import {
  formatAmount,
  formatDollars,
  formatShortDollars,
  formatWholeDollars,
} from "../../say/figures.en.ts";
import { messageText, say } from "../../say/message-text.ts";
import { EXAMPLE_USD } from "../quote-examples.ts";
import { readingBlock } from "../status/blocks.ts";
import { type AnswerCell, answerStates } from "../status/chain-answers.ts";
import { scheduledTexts } from "../status/halts.ts";
import { type StatusContext, signBlock, signTexts } from "../status/sign.ts";
import { type AssetRow, listAssetRows } from "./rows.ts";

/**
 * The content of the page. `status` and `pools` must have been read at the same moment, because
 * each row shows the worse state of a pool and its chain.
 */
export function assetsBlocks(
  status: NetworkReading,
  pools: PoolsReading,
  context: StatusContext,
): Blocks {
  const assetRows = listAssetRows(status, pools, context.preset, context.nowMs);
  const { haltTexts, effectText } = scheduledTexts(status, context.preset, context.nowMs);
  const noteTexts = [
    ...signTexts(status, context).moreTexts,
    haltTexts.length === 0 ? "" : [...haltTexts, effectText].join(" "),
    ...poolNoteTexts(pools),
    ...(assetRows.length === 0 ? [] : assetsWords.meanings),
  ].filter((text) => text !== "");
  return [
    signBlock(status, context, assetsWords.title),
    {
      ...section(
        assetsWords.table,
        assetRows.some((row) => row.exampleHref !== null) && {
          text: assetsWords.lead(formatWholeDollars(EXAMPLE_USD)),
        },
        assetRows.length > 0 && { table: assetTable(assetRows) },
        ...noteTexts.map(quiet),
      ),
      className: "assets",
    },
    readingBlock(status, context),
  ];
}

function assetTable(assetRows: readonly AssetRow[]): Table {
  const { asset, swap, poolDepth, outboundFee, table: label } = assetsWords;
  return {
    label,
    heads: [asset, swap, poolDepth, outboundFee],
    rows: assetRows.map((row) => ({ id: row.asset, path: row.exampleHref, cells: toCells(row) })),
  };
}

function toCells({ longName, send, receive, poolStatus, depthUsd, outboundFee }: AssetRow) {
  return [
    { text: longName },
    swapCell(send, receive),
    { text: poolStatus === null ? assetsWords.inEveryPool : formatShortDollars(depthUsd) },
    { text: feeText(outboundFee) },
  ];
}

/** One answer for sending and receiving where they are the same, else both. */
function swapCell(send: AnswerCell, receive: AnswerCell): Cell {
  const { state, text } = send;
  if (text === receive.text) return { state, text };
  const isReceiveWorse = answerStates.indexOf(receive.state) > answerStates.indexOf(state);
  return {
    state: isReceiveWorse ? receive.state : state,
    text: assetsWords.sendAndReceive(text, receive.text),
  };
}

/** The fee in dollars, or in the asset if no price is known. */
function feeText(fee: Money | null): string {
  return fee?.usd == null
    ? formatAmount(fee, undefined, { bound: "least" })
    : formatDollars(fee.usd);
}

function poolNoteTexts({ failure, warnings }: PoolsReading): string[] {
  if (failure) return [poolsNotCheckedText(say(failure.hint).meaning)];
  return warnings
    .filter(({ code }) => code === "sources_disagree")
    .map(({ message }) => messageText(message));
}
