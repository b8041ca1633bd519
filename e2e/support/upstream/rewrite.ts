// Moves recorded answers to another height without changing their meaning.
import type { Json, Row } from "../wire.ts";

/** Keys whose values above 1 are heights. Amounts and counts are not among them. */
const HEIGHT_KEY =
  /^(?:HALT|SOLVENCYHALT|NODEPAUSECHAINGLOBAL$|PAUSE(?!ONSLASHTHRESHOLD)|STOPFUNDYGGDRASIL$|KILLSWITCHSTART$|ILPCUTOFF$)/;

/**
 * Past and future values keep their distance in blocks. The values 1, 0 and -1 stay.
 * A past height never becomes 1 or less, which would change its meaning.
 */
export function moveMimir(
  mimir: Readonly<Record<string, number>>,
  recordedHeight: number,
  height: number,
): Record<string, number> {
  const move = (key: string, value: number) =>
    value > 1 && HEIGHT_KEY.test(key) ? Math.max(2, value - recordedHeight + height) : value;
  return Object.fromEntries(Object.entries(mimir).map(([key, value]) => [key, move(key, value)]));
}

/** What had happened by `height` stays. Later events move to just after it, in the same order. */
export function moveActions(actions: readonly Row[], height: number): Row[] {
  const ahead = [
    ...new Set(actions.map((action) => Number(action.height)).filter((one) => one > height)),
  ];
  ahead.sort((a, b) => b - a);
  return actions.map((action) => {
    const place = ahead.indexOf(Number(action.height));
    return place < 0 ? action : { ...action, height: String(height - 1 - place) };
  });
}

/**
 * Computes the protocol heights in a transaction's stages from the counts beside them. The transaction
 * gets `txid`, also in the memos of its outputs. The id of 64 zeros of a native output stays.
 */
export function moveTxStatus(body: Row, height: number, txid: string): Row {
  const moved = structuredClone(body);
  const tx = rowOrNull(moved.tx);
  const recordedId = tx ? String(tx.id) : null;
  if (tx) tx.id = txid;
  for (const out of Array.isArray(moved.out_txs) ? moved.out_txs : []) {
    const row = rowOrNull(out);
    if (row && recordedId && typeof row.memo === "string")
      row.memo = row.memo.replace(recordedId, txid);
  }
  const stages = rowOrNull(moved.stages);
  const counted = rowOrNull(stages?.inbound_confirmation_counted);
  if (counted && typeof counted.counting_start_height === "number")
    counted.counting_start_height = height - 5;
  const signed = rowOrNull(stages?.outbound_signed);
  const left = rowOrNull(stages?.outbound_delay)?.remaining_delay_blocks;
  if (signed && typeof signed.scheduled_outbound_height === "number") {
    const since = signed.blocks_since_scheduled;
    const behind = signed.completed === true ? 100 : 0;
    signed.scheduled_outbound_height =
      height + (typeof left === "number" ? left : 0) - (typeof since === "number" ? since : behind);
  }
  return moved;
}

function rowOrNull(value: Json | undefined): Row | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
