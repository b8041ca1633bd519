// The answer of list_pools: the network's pools, as JSON and as a table.

import * as z from "zod";
import type { PoolReading, PoolsReading } from "../protocol/model/pools.ts";
import { doubtOf } from "../protocol/model/reasons.ts";
import type { Judgement } from "../protocol/model/verdicts.ts";
import { formatPrice } from "../protocol/values/amounts.ts";
import type { Blocks, Cell } from "../render/blocks.ts";
import { asOfText } from "../say/as-of.en.ts";
import { formatAmount, formatRoundDollars, formatUsdPrice, NOT_KNOWN } from "../say/figures.en.ts";
import { doubtWords } from "../say/phrases.en.ts";
import { poolCountText, poolStatusWords, poolWords } from "../say/pools.en.ts";
import { codedReason, sentenceOf } from "../say/reason-text.ts";
import { answerWords } from "../say/status.en.ts";
import { adviceBlocks } from "./advice.ts";
import type { AnswerContext } from "./answer-context.ts";
import { answerTable } from "./answer-table.ts";
import { moneyText } from "./money-text.ts";
import {
  AmountShape,
  formatBaseOrNull,
  formatUsdAmount,
  MoneyShape,
  moneyAnswer,
  NamesShape,
  TextShape,
  VerdictShape,
} from "./shapes.ts";
import { isPlainWord } from "./text.ts";

export const poolTable = answerTable<PoolReading>()({
  asset: [z.string(), (pool) => pool.asset],
  chain: [z.string(), (pool) => pool.chain],
  status: [z.enum(["available", "staged", "suspended", "other"]), (pool) => pool.status],
  trading: [VerdictShape, (pool) => pool.trading.verdict],
  halted_by: [NamesShape, (pool) => [...pool.trading.haltedBy]],
  price_usd: [AmountShape, (pool) => (pool.priceUsd === null ? null : formatPrice(pool.priceUsd))],
  asset_depth: [AmountShape, (pool) => formatBaseOrNull(pool.assetDepth, pool.asset)],
  native_depth: [AmountShape, (pool) => formatBaseOrNull(pool.nativeDepth, pool.nativeAsset)],
  native_asset: [z.string(), (pool) => pool.nativeAsset],
  depth_usd: [AmountShape, (pool) => formatUsdAmount(pool.depthUsd)],
  outbound_fee: [MoneyShape, (pool) => moneyAnswer(pool.outboundFee)],
  reason: [TextShape, (pool) => pool.reason && codedReason(pool.reason)],
});
type PoolAnswer = z.output<typeof poolTable.shape>;
export type PoolKey = keyof PoolAnswer;

interface Column {
  readonly head: string;
  readonly members: readonly PoolKey[];
  readonly toCell: (pool: PoolReading) => Cell;
  /** True if the column is shown only when the client's `fields` name one of `members`. */
  readonly isExtra?: true;
}

const textCell = (text: string): Cell => ({ text });
const amountCell = (base: bigint | null, asset: string) =>
  textCell(base === null ? NOT_KNOWN : formatAmount({ base, asset }));

/**
 * The column of asset names. Names come from the network, so an unusual name is written as code:
 * then no part of the name becomes Markdown markup.
 */
const assetColumn: Column = {
  head: poolWords.asset,
  members: ["asset", "chain", "native_asset"],
  toCell: ({ asset }) => ({ text: asset, ...(!isPlainWord(asset) && { code: true }) }),
};
const poolColumns: readonly Column[] = [
  {
    head: poolWords.status,
    members: ["status"],
    toCell: ({ status }) => textCell(poolStatusWords[status]),
  },
  {
    head: poolWords.trades,
    members: ["trading", "halted_by"],
    toCell: ({ trading }) => textCell(tradesText(trading)),
  },
  {
    head: poolWords.price,
    members: ["price_usd"],
    toCell: ({ priceUsd }) => textCell(formatUsdPrice(priceUsd)),
  },
  {
    head: poolWords.assetDepth,
    members: ["asset_depth"],
    toCell: ({ assetDepth, asset }) => amountCell(assetDepth, asset),
    isExtra: true,
  },
  {
    head: poolWords.nativeDepth,
    members: ["native_depth"],
    toCell: ({ nativeDepth, nativeAsset }) => amountCell(nativeDepth, nativeAsset),
    isExtra: true,
  },
  {
    head: poolWords.depth,
    members: ["depth_usd"],
    toCell: ({ depthUsd }) => textCell(formatRoundDollars(depthUsd)),
  },
  {
    head: poolWords.outboundFee,
    members: ["outbound_fee"],
    toCell: ({ outboundFee }) => textCell(moneyText(outboundFee)),
  },
];
const reasonColumn: Column = {
  head: poolWords.reason,
  members: ["reason"],
  toCell: ({ reason }) => textCell(reason === null ? "" : sentenceOf(reason)),
};

function tradesText({ verdict, reason }: Judgement): string {
  if (verdict === "open") return answerWords.yes;
  return verdict === "halted" ? answerWords.noHalted : doubtWords[doubtOf(reason)];
}

interface PoolMatches extends PoolsReading {
  readonly total: number;
  readonly shown: readonly PoolReading[];
}

export function poolBlocks(
  reading: PoolMatches,
  { preset }: AnswerContext,
  fields: readonly PoolKey[] | undefined,
): Blocks {
  const { shown: shownPools, total: matchCount } = reading;
  const hasReasonColumn = shownPools.some(({ reason }) => reason !== null);
  const choosableColumns = hasReasonColumn ? [...poolColumns, reasonColumn] : poolColumns;
  const isChosen = ({ members, isExtra }: Column) =>
    fields ? members.some((key) => fields.includes(key)) : !isExtra;
  const shownColumns = [assetColumn, ...choosableColumns.filter(isChosen)];
  const heads = shownColumns.map(({ head }) => head);
  const rows = shownPools.map((pool) => ({
    id: pool.asset,
    cells: shownColumns.map(({ toCell }) => toCell(pool)),
  }));
  return [
    ...adviceBlocks(reading),
    reading.failure === null && { text: poolCountText(shownPools.length, matchCount) },
    rows.length > 0 && { table: { label: poolWords.title, heads, rows } },
    { text: asOfText(reading, preset), className: "meta" },
  ];
}
