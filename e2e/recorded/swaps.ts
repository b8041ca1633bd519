// Where each recorded transaction stands by the reader, in every state of a suite: a list of differences.
// What is expected follows from what its node did with it and what then became of it; not from how the reader decides.
import { longId, type NetworkFacts, type SuiteFacts } from "../../tools/recorded/facts.ts";
import type { OutFact, TxFact } from "../../tools/recorded/transactions.ts";
import { type AnswerIn, createReplay } from "./replay.ts";
import { blocksSincePlanned, listDue, signingPeriod } from "./served-facts.ts";
import type { Compared } from "./verdicts.ts";

/** A transaction in a state of its suite. */
interface Moment {
  readonly facts: NetworkFacts;
  readonly suite: SuiteFacts;
  readonly transaction: SuiteFacts["txs"][string];
  readonly fact: TxFact;
  readonly index: number;
}

const isSwapMemo = (memo: string | null) => /^(?:=<?|s|swap):/i.test(memo ?? "");
const hasKind = (outs: readonly OutFact[], kind: OutFact["kind"]) =>
  outs.some((out) => out.kind === kind);

/** Without an affiliate's: where the memo's own recipient is an address, payouts to others. */
function listUsers({ facts, transaction: { memo } }: Moment, outs: readonly OutFact[] = []) {
  const recipient = memo?.split("|")[0]?.split(":")[2]?.split("/")[0]?.toLowerCase();
  return outs.filter(
    ({ kind, to }) =>
      !isSwapMemo(memo) ||
      kind === "refund" ||
      !recipient ||
      facts.addresses[to]?.toLowerCase() === recipient,
  );
}

/** The state, and whether it may be told as final: at the earliest where nothing follows. */
function expectState(moment: Moment): readonly [state: string, mayBeFinal: boolean] {
  const { facts, suite, transaction, fact, index } = moment;
  if (fact.pending) return ["swapping", false];
  const sent = listUsers(moment, fact.sent);
  const open = listUsers(moment, fact.planned).filter(
    (plan) => !sent.some(({ kind, asset }) => kind === plan.kind && asset === plan.asset),
  );
  // What the node no longer holds in its queue of payouts, and did not sign, it does not try again.
  const isLate =
    blocksSincePlanned(facts, suite, transaction, index) >= signingPeriod(facts, suite, index);
  const isGone = fact.signed === false && listDue(facts, transaction, index)?.length === 0;
  if (open.length > 0) return [isGone && isLate ? "dropped" : "outbound_signing", false];
  const [isPaid, isReturned] = [hasKind(sent, "out"), hasKind(sent, "refund")];
  if (isPaid && isReturned) return ["partially_refunded", true];
  if (isReturned) return ["refunded", true];
  if (isPaid) return ["done", true];
  return isSwapMemo(transaction.memo) ? ["no_output", false] : ["unknown", true];
}

/** It stays said of a refund that was sent. What failed parts did not swap is refunded at the end. */
const isRefundExpected = ({ planned, pending, queue, stream }: TxFact) =>
  hasKind(planned ?? [], "refund") || (pending && ((queue ?? stream)?.failed ?? 0) > 0);

function expectParts({ queue, stream, streaming, pending }: TxFact): string | null {
  if (!pending) return null;
  const parts = [stream, queue].find((part) => part && part.quantity > 1);
  if (parts) return `${parts.count}/${parts.quantity}`;
  return streaming ? `${streaming[0]}/${streaming[1]}` : null;
}

/** Of a limit order; null where it never joined the queue, or the recorded queue lost sight of it. */
function expectOrder(moment: Moment): string | null {
  const { facts, suite, transaction, fact } = moment;
  if (!transaction.memo?.startsWith("=<:")) return null;
  if (fact.pending)
    return fact.queue ? (fact.queue.in === "0" ? "resting" : "partly_filled") : null;
  const outs = listUsers(moment, [...(fact.planned ?? []), ...(fact.sent ?? [])]);
  // What is booked back on an account shows in no record, its end neither.
  if (outs.length === 0) return null;
  if (!hasKind(outs, "refund")) return "filled";
  if (!transaction.facts.some(([, index]) => facts.txFacts[index]?.queue)) return null;
  // Somebody took it back: another transaction asks for a limit of 0 of the same deposit.
  const [asset, amount] = transaction.coins[0] ?? [];
  const isTakenBack = Object.values(suite.txs).some(
    ({ memo }) => memo?.startsWith(`m=<:${amount}${asset}:`) && memo.endsWith(":0"),
  );
  return isTakenBack ? "cancelled" : "expired";
}

/** `blocks`: in every state, or where a fact changed and in the last one, which is as much where nothing else is served. */
export async function compareSwaps(
  facts: NetworkFacts,
  suite: SuiteFacts,
  answerIn: AnswerIn,
  blocks: "all" | "changes",
): Promise<Compared> {
  const replay = createReplay(facts.network, answerIn);
  const differences: string[] = [];
  let count = 0;
  const finals = new Map<string, string>();
  const failedParts = new Set<string>();
  for (const [index, [height]] of suite.states.entries()) {
    replay.goTo(index, height);
    for (const [id, transaction] of Object.entries(suite.txs)) {
      const entry = transaction.facts.findLast(([state]) => state <= index);
      const fact = entry && facts.txFacts[entry[1]];
      const isChanged = entry?.[0] === index || index === suite.states.length - 1;
      if (!fact || (blocks === "changes" && !isChanged)) continue;
      const reading = await replay.network.getSwap(longId(id), null);
      const differ = (what: string, is: unknown, expected: unknown) => {
        count += 1;
        const where = `h${height} ${id.slice(-6)} ${transaction.memo}`;
        if (is !== expected) differences.push(`${where}: ${what} ${is}, expected ${expected}`);
      };
      const moment = { facts, suite, transaction, fact, index };
      const [state, mayBeFinal] = expectState(moment);
      differ("state", reading.state, state);
      differ("refund expected", reading.refundExpected, isRefundExpected(fact));
      if (reading.terminal) differ("final", mayBeFinal || reading.state === "no_output", true);
      // What was told as final never changes, and what is over is told as final.
      const outcome = `${reading.state} ${reading.out.map((out) => `${out.kind} ${out.asset} ${out.amount}`).sort()}`;
      const final = finals.get(id);
      if (final !== undefined) differ("what was final", outcome, final);
      if (reading.terminal) finals.set(id, outcome);
      if (mayBeFinal) differ("final", reading.terminal, true);
      // What is booked back on an account shows in no record.
      const isBooked = /^[A-Z]+[~-]/.test(reading.in?.asset ?? "");
      if (reading.state === "swapping" && reading.refundExpected && !isBooked) failedParts.add(id);
      const parts = reading.stages.find(({ stage }) => stage === "swapped")?.streaming ?? null;
      differ("parts", parts && `${parts.count}/${parts.quantity}`, expectParts(fact));
      // How an order ended stands in the record of its deposit, which was not taken down in every state.
      const order = expectOrder(moment);
      if (fact.pending || fact.heights) differ("order", reading.order?.status ?? null, order);
      if (fact.queue && order) {
        const filled = Number(fact.queue.in) / Number(fact.queue.deposit);
        differ("filled", reading.order?.filledBps, Math.floor(filled * 10_000));
      }
    }
  }
  for (const id of failedParts) {
    const last = facts.txFacts[suite.txs[id]?.facts.at(-1)?.[1] ?? -1];
    const outs = [...(last?.planned ?? []), ...(last?.sent ?? [])];
    if (!last?.pending && !hasKind(outs, "refund"))
      differences.push(`${id.slice(-6)}: parts failed, and no refund followed`);
  }
  return { count, differences };
}
