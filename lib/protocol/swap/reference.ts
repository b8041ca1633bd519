// Reads the stored memo that the network uses for a deposit without a memo of its own.

import { agreeOn } from "../model/agreed.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { StoredMemo, type TxStatus } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import type { RecordQuery } from "./queue.ts";

/** `r:12345` names the stored memo 12345. Without a memo, the deposit's amount ends in 12345. */
const referenceGrammar = /^r:(\d{1,19})$/i;

/** True if the deposit has no memo of its own and is not final. A final record shows the memo. */
export function isMemoless(
  { segment }: Pick<Preset, "segment">,
  status: TxStatus | null,
): status is TxStatus {
  // MAYAChain has no stored memos.
  if (segment !== "thorchain" || !status?.tx?.coins?.length) return false;
  const { memo } = status.tx;
  const isUnfinalised = status.stages.inbound_finalised?.completed !== true;
  return isUnfinalised && (!memo || referenceGrammar.test(memo));
}

export async function readStoredMemo(
  { tx }: TxStatus,
  { nodes, quorum, options }: RecordQuery,
): Promise<string | null> {
  const [depositCoin] = tx?.coins ?? [];
  if (!depositCoin) return null;
  const referenceNumber = referenceGrammar.exec(tx?.memo ?? "")?.[1];
  const assetSegment = encodeURIComponent(depositCoin.asset);
  const path = referenceNumber
    ? `/thorchain/memo/${assetSegment}/${referenceNumber}`
    : `/thorchain/memo/check/${assetSegment}/${depositCoin.amount}`;
  const memoAnswers = await Promise.all(
    nodes.slice(0, quorum).map((node) => orNull(firstOf([node], path, StoredMemo, options))),
  );
  const storedMemos = memoAnswers.flatMap((answer) => answer?.value.memo || []);
  return agreeOn(storedMemos, quorum);
}
