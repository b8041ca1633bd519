// Content of the page /assets: the assets that can be swapped, chain by chain.

import type { NetworkReading } from "../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../protocol/model/pools.ts";
import { type Blocks, quiet, section, type Table } from "../../render/blocks.ts";
import { assetsWords, poolsNotCheckedText } from "../../say/assets.en.ts";
import { formatRoundDollars } from "../../say/figures.en.ts";
import { messageText, say } from "../../say/message-text.ts";
import { statusWords } from "../../say/status.en.ts";
import { moneyText } from "../money-text.ts";
import { readingBlock } from "../status/blocks.ts";
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
        assetRows.length > 0 && { table: assetTable(assetRows) },
        ...noteTexts.map(quiet),
      ),
      className: "assets",
    },
    readingBlock(status, context),
  ];
}

function assetTable(assetRows: readonly AssetRow[]): Table {
  const { asset, poolDepth, outboundFee, table: label } = assetsWords;
  return {
    label,
    heads: [asset, statusWords.send, statusWords.receive, poolDepth, outboundFee],
    rows: assetRows.map((row) => ({ id: row.asset, cells: toCells(row) })),
  };
}

function toCells({ longName, send, receive, poolStatus, depthUsd, outboundFee }: AssetRow) {
  return [
    { text: longName },
    ...[send, receive].map(({ state, text }) => ({ state, text })),
    { text: poolStatus === null ? assetsWords.inEveryPool : formatRoundDollars(depthUsd) },
    { text: moneyText(outboundFee) },
  ];
}

function poolNoteTexts({ failure, warnings }: PoolsReading): string[] {
  if (failure) return [poolsNotCheckedText(say(failure.hint).meaning)];
  return warnings
    .filter(({ code }) => code === "sources_disagree")
    .map(({ message }) => messageText(message));
}
