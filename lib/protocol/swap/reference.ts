// A deposit without a memo. The network looks up one that was stored for its asset and amount.
import { agreeOn } from "../model/agreed.ts";
import { firstOf } from "../upstream/client.ts";
import { orNull } from "../upstream/errors.ts";
import { StoredMemo, type TxStatus } from "../upstream/schemas.ts";
import type { Preset } from "../values/chains.ts";
import type { RecordQuestion } from "./queue.ts";

/** `r:12345` names a stored memo. Without a memo, the last digits of the amount do. */
const reference = /^r:(\d{1,19})$/i;

/** Once the deposit is finalised, a node shows the memo itself. */
export function isMemoless(
  { segment }: Pick<Preset, "segment">,
  node: TxStatus | null,
): node is TxStatus {
  // MAYAChain has no stored memos.
  if (segment !== "thorchain" || !node?.tx?.coins?.length) return false;
  const isOpen = node.stages.inbound_finalised?.completed !== true;
  return isOpen && (!node.tx.memo || reference.test(node.tx.memo));
}

export async function readStoredMemo(
  node: TxStatus,
  question: Omit<RecordQuestion, "txid" | "preset">,
): Promise<string | null> {
  const { nodes, quorum, options } = question;
  const [coin] = node.tx?.coins ?? [];
  if (!coin) return null;
  const number = reference.exec(node.tx?.memo ?? "")?.[1];
  const asset = encodeURIComponent(coin.asset);
  const path = number
    ? `/thorchain/memo/${asset}/${number}`
    : `/thorchain/memo/check/${asset}/${coin.amount}`;
  const asked = nodes
    .slice(0, quorum)
    .map((one) => orNull(firstOf([one], path, StoredMemo, options)));
  const answers = await Promise.all(asked);
  const memos = answers.flatMap((answer) => answer?.value.memo || []);
  return agreeOn(memos, quorum);
}
