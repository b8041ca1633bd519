// Where each recorded transaction stands, in every recorded state: from the project's copy of the facts, and from the recordings themselves.
import { expect, test } from "@playwright/test";
import { factsText, readFacts } from "../../tools/recorded/files.ts";
import { type RecordedNetwork, readSuite, recordedFolders } from "../../tools/recorded/suites.ts";
import { serveFacts } from "./served-facts.ts";
import { serveRecordings } from "./served-recordings.ts";
import { compareSwaps } from "./swaps.ts";

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
