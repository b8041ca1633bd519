// The fixed sentences of /status, for people and for Markdown alike.
import type { ResourcePath } from "../../registry/resources.ts";
import type { StatusView } from "./view.ts";

const feedPath: ResourcePath = "/status.atom";

export const statusWords = {
  snapshot: "This is a snapshot of then: read it again right before you send.",
  chains: "Chain by chain",
  questions:
    "Trading: swaps from or to the chain. Deposits: what you send to its vault now. Signing: payouts and refunds on it. Liquidity: adding and withdrawing.",
  notes: "What is not open, and what to do",
  scheduled: "Scheduled halts",
  providers: "Where this was read",
  providersMean:
    "Where two nodes can be read, they are compared. Where they differ on what decides, or lag behind the network's clock, nothing is called open.",
  history: "Changes that were observed",
  older: (count: number) => `${count} older ${count === 1 ? "entry is" : "entries are"} not shown.`,
  feed: "Feed of these changes (Atom)",
  feedPath,
} as const;

/** Which block the facts are from, and how old it was. */
export function formatBlock({ block, clockReason, readAt }: StatusView): string {
  const facts =
    block === null
      ? `No block could be read at ${readAt}.`
      : `Block ${block.height} of ${block.time}, age ${block.age} when read at ${readAt}.`;
  return clockReason === null ? facts : `${facts} Not fresh (${clockReason}).`;
}
