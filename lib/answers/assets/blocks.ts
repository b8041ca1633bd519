// /assets: what can be swapped, chain by chain.

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

/** Both readings are of one moment. */
export function assetsBlocks(
  status: NetworkReading,
  pools: PoolsReading,
  context: StatusContext,
): Blocks {
  const rows = listAssetRows(status, pools, context.preset, context.nowMs);
  const { halts, meaning } = scheduledTexts(status, context.preset, context.nowMs);
  const notes = [
    signTexts(status).troubles,
    halts.length === 0 ? "" : [...halts, meaning].join(" "),
    ...poolNotes(pools),
    ...(rows.length === 0 ? [] : assetsWords.meanings),
  ].filter((text) => text !== "");
  return [
    signBlock(status, context, assetsWords.title),
    {
      ...section(
        assetsWords.table,
        rows.length > 0 && { table: assetTable(rows) },
        ...notes.map(quiet),
      ),
      className: "assets",
    },
    readingBlock(status, context),
  ];
}

function assetTable(rows: readonly AssetRow[]): Table {
  const { asset, poolDepth, outboundFee, table: label } = assetsWords;
  return {
    label,
    heads: [asset, statusWords.send, statusWords.receive, poolDepth, outboundFee],
    rows: rows.map((row) => ({ id: row.asset, cells: cellsOf(row) })),
  };
}

function cellsOf({ name, send, receive, pool, depthUsd, outboundFee }: AssetRow) {
  return [
    { text: name },
    ...[send, receive].map(({ state, word }) => ({ state, text: word })),
    // The native asset has no pool of its own.
    { text: pool === null ? assetsWords.inEveryPool : formatRoundDollars(depthUsd) },
    { text: moneyText(outboundFee) },
  ];
}

function poolNotes({ failure, warnings }: PoolsReading): string[] {
  if (failure) return [poolsNotCheckedText(say(failure.hint).meaning)];
  return warnings
    .filter(({ code }) => code === "sources_disagree")
    .map(({ message }) => messageText(message));
}
