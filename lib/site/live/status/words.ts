// The fixed sentences of /status, for people and for Markdown alike.
import type { StatusView } from "./view.ts";

export const statusWords = {
  chains: "Chain by chain",
  answers: "Send, receive, add liquidity",
  questions:
    "Send: a deposit from this chain is swapped. Receive: a swap to this chain is paid out there. Liquidity: you can add it and withdraw it.",
  notes: "What is wrong, and what to do",
  scheduled: "Scheduled halts",
  haltStarts: "When halts began",
  fees: "Fees and limits",
  feesMean:
    "The outbound fee is taken from a payout and from a refund. Send more than the dust threshold. The network ignores a smaller deposit.",
} as const;

export function readText({
  block,
  clockReason,
  unusableNodes,
  readAt,
  sources,
}: StatusView): string {
  if (block === null && unusableNodes !== null) {
    const none =
      unusableNodes === 1 ? "Our node gives no" : `None of our ${unusableNodes} nodes gives a`;
    return `${none} usable answer. Last check: ${readAt}.`;
  }
  const facts =
    block === null ? "No block could be read." : `Newest block: ${block.height}, ${block.when}.`;
  const late = clockReason === null ? "" : ` Not fresh: ${clockReason}.`;
  return `${facts}${late} ${sources} Checked at ${readAt}.`;
}
