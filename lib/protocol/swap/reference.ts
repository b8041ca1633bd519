// A deposit without a memo. The network looks up one that was stored for its asset and amount.

import { agreeOn } from "../model/agreed.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { StoredMemo, type TxStatus } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import type { RecordQuery } from "./queue.ts";

/** `r:12345` names a stored memo. Without a memo, the last digits of the amount do. */
const referenceGrammar = /^r:(\d{1,19})$/i;

/** Once the deposit is finalised, a node shows the memo itself. */
export function isMemoless(
  { segment }: Pick<Preset, "segment">,
  status: TxStatus | null,
): status is TxStatus {
  // MAYAChain has no stored memos.
  if (segment !== "thorchain" || !status?.tx?.coins?.length) return false;
  const { memo } = status.tx;
  const isOpen = status.stages.inbound_finalised?.completed !== true;
  return isOpen && (!memo || referenceGrammar.test(memo));
}

export async function readStoredMemo(
  { tx }: TxStatus,
  { nodes, quorum, options }: RecordQuery,
): Promise<string | null> {
  const [coin] = tx?.coins ?? [];
  if (!coin) return null;
  const number = referenceGrammar.exec(tx?.memo ?? "")?.[1];
  const asset = encodeURIComponent(coin.asset);
  const path = number
    ? `/thorchain/memo/${asset}/${number}`
    : `/thorchain/memo/check/${asset}/${coin.amount}`;
  const answers = await Promise.all(
    nodes.slice(0, quorum).map((node) => orNull(firstOf([node], path, StoredMemo, options))),
  );
  const memos = answers.flatMap((answer) => answer?.value.memo || []);
  return agreeOn(memos, quorum);
}
