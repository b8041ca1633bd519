// Where a recorded transaction stands, from what its node did with it and what then became of it; not from how the reader decides.
import type { NetworkFacts, OutFact, SuiteFacts, TxFact } from "../../tools/recorded/facts.ts";

type Transaction = SuiteFacts["txs"][string];

export interface Expected {
  readonly state: string;
  /** Whether what goes back is still to be sent; null where it does not matter. */
  readonly refundExpected: boolean;
  /** The state is told as final at the earliest where nothing follows. */
  readonly mayBeFinal: boolean;
  readonly streaming: { readonly count: number; readonly quantity: number } | null;
  readonly order: string | null;
}

const isSwapMemo = (memo: string | null) => /^(?:=<?|s|swap):/i.test(memo ?? "");
const isOrderMemo = (memo: string | null) => /^=<:/.test(memo ?? "");
/** Where the memo's own recipient is an address, payouts to others are an affiliate's. */
function isUsers(facts: NetworkFacts, { memo }: Transaction, out: OutFact): boolean {
  if (!isSwapMemo(memo) || out.kind === "refund") return true;
  const recipient = memo?.split("|")[0]?.split(":")[2]?.split("/")[0] ?? "";
  return recipient === "" || facts.addresses[out.to]?.toLowerCase() === recipient.toLowerCase();
}

/** `due`: what the newest recorded queue of payouts holds of it; null where none was recorded. `isLate`: a period has passed since it was planned. */
export function expectSwap(
  facts: NetworkFacts,
  suite: SuiteFacts,
  transaction: Transaction,
  fact: TxFact,
  { due, isLate }: { readonly due: TxFact["due"] | null; readonly isLate: boolean },
): Expected {
  const { memo } = transaction;
  const streaming = streamingOf(fact);
  const told = (state: string, mayBeFinal: boolean): Expected => ({
    state,
    // It stays said of a refund that was sent.
    refundExpected: (fact.planned ?? []).some((out) => out.kind === "refund"),
    mayBeFinal,
    streaming,
    order: orderOf(facts, suite, transaction, fact),
  });
  if (fact.pending) return told("swapping", false);

  const users = (fact.sent ?? []).filter((out) => isUsers(facts, transaction, out));
  const [paid, returned] = [users.some((out) => out.kind === "out"), users.some((out) => out.kind === "refund")];
  const planned = (fact.planned ?? []).filter((out) => isUsers(facts, transaction, out));
  const open = planned.filter((plan) => !users.some((out) => out.kind === plan.kind && out.asset === plan.asset));
  // What the node no longer holds in its queue of payouts, and did not sign, it does not try again.
  if (open.length > 0 && fact.signed === false && due?.length === 0 && isLate) return told("dropped", false);
  if (open.length > 0) return told("outbound_signing", false);
  if (paid && returned) return told("partially_refunded", true);
  if (returned) return told("refunded", true);
  if (paid) return told("done", true);
  return isSwapMemo(memo) ? told("no_output", false) : told("unknown", true);
}

function streamingOf({ queue, stream, streaming, pending }: TxFact): Expected["streaming"] {
  if (!pending) return null;
  if (stream && stream.quantity > 1) return { count: stream.count, quantity: stream.quantity };
  if (queue && queue.quantity > 1) return { count: queue.count, quantity: queue.quantity };
  if (!streaming) return null;
  return { count: streaming[0], quantity: streaming[1] };
}

/** Of a limit order; null where it never joined the queue, or the recorded queue lost sight of it. */
function orderOf(facts: NetworkFacts, suite: SuiteFacts, transaction: Transaction, fact: TxFact): string | null {
  if (!isOrderMemo(transaction.memo)) return null;
  if (fact.pending) return fact.queue ? (fact.queue.in === "0" ? "resting" : "partly_filled") : null;
  const outs = [...(fact.planned ?? []), ...(fact.sent ?? [])].filter((out) => isUsers(facts, transaction, out));
  // What is booked back on an account shows in no record, its end neither.
  if (outs.length === 0) return null;
  if (outs.some((out) => out.kind === "out") && !outs.some((out) => out.kind === "refund")) return "filled";
  const wasQueued = transaction.facts.some(([, index]) => facts.txFacts[index]?.queue !== undefined);
  if (!wasQueued) return null;
  // Somebody took it back: another transaction asks for a limit of 0 of the same deposit.
  const [coin] = transaction.coins;
  const isTakenBack = Object.values(suite.txs).some(
    ({ memo }) => memo?.startsWith(`m=<:${coin?.[1]}${coin?.[0]}:`) && memo.endsWith(":0"),
  );
  return isTakenBack ? "cancelled" : "expired";
}
