// Where each recorded transaction stands, in every recorded state: from the project's copy of the facts, and from the recordings themselves.
// What is expected follows from what its node did with it and what then became of it; not from how the reader decides.
import { expect, test } from "@playwright/test";
import { longId, type NetworkFacts, type SuiteFacts } from "../../tools/recorded/facts.ts";
import { factsText, readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import type { OutFact, TxFact } from "../../tools/recorded/transactions.ts";
import { shareOf } from "../support/runs.ts";
import { type AnswerIn, createReplay } from "./replay.ts";
import { blocksSincePlanned, listDue, serveFacts, signingPeriod } from "./served-facts.ts";
import { serveRecordings } from "./served-recordings.ts";
import type { Compared } from "./verdicts.ts";

type Transaction = SuiteFacts["txs"][string];

interface Expected {
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
function expectSwap(
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
    // It stays said of a refund that was sent. What failed parts did not swap is refunded at the end.
    refundExpected:
      (fact.planned ?? []).some((out) => out.kind === "refund") || hasFailedParts(fact),
    mayBeFinal,
    streaming,
    order: orderOf(facts, suite, transaction, fact),
  });
  if (fact.pending) return told("swapping", false);

  const users = (fact.sent ?? []).filter((out) => isUsers(facts, transaction, out));
  const [paid, returned] = [
    users.some((out) => out.kind === "out"),
    users.some((out) => out.kind === "refund"),
  ];
  const planned = (fact.planned ?? []).filter((out) => isUsers(facts, transaction, out));
  const open = planned.filter(
    (plan) => !users.some((out) => out.kind === plan.kind && out.asset === plan.asset),
  );
  // What the node no longer holds in its queue of payouts, and did not sign, it does not try again.
  if (open.length > 0 && fact.signed === false && due?.length === 0 && isLate)
    return told("dropped", false);
  if (open.length > 0) return told("outbound_signing", false);
  if (paid && returned) return told("partially_refunded", true);
  if (returned) return told("refunded", true);
  if (paid) return told("done", true);
  return isSwapMemo(memo) ? told("no_output", false) : told("unknown", true);
}

const hasFailedParts = ({ pending, queue, stream }: TxFact) =>
  pending && ((queue ?? stream)?.failed ?? 0) > 0;

function streamingOf({ queue, stream, streaming, pending }: TxFact): Expected["streaming"] {
  if (!pending) return null;
  if (stream && stream.quantity > 1) return { count: stream.count, quantity: stream.quantity };
  if (queue && queue.quantity > 1) return { count: queue.count, quantity: queue.quantity };
  if (!streaming) return null;
  return { count: streaming[0], quantity: streaming[1] };
}

/** Of a limit order; null where it never joined the queue, or the recorded queue lost sight of it. */
function orderOf(
  facts: NetworkFacts,
  suite: SuiteFacts,
  transaction: Transaction,
  fact: TxFact,
): string | null {
  if (!isOrderMemo(transaction.memo)) return null;
  if (fact.pending)
    return fact.queue ? (fact.queue.in === "0" ? "resting" : "partly_filled") : null;
  const outs = [...(fact.planned ?? []), ...(fact.sent ?? [])].filter((out) =>
    isUsers(facts, transaction, out),
  );
  // What is booked back on an account shows in no record, its end neither.
  if (outs.length === 0) return null;
  if (outs.some((out) => out.kind === "out") && !outs.some((out) => out.kind === "refund"))
    return "filled";
  const wasQueued = transaction.facts.some(
    ([, index]) => facts.txFacts[index]?.queue !== undefined,
  );
  if (!wasQueued) return null;
  // Somebody took it back: another transaction asks for a limit of 0 of the same deposit.
  const [coin] = transaction.coins;
  const isTakenBack = Object.values(suite.txs).some(
    ({ memo }) => memo?.startsWith(`m=<:${coin?.[1]}${coin?.[0]}:`) && memo.endsWith(":0"),
  );
  return isTakenBack ? "cancelled" : "expired";
}

const recordings = (): string => test.info().config.metadata.recordingsDir;

for (const network of Object.keys(recordedFolders) as RecordedNetwork[]) {
  const facts = readFacts(network);
  const suites = facts.suites.filter(({ txs }) => Object.keys(txs).length > 0);
  test(`transactions of ${network}: each stands where the recorded node had it, and what was final stays so`, {
    tag: "@long",
  }, async () => {
    for (const suite of shareOf(suites)) {
      const served = serveFacts(facts, suite);
      const { count, differences } = await compareSwaps(facts, suite, served, "changes");
      expect([suite.name, differences]).toEqual([suite.name, []]);
      expect(count).toBeGreaterThan(0);
    }
  });

  test.describe(`transactions of the recordings of ${network}`, { tag: "@shared" }, () => {
    for (const suite of suites) {
      test(`${suite.name}: each stands where the recorded node had it, body by body`, async () => {
        test.skip(!recordings(), "RECORDINGS_DIR is not set");
        const recorded = readSuite(recordings(), network, suite.name.replaceAll("/", "__"));
        const { differences } = await compareSwaps(
          facts,
          suite,
          serveRecordings(network, recorded, facts),
          "all",
        );
        expect(differences).toEqual([]);
      });
    }

    test(`the copy of the facts of ${network} is what the recordings make`, () => {
      test.skip(!recordings(), "RECORDINGS_DIR is not set");
      expect(readFacts(network)).toEqual(JSON.parse(factsText(recordings(), network)));
    });
  });
}

/**
 * Where each transaction of a suite stands by the reader, block by block, beside what its node did: a list of differences.
 * `blocks`: in every state, or where a fact changed and in the last one, which is as much where nothing else is served.
 */
async function compareSwaps(
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
        if (is !== expected)
          differences.push(
            `h${height} ${id.slice(-6)} ${transaction.memo}: ${what} ${is}, expected ${expected}`,
          );
      };
      const expected = expectSwap(facts, suite, transaction, fact, {
        due: listDue(facts, transaction, index),
        isLate:
          blocksSincePlanned(facts, suite, transaction, index) >=
          signingPeriod(facts, suite, index),
      });
      differ("state", reading.state, expected.state);
      differ("refund expected", reading.refundExpected, expected.refundExpected);
      if (reading.terminal)
        differ("final", expected.mayBeFinal || reading.state === "no_output", true);
      // What was told as final never changes, and what is over is told as final.
      const outcome = `${reading.state} ${reading.out.map((out) => `${out.kind} ${out.asset} ${out.amount}`).sort()}`;
      const final = finals.get(id);
      if (final !== undefined) differ("what was final", outcome, final);
      if (reading.terminal) finals.set(id, outcome);
      if (expected.mayBeFinal) differ("final", reading.terminal, true);
      // What is booked back on an account shows in no record.
      const isBooked = /^[A-Z]+[~-]/.test(reading.in?.asset ?? "");
      if (reading.state === "swapping" && reading.refundExpected && !isBooked) failedParts.add(id);
      const streaming =
        reading.stages.find((stage) => stage.stage === "swapped")?.streaming ?? null;
      differ(
        "parts",
        streaming && `${streaming.count}/${streaming.quantity}`,
        expected.streaming && `${expected.streaming.count}/${expected.streaming.quantity}`,
      );
      // How an order ended stands in the record of its deposit, which was not taken down in every state.
      if (fact.pending || fact.heights)
        differ("order", reading.order?.status ?? null, expected.order);
      const bps =
        fact.queue && expected.order
          ? Math.floor((Number(fact.queue.in) / Number(fact.queue.deposit)) * 10_000)
          : null;
      if (bps !== null) differ("filled", reading.order?.filledBps, bps);
    }
  }
  for (const id of failedParts) {
    const last = facts.txFacts[suite.txs[id]?.facts.at(-1)?.[1] ?? -1];
    const isRefunded = [...(last?.planned ?? []), ...(last?.sent ?? [])].some(
      ({ kind }) => kind === "refund",
    );
    if (!last?.pending && !isRefunded)
      differences.push(`${id.slice(-6)}: parts failed, and no refund followed`);
  }
  return { count, differences };
}
