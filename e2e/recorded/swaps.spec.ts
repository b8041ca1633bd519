// Where each recorded transaction stands, in every recorded state: from the project's copy of the facts, and from the recordings themselves.
import { expect, test } from "@playwright/test";
import { longId, type NetworkFacts, type SuiteFacts } from "../../tools/recorded/facts.ts";
import { factsText, readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import { type AnswerIn, createReplay } from "./replay.ts";
import { blocksSincePlanned, listDue, serveFacts, signingPeriod } from "./served-facts.ts";
import { serveRecordings } from "./served-recordings.ts";
import { expectSwap } from "./swap-truth.ts";
import type { Compared } from "./verdicts.ts";

const recordings = (): string => test.info().config.metadata.recordingsDir;

for (const network of Object.keys(recordedFolders) as RecordedNetwork[]) {
  const facts = readFacts(network);
  const suites = facts.suites.filter(({ txs }) => Object.keys(txs).length > 0);
  test.describe(`transactions of ${network}`, () => {
    for (const suite of suites) {
      test(`${suite.name}: each stands where the recorded node had it, and what was final stays so`, async () => {
        const { count, differences } = await compareSwaps(facts, suite, serveFacts(facts, suite), "changes");
        expect(differences).toEqual([]);
        expect(count).toBeGreaterThan(0);
      });
    }
  });

  test.describe(`transactions of the recordings of ${network}`, { tag: "@shared" }, () => {
    for (const suite of suites) {
      test(`${suite.name}: each stands where the recorded node had it, body by body`, async () => {
        test.skip(!recordings(), "RECORDINGS_DIR is not set");
        const recorded = readSuite(recordings(), network, suite.name.replaceAll("/", "__"));
        const { differences } = await compareSwaps(facts, suite, serveRecordings(network, recorded, facts), "all");
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
          differences.push(`h${height} ${id.slice(-6)} ${transaction.memo}: ${what} ${is}, expected ${expected}`);
      };
      const expected = expectSwap(facts, suite, transaction, fact, {
        due: listDue(facts, transaction, index),
        isLate: blocksSincePlanned(facts, suite, transaction, index) >= signingPeriod(facts, suite, index),
      });
      differ("state", reading.state, expected.state);
      differ("refund expected", reading.refundExpected, expected.refundExpected);
      if (reading.terminal) differ("final", expected.mayBeFinal || reading.state === "no_output", true);
      // What was told as final never changes, and what is over is told as final.
      const outcome = `${reading.state} ${reading.out.map((out) => `${out.kind} ${out.asset} ${out.amount}`).sort()}`;
      const final = finals.get(id);
      if (final !== undefined) differ("what was final", outcome, final);
      if (reading.terminal) finals.set(id, outcome);
      if (expected.mayBeFinal) differ("final", reading.terminal, true);
      const streaming = reading.stages.find((stage) => stage.stage === "swapped")?.streaming ?? null;
      differ(
        "parts",
        streaming && `${streaming.count}/${streaming.quantity}`,
        expected.streaming && `${expected.streaming.count}/${expected.streaming.quantity}`,
      );
      // How an order ended stands in the record of its deposit, which was not taken down in every state.
      if (fact.pending || fact.heights) differ("order", reading.order?.status ?? null, expected.order);
      const bps =
        fact.queue && expected.order ? Math.floor((Number(fact.queue.in) / Number(fact.queue.deposit)) * 10_000) : null;
      if (bps !== null) differ("filled", reading.order?.filledBps, bps);
    }
  }
  return { count, differences };
}
