// The JSON of /assets.json: the rows of the page /assets, with amounts as decimal strings.

import * as z from "zod";
import { type NetworkReading, signStates } from "../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../protocol/model/pools.ts";
import { messageText } from "../../say/message-text.ts";
import { codedReason } from "../../say/reason-text.ts";
import { headline } from "../../say/signs.en.ts";
import { answerTable } from "../answer-table.ts";
import { EnvelopeShape, envelopeAnswer } from "../envelope.ts";
import {
  AmountShape,
  formatUsdAmount,
  MoneyShape,
  moneyAnswer,
  NamesShape,
  TextShape,
  VerdictShape,
} from "../shapes.ts";
import { type AnswerCell, answerStates } from "../status/chain-answers.ts";
import type { AssetRow } from "./rows.ts";

const cellTable = answerTable<AnswerCell>()({
  state: [z.enum(answerStates), (cell) => cell.state],
  text: [z.string(), (cell) => cell.text],
  detail: [z.string(), (cell) => cell.detail],
});
const rowTable = answerTable<AssetRow>()({
  asset: [z.string(), (row) => row.asset],
  name: [z.string(), (row) => row.longName],
  chain: [z.string(), (row) => row.chain],
  pool: [TextShape, (row) => row.poolStatus],
  trading: [VerdictShape, (row) => row.trading.verdict],
  halted_by: [NamesShape, (row) => [...row.trading.haltedBy]],
  can_send: [cellTable.shape, ({ send }) => cellTable.of(send)],
  can_receive: [cellTable.shape, ({ receive }) => cellTable.of(receive)],
  /** Worth in US dollars of both sides of the pool: the asset and the native asset. */
  depth_usd: [AmountShape, (row) => formatUsdAmount(row.depthUsd)],
  outbound_fee: [MoneyShape, (row) => moneyAnswer(row.outboundFee)],
  reason: [
    TextShape,
    (row) => {
      const reason = row.reason ?? row.trading.reason;
      return reason && codedReason(reason);
    },
  ],
});
export const AssetsShape = EnvelopeShape.extend({
  state: z.enum(signStates),
  headline: z.string(),
  assets: z.array(rowTable.shape),
});

export function assetsDocument(
  status: NetworkReading,
  pools: PoolsReading,
  rows: readonly AssetRow[],
): z.output<typeof AssetsShape> {
  const warningsByText = new Map(
    [...status.warnings, ...pools.warnings].map((warning) => [
      messageText(warning.message),
      warning,
    ]),
  );
  const failure = status.failure ?? pools.failure;
  return {
    ...envelopeAnswer({ ...status, warnings: [...warningsByText.values()], failure }),
    state: status.sign.state,
    headline: headline(status.sign),
    assets: rows.map(rowTable.of),
  };
}
