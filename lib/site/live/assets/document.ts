// The JSON of /assets.json: the rows of the page, with amounts as the tools write them.
import { envelopeAnswer } from "../../../mcp/tools/envelope.ts";
import { formatUsdAmount, moneyAnswer } from "../../../mcp/tools/shapes.ts";
import type { NetworkReading } from "../../../protocol/model/network-status.ts";
import type { PoolsReading } from "../../../protocol/model/pools.ts";
import { codedReason } from "../../../protocol/model/verdicts.ts";
import type { AnswerCell } from "../status/chain-answers.ts";
import type { AssetRow } from "./view.ts";

/** An error is that of the reading which failed; a warning is there once. */
export function assetsDocument(status: NetworkReading, pools: PoolsReading, rows: readonly AssetRow[]) {
  const warnings = new Map([...status.warnings, ...pools.warnings].map((warning) => [warning.text, warning]));
  const failure = status.failure ?? pools.failure;
  return {
    ...envelopeAnswer({ ...status, warnings: [...warnings.values()], failure }),
    state: status.sign.state,
    headline: status.sign.headline,
    assets: rows.map(rowAnswer),
  };
}

function rowAnswer(row: AssetRow) {
  const reason = row.reason ?? row.trading.reason;
  return {
    asset: row.asset,
    name: row.name,
    chain: row.chain,
    pool: row.pool,
    trading: row.trading.verdict,
    halted_by: row.trading.haltedBy,
    can_send: answerOf(row.send),
    can_receive: answerOf(row.receive),
    /** Both sides of the pool. */
    depth_usd: formatUsdAmount(row.depthUsd),
    outbound_fee: moneyAnswer(row.outboundFee),
    smallest_amount: moneyAnswer(row.smallestAmount),
    reason: reason && codedReason(reason),
  };
}

const answerOf = ({ state, word }: AnswerCell) => ({ state, text: word });
