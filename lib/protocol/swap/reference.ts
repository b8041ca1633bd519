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
  node: TxStatus | null,
): node is TxStatus {
  // MAYAChain has no stored memos.
  if (segment !== "thorchain" || !node?.tx?.coins?.length) return false;
  const isOpen = node.stages.inbound_finalised?.completed !== true;
  return isOpen && (!node.tx.memo || referenceGrammar.test(node.tx.memo));
}

export async function readStoredMemo(
  node: TxStatus,
  query: Omit<RecordQuery, "txid" | "preset">,
): Promise<string | null> {
  const { nodes, quorum, options } = query;
  const [coin] = node.tx?.coins ?? [];
  if (!coin) return null;
  const number = referenceGrammar.exec(node.tx?.memo ?? "")?.[1];
  const asset = encodeURIComponent(coin.asset);
  const path = number
    ? `/thorchain/memo/${asset}/${number}`
    : `/thorchain/memo/check/${asset}/${coin.amount}`;
  const requests = nodes
    .slice(0, quorum)
    .map((node) => orNull(firstOf([node], path, StoredMemo, options)));
  const answers = await Promise.all(requests);
  const memos = answers.flatMap((answer) => answer?.value.memo || []);
  return agreeOn(memos, quorum);
}
